/* Unit tests of libnotation/base: text, memory, context, findings. */
#include "support.h"

#include "base/swar.h"

Suite *base_suite(void);

static nt_text text_of(const char *string) { return nt_text_from(string); }

static void expect_text(nt_text text, const char *expected) {
    ck_assert_uint_eq(text.length, strlen(expected));
    ck_assert(nt_text_is(text, expected));
}

START_TEST(text_lines_end_with_lf_crlf_and_cr) {
    nt_text rest = text_of("a\nb\r\nc\rd\n\re");
    const char *lines[] = {"a", "b", "c", "d", "", "e", ""};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) expect_text(nt_text_line(rest, &rest), lines[i]);
    ck_assert_uint_eq(rest.length, 0);
}
END_TEST

START_TEST(text_words_are_cut_at_blanks) {
    nt_text rest = text_of("  one\ttwo \n ");
    expect_text(nt_text_word(rest, &rest), "one");
    expect_text(nt_text_word(rest, &rest), "two");
    expect_text(nt_text_word(rest, &rest), "");
    expect_text(nt_text_trim(text_of(" \r\n a b \t")), "a b");
    expect_text(nt_text_trim(text_of("  ")), "");
}
END_TEST

START_TEST(text_case_is_ascii_only) {
    ck_assert(nt_text_is_nocase(text_of("EvEnT"), "event"));
    ck_assert(!nt_text_is_nocase(text_of("Event1"), "event"));
    ck_assert(!nt_text_is_nocase(text_of("\xC4"), "\xE4"));
    ck_assert(!nt_text_is_nocase(text_of("["), "{"));
}
END_TEST

START_TEST(text_number_refuses_what_does_not_fit) {
    uint64_t number = 7;
    ck_assert(nt_text_number(text_of("18446744073709551615"), &number));
    ck_assert(number == UINT64_MAX);
    ck_assert(!nt_text_number(text_of("18446744073709551616"), &number));
    ck_assert(!nt_text_number(text_of("99999999999999999999999"), &number));
    ck_assert(!nt_text_number(text_of(""), &number));
    ck_assert(!nt_text_number(text_of("12a"), &number));
    ck_assert(!nt_text_number(text_of("-1"), &number));
}
END_TEST

