/* Results: reading the spellings that games have, and the standard text. For readers, writers and the replay. */
#include "record/record.h"

enum { POINT = 12 }; /* twelfths of a point */

/* Takes a literal from the front of the text. */
static bool take(nt_text *text, const char *literal) {
    nt_text head = nt_text_from(literal);
    if (text->length < head.length || memcmp(text->at, literal, head.length) != 0) return false;
    *text = nt_text_cut(*text, head.length);
    return true;
}

static bool take_any(nt_text *text, const char *const *literals, size_t count, size_t *which) {
    for (*which = 0; *which < count; ++*which)
        if (take(text, literals[*which])) return true;
    return false;
}

/* Hyphens and dashes U+2010 to U+2015, the minus sign U+2212, the colon of 1:0, with blanks beside them. */
static bool take_dash(nt_text *text) {
    static const char *const dashes[] = {"-",            "\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x92",
                                         "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x95", "\xE2\x88\x92", ":"};
    size_t which;
    nt_text rest = nt_text_trim(*text);
    if (!take_any(&rest, dashes, sizeof dashes / sizeof *dashes, &which)) return false;
    *text = nt_text_trim(rest);
    return true;
}

/* Up to two digits. */
static bool take_number(nt_text *text, unsigned *number, size_t *digits) {
    *number = 0;
    for (*digits = 0; *digits < 2 && text->length > 0 && nt_is_digit(*text->at); ++*digits) {
        *number = *number * 10 + (*text->at - (unsigned)'0');
        *text = nt_text_cut(*text, 1);
    }
    return *digits > 0;
}

/* One score of 0 to 1: a fraction sign, 0, 1, 3/4, 0.75 or .5. */
static bool take_score(nt_text *text, uint8_t *twelfths) {
    static const char *const signs[] = {"\xC2\xBD", "\xC2\xBC", "\xC2\xBE", "\xE2\x85\x93", "\xE2\x85\x94"};
    static const uint8_t values[] = {6, 3, 9, 4, 8}; /* 1/2 1/4 3/4 1/3 2/3 */
    size_t which, digits;
    unsigned whole, part, score;
    if (take_any(text, signs, sizeof values, &which)) {
        *twelfths = values[which];
        return true;
    }
    bool has_whole = take_number(text, &whole, &digits);
    if (take(text, ".")) {
        if (!take_number(text, &part, &digits)) return false;
        unsigned scaled = (digits == 1 ? part * 10 : part) * POINT;
        if (scaled % 100 != 0) return false;
        score = whole * POINT + scaled / 100;
    } else if (has_whole && take(text, "/")) {
        if (!take_number(text, &part, &digits) || part == 0 || POINT % part != 0) return false;
        score = whole * (POINT / part);
    } else if (has_whole && digits == 1) {
        score = whole * POINT;
    } else {
        return false;
    }
    *twelfths = (uint8_t)score;
    return score <= POINT;
}

