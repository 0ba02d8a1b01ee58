/* Move generation: walks the step programs of the side to move and keeps what is legal.
 *
 * Where the royal piece can only be attacked by leaps and along straight lines, pins and checks are worked out once and
 * each man's targets are filtered by a set; moves that change more than two cells are tried out, as are all moves where
 * an attack could take a walk (bent, hopping or lame pieces near the royal). */
#include "rules/small.h"

enum { MAX_PINS = 16 };

typedef struct pin {
    unsigned cell;
    nt_cells line; /* where the pinned man may go: the line to the pinner, and the pinner */
} pin;

/* What the enemy's men mean for the royal piece of the side to move. */
typedef struct safety {
    bool simple; /* the sets below tell all; else moves are tried out */
    unsigned checks;
    nt_cells evasion; /* with one check: where a move answers it */
    nt_cells pinned;
    unsigned pins;
    pin pin[MAX_PINS];
} safety;

typedef struct generator {
    nt_position *p;
    const nt_variant *v;
    unsigned us;
    nt_move *moves;     /* NULL: only count */
    size_t count;
    bool trial;         /* try each move out */
    bool captures_only, first_only;
} generator;

/* ---- trying a move out ---- */

static bool survives(nt_position *p, nt_move m) {
    const nt_variant *v = p->variant;
    unsigned us = p->state.player;
    nt_make(p, m);
    bool good = !v->checks || !nt_in_check(p, us);
    if (good && v->no_giving_check) good = !nt_in_check(p, p->state.player);
    nt_unmake(p);
    return good;
}

static inline void emit(generator *g, nt_move m) {
    if (g->captures_only && !(m.flags & NT_MOVE_CAPTURE)) return;
    if (g->trial && !survives(g->p, m)) return;
    if (g->moves) g->moves[g->count] = m;
    g->count++;
}

static void try_and_emit(generator *g, nt_move m) {
    bool trial = g->trial;
    g->trial = trial || g->v->checks || g->v->no_giving_check;
    emit(g, m);
    g->trial = trial;
}

/* ---- promotion ---- */

