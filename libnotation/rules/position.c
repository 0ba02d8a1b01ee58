/* Positions: set up, copied, changed by moves and changed back. All sets and the key are kept in step here. */
#include "rules/small.h"

/* ---- putting and taking ---- */

static inline void put(nt_position *p, unsigned cell, unsigned code) {
    const nt_variant *v = p->variant;
    p->cell[cell] = (uint8_t)code;
    nt_cells_add(&p->occupied, cell);
    nt_cells_add(&p->own[nt_code_player(code)], cell);
    nt_cells_add(&p->piece[code], cell);
    if (nt_code_kind(code) == v->royal_kind) p->royal[nt_code_player(code)] = (uint16_t)cell;
    p->state.key ^= v->key_piece[code * v->board.cells + cell];
}

static inline void take(nt_position *p, unsigned cell) {
    const nt_variant *v = p->variant;
    unsigned code = p->cell[cell];
    p->cell[cell] = 0;
    nt_cells_remove(&p->occupied, cell);
    nt_cells_remove(&p->own[nt_code_player(code)], cell);
    nt_cells_remove(&p->piece[code], cell);
    if (p->royal[nt_code_player(code)] == cell) p->royal[nt_code_player(code)] = NT_NO_CELL;
    p->state.key ^= v->key_piece[code * v->board.cells + cell];
}

void nt_position_put(nt_position *p, unsigned cell, unsigned code) { put(p, cell, code); }
void nt_position_take(nt_position *p, unsigned cell) { take(p, cell); }

/* The part of the key that a hand's count of one kind makes. */
static uint64_t hand_key(const nt_position *p, unsigned player, unsigned kind) {
    return p->variant->key_hand[nt_code_of(kind, player)] * p->hand[player][kind];
}

static void add_to_hand(nt_position *p, unsigned player, unsigned kind, int count) {
    p->state.key ^= hand_key(p, player, kind);
    p->hand[player][kind] = (uint8_t)(p->hand[player][kind] + count);
    p->state.key ^= hand_key(p, player, kind);
}

/* ---- making positions ---- */

/* The bytes of a position from `cell` on that a variant ever uses, but for the men that are gone. */
static size_t array_size(const nt_variant *v) {
    return offsetof(nt_position, piece) - offsetof(nt_position, cell) + v->codes * sizeof(nt_cells);
}

void nt_position_empty(nt_position *p) {
    const nt_variant *v = p->variant;
    memset(p->cell, 0, array_size(v));
    p->plies = 0;
    for (unsigned player = 0; player < NT_MAX_PLAYERS; player++) p->royal[player] = NT_NO_CELL;
    p->state.alive = (uint8_t)((1u << v->players) - 1);
    p->start_number = 1;
}

/* Two positions differ by an en passant right only if it can be used (FIDE Laws 9.2.3). */
void nt_key_passed(nt_position *p) {
    if (!nt_passed_capturable(p, false) || !nt_passed_capturable(p, true)) return;
    p->state.key ^= p->variant->key_passed[p->state.passed[0].cell];
    p->state.passed_keyed = true;
}

static void mark_castle_cells(nt_position *p) {
    p->castle_cells = 0;
    for (unsigned right = 0; p->variant->small && right < 2 * p->variant->players; right++) {
        unsigned king = p->royal[right / 2];
        if (!(p->state.rights >> right & 1)) continue;
        p->castle_cells |= UINT64_C(1) << p->castle_rook[right];
        if (king != NT_NO_CELL) p->castle_cells |= UINT64_C(1) << king;
    }
}

/* Works out the key, the part of which that the men on their cells make is given, and what goes with it. */
static void set_key(nt_position *p, uint64_t men) {
    const nt_variant *v = p->variant;
    uint64_t key = men ^ v->key_rights[p->state.rights] ^ v->key_player[p->state.player];
    for (unsigned player = 0; player < v->players; player++) {
        key ^= v->key_checks[player] * p->checks_given[player];
        for (unsigned kind = 1; kind <= v->kinds; kind++) key ^= hand_key(p, player, kind);
    }
    p->state.key = key;
    mark_castle_cells(p);
    p->state.in_check = v->is_simple && nt_in_check(p, p->state.player);
    p->state.passed_keyed = false;
    if (p->state.passed_count) nt_key_passed(p);
}

void nt_position_rekey(nt_position *p) {
    const nt_variant *v = p->variant;
    uint64_t men = 0;
    for (unsigned cell = 0; cell < v->board.cells; cell++)
        if (p->cell[cell]) men ^= v->key_piece[p->cell[cell] * v->board.cells + cell];
    set_key(p, men);
}

