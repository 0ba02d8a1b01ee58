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

/* ---- encodings ---- */

typedef struct encoding_case {
    const char *page, *text; /* what stands at the end of the text; NULL: the page as it is */
} encoding_case;

#define SMALL_A "\xD0\xB0"     /* the Cyrillic letter, 0xC1 in KOI8-R */
#define CAPITAL_A "\xC3\x81"   /* with an accent, 0xC1 in windows-1252 */

static const encoding_case encodings[] = {
    {"<meta charset=koi8-r>\xC1", SMALL_A},
    {"<META CHARSET=KOI8-R>\xC1", SMALL_A},
    {"<meta charset = \"koi8-r\">\xC1", SMALL_A},
    {"<meta charset='koi8-r'>\xC1", SMALL_A},
    {"<meta charset\n=\n'koi8-r'>\xC1", SMALL_A},
    {"<meta http-equiv=content-type content=\"text/html; charset=koi8-r\">\xC1", SMALL_A},
    {"<?xml version='1.0' encoding='koi8-r'?>\xC1", SMALL_A},
    {"<?xml version='1.0' encoding = \"koi8-r\"?>\xC1", SMALL_A},
    {"<meta charset=><meta charset=koi8-r>\xC1", SMALL_A},
    {"<meta charset=koi8-r>a", "a"},
    {"<p charset=koi8-r>\xC1", CAPITAL_A},
    {"<meta name=x>charset=koi8-r \xC1", CAPITAL_A},
    {"<meta charset koi8-r>\xC1", CAPITAL_A},
    {"<meta charset", NULL},
    {"<meta charset=", NULL},
    {"<meta charset=koi8-r", "koi8-r"},
    {"<meta charset=iso-8859-1>\xC1\x80", CAPITAL_A "\xE2\x82\xAC"},
    {"<meta charset=utf-8>" SMALL_A, NULL},
    {"<meta charset=utf-8>" SMALL_A "\xC1", SMALL_A CAPITAL_A},
    {"\xEF\xBB\xBF<meta charset=koi8-r>" SMALL_A, NULL},
    {"<p>" SMALL_A, NULL},
    {"<p>\xC1", CAPITAL_A},
    {"<meta charset=utf-16>" SMALL_A, NULL},
};

