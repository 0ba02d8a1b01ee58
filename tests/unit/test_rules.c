/* Unit tests of what the keys of a variant file mean: games made up for one key, on boards small enough to know all moves. */
#include "base/output.h"
#include "rules/position.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *rules_suite(void);

static nt_context *context;
static test_memory memory;
static test_findings found;
static const nt_variant *variant;

static void open_context(void) { context = test_open(&memory, &found); }

static void close_context(void) { test_close(context, &memory); }

/* Makes a variant of some keys; its status. */
static nt_status load(const char *keys) {
    char text[1000];
    snprintf(text, sizeof text, "[t]\ntitle = T\n%s\n", keys);
    nt_input *input = nt_input_memory(context, text, strlen(text), "rules");
    ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
    nt_input_free(input);
    return nt_variant_load(context, "t", &variant);
}

/* fen NULL: the array. */
static nt_position *position_of(const char *keys, const char *fen) {
    ck_assert_msg(load(keys) == NT_OK, "%s: %s", keys, found.text);
    nt_position *p = nt_position_new(context, variant);
    ck_assert_ptr_nonnull(p);
    if (fen) ck_assert_msg(nt_position_set(p, NT_CODE_FEN, fen, strlen(fen)) == NT_OK, "%s: %s", fen, found.text);
    return p;
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

enum { MOST_WORDS = 256, WORD_SIZE = 20 };

/* The words of a text in the order of their bytes, a blank before each. */
static void sort_words(const char *text, char *sorted) {
    char words[MOST_WORDS][WORD_SIZE] = {""};
    size_t count = 0;
    for (int n; sscanf(text, " %19s%n", words[count], &n) == 1 && count + 1 < MOST_WORDS; text += n) count++;
    qsort(words, count, WORD_SIZE, compare);
    *sorted = '\0';
    for (size_t i = 0; i < count; i++) sorted += sprintf(sorted, " %s", words[i]);
}

static void take(nt_output *output, nt_buffer *buffer, char *text, size_t size) {
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    snprintf(text, size, "%.*s", (int)buffer->size, (const char *)buffer->data);
    nt_buffer_free(buffer);
}

static void write_position(const nt_position *p, nt_code code, char *text, size_t size) {
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    nt_position_write(p, code, &(nt_fen_style){0}, output);
    take(output, &buffer, text, size);
}

static void legal_moves(nt_position *p, char *text, size_t size) {
    nt_move *moves = calloc(nt_variant_move_bound(variant), sizeof *moves);
    nt_buffer buffer = {.context = context};
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    ck_assert_ptr_nonnull(moves);
    size_t count = nt_position_moves(p, moves);
    ck_assert_uint_lt(count, MOST_WORDS);
    for (size_t i = 0; i < count; i++) {
        nt_move_write(p, moves[i], nt_format_find("coord"), output);
        nt_output_string(output, " ");
    }
    free(moves);
    take(output, &buffer, text, size);
}

static void play(nt_position *p, const char *moves) {
    char word[WORD_SIZE];
    for (int n; sscanf(moves, " %19s%n", word, &n) == 1; moves += n) {
        nt_move move;
        nt_status status = nt_move_read(p, nt_format_find("coord"), word, strlen(word), &move);
        ck_assert_msg(status == NT_OK, "%s: %s", word, found.text);
        ck_assert_int_eq(nt_position_make(p, move), NT_OK);
    }
}

/* ---- moves ---- */

/* No move but those that are asked for: a stone cannot move, and without a royal piece no king must be there. */
#define STONES "board = square 3x4\narray = p2/3/3/P2\npiece P = pawn fmW\npiece Q = queen -\npiece N = knight -\npawns = P\n"
#define PROMOTING STONES "promote P = Q N\npromote-zone P = ranks 3-4\n"
#define LAST STONES "promote P = Q N\npromote-zone P = rank 4\n"
#define MINOR "board = square 3x4\narray = 3/3/3/S2\npiece S = silver FfW\npiece G = gold -\npromote S = G\npromote-zone S = rank 4\n"
#define SILVER MINOR "promote-forced S = none\n"
#define GUARD MINOR "promote-silent S = yes\npawns = S\n"
#define HANDS "board = square 3x3\narray = 3/3/3\npiece P = pawn -\npiece N = knight -\npiece Q = queen Q\npawns = P\n" \
    "hand = captured\n"
#define CAPTURED "board = square 3x4\narray = 3/2q/P2/Q2\npiece P = pawn fmW\npiece Q = queen R\npiece N = knight -\n" \
    "piece B = bishop -\npromote P = Q N B\npromote-zone P = rank 3\npromote-to = captured\npromote-free = N\n"
#define CASTLING "board = square 8x2\narray = r3k2r/R3K2R\npiece R = rook -\npiece T = tower -\nroyal = K\n"
#define KINGS "board = square 3x3\narray = k2/3/2K\npiece K = king K\npiece R = rook R\nroyal = K\n"
#define SETUP "board = square 3x3\npiece K = king K\npiece P = pawn -\nroyal = K\nsetup = K a1, P b1\n"
#define MORE "board = square 3x4\narray = 3/3/3/3\npiece P = pawn -\nmore P = rank 1: mW; rank 3 : mfF\n"
#define INITIAL "board = square 3x4\narray = 3/3/3/1N1\npiece N = knight imfW\n"

typedef struct rule_case {
    const char *keys, *fen, *played; /* fen NULL: the array */
    const char *legal, *after;       /* all legal moves, the FEN; NULL: not looked at */
} rule_case;

static const rule_case cases[] = {
    /* Promotion: offered in the zone, forced where that is said, or else in all of it. */
    {PROMOTING "promote-forced P = rank 4\n", "3/3/P2/3 w - - 0 1", "", "a2-a3 a2-a3=Q a2-a3=N", NULL},
    {PROMOTING "promote-forced P = rank 4\n", "3/P2/3/3 w - - 0 1", "", "a3-a4=Q a3-a4=N", NULL},
    {PROMOTING "promote-forced P = rank 4\n", "3/3/3/P2 w - - 0 1", "", "a1-a2", NULL},
    {PROMOTING "promote-forced P = rank 4\n", "3/p2/3/3 b - - 0 1", "", "a3-a2 a3-a2=Q a3-a2=N", NULL},
    {PROMOTING "promote-forced P = rank 4\n", "3/3/p2/3 b - - 0 1", "", "a2-a1=Q a2-a1=N", NULL},
    {PROMOTING, "3/3/P2/3 w - - 0 1", "", "a2-a3=Q a2-a3=N", NULL},
    {PROMOTING, "3/p2/3/3 b - - 0 1", "a3-a2=N", NULL, "3/3/n2/3 w - - 0 2"},
    {SILVER, "1S1/3/3/3 w - - 0 1", "", "b4-a3 b4-c3", NULL},
    {SILVER "promote-inside S = no\n", "1S1/3/3/3 w - - 0 1", "", "b4-a3 b4-c3", NULL},
    {SILVER "promote-inside S = yes\n", "1S1/3/3/3 w - - 0 1", "", "b4-a3 b4-c3 b4-a3=G b4-c3=G", NULL},
    {SILVER "promote-inside S = yes\n", "3/1S1/3/3 w - - 0 1", "",
     "b3-a4 b3-b4 b3-c4 b3-a4=G b3-b4=G b3-c4=G b3-a2 b3-c2", NULL},
    {GUARD, "3/1S1/3/3 w - - 0 1", "", "b3-a4 b3-b4 b3-c4 b3-a2 b3-c2", NULL},
    {GUARD, "3/1S1/3/3 w - - 0 1", "b3-b4", NULL, "1G1/3/3/3 b - - 0 1"},
    /* To the kinds of the first player's array, not to royal pieces and pawns, nor to what stands only on the other side. */
    {"board = square 4x4\narray = 3k/4/4/P1RK[Q]\npiece P = pawn fmW\npiece K = king -\npiece R = rook -\npiece B = bishop -\n"
     "piece Q = queen -\nroyal = K\npawns = P\npromote P = array\npromote-zone P = rank 4\n",
     "3k/P3/4/3K w - - 0 1", "", "a3-a4=R", NULL},
    {"board = square 4x4\narray = 3k/4/4/PRKQ\npiece P = pawn fmW\npiece K = king -\npiece R = rook -\npiece Q = queen -\n"
     "royal = K\npawns = P\npromote P = array\npromote-zone P = rank 4\n",
     "3k/P3/4/3K w - - 0 1", "", "a3-a4=R a3-a4=Q", NULL},
    {"board = square 4x4\narray = b2k/4/4/P1RK\npiece P = pawn fmW\npiece K = king -\npiece R = rook -\npiece B = bishop -\n"
     "royal = K\npawns = P\npromote P = array\npromote-zone P = rank 4\n",
     "3k/P3/4/3K w - - 0 1", "", "a3-a4=R", NULL},
    /* No more men of a kind than the limit; a move that could only promote to such a kind is none. */
    {LAST "promote-limit = Q:1\n", "3/P2/3/3 w - - 0 1", "", "a3-a4=Q a3-a4=N", NULL},
    {LAST "promote-limit = Q:1\n", "3/P2/3/2Q w - - 0 1", "", "a3-a4=N", NULL},
    {LAST "promote-limit = Q:1\n", "3/P2/3/2q w - - 0 1", "", "a3-a4=Q a3-a4=N", NULL},
    {LAST "promote-limit = Q:2 N:1\n", "3/P2/3/1QN w - - 0 1", "", "a3-a4=Q", NULL},
    {LAST "promote-limit = Q:1 N:1\n", "3/P2/3/1QN w - - 0 1", "", "", NULL},
    {"board = square 3x4\narray = 3/3/3/QNN\npiece P = pawn fmW\npiece Q = queen -\npiece N = knight -\npromote P = Q N\n"
     "promote-zone P = rank 4\npromote-limit = array\n",
     "3/P2/3/1QN w - - 0 1", "", "a3-a4=N", NULL},
    /* Only kinds of which an own man was captured, each once, and those that are free. */
    {CAPTURED, NULL, "", "a1-b1 a1-c1 a2-a3=N", NULL},
    {CAPTURED, "3/2q/P2/Q2 w - - 0 1", "", "a1-b1 a1-c1 a2-a3=N", NULL},
    {CAPTURED, "3/2q/P2/3 w - - 0 1", "", "a2-a3=N a2-a3=Q", NULL},
    {CAPTURED, NULL, "a1-c1 c3-c1", "a2-a3=N a2-a3=Q", NULL},
    {CAPTURED, "3/2q/PP1/Q2 w - - 0 1", "a1-c1 c3-c1 a2-a3=Q c1-b1", "a3-a2 a3-a1 a3-a4 a3-b3 a3-c3 b2-b3=N", NULL},
    /* Hands: what a captured man is there, and a promoted one; where it comes back. */
    {HANDS "drop = all\n", "2q/3/Q2[] w - - 0 1", "a1-c3", NULL, "2Q/3/3[Q] b - - 0 1"},
    {HANDS "drop = all\ndemote Q = N\n", "2q/3/Q2[] w - - 0 1", "a1-c3", NULL, "2Q/3/3[N] b - - 0 1"},
    {HANDS "drop = all\ndemote Q = N\n", "2p/3/Q2[] w - - 0 1", "a1-c3", NULL, "2Q/3/3[P] b - - 0 1"},
    {HANDS "drop = all\ndemote Q = N\npromote P = Q\npromote-zone P = rank 3\npromote-mark = ~\n", "2q~/3/Q2[] w - - 0 1",
     "a1-c3", NULL, "2Q/3/3[P] b - - 0 1"},
    {HANDS "drop = all\ndemote Q = N\npromote P = Q\npromote-zone P = rank 3\npromote-mark = ~\n", "2q/3/Q2[] w - - 0 1",
     "a1-c3", NULL, "2Q/3/3[N] b - - 0 1"},
    {HANDS "drop = all\npromote P = Q\npromote-zone P = rank 3\npromote-mark = +\n", "2{+p}/3/Q2[] w - - 0 1", "a1-c3", NULL,
     "2Q/3/3[P] b - - 0 1"},
    {HANDS "drop = all, -rank 3\ndrop N = rank 1\n", "3/3/1p1[PN] w - - 0 1", "", "P@a1 P@c1 P@a2 P@b2 P@c2 N@a1 N@c1", NULL},
    {HANDS "drop = all, -rank 3\ndrop N = rank 1\n", "3/3/1p1[pn] b - - 0 1", "", "P@a2 P@b2 P@c2 P@a3 P@b3 P@c3 N@a3 N@b3 N@c3",
     NULL},
    {HANDS "drop N = rank 1\n", "3/3/1p1[N] w - - 0 1", "", "N@a1 N@c1", NULL},
    {HANDS "drop = all\ndrop-resets-clock = yes\n", "3/3/3[PN] w - - 5 9", "P@a1", NULL, "3/3/P2[N] b - - 0 9"},
    {HANDS "drop = all\ndrop-resets-clock = yes\n", "3/3/3[PN] w - - 5 9", "N@a1", NULL, "3/3/N2[P] b - - 0 9"},
    {HANDS "drop = all\n", "3/3/3[PN] w - - 5 9", "P@a1", NULL, "3/3/P2[N] b - - 6 9"},
    {HANDS "drop = rank 1\nslots = W1:P W2:P W3:N / B1:N\n", NULL, "", "P@a1 P@b1 P@c1 N@a1 N@b1 N@c1", "3/3/3[NPPn] w - - 0 1"},
    {HANDS "drop = rank 1\nslots = W1:P W2:P W3:N / B1:N\n", NULL, "N@b1 N@b3", "P@a1 P@c1", "1n1/3/1N1[PP] w - - 2 2"},
    /* Castling: as far as O says, to the sides that there are, with the outermost rook. */
    {CASTLING "piece K = king isO2\n", NULL, "", "e1-c1 e1-g1", "r3k2r/R3K2R w KQkq - 0 1"},
    {CASTLING "piece K = king isO2\n", NULL, "e1-c1", "e2-c2 e2-g2", "r3k2r/2KR3R b kq - 1 1"},
    {CASTLING "piece K = king isO2\n", NULL, "e1-g1 e2-g2", "", "r4rk1/R4RK1 w - - 2 2"},
    {CASTLING "piece K = king isO3\n", NULL, "e1-h1", "e2-b2 e2-h2", "r3k2r/R5RK b kq - 1 1"},
    {CASTLING "piece K = king ilO2\n", NULL, "", "e1-c1", "r3k2r/R3K2R w Qq - 0 1"},
    {CASTLING "piece K = king irO2\n", NULL, "e1-g1", "e2-g2", "r3k2r/R4RK1 b k - 1 1"},
    {CASTLING "piece K = king isO2\ncastling = none\n", NULL, "", "", "r3k2r/R3K2R w - - 0 1"},
    {CASTLING "piece K = king isO2\ncastling = any-file\n", "1r1k2r1/1R1K2R1 w KQkq - 0 1", "", "O-O-O d1-g1", NULL},
    {CASTLING "piece K = king isO2\ncastling-rook = T\n", NULL, "", "", "r3k2r/R3K2R w - - 0 1"},
    {"board = square 8x2\narray = t1r1k2t/T1R1K2T\npiece K = king isO2\npiece R = rook -\npiece T = tower -\nroyal = K\n"
     "castling-rook = T\n", NULL, "e1-g1", "e2-g2", "t1r1k2t/T1R2TK1 b kq - 1 1"},
    {"board = square 8x4\narray = rr2k1rr/8/8/RR2K1RR\npiece K = king isO2\npiece R = rook mW\nroyal = K\n", NULL,
     "b1-b2 b4-b3 g1-g2 g4-g3", "a1-a2 a1-b1 b2-a2 b2-b1 b2-c2 e1-c1 e1-g1 g2-f2 g2-g1 g2-h2 h1-g1 h1-h2", NULL},
    /* Players and the array. */
    {KINGS, "2k/3/K1r w - - 0 1", "", "a1-a2", NULL},
    {KINGS "checks = no\n", "2k/3/K1r w - - 0 1", "", "a1-a2 a1-b1 a1-b2", NULL},
    {KINGS, NULL, "", "c1-b1 c1-c2", "k2/3/2K w - - 0 1"},
    {KINGS "first = Black\n", NULL, "", "a3-a2 a3-b3", "k2/3/2K b - - 0 1"},
    {KINGS "first = black\n", NULL, "a3-a2", "c1-c2", "3/k2/2K w - - 1 2"},
    {KINGS "players = Red Green\n", "k2/3/2K g - - 0 1", "", "a3-a2 a3-b3", "k2/3/2K g - - 0 1"},
    {KINGS "players = Red Green\n", "k2/3/2K b - - 0 1", "", "a3-a2 a3-b3", "k2/3/2K g - - 0 1"},
    {"board = square 3x3\nholes = b1\narray = k2/3/1*K\npiece K = king K\nroyal = K\n", NULL, "", "c1-c2", NULL},
    {KINGS "files = x y z\nranks = 7 8 9\n", NULL, "", "z7-y7 z7-z8", NULL},
    {KINGS "files = x y z\nrank-first = yes\n", NULL, "1z-2z", NULL, "k2/2K/3 b - - 1 1"},
    {SETUP, NULL, "", NULL, "1pk/3/KP1 w - - 0 1"},
    {SETUP "setup-view = turned\n", NULL, "", NULL, "1pk/3/KP1 w - - 0 1"},
    {SETUP "setup-view = mirrored\n", NULL, "", NULL, "kp1/3/KP1 w - - 0 1"},
    /* Where moves begin, and labels that are read as well. */
    {MORE, "3/3/3/P2 w - - 0 1", "", "a1-a2 a1-b1", NULL},
    {MORE, "3/3/P2/3 w - - 0 1", "", "", NULL},
    {MORE, "3/P2/3/3 w - - 0 1", "", "a3-b4", NULL},
    {MORE, "3/3/1p1/3 b - - 0 1", "", "b2-a1 b2-c1", NULL},
    {INITIAL, "3/3/3/2N w - - 0 1", "", "", NULL},
    {INITIAL, "3/3/3/1N1 w - - 0 1", "", "b1-b2", NULL},
    {INITIAL "initial N = rank 2\n", "3/3/N2/1N1 w - - 0 1", "", "a2-a3", NULL},
    {HANDS "drop = all\nalso = X:N\n", "3/3/3[N] w - - 0 1", "X@a1", NULL, "3/3/N2[] b - - 1 1"},
};

START_TEST(keys_decide_which_moves_are_legal) {
    const rule_case *c = &cases[_i];
    char text[2000], moves[2000], due[2000];
    nt_position *p = position_of(c->keys, c->fen);
    play(p, c->played);
    if (c->legal) {
        legal_moves(p, text, sizeof text);
        sort_words(text, moves);
        sort_words(c->legal, due);
        ck_assert_msg(strcmp(moves, due) == 0, "%s %s %s: legal are%s, due are%s", c->keys, c->fen, c->played, moves, due);
    }
    if (c->after) {
        write_position(p, NT_CODE_FEN, text, sizeof text);
        ck_assert_msg(strcmp(text, c->after) == 0, "%s %s: %s, not %s", c->keys, c->played, text, c->after);
    }
    nt_position_free(p);
}
END_TEST

/* Twenty-four white men around a king, each pinned by a rider of its own; only those that take their rook stay on the line. */
START_TEST(all_pins_count_however_many_there_are) {
    static const struct { int x, y; char rider; } lines[] = {{1, 1, 'b'}, {1, 2, 'n'}, {2, 1, 'n'}, {1, 3, 'c'},
                                                             {3, 1, 'c'}, {1, 0, 'r'}, {0, 1, 'r'}};
    char cells[600] = "a16:k i9:K", text[200], moves[200];
    size_t length = strlen(cells);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int turn = 0; turn < 4; turn++) {
            int x = turn & 1 ? lines[i].x : -lines[i].x, y = turn & 2 ? lines[i].y : -lines[i].y;
            if ((turn & 1 && !x) || (turn & 2 && !y)) continue;
            length += (size_t)snprintf(cells + length, sizeof cells - length, " %c%d:W %c%d:%c", 'i' + x, 9 + y, 'i' + 2 * x,
                                       9 + 2 * y, lines[i].rider);
        }
    nt_position *p = position_of("board = square 16x16\narray = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15\nroyal = K\n"
                                 "piece K = king K\npiece W = wazir W\npiece B = bishop B\npiece N = nightrider NN\n"
                                 "piece C = camelrider CC\npiece R = rook R", NULL);
    ck_assert_msg(nt_position_set(p, NT_CODE_CELLS, cells, length) == NT_OK, "%s: %s", cells, found.text);
    legal_moves(p, text, sizeof text);
    sort_words(text, moves);
    ck_assert_str_eq(moves, " h9-g9 i10-i11 i8-i7 j9-k9");
    nt_position_free(p);
}
END_TEST

