/* Unit tests of what pictures are made of: the moves of a piece as a list, the labels at the rim of a board, and pictures
 * themselves. */
#include "base/output.h"
#include "rules/position.h"
#include "support.h"

#include <stdlib.h>

Suite *pictures_suite(void);

static const char rules[] = "[signs]\nboard = square 5x5\nroyal = K\narray = k4/5/5/5/PRNCK\npawns = P\n"
                            "piece K = king K\npiece R = rook R\npiece N = knight N\npiece P = pawn fmWfceFifmnD\n"
                            "piece C = cannon mRcpR\npiece L = locust [cW-mW]\n"
                            "[bad]\ntitle = a & b < c > \"d\" \x01 \xe9 \xc3\xa9 \xef\xbf\xbe\nboard = square 3x3\n"
                            "royal = K\npiece K = king K\narray = k2/3/2K\n";

static test_memory memory;
static test_findings found;
static nt_context *context;

static const nt_variant *begin(const char *name) {
    const nt_variant *v = NULL;
    memory = (test_memory){0};
    found = (test_findings){0};
    context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, rules, sizeof rules - 1, "rules");
    ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
    nt_input_free(input);
    ck_assert_int_eq(nt_variant_load(context, name, &v), NT_OK);
    return v;
}

static void end(void) {
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

static size_t kind_of(const nt_variant *v, const char *label) {
    for (size_t kind = 1; kind <= nt_variant_kinds(v); kind++)
        if (strcmp(nt_kind_label(v, kind), label) == 0) return kind;
    ck_abort_msg("no piece %s", label);
    return 0;
}

/* ---- the moves of a piece ---- */

typedef struct move_case {
    const char *label;
    unsigned from, to;
    unsigned flags; /* of every step that ends on to */
    int depth;      /* how many steps come before it; -1: none of the list ends there */
} move_case;

enum { BOTH = NT_KIND_MOVES | NT_KIND_CAPTURES };

/* Cells count from a1 along the ranks. */
static const move_case moves[] = {
    {"N", 12, 1, BOTH, 0},
    {"N", 12, 13, 0, -1},
    {"R", 0, 1, BOTH, 0},
    {"R", 0, 3, BOTH | NT_KIND_CLEAR, 2},
    {"R", 0, 6, 0, -1},
    {"P", 0, 5, NT_KIND_MOVES, 0},
    {"P", 0, 10, NT_KIND_MOVES | NT_KIND_FIRST_MOVE | NT_KIND_CLEAR, 1},
    {"P", 0, 6, NT_KIND_CAPTURES, 0},
    {"P", 5, 15, 0, -1},
    {"L", 12, 13, NT_KIND_TAKES, 0},
    {"L", 12, 14, NT_KIND_MOVES | NT_KIND_OVER, 1},
};

static int depth_of(const nt_kind_move *list, size_t i) {
    int depth = 0;
    for (; list[i].before != NT_KIND_START; i = list[i].before) {
        ck_assert_uint_lt(list[i].before, i);
        depth++;
    }
    return depth;
}

START_TEST(moves_tell_ways_and_ends) {
    const move_case *due = &moves[_i];
    const nt_variant *v = begin("signs");
    nt_kind_move list[200];
    size_t kind = kind_of(v, due->label), count = nt_kind_moves(v, kind, 0, due->from, NULL), there = 0;
    ck_assert_uint_le(count, 200);
    ck_assert_uint_eq(nt_kind_moves(v, kind, 0, due->from, list), count);
    for (size_t i = 0; i < count; i++) {
        int depth = depth_of(list, i);
        if (list[i].to != due->to || !(list[i].flags & (BOTH | NT_KIND_TAKES))) continue;
        ck_assert_uint_eq(list[i].flags, due->flags);
        ck_assert_int_eq(depth, due->depth);
        there++;
    }
    ck_assert_uint_eq(there > 0, due->depth >= 0);
    end();
}
END_TEST

START_TEST(cannon_captures_over_a_man_only) {
    const nt_variant *v = begin("signs");
    nt_kind_move list[200];
    size_t count = nt_kind_moves(v, kind_of(v, "C"), 0, 0, list), captures = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i].flags & NT_KIND_CAPTURES) ck_assert_uint_ne(list[i].flags & NT_KIND_OVER, 0);
        if (list[i].flags & NT_KIND_MOVES) ck_assert_uint_eq(list[i].flags & NT_KIND_OVER, 0);
        captures += (list[i].flags & NT_KIND_CAPTURES) != 0;
    }
    ck_assert_uint_gt(captures, 0);
    end();
}
END_TEST

START_TEST(pawns_are_at_home_in_the_array_others_in_the_middle) {
    const nt_variant *v = begin("signs");
    ck_assert_uint_eq(nt_kind_home(v, kind_of(v, "P")), 0);
    ck_assert_uint_eq(nt_kind_home(v, kind_of(v, "N")), 12);
    end();
}
END_TEST

/* ---- the rim ---- */

/* One variant for each outline and scheme. */
static const char *const boards[] = {"signs", "grand", "glinski", "mccooey", "shafran", "brusky", "de-vasa", "wellisch",
                                     "anglojewish-glinski-point", "mixed-radial-glinski", "atlantean-coffee-house"};

static bool same_point(nt_vector a, nt_vector b) { return a.x == b.x && a.y == b.y; }

