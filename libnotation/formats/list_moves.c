/* The movetext of lists: numbers, turns, comments, glyphs, variations, take-backs and results. Called by list_read.c
 * and list_head.c only. */
#include "formats/list_reader.h"

static nt_text rest_of_line(const nt_list_reader *l, size_t at) { return (nt_text){l->text + at, l->end - at}; }

/* Limits of comments and glyphs drop the thing, which has been reported; those of moves and nesting end the game. */
static nt_status go_on(nt_status status) { return status == NT_LIMIT ? NT_OK : status; }

/* ---- lines of play ---- */

static nt_list_line *top(const nt_list_reader *l) { return l->depth ? &l->state->lines[l->depth - 1] : NULL; }

static nt_status open_line(nt_list_reader *l, bool group, bool taken_back, uint64_t number, size_t at) {
    nt_list_state *state = l->state;
    if (!nt_grow(l->reader->context, &state->lines, &state->line_capacity, l->depth + 1, sizeof *state->lines))
        return NT_NO_MEMORY;
    nt_status status = nt_list_item(l, NT_ITEM_LINE_OPEN, 0, taken_back ? NT_LINE_ABANDONED : 0, at, at);
    if (status != NT_OK) return status;
    state->lines[l->depth++] = (nt_list_line){.group = group, .number = number, .place = (uint32_t)at};
    l->bars += !group;
    return NT_OK;
}

/* How many items the line has that ends before an index, its begin and end among them, where nothing but comments and numbers
 * stands in it; 0: more does. */
static size_t bare_items(const nt_record *record, size_t end) {
    enum { FEW = 64 }; /* lines within lines are looked at again */
    const nt_item *items = record->items;
    if (end < 2 || items[end - 1].kind != NT_ITEM_LINE_CLOSE) return 0;
    for (size_t i = end - 1; i-- > 0 && end - i <= FEW;) {
        if (items[i].kind == NT_ITEM_LINE_OPEN) return end - i;
        if (items[i].kind != NT_ITEM_COMMENT && items[i].kind != NT_ITEM_NUMBER) break;
    }
    return 0;
}

/* Ends the innermost line. One with nothing in it is none; of lines that were taken back comments alone go on with such a line
 * of comments just before, because nothing parts the two behind bars. */
static nt_status end_line(nt_list_reader *l, size_t from, size_t to) {
    nt_record *record = l->record;
    nt_status status = nt_list_item(l, NT_ITEM_LINE_CLOSE, 0, 0, from, to);
    l->bars -= !l->state->lines[--l->depth].group;
    size_t end = record->game.item_count, size = bare_items(record, end), begin = end - size, comments = 0;
    if (status != NT_OK || !size) return status;
    nt_item *items = record->items, close = items[end - 1];
    size_t before = bare_items(record, begin);
    bool joins = before && items[begin - before].flags & items[begin].flags & NT_LINE_ABANDONED;
    for (size_t i = begin; i < end; i++) comments += items[i].kind == NT_ITEM_COMMENT;
    if (comments && !joins) return NT_OK;
    size_t kept = begin - joins;
    for (size_t i = begin; i < end; i++)
        if (items[i].kind == NT_ITEM_COMMENT) items[kept++] = items[i];
    if (joins) items[kept++] = close;
    record->game.item_count = kept;
    return NT_OK;
}

/* From the outermost on: places that go forward are found without counting all lines anew. */
static void report_unclosed(nt_list_reader *l, size_t depth) {
    for (size_t i = depth; i < l->depth; i++) {
        const nt_list_line *line = &l->state->lines[i];
        if (line->group) nt_list_report(l, NT_DIAG_LINE_UNCLOSED, line->place, "the variation that begins here is not closed");
    }
}

static void report_level(nt_list_reader *l, const nt_list_line *line) {
    if (line->group || line->has_move || l->level_seen) return;
    l->level_seen = true;
    nt_list_report(l, NT_DIAG_TAKEBACK_LEVEL, line->place,
                   "no move of level %zu stands between these bars and the line that took it back", l->bars);
}

