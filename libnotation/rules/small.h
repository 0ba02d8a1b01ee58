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
    bool on_line = v->small_lines[attacker * v->board.cells + cell] >> from & 1;
    bool is_open = !(*nt_between(v, cell, from) & occupied);
    return NT_UNLIKELY(on_line & is_open) && nt_ridden_small(p, cell, attacker, occupied, removed);
}

/* Whether a man of the player to move may go from one cell to another, capturing there and nowhere else, without leaving its
 * royal attacked. */
static inline bool nt_safe_step_small(const nt_position *p, unsigned from, unsigned to) {
    unsigned us = p->state.player, king = p->royal[us];
    uint64_t target = UINT64_C(1) << to, occupied = nt_occupied_after(p, from, to);
    if (NT_UNLIKELY(king == NT_NO_CELL)) return true;
    if (from == king || p->state.in_check) return !nt_attacked_small(p, from == king ? to : king, us, occupied, target);
    return !nt_opened_small(p, king, us ^ 1, from, occupied, target);
}

/* Whether the step of a man `code` attacks the other royal. The position stands before or after it. */
static inline bool nt_step_checks_small(const nt_position *p, unsigned code, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    unsigned us = nt_code_player(code), king = p->royal[us ^ 1];
    uint64_t target = UINT64_C(1) << to, occupied = nt_occupied_after(p, from, to);
    if (NT_UNLIKELY(king == NT_NO_CELL)) return false;
    nt_small_reach reach = nt_small_of(v, true, code, king);
    uint64_t ride = *nt_between(v, king, to) & occupied ? 0 : reach.ride;
    return (reach.leap | ride) & target || nt_opened_small(p, king, us, from, occupied, UINT64_C(1) << from);
}

#endif
