/* PGN: what the reader makes of a text and says about it, wherever the window of the input ends; its limits; and what
 * the writer writes. */
#include "formats/pgn_block.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *pgn_suite(void);

enum { TEXT_SIZE = 8192 };

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

/* Findings as "line:column id", joined by blanks. */
static void note(void *user, const nt_diagnostic *d) {
    text_out *out = user;
    add(out, "%s%lu:%lu %s", out->length ? " " : "", (unsigned long)d->line, (unsigned long)d->column, d->id);
}

/* ---- reading ---- */

/* A source that gives `step` bytes at a time. */
typedef struct dripping {
    const char *text;
    size_t left, step;
} dripping;

static ptrdiff_t drip(void *user, void *buffer, size_t size) {
    dripping *d = user;
    if (size > d->step) size = d->step;
    if (size > d->left) size = d->left;
    memcpy(buffer, d->text, size);
    d->text += size;
    d->left -= size;
    return (ptrdiff_t)size;
}

static void dump_item(text_out *out, const nt_game *game, const nt_item *item) {
    static const char dots[] = "...";
    nt_text text = nt_game_text(game, item->text);
    int length = (int)text.length;
    const char *at = (const char *)text.at;
    if (out->length && out->text[out->length - 1] != '\n') add(out, " ");
    switch ((nt_item_kind)item->kind) {
    case NT_ITEM_MOVE: add(out, "%.*s", length, at); break;
    case NT_ITEM_NUMBER: add(out, "%.*s%.*s", length, at, item->value ? (int)item->value : 4, item->value ? dots : "_"); break;
    case NT_ITEM_COMMENT: add(out, item->flags & NT_COMMENT_LINE ? ";%.*s" : "{%.*s}", length, at); break;
    case NT_ITEM_NAG: add(out, item->flags & NT_NAG_GLYPH ? "!%u" : "$%u", (unsigned)item->value); break;
    case NT_ITEM_LINE_OPEN: add(out, "("); break;
    case NT_ITEM_LINE_CLOSE: add(out, ")"); break;
    case NT_ITEM_RESULT: add(out, "=%.*s", length, at); break;
    case NT_ITEM_ESCAPE: add(out, "%%%.*s", length, at); break;
    }
}

/* A game on a line: tags as [name|value], items as above. */
static void dump_game(text_out *out, const nt_game *game) {
    for (size_t i = 0; i < game->tag_count; i++) {
        nt_text name = nt_game_text(game, game->tags[i].name), value = nt_game_text(game, game->tags[i].value);
        add(out, "[%.*s|%.*s%s]", (int)name.length, (const char *)name.at, (int)value.length, (const char *)value.at,
            game->tags[i].flags & NT_TAG_ESCAPED ? "|e" : "");
    }
    for (size_t i = 0; i < game->item_count; i++) dump_item(out, game, &game->items[i]);
    add(out, "\n");
}

static nt_status read_all(nt_context *context, const char *text, size_t length, size_t step, text_out *out) {
    dripping d = {text, length, step};
    nt_input *input = nt_input_function(context, drip, &d, "test");
    nt_reader *reader = input ? nt_reader_new(context, input, nt_format_find("pgn")) : NULL;
    nt_status status = reader ? NT_OK : NT_NO_MEMORY;
    const nt_game *game;
    while (status == NT_OK && (status = nt_game_next(reader, &game)) == NT_OK) dump_game(out, game);
    nt_reader_free(reader);
    nt_input_free(input);
    return status;
}

typedef struct read_case {
    const char *text, *games, *findings;
} read_case;

#define NO_BREAK "\xC2\xA0"
#define BLANKS "                                                                            " /* 76 */

#define EIGHT "2. e4 e5 2. e4 e5 2. e4 e5 2. e4 e5 2. e4 e5 2. e4 e5 2. e4 e5 2. e4 e5 "