nt_status nt_list_close(nt_list_reader *l, size_t depth, size_t at) {
    nt_status status = NT_OK;
    bool is_given_up = l->state->skipping; /* the game, within the line */
    if (!is_given_up) report_unclosed(l, depth);
    while (l->depth > depth && status == NT_OK) {
        if (!is_given_up) report_level(l, top(l));
        status = end_line(l, at, at);
    }
    return status;
}

/* The ply at which a number stands: 0 when the text begins with none, or with what may be a cell. */
static uint64_t number_of(const nt_list_reader *l, nt_text text) {
    uint64_t number = 0;
    size_t digits = 0, dots = 0;
    for (; digits < text.length && digits < 9 && nt_is_digit(text.at[digits]); digits++)
        number = number * 10 + text.at[digits] - '0';
    while (digits + dots < text.length && text.at[digits + dots] == '.') dots++;
    bool may_be_cell = !dots && l->style->digits && digits >= l->style->digits;
    return digits && !may_be_cell ? 2 * number + (dots > 1) + 1 : 0;
}

/* Whether a number is none that could come in a line: another line from the same place begins, or what was taken back there. */
static bool is_passed(const nt_list_line *line, uint64_t number) {
    return !line->group && line->has_move && line->number && number && number <= line->number;
}

/* Brings the open lines to the level that the bars of the line name, and moves *at behind them. */
static nt_status read_bars(nt_list_reader *l, size_t *at) {
    size_t from = *at, level = 0;
    nt_text rest = rest_of_line(l, *at);
    while (rest.length && *rest.at == '|') {
        level++;
        rest = nt_text_cut(rest, 1);
        rest = nt_text_cut(rest, nt_list_blanks(rest));
    }
    *at = l->end - rest.length;
    uint64_t number = number_of(l, rest);
    size_t depth = l->depth;
    for (size_t bars = l->bars; bars > level;) bars -= !l->state->lines[--depth].group;
    while (depth > 0 && is_passed(&l->state->lines[depth - 1], number)) depth--;
    nt_status status = nt_list_close(l, depth, from);
    while (status == NT_OK && l->bars < level) status = open_line(l, false, true, number, from);
    return status;
}

static nt_status open_group(nt_list_reader *l, size_t at) {
    bool has_move = top(l) ? top(l)->has_move : l->has_move;
    if (!has_move)
        nt_list_report(l, NT_DIAG_LINE_NO_MOVE, at,
                       "a variation before there is a move that it could replace; read as moves that were taken back");
    return open_line(l, true, !has_move, 0, at);
}

static nt_status close_group(nt_list_reader *l, size_t at) {
    if (top(l) && top(l)->group) return end_line(l, at, at + 1);
    nt_list_report(l, NT_DIAG_LINE_UNOPENED, at, "a closing parenthesis without a variation");
    return NT_OK;
}

/* ---- comments ---- */

/* Whether the line begins with what a tag pair begins with: then a comment has been left open. */
static bool is_tag_line(nt_text line) {
    size_t at = 1;
    if (line.length < 4 || line.at[0] != '[' || !nt_is_letter(line.at[1])) return false;
    while (at < line.length && (nt_is_letter(line.at[at]) || nt_is_digit(line.at[at]) || line.at[at] == '_')) at++;
    return line.length - at > 1 && line.at[at] == ' ' && line.at[at + 1] == '"';
}

