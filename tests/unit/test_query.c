/* What searches and orders games: patterns of positions, moves that fit a text, copies of games. */
#include "support.h"

#include "formats/formats.h"

#include <stdio.h>

static nt_position *position_of(nt_context *context, const char *variant, const char *fen) {
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, variant, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    ck_assert_ptr_nonnull(p);
    if (fen) ck_assert_int_eq(nt_position_set(p, NT_CODE_FEN, fen, strlen(fen)), NT_OK);
    return p;
}

/* ---- patterns ---- */

typedef struct pattern_case {
    const char *variant, *fen;
    nt_pattern_form form;
    const char *text;
    int expected; /* 1: fits, 0: does not, -1: is no pattern */
} pattern_case;

#define ROOKS "4k3/1p6/8/8/8/8/6P1/R3K2R w KQ - 0 1"
#define HOUSE "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"

static const pattern_case patterns[] = {
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/R*R", 1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/R*_R", 1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/R*_*K*_*R*", 1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/R*KR", 0},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/?(p)*/*/*/*/*/?\?\?\?\?\?(1)?/*", 1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/******P*/* b", 0},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/R2_K2R w", 1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/*(^_R)*(^_R)*", 0}, /* the king alone */
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/*/*", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/99999999999999999999999", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/?\?\?\?\?\?\?\?\?*", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "", -1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "a1:R h1:R e1:K e8:k", 1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "a1:(QR) b1:_ e8:(2) b", 0},
    {"chess", ROOKS, NT_PATTERN_CELLS, "a1:(QR) b1:_ e8:(2) w", 1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "", 1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "a1:RR", -1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "a1:", -1},
    {"chess", ROOKS, NT_PATTERN_CELLS, "@:", -1},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "KRRPkp", 1},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "pkPRRK", 1},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "KRk", 0},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "KRk+", 1},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "RRR+", 0},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "+", -1},
    {"chess", ROOKS, NT_PATTERN_MATERIAL, "KRx", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/[x]*", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/(Rx)*", -1},
    {"chess", ROOKS, NT_PATTERN_BOARD, "*/*/*/*/*/*/*/(RQ)*R", 1},
    {"chess", ROOKS, NT_PATTERN_FEN, "4k3/1p6/8/8/8/8/6P1/R3K2R", 1},
    {"chess", ROOKS, NT_PATTERN_FEN, "4k3/1p6/8/8/8/8/6P1/R3K2R b", 0},
    {"chess", ROOKS, NT_PATTERN_FEN, "4k3/1p6/8/8/8/8/6P1/R3K2R x", -1},
    {"crazyhouse", HOUSE, NT_PATTERN_MATERIAL, "KQRRBBNNPPPPPPPkqrrbbnnppppppp[Pp]", 1},
    {"crazyhouse", HOUSE, NT_PATTERN_MATERIAL, "KQkq[p*]+", 1},
    {"crazyhouse", HOUSE, NT_PATTERN_MATERIAL, "Kk[pp*]+", 0},
    {"crazyhouse", HOUSE, NT_PATTERN_CELLS, "@:p d5:q", 1},
    {"crazyhouse", HOUSE, NT_PATTERN_CELLS, "@:p @:p", 0},
    {"crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", NT_PATTERN_CELLS, "a1:Q", 1},
    {"crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", NT_PATTERN_CELLS, "a1:Q~", 1},
    {"crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", NT_PATTERN_CELLS, "a1:Q~", 0},
    {"crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", NT_PATTERN_MATERIAL, "KQk", 1},
    {"glinski", NULL, NT_PATTERN_CELLS, "f5:P f7:p g1:K e1:Q", 1},
    {"glinski", NULL, NT_PATTERN_BOARD, "b/*/*/*/*/11/*P*/*/*/*/*QBK*", 1},
    {"glinski", NULL, NT_PATTERN_BOARD, "b/*/*/*/*/11/*P*/*/*/*/*KBQ*", 0},
    {"glinski", NULL, NT_PATTERN_BOARD, "?\?/*/*/*/*/*/*/*/*/*/*", -1},
};

