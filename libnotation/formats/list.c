/* Move lists: words and cells, which their notations share. Private to formats/. */
#include "formats/list.h"

size_t nt_list_axial(nt_text text) {
    size_t at = 1;
    if (text.length < 5 || *text.at != '(') return 0;
    for (unsigned axis = 0; axis < 2; axis++) {
        size_t digits = at += at < text.length && text.at[at] == '-';
        while (at < text.length && nt_is_digit(text.at[at])) at++;
        if (at == digits || at == text.length || at > digits + 2 || text.at[at++] != (axis ? ')' : ',')) return 0;
    }
    return at;
}

size_t nt_list_word_turn(nt_text text) {
    const unsigned char *end = text.at + text.length;
    size_t at = 0;
    while (at < text.length && text.at[at] != ')' && !nt_list_blank(text.at + at, end)) {
        size_t step = text.at[at] == '(' ? nt_list_axial(nt_text_cut(text, at)) : nt_list_step(text.at + at, end);
        if (!step) break;
        at += step;
    }
    return at ? at : 1;
}

nt_text nt_list_trimmed(nt_text text) {
    size_t end = 0;
    text = nt_text_cut(text, nt_list_blanks(text));
    for (size_t at = 0; at < text.length; at += nt_list_blanks(nt_text_cut(text, at)))
        end = at += nt_list_word(nt_text_cut(text, at));
    return (nt_text){text.at, end};
}

nt_status nt_list_fault(nt_fault *fault, nt_diag_id id, size_t at, const char *format, ...) {
    fault->id = id;
    fault->at = at;
    fault->message.length = 0;
    va_list arguments;
    va_start(arguments, format);
    nt_message_add_list(&fault->message, format, arguments);
    va_end(arguments);
    return NT_INVALID;
}

nt_status nt_list_fault_cell(nt_fault *fault, const nt_variant *v, nt_text cell, size_t at) {
    char quote[NT_QUOTE_SIZE];
    if (!cell.length) return nt_list_fault(fault, NT_DIAG_MOVE_SYNTAX, at, "a cell is missing here, to which the move goes");
    nt_status status = nt_list_fault(fault, NT_DIAG_CELL_UNKNOWN, at, "the board has no cell \"%s\"", nt_quote(cell, quote));
    nt_scheme_explain(&v->scheme, cell, &fault->message);
    return status;
}

nt_status nt_list_fault_label(nt_fault *fault, nt_text label, size_t at) {
    char quote[NT_QUOTE_SIZE];
    return nt_list_fault(fault, NT_DIAG_LABEL_UNKNOWN, at, "the game has no piece \"%s\"", nt_quote(label, quote));
}

unsigned nt_list_cell(const nt_variant *v, nt_text text) {
    size_t length;
    unsigned cell = nt_scheme_match(&v->scheme, text, &length);
    return cell != NT_NO_CELL && length == text.length ? cell : NT_NO_CELL;
}

/* The kind that a plus before the label of another makes: +N. */
static unsigned marked_kind(const nt_variant *v, unsigned base) {
    for (unsigned kind = 1; base && kind <= v->kinds; kind++) {
        if (v->kind[kind].mark == '+' && v->kind[kind].base == base) return kind;
    }
    return 0;
}

unsigned nt_list_label(const nt_variant *v, nt_text text, int *player) {
    size_t length;
    unsigned kind = text.length ? nt_label_match(v, text, true, player, &length) : 0;
    if (kind && length == text.length) return kind;
    if (text.length < 2 || *text.at != '+') return 0;
    kind = nt_label_match(v, nt_text_cut(text, 1), true, player, &length);
    return length + 1 == text.length ? marked_kind(v, kind) : 0;
}

/* ---- Name: value ---- */

bool nt_list_is_moves_key(nt_text name) { return nt_text_is_nocase(name, "moves") || nt_text_is_nocase(name, "move"); }

/* Names that need no blank behind the colon; a label may hold one, as in CROOKED:BISHOP. */
static bool is_known_key(nt_text name) {
    return nt_list_is_moves_key(name) || nt_text_is_nocase(name, "fen") || nt_text_is_nocase(name, "variant") ||
           nt_text_is_nocase(name, "game");
}

static bool is_name_byte(unsigned byte) { return nt_is_letter(byte) || byte == ' ' || byte == '_' || byte == '-'; }

static nt_span span_within(nt_text part, nt_text whole) {
    return (nt_span){(uint32_t)(part.length ? part.at - whole.at : 0), (uint32_t)part.length};
}

bool nt_list_key_line(nt_text line, nt_list_key *key) {
    enum { NAME_SIZE = 256 };
    size_t from = nt_list_blanks(line), colon = from;
    if (from == line.length || !nt_is_letter(line.at[from])) return false;
    while (colon < line.length && colon < from + NAME_SIZE && is_name_byte(line.at[colon])) colon++;
    if (colon == line.length || line.at[colon] != ':') return false;
    nt_text name = nt_text_trim((nt_text){line.at + from, colon - from});
    nt_text behind = nt_text_cut(line, colon + 1), value = nt_text_trim(behind);
    key->name = span_within(name, line);
    key->value = span_within(value, line);
    if (!value.length) key->value.offset = (uint32_t)line.length;
    return value.at != behind.at || !value.length || is_known_key(name);
}

bool nt_list_is_sign(nt_text move, const nt_list_style *style) {
    nt_list_key key;
    if (!move.length || memchr("[#|", *move.at, 3) || nt_list_key_line(move, &key)) return true;
    for (size_t i = 0; i < move.length; i++) {
        unsigned byte = move.at[i];
        bool slashes = byte == '/' && i + 1 < move.length && move.at[i + 1] == '/';
        if (byte == '{' || byte == '}' || slashes || (byte == ';' && style->semicolon)) return true;
    }
    return false;
}