static const read_case read_cases[] = {
    {"", "", ""},
    {" \n\n\r\n", "", ""},
    {"\x1A", "", "1:1 control-byte"},
    {"1. e4 e5 1-0\n", "1. e4 e5 =1-0\n", ""},
    {"1.e4 e5 1-0", "1. e4 e5 =1-0\n", ""},
    {"\xEF\xBB\xBF" "1. e4 *", "1. e4 =*\n", ""},
    {"\xFF\xFE" "1\0.\0", "", "1:1 encoding"},
    {"\xFF e4 *", "e4 =*\n", "1:1 word-unknown"}, /* half a mark of UTF-16 is none */
    {"a\xFE e4 *", "e4 =*\n", "1:1 word-unknown"},
    /* tags */
    {"[A \"b\"]\n[ C  \"d\" ] [E\"\"]\n\n*", "[A|b][C|d][E|] =*\n", ""},
    {"[A \"b \\\"c\\\\ [(x)]\"]\n*", "[A|b \\\"c\\\\ [(x)]|e] =*\n", ""},
    {"[A \"b\\c\"]\n*", "[A|b\\c] =*\n", ""},
    {"[A \"b \"c\" d\"]\n*", "[A|b \"c\" d] =*\n", "1:7 tag-quote"},
    {"[A \"b\"\n[C \"d\"]\n*", "[A|b][C|d] =*\n", "1:1 tag-syntax"},
    {"[A \"b]\n[C \"d\"]\n*", "[C|d] =*\n", "1:1 tag-syntax"},
    {"[A b]\n[C \"d\"]\n*", "[C|d] =*\n", "1:1 tag-syntax"},
    {"[ \"b\"]\n*", "=*\n", "1:1 tag-syntax"},
    {"[A! \"b\"]\n[U-D+x=1:#_ \"c\"]\n*", "[A!|b][U-D+x=1:#_|c] =*\n", "1:2 tag-name"},
    {"[A \"1\"]\n[A \"2\"]\n*", "[A|1][A|2] =*\n", "2:1 tag-duplicate"},
    {"[Event \"1\"]\n\n\n[B \"2\"]\n\n[C \"3\"]\n*", "[Event|1][B|2][C|3] =*\n", "2:1 tag-blank-line"},
    {"[Event \"1\"]\n\n[Event \"2\"]\n*", "[Event|1]\n[Event|2] =*\n", "1:12 game-empty"},
    {"[B \"1\"]\n\n[B \"2\"]\n*", "[B|1]\n[B|2] =*\n", "1:8 game-empty"},
    {"1. e4\n[X \"y\"]\ne5 *", "[X|y] 1. e4 e5 =*\n", "2:1 tag-in-moves"},
    {"1. e4\n\n[X \"y\"]\n1. d4 *", "1. e4\n[X|y] 1. d4 =*\n", "1:6 result-missing"},
    {"1. e4\n[Event \"y\"]\n1. d4 *", "1. e4\n[Event|y] 1. d4 =*\n", "1:6 result-missing"},
    {"1. e4 *\n[X \"y\"]\n1. d4 *", "1. e4 =*\n[X|y] 1. d4 =*\n", ""},
    {"{a}\n\n[X \"y\"]\n*", "[X|y] {a} =*\n", ""},
    {"%a\n[X \"y\"]\n*", "[X|y] %a =*\n", ""},
    {"1. e4 *\n[Event \"tru", "1. e4 =*\n\n", "2:1 game-cut"},
    {"1. e4 *\n[Event \"tru\"", "1. e4 =*\n[Event|tru]\n", "2:1 game-cut"},
    {"1. e4 *\n[Eve", "1. e4 =*\n\n", "2:1 game-cut"},
    /* numbers and moves */
    {"1 . e4 1... e5 2 Nf3 *", "1. e4 1... e5 2_ Nf3 =*\n", "1:3 dots-apart"},
    {"15. ... Qf1+ 16.Kh2 *", "15... Qf1+ 16. Kh2 =*\n", ""},
    {". e4 *", "e4 =*\n", "1:1 dots-apart"},
    {"1e4 e5 2Nf3 *", "1e4 e5 2_ Nf3 =*\n", "1:9 moves-glued"},
    {"1 e4 e5 2 Nf3 {a} Nc6 9. e4 e5 10 Nf3 Nc6 11 ... a6 *", "1_ e4 e5 2_ Nf3 {a} Nc6 9. e4 e5 10_ Nf3 Nc6 11... a6 =*\n",
     "1:46 dots-apart"},
    {"1. 52 47 2. 6x45 8x97=S+ 3. S54 12 (3... aa) 13 Gbb ab-ba 52=S 47+ *",
     "1. 52 47 2. 6x45 8x97=S+ 3. S54 12 ( 3... aa ) 13 Gbb ab-ba 52=S 47+ =*\n", ""},
    {"1. Nf3Nc6 2. e4Qxd5+ *", "1. Nf3 Nc6 2. e4 Qxd5+ =*\n", "1:7 moves-glued 1:16 moves-glued"},
    {"1. e4 e52. d4 *", "1. e4 e5 2. d4 =*\n", "1:9 moves-glued"},
    {"1. e4e5 *", "1. e4e5 =*\n", ""},
    {"1. O-O 0-0-0 O-O+ *", "1. O-O 0-0-0 O-O+ =*\n", ""},
    {"1. -- Z0 2. null 0000 @@@@ <> *", "1. -- Z0 2. null 0000 @@@@ <> =*\n", ""},
    {"1. e8(Q)+ e8(Q) (e8=Q) *", "1. e8(Q)+ e8(Q) ( e8=Q ) =*\n", ""},
    {"1. Qd5 + *", "1. Qd5 + =*\n", "1:8 spell-check"},
    {"1. Qd5 {x} + *", "1. Qd5 {x} =*\n", "1:12 spell-check"},
    {"1. exd6 e.p. 2. dxe6 ep 3. fxe6e.p. *", "1. exd6 2. dxe6 3. fxe6e.p. =*\n",
     "1:9 spell-en-passant 1:22 spell-en-passant"},
    {"1. e4" NO_BREAK "e5" NO_BREAK "*", "1. e4 e5 =*\n", "1:6 spell-dash"},
    {EIGHT EIGHT EIGHT "2. e4\n\n" NO_BREAK "1. d4 *", EIGHT EIGHT EIGHT "2. e4\n1. d4 =*\n",
     "3:1 spell-dash 1:222 result-missing"}, /* so many items, because the hot path takes none that need room */
    {"1. White resigns 1-0", "1. =1-0\n", "1:4 word-unknown 1:10 word-unknown"},
    {"1. e4 e5 2. N", "1. e4 e5 2.\n", "1:13 game-cut"},
    {"1. e4 <x> e5 > *", "1. e4 e5 =*\n", "1:7 reserved-sign 1:14 reserved-sign"},
    {"1. e4 >> e5 *", "1. e4 e5 =*\n", "1:7 reserved-sign 1:8 reserved-sign"},
    {"1. e4 < e5\n> *", "1. e4 e5 =*\n", "1:7 reserved-sign 2:1 reserved-sign"},
    {"1. e4 <x", "1. e4\n", "1:7 reserved-sign 1:8 game-cut"},
    {"1. e4 <" BLANKS "  > *", "1. e4 =*\n", "1:7 reserved-sign"},
    {"1. e4 <" BLANKS "   > *", "1. e4 =*\n", "1:7 reserved-sign 1:87 reserved-sign"},
    {"1. e4 % e5 *", "1. e4 e5 =*\n", "1:7 word-unknown"},
    /* annotations */
    {"1. e4! e5?? 2. d4!? d5 ?! $1 $255 $0 *", "1. e4 !1 e5 !4 2. d4 !5 d5 !6 $1 $255 $0 =*\n", ""},
    {"1. e4!!! *", "1. e4 !3 !1 =*\n", "1:6 nag-syntax"},
    {"1. e4 $256 $ *", "1. e4 =*\n", "1:7 nag-syntax 1:12 nag-syntax"},
    /* comments */
    {"1. e4 {a\nb} {} e5 ;c { \nNf3;d\r\n%e\r\n*", "1. e4 {a\nb} {} e5 ;c {  Nf3 ;d %e =*\n", ""},
    {"1. e4 {a {b} c} e5 *", "1. e4 {a {b} e5 =*\n", "1:14 word-unknown 1:15 comment-unopened"},
    {"1. e4 {a e5 *\n", "1. e4 {a e5 *}\n", "1:7 comment-unclosed"},
    {"1. e4 {a *\n\n[Event \"x\"]\n1. d4 *", "1. e4 {a *}\n[Event|x] 1. d4 =*\n", "1:7 comment-unclosed"},
    {"1. e4 {a *\r\n\r\n[Event \"x\"] {b} 1. d4 *", "1. e4 {a *}\n[Event|x] {b} 1. d4 =*\n", "1:7 comment-unclosed"},
    {"1. e4 {a\n[Event \"x\"]\n\n[Eventual \"y\"]} *", "1. e4 {a\n[Event \"x\"]\n\n[Eventual \"y\"]} =*\n", ""},
    /* variations */
    {"1. e4 (1. d4 (1. c4) d5) e5 *", "1. e4 ( 1. d4 ( 1. c4 ) d5 ) e5 =*\n", ""},
    {"(1. d4 (1. c4) d5) 1. e4 *", "1. e4 =*\n", "1:1 variation-no-move"},
    {"1. e4 ((d5) d4) *", "1. e4 ( d4 ) =*\n", "1:8 variation-no-move"},
    {"1. e4 ) *", "1. e4 =*\n", "1:7 variation-unopened"},
    {"1. e4 (1. d4 (1. c4 *", "1. e4 ( 1. d4 ( 1. c4 ) ) =*\n", "1:14 variation-unclosed"},
    {"1. e4 (1. d4 1-0) 1-0", "1. e4 ( 1. d4 =1-0 ) =1-0\n", ""},
    {"1. e4 * (1. d4)", "1. e4 ( 1. d4 ) =*\n", "1:9 variation-after-result"},
    /* results and what follows them */
    {"1. e4 1/2 \n", "1. e4 =1/2\n", "1:7 result-spelling"},
    {"1. e4 1\xE2\x80\x93" "0", "1. e4 =1\xE2\x80\x93" "0\n", "1:7 result-spelling"},
    {"1. e4 \xC2\xBD-\xC2\xBD", "1. e4 =\xC2\xBD-\xC2\xBD\n", "1:7 result-spelling"},
    {"1. e4 (1. d4 0 - 1) 1 - 0{x}", "1. e4 ( 1. d4 =0 - 1 ) {x} =1 - 0\n", "1:14 result-spelling 1:21 result-spelling"},
    {"1. e4 0.5-0.5", "1. e4 =0.5-0.5\n", "1:7 result-spelling"},
    {"1. e4 0.75-0.25", "1. e4 =0.75-0.25\n", "1:7 result-spelling"},
    {"1. e4 0-0.5-0.5", "1. e4 =0-0.5-0.5\n", "1:7 result-spelling"},
    {"1. e4 1-0.0-0.0", "1. e4 =1-0.0-0.0\n", "1:7 result-spelling"},
    {"1. e4\n", "1. e4\n", "1:6 result-missing"},
    {"1. e4 1-0 e5 d4 1-0 *", "1. e4 =1-0\n", "1:11 move-after-result"},
    {"1. e4 1-0 1. d4 0-1\n1. c4 *", "1. e4 =1-0\n1. d4 =0-1\n1. c4 =*\n", ""},
    {"1. e4 1-0 {a} ;b\n\n{c}\n\n2. d4 *", "1. e4 {a} ;b =1-0\n{c} 2. d4 =*\n", ""},
    {"* * *", "=*\n", "1:3 move-after-result"},
};