static unsigned count_cells(const nt_cells *set) {
    unsigned count = 0;
    for (unsigned w = 0; w < NT_SET_WORDS; w++) count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

/* Whether a man may become a kind now: one has been captured, where that is asked, and the limit is not met. */
static bool may_become(const nt_position *p, const nt_promotion *promotion, unsigned kind, unsigned us) {
    const nt_variant *v = p->variant;
    unsigned shown = v->kind[kind].shown;
    if (promotion->captured_only && !(promotion->free >> kind & 1) && p->lost[us][kind] == 0) return false;
    if (!v->promotion_limit[shown]) return true;
    unsigned count = count_cells(&p->piece[nt_code_of(shown, us)]);
    if (kind != shown) count += count_cells(&p->piece[nt_code_of(kind, us)]);
    return count < v->promotion_limit[shown];
}

/* Emits a move that may be more than a plain step: a long first step, or one move for each promotion. */
static void emit_special(generator *g, nt_move m, uint8_t extra) {
    if (extra & NT_EXTRA_DOUBLE && !(m.flags & NT_MOVE_CAPTURE)) m.type = NT_MOVE_DOUBLE;
    if (!(extra & NT_EXTRA_PROMOTES)) {
        emit(g, m);
        return;
    }
    const nt_promotion *promotion = &g->v->promotion[m.piece];
    if (extra & NT_EXTRA_MAY_DECLINE) emit(g, m);
    for (unsigned i = 0; i < promotion->choices; i++) {
        m.promo = promotion->to[i];
        if (may_become(g->p, promotion, m.promo, g->us)) emit(g, m);
    }
}

/* ---- one man ---- */

/* Ways that an occupant leaves open, as shifts of the step flags: 0 empty, 2 enemy, 4 own. */
static inline unsigned way_of(unsigned there, unsigned us) {
    return !there ? 0 : nt_code_player(there) == us ? 4 : 2;
}

/* What may capture its own side may not capture its royal man. */
static inline bool is_own_royal(const nt_position *p, unsigned from, unsigned cell, unsigned way) {
    return way == 4 && cell == p->royal[p->state.player] && cell != from;
}

/* Emits the moves of the man on `from` that end on the cells of `allow` (NULL: on all). */
static void walk_man(generator *g, unsigned from, const nt_cells *allow) {
    const nt_position *p = g->p;
    const nt_variant *v = g->v;
    unsigned code = p->cell[from], us = g->us;
    const nt_program *program = nt_program_of(v, code, from);
    const nt_step *steps = v->steps + program->first;
    const uint8_t *extra = v->extra + program->first;
    bool repeats = program->flags & NT_PROGRAM_REPEATS;
    nt_cells seen = {{0}};
    nt_move m = {.from = (uint8_t)from, .piece = (uint8_t)nt_code_kind(code)};
    for (unsigned i = 0, length = program->length; i < length;) {
        nt_step s = steps[i];
        unsigned there = p->cell[s.cell], way = way_of(there, us);
        if (s.flags >> way & NT_STEP_EMPTY_ENDS && !is_own_royal(p, from, s.cell, way) &&
            (!allow || nt_cells_has(allow, s.cell)) && !(repeats && nt_cells_has(&seen, s.cell))) {
            m.to = s.cell;
            m.flags = there ? NT_MOVE_CAPTURE : 0;
            if (NT_UNLIKELY(s.flags & NT_STEP_SPECIAL)) emit_special(g, m, extra[i]);
            else emit(g, m);
            if (repeats) nt_cells_add(&seen, s.cell);
        }
        i = s.flags >> way & NT_STEP_EMPTY_GOES ? i + 1 : s.skip;
    }
}

/* The same for a program with captures on the way: inside the subtree of such a step a move is a locust's. */
static void walk_locust(generator *g, unsigned from, const nt_cells *allow) {
    const nt_position *p = g->p;
    const nt_variant *v = g->v;
    unsigned code = p->cell[from], us = g->us, victim = 0, victim_end = 0;
    const nt_program *program = nt_program_of(v, code, from);
    const nt_step *steps = v->steps + program->first;
    bool repeats = program->flags & NT_PROGRAM_REPEATS;
    nt_cells seen[NT_MAX_CELLS + 1]; /* without a victim, and by its cell */
    if (repeats) memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < program->length;) {
        nt_step s = steps[i];
        unsigned there = p->cell[s.cell], way = way_of(there, us);
        if (i >= victim_end) victim_end = 0;
        nt_cells *same = &seen[victim_end ? victim + 1 : 0];
        if (s.flags >> way & NT_STEP_EMPTY_ENDS && !is_own_royal(p, from, s.cell, way) &&
            (!allow || nt_cells_has(allow, s.cell)) && !(repeats && nt_cells_has(same, s.cell))) {
            nt_move m = {.from = (uint8_t)from, .to = s.cell, .piece = (uint8_t)nt_code_kind(code)};
            m.flags = there || victim_end ? NT_MOVE_CAPTURE : 0;
            m.type = victim_end ? NT_MOVE_LOCUST : NT_MOVE_STEP;
            m.aux = victim_end ? (uint8_t)victim : 0;
            if (victim_end) try_and_emit(g, m);
            else if (s.flags & NT_STEP_SPECIAL) emit_special(g, m, v->extra[program->first + i]);
            else emit(g, m);
            if (repeats) nt_cells_add(same, s.cell);
        }
        bool passes = s.flags >> way & NT_STEP_EMPTY_GOES;
        if (passes && s.flags & NT_STEP_TAKES) {
            victim = s.cell;
            victim_end = s.skip;
        }
        i = passes ? i + 1 : s.skip;
    }
}

static void walk_any(generator *g, unsigned from, const nt_cells *allow) {
    const nt_program *program = nt_program_of(g->v, g->p->cell[from], from);
    if (NT_LIKELY(!(program->flags & NT_PROGRAM_TAKES))) {
        walk_man(g, from, allow);
        return;
    }
    bool trial = g->trial;
    g->trial = trial || g->v->checks;
    walk_locust(g, from, NULL);
    g->trial = trial;
}

/* ---- en passant, drops, castling ---- */

