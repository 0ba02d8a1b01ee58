/* PGN movetext: moves, numbers, results, annotation glyphs, and the words that are none of them. For pgn_read.c. */
#include "formats/pgn.h"

/* ---- moves and words ---- */

void nt_pgn_move(nt_pgn *x, size_t at, size_t length) {
    x->has_body = true;
    if (x->has_result && x->level == 0) {
        if (x->late_words++ == 0) x->late_at = at;
        return;
    }
    nt_pgn_put(x, nt_pgn_item(NT_ITEM_MOVE, at, length));
    if (x->skip_level) return;
    x->has_move = true;
    x->plies += x->level == 0;
}

/* Signs of check that stand alone belong to the move before them, when only blanks lie between. */
static void put_marks(nt_pgn *x, size_t at, size_t length) {
    nt_record *record = x->record;
    nt_item *last = record->game.item_count > 0 ? &record->items[record->game.item_count - 1] : NULL;
    if (x->skip_level) return;
    if (last && last->kind == NT_ITEM_MOVE) {
        size_t end = last->text.offset + last->text.length;
        while (end < at && nt_is_blank(x->base[end])) end++;
        if (end == at) last->text.length = (uint32_t)(at + length - last->text.offset);
    }
    nt_place place = nt_game_place(&record->game, at);
    place.ply = x->level == 0 ? x->plies : 0;
    nt_pgn_report_at(x, &place, NT_DIAG_SPELL_CHECK, "the check sign stands apart from its move");
}

/* A word that is no move. */
static void put_unknown(nt_pgn *x, size_t at, size_t length) {
    char quoted[NT_QUOTE_SIZE];
    nt_text word = nt_pgn_text(x, at, length);
    bool is_last = x->is_over && word.at + length == x->end && !x->is_long;
    if (x->skip_level) {
        x->skip_words++;
        return;
    }
    if (x->has_result && x->level == 0) {
        if (x->late_words++ == 0) x->late_at = at;
        return;
    }
    nt_quote(word, quoted);
    if (is_last && length <= 3 && nt_is_letter(word.at[0])) {
        x->is_cut = true;
        nt_pgn_report(x, NT_DIAG_GAME_CUT, at, "the file ends inside the move \"%s\"", quoted);
        return;
    }
    nt_pgn_report(x, NT_DIAG_WORD_UNKNOWN, at, "\"%s\" is neither move, number, comment nor result; it is left out",
                  quoted);
}