/* Rows of 32 cells, the most that there are. */
START_TEST(the_widest_board_is_read_and_written) {
    static const nt_code codes[] = {NT_CODE_FEN, NT_CODE_GC, NT_CODE_CELLS, NT_CODE_TEXT};
    static const char *const due[] = {"k31/32/32/32/32/32/32/31K w", "k31/32/32/32/32/32/32/31K", "F1:K a8:k",
                                      "8  k . . "};
    char text[2000];
    nt_position *p = position_of("board = square 32x8\narray = k31/32/32/32/32/32/32/31K\npiece K = king K\nroyal = K", NULL);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        write_position(p, codes[i], text, sizeof text);
        ck_assert_msg(strncmp(text, due[i], strlen(due[i])) == 0, "%s", text);
    }
    nt_position_free(p);
}
END_TEST

/* ---- zones ---- */

typedef struct zone_case {
    const char *board, *zone, *own, *other; /* the cells of the first player and of the second */
} zone_case;

#define SQUARES "square 3x4"
#define HEXAGONS "hexagon 2 glinski\ncoordinates = glinski"

/* The board of hexagons has the files a to c, of 2, 3 and 2 cells. */
static const zone_case zones[] = {
    {SQUARES, "rank 2", "a2 b2 c2", "a3 b3 c3"},
    {SQUARES, "rank 4", "a4 b4 c4", "a1 b1 c1"},
    {SQUARES, "ranks 1-2", "a1 b1 c1 a2 b2 c2", "a3 b3 c3 a4 b4 c4"},
    {SQUARES, "ranks 3 - 4", "a3 b3 c3 a4 b4 c4", "a1 b1 c1 a2 b2 c2"},
    {SQUARES, "cells a1 b2", "a1 b2", "a1 b2"},
    {SQUARES, "cells a1 b1 / c4", "a1 b1", "c4"},
    {SQUARES, "cells / c4", "", "c4"},
    {SQUARES, "seen a1 b2", "a1 b2", "c4 b3"},
    {SQUARES, "far", "a4 b4 c4", "a1 b1 c1"},
    {SQUARES "\nholes = b4", "far", "a4 b3 c4", "a1 b1 c1"},
    {SQUARES, "left", "a1 a2 a3 a4", "c1 c2 c3 c4"},
    {SQUARES, "middle", "b1 b2 b3 b4", "b1 b2 b3 b4"},
    {SQUARES, "right", "c1 c2 c3 c4", "a1 a2 a3 a4"},
    {SQUARES, "none", "", ""},
    {SQUARES, "all, -ranks 1-3", "a4 b4 c4", "a1 b1 c1"},
    {SQUARES, "all,-left,-right,-far", "b1 b2 b3", "b2 b3 b4"},
    {SQUARES, "rank 1, cells b1 b2", "a1 b1 c1 b2", "a4 b4 c4 b1 b2"},
    {SQUARES, "rank 1, none", "a1 b1 c1", "a4 b4 c4"},
    {"square 4x2", "left", "a1 a2 b1 b2", "c1 c2 d1 d2"},
    {"square 4x2", "middle", "", ""},
    {"square 10x8", "rank 8, -cells a8 b8 c8 d8 e8 f8 g8 h8", "i8 j8", "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"},
    {HEXAGONS, "rank 1", "a1 b1 c1", "a2 b3 c2"},
    {HEXAGONS, "rank 3", "b3", "b1"},
    {HEXAGONS, "far", "a2 b3 c2", "a1 b1 c1"},
    {HEXAGONS, "left", "a1 a2", "c1 c2"},
    {HEXAGONS, "middle", "b1 b2 b3", "b1 b2 b3"},
    {HEXAGONS, "right", "c1 c2", "a1 a2"},
    {HEXAGONS, "seen a1", "a1", "c2"},
};

