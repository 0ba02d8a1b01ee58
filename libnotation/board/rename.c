/* Cells of moves renamed from one coordinate scheme to another, without any game. Called by rules/coords.c.
 *
 * A word is a run of ASCII letters and digits and of bytes above them. Where names of cells begin with a bracket, as
 * `(0,-1)`, the brackets are found instead. */
#include "base/input.h"
#include "base/output.h"
#include "board/board.h"

/* What is looked at as one word; anything longer is no move. */
enum { MOST_WORD = 256, NEEDED = MOST_WORD + 2, MOST_SUFFIX = NT_LABEL_SIZE };

/* at: the next byte of input->data. before: the byte in front of it, 0 at the start. in_comment: within braces;
 * in_line: the rest of the line is copied. */
typedef struct renamer {
    nt_context *context;
    nt_input *input;
    const nt_scheme *from, *to;
    nt_output *output;
    size_t at;
    unsigned char before;
    bool in_comment, in_line;
} renamer;

static bool is_word(unsigned c) { return nt_is_letter(c) || nt_is_digit(c) || c >= 0x80; }

static void copy(renamer *r, size_t count) {
    if (!count) return;
    const unsigned char *bytes = r->input->data + r->at;
    nt_output_bytes(r->output, bytes, count);
    r->before = bytes[count - 1];
    r->at += count;
}

/* ---- findings ---- */

/* The place of an offset of a text that begins at the next byte. Lines are counted once, since the pin moves along. */
static nt_place place_of(renamer *r, nt_text text, size_t offset) {
    nt_input *input = r->input;
    nt_input_move_pin(input, r->at);
    return (nt_place){.file = input->name, .text = text.at, .at = offset, .offset = input->pin_offset,
                      .line = input->pin_line, .column = input->pin_column};
}

static void report_long(renamer *r, nt_text text) {
    nt_place place = place_of(r, text, 0);
    nt_report(r->context, &place, NT_DIAG_CELL_UNKNOWN, "a word of more than %d bytes is no move; it is left as it is",
              MOST_WORD);
}

/* Reports that no cell stands at an offset of a text that begins at the next byte. */
static void report(renamer *r, nt_text text, size_t offset) {
    char quote[NT_QUOTE_SIZE];
    nt_message message = {.length = 0};
    nt_text bad = nt_text_cut(text, offset);
    nt_place place = place_of(r, text, offset);
    nt_scheme_explain(r->from, bad, &message);
    nt_report(r->context, &place, NT_DIAG_CELL_UNKNOWN, "\"%s\" is no cell%s", nt_quote(bad, quote), message.text);
}

/* ---- a word ---- */

/* A word taken apart: label of a man, cells with x between them, and what a pawn becomes. cells 0: it is no move; then bad
 * is how far a cell was looked for in vain. */
typedef struct move_word {
    size_t prefix, suffix; /* where the cells begin and end */
    size_t bad;
    unsigned cells;
} move_word;

/* Takes the cells from an offset on. False: what follows them is not letters, or too long. */
static bool take_cells(const nt_scheme *s, nt_text word, size_t at, bool lower_suffix, move_word *found) {
    size_t length, last = at;
    unsigned cells = 0;
    found->prefix = at;
    for (;;) {
        size_t skip = cells > 0 && at < word.length && word.at[at] == 'x';
        if (nt_scheme_match(s, nt_text_cut(word, at + skip), &length) == NT_NO_CELL) break;
        last = at + skip;
        at = last + length;
        cells++;
    }
    bool too_long = !s->two_bytes && at < word.length && nt_is_digit(word.at[at]); /* f12, of which f1 is a cell */
    found->suffix = at;
    found->bad = too_long ? last : at;
    if (!cells || word.length - at > MOST_SUFFIX) return false;
    for (; at < word.length; at++)
        if (nt_is_digit(word.at[at]) || (!lower_suffix && nt_is_lower(word.at[at]))) return false;
    found->cells = cells;
    return true;
}

/* A word without a digit is a move only when nothing but cells, capitals and x are in it: the rest is plain words. */
static bool take_apart(const nt_scheme *s, nt_text word, bool has_digit, move_word *found) {
    *found = (move_word){0};
    if (take_cells(s, word, 0, has_digit, found)) return true;
    size_t bad = found->bad, label = 0;
    while (label < word.length && (nt_is_upper(word.at[label]) || word.at[label] >= 0x80)) label++;
    for (size_t x = 0; x < 2; x++) {
        if (x && (label == word.length || word.at[label] != 'x')) break;
        if (take_cells(s, word, label + x, has_digit, found)) return true;
        if (found->bad > bad) bad = found->bad;
    }
    *found = (move_word){.bad = bad};
    return false;
}