static void set_up_array(nt_position *p) {
    const nt_variant *v = p->variant;
    nt_position_empty(p);
    for (unsigned cell = 0; cell < v->board.cells; cell++)
        if (v->array[cell]) put(p, cell, v->array[cell]);
    memcpy(p->hand, v->hand_start, sizeof p->hand);
    p->state.slots = v->slots < 32 ? (UINT32_C(1) << v->slots) - 1 : UINT32_MAX;
    p->state.rights = v->array_rights;
    for (unsigned right = 0; right < 2 * v->players; right++)
        p->castle_rook[right] = v->castling.rook_from[right / 2][right % 2];
    p->free_castling = v->castling.any_file;
    p->state.player = p->start_player = v->array_player;
    set_key(p, p->state.key); /* which only tells of what has been put so far */
}

/* Once a game: copied, it takes a tenth of the instructions. */
void nt_position_reset(nt_position *p) {
    size_t size = array_size(p->variant);
    if (p->array) {
        memcpy(p->cell, p->array, size);
        p->plies = 0;
        return;
    }
    set_up_array(p);
    p->array = nt_new(p->context, size);
    if (p->array) memcpy(p->array, p->cell, size);
}

nt_position *nt_position_new(nt_context *context, const nt_variant *variant) {
    nt_position *p = nt_new(context, sizeof *p);
    if (!p) return NULL;
    p->context = context;
    p->variant = variant;
    if (!nt_position_reserve(p, 64)) {
        nt_delete(context, p, sizeof *p);
        return NULL;
    }
    set_up_array(p);
    return p;
}

void nt_position_free(nt_position *p) {
    if (!p) return;
    nt_ungrow(p->context, &p->undo, &p->undo_capacity, sizeof *p->undo);
    nt_delete(p->context, p->array, array_size(p->variant));
    nt_delete(p->context, p, sizeof *p);
}

void nt_position_copy(nt_position *to, const nt_position *from) {
    to->variant = from->variant;
    memcpy(to->cell, from->cell, sizeof *to - offsetof(nt_position, cell));
    to->plies = 0;
    to->start_player = from->state.player;
    to->start_number = nt_position_number(from);
    to->state.round = 0;
    to->start_clock = from->state.clock;
}

bool nt_position_grow(nt_position *p, size_t more) {
    return nt_grow(p->context, &p->undo, &p->undo_capacity, p->plies + more + NT_SPARE_PLIES, sizeof *p->undo);
}

/* ---- moves ---- */

unsigned nt_next_player(const nt_position *p, unsigned player) {
    do player = player + 1 == p->variant->players ? 0 : player + 1;
    while (!(p->state.alive >> player & 1));
    return player;
}

unsigned nt_position_number(const nt_position *p) {
    return p->start_number + p->state.round;
}

bool nt_position_begins_number(const nt_position *p) {
    if (p->plies) return p->undo[p->plies - 1].state.round != p->state.round;
    return !(p->state.alive & ((1u << p->state.player) - 1));
}

/* Takes the man on a cell off the board for good, or into a hand. Returns its code. */
static unsigned capture(nt_position *p, unsigned cell, unsigned by) {
    const nt_variant *v = p->variant;
    unsigned code = p->cell[cell], kind = nt_code_kind(code);
    take(p, cell);
    if (v->notes_captures) p->lost[nt_code_player(code)][kind]++;
    if (v->captures_to_hand) add_to_hand(p, by, v->kind[kind].base, 1);
    p->state.clock = 0;
    return code;
}

static void uncapture(nt_position *p, unsigned cell, unsigned code, unsigned by) {
    const nt_variant *v = p->variant;
    unsigned kind = nt_code_kind(code);
    if (v->captures_to_hand) p->hand[by][v->kind[kind].base]--;
    if (v->notes_captures) p->lost[nt_code_player(code)][kind]--;
    put(p, cell, code);
}

void nt_lose_rights(nt_position *p, unsigned king, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    uint8_t rights = p->state.rights;
    for (unsigned right = 0; right < 2 * v->players; right++) {
        if (!(rights >> right & 1)) continue;
        unsigned rook = p->castle_rook[right];
        if (rook == from || rook == to || (right / 2 == p->state.player && king == from))
            rights &= (uint8_t) ~(1u << right);
    }
    p->state.key ^= v->key_rights[p->state.rights] ^ v->key_rights[rights];
    p->state.rights = rights;
}

/* The slot that a drop empties: the one that the move names, else the lowest filled one of the kind. */
static unsigned empty_slot(nt_position *p, nt_move m, unsigned us) {
    const nt_variant *v = p->variant;
    unsigned slot = m.aux;
    for (unsigned i = 0; !slot && i < v->slots; i++)
        if (v->slot[i].player == us && v->slot[i].kind == m.piece && (p->state.slots >> i & 1)) slot = i + 1;
    if (slot) p->state.slots &= ~(UINT32_C(1) << (slot - 1));
    return slot;
}

