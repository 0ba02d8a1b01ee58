/* Move lists: what the reader makes of every layout, how games are written, and that every legal move of every variant
 * reads back as itself in each notation. */
#include "formats/list.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *lists_suite(void);

enum { TEXT_SIZE = 4096 };

typedef struct text_out {
    char text[TEXT_SIZE];
    size_t length;
} text_out;

static void add(text_out *out, const char *format, ...) NT_PRINTF(2, 3);

static void add(text_out *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->length, TEXT_SIZE - out->length, format, arguments);
    va_end(arguments);
    ck_assert(length >= 0 && out->length + (size_t)length < TEXT_SIZE);
    out->length += (size_t)length;
}

/* ---- reading lists ---- */

/* A source that gives a byte at a time, so that every token lies across the end of the window once. */
typedef struct dripping {
    const char *text;
    size_t left;
} dripping;

static ptrdiff_t drip(void *user, void *buffer, size_t size) {
    dripping *d = user;
    if (size == 0 || d->left == 0) return 0;
    *(char *)buffer = *d->text++;
    d->left--;
    return 1;
}

static void dump_item(text_out *out, const nt_game *game, const nt_item *item) {
    nt_text text = nt_game_text(game, item->text);
    char word[200];
    snprintf(word, sizeof word, "%.*s", (int)text.length, (const char *)text.at);
    if (out->length && out->text[out->length - 1] != '\n') add(out, " ");
    if (item->kind == NT_ITEM_NUMBER) add(out, "%s/%u", word, (unsigned)item->value);
    else if (item->kind == NT_ITEM_NAG) add(out, "$%u", (unsigned)item->value);
    else if (item->kind == NT_ITEM_LINE_OPEN) add(out, "%s", item->flags & NT_LINE_ABANDONED ? "<" : "(");
    else if (item->kind == NT_ITEM_LINE_CLOSE) add(out, ")");
    else if (item->kind == NT_ITEM_COMMENT) add(out, "{%s}", word);
    else if (item->kind == NT_ITEM_RESULT) add(out, "=%s", word);
    else add(out, "%s", word);
}

static void dump_game(text_out *out, const nt_game *game) {
    for (size_t i = 0; i < game->tag_count; i++) {
        nt_text name = nt_game_text(game, game->tags[i].name), value = nt_game_text(game, game->tags[i].value);
        if (out->length && out->text[out->length - 1] != '\n') add(out, " ");
        add(out, "%.*s=%.*s;", (int)name.length, (const char *)name.at, (int)value.length, (const char *)value.at);
    }
    for (size_t i = 0; i < game->item_count; i++) dump_item(out, game, &game->items[i]);
    add(out, "\n");
}

static nt_status dump_all(nt_context *context, nt_input *input, const char *format, text_out *out) {
    nt_reader *reader = nt_reader_new(context, input, format ? nt_format_find(format) : NULL);
    if (!reader) return NT_NO_MEMORY;
    const nt_game *game;
    nt_status status;
    while ((status = nt_game_next(reader, &game)) == NT_OK) dump_game(out, game);
    nt_reader_free(reader);
    return status;
}

typedef struct list_case {
    const char *format, *text;
    const char *games;   /* a line each, as dump_game writes them */
    const char *finding; /* the id of the last one, "": there is none */
    size_t count;        /* how many */
} list_case;

static void check_list(const list_case *c, bool dripped) {
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){.nesting = 5, .plies = 12, .game_bytes = 2000});
    dripping source = {c->text, strlen(c->text)};
    nt_input *input = dripped ? nt_input_function(context, drip, &source, "x")
                              : nt_input_memory(context, c->text, strlen(c->text), "x");
    text_out out = {.length = 0};
    ck_assert_int_eq(dump_all(context, input, c->format, &out), NT_END);
    ck_assert_msg(strcmp(out.text, c->games) == 0, "%s\nis read as\n%snot as\n%s", c->text, out.text, c->games);
    ck_assert_msg(strcmp(found.id, c->finding) == 0 && found.count == c->count, "%s: %zu findings, the last [%s] %s", c->text,
                  found.count, found.id, found.text);
    nt_input_free(input);
    nt_context_free(context);
}

