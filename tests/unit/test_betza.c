/* Unit tests of Betza's notation, by the definitions of nt-variants(5): where a piece on e5 of an empty board of 9 by 9 squares
 * can go, or on f6 of Glinski's board, and why a string is none. */
#include "rules/betza.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *betza_suite(void);

typedef struct piece_case {
    const char *betza, *cells; /* in any order */
} piece_case;

#define NIGHTRIDER "d7 c9 f7 g9 g6 i7 g4 i3 f3 g1 d3 c1 c4 a3 c6 a7"
#define BISHOP "d6 c7 b8 a9 f6 g7 h8 i9 d4 c3 b2 a1 f4 g3 h2 i1"
#define ROOK "e6 e7 e8 e9 e4 e3 e2 e1 f5 g5 h5 i5 d5 c5 b5 a5"

static const piece_case pieces[] = {
    /* atoms and ranges */
    {"W", "e6 f5 e4 d5"}, {"F", "d4 d6 f4 f6"}, {"D", "e7 g5 e3 c5"}, {"A", "c3 c7 g3 g7"}, {"H", "e8 h5 e2 b5"},
    {"G", "b2 b8 h2 h8"}, {"N", "d7 f7 g6 g4 f3 d3 c4 c6"}, {"C", "d8 f8 h6 h4 f2 d2 b4 b6"}, {"Z", "c8 g8 h7 h3 g2 c2 b3 b7"},
    {"K", "e6 f5 e4 d5 d4 d6 f4 f6"}, {"R", ROOK}, {"WW", ROOK}, {"W0", ROOK}, {"B", BISHOP}, {"FF", BISHOP}, {"Q", ROOK " " BISHOP},
    {"R2", "e6 e7 f5 g5 e4 e3 d5 c5"}, {"W3", "e6 e7 e8 f5 g5 h5 e4 e3 e2 d5 c5 b5"}, {"NN", NIGHTRIDER}, {"DD", "e7 e9 g5 i5 e3 e1 c5 a5"},
    {"HH", "e8 h5 e2 b5"}, {"WA", "e6 f5 e4 d5 c3 c7 g3 g7"},
    /* directions of straight lines */
    {"fW", "e6"}, {"bW", "e4"}, {"lW", "d5"}, {"rW", "f5"}, {"vW", "e6 e4"}, {"sW", "d5 f5"}, {"frW", "e6 f5"}, {"ffW", "e6"},
    {"fF", "d6 f6"}, {"bF", "d4 f4"}, {"lF", "d6 d4"}, {"rF", "f6 f4"}, {"flF", "d6"}, {"lfF", "d6"}, {"brF", "f4"}, {"fsF", "d6 f6"},
    {"vlF", "d6 d4"}, {"vF", "d4 d6 f4 f6"}, {"sF", "d4 d6 f4 f6"}, {"ffF", "d6 f6"}, {"fK", "e6"}, {"sK", "d5 f5"}, {"flK", "d6"},
    {"fsK", "d6 f6"}, {"fR2", "e6 e7"}, {"frQ", "f6 g7 h8 i9"}, {"fB", "d6 c7 b8 a9 f6 g7 h8 i9"}, {"fG", "b8 h8"}, {"lA", "c3 c7"},
    /* directions of oblique leaps */
    {"fN", "d7 f7"}, {"ffN", "d7 f7"}, {"bN", "d3 f3"}, {"lN", "c4 c6"}, {"rN", "g4 g6"}, {"vN", "d7 f7 d3 f3"}, {"sN", "c4 c6 g4 g6"},
    {"fsN", "c6 g6"}, {"bsN", "c4 g4"}, {"sfN", "d7 f7"}, {"frN", "g6"}, {"rfN", "f7"}, {"blN", "c4"}, {"lbN", "d3"},
    {"vsN", "c4 c6 g4 g6"}, {"fhN", "c6 d7 f7 g6"}, {"bhN", "c4 d3 f3 g4"}, {"lhN", "d7 c6 c4 d3"}, {"rhN", "f7 g6 g4 f3"},
    {"hrN", "f7 g4 d3 c6"}, {"hlN", "d7 g6 f3 c4"}, {"fC", "d8 f8"}, {"hrC", "f8 h4 d2 b6"}, {"fsC", "b6 h6"}, {"fZ", "c8 g8"},
    {"fsZ", "b7 h7"}, {"hlZ", "c8 h7 g2 b3"}, {"fNN", "d7 c9 f7 g9"},
    /* further legs */
    {"[F?fsR]", "d6 d7 d8 d9 c6 b6 a6 f6 f7 f8 f9 g6 h6 i6 d4 d3 d2 d1 c4 b4 a4 f4 f3 f2 f1 g4 h4 i4"},
    {"[W-W]", "e7 g5 e3 c5"}, {"[W-fW]", "e7 g5 e3 c5"}, {"[W-lW]", "d6 f6 f4 d4"}, {"f[W-rW]", "f6"}, {"[fW-rW]", "f6"},
    {"[W-sW]", "d6 f6 f4 d4"}, {"[W-fF]", "d7 f7 g6 g4 f3 d3 c4 c6"}, {"[W?fF]", "e6 f5 e4 d5 d7 f7 g6 g4 f3 d3 c4 c6"},
    {"[fW-rF]", "f7 f5"}, {"[fW-bF]", "d5 f5"}, {"[fW-lW-lW]", "d5"}, {"[fF-bF]", ""}, {"[fN-lN]", "b6 d8"},
};