/* A draw in the words of those languages whose piece letters come with the library. */
static bool is_draw_word(nt_text text) {
    static const char *const words[] = {"remi", "remis", "remise", "nulle", "tablas", "patta", "d\xC3\xB6ntetlen",
                                        "\xD0\xBD\xD0\xB8\xD1\x87\xD1\x8C\xD1\x8F"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (nt_text_is_nocase(text, words[i])) return true;
    return false;
}

/* The three results that nearly all games have, spelled as the standard does. */
static bool read_plain(nt_text text, nt_result *result) {
    bool is_draw = nt_text_is(text, "1/2-1/2"), is_won = nt_text_is(text, "1-0");
    if (!is_draw && !is_won && !nt_text_is(text, "0-1")) return false;
    *result = (nt_result){.known = true, .players = 2, .twelfths = {POINT, 0}};
    if (is_draw) result->twelfths[0] = result->twelfths[1] = POINT / 2;
    else if (!is_won) result->twelfths[0] = 0, result->twelfths[1] = POINT;
    return true;
}

bool nt_result_read(nt_text text, nt_result *result, bool *exact) {
    text = nt_text_trim(text);
    if (read_plain(text, result)) return *exact = true;
    nt_text whole = text;
    bool is_half = nt_text_is(text, "1/2") || nt_text_is(text, "\xC2\xBD");
    nt_result read = {.known = true};
    if (nt_text_is(text, "*")) {
        *result = (nt_result){.known = false};
        *exact = true;
        return true;
    }
    if (is_draw_word(text)) text = NT_TEXT("1/2-1/2");
    if (nt_text_is(text, "0-0") || nt_text_is(text, "0-0-0")) return false;
    do {
        if (read.players == NT_MAX_PLAYERS || !take_score(&text, &read.twelfths[read.players])) return false;
        read.players++;
    } while (take_dash(&text));
    if (text.length > 0) return false;
    if (read.players == 1) { /* a half alone is a draw of two */
        if (!is_half) return false;
        read.twelfths[1] = POINT / 2;
        read.players = 2;
    }
    char standard[32];
    *result = read;
    *exact = nt_text_equal(whole, (nt_text){(unsigned char *)standard, nt_result_text(&read, standard)});
    return true;
}

static size_t count_scores(nt_text text) {
    size_t length = 0;
    while (length < text.length && (nt_is_digit(text.at[length]) || text.at[length] == '/')) length++;
    return length;
}

static size_t count_spaces(nt_text text) {
    size_t length = 0;
    while (length < text.length && text.at[length] == ' ') length++;
    return length;
}

size_t nt_result_spaced(nt_text text) {
    nt_result result;
    bool is_exact;
    size_t first = count_scores(text), hyphen = first + count_spaces(nt_text_cut(text, first));
    if (hyphen >= text.length || text.at[hyphen] != '-') return 0;
    size_t second = hyphen + 1 + count_spaces(nt_text_cut(text, hyphen + 1));
    size_t length = second + count_scores(nt_text_cut(text, second));
    bool ends = length == text.length || nt_is_blank(text.at[length]) || memchr("(){;", text.at[length], 4);
    if (length == second || second - first == 1 || !ends) return 0;
    return nt_result_read((nt_text){text.at, length}, &result, &is_exact) ? length : 0;
}

bool nt_result_word(nt_text word, nt_result *result) {
    bool is_draw = nt_text_is_nocase(word, "draw"), resigns = nt_text_is_nocase(word, "resign") ||
                   nt_text_is_nocase(word, "resigns") || nt_text_is_nocase(word, "resigned");
    if (!is_draw && !resigns) return false;
    *result = (nt_result){.known = is_draw};
    if (is_draw) *result = (nt_result){.known = true, .players = 2, .twelfths = {POINT / 2, POINT / 2}};
    return true;
}

bool nt_result_end(nt_text text, nt_result *result) {
    bool exact;
    return nt_result_word(nt_text_trim(text), result) || nt_result_read(text, result, &exact);
}

static size_t put_number(unsigned number, char *out) {
    size_t length = 0;
    for (unsigned scale = 100; scale > 0; scale /= 10)
        if (number >= scale || scale == 1) out[length++] = (char)('0' + number / scale % 10);
    return length;
}

size_t nt_result_text(const nt_result *result, char buffer[32]) {
    size_t length = 0;
    if (!result->known || result->players == 0) buffer[length++] = '*';
    for (size_t i = 0; result->known && i < result->players; i++) {
        unsigned over = result->twelfths[i], under = POINT;
        for (unsigned divisor = POINT; divisor > 1; divisor--) {
            if (over % divisor != 0 || under % divisor != 0) continue;
            over /= divisor;
            under /= divisor;
        }
        if (i > 0) buffer[length++] = '-';
        length += put_number(over, buffer + length);
        if (under == 1) continue;
        buffer[length++] = '/';
        length += put_number(under, buffer + length);
    }
    buffer[length] = '\0';
    return length;
}

bool nt_result_equal(const nt_result *a, const nt_result *b) {
    if (a->known != b->known) return false;
    return !a->known || (a->players == b->players && memcmp(a->twelfths, b->twelfths, a->players) == 0);
}

bool nt_result_parse(const char *text, size_t length, nt_result *result) {
    bool exact;
    return nt_result_read((nt_text){(const unsigned char *)text, length}, result, &exact);
}

void nt_result_write_score(nt_output *output, unsigned twelfths) {
    unsigned whole = twelfths / 12, digits = (twelfths % 12) * 1000000 / 12, scale = 100000;
    nt_output_number(output, whole);
    if (digits) nt_put(output, '.');
    for (; digits; scale /= 10) {
        nt_put(output, (unsigned char)('0' + digits / scale));
        digits %= scale;
    }
}