static void check_read(const read_case *c, size_t length, size_t step) {
    text_out games = {.length = 0}, findings = {.length = 0};
    nt_settings settings = {.sink = note, .sink_user = &findings};
    nt_context *context = nt_context_new(&settings);
    ck_assert_int_eq(read_all(context, c->text, length, step, &games), NT_END);
    ck_assert_str_eq(games.text, c->games);
    ck_assert_str_eq(findings.text, c->findings);
    nt_context_free(context);
}

START_TEST(pgn_is_read_as_expected) {
    const read_case *c = &read_cases[_i];
    size_t length = strncmp(c->text, "\xFF\xFE", 2) == 0 ? 6 : strlen(c->text);
    static const size_t steps[] = {1 << 16, 1, 2, 3, 7};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) check_read(c, length, steps[i]);
}
END_TEST

/* The hot path needs some bytes ahead, which the cases above do not have. */
START_TEST(pgn_in_a_longer_text_is_read_alike) {
    read_case c = read_cases[_i];
    char text[1024];
    size_t length = strlen(c.text);
    if (length == 0 || c.text[length - 1] != '*') return;
    ck_assert_uint_lt(length, sizeof text - 64);
    memcpy(text, c.text, length);
    memset(text + length, ' ', 64);
    c.text = text;
    check_read(&c, length + 64, 1 << 16);
}
END_TEST