/* Whether the pawn that passed a cell can be taken there by the side to move. */
static bool is_open(const nt_position *p, nt_passed passed, unsigned us) {
    return !p->cell[passed.cell] && p->cell[passed.victim] == passed.code && nt_code_player(passed.code) != us;
}

/* The capture of the man on `from` on the i-th passed cell; pawns of two players may have passed the same one. */
static nt_move passing_move(const nt_position *p, unsigned from, unsigned i, unsigned us) {
    nt_passed passed = p->state.passed[i];
    nt_move m = {.from = (uint8_t)from, .to = passed.cell, .type = NT_MOVE_EN_PASSANT,
                 .piece = (uint8_t)nt_code_kind(p->cell[from]), .aux = passed.victim, .flags = NT_MOVE_CAPTURE};
    for (unsigned k = 0; k < p->state.passed_count; k++) {
        if (k == i || p->state.passed[k].cell != passed.cell || !is_open(p, p->state.passed[k], us)) continue;
        m.aux2 = p->state.passed[k].victim;
        m.flags |= NT_MOVE_SECOND_VICTIM;
    }
    return m;
}

/* Whether an earlier entry stands for the same cell and is open, too: its move captures both. */
static bool is_repeated(const nt_position *p, unsigned i, unsigned us) {
    for (unsigned k = 0; k < i; k++)
        if (p->state.passed[k].cell == p->state.passed[i].cell && is_open(p, p->state.passed[k], us)) return true;
    return false;
}

static void emit_passers(generator *g) {
    const nt_position *p = g->p;
    const nt_variant *v = g->v;
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        nt_passed passed = p->state.passed[i];
        if (!is_open(p, passed, g->us) || is_repeated(p, i, g->us)) continue;
        for (uint64_t kinds = v->passers; kinds; kinds &= kinds - 1) {
            unsigned code = nt_code_of((unsigned)__builtin_ctzll(kinds), g->us);
            const nt_cells *from = &v->passer[code * v->board.cells + passed.cell];
            for (unsigned w = 0; w < v->board.words; w++)
                for (uint64_t set = from->word[w] & p->piece[code].word[w]; set; set &= set - 1)
                    try_and_emit(g, passing_move(p, 64 * w + (unsigned)__builtin_ctzll(set), i, g->us));
        }
    }
}

static void emit_drops(generator *g, const nt_cells *allow) {
    const nt_position *p = g->p;
    const nt_variant *v = g->v;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (!p->hand[g->us][kind]) continue;
        const nt_cells *zone = &v->drop_zone[kind][g->us];
        for (unsigned w = 0; w < v->board.words; w++) {
            uint64_t set = zone->word[w] & ~p->occupied.word[w];
            if (allow) set &= allow->word[w];
            if (!g->moves && !g->trial && !g->captures_only) {
                g->count += (size_t)__builtin_popcountll(set);
                continue;
            }
            for (; set; set &= set - 1)
                emit(g, (nt_move){.to = (uint8_t)(64 * w + (unsigned)__builtin_ctzll(set)),
                                  .type = NT_MOVE_DROP,
                                  .piece = (uint8_t)kind});
        }
    }
}

/* Whether all cells of a rank from a to b are empty but for the two castling men. */
static bool is_free_path(const nt_position *p, unsigned a, unsigned b, unsigned king, unsigned rook) {
    const nt_board *board = &p->variant->board;
    int y = board->y[a], from = board->x[a], to = board->x[b], way = from < to ? 1 : -1;
    for (int x = from;; x += way) {
        unsigned cell = nt_board_at(board, x, y);
        if (cell == NT_NO_CELL || (p->cell[cell] && cell != king && cell != rook)) return false;
        if (x == to) return true;
    }
}

/* The same of both men at once, where the variant is simple. */
static bool are_free_paths_small(const nt_position *p, nt_move m) {
    const nt_variant *v = p->variant;
    uint64_t men = UINT64_C(1) << m.from | UINT64_C(1) << m.aux, ends = UINT64_C(1) << m.to | UINT64_C(1) << m.aux2;
    uint64_t ways = nt_between_small(v, m.from, m.to) | nt_between_small(v, m.aux, m.aux2) | ends;
    return !(ways & p->occupied.word[0] & ~men);
}