size_t nt_pgn_odd_blank(nt_text text) {
    if (text.length >= 1 && text.at[0] == 0xA0) return 1; /* of Latin-1 */
    if (text.length >= 2 && text.at[0] == 0xC2 && text.at[1] == 0xA0) return 2;
    return text.length >= 3 && memcmp(text.at, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* where files were joined */
}

/* Goes on behind a byte that most words do not hold, where it is part of this one all the same: e.p., e8(Q), a NUL,
 * what begins like a blank of typography and is none. False: the word ends here. */
static bool is_joined(nt_pgn *x, const unsigned char **p, size_t start) {
    nt_pgn_need(x, p, 4);
    const unsigned char *s = *p;
    bool is_first = nt_pgn_at(x, s) == start;
    if (s == x->end) return false;
    if (*s == 0) {
        nt_pgn_report_nul(x, nt_pgn_at(x, s));
        *p = s + 1;
        return true;
    }
    if (nt_pgn_kind(*s) == PGN_HIGH) {
        bool is_inside = *s == 0xA0 && !is_first && s[-1] >= 0x80; /* a character */
        bool is_blank = !is_inside && nt_pgn_odd_blank((nt_text){s, (size_t)(x->end - s)}) > 0;
        *p = s + !is_blank;
        return !is_blank;
    }
    if (*s == '.' && !is_first && s[-1] == 'e' && s[1] == 'p') {
        *p = s + (s[2] == '.' ? 3 : 2);
        return true;
    }
    if (*s != '(' || is_first || !nt_is_letter(s[1]) || s[2] != ')') return false;
    if (!nt_is_digit(s[-1]) && s[-1] != '=') return false;
    *p = s + 3;
    return true;
}

/* From inside a word to its end; seen: gets the classes of its bytes. */
static const unsigned char *scan_word(nt_pgn *x, const unsigned char *p, size_t start, unsigned *seen) {
    do
        while (nt_pgn_class[*p] & PGN_IN_WORD) *seen |= nt_pgn_class[*p++];
    while ((p == x->end && nt_pgn_fill(x, &p)) || is_joined(x, &p, start));
    return p;
}

/* Only short words are looked at, because what is behind the joint will be scanned again. */
size_t nt_pgn_joint(nt_text word, bool before_dot) {
    enum { MOST = 64 };
    const unsigned char *s = word.at;
    size_t digits = 0;
    if (word.length > MOST) return 0;
    for (size_t i = 1; i + 3 < word.length; i++) { /* a move with a letter has three bytes */
        bool goes_on = nt_is_letter(s[i + 2]) || nt_is_digit(s[i + 2]);
        if (nt_is_digit(s[i]) && nt_is_upper(s[i + 1]) && goes_on) return i + 1;
    }
    if (!before_dot) return 0;
    while (digits < word.length && nt_is_digit(s[word.length - 1 - digits])) digits++;
    return digits > 1 && digits < word.length ? word.length - digits + 1 : 0;
}

void nt_pgn_report_blank(nt_pgn *x, size_t at) {
    if (x->told & PGN_TOLD_BLANK) return;
    x->told |= PGN_TOLD_BLANK;
    nt_pgn_report(x, NT_DIAG_SPELL_DASH, at, "a no-break space or a byte order mark stands for a blank");
}

/* Check in words, behind a move: Bxf7 ch, Qh4 mate. */
static bool is_check_word(nt_text word) {
    return nt_text_is(word, "ch") || nt_text_is(word, "dbl") || nt_text_is(word, "mate");
}

/* What a whole word is. */
static void put_word(nt_pgn *x, size_t at, size_t length, unsigned seen) {
    nt_text word = nt_pgn_text(x, at, length);
    nt_result result;
    bool is_exact;
    if (nt_pgn_sign(x, at, length)) return;
    if (nt_text_is(word, "e.p.") || nt_text_is(word, "e.p") || nt_text_is(word, "ep") || nt_text_is(word, "ep.")) {
        nt_pgn_report(x, NT_DIAG_SPELL_EN_PASSANT, at, "the mark of en passant is left out");
    } else if ((nt_pgn_kind(word.at[0]) == PGN_HIGH || !(seen & PGN_HAS_DIGIT)) &&
               nt_result_read(word, &result, &is_exact)) {
        nt_pgn_result(x, at, length);
    } else if (seen & PGN_HAS_DIGIT || nt_san_is_bare(word) || nt_san_is_hex(word) ||
               nt_san_is_short(word)) {
        nt_pgn_move(x, at, length);
    } else {
        size_t marks = 0;
        while (marks < length && nt_pgn_kind(word.at[marks]) == PGN_MARK) marks++;
        if (marks == length || is_check_word(word)) put_marks(x, at, length);
        else put_unknown(x, at, length);
    }
}

const unsigned char *nt_pgn_word(nt_pgn *x, const unsigned char *p, size_t start, unsigned seen) {
    p = scan_word(x, p, start, &seen);
    nt_text word = nt_pgn_text(x, start, nt_pgn_at(x, p) - start);
    size_t joint = nt_pgn_joint(word, *p == '.');
    if (joint) {
        word.length = joint;
        nt_pgn_report(x, NT_DIAG_MOVES_GLUED, start + joint, "a blank is missing before \"%c\"", word.at[joint]);
    }
    size_t sign = joint ? 0 : nt_pgn_joined_sign(word);
    put_word(x, start, word.length - sign, seen);
    if (sign) (void)nt_pgn_sign(x, start + word.length - sign, sign);
    return word.at + word.length;
}

/* ---- numbers and results ---- */

/* A result in another spelling than the standard's, or one that gives more than there is. */
static void report_result(nt_pgn *x, size_t at, nt_text word, const nt_result *result, bool is_exact) {
    enum { POINT = 12 };
    char quoted[NT_QUOTE_SIZE];
    unsigned total = 0;
    for (unsigned i = 0; i < result->players; i++) total += result->twelfths[i];
    if (x->skip_level || (is_exact && total <= POINT)) return;
    nt_pgn_report(x, NT_DIAG_RESULT_SPELLING, at, "the result \"%s\" %s", nt_quote(word, quoted),
                  is_exact ? "gives more than the one point of a game" : "is not spelled as the standard does");
}

void nt_pgn_result(nt_pgn *x, size_t at, size_t length) {
    nt_result result;
    bool is_exact;
    nt_text word = nt_pgn_text(x, at, length);
    if (!nt_result_read(word, &result, &is_exact)) {
        put_unknown(x, at, length);
        return;
    }
    x->has_body = true;
    if (x->has_result && x->level == 0) {
        if (x->late_words++ == 0) x->late_at = at;
        return;
    }
    report_result(x, at, word, &result, is_exact);
    if (x->level > 0) {
        nt_pgn_put(x, nt_pgn_item(NT_ITEM_RESULT, at, length));
        return;
    }
    x->has_result = true;
    x->record->game.result = result;
    x->result = nt_pgn_item(NT_ITEM_RESULT, at, length);
}

static void put_number(nt_pgn *x, size_t at, size_t length, unsigned dots) {
    x->has_body = true;
    if (x->has_result && x->level == 0) return;
    nt_item item = nt_pgn_item(NT_ITEM_NUMBER, at, length);
    item.value = (uint16_t)(dots < 3 ? dots : 3);
    nt_pgn_put(x, item);
}

/* Dots that stand alone belong to the number before them; only "15. ..." is the custom. */
const unsigned char *nt_pgn_dots(nt_pgn *x, const unsigned char *p) {
    size_t start = nt_pgn_at(x, p), count = x->record->game.item_count;
    nt_item *last = count > 0 ? &x->record->items[count - 1] : NULL;
    do
        while (*p == '.') p++;
    while (p == x->end && nt_pgn_fill(x, &p));
    size_t dots = nt_pgn_at(x, p) - start;
    if (x->skip_level) return p;
    bool follows = last && last->kind == NT_ITEM_NUMBER;
    if ((!follows || last->value != 1 || dots != 3) && !(x->told & PGN_TOLD_DOTS)) {
        x->told |= PGN_TOLD_DOTS;
        nt_pgn_report(x, NT_DIAG_DOTS_APART, start, "dots stand apart; write them behind the number, as in 3. or 3...");
    }
    if (follows) last->value = (uint16_t)(last->value + dots > 3 ? 3 : last->value + dots);
    return p;
}

/* Whether a word that begins with digits may be a move: 52-47, 52=S, 52+, but not 10-0 nor 1-1/2. */
static bool is_digit_move(nt_text word) {
    if (nt_san_is_bare(word)) return true;
    return !memchr(word.at, '/', word.length) && (word.length > 4 || memchr(word.at, '-', word.length) == NULL);
}

/* Digits that go on with a sign: a result, castling with zeros, a move between cells that are digits. */
static const unsigned char *read_score(nt_pgn *x, const unsigned char *p, size_t start) {
    unsigned seen = 0;
    nt_result result;
    bool is_exact;
    p = scan_word(x, p, start, &seen);
    nt_text word = nt_pgn_text(x, start, nt_pgn_at(x, p) - start);
    if (!nt_result_read(word, &result, &is_exact) && is_digit_move(word)) nt_pgn_move(x, start, word.length);
    else nt_pgn_result(x, start, word.length);
    return p;
}

/* Digits that go on with a letter: a number without dot and blank, 2Nf3, or a move whose cells are digits, 8x97=S. What
 * is left of 1e4 is told by the notation of moves, which knows the names of the cells. */
static const unsigned char *read_digits(nt_pgn *x, const unsigned char *p, size_t start) {
    unsigned seen = 0;
    size_t digits = nt_pgn_at(x, p) - start;
    p = scan_word(x, p, start, &seen);
    nt_text rest = nt_pgn_text(x, start + digits, nt_pgn_at(x, p) - start - digits);
    bool has_number = nt_is_upper(*rest.at) && (seen & PGN_HAS_DIGIT || nt_san_is_bare(rest));
    if (!has_number) return nt_pgn_word(x, p, start, PGN_HAS_DIGIT);
    nt_pgn_report(x, NT_DIAG_MOVES_GLUED, start + digits, "a dot and a blank are missing before \"%c\"", *rest.at);
    put_number(x, start, digits, 0);
    return rest.at;
}

/* How many bytes of a result with decimal fractions begin the text: 0.5-0.5, 1-0.5-0.5. 1.0-0 is a number and castling. */
static size_t decimal_result(nt_text text) {
    nt_result result;
    bool is_exact;
    size_t length = 0, points = 0;
    for (; length < text.length && (nt_is_digit(text.at[length]) || strchr(".-", text.at[length])); length++)
        points += text.at[length] == '.';
    return points > 1 && nt_result_read((nt_text){text.at, length}, &result, &is_exact) ? length : 0;
}

const unsigned char *nt_pgn_number(nt_pgn *x, const unsigned char *p, size_t start) {
    enum { MOST = 32, AHEAD = 8 };
    unsigned dots = 0;
    do
        while (nt_is_digit(*p)) p++;
    while (p == x->end && nt_pgn_fill(x, &p));
    bool may_be = nt_pgn_at(x, p) == start + 1 && (p[-1] == '0' || p[-1] == '1'), is_score = may_be && (*p == ' ' || *p == '/');
    bool may_be_decimal = may_be && (*p == '-' || (*p == '.' && p[-1] == '0'));
    nt_pgn_need(x, &p, is_score || may_be_decimal ? MOST : AHEAD);
    nt_text digits = nt_pgn_text(x, start, nt_pgn_at(x, p) - start);
    if (NT_LIKELY(*p == '.' && *digits.at != '0')) { /* nearly all numbers: nothing else begins so */
        for (; *p == '.'; dots++)
            if (++p == x->end) (void)nt_pgn_fill(x, &p);
        put_number(x, start, digits.length, dots);
        return p;
    }
    if (nt_text_is(digits, "0000")) {
        nt_pgn_move(x, start, digits.length);
        return p;
    }
    size_t room = (size_t)(x->end - digits.at);
    nt_text ahead = {digits.at, room < MOST ? room : MOST};
    size_t length = is_score ? nt_result_spaced(ahead) : decimal_result(ahead);
    if (length) {
        nt_pgn_result(x, start, length);
        return digits.at + length;
    }
    if (nt_is_letter(*p)) return read_digits(x, p, start);
    if (nt_pgn_class[*p] & PGN_IN_WORD) return read_score(x, p, start);
    length = digits.length;
    for (; *p == '.'; dots++)
        if (++p == x->end) (void)nt_pgn_fill(x, &p);
    bool dots_apart = *p == ' ' && p[1] == '.';
    if (dots == 0 && !dots_apart && !nt_record_is_number(x->record, nt_pgn_text(x, start, length)))
        nt_pgn_move(x, start, length);
    else
        put_number(x, start, length, dots);
    return p;
}
