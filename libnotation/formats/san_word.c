/* What words without a digit may be algebraic moves: those of games whose cells are two hexadecimal digits, where 52 reads like
 * a move number and Sba like a word; and captures by files alone. For readers of PGN and for guessing,
 * neither of which knows the game. */
#include "formats/formats.h"

static bool is_hex(unsigned c) { return nt_is_digit(c) || c - 'a' < 6u; }

/* How many bytes of letters of a label begin the text; no label has more than three that would be looked for here. */
static size_t label_length(nt_text text) {
    size_t length = 0;
    while (length < text.length && length < 4 && nt_is_upper(text.at[length])) length++;
    return length;
}

static bool skip_cell(nt_text *text) {
    if (text->length < 2 || !is_hex(text->at[0]) || !is_hex(text->at[1])) return false;
    *text = nt_text_cut(*text, 2);
    return true;
}

bool nt_san_is_hex(nt_text word) {
    while (word.length && strchr("+#", word.at[word.length - 1])) word.length--;
    word = nt_text_cut(word, label_length(word));
    nt_text rest = word;
    bool has_cell = skip_cell(&rest);
    if (!has_cell && rest.length && is_hex(*rest.at)) rest = nt_text_cut(rest, 1); /* 6x45: a file */
    bool has_sign = rest.length && (*rest.at == 'x' || *rest.at == '-');
    if (has_sign) rest = nt_text_cut(rest, 1);
    if (!skip_cell(&rest) && (has_sign || !has_cell)) return false;
    bool is_marked = rest.length && *rest.at == '=';
    if (is_marked) rest = nt_text_cut(rest, 1);
    size_t label = label_length(rest);
    return label == rest.length && (label > 0 || !is_marked);
}

bool nt_san_is_short(nt_text word) {
    while (word.length && strchr("+#", word.at[word.length - 1])) word.length--;
    if (word.length < 3 || !nt_is_lower(word.at[0]) || word.at[1] != 'x' || !nt_is_lower(word.at[2])) return false;
    nt_text rest = nt_text_cut(word, 3);
    return rest.length == 0 || (rest.length > 1 && *rest.at == '=' && nt_is_upper(rest.at[1]));
}