/* Whether castling leaves the king safe, and gives no check where that is forbidden. */
static bool survives_castling(nt_position *p, nt_move m) {
    if (!p->variant->is_simple) return survives(p, m);
    uint64_t occupied = p->occupied.word[0] & ~(UINT64_C(1) << m.from | UINT64_C(1) << m.aux);
    return !nt_attacked_small(p, m.to, p->state.player, occupied | UINT64_C(1) << m.to | UINT64_C(1) << m.aux2, 0);
}

/* Whether the king is attacked on no cell of his way; the last one is judged after the move. */
static bool is_safe_path(nt_position *p, nt_move m) {
    const nt_board *board = &p->variant->board;
    int y = board->y[m.from], from = board->x[m.from], end = board->x[m.to], way = from < end ? 1 : -1;
    if (nt_is_checked(p)) return false;
    if (p->variant->is_simple) {
        for (uint64_t ways = nt_between_small(p->variant, m.from, m.to); ways; ways &= ways - 1)
            if (nt_attacked_small(p, (unsigned)__builtin_ctzll(ways), p->state.player, p->occupied.word[0], 0)) return false;
        return survives_castling(p, m);
    }
    for (int x = from; x != end; x += way)
        if (x != from && nt_attacked(p, nt_board_at(board, x, y), p->state.player, NULL)) return false;
    return survives_castling(p, m);
}

bool nt_castling_on(const nt_position *position, unsigned side, nt_move *move) {
    nt_position *p = (nt_position *)position; /* changed and changed back by the trial */
    const nt_variant *v = p->variant;
    unsigned us = p->state.player, king = p->royal[us], right = 2 * us + side;
    if (king == NT_NO_CELL || !(p->state.rights >> right & 1)) return false;
    unsigned rook = p->castle_rook[right], to = v->castling.king_to[us][side], rook_to = v->castling.rook_to[us][side];
    *move = (nt_move){.from = (uint8_t)king, .to = (uint8_t)to, .type = NT_MOVE_CASTLE, .piece = v->castling.king_kind,
                      .aux = (uint8_t)rook, .aux2 = (uint8_t)rook_to};
    bool is_free = v->is_simple ? are_free_paths_small(p, *move)
                                : is_free_path(p, king, to, king, rook) && is_free_path(p, rook, rook_to, king, rook);
    if (!is_free) return false;
    return !v->checks || is_safe_path(p, *move);
}

size_t nt_castlings(const nt_position *p, nt_move *moves) {
    size_t count = 0;
    for (unsigned side = 0; side < 2; side++) count += nt_castling_on(p, side, &moves[count]);
    return count;
}

static void emit_castlings(generator *g) {
    nt_move castling[2];
    if (!(g->p->state.rights >> 2 * g->us & 3) || g->captures_only) return;
    size_t count = nt_castlings(g->p, castling);
    for (size_t i = 0; i < count; i++) emit(g, castling[i]);
}

/* ---- pins and checks ---- */

static void note_line(const nt_position *p, safety *s, unsigned from, unsigned king, unsigned us) {
    const nt_variant *v = p->variant;
    const uint64_t *between = nt_between(v, from, king);
    nt_cells line = {{0}};
    unsigned men = 0, blocker = 0;
    for (unsigned w = 0; w < v->board.words; w++) {
        uint64_t set = between[w] & p->occupied.word[w];
        line.word[w] = between[w];
        if (!set) continue;
        men += (unsigned)__builtin_popcountll(set);
        blocker = 64 * w + (unsigned)__builtin_ctzll(set);
    }
    nt_cells_add(&line, from);
    if (men == 0) {
        s->checks++;
        s->evasion = line;
    } else if (men == 1 && nt_code_player(p->cell[blocker]) == us) {
        if (s->pins == MAX_PINS) s->simple = false;
        else s->pin[s->pins++] = (pin){blocker, line};
        nt_cells_add(&s->pinned, blocker);
    }
}

