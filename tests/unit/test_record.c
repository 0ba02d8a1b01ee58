/* Unit tests of libnotation/record: limits, tags, results. */
#include "record/record.h"
#include "support.h"

Suite *record_suite(void);

static test_memory memory;
static test_findings found;
static nt_context *context;
static nt_record record;

static void set_up(void) {
    nt_limits limits = {.plies = 20, .nesting = 3, .tags = 2, .tag_name = 4, .tag_value = 6, .comment = 5, .nags = 2};
    memory = (test_memory){0};
    found = (test_findings){0};
    context = test_context(&memory, &found, NT_TOLERANT, limits);
    nt_record_init(&record, context);
}

static void tear_down(void) {
    nt_record_free(&record);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

static nt_status add(nt_item_kind kind, uint32_t length) {
    return nt_record_item(&record, (nt_item){.kind = (uint8_t)kind, .text = {0, length}});
}

START_TEST(record_holds_the_limit_of_moves_and_reports_one_more_once) {
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(add(NT_ITEM_NUMBER, 1), NT_OK);
        ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_OK);
    }
    ck_assert_uint_eq(found.count, 0);
    ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_LIMIT);
    ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_LIMIT);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_str_eq(found.id, "limit-plies");
    ck_assert(record.game.damaged);
    ck_assert_uint_eq(record.game.item_count, 40);
    ck_assert_ptr_eq(record.game.items, record.items);
    nt_record_clear(&record);
    ck_assert_uint_eq(record.game.item_count, 0);
    ck_assert(!record.game.damaged);
    ck_assert_uint_eq(record.game.result_item, SIZE_MAX);
    ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_OK);
}
END_TEST

START_TEST(record_counts_nags_from_the_last_move) {
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_OK);
        ck_assert_int_eq(add(NT_ITEM_NAG, 2), NT_OK);
        ck_assert_int_eq(add(NT_ITEM_NAG, 2), NT_OK);
    }
    ck_assert_int_eq(add(NT_ITEM_NAG, 2), NT_LIMIT);
    ck_assert_str_eq(found.id, "limit-nags");
}
END_TEST

START_TEST(record_limits_nesting_and_closes_open_lines) {
    for (int i = 0; i < 3; i++) ck_assert_int_eq(add(NT_ITEM_LINE_OPEN, 1), NT_OK);
    ck_assert_int_eq(add(NT_ITEM_LINE_OPEN, 1), NT_LIMIT);
    ck_assert_str_eq(found.id, "limit-nesting");
    ck_assert_int_eq(add(NT_ITEM_LINE_CLOSE, 1), NT_OK);
    ck_assert_int_eq(nt_record_close_lines(&record, 77), NT_OK);
    ck_assert_uint_eq(record.depth, 0);
    ck_assert_uint_eq(record.game.item_count, 6);
    ck_assert_uint_eq(record.game.items[5].place, 77);
}
END_TEST

START_TEST(record_limits_comments_and_tags_at_the_edge) {
    ck_assert_int_eq(add(NT_ITEM_COMMENT, 5), NT_OK);
    ck_assert_int_eq(add(NT_ITEM_COMMENT, 6), NT_LIMIT);
    ck_assert_str_eq(found.id, "limit-comment");
    nt_tag tag = {.name = {0, 4}, .value = {4, 6}}, long_name = {.name = {0, 5}}, long_value = {.value = {0, 7}};
    ck_assert_int_eq(nt_record_tag(&record, long_name), NT_LIMIT);
    ck_assert_str_eq(found.id, "limit-tags");
    ck_assert_int_eq(nt_record_tag(&record, long_value), NT_LIMIT);
    ck_assert_int_eq(nt_record_tag(&record, tag), NT_OK);
    ck_assert_int_eq(nt_record_tag(&record, tag), NT_OK);
    ck_assert_int_eq(nt_record_tag(&record, tag), NT_LIMIT);
    ck_assert_uint_eq(found.count, 2);
    ck_assert_uint_eq(record.game.tag_count, 2);
}
END_TEST

START_TEST(record_reports_failing_memory) {
    memory.fail_at = memory.count + 1;
    ck_assert_int_eq(add(NT_ITEM_MOVE, 2), NT_NO_MEMORY);
    memory.fail_at = memory.count + 1;
    ck_assert_int_eq(nt_record_tag(&record, (nt_tag){0}), NT_NO_MEMORY);
    ck_assert_uint_eq(record.game.item_count + record.game.tag_count, 0);
}
END_TEST