/* Words of all sorts, tags and what stands between them, at random. Byte by byte no word is read by the hot path, nor is the name
 * of a tag known from the game before: so one way is the oracle of the other. */
START_TEST(pgn_is_read_alike_by_the_hot_path) {
    static const char *const words[] = {
        "e4", "Nf3", "Qxd5+", "exd5", "R1d2", "Nbxd7#", "O-O", "O-O-O+", "e8=Q", "exd8=N#", "e8=", "e4=e5", "ab=Q", "R1xd4", "Nf3Nc6", "e4e5",
        "a1", "bb", "--", "1.", "1...", "12.", "12..", "3....", "2.e4", "7...Nf6", "01.", "123456789.", "3", "52", "e.p.", "abcdefgh1",
        "{c}", "{a [%clk 0:01] b}", "{a comment that is longer than some blocks, with , and . and ( and 1. e4 in it}", "(", ")", "!?",
        "$3", "+-", "=", "*", "1-0", "1/2-1/2", "0-1", ";c\n", "\n%x\n", "\xC2\xA0", "K\xC3\xA9",
        "\n\n[Event \"of some length, as it is\"]\n[Site \"of some length, too, as it is\"]\n\n",
        "\n\n[Event \"of some length, as it is\"]\n[Site \"of some length, too, as it is\"]\n[Site \"again, of some length\"]\n\n",
        "\n\n[Event \"of some length, as it is\"]\n[Date \"of some length, too, as it is\"]\n[Event \"again\"]\n\n", "[White \"x\"]\n",
    };
    static const char *const blanks[] = {" ", " ", " ", " ", "\n", "\r\n", "  ", "\n\n", "\n\n" NO_BREAK, ""};
    static const char first[] = EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT "*\n\n"; /* makes room for many items */
    char text[1800];
    size_t length = sizeof first - 1;
    unsigned seed = (unsigned)_i;
    memcpy(text, first, sizeof first);
    while (length < 1600) {
        seed = seed * 1103515245u + 12345u;
        unsigned most = seed >> 30 ? 31 : sizeof words / sizeof *words; /* mostly moves and numbers */
        const char *word = words[(seed >> 8) % most], *blank = blanks[(seed >> 16) % (sizeof blanks / sizeof *blanks)];
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", word, blank);
    }
    text_out games[2] = {{.length = 0}}, findings[2] = {{.length = 0}};
    for (size_t i = 0; i < 2; i++) {
        nt_settings settings = {.sink = note, .sink_user = &findings[i]};
        nt_context *context = nt_context_new(&settings);
        ck_assert_int_eq(read_all(context, text, length, i ? 1 : 1 << 16, &games[i]), NT_END);
        nt_context_free(context);
    }
    ck_assert_str_eq(games[0].text, games[1].text);
    ck_assert_str_eq(findings[0].text, findings[1].text);
}
END_TEST

