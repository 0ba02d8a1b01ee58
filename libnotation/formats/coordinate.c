/* coord: moves as origin and target, e2-e4, e7-e8=Q, M@b1, the king's move for castling, pass. Every move of every
 * variant has such a form, which is why json, messages and the move lists of nt-perft use it too. */
#include "formats/list.h"

/* ---- reading ---- */

static nt_status fault_form(nt_fault *fault, size_t at) {
    return nt_list_fault(fault, NT_DIAG_MOVE_SYNTAX, at, "a move is written e2-e4, e7-e8=Q, N@b1, O-O or pass");
}

/* Takes the check mark off the end of the text. */
static nt_text without_check(nt_text text, nt_intent *intent) {
    while (text.length && (text.at[text.length - 1] == '+' || text.at[text.length - 1] == '#')) {
        intent->check = text.at[text.length - 1] == '#' ? 2 : 1;
        text.length--;
    }
    return text;
}

static bool is_castling_byte(unsigned byte) { return byte == 'O' || byte == 'o' || byte == '0'; }

/* O-O and O-O-O with zeros, small letters or other dashes. */
static bool read_castling(nt_text text, nt_intent *intent) {
    size_t rings = 0, at = 0;
    while (at < text.length && is_castling_byte(text.at[at])) {
        size_t dash = nt_list_dash(nt_text_cut(text, at + 1));
        if (text.at[at] == '0') intent->spelling |= NT_SPELL_ZERO_CASTLING;
        if (text.at[at] == 'o') intent->spelling |= NT_SPELL_LOWER_CASTLING;
        if (dash > 1) intent->spelling |= NT_SPELL_DASH;
        rings++;
        at += 1 + dash;
        if (!dash) break;
    }
    if (at != text.length || rings < 2 || rings > 3 || !is_castling_byte(text.at[text.length - 1])) return false;
    intent->form = NT_INTENT_CASTLE;
    intent->side = rings == 2;
    return true;
}

/* What follows a drop's label or nothing, the sign @ and a cell. at: of the sign. */
static nt_status read_drop(const nt_variant *v, nt_text text, size_t at, nt_intent *intent, nt_fault *fault) {
    int player;
    nt_text label = {text.at, at};
    intent->form = NT_INTENT_DROP;
    intent->kind = (uint8_t)nt_list_label(v, label, &player);
    if (label.length && !intent->kind) return nt_list_fault_label(fault, label, 0);
    nt_text cell = nt_text_cut(text, at + 1);
    intent->to = (uint16_t)nt_list_cell(v, cell);
    return intent->to == NT_NO_CELL ? nt_list_fault_cell(fault, v, cell, at + 1) : NT_OK;
}

/* For captures on the way x and their cell, and =Q. */
static nt_status read_end(const nt_variant *v, nt_text text, size_t at, nt_intent *intent, nt_fault *fault) {
    int player;
    at += nt_intent_take(intent, v, nt_text_cut(text, at), at);
    nt_text rest = nt_text_cut(text, at);
    intent->unpromoted = true;
    if (!rest.length) return NT_OK;
    if (*rest.at != '=') return fault_form(fault, at);
    nt_text label = nt_text_cut(rest, 1);
    if (!label.length) return nt_list_fault(fault, NT_DIAG_PROMOTION_MISSING, at, "the piece behind = is missing");
    intent->promo = (uint8_t)nt_list_label(v, label, &player);
    intent->unpromoted = false;
    return intent->promo ? NT_OK : nt_list_fault_label(fault, label, at + 1);
}

/* What begins the text is no cell, but perhaps looks like the name of one. */
static nt_status fault_origin(nt_fault *fault, const nt_variant *v, nt_text text) {
    nt_text origin = {text.at, nt_scheme_like(&v->scheme, text)};
    return origin.length ? nt_list_fault_cell(fault, v, origin, 0) : fault_form(fault, 0);
}

