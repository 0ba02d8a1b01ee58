/* The hot path of the resolver: plain moves on boards of at most 64 cells, by the packed reach tables. It answers only
 * where it is sure; the general way (resolve.c) does the rest and is the oracle of its tests. Measured: it halves the
 * instructions of a ply of nt-check. */
#include "meaning/resolve.h"

static bool is_safe(const nt_position *p, unsigned from, unsigned to) {
    unsigned us = p->state.player, king = p->royal[us] == from ? to : p->royal[us];
    uint64_t target = UINT64_C(1) << to;
    return !nt_attacked_small(p, king, us, (p->occupied.word[0] & ~(UINT64_C(1) << from)) | target, target);
}

/* The men of one code that can get to the target as the board stands. */
static uint64_t reachers(const nt_position *p, unsigned code, unsigned to) {
    const nt_variant *v = p->variant;
    size_t row = (p->cell[to] ? (size_t)v->codes * v->board.cells : 0) + code * v->board.cells + to;
    nt_small_reach reach = v->small[row];
    uint64_t men = p->piece[code].word[0], found = men & reach.leap;
    for (uint64_t riders = men & reach.ride; riders; riders &= riders - 1)
        if (!(*nt_between(v, (unsigned)__builtin_ctzll(riders), to) & p->occupied.word[0])) found |= riders & -riders;
    return found;
}

/* Whether the origin that is stated was needed: another man could legally have come. */
static bool is_origin_needed(const nt_position *p, uint64_t others, unsigned to) {
    for (; others; others &= others - 1)
        if (is_safe(p, (unsigned)__builtin_ctzll(others), to)) return true;
    return false;
}

/* The type of a move whose program has special steps; false: it promotes, which is not plain. */
static bool find_type(const nt_position *p, unsigned code, nt_move *move) {
    const nt_variant *v = p->variant;
    const nt_program *program = nt_program_of(v, code, move->from);
    uint8_t ends = move->flags & NT_MOVE_CAPTURE ? NT_STEP_ENEMY_ENDS : NT_STEP_EMPTY_ENDS;
    for (unsigned i = 0; i < program->length; i++) {
        nt_step step = v->steps[program->first + i];
        if (step.cell != move->to || !(step.flags & ends)) continue;
        uint8_t extra = v->extra[program->first + i];
        if (extra & NT_EXTRA_PROMOTES) return false;
        if (extra & NT_EXTRA_DOUBLE && !(move->flags & NT_MOVE_CAPTURE)) move->type = NT_MOVE_DOUBLE;
        return true;
    }
    return false;
}

static bool is_plain(const nt_variant *v, const nt_intent *intent) {
    return v->is_simple && intent->form == NT_INTENT_MOVE && intent->from == NT_NO_CELL && intent->to != NT_NO_CELL &&
           !intent->parts && !intent->promo && !intent->victim && intent->player < 0 && intent->promo_player < 0 &&
           intent->pawn_if_unstated;
}

bool nt_resolve_small(const nt_position *p, const nt_intent *intent, nt_move *move) {
    const nt_variant *v = p->variant;
    if (!is_plain(v, intent)) return false;
    unsigned kind = intent->kind ? intent->kind : v->pawn_kind, us = p->state.player, to = intent->to;
    unsigned target = p->cell[to], code = nt_code_of(kind, us);
    bool is_capture = target != 0, states_file = intent->from_file >= 0, states_rank = intent->from_rank >= 0;
    if (!kind || (target && nt_code_player(target) == us)) return false;
    if (intent->capture >= 0 && (intent->capture == 1) != is_capture) return false;
    uint64_t all = reachers(p, code, to), fitting = all, legal = 0;
    if (states_file) fitting &= v->small_file[intent->from_file];
    if (states_rank) fitting &= v->small_rank[intent->from_rank];
    for (uint64_t set = fitting; set; set &= set - 1)
        if (is_safe(p, (unsigned)__builtin_ctzll(set), to)) legal |= set & -set;
    if (!legal || legal & (legal - 1)) return false;
    bool pawn_capture = v->kind[kind].is_pawn && is_capture;
    if (states_rank && states_file) return false;
    if ((states_rank || (states_file && !pawn_capture)) && !is_origin_needed(p, all & ~legal, to)) return false;
    *move = (nt_move){.from = (uint8_t)__builtin_ctzll(legal), .to = (uint8_t)to, .piece = (uint8_t)kind,
                      .flags = is_capture ? NT_MOVE_CAPTURE : 0};
    bool is_special = nt_program_of(v, code, move->from)->flags & NT_PROGRAM_SPECIAL;
    return !is_special || find_type(p, code, move);
}
