/* Which lines of a page are its list of moves, and that list as Game Courier's reader takes it. Called by page.c. */
#include "formats/page.h"

/* A line of a page as the list may have it. */
typedef enum line_kind {
    LINE_OTHER,
    LINE_MOVES,  /* turns, numbered or not */
    LINE_NUMBER  /* a move number alone: what it numbers stands in the next line */
} line_kind;

typedef struct line_look {
    line_kind kind;
    bool numbered; /* or behind bars */
    unsigned turns;
    unsigned number;
} line_look;

enum { NO_NUMBER = 1000000 };

/* Behind the bars of a take-back. */
static nt_text skip_bars(nt_text line) {
    while (line.length && (*line.at == '|' || nt_is_blank(*line.at))) line = nt_text_cut(line, 1);
    return line;
}

/* Behind a move number; *number: NO_NUMBER when there is none. Digits without a dot are one when a blank follows. */
static nt_text skip_number(nt_text line, unsigned *number) {
    size_t digits = 0, at;
    unsigned value = 0;
    for (; digits < line.length && digits < 5 && nt_is_digit(line.at[digits]); digits++)
        value = value * 10 + line.at[digits] - '0';
    for (at = digits; at < line.length && line.at[at] == '.'; at++) continue;
    bool found = digits && (at > digits || at == line.length || nt_is_blank(line.at[at]));
    *number = found ? value : NO_NUMBER;
    return found ? nt_list_trimmed(nt_text_cut(line, at)) : line;
}

static bool is_command(nt_text line) {
    static const char *const words[] = {"resign", "resigns", "resigned", "pass", "draw", "capture", "empty", "clear"};
    nt_text rest, word = nt_text_word(line, &rest);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (nt_text_is_nocase(word, words[i])) return true;
    return false;
}

/* Whether the first turn of a text moves or drops a man. */
static bool begins_with_turn(nt_text text) {
    nt_list_traits traits;
    if (!text.length) return false;
    nt_list_look((nt_text){text.at, nt_gc_turn(text)}, &traits);
    return traits.hyphens + traits.stars > 0;
}

/* last: the number of the line of moves before, which moves on. Behind the number that is due stand moves, whatever they look
 * like: else a move that is cut off or misspelled would be lost among the talk. */
static line_look look_at(nt_text line, unsigned *last) {
    nt_list_traits traits;
    line_look look = {.kind = LINE_OTHER};
    line = nt_list_trimmed(line);
    nt_text behind_bars = skip_bars(line), rest = skip_number(behind_bars, &look.number);
    look.numbered = look.number != NO_NUMBER;
    if (!rest.length) {
        look.kind = look.numbered && rest.at[-1] == '.' ? LINE_NUMBER : LINE_OTHER;
        return look;
    }
    nt_list_look(rest, &traits);
    look.turns = traits.hyphens + traits.stars;
    look.numbered = look.numbered || behind_bars.length < line.length;
    bool all = look.turns && look.turns >= traits.words;
    bool first = look.numbered && (begins_with_turn(rest) || is_command(rest));
    bool is_due = look.number != NO_NUMBER && *last != NO_NUMBER && (look.number == *last || look.number == *last + 1);
    if (all || first || is_due) look.kind = LINE_MOVES;
    if (look.kind == LINE_MOVES && !look.turns) look.turns = 1;
    if (look.kind == LINE_MOVES && look.number != NO_NUMBER) *last = look.number;
    return look;
}

/* ---- where the list is ---- */

/* A stretch of lines that may be the list. */
typedef struct stretch {
    size_t begin, end;
    unsigned turns, numbered; /* numbered: lines */
    bool headed;              /* a line before it calls it moves */
} stretch;

enum { MOST_BETWEEN = 40 }; /* lines of talk between two moves */

