/* Unit tests of libnotation/base: input windows, buffered output, JSON strings, findings as lines. */
#include "base/input.h"
#include "base/output.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

Suite *io_suite(void);

static nt_context *context;
static test_memory memory;

static void set_up(void) {
    memory = (test_memory){0};
    context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
}

static void tear_down(void) {
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

/* ---- input ---- */

/* A source of `left` bytes, the byte i being "abc\r\n"[i % 5], that gives at most `most` at a time. */
typedef struct source {
    size_t given, left, most, moved;
    int error; /* at the end: fail with it */
} source;

static ptrdiff_t read_source(void *user, void *buffer, size_t size) {
    source *from = user;
    if (from->left == 0 && from->error) {
        errno = from->error;
        return -1;
    }
    if (size > from->most) size = from->most;
    if (size > from->left) size = from->left;
    for (size_t i = 0; i < size; i++) ((char *)buffer)[i] = "abc\r\n"[(from->given + i) % 5];
    from->given += size;
    from->left -= size;
    return (ptrdiff_t)size;
}

/* Whether the pin stands where a walk over `at` bytes has brought it, with the right bytes before it. */
static bool is_step_right(const nt_input *input, size_t at, size_t step) {
    bool is_right = input->pin_offset == at && input->pin_line == 1 + at / 5 + (at % 5 == 4);
    is_right &= input->pin_column == (at % 5 == 4 ? 1 : at % 5 + 1) && input->data[input->size] == 0;
    for (size_t i = 0; i < step; i++) is_right &= input->data[input->pin - step + i] == "abc\r\n"[(at - step + i) % 5];
    return is_right;
}

/* Walks over a whole input, moving the pin `step` bytes at a time; checks every byte and the place of the pin. */
static void walk(nt_input *input, size_t total, size_t step) {
    size_t at = 0, wrong = 0;
    nt_status status = NT_OK;
    while (status == NT_OK) {
        while (input->size - input->pin >= step) {
            nt_input_move_pin(input, input->pin + step);
            at += step;
            wrong += !is_step_right(input, at, step);
        }
        status = nt_input_more(input);
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_int_eq(status, NT_END);
    ck_assert_uint_eq(at + input->size - input->pin, total);
}

START_TEST(input_window_gives_every_byte_at_any_step) {
    static const size_t steps[] = {1, 4, 7, 1000, 70001, 300007}, mosts[] = {1000, SIZE_MAX};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (size_t k = 0; k < 2; k++) {
            source from = {.left = 700003, .most = mosts[k]};
            nt_input *input = nt_input_function(context, read_source, &from, "source");
            ck_assert_ptr_nonnull(input);
            walk(input, 700003, steps[i]);
            ck_assert_int_eq(nt_input_more(input), NT_END);
            nt_input_free(input);
        }
}
END_TEST

START_TEST(input_memory_stays_small_when_the_pin_moves) {
    source from = {.left = 5000000, .most = SIZE_MAX};
    nt_input *input = nt_input_function(context, read_source, &from, "source");
    walk(input, 5000000, 997);
    ck_assert_uint_lt(memory.live, 300000);
    nt_input_free(input);
}
END_TEST

START_TEST(input_of_memory_has_a_nul_behind_the_window) {
    size_t total = 200003;
    char *bytes = malloc(total);
    source from = {.left = total, .most = SIZE_MAX};
    read_source(&from, bytes, total);
    nt_input *input = nt_input_memory(context, bytes, total, NULL);
    walk(input, total, 11);
    nt_input_free(input);
    input = nt_input_memory(context, bytes, 0, "empty");
    ck_assert_uint_eq(input->data[0], 0);
    ck_assert_int_eq(nt_input_more(input), NT_END);
    nt_input_free(input);
    free(bytes);
}
END_TEST

START_TEST(input_failure_keeps_errno) {
    source from = {.left = 10, .most = SIZE_MAX, .error = EIO};
    nt_input *input = nt_input_function(context, read_source, &from, "source");
    ck_assert_int_eq(nt_input_more(input), NT_OK);
    ck_assert_uint_eq(input->size, 10);
    ck_assert_int_eq(nt_input_more(input), NT_IO);
    ck_assert_int_eq(nt_input_more(input), NT_IO);
    ck_assert_int_eq(nt_input_errno(input), EIO);
    nt_input_free(input);
    nt_status status;
    ck_assert_ptr_null(nt_input_open(context, "/nonexistent/file", &status));
    ck_assert_int_eq(status, NT_IO);
    ck_assert_int_eq(errno, ENOENT);
    ck_assert_ptr_null(nt_input_open(context, "/", &status));
    ck_assert_int_eq(status, NT_IO);
    ck_assert_int_eq(errno, EISDIR);
}
END_TEST

START_TEST(input_reports_failing_memory_and_leaks_nothing) {
    for (size_t k = 1; k <= 3; k++) {
        memory.fail_at = memory.count + k;
        ck_assert_ptr_null(nt_input_memory(context, "x", 1, "name"));
    }
    source from = {.left = 700003, .most = SIZE_MAX};
    nt_input *input = nt_input_function(context, read_source, &from, "source");
    memory.fail_at = memory.count + 1;
    nt_status status;
    while ((status = nt_input_more(input)) == NT_OK) {}
    ck_assert_int_eq(status, NT_NO_MEMORY);
    nt_input_free(input);
}
END_TEST

/* ---- output ---- */

/* A sink that takes a few bytes at a time and fails after `room`. */
typedef struct sink {
    nt_buffer buffer;
    size_t most, room;
} sink;

static ptrdiff_t write_sink(void *user, const void *bytes, size_t size) {
    sink *to = user;
    if (to->room == 0) {
        errno = ENOSPC;
        return -1;
    }
    if (size > to->most) size = to->most;
    if (size > to->room) size = to->room;
    to->room -= size;
    return nt_buffer_write(&to->buffer, bytes, size);
}

START_TEST(output_survives_short_writes) {
    sink to = {.buffer = {.context = context}, .most = 1000, .room = SIZE_MAX};
    nt_output *output = nt_output_function(context, write_sink, &to);
    size_t total = 0;
    char block[150000];
    for (size_t size = 0; size < sizeof block; size = size * 2 + 1) {
        memset(block, 'a' + (int)(size % 26), size);
        nt_output_bytes(output, block, size);
        nt_put(output, '|');
        total += size + 1;
    }
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_uint_eq(to.buffer.size, total);
    size_t at = 0;
    for (size_t size = 0; size < sizeof block; size = size * 2 + 1, at++) {
        for (size_t i = 0; i < size; i++) ck_assert_uint_eq(to.buffer.data[at++], 'a' + size % 26);
        ck_assert_uint_eq(to.buffer.data[at], '|');
    }
    nt_buffer_free(&to.buffer);
}
END_TEST

START_TEST(output_failure_is_kept_to_the_end) {
    sink to = {.buffer = {.context = context}, .most = 1000, .room = 70000};
    nt_output *output = nt_output_function(context, write_sink, &to);
    for (int i = 0; i < 100000; i++) nt_output_string(output, "abc");
    ck_assert_int_eq(nt_output_flush(output), NT_IO);
    to.room = SIZE_MAX;
    nt_output_string(output, "later");
    ck_assert_int_eq(nt_output_errno(output), ENOSPC);
    ck_assert_int_eq(nt_output_free(output), NT_IO);
    ck_assert_uint_eq(to.buffer.size, 70000);
    nt_buffer_free(&to.buffer);
}
END_TEST

START_TEST(output_to_a_full_device_fails) {
    int full = open("/dev/full", O_WRONLY);
    if (full < 0) return; /* not on this system */
    nt_output *output = nt_output_descriptor(context, full);
    nt_output_number(output, 42);
    ck_assert_int_eq(nt_output_free(output), NT_IO);
    close(full);
}
END_TEST

/* Compares what a few calls have written since the last time. */
static nt_buffer written;
static nt_output *out;

static void expect_written(const char *expected) {
    ck_assert_int_eq(nt_output_flush(out), NT_OK);
    nt_put(out, '\0');
    nt_output_flush(out);
    ck_assert_str_eq((const char *)written.data, expected);
    written.size = 0;
}

static void open_written(void) {
    written = (nt_buffer){.context = context};
    out = nt_output_function(context, nt_buffer_write, &written);
}

static void close_written(void) {
    nt_output_free(out);
    nt_buffer_free(&written);
}

START_TEST(output_numbers_and_formats) {
    open_written();
    nt_output_number(out, 0);
    nt_put(out, ' ');
    nt_output_number(out, UINT64_MAX);
    nt_output_format(out, " %s-%d", "x", 3);
    expect_written("0 18446744073709551615 x-3");
    close_written();
}
END_TEST

START_TEST(output_json_escapes_and_transcodes) {
    static const char raw[] = "a\"b\\c\n\t\r\b\f\x01\0\x7F\xE2\x99\x94\xE4\xC0\x80\xED\xA0\x80z";
    open_written();
    nt_output_json(out, raw, sizeof raw - 1);
    expect_written("a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\\u0000\x7F\xE2\x99\x94\xC3\xA4\xC3\x80\xC2\x80\xC3\xAD\xC2\xA0\xC2\x80z");
    nt_output_json(out, "\xE2\x99", 2);
    expect_written("\xC3\xA2\xC2\x99");
    close_written();
}
END_TEST

START_TEST(output_markup_escapes_and_replaces_what_xml_cannot_hold) {
    static const char raw[] = "a<b>&\"'\tc\r\nd\x01\0e\x7F\xE2\x99\x94\xE4\xEF\xBF\xBF\xED\xA0\x80z";
    open_written();
    nt_output_markup(out, raw, sizeof raw - 1);
    expect_written("a&lt;b&gt;&amp;&quot;'\tc \nd\xEF\xBF\xBD\xEF\xBF\xBD" "e\x7F\xE2\x99\x94\xC3\xA4\xEF\xBF\xBD"
                   "\xC3\xAD\xC2\xA0\xC2\x80z");
    nt_output_markup(out, "", 0);
    expect_written("");
    close_written();
}
END_TEST

START_TEST(diagnostic_lines_leave_out_what_is_absent) {
    nt_diagnostic finding = {"drop-occupied", NT_ERROR, "round3.txt", 41, 7, 990, 2, 19, "move 10", "b1 is \"occupied\""};
    open_written();
    nt_output_diagnostic(out, &finding, false);
    expect_written("round3.txt:41:7: error: game 2, move 10: b1 is \"occupied\" [drop-occupied]\n");
    nt_output_diagnostic(out, &finding, true);
    expect_written("{\"file\":\"round3.txt\",\"line\":41,\"column\":7,\"offset\":990,\"severity\":\"error\","
                   "\"id\":\"drop-occupied\",\"game\":2,\"ply\":19,\"where\":\"move 10\","
                   "\"text\":\"b1 is \\\"occupied\\\"\"}\n");
    finding.where = "";
    finding.line = 0;
    finding.file = "a\nb";
    finding.severity = NT_NOTE;
    nt_output_diagnostic(out, &finding, false);
    expect_written("a?b: note: game 2: b1 is \"occupied\" [drop-occupied]\n");
    finding.file = NULL;
    finding.game = finding.ply = 0;
    nt_output_diagnostic(out, &finding, false);
    expect_written("note: b1 is \"occupied\" [drop-occupied]\n");
    nt_output_diagnostic(out, &finding, true);
    expect_written("{\"severity\":\"note\",\"id\":\"drop-occupied\",\"text\":\"b1 is \\\"occupied\\\"\"}\n");
    close_written();
}
END_TEST

Suite *io_suite(void) {
    Suite *suite = suite_create("io");
    TCase *tests = tcase_create("io");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, input_window_gives_every_byte_at_any_step);
    tcase_add_test(tests, input_memory_stays_small_when_the_pin_moves);
    tcase_add_test(tests, input_of_memory_has_a_nul_behind_the_window);
    tcase_add_test(tests, input_failure_keeps_errno);
    tcase_add_test(tests, input_reports_failing_memory_and_leaks_nothing);
    tcase_add_test(tests, output_survives_short_writes);
    tcase_add_test(tests, output_failure_is_kept_to_the_end);
    tcase_add_test(tests, output_to_a_full_device_fails);
    tcase_add_test(tests, output_numbers_and_formats);
    tcase_add_test(tests, output_json_escapes_and_transcodes);
    tcase_add_test(tests, output_markup_escapes_and_replaces_what_xml_cannot_hold);
    tcase_add_test(tests, diagnostic_lines_leave_out_what_is_absent);
    suite_add_tcase(suite, tests);
    return suite;
}
