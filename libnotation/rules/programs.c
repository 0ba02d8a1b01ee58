/* Works out all moves of every piece from every cell, once, as flat step programs (rules/variant.h says how they run). */
#include "rules/programs.h"

enum { ENDS = NT_STEP_EMPTY_ENDS | NT_STEP_ENEMY_ENDS | NT_STEP_OWN_ENDS,
       GOES = NT_STEP_EMPTY_GOES | NT_STEP_ENEMY_GOES | NT_STEP_OWN_GOES,
       NO_NODE = 0xffff };

/* A cell in the tree of paths. A parent is always made before its children. */
typedef struct node {
    nt_cells empty;   /* cells that must be empty to come here */
    bool needs_men;   /* ... or some that must be occupied */
    uint8_t cell, flags, extra;
    uint8_t always;   /* the ways to end here that are not kept for the first move */
    uint16_t parent, first, last, next; /* children in order */
    uint16_t place, size;               /* in the program */
} node;

typedef struct builder {
    nt_variant *v;
    node *nodes;
    size_t count, capacity, step_capacity, extra_capacity;
    unsigned kind, player, from;
    nt_status status;
} builder;

/* The children of one parent that stand on the same cell become one node where the walk treats them alike: a pawn's step
 * and the first half of its double step, the common start of two bent paths. */
static bool can_merge(const node *n, uint8_t flags, uint8_t extra) {
    uint8_t ways = n->flags & GOES, new_ways = flags & GOES;
    if ((n->flags ^ flags) & NT_STEP_TAKES) return false;
    if (ways && new_ways && ways != new_ways) return false;
    return !(n->flags & flags & ENDS) || n->extra == extra;
}

static uint16_t add_node(builder *b, uint16_t parent, unsigned cell, uint8_t flags, uint8_t extra) {
    if (b->status != NT_OK || parent == NO_NODE) return NO_NODE;
    for (uint16_t i = b->nodes[parent].first; i != NO_NODE; i = b->nodes[i].next) {
        node *n = &b->nodes[i];
        if (n->cell != cell || !can_merge(n, flags, extra)) continue;
        n->flags |= flags;
        n->extra |= extra;
        return i;
    }
    if (b->count >= NO_NODE) {
        b->status = NT_LIMIT;
        return NO_NODE;
    }
    if (!nt_grow(b->v->context, &b->nodes, &b->capacity, b->count + 1, sizeof *b->nodes)) {
        b->status = NT_NO_MEMORY;
        return NO_NODE;
    }
    uint16_t at = (uint16_t)b->count++;
    node *n = &b->nodes[at], *up = &b->nodes[parent];
    *n = (node){.cell = (uint8_t)cell, .flags = flags, .extra = extra, .parent = parent, .first = NO_NODE, .last = NO_NODE,
                .next = NO_NODE};
    if (up->last == NO_NODE) up->first = at;
    else b->nodes[up->last].next = at;
    up->last = at;
    return at;
}

/* ---- walking the legs of a move ---- */

static unsigned step_to(const builder *b, const nt_betza_leg *leg, unsigned cell, nt_vector v) {
    const nt_board *board = &b->v->board;
    int x = board->x[cell] + v.x, y = board->y[cell] + v.y;
    if (leg->mods & NT_BETZA_WRAP) x = (x + (int)board->width) % (int)board->width;
    return nt_board_at(board, x, y);
}

static uint8_t end_flags(const nt_betza_leg *leg) {
    return (uint8_t)((leg->mods & NT_BETZA_MOVE ? NT_STEP_EMPTY_ENDS : 0) |
                     (leg->mods & NT_BETZA_CAPTURE ? NT_STEP_ENEMY_ENDS : 0) |
                     (leg->mods & NT_BETZA_OWN ? NT_STEP_OWN_ENDS : 0));
}