/* A comment in braces, which may go on over lines. *at: its brace; then behind it. */
static nt_status brace_comment(nt_list_reader *l, size_t *at) {
    size_t from = *at + 1, scan = from, to;
    nt_status status = NT_OK;
    bool after_blank = false;
    for (;;) {
        const unsigned char *brace = memchr(l->text + scan, '}', l->end - scan);
        to = brace ? (size_t)(brace - l->text) : l->end;
        if (brace) break;
        after_blank = scan == l->line && nt_list_blanks(rest_of_line(l, scan)) == l->end - scan;
        status = nt_list_fetch(l);
        if (status == NT_OK && after_blank && is_tag_line(rest_of_line(l, l->line))) {
            l->end = l->next = l->line; /* the line is read again, as a header line */
            status = NT_END;
        }
        if (status != NT_OK) break;
        scan = l->line;
    }
    *at = status == NT_OK ? to + 1 : l->end;
    if (status != NT_OK && status != NT_END) return status;
    if (status == NT_END)
        nt_list_report(l, NT_DIAG_COMMENT_UNCLOSED, from - 1, "the comment that begins here is not closed");
    return go_on(nt_list_item(l, NT_ITEM_COMMENT, 0, 0, from, to));
}

/* The glyph that a word of ! and ? stands for. */
static unsigned glyph_value(nt_text glyph) {
    static const char *const glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (unsigned i = 0; i < 6; i++) {
        if (nt_text_is(glyph, glyphs[i])) return i + 1;
    }
    return 0;
}

static nt_status read_glyph(nt_list_reader *l, size_t *at) {
    size_t from = *at, to = from;
    while (to < l->end && (l->text[to] == '!' || l->text[to] == '?')) to++;
    *at = to;
    unsigned value = glyph_value((nt_text){l->text + from, to - from});
    if (!value) {
        nt_list_report(l, NT_DIAG_NAG_SYNTAX, from, "a glyph is !, ?, !!, ??, !? or ?!; the first sign is used");
        value = l->text[from] == '!' ? 1 : 2;
    }
    return go_on(nt_list_item(l, NT_ITEM_NAG, value, NT_NAG_GLYPH, from, to));
}

/* The value of $ and digits at the start of the text, -1: it is none; *length in bytes. */
static int nag_value(nt_text text, size_t *length) {
    int value = 0;
    *length = 1;
    while (*length < text.length && nt_is_digit(text.at[*length])) {
        if (value < 1000) value = value * 10 + text.at[*length] - '0';
        ++*length;
    }
    return *length > 1 && value < 256 ? value : -1;
}

static nt_status read_nag(nt_list_reader *l, size_t *at) {
    size_t from = *at, length;
    int value = nag_value(rest_of_line(l, from), &length);
    *at += length;
    if (value >= 0) return go_on(nt_list_item(l, NT_ITEM_NAG, (unsigned)value, 0, from, from + length));
    nt_list_report(l, NT_DIAG_NAG_SYNTAX, from, "a numeric annotation glyph is $0 to $255; it is left out");
    return NT_OK;
}

/* Whether the text is nothing but numeric glyphs: the form in which notations without glyphs keep them. */
static bool is_all_nags(nt_text text) {
    size_t length;
    if (!text.length) return false;
    while (text.length && *text.at == '$' && nag_value(text, &length) >= 0) {
        text = nt_text_cut(text, length);
        text = nt_text_cut(text, nt_list_blanks(text));
    }
    return text.length == 0;
}

/* A comment to the end of the line; signs: the length of what begins it. */
static nt_status line_comment(nt_list_reader *l, size_t at, size_t signs) {
    size_t from = at + signs, to = l->end;
    nt_status status = NT_OK;
    nt_list_trim(l, &from, &to);
    if (!is_all_nags((nt_text){l->text + from, to - from}))
        return go_on(nt_list_item(l, NT_ITEM_COMMENT, 0, NT_COMMENT_LINE, from, to));
    while (from < to && status == NT_OK) {
        status = read_nag(l, &from);
        from += nt_list_blanks((nt_text){l->text + from, to - from});
    }
    return status;
}

/* The next comment sign in the line from an offset on, the end of the line: there is none. */
static size_t find_comment(nt_list_reader *l, size_t at) {
    if (l->comment_known && l->comment >= at) return l->comment;
    const unsigned char *text = l->text;
    while (at < l->end && text[at] != '{' && !(text[at] == '/' && at + 1 < l->end && text[at + 1] == '/') &&
           !(text[at] == ';' && l->style->semicolon))
        at++;
    l->comment_known = true;
    return l->comment = at;
}