static nt_status read_from_to(const nt_variant *v, nt_text text, nt_intent *intent, nt_fault *fault) {
    size_t length, sign;
    intent->from = (uint16_t)nt_scheme_match(&v->scheme, text, &length);
    if (intent->from == NT_NO_CELL) return fault_origin(fault, v, text);
    nt_text rest = nt_text_cut(text, length);
    sign = nt_list_dash(rest);
    if (sign > 1) intent->spelling |= NT_SPELL_DASH;
    if (!sign && rest.length && *rest.at == 'x') {
        intent->capture = 1;
        sign = 1;
    }
    if (!sign) return fault_form(fault, length);
    size_t at = length + sign;
    rest = nt_text_cut(text, at);
    intent->to = (uint16_t)nt_scheme_match(&v->scheme, rest, &length);
    if (intent->to == NT_NO_CELL) return rest.length ? nt_list_fault_cell(fault, v, rest, at) : fault_form(fault, at);
    return read_end(v, text, at + length, intent, fault);
}

nt_status nt_coord_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = position->variant;
    nt_intent_clear(intent);
    if (nt_text_is_nocase(text, "pass") || nt_text_is(text, "--") || nt_text_is(text, "0000")) {
        intent->form = NT_INTENT_PASS;
        return NT_OK;
    }
    text = without_check(text, intent);
    if (read_castling(text, intent)) return NT_OK;
    intent->spelling = 0;
    const unsigned char *drop = memchr(text.at, '@', text.length);
    if (drop) return read_drop(v, text, (size_t)(drop - text.at), intent, fault);
    return read_from_to(v, text, intent, fault);
}

/* ---- writing ---- */

/* Castling is the king's move where that cannot be an ordinary one; else, as in Chess960, O-O. */
static void put_castling(const nt_position *p, nt_move move, nt_output *output) {
    const nt_variant *v = p->variant;
    int far = v->board.x[move.to] - v->board.x[move.from];
    if (p->free_castling && far < 2 && far > -2) {
        nt_output_string(output, v->board.x[move.aux] > v->board.x[move.from] ? "O-O" : "O-O-O");
        return;
    }
    nt_cell_write(v, move.from, output);
    nt_put(output, '-');
    nt_cell_write(v, move.to, output);
}

void nt_coord_write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    const nt_variant *v = before->variant;
    (void)after_check;
    switch ((nt_move_type)move.type) {
    case NT_MOVE_PASS: nt_output_string(output, "pass"); return;
    case NT_MOVE_CASTLE: put_castling(before, move, output); return;
    case NT_MOVE_DROP:
        nt_output_string(output, v->kind[move.piece].label);
        nt_put(output, '@');
        nt_cell_write(v, move.to, output);
        return;
    case NT_MOVE_STEP:
    case NT_MOVE_DOUBLE:
    case NT_MOVE_EN_PASSANT:
    case NT_MOVE_LOCUST: break;
    }
    nt_cell_write(v, move.from, output);
    nt_put(output, '-');
    nt_cell_write(v, move.to, output);
    if (move.type == NT_MOVE_LOCUST) {
        nt_put(output, 'x');
        nt_cell_write(v, move.aux, output);
    }
    if (!nt_states_promotion(v, move)) return;
    nt_put(output, '=');
    nt_output_string(output, v->kind[v->kind[move.promo].shown].label);
}

/* ---- the notation ---- */

/* Above 95, which is what PGN says to tag pairs: lists may begin with them too. */
static int sniff(const nt_head *head) {
    const nt_list_traits *t = &head->traits;
    unsigned own = t->hyphens + t->drops;
    if (t->labels || t->stars || t->parts || !t->hyphens) return 0;
    if (own * 2 < t->words) return 10;
    return t->tags && own * 10 >= t->words * 9 ? 96 : t->equals || t->drops ? 80 : 50;
}

static const nt_list_style style = {.turn = nt_list_word_turn, .groups = true, .semicolon = true, .wide_numbers = true};

static nt_status read_game(nt_reader *reader) { return nt_list_read_game(reader, &style); }

static nt_status write_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    return nt_list_write_game(writer, game, replay, &style);
}

const nt_format nt_format_coord = {
    .name = "coord",
    .title = "coordinates: e2-e4",
    .family = NT_FAMILY_COORDINATE,
    .sniff = sniff,
    .read_game = read_game,
    .read_move = nt_coord_read_move,
    .write_move = nt_coord_write_move,
    .write_game = write_game,
    .free_state = nt_list_free_state,
};
