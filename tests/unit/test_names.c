/* Unit tests of games whose cells are named by another scheme than their variant's, and of what is said of names that are no
 * cells. */
#include "board/board.h"
#include "support.h"

#include <stdio.h>

Suite *names_suite(void);

static test_memory memory;
static test_findings found;
static nt_context *context;

static void open_context(void) { context = test_open(&memory, &found); }

static void close_context(void) { test_close(context, &memory); }

static void expect_why(const char *scheme_name, const char *cell, const char *why) {
    nt_board board;
    nt_scheme scheme;
    nt_message message = {.length = 0};
    ck_assert(nt_board_read(&board, NT_TEXT("hexagon 6 glinski")));
    ck_assert(nt_scheme_named(&scheme, &board, nt_text_from(scheme_name)));
    nt_scheme_explain(&scheme, nt_text_from(cell), &message);
    ck_assert_str_eq(message.text, why);
}

START_TEST(unknown_cells_are_explained) {
    expect_why("glinski", "j3", ": no file j in this coordinate set; files go a to i, k, l");
    expect_why("glinski", "a7", ": file a has no rank 7; its ranks go 1 to 6");
    expect_why("mccooey", "l3", ": no file l in this coordinate set; files go a to k");
    expect_why("gilman", "cc", ": no file c in this coordinate set; files go 1 to 9, a, b");
    expect_why("gilman", "17", ": file 1 has no rank 7; its ranks go 1 to 6");
    expect_why("slanted", "k5", ": file k has no rank 5; its ranks go 6 to 11");
}
END_TEST

/* ---- games in other names ---- */

static ptrdiff_t keep(void *user, const void *bytes, size_t size) {
    char *text = user;
    size_t length = strlen(text);
    ck_assert_uint_lt(length + size, 4000);
    memcpy(text + length, bytes, size);
    text[length + size] = '\0';
    return (ptrdiff_t)size;
}

/* Writes the first game of a text by the names that the settings ask for. */
static nt_status write_first(const char *text, const char *format, const nt_replay_settings *settings, char *out) {
    const nt_game *game;
    out[0] = '\0';
    nt_input *input = nt_input_memory(context, text, strlen(text), "in");
    nt_output *output = nt_output_function(context, keep, out);
    nt_reader *reader = nt_reader_new(context, input, nt_format_find(format));
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    nt_replay *replay = nt_replay_new(context, settings);
    nt_writer *writer = nt_writer_new(context, output, nt_format_find(format), NULL);
    nt_status status = nt_replay_game(replay, game);
    ck_assert_int_eq(nt_writer_game(writer, game, replay), NT_OK);
    nt_writer_free(writer);
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_output_free(output);
    nt_input_free(input);
    return status;
}

START_TEST(games_are_read_and_written_in_other_names) {
    char out[4000];
    nt_replay_settings settings = {.coords = "gilman", .to_coords = "axial"};
    ck_assert_int_eq(write_first("[Variant \"glinski\"]\n\n54-65 78-67 *\n", "coord", &settings, out), NT_OK);
    ck_assert_str_eq(out, "[Variant \"glinski\"]\n[Coordinates \"axial\"]\n\n1. (-1,2)-(-1,1) (1,-2)-(1,-1) *\n");
    settings = (nt_replay_settings){.variant = NULL};
    ck_assert_int_eq(write_first(out, "coord", &settings, out + 2000), NT_OK);
    ck_assert_str_eq(out + 2000, "[Variant \"glinski\"]\n\n1. e4-e5 g7-g6 *\n");
}
END_TEST

START_TEST(tag_tells_the_names) {
    char out[4000];
    nt_replay_settings settings = {.to_coords = "slanted"};
    const char *text = "[Variant \"glinski\"]\n[Coordinates \"gilman\"]\n\n1. P65 P67 *\n";
    ck_assert_int_eq(write_first(text, "alg", &settings, out), NT_OK);
    ck_assert_str_eq(out, "[Variant \"glinski\"]\n[Coordinates \"slanted\"]\n\n1.e6 g6\n*\n");
    settings.to_coords = NULL;
    ck_assert_int_eq(write_first(text, "alg", &settings, out), NT_OK);
    ck_assert_str_eq(out, "[Variant \"glinski\"]\n\n1.e5 g6\n*\n");
    ck_assert_int_eq(write_first("[Variant \"glinski\"]\n[Coordinates \"rose\"]\n\n1.e5 *\n", "alg", &settings, out), NT_OK);
    ck_assert_str_eq(found.id, "tag-value");
}
END_TEST

START_TEST(unknown_names_are_an_error) {
    char out[4000];
    nt_replay_settings settings = {.coords = "rose"};
    ck_assert_int_eq(write_first("[Variant \"glinski\"]\n\n1.e5 *\n", "alg", &settings, out), NT_INVALID);
    ck_assert_str_eq(found.id, "coords-unknown");
}
END_TEST

Suite *names_suite(void) {
    Suite *suite = suite_create("names");
    TCase *names = tcase_create("names");
    tcase_add_checked_fixture(names, open_context, close_context);
    tcase_add_test(names, unknown_cells_are_explained);
    tcase_add_test(names, games_are_read_and_written_in_other_names);
    tcase_add_test(names, tag_tells_the_names);
    tcase_add_test(names, unknown_names_are_an_error);
    suite_add_tcase(suite, names);
    return suite;
}
