/* Unit tests of coordinate schemes: names are bijections, colours, boards in words, moves renamed without a game. */
#include "base/output.h"
#include "board/board.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *coords_suite(void);

static const char *const boards[] = {"square 8x8", "square 32x8", "hexagon 5 wellisch", "hexagon 6 glinski", "hexagon 8",
                                     "outline glinski 1-6 1-7 2-8 3-9", "outline wellisch 1-31 31-31"};

START_TEST(names_are_bijections) {
    nt_board board;
    const char *name;
    ck_assert(nt_board_read(&board, nt_text_from(boards[_i])));
    for (size_t i = 0; (name = nt_scheme_at(board.lattice, i)) != NULL; i++) {
        nt_scheme scheme;
        ck_assert(nt_scheme_named(&scheme, &board, nt_text_from(name)));
        unsigned last = 0;
        for (unsigned cell = 0; cell < board.cells; cell++) {
            if (scheme.file[cell] > last) last = scheme.file[cell];
            char text[2 * NT_LABEL_SIZE];
            size_t length, written = nt_scheme_name(&scheme, cell, text);
            unsigned found = nt_scheme_match(&scheme, (nt_text){(unsigned char *)text, written}, &length);
            ck_assert_msg(found == cell && length == written, "%s %s of %s", name, text, boards[_i]);
        }
        ck_assert_msg(scheme.files == last + 1, "%s: %u files of %s, the last is %u", name, scheme.files, boards[_i], last);
    }
}
END_TEST

START_TEST(hexagons_have_upright_files_unless_told) {
    nt_board board, upright, flat;
    ck_assert(nt_board_read(&board, NT_TEXT("hexagon 6")));
    ck_assert(nt_board_read(&upright, NT_TEXT("hexagon 6 glinski")));
    ck_assert(nt_board_read(&flat, NT_TEXT("hexagon 6 wellisch")));
    ck_assert(!board.flat_ranks && !upright.flat_ranks && flat.flat_ranks);
    ck_assert_uint_eq(board.cells, 91);
}
END_TEST

START_TEST(words_that_are_no_board_are_refused) {
    static const char *const bad[] = {"", "square", "square 8", "square 8x", "square 0x8", "square 33x1", "hexagon",
                                      "hexagon 1", "hexagon x", "hexagon 6 rose", "hexagon 6 glinski 7", "outline 1-6",
                                      "outline glinski", "outline glinski 6-1", "outline glinski 1-99", "rhombus 8",
                                      "outline glinski 1-32", "outline glinski 0-3", "square 32x9", "square 8x33", "hexagon 10",
                                      "outline glinski 1-31 1-31 1-31 1-31 1-31 1-31 1-31 1-31 1-31"};
    nt_board board;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!nt_board_read(&board, nt_text_from(bad[i])), "\"%s\" was read", bad[i]);
}
END_TEST

static unsigned colour_at(const nt_board *board, int x, int y) {
    unsigned cell = nt_board_at(board, x, y);
    return cell == NT_NO_CELL ? 9 : nt_board_colour(board, cell);
}

/* An orthogonal step changes the colour, a diagonal one keeps it, on both lattices. */
START_TEST(steps_change_or_keep_the_colour) {
    nt_board board;
    ck_assert(nt_board_read(&board, nt_text_from(boards[_i])));
    for (unsigned tick = 0; tick < nt_board_ticks(&board); tick++) {
        for (unsigned diagonal = 0; diagonal < 2; diagonal++) {
            bool square = board.lattice == NT_SQUARE;
            nt_atom atom = {1, square && diagonal, !square && diagonal};
            nt_vector v;
            if (!nt_board_vector(&board, atom, tick, &v)) continue;
            for (unsigned cell = 0; cell < board.cells; cell++) {
                unsigned to = colour_at(&board, board.x[cell] + v.x, board.y[cell] + v.y);
                if (to != 9) ck_assert((to == nt_board_colour(&board, cell)) == (diagonal == 1));
            }
        }
    }
}
END_TEST

/* The board of side 6 has 30, 30 and 31 cells of the three colours; the digits of a gilman name tell it. */
START_TEST(colours_are_the_sums_of_the_digits) {
    nt_board board;
    nt_scheme scheme;
    unsigned count[3] = {0};
    ck_assert(nt_board_hexagon(&board, 6, false));
    ck_assert(nt_scheme_named(&scheme, &board, NT_TEXT("gilman")));
    for (unsigned cell = 0; cell < board.cells; cell++) {
        char text[2 * NT_LABEL_SIZE], digit[2] = {0};
        unsigned sum = 0;
        nt_scheme_name(&scheme, cell, text);
        for (unsigned i = 0; i < 2; i++) {
            digit[0] = text[i];
            sum += (unsigned)strtoul(digit, NULL, 16);
        }
        ck_assert_uint_eq(nt_board_colour(&board, cell), sum % 3);
        count[sum % 3]++;
    }
    ck_assert_uint_eq(count[0], 31);
    ck_assert_uint_eq(count[1], 30);
    ck_assert_uint_eq(count[2], 30);
}
END_TEST

