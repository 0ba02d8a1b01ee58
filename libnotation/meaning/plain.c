/* The hot path: plain moves of simple variants (nt_variant.is_simple) are resolved by the packed reach tables, made and noted.
 * It answers only where it is sure; the general way (resolve.c, replay_move.c) does the rest and is the oracle of its tests.
 * Measured: without it nt-check takes six tenths more instructions. */
#include "meaning/replay.h"
#include "meaning/resolve.h"
#include "rules/small.h"

enum { NO_CELL = 64 };

/* Whether the origin that is stated was needed: another man could legally have come. */
static bool is_origin_needed(const nt_position *p, uint64_t others, unsigned to) {
    for (; others; others &= others - 1)
        if (nt_safe_step_small(p, (unsigned)__builtin_ctzll(others), to)) return true;
    return false;
}

/* Of the men that could come, the one that the origin means and that may go; NO_CELL: none, or more than one, or the origin
 * says more than is needed. */
static NT_COLD unsigned choose(const nt_position *p, const nt_plain *plain, uint64_t all) {
    const nt_variant *v = p->variant;
    bool states_file = plain->from_file != NT_PLAIN_NONE, states_rank = plain->from_rank != NT_PLAIN_NONE;
    uint64_t fitting = all, legal = 0;
    if (states_file) fitting &= v->small_file[plain->from_file];
    if (states_rank) fitting &= v->small_rank[plain->from_rank];
    for (uint64_t set = fitting; set; set &= set - 1)
        if (nt_safe_step_small(p, (unsigned)__builtin_ctzll(set), plain->to)) legal |= set & -set;
    if (!legal || legal & (legal - 1) || (states_rank && states_file)) return NO_CELL;
    bool is_due = plain->is_capture && plain->kind == v->pawn_kind; /* the file of a pawn */
    if ((states_rank || (states_file && !is_due)) && !is_origin_needed(p, all & ~legal, plain->to)) return NO_CELL;
    return (unsigned)__builtin_ctzll(legal);
}

/* Those of some men whose way to a cell, if they need one, is free. */
static uint64_t with_free_way(const nt_variant *v, uint64_t men, uint64_t riders, unsigned to, uint64_t occupied) {
    uint64_t free = men & ~riders;
    for (riders &= men; riders; riders &= riders - 1)
        if (!(nt_between_small(v, to, (unsigned)__builtin_ctzll(riders)) & occupied)) free |= riders & -riders;
    return free;
}

/* The one legal step that is meant; false: not so sure. Mostly one man alone has the target in his reach, so that he is looked
 * at before it is known whether he leaps or rides. */
static NT_HOT_INLINE bool find(const nt_position *p, const nt_plain *plain, nt_plain_step *step) {
    const nt_variant *v = p->variant;
    unsigned us = p->state.player, to = plain->to, code = nt_code_of(plain->kind, us);
    uint64_t occupied = p->occupied.word[0];
    bool is_taken = p->own[us ^ 1].word[0] >> to & 1, is_own = p->own[us].word[0] >> to & 1; /* a branch would be a guess */
    bool is_odd = plain->kind == 0 || plain->promo != 0;
    if (NT_UNLIKELY(is_odd | (is_taken ^ plain->is_capture) | is_own)) return false;
    nt_small_reach reach = nt_small_of(v, plain->is_capture, code, to);
    uint64_t men = p->piece[code].word[0] & (reach.leap | reach.ride);
    if (plain->origin == NT_ORIGIN_DUE) men &= v->small_file[plain->from_file];
    if (NT_UNLIKELY(!men)) return false;
    unsigned from = (unsigned)__builtin_ctzll(men);
    uint64_t blocked = nt_between_small(v, to, from) & occupied & -(reach.ride >> from & 1);
    if (NT_UNLIKELY((plain->origin == NT_ORIGIN_STATED) | ((men & (men - 1)) != 0) | (blocked != 0))) {
        men = with_free_way(v, men, reach.ride, to, occupied);
        if (!men) return false;
        from = (unsigned)__builtin_ctzll(men);
        if (plain->origin || men & (men - 1)) from = choose(p, plain, men);
        if (from == NO_CELL) return false;
    }
    if (NT_UNLIKELY(!nt_safe_step_small(p, from, to))) return false;
    bool is_special = v->small_special[code] >> from & 1, is_double = (v->small_double[code] >> to & 1) & !is_taken;
    if (NT_UNLIKELY(is_special & (v->small_odd[code] >> to & 1))) return false;
    *step = (nt_plain_step){.code = code, .from = from, .to = to,
                            .type = (is_special & is_double) ? NT_MOVE_DOUBLE : NT_MOVE_STEP};
    return true;
}