static const list_case list_cases[] = {
    /* numbers and layouts */
    {"gc", "10.M W1-b1 m B7-g8\n", "10/1 M W1-b1 m B7-g8\n", "", 0},
    {"gc", "1. P e2-e4 p e7-e5 2. N g1-f3", "1/1 P e2-e4 p e7-e5 2/1 N g1-f3\n", "", 0},
    {"gc", "0 P d2-d4\r\n1 g7-g6\r\n2 e2-e4", "0/0 P d2-d4 1/0 g7-g6 2/0 e2-e4\n", "", 0},
    {"gc", "22...k c6-B5\r38. CH d2-c4\r", "22/3 k c6-B5 38/1 CH d2-c4\n", "", 0},
    {"gc", "e2-e4\ne7-e5\n\n\ng1-f3\n", "e2-e4 e7-e5 g1-f3\n", "", 0},
    {"gc", "15. ... p e7-e5", "15/4 p e7-e5\n", "", 0},
    {"coord", "1. 11-21 61-51", "1/1 11-21 61-51\n", "", 0},
    {"uci", "e2e4 0000 e7e8q", "e2e4 0000 e7e8q\n", "", 0},
    {"alg", "1.e4\xC2\xA0" "e5", "1/1 e4 e5\n", "", 0},
    /* turns of several parts */
    {"gc", "1.P e7-e8; Q-e8 k a1-a2", "1/1 P e7-e8; Q-e8 k a1-a2\n", "", 0},
    {"gc", "1.K e1-g1 ;R h1-f1;  n b8-c6 b*5e", "1/1 K e1-g1 ;R h1-f1;  n b8-c6 b*5e\n", "", 0},
    {"gc", "1.P e5-d6; d5- capture d4 e4-", "1/1 P e5-d6; d5- capture d4 e4-\n", "", 0},
    {"gc", "1.capture c4 P a2-a3", "1/1 capture c4 P a2-a3\n", "", 0},
    {"gc", "1.add P all c1 c2\n2.say hello // x", "1/1 add P all c1 c2 2/1 say hello {x}\n", "", 0},
    {"gc", "1.e4 e5\n2.P e4 Nf3 pass", "1/1 e4 e5 2/1 P e4 Nf3 pass\n", "", 0},
    {"gc", "1.CROOKED:BISHOP(28) a1-b2 +R-dest", "1/1 CROOKED:BISHOP(28) a1-b2 +R-dest\n", "", 0},
    /* drops in brackets, variations */
    {"alg", "10.(Mb1) (Mg8)", "10/1 (Mb1) (Mg8)\n", "", 0},
    {"alg", "1.e4 (1.d4 d5 (1...Nf6)) e5 (Nc6 d4) e8(Q)", "1/1 e4 ( 1/1 d4 d5 ( 1/3 Nf6 ) ) e5 ( Nc6 d4 ) e8(Q)\n", "", 0},
    {"alg", "1.e4 (d4) (", "1/1 e4 ( d4 )\n", "variation-unclosed", 1},
    {"alg", "(1.e4) 1.d4", "< 1/1 e4 ) 1/1 d4\n", "variation-no-move", 1},
    {"alg", "1.e4 ) e5", "1/1 e4 e5\n", "variation-unopened", 1},
    {"coord", "e2-e4 (d2-d4)", "e2-e4 ( d2-d4 )\n", "", 0},
    {"alg", "e4 ((((((", "e4\n", "limit-nesting", 6},
    {"alg", "e4 (((((d4", "e4 ( < < < < d4 ) ) ) ) )\n", "variation-unclosed", 9},
    /* what has nothing in it is no variation, and nothing parts comments behind bars */
    {"alg", "1.e4 () (2. ()) e5 ({c} d5) ($1)", "1/1 e4 e5 ( {c} d5 ) ( $1 )\n", "variation-no-move", 1},
    {"alg", "1.e4 ({a}) ({b}) () (d4) ({c}) e5", "1/1 e4 ( {a} ) ( {b} ) ( d4 ) ( {c} ) e5\n", "", 0},
    {"gc", "1.P e2-e4\n| 1... {a}\n| 1... {b}\n1...p c7-c5", "1/1 P e2-e4 < 1/3 {a} 1/3 {b} ) 1/3 p c7-c5\n", "takeback-level", 1},
    {"gc", "1.P e2-e4\n| 1... {a}\n|1...p e7-e5\n1...p c7-c5", "1/1 P e2-e4 < 1/3 {a} 1/3 p e7-e5 ) 1/3 p c7-c5\n", "", 0},
    /* take-backs */
    {"gc", "1.P e2-e4\n|1...p e7-e5\n| 2.P d2-d4\n1...p c7-c5", "1/1 P e2-e4 < 1/3 p e7-e5 2/1 P d2-d4 ) 1/3 p c7-c5\n", "", 0},
    {"gc", "1.P e2-e4\n| 1...p e7-e5\n| 1...p d7-d5\n1...p c7-c5",
     "1/1 P e2-e4 < 1/3 p e7-e5 ) < 1/3 p d7-d5 ) 1/3 p c7-c5\n", "", 0},
    {"gc", "| | 1.a2-a3\n|1.b2-b3\n1.c2-c3", "< < 1/1 a2-a3 ) 1/1 b2-b3 ) 1/1 c2-c3\n", "", 0},
    {"gc", "0 a2-a3\n| 1 a7-a6\n| 2 b2-b3\n| 1 b7-b6\n1 c7-c6",
     "0/0 a2-a3 < 1/0 a7-a6 2/0 b2-b3 ) < 1/0 b7-b6 ) 1/0 c7-c6\n", "", 0},
    {"gc", "1.a2-a3\n|| 1...a7-a6\n1...b7-b6", "1/1 a2-a3 < < 1/3 a7-a6 ) ) 1/3 b7-b6\n", "takeback-level", 1},
    {"gc", "1.a2-a3\n| 1...a7-a6\n", "1/1 a2-a3 < 1/3 a7-a6 )\n", "", 0},
    /* comments and glyphs */
    {"gc", "# a\n1.P e2-e4 // b // c\n1...{d\ne} p e7-e5//f\n", "{a} 1/1 P e2-e4 {b // c} 1/3 {d\ne} p e7-e5 {f}\n", "", 0},
    {"alg", "1.e4 ; b\n1...e5", "1/1 e4 {b} 1/3 e5\n", "", 0},
    {"alg", "1.e4! e5?! $14 2.Nf3 !!", "1/1 e4 $1 e5 $6 $14 2/1 Nf3 $3\n", "", 0},
    {"gc", "1.P e2-e4 // $1 $14\n", "1/1 P e2-e4 $1 $14\n", "", 0},
    {"alg", "1.e4 $300 !!!", "1/1 e4 $1\n", "nag-syntax", 2},
    {"alg", "1.e4 {x\n\ny", "1/1 e4 {x\n\ny}\n", "comment-unclosed", 1},
    {"alg", "1.e4 {x\n\n[White \"a\"]\n1.d4", "1/1 e4 {x\n}\nWhite=a; 1/1 d4\n", "comment-unclosed", 1},
    {"alg", "1.e4 {x\n[White \"a\"] } e5", "1/1 e4 {x\n[White \"a\"] } e5\n", "", 0},
    {"alg", "1.e4 } e5", "1/1 e4 e5\n", "comment-unopened", 1},
    /* header lines */
    {"gc", "[White \"A \\\"B\\\" [1]\"] [Black \"C\"]\n\n1.P e2-e4", "White=A \\\"B\\\" [1]; Black=C; 1/1 P e2-e4\n", "", 0},
    {"gc", "[White \"a \"b\" c\"]\n1.P e2-e4", "White=a \"b\" c; 1/1 P e2-e4\n", "tag-quote", 1},
    {"gc", "[White a]\n[Black \"b\"]\n1.P e2-e4", "Black=b; 1/1 P e2-e4\n", "tag-syntax", 1},
    {"gc", "[White \"a\"\n1.P e2-e4", "White=a; 1/1 P e2-e4\n", "tag-syntax", 1},
    {"gc", "[A \"1\"]\n[a \"2\"]\n1.P e2-e4", "A=1; a=2; 1/1 P e2-e4\n", "tag-duplicate", 1},
    {"alg", "game: Ajax Orthodox Chess\nTime Control : 1 d\nmoves: e4 e5\nNf3", "game=Ajax Orthodox Chess; Time Control=1 d; e4 e5 Nf3\n",
     "", 0},
    {"alg", "variant: chess\nfen: A\nmoves: e4\nfen: B\nfen:C\nmoves:d4", "variant=chess; fen=A; e4\nvariant=chess; fen=B;\n"
     "variant=chess; fen=C; d4\n", "", 0},
    {"alg", "variant: chess\nfen: A\nvariant: makruk\nfen: B\n", "variant=chess; fen=A; variant=makruk;\nvariant=chess; fen=B;\n",
     "tag-duplicate", 1},
    {"alg", "variant: chess\nfen: A\nmoves: e4\nvariant: makruk\nfen: B\n", "variant=chess; fen=A; e4\nvariant=makruk; fen=B;\n", "", 0},
    {"uci", "position startpos moves e2e4 e7e5\nposition fen 8/8 w - moves a1a2\nposition fen 7/7 b\n",
     "e2e4 e7e5\nfen=8/8 w -; a1a2\nfen=7/7 b;\n", "", 0},
    {"gc", "[White \"a\"]\n", "White=a;\n", "game-empty", 1},
    {"gc", "# a\n", "{a}\n", "game-empty", 1},
    {"gc", "\n \n\t\n", "", "", 0},
    /* ends of games */
    {"gc", "1.P e2-e4 p e7-e5 1-0 // good\n# next\n[White \"a\"]\n1.P d2-d4\n",
     "1/1 P e2-e4 p e7-e5 =1-0 {good}\nWhite=a; {next} 1/1 P d2-d4\n", "", 0},
    {"gc", "1.P e2-e4\n# next\n[White \"a\"]\n1.P d2-d4\nresign\n// late\n",
     "1/1 P e2-e4\nWhite=a; {next} 1/1 P d2-d4 =resign {late}\n", "", 0},
    {"coord", "1. e2-e4 1-0 1. d2-d4 {x} 0-1 {y} 1. c2-c4 1/2-1/2", "1/1 e2-e4 =1-0\n1/1 d2-d4 {x} =0-1 {y}\n1/1 c2-c4 =1/2-1/2\n",
     "", 0},
    {"coord", "1. e2-e4 1-0 d2-d4\n", "1/1 e2-e4 =1-0 {d2-d4}\n", "move-after-result", 1},
    {"alg", "1.e4 e5 draw", "1/1 e4 e5 =draw\n", "", 0},
    {"alg", "1.e4 e5 1/2", "1/1 e4 e5 =1/2\n", "result-spelling", 1},
    {"gc", "1.P e2-e4 p e7-e5 1 - 0\n", "1/1 P e2-e4 p e7-e5 =1 - 0\n", "result-spelling", 1},
    {"alg", "1.e4 e5\n1/2 -  1/2 {x}\n1.d4\n", "1/1 e4 e5 =1/2 -  1/2 {x}\n1/1 d4\n", "result-spelling", 1},
    {"alg", "1.e4 e5 2 - 0\n", "1/1 e4 e5 2/0 - 0/0\n", "", 0},
    {"alg", "1.e4 (1.d4 0 - 1) e5 1 - 0{x}\n", "1/1 e4 ( 1/1 d4 =0 - 1 ) e5 =1 - 0 {x}\n", "result-spelling", 2},
    {"alg", "1.0-0 0-0-0 2.0-0-0\n", "1/1 0-0 0-0-0 2/1 0-0-0\n", "", 0},
    {"alg", "1.e4 1.0-0.0\n", "1/1 e4 =1.0-0.0\n", "result-spelling", 1},
    {"alg", "1.e4 (1.d4 1-0) e5 *\n", "1/1 e4 ( 1/1 d4 =1-0 ) e5 =*\n", "", 0},
    /* bytes */
    {"gc", "\xEF\xBB\xBF" "1.P e2-e4\x1A\x1A", "1/1 P e2-e4\n", "control-byte", 1},
    {"gc", "\xFF\xFE" "1.", "", "encoding", 1},
    /* saved games of Zillions of Games */
    {NULL, "Zillions Save Game File Version 0.02 HCC\r\n RulesFile = a b.zrf \r\nVariantName=x=y\r\n1. Pawn  a2 - a3\r\n1. Pass\r\n",
     "Zillions=Save Game File Version 0.02 HCC; RulesFile=a b.zrf; Variant=x=y; 1/1 Pawn  a2 - a3 1/3 Pass\n", "", 0},
    {"zsg", "Zillions Save Game File Version 0.02 CH\n1. A a1 - a2\nZillions Save Game File Version 0.02 HX\n1. B b1 - b2",
     "Zillions=Save Game File Version 0.02 CH; WhiteType=program; BlackType=human; 1/1 A a1 - a2\n"
     "Zillions=Save Game File Version 0.02 HX; 1/1 B b1 - b2\n", "", 0},
    {"zsg", "1. partial 2 A a1 - a3 x a2\n1. partial 2 A a3 - a5 x a4\n1. Pass\n1. B b1 - b2\n2. partial 1 A a5 - a6\n2. B b2 - b3\n",
     "1/1 partial 2 A a1 - a3 x a2 1/1 partial 2 A a3 - a5 x a4 1/1 Pass 1/3 B b1 - b2 2/1 partial 1 A a5 - a6 2/3 B b2 - b3\n", "", 0},
    {"zsg", "(White A a1)\n1. A a1 - a2 = B\n", "(White A a1) 1/1 A a1 - a2 = B\n", "", 0},
    {"zsg", "A=b\n1. A a1 - a2\nC=d\n2.\n3 A a2 - a3\n=\n", "A=b; 1/1 A a1 - a2 {C=d} {2.} {3 A a2 - a3} {=}\n", "word-unknown", 4},
    {"zsg", "Zillions Save Game File\n", "Zillions=Save Game File;\n", "game-empty", 1},
    {"zsg", "x\nZillions Save Game File\n1. Pass", "{x}\nZillions=Save Game File; 1/1 Pass\n", "game-empty", 2},
    {"zsg", "\x1A 1. A a1 - a2\x1A\n", "1/1 A a1 - a2\n", "control-byte", 1},
    /* limits */
    {"zsg", "(a)(b)\n(c)\n(d)\n(e)\n(f)\n(g)\n(h)\n(i)\n(j)\n(k)\n(l)\n(m)\n(n)\nZillions Save Game File\n1. A a1 - a2\n",
     "(a)(b) (c) (d) (e) (f) (g) (h) (i) (j) (k) (l) (m)\nZillions=Save Game File; 1/1 A a1 - a2\n", "limit-plies", 1},
    {"alg", "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6\nb7\n[White \"a\"]\nc1", "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4\nWhite=a; c1\n",
     "limit-plies", 1},
};

