/* The forms that the standard gives to values of tags (8.1.1, 9.1 to 9.7), and what is told of others. For pgn_tag.c. */
#include "formats/pgn.h"

typedef bool value_test(nt_text value);

/* Whether a value is written like a pattern: 0 stands for a digit or a question mark, all else for itself. */
static bool is_like(nt_text value, const char *pattern) {
    bool is_same = value.length == strlen(pattern);
    for (size_t i = 0; is_same && i < value.length; i++) {
        unsigned char c = value.at[i];
        is_same = pattern[i] == '0' ? nt_is_digit(c) || c == '?' : c == (unsigned char)pattern[i];
    }
    return is_same;
}

/* Whether two digits are a number from low to high; what is not known may be. */
static bool is_within(const unsigned char *two, unsigned low, unsigned high) {
    unsigned number = (two[0] - (unsigned)'0') * 10 + (two[1] - (unsigned)'0');
    return two[0] == '?' || two[1] == '?' || (number >= low && number <= high);
}

static bool is_date(nt_text value) {
    return is_like(value, "0000.00.00") && is_within(value.at + 5, 1, 12) && is_within(value.at + 8, 1, 31);
}

static bool is_time(nt_text value) {
    return is_like(value, "00:00:00") && is_within(value.at, 0, 23) && is_within(value.at + 3, 0, 59) &&
           is_within(value.at + 6, 0, 59);
}

static bool is_number(nt_text value) {
    size_t digits = 0;
    while (digits < value.length && nt_is_digit(value.at[digits])) digits++;
    return digits == value.length;
}

static bool is_set_up(nt_text value) { return nt_text_is(value, "0") || nt_text_is(value, "1"); }

static bool is_result(nt_text value) {
    nt_result result;
    bool is_exact;
    return nt_result_read(value, &result, &is_exact);
}

/* A result that is one, and is spelled in another way. */
static void check_spelling(nt_pgn *x, size_t at, nt_text value) {
    nt_result result;
    bool is_exact;
    char quoted[NT_QUOTE_SIZE];
    if (!nt_result_read(value, &result, &is_exact) || (is_exact && nt_text_trim(value).length == value.length)) return;
    nt_pgn_report(x, NT_DIAG_RESULT_SPELLING, at, "the result \"%s\" of the tag Result is not spelled as the standard does",
                  nt_quote(value, quoted));
}

#define DATE is_date, "no date; one is written 1999.05.12, with ?? for what is not known"
#define TIME is_time, "no time; one is written 18:30:00"
#define NUMBER is_number, "no number"
#define NAME(text) text, sizeof text - 1
static const struct {
    const char *name;
    size_t length;
    value_test *test;
    const char *fault;
} forms[] = {
    {NAME("Date"), DATE},         {NAME("UTCDate"), DATE},      {NAME("EventDate"), DATE},  {NAME("Time"), TIME},
    {NAME("UTCTime"), TIME},      {NAME("WhiteElo"), NUMBER},   {NAME("BlackElo"), NUMBER}, {NAME("PlyCount"), NUMBER},
    {NAME("SetUp"), is_set_up, "neither 0 nor 1"},
    {NAME("Result"), is_result, "no result of the standard: 1-0, 0-1, 1/2-1/2 or *"},
};

unsigned nt_pgn_form_of(nt_text name) {
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (name.length == forms[i].length && nt_text_is_nocase(name, forms[i].name)) return i + 1;
    return 0;
}

void nt_pgn_check_value(nt_pgn *x, unsigned form, size_t at, nt_text value) {
    char quoted[NT_QUOTE_SIZE];
    if (!form || value.length == 0) return;
    if (value.length == 1 && (*value.at == '?' || *value.at == '-')) return; /* not known, or there is none */
    if (!forms[form - 1].test(value))
        nt_pgn_report(x, NT_DIAG_TAG_VALUE, at, "the value \"%s\" of the tag %s is %s", nt_quote(value, quoted),
                      forms[form - 1].name, forms[form - 1].fault);
    else if (forms[form - 1].test == is_result) check_spelling(x, at, value);
}