/* Lines that begin another part of a page, whatever stands before them. */
static bool begins_part(nt_text line) {
    static const char *const words[] = {"kibbitz", "kibitz", "notation", "how to move", "rules of", "orientation:",
                                        "legal moves"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (nt_text_begins_nocase(line, words[i])) return true;
    return false;
}

static bool is_heading(nt_text line) {
    static const char *const words[] = {"moves", "move list", "list of moves", "game moves", "moves of the game",
                                        "moves so far", "game record", "move history"};
    while (line.length && strchr(":. ", line.at[line.length - 1])) line.length--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (nt_text_is_nocase(line, words[i])) return true;
    return false;
}

/* Whether one stretch is more likely the list than another. Without numbers and heading two moves may be an example. */
static bool is_better(const stretch *a, const stretch *b) {
    bool a_counts = a->headed || a->numbered || a->turns > 4, b_counts = b->headed || b->numbered || b->turns > 4;
    if (!a->turns || !a_counts || !b->turns || !b_counts) return a->turns && a_counts;
    if (a->headed != b->headed) return a->headed;
    if (!a->numbered != !b->numbered) return a->numbered > 0;
    return a->turns > b->turns;
}

static nt_span find_stretch(const nt_page *page) {
    stretch best = {.begin = 0}, now = {.begin = 0};
    size_t between = 0;
    bool headed = false, example = false;
    unsigned last = NO_NUMBER;
    for (size_t at = 0, next; at < page->text.size; at = next) {
        nt_text line = nt_list_trimmed(nt_page_line(page, at, &next));
        if (!line.length) continue;
        line_look look = look_at(line, &last);
        bool ends = look.kind == LINE_OTHER && (++between > MOST_BETWEEN || begins_part(line) || is_heading(line));
        if (ends) {
            if (is_better(&now, &best)) best = now;
            now = (stretch){.begin = next};
            headed = is_heading(line);
            example = begins_part(line);
            between = 0;
            last = NO_NUMBER;
        }
        if (look.kind == LINE_OTHER || (example && !look.numbered)) continue;
        if (!now.turns && look.kind == LINE_MOVES && !now.numbered) now.begin = at;
        if (look.kind == LINE_NUMBER && !now.turns) now.begin = at;
        now.turns += look.turns;
        now.numbered += look.numbered;
        now.headed = headed;
        if (look.kind == LINE_MOVES) now.end = next;
        between = 0;
    }
    if (is_better(&now, &best)) best = now;
    return (nt_span){(uint32_t)best.begin, best.end > best.begin ? (uint32_t)(best.end - best.begin) : 0};
}

nt_span nt_page_find_moves(const nt_page *page) {
    for (size_t i = 0; i < page->field_count; i++) {
        const nt_page_field *field = &page->fields[i];
        nt_text name = nt_page_string(page, field->name, false);
        if (!field->in_text || name.length < 4) continue;
        bool says = false;
        for (size_t at = 0; at + 4 <= name.length && !says; at++) says = nt_text_begins_nocase(nt_text_cut(name, at), "move");
        if (says && nt_list_trimmed(nt_page_string(page, field->value, true)).length) return field->value;
    }
    return find_stretch(page);
}

/* ---- the list ---- */

static void copy_line(const nt_page *page, nt_text line, nt_page_text *list) {
    size_t from = (size_t)(line.at - page->text.bytes);
    for (size_t i = 0; i < line.length; i++) nt_page_put(list, line.at[i], nt_page_place(&page->text, from + i), false);
}

void nt_page_list(const nt_page *page, nt_span lines, nt_page_text *list) {
    size_t end = lines.offset + (size_t)lines.length;
    list->context = page->context;
    list->size = list->run_count = 0;
    list->failed = false;
    unsigned last = NO_NUMBER;
    for (size_t at = lines.offset, next; at < end; at = next) {
        nt_text line = nt_page_line(page, at, &next);
        if (at + line.length > end) line.length = end - at;
        line = nt_list_trimmed(line);
        if (!line.length) continue;
        size_t place = nt_page_place(&page->text, (size_t)(line.at - page->text.bytes));
        if (look_at(line, &last).kind == LINE_OTHER) nt_page_put_fixed(list, NT_TEXT("// "), place);
        copy_line(page, line, list);
        nt_page_put(list, '\n', nt_page_place(&page->text, at), true);
    }
}
