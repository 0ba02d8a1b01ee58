/* Unit tests of the position codes: FEN, Game Courier codes, cell lists and diagrams, and what cannot be a position. */
#include "base/output.h"
#include "rules/position.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *codes_suite(void);

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define SHORT "4k3/8/8/8/8/8/8/4K3"

#define HEXAGONS "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1"

#define PASSED "k/3/5/7/9/5P3/9/9/9/4K4" /* by f3-f6 */

#define SHEARED "-----1prnkb/----2p2bq/---3p1b1n/--4p3r/-5ppppp/11/PPPPP5-/R3P4--/N1B1P3---/KB2P2----/BQNRP1-----"

static test_memory memory;
static test_findings found;
static nt_context *context;
static nt_position *position;
static char text[4096];

static void begin(const char *variant, nt_mode mode) {
    const nt_variant *v;
    memory = (test_memory){0};
    found = (test_findings){0};
    context = test_context(&memory, &found, mode, (nt_limits){0});
    ck_assert_int_eq(nt_variant_load(context, variant, &v), NT_OK);
    position = nt_position_new(context, v);
    ck_assert_ptr_nonnull(position);
}

static void end(void) {
    nt_position_free(position);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

static nt_status set(nt_code code, const char *string) {
    found = (test_findings){0};
    return nt_position_set(position, code, string, strlen(string));
}

static const char *written(nt_code code, bool files) {
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_position_write(position, code, &(nt_fen_style){.castling_files = files}, output);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_uint_lt(buffer.size, sizeof text);
    snprintf(text, sizeof text, "%.*s", (int)buffer.size, (const char *)buffer.data);
    nt_buffer_free(&buffer);
    return text;
}

/* ---- what is read and how it is written ---- */

typedef struct code_case {
    const char *variant;
    nt_code code;
    const char *from;
    const char *fen, *shredder, *gc, *cells; /* NULL: not looked at */
} code_case;

static const code_case good[] = {
    {"chess", NT_CODE_FEN, ARRAY " w KQkq - 0 1", ARRAY " w KQkq - 0 1", ARRAY " w HAha - 0 1", ARRAY, NULL},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/R3K2R  b  KQ  -  7  31 ", "4k3/8/8/8/8/8/8/R3K2R b KQ - 7 31", NULL,
     "4k3/8/8/8/8/8/8/R3K2R", "a1:R e1:K e8:k h1:R"},
    /* En passant is written where a pawn stands to take, were it not for checks (C07). */
    {"chess", NT_CODE_FEN, "8/8/8/8/k2Pp2R/8/8/K7 b - d3 0 1", "8/8/8/8/k2Pp2R/8/8/K7 b - d3 0 1", NULL, NULL, NULL},
    {"chess", NT_CODE_FEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", NULL, NULL, NULL},
    /* X-FEN and Shredder-FEN (D01, D05, D07, j04). */
    {"chess960", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
     "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", NULL, NULL},
    {"chess960", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1",
     "4k3/8/8/8/8/8/8/4KR1R w H - 0 1", NULL, NULL},
    {"chess960", NT_CODE_FEN, "1r1k1r2/8/8/8/8/8/8/R5KR b KQkq - 0 1", "1r1k1r2/8/8/8/8/8/8/R5KR b KQkq - 0 1",
     "1r1k1r2/8/8/8/8/8/8/R5KR b HAfb - 0 1", NULL, NULL},
    /* Chess960 rights in a game that does not say so. */
    {"chess", NT_CODE_FEN, "1k6/8/8/8/8/8/8/1KR5 w K - 0 1", "1k6/8/8/8/8/8/8/1KR5 w K - 0 1",
     "1k6/8/8/8/8/8/8/1KR5 w C - 0 1", NULL, NULL},
    /* Hands (C11) and marks (C12, C14). */
    {"crazyhouse", NT_CODE_FEN, SHORT "[PNbq] w - - 0 1", SHORT "[NPqb] w - - 0 1", NULL, SHORT,
     "@:N @:P @:b @:q e1:K e8:k"},
    {"crazyhouse", NT_CODE_FEN, SHORT "/PNbq w - - 0 1", SHORT "[NPqb] w - - 0 1", NULL, NULL, NULL},
    {"crazyhouse", NT_CODE_FEN, SHORT "[-] w - - 0 1", SHORT "[] w - - 0 1", NULL, NULL, NULL},
    {"crazyhouse", NT_CODE_FEN, SHORT "[] w - - 0 1", SHORT "[] w - - 0 1", NULL, NULL, NULL},
    {"crazyhouse", NT_CODE_FEN, SHORT " w - - 0 1", SHORT "[] w - - 0 1", NULL, NULL, NULL},
    {"crazyhouse", NT_CODE_FEN, "4k3/8/8/3Q~4/8/8/8/4K3[PP] w - - 0 1", "4k3/8/8/3Q~4/8/8/8/4K3[PP] w - - 0 1", NULL,
     "4k3/8/8/3{Q~}4/8/8/8/4K3", "@:P @:P d5:Q~ e1:K e8:k"},
    {"makruk", NT_CODE_FEN, "4k3/8/2M~5/8/8/8/8/4K3 w - - 0 1", "4k3/8/2M~5/8/8/8/8/4K3 w - - 0 1", NULL, NULL, NULL},
    {"ajax-orthodox", NT_CODE_FEN, SHORT "[Mm] b - - 3 9", SHORT "[Mm] b - - 3 9", NULL, SHORT, "B8:m W2:M e1:K e8:k"},
    {"ajax-orthodox", NT_CODE_CELLS, "W1:M e8:k B7:m e1:K B8:m", SHORT "[Mmm] w - - 0 1", NULL, NULL,
     "B7:m B8:m W1:M e1:K e8:k"},
    {"ajax-orthodox", NT_CODE_GC, "4k3/8/8/8/8/8/8/M3K3", "4k3/8/8/8/8/8/8/M3K3[Mmm] w - - 0 1", NULL, NULL, NULL},
    {"chess", NT_CODE_GC, "4k3/8/8/8/8/8/4R3/4K3", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", NULL, NULL, NULL},
    {"ajax-orthodox", NT_CODE_GC, SHORT, SHORT "[MMmm] w - - 0 1", NULL, SHORT, "B7:m B8:m W1:M W2:M e1:K e8:k"},
    /* Numbers of several digits, and several cells passed. */
    {"capablanca", NT_CODE_FEN, "5k4/10/10/10/10/10/10/5K4 w - - 0 1", "5k4/10/10/10/10/10/10/5K4 w - - 0 1", NULL,
     "5k4/10/10/10/10/10/10/5K4", "f1:K f8:k"},
    /* Three-check: left to give before the clocks, given behind them. */
    {"threecheck", NT_CODE_FEN, ARRAY " w KQkq - 2+3 0 1", ARRAY " w KQkq - 2+3 0 1", NULL, NULL, NULL},
    {"threecheck", NT_CODE_FEN, ARRAY " w KQkq - 0 1 +1+0", ARRAY " w KQkq - 2+3 0 1", NULL, NULL, NULL},
    /* Game Courier codes: three spellings of one position; short ranks are a matter of the board. */
    {"chess", NT_CODE_GC, "rnbqkbnrpppppppp32PPPPPPPPRNBQKBNR", ARRAY " w KQkq - 0 1", NULL, ARRAY, NULL},
    {"chess", NT_CODE_GC, ARRAY "\n", ARRAY " w KQkq - 0 1", NULL, ARRAY, NULL},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp/****/PPPPPPPP/RNBQKBNR", ARRAY " w KQkq - 0 1", NULL, ARRAY, NULL},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp*/*/*/*/PPPPPPPP/RNBQKBNR", ARRAY " w KQkq - 0 1", NULL, ARRAY, NULL},
    {"chess", NT_CODE_GC, "4{k}55{K}*", SHORT " w - - 0 1", NULL, SHORT, NULL},
    {"chess", NT_CODE_GC, "4k*******4K*", SHORT " w - - 0 1", NULL, SHORT, NULL},
    /* Hexagons: by ranks or by files, without the castling field. */
    {"glinski", NT_CODE_FEN, HEXAGONS " w - 0 1", HEXAGONS " w - - 0 1", NULL, NULL, NULL},
    {"glinski", NT_CODE_FEN, "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1",
     HEXAGONS " w - - 0 1", NULL, NULL, NULL},
    {"glinski", NT_CODE_FEN, "6/7/{K}7/9/10/11/10/4k4/8/7/6 b - - 3 9", "1/3/5/7/9/11/7k3/11/11/11/2K8 b - - 3 9", NULL, NULL,
     "c1:K h5:k"},
    /* ... and in Game Courier codes a sheared rectangle; the end of a rank may be left out. */
    {"glinski", NT_CODE_GC, SHEARED, HEXAGONS " w - - 0 1", NULL, SHEARED, NULL},
    {"glinski", NT_CODE_GC, "-----*/----7/---8/--9/-3k*/*/10/9/8/7/3K2", "1/3/5/7/9/11/7k3/11/11/11/2K8 w - - 0 1", NULL,
     "-----6/----7/---8/--9/-3k6/11/10-/9--/8---/7----/3K2-----", "c1:K h5:k"},
    {"chess", NT_CODE_CELLS, "h8:k a1:K  b2:P", "7k/8/8/8/8/8/1P6/K7 w - - 0 1", NULL, NULL, "a1:K b2:P h8:k"},
};

static void check_written(nt_code code, bool files, const char *expected, const char *from) {
    if (!expected) return;
    ck_assert_msg(strcmp(written(code, files), expected) == 0, "%s is written \"%s\", not \"%s\"", from, text, expected);
}

START_TEST(codes_are_written_as_they_are_due) {
    const code_case *c = &good[_i];
    begin(c->variant, NT_TOLERANT);
    ck_assert_msg(set(c->code, c->from) == NT_OK, "%s: %s", c->from, found.text);
    ck_assert_msg(found.count == 0, "%s: %s", c->from, found.text);
    check_written(NT_CODE_FEN, false, c->fen, c->from);
    check_written(NT_CODE_FEN, true, c->shredder, c->from);
    check_written(NT_CODE_GC, false, c->gc, c->from);
    check_written(NT_CODE_CELLS, false, c->cells, c->from);
    end();
}
END_TEST

/* The array of every hexagonal game in Game Courier's code and back: the placement is the same. */
START_TEST(arrays_on_hexagons_stand_in_courier_codes) {
    static const char *const games[] = {"glinski", "mccooey", "shafran", "brusky", "de-vasa", "wellisch",
                                        "mixed-radial-wellisch", "atlantean-coffee-house", "anglojewish-trios-point-3p"};
    char code[4096], placement[4096];
    begin(games[_i], NT_TOLERANT);
    snprintf(code, sizeof code, "%s", written(NT_CODE_GC, false));
    snprintf(placement, sizeof placement, "%s", written(NT_CODE_FEN, false));
    ck_assert_msg(set(NT_CODE_GC, code) == NT_OK, "%s: %s: %s", games[_i], code, found.text);
    ck_assert_str_eq(written(NT_CODE_GC, false), code);
    ck_assert(strncmp(written(NT_CODE_FEN, false), placement, strcspn(placement, " ")) == 0);
    end();
}
END_TEST

START_TEST(codes_make_the_key_that_playing_makes) {
    begin("chess", NT_TOLERANT);
    uint64_t array = nt_position_key(position);
    ck_assert_int_eq(set(NT_CODE_FEN, ARRAY " w KQkq - 0 1"), NT_OK);
    ck_assert(nt_position_key(position) == array);
    ck_assert_int_eq(set(NT_CODE_FEN, ARRAY " w KQk - 0 1"), NT_OK);
    ck_assert(nt_position_key(position) != array);
    ck_assert_int_eq(set(NT_CODE_GC, ARRAY), NT_OK);
    ck_assert(nt_position_key(position) == array);
    end();
}
END_TEST

START_TEST(diagram_stands_in_columns) {
    begin("crazyhouse", NT_TOLERANT);
    ck_assert_int_eq(set(NT_CODE_FEN, "4k3/8/8/3Q~4/8/8/8/4K3[PPn] b - - 0 1"), NT_OK);
    ck_assert_str_eq(written(NT_CODE_TEXT, false), "8  .  .  .  .  k  .  .  .\n"
                                                   "7  .  .  .  .  .  .  .  .\n"
                                                   "6  .  .  .  .  .  .  .  .\n"
                                                   "5  .  .  .  Q~ .  .  .  .\n"
                                                   "4  .  .  .  .  .  .  .  .\n"
                                                   "3  .  .  .  .  .  .  .  .\n"
                                                   "2  .  .  .  .  .  .  .  .\n"
                                                   "1  .  .  .  .  K  .  .  .\n"
                                                   "   a  b  c  d  e  f  g  h\n"
                                                   "\n"
                                                   "Black to move\n"
                                                   "White in hand: P P\n"
                                                   "Black in hand: n\n");
    end();
}
END_TEST

/* ---- findings ---- */

typedef struct fault_case {
    const char *variant;
    nt_code code;
    const char *from, *id;
    unsigned column, count; /* of the last finding; how many there are */
    nt_status status;
    const char *words;
} fault_case;

static const fault_case faults[] = {
    /* C05: three faults told apart, each at its rank. */
    {"chess", NT_CODE_FEN, "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen-row-width", 19, 1, NT_INVALID,
     "rank 6 has 7 files, the board has 8"},
    {"chess", NT_CODE_FEN, "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen-row-width", 19, 1, NT_INVALID,
     "rank 6 has 9 files"},
    {"chess", NT_CODE_FEN, "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen-rows", 42, 1, NT_INVALID,
     "7 ranks, the board has 8"},
    {"chess", NT_CODE_FEN, ARRAY "/8/8 w KQkq - 0 1", "fen-rows", 44, 1, NT_INVALID, "10 ranks"},
    {"chess", NT_CODE_FEN, "99999999999999999999999999/8/8/8/8/8/8/4K2k w - - 0 1", "fen-row-width", 1, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_FEN, "0rnbqkbnr/8/8/8/8/8/8/8 w - - 0 1", "fen-row-width", 1, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_FEN, "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "fen-piece", 10, 1, NT_INVALID, "\"x\""},
    {"chess", NT_CODE_FEN, "4k3/8/8/3{K4/8/8/8/4K3 w - - 0 1", "fen-piece", 10, 1, NT_INVALID, "brace"},
    {"chess", NT_CODE_FEN, "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "fen-row-width", 10, 1, NT_INVALID, "hole"},
    {"chess", NT_CODE_FEN, "hello world", "fen-rows", 6, 2, NT_INVALID, NULL},
    {"chess", NT_CODE_FEN, "", "fen-rows", 1, 2, NT_INVALID, NULL},
    {"crazyhouse", NT_CODE_FEN, "4k3/8/8/3~Q4/8/8/8/4K3[] w - - 0 1", "fen-mark", 10, 1, NT_INVALID, NULL},
    {"crazyhouse", NT_CODE_FEN, "4k3/8/8/3K~4/8/8/8/8[] w - - 0 1", "fen-mark", 11, 1, NT_INVALID, NULL},
    {"crazyhouse", NT_CODE_FEN, SHORT "[Q~] w - - 0 1", "fen-mark", 21, 1, NT_INVALID, NULL},
    {"crazyhouse", NT_CODE_FEN, SHORT "[Q w - - 0 1", "fen-field", 20, 1, NT_INVALID, "not closed"},
    {"crazyhouse", NT_CODE_FEN, SHORT "[Q]x w - - 0 1", "fen-field", 23, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_FEN, SHORT "[P] w - - 0 1", "fen-field", 21, 1, NT_INVALID, "no men in hand"},
    {"ajax-orthodox", NT_CODE_FEN, SHORT "[MMM] w - - 0 1", "fen-field", 23, 1, NT_INVALID, "no room"},
    /* Fields. */
    {"chess", NT_CODE_FEN, SHORT " x - - 0 1", "fen-field", 21, 1, NT_INVALID, "w or b"},
    {"chess", NT_CODE_FEN, SHORT " w KX - 0 1", "fen-field", 24, 2, NT_INVALID, "\"X\""},
    {"chess", NT_CODE_FEN, SHORT " w - e9 0 1", "fen-field", 25, 1, NT_INVALID, "\"e9\""},
    {"chess", NT_CODE_FEN, SHORT " w - - x 1", "fen-field", 27, 1, NT_INVALID, "half-move clock"},
    {"chess", NT_CODE_FEN, SHORT " w - - 0 1 more", "fen-field", 31, 1, NT_INVALID, "\"more\""},
    {"chess", NT_CODE_FEN, SHORT " w - - 3+3 0 1", "fen-field", 27, 1, NT_INVALID, NULL},
    {"threecheck", NT_CODE_FEN, SHORT " w - - 4+3 0 1", "fen-field", 27, 1, NT_INVALID, "3 checks"},
    /* C04: a finding for each field that is missing. */
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4K2R w", "fen-field-missing", 23, 4, NT_OK, "move number"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4K2R", "fen-field-missing", 21, 5, NT_OK, "move number"},
    {"chess", NT_CODE_FEN, SHORT " w - - - 0", "fen-field-missing", 29, 2, NT_OK, "move number"},
    {"threecheck", NT_CODE_FEN, SHORT " w - - 0 1", "fen-field-missing", 30, 1, NT_OK, "checks"},
    /* Rights and en passant that cannot be are dropped (C08, f01, f02, f04). */
    {"chess", NT_CODE_FEN, SHORT " w KQkq - 0 1", "fen-rights", 26, 4, NT_OK, "no rook"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/4K3/8/7R w K - 0 1", "fen-rights", 24, 1, NT_OK, "no king"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "fen-rights", 25, 1, NT_OK, "already"},
    {"shatranj", NT_CODE_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "fen-rights", 24, 1, NT_OK, "cannot castle"},
    {"chess", NT_CODE_FEN, ARRAY " w KQkq e6 0 1", "fen-passed", 52, 1, NT_OK, "e6"},
    {"chess", NT_CODE_FEN, ARRAY " w KQkq e4 0 1", "fen-passed", 52, 1, NT_OK, "e4"},
    /* ... en passant: no man there, not past the cell, past one that is occupied, of the side to move, by no first step. */
    {"chess", NT_CODE_FEN, "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", NULL, 0, 0, NT_OK, NULL},
    {"chess", NT_CODE_FEN, "4k3/8/8/4p3/8/8/8/4K3 w - d6 0 1", "fen-passed", 27, 1, NT_OK, "d6"},
    {"chess", NT_CODE_FEN, "4k3/8/8/4p3/8/8/8/4K3 w - e7 0 1", "fen-passed", 27, 1, NT_OK, "e7"},
    {"chess", NT_CODE_FEN, "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "fen-passed", 29, 1, NT_OK, "e6"},
    {"chess", NT_CODE_FEN, "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "fen-passed", 29, 1, NT_OK, "e6"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "fen-passed", 27, 1, NT_OK, "e3"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/4p3/8/8/4K3 w - e6 0 1", "fen-passed", 27, 1, NT_OK, "e6"},
    {"chess", NT_CODE_FEN, "4k3/8/8/4r3/8/8/8/3K4 w - e6 0 1", "fen-passed", 27, 1, NT_OK, "e6"},
    {"chess", NT_CODE_FEN, "4k3/8/8/3pp3/8/8/8/4K3 w - e6d6 0 1", NULL, 0, 0, NT_OK, NULL},
    {"chess", NT_CODE_FEN, "4k3/8/8/4p3/8/8/8/4K3 w - e6e6 0 1", "fen-passed", 29, 1, NT_OK, "e6"},
    {"grand", NT_CODE_FEN, "4k5/10/10/10/4p5/10/10/10/10/4K5 w - e7 0 1", NULL, 0, 0, NT_OK, NULL},
    {"grand", NT_CODE_FEN, "4k5/10/10/4n5/4p5/10/10/10/10/4K5 w - e7 0 1", "fen-passed", 39, 1, NT_OK, "e7"},
    {"shafran", NT_CODE_FEN, PASSED " b - f4f5 0 1", NULL, 0, 0, NT_OK, NULL},
    {"shafran", NT_CODE_FEN, PASSED " b - f4f5f5 0 1", "fen-passed", 33, 1, NT_OK, "f5"},
    {"shafran", NT_CODE_FEN, PASSED " b - f4f5f6 0 1", "fen-passed", 33, 1, NT_OK, "f6"},
    /* What cannot be a position (C01, C02, C16, f05 to f09). */
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "fen-check", 1, 1, NT_INVALID, "from the rook on e2"},
    {"chess", NT_CODE_FEN, "8/8/8/3k4/3K4/8/8/8 b - - 0 1", "fen-check", 1, 1, NT_INVALID, "White is in check on d4"},
    {"racingkings", NT_CODE_FEN, "8/8/8/8/8/8/R5k1/K7 w - - 0 1", "fen-check", 1, 1, NT_INVALID, "forbids giving check"},
    {"racingkings", NT_CODE_FEN, "8/8/8/8/8/8/R5k1/K7 b - - 0 1", "fen-check", 1, 1, NT_INVALID, "forbids giving check"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "fen-royal", 1, 1, NT_INVALID, "White has 2"},
    {"chess", NT_CODE_FEN, "8/8/8/8/8/8/8/4K3 w - - 0 1", "fen-royal", 1, 1, NT_INVALID, "Black has no king"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "fen-pawn", 1, 1, NT_INVALID, "a1"},
    {"chess", NT_CODE_FEN, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen-pawn", 1, 1, NT_INVALID, "would have promoted"},
    {"chess", NT_CODE_FEN, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "fen-count", 1, 1, NT_OK, "White has 9"},
    {"chess", NT_CODE_FEN, "4k3/8/8/QQQQQQQQ/8/8/PPPPPPPP/4K3 b - - 0 1", "fen-count", 1, 1, NT_OK, "17 men"},
    {"glinski", NT_CODE_FEN, "6/7/K7/9/10/11/10/4k3/8/7/6 b - - 0 1", "fen-row-width", 19, 1, NT_INVALID,
     "the file of h1 has 8 cells, the board has 9"},
    {"glinski", NT_CODE_FEN, "6/7/K7/9/10/11/10/4k4/8/7 b - - 0 1", "fen-rows", 26, 1, NT_INVALID, NULL},
    {"glinski", NT_CODE_FEN, "1/3/5/7/9/11/11/11/11/11/3 b - - 0 1", "fen-row-width", 26, 1, NT_INVALID, "rank 1 has 3 files"},
    /* Game Courier codes and cell lists. */
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp/****/PPPPPPPP/RNBQKBN", "fen-row-width", 40, 1, NT_INVALID, "file 8 of rank 1"},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp/7/", "fen-row-width", 20, 1, NT_INVALID, "file 8 of rank 6"},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp/7-/", "fen-row-width", 20, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp/48k", "fen-rows", 21, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_GC, "999999999999999999999", "fen-rows", 1, 1, NT_INVALID, NULL},
    {"chess", NT_CODE_GC, "rnbqkbnr/pppppppp", "fen-rows", 18, 1, NT_INVALID, "2 ranks"},
    {"chess", NT_CODE_GC, "/rnbqkbnr", "fen-row-width", 1, 1, NT_INVALID, "file 1 of rank 8"},
    {"chess", NT_CODE_GC, ARRAY " w", "fen-piece", 44, 1, NT_INVALID, NULL},
    {"glinski", NT_CODE_GC, "----7", "fen-row-width", 5, 1, NT_INVALID, "file 5 of rank 11, where the board has none"},
    {"glinski", NT_CODE_GC, "------", "fen-row-width", 6, 1, NT_INVALID, "file 6 of rank 11, where the board has one"},
    {"glinski", NT_CODE_GC, "-----6/----7", "fen-rows", 13, 1, NT_INVALID, "2 ranks, the board has 11"},
    {"chess", NT_CODE_CELLS, "a1:K e8", "fen-field", 6, 1, NT_INVALID, "cell:piece"},
    {"chess", NT_CODE_CELLS, "a1:K i8:k", "cell-unknown", 6, 1, NT_INVALID, "\"i8\""},
    {"chess", NT_CODE_CELLS, "a1:K a1:k", "fen-field", 6, 1, NT_INVALID, "twice"},
    {"chess", NT_CODE_CELLS, "a1:K e8:k @:P", "fen-field", 11, 1, NT_INVALID, "chess has no men in hand, such as P"},
    {"crazyhouse", NT_CODE_CELLS, "a1:K e8:k @:K", "fen-field", 11, 1, NT_INVALID, "crazyhouse drops no men such as K"},
    {"crazyhouse", NT_CODE_CELLS, "a1:K e8:k @:Q~", "fen-field", 11, 1, NT_INVALID, "no room"},
    {"chess", NT_CODE_CELLS, "a1:Kk", "fen-piece", 4, 1, NT_INVALID, "\"Kk\""},
    {"ajax-orthodox", NT_CODE_CELLS, "W1:M W1:M", "fen-field", 6, 1, NT_INVALID, "twice"},
    {"ajax-orthodox", NT_CODE_CELLS, "W1:m", "fen-field", 1, 1, NT_INVALID, "not for that piece"},
};

START_TEST(faults_are_told_apart_and_have_their_column) {
    const fault_case *c = &faults[_i];
    begin(c->variant, NT_TOLERANT);
    uint64_t before = nt_position_key(position);
    nt_status status = set(c->code, c->from);
    ck_assert_msg(status == c->status, "%s: %s", c->from, found.text);
    ck_assert_msg(strcmp(found.id, c->id ? c->id : "") == 0, "%s: %s: %s", c->from, found.id, found.text);
    ck_assert_msg(found.column == c->column, "%s: column %d: %s", c->from, (int)found.column, found.text);
    ck_assert_msg(found.count == c->count, "%s: %d findings", c->from, (int)found.count);
    ck_assert_msg(!c->words || strstr(found.text, c->words), "%s: %s", c->from, found.text);
    if (status != NT_OK) ck_assert(nt_position_key(position) == before);
    end();
}
END_TEST

START_TEST(strict_names_the_first_missing_field) {
    begin("chess", NT_STRICT);
    ck_assert_int_eq(set(NT_CODE_FEN, "4k3/8/8/8/8/8/8/4K2R w"), NT_INVALID);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_int_eq(found.severity, NT_ERROR);
    ck_assert_ptr_nonnull(strstr(found.text, "castling"));
    end();
}
END_TEST

START_TEST(rows_beyond_count_cost_one_finding) {
    enum { ROWS = 100000 };
    begin("chess", NT_TOLERANT);
    char *long_text = malloc(2 * ROWS + 1);
    for (size_t i = 0; i < ROWS; i++) memcpy(long_text + 2 * i, "8/", 2);
    long_text[2 * ROWS] = '\0';
    ck_assert_int_eq(set(NT_CODE_FEN, long_text), NT_INVALID);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_str_eq(found.id, "fen-rows");
    free(long_text);
    end();
}
END_TEST

START_TEST(hand_of_256_men_is_refused) {
    begin("crazyhouse", NT_TOLERANT);
    char fen[400];
    memcpy(fen, SHORT "[", sizeof SHORT);
    memset(fen + sizeof SHORT, 'P', 300);
    snprintf(fen + sizeof SHORT + 255, 100, "] w - - 0 1");
    ck_assert_int_eq(set(NT_CODE_FEN, fen), NT_OK);
    snprintf(fen + sizeof SHORT + 255, 100, "P] w - - 0 1");
    ck_assert_int_eq(set(NT_CODE_FEN, fen), NT_INVALID);
    ck_assert_str_eq(found.id, "fen-field");
    end();
}
END_TEST

START_TEST(failed_allocations_are_reported_and_leak_nothing) {
    begin("chess", NT_TOLERANT);
    size_t before = memory.live;
    for (size_t n = 1; n < 100; n++) {
        memory.fail_at = memory.count + n;
        nt_status status = set(NT_CODE_FEN, ARRAY " w KQkq - 0 1");
        memory.fail_at = 0;
        ck_assert_uint_eq(memory.live, before);
        if (status == NT_OK) break;
        ck_assert_int_eq(status, NT_NO_MEMORY);
    }
    end();
}
END_TEST

Suite *codes_suite(void) {
    Suite *suite = suite_create("codes");
    TCase *tests = tcase_create("codes");
    tcase_add_loop_test(tests, codes_are_written_as_they_are_due, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(tests, arrays_on_hexagons_stand_in_courier_codes, 0, 9);
    tcase_add_test(tests, codes_make_the_key_that_playing_makes);
    tcase_add_test(tests, diagram_stands_in_columns);
    tcase_add_loop_test(tests, faults_are_told_apart_and_have_their_column, 0, sizeof faults / sizeof *faults);
    tcase_add_test(tests, strict_names_the_first_missing_field);
    tcase_add_test(tests, rows_beyond_count_cost_one_finding);
    tcase_add_test(tests, hand_of_256_men_is_refused);
    tcase_add_test(tests, failed_allocations_are_reported_and_leak_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
