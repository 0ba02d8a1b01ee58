/* Forsyth-Edwards notation read: the fields behind the placement, which fen_read.c reads. Called by rules/code.c. */
#include "rules/code.h"

/* ---- side, castling, en passant ---- */

static unsigned char player_letter(const nt_variant *v, unsigned player) {
    return nt_to_lower((unsigned char)v->player_name[player][0]);
}

bool nt_code_side(nt_code_reader *reader, size_t at, nt_text field) {
    const nt_variant *v = reader->v;
    char quoted[NT_QUOTE_SIZE];
    for (unsigned player = 0; field.length == 1 && player < v->players; player++) {
        bool usual = v->players == 2 && field.at[0] == "wb"[player];
        if (field.at[0] != player_letter(v, player) && !usual) continue;
        reader->p->state.player = (uint8_t)player;
        return true;
    }
    nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "the side to move is %c or %c, not \"%s\"", player_letter(v, 0),
                   player_letter(v, v->players - 1), nt_quote(field, quoted));
    return false;
}

/* Whether the set of cells between two cells holds one cell, and no man stands on any of it. */
static bool jumped(const nt_position *p, unsigned from, unsigned to, unsigned cell) {
    const uint64_t *between = nt_between(p->variant, from, to);
    if (!(between[cell >> 6] >> (cell & 63) & 1)) return false;
    for (unsigned w = 0; w < p->variant->board.words; w++) {
        if (between[w] & p->occupied.word[w]) return false;
    }
    return true;
}

/* Whether the man on `to` can have come there from `from` by a long first step. */
static bool is_long_step(const nt_position *p, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    const nt_program *program = nt_program_of(v, p->cell[to], from);
    for (unsigned i = program->first; i < program->first + program->length; i++) {
        if (v->steps[i].cell == to && v->extra[i] & NT_EXTRA_DOUBLE) return true;
    }
    return false;
}

/* The man, not of the side to move, that can just have passed a cell; NT_NO_CELL: none. */
static unsigned passer_of(const nt_position *p, unsigned cell) {
    unsigned cells = p->variant->board.cells;
    for (unsigned to = 0; to < cells; to++) {
        if (!p->cell[to] || nt_code_player(p->cell[to]) == p->state.player) continue;
        for (unsigned from = 0; from < cells; from++) {
            if (!p->cell[from] && jumped(p, from, to, cell) && is_long_step(p, from, to)) return to;
        }
    }
    return NT_NO_CELL;
}

static void take_passed(nt_code_reader *reader, size_t at, nt_text name, unsigned cell) {
    nt_position *p = reader->p;
    char quoted[NT_QUOTE_SIZE];
    unsigned victim = passer_of(p, cell);
    bool known = false;
    for (unsigned i = 0; i < p->state.passed_count; i++) known = known || p->state.passed[i].cell == cell;
    if (victim == NT_NO_CELL || known || p->state.passed_count == NT_MAX_PASSED) {
        nt_code_report(reader, at, NT_DIAG_FEN_PASSED, "the en passant cell %s is dropped: no pawn can just have passed it",
                       nt_quote(name, quoted));
        return;
    }
    p->state.passed[p->state.passed_count++] = (nt_passed){(uint8_t)cell, (uint8_t)victim, p->cell[victim]};
}

/* One cell, or several where a pawn can pass more than one. */
static void read_passed(nt_code_reader *reader, size_t at, nt_text field) {
    if (nt_text_is(field, "-")) return;
    while (field.length) {
        size_t length = 0;
        unsigned cell = nt_scheme_match(&reader->v->scheme, field, &length);
        if (cell == NT_NO_CELL) {
            char quoted[NT_QUOTE_SIZE];
            nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "\"%s\" is no en passant cell of the board, nor -",
                           nt_quote(field, quoted));
            return;
        }
        take_passed(reader, at, (nt_text){field.at, length}, cell);
        at += length;
        field = nt_text_cut(field, length);
    }
}

/* ---- counters ---- */

/* Two numbers with a plus between them; `+` before the first one when given is asked for. */
static bool read_pair(nt_text field, bool given, uint64_t pair[2]) {
    if (given && (!field.length || field.at[0] != '+')) return false;
    if (given) field = nt_text_cut(field, 1);
    const unsigned char *plus = field.length ? memchr(field.at, '+', field.length) : NULL;
    if (!plus) return false;
    size_t first = (size_t)(plus - field.at);
    return nt_text_number((nt_text){field.at, first}, &pair[0]) && nt_text_number(nt_text_cut(field, first + 1), &pair[1]);
}

/* The checks of a game that counts them: `3+3` how many are left to give, or `+0+0` how many were given. False: the text
 * is neither. */
static bool read_checks(nt_code_reader *reader, size_t at, nt_text field) {
    uint64_t pair[2];
    bool given = read_pair(field, true, pair);
    if (!given && !read_pair(field, false, pair)) return false;
    for (unsigned player = 0; player < 2; player++) {
        if (pair[player] > reader->v->check_limit) {
            nt_code_report(reader, at, NT_DIAG_FEN_FIELD, "a side gives at most %u checks", reader->v->check_limit);
            return true;
        }
        uint64_t count = given ? pair[player] : reader->v->check_limit - pair[player];
        reader->p->checks_given[player] = (uint8_t)count;
    }
    return true;
}