/* A zone where men in hand may be dropped. */
START_TEST(zones_lie_as_each_player_sees_them) {
    const zone_case *c = &zones[_i];
    char keys[500];
    snprintf(keys, sizeof keys, "board = %s\nsetup = P a1\npiece P = pawn -\ndrop = %s", c->board, c->zone);
    ck_assert_msg(load(keys) == NT_OK, "%s: %s", keys, found.text);
    for (unsigned player = 0; player < 2; player++) {
        const char *cells = player ? c->other : c->own;
        nt_cells due = {{0}};
        char name[4];
        for (int n; sscanf(cells, " %3s%n", name, &n) == 1; cells += n)
            nt_cells_add(&due, (unsigned)nt_cell_find(variant, name, strlen(name)));
        for (unsigned cell = 0; cell < nt_variant_cells(variant); cell++)
            ck_assert_msg(nt_cells_has(&due, cell) == nt_cells_has(&variant->drop_zone[1][player], cell),
                          "%s: %s: player %u, cell %u", c->board, c->zone, player, cell);
    }
}
END_TEST

/* ---- ends ---- */

#define STUCK "board = square 3x3\narray = 3/3/3\npiece S = stone -\npiece Q = queen R\n"
#define RACE "board = square 10x8\narray = 9k/10/10/10/10/10/10/K9\npiece K = king K\nroyal = K\n"
#define GOAL RACE "goal = rank 8\n"
#define CORNER RACE "goal = cells j8\n"
#define BARE "board = square 3x3\narray = k2/3/2K\npiece K = king K\npiece S = stone -\nroyal = K\n"

