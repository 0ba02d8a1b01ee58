/* The clock of games by turns. Called by the tournament check of nt-check. Source of the keys and what they do: pages of Game
 * Courier on its time controls; the order of the steps is not stated there, so it can be set. */
#include "tools/clock.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR, WEEK = 7 * DAY };

static const char *const names[CLOCK_KEYS] = {"spare", "grace", "extra", "bonus", "bonus-period", "minimum", "maximum"};
static const char *const tags[CLOCK_KEYS] = {"SpareTime",   "GraceTime",   "ExtraTime",  "BonusTime",
                                             "BonusPeriod", "MinimumTime", "MaximumTime"};
static const char *const steps[CLOCK_STEPS] = {"use", "extra", "bonus", "minimum", "maximum"};

const char *clock_name(clock_key key) { return names[key]; }
const char *clock_tag(clock_key key) { return tags[key]; }

void clock_clear(clock_rules *rules) {
    *rules = (clock_rules){.first_turn = CLOCK_UNSET};
    for (int i = 0; i < CLOCK_KEYS; i++) rules->seconds[i] = CLOCK_UNSET;
    for (int i = 0; i < CLOCK_STEPS; i++) rules->order[i] = (clock_step)i;
}

void clock_overlay(clock_rules *under, const clock_rules *rules) {
    for (int i = 0; i < CLOCK_KEYS; i++) {
        if (rules->seconds[i] != CLOCK_UNSET) under->seconds[i] = rules->seconds[i];
    }
    if (rules->has_order) memcpy(under->order, rules->order, sizeof under->order);
    under->has_order |= rules->has_order;
    if (rules->first_turn != CLOCK_UNSET) under->first_turn = rules->first_turn;
}

/* ---- reading ---- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Digits, at most nine; how many there were. */
static size_t read_digits(const char *text, size_t length, int64_t *number) {
    size_t at = 0;
    for (*number = 0; at < length && at < 9 && is_digit(text[at]); at++) *number = *number * 10 + (text[at] - '0');
    return at < length && is_digit(text[at]) ? 0 : at;
}

static int64_t unit_of(char letter) {
    switch (letter) {
    case 's': return 1;
    case 'm': return MINUTE;
    case 'h': return HOUR;
    case 'd': return DAY;
    case 'w': return WEEK;
    default: return 0;
    }
}

/* H:MM:SS or D:HH:MM:SS, with any number of digits in front. */
static bool colon_duration(const char *text, size_t length, int64_t *seconds) {
    int64_t part[4];
    size_t count = 0, at = 0;
    while (count < 4) {
        size_t digits = read_digits(text + at, length - at, &part[count++]);
        at += digits;
        if (digits == 0) return false;
        if (at == length) break;
        if (text[at++] != ':') return false;
    }
    if (at != length || count < 3) return false;
    *seconds = part[count - 1] + MINUTE * part[count - 2] + HOUR * part[count - 3] + (count == 4 ? DAY * part[0] : 0);
    return part[count - 1] < 60 && part[count - 2] < 60;
}

bool clock_duration(const char *text, size_t length, int64_t *seconds) {
    bool any = false;
    if (memchr(text, ':', length) != NULL) return colon_duration(text, length, seconds);
    *seconds = 0;
    for (size_t at = 0; at < length;) {
        int64_t number;
        size_t digits = read_digits(text + at, length - at, &number);
        if (digits == 0) return false;
        at += digits;
        while (at < length && text[at] == ' ') at++;
        int64_t unit = at < length ? unit_of(text[at]) : 0;
        if (unit == 0 && number != 0) return false;
        if (unit == 0 && at < length) return false;
        *seconds += number * unit;
        at += at < length;
        while (at < length && text[at] == ' ') at++;
        any = true;
    }
    return any;
}

/* Days since 1970-01-01 of a date of the Gregorian calendar. */
static int64_t days_of(int64_t year, int64_t month, int64_t day) {
    static const int16_t before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int64_t past = year - 1; /* whole years */
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int64_t days = 365 * (year - 1970) + (past / 4 - past / 100 + past / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400);
    return days + before[month - 1] + (leap && month > 2) + day - 1;
}

/* Fixed digits at a place. */
static bool fixed(const char *text, size_t length, size_t at, size_t count, int64_t *number) {
    if (at + count > length) return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_digit(text[at + i])) return false;
    }
    return read_digits(text + at, count, number) == count;
}

