/* The hot path of the resolver: plain moves on boards of at most 64 cells, by the packed reach tables. It answers only
 * where it is sure; the general way (resolve.c) does the rest and is the oracle of its tests. Measured: it halves the
 * instructions of a ply of nt-check. */
#include "meaning/resolve.h"
#include "rules/small.h"

/* The men of one code that can get to the target as the board stands. */
static uint64_t reachers(const nt_position *p, unsigned code, unsigned to) {
    const nt_variant *v = p->variant;
    nt_small_reach reach = nt_small_of(v, p->cell[to] != 0, code, to);
    uint64_t men = p->piece[code].word[0], found = men & reach.leap;
    for (uint64_t riders = men & reach.ride; riders; riders &= riders - 1)
        if (!(*nt_between(v, to, (unsigned)__builtin_ctzll(riders)) & p->occupied.word[0])) found |= riders & -riders;
    return found;
}

/* Whether the origin that is stated was needed: another man could legally have come. */
static bool is_origin_needed(const nt_position *p, uint64_t others, unsigned to) {
    for (; others; others &= others - 1)
        if (nt_safe_step_small(p, (unsigned)__builtin_ctzll(others), to)) return true;
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

/* Of the men that could come, the one that the origin means and that may go; 64: none, or more than one, or the origin says
 * more than is needed. */
static unsigned choose(const nt_position *p, const nt_plain *plain, uint64_t all) {
    const nt_variant *v = p->variant;
    bool states_file = plain->from_file != NT_PLAIN_NONE, states_rank = plain->from_rank != NT_PLAIN_NONE;
    uint64_t fitting = all, legal = 0;
    if (states_file) fitting &= v->small_file[plain->from_file];
    if (states_rank) fitting &= v->small_rank[plain->from_rank];
    for (uint64_t set = fitting; set; set &= set - 1)
        if (nt_safe_step_small(p, (unsigned)__builtin_ctzll(set), plain->to)) legal |= set & -set;
    if (!legal || legal & (legal - 1) || (states_rank && states_file)) return 64;
    bool is_due = plain->is_capture && !plain->kind; /* the file of a pawn */
    if ((states_rank || (states_file && !is_due)) && !is_origin_needed(p, all & ~legal, plain->to)) return 64;
    return (unsigned)__builtin_ctzll(legal);
}

bool nt_resolve_plain(const nt_position *p, const nt_plain *plain, nt_move *move) {
    const nt_variant *v = p->variant;
    unsigned kind = plain->kind ? plain->kind : v->pawn_kind, us = p->state.player, to = plain->to;
    unsigned target = p->cell[to], code = nt_code_of(kind, us);
    if (!kind || plain->promo || (target != 0) != plain->is_capture || (target && nt_code_player(target) == us)) return false;
    uint64_t all = reachers(p, code, to);
    unsigned from = all ? (unsigned)__builtin_ctzll(all) : 64;
    bool is_alone = all && !(all & (all - 1)) && (plain->from_file & plain->from_rank) == NT_PLAIN_NONE;
    if (!is_alone || !nt_safe_step_small(p, from, to)) from = choose(p, plain, all);
    if (from == 64) return false;
    nt_move made = {.from = (uint8_t)from, .to = (uint8_t)to, .piece = (uint8_t)kind, .flags = target ? NT_MOVE_CAPTURE : 0};
    *move = made;
    return !(v->small_special[code] >> from & 1) || find_type(p, code, move);
}

bool nt_resolve_small(const nt_position *p, const nt_intent *intent, nt_move *move) {
    bool is_plain = p->variant->is_simple && intent->form == NT_INTENT_MOVE && intent->from == NT_NO_CELL &&
                    intent->to != NT_NO_CELL && !intent->parts && !intent->promo && !intent->victim && intent->player < 0 &&
                    intent->promo_player < 0 && intent->pawn_if_unstated;
    if (!is_plain) return false;
    nt_plain plain = {.kind = intent->kind, .to = (uint8_t)intent->to, .from_file = (uint8_t)intent->from_file,
                      .from_rank = (uint8_t)intent->from_rank}; /* -1 is NT_PLAIN_NONE */
    plain.is_capture = intent->capture < 0 ? p->cell[plain.to] != 0 : intent->capture == 1;
    return nt_resolve_plain(p, &plain, move);
}
