/* Why castling, a drop or a null move is not legal. Called by explain.c only. */
#include "meaning/explain.h"

/* ---- castling ---- */

/* Names the move that took the right away: the king's, the rook's, or the capture of the rook. */
static void say_lost(const nt_position *p, size_t ply, unsigned rook, nt_fault *fault) {
    const nt_variant *v = p->variant;
    const nt_undo *undo = &p->undo[ply];
    nt_move move = undo->move;
    char from[NT_CELL_NAME_SIZE], to[NT_CELL_NAME_SIZE], home[NT_CELL_NAME_SIZE];
    const char *kind = nt_word_kind(v, move.piece);
    unsigned number = nt_number_at(p, ply);
    nt_word_cell(v, move.from, from);
    nt_word_cell(v, move.to, to);
    nt_word_cell(v, rook, home);
    nt_fault_set(fault, NT_DIAG_CASTLE_RIGHT, "%s", "");
    if (undo->state.player != p->state.player) {
        nt_message_add(&fault->message, "the %s on %s was captured at move %u (%s-%s)",
                       nt_word_kind(v, v->castling.rook_kind), home, number, from, to);
    } else if (move.type == NT_MOVE_CASTLE) {
        nt_message_add(&fault->message, "the %s has castled at move %u", kind, number);
    } else {
        nt_message_add(&fault->message, "the %s from %s moved at move %u (%s%s-%s)", kind, from, number,
                       v->kind[v->kind[move.piece].shown].label, from, to);
    }
}

/* Says whether king or rook are not where castling of the array begins, so that there can be no right. */
static void add_missing_man(const nt_position *p, unsigned side, nt_message *message) {
    const nt_variant *v = p->variant;
    const nt_castling *c = &v->castling;
    unsigned player = p->state.player, king = c->king_from[player], rook = c->rook_from[player][side];
    char cell[NT_CELL_NAME_SIZE];
    if (c->any_file || p->free_castling) return;
    if (p->cell[king] != nt_code_of(c->king_kind, player))
        nt_message_add(message, ", since no %s stands on %s", nt_word_kind(v, c->king_kind), nt_word_cell(v, king, cell));
    else if (p->cell[rook] != nt_code_of(c->rook_kind, player))
        nt_message_add(message, ", since no %s stands on %s", nt_word_kind(v, c->rook_kind), nt_word_cell(v, rook, cell));
}

/* The right is lost: at which move, or that the position had none. */
static void say_no_right(const nt_position *p, unsigned side, nt_fault *fault) {
    unsigned bit = 2u * p->state.player + side;
    for (size_t ply = p->plies; ply-- > 0;) {
        if (!(p->undo[ply].state.rights >> bit & 1)) continue;
        say_lost(p, ply, p->castle_rook[bit], fault);
        return;
    }
    nt_fault_set(fault, NT_DIAG_CASTLE_RIGHT,
                 "%s has no castling right to this side: the position from which the game starts gives none",
                 nt_word_player(p->variant, p->state.player));
    add_missing_man(p, side, &fault->message);
}

/* The first man, other than king and rook, on the cells from `cell` to the end of a straight walk; NT_NO_CELL: none. */
static unsigned first_man(const nt_position *p, unsigned cell, unsigned end, unsigned king, unsigned rook) {
    const nt_board *board = &p->variant->board;
    int dx = (board->x[end] > board->x[cell]) - (board->x[end] < board->x[cell]);
    int dy = (board->y[end] > board->y[cell]) - (board->y[end] < board->y[cell]);
    while (true) {
        if (p->cell[cell] && cell != king && cell != rook) return cell;
        if (cell == end) return NT_NO_CELL;
        cell = nt_board_at(board, board->x[cell] + dx, board->y[cell] + dy);
        if (cell == NT_NO_CELL) return NT_NO_CELL;
    }
}

/* The first cell of the king's way, its ends included, that is attacked as the men stand; NT_NO_CELL: none. */
static unsigned first_attacked(const nt_position *p, unsigned king, unsigned end, nt_cells *attackers) {
    const nt_board *board = &p->variant->board;
    int step = (board->x[end] > board->x[king]) - (board->x[end] < board->x[king]);
    for (unsigned cell = king; cell != NT_NO_CELL; cell = nt_board_at(board, board->x[cell] + step, board->y[cell])) {
        memset(attackers, 0, sizeof *attackers);
        if (nt_attacked(p, cell, p->state.player, attackers)) return cell;
        if (cell == end) break;
    }
    return NT_NO_CELL;
}