START_TEST(lists_of_every_layout_are_read) { check_list(&list_cases[_i], false); }
END_TEST

START_TEST(lists_are_read_alike_when_they_come_byte_by_byte) { check_list(&list_cases[_i], true); }
END_TEST

/* Behind the bytes that are looked at for the notation. */
START_TEST(pages_that_come_byte_by_byte_are_told_apart) {
    static const char page[] = "<html>%*s<p>Rules of Shatranj<textarea name=moves>1. P e2-e3</textarea></html>\n";
    char text[12000];
    int length = snprintf(text, sizeof text, page, 5000, "");
    snprintf(text + length, sizeof text - (size_t)length, page, 5000, "");
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    dripping source = {text, strlen(text)};
    nt_input *input = nt_input_function(context, drip, &source, "x");
    text_out out = {.length = 0};
    ck_assert_int_eq(dump_all(context, input, "html", &out), NT_END);
    ck_assert_str_eq(out.text, "Variant=Shatranj; 1/1 P e2-e3\nVariant=Shatranj; 1/1 P e2-e3\n");
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

START_TEST(nul_byte_is_reported_once_with_its_place) {
    static const char text[] = "1.a2-a3\n2.b2-\0b3\n\0";
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, text, sizeof text - 1, "x");
    text_out out = {.length = 0};
    ck_assert_int_eq(dump_all(context, input, "gc", &out), NT_END);
    ck_assert_str_eq(out.text, "1/1 a2-a3 2/1 b2- b3\n");
    ck_assert_str_eq(found.id, "nul-byte");
    ck_assert_uint_eq(found.count, 1);
    ck_assert_uint_eq(found.line, 2);
    ck_assert_uint_eq(found.column, 6);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

START_TEST(game_over_the_limit_of_bytes_is_given_up_and_the_next_is_read) {
    char text[6000];
    size_t length = 0;
    for (unsigned i = 0; i < 400; i++) length += (size_t)sprintf(text + length, "P a2-a3%c", i < 200 ? ' ' : '\n');
    strcpy(text + length, "[White \"a\"]\n1.P a2-a3\n");
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){.game_bytes = 1000});
    nt_input *input = nt_input_memory(context, text, strlen(text), "x");
    text_out out = {.length = 0};
    ck_assert_int_eq(dump_all(context, input, "gc", &out), NT_END);
    ck_assert_str_eq(out.text, "\nWhite=a; 1/1 P a2-a3\n");
    ck_assert_str_eq(found.id, "limit-game");
    ck_assert_uint_eq(found.count, 1);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