/* ---- results ---- */

/* 1.0-0 is a move with its number, not a score. */
static bool is_numbered_castling(nt_text word) {
    size_t dots = 0;
    while (dots < word.length && nt_is_digit(word.at[dots])) dots++;
    size_t digits = dots;
    while (dots < word.length && word.at[dots] == '.') dots++;
    nt_text move = nt_text_cut(word, dots);
    return dots > digits && (nt_text_is(move, "0-0") || nt_text_is(move, "0-0-0"));
}

/* Whether a word can be a draw by its name in some language: letters alone, more than a piece has. */
static bool may_be_draw(nt_text word) {
    for (size_t i = 0; i < word.length; i++)
        if (!nt_is_letter(word.at[i]) && word.at[i] < 0x80) return false;
    return word.length > 3;
}

static bool is_result(nt_list_reader *l, size_t at, nt_text word, nt_result *result) {
    bool exact = true;
    if (nt_result_word(word, result)) return true;
    bool may_be_scores = nt_is_digit(*word.at) || *word.at == '*' || *word.at == 0xC2;
    if (!may_be_scores && !may_be_draw(word)) return false;
    if (is_numbered_castling(word) || !nt_result_read(word, result, &exact)) return false;
    char standard[32];
    standard[nt_result_text(result, standard)] = '\0';
    if (!exact) nt_list_report(l, NT_DIAG_RESULT_SPELLING, at, "the result is usually written %s", standard);
    return true;
}

bool nt_list_goes_on(const nt_list_reader *l, size_t at) {
    return l->text[at] == '|' || number_of(l, rest_of_line(l, at)) > 3; /* not 0 or 1. */
}

bool nt_list_begins_anew(const nt_list_reader *l, size_t at) {
    bool has_dot = l->end - at > 1 && l->text[at + 1] == '.';
    return l->after_blank && l->has_move && l->depth == l->bars && has_dot && number_of(l, rest_of_line(l, at)) == 3;
}

/* What stands on the line behind the result of a game: comments, or the next game. */
static nt_status after_result(nt_list_reader *l, size_t at) {
    nt_status status = NT_OK;
    while (status == NT_OK) {
        at += nt_list_blanks(rest_of_line(l, at));
        if (at == l->end) return NT_OK;
        size_t comment = find_comment(l, at);
        bool slashes = comment == at && l->text[at] != '{';
        if (slashes) return line_comment(l, at, l->text[at] == '/' ? 2 : 1);
        if (comment != at) break;
        status = brace_comment(l, &at);
    }
    if (status != NT_OK) return status;
    uint64_t ply = number_of(l, rest_of_line(l, at));
    if (ply == 1 || ply == 3) { /* 0 or 1. */
        l->state->rest = (nt_list_rest){true, l->comment_known && l->comment >= at, l->end - at, l->next - at,
                                        l->comment - at};
        l->next = at;
        return NT_END;
    }
    nt_list_report(l, NT_DIAG_MOVE_AFTER_RESULT, at,
                   "the game has its result; what stands behind it is read as a comment");
    return line_comment(l, at, 0);
}

/* ---- words ---- */

static nt_status read_number(nt_list_reader *l, size_t *at, size_t digits) {
    size_t from = *at, to = from + digits, dots = to;
    while (dots < l->end && l->text[dots] == '.') dots++;
    *at = dots;
    if (digits) return nt_list_item(l, NT_ITEM_NUMBER, dots - to > 9 ? 9 : (unsigned)(dots - to), 0, from, to);
    size_t count = l->record->game.item_count; /* dots alone: those of the number before */
    nt_item *last = count ? &l->record->items[count - 1] : NULL;
    if (last && last->kind == NT_ITEM_NUMBER) last->value = (uint16_t)(last->value + (dots - to > 9 ? 9 : dots - to));
    return NT_OK;
}

