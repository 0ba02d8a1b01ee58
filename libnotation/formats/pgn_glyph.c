/* Annotation glyphs of PGN: $1, !?, the signs of the Informator, and what stands in the signs that are reserved. For
 * pgn_read.c and pgn_word.c. */
#include "formats/pgn.h"

const unsigned char *nt_pgn_nag(nt_pgn *x, const unsigned char *p) {
    size_t start = nt_pgn_at(x, p++), length;
    unsigned value = 0;
    char quoted[NT_QUOTE_SIZE];
    do {
        for (; nt_is_digit(*p); p++) value = value < 1000 ? value * 10 + (*p - (unsigned)'0') : value;
    } while (p == x->end && nt_pgn_fill(x, &p));
    length = nt_pgn_at(x, p) - start;
    if (length > 1 && value <= 255) {
        nt_item item = nt_pgn_item(NT_ITEM_NAG, start, length);
        item.value = (uint16_t)value;
        nt_pgn_put(x, item);
        return p;
    }
    nt_pgn_report(x, NT_DIAG_NAG_SYNTAX, start, "\"%s\" is left out; annotation glyphs go from $0 to $255",
                  nt_quote(nt_pgn_text(x, start, length), quoted));
    return p;
}

static void put_glyph(nt_pgn *x, size_t at, size_t length) {
    static const uint8_t values[] = {3, 5, 6, 4}; /* !! !? ?! ?? */
    const unsigned char *s = x->base + at;
    nt_item item = nt_pgn_item(NT_ITEM_NAG, at, length);
    item.flags = NT_NAG_GLYPH;
    item.value = length == 2 ? values[(s[0] == '?') * 2 + (s[1] == '?')] : *s == '!' ? 1 : 2;
    nt_pgn_put(x, item);
}

/* ! ? !! ?? !? ?! are the glyphs 1 to 6; a longer run is several of them. */
const unsigned char *nt_pgn_glyph(nt_pgn *x, const unsigned char *p) {
    size_t start = nt_pgn_at(x, p);
    do
        while (nt_pgn_kind(*p) == PGN_GLYPH) p++;
    while (p == x->end && nt_pgn_fill(x, &p));
    size_t end = nt_pgn_at(x, p);
    if (end - start > 2) nt_pgn_report(x, NT_DIAG_NAG_SYNTAX, start, "a run of ! and ? is read two by two");
    for (size_t at = start; at < end; at += 2) put_glyph(x, at, end - at > 1 ? 2 : 1);
    return x->base + end;
}

/* ---- signs ---- */

/* What a position is worth, as it is printed; the numbers are those of the standard (section 10). */
static const struct {
    const char *text;
    uint8_t nag;
    bool joins; /* may stick to its move: what Nf3= means is for the game to say */
} signs[] = {
    {"=", 10, false},           {"\xE2\x88\x9E", 13, true}, {"+/=", 14, true},          {"+=", 14, true},
    {"\xE2\xA9\xB2", 14, true}, {"=/+", 15, true},           {"=+", 15, true},           {"\xE2\xA9\xB1", 15, true},
    {"+/-", 16, true},          {"\xC2\xB1", 16, true},      {"-/+", 17, true},          {"\xE2\x88\x93", 17, true},
    {"+-", 18, true},           {"+\xE2\x88\x92", 18, true}, {"-+", 19, true},           {"\xE2\x88\x92+", 19, true},
};
enum { SIGNS = sizeof signs / sizeof *signs };

/* The index of the sign that a word is, SIGNS: none. */
static size_t find_sign(nt_text word) {
    size_t i = 0;
    if (!word.length || nt_is_letter(*word.at)) return SIGNS;
    while (i < SIGNS && !nt_text_is(word, signs[i].text)) i++;
    return i;
}

bool nt_pgn_is_sign(nt_text word) { return find_sign(word) < SIGNS; }

bool nt_pgn_sign(nt_pgn *x, size_t at, size_t length) {
    size_t i = find_sign(nt_pgn_text(x, at, length));
    nt_item item = nt_pgn_item(NT_ITEM_NAG, at, length);
    if (i == SIGNS) return false;
    item.value = signs[i].nag;
    nt_pgn_report(x, NT_DIAG_NAG_SYNTAX, at, "\"%s\" is read as $%u, which PGN has for it", signs[i].text, signs[i].nag);
    nt_pgn_put(x, item);
    return true;
}

size_t nt_pgn_joined_sign(nt_text word) {
    size_t most = 0;
    unsigned char last = word.at[word.length - 1];
    if (nt_is_letter(last) || nt_is_digit(last)) return 0;
    for (size_t i = 0; i < SIGNS; i++) {
        size_t length = strlen(signs[i].text);
        if (!signs[i].joins || length <= most || word.length <= length) continue;
        if (memcmp(word.at + word.length - length, signs[i].text, length) == 0) most = length;
    }
    return most;
}

/* ---- reserved signs ---- */

/* <> is a null move; other text between the signs that the standard reserves is passed over. */
const unsigned char *nt_pgn_angle(nt_pgn *x, const unsigned char *p) {
    enum { MOST = 80 };
    size_t start = nt_pgn_at(x, p), length = 1;
    char quoted[NT_QUOTE_SIZE];
    nt_pgn_need(x, &p, MOST);
    if (*p == '<' && p[1] == '>') {
        nt_pgn_move(x, start, 2);
        return p + 2;
    }
    while (*p == '<' && length < MOST && p + length < x->end && p[length] != '>' && p[length] != '\n') length++;
    bool is_closed = *p == '<' && length < MOST && p + length < x->end && p[length] == '>';
    length = is_closed ? length + 1 : 1;
    nt_pgn_report(x, NT_DIAG_RESERVED_SIGN, start, "\"%s\" is left out; the signs < and > are reserved",
                  nt_quote(nt_pgn_text(x, start, length), quoted));
    return p + length;
}