static NT_COLD bool castle(nt_position *p, unsigned side, nt_move *move) {
    if (!nt_castling_on(p, side, move)) return false;
    nt_make(p, *move);
    return true;
}

bool nt_resolve_small(const nt_position *p, const nt_intent *intent, nt_move *move) {
    bool is_plain = p->variant->is_simple && intent->form == NT_INTENT_MOVE && intent->from == NT_NO_CELL &&
                    intent->to != NT_NO_CELL && !intent->parts && !intent->promo && !intent->victim && intent->player < 0 &&
                    intent->promo_player < 0 && intent->pawn_if_unstated;
    if (!is_plain) return false;
    nt_plain plain = {.kind = intent->kind ? intent->kind : p->variant->pawn_kind, .to = (uint8_t)intent->to,
                      .from_file = (uint8_t)intent->from_file, .from_rank = (uint8_t)intent->from_rank}; /* -1: NONE */
    plain.is_capture = intent->capture < 0 ? p->cell[plain.to] != 0 : intent->capture == 1;
    plain.origin = nt_plain_origin(&plain, plain.kind == p->variant->pawn_kind);
    nt_plain_step step;
    if (!find(p, &plain, &step)) return false;
    *move = nt_move_of(step, plain.is_capture);
    return true;
}

/* ---- runs ---- */

/* Whether a move number is the one that is due; of a byte that is no digit comes no number of a game so short. */
static inline bool is_number(nt_text text, uint64_t due) {
    uint64_t number = 0;
    if (text.length > 4) return false;
    for (size_t i = 0; i < text.length; i++) number = number * 10 + (text.at[i] - (unsigned)'0');
    return number == due;
}

size_t nt_replay_run(nt_replay *r, size_t i) {
    const nt_game *game = r->game;
    const nt_variant *v = r->variant;
    nt_position *p = r->position;
    bool (*read_plain)(const nt_variant *, nt_text, nt_plain *) = r->read_plain;
    size_t count = game->item_count, plies = p->plies, room = p->undo_capacity - NT_SPARE_PLIES;
    bool knows_numbers = r->numbers.started && !r->numbers.single;
    bool notes_all = r->marks || (r->settings.claims && !r->depth);
    uint8_t *states = r->states;
    nt_move *moves = r->moves;
    if (!read_plain || r->line.stopped) return i;
    for (; i < count; i++) {
        const nt_item *item = &game->items[i];
        nt_plain plain;
        nt_plain_step step;
        nt_move move;
        if (item->kind != NT_ITEM_MOVE) {
            if (item->kind == NT_ITEM_COMMENT && item->flags & NT_COMMENT_BARE) continue;
            bool is_due = item->kind == NT_ITEM_NUMBER && knows_numbers;
            if (is_due && is_number(nt_game_text(game, item->text), p->start_number + p->state.round)) continue;
            break;
        }
        if (NT_UNLIKELY(p->plies >= room)) {
            if (!nt_position_grow(p, 1)) break;
            room = p->undo_capacity - NT_SPARE_PLIES;
        }
        if (!read_plain(v, nt_game_text(game, item->text), &plain)) break;
        if (NT_LIKELY(find(p, &plain, &step))) move = nt_make_plain(p, step);
        else if (plain.kind || !castle(p, plain.to, &move)) break;
        bool is_canonical = plain.from_rank == NT_PLAIN_NONE;
        states[i] = NT_PLY_OK | (is_canonical ? NT_PLY_CANONICAL : 0);
        moves[i] = move;
        if (NT_UNLIKELY(plain.check | notes_all)) nt_replay_note(r, i, move, plain.check, is_canonical);
    }
    if (p->plies > plies) r->line.last = NT_LAST_MADE;
    return i;
}