START_TEST(encoding_is_that_of_the_mark_or_declared_or_guessed) {
    const encoding_case *c = &encodings[_i];
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    nt_page_text decoded = {.context = context};
    nt_place place = {.file = "page", .line = 1, .column = 1};
    ck_assert_int_eq(nt_page_decode(context, nt_text_from(c->page), &place, &decoded), NT_OK);
    if (!c->text) ck_assert_uint_eq(decoded.size, 0);
    else {
        size_t length = strlen(c->text);
        ck_assert_msg(decoded.size > length && memcmp(decoded.bytes, "\xEF\xBB\xBF", 3) == 0, "%s", c->page);
        ck_assert_msg(memcmp(decoded.bytes + decoded.size - length, c->text, length) == 0, "%s", c->page);
    }
    nt_page_text_free(&decoded);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* ---- the list of moves ---- */

#define TWO "1. P e2-e4 p e7-e5\n2. N g1-f3 n b8-c6\n"
#define ONE "1. P d2-d4 p d7-d5\n"
#define SIX "P e2-e4 p e7-e5\nN g1-f3 n b8-c6\nB f1-c4 b f8-c5\n"
#define TALK "so\n"
#define TEN_TALK TALK TALK TALK TALK TALK TALK TALK TALK TALK TALK
#define FORTY_TALK TEN_TALK TEN_TALK TEN_TALK TEN_TALK
#define SAID "// so\n"
#define TEN_SAID SAID SAID SAID SAID SAID SAID SAID SAID SAID SAID

typedef struct moves_case {
    const char *text, *list;
} moves_case;

static const moves_case moves_cases[] = {
    {"", ""},
    {"Hello\n", ""},
    {TWO, TWO},
    {"Hello\n\n" TWO "Bye\n", TWO},
    {"1. P e2-e4 p e7-e5\nwell done\n\n2. N g1-f3 n b8-c6\nBye\n", "1. P e2-e4 p e7-e5\n// well done\n2. N g1-f3 n b8-c6\n"},
    /* Below a heading, whatever else there is: before it, and behind the next part of the page. */
    {TWO "Moves\n" ONE, ONE},
    {TWO "MOVES :\n" ONE, ONE},
    {TWO "Move list.\n" ONE, ONE},
    {TWO "Move history\n" ONE, ONE},
    {TWO "Moves so far:\nWhite and Black\n" ONE, ONE},
    {TWO "Moved\n" ONE, TWO "// Moved\n" ONE},
    {"Moves\n" ONE "Orientation: White\n" TWO, ONE},
    {"Moves\n" ONE "Moves\n" TWO, TWO},
    {"Moves\n" TWO "Moves\n" ONE, TWO},
    {TWO "Moves\n", TWO},
    {TWO "Moves\nnone yet\n", TWO},
    {"Moves\nP d2-d4\n", "P d2-d4\n"},
    {TWO "Moves\nP d2-d4\n", "P d2-d4\n"},
    {"Moves\nP d2-d4\nKibbitz\n" TWO, "P d2-d4\n"},
    /* Else the longest run of numbered lines; the first of those that are as long. */
    {TWO "Kibbitz\n" ONE, TWO},
    {ONE "Rules of Chess\n" TWO, TWO},
    {ONE "How to move\n1. P e2-e4 p e7-e5\n", ONE},
    {SIX "Orientation: x\n" ONE, ONE},
    {ONE "Orientation: x\n" SIX, ONE},
    /* Else lines that are all moves, unless they are so few that they may be an example, or stand where examples do. */
    {SIX, SIX},
    {"P e2-e4 p e7-e5\n", ""},
    {"P e2-e4 p e7-e5\nN g1-f3 n b8-c6\n", ""},
    {"P e2-e4 p e7-e5\nN g1-f3 n b8-c6\nB f1-c4\n", "P e2-e4 p e7-e5\nN g1-f3 n b8-c6\nB f1-c4\n"},
    {"P e2-e4 p e7-e5\nOrientation: x\nP d2-d4\n", ""},
    {"P e2-e4 p e7-e5\nKibitz\n" TWO, TWO},
    {"How to move\n" SIX, ""},
    {"Legal moves\n" SIX, ""},
    {"Legal moves\n" TWO, TWO},
    {"Kibbitz\n" SIX ONE, ONE},
    {"say P e2-e4 now\n" TWO, TWO},
    /* Forty lines of talk between two moves, and no more. */
    {ONE FORTY_TALK "2. P c2-c4 p e7-e6\n", ONE TEN_SAID TEN_SAID TEN_SAID TEN_SAID "2. P c2-c4 p e7-e6\n"},
    {ONE FORTY_TALK TALK "2. P c2-c4\n", ONE},
    {ONE TEN_TALK TEN_TALK TEN_TALK "2. P c2-c4\n" TEN_TALK TEN_TALK TEN_TALK "3. P c4-c5\n",
     ONE TEN_SAID TEN_SAID TEN_SAID "2. P c2-c4\n" TEN_SAID TEN_SAID TEN_SAID "3. P c4-c5\n"},
    {TWO TEN_TALK TEN_TALK TEN_TALK "Moves\n" TEN_TALK TEN_TALK ONE, ONE},
    {FORTY_TALK TALK TWO, TWO},
    {"Moves\n" FORTY_TALK TALK ONE "Kibitz\n" TWO, TWO},
    /* What a number is, and what stands behind one. */
    {"1.\nP e2-e4 p e7-e5\n2.\nN g1-f3\n", "1.\nP e2-e4 p e7-e5\n2.\nN g1-f3\n"},
    {"1 P e2-e4\n", "1 P e2-e4\n"},
    {"1... p e7-e5\n", "1... p e7-e5\n"},
    {"12345. P e2-e4\n", "12345. P e2-e4\n"},
    {"123456. P e2-e4\n", ""},
    {"1P e2-e4\n", ""},
    {TWO "2004\n7. P a2-a3\n", TWO "// 2004\n7. P a2-a3\n"},
    {"2004\n" TWO, TWO},
    {"|P e2-e4\n", "|P e2-e4\n"},
    {TWO "|| 2. n b8-a6\n", TWO "|| 2. n b8-a6\n"},
    /* What is no move is one behind the number that is due, and commands are behind any. */
    {TWO "2. ... n b8\n", TWO "2. ... n b8\n"},
    {TWO "3. B flc4\n", TWO "3. B flc4\n"},
    {TWO "3.B flc4\n", TWO "3.B flc4\n"},
    {"9. P e2-e4\n10. B flc4\n", "9. P e2-e4\n10. B flc4\n"},
    {"9. P e2-e4\n19. B flc4\n", "9. P e2-e4\n"},
    {TWO "4. B flc4\n", TWO},
    {TWO "1. B flc4\n", TWO},
    {"2. thanks\n", ""},
    {TWO "9. resign\n", TWO "9. resign\n"},
    {TWO "9. clear e4\n", TWO "9. clear e4\n"},
    {TWO "resign\n", TWO},
    {TWO "9. P d2-d4 and more\n", TWO "9. P d2-d4 and more\n"},
    {TWO "9. and P d2-d4\n", TWO},
    {ONE "Moves\n2. nice game\n", ONE},
    {ONE "So:\n3. nice game\n2. P c2-c4\n", ONE "// So:\n// 3. nice game\n2. P c2-c4\n"},
};

enum { PAGE_AT = 1000 }; /* where the text stands in the page */

/* The list of moves of a page with some text. */
static void list_moves(nt_context *context, const nt_page *page, nt_page_text *list) {
    list->context = context;
    nt_page_list(page, nt_page_find_moves(page), list);
    ck_assert(!list->failed);
}

static void put_text(nt_page *page, const char *text) {
    for (size_t i = 0; text[i]; i++) nt_page_put(&page->text, (unsigned char)text[i], PAGE_AT + i, false);
}

START_TEST(lines_of_moves_are_told_from_talk) {
    const moves_case *c = &moves_cases[_i];
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    nt_page page = {.context = context, .text = {.context = context}};
    nt_page_text list = {0};
    put_text(&page, c->text);
    list_moves(context, &page, &list);
    ck_assert_msg(nt_text_is((nt_text){list.bytes, list.size}, c->list), "%s: %.*s", c->text, (int)list.size, (char *)list.bytes);
    for (size_t i = 0; i < list.size; i++) { /* each byte knows its place, and what is put before a line where that begins */
        const char *at = &c->text[nt_page_place(&list, i) - PAGE_AT];
        bool is_put = list.bytes[i] == '/' || (i && list.bytes[i - 1] == '/');
        if (is_put) ck_assert(at == c->text || at[-1] == '\n');
        else if (list.bytes[i] != '\n') ck_assert_int_eq(*at, list.bytes[i]);
    }
    nt_page_text_free(&list);
    nt_page_text_free(&page.text);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* A text field whose name says moves, before all that the text has. */
START_TEST(moves_stand_in_a_field_that_says_so) {
    static const char *const names[] = {"moves", "move", "lastMove", "MOVES", "mov", "movies", ""};
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    for (size_t i = 0; i < 3 * sizeof names / sizeof *names; i++) {
        const char *name = names[i / 3];
        bool in_text = i % 3 < 2, is_full = i % 3 > 0, says = i < 12 && in_text && is_full;
        nt_page page = {.context = context, .text = {.context = context}};
        nt_page_field field = {.in_text = in_text};
        nt_page_text list = {0};
        put_text(&page, TWO);
        field.value = (nt_span){(uint32_t)page.text.size, is_full ? 13 : 1};
        put_text(&page, is_full ? "foo: P e2-e4\n" : " ");
        ck_assert(nt_page_keep(&page, nt_text_from(name), &field.name));
        page.fields = &field;
        page.field_count = 1;
        list_moves(context, &page, &list);
        nt_text due = says ? NT_TEXT("// foo: P e2-e4\n") : NT_TEXT(TWO);
        ck_assert_msg(list.size == due.length && memcmp(list.bytes, due.at, due.length) == 0, "%s: %.*s", name, (int)list.size,
                      (char *)list.bytes);
        page.fields = NULL;
        nt_page_text_free(&list);
        nt_page_free(&page);
    }
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
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
    tcase_add_loop_test(tests, encoding_is_that_of_the_mark_or_declared_or_guessed, 0, sizeof encodings / sizeof *encodings);
    tcase_add_loop_test(tests, lines_of_moves_are_told_from_talk, 0, sizeof moves_cases / sizeof *moves_cases);
    tcase_add_test(tests, moves_stand_in_a_field_that_says_so);
    suite_add_tcase(suite, tests);
    return suite;
}