/* Whether a word that is no move may be left as it is: plain words, numbers, results; not what only can be a cell. */
static bool is_plain(const nt_scheme *s, nt_text word, bool has_digit, bool all_digits) {
    if (all_digits) return !s->digit_first || word.length == 1;
    if (has_digit) return false;
    return !s->digit_first || word.length != 2 || word.at[0] - (unsigned)'a' > 5 || word.at[1] - (unsigned)'a' > 5;
}

static void put_cells(renamer *r, nt_text text) {
    char name[2 * NT_LABEL_SIZE];
    size_t length;
    while (text.length) {
        unsigned cell = nt_scheme_match(r->from, text, &length);
        if (cell == NT_NO_CELL) nt_put(r->output, text.at[length++]);
        else nt_output_bytes(r->output, name, nt_scheme_name(r->to, cell, name));
        text = nt_text_cut(text, length);
    }
}

/* A number with a dot behind it and nothing of a move in front. */
static bool is_number(unsigned before, nt_text word, unsigned after, bool all_digits) {
    bool free = before == 0 || nt_is_blank(before) || memchr("(){}|;,.", (int)before, 8) != NULL;
    return word.length > 0 && all_digits && after == '.' && free;
}

static void take_word(renamer *r, nt_text word, unsigned after) {
    bool has_digit = false, all_digits = true;
    for (size_t i = 0; i < word.length; i++) {
        has_digit = has_digit || nt_is_digit(word.at[i]);
        all_digits = all_digits && nt_is_digit(word.at[i]);
    }
    move_word found;
    bool apart = r->before != '$' && !is_number(r->before, word, after, all_digits);
    if (apart && take_apart(r->from, word, has_digit, &found)) {
        copy(r, found.prefix);
        put_cells(r, (nt_text){word.at + found.prefix, found.suffix - found.prefix});
        r->before = word.at[found.suffix - 1];
        r->at += found.suffix - found.prefix;
        copy(r, word.length - found.suffix);
        return;
    }
    if (apart && !is_plain(r->from, word, has_digit, all_digits)) report(r, word, found.bad);
    copy(r, word.length);
}

/* A name in brackets; a bracket before anything but a number opens a variation. */
static void take_bracket(renamer *r, nt_text text) {
    size_t length, digit = text.length > 1 && text.at[1] == '-' ? 2 : 1, close = 1;
    unsigned cell = nt_scheme_match(r->from, text, &length);
    if (cell != NT_NO_CELL) {
        put_cells(r, (nt_text){text.at, length});
        r->before = ')';
        r->at += length;
        return;
    }
    while (close < text.length && close < NT_LABEL_SIZE && memchr("-,0123456789", text.at[close], 12)) close++;
    bool looks = digit < text.length && nt_is_digit(text.at[digit]) && close < text.length && text.at[close] == ')' &&
                 memchr(text.at, ',', close) != NULL;
    if (looks) report(r, (nt_text){text.at, close + 1}, 0);
    copy(r, looks ? close + 1 : 1);
}

/* ---- the text ---- */

/* Comments in braces, tags and lines that begin with % are copied; true: the next byte has been. */
static bool pass_over(renamer *r) {
    unsigned char c = r->input->data[r->at];
    bool starts = r->before == 0 || r->before == '\n' || r->before == '\r';
    if (r->in_line && (c == '\n' || c == '\r')) r->in_line = false;
    else if (!r->in_comment && starts && (c == '[' || c == '%')) r->in_line = true;
    else if (!r->in_line && c == '{') r->in_comment = true;
    else if (r->in_comment && c == '}') r->in_comment = false;
    else if (!r->in_line && !r->in_comment) return false;
    copy(r, 1);
    return true;
}

static void take_next(renamer *r) {
    nt_text text = {r->input->data + r->at, r->input->size - r->at};
    bool brackets = r->from->file_label[0][0] == '(';
    size_t length = 0;
    if (pass_over(r)) return;
    if (brackets) {
        if (text.at[0] == '(') take_bracket(r, text);
        else copy(r, 1);
        return;
    }
    while (length < text.length && length <= MOST_WORD && is_word(text.at[length])) length++;
    if (length > MOST_WORD && !is_word(r->before)) report_long(r, text);
    if (length == 0 || length > MOST_WORD || is_word(r->before)) { /* is_word: what is left of a long one */
        copy(r, length ? length : 1);
        return;
    }
    take_word(r, (nt_text){text.at, length}, length < text.length ? text.at[length] : 0);
}

nt_status nt_board_rename(nt_context *context, nt_input *input, const nt_scheme *from, const nt_scheme *to,
                          nt_output *output) {
    renamer r = {.context = context, .input = input, .from = from, .to = to, .output = output, .at = input->pin};
    for (;;) {
        if (input->size - r.at < NEEDED && !input->ended) {
            nt_input_move_pin(input, r.at);
            nt_status status = nt_input_more(input);
            r.at = input->pin;
            if (status != NT_OK && status != NT_END) return status;
            continue;
        }
        if (r.at == input->size) return NT_OK;
        take_next(&r);
    }
}