/* Header lines before several fen lines are those of each of the games: 64 of them, of 2048 bytes. */
START_TEST(header_lines_that_are_kept_have_a_limit) {
    static const struct { unsigned tags, bytes; size_t findings; } cases[] = {{64, 500, 0}, {65, 500, 1}, {1, 2048, 0}, {1, 2049, 1}};
    char head[4000];
    size_t length = 0, bytes = 0;
    for (unsigned i = 0; i < cases[_i].tags; i++) {
        length += (size_t)sprintf(head + length, "Key%c%c: x\n", (int)(97 + i / 26), (int)(97 + i % 26));
        bytes += 6;
    }
    for (length--; bytes < cases[_i].bytes; bytes++) head[length++] = 'x'; /* of the last value */
    strcpy(head + length, "\nfen: A\nfen: B\n");
    test_findings found = {0};
    nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, head, strlen(head), "x");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("alg"));
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_uint_eq(game->tag_count, cases[_i].tags + 1);
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_uint_eq(game->tag_count, cases[_i].findings ? 1 : cases[_i].tags + 1);
    ck_assert_uint_eq(found.count, cases[_i].findings);
    if (found.count) ck_assert_str_eq(found.id, "limit-tags");
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

START_TEST(reading_fails_cleanly_at_every_allocation) {
    static const char text[] = "variant: x\nfen: A\nmoves: e4 (d4 {x}) e5\n| 2.Nf3\n2.Nc3\nfen: B\nmoves: a4\n";
    for (size_t fail_at = 1; fail_at < 60; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        test_findings found;
        nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
        if (!context) continue;
        nt_input *input = nt_input_memory(context, text, sizeof text - 1, "x");
        text_out out = {.length = 0};
        nt_status status = input ? dump_all(context, input, "alg", &out) : NT_NO_MEMORY;
        ck_assert(status == NT_NO_MEMORY || (status == NT_END && strstr(out.text, "variant=x; fen=B; a4\n")));
        nt_input_free(input);
        nt_context_free(context);
        ck_assert_uint_eq(memory.live, 0);
    }
}
END_TEST

/* ---- guessing ---- */

typedef struct guess_case {
    const char *text, *format;
} guess_case;