/* Attackers of the king's target once king and rook stand there: the rook may have been a shield. */
static bool attacked_after(nt_position *p, nt_move castle, nt_cells *attackers) {
    unsigned player = p->state.player;
    if (!nt_position_reserve(p, 1)) return false;
    memset(attackers, 0, sizeof *attackers);
    nt_make(p, castle);
    bool attacked = nt_attacked(p, castle.to, player, attackers);
    nt_unmake(p);
    return attacked;
}

static void say_attacked(nt_position *p, nt_move castle, nt_fault *fault) {
    const nt_variant *v = p->variant;
    nt_cells attackers;
    char cell[NT_CELL_NAME_SIZE];
    const char *kind = nt_word_kind(v, castle.piece);
    unsigned at = first_attacked(p, castle.from, castle.to, &attackers);
    if (at == castle.from) {
        nt_fault_set(fault, NT_DIAG_CASTLE_CHECK, "the %s on %s is in check from ", kind, nt_word_cell(v, at, cell));
    } else if (at != NT_NO_CELL) {
        nt_fault_set(fault, NT_DIAG_CASTLE_CHECK, "the %s would %s %s, which is attacked by ", kind,
                     at == castle.to ? "land on" : "pass", nt_word_cell(v, at, cell));
    } else if (attacked_after(p, castle, &attackers)) {
        nt_fault_set(fault, NT_DIAG_CASTLE_CHECK, "the %s on %s would then be attacked by ", kind,
                     nt_word_cell(v, castle.to, cell));
    } else {
        nt_fault_set(fault, NT_DIAG_CASTLE_RIGHT, "the rules of %s do not allow castling here", v->title);
        return;
    }
    nt_word_men(&fault->message, p, &attackers);
}

void nt_explain_castling(nt_position *p, unsigned side, nt_fault *fault) {
    const nt_variant *v = p->variant;
    const nt_castling *c = &v->castling;
    unsigned player = p->state.player, bit = 2 * player + side, king = p->royal[player];
    if (king == NT_NO_CELL && (p->state.rights >> bit & 1)) king = c->king_from[player];
    char man[NT_MAN_SIZE];
    if (!c->exists || !(c->side_exists[player] >> side & 1)) {
        nt_fault_set(fault, NT_DIAG_CASTLE_RIGHT, "%s has no castling%s", v->title, c->exists ? " to this side" : "");
        return;
    }
    if (!(p->state.rights >> bit & 1)) {
        say_no_right(p, side, fault);
        return;
    }
    nt_move castle = {.from = (uint8_t)king, .to = c->king_to[player][side], .type = NT_MOVE_CASTLE,
                      .piece = c->king_kind, .aux = p->castle_rook[bit], .aux2 = c->rook_to[player][side]};
    unsigned blocker = first_man(p, king, castle.aux, king, castle.aux);
    if (blocker == NT_NO_CELL) blocker = first_man(p, king, castle.to, king, castle.aux);
    if (blocker == NT_NO_CELL) blocker = first_man(p, castle.aux, castle.aux2, king, castle.aux);
    if (blocker != NT_NO_CELL) {
        nt_fault_set(fault, NT_DIAG_CASTLE_BLOCKED, "%s stands in the way of castling", nt_word_man(p, blocker, man));
        return;
    }
    say_attacked(p, castle, fault);
}

/* ---- drops ---- */

/* The rank that all cells of a zone lie on; -1: they do not lie on one. */
static int zone_rank(const nt_variant *v, const nt_cells *zone) {
    int rank = -1;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        if (!nt_cells_has(zone, cell)) continue;
        if (rank >= 0 && rank != v->scheme.rank[cell]) return -1;
        rank = v->scheme.rank[cell];
    }
    return rank;
}