/* ---- renaming ---- */

static test_memory memory;
static test_findings found;

/* Renames on the board of side 6, reading `size` bytes a time; the result into text. */
typedef struct dripping {
    const char *at;
    size_t size;
} dripping;

static ptrdiff_t drip(void *user, void *buffer, size_t size) {
    dripping *d = user;
    size_t left = strlen(d->at), count = left < d->size ? left : d->size;
    if (count > size) count = size;
    memcpy(buffer, d->at, count);
    d->at += count;
    return (ptrdiff_t)count;
}

static void rename_text(const char *from, const char *to, const char *in, size_t size, char text[1024]) {
    memory = (test_memory){0};
    found = (test_findings){0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    nt_status status;
    nt_coords *a = nt_coords_new(context, NULL, "hexagon 6 glinski", from, &status);
    nt_coords *b = nt_coords_new(context, NULL, "hexagon 6 glinski", to, &status);
    dripping source = {in, size};
    nt_buffer buffer = {.context = context};
    nt_input *input = nt_input_function(context, drip, &source, "moves");
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    ck_assert_int_eq(nt_coords_rename(a, b, input, output), NT_OK);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_uint_lt(buffer.size, 1024);
    snprintf(text, 1024, "%.*s", (int)buffer.size, buffer.size ? (const char *)buffer.data : "");
    nt_buffer_free(&buffer);
    nt_input_free(input);
    nt_coords_free(a);
    nt_coords_free(b);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

typedef struct rename_case {
    const char *from, *to, *in, *out;
    unsigned errors;
} rename_case;

static const rename_case renames[] = {
    {"gilman", "glinski", "51-53", "b1-d3", 0},
    {"glinski", "gilman", "b1-d3", "51-53", 0},
    {"gilman", "glinski", "1. 51-53 bb-ba\r\n12...3634\n", "1. b1-d3 f11-e10\r\n12...i3g3\n", 0},
    {"glinski", "mccooey", "Nk6xl6+ g10f11Q 10.i1 f10f11q", "Nj6xk6+ g10f11Q 10.i1 f10f11q", 0},
    {"glinski", "axial", "f6-f7 (g6)", "(0,0)-(0,-1) ((1,-1))", 0},
    {"axial", "glinski", "(0,0)-(0,-1) ((1,-1)) (3. Q(0,-5)) 12", "f6-f7 (g6) (3. Qf11) 12", 0},
    {"gilman", "slanted", "{51-53} $12 [12]\n[Round \"12\"]\n%51\n11 1-0",
     "{51-53} $12 [b1]\n[Round \"12\"]\n%51\na1 1-0", 0},
    {"gilman", "oblique", "O-O resign x 1/2-1/2 P 51; Q-53", "O-O resign x 1/2-1/2 P b1; Q-d3", 0},
    {"glinski", "gilman", "12 1999 dest", "12 1999 dest", 0},
    {"glinski", "gilman", "j3j4 f6", "j3j4 66", 1},
    {"glinski", "gilman", "Nbd7 exd5 R1e2 f12 f5f12 k7", "Nbd7 exd5 R1e2 f12 f5f12 7b", 5},
    {"gilman", "glinski", "17 99 ac 5z", "17 f9 ac 5z", 3},
    {"axial", "glinski", "(9,9)-(0,0)", "(9,9)-f6", 1},
    {"gilman", "glinski", "", "", 0},
};

START_TEST(moves_are_renamed) {
    const rename_case *c = &renames[_i];
    char text[1024];
    for (size_t size = 1; size < 1000; size = size * 3 + 1) {
        rename_text(c->from, c->to, c->in, size, text);
        ck_assert_str_eq(text, c->out);
        ck_assert_uint_eq(found.count, c->errors);
    }
}
END_TEST

START_TEST(words_that_are_too_long_are_left) {
    char in[601], text[1024];
    for (size_t i = 0; i < 600; i++) in[i] = "f6"[i % 2];
    in[600] = 0;
    rename_text("glinski", "gilman", in, 64, text);
    ck_assert_str_eq(text, in);
    ck_assert_uint_eq(found.count, 1);
}
END_TEST

Suite *coords_suite(void) {
    Suite *suite = suite_create("coords");
    TCase *tests = tcase_create("coords");
    tcase_add_loop_test(tests, names_are_bijections, 0, sizeof boards / sizeof *boards);
    tcase_add_test(tests, hexagons_have_upright_files_unless_told);
    tcase_add_test(tests, words_that_are_no_board_are_refused);
    tcase_add_loop_test(tests, steps_change_or_keep_the_colour, 0, sizeof boards / sizeof *boards);
    tcase_add_test(tests, colours_are_the_sums_of_the_digits);
    tcase_add_loop_test(tests, moves_are_renamed, 0, sizeof renames / sizeof *renames);
    tcase_add_test(tests, words_that_are_too_long_are_left);
    suite_add_tcase(suite, tests);
    return suite;
}
