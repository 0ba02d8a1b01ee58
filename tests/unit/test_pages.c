/* Unit tests of what a saved page is made of: log ids, and texts that know their places. */
#include "formats/page.h"
#include "support.h"

Suite *pages_suite(void);

static bool parse(const char *text, nt_log_id *id) { return nt_log_id_parse(text, strlen(text), id); }

START_TEST(log_id_is_read_from_the_right) {
    nt_log_id id;
    ck_assert(parse("ann-bob_2-2004-301-193", &id));
    ck_assert(id.divided && !id.open);
    ck_assert_uint_eq(id.first_length, 3);
    ck_assert_uint_eq(id.names_length, 9);
    ck_assert_uint_eq(id.year, 2004);
    ck_assert_uint_eq(id.day, 301);
    ck_assert_uint_eq(id.thousandths, 193);
    ck_assert_uint_eq(id.month, 10); /* 1 January 2004 and 301 days, by date(1) */
    ck_assert_uint_eq(id.month_day, 28);
}
END_TEST

START_TEST(log_id_of_an_invitation_is_open_whatever_hyphens_a_name_has) {
    nt_log_id id;
    ck_assert(parse("player-1-cvgameroom-2020-265-064", &id));
    ck_assert(id.divided && id.open);
    ck_assert_uint_eq(id.first_length, 8);
    ck_assert_uint_eq(id.thousandths, 64);
    ck_assert(parse("a-b-c-2020-0-000", &id));
    ck_assert(!id.divided && !id.open);
    ck_assert_uint_eq(id.first_length, 0);
    ck_assert_uint_eq(id.month, 1);
    ck_assert_uint_eq(id.month_day, 1);
}
END_TEST

START_TEST(log_id_has_the_days_of_its_year) {
    nt_log_id id;
    ck_assert(parse("a-b-2020-365-999", &id));
    ck_assert_uint_eq(id.month, 12);
    ck_assert_uint_eq(id.month_day, 31);
    ck_assert(!parse("a-b-2019-365-999", &id));
    ck_assert(parse("a-b-2019-59-000", &id));
    ck_assert_uint_eq(id.month, 3);
    ck_assert_uint_eq(id.month_day, 1);
    ck_assert(parse("a-b-2100-59-000", &id)); /* no leap year */
    ck_assert_uint_eq(id.month, 3);
}
END_TEST

START_TEST(what_is_no_log_id_is_refused) {
    static const char *const texts[] = {"",           "2004-10-27",       "a-2004-301-193", "a-b-2004-301-19",  "a-b-204-301-193",
                                        "a-b-2004-301", "-b-2004-301-193", "a--2004-301-193", "a b-c-2004-301-193", "a-b-1066-301-193"};
    nt_log_id id;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) ck_assert_msg(!parse(texts[i], &id), "%s", texts[i]);
}
END_TEST

START_TEST(text_knows_where_its_bytes_stand) {
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    nt_page_text text = {.context = context};
    for (size_t i = 0; i < 5; i++) nt_page_put(&text, 'a', 100 + i, false);
    nt_page_put_fixed(&text, NT_TEXT("\xC3\xA9"), 105);
    for (size_t i = 0; i < 3; i++) nt_page_put(&text, 'b', 113 + i, false);
    ck_assert_uint_eq(text.run_count, 3);
    ck_assert_uint_eq(nt_page_place(&text, 0), 100);
    ck_assert_uint_eq(nt_page_place(&text, 4), 104);
    ck_assert_uint_eq(nt_page_place(&text, 5), 105);
    ck_assert_uint_eq(nt_page_place(&text, 6), 105);
    ck_assert_uint_eq(nt_page_place(&text, 7), 113);
    ck_assert_uint_eq(nt_page_place(&text, 9), 115);
    ck_assert_uint_eq(nt_page_place(&text, 99), 116);
    nt_page_text_free(&text);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

START_TEST(blanks_and_no_break_spaces_are_trimmed_but_no_letters) {
    static const char *const texts[][2] = {{"", ""}, {" \t\xC2\xA0", ""}, {"\xC2\xA0 a\xC2\xA0\xC2\xA0", "a"}, {"a b", "a b"},
                                           {" \xC3\xA0 ", "\xC3\xA0"}, {"\xA0", ""}, {"\xC2 ", "\xC2"},
                                           {"\xA0" "b\xA0 ", "b"}, {"e4\xE2\x80\xA0 ", "e4\xE2\x80\xA0"}, {"b\xA0" "b", "b\xA0" "b"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nt_text text = nt_list_trimmed(nt_text_from(texts[i][0]));
        ck_assert_msg(nt_text_is(text, texts[i][1]), "%s: %.*s", texts[i][0], (int)text.length, text.at);
    }
}
END_TEST

Suite *pages_suite(void) {
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("pages");
    tcase_add_test(tests, log_id_is_read_from_the_right);
    tcase_add_test(tests, log_id_of_an_invitation_is_open_whatever_hyphens_a_name_has);
    tcase_add_test(tests, log_id_has_the_days_of_its_year);
    tcase_add_test(tests, what_is_no_log_id_is_refused);
    tcase_add_test(tests, text_knows_where_its_bytes_stand);
    tcase_add_test(tests, blanks_and_no_break_spaces_are_trimmed_but_no_letters);
    suite_add_tcase(suite, tests);
    return suite;
}