static const guess_case guesses[] = {
    {"\n Zillions Save Game File Version 0.02 CC\n1. Pawn e2 - e4\n", "zsg"},
    {"10.M W1-b1 m B7-g8\n", "gc"},
    {"10.(Mb1) (Mg8)\n", "alg"},
    {"0 g2-g3\n1 d7-d6\n", "gc"},
    {"38. CH d2-c4\n", "gc"},
    {"N 7g-5j; +n-dest\n", "gc"},
    {"[White \"a\"]\n\n1.P e2-e4 p e7-e5\n2.N g1-f3 n b8-c6\n", "gc"},
    {"1.b*5e p*3c\n", "gc"},
    {"[Event \"a\"]\n\n1.P e2-e4 p e7-e5\n2.add N c3; N g1-f3 n b8-c6\n\n[Event \"b\"]\n\n1.e4\n", "gc"},
    {"[Event \"a\"]\n\n1. e4 e5 2. Ng1-f3 d7-d6 3. B f1-c4 *\n", "pgn"},
    {"[White \"a\"]\n\n1. e2-e4 e7-e5 2. e7-e8=Q\n", "coord"},
    {"e2-e4 e7-e8=Q M@b1\n", "coord"},
    {"[White \"a\"]\n\ne2e4 e7e5 e7e8q P@e5\n", "uci"},
    {"position startpos moves e2e4\n", "uci"},
    {"variant: crazyhouse\nfen: 4k3/8/8/4p3/8/8/8/4K3[N] w - - 0 1\nmoves: N@e5\n", "alg"},
    {"variant: chess\nfen: 8/8/8/3k4/3K4/8/8/8 b - - 0 1\n", "alg"},
    {"1.e4 e5 // good\n2.Nf3 Nc6\n", "alg"},
    {"1. e4+= e5 2. Nf3! Nc6\n", "pgn"},
    {"1. e4+= e5 2. Nf3-+ Nc6+-\n", "pgn"},
    {"1. d4+/- d5-/+\n", "pgn"},
    {"1.e4 += e5! 2.Nf3!\xE2\x88\x9E Nc6\n", "pgn"},
    {"e4+=! e5\n", "pgn"},
    {"1.e4+- e5 // good\n", "alg"},
    {"1.P e2-e4 p e7-e5; d5- ; e4-+\n", "gc"},
    {"[Event \"a\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *\n", "pgn"},
    {"[Event \"a\"]\n\n1. e2e4 e7e5 *\n", "pgn"},
};

START_TEST(notation_is_guessed) {
    const guess_case *c = &guesses[_i];
    nt_head head = {.bytes = nt_text_from(c->text)};
    int best = 0;
    const char *name = "";
    nt_list_look(head.bytes, &head.traits);
    for (size_t i = 0; nt_format_at(i); i++) {
        int score = nt_format_reads(nt_format_at(i)) ? nt_format_at(i)->sniff(&head) : 0;
        if (score > best) name = nt_format_at(i)->name;
        if (score > best) best = score;
    }
    ck_assert_msg(strcmp(name, c->format) == 0, "%s is taken for %s", c->text, name);
}
END_TEST

/* ---- writing lists ---- */

typedef struct write_case {
    const char *from, *to, *text, *expected;
    nt_write_settings settings;
    bool as_written; /* without a replay */
} write_case;

static nt_status write_all(nt_context *context, const write_case *c, nt_output *output) {
    nt_input *input = nt_input_memory(context, c->text, strlen(c->text), "x");
    nt_reader *reader = input ? nt_reader_new(context, input, nt_format_find(c->from)) : NULL;
    nt_writer *writer = reader ? nt_writer_new(context, output, nt_format_find(c->to), &c->settings) : NULL;
    nt_replay *replay = writer && !c->as_written ? nt_replay_new(context, NULL) : NULL;
    nt_status status = writer && (replay || c->as_written) ? NT_OK : NT_NO_MEMORY;
    const nt_game *game;
    while (status == NT_OK && (status = nt_game_next(reader, &game)) == NT_OK) {
        if (replay) status = nt_replay_game(replay, game);
        if (status == NT_OK || status == NT_INVALID) status = nt_writer_game(writer, game, replay);
    }
    if (replay) nt_replay_free(replay);
    if (writer) nt_writer_free(writer);
    if (reader) nt_reader_free(reader);
    nt_input_free(input);
    return status;
}

#define LINE "1.e4 e5\n2.Nf3 {a} (2.f4 exf4 (2...d5) 3.Nf3) (2.d4) 2...Nc6! 3.Bb5 ; b\n3...a6 1-0\n"

#define LETTERS "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" /* 37 */