static void check_block(pgn_block b, const unsigned char *bytes) {
    for (unsigned i = 0; i < PGN_BLOCK; i++) {
        unsigned c = bytes[i], plain = nt_is_letter(c) || nt_is_digit(c) || c == '+' || c == '#';
        bool is_right = (b.blank >> i & 1) == (c == ' ' || c == '\n') && (b.digit >> i & 1) == nt_is_digit(c) &&
                        (b.letter >> i & 1) == nt_is_letter(c) && (b.plain >> i & 1) == plain;
        if (!is_right) ck_abort_msg("byte %u at %u", c, i);
    }
}

START_TEST(pgn_blocks_tell_every_byte_at_every_place) {
    unsigned char bytes[PGN_BLOCK];
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned i = 0; i < PGN_BLOCK; i++) bytes[i] = (unsigned char)(first + i * 7);
        check_block(nt_pgn_block_of_bytes(bytes), bytes);
        check_block(nt_pgn_block(bytes), bytes);
        if (NT_IS_WIDE) check_block(nt_pgn_block_wide(bytes), bytes);
    }
}
END_TEST

START_TEST(pgn_keeps_nul_bytes_inside_words_and_says_so_once) {
    static const char text[] = "[A \"x\0y\"]\n1. N\0f3 \0 {a\0b} *";
    static const size_t steps[] = {1 << 16, 1};
    for (size_t i = 0; i < 2; i++) {
        text_out games = {.length = 0}, findings = {.length = 0};
        nt_settings settings = {.sink = note, .sink_user = &findings};
        nt_context *context = nt_context_new(&settings);
        ck_assert_int_eq(read_all(context, text, sizeof text - 1, steps[i], &games), NT_END);
        ck_assert_str_eq(findings.text, "1:6 nul-byte");
        nt_context_free(context);
    }
}
END_TEST