START_TEST(utf8_refuses_overlong_surrogate_and_cut_sequences) {
    ck_assert_uint_eq(nt_text_utf8(text_of("a")), 1);
    ck_assert_uint_eq(nt_text_utf8(text_of("\xC3\xA4")), 2);
    ck_assert_uint_eq(nt_text_utf8(text_of("\xE2\x99\x94")), 3);
    ck_assert_uint_eq(nt_text_utf8(text_of("\xF4\x8F\xBF\xBF")), 4);
    const char *bad[] = {"\x80", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x99", "\xE2\x99(",
                         "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xF0\x9F\x98(", "\xF0\x9F(\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert_uint_eq(nt_text_utf8(text_of(bad[i])), 0);
}
END_TEST

/* Counts lines the slow way, for comparison. */
static void advance_slowly(const unsigned char *at, size_t length, bool after_cr, uint64_t *line, uint64_t *column) {
    for (size_t i = 0; i < length; i++) {
        if (at[i] == '\r' || (at[i] == '\n' && !after_cr)) ++*line;
        if (at[i] == '\r' || at[i] == '\n') *column = 1;
        else ++*column;
        after_cr = at[i] == '\r';
    }
}

START_TEST(lines_are_counted_alike_however_the_text_is_cut) {
    unsigned char bytes[1000];
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        seed = seed * 1103515245u + 12345u;
        bytes[i] = (unsigned char)"\r\nabc"[(seed >> 16) % 5];
    }
    for (size_t cut = 0; cut <= sizeof bytes; cut++) {
        uint64_t line = 1, column = 1, slow_line = 1, slow_column = 1;
        nt_text_advance((nt_text){bytes, cut}, false, &line, &column);
        advance_slowly(bytes, cut, false, &slow_line, &slow_column);
        ck_assert_uint_eq(line, slow_line);
        ck_assert_uint_eq(column, slow_column);
        bool after_cr = cut > 0 && bytes[cut - 1] == '\r';
        nt_text_advance((nt_text){bytes + cut, sizeof bytes - cut}, after_cr, &line, &column);
        advance_slowly(bytes + cut, sizeof bytes - cut, after_cr, &slow_line, &slow_column);
        ck_assert_uint_eq(line, slow_line);
        ck_assert_uint_eq(column, slow_column);
    }
}
END_TEST

/* Counters of one byte are emptied in time; a CR at each end of what they count changes it. */
START_TEST(lines_are_counted_where_all_bytes_are_line_ends) {
    static unsigned char bytes[3 * 255 * 32 + 40];
    static const size_t returns[] = {0, 1, 31, 32, 33, 255 * 32 - 1, 255 * 32, 255 * 32 + 1, 2 * 255 * 32 + 1, sizeof bytes - 1};
    for (size_t i = 0; i <= sizeof returns / sizeof *returns; i++) {
        memset(bytes, '\n', sizeof bytes);
        if (i > 0) bytes[returns[i - 1]] = '\r';
        for (size_t length = sizeof bytes - 70; length <= sizeof bytes; length++) {
            uint64_t line = 1, column = 1, slow_line = 1, slow_column = 1;
            nt_text_advance((nt_text){bytes, length}, false, &line, &column);
            advance_slowly(bytes, length, false, &slow_line, &slow_column);
            ck_assert_uint_eq(line, slow_line);
            ck_assert_uint_eq(column, slow_column);
        }
    }
}
END_TEST

/* Every place of each of the bytes in texts of every length up to some blocks, at every distance from a block's begin. */
START_TEST(bytes_are_found_wherever_they_are) {
    static const unsigned char wanted[] = {'}', '[', 0};
    unsigned char bytes[150];
    for (size_t from = 0; from < 17; from++)
        for (size_t end = from; end <= sizeof bytes; end++)
            for (size_t at = from; at <= end; at++) {
                memset(bytes, 'x', sizeof bytes);
                for (size_t i = at; i < sizeof bytes; i++) bytes[i] = wanted[(i + end) % 3];
                const unsigned char *found = nt_text_find(bytes + from, bytes + end, '}', '[');
                ck_assert_ptr_eq(found, nt_text_find_plain(bytes + from, bytes + end, '}', '['));
                if (found != bytes + at) ck_abort_msg("[%zu, %zu): %td, not %zu", from, end, found - bytes, at);
            }
}
END_TEST

START_TEST(grow_keeps_the_elements_and_refuses_overflow) {
    test_memory memory = {0};
    nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
    size_t before = memory.live, capacity = 0;
    uint64_t *numbers = NULL;
    for (size_t i = 0; i < 1000; i++) {
        ck_assert(nt_grow(context, &numbers, &capacity, i + 1, sizeof *numbers));
        numbers[i] = i;
    }
    for (size_t i = 0; i < 1000; i++) ck_assert_uint_eq(numbers[i], i);
    ck_assert_uint_lt(memory.count, 12);
    uint64_t *same = numbers;
    ck_assert(!nt_grow(context, &numbers, &capacity, SIZE_MAX / sizeof *numbers + 1, sizeof *numbers));
    memory.fail_at = memory.count + 1;
    ck_assert(!nt_grow(context, &numbers, &capacity, capacity + 1, sizeof *numbers));
    ck_assert_ptr_eq(numbers, same);
    nt_ungrow(context, &numbers, &capacity, sizeof *numbers);
    ck_assert_ptr_null(numbers);
    ck_assert_uint_eq(memory.live, before);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

START_TEST(arena_blocks_are_aligned_zeroed_and_apart) {
    test_memory memory = {0};
    nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
    size_t before = memory.live;
    nt_arena arena;
    nt_arena_init(&arena, context);
    for (int round = 0; round < 3; round++) {
        unsigned char *last = NULL;
        for (size_t size = 0; size < 3000; size += 7) {
            unsigned char *block = nt_arena_new(&arena, size == 1400 ? 3000000 : size);
            ck_assert_ptr_nonnull(block);
            ck_assert_uint_eq((uintptr_t)block % 16, 0);
            size_t zeros = 0; /* one assertion for all: each costs a write */
            while (zeros < size && block[zeros] == 0) zeros++;
            ck_assert_uint_eq(zeros, size);
            memset(block, 0xAA, size);
            ck_assert(block != last);
            last = block;
        }
        ck_assert_str_eq(nt_arena_copy(&arena, NT_TEXT("queen")), "queen");
        nt_arena_reset(&arena);
        ck_assert_uint_lt(memory.live - before, 2u << 20);
    }
    ck_assert_ptr_null(nt_arena_new(&arena, SIZE_MAX - 3));
    nt_arena_free(&arena);
    ck_assert_uint_eq(memory.live, before);
    nt_context_free(context);
}
END_TEST

START_TEST(arena_in_steady_use_does_not_allocate) {
    test_memory memory = {0};
    nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
    nt_arena arena;
    nt_arena_init(&arena, context);
    size_t count = 0;
    for (int round = 0; round < 10; round++) {
        if (round == 5) count = memory.count;
        for (int i = 0; i < 3000; i++) ck_assert_ptr_nonnull(nt_arena_new(&arena, 50));
        nt_arena_reset(&arena);
    }
    ck_assert_uint_eq(memory.count, count);
    nt_arena_free(&arena);
    nt_context_free(context);
}
END_TEST

START_TEST(context_fills_in_default_limits) {
    nt_context *context = nt_context_new(NULL);
    ck_assert_uint_eq(context->limits.plies, 100000);
    ck_assert_uint_eq(context->limits.game_bytes, 64u << 20);
    nt_context_free(context);
    context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){.plies = 5});
    ck_assert_uint_eq(context->limits.plies, 5);
    ck_assert_uint_eq(context->limits.nags, 64);
    nt_context_free(context);
    nt_context_free(NULL);
    test_memory memory = {.fail_at = 1};
    ck_assert_ptr_null(test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0}));
}
END_TEST

