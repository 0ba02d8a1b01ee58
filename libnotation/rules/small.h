/* Legality and checks of plain steps where the variant is simple (nt_variant.is_simple): inline, for the hot paths that
 * resolve, make and generate moves. */
#ifndef NT_SMALL_H
#define NT_SMALL_H

#include "rules/position.h"

/* What is occupied after a step. */
static inline uint64_t nt_occupied_after(const nt_position *p, unsigned from, unsigned to) {
    return (p->occupied.word[0] & ~(UINT64_C(1) << from)) | UINT64_C(1) << to;
}

/* Whether a man of one player rides onto a cell over `from`, which has been left. Most moves open no line: then it costs a
 * look at two tables, and one branch, which is nearly always the same. */
static inline bool nt_opened_small(const nt_position *p, unsigned cell, unsigned attacker, unsigned from, uint64_t occupied,
                                   uint64_t removed) {
    const nt_variant *v = p->variant;
    unsigned cells = v->board.cells;
    uint64_t behind = v->small_behind[(attacker * cells + cell) * cells + from] & p->own[attacker].word[0];
    uint64_t blocked = nt_between_small(v, cell, from) & occupied;
    bool may_open = (behind != 0) & (blocked == 0);
    return NT_UNLIKELY(may_open) && nt_ridden_small(p, cell, attacker, occupied, removed);
}

/* Whether a man of the player to move may go from one cell to another, capturing there and nowhere else, without leaving its
 * royal attacked. */
static inline bool nt_safe_step_small(const nt_position *p, unsigned from, unsigned to) {
    unsigned us = p->state.player, king = p->royal[us];
    uint64_t target = UINT64_C(1) << to, occupied = nt_occupied_after(p, from, to);
    if (NT_UNLIKELY(king == NT_NO_CELL)) return true;
    bool needs_all = (from == king) | p->state.in_check;
    if (NT_UNLIKELY(needs_all)) return !nt_attacked_small(p, from == king ? to : king, us, occupied, target);
    return !nt_opened_small(p, king, us ^ 1, from, occupied, target);
}

/* Whether the step of a man `code` attacks the other royal; occupied: what is after it. The position stands before or after. */
static inline bool nt_step_checks_small(const nt_position *p, unsigned code, unsigned from, unsigned to,
                                        uint64_t occupied) {
    const nt_variant *v = p->variant;
    unsigned us = nt_code_player(code), king = p->royal[us ^ 1];
    uint64_t target = UINT64_C(1) << to;
    if (NT_UNLIKELY(king == NT_NO_CELL)) return false;
    nt_small_reach reach = nt_small_of(v, true, code, king);
    uint64_t ride = nt_between_small(v, king, to) & occupied ? 0 : reach.ride;
    return (reach.leap | ride) & target || nt_opened_small(p, king, us, from, occupied, UINT64_C(1) << from);
}

/* What every move does first. */
static inline nt_undo *nt_begin_move(nt_position *p, nt_move m) {
    nt_undo *undo = &p->undo[p->plies++];
    undo->state = p->state;
    undo->move = m;
    undo->captured = undo->captured_via = undo->slot = 0;
    undo->gave_check = false;
    undo->removed = (uint16_t)p->removed_count;
    return undo;
}

/* The step of a man `code`, its type (NT_MOVE_STEP or NT_MOVE_DOUBLE) being known. */
typedef struct nt_plain_step {
    unsigned code, from, to, type;
} nt_plain_step;

/* The same as a move. It is made up as one word: written byte by byte and then copied as a whole, as moves are, it would hold
 * up the processor until all bytes have arrived. */
static inline nt_move nt_move_of(nt_plain_step s, bool is_capture) {
    unsigned kind = nt_code_kind(s.code), flags = is_capture ? NT_MOVE_CAPTURE : 0;
    nt_move move = {.from = (uint8_t)s.from, .to = (uint8_t)s.to, .type = (uint8_t)s.type, .piece = (uint8_t)kind,
                    .flags = (uint8_t)flags};
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t bytes = s.from | s.to << 8 | s.type << 16 | (uint64_t)kind << 24 | (uint64_t)flags << 56;
    static_assert(sizeof bytes == sizeof move && offsetof(nt_move, piece) == 3 && offsetof(nt_move, flags) == 7, "nt_move");
    memcpy(&move, &bytes, sizeof move);
#endif
    return move;
}

/* The step of one man `code`, in a variant that is simple: no loops over players, rights or words, and whether it gives check
 * is found from the lines that it opens. What is captured goes without a branch, since none could be foreseen; nothing is
 * read again after a byte has been written, which might be anything to the compiler. Measured: without it nt-check takes a
 * third more instructions. */
static NT_HOT_INLINE nt_move nt_make_plain(nt_position *p, nt_plain_step s) {
    const nt_variant *v = p->variant;
    unsigned code = s.code, us = nt_code_player(code), victim = p->cell[s.to], cells = v->board.cells, king = p->royal[us];
    nt_move m = nt_move_of(s, victim != 0);
    uint64_t to = UINT64_C(1) << s.to, from = UINT64_C(1) << s.from, taken = victim ? to : 0;
    uint64_t key = p->state.key ^ v->key_player[1], occupied = (p->occupied.word[0] & ~from) | to; /* key_player[0] is 0 */
    nt_undo *undo = nt_begin_move(p, m);
    undo->captured = (uint8_t)victim;
    if (NT_UNLIKELY(p->state.passed_keyed)) key ^= v->key_passed[p->state.passed[0].cell];
    key ^= v->key_piece[code * cells + s.from] ^ v->key_piece[code * cells + s.to] ^ v->key_piece[victim * cells + s.to];
    bool keeps_clock = !(victim | (v->resetting >> nt_code_kind(code) & 1));
    p->state.clock = (p->state.clock + 1) & (0U - keeps_clock);
    p->state.key = key;
    p->occupied.word[0] = occupied;
    p->own[nt_code_player(victim)].word[0] ^= taken;
    p->piece[victim].word[0] ^= taken;
    p->own[us].word[0] ^= from | to;
    p->piece[code].word[0] ^= from | to;
    p->state.round += us;
    p->royal[us] = (uint16_t)(king == s.from ? s.to : king);
    bool in_check = nt_step_checks_small(p, code, s.from, s.to, occupied);
    bool loses = ((from | to) & p->castle_cells) != 0;
    p->cell[s.from] = 0;
    p->cell[s.to] = (uint8_t)code;
    if (NT_UNLIKELY(v->notes_captures & (victim != 0))) nt_note_capture(p, s.to, victim);
    if (NT_UNLIKELY(loses & (p->state.rights != 0))) nt_lose_rights(p, king, s.from, s.to);
    p->state.in_check = in_check;
    p->state.passed_keyed = false;
    p->state.passed_count = 0;
    p->state.player = (uint8_t)(us ^ 1);
    if (NT_UNLIKELY(s.type == NT_MOVE_DOUBLE)) {
        nt_set_passed(p, m);
        nt_key_passed(p);
    }
    return m;
}

#endif
