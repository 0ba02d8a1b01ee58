/* The rarer turns: further parts, castling, drops, null moves. Called by resolve.c only. */
#include "meaning/resolve.h"

/* ---- further parts of a turn ---- */

static unsigned part_cell(const nt_part *part, nt_move move) {
    if (part->to != NT_NO_CELL) return part->to;
    return part->from != NT_NO_CELL ? part->from : move.to;
}

static bool part_agrees(const nt_variant *v, const nt_part *part, nt_move move) {
    unsigned becomes = move.promo ? move.promo : move.piece;
    switch (part->form) {
    case NT_PART_MOVE: return move.type == NT_MOVE_CASTLE && part->from == move.aux && part->to == move.aux2;
    case NT_PART_PLACE:
        if (move.type == NT_MOVE_CASTLE && part_cell(part, move) == move.aux2) return true;
        return part_cell(part, move) == move.to &&
               (!part->kind || part->kind == becomes || part->kind == v->kind[becomes].shown);
    case NT_PART_EMPTY:
        return (move.type == NT_MOVE_CASTLE || move.type == NT_MOVE_EN_PASSANT || move.type == NT_MOVE_LOCUST) &&
               part_cell(part, move) == move.aux;
    case NT_PART_DROP: break;
    }
    return false;
}

/* The first further part, from one on, that is not what the move does; intent->parts when all are. */
static unsigned odd_part(const nt_variant *v, const nt_intent *intent, unsigned from, nt_move move) {
    while (from < intent->parts && part_agrees(v, &intent->part[from], move)) from++;
    return from;
}

static nt_status fault_part(const nt_variant *v, const nt_intent *intent, unsigned index, nt_move move,
                            nt_fault *fault) {
    char cell[NT_CELL_NAME_SIZE];
    const nt_part *part = &intent->part[index];
    nt_word_cell(v, part_cell(part, move), cell);
    nt_fault_set(fault, NT_DIAG_MOVE_PARTS, "part %u of the turn, at %s, is nothing that the move itself does",
                 index + 2, cell);
    if (move.type == NT_MOVE_EN_PASSANT) {
        nt_message_add(&fault->message, "; it takes the man on %s", nt_word_cell(v, move.aux, cell));
    } else if (move.promo) {
        nt_message_add(&fault->message, "; it promotes to %s", nt_word_kind(v, move.promo));
    }
    fault->at = part->at;
    return NT_INVALID;
}

nt_status nt_resolve_check_parts(const nt_variant *v, const nt_intent *intent, nt_move move, nt_fault *fault) {
    unsigned odd = odd_part(v, intent, 0, move);
    return odd < intent->parts ? fault_part(v, intent, odd, move, fault) : NT_OK;
}

nt_status nt_resolve_keep_parts(const nt_variant *v, const nt_intent *intent, unsigned first,
                                nt_fits *found, nt_fault *fault) {
    if (intent->parts <= first || !found->count) return NT_OK;
    nt_move sample = found->move[0];
    size_t kept = 0, at_hand = nt_fits_at_hand(found);
    for (size_t i = 0; i < at_hand; i++) {
        if (odd_part(v, intent, first, found->move[i]) == intent->parts) found->move[kept++] = found->move[i];
    }
    found->count = kept;
    return kept ? NT_OK : fault_part(v, intent, odd_part(v, intent, first, sample), sample, fault);
}

/* ---- castling ---- */

int nt_castling_side(const nt_position *p, nt_move castle) {
    return p->variant->castling.king_to[p->state.player][1] == castle.to;
}

/* Whether a man's from-to states the king's or the rook's half of a castling. */
static bool states_king(const nt_variant *v, const nt_intent *intent, nt_move castle) {
    return castle.to == intent->to && (intent->from == castle.from || intent->from == NT_NO_CELL) &&
           nt_intent_fits_kind(v, intent, castle.piece);
}

static bool is_rook_half(const nt_part *part, nt_move castle) {
    return part->form == NT_PART_MOVE && part->from == castle.aux && part->to == castle.aux2;
}