static void find_safety(const nt_position *p, unsigned us, safety *s) {
    const nt_variant *v = p->variant;
    unsigned king = p->royal[us];
    s->simple = true;
    s->checks = s->pins = 0;
    s->pinned = (nt_cells){{0}};
    for (unsigned enemy = 0; enemy < v->players; enemy++) {
        if (enemy == us) continue;
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            unsigned code = nt_code_of(kind, enemy);
            const nt_reach *reach = &v->capture[code * v->board.cells + king];
            for (unsigned w = 0; w < v->board.words; w++) {
                uint64_t men = p->piece[code].word[w];
                for (uint64_t set = men & reach->leap.word[w]; set; set &= set - 1) {
                    s->checks++;
                    s->evasion = (nt_cells){{0}};
                    nt_cells_add(&s->evasion, 64 * w + (unsigned)__builtin_ctzll(set));
                }
                for (uint64_t set = men & reach->ride.word[w]; set; set &= set - 1)
                    note_line(p, s, 64 * w + (unsigned)__builtin_ctzll(set), king, us);
                if (men & reach->complex.word[w]) s->simple = false;
            }
        }
    }
}

static const nt_cells *pin_line(const safety *s, unsigned cell) {
    for (unsigned i = 0; i < s->pins; i++)
        if (s->pin[i].cell == cell) return &s->pin[i].line;
    return NULL;
}

/* Where the man on `from` may go: on the line of its pin and, in check, where the check is answered. */
static const nt_cells *allowed(const safety *s, unsigned from, nt_cells *both) {
    const nt_cells *line = nt_cells_has(&s->pinned, from) ? pin_line(s, from) : NULL;
    if (s->checks == 0) return line;
    if (!line) return &s->evasion;
    for (unsigned w = 0; w < NT_SET_WORDS; w++) both->word[w] = line->word[w] & s->evasion.word[w];
    return both;
}

/* The cells next to the royal, or wherever it can go, that no enemy attacks once it is there. */
static void walk_royal(generator *g, unsigned king) {
    nt_position *p = g->p;
    const nt_variant *v = g->v;
    const nt_program *program = nt_program_of(v, p->cell[king], king);
    const nt_step *steps = v->steps + program->first;
    nt_cells safe = {{0}}, occupied = p->occupied;
    nt_cells_remove(&occupied, king);
    for (unsigned i = 0; i < program->length; i++) {
        unsigned to = steps[i].cell, there = p->cell[to];
        if (there && nt_code_player(there) == g->us) continue;
        nt_cells removed = {{0}};
        nt_cells_add(&removed, to);
        if (nt_has_complex_attacker(p, to, g->us)) {
            nt_move m = {.from = (uint8_t)king, .to = (uint8_t)to, .piece = (uint8_t)nt_code_kind(p->cell[king])};
            if (survives(p, m)) nt_cells_add(&safe, to);
        } else if (!nt_attacked_if(p, to, g->us, &occupied, &removed)) {
            nt_cells_add(&safe, to);
        }
        if (g->first_only && nt_cells_has(&safe, to)) { /* most checks are answered by the first cell that is safe */
            walk_any(g, king, &safe);
            if (g->count) return;
        }
    }
    walk_any(g, king, &safe);
}

/* ---- all moves ---- */

/* The moves of all men but the royal, for which `s` (NULL: none is needed) says where they may go. */
static void walk_men(generator *g, const safety *s, unsigned royal) {
    const nt_position *p = g->p;
    for (unsigned w = 0; w < g->v->board.words; w++) {
        for (uint64_t set = p->own[g->us].word[w]; set; set &= set - 1) {
            unsigned from = 64 * w + (unsigned)__builtin_ctzll(set);
            if (from == royal) continue;
            nt_cells both;
            walk_any(g, from, s ? allowed(s, from, &both) : NULL);
            if (g->first_only && g->count) return;
        }
    }
}