/* How many digits of a move number begin the text: a blank, a dot, a parenthesis or the end follows. 0000 is a move. */
static size_t number_digits(nt_text text) {
    size_t digits = 0;
    while (digits < text.length && nt_is_digit(text.at[digits])) digits++;
    if (digits == text.length || memchr(".()", text.at[digits], 3)) return digits;
    if (digits == 4 && memcmp(text.at, "0000", 4) == 0) return 0;
    return nt_list_blank(text.at + digits, text.at + text.length) ? digits : 0;
}

/* Whether digits alone are a move of a game whose cells are digits. */
static bool is_digit_move(const nt_list_reader *l, nt_text text, size_t digits) {
    nt_text rest = nt_text_cut(text, digits);
    rest = nt_text_cut(rest, nt_list_blanks(rest));
    if (!l->style->digits || digits < l->style->digits || (rest.length && *rest.at == '.')) return false;
    return !nt_record_is_number(l->record, (nt_text){text.at, digits});
}

static nt_status read_turn(nt_list_reader *l, size_t *at, size_t stop) {
    size_t from = *at, end = from + l->style->turn((nt_text){l->text + from, stop - from});
    while (end > from + 1 && (l->text[end - 1] == '!' || l->text[end - 1] == '?' || l->text[end - 1] <= ' ')) end--;
    *at = end;
    if (top(l)) top(l)->has_move = true;
    else l->has_move = true;
    return nt_list_item(l, NT_ITEM_MOVE, 0, 0, from, end);
}

/* A number, a result, or a turn. stop: where a comment begins. */
static nt_status read_word(nt_list_reader *l, size_t *at, size_t stop) {
    enum { RESULT_SIZE = 32 }; /* longer words are no result */
    nt_result result = {0};
    nt_text text = {l->text + *at, stop - *at}, word = {text.at, text.length < RESULT_SIZE ? text.length : RESULT_SIZE};
    size_t spaced = nt_is_digit(*text.at) ? nt_result_spaced(word) : 0, digits = number_digits(text);
    word.length = spaced ? spaced : l->style->groups ? nt_list_word_turn(word) : nt_list_word(word);
    if (*word.at == '.') return read_number(l, at, 0);
    bool ends = word.length < RESULT_SIZE && is_result(l, *at, word, &result);
    if (!ends && digits && !is_digit_move(l, text, digits)) return read_number(l, at, digits);
    if (!ends) return read_turn(l, at, stop);
    size_t from = *at;
    *at += word.length;
    if (l->depth == 0) {
        l->record->game.result = result;
        l->record->game.result_item = l->record->game.item_count;
        l->has_result = true;
    }
    return nt_list_item(l, NT_ITEM_RESULT, 0, 0, from, *at);
}

static nt_status read_one(nt_list_reader *l, size_t *at) {
    size_t stop = find_comment(l, *at);
    unsigned c = l->text[*at];
    if (stop == *at && c == '{') return brace_comment(l, at);
    if (stop == *at) {
        size_t from = *at;
        *at = l->end;
        return line_comment(l, from, c == '/' ? 2 : 1);
    }
    if (c == '}') {
        nt_list_report(l, NT_DIAG_COMMENT_UNOPENED, *at, "a closing brace without a comment");
        ++*at;
        return NT_OK;
    }
    if (c == '$') return read_nag(l, at);
    if (c == '!' || c == '?') return read_glyph(l, at);
    if (l->style->groups && c == ')') return close_group(l, (*at)++);
    bool opens = l->style->groups && c == '(' && l->style->turn((nt_text){l->text + *at, stop - *at}) == 1;
    return opens ? open_group(l, (*at)++) : read_word(l, at, stop);
}

nt_status nt_list_movetext(nt_list_reader *l, size_t at) {
    nt_status status = NT_OK;
    l->has_body = true;
    at += nt_list_blanks(rest_of_line(l, at));
    if (at < l->end) status = read_bars(l, &at);
    while (status == NT_OK && !l->has_result) {
        at += nt_list_blanks(rest_of_line(l, at));
        if (at >= l->end) return NT_OK;
        status = read_one(l, &at);
    }
    return status == NT_OK ? after_result(l, at) : status;
}
