/* Reading algebraic moves into intents: SAN (PGN standard 1994, 8.2.3) and the spellings that are met in the world. For
 * the formats of the algebraic family. Nothing here knows whether a move is possible. */
#include "formats/formats.h"

#define READS_LIKE "a move reads like Nf3, exd5, e8=Q or O-O"

/* A token being read: text[at] up to text[end] is left. */
typedef struct san {
    const nt_position *p;
    const nt_variant *v;
    const nt_language *language; /* NULL: the variant's labels */
    nt_text text;
    size_t at, end;
    nt_intent *intent;
    nt_fault *fault;
} san;

static nt_text rest_of(const san *r) { return (nt_text){r->text.at + r->at, r->end - r->at}; }

static bool skip(san *r, const char *literal) {
    size_t length = strlen(literal);
    if (r->end - r->at < length || memcmp(r->text.at + r->at, literal, length) != 0) return false;
    r->at += length;
    return true;
}

/* A hyphen or a typographic dash (U+2010 to U+2015, U+2212). */
static bool skip_dash(san *r) {
    static const char *const dashes[] = {"\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x92", "\xE2\x80\x93",
                                         "\xE2\x80\x94", "\xE2\x80\x95", "\xE2\x88\x92"};
    if (skip(r, "-")) return true;
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        if (!skip(r, dashes[i])) continue;
        r->intent->spelling |= NT_SPELL_DASH;
        return true;
    }
    return false;
}

/* ---- faults ---- */

static bool fail(san *r, nt_diag_id id, size_t at, const char *format, ...) NT_PRINTF(4, 5);

static bool fail(san *r, nt_diag_id id, size_t at, const char *format, ...) {
    va_list arguments;
    r->fault->id = id;
    r->fault->at = at;
    r->fault->message.length = 0;
    va_start(arguments, format);
    nt_message_add_list(&r->fault->message, format, arguments);
    va_end(arguments);
    return false;
}

/* No cell stands at `at`, where one is due: it may look like one, or be something else, or be missing. */
static bool fail_cell(san *r, size_t at) {
    const nt_scheme *scheme = &r->v->scheme;
    char quoted[NT_QUOTE_SIZE], whole[NT_QUOTE_SIZE];
    nt_text rest = {r->text.at + at, r->end - at}, cell = {rest.at, nt_scheme_like(scheme, rest)};
    nt_quote(r->text, whole);
    if (!rest.length)
        return fail(r, NT_DIAG_MOVE_SYNTAX, at, "\"%s\" names no target; " READS_LIKE, whole);
    if (!cell.length) return fail(r, NT_DIAG_MOVE_SYNTAX, at, "\"%s\" is not a move; " READS_LIKE, whole);
    (void)fail(r, NT_DIAG_CELL_UNKNOWN, at, "the board has no cell \"%s\"", nt_quote(cell, quoted));
    nt_scheme_explain(scheme, cell, &r->fault->message);
    return false;
}

/* Which piece the letter would be in the other languages of the variant. */
static void add_languages(san *r, nt_text letter) {
    const char *before = "; as a letter of another language it is";
    size_t length;
    for (size_t i = 0; !r->language && i < r->v->language_count; i++) {
        const nt_language *other = &r->v->language[i];
        unsigned kind = nt_letter_match(r->v, other, letter, false, &length);
        if (kind) nt_message_add(&r->fault->message, "%s %s in %s", before, r->v->kind[kind].label, other->name);
        if (kind) before = ",";
    }
}

static bool fail_label(san *r, size_t at) {
    char quoted[NT_QUOTE_SIZE];
    size_t length = nt_text_utf8((nt_text){r->text.at + at, r->end - at});
    nt_message known = {.length = 0};
    for (unsigned kind = 1; kind <= r->v->kinds; kind++)
        if (!r->v->kind[kind].twin) nt_message_add(&known, " %s", nt_letter_of(r->v, r->language, kind));
    nt_quote((nt_text){r->text.at + at, length ? length : 1}, quoted);
    (void)fail(r, NT_DIAG_LABEL_UNKNOWN, at, "\"%s\" is no piece of this game; its pieces are%.200s", quoted, known.text);
    add_languages(r, (nt_text){r->text.at + at, r->end - at});
    return false;
}