START_TEST(game_tag_ignores_case_and_takes_the_first) {
    static const char text[] = "fenFENk7K7";
    size_t length;
    record.game.text = (const unsigned char *)text;
    ck_assert_ptr_null(nt_game_tag(&record.game, "FEN", &length));
    nt_record_tag(&record, (nt_tag){.name = {0, 3}, .value = {6, 2}});
    nt_record_tag(&record, (nt_tag){.name = {3, 3}, .value = {8, 2}});
    ck_assert_ptr_eq(nt_game_tag(&record.game, "Fen", &length), text + 6);
    ck_assert_uint_eq(length, 2);
    ck_assert_ptr_null(nt_game_tag(&record.game, "FE", &length));
}
END_TEST

START_TEST(findings_on_every_move_cost_no_rescan_of_the_game) {
    /* Scanning from the start each time would read 2 TB: the test ends in time only when counting goes on from before. */
    size_t size = 16u << 20;
    unsigned char *bytes = nt_new(context, size);
    memset(bytes, '\n', size);
    record.game.raw = bytes;
    record.game.line = record.game.column = 1;
    for (size_t at = 0; at < size; at += 64) {
        nt_place place = nt_game_place(&record.game, at);
        nt_report(context, &place, NT_DIAG_SPELL_LONG, "x");
    }
    ck_assert_uint_eq(found.line, size - 63);
    nt_delete(context, bytes, size);
}
END_TEST

static void expect_result(const char *spelling, bool is_exact, const char *text) {
    nt_result result, again;
    bool exact;
    char buffer[32];
    ck_assert_msg(nt_result_read(nt_text_from(spelling), &result, &exact), "%s is a result", spelling);
    ck_assert_msg(exact == is_exact, "%s", spelling);
    ck_assert_uint_eq(nt_result_text(&result, buffer), strlen(text));
    ck_assert_str_eq(buffer, text);
    ck_assert(nt_result_read(nt_text_from(buffer), &again, &exact));
    ck_assert(nt_result_equal(&result, &again));
}

START_TEST(result_spellings_are_read) {
    expect_result("1-0", true, "1-0");
    expect_result("0-1", true, "0-1");
    expect_result("1/2-1/2", true, "1/2-1/2");
    expect_result("*", true, "*");
    expect_result("1/2", false, "1/2-1/2");
    expect_result("\xC2\xBD", false, "1/2-1/2");
    expect_result("\xC2\xBD-\xC2\xBD", false, "1/2-1/2");
    expect_result("1\xE2\x80\x93" "0", false, "1-0");
    expect_result("0\xE2\x88\x92" "1", false, "0-1");
    expect_result(" 1 - 0 ", false, "1-0");
    expect_result("3/4-1/4", true, "3/4-1/4");
    expect_result("0.75-0.25", false, "3/4-1/4");
    expect_result("0.5-.5", false, "1/2-1/2");
    expect_result("0-1/2", true, "0-1/2");
    expect_result("1-0-0", true, "1-0-0");
    expect_result("1/3-1/3-1/3", true, "1/3-1/3-1/3");
    expect_result("2/3-\xE2\x85\x93-0-11/12", false, "2/3-1/3-0-11/12");
}
END_TEST

START_TEST(result_refuses_moves_and_other_words) {
    static const char *const words[] = {"",     "1",   "0",     "0-0",   "0-0-0",     "51-53", "2-0",    "1-",  "-1",
                                        "1--0", "1/2-", "1/5-4/5", "0.3-0.7", "1-0-0-0-0", "1-0x",  "1/0-0", "3/2-0", "+",
                                        "**",   "01-0", "0.5",   "10-01", "1.e4",      "e2-e4", "1-0.",   "."};
    nt_result result;
    bool exact;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_msg(!nt_result_read(nt_text_from(words[i]), &result, &exact), "%s is no result", words[i]);
}
END_TEST

Suite *record_suite(void) {
    Suite *suite = suite_create("record");
    TCase *tests = tcase_create("record");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, record_holds_the_limit_of_moves_and_reports_one_more_once);
    tcase_add_test(tests, record_counts_nags_from_the_last_move);
    tcase_add_test(tests, record_limits_nesting_and_closes_open_lines);
    tcase_add_test(tests, record_limits_comments_and_tags_at_the_edge);
    tcase_add_test(tests, record_reports_failing_memory);
    tcase_add_test(tests, game_tag_ignores_case_and_takes_the_first);
    tcase_add_test(tests, findings_on_every_move_cost_no_rescan_of_the_game);
    tcase_add_test(tests, result_spellings_are_read);
    tcase_add_test(tests, result_refuses_moves_and_other_words);
    suite_add_tcase(suite, tests);
    return suite;
}
