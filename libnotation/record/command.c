/* Commands inside comments, [%clk 1:23:45]: found, and their values read. Comments are kept as they were written; a command
 * is looked for when somebody asks. Source: "Enhanced PGN" (A. Cowderoy 2001) for clk, egt, emt, mct; for eval, csl, cal what
 * lichess.org and ChessBase write. */
#include "record/record.h"

static bool is_name_byte(unsigned c) { return nt_is_letter(c) || nt_is_digit(c) || c == '_' || c == '-'; }

/* ---- values ---- */

/* Digits at *text, moved behind them; false: none, or more than fit. */
static bool take_number(nt_text *text, uint64_t *number) {
    size_t length = 0;
    while (length < text->length && nt_is_digit(text->at[length])) length++;
    bool good = nt_text_number((nt_text){text->at, length}, number) && *number < UINT64_C(1000000000);
    *text = nt_text_cut(*text, length);
    return good;
}

static bool take_sign(nt_text *text, unsigned char sign) {
    bool has = text->length > 0 && text->at[0] == sign;
    *text = nt_text_cut(*text, has);
    return has;
}

/* Up to three digits behind a point, as thousandths; more are read and do not count. */
static unsigned take_fraction(nt_text *text) {
    unsigned value = 0, weight = 100;
    for (; text->length > 0 && nt_is_digit(text->at[0]); *text = nt_text_cut(*text, 1)) {
        value += weight * (unsigned)(text->at[0] - '0');
        weight /= 10;
    }
    return value;
}

/* 1:23:45 or 1:23:45.6; with days before them 2:12:00:00, as games by mail have it. */
static void read_time(nt_text value, nt_command *command) {
    enum { MOST = 4 };
    static const uint64_t below[MOST] = {60, 60, 24, UINT64_MAX}; /* seconds, minutes, hours, days */
    uint64_t part[MOST] = {0}, seconds = 0;
    size_t count = 0;
    bool good = true;
    do good = take_number(&value, &part[count++]) && good;
    while (count < MOST && take_sign(&value, ':'));
    for (size_t i = 0; i < count; i++) {
        size_t unit = count - 1 - i;
        good = good && (i == 0 || part[i] < below[unit]);
        seconds = seconds * (unit == 2 ? 24 : 60) + part[i];
    }
    unsigned fraction = take_sign(&value, '.') ? take_fraction(&value) : 0;
    command->kind = good && count >= 3 && value.length == 0 ? NT_COMMAND_TIME : NT_COMMAND_WRONG;
    command->number = (int64_t)(seconds * 1000 + fraction);
}

/* 0.17, -1.5, #3, #-3, each perhaps with a depth behind a comma. */
static void read_eval(nt_text value, nt_command *command) {
    uint64_t whole = 0, depth = 0;
    bool is_mate = take_sign(&value, '#'), is_negative = take_sign(&value, '-');
    if (!is_negative) take_sign(&value, '+');
    bool good = take_number(&value, &whole);
    unsigned fraction = !is_mate && take_sign(&value, '.') ? take_fraction(&value) : 0;
    if (take_sign(&value, ',')) good = take_number(&value, &depth) && good;
    command->kind = !good || value.length > 0 ? NT_COMMAND_WRONG : is_mate ? NT_COMMAND_MATE : NT_COMMAND_EVAL;
    command->number = (int64_t)(is_mate ? whole : whole * 1000 + fraction);
    if (is_negative) command->number = -command->number;
    command->depth = (uint32_t)depth;
}

/* Ga1,Rb2b4: a letter for the colour and cells, with commas between. Which cells there are only the rules know. */
static void read_marks(nt_text value, nt_command *command) {
    bool good = true;
    for (bool more = true; more && good;) {
        size_t length = 0;
        while (length < value.length && value.at[length] != ',') length++;
        nt_text mark = nt_text_trim((nt_text){value.at, length});
        good = mark.length > 1 && nt_is_upper(mark.at[0]);
        more = length < value.length;
        value = nt_text_cut(value, length + more);
    }
    command->kind = good ? NT_COMMAND_MARKS : NT_COMMAND_WRONG;
}

static void read_value(nt_text name, nt_text value, nt_command *command) {
    static const char *const times[] = {"clk", "egt", "emt", "mct"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (nt_text_is(name, times[i])) read_time(value, command);
    if (nt_text_is(name, "eval")) read_eval(value, command);
    if (nt_text_is(name, "csl") || nt_text_is(name, "cal")) read_marks(value, command);
}

/* ---- where they are ---- */

/* The next bracket with a percent sign behind it; the text's length: there is none. */
static size_t find_open(nt_text text, size_t at) {
    while (at + 1 < text.length) {
        const unsigned char *open = memchr(text.at + at, '[', text.length - at - 1);
        if (!open) break;
        at = (size_t)(open - text.at);
        if (open[1] == '%') return at;
        at++;
    }
    return text.length;
}

/* Where the command that opens at `at` is closed: before the next one. The text's length: nowhere. */
static size_t find_close(nt_text text, size_t at) {
    size_t next = find_open(text, at + 1);
    const unsigned char *close = memchr(text.at + at, ']', next - at);
    return close ? (size_t)(close - text.at) : text.length;
}

bool nt_command_next(nt_text text, size_t *at, nt_command *command) {
    size_t open = find_open(text, *at);
    if (open == text.length) return false;
    size_t close = find_close(text, open), name = open + 2, end = name;
    bool is_closed = close < text.length;
    size_t limit = is_closed ? close : find_open(text, open + 1);
    while (end < limit && is_name_byte(text.at[end])) end++;
    nt_text value = nt_text_trim((nt_text){text.at + end, limit - end});
    *command = (nt_command){
        .whole = {(uint32_t)open, (uint32_t)(limit + is_closed - open)},
        .name = {(uint32_t)name, (uint32_t)(end - name)},
        .value = {(uint32_t)(value.at - text.at), (uint32_t)value.length},
    };
    if (is_closed) read_value((nt_text){text.at + name, end - name}, value, command);
    if (!is_closed || end == name) command->kind = NT_COMMAND_WRONG;
    *at = limit + is_closed;
    return true;
}

bool nt_game_command(const nt_game *game, const nt_item *comment, size_t *at, nt_command *command) {
    if (comment->kind != NT_ITEM_COMMENT || comment->flags & NT_COMMENT_BARE) return false;
    if (!nt_command_next(nt_game_text(game, comment->text), at, command)) return false;
    command->whole.offset += comment->text.offset;
    command->name.offset += comment->text.offset;
    command->value.offset += comment->text.offset;
    return true;
}