/* ---- marks behind the move, castling, null moves ---- */

/* Takes check marks and the like off the end. */
static void read_marks(san *r) {
    static const struct {
        const char *text;
        uint8_t check;
        uint16_t spelling;
    } marks[] = {
        {"+", 1, 0},
        {"#", 2, 0},
        {"mate", 2, NT_SPELL_CHECK_SIGN},
        {"ch", 1, NT_SPELL_CHECK_SIGN},
        {"dbl", 1, NT_SPELL_CHECK_SIGN},
        {"\xE2\x80\xA0", 1, NT_SPELL_CHECK_SIGN}, /* dagger */
        {"\xE2\x80\xA1", 2, NT_SPELL_CHECK_SIGN},
        {"e.p.", 0, NT_SPELL_EN_PASSANT},
        {"e.p", 0, NT_SPELL_EN_PASSANT},
        {"ep.", 0, NT_SPELL_EN_PASSANT},
        {"ep", 0, NT_SPELL_EN_PASSANT},
    };
    const size_t count = sizeof marks / sizeof *marks;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(marks[i].text);
        while (r->end > r->at && nt_is_blank(r->text.at[r->end - 1])) r->end--;
        if (r->end - r->at <= length || memcmp(r->text.at + r->end - length, marks[i].text, length) != 0) continue;
        if (marks[i].check && r->intent->check) r->intent->spelling |= NT_SPELL_CHECK_SIGN;
        if (marks[i].check > r->intent->check) r->intent->check = marks[i].check;
        r->intent->spelling |= marks[i].spelling;
        r->end -= length;
        i = SIZE_MAX; /* from the first mark again */
    }
}

/* One sign of castling: the letter O, or what is taken for it. */
static bool skip_castling_letter(san *r) {
    static const struct {
        const char *text;
        uint16_t spelling;
    } letters[] = {{"O", 0},
                   {"0", NT_SPELL_ZERO_CASTLING},
                   {"o", NT_SPELL_LOWER_CASTLING},
                   {"\xD0\x9E", NT_SPELL_ZERO_CASTLING}, /* Cyrillic */
                   {"\xD0\xBE", NT_SPELL_LOWER_CASTLING},
                   {"\xCE\x9F", NT_SPELL_ZERO_CASTLING}}; /* Greek */
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (!skip(r, letters[i].text)) continue;
        r->intent->spelling |= letters[i].spelling;
        return true;
    }
    return false;
}

static bool read_castling(san *r) {
    size_t start = r->at, letters = 0;
    uint32_t spelling = r->intent->spelling;
    do letters += skip_castling_letter(r);
    while (letters > 0 && skip_dash(r));
    if (r->at == r->end && (letters == 2 || letters == 3)) {
        r->intent->form = NT_INTENT_CASTLE;
        r->intent->side = letters == 2;
        return true;
    }
    r->at = start;
    r->intent->spelling = spelling;
    return false;
}

static bool read_null(san *r) {
    static const char *const words[] = {"--", "Z0", "<>", "0000", "@@@@", "null", "pass"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!nt_text_is_nocase(rest_of(r), words[i])) continue;
        r->intent->form = NT_INTENT_PASS;
        if (i > 0) r->intent->spelling |= NT_SPELL_NULL;
        return true;
    }
    return false;
}

bool nt_san_is_bare(nt_text word) {
    nt_intent intent = {.spelling = 0};
    san r = {.text = word, .end = word.length, .intent = &intent};
    read_marks(&r);
    return read_castling(&r) || read_null(&r);
}

/* ---- pieces ---- */

bool nt_san_pawns_have_letter(const nt_variant *v) {
    return v->scheme.digit_first;
}

/* U+2654 to U+265F. */
static bool is_figure(nt_text text) {
    const unsigned char *s = text.at;
    return text.length > 2 && s[0] == 0xE2 && s[1] == 0x99 && s[2] >= 0x94 && s[2] <= 0x9F;
}

/* U+1FA00 to U+1FA7F, figures of fairy pieces: no variant says which is which. */
static bool is_fairy_figure(nt_text text) {
    const unsigned char *s = text.at;
    return text.length > 3 && s[0] == 0xF0 && s[1] == 0x9F && (s[2] == 0xA8 || s[2] == 0xA9);
}

