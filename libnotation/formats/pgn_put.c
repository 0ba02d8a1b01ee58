/* How PGN movetext is laid out: words on lines of fewer than 80 bytes, numbers, comments. For pgn_write.c. */
#include "formats/pgn_writer.h"

enum { WORD_ROOM = 512 }; /* no number and move are longer */

void nt_pgn_report_repair(nt_pgn_writer *w, size_t at, const char *what) {
    if (w->is_repaired) return;
    w->is_repaired = true;
    nt_place place = nt_game_place(w->game, at);
    nt_report(w->writer->context, &place, NT_DIAG_REPAIRED, "%s", what);
}

/* ---- lines and words ---- */

void nt_pgn_end_line(nt_pgn_writer *w) {
    if (w->column > 0) nt_put(w->output, '\n');
    w->column = 0;
    w->is_glued = false;
}

static bool has_room(const nt_pgn_writer *w, size_t length) {
    return w->writer->settings.one_line || w->column == 0 || w->column + length <= PGN_WIDTH;
}

/* The blank or line end before a word of so many bytes. */
static void begin_word(nt_pgn_writer *w, size_t length) {
    size_t blank = w->column > 0 && !w->is_glued;
    if (!has_room(w, blank + length)) nt_pgn_end_line(w);
    else if (blank) nt_put(w->output, ' ');
    w->column += w->column > 0 ? blank : 0;
    w->column += length;
    w->is_glued = false;
}

void nt_pgn_put_word(nt_pgn_writer *w, nt_text word) {
    begin_word(w, word.length);
    nt_put_text(w->output, word);
}

void nt_pgn_put_open(nt_pgn_writer *w, unsigned char sign) {
    nt_pgn_put_word(w, (nt_text){&sign, 1});
    w->is_glued = true;
}

void nt_pgn_put_close(nt_pgn_writer *w, unsigned char sign) {
    w->is_glued = true;
    nt_pgn_put_word(w, (nt_text){&sign, 1});
}

/* ---- numbers, moves, annotations ---- */

/* Of the next move: the position knows, and of two players who lag behind each has every other move. */
static bool begins_number(const nt_pgn_writer *w) {
    return w->behind ? !((w->position->state.player ^ w->behind) & 1) : nt_position_begins_number(w->position);
}

static void put_number(nt_pgn_writer *w) {
    unsigned char digits[24];
    size_t length = 0, number = nt_position_number(w->position) + (w->position->state.player + w->behind) / 2 * (w->behind > 0);
    unsigned char *end = digits + sizeof digits, *s = end;
    size_t dots = begins_number(w) ? 1 : 3;
    for (; dots > 0; dots--) *--s = '.';
    do *--s = (unsigned char)('0' + number % 10);
    while ((number /= 10) > 0);
    length = (size_t)(end - s);
    nt_pgn_put_word(w, (nt_text){s, length});
}

static void put_due_number(nt_pgn_writer *w) {
    if ((w->number_due || begins_number(w)) && !w->writer->settings.no_numbers) put_number(w);
    w->number_due = false;
}

/* How long the move is shows when it has been written; then the blank before it may become a line end, or one is put
 * between it and the parenthesis that it sticks to. */
void nt_pgn_put_move(nt_pgn_writer *w, nt_move move) {
    nt_output *output = w->output;
    put_due_number(w);
    if (NT_OUTPUT_SIZE - output->used < WORD_ROOM) nt_output_drain(output);
    bool has_blank = w->column > 0 && !w->is_glued;
    begin_word(w, 0);
    size_t start = output->used;
    nt_san_write(w->position, move, nt_check_after(w->position, move), false, output);
    size_t length = output->used - start;
    bool fits = has_room(w, length);
    w->column = fits ? w->column + length : length;
    if (fits) return;
    if (!has_blank) memmove(output->data + start + 1, output->data + start, length);
    output->used += !has_blank;
    output->data[has_blank ? start - 1 : start] = '\n';
}

void nt_pgn_put_copy(nt_pgn_writer *w, nt_text move, int mark) {
    put_due_number(w);
    begin_word(w, move.length + (mark > 0));
    nt_put_text(w->output, move);
    if (mark) nt_put(w->output, mark == 1 ? '+' : '#');
}

void nt_pgn_put_number_as(nt_pgn_writer *w, nt_text digits, unsigned dots) {
    begin_word(w, digits.length + dots);
    nt_put_text(w->output, digits);
    for (; dots > 0; dots--) nt_put(w->output, '.');
}

/* (Mb1) is a variation to readers of PGN: it becomes M@b1. A blank before a check sign goes. */
void nt_pgn_put_move_as(nt_pgn_writer *w, nt_text text) {
    bool is_bracket = text.length > 2 && text.at[0] == '(' && text.at[text.length - 1] == ')';
    size_t sign = 0, blanks = 0;
    if (is_bracket) text = (nt_text){text.at + 1, text.length - 2};
    while (is_bracket && sign < text.length && !nt_is_lower(text.at[sign])) sign++;
    for (size_t i = 0; i < text.length; i++) blanks += nt_is_blank(text.at[i]);
    begin_word(w, text.length - blanks + is_bracket);
    for (size_t i = 0; i < text.length; i++) {
        if (is_bracket && i == sign) nt_put(w->output, '@');
        if (!nt_is_blank(text.at[i])) nt_put(w->output, text.at[i]);
    }
}