static void check_rim(const nt_variant *v, bool turned) {
    nt_rim rim[2 * NT_MAX_AXIS];
    unsigned count = nt_board_rim(&v->board, &v->scheme, turned, rim), lines = v->scheme.files + v->scheme.ranks;
    ck_assert_uint_le(count, lines);
    ck_assert_uint_ge(count + 2, lines); /* hexadecimal axes have a 0 without cells */
    for (unsigned a = 0; a < count; a++) {
        for (unsigned b = 0; b < a; b++) ck_assert(!same_point(rim[a].beyond, rim[b].beyond));
        for (unsigned cell = 0; cell < v->board.cells; cell++) {
            nt_vector at = nt_board_paper(&v->board, (nt_vector){v->board.x[cell], v->board.y[cell]});
            ck_assert(!same_point(rim[a].beyond, at));
        }
    }
}

/* Labels stand off the board, each at a place of its own, from both sides. */
START_TEST(labels_have_places_of_their_own) {
    const nt_variant *v = begin(boards[_i]);
    check_rim(v, false);
    check_rim(v, true);
    end();
}
END_TEST

/* ---- pictures ---- */

static nt_position *position_of(const char *name) {
    const nt_variant *v = begin(name);
    nt_position *position = nt_position_new(context, v);
    ck_assert_ptr_nonnull(position);
    return position;
}

static nt_buffer drawn(const nt_position *position, const nt_draw_settings *settings) {
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_position_svg(position, NULL, settings, output);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_int_eq(nt_buffer_write(&buffer, "", 1), 1); /* ends it for strstr */
    return buffer;
}

START_TEST(same_position_gives_the_same_bytes) {
    nt_position *position = position_of("chess");
    nt_draw_settings none = {0};
    nt_buffer a = drawn(position, NULL), b = drawn(position, &none);
    ck_assert_uint_eq(a.size, b.size);
    ck_assert_mem_eq(a.data, b.data, a.size);
    ck_assert_ptr_nonnull(strstr((const char *)a.data, "<title>Chess</title>"));
    nt_buffer_free(&a);
    nt_buffer_free(&b);
    nt_position_free(position);
    end();
}
END_TEST

START_TEST(texts_of_a_variant_cannot_leave_their_element) {
    nt_position *position = position_of("bad");
    nt_buffer picture = drawn(position, NULL);
    const char *title = "<title>a &amp; b &lt; c &gt; &quot;d&quot; \xef\xbf\xbd \xc3\xa9 \xc3\xa9 \xef\xbf\xbd</title>";
    ck_assert_ptr_nonnull(strstr((const char *)picture.data, title));
    nt_buffer_free(&picture);
    nt_position_free(position);
    end();
}
END_TEST

START_TEST(width_keeps_the_shape) {
    nt_position *position = position_of("chess");
    nt_draw_settings settings = {.width = 400, .coordinates = NT_DRAW_NONE};
    nt_buffer picture = drawn(position, &settings);
    const char *at = strstr((const char *)picture.data, "viewBox=\"");
    long box[4];
    at += strlen("viewBox=\"");
    for (int i = 0; i < 4; i++) {
        char *next;
        box[i] = strtol(at, &next, 10);
        at = next;
    }
    const char *width = strstr(at, "width=\"400\" height=\"");
    ck_assert_ptr_nonnull(width);
    long height = strtol(width + strlen("width=\"400\" height=\""), NULL, 10);
    ck_assert_int_eq(height, (400 * box[3] + box[2] / 2) / box[2]);
    nt_buffer_free(&picture);
    nt_position_free(position);
    end();
}
END_TEST

START_TEST(moves_without_memory_are_not_drawn) {
    const nt_variant *v = begin("signs");
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    memory.fail_at = memory.count + 1;
    ck_assert_int_eq(nt_kind_svg(v, 1, nt_kind_home(v, 1), NULL, output), NT_NO_MEMORY);
    memory.fail_at = memory.count + 1;
    ck_assert_int_eq(nt_kind_draw(v, 1, nt_kind_home(v, 1), output), NT_NO_MEMORY);
    memory.fail_at = 0;
    ck_assert_int_eq(nt_output_flush(output), NT_OK);
    ck_assert_uint_eq(buffer.size, 0);
    ck_assert_int_eq(nt_kind_svg(v, 1, nt_kind_home(v, 1), NULL, output), NT_OK);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_uint_gt(buffer.size, 0);
    nt_buffer_free(&buffer);
    end();
}
END_TEST

Suite *pictures_suite(void) {
    Suite *suite = suite_create("pictures");
    TCase *tests = tcase_create("pictures");
    tcase_add_loop_test(tests, moves_tell_ways_and_ends, 0, sizeof moves / sizeof *moves);
    tcase_add_test(tests, cannon_captures_over_a_man_only);
    tcase_add_test(tests, pawns_are_at_home_in_the_array_others_in_the_middle);
    tcase_add_loop_test(tests, labels_have_places_of_their_own, 0, sizeof boards / sizeof *boards);
    tcase_add_test(tests, same_position_gives_the_same_bytes);
    tcase_add_test(tests, texts_of_a_variant_cannot_leave_their_element);
    tcase_add_test(tests, width_keeps_the_shape);
    tcase_add_test(tests, moves_without_memory_are_not_drawn);
    suite_add_tcase(suite, tests);
    return suite;
}