typedef struct end_case {
    const char *keys, *fen;
    nt_ending ending;
    unsigned twelfths[2];
} end_case;

static const end_case ends[] = {
    {STUCK, "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {6, 6}},
    {STUCK "stalemate = draw\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {6, 6}},
    {STUCK "stalemate = loss\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {0, 12}},
    {STUCK "stalemate = win\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {12, 0}},
    {STUCK "stalemate = 1/4\n", "3/3/s2 b - - 0 1", NT_ENDING_STALEMATE, {9, 3}},
    {STUCK "stalemate = 2/3\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {8, 4}},
    {STUCK "stalemate = 5/6\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {10, 2}},
    {STUCK "stalemate = 0/1\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {0, 12}},
    {STUCK "stalemate = 2/2\n", "3/3/S2 w - - 0 1", NT_ENDING_STALEMATE, {12, 0}},
    {STUCK, "3/3/Q2 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {BARE, "2K/3/k1s w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {BARE "bare-king = none\n", "2K/3/k1s w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {BARE "bare-king = loss\n", "2K/3/k1s w - - 0 1", NT_ENDING_BARE_KING, {0, 12}},
    {BARE "bare-king = loss\n", "2K/3/k1S w - - 0 1", NT_ENDING_BARE_KING, {12, 0}},
    {BARE "bare-king = loss\n", "1sK/2S/k2 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {BARE "bare-king = answer\n", "2K/2s/k2 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {BARE "bare-king = answer\n", "2K/3/k1s w - - 0 1", NT_ENDING_NONE, {0, 0} /* it is his very next move */},
    {BARE "bare-king = answer\n", "2K/3/k1s b - - 0 1", NT_ENDING_BARE_KING, {0, 12}},
    {STUCK "extinction = none\n", "3/3/Q2 b - - 0 1", NT_ENDING_STALEMATE, {6, 6}},
    {STUCK "extinction = loss\n", "3/3/Q2 b - - 0 1", NT_ENDING_EXTINCTION, {12, 0}},
    {STUCK "extinction = win\n", "3/3/Q2 b - - 0 1", NT_ENDING_EXTINCTION, {0, 12}},
    {STUCK "extinction = loss\n", "s2/3/Q2 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {STUCK "extinction = loss Q\n", "s2/3/Q2 w - - 0 1", NT_ENDING_EXTINCTION, {12, 0}},
    {STUCK "extinction = loss S Q\n", "s2/3/QS1 w - - 0 1", NT_ENDING_EXTINCTION, {12, 0}},
    {STUCK "extinction = loss S\n", "s2/3/QS1 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {GOAL, "K9/10/10/10/10/10/9k/10 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {GOAL, "10/K9/10/10/10/10/9k/10 b - - 0 1", NT_ENDING_NONE, {0, 0}},
    {GOAL, "10/10/K9/10/10/10/10/9k w - - 0 1", NT_ENDING_GOAL, {0, 12}},
    {CORNER, "9K/10/10/10/10/10/10/k9 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {CORNER, "9k/10/10/10/10/10/10/K9 w - - 0 1", NT_ENDING_GOAL, {0, 12}},
    {CORNER, "8K1/10/10/10/10/10/10/k9 b - - 0 1", NT_ENDING_NONE, {0, 0}},
    {GOAL "goal-answer = no\n", "K9/10/10/10/10/10/9k/10 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {GOAL "goal-answer = yes\n", "K9/10/10/10/10/10/9k/10 b - - 0 1", NT_ENDING_NONE, {0, 0}},
    {GOAL "goal-answer = yes\n", "K9/10/10/10/9k/10/10/10 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
};

START_TEST(keys_decide_how_a_game_ends) {
    const end_case *c = &ends[_i];
    nt_result result = {0};
    nt_position *p = position_of(c->keys, c->fen);
    nt_ending ending = nt_position_ending(p, &result);
    ck_assert_msg(ending == c->ending, "%s %s: %s", c->keys, c->fen, nt_ending_name(ending));
    for (unsigned player = 0; ending != NT_ENDING_NONE && player < 2; player++)
        ck_assert_msg(result.twelfths[player] == c->twelfths[player], "%s %s: %u", c->keys, c->fen, result.twelfths[player]);
    nt_position_free(p);
}
END_TEST

/* ---- what is said of pieces ---- */

START_TEST(pawns_are_named_whatever_their_place_among_the_pieces) {
    nt_position *p = position_of("board = square 3x4\narray = p2/3/3/P2\npiece S = stone -\npiece P = pawn fmW\npawns = P", NULL);
    nt_move move;
    ck_assert_int_eq(nt_move_read(p, nt_format_find("pgn"), "c3", 2, &move), NT_INVALID);
    ck_assert_ptr_nonnull(strstr(found.text, "the pawn on a1 cannot reach c3"));
    nt_position_free(p);
    found.text[0] = '\0';
    p = position_of("board = square 3x4\narray = p2/3/3/S2\npiece S = stone W\npiece P = pawn fmW\npawns = P", NULL);
    ck_assert_int_eq(nt_move_read(p, nt_format_find("pgn"), "c3", 2, &move), NT_INVALID);
    ck_assert_msg(strstr(found.text, "White has no pawn") != NULL, "%s", found.text);
    nt_position_free(p);
}
END_TEST

START_TEST(pieces_are_called_by_their_name_however_short) {
    nt_position *p = position_of("board = square 3x2\narray = k2/2K\npiece K = a K\nroyal = K", NULL);
    ck_assert_int_eq(nt_position_set(p, NT_CODE_FEN, "3/2K w - - 0 1", 14), NT_INVALID);
    ck_assert_msg(strstr(found.text, "Black has no a") != NULL, "%s", found.text);
    nt_position_free(p);
}
END_TEST

START_TEST(names_of_files_and_ranks_run_together_from_three_on) {
    nt_position *p = position_of("board = square 3x2\nsetup = S a1\npiece S = stone W", NULL);
    nt_move move;
    ck_assert_int_eq(nt_move_read(p, nt_format_find("pgn"), "Sd1", 3, &move), NT_INVALID);
    ck_assert_msg(strstr(found.text, "files go a to c") != NULL, "%s", found.text);
    ck_assert_int_eq(nt_move_read(p, nt_format_find("pgn"), "Sa3", 3, &move), NT_INVALID);
    ck_assert_msg(strstr(found.text, "ranks go 1, 2") != NULL, "%s", found.text);
    nt_position_free(p);
}
END_TEST

/* A cannon has no man to capture over on an empty board. */
START_TEST(drawing_is_that_of_an_empty_board) {
    char text[200];
    nt_buffer buffer = {.context = context};
    ck_assert_int_eq(load("board = square 4x2\narray = 4/C3\npiece C = cannon mRcpR\npiece W = wazir W"), NT_OK);
    nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
    ck_assert_int_eq(nt_kind_draw(variant, 1, nt_cell_find(variant, "a1", 2), output), NT_OK);
    ck_assert_int_eq(nt_kind_draw(variant, 2, nt_cell_find(variant, "b1", 2), output), NT_OK);
    take(output, &buffer, text, sizeof text);
    ck_assert_str_eq(text, "2  m . . .\n1  C m m m\n   a b c d\n2  . * . .\n1  * W * .\n   a b c d\n");
}
END_TEST

/* The cells are (1,1), (5,2) and (6,2): straight ahead is (1,1), so that two lines lie between the parts. */
START_TEST(lines_between_the_parts_of_a_board_are_drawn) {
    char text[300];
    nt_position *p = position_of("board = outline glinski 1-1 5-6\npiece K = king K\nsetup = K 11", NULL);
    write_position(p, NT_CODE_TEXT, text, sizeof text);
    ck_assert_str_eq(text, " ___\n/ k \\___\n\\___/   \\\n    \\___/ 2\n\n\n                 ___\n                / K \\\n"
                           "                \\___/ 1\n\nWhite to move\n");
    nt_position_free(p);
}
END_TEST

/* ---- values that are none ---- */

typedef struct fault_case {
    const char *keys, *words;
} fault_case;

static const fault_case faults[] = {
    {STUCK "drop = rank 0", "a zone is made of"},     {STUCK "drop = rank 4", "a zone is made of"},
    {STUCK "drop = ranks 3-2", "a zone is made of"},  {STUCK "drop = ranks 1-4", "a zone is made of"},
    {STUCK "drop = ranks 1-", "a zone is made of"},   {STUCK "drop = ranks -1", "a zone is made of"},
    {STUCK "drop = rank", "a zone is made of"},       {STUCK "drop = cells d1", "a zone is made of"},
    {STUCK "drop = cells a12", "a zone is made of"},  {STUCK "drop = cells a1 / a2 / a3", "a zone is made of"},
    {STUCK "drop = seen d1", "a zone is made of"},    {STUCK "drop = array", "a zone is made of"},
    {STUCK "drop = some", "a zone is made of"},       {STUCK "drop = all a1", "a zone is made of"},
    {STUCK "stalemate = 3/2", "such as 1/4"},         {STUCK "stalemate = 1/0", "such as 1/4"},
    {STUCK "stalemate = 1/5", "such as 1/4"},         {STUCK "stalemate = 1/44", "such as 1/4"},
    {STUCK "stalemate = 1:4", "such as 1/4"},         {STUCK "stalemate = a/4", "such as 1/4"},
    {STUCK "stalemate = 1/b", "such as 1/4"},         {STUCK "checkmate = 1/4", "draw, loss or win"},
    {STUCK "drop = all\nslots = W1", "NAME:LABEL"},   {STUCK "drop = all\nslots = :S", "NAME:LABEL"},
    {STUCK "slots = A:S / B:S / C:S", "players parted by /"},
    {STUCK "slots = A234567890123456:S", "NAME:LABEL"},
    {STUCK "promote S = Q\npromote-zone S = far\npromote-limit = Q:0", "LABEL:NUMBER"},
    {STUCK "promote S = Q\npromote-zone S = far\npromote-limit = Q:256", "LABEL:NUMBER"},
    {STUCK "promote S = Q\npromote-zone S = far\npromote-limit = :1", "LABEL:NUMBER"},
    {STUCK "promote S = Q\npromote-zone S = far\npromote-limit = X:1", "no piece has the label"},
    {STUCK "promote S = X\npromote-zone S = far", "no piece has the label"},
    {STUCK "check-limit = 101", "a number up to 100"}, {STUCK "check-limit = -1", "a number up to 100"},
    {STUCK "capture = always", "optional, forced"},
    {STUCK "holes = a1 d1", "no such cell"},           {"board = hexagon 2\nholes = a1 b1", "holes are cells of squares"},
    {STUCK "files = a b", "one label"},                {STUCK "ranks = 1 2 3 4", "one label"},
    {STUCK "files = a b c d", "one label"},            {STUCK "files = a b c234567890123456", "one label"},
    {CASTLING "piece K = king isO4", "leads off the board"},
    {CASTLING "piece K = king isO2\ncastling-rook = X", "no piece has the label"},
    {"board = square 8x2\narray = 4k3/4K3\npiece K = king isO2\nroyal = K", "castling needs"},
};

START_TEST(values_that_are_none_are_told) {
    const fault_case *c = &faults[_i];
    ck_assert_msg(load(c->keys) == NT_INVALID, "%s", c->keys);
    ck_assert_msg(found.count == 1, "%s: %zu findings, the last: %s", c->keys, found.count, found.text);
    ck_assert_msg(strstr(found.text, c->words) != NULL, "%s: %s", c->keys, found.text);
}
END_TEST

Suite *rules_suite(void) {
    Suite *suite = suite_create("rules");
    TCase *tests = tcase_create("rules");
    tcase_add_checked_fixture(tests, open_context, close_context);
    tcase_add_loop_test(tests, keys_decide_which_moves_are_legal, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, all_pins_count_however_many_there_are);
    tcase_add_test(tests, the_widest_board_is_read_and_written);
    tcase_add_loop_test(tests, zones_lie_as_each_player_sees_them, 0, sizeof zones / sizeof *zones);
    tcase_add_loop_test(tests, keys_decide_how_a_game_ends, 0, sizeof ends / sizeof *ends);
    tcase_add_test(tests, pawns_are_named_whatever_their_place_among_the_pieces);
    tcase_add_test(tests, pieces_are_called_by_their_name_however_short);
    tcase_add_test(tests, names_of_files_and_ranks_run_together_from_three_on);
    tcase_add_test(tests, drawing_is_that_of_an_empty_board);
    tcase_add_test(tests, lines_between_the_parts_of_a_board_are_drawn);
    tcase_add_loop_test(tests, values_that_are_none_are_told, 0, sizeof faults / sizeof *faults);
    suite_add_tcase(suite, tests);
    return suite;
}