static void generate_checked(generator *g) {
    nt_position *p = g->p;
    unsigned king = p->royal[g->us];
    safety s;
    find_safety(p, g->us, &s);
    if (!s.simple || g->v->no_giving_check) {
        g->trial = true;
        walk_men(g, NULL, NT_NO_CELL);
        if (g->v->has_drops) emit_drops(g, NULL);
        emit_passers(g);
        g->trial = false;
        emit_castlings(g);
        return;
    }
    walk_royal(g, king);
    if (s.checks > 1 || (g->first_only && g->count)) return;
    walk_men(g, &s, king);
    if (g->v->has_drops) emit_drops(g, s.checks ? &s.evasion : NULL);
    emit_passers(g);
    if (s.checks == 0) emit_castlings(g);
}

static void generate(generator *g) {
    nt_position *p = g->p;
    if (g->v->checks && p->royal[g->us] != NT_NO_CELL) {
        generate_checked(g);
        return;
    }
    g->trial = g->v->no_giving_check;
    walk_men(g, NULL, NT_NO_CELL);
    if (g->v->has_drops) emit_drops(g, NULL);
    emit_passers(g);
    emit_castlings(g);
    g->trial = false;
}

/* Where captures are forced and there is one, only captures are legal. */
static void generate_legal(generator *g) {
    if (nt_has_ended_early(g->p)) return;
    if (g->v->must_capture) {
        g->captures_only = true;
        generate(g);
        if (g->count) return;
        g->captures_only = false;
    }
    generate(g);
    if (g->v->pass_when_stuck && g->count == 0) emit(g, (nt_move){.type = NT_MOVE_PASS});
}

static generator generator_for(nt_position *p, nt_move *moves) {
    return (generator){.p = p, .v = p->variant, .us = p->state.player, .moves = moves};
}

size_t nt_generate(nt_position *p, nt_move *moves) {
    generator g = generator_for(p, moves);
    generate_legal(&g);
    return g.count;
}

size_t nt_position_moves(nt_position *p, nt_move *moves) { return nt_generate(p, moves); }

size_t nt_count_legal(nt_position *p) {
    generator g = generator_for(p, NULL);
    generate_legal(&g);
    return g.count;
}

/* Whether some man may leap to an empty cell: where there is no check, the first one mostly may. */
static bool has_leap_small(const nt_position *p) {
    const nt_variant *v = p->variant;
    for (uint64_t men = p->own[p->state.player].word[0]; men; men &= men - 1) {
        unsigned from = (unsigned)__builtin_ctzll(men), code = p->cell[from];
        const nt_program *program = nt_program_of(v, code, from);
        for (unsigned i = 0; i < program->length; i++) {
            unsigned to = v->steps[program->first + i].cell;
            if (p->cell[to] || !(nt_small_of(v, false, code, to).leap >> from & 1)) continue;
            if (nt_safe_step_small(p, from, to)) return true;
        }
    }
    return false;
}

bool nt_has_legal(nt_position *p) {
    if (p->variant->is_simple && !p->state.in_check && has_leap_small(p)) return true;
    generator g = generator_for(p, NULL);
    g.first_only = !p->variant->must_capture;
    generate_legal(&g);
    return g.count > 0;
}

size_t nt_generate_pseudo(nt_position *p, nt_move *moves) {
    generator g = generator_for(p, moves);
    walk_men(&g, NULL, NT_NO_CELL);
    if (g.v->has_drops) emit_drops(&g, NULL);
    for (unsigned i = 0; i < p->state.passed_count; i++) {
        nt_move list[NT_MAX_CHOICES + 1];
        for (unsigned from = 0; from < g.v->board.cells; from++) {
            if (!p->cell[from] || nt_code_player(p->cell[from]) != g.us) continue;
            size_t n = nt_moves_between(p, from, p->state.passed[i].cell, list);
            for (size_t k = 0; k < n; k++)
                if (list[k].type == NT_MOVE_EN_PASSANT) emit(&g, list[k]);
        }
    }
    return g.count;
}

/* ---- single moves ---- */

bool nt_can_reach(const nt_position *p, unsigned code, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    const nt_program *program = nt_program_of(v, code, from);
    const nt_step *steps = v->steps + program->first;
    unsigned us = nt_code_player(code);
    for (unsigned i = 0; i < program->length;) {
        nt_step s = steps[i];
        unsigned way = way_of(p->cell[s.cell], us);
        if (s.cell == to && s.flags >> way & NT_STEP_EMPTY_ENDS) return true;
        i = s.flags >> way & NT_STEP_EMPTY_GOES ? i + 1 : s.skip;
    }
    return false;
}

