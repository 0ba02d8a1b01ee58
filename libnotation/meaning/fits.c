/* Whether a move that was played does what an intent states: for searches. Called by nt_move_fits. */
#include "meaning/resolve.h"

static bool cell_fits(unsigned stated, unsigned cell) { return stated == NT_NO_CELL || stated == cell; }

/* Castling as a king's move, onto its target or onto the rook. */
static bool castling_fits(const nt_variant *v, const nt_intent *intent, nt_move move) {
    bool target = intent->to == move.to || (intent->to == move.aux && intent->from == move.from);
    return target && nt_intent_fits_kind(v, intent, move.piece) && nt_intent_fits_origin(v, intent, move.from);
}

static bool step_fits(const nt_variant *v, const nt_intent *intent, nt_move move) {
    nt_move kept[1] = {move};
    bool is_capture = move.flags & NT_MOVE_CAPTURE, legs = nt_intent_is_two_legs(intent);
    if (legs && (move.type != NT_MOVE_LOCUST || move.aux != intent->to)) return false;
    if (!cell_fits(legs ? intent->part[0].to : intent->to, move.to)) return false;
    if (!nt_intent_fits_kind(v, intent, move.piece) || !nt_intent_fits_origin(v, intent, move.from)) return false;
    if (intent->capture >= 0 && (intent->capture == 1) != is_capture) return false;
    if (nt_intent_keep_promotion(v, intent, kept, 1) == 0) return false;
    nt_fits found = {.count = 1, .move = {move}};
    nt_fault fault = {.at = 0};
    return nt_resolve_keep_parts(v, intent, legs, &found, &fault) == NT_OK;
}

static bool drop_fits(const nt_variant *v, const nt_intent *intent, nt_move move) {
    bool slot = intent->slot < 0 || move.aux == 0 || move.aux == intent->slot + 1;
    return slot && move.piece == nt_intent_dropped(v, intent) && cell_fits(intent->to, move.to);
}

bool nt_intent_fits(const nt_position *before, const nt_intent *intent, nt_move move) {
    const nt_variant *v = before->variant;
    if (nt_intent_is_other_side(before, intent->player) || nt_intent_is_other_side(before, intent->promo_player)) return false;
    switch (intent->form) {
    case NT_INTENT_MOVE:
        if (move.type == NT_MOVE_DROP || move.type == NT_MOVE_PASS) return false;
        return move.type == NT_MOVE_CASTLE ? castling_fits(v, intent, move) : step_fits(v, intent, move);
    case NT_INTENT_CASTLE: return move.type == NT_MOVE_CASTLE && nt_castling_side(before, move) == intent->side;
    case NT_INTENT_DROP: return move.type == NT_MOVE_DROP && drop_fits(v, intent, move);
    case NT_INTENT_PASS: break;
    }
    return move.type == NT_MOVE_PASS;
}