/* A chess figure as its letter; 0: none. A variation selector behind it is skipped. */
static unsigned read_figurine(san *r) {
    static const unsigned char letters[] = "KQRBNP";
    const unsigned char *s = r->text.at + r->at;
    int player;
    size_t length;
    if (!is_figure(rest_of(r))) return 0;
    unsigned kind = nt_label_match(r->v, (nt_text){&letters[(s[2] - 0x94) % 6], 1}, false, &player, &length);
    if (!kind) return 0;
    r->at += 3;
    if (!skip(r, "\xEF\xB8\x8E")) (void)skip(r, "\xEF\xB8\x8F");
    r->intent->spelling |= NT_SPELL_FIGURINE;
    return kind;
}

/* The piece at the cursor; 0: none. */
static unsigned read_label(san *r, bool lower_too) {
    size_t length;
    unsigned kind = read_figurine(r);
    if (kind) return kind;
    kind = nt_letter_match(r->v, r->language, rest_of(r), lower_too, &length);
    if (kind) r->at += length;
    return kind;
}

/* ---- cells ---- */

static unsigned read_cell(san *r) {
    size_t length;
    unsigned cell = nt_scheme_match(&r->v->scheme, rest_of(r), &length);
    if (cell != NT_NO_CELL) r->at += length;
    return cell;
}

