/* uci: moves as the Universal Chess Interface has them: e2e4, e7e8q, P@e5, 0000, and in Chess960 the king's move to his
 * own rook for castling. Source: the UCI protocol of April 2004; drops as its users for crazyhouse write them. */
#include "formats/list.h"

/* ---- reading ---- */

static nt_status fault_form(nt_fault *fault, size_t at) {
    return nt_list_fault(fault, NT_DIAG_MOVE_SYNTAX, at, "a move is written e2e4, e7e8q, N@b1 or 0000");
}

static nt_status read_drop(const nt_variant *v, nt_text text, size_t at, nt_intent *intent, nt_fault *fault) {
    int player;
    intent->form = NT_INTENT_DROP;
    nt_text label = {text.at, at}, cell = nt_text_cut(text, at + 1);
    intent->kind = (uint8_t)nt_list_label(v, label, &player);
    if (!intent->kind) return nt_list_fault_label(fault, label, 0);
    intent->to = (uint16_t)nt_list_cell(v, cell);
    return intent->to == NT_NO_CELL ? nt_list_fault_cell(fault, v, cell, at + 1) : NT_OK;
}

/* The king's move to his own rook is castling towards it. */
static void see_castling(const nt_position *p, nt_intent *intent) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player;
    if (!v->castling.exists || p->cell[intent->from] != nt_code_of(v->castling.king_kind, player) ||
        p->cell[intent->to] != nt_code_of(v->castling.rook_kind, player))
        return;
    intent->form = NT_INTENT_CASTLE;
    intent->side = v->board.x[intent->to] > v->board.x[intent->from];
}

/* For captures on the way x and their cell, and the promotion. */
static nt_status read_end(const nt_variant *v, nt_text text, size_t at, nt_intent *intent, nt_fault *fault) {
    int player;
    at += nt_intent_take(intent, v, nt_text_cut(text, at), at);
    nt_text rest = nt_text_cut(text, at);
    intent->unpromoted = true;
    if (!rest.length) return NT_OK;
    intent->unpromoted = false;
    intent->promo = (uint8_t)nt_list_label(v, rest, &player);
    return intent->promo ? NT_OK : nt_list_fault_label(fault, rest, at);
}

nt_status nt_uci_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = position->variant;
    size_t length, more;
    nt_intent_clear(intent);
    if (nt_text_is(text, "0000")) {
        intent->form = NT_INTENT_PASS;
        return NT_OK;
    }
    const unsigned char *drop = memchr(text.at, '@', text.length);
    if (drop) return read_drop(v, text, (size_t)(drop - text.at), intent, fault);
    intent->from = (uint16_t)nt_scheme_match(&v->scheme, text, &length);
    nt_text like = {text.at, nt_scheme_like(&v->scheme, text)};
    if (intent->from == NT_NO_CELL) return like.length ? nt_list_fault_cell(fault, v, like, 0) : fault_form(fault, 0);
    if (length == text.length) return fault_form(fault, length);
    nt_text rest = nt_text_cut(text, length);
    intent->to = (uint16_t)nt_scheme_match(&v->scheme, rest, &more);
    if (intent->to == NT_NO_CELL) return nt_list_fault_cell(fault, v, rest, length);
    if (length + more == text.length) see_castling(position, intent);
    return intent->form == NT_INTENT_CASTLE ? NT_OK : read_end(v, text, length + more, intent, fault);
}

/* ---- writing ---- */

void nt_uci_write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    const nt_variant *v = before->variant;
    (void)after_check;
    if (move.type == NT_MOVE_PASS) {
        nt_output_string(output, "0000");
        return;
    }
    if (move.type == NT_MOVE_DROP) {
        nt_output_string(output, v->kind[move.piece].label);
        nt_put(output, '@');
        nt_cell_write(v, move.to, output);
        return;
    }
    bool to_rook = move.type == NT_MOVE_CASTLE && (before->free_castling || v->castling.any_file);
    nt_cell_write(v, move.from, output);
    nt_cell_write(v, to_rook ? move.aux : move.to, output);
    if (move.type == NT_MOVE_LOCUST) {
        nt_put(output, 'x');
        nt_cell_write(v, move.aux, output);
    }
    if (!nt_states_promotion(v, move)) return;
    const char *label = v->kind[v->kind[move.promo].shown].label;
    while (*label) nt_put(output, nt_to_lower((unsigned char)*label++));
}

/* ---- the notation ---- */

/* Above 95, which is what PGN says to tag pairs: lists may begin with them too. With numbers it is PGN that strays. */
static int sniff(const nt_head *head) {
    const nt_list_traits *t = &head->traits;
    unsigned own = t->uci + t->drops;
    if (t->positions) return 80;
    if (!t->uci || t->hyphens) return 0;
    if (t->tags) return own * 10 >= t->words * 9 && !t->tight && !t->wide ? 96 : 10;
    return own * 2 >= t->words ? 80 : 10;
}

static const nt_list_style style = {
    .turn = nt_list_word_turn, .groups = true, .semicolon = true, .digits = 4, .position_lines = true, .no_numbers = true,
    .wide_numbers = true,
};

static nt_status read_game(nt_reader *reader) { return nt_list_read_game(reader, &style); }

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    return nt_list_write_game(writer, game, replay, &style);
}

const nt_format nt_format_uci = {
    .name = "uci",
    .title = "Universal Chess Interface: e2e4",
    .family = NT_FAMILY_COORDINATE,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_uci_read_move,
    .write_move = nt_uci_write_move,
    .is_boardless = true,
    .write_game = write_game,
    .free_state = nt_list_free_state,
};
