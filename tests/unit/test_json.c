/* Unit tests of the json notation and of the table that finds notations: what is read comes back as it was, broken objects
 * do not take others along, limits and failing memory. */
#include "base/input.h"
#include "formats/formats.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *json_suite(void);

static test_memory memory;
static test_findings found;
static nt_context *context;
static nt_buffer buffer;

static void begin(nt_limits limits) {
    memory = (test_memory){0};
    found = (test_findings){0};
    context = test_context(&memory, &found, NT_TOLERANT, limits);
    buffer = (nt_buffer){.context = context};
}

static void end(void) {
    nt_buffer_free(&buffer);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

/* Reads all games of a text and writes them as JSON into buffer; *games counts them. */
static nt_status convert(const char *text, size_t length, const char *from, size_t *games) {
    nt_input *input = nt_input_memory(context, text, length, "test");
    nt_output *output = input ? nt_output_function(context, nt_buffer_write, &buffer) : NULL;
    nt_reader *reader = output ? nt_reader_new(context, input, from ? nt_format_find(from) : NULL) : NULL;
    nt_writer *writer = reader ? nt_writer_new(context, output, nt_format_find("json"), NULL) : NULL;
    nt_status status = writer ? NT_OK : NT_NO_MEMORY;
    const nt_game *game;
    buffer.size = 0;
    *games = 0;
    while (status == NT_OK && (status = nt_game_next(reader, &game)) == NT_OK) {
        status = nt_writer_game(writer, game, NULL);
        *games += status == NT_OK;
    }
    nt_writer_free(writer);
    nt_reader_free(reader);
    if (nt_output_free(output) != NT_OK) status = buffer.failed ? NT_NO_MEMORY : NT_IO;
    nt_input_free(input);
    return status;
}

/* The game of one line without the members that say where it was read. */
static const char *without_places(const char *json, char *copy) {
    static const char *const names[] = {"\"line\":", "\"column\":", "\"offset\":", "\"game\":", "\"file\":\"test\""};
    size_t length = 0;
    while (*json) {
        size_t skip = 0;
        for (size_t i = 0; !skip && i < sizeof names / sizeof *names; i++)
            if (strncmp(json, names[i], strlen(names[i])) == 0) skip = strlen(names[i]);
        if (skip) {
            json += skip + strspn(json + skip, "0123456789");
            if (*json == ',') json++;
            else if (length > 0 && copy[length - 1] == ',') length--;
        } else {
            copy[length++] = *json++;
        }
    }
    copy[length] = '\0';
    return copy;
}

/* ---- round trips ---- */

static const char *const same[] = {
    "{\"format\":\"pgn\",\"tags\":{},\"moves\":[]}",
    "{\"format\":\"pgn\",\"tags\":{\"White\":\"A \\\"x\\\" \\\\ \xC3\xA9\",\"Black\":\"\"},"
    "\"tags_extra\":[[\"White\",\"C\"]],\"moves\":[{\"text\":\"e4\"}]}",
    "{\"format\":\"gc\",\"tags\":{},\"moves\":[{\"text\":\"P e2-e4\",\"number\":1,\"dots\":1},"
    "{\"text\":\"p e7-e5\"}],\"result\":\"resign\"}",
    "{\"format\":\"pgn\",\"tags\":{},\"moves\":[{\"text\":\"e4\",\"number\":\"007\",\"dots\":3,"
    "\"nags\":[1,255],\"comments\":[\"a\",\"b\"]}],"
    "\"result\":\"1-0\",\"scores\":[1,0]}",
    "{\"format\":\"pgn\",\"tags\":{},\"comments\":[\"before\"],\"escapes\":[\"x\"],"
    "\"moves\":[{\"text\":\"e4\",\"comments\":["
    "{\"text\":\"r\",\"rest_of_line\":true},{\"text\":\"between\",\"after\":1},"
    "{\"text\":\"end\",\"after\":2}],\"variations\":["
    "[{\"text\":null,\"comments\":[\"c\"]},"
    "{\"text\":\"d4\",\"variations\":[[{\"text\":\"c4\",\"result\":\"1-0\"}],[]]}],[{\"text\":\"Nf3\"}]]}],"
    "\"result\":\"1/2-1/2\",\"scores\":[0.5,0.5]}",
    "{\"format\":\"gc\",\"tags\":{},\"abandoned\":[[{\"text\":\"P e2-e3\"}]],\"moves\":[{\"text\":\"P e2-e4\","
    "\"abandoned\":["
    "[{\"text\":\"p e7-e6\",\"abandoned\":[[{\"text\":\"P d2-d4\"}]]},{\"text\":\"P d2-d3\"}]]},"
    "{\"text\":\"p e7-e5\"}]}",
    "{\"format\":\"pgn\",\"tags\":{},\"moves\":[{\"text\":\"e4\",\"variations\":[[{\"text\":\"d4\"}]],"
    "\"abandoned\":[[{\"text\":\"e5\"}]]}]}",
    "{\"format\":\"coord\",\"tags\":{\"N\":\"nul \\u0000 byte\"},\"moves\":[{\"text\":\"e2-e4\"}],"
    "\"result\":\"3/4-1/4\",\"scores\":[0.75,0.25]}",
};

START_TEST(game_comes_back_as_it_was) {
    size_t games;
    char copy[2000];
    begin((nt_limits){0});
    ck_assert_int_eq(convert(same[_i], strlen(same[_i]), NULL, &games), NT_END);
    ck_assert_uint_eq(games, 1);
    ck_assert_msg(found.count == 0, "%s: %s", same[_i], found.text);
    ck_assert_int_eq(nt_buffer_write(&buffer, "", 1), 1);
    without_places((const char *)buffer.data, copy);
    copy[strcspn(copy, "\n")] = '\0';
    ck_assert_str_eq(copy, same[_i]);
    end();
}
END_TEST

START_TEST(game_that_others_write_is_read) {
    size_t games;
    begin((nt_limits){0});
    static const char indented[] =
        "{ \"variant\": \"makruk\", \"start\": \"8/8\",\n  \"moves\": [\"e2-e4\",\n  {\"move\":\"e7-e5\","
        "\"text\":\"e5\"}]\n}\n";
    ck_assert_int_eq(convert(indented, sizeof indented - 1, NULL, &games), NT_END);
    ck_assert_uint_eq(games, 1);
    ck_assert_uint_eq(found.count, 0);
    ck_assert_int_eq(nt_buffer_write(&buffer, "", 1), 1);
    ck_assert_ptr_nonnull(strstr((const char *)buffer.data, "\"tags\":{\"Variant\":\"makruk\",\"FEN\":\"8/8\"}"));
    ck_assert_ptr_nonnull(strstr((const char *)buffer.data, "\"format\":\"json\""));
    ck_assert_ptr_nonnull(strstr((const char *)buffer.data, "{\"text\":\"e2-e4\""));
    ck_assert_ptr_nonnull(strstr((const char *)buffer.data, "{\"text\":\"e7-e5\""));
    end();
}
END_TEST

/* ---- faults ---- */

typedef struct json_fault {
    const char *text, *id;
    size_t games, count;
    unsigned line, column; /* of the last finding */
} json_fault;

#define GOOD "{\"moves\":[\"e2-e4\"]}\n"

static const json_fault faults[] = {
    {GOOD "{\"moves\":[\"e2-e4\"}\n" GOOD, "json-syntax", 2, 1, 2, 19},
    {GOOD "{\"moves\":[\"e2-e4]}\n" GOOD, "json-syntax", 2, 1, 2, 19},
    {GOOD "{\"moves\":[\"e2-e4\"]\n" GOOD, "json-syntax", 2, 1, 2, 19},
    {GOOD "nonsense { \n" GOOD, "json-syntax", 2, 1, 2, 1},
    {GOOD "[1,2]\n" GOOD, "json-syntax", 2, 1, 2, 1},
    {GOOD "{\"id\":\"check\"}\n" GOOD, "json-syntax", 2, 1, 2, 1},
    {GOOD "{\"moves\":[\"e2-e4\"", "json-syntax", 1, 1, 2, 18},
    {GOOD GOOD "\n\n  \r\n", "", 2, 0, 0, 0},
    {"{\"moves\":[7,\"e2-e4\"]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":7,\"tags\":{}}", "json-syntax", 1, 1, 1, 1},
    {"{\"tags\":{\"White\":7}}", "json-syntax", 1, 1, 1, 1},
    {"{\"tags\":{},\"tags_extra\":[[\"a\"]]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[],\"format\":\"klingon\"}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[{\"text\":\"a\",\"nags\":[256]}]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[{\"text\":\"a\",\"comments\":[1]}]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[{\"text\":\"a\",\"variations\":[1]}]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[\"a\",{\"nags\":[1]}]}", "json-syntax", 1, 1, 1, 1},
    {"{\"moves\":[],\"variations\":[[\"a\"]]}", "variation-no-move", 1, 1, 1, 1},
    {"{\"moves\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]}", "json-syntax", 1, 10, 1, 1},
    {"{\"moves\":[],\"result\":1}", "json-syntax", 1, 1, 1, 1},
};

START_TEST(fault_is_told_and_the_other_games_are_read) {
    const json_fault *c = &faults[_i];
    size_t games;
    begin((nt_limits){0});
    ck_assert_int_eq(convert(c->text, strlen(c->text), "json", &games), NT_END);
    ck_assert_msg(games == c->games, "%s: %d games", c->text, (int)games);
    ck_assert_msg(found.count == c->count, "%s: %d findings, %s", c->text, (int)found.count, found.text);
    ck_assert_msg(strcmp(found.id, c->id) == 0, "%s: %s", c->text, found.id);
    ck_assert_msg(found.line == c->line && found.column == c->column, "%s: %d:%d", c->text, (int)found.line,
                  (int)found.column);
    end();
}
END_TEST

START_TEST(game_over_the_limit_is_skipped) {
    enum { SIZE = 100000 };
    size_t games;
    begin((nt_limits){.game_bytes = 1000});
    char *text = malloc(SIZE + 100);
    size_t length = (size_t)snprintf(text, 100, GOOD "{\"moves\":[\"");
    memset(text + length, 'x', SIZE);
    length += SIZE;
    length += (size_t)snprintf(text + length, 50, "\"]}\n" GOOD);
    ck_assert_int_eq(convert(text, length, "json", &games), NT_END);
    free(text);
    ck_assert_uint_eq(games, 2);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_str_eq(found.id, "limit-game");
    ck_assert_uint_eq(found.line, 2);
    end();
}
END_TEST

/* Variations inside each other, as deep as asked. */
static char *nested(size_t depth) {
    static const char open[] = "{\"text\":\"a\",\"variations\":[[", close[] = "]]}";
    char *text = malloc(depth * 40 + 100);
    size_t length = (size_t)snprintf(text, 50, "{\"moves\":[");
    for (size_t i = 0; i < depth; i++, length += sizeof open - 1) memcpy(text + length, open, sizeof open);
    length += (size_t)snprintf(text + length, 10, "\"a\"");
    for (size_t i = 0; i < depth; i++, length += sizeof close - 1) memcpy(text + length, close, sizeof close);
    snprintf(text + length, 10, "]}\n");
    return text;
}

START_TEST(nesting_is_read_to_the_limits) {
    size_t games;
    begin((nt_limits){.nesting = 600});
    for (size_t depth = 600; depth <= 601; depth++) {
        char *text = nested(depth);
        ck_assert_int_eq(convert(text, strlen(text), "json", &games), NT_END);
        ck_assert_uint_eq(games, 1);
        ck_assert_uint_eq(found.count, depth - 600);
        free(text);
    }
    ck_assert_str_eq(found.id, "limit-nesting");
    char *text = nested(100000);
    ck_assert_int_eq(convert(text, strlen(text), "json", &games), NT_END);
    ck_assert_uint_eq(games, 0);
    ck_assert_str_eq(found.id, "json-syntax");
    free(text);
    end();
}
END_TEST

START_TEST(failed_allocations_are_reported_and_leak_nothing) {
    size_t games, n = 1;
    begin((nt_limits){0});
    for (; n < 1000; n++) {
        memory.fail_at = memory.count + n;
        nt_status status = convert(same[4], strlen(same[4]), NULL, &games);
        memory.fail_at = 0;
        if (status == NT_END) break;
        ck_assert_int_eq(status, NT_NO_MEMORY);
    }
    ck_assert_uint_gt(n, 5);
    ck_assert_uint_lt(n, 1000);
    end();
}
END_TEST

/* ---- the table ---- */

START_TEST(notations_are_found_by_name) {
    static const char *const names[] = {"pgn", "gc", "alg", "coord", "uci", "json", "html", "xml", "zsg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const nt_format *format = nt_format_find(names[i]);
        ck_assert_ptr_nonnull(format);
        ck_assert_str_eq(nt_format_name(format), names[i]);
        ck_assert_ptr_eq(nt_format_at(i), format);
    }
    ck_assert_ptr_eq(nt_format_find("PGN"), nt_format_find("pgn"));
    ck_assert_ptr_null(nt_format_find("klingon"));
    ck_assert_ptr_null(nt_format_find(""));
    ck_assert_ptr_null(nt_format_at(sizeof names / sizeof *names));
}
END_TEST

typedef struct guess_case {
    const char *text, *format; /* NULL: none */
} guess_case;

static const guess_case guesses[] = {
    {"[Event \"x\"]\n\n1. e4 e5 *\n", "pgn"},
    {"{a comment} 1. e4 e5 *\n", "pgn"},
    {"{\"quoted\"} 1. e4 e5 *\n", "pgn"},
    {"{a\": b} 1. e4 e5 *\n", "pgn"},
    {"{\"quoted\" : b} 1. e4 e5 *\n", "json"},
    {"\xEF\xBB\xBF{\"moves\":[]}\n", "json"},
    {"{\n  \"tags\": {},\n  \"tags_extra\": [\n    [\n      \"White\",\n      \"C\"\n    ]\n  ]\n}\n", "json"},
    {"1.P e2-e4 p e7-e5\n", "gc"},
    {"1.e4 e5\n2.(Mb1) (Mg8)\n", "alg"},
    {"1. e2-e4 e7-e5\n2. e7-e8=Q\n", "coord"},
    {"e2e4 e7e5 g1f3\n", "uci"},
    {"", NULL},
    {"\n \n", NULL},
    {"\x01\x02\x03\x7F\x45\x4C\x46", NULL},
};

START_TEST(notation_is_guessed) {
    const guess_case *c = &guesses[_i];
    begin((nt_limits){0});
    nt_input *input = nt_input_memory(context, c->text, strlen(c->text), "test");
    nt_reader *reader = nt_reader_new(context, input, NULL);
    const nt_game *game;
    nt_status status = nt_game_next(reader, &game);
    const nt_format *format = nt_reader_format(reader);
    ck_assert_msg(!format == !c->format, "%s: %s", c->text, format ? format->name : "none");
    if (format) ck_assert_msg(strcmp(format->name, c->format) == 0, "%s: %s", c->text, format->name);
    if (!format) ck_assert_int_eq(status, NT_END);
    if (!format) ck_assert_uint_eq(found.count, c->text[0] == '\x01');
    ck_assert_int_eq(nt_game_next(reader, &game) == NT_OK, false);
    nt_reader_free(reader);
    nt_input_free(input);
    end();
}
END_TEST

/* Gives a first piece of text, then fails. */
static ptrdiff_t failing_read(void *user, void *bytes, size_t size) {
    size_t *calls = user;
    if ((*calls)++ > 0 || size < sizeof GOOD) return -1;
    memcpy(bytes, GOOD, sizeof GOOD - 1);
    return sizeof GOOD - 1;
}

START_TEST(failed_read_is_told_with_its_place) {
    size_t calls = 0;
    begin((nt_limits){0});
    nt_input *input = nt_input_function(context, failing_read, &calls, "test");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("json"));
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_int_eq(nt_game_next(reader, &game), NT_IO);
    ck_assert_str_eq(found.id, "input-failed");
    ck_assert_uint_eq(found.line, 2);
    ck_assert_uint_eq(found.offset, sizeof GOOD - 1);
    ck_assert_int_eq(nt_game_next(reader, &game), NT_IO);
    ck_assert_uint_eq(found.count, 1);
    nt_reader_free(reader);
    nt_input_free(input);
    end();
}
END_TEST

Suite *json_suite(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_add_loop_test(tests, game_comes_back_as_it_was, 0, sizeof same / sizeof *same);
    tcase_add_test(tests, game_that_others_write_is_read);
    tcase_add_loop_test(tests, fault_is_told_and_the_other_games_are_read, 0, sizeof faults / sizeof *faults);
    tcase_add_test(tests, game_over_the_limit_is_skipped);
    tcase_add_test(tests, nesting_is_read_to_the_limits);
    tcase_add_test(tests, failed_allocations_are_reported_and_leak_nothing);
    tcase_add_test(tests, notations_are_found_by_name);
    tcase_add_loop_test(tests, notation_is_guessed, 0, sizeof guesses / sizeof *guesses);
    tcase_add_test(tests, failed_read_is_told_with_its_place);
    suite_add_tcase(suite, tests);
    return suite;
}