START_TEST(every_finding_has_its_own_kebab_case_id) {
    const char *id;
    size_t count = 0;
    nt_severity severity;
    const char *summary;
    for (; (id = nt_diag_at(count, &severity, &summary)) != NULL; count++) {
        ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz-"), strlen(id));
        ck_assert_uint_lt(severity, NT_ERROR + 1);
        ck_assert_str_ne(summary, "");
        for (size_t other = 0; other < count; other++) ck_assert_str_ne(id, nt_diag_at(other, NULL, NULL));
    }
    ck_assert_uint_eq(count, NT_DIAG_COUNT);
    ck_assert_str_eq(nt_diag_name(NT_DIAG_DROP_OCCUPIED), "drop-occupied");
    ck_assert_uint_eq(nt_diag_severity(NT_DIAG_CHECK_MISSING), NT_NOTE);
}
END_TEST

START_TEST(report_finds_line_and_column_in_the_bytes) {
    static const char game[] = "ab\r\ncd\re\nfgh";
    static const struct {
        size_t at;
        uint64_t line, column;
    } cases[] = {{0, 10, 5}, {1, 10, 6}, {4, 11, 1}, {5, 11, 2}, {7, 12, 1}, {9, 13, 1}, {12, 13, 4}};
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
    nt_place place = {.file = "f", .text = (const unsigned char *)game, .offset = 100, .line = 10, .column = 5, .game = 2};
    for (int goes_on = 0; goes_on < 2; goes_on++) {
        place.raw = goes_on ? place.text : NULL;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            place.at = cases[i].at;
            nt_report(context, &place, NT_DIAG_TAG_SYNTAX, "x");
            ck_assert_uint_eq(found.line, cases[i].line);
            ck_assert_uint_eq(found.column, cases[i].column);
            ck_assert_uint_eq(found.offset, 100 + cases[i].at);
        }
        for (size_t i = sizeof cases / sizeof *cases; i-- > 0;) { /* backwards */
            place.at = cases[i].at;
            nt_report(context, &place, NT_DIAG_TAG_SYNTAX, "x");
            ck_assert_uint_eq(found.line, cases[i].line);
            ck_assert_uint_eq(found.column, cases[i].column);
        }
    }
    nt_report(context, NULL, NT_DIAG_REPETITION, "no place");
    ck_assert_uint_eq(found.line, 0);
    ck_assert_str_eq(found.file, "");
    nt_context_free(context);
}
END_TEST