static const write_case write_cases[] = {
    {"alg", "gc", LINE,
     "1.P e2-e4 p e7-e5\n| 2.P f2-f4\n|| 2...p d7-d5\n| 2...p e5-f4\n| 3.N g1-f3\n| 2.P d2-d4\n2.N g1-f3 // a\n"
     "2...n b8-c6 // $1\n3.B f1-b5 // b\n3...p a7-a6\n1-0\n", {.no_tags = false}, false},
    {"alg", "alg", LINE,
     "1.e4 e5\n2.Nf3 {a}\n(2.f4 exf4\n(2...d5)\n3.Nf3)\n(2.d4)\n2...Nc6 $1\n3.Bb5 {b}\n3...a6\n1-0\n", {.no_tags = false}, false},
    {"alg", "coord", LINE,
     "1. e2-e4 e7-e5 2. g1-f3 {a} (2. f2-f4 e5-f4 (2... d7-d5) 3. g1-f3)\n"
     "(2. d2-d4) 2... b8-c6 $1 3. f1-b5 {b} 3... a7-a6 1-0\n", {.no_tags = false}, false},
    /* the board behind a variation is that before it: a check, two knights that could come */
    {"alg", "alg", "1.e4 (1.d4 d5) f5 2.Qh5+ (2.a3) g6\n", "1.e4\n(1.d4 d5)\n1...f5\n2.Qh5+\n(2.a3)\n2...g6\n", {.no_tags = true}, false},
    {"alg", "alg", "1.Nc3 (1.a3) a6 2.Nf3 (2.a3) a5 3.Nd4 b5 4.Ncxb5\n",
     "1.Nc3\n(1.a3)\n1...a6\n2.Nf3\n(2.a3)\n2...a5\n3.Nd4 b5\n4.Ncxb5\n", {.no_tags = true}, false},
    /* a variation begins on the line only where sixteen columns are left of 79 */
    {"alg", "coord", "1.e4 e5 2.Nf3 {" LETTERS "} (2.f4) *\n",
     "1. e2-e4 e7-e5 2. g1-f3 {" LETTERS "} (2. f2-f4) *\n", {.no_tags = true}, false},
    {"alg", "coord", "1.e4 e5 2.Nf3 {" LETTERS "a} (2.f4) *\n",
     "1. e2-e4 e7-e5 2. g1-f3 {" LETTERS "a}\n(2. f2-f4) *\n", {.no_tags = true}, false},
    {"alg", "uci", LINE, "e2e4 e7e5 g1f3 {a} (f2f4 e5f4 (d7d5) g1f3) (d2d4) b8c6 $1 f1b5 {b} a7a6 1-0\n", {.no_tags = false}, false},
    {"alg", "gc", LINE, "P e2-e4 p e7-e5\nN g1-f3 n b8-c6\nB f1-b5 p a7-a6\n1-0\n",
     {.no_comments = true, .no_variations = true, .no_nags = true, .no_numbers = true}, false},
    {"alg", "alg", LINE, "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1-0\n",
     {.no_comments = true, .no_variations = true, .no_nags = true, .one_line = true}, false},
    {"gc", "gc", "1.e2-e4 e7-e5\n| 2.g1-f3\n|| 2...b8-c6\n| 2...d7-d6\n2.f2-f4\n",
     "1.P e2-e4 p e7-e5\n| 2.N g1-f3\n|| 2...n b8-c6\n| 2...p d7-d6\n2.P f2-f4\n", {.no_tags = false}, false},
    {"gc", "coord", "1.e2-e4 e7-e5\n| 2.g1-f3\n2.f2-f4\n", "1. e2-e4 e7-e5\n| 2. g1-f3\n2. f2-f4\n", {.no_tags = false}, false},
    {"gc", "alg", "1.e2-e4 e7-e4\n2.d2-d4 // x\nresign\n", "1.e4 // illegal: e7-e4 2. d2-d4 {x}\nresign\n", {.no_tags = false}, false},
    {"gc", "alg", "variant: ajax-orthodox\nWhite Elo: 12\n1.N g1-f3 n b8-c6\n2.M W1-g1 m B7-b8\n",
     "[Variant \"ajax-orthodox\"]\nWhite Elo: 12\n\n1.Nf3 Nc6\n2.(Mg1) (Mb8)\n", {.no_tags = false}, false},
    {"alg", "gc", "variant: ajax-orthodox\n1.Nf3 Nc6 2.(Mg1) (Mb8)\n",
     "[Variant \"ajax-orthodox\"]\n\n1.N g1-f3 n b8-c6\n2.M W1-g1 m B7-b8\n", {.no_tags = false}, false},
    {"alg", "gc", "fen: 8/P6k/8/8/8/8/8/4K3 b - - 0 9\n9...Kg7 10.a8=N", "[FEN \"8/P6k/8/8/8/8/8/4K3 b - - 0 9\"]\n\n"
     "9...k h7-g7\n10.P a7-a8; N-a8\n", {.no_tags = false}, false},
    {"alg", "gc", "variant: crazyhouse\nfen: 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\n1.N@e5", "N*e5\n", {.no_tags = true, .no_numbers = true},
     false},
    {"alg", "gc", "fen: 4k3/8/8/8/8/8/8/5KR1 w G - 0 1\n1.O-O", "1.K f1-g1; R g1-f1\n", {.no_tags = true}, false},
    {"alg", "coord", "fen: 4k3/8/8/8/8/8/8/5KR1 w G - 0 1\n1.O-O", "1. O-O\n", {.no_tags = true}, false},
    {"alg", "uci", "fen: 4k3/8/8/8/8/8/8/5KR1 w G - 0 1\n1.O-O", "f1g1\n", {.no_tags = true}, false},
    {"alg", "gc", "1.e4 {a\nb}\n{\n[c} e5", "1.P e2-e4 // a\n// b\n//\n// [c\n1...p e7-e5\n", {.no_tags = false}, false},
    {"alg", "coord", "1.e4 // }\n1...e5 {\n[c}", "1. e2-e4 // }\n1... e7-e5 //\n// [c\n", {.no_tags = false}, false},
    /* games without anything that parts them get a star */
    {"alg", "alg", "[White \"a\"]\n1.e4\n[White \"b\"]\n1.d4 1-0\n[White \"c\"]\n1.c4", "1.e4\n\n*\n1.d4\n1-0\n\n1.c4\n",
     {.no_tags = true}, false},
    /* as they were */
    {"gc", "gc", "[A \"b\"]\n1.P x-y p q // c\n1...add 1\n2.foo\n", "[A \"b\"]\n\n1.P x-y p q // c\n1...add 1\n2.foo\n", {.no_tags = false}, true},
    {"gc", "gc", "P a-b\nsay x\nc-d\n", "P a-b\nsay x\nc-d\n", {.no_tags = false}, true},
    {"alg", "alg", "1. x (1. y) z\n", "1.x\n(1.y)\nz\n", {.no_tags = false}, true},
};

static void check_written(const write_case *c) {
    nt_context *context = test_context(NULL, &(test_findings){0}, NT_TOLERANT, (nt_limits){0});
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_status status = write_all(context, c, output);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_int_eq(status, NT_END);
    size_t length = strlen(c->expected);
    ck_assert_msg(buffer.size == length && memcmp(buffer.data, c->expected, length) == 0, "%s as %s is\n%.*snot\n%s", c->text,
                  c->to, (int)buffer.size, (const char *)buffer.data, c->expected);
    nt_buffer_free(&buffer);
    nt_context_free(context);
}

START_TEST(games_are_written) { check_written(&write_cases[_i]); }
END_TEST

START_TEST(moves_of_another_spelling_need_a_replay) {
    static const write_case cases[] = {
        {"gc", "alg", "1.P e2-e4\n", "", {.no_tags = false}, true},
        {"coord", "uci", "1. e2-e4\n", "", {.no_tags = false}, true},
    };
    for (size_t i = 0; i < 2; i++) {
        test_findings found = {0};
        nt_context *context = test_context(NULL, &found, NT_TOLERANT, (nt_limits){0});
        nt_buffer buffer = {.context = context};
        nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
        ck_assert_int_eq(write_all(context, &cases[i], output), NT_INVALID);
        ck_assert_int_eq(nt_output_free(output), NT_OK);
        ck_assert_str_eq(found.id, "write-unresolved");
        ck_assert_uint_eq(buffer.size, 0);
        nt_buffer_free(&buffer);
        nt_context_free(context);
    }
}
END_TEST

