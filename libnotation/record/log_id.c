/* Log ids of Game Courier: first-second-year-day-thousandths. Public. Source: spec/game-courier.md section 3.1. */
#include "record/record.h"

static const char open_name[] = "cvgameroom"; /* the opponent of an invitation that anyone may take */

static bool is_leap(unsigned year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/* The number behind the last hyphen, which is cut off with it; -1: there is none, or not of so many digits. */
static int cut_number(nt_text *text, size_t least, size_t most) {
    size_t digits = 0;
    int value = 0;
    while (digits < text->length && nt_is_digit(text->at[text->length - 1 - digits])) digits++;
    if (digits < least || digits > most || digits == text->length) return -1;
    if (text->at[text->length - 1 - digits] != '-') return -1;
    for (size_t i = text->length - digits; i < text->length; i++) value = value * 10 + text->at[i] - '0';
    text->length -= digits + 1;
    return value;
}

static void set_date(nt_log_id *id) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned left = id->day;
    id->month = 1;
    for (size_t i = 0; i < 12; i++) {
        unsigned length = days[i] + (i == 1 && is_leap(id->year) ? 1u : 0u);
        if (left < length) break;
        left -= length;
        id->month++;
    }
    id->month_day = left + 1;
}

/* Divides what stands before the year. Names may hold hyphens, so that only one hyphen, or the name of an invitation, says
 * where. */
static bool divide(nt_text names, nt_log_id *id) {
    size_t hyphens = 0, at = 0, open = sizeof open_name - 1;
    for (size_t i = 0; i < names.length; i++) {
        hyphens += names.at[i] == '-';
        if (names.at[i] == '-' && !at) at = i;
    }
    id->open = names.length > open + 1 && names.at[names.length - open - 1] == '-' &&
               memcmp(names.at + names.length - open, open_name, open) == 0;
    if (id->open) at = names.length - open - 1;
    if (at == 0 || at + 1 >= names.length) return false;
    id->divided = id->open || hyphens == 1;
    id->names_length = names.length;
    id->first_length = id->divided ? at : 0;
    return true;
}

bool nt_log_id_parse(const char *text, size_t length, nt_log_id *out) {
    enum { LONGEST = 200 };
    nt_text rest = {(const unsigned char *)text, length};
    nt_log_id id = {.text = text, .length = length};
    if (length > LONGEST) return false;
    int thousandths = cut_number(&rest, 3, 3), day = thousandths < 0 ? -1 : cut_number(&rest, 1, 3);
    int year = day < 0 ? -1 : cut_number(&rest, 4, 4);
    if (year < 1990 || year > 2199) return false;
    id.year = (unsigned)year;
    id.day = (unsigned)day;
    id.thousandths = (unsigned)thousandths;
    if (id.day > (is_leap(id.year) ? 365u : 364u)) return false;
    for (size_t i = 0; i < rest.length; i++) {
        unsigned c = rest.at[i];
        if (!nt_is_letter(c) && !nt_is_digit(c) && c < 0x80 && !strchr("-_.'", (int)c)) return false;
    }
    if (!divide(rest, &id)) return false;
    set_date(&id);
    *out = id;
    return true;
}