static int greatest_divisor(int a, int b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The cells that a leap passes: all on the straight line between, or the one half way (rounded to the mover). They must
 * be empty (n) or occupied (j). Returns the node from which the leap lands. */
static uint16_t pass_over(builder *b, const nt_betza_leg *leg, uint16_t parent, unsigned cell, nt_vector v) {
    uint8_t flags = leg->mods & NT_BETZA_LAME ? NT_STEP_EMPTY_GOES : NT_STEP_ENEMY_GOES | NT_STEP_OWN_GOES;
    int parts = greatest_divisor(v.x, v.y);
    if (parts == 1) {
        unsigned half = step_to(b, leg, cell, (nt_vector){v.x / 2, v.y / 2});
        return half == NT_NO_CELL || half == cell ? parent : add_node(b, parent, half, flags, 0);
    }
    for (int i = 1; i < parts; i++) {
        unsigned between = step_to(b, leg, cell, (nt_vector){v.x / parts * i, v.y / parts * i});
        parent = between == NT_NO_CELL ? NO_NODE : add_node(b, parent, between, flags, 0);
    }
    return parent;
}

static void walk_leg(builder *b, const nt_betza_move *move, unsigned i, uint16_t parent, unsigned cell, unsigned before);

/* A leg has come to a cell: makes its node, and the nodes of what follows. Returns the node from which a ride goes on. */
static uint16_t arrive(builder *b, const nt_betza_move *move, unsigned i, uint16_t parent, unsigned cell, unsigned tick,
                       bool goes_on) {
    const nt_betza_leg *leg = &move->leg[i];
    bool last = i + 1 == move->legs;
    uint8_t flags = last || leg->may_stop ? end_flags(leg) : 0;
    if (goes_on || (!last && leg->passes)) flags |= NT_STEP_EMPTY_GOES;
    uint8_t extra = move->initial && (leg->mods & NT_BETZA_LAME) && last ? NT_EXTRA_DOUBLE : 0;
    if (leg->mods & NT_BETZA_PASSANT) {
        nt_variant *v = b->v;
        if (parent == 0) v->passers |= UINT64_C(1) << b->kind;
        if (parent == 0) nt_cells_add(&v->passer[nt_code_of(b->kind, b->player) * v->board.cells + cell], b->from);
        if (!(flags & ENDS)) return parent;
    }
    uint16_t here = add_node(b, parent, cell, flags, extra);
    if (here != NO_NODE && !move->initial) b->nodes[here].always |= flags & ENDS;
    if (!last && leg->passes) walk_leg(b, move, i + 1, here, cell, tick);
    if (!last && leg->takes)
        walk_leg(b, move, i + 1, add_node(b, parent, cell, NT_STEP_ENEMY_GOES | NT_STEP_TAKES, 0), cell, tick);
    return here;
}

/* Steps on in one direction, turning after each step where the leg is bent. */
static void ride(builder *b, const nt_betza_move *move, unsigned i, uint16_t parent, unsigned cell, unsigned tick, int turn,
                 unsigned range) {
    const nt_betza_leg *leg = &move->leg[i];
    const nt_board *board = &b->v->board;
    unsigned ticks = nt_board_ticks(board);
    bool leaps = leg->atom.a > 1;
    nt_vector v;
    for (unsigned steps = 0; steps < range; steps++) {
        bool turns = steps == 0 || turn != 0;
        if (turns && !nt_board_vector(board, leg->atom, tick, &v)) return;
        unsigned next = step_to(b, leg, cell, v);
        if (next == NT_NO_CELL || next == b->from) return;
        if (leaps && leg->mods & (NT_BETZA_LAME | NT_BETZA_JUMP)) parent = pass_over(b, leg, parent, cell, v);
        bool skipped = !leaps && steps == 0 && leg->mods & NT_BETZA_JUMP;
        if (!skipped) parent = arrive(b, move, i, parent, next, tick, steps + 1 < range);
        if (parent == NO_NODE) return;
        cell = next;
        tick = (tick + ticks + (unsigned)turn) % ticks;
        if (leg->mods & NT_BETZA_CROOKED) turn = -turn;
    }
}

/* Rides to the first man, over it, and on: to the next cell (g) or to any distance (p). */
static void hop(builder *b, const nt_betza_move *move, unsigned i, uint16_t parent, unsigned cell, unsigned tick,
                unsigned range) {
    const nt_betza_leg *leg = &move->leg[i];
    nt_vector v;
    if (!nt_board_vector(&b->v->board, leg->atom, tick, &v)) return;
    for (unsigned steps = 1; steps < range && parent != NO_NODE; steps++) {
        cell = step_to(b, leg, cell, v);
        if (cell == NT_NO_CELL || cell == b->from) return;
        uint16_t mount = add_node(b, parent, cell, NT_STEP_ENEMY_GOES | NT_STEP_OWN_GOES, 0);
        ride(b, move, i, mount, cell, tick, 0, leg->mods & NT_BETZA_GRASSHOPPER ? 1 : range - steps);
        parent = add_node(b, parent, cell, NT_STEP_EMPTY_GOES, 0);
    }
}

/* One orthogonal step of a turn, in ticks: the angle between neighbours of the atom's own ring. */
static int turn_of(nt_atom atom) {
    return atom.b ? 2 : 4; /* the same number of ticks on both lattices */
}

static void walk_leg(builder *b, const nt_betza_move *move, unsigned i, uint16_t parent, unsigned cell, unsigned before) {
    const nt_betza_leg *leg = &move->leg[i];
    const nt_board *board = &b->v->board;
    unsigned ticks = nt_board_ticks(board), view = nt_board_view(board, b->player, b->v->players);
    unsigned range = leg->range ? leg->range : NT_MAX_CELLS;
    uint32_t set = i ? nt_betza_turn(board, leg->atom, before, leg->ticks) : leg->ticks;
    uint32_t directions = nt_board_directions(board, leg->atom);
    for (; set && b->status == NT_OK; set &= set - 1) {
        unsigned t = (unsigned)__builtin_ctz(set), tick = i ? t : (t + view) % ticks;
        if (!(directions >> tick & 1)) continue;
        if (leg->mods & (NT_BETZA_CIRCULAR | NT_BETZA_CROOKED)) {
            int turn = turn_of(leg->atom);
            ride(b, move, i, parent, cell, tick, turn, range);
            ride(b, move, i, parent, cell, tick, -turn, range);
        } else if (leg->mods & (NT_BETZA_HOP | NT_BETZA_GRASSHOPPER)) {
            hop(b, move, i, parent, cell, tick, range);
        } else {
            ride(b, move, i, parent, cell, tick, 0, range);
        }
    }
}

static void add_moves(builder *b, const nt_betza *betza, bool may_begin) {
    for (unsigned m = 0; m < betza->moves; m++) {
        const nt_betza_move *move = &betza->move[m];
        if (move->initial && !may_begin) continue;
        if (move->leg[0].mods & NT_BETZA_ANYWHERE) {
            for (unsigned cell = 0; cell < b->v->board.cells; cell++)
                if (cell != b->from) arrive(b, move, 0, 0, cell, 0, false);
            continue;
        }
        walk_leg(b, move, 0, 0, b->from, 0);
    }
}

static void build_tree(builder *b, const nt_program_source *source) {
    bool may_begin = nt_cells_has(&source->initial[b->kind][b->player], b->from);
    b->count = 0;
    b->nodes[b->count++] = (node){.parent = NO_NODE, .first = NO_NODE, .last = NO_NODE, .next = NO_NODE};
    add_moves(b, &source->betza[b->kind], may_begin);
    for (size_t i = 0; i < source->part_count; i++) {
        const nt_betza_part *part = &source->parts[i];
        if (part->kind == b->kind && nt_cells_has(&part->zone[b->player], b->from)) add_moves(b, &part->betza, may_begin);
    }
}

/* ---- from the tree to the program ---- */

/* Gives every node its place in preorder: sizes from the leaves up, then places from the root down. */
static void lay_out(builder *b) {
    for (size_t i = 0; i < b->count; i++) b->nodes[i].size = i ? 1 : 0;
    for (size_t i = b->count; i-- > 1;)
        b->nodes[b->nodes[i].parent].size = (uint16_t)(b->nodes[b->nodes[i].parent].size + b->nodes[i].size);
    for (size_t i = 0; i < b->count; i++) {
        uint16_t place = i ? (uint16_t)(b->nodes[i].place + 1) : 0;
        for (uint16_t c = b->nodes[i].first; c != NO_NODE; c = b->nodes[c].next) {
            b->nodes[c].place = place;
            place = (uint16_t)(place + b->nodes[c].size);
        }
    }
}

static uint8_t promotion_extra(const builder *b, unsigned cell) {
    const nt_promotion *promotion = &b->v->promotion[b->kind];
    const nt_cells *zone = &promotion->zone[b->player];
    if (promotion->choices == 0) return 0;
    if (!nt_cells_has(zone, cell) && !(promotion->from_inside && nt_cells_has(zone, b->from))) return 0;
    bool forced = nt_cells_has(&promotion->forced[b->player], cell);
    return forced ? NT_EXTRA_PROMOTES : NT_EXTRA_PROMOTES | NT_EXTRA_MAY_DECLINE;
}

static void write_program(builder *b, nt_program *program) {
    nt_variant *v = b->v;
    nt_context *context = v->context;
    size_t length = b->count - 1;
    if (!nt_grow(context, &v->steps, &b->step_capacity, v->step_count + length, sizeof *v->steps) ||
        !nt_grow(context, &v->extra, &b->extra_capacity, v->step_count + length, sizeof *v->extra)) {
        b->status = NT_NO_MEMORY;
        return;
    }
    *program = (nt_program){.first = (uint32_t)v->step_count, .length = (uint16_t)length};
    nt_cells seen = {{0}};
    for (size_t i = 1; i < b->count; i++) {
        node *n = &b->nodes[i];
        uint8_t extra = n->extra;
        if (n->flags & ENDS) {
            extra |= promotion_extra(b, n->cell);
            if (nt_cells_has(&seen, n->cell)) program->flags |= NT_PROGRAM_REPEATS;
            nt_cells_add(&seen, n->cell);
        }
        if (n->flags & NT_STEP_TAKES) program->flags |= NT_PROGRAM_TAKES;
        if (extra) program->flags |= NT_PROGRAM_SPECIAL;
        v->steps[v->step_count + n->place] =
            (nt_step){n->cell, (uint8_t)(n->flags | (extra ? NT_STEP_SPECIAL : 0)), (uint16_t)(n->place + n->size)};
        uint8_t first = n->flags & ENDS & (uint8_t)~n->always;
        if (first & NT_STEP_EMPTY_ENDS) extra |= NT_EXTRA_FIRST_MOVE;
        if (first & NT_STEP_ENEMY_ENDS) extra |= NT_EXTRA_FIRST_CAPTURE;
        v->extra[v->step_count + n->place] = extra;
    }
    v->step_count += length;
}

/* ---- who can reach which cell ---- */

static bool same_cells(const nt_cells *a, const uint64_t *b, unsigned words) {
    uint64_t odd = 0;
    for (unsigned w = 0; w < words; w++) odd |= a->word[w] ^ b[w];
    return !odd;
}

static void note_reach(builder *b, nt_reach *reach, const node *n) {
    static const nt_cells none = {{0}};
    const nt_variant *v = b->v;
    unsigned words = v->board.words;
    if (n->needs_men) nt_cells_add(&reach->complex, b->from);
    else if (same_cells(&n->empty, none.word, words)) nt_cells_add(&reach->leap, b->from);
    else if (same_cells(&n->empty, nt_between(v, b->from, n->cell), words)) nt_cells_add(&reach->ride, b->from);
    else nt_cells_add(&reach->complex, b->from);
}

static void note_tree(builder *b) {
    nt_variant *v = b->v;
    size_t row = nt_code_of(b->kind, b->player) * v->board.cells;
    for (size_t i = 1; i < b->count; i++) {
        node *n = &b->nodes[i];
        const node *up = &b->nodes[n->parent];
        if (n->parent) {
            n->empty = up->empty;
            n->needs_men = up->needs_men;
            uint8_t ways = up->flags & GOES;
            if (ways == NT_STEP_EMPTY_GOES) nt_cells_add(&n->empty, up->cell);
            else if (ways != GOES) n->needs_men = true;
        }
        if (n->flags & NT_STEP_ENEMY_ENDS) note_reach(b, &v->capture[row + n->cell], n);
        if (n->flags & NT_STEP_EMPTY_ENDS) note_reach(b, &v->quiet[row + n->cell], n);
    }
}

/* Whether a man of the variant has a code. */
static bool is_used(const nt_variant *v, unsigned code) {
    return nt_code_kind(code) > 0 && nt_code_kind(code) <= v->kinds && nt_code_player(code) < v->players;
}

/* A cell that can be reached by a leap needs no further test; one that takes the walk needs no other. */
static uint8_t settle_reach(nt_reach *reach, unsigned words) {
    uint8_t flags = 0;
    for (unsigned w = 0; w < words; w++) {
        reach->complex.word[w] &= ~reach->leap.word[w];
        reach->ride.word[w] &= ~(reach->leap.word[w] | reach->complex.word[w]);
        if (reach->leap.word[w]) flags |= NT_REACH_LEAP;
        if (reach->ride.word[w]) flags |= NT_REACH_RIDE;
        if (reach->complex.word[w]) flags |= NT_REACH_COMPLEX;
    }
    return flags;
}

/* The cells strictly between two cells that are a whole number of equal steps apart. */
static void fill_between(nt_variant *v) {
    const nt_board *board = &v->board;
    for (unsigned a = 0; a < board->cells; a++) {
        for (unsigned c = 0; c < a; c++) {
            uint64_t *set = &v->between[((size_t)a * board->cells + c) * board->words];
            uint64_t *back = &v->between[((size_t)c * board->cells + a) * board->words];
            int dx = board->x[c] - board->x[a], dy = board->y[c] - board->y[a], parts = greatest_divisor(dx, dy);
            for (int i = 1; i < parts; i++) {
                unsigned cell = nt_board_at(board, board->x[a] + dx / parts * i, board->y[a] + dy / parts * i);
                if (cell != NT_NO_CELL) set[cell >> 6] |= UINT64_C(1) << (cell & 63);
            }
            if (parts > 1) memcpy(back, set, board->words * sizeof *set);
        }
    }
}

static bool allocate(nt_variant *v) {
    size_t rows = (size_t)v->codes * v->board.cells, pairs = (size_t)v->board.cells * v->board.cells;
    v->program = nt_new(v->context, rows * sizeof *v->program);
    v->capture = nt_new(v->context, rows * sizeof *v->capture);
    v->quiet = nt_new(v->context, rows * sizeof *v->quiet);
    v->passer = nt_new(v->context, rows * sizeof *v->passer);
    v->between = nt_new(v->context, pairs * v->board.words * sizeof *v->between);
    return v->program && v->capture && v->quiet && v->passer && v->between;
}

/* Trims the growing arrays to their length, so that they are freed by what the variant knows. */
static void trim(builder *b) {
    nt_variant *v = b->v;
    nt_step *steps = nt_new(v->context, (v->step_count + 1) * sizeof *steps);
    uint8_t *extra = nt_new(v->context, v->step_count + 1);
    if (steps && v->step_count) memcpy(steps, v->steps, v->step_count * sizeof *steps);
    if (extra && v->step_count) memcpy(extra, v->extra, v->step_count);
    nt_ungrow(v->context, &v->steps, &b->step_capacity, sizeof *v->steps);
    nt_ungrow(v->context, &v->extra, &b->extra_capacity, sizeof *v->extra);
    v->steps = steps;
    v->extra = extra;
    if ((!steps || !extra) && b->status == NT_OK) b->status = NT_NO_MEMORY;
}

/* From where a player's men can ride to a cell over each other one. */
static void note_behind(nt_variant *v, unsigned player, unsigned cell) {
    uint64_t *behind = v->small_behind + ((size_t)player * v->board.cells + cell) * v->board.cells;
    for (unsigned i = 0; i < v->riders; i++) {
        unsigned code = nt_code_of(v->rider[i], player);
        for (uint64_t set = v->capture[code * v->board.cells + cell].ride.word[0]; set; set &= set - 1)
            for (uint64_t over = *nt_between(v, (unsigned)__builtin_ctzll(set), cell); over; over &= over - 1)
                behind[__builtin_ctzll(over)] |= set & -set;
    }
}

/* One table of a code, beside the general ones: an entry of two words for each cell. Equal tables are kept once: a knight's
 * are, so that all of orthodox chess has ten, which stay in the first cache. */
static const nt_small_reach *pack_table(nt_variant *v, const nt_reach *reach) {
    unsigned cells = v->board.cells;
    nt_small_reach *made = v->small + v->small_tables * cells;
    size_t same = 0;
    for (unsigned to = 0; to < cells; to++) made[to] = (nt_small_reach){reach[to].leap.word[0], reach[to].ride.word[0]};
    while (memcmp(v->small + same * cells, made, cells * sizeof *made) != 0) same++;
    v->small_tables += same == v->small_tables;
    return v->small + same * cells;
}

/* What the special steps of a man come to, for all the cells where he has some. */
static void note_special(nt_variant *v, unsigned code) {
    uint64_t single = 0, twice = 0, promoting = 0;
    for (unsigned from = 0; from < v->board.cells; from++) {
        const nt_program *program = nt_program_of(v, code, from);
        if (!(program->flags & NT_PROGRAM_SPECIAL)) continue;
        v->small_special[code] |= UINT64_C(1) << from;
        for (uint32_t i = program->first; i < program->first + program->length; i++) {
            uint64_t to = UINT64_C(1) << v->steps[i].cell;
            if (v->extra[i] & NT_EXTRA_PROMOTES) promoting |= to;
            else if (!(v->steps[i].flags & NT_STEP_EMPTY_ENDS)) continue;
            else if (v->extra[i] & NT_EXTRA_DOUBLE) twice |= to;
            else single |= to;
        }
    }
    v->small_double[code] = twice;
    v->small_odd[code] = promoting | (single & twice);
}

/* What the hot paths ask, where the board has at most 64 cells. */
static void pack_small(builder *b) {
    nt_variant *v = b->v;
    unsigned cells = v->board.cells;
    for (unsigned code = 0; code < v->codes; code++) v->has_complex |= (v->reach_flags[code] & NT_REACH_COMPLEX) != 0;
    if (v->board.words != 1) return;
    v->small = nt_new(v->context, 2 * (size_t)v->codes * cells * sizeof *v->small);
    v->small_behind = nt_new(v->context, (size_t)v->players * cells * cells * sizeof *v->small_behind);
    if (!v->small || !v->small_behind) {
        b->status = NT_NO_MEMORY;
        return;
    }
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        unsigned flags = 0;
        for (unsigned player = 0; player < v->players; player++) flags |= v->reach_flags[nt_code_of(kind, player)];
        if (flags & NT_REACH_RIDE) v->rider[v->riders++] = (uint8_t)kind;
    }
    for (unsigned code = 0; code < v->codes; code++) {
        bool packs = code == 0 || is_used(v, code); /* the tables of code 0 are empty, and those of all that no man has */
        v->small_of[0][code] = packs ? pack_table(v, v->quiet + (size_t)code * cells) : v->small_of[0][0];
        v->small_of[1][code] = packs ? pack_table(v, v->capture + (size_t)code * cells) : v->small_of[0][0];
        if (packs) note_special(v, code);
    }
    for (unsigned player = 0; player < v->players; player++)
        for (unsigned cell = 0; cell < cells; cell++) note_behind(v, player, cell);
    for (unsigned cell = 0; cell < cells; cell++) {
        v->small_file[v->scheme.file[cell]] |= UINT64_C(1) << cell;
        v->small_rank[v->scheme.rank[cell]] |= UINT64_C(1) << cell;
    }
}

