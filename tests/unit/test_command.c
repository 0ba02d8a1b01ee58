/* Unit tests of libnotation/record/command.c: commands in comments. */
#include "record/record.h"
#include "support.h"

Suite *command_suite(void);

/* The only command of a text. */
static nt_command read(const char *string) {
    nt_command command = {.kind = NT_COMMAND_OTHER};
    size_t at = 0;
    nt_text text = nt_text_from(string);
    ck_assert(nt_command_next(text, &at, &command));
    nt_command next;
    ck_assert(!nt_command_next(text, &at, &next));
    return command;
}

static void is(const char *string, nt_command_kind kind, int64_t number) {
    nt_command command = read(string);
    ck_assert_msg(command.kind == kind, "%s: kind %d", string, (int)command.kind);
    ck_assert_msg(command.number == number || kind == NT_COMMAND_WRONG, "%s: %lld", string, (long long)command.number);
}

START_TEST(command_times_are_milliseconds) {
    is("[%clk 1:23:45]", NT_COMMAND_TIME, 5025000);
    is("[%emt 0:00:05.25]", NT_COMMAND_TIME, 5250);
    is("[%egt 00:00:00.0009]", NT_COMMAND_TIME, 0);
    is("[%mct 100:59:59]", NT_COMMAND_TIME, 363599000);
    is("[%emt 2:12:00:01]", NT_COMMAND_TIME, 216001000);
    const char *const wrong[] = {"[%clk]", "[%clk 5]", "[%clk 1:23]", "[%clk 0:60:00]", "[%clk 0:00:60]", "[%clk -0:00:01]",
                                 "[%clk 1:24:00:00]", "[%clk 1:2:3:4:5]", "[%clk 1:2:]", "[%clk 99999999999:00:00]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) is(wrong[i], NT_COMMAND_WRONG, 0);
}
END_TEST

START_TEST(command_evaluations_are_thousandths_of_a_pawn_or_moves_to_mate) {
    is("[%eval 0.17]", NT_COMMAND_EVAL, 170);
    is("[%eval -1.05]", NT_COMMAND_EVAL, -1050);
    is("[%eval +12]", NT_COMMAND_EVAL, 12000);
    is("[%eval #3]", NT_COMMAND_MATE, 3);
    is("[%eval #-12,40]", NT_COMMAND_MATE, -12);
    ck_assert_uint_eq(read("[%eval #-12,40]").depth, 40);
    ck_assert_uint_eq(read("[%eval 0.17,20]").depth, 20);
    const char *const wrong[] = {"[%eval]", "[%eval .5]", "[%eval #1.5]", "[%eval 1,]", "[%eval 1,2,3]", "[%eval --1]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) is(wrong[i], NT_COMMAND_WRONG, 0);
}
END_TEST

START_TEST(command_marks_have_a_colour_and_cells) {
    is("[%csl Ga4,Rb5]", NT_COMMAND_MARKS, 0);
    is("[%cal Ge2e4, Rf10f11]", NT_COMMAND_MARKS, 0);
    const char *const wrong[] = {"[%csl]", "[%csl a4]", "[%csl Ga4,]", "[%cal G]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) is(wrong[i], NT_COMMAND_WRONG, 0);
}
END_TEST

START_TEST(command_names_and_values_are_stretches_of_the_text) {
    nt_command command = read("so: [%own  a [b ] and on");
    ck_assert_int_eq(command.kind, NT_COMMAND_OTHER);
    ck_assert_uint_eq(command.whole.offset, 4);
    ck_assert_uint_eq(command.whole.length, 13);
    ck_assert_uint_eq(command.name.offset, 6);
    ck_assert_uint_eq(command.name.length, 3);
    ck_assert_uint_eq(command.value.offset, 11);
    ck_assert_uint_eq(command.value.length, 4);
}
END_TEST

/* The same of a comment in a game, of whose text it then is a stretch. */
START_TEST(commands_of_comments_are_stretches_of_the_game) {
    static const char text[] = "1. e4 {a [%own  b] c}";
    nt_game game = {.text = (const unsigned char *)text};
    nt_item item = {.kind = NT_ITEM_COMMENT, .text = {7, 13}};
    nt_command command;
    size_t at = 0;
    ck_assert(nt_game_command(&game, &item, &at, &command));
    ck_assert(nt_text_is(nt_game_text(&game, command.whole), "[%own  b]"));
    ck_assert(nt_text_is(nt_game_text(&game, command.name), "own"));
    ck_assert(nt_text_is(nt_game_text(&game, command.value), "b"));
    ck_assert(!nt_game_command(&game, &item, &at, &command));
    at = 0;
    item.kind = NT_ITEM_MOVE;
    ck_assert(!nt_game_command(&game, &item, &at, &command));
}
END_TEST

START_TEST(command_ends_before_the_next_one_when_it_is_not_closed) {
    nt_text text = NT_TEXT("[%clk 0:00:01 [%clk 0:00:02] [%emt");
    const nt_command_kind kinds[] = {NT_COMMAND_WRONG, NT_COMMAND_TIME, NT_COMMAND_WRONG};
    const uint32_t ends[] = {14, 28, 34};
    nt_command command;
    size_t at = 0;
    for (size_t i = 0; i < 3; i++) {
        ck_assert(nt_command_next(text, &at, &command));
        ck_assert_int_eq(command.kind, kinds[i]);
        ck_assert_uint_eq(command.whole.offset + command.whole.length, ends[i]);
        ck_assert_uint_eq(at, ends[i]);
    }
    ck_assert(!nt_command_next(text, &at, &command));
}
END_TEST

START_TEST(command_is_not_seen_in_other_text) {
    const char *const texts[] = {"", "[", "%", "[ %clk 1]", "%clk 0:00:01", "[[[", "50 %]"};
    nt_command command;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t at = 0;
        ck_assert(!nt_command_next(nt_text_from(texts[i]), &at, &command));
    }
}
END_TEST

Suite *command_suite(void) {
    Suite *suite = suite_create("command");
    TCase *tests = tcase_create("command");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, command_times_are_milliseconds);
    tcase_add_test(tests, command_evaluations_are_thousandths_of_a_pawn_or_moves_to_mate);
    tcase_add_test(tests, command_marks_have_a_colour_and_cells);
    tcase_add_test(tests, command_names_and_values_are_stretches_of_the_text);
    tcase_add_test(tests, commands_of_comments_are_stretches_of_the_game);
    tcase_add_test(tests, command_ends_before_the_next_one_when_it_is_not_closed);
    tcase_add_test(tests, command_is_not_seen_in_other_text);
    return suite;
}