START_TEST(report_names_the_second_player_of_a_move) {
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
    nt_place place = {.move_number = 23, .player = "Black", .is_second = true, .ply = 46};
    nt_report(context, &place, NT_DIAG_ORIGIN_EMPTY, "x");
    ck_assert_str_eq(found.where, "move 23 (black)");
    ck_assert_uint_eq(found.ply, 46);
    place.is_second = false;
    nt_report(context, &place, NT_DIAG_ORIGIN_EMPTY, "x");
    ck_assert_str_eq(found.where, "move 23");
    place.move_number = 0;
    nt_report(context, &place, NT_DIAG_ORIGIN_EMPTY, "x");
    ck_assert_str_eq(found.where, "");
    nt_context_free(context);
}
END_TEST

START_TEST(strict_mode_turns_warnings_into_errors) {
    test_findings found = {0};
    for (int strict = 0; strict < 2; strict++) {
        nt_context *context = test_context(NULL, &found, strict ? NT_STRICT : NT_TOLERANT, (nt_limits){0});
        nt_report(context, NULL, NT_DIAG_TAG_DUPLICATE, "a");
        ck_assert_uint_eq(found.severity, strict ? NT_ERROR : NT_WARNING);
        nt_report(context, NULL, NT_DIAG_REPETITION, "b");
        ck_assert_uint_eq(found.severity, NT_NOTE);
        context->muted = 1;
        nt_report(context, NULL, NT_DIAG_TAG_SYNTAX, "c");
        ck_assert_str_eq(found.text, "b");
        ck_assert_uint_eq(nt_context_errors(context), strict ? 1 : 0);
        ck_assert_uint_eq(nt_context_warnings(context), strict ? 0 : 1);
        nt_context_free(context);
    }
}
END_TEST

START_TEST(report_text_is_one_line_of_whole_characters) {
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
    nt_report(context, NULL, NT_DIAG_REPETITION, "a\nb\033[1m\x7F");
    ck_assert_str_eq(found.text, "a?b?[1m?");
    char text[1200];
    memset(text, 'x', sizeof text);
    memcpy(text + 998, "\xE2\x99\x94", 3); /* the bytes 998 to 1000: one too many */
    text[1100] = '\0';
    nt_report(context, NULL, NT_DIAG_REPETITION, "%s", text);
    ck_assert_uint_eq(strlen(found.text), 998);
    nt_context_free(context);
}
END_TEST

START_TEST(quote_escapes_and_cuts_between_characters) {
    char buffer[NT_QUOTE_SIZE];
    ck_assert_str_eq(nt_quote(NT_TEXT("Ne7\n\t\r\x01\"\\"), buffer), "Ne7\\n\\t\\r\\x01\\\"\\\\");
    ck_assert_str_eq(nt_quote(NT_TEXT("\xE2\x99\x94 \xE4 \xC2\x9B"), buffer), "\xE2\x99\x94 \\xe4 \\xc2\\x9b");
    ck_assert_str_eq(nt_quote(NT_TEXT("\0"), buffer), "\\x00");
    nt_text forty = NT_TEXT("0123456789012345678901234567890123456789");
    ck_assert_str_eq(nt_quote(forty, buffer), (const char *)forty.at);
    ck_assert_str_eq(nt_quote(NT_TEXT("01234567890123456789012345678901234567\xE2\x99\x94"), buffer),
                     "01234567890123456789012345678901234567...");
    unsigned char worst[100];
    memset(worst, 0xFF, sizeof worst);
    ck_assert_uint_eq(strlen(nt_quote((nt_text){worst, sizeof worst}, buffer)), 163);
}
END_TEST