bool clock_point(const char *text, size_t length, int64_t *point) {
    int64_t year, month, day, hour, minute, second = 0;
    if (length > 0 && text[length - 1] == 'Z') length--;
    bool number = length >= 6 && length <= 12;
    for (size_t i = 0; i < length; i++) number &= is_digit(text[i]);
    if (number) {
        *point = 0;
        for (size_t i = 0; i < length; i++) *point = *point * 10 + (text[i] - '0');
        return true;
    }
    if (length != 16 && length != 19) return false;
    bool dashes = text[4] == text[7] && strchr("-./", text[4]) != NULL && strchr("T ", text[10]) != NULL;
    bool read = fixed(text, length, 0, 4, &year) && fixed(text, length, 5, 2, &month) && fixed(text, length, 8, 2, &day) &&
                fixed(text, length, 11, 2, &hour) && fixed(text, length, 14, 2, &minute);
    if (!dashes || !read || text[13] != ':') return false;
    if (length == 19 && (text[16] != ':' || !fixed(text, length, 17, 2, &second))) return false;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return false;
    *point = days_of(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second;
    return true;
}

/* A word of a list; false: none is left. */
static bool next_word(const char **at, const char **word, size_t *length) {
    *at += strspn(*at, " \t");
    *word = *at;
    *length = strcspn(*at, " \t");
    *at += *length;
    return *length > 0;
}

static bool set_order(clock_rules *rules, const char *value) {
    const char *word;
    size_t length, count = 0;
    unsigned seen = 0;
    while (next_word(&value, &word, &length)) {
        int step = 0;
        while (step < CLOCK_STEPS && (strlen(steps[step]) != length || memcmp(steps[step], word, length) != 0)) step++;
        if (step == CLOCK_STEPS || (seen >> step & 1) != 0) return false;
        seen |= 1u << step;
        rules->order[count++] = (clock_step)step;
    }
    rules->has_order = true;
    return count == CLOCK_STEPS;
}

bool clock_set(clock_rules *rules, const char *key, const char *value, const char **fault) {
    *fault = NULL;
    if (strcmp(key, "clock-order") == 0) {
        if (!set_order(rules, value)) *fault = "name use, extra, bonus, minimum and maximum, each once, in their order";
        return true;
    }
    if (strcmp(key, "first-turn") == 0) {
        rules->first_turn = strcmp(value, "counts") == 0;
        if (rules->first_turn == 0 && strcmp(value, "free") != 0) *fault = "write free or counts";
        return true;
    }
    for (int i = 0; i < CLOCK_KEYS; i++) {
        if (strcmp(names[i], key) != 0) continue;
        if (!clock_duration(value, strlen(value), &rules->seconds[i])) *fault = "write a duration like 7d 12h, or 36:00:00";
        return true;
    }
    return false;
}

const char *clock_words(int64_t seconds, char text[64]) {
    static const struct {
        int64_t unit;
        const char *name;
    } units[] = {{DAY, "d"}, {HOUR, "h"}, {MINUTE, "min"}, {1, "s"}};
    size_t length = 0, parts = 0;
    text[0] = '\0';
    for (size_t i = 0; i < 4 && parts < 2; i++) {
        int64_t count = seconds / units[i].unit;
        seconds %= units[i].unit;
        if (count == 0) continue;
        const char *blank = parts++ > 0 ? " " : "";
        length += (size_t)snprintf(text + length, 64 - length, "%s%lld %s", blank, (long long)count, units[i].name);
    }
    if (length == 0) snprintf(text, 64, "0 s");
    return text;
}

/* ---- running ---- */

static int64_t at_least_0(int64_t seconds) { return seconds > 0 ? seconds : 0; }

bool clock_turn(const clock_rules *rules, int64_t used, int64_t *bank, int64_t *over) {
    const int64_t *s = rules->seconds;
    for (int i = 0; i < CLOCK_STEPS; i++) {
        switch (rules->order[i]) {
        case CLOCK_DO_USE: *bank -= at_least_0(used - at_least_0(s[CLOCK_GRACE])); break;
        case CLOCK_DO_EXTRA: *bank += at_least_0(s[CLOCK_EXTRA]); break;
        case CLOCK_DO_BONUS: *bank += used <= s[CLOCK_BONUS_PERIOD] ? at_least_0(s[CLOCK_BONUS]) : 0; break;
        case CLOCK_DO_MINIMUM: *bank = *bank < s[CLOCK_MINIMUM] ? s[CLOCK_MINIMUM] : *bank; break;
        default: *bank = s[CLOCK_MAXIMUM] >= 0 && *bank > s[CLOCK_MAXIMUM] ? s[CLOCK_MAXIMUM] : *bank; break;
        }
        if (rules->order[i] != CLOCK_DO_USE || *bank >= 0) continue;
        *over = -*bank;
        return false;
    }
    return true;
}