START_TEST(patterns_fit_what_they_say) {
    const pattern_case *c = &patterns[_i];
    test_findings findings = {.count = 0};
    test_memory memory = {0};
    nt_context *context = test_context(&memory, &findings, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, c->fen);
    nt_status status;
    nt_pattern *pattern = nt_pattern_new(context, p->variant, c->form, c->text, strlen(c->text), &status);
    ck_assert_int_eq(status, c->expected < 0 ? NT_INVALID : NT_OK);
    ck_assert_uint_eq(findings.count, c->expected < 0);
    if (pattern) ck_assert_msg(nt_pattern_fits(pattern, p) == c->expected, "%s", c->text);
    nt_pattern_free(pattern);
    nt_position_free(p);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* Texts are not NUL-terminated: what stands behind them must not be read. */
START_TEST(patterns_end_with_their_length) {
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, "chess", NULL);
    nt_status status;
    const char text[] = "e1:KX e8:k";
    nt_pattern *pattern = nt_pattern_new(context, p->variant, NT_PATTERN_CELLS, text, 4, &status);
    ck_assert_int_eq(status, NT_OK);
    ck_assert(nt_pattern_fits(pattern, p));
    nt_pattern_free(pattern);
    ck_assert_ptr_null(nt_pattern_new(context, p->variant, NT_PATTERN_CELLS, text, 3, &status));
    ck_assert_int_eq(status, NT_INVALID);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* ---- moves ---- */

typedef struct fits_case {
    const char *variant, *fen, *format, *played, *text;
    int expected; /* -1: no move */
} fits_case;

static const fits_case moves[] = {
    {"chess", NULL, "pgn", "Nf3", "Nf3", 1},
    {"chess", NULL, "pgn", "Nf3", "Ngf3", 1},
    {"chess", NULL, "pgn", "Nf3", "Nbf3", 0},
    {"chess", NULL, "pgn", "Nf3", "g1f3", 1},
    {"chess", NULL, "pgn", "Nf3", "Nxf3", 0},
    {"chess", NULL, "pgn", "Nf3", "f3", 0},
    {"chess", NULL, "pgn", "Nf3", "Nz9", -1},
    {"chess", NULL, "uci", "g1f3", "g1f3", 1},
    {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "pgn", "Nbd2", "Nd2", 1},
    {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "pgn", "Nbd2", "Nfd2", 0},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "pgn", "O-O", "O-O", 1},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "pgn", "O-O", "O-O-O", 0},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "pgn", "O-O", "Kg1", 1},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "uci", "e1c1", "e1c1", 1},
    {"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "pgn", "exd8=N", "exd8=N", 1},
    {"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "pgn", "exd8=N", "exd8=Q", 0},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "pgn", "exd6", "exd6", 1},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "pgn", "e6", "exd6", 0},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "pgn", "N@f3", "N@f3", 1},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "pgn", "N@f3", "Nf3", 0},
    {"ajax-orthodox", NULL, "gc", "P e2-e4", "P e2-e4", 1},
    {"ajax-orthodox", NULL, "gc", "P e2-e4", "p e2-e4", 0},
};

START_TEST(moves_fit_what_texts_state) {
    const fits_case *c = &moves[_i];
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, c->fen);
    const nt_format *format = nt_format_find(c->format);
    nt_move move;
    bool fits = false;
    ck_assert_int_eq(nt_move_read(p, format, c->played, strlen(c->played), &move), NT_OK);
    nt_status status = nt_move_fits(p, format, c->text, strlen(c->text), move, &fits);
    ck_assert_int_eq(status, c->expected < 0 ? NT_INVALID : NT_OK);
    ck_assert_msg(c->expected < 0 || fits == c->expected, "%s and %s", c->played, c->text);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* ---- copies ---- */

/* Copies all games of a text; *count is how many there were. The caller frees. */
static nt_buffer copy_all(nt_context *context, const char *format, const char *text, size_t *count) {
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_input *input = nt_input_memory(context, text, strlen(text), "text");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find(format));
    nt_writer *writer = nt_writer_new(context, output, nt_format_find(format), NULL);
    const nt_game *game;
    for (*count = 0; nt_game_next(reader, &game) == NT_OK; ++*count) nt_writer_copy(writer, game);
    nt_writer_free(writer);
    nt_reader_free(reader);
    nt_input_free(input);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    ck_assert_int_eq(nt_buffer_write(&buffer, "", 1), 1);
    return buffer;
}

static const struct {
    const char *format, *text, *copy;
    size_t games;
} copies[] = {
    {"pgn", "\n[A \"x\"]\n\n1. e4  (1. d4)\n*\n\n\n\n[A \"y\"]\n\n* ",
     "[A \"x\"]\n\n1. e4  (1. d4)\n*\n\n[A \"y\"]\n\n*\n\n", 2},
    {"pgn", "[A \"x\"]\r\n\r\n1. e4 *\r\n\r\n[A \"y\"]\r\n\r\n*\r\n",
     "[A \"x\"]\r\n\r\n1. e4 *\r\n\r\n[A \"y\"]\r\n\r\n*\r\n\r\n", 2},
    {"pgn", "[Event \"x\"]\n\n[Event \"y\"]\n", "[Event \"x\"]\n\n[Event \"y\"]\n", 2},
    {"gc",
     "Game: chess\nfen: 4k3/8/8/8/8/8/8/4K2R\nmoves: 1. R h1-h2\nfen: 4k3/8/8/8/8/8/8/4K1R1\nmoves: 1. R g1-g2\n",
     "Game: chess\nfen: 4k3/8/8/8/8/8/8/4K2R\nmoves: 1. R h1-h2\n\n[Game \"chess\"]\nfen: 4k3/8/8/8/8/8/8/4K1R1\n"
     "moves: 1. R g1-g2\n", 2},
    {"json", "{\"tags\":{},\"moves\":[]}\n{\"tags\":{\n\"A\":\"x\"}}",
     "{\"tags\":{},\"moves\":[]}\n{\"tags\":{\n\"A\":\"x\"}}\n", 2},
};