/* Castling written as two moves of one turn, the king's or the rook's first. */
bool nt_castling_by_parts(nt_position *p, nt_intent *intent, nt_move *move) {
    const nt_part *part = &intent->part[0];
    if (part->form != NT_PART_MOVE) return false;
    nt_move list[2];
    size_t count = nt_castlings(p, list);
    for (size_t i = 0; i < count; i++) {
        nt_move c = list[i];
        bool king_first = states_king(p->variant, intent, c) && is_rook_half(part, c);
        bool rook_first = intent->from == c.aux && intent->to == c.aux2 && part->from == c.from && part->to == c.to;
        if (!king_first && !rook_first) continue;
        *move = c;
        intent->spelling |= NT_SPELL_CASTLING_PARTS;
        return true;
    }
    return false;
}

/* A king's move that is none but fits castling: to the king's target two or more files away, or onto the own rook. */
bool nt_castling_by_king(nt_position *p, nt_intent *intent, nt_move *move) {
    const nt_variant *v = p->variant;
    nt_move list[2];
    size_t count = nt_castlings(p, list);
    for (size_t i = 0; i < count; i++) {
        nt_move c = list[i];
        int far = v->board.x[c.to] - v->board.x[c.from];
        bool onto_rook = intent->from == c.from && intent->to == c.aux;
        if (!nt_intent_fits_kind(v, intent, c.piece) || !nt_intent_fits_origin(v, intent, c.from)) continue;
        if (!onto_rook && !(states_king(v, intent, c) && (far >= 2 || far <= -2))) continue;
        *move = c;
        intent->spelling |= onto_rook ? NT_SPELL_KING_TAKES_ROOK : NT_SPELL_KING_CASTLING;
        return true;
    }
    return false;
}

nt_status nt_resolve_castling(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault) {
    if (!nt_castling_on(p, (unsigned)intent->side, move)) {
        nt_explain(p, intent, fault);
        return NT_INVALID;
    }
    return nt_resolve_check_parts(p->variant, intent, *move, fault);
}

/* ---- drops and passing ---- */

/* Whether the slot that is stated, if one is, is the mover's, filled, and holds the kind. */
static bool slot_fits(const nt_position *p, const nt_intent *intent, unsigned kind) {
    if (intent->slot < 0) return true;
    const nt_slot *slot = &p->variant->slot[intent->slot];
    return slot->player == p->state.player && slot->kind == kind && p->state.slots >> intent->slot & 1;
}

nt_status nt_resolve_drop(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player, kind = nt_intent_dropped(v, intent);
    bool open = v->has_drops && kind && intent->to != NT_NO_CELL && p->hand[player][kind] && !p->cell[intent->to] &&
                nt_cells_has(&v->drop_zone[kind][player], intent->to) && !intent->promo &&
                !nt_intent_is_other_side(p, intent->player) && slot_fits(p, intent, kind);
    if (open) {
        /* as nt_generate makes it, but for the slot, which the player may choose */
        nt_move drop = {.to = (uint8_t)intent->to, .type = NT_MOVE_DROP, .piece = (uint8_t)kind,
                        .aux = (uint8_t)(intent->slot + 1)};
        if (nt_is_legal(p, drop)) {
            *move = drop;
            return nt_resolve_check_parts(v, intent, drop, fault);
        }
    }
    nt_explain(p, intent, fault);
    return NT_INVALID;
}

/* Whether a null move is among the legal ones. *status: NT_NO_MEMORY when that could not be found out. */
static bool may_pass(nt_position *p, nt_status *status) {
    size_t size = p->variant->move_bound * sizeof(nt_move);
    nt_move *list = nt_new(p->context, size);
    if (!list) {
        *status = NT_NO_MEMORY;
        return false;
    }
    size_t count = nt_generate(p, list), i = 0;
    while (i < count && list[i].type != NT_MOVE_PASS) i++;
    nt_delete(p->context, list, size);
    return i < count;
}

nt_status nt_resolve_pass(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault) {
    nt_status status = NT_OK;
    *move = (nt_move){.type = NT_MOVE_PASS};
    if (may_pass(p, &status)) return NT_OK;
    if (status != NT_OK) return status;
    nt_explain(p, intent, fault);
    return NT_INVALID;
}