/* ---- moves ---- */

typedef struct fault_case {
    const char *format, *text, *id;
    size_t at;
    const char *words;
} fault_case;

static const fault_case faults[] = {
    {"gc", "e4", "move-syntax", 0, "write the origin too"},
    {"gc", "P e4", "move-syntax", 0, "write the origin too"},
    {"gc", "O-O", "move-syntax", 0, "K e1-g1"},
    {"gc", "P e2-e9", "cell-unknown", 5, "\"e9\""},
    {"gc", "P z2-e4", "cell-unknown", 2, "\"z2\""},
    {"gc", "Z9-e4", "cell-unknown", 0, "\"Z9\""},
    {"gc", "P -", "move-syntax", 3, "a cell is missing"},
    {"gc", "P*", "move-syntax", 2, "a cell is missing"},
    {"gc", "@-", "move-syntax", 2, "a cell is missing"},
    {"coord", "N@", "move-syntax", 2, "a cell is missing"},
    {"gc", "XX e2-e4", "label-unknown", 0, "\"XX\""},
    {"gc", "P e7-e8; Z-e8", "label-unknown", 9, "\"Z\""},
    {"gc", "P e7-e8; q-e8", "label-side", 9, "write \"Q-e8\""},
    {"gc", "N g1-f3; +n-dest", "label-side", 9, "write \"+N-dest\""},
    {"gc", "P e7-e8=Q", "move-syntax", 7, "second part"},
    {"gc", "P e2-e4 x", "move-syntax", 8, ""},
    {"gc", "P e2-e4?", "move-syntax", 7, ""},
    {"gc", "say hello", "command-unknown", 0, "\"say hello\""},
    {"gc", "P e2-e4; add P c1", "command-unknown", 9, "\"add P c1\""},
    {"gc", "wibble", "command-unknown", 0, "wibble"},
    {"gc", "capture e4", "command-unknown", 0, "capture e4"},
    {"gc", "Q-e8", "move-syntax", 0, "origin"},
    {"gc", "-e4", "move-syntax", 0, "origin"},
    {"gc", "*e4", "move-syntax", 0, "P*e5"},
    {"gc", "P e2-e4; a1-; a2-; a3-; a4-; a5-; a6-; a7-; a8-; b1-", "move-parts", 49, "more than 8"},
    {"zsg", "Pawn", "move-syntax", 0, "Pawn e2 - e4"},
    {"zsg", "Pawn e2 - ", "move-syntax", 10, ""},
    {"zsg", "Pawn e2 - e9", "cell-unknown", 10, "\"e9\""},
    {"zsg", "Pawn z2 - e4", "cell-unknown", 5, "\"z2\""},
    {"zsg", "White Lion e4", "label-unknown", 6, "\"Lion\""},
    {"zsg", "= Queen on e4", "move-syntax", 0, ""},
    {"zsg", "Pawn e2 - e4 = Lion", "label-unknown", 15, "\"Lion\""},
    {"zsg", "Pawn e2 - e4 =", "move-syntax", 13, ""},
    {"zsg", "Pawn e2 - e4 = Queen on e4 e5", "move-parts", 13, "several cells"},
    {"zsg", "Pawn e2 - e4 = Black on e4", "move-parts", 13, "changes sides"},
    {"zsg", "Pawn e2 - e4 flip e4", "move-parts", 13, "changes sides"},
    {"zsg", "Pawn e2 - e4 partial 2", "move-syntax", 13, ""},
    {"zsg", "Pawn e2 - e4 @ e4 0 0 x e9", "cell-unknown", 24, "\"e9\""},
    {"zsg", "partial 2 Pawn e2 - e4", "move-parts", 0, "Chess"},
    {"zsg", "(White Pawn e4)", "command-unknown", 0, "by hand"},
    {"zsg", "Pawn e2 - e4 x a1 x a2 x a3 x a4 x a5 x a6 x a7 x a8 x b1", "move-parts", 53, "more than 8"},
    {"coord", "e2e4", "move-syntax", 2, "e2-e4"},
    {"coord", "e2-e9", "cell-unknown", 3, "\"e9\""},
    {"coord", "e9-e2", "cell-unknown", 0, "\"e9\""},
    {"coord", "e7-e8=", "promotion-missing", 5, ""},
    {"coord", "e7-e8=Z", "label-unknown", 6, "\"Z\""},
    {"coord", "Z@e4", "label-unknown", 0, "\"Z\""},
    {"coord", "N@e9", "cell-unknown", 2, "\"e9\""},
    {"coord", "e2-e4y", "move-syntax", 5, ""},
    {"coord", "", "move-syntax", 0, ""},
    {"uci", "e2", "move-syntax", 2, ""},
    {"uci", "e2-e4", "cell-unknown", 2, ""},
    {"uci", "e7e8z", "label-unknown", 4, "\"z\""},
    {"coord", "OO", "move-syntax", 0, "O-O"},
    {"uci", "N@", "move-syntax", 2, "a cell is missing"},
    {"uci", "x", "move-syntax", 0, ""},
};