/* Ahead of f6 is f7, and the lines turn down at f: its neighbours are f7 g6 g5 f5 e5 e6, and between them lie g7 h5 g4 e4 d5 e7. */
static const piece_case hexagons[] = {
    {"W", "f7 g6 g5 f5 e5 e6"}, {"F", "g7 h5 g4 e4 d5 e7"},
    {"fW", "f7"}, {"bW", "f5"}, {"vW", "f7 f5"}, {"sW", "g6 g5 e5 e6"}, {"lW", "e5 e6"}, {"rW", "g6 g5"}, {"lrW", "g6 g5 e5 e6"},
    {"fF", "e7 g7"}, {"bF", "e4 g4"}, {"vF", "e7 g7 e4 g4"}, {"sF", "d5 h5"}, {"lF", "e4 d5 e7"}, {"rF", "g4 h5 g7"},
    {"lfF", "e7"}, {"frF", "g7"}, {"blF", "e4"}, {"rsF", "h5"}, {"vlF", "e4 e7"}, {"fsF", "e7 g7 d5 h5"},
    {"{12}W", "f7"}, {"{2}W", "g6"}, {"{10}W", "e6"}, {"{1}F", "g7"}, {"{9}F", "d5"},
};

static void check_cells(const nt_variant *v, const char *betza, const char *at, const char *due) {
    bool reached[NT_MAX_CELLS] = {false};
    size_t kind = 1, count;
    while (strcmp(nt_kind_name(v, kind), "man") != 0) kind++;
    size_t from = nt_cell_find(v, at, 2);
    count = nt_kind_moves(v, kind, 0, from, NULL);
    nt_kind_move *moves = calloc(count + 1, sizeof *moves);
    nt_kind_moves(v, kind, 0, from, moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i].flags & NT_KIND_MOVES && moves[i].to != from) reached[moves[i].to] = true;
    for (const char *cell = due; *cell; cell += cell[2] ? 3 : 2) {
        size_t to = nt_cell_find(v, cell, 2);
        ck_assert_msg(reached[to], "%s does not go to %.2s", betza, cell);
        reached[to] = false;
    }
    for (size_t cell = 0; cell < NT_MAX_CELLS; cell++)
        ck_assert_msg(!reached[cell], "%s goes to cell %zu", betza, cell);
    free(moves);
}

static void check_piece(const piece_case *c, const char *board, const char *at, const char *array) {
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    const nt_variant *v = NULL;
    char text[400];
    snprintf(text, sizeof text, "[x]\ntitle = X\nboard = %s\npiece K = king K\npiece X = man %s\nroyal = K\narray = %s\n", board,
             c->betza, array);
    nt_input *input = nt_input_memory(context, text, strlen(text), "x");
    ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
    ck_assert_msg(nt_variant_load(context, "x", &v) == NT_OK, "%s: %s", c->betza, found.text);
    check_cells(v, c->betza, at, c->cells);
    nt_input_free(input);
    nt_context_free(context);
}

START_TEST(pieces_go_where_their_strings_say) {
    check_piece(&pieces[_i], "square 9x9", "e5", "k8/9/9/9/4X4/9/9/9/8K");
}
END_TEST

START_TEST(pieces_go_where_their_strings_say_on_hexagons) {
    check_piece(&hexagons[_i], "hexagon 6 glinski\ncoordinates = glinski", "f6", "k5/7/8/9/10/5X5/10/9/8/7/5K");
}
END_TEST

typedef struct fault_case {
    const char *board, *betza;
    size_t at;
    const char *words;
} fault_case;

static const fault_case faults[] = {
    {"square 8x8", "fm", 2, "the string ends where an atom is due"},
    {"square 8x8", "fmX", 2, "is due here"},
    {"square 8x8", "L", 0, "write C for (3,1)"},
    {"square 8x8", "J", 0, "Z for (3,2)"},
    {"square 8x8", "fhW", 1, "before an oblique atom"},
    {"square 8x8", "hN", 0, "h goes with f, b, l or r"},
    {"square 8x8", "WblhF", 3, "before an oblique atom"},
    {"hexagon 5", "fhW", 1, "h has no meaning on hexagons"},
    {"square 8x8", "R100", 4, "the range is too long"},
    {"square 8x8", "[W-hrN]", 3, "h has no meaning in a later leg"},
    {"hexagon 5", "C", 0, "no meaning on hexagons"},
    {"hexagon 5", "Z", 0, "no meaning on hexagons"},
    {"hexagon 5", "f{12}W", 0, "do not go together"},
};

START_TEST(what_is_no_string_is_told) {
    const fault_case *c = &faults[_i];
    nt_board board;
    nt_betza betza;
    size_t at = 0;
    const char *reason = "";
    ck_assert(nt_board_read(&board, nt_text_from(c->board)));
    ck_assert_msg(!nt_betza_read(nt_text_from(c->betza), &board, &betza, &at, &reason), "%s is read", c->betza);
    ck_assert_msg(strstr(reason, c->words), "%s: %s", c->betza, reason);
    ck_assert_msg(at == c->at, "%s: at %zu", c->betza, at);
}
END_TEST

Suite *betza_suite(void) {
    Suite *suite = suite_create("betza");
    TCase *tests = tcase_create("betza");
    tcase_add_loop_test(tests, pieces_go_where_their_strings_say, 0, sizeof pieces / sizeof *pieces);
    tcase_add_loop_test(tests, pieces_go_where_their_strings_say_on_hexagons, 0, sizeof hexagons / sizeof *hexagons);
    tcase_add_loop_test(tests, what_is_no_string_is_told, 0, sizeof faults / sizeof *faults);
    suite_add_tcase(suite, tests);
    return suite;
}