/* ---- all fields in order ---- */

/* The words of a code. word is the one to be read next, unless taken; its length is 0 when none is left. */
typedef struct fen_words {
    nt_text rest, word;
    size_t at;
    bool taken;
} fen_words;

static bool has_word(nt_code_reader *reader, fen_words *words) {
    if (words->taken) {
        words->word = nt_text_word(words->rest, &words->rest);
        words->at = words->word.length ? (size_t)(words->word.at - reader->text.at) : reader->text.length;
        words->taken = false;
    }
    return words->word.length > 0;
}

/* Says that a field is missing; in strict mode only of the first one, and that the position is of no use. */
static void report_missing(nt_code_reader *reader, size_t at, const char *what, const char *taken) {
    bool strict = reader->p->context->mode == NT_STRICT;
    if (strict && reader->failed) return;
    nt_code_report(reader, at, NT_DIAG_FEN_FIELD_MISSING, "the %s is missing; %s is taken", what, taken);
    if (strict) reader->failed = true;
}

/* Takes the next word as a field, or says that it is missing. */
static bool take_field(nt_code_reader *reader, fen_words *words, const char *what, const char *taken) {
    if (has_word(reader, words)) {
        words->taken = true;
        return true;
    }
    report_missing(reader, words->at, what, taken);
    return false;
}

enum { MAX_COUNTER = 1000000 };

/* A counter that is at least `least`; a dash or a number below that says nothing and stands for the least. */
static uint32_t take_counter(nt_code_reader *reader, fen_words *words, const char *what, unsigned least) {
    char quoted[NT_QUOTE_SIZE], taken[] = {(char)('0' + least), 0};
    if (!take_field(reader, words, what, taken)) return least;
    uint64_t number = 0;
    if (nt_text_is(words->word, "-") || (nt_text_number(words->word, &number) && number < least)) {
        report_missing(reader, words->at, what, taken);
        return least;
    }
    if (number <= MAX_COUNTER && nt_text_number(words->word, &number)) return (uint32_t)number;
    nt_code_report(reader, words->at, NT_DIAG_FEN_FIELD, "the %s is a number up to %d, not \"%s\"", what, MAX_COUNTER,
                   nt_quote(words->word, quoted));
    return least;
}

static void take_counters(nt_code_reader *reader, fen_words *words) {
    bool due = reader->v->check_limit > 0;
    if (due && has_word(reader, words) && read_checks(reader, words->at, words->word)) {
        words->taken = true;
        due = false;
    }
    reader->p->state.clock = take_counter(reader, words, "half-move clock", 0);
    if (reader->failed) return;
    reader->p->start_number = take_counter(reader, words, "move number", 1);
    if (reader->failed) return;
    if (due && has_word(reader, words) && read_checks(reader, words->at, words->word)) {
        words->taken = true;
        due = false;
    }
    if (due) report_missing(reader, words->at, "count of checks", "none given");
    if (has_word(reader, words)) {
        char quoted[NT_QUOTE_SIZE];
        nt_code_report(reader, words->at, NT_DIAG_FEN_FIELD, "text follows the position: \"%s\"",
                       nt_quote(words->word, quoted));
    }
}

/* Men in hand that the game has no way to drop: the first is told. at: where the placement begins. */
static void check_hands(nt_code_reader *reader, size_t at, nt_text placement) {
    const nt_variant *v = reader->v;
    const unsigned char *bracket = memchr(placement.at, '[', placement.length);
    if (bracket) at += (size_t)(bracket - placement.at) + 1;
    for (unsigned player = 0; player < v->players; player++)
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            if (reader->p->hand[player][kind] && !nt_code_drops(reader, at, player, kind)) return;
}

/* Whether the castling field is left out, as it is in the FEN of hexagonal games, none of which castles: five fields. */
static bool is_without_castling(const nt_variant *v, nt_text text) {
    unsigned words = 0;
    while (nt_text_word(text, &text).length) words++;
    return v->board.lattice == NT_HEX && !v->castling.exists && words == 5;
}

nt_status nt_fen_read(nt_code_reader *reader) {
    fen_words words = {.rest = reader->text, .taken = true};
    nt_position *p = reader->p;
    p->state.player = reader->v->array_player;
    has_word(reader, &words);
    words.taken = true;
    nt_place place = reader->place ? *reader->place : (nt_place){0};
    if (place.text) place.at += words.at;
    if (nt_placement_read(p, words.word, &place) != NT_OK) return NT_INVALID;
    check_hands(reader, words.at, words.word);
    const char *first = reader->v->player_name[p->state.player];
    if (take_field(reader, &words, "side to move", first)) nt_code_side(reader, words.at, words.word);
    bool no_castling = is_without_castling(reader->v, reader->text);
    if (!no_castling && take_field(reader, &words, "castling field", "-"))
        nt_code_rights_read(reader, words.at, words.word);
    if (take_field(reader, &words, "en passant field", "-")) read_passed(reader, words.at, words.word);
    take_counters(reader, &words);
    return reader->failed ? NT_INVALID : NT_OK;
}