START_TEST(copies_keep_bytes_and_games) {
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    size_t games, again;
    nt_buffer copy = copy_all(context, copies[_i].format, copies[_i].text, &games);
    ck_assert_str_eq((const char *)copy.data, copies[_i].copy);
    ck_assert_uint_eq(games, copies[_i].games);
    nt_buffer second = copy_all(context, copies[_i].format, (const char *)copy.data, &again);
    ck_assert_str_eq((const char *)second.data, copies[_i].copy);
    ck_assert_uint_eq(again, games);
    nt_buffer_free(&copy);
    nt_buffer_free(&second);
    nt_context_free(context);
}
END_TEST

/* ---- passing over moves ---- */

/* Each stands between two plain games; what it holds must not move the borders of games. */
static const char *const borders[] = {
    "1. e4 e5 2. Nf3 O-O 1-0\n\n1. d4 d5 *\n",
    "1. e4 e5 1-0 1. d4 d5 *",
    "1. e4 e5 0-0 0-0-0 0-1\n\n*\n",
    "1. e4 e5\n[Event \"no blank line\"]\n1. d4 *",
    "1. e4 e5\n[White \"among the moves\"]\n2. d4 *",
    "1. e4 e5\n\n[White \"another game\"]\n\n2. d4 *",
    "1. e4 {\n\n[White \"in a comment\"]\n} e5 ; [Event \"x\"]\n2. d4 *",
    "1. e4 {not closed\n\n[Event \"swallowed\"]\n\n1. d4 *",
    "1. e4 (1. d4 1-0 d5 (1... c5)) e5 ) 2. d4 ( 1/2-1/2",
    "1. e4 e5\r\n2. d4 d5\r\n\r\n[Event \"lines of two bytes\"]\r\n\r\n*",
    "1. e4 e5 % 2. d4\n% escaped [Event \"x\"]\n2. d4 *",
    "nothing \"but\nwords\n[Event \"x\"]\n\n*",
    "1. e4 e5 2. d4 0.5-0.5\n\n[Event \"x\"]\n\n1. e4 e5 1 - 0 *",
    "1. e4 e5 \xC2\xBD-\xC2\xBD\n\n1. e4 e5 e.p. $3 ?! <x> *",
};

#define BORDER "[Event \"plain\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"

/* Reads a text and writes where each game begins and ends, how many tags it has and its result. */
static void list_borders(const char *text, bool tags_only, char *list, size_t size) {
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, text, strlen(text), "text");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("pgn"));
    const nt_game *game;
    size_t used = 0;
    nt_reader_tags_only(reader, tags_only);
    while (nt_game_next(reader, &game) == NT_OK) {
        char result[32];
        result[nt_result_text(&game->result, result)] = '\0';
        used += (size_t)snprintf(list + used, size - used, "%u+%u %u %s %d\n", (unsigned)game->offset,
                                 (unsigned)game->raw_length, (unsigned)game->tag_count, result,
                                 game->result_item != SIZE_MAX);
    }
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}

START_TEST(passing_over_moves_keeps_the_borders_of_games) {
    char text[1000], full[1000], passed[1000];
    snprintf(text, sizeof text, BORDER "%s\n\n" BORDER, borders[_i]);
    list_borders(text, false, full, sizeof full);
    list_borders(text, true, passed, sizeof passed);
    ck_assert_str_eq(passed, full);
}
END_TEST

START_TEST(passing_over_moves_leaves_most_of_them_out) {
    test_findings findings = {.count = 0};
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_input *input = nt_input_memory(context, BORDER, strlen(BORDER), "text");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("pgn"));
    const nt_game *game;
    nt_reader_tags_only(reader, true);
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_uint_lt(game->item_count, 4);
    ck_assert_uint_eq(game->result_item, game->item_count - 1);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

Suite *query_suite(void);

Suite *query_suite(void) {
    Suite *suite = suite_create("query");
    TCase *tests = tcase_create("query");
    tcase_add_loop_test(tests, patterns_fit_what_they_say, 0, (int)(sizeof patterns / sizeof *patterns));
    tcase_add_test(tests, patterns_end_with_their_length);
    tcase_add_loop_test(tests, moves_fit_what_texts_state, 0, (int)(sizeof moves / sizeof *moves));
    tcase_add_loop_test(tests, copies_keep_bytes_and_games, 0, (int)(sizeof copies / sizeof *copies));
    tcase_add_loop_test(tests, passing_over_moves_keeps_the_borders_of_games, 0, (int)(sizeof borders / sizeof *borders));
    tcase_add_test(tests, passing_over_moves_leaves_most_of_them_out);
    suite_add_tcase(suite, tests);
    return suite;
}