static void say_zone(const nt_position *p, unsigned kind, unsigned to, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player;
    char label[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    int rank = zone_rank(v, &v->drop_zone[kind][player]);
    nt_word_label(v, nt_code_of(kind, player), NULL, label);
    nt_word_cell(v, to, cell);
    nt_fault_set(fault, NT_DIAG_DROP_ZONE, "%s cannot be dropped on %s", label, cell);
    if (rank >= 0) {
        nt_message_add(&fault->message, "; %s may drop it on rank %s only", nt_word_player(v, player),
                       v->scheme.rank_label[rank]);
    }
}

/* A slot that is named must be the mover's, hold the kind, and be filled; true when a fault was said. */
static bool explain_slot(const nt_position *p, const nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = p->variant;
    if (intent->slot < 0) return false;
    const nt_slot *slot = &v->slot[intent->slot];
    char there[NT_MAN_SIZE], label[NT_MAN_SIZE];
    if (slot->player != p->state.player) {
        nt_fault_set(fault, NT_DIAG_LABEL_SIDE, "the slot %s is %s's, and %s is to move", slot->label,
                     nt_word_player(v, slot->player), nt_word_player(v, p->state.player));
    } else if (!(p->state.slots >> intent->slot & 1)) {
        nt_fault_set(fault, NT_DIAG_DROP_NONE, "the slot %s is empty", slot->label);
    } else if (intent->kind && slot->kind != intent->kind) {
        nt_word_label(v, nt_code_of(slot->kind, slot->player), "the", there);
        nt_word_label(v, nt_code_of(intent->kind, p->state.player), NULL, label);
        nt_fault_set(fault, NT_DIAG_LABEL_MISMATCH, "the slot %s holds %s, not %s", slot->label, there, label);
    } else {
        return false;
    }
    return true;
}

/* A drop that would be fine but for check: who attacks the royal piece then. */
static void say_drop_check(nt_position *p, unsigned kind, unsigned to, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned royal = p->royal[p->state.player];
    nt_cells attackers = {{0}};
    char cell[NT_CELL_NAME_SIZE];
    if (royal == NT_NO_CELL || !nt_attacked(p, royal, p->state.player, &attackers)) {
        nt_fault_set(fault, NT_DIAG_DROP_ZONE, "the rules of %s do not allow this drop here", v->title);
        return;
    }
    nt_fault_set(fault, NT_DIAG_MOVE_LEAVES_CHECK, "the %s on %s is in check from ",
                 nt_word_kind(v, nt_code_kind(p->cell[royal])), nt_word_cell(v, royal, cell));
    nt_word_men(&fault->message, p, &attackers);
    nt_message_add(&fault->message, ", and the %s on %s does not stop it", nt_word_kind(v, kind),
                   nt_word_cell(v, to, cell));
}

void nt_explain_drop(nt_position *p, const nt_intent *intent, unsigned kind, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player;
    char label[NT_MAN_SIZE], man[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    if (!v->has_drops) {
        nt_fault_set(fault, NT_DIAG_DROP_FORBIDDEN, "%s has no drops", v->title);
    } else if (intent->to == NT_NO_CELL || !kind) {
        nt_fault_set(fault, NT_DIAG_MOVE_SYNTAX, "the drop does not say what is dropped, or where");
    } else if (intent->promo) {
        nt_fault_set(fault, NT_DIAG_PROMOTION_WRONG, "a man that is dropped does not promote");
    } else if (!p->hand[player][kind]) {
        nt_word_label(v, nt_code_of(kind, player), "", label);
        nt_fault_set(fault, NT_DIAG_DROP_NONE, "%s has no%s left to drop", nt_word_player(v, player), label);
    } else if (explain_slot(p, intent, fault)) {
        return;
    } else if (!nt_cells_has(&v->drop_zone[kind][player], intent->to)) {
        say_zone(p, kind, intent->to, fault);
    } else if (p->cell[intent->to]) {
        nt_word_label(v, p->cell[intent->to], "the", man);
        nt_fault_set(fault, NT_DIAG_DROP_OCCUPIED, "%s is occupied by %s", nt_word_cell(v, intent->to, cell), man);
    } else {
        say_drop_check(p, kind, intent->to, fault);
    }
}

void nt_explain_pass(nt_position *p, nt_fault *fault) {
    const nt_variant *v = p->variant;
    const char *player = nt_word_player(v, p->state.player);
    if (nt_in_check(p, p->state.player)) {
        nt_fault_set(fault, NT_DIAG_PASS_FORBIDDEN, "%s is in check and cannot pass", player);
    } else {
        nt_fault_set(fault, NT_DIAG_PASS_FORBIDDEN, "%s has no passing", v->title);
    }
}