void nt_pgn_put_nag(nt_pgn_writer *w, unsigned nag) {
    begin_word(w, nag > 99 ? 4 : nag > 9 ? 3 : 2);
    nt_put(w->output, '$');
    nt_output_number(w->output, nag);
}

/* ---- comments ---- */

static size_t count_blanks(nt_text text, bool *has_break) {
    size_t count = 0;
    *has_break = false;
    for (; count < text.length && nt_is_blank(text.at[count]); count++)
        *has_break |= text.at[count] == '\n' || text.at[count] == '\r';
    return count;
}

/* How long the word at the start of a text is. A command like [%clk 1:23:45] is not broken where it fits on a line. */
static size_t word_length(nt_text text) {
    size_t length = 0;
    while (length < text.length && !nt_is_blank(text.at[length])) {
        nt_command command;
        size_t end = length;
        bool opens = text.at[length++] == '[' && length < text.length && text.at[length] == '%';
        if (!opens || !nt_command_next(text, &end, &command) || end - length > PGN_WIDTH || text.at[end - 1] != ']') continue;
        if (!memchr(text.at + length, '\n', end - length) && !memchr(text.at + length, '\r', end - length)) length = end;
    }
    return length;
}

/* ... and how much of the text stays on one line: the word, and those behind it that begin with a percent sign, which would
 * escape a line that it begins. */
static size_t unit_length(nt_text text) {
    size_t length = word_length(text);
    for (bool has_break; length < text.length && length <= PGN_WIDTH;) {
        size_t next = length + count_blanks(nt_text_cut(text, length), &has_break);
        if (next == text.length || text.at[next] != '%') break;
        length = next + word_length(nt_text_cut(text, next));
    }
    return length;
}

/* Tabs are blanks: the standard has none in the export format (4.2). */
static void put_blanks(nt_pgn_writer *w, nt_text text) {
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = text.at[i];
        nt_put(w->output, c == '\t' || c == '\v' ? ' ' : c);
    }
}

static void put_braceless(nt_pgn_writer *w, nt_text word) {
    for (size_t i = 0; i < word.length; i++) nt_put(w->output, word.at[i] == '}' ? ')' : word.at[i]);
}

/* Blanks are kept but where a line ends, and nowhere else does a line end; a line end of the text is a blank, so that the text
 * can be filled again. Of several blanks one is left where all of them would not fit, so that the text, written again, stays
 * the same. The last word leaves room for the brace behind it. */
void nt_pgn_put_inside(nt_pgn_writer *w, nt_text text) {
    if (memchr(text.at, '}', text.length))
        nt_pgn_report_repair(w, (size_t)(text.at - w->game->text),
                             "a closing brace inside a comment is written as a closing parenthesis");
    while (text.length > 0) {
        bool has_break;
        nt_text run = {text.at, count_blanks(text, &has_break)};
        text = nt_text_cut(text, run.length);
        size_t length = word_length(text), unit = unit_length(text), room = unit + (unit == text.length);
        bool is_escape = length > 0 && *text.at == '%';
        if (has_break || (run.length > 1 && !has_room(w, run.length + room))) run = NT_TEXT(" ");
        if (run.length > 0 && !is_escape && !has_room(w, run.length + room)) nt_pgn_end_line(w);
        else put_blanks(w, run);
        w->column += (w->column > 0 ? run.length : 0) + length;
        put_braceless(w, (nt_text){text.at, length});
        text = nt_text_cut(text, length);
    }
}

void nt_pgn_put_next(nt_pgn_writer *w, nt_text text) {
    size_t length = 0;
    while (length < text.length && !nt_is_blank(text.at[length])) length++;
    if (has_room(w, 1 + length)) {
        nt_put(w->output, ' ');
        w->column++;
    } else {
        nt_pgn_end_line(w);
    }
    nt_pgn_put_inside(w, text);
}

void nt_pgn_close_comment(nt_pgn_writer *w) {
    nt_put(w->output, '}');
    w->column++;
    w->is_glued = false;
}

static void put_rest_of_line(nt_pgn_writer *w, unsigned char sign, nt_text text) {
    do {
        nt_text line = nt_text_line(text, &text);
        nt_pgn_end_line(w);
        nt_put(w->output, sign);
        if (sign == '%') nt_put_text(w->output, line); /* for whoever wrote it */
        else put_blanks(w, line);
        w->column = 1;
        nt_pgn_end_line(w);
    } while (text.length > 0);
}

void nt_pgn_put_comment(nt_pgn_writer *w, nt_text text) {
    w->number_due = true;
    if (memchr(text.at, '}', text.length) && !w->writer->settings.one_line) {
        put_rest_of_line(w, ';', text);
        return;
    }
    size_t first = unit_length(text); /* stays beside the brace: no line end comes between that the comment had not */
    if (!has_room(w, 2 + first + (first == text.length))) nt_pgn_end_line(w);
    nt_pgn_put_open(w, '{');
    nt_pgn_put_inside(w, text);
    nt_pgn_close_comment(w);
}

void nt_pgn_put_escape(nt_pgn_writer *w, nt_text text) {
    if (!w->writer->settings.one_line) {
        put_rest_of_line(w, '%', text);
        return;
    }
    nt_pgn_put_open(w, '{');
    nt_pgn_put_close(w, '%');
    nt_pgn_put_inside(w, text);
    nt_pgn_close_comment(w);
    w->number_due = true;
}