START_TEST(pgn_stops_talking_after_a_hundred_findings_in_a_game) {
    text_out games = {.length = 0};
    test_findings findings = {.count = 0};
    char text[2000] = "";
    for (size_t i = 0; i < 150; i++) strcat(text, "foo ");
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    ck_assert_int_eq(read_all(context, text, strlen(text), 1 << 16, &games), NT_END);
    ck_assert_uint_eq(findings.count, 101);
    ck_assert_str_eq(findings.id, "limit-messages");
    ck_assert_ptr_nonnull(strstr(findings.text, "51 more"));
    nt_context_free(context);
}
END_TEST

/* ---- limits ---- */

typedef struct limit_case {
    nt_limits limits;
    const char *text, *games, *findings;
} limit_case;

static const limit_case limit_cases[] = {
    {{.game_bytes = 7}, "1. e4 *\n\n1. d4 *", "1. e4 =*\n1. d4 =*\n", ""},
    {{.game_bytes = 6}, "1. e4 *\n\n1. d4 *\n\n[A\"\"]*", "1. e4\n[A|] =*\n", "1:7 limit-game"},
    {{.game_bytes = 10}, "1. e4 {0123456789} e5 *\n\n[A \"\"]*", "1. e4 {0123456789} =*\n", NULL},
    {{.plies = 2}, "1. e4 e5 *", "1. e4 e5 =*\n", ""},
    {{.plies = 1}, "1. e4 (1. d4) e5 *\n\n1. d4 *", "1. e4 ( 1. ) =*\n1. d4 =*\n", "1:11 limit-plies"},
    {{.nesting = 1}, "1. e4 (1. d4 (1. c4 (x) b4) d5) e5 *", "1. e4 ( 1. d4 d5 ) e5 =*\n", "1:14 limit-nesting"},
    {{.tags = 1}, "[A \"\"][B \"\"]*", "[A|] =*\n", "1:7 limit-tags"},
    {{.comment = 2}, "{ab}{abc}*", "{ab} =*\n", "1:5 limit-comment"},
    {{.comment = 9}, EIGHT EIGHT EIGHT "2. e4 {ninebytes} e5 {ten bytes.} " EIGHT "*",
     EIGHT EIGHT EIGHT "2. e4 {ninebytes} e5 " EIGHT "=*\n", "1:238 limit-comment"},
    {{.nags = 1}, "1. e4 $1 $2 e5 $3 *", "1. e4 $1 e5 $3 =*\n", "1:10 limit-nags"},
};

START_TEST(pgn_keeps_to_the_limits) {
    const limit_case *c = &limit_cases[_i];
    for (size_t step = 1; step <= 1 << 16; step *= 16) {
        text_out games = {.length = 0}, findings = {.length = 0};
        nt_settings settings = {.sink = note, .sink_user = &findings, .limits = c->limits};
        nt_context *context = nt_context_new(&settings);
        ck_assert_int_eq(read_all(context, c->text, strlen(c->text), step, &games), NT_END);
        if (c->findings) ck_assert_str_eq(games.text, c->games);
        if (c->findings) ck_assert_str_eq(findings.text, c->findings);
        else ck_assert_ptr_nonnull(strstr(findings.text, "limit-game"));
        nt_context_free(context);
    }
}
END_TEST

/* Every allocation fails once: the reader says so, nothing is lost or freed twice. */
START_TEST(pgn_survives_every_failed_allocation) {
    static const char text[] = "[A \"b\"]\n\n1. e4 (1. d4 {x}) e5 $1 1-0\n\n1. d4 *\n";
    for (size_t fail_at = 1;; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        text_out games = {.length = 0};
        nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
        nt_status status = context ? read_all(context, text, sizeof text - 1, 5, &games) : NT_NO_MEMORY;
        if (context) nt_context_free(context);
        ck_assert_uint_eq(memory.live, 0);
        if (status == NT_END) break;
        ck_assert_int_eq(status, NT_NO_MEMORY);
        ck_assert_uint_lt(fail_at, 1000);
    }
}
END_TEST

/* ---- guessing ---- */