START_TEST(message_is_cut_never_overrun) {
    nt_message message = {.length = 0};
    for (int i = 0; i < 500; i++) nt_message_add(&message, "%d,", i);
    ck_assert_uint_eq(message.length, sizeof message.text - 1);
    ck_assert_uint_eq(strlen(message.text), message.length);
    ck_assert_mem_eq(message.text, "0,1,2,", 6);
}
END_TEST

/* Bytes that lie beside each other, on both sides of 0x80, and around the bytes that are looked for. */
START_TEST(eight_bytes_at_once_are_as_one_by_one) {
    static const unsigned char some[] = {0, 1, 0x1F, ' ', '!', '"', '#', '[', '\\', ']', 0x7F, 0x80, 0x81, 0xA0, 0xA2, 0xFF};
    unsigned seed = 1;
    for (int run = 0; run < 20000; run++) {
        unsigned char text[8];
        for (size_t i = 0; i < sizeof text; i++) text[i] = some[(seed = seed * 1103515245 + 12345) >> 16 & 15];
        uint64_t bytes = nt_load_bytes(text), same = nt_bytes_same(bytes, '"'), below = nt_bytes_below(bytes, ' ');
        size_t first = 0;
        for (size_t i = 0; i < sizeof text; i++) ck_assert_int_eq(same >> (8 * i + 7) & 1, text[i] == '"');
        while (first < sizeof text && text[first] >= ' ') first++;
        ck_assert_uint_eq(below ? (size_t)__builtin_ctzll(below) / 8 : sizeof text, first);
    }
}
END_TEST

Suite *base_suite(void) {
    Suite *suite = suite_create("base");
    TCase *tests = tcase_create("base");
    tcase_add_test(tests, text_lines_end_with_lf_crlf_and_cr);
    tcase_add_test(tests, eight_bytes_at_once_are_as_one_by_one);
    tcase_add_test(tests, text_words_are_cut_at_blanks);
    tcase_add_test(tests, text_case_is_ascii_only);
    tcase_add_test(tests, text_number_refuses_what_does_not_fit);
    tcase_add_test(tests, utf8_refuses_overlong_surrogate_and_cut_sequences);
    tcase_add_test(tests, lines_are_counted_alike_however_the_text_is_cut);
    tcase_add_test(tests, lines_are_counted_where_all_bytes_are_line_ends);
    tcase_add_test(tests, bytes_are_found_wherever_they_are);
    tcase_add_test(tests, grow_keeps_the_elements_and_refuses_overflow);
    tcase_add_test(tests, arena_blocks_are_aligned_zeroed_and_apart);
    tcase_add_test(tests, arena_in_steady_use_does_not_allocate);
    tcase_add_test(tests, context_fills_in_default_limits);
    tcase_add_test(tests, every_finding_has_its_own_kebab_case_id);
    tcase_add_test(tests, report_finds_line_and_column_in_the_bytes);
    tcase_add_test(tests, report_names_the_second_player_of_a_move);
    tcase_add_test(tests, strict_mode_turns_warnings_into_errors);
    tcase_add_test(tests, report_text_is_one_line_of_whole_characters);
    tcase_add_test(tests, quote_escapes_and_cuts_between_characters);
    tcase_add_test(tests, message_is_cut_never_overrun);
    suite_add_tcase(suite, tests);
    return suite;
}