/* The sign between origin and target; false: none. */
static bool read_sign(san *r, bool *is_capture) {
    static const char *const signs[] = {"x", "X", ":", "\xC3\x97"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (skip(r, signs[i])) return *is_capture = true;
    *is_capture = false;
    return skip_dash(r);
}

/* How much of the origin stands before the target; tried in this order. */
typedef enum san_origin { SAN_CELL, SAN_FILE, SAN_RANK, SAN_NONE, SAN_ORIGINS } san_origin;

static bool read_origin(san *r, san_origin origin) {
    const nt_scheme *scheme = &r->v->scheme;
    nt_intent *intent = r->intent;
    size_t length = 0;
    intent->from = NT_NO_CELL;
    intent->from_file = intent->from_rank = -1;
    switch (origin) {
    case SAN_CELL: intent->from = (uint16_t)read_cell(r); return intent->from != NT_NO_CELL;
    case SAN_FILE: intent->from_file = (int8_t)nt_scheme_file(scheme, rest_of(r), &length); break;
    case SAN_RANK: intent->from_rank = (int8_t)nt_scheme_rank(scheme, rest_of(r), &length); break;
    case SAN_NONE:
    case SAN_ORIGINS: return true;
    }
    r->at += length;
    return length > 0;
}

/* Nothing of the sort origin, sign, target stands here: says what is amiss, as if cells were letters and numbers. */
static bool fail_path(san *r) {
    bool is_capture;
    size_t start = r->at, length;
    unsigned first = read_cell(r);
    if (first == NT_NO_CELL && nt_scheme_file(&r->v->scheme, rest_of(r), &length) >= 0) r->at += length;
    bool has_sign = read_sign(r, &is_capture);
    if (!has_sign && first == NT_NO_CELL && r->at < r->end) return fail_cell(r, start);
    if (!has_sign && first != NT_NO_CELL && nt_is_digit(r->text.at[r->at])) return fail_cell(r, start);
    return fail_cell(r, r->at);
}

/* Whether a digit, or a letter and a digit, come next: the name of a cell goes on, or another one follows. */
static bool is_before_cell(const san *r) {
    nt_text rest = rest_of(r);
    bool is_letter = rest.length > 1 && nt_is_letter(rest.at[0]);
    return rest.length > 0 && nt_is_digit(rest.at[is_letter]);
}

/* fxe: a pawn's capture of which only the files are told, where files are letters. */
static bool read_files(san *r) {
    const nt_scheme *scheme = &r->v->scheme;
    size_t start = r->at, length;
    if (r->intent->kind || scheme->digit_first || scheme->rank_first) return false;
    int from = nt_scheme_file(scheme, rest_of(r), &length), to = -1;
    r->at += length;
    if (from >= 0 && skip(r, "x")) to = nt_scheme_file(scheme, rest_of(r), &length);
    bool is_read = to >= 0 && (r->at + length == r->end || r->text.at[r->at + length] == '=');
    r->at = is_read ? r->at + length : start;
    if (!is_read) return false;
    r->intent->from_file = (int8_t)from;
    r->intent->to_file = (int8_t)to;
    r->intent->capture = 1;
    r->intent->spelling |= NT_SPELL_TARGET_FILE;
    return true;
}

/* Origin, sign and target, all but the last optional. Cells may be all digits: 344 is file 3 and cell 44. */
static bool read_path(san *r) {
    nt_intent *intent = r->intent;
    size_t start = r->at;
    bool is_capture = false, has_sign = false, is_read = false;
    for (unsigned origin = SAN_CELL; origin < SAN_ORIGINS && !is_read; origin++) {
        r->at = start;
        if (!read_origin(r, (san_origin)origin)) continue;
        has_sign = read_sign(r, &is_capture);
        intent->to = (uint16_t)read_cell(r);
        is_read = intent->to != NT_NO_CELL && !is_before_cell(r);
    }
    if (!is_read) {
        r->at = start;
        intent->from = NT_NO_CELL;
        intent->from_file = intent->from_rank = -1;
        return read_files(r) || fail_path(r);
    }
    intent->capture = is_capture;
    if (intent->from == NT_NO_CELL) return true;
    if (has_sign && !is_capture) intent->spelling |= NT_SPELL_LONG;
    if (intent->kind || (is_capture && r->v->scheme.alike)) return true;
    intent->spelling |= NT_SPELL_LONG; /* coordinates: the man may be any, and a capture need not be marked */
    intent->pawn_if_unstated = false;
    if (!is_capture) intent->capture = -1;
    return true;
}

/* f7g6xP: what is captured stands behind the move. */
static void read_victim(san *r) {
    size_t start = r->at;
    unsigned kind = skip(r, "x") ? read_label(r, false) : 0;
    if (!kind || r->intent->capture == 1) {
        r->at = start;
        return;
    }
    r->intent->victim = (uint8_t)kind;
    r->intent->capture = 1;
    r->intent->spelling |= NT_SPELL_VICTIM;
}

/* What stands behind the target: the cell of a man captured on the way, xe6; =Q, and Q (Q) /Q =q. */
static bool read_promotion(san *r) {
    size_t taken = r->intent->capture == 1 ? nt_intent_take(r->intent, r->v, rest_of(r), r->at) : 0;
    if (taken) r->intent->spelling |= NT_SPELL_EN_PASSANT; /* unless the rules have a capture on the way there */
    r->at += taken;
    read_victim(r);
    size_t start = r->at;
    if (r->at == r->end) return true;
    bool is_marked = skip(r, "="), is_bracketed = skip(r, "("), is_slashed = !is_marked && skip(r, "/");
    if (r->at == r->end && is_marked)
        return fail(r, NT_DIAG_PROMOTION_MISSING, start, "the piece is missing behind \"=\"; write it as in e8=Q");
    bool is_lower = r->at < r->end && nt_is_lower(r->text.at[r->at]);
    size_t label_at = r->at;
    unsigned kind = read_label(r, true);
    if (!kind && (is_marked || is_bracketed || is_slashed)) return fail_label(r, label_at);
    if (is_bracketed && !skip(r, ")")) kind = 0;
    if (!kind || r->at < r->end) {
        char whole[NT_QUOTE_SIZE];
        return fail(r, NT_DIAG_MOVE_SYNTAX, kind ? r->at : start, "\"%s\" goes on after its target; " READS_LIKE,
                    nt_quote(r->text, whole));
    }
    r->intent->promo = (uint8_t)kind;
    if (!is_marked || is_bracketed || is_lower) r->intent->spelling |= NT_SPELL_PROMOTION;
    return true;
}

/* M@b1, @g2, (Mb1): label and sign have been read. */
static bool read_drop(san *r) {
    unsigned cell = read_cell(r);
    if (cell == NT_NO_CELL) return fail_cell(r, r->at);
    if (r->at < r->end)
        return fail(r, NT_DIAG_MOVE_SYNTAX, r->at, "a drop ends with its cell; write it as in N@f3");
    r->intent->form = NT_INTENT_DROP;
    r->intent->to = (uint16_t)cell;
    return true;
}

/* ---- moves ---- */

/* A move whose piece letter is small, where that letter cannot begin a pawn's move. */
static bool read_lower_piece(san *r, size_t start) {
    uint32_t spelling = r->intent->spelling;
    uint8_t check = r->intent->check;
    nt_intent_clear(r->intent);
    r->intent->check = check;
    r->intent->spelling = spelling | NT_SPELL_LOWER_PIECE;
    r->intent->pawn_if_unstated = true;
    r->at = start;
    r->intent->kind = (uint8_t)read_label(r, true);
    if (skip(r, "@")) return read_drop(r);
    return read_path(r) && read_promotion(r);
}

static bool read_with_label(san *r) {
    nt_intent *intent = r->intent;
    if (skip(r, "@")) return read_drop(r);
    bool is_known = intent->spelling & NT_SPELL_FIGURINE || nt_san_pawns_have_letter(r->v);
    if (r->v->kind[intent->kind].is_pawn && !is_known) intent->spelling |= NT_SPELL_PAWN_LETTER;
    return read_path(r) && read_promotion(r);
}

static bool read_without_label(san *r, size_t start) {
    nt_intent *intent = r->intent;
    if (skip(r, "@")) return read_drop(r);
    nt_text text = nt_text_cut(r->text, start);
    if (nt_is_upper(*text.at) || is_figure(text) || is_fairy_figure(text)) return fail_label(r, start);
    bool is_read = read_path(r) && read_promotion(r);
    bool has_origin = intent->from_file >= 0 || intent->from != NT_NO_CELL;
    if (is_read && intent->capture == 1 && !has_origin)
        is_read = fail(r, NT_DIAG_MOVE_SYNTAX, start, "the capture of a pawn names its file; write it as in exd5");
    if (is_read) return true;
    size_t length;
    if (!nt_letter_match(r->v, r->language, (nt_text){r->text.at + start, r->end - start}, true, &length)) return false;
    if (length == r->end - start) return false;
    nt_fault first = *r->fault;
    if (read_lower_piece(r, start)) return true;
    if (r->fault->at <= first.at) *r->fault = first;
    return false;
}

/* (Mb1): a drop as the Game Courier page of Ajax Orthodox Chess writes it. */
static bool read_bracketed(san *r) {
    r->at++;
    r->end--;
    size_t label_at = r->at;
    r->intent->kind = (uint8_t)read_label(r, false);
    return r->intent->kind ? read_drop(r) : fail_label(r, label_at);
}

/* Whether digits that stand before a cell are the rank of a pawn that another pawn of the side, on another rank, contests:
 * where pawns have two ways forward, as on hexagons. */
static bool is_origin_rank(const san *r, nt_text digits, unsigned to) {
    const nt_scheme *scheme = &r->v->scheme;
    bool here = false, elsewhere = false;
    for (unsigned from = 0; from < r->v->board.cells; from++) {
        unsigned code = r->p->cell[from];
        if (!code || nt_code_player(code) != r->p->state.player || !r->v->kind[nt_code_kind(code)].is_pawn) continue;
        if (!nt_can_reach(r->p, code, from, to)) continue;
        bool is_rank = nt_text_is(digits, scheme->rank_label[scheme->rank[from]]);
        here |= is_rank;
        elsewhere |= !is_rank;
    }
    return here && elsewhere;
}

/* Passes over a number that was written without dot and blank: 1e4. Where names of cells begin with digits it would be
 * part of one. */
static void skip_number(san *r) {
    size_t at = r->at;
    while (at < r->end && nt_is_digit(r->text.at[at])) at++;
    if (r->v->scheme.digit_first || at == r->at || at == r->end) return;
    size_t length;
    unsigned to = nt_scheme_match(&r->v->scheme, (nt_text){r->text.at + at, r->end - at}, &length);
    nt_text digits = {r->text.at + r->at, at - r->at};
    if (to != NT_NO_CELL && (at + length == r->end || r->text.at[at + length] == '=') && is_origin_rank(r, digits, to)) return;
    r->intent->number = (uint8_t)(at - r->at < UINT8_MAX ? at - r->at : UINT8_MAX);
    r->intent->spelling |= NT_SPELL_NUMBER;
    r->at = at;
}

static bool read_general(san *r) {
    while (r->at < r->end && nt_is_blank(r->text.at[r->at])) r->at++;
    read_marks(r);
    if (r->at == r->end) return fail_cell(r, r->at);
    if (read_castling(r) || read_null(r)) return true;
    skip_number(r);
    r->intent->pawn_if_unstated = true;
    if (r->text.at[r->at] == '(' && r->text.at[r->end - 1] == ')') return read_bracketed(r);
    size_t start = r->at;
    r->intent->kind = (uint8_t)read_label(r, false);
    return r->intent->kind ? read_with_label(r) : read_without_label(r, start);
}

/* The rank whose label ends before *end, from 0; NT_PLAIN_NONE, and *end stays: there is none. */
static inline unsigned take_rank(const nt_scheme *scheme, const unsigned char *start, const unsigned char **end) {
    if (NT_LIKELY(scheme->two_bytes)) {
        unsigned rank = scheme->rank_of_byte[(*end)[-1]];
        *end -= rank != NT_PLAIN_NONE;
        return rank;
    }
    unsigned number = (unsigned)(*end)[-1] - '0';
    size_t digits = 1;
    if (number > 9) return NT_PLAIN_NONE;
    if (*end - start > 1 && nt_is_digit((*end)[-2])) {
        number += 10 * ((unsigned)(*end)[-2] - '0');
        digits = 2;
    }
    if (number == 0 || number > scheme->ranks) return NT_PLAIN_NONE;
    *end -= digits;
    return number - 1;
}

/* The promotion that ends a plain move, taken off its end; 0: there is none. */
static unsigned take_promotion(const nt_variant *v, const unsigned char *start, const unsigned char **end) {
    if (*end - start < 4 || (*end)[-2] != '=') return 0;
    *end -= 2;
    return v->kind_of_byte[(*end)[1]];
}

/* What stands between the piece and the target, apart from the x: a file, a rank or both. */
static bool read_plain_origin(const nt_scheme *scheme, const unsigned char *start, const unsigned char *end, nt_plain *plain) {
    plain->from_rank = (uint8_t)take_rank(scheme, start, &end);
    if (end == start) return true;
    plain->from_file = scheme->file_of_byte[*--end];
    return plain->from_file != NT_PLAIN_NONE && end == start;
}

/* What a sign at the end of a word says, as nt_plain.check. */
static const unsigned char check_of_byte[256] = {['+'] = 1, ['#'] = 2};

/* Castling as the standard writes it. */
static NT_COLD bool read_plain_castling(nt_text text, unsigned check, nt_plain *plain) {
    text.length -= check != 0;
    *plain = (nt_plain){.to = text.length == 3, .check = (uint8_t)check, .from_file = NT_PLAIN_NONE,
                        .from_rank = NT_PLAIN_NONE};
    return nt_text_is(text, "O-O") || nt_text_is(text, "O-O-O");
}

/* Backwards from the end, which is where moves are alike. */
static NT_COLD bool read_plain_whole(const nt_variant *v, nt_text text, nt_plain *plain) {
    const nt_scheme *scheme = &v->scheme;
    const unsigned char *s = text.at, *e = s + text.length;
    if (text.length < 2) return false;
    unsigned check = check_of_byte[e[-1]], kind = v->mover_of_byte[*s], promo = 0;
    bool is_piece = kind != v->pawn_kind;
    e -= check != 0;
    s += is_piece;
    if (e - s < 2 || !kind) return false;
    unsigned rank = take_rank(scheme, s, &e);
    if (rank == NT_PLAIN_NONE) {
        promo = take_promotion(v, s, &e);
        rank = promo ? take_rank(scheme, s, &e) : NT_PLAIN_NONE;
        if (rank == NT_PLAIN_NONE || e == s) return read_plain_castling(text, check, plain);
    }
    unsigned file = scheme->file_of_byte[*--e];
    unsigned cell = file == NT_PLAIN_NONE ? NT_NO_CELL : scheme->at[rank][file];
    if (cell == NT_NO_CELL) return false;
    bool is_capture = e[-(e != s)] == 'x'; /* no x is the letter of a file */
    e -= is_capture;
    *plain = (nt_plain){.kind = (uint8_t)kind, .promo = (uint8_t)promo, .to = (uint8_t)cell, .check = (uint8_t)check,
                        .from_file = NT_PLAIN_NONE, .from_rank = NT_PLAIN_NONE, .is_capture = is_capture};
    if (e != s && !read_plain_origin(scheme, s, e, plain)) return false;
    plain->origin = nt_plain_origin(plain, !is_piece);
    return is_piece || (plain->from_rank == NT_PLAIN_NONE && (plain->from_file != NT_PLAIN_NONE) == is_capture);
}

/* Where files are single letters and ranks numbers. The moves that are most of all are told here, without a branch that tells
 * one of them from another: words are the part of a game that no branch predictor foresees. */
bool nt_san_read_plain(const nt_variant *v, nt_text text, nt_plain *plain) {
    const nt_scheme *scheme = &v->scheme;
    const unsigned char *s = text.at, *e = s + text.length;
    if (NT_UNLIKELY(text.length < 2 || !scheme->two_bytes)) return read_plain_whole(v, text, plain);
    unsigned check = check_of_byte[e[-1]], kind = v->mover_of_byte[*s];
    bool is_piece = kind != v->pawn_kind, is_marked = (e[-1] == '+') | (e[-1] == '#'); /* sooner known than check */
    size_t rest = text.length - 2 - is_piece - is_marked; /* bytes between piece and target; a word too short has many */
    e -= is_marked;
    if (NT_UNLIKELY(rest > 2 || !kind)) return read_plain_whole(v, text, plain);
    bool is_capture = (rest > 0) & (e[-2 - (rest > 0)] == 'x'), has_file = is_capture & !is_piece;
    unsigned rank = scheme->rank_of_byte[e[-1]], file = scheme->file_of_byte[e[-2]], from = scheme->file_of_byte[*s];
    bool is_odd = (rest != (size_t)is_capture << has_file) | (rank == NT_PLAIN_NONE) | (file == NT_PLAIN_NONE) |
                  (has_file & (from == NT_PLAIN_NONE));
    if (NT_UNLIKELY(is_odd)) return read_plain_whole(v, text, plain);
    unsigned cell = scheme->at[rank][file];
    plain->kind = (uint8_t)kind;
    plain->promo = 0;
    plain->to = (uint8_t)cell;
    plain->check = (uint8_t)check;
    plain->from_file = has_file ? (uint8_t)from : NT_PLAIN_NONE;
    plain->from_rank = NT_PLAIN_NONE;
    plain->is_capture = is_capture;
    plain->origin = has_file; /* NT_ORIGIN_DUE */
    return cell != NT_NO_CELL;
}

static void state_plain(const nt_variant *v, const nt_plain *plain, nt_intent *intent) {
    intent->check = plain->check;
    if (!plain->kind) {
        intent->form = NT_INTENT_CASTLE;
        intent->side = (int8_t)plain->to;
        return;
    }
    intent->form = NT_INTENT_MOVE;
    intent->kind = plain->kind == v->pawn_kind ? 0 : plain->kind;
    intent->promo = plain->promo;
    intent->to = plain->to;
    if (plain->from_file != NT_PLAIN_NONE) intent->from_file = (int8_t)plain->from_file;
    if (plain->from_rank != NT_PLAIN_NONE) intent->from_rank = (int8_t)plain->from_rank;
    intent->capture = plain->is_capture;
    intent->pawn_if_unstated = true;
}

nt_status nt_san_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = position->variant;
    const nt_language *language = nt_language_of(v, position->context->language);
    nt_plain plain;
    nt_intent_clear(intent);
    if (!language && nt_has_plain_words(v) && nt_san_read_plain(v, text, &plain)) {
        state_plain(v, &plain, intent);
        return NT_OK;
    }
    san r = {.p = position, .v = v, .language = language, .text = text, .end = text.length, .intent = intent,
             .fault = fault};
    return read_general(&r) ? NT_OK : NT_INVALID;
}