static void make_drop(nt_position *p, nt_move m, unsigned us, nt_undo *undo) {
    add_to_hand(p, us, m.piece, -1);
    undo->slot = (uint8_t)empty_slot(p, m, us);
    put(p, m.to, nt_code_of(m.piece, us));
    if (p->variant->drop_resets_clock) p->state.clock = 0;
}

static void make_castling(nt_position *p, nt_move m) {
    unsigned king = p->cell[m.from], rook = p->cell[m.aux];
    take(p, m.from);
    take(p, m.aux);
    put(p, m.to, king);
    put(p, m.aux2, rook);
}

/* The rights against a player's pawns end when his turn comes again. */
static void expire_passed(nt_position *p, unsigned player) {
    unsigned kept = 0;
    for (unsigned i = 0; i < p->state.passed_count; i++)
        if (nt_code_player(p->state.passed[i].code) != player) p->state.passed[kept++] = p->state.passed[i];
    p->state.passed_count = (uint8_t)kept;
}

void nt_set_passed(nt_position *p, nt_move m) {
    const nt_variant *v = p->variant;
    const uint64_t *between = nt_between(v, m.from, m.to);
    for (unsigned w = 0; w < v->board.words; w++)
        for (uint64_t set = between[w]; set && p->state.passed_count < NT_MAX_PASSED; set &= set - 1)
            p->state.passed[p->state.passed_count++] =
                (nt_passed){(uint8_t)(64 * w + (unsigned)__builtin_ctzll(set)), m.to, p->cell[m.to]};
}

/* Whether a promotion takes the new man from those that have been captured. */
static bool takes_captured(const nt_variant *v, nt_move m) {
    return v->promotion[m.piece].captured_only && !(v->promotion[m.piece].free >> m.promo & 1);
}

static void make_step(nt_position *p, nt_move m, unsigned us, nt_undo *undo) {
    unsigned code = p->cell[m.from];
    if (m.type == NT_MOVE_EN_PASSANT) {
        undo->captured = (uint8_t)capture(p, m.aux, us);
        if (m.flags & NT_MOVE_SECOND_VICTIM) undo->captured_via = (uint8_t)capture(p, m.aux2, us);
    } else if (m.type == NT_MOVE_LOCUST) undo->captured_via = (uint8_t)capture(p, m.aux, us);
    if (p->cell[m.to]) undo->captured = (uint8_t)capture(p, m.to, us);
    take(p, m.from);
    if (m.promo) {
        code = nt_code_of(m.promo, us);
        if (takes_captured(p->variant, m)) p->lost[us][m.promo]--;
    }
    put(p, m.to, code);
    if (p->variant->kind[m.piece].resets) p->state.clock = 0;
}

/* ---- three players: armies that go off the board ---- */

static void remove_army(nt_position *p, unsigned player) {
    for (unsigned w = 0; w < p->variant->board.words; w++) {
        for (uint64_t set = p->own[player].word[w]; set; set &= set - 1) {
            unsigned cell = 64 * w + (unsigned)__builtin_ctzll(set);
            p->removed[p->removed_count++] = (nt_removed){(uint8_t)cell, p->cell[cell]};
            take(p, cell);
        }
    }
    p->state.alive &= (uint8_t) ~(1u << player);
}

/* All men of a player whose royal has been captured change sides. */
static void take_over(nt_position *p, unsigned player, unsigned by) {
    for (unsigned w = 0; w < p->variant->board.words; w++) {
        for (uint64_t set = p->own[player].word[w]; set; set &= set - 1) {
            unsigned cell = 64 * w + (unsigned)__builtin_ctzll(set), code = p->cell[cell];
            p->removed[p->removed_count++] = (nt_removed){(uint8_t)cell, (uint8_t)code};
            take(p, cell);
            put(p, cell, nt_code_of(nt_code_kind(code), by));
        }
    }
    p->state.alive &= (uint8_t) ~(1u << player);
}

static void take_over_captured(nt_position *p, unsigned by) {
    for (unsigned player = 0; player < p->variant->players; player++)
        if (p->state.alive >> player & 1 && p->royal[player] == NT_NO_CELL) take_over(p, player, by);
}

/* At the start of a turn every royal that the mover attacks is mated. A removal can open a line to the next one, so the
 * test is repeated. */
static void remove_mated(nt_position *p) {
    unsigned us = p->state.player;
    bool again = true;
    while (again) {
        again = false;
        for (unsigned player = 0; player < p->variant->players; player++) {
            if (player == us || !(p->state.alive >> player & 1) || p->royal[player] == NT_NO_CELL) continue;
            if (!nt_attacked_by(p, p->royal[player], us)) continue;
            remove_army(p, player);
            again = true;
        }
    }
}