START_TEST(pgn_is_guessed_from_tags_or_numbered_moves) {
    static const struct {
        const char *text, *format;
    } cases[] = {
        {"[Event \"x\"]\n\n1. e4 *", "pgn"}, {"1. e4 e5 2. Nf3 *", "pgn"}, {"{a}\n[Event \"x\"]\n*", "pgn"},
        {"%x\n[Event \"x\"]\n*", "pgn"},      {"1.e4 e5\n2.(Mb1) Nf6\n", "alg"}, {"*", "pgn"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
        nt_input *input = nt_input_memory(context, cases[i].text, strlen(cases[i].text), "test");
        nt_reader *reader = nt_reader_new(context, input, NULL);
        const nt_game *game;
        ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
        ck_assert_msg(strcmp(nt_format_name(nt_reader_format(reader)), cases[i].format) == 0, "%s", cases[i].text);
        nt_reader_free(reader);
        nt_input_free(input);
        nt_context_free(context);
    }
}
END_TEST

/* ---- writing ---- */

typedef struct write_case {
    const char *format, *text, *written;
    bool with_replay;
    nt_write_settings settings;
} write_case;

#define BARE {.no_tags = true, .one_line = true}
#define ROSTER "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"

static const write_case write_cases[] = {
    {"pgn", "1. e4 e5 2. Nf3 *", ROSTER "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n", true, {0}},
    {"pgn", "[Z \"1\"]\n[White \"W\"]\n[A \"a\\\\\\\"b\"]\n[Event \"E\"]\n\n1-0",
     "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"?\"]\n"
     "[Result \"1-0\"]\n[A \"a\\\\\\\"b\"]\n[Z \"1\"]\n\n1-0\n\n", true, {0}},
    {"gc", "variant: crazyhouse\nfen: 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\nN*e5\n",
     ROSTER "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"]\n"
     "[SetUp \"1\"]\n[Variant \"crazyhouse\"]\n\n1. N@e5 *\n\n", true, {0}},
    {"pgn", "1. e4 {a  b\nc} e5 $1 (1... c5!?) 2. Ng1f3 1/2",
     "1. e4 {a  b c} 1... e5 $1 (1... c5 $5) 2. Nf3 1/2-1/2\n", true, BARE},
    {"pgn", "1. e4 e5 2. Nf3 *", "e4 e5 Nf3 *\n", true, {.no_tags = true, .one_line = true, .no_numbers = true}},
    {"pgn", "1. e4 {x} $1 (1. d4 (1. c4)) e5 *", "1. e4 e5 *\n", true,
     {.no_tags = true, .one_line = true, .no_comments = true, .no_nags = true, .no_variations = true}},
    {"pgn", "1. e4 e5 2. Ke3 (2. Nf3) Nf6 {x} 3. d4 1-0",
     "1. e4 e5 {illegal: Ke3 ( 2. Nf3 ) Nf6 \"x\" 3. d4} 1-0\n", true, BARE},
    {"pgn", "1. e4 (1. e5 d4) e5 *", "1. e4 ({illegal: e5 d4}) 1... e5 *\n", true, BARE},
    {"pgn", ";a}b\n1. e4 *", ";a}b\n1. e4 *\n\n", true, {.no_tags = true}},
    {"pgn", ";a}b\n1. e4 *", "{a)b} 1. e4 *\n", true, BARE},
    {"pgn", "1. e4\n%esc\ne5 *", "1. e4\n%esc\ne5 *\n\n", true, {.no_tags = true}},
    {"pgn", "1. e4\n%esc\ne5 *", "1. e4 {%esc} 1... e5 *\n", true, BARE},
    {"gc", "1. P e2-e4 p e7-e5\n|2. N g1-f3 n b8-c6\n||3. B f1-b5\n|3. B f1-c4\n2. P f2-f4\n|2. p d7-d6\n",
     "1. e4 e5 2. f4 ({taken back} 2. Nf3 Nc6 3. Bc4 ({taken back} 3. Bb5)) {taken back: 2. p d7-d6} *\n", true, BARE},
    {"pgn", "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n7... Kd7 8. Kd2 *", "7... Kd7 8. Kd2 *\n", true, BARE},
    {"pgn", "1. e4 e5 2.Nf3 + {x} (2. d4) *", "1. e4 e5 2. Nf3+ {x} (2. d4) *\n", false, BARE},
    {"alg", "1.e4 (Mb1)\n", "1. e4 M@b1 *\n", false, BARE},
    {"pgn", "[Result \"1-0\"]\n\n1. e4\n", "1. e4 1-0\n", true, BARE},
    {"pgn", "1. e4 e5 (1... c5 *", "1. e4 e5 (1... c5) *\n", true, BARE},
};