START_TEST(faults_in_moves_have_their_place) {
    const fault_case *c = &faults[_i];
    nt_context *context = test_context(NULL, &(test_findings){0}, NT_TOLERANT, (nt_limits){0});
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, "chess", &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    nt_intent intent;
    nt_fault fault = {.at = 0};
    ck_assert_int_eq(nt_format_find(c->format)->read_move(p, nt_text_from(c->text), &intent, &fault), NT_INVALID);
    ck_assert_msg(strcmp(nt_diag_name(fault.id), c->id) == 0 && fault.at == c->at && strstr(fault.message.text, c->words),
                  "%s: [%s] at %zu: %s", c->text, nt_diag_name(fault.id), fault.at, fault.message.text);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* Writes a move in a notation and reads it again; the output is into the buffer. Only what fails is told to Check, which takes
 * a system call a time. */
static void check_own(nt_position *p, nt_move move, const nt_format *format, nt_output *output, nt_buffer *buffer) {
    buffer->size = 0;
    nt_move_write(p, move, format, output);
    if (nt_output_flush(output) != NT_OK) ck_abort_msg("no memory");
    nt_text text = {buffer->data, buffer->size};
    nt_intent intent;
    nt_fault fault = {.at = 0};
    nt_move back = {.from = 0};
    nt_status status = format->read_move(p, text, &intent, &fault);
    intent.format = format;
    if (status == NT_OK) status = nt_resolve(p, &intent, &back, &fault);
    if (status != NT_OK)
        ck_abort_msg("%s %s: %.*s: %s", p->variant->id, format->name, (int)text.length, (const char *)text.at, fault.message.text);
    back.aux = move.type == NT_MOVE_DROP ? move.aux : back.aux; /* any slot that holds the kind will do */
    if (memcmp(&back, &move, sizeof move) != 0)
        ck_abort_msg("%s %s: %.*s is another move", p->variant->id, format->name, (int)text.length, (const char *)text.at);
}

/* Plays a game by a simple generator of numbers and checks all moves of every few positions. */
static void check_variant(nt_context *context, const char *id, uint32_t seed) {
    static const char *const names[] = {"gc", "alg", "coord", "uci", "zsg"};
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, id, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    nt_move *moves = calloc(nt_variant_move_bound(v), sizeof *moves);
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    for (unsigned ply = 0; ply < 60; ply++) {
        size_t count = nt_position_moves(p, moves);
        if (count == 0) break;
        for (size_t i = 0; i < count && ply % 6 == 0; i++) {
            for (size_t f = 0; f < sizeof names / sizeof *names; f++)
                check_own(p, moves[i], nt_format_find(names[f]), output, &buffer);
        }
        seed = seed * 1664525u + 1013904223u;
        ck_assert_int_eq(nt_position_make(p, moves[(seed >> 8) % count]), NT_OK);
    }
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    nt_buffer_free(&buffer);
    free(moves);
    nt_position_free(p);
}

START_TEST(every_legal_move_reads_back_as_itself) {
    nt_context *context = test_context(NULL, &(test_findings){0}, NT_TOLERANT, (nt_limits){0});
    for (size_t i = 0; nt_variant_at(context, i); i++) {
        for (uint32_t seed = 1; seed <= 2; seed++) check_variant(context, nt_variant_at(context, i), seed);
    }
    nt_context_free(context);
}
END_TEST

/* ---- lines of tags ---- */

typedef struct key_case {
    const char *line, *name, *value; /* name NULL: it is no such line */
} key_case;

static const key_case keys[] = {
    {"White: Ann", "White", "Ann"},
    {"  White Player :\tAnn Bee  ", "White Player", "Ann Bee"},
    {"a-b_c: 1", "a-b_c", "1"},
    {"White:", "White", ""},
    {"White: ", "White", ""},
    {"White:Ann", NULL, NULL}, /* a label of a piece may hold a colon */
    {"FEN:4k3", "FEN", "4k3"},
    {"moves:e4", "moves", "e4"},
    {"Variant:chess", "Variant", "chess"},
    {"game:chess", "game", "chess"},
    {"", NULL, NULL},
    {"  ", NULL, NULL},
    {": Ann", NULL, NULL},
    {"1 White: Ann", NULL, NULL},
    {"White", NULL, NULL},
    {"White; Black: Ann", NULL, NULL},
};

static void check_key(const char *line, const char *name, const char *value) {
    nt_text text = nt_text_from(line);
    nt_list_key key;
    bool is_key = nt_list_key_line(text, &key);
    ck_assert_msg(is_key == (name != NULL), "\"%s\"", line);
    if (!name) return;
    ck_assert_msg(nt_text_is((nt_text){text.at + key.name.offset, key.name.length}, name), "\"%s\"", line);
    ck_assert_msg(nt_text_is((nt_text){text.at + key.value.offset, key.value.length}, value), "\"%s\"", line);
}

START_TEST(lines_with_a_name_and_a_colon_are_tags) {
    char line[300];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) check_key(keys[i].line, keys[i].name, keys[i].value);
    for (size_t length = 255; length < 259; length++) { /* a name has at most 256 bytes */
        memset(line, 'a', length);
        snprintf(line + length, sizeof line - length, ": b");
        nt_list_key key;
        ck_assert(nt_list_key_line(nt_text_from(line), &key) == (length <= 256));
    }
}
END_TEST

Suite *lists_suite(void) {
    Suite *suite = suite_create("lists");
    TCase *reading = tcase_create("reading"), *writing = tcase_create("writing"), *moves = tcase_create("moves");
    tcase_add_loop_test(reading, lists_of_every_layout_are_read, 0, sizeof list_cases / sizeof *list_cases);
    tcase_add_loop_test(reading, lists_are_read_alike_when_they_come_byte_by_byte, 0, sizeof list_cases / sizeof *list_cases);
    tcase_add_loop_test(reading, header_lines_that_are_kept_have_a_limit, 0, 4);
    tcase_add_test(reading, pages_that_come_byte_by_byte_are_told_apart);
    tcase_add_test(reading, nul_byte_is_reported_once_with_its_place);
    tcase_add_test(reading, game_over_the_limit_of_bytes_is_given_up_and_the_next_is_read);
    tcase_add_test(reading, reading_fails_cleanly_at_every_allocation);
    tcase_add_loop_test(reading, notation_is_guessed, 0, sizeof guesses / sizeof *guesses);
    tcase_add_loop_test(writing, games_are_written, 0, sizeof write_cases / sizeof *write_cases);
    tcase_add_test(writing, moves_of_another_spelling_need_a_replay);
    tcase_add_loop_test(moves, faults_in_moves_have_their_place, 0, sizeof faults / sizeof *faults);
    tcase_add_test(moves, every_legal_move_reads_back_as_itself);
    tcase_set_timeout(moves, 60);
    tcase_add_test(reading, lines_with_a_name_and_a_colon_are_tags);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, writing);
    suite_add_tcase(suite, moves);
    return suite;
}