static void restore_armies(nt_position *p, unsigned count) {
    while (p->removed_count > count) {
        nt_removed man = p->removed[--p->removed_count];
        if (p->cell[man.cell]) take(p, man.cell); /* it was taken over, not removed */
        put(p, man.cell, man.code);
    }
}

void nt_note_capture(nt_position *p, unsigned cell, unsigned code) {
    const nt_variant *v = p->variant;
    unsigned owner = nt_code_player(code), kind = nt_code_kind(code);
    p->lost[owner][kind]++;
    if (v->captures_to_hand) add_to_hand(p, p->state.player, v->kind[kind].base, 1);
    if (p->royal[owner] == cell) p->royal[owner] = NT_NO_CELL;
}

static void make_any(nt_position *p, nt_move m) {
    const nt_variant *v = p->variant;
    unsigned us = p->state.player, king = p->royal[us];
    nt_undo *undo = nt_begin_move(p, m);
    p->state.clock++;
    if (p->state.passed_keyed) p->state.key ^= v->key_passed[p->state.passed[0].cell];
    p->state.passed_keyed = false;
    if (v->players == 2) p->state.passed_count = 0;
    switch (m.type) {
    case NT_MOVE_DROP: make_drop(p, m, us, undo); break;
    case NT_MOVE_CASTLE: make_castling(p, m); break;
    case NT_MOVE_PASS: break;
    default: make_step(p, m, us, undo); break;
    }
    if (p->state.rights && m.type != NT_MOVE_DROP && m.type != NT_MOVE_PASS) nt_lose_rights(p, king, m.from, m.to);
    if (m.type == NT_MOVE_DOUBLE) nt_set_passed(p, m);
    if (v->takeover) take_over_captured(p, us);
    p->state.player = (uint8_t)nt_next_player(p, us);
    p->state.round += p->state.player <= us;
    p->state.key ^= v->key_player[us] ^ v->key_player[p->state.player];
    if (v->players > 2) expire_passed(p, p->state.player);
    if (v->removal) remove_mated(p);
    if (v->is_simple) p->state.in_check = nt_in_check(p, p->state.player);
    if (p->state.passed_count) nt_key_passed(p);
    if (v->check_limit && nt_in_check(p, p->state.player)) {
        p->state.key ^= v->key_checks[us] * p->checks_given[us];
        p->checks_given[us]++;
        p->state.key ^= v->key_checks[us] * p->checks_given[us];
        undo->gave_check = true;
    }
}

void nt_make(nt_position *p, nt_move m) {
    bool is_plain = p->variant->is_simple && (m.type == NT_MOVE_STEP || m.type == NT_MOVE_DOUBLE) && !m.promo;
    if (NT_LIKELY(is_plain)) (void)nt_make_plain(p, (nt_plain_step){p->cell[m.from], m.from, m.to, m.type});
    else make_any(p, m);
}

void nt_unmake(nt_position *p) {
    nt_undo *undo = &p->undo[--p->plies];
    nt_move m = undo->move;
    unsigned us = undo->state.player;
    if (undo->gave_check) p->checks_given[us]--;
    restore_armies(p, undo->removed);
    switch (m.type) {
    case NT_MOVE_DROP:
        take(p, m.to);
        p->hand[us][m.piece]++;
        break;
    case NT_MOVE_CASTLE: {
        unsigned king = p->cell[m.to], rook = p->cell[m.aux2];
        take(p, m.to);
        take(p, m.aux2);
        put(p, m.from, king);
        put(p, m.aux, rook);
        break;
    }
    case NT_MOVE_PASS: break;
    default:
        take(p, m.to);
        put(p, m.from, nt_code_of(m.piece, us));
        if (m.promo && takes_captured(p->variant, m)) p->lost[us][m.promo]++;
        if (undo->captured) uncapture(p, m.type == NT_MOVE_EN_PASSANT ? m.aux : m.to, undo->captured, us);
        if (undo->captured_via) uncapture(p, m.type == NT_MOVE_EN_PASSANT ? m.aux2 : m.aux, undo->captured_via, us);
        break;
    }
    p->state = undo->state;
}

nt_status nt_position_make(nt_position *p, nt_move move) {
    if (!nt_position_reserve(p, 2)) return NT_NO_MEMORY;
    nt_make(p, move);
    return NT_OK;
}

void nt_position_unmake(nt_position *p) {
    if (p->plies) nt_unmake(p);
}

/* ---- what a caller may ask ---- */

const nt_variant *nt_position_variant(const nt_position *p) { return p->variant; }
size_t nt_position_player(const nt_position *p) { return p->state.player; }
uint64_t nt_position_key(const nt_position *p) { return p->state.key; }
bool nt_position_in_check(const nt_position *p) { return nt_is_checked(p); }