static void write_game(const write_case *c, nt_buffer *buffer) {
    nt_context *context = buffer->context;
    nt_input *input = nt_input_memory(context, c->text, strlen(c->text), "test");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find(c->format));
    nt_replay *replay = c->with_replay ? nt_replay_new(context, NULL) : NULL;
    nt_output *output = nt_output_function(context, nt_buffer_write, buffer);
    nt_writer *writer = nt_writer_new(context, output, nt_format_find("pgn"), &c->settings);
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    if (replay) (void)nt_replay_game(replay, game);
    ck_assert_int_eq(nt_writer_game(writer, game, replay), NT_OK);
    nt_writer_free(writer);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
}

START_TEST(pgn_is_written_as_the_export_format) {
    const write_case *c = &write_cases[_i];
    test_memory memory = {.live = 0};
    nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
    nt_buffer buffer = {.context = context};
    char text[TEXT_SIZE];
    write_game(c, &buffer);
    snprintf(text, sizeof text, "%.*s", (int)buffer.size, (const char *)buffer.data);
    ck_assert_str_eq(text, c->written);
    nt_buffer_free(&buffer);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

START_TEST(pgn_lines_have_fewer_than_80_bytes_and_break_at_words) {
    char text[4000] = "";
    for (size_t i = 0; i < 40; i++) strcat(text, "Nf3 {some words, more than one} Nf6 (Nc6 Ng1) $14 Ng1 Ng8 ");
    write_case c = {"pgn", text, NULL, true, {.no_tags = true}};
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_buffer buffer = {.context = context};
    write_game(&c, &buffer);
    nt_text rest = {buffer.data, buffer.size};
    while (rest.length) {
        nt_text line = nt_text_line(rest, &rest);
        ck_assert_uint_le(line.length, 79);
        ck_assert(line.length == 0 || (line.at[0] != ' ' && line.at[line.length - 1] != ' '));
        ck_assert(rest.length < 10 || line.length > 60);
    }
    nt_buffer_free(&buffer);
    nt_context_free(context);
}
END_TEST

START_TEST(pgn_of_another_notation_needs_a_replay) {
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_buffer buffer = {.context = context};
    nt_input *input = nt_input_memory(context, "P e2-e4", 7, "test");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("gc"));
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_writer *writer = nt_writer_new(context, output, nt_format_find("pgn"), NULL);
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_int_eq(nt_writer_game(writer, game, NULL), NT_INVALID);
    ck_assert_str_eq(findings.id, "write-unresolved");
    nt_writer_free(writer);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_uint_eq(buffer.size, 0);
    nt_buffer_free(&buffer);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

Suite *pgn_suite(void) {
    Suite *suite = suite_create("pgn");
    TCase *reading = tcase_create("reading"), *writing = tcase_create("writing");
    tcase_add_loop_test(reading, pgn_is_read_as_expected, 0, (int)(sizeof read_cases / sizeof *read_cases));
    tcase_add_loop_test(reading, pgn_in_a_longer_text_is_read_alike, 0, (int)(sizeof read_cases / sizeof *read_cases));
    tcase_add_loop_test(reading, pgn_is_read_alike_by_the_hot_path, 0, 500);
    tcase_add_test(reading, pgn_blocks_tell_every_byte_at_every_place);
    tcase_add_test(reading, pgn_keeps_nul_bytes_inside_words_and_says_so_once);
    tcase_add_test(reading, pgn_stops_talking_after_a_hundred_findings_in_a_game);
    tcase_add_loop_test(reading, pgn_keeps_to_the_limits, 0, (int)(sizeof limit_cases / sizeof *limit_cases));
    tcase_add_test(reading, pgn_survives_every_failed_allocation);
    tcase_add_test(reading, pgn_is_guessed_from_tags_or_numbered_moves);
    tcase_add_loop_test(writing, pgn_is_written_as_the_export_format, 0,
                        (int)(sizeof write_cases / sizeof *write_cases));
    tcase_add_test(writing, pgn_lines_have_fewer_than_80_bytes_and_break_at_words);
    tcase_add_test(writing, pgn_of_another_notation_needs_a_replay);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, writing);
    return suite;
}