size_t nt_moves_between(const nt_position *position, unsigned from, unsigned to, nt_move *moves) {
    generator g = generator_for((nt_position *)position, moves); /* nothing is tried out: the position stays */
    nt_cells only = {{0}};
    unsigned code = position->cell[from];
    nt_cells_add(&only, to);
    g.us = nt_code_player(code);
    if (nt_program_of(g.v, code, from)->flags & NT_PROGRAM_TAKES) {
        nt_move list[NT_MAX_CELLS + NT_MAX_CHOICES]; /* one for each victim, and one for each promotion */
        generator all = generator_for((nt_position *)position, list);
        all.us = g.us;
        walk_locust(&all, from, &only);
        for (size_t i = 0; i < all.count && g.count < NT_MAX_CHOICES; i++) emit(&g, list[i]);
    } else {
        walk_man(&g, from, &only);
    }
    for (unsigned i = 0; i < position->state.passed_count; i++) {
        nt_passed passed = position->state.passed[i];
        if (passed.cell != to || g.us != position->state.player || !is_open(position, passed, g.us)) continue;
        if (is_repeated(position, i, g.us) || !nt_cells_has(&g.v->passer[code * g.v->board.cells + to], from)) continue;
        emit(&g, passing_move(position, from, i, g.us));
    }
    return g.count;
}

/* Without making the move, where the royal's attackers leap or ride only. */
static bool is_safe_step(nt_position *p, nt_move m) {
    if (p->variant->is_simple) return nt_safe_step_small(p, m.from, m.to);
    unsigned us = p->state.player, king = p->royal[us] == m.from ? m.to : p->royal[us];
    nt_cells occupied = p->occupied, removed = {{0}};
    if (king == NT_NO_CELL) return true;
    if (nt_has_complex_attacker(p, king, us)) return survives(p, m);
    nt_cells_remove(&occupied, m.from);
    nt_cells_add(&occupied, m.to);
    nt_cells_add(&removed, m.to);
    return !nt_attacked_if(p, king, us, &occupied, &removed);
}

/* Whether passing is all that is left. */
static bool is_stuck(nt_position *p) {
    generator g = generator_for(p, NULL);
    g.first_only = true;
    generate(&g);
    return g.count == 0;
}

bool nt_is_legal(nt_position *p, nt_move m) {
    const nt_variant *v = p->variant;
    if (nt_has_ended_early(p)) return false;
    if (v->must_capture && !(m.flags & NT_MOVE_CAPTURE)) {
        generator g = generator_for(p, NULL);
        g.captures_only = true;
        generate(&g);
        if (g.count) return false;
    }
    if (m.type == NT_MOVE_PASS) return v->pass_when_stuck && is_stuck(p);
    if (m.type == NT_MOVE_CASTLE) {
        nt_move castling[2];
        size_t count = nt_castlings(p, castling);
        for (size_t i = 0; i < count; i++)
            if (castling[i].aux == m.aux) return true;
        return false;
    }
    if (m.to == p->royal[p->state.player] && m.to != m.from) return false;
    if (v->no_giving_check) return survives(p, m);
    if (!v->checks) return true;
    return m.type == NT_MOVE_STEP || m.type == NT_MOVE_DOUBLE ? is_safe_step(p, m) : survives(p, m);
}

bool nt_passed_capturable(nt_position *p, bool legal) {
    const nt_variant *v = p->variant;
    if (legal) {
        generator g = generator_for(p, NULL);
        emit_passers(&g);
        return g.count > 0;
    }
    for (unsigned i = 0; i < p->state.passed_count; i++)
        for (uint64_t kinds = v->passers; kinds; kinds &= kinds - 1) {
            unsigned code = nt_code_of((unsigned)__builtin_ctzll(kinds), p->state.player);
            const nt_cells *from = &v->passer[code * v->board.cells + p->state.passed[i].cell];
            for (unsigned w = 0; w < v->board.words; w++)
                if (from->word[w] & p->piece[code].word[w]) return true;
        }
    return false;
}
