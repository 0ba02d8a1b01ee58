/* Unit tests of the headers of variant files: which names a pattern makes, and what is too much. */
#include "support.h"

#include <stdio.h>
#include <string.h>

Suite *sections_suite(void);

#define TEN "aaaaaaaaaa"
#define NINETY TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define EIGHT "{1,2,3,4,5,6,7,8}"

typedef struct header_case {
    const char *header;
    unsigned made, findings;
    const char *words, *last; /* of the last finding; the last name */
} header_case;

static const header_case headers[] = {
    {"a : chess", 1, 0, NULL, "a"},
    {"{a,b}-{c,d} : chess", 4, 0, NULL, "b-d"},
    {"a{,b} : chess", 2, 0, NULL, "ab"},
    {NINETY TEN, 1, 0, NULL, NINETY TEN},
    {NINETY TEN "b", 0, 1, "1 to 100 bytes", NULL},
    {"{a," NINETY TEN "}", 2, 0, NULL, NINETY TEN},
    {"{a," NINETY TEN "b}", 1, 1, "1 to 100 bytes", "a"},
    {"{1}{2}{3}{4}{5}{6}", 1, 0, NULL, "123456"},
    {"{1}{2}{3}{4}{5}{6}{7}", 0, 1, "at most 6 groups", NULL},
    {"a{b", 0, 1, "groups in braces", NULL},
    {"{}", 0, 1, "1 to 100 bytes", NULL},
    {"{a,}", 1, 1, "1 to 100 bytes", "a"},
    {"{1,2}" EIGHT EIGHT EIGHT, 1024, 0, NULL, "2888"},
    {"{1,2,3}" EIGHT EIGHT EIGHT, 1024, 1, "at most 1024 variants", NULL},
    {"a : " NINETY TEN, 1, 0, NULL, "a"},
    {"a : " NINETY TEN "b", 1, 1, "at most 8 parents, with names of at most 100 bytes", "a"},
    {"a : b b b b b b b b", 1, 0, NULL, "a"},
    {"a : b b b b b b b b b", 1, 1, "at most 8 parents", "a"},
};

START_TEST(headers_make_the_names_of_their_patterns) {
    const header_case *c = &headers[_i];
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    char text[400];
    const char *name, *last = "";
    unsigned made = 0;
    snprintf(text, sizeof text, "[%s]\n", c->header);
    nt_input *input = nt_input_memory(context, text, strlen(text), "headers");
    nt_status status = nt_variants_add(context, input);
    size_t findings = found.count;
    for (size_t i = 0; (name = nt_variant_at(context, i)) != NULL; i++) {
        if (strcmp(nt_variant_file(context, i), "headers") != 0) break;
        last = name;
        made++;
    }
    ck_assert_msg(made == c->made, "%s: %u", c->header, made);
    ck_assert_msg(findings == c->findings, "%s: %zu findings, the last: %s", c->header, findings, found.text);
    ck_assert_int_eq(status, c->findings ? NT_INVALID : NT_OK);
    ck_assert_msg(!c->words || strstr(found.text, c->words), "%s: %s", c->header, found.text);
    ck_assert_msg(!c->last || strcmp(last, c->last) == 0, "%s: %s", c->header, last);
    nt_input_free(input);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* With blanks beside the colon and without, one parent or two. */
START_TEST(parents_stand_behind_a_colon) {
    static const char *const names[] = {"a:chess", "a :chess", "a: chess", "a : crazyhouse chess"};
    test_memory memory = {0};
    test_findings found = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
        const nt_variant *v = NULL;
        char text[100];
        snprintf(text, sizeof text, "[%s]\ntitle = A\n", names[i]);
        nt_input *input = nt_input_memory(context, text, strlen(text), "parents");
        ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
        ck_assert_msg(nt_variant_load(context, "a", &v) == NT_OK, "%s: %s", names[i], found.text);
        nt_input_free(input);
        nt_context_free(context);
    }
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* A file as long as the limit is read, a longer one is not; what was read of an input before is no part of it. */
START_TEST(files_have_a_limit_and_begin_where_the_input_stands) {
    static const char text[] = "##\n[zz : chess]\ntitle = Z\n";
    char begun[10];
    for (size_t limit = sizeof text - 6; limit <= sizeof text; limit++) {
        test_memory memory = {0};
        test_findings found = {0};
        nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){.variant_file = limit});
        const nt_variant *v = NULL;
        nt_input *input = nt_input_memory(context, text, sizeof text - 1, "file");
        ck_assert_int_eq(nt_input_read(input, begun, 2), 2);
        bool fits = sizeof text - 3 <= limit;
        ck_assert_int_eq(nt_variants_add(context, input), fits ? NT_OK : NT_INVALID);
        ck_assert_int_eq(nt_variant_load(context, "zz", &v) == NT_OK, fits);
        ck_assert_uint_eq(found.count, fits ? 0 : 1);
        nt_input_free(input);
        nt_context_free(context);
        ck_assert_uint_eq(memory.live, 0);
    }
}
END_TEST

START_TEST(files_may_be_empty) {
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, "", 0, "file");
    ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

Suite *sections_suite(void) {
    Suite *suite = suite_create("sections");
    TCase *tests = tcase_create("sections");
    tcase_add_loop_test(tests, headers_make_the_names_of_their_patterns, 0, sizeof headers / sizeof *headers);
    tcase_add_test(tests, parents_stand_behind_a_colon);
    tcase_add_test(tests, files_have_a_limit_and_begin_where_the_input_stands);
    tcase_add_test(tests, files_may_be_empty);
    suite_add_tcase(suite, tests);
    return suite;
}