nt_status nt_programs_make(nt_variant *v, const nt_program_source *source) {
    builder b = {.v = v};
    if (!allocate(v)) return NT_NO_MEMORY;
    fill_between(v);
    if (!nt_grow(v->context, &b.nodes, &b.capacity, 64, sizeof *b.nodes)) b.status = NT_NO_MEMORY;
    for (b.kind = 1; b.kind <= v->kinds; b.kind++) {
        for (b.player = 0; b.player < v->players; b.player++) {
            unsigned code = nt_code_of(b.kind, b.player);
            for (b.from = 0; b.from < v->board.cells && b.status == NT_OK; b.from++) {
                build_tree(&b, source);
                if (b.status != NT_OK) break;
                lay_out(&b);
                write_program(&b, &v->program[code * v->board.cells + b.from]);
                note_tree(&b);
            }
        }
    }
    for (unsigned code = 0; code < v->codes; code++) {
        size_t first = (size_t)code * v->board.cells;
        if (!is_used(v, code)) continue; /* its tables are never touched, which saves pages */
        for (size_t row = first; row < first + v->board.cells; row++) {
            v->reach_flags[code] |= settle_reach(&v->capture[row], v->board.words);
            settle_reach(&v->quiet[row], v->board.words);
        }
    }
    nt_ungrow(v->context, &b.nodes, &b.capacity, sizeof *b.nodes);
    if (b.status == NT_OK) pack_small(&b);
    trim(&b);
    return b.status;
}
