/* The resolver, its explanations, and the replay: what moves mean, why they are not legal, and what a whole game
 * comes to. */
#include "support.h"

#include "formats/formats.h"

#include <stdio.h>

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* ---- one move ---- */

typedef struct resolve_case {
    const char *variant, *fen, *format, *text;
    const char *expected;  /* the move in coordinates; or the id of the finding */
    const char *words;     /* part of the message, NULL: any */
    uint32_t spelling;     /* bits that must be set on success */
} resolve_case;

static nt_position *position_of(nt_context *context, const char *variant, const char *fen) {
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, variant, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    ck_assert_ptr_nonnull(p);
    if (fen) ck_assert_int_eq(nt_position_set(p, NT_CODE_FEN, fen, strlen(fen)), NT_OK);
    return p;
}

static void write_move(nt_position *p, nt_move move, const nt_format *format, char *text, size_t size) {
    nt_buffer buffer = {.context = p->context};
    nt_output *output = nt_output_function(p->context, nt_buffer_write, &buffer);
    nt_move_write(p, move, format, output);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    snprintf(text, size, "%.*s", (int)buffer.size, (const char *)buffer.data);
    nt_buffer_free(&buffer);
}

static void check_case(const resolve_case *c) {
    test_findings findings;
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, c->fen);
    const nt_format *format = nt_format_find(c->format);
    nt_intent intent;
    nt_fault fault = {.id = NT_DIAG_COUNT};
    nt_move move;
    char text[64];
    nt_status status = format->read_move(p, nt_text_from(c->text), &intent, &fault);
    ck_assert_msg(status == NT_OK, "%s is not read: %s", c->text, fault.message.text);
    intent.format = format;
    status = nt_resolve(p, &intent, &move, &fault);
    if (status == NT_OK) {
        write_move(p, move, nt_format_find("coord"), text, sizeof text);
        ck_assert_msg(strcmp(text, c->expected) == 0, "%s is %s, not %s", c->text, text, c->expected);
        ck_assert_msg((intent.spelling & c->spelling) == c->spelling, "%s: spelling %x", c->text,
                      (unsigned)intent.spelling);
    } else {
        ck_assert_msg(strcmp(nt_diag_name(fault.id), c->expected) == 0, "%s: %s [%s]", c->text, fault.message.text,
                      nt_diag_name(fault.id));
        ck_assert_msg(!c->words || strstr(fault.message.text, c->words), "%s: %s", c->text, fault.message.text);
    }
    nt_position_free(p);
    nt_context_free(context);
}

static const resolve_case legal_cases[] = {
    {"chess", NULL, "pgn", "Nf3", "g1-f3", NULL, 0},
    {"chess", NULL, "pgn", "e4", "e2-e4", NULL, 0},
    {"chess", NULL, "pgn", "e2e4", "e2-e4", NULL, NT_SPELL_LONG},
    {"chess", NULL, "pgn", "Ng1f3", "g1-f3", NULL, NT_SPELL_REDUNDANT},
    {"chess", NULL, "pgn", "Nxf3", "g1-f3", NULL, NT_SPELL_CAPTURE},
    {"chess", "r1bqkbnr/ppp2ppp/2n5/1B1pP3/8/8/PPPP2PP/RNBQK1NR b KQkq - 2 4", "pgn", "Nge7", "g8-e7", NULL,
     NT_SPELL_REDUNDANT},
    {"chess", "4k3/8/2n3n1/1B6/8/8/8/4K3 b - - 0 1", "pgn", "Ne7", "g6-e7", NULL, 0},
    {"chess", "6k1/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "pgn", "Qa1b2", "a1-b2", NULL, 0},
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "pgn", "ed5", "e4-d5", NULL, NT_SPELL_CAPTURE},
    {"chess", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "pgn", "exf6", "e5-f6", NULL, 0},
    {"chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "pgn", "a8=B", "a7-a8=B", NULL, 0},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "pgn", "O-O-O", "e1-c1", NULL, 0},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "pgn", "Kg1", "e1-g1", NULL, NT_SPELL_KING_CASTLING},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "gc", "K e1-g1; R h1-f1", "e1-g1", NULL, NT_SPELL_CASTLING_PARTS},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "gc", "R h1-f1; K e1-g1", "e1-g1", NULL, NT_SPELL_CASTLING_PARTS},
    {"chess", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "gc", "P e5-f6; f5-", "e5-f6", NULL, 0},
    {"chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "gc", "P a7-a8; N-dest", "a7-a8=N", NULL, 0},
    {"chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "pgn", "f1g1", "O-O", NULL, NT_SPELL_KING_TAKES_ROOK},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "pgn", "@g2", "P@g2", NULL, 0},
    {"ajax-orthodox", NULL, "gc", "m B7-g8", "label-side", NULL, 0},
    {"ajax-orthodox", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR[MMmm] w KQkq - 0 1", "gc", "M W2-b1",
     "M@b1", NULL, 0},
    {"ajax-orthodox", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR[MMmm] w KQkq - 0 1", "alg", "(Mb1)",
     "M@b1", NULL, 0},
    {"makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "pgn", "a6", "a5-a6=M", NULL, 0},
};

START_TEST(resolve_finds_the_legal_move) {
    check_case(&legal_cases[_i]);
}
END_TEST

static const resolve_case faulty_cases[] = {
    {"chess", NULL, "gc", "n b8-c6", "label-side", "n is a label of Black", 0},
    {"chess", NULL, "gc", "p e2-e4", "label-side", "write P", 0},
    {"chess", NULL, "gc", "N e4-f6", "origin-empty", "nothing stands on e4", 0},
    {"chess", NULL, "gc", "e7-e5", "origin-enemy", "Black's", 0},
    {"chess", NULL, "gc", "N c1-e3", "label-mismatch", "the piece on c1 is the bishop B, not a knight N", 0},
    {"chess", NULL, "gc", "R a1-c3", "move-impossible", "the rook on a1 cannot reach c3", 0},
    {"chess", NULL, "gc", "R a1-a4", "move-blocked", "the rook on a1 is blocked by the pawn on a2", 0},
    {"chess", NULL, "gc", "R a1-a2", "move-own-target", "the pawn on a2", 0},
    {"chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "gc", "P e4-e5",
     "move-no-capture", "cannot capture the pawn on e5", 0},
    {"chess", NULL, "gc", "P e2-d3", "move-only-capture", "d3 is empty", 0},
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "pgn", "d5", "move-only-capture", "write exd5", 0},
    {"chess", NULL, "pgn", "Nf6", "move-no-piece", "no knight of White can go to f6", 0},
    {"chess", "4k3/8/2n5/3B4/8/8/8/4K3 w - - 0 1", "pgn", "bxc6", "move-no-piece", "Bxc6+ is legal", 0},
    {"chess", "6k1/1R5R/8/8/8/8/8/6K1 w - - 0 1", "pgn", "Rg7+", "move-ambiguous", "Rbg7+ and Rhg7+", 0},
    {"chess", "6k1/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "pgn", "Qab2", "move-ambiguous", "Qa1b2", 0},
    {"chess", "4k3/4n3/8/8/8/8/8/4RK2 b - - 0 1", "pgn", "Nc6",
     "move-leaves-check", "the knight on e7 is pinned against the king on e8 by the rook on e1", 0},
    {"chess", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "pgn", "a3",
     "move-leaves-check", "the king on e1 would still be attacked by the rook on e8", 0},
    {"chess", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "pgn", "Kd2",
     "move-leaves-check", "d2 is attacked by the rook on d8", 0},
    {"chess", "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "pgn", "exd3",
     "move-leaves-check", "the king on a4 would be attacked by the rook on h4", 0},
    {"chess", NULL, "pgn", "O-O", "castle-blocked", "stands in the way", 0},
    {"chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "pgn", "O-O",
     "castle-check", "the king on e1 is in check from the rook on e4", 0},
    {"chess", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "pgn", "O-O", "castle-check", "would pass f1", 0},
    {"chess", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "pgn", "Kg1", "castle-check", "would land on g1", 0},
    {"chess960", "k5r1/8/8/8/8/8/8/4K2R w H - 0 1", "pgn", "Kg1", "castle-check", "would land on g1", 0},
    {"chess960", "k5r1/8/8/8/8/8/8/5K1R w H - 0 1", "pgn", "Kg1", "move-leaves-check", "g1 is attacked by the rook on g8", 0},
    {"chess960", "3r4/7k/8/8/8/8/8/R3K3 w A - 0 1", "pgn", "Kc1", "castle-check", "would pass d1", 0},
    {"chess960", "2r5/7k/8/8/8/8/8/R2K4 w A - 0 1", "pgn", "Kc1", "move-leaves-check", "c1 is attacked by the rook on c8", 0},
    {"chess960", "7k/8/8/8/8/8/8/rRK5 w B - 0 1", "pgn", "O-O-O", "castle-check", "the rook on a1", 0},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "pgn", "O-O", "castle-right", "White has no castling right to this side: ", 0},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "pgn", "O-O-O", "castle-right", "gives none, since no rook stands on a1", 0},
    {"chess", "4k3/8/8/8/8/8/8/7K w - - 0 1", "gc", "K h1-f1", "move-impossible", "no castling right, since the king does not", 0},
    {"chess", "4k3/8/8/8/8/8/8/7K w - - 0 1", "pgn", "Kd1", "move-impossible", "the king on h1 cannot reach d1", 0},
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pgn", "e4e5", "origin-empty", "two moves it is written e4 e5", 0},
    {"chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "pgn", "a8", "promotion-missing", "queen Q", 0},
    {"chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "pgn", "a8=K", "promotion-wrong", "cannot promote to a king K", 0},
    {"chess", NULL, "pgn", "e4=Q", "promotion-wrong", "does not promote on e4", 0},
    {"chess", NULL, "pgn", "--", "pass-forbidden", NULL, 0},
    {"chess", "k7/8/1QK5/8/8/8/8/8 b - - 0 1", "pgn", "Ka7", "move-after-end", "stalemate", 0},
    {"chess", NULL, "pgn", "N@e4", "drop-forbidden", NULL, 0},
    {"chess", NULL, "gc", "P e2-e4; Q-dest", "promotion-wrong", NULL, 0},
    {"chess", NULL, "gc", "P e2-e4; e7-", "move-parts", "e7", 0},
    {"crazyhouse", "4k3/8/8/4p3/8/8/8/4K3[N] w - - 0 1", "pgn", "N@e5",
     "drop-occupied", "e5 is occupied by the pawn p", 0},
    {"crazyhouse", "4k3/8/8/4p3/8/8/8/4K3[N] w - - 0 1", "pgn", "Q@e6", "drop-none", "White has no queen Q left", 0},
    {"crazyhouse", "4k3/8/8/4p3/8/8/8/4K3[P] w - - 0 1", "pgn", "P@a8", "drop-zone", "a8", 0},
    {"ajax-orthodox", NULL, "gc", "M W1-b1", "drop-occupied", "b1 is occupied by the knight N", 0},
    {"ajax-orthodox", NULL, "gc", "M W1-e3", "drop-zone", "rank 1 only", 0},
};

START_TEST(fault_is_explained) {
    check_case(&faulty_cases[_i]);
}
END_TEST

START_TEST(castling_right_names_the_move_that_lost_it) {
    test_findings findings;
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 7");
    static const char *const moves[] = {"Rg1", "Rh7", "Rh1", "Rh8"};
    const nt_format *pgn = nt_format_find("pgn");
    nt_move move;
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(nt_move_read(p, pgn, moves[i], strlen(moves[i]), &move), NT_OK);
        ck_assert_int_eq(nt_position_make(p, move), NT_OK);
    }
    ck_assert_int_eq(nt_move_read(p, pgn, "O-O", 3, &move), NT_INVALID);
    ck_assert_str_eq(findings.id, "castle-right");
    ck_assert_ptr_nonnull(strstr(findings.text, "the rook from h1 moved at move 7 (Rh1-g1)"));
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* ---- every legal move in every notation ---- */

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Writes a legal move in a notation and reads it back. */
static void check_round(nt_position *p, nt_move move, const nt_format *format) {
    char text[64];
    nt_intent intent;
    nt_fault fault = {.id = NT_DIAG_COUNT};
    nt_move back;
    write_move(p, move, format, text, sizeof text);
    nt_status status = format->read_move(p, nt_text_from(text), &intent, &fault);
    if (status == NT_OK) status = nt_resolve(p, &intent, &back, &fault);
    ck_assert_msg(status == NT_OK, "%s, %s: %s", p->variant->id, text, fault.message.text);
    ck_assert_msg(back.from == move.from && back.to == move.to && back.promo == move.promo && back.type == move.type,
                  "%s: %s is read as another move", p->variant->id, text);
}

static void play_rounds(nt_position *p, uint32_t *random, unsigned plies) {
    static const char *const names[] = {"pgn", "alg", "gc", "coord", "uci"};
    nt_move *moves = nt_new(p->context, p->variant->move_bound * sizeof *moves);
    for (unsigned ply = 0; ply < plies; ply++) {
        size_t count = nt_position_moves(p, moves);
        nt_result result;
        if (!count || nt_position_ending(p, &result) != NT_ENDING_NONE) break;
        for (size_t i = 0; i < count; i += 1 + next_random(random) % 4) {
            for (size_t k = 0; k < sizeof names / sizeof *names; k++)
                check_round(p, moves[i], nt_format_find(names[k]));
        }
        ck_assert_int_eq(nt_position_make(p, moves[next_random(random) % count]), NT_OK);
    }
    nt_delete(p->context, moves, p->variant->move_bound * sizeof *moves);
}

typedef struct zillions_case {
    const char *variant, *fen, *move, *text; /* in coordinates, and as Zillions of Games has it */
} zillions_case;

static const zillions_case zillions_cases[] = {
    {"chess", NULL, "e2-e4", "Pawn e2 - e4"},
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", "Pawn e4 x d5"},
    {"chess", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "e5-f6", "Pawn e5 - f6 x f5"},
    {"chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=N", "Pawn a7 - a8 = Knight"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1-g1", "King e1 - g1 Rook h1 - f1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8-c8", "King e8 - c8 Rook a8 - d8"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "White Knight e4"},
};

START_TEST(moves_are_written_as_zillions_has_them) {
    const zillions_case *c = &zillions_cases[_i];
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, c->fen);
    nt_move move, back;
    char text[64];
    ck_assert_int_eq(nt_move_read(p, nt_format_find("coord"), c->move, strlen(c->move), &move), NT_OK);
    write_move(p, move, nt_format_find("zsg"), text, sizeof text);
    ck_assert_str_eq(text, c->text);
    ck_assert_int_eq(nt_move_read(p, nt_format_find("zsg"), text, strlen(text), &back), NT_OK);
    ck_assert_mem_eq(&move, &back, sizeof move);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

static const char *const round_variants[] = {"chess", "chess960", "crazyhouse", "ajax-orthodox", "capablanca", "grand",
                                             "shatranj", "makruk", "courier", "antichess", "racing-kings", "glinski"};

START_TEST(every_legal_move_resolves_to_itself) {
    test_findings findings;
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    uint32_t random = 2463534242u;
    nt_position *p = position_of(context, round_variants[_i], NULL);
    for (unsigned game = 0; game < 2; game++) {
        nt_position_reset(p);
        play_rounds(p, &random, 120);
    }
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* ---- whole games ---- */

typedef struct replay_case {
    nt_mode mode;
    const char *format, *text;
    const char *states;   /* a letter for each move: O legal, X illegal, - not judged */
    const char *findings; /* ids in their order, each with a blank behind it */
} replay_case;

typedef struct id_list {
    char text[1000];
} id_list;

static void add_id(void *user, const nt_diagnostic *diagnostic) {
    id_list *list = user;
    size_t length = strlen(list->text);
    snprintf(list->text + length, sizeof list->text - length, "%s ", diagnostic->id);
}

static void check_replay(const replay_case *c) {
    id_list ids = {""};
    char states[100] = "";
    nt_replay_settings ask = {.claims = true};
    nt_settings settings = {.sink = add_id, .sink_user = &ids, .mode = c->mode};
    nt_context *context = nt_context_new(&settings);
    nt_input *input = nt_input_memory(context, c->text, strlen(c->text), "case");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find(c->format));
    nt_replay *replay = nt_replay_new(context, &ask);
    const nt_game *game;
    while (nt_game_next(reader, &game) == NT_OK) {
        nt_replay_game(replay, game);
        for (size_t i = 0; i < game->item_count; i++) {
            nt_move move;
            nt_ply_state state = nt_replay_move(replay, i, &move);
            if (state != NT_PLY_NONE) strcat(states, state == NT_PLY_OK ? "O" : state == NT_PLY_ILLEGAL ? "X" : "-");
        }
    }
    ck_assert_str_eq(states, c->states);
    ck_assert_msg(strcmp(ids.text, c->findings) == 0, "%s: %s", c->text, ids.text);
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}

#define FEN(fen) "[SetUp \"1\"]\n[FEN \"" fen "\"]\n\n"

#define GLINSKI "[Variant \"glinski\"]\n\n"

/* White's knights on c3 and e3, with more on the eighth and the fifth rank. */
#define KNIGHTS(eighth, fifth) eighth "/8/8/" fifth "/8/2N1N3/8/4K3 w - - 0 1"

static const replay_case replay_cases[] = {
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 *", "OOOOOOOO", ""},
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Ke3 (2. Nf3 Nc6) (2. Nf6 d5) Nc6 *",
     "OOXOOX--", "move-impossible move-no-piece "},
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Ke3 Nc6 (2... d5) 3. Nf3 *", "OOX---", "move-impossible "},
    {NT_TOLERANT, "pgn", "1. e4 e5 (1... -- 2. Z0 d5) 2. Nf3 *", "OOOOOO", "spell-null "},
    {NT_TOLERANT, "pgn", "1. e4 -- 2. d4 *", "OX-", "null-move "},
    {NT_REPAIR, "pgn", "1. e4 -- 2. d4 *", "OOO", "repaired "},
    {NT_TOLERANT, "pgn", "10. e4 e5 12. d4 *", "OOO", "move-number "},
    {NT_TOLERANT, "pgn", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", "OOOO", "result-conflict result-board "},
    {NT_REPAIR, "pgn", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", "OOOO", "result-conflict repaired "},
    {NT_TOLERANT, "pgn", "1. f3 e5 2. g4 Qh4# 3. Kf2 0-1\n", "OOOOX", "move-after-end "},
    {NT_TOLERANT, "pgn", "1. e4+ e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0", "OOOOOOO", "check-wrong "},
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0", "OOOOOOO", ""},
    {NT_STRICT, "pgn", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0", "OOOOOOO", "check-missing "},
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Qh5 Nc6 3. Qxf7# *", "OOOOO", "check-wrong "},
    {NT_TOLERANT, "pgn", FEN("4r1k1/5p2/8/4P3/8/8/8/4K2R b - - 0 1")
     "1... f5 2. Rh2 Re7 3. Rh1 Re8 4. Rh2 Re7 5. Rh1 Re8 *", "OOOOOOOOO", "repetition "},
    {NT_TOLERANT, "pgn", "[Variant \"Klingon\"]\n\n1. e4 *", "-", "variant-unknown "},
    {NT_TOLERANT, "pgn", FEN("garbage") "1. e4 *", "-", "fen-piece fen-rows "},
    {NT_TOLERANT, "pgn", "[SetUp \"1\"]\n\n1. e4 *", "O", "setup-without-fen "},
    {NT_TOLERANT, "pgn", "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *",
     "O", "setup-zero-with-fen "},
    {NT_TOLERANT, "pgn", FEN("8/P6k/8/8/8/8/8/4K3 w - - 0 1") "1. a8 *", "X", "promotion-missing "},
    {NT_REPAIR, "pgn", FEN("8/P6k/8/8/8/8/8/4K3 w - - 0 1") "1. a8 *", "O", "repaired "},
    {NT_TOLERANT, "pgn", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Ke4 Kd5 1/2-1/2", "OOOOOOOOOOX-",
     "move-impossible "},
    {NT_REPAIR, "pgn", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Ke4 Kd5 1/2-1/2",
     "OOOOOOOOOOX-", "repaired "},
    /* The king is put in the centre of a board of odd height, or beside it. */
    {NT_REPAIR, "pgn", GLINSKI "1. Kf6 *", "X", "repaired "},
    {NT_REPAIR, "pgn", GLINSKI "1. Kf6 e6 *", "X-", "repaired "},
    {NT_REPAIR, "pgn", GLINSKI "1. Kf6 e6 2. e5 *", "X--", "move-impossible "},
    {NT_REPAIR, "pgn", GLINSKI "1. Ke5 *", "X", "move-impossible "},
    {NT_REPAIR, "pgn", GLINSKI "1. Kg5 *", "X", "move-impossible "},
    {NT_REPAIR, "pgn", GLINSKI "1. Ke6 *", "X", "move-impossible "},
    {NT_REPAIR, "pgn", GLINSKI "1. Kg6 *", "X", "move-impossible "},
    {NT_REPAIR, "pgn", GLINSKI "1. Rf6 *", "X", "move-no-piece "},
    /* Of two knights both, one or none may go; a file or rank is written where both may. */
    {NT_STRICT, "pgn", FEN(KNIGHTS("4r2k", "b7")) "1. Nd5 *", "X", "move-leaves-check "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("4r2k", "b7")) "1. Ned5 *", "X", "move-leaves-check "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("4r2k", "8")) "1. Nd5 *", "O", ""},
    {NT_STRICT, "pgn", FEN(KNIGHTS("4r2k", "8")) "1. Ncd5 *", "O", "spell-long "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("4r2k", "8")) "1. Ned5 *", "X", "move-leaves-check "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("7k", "8")) "1. Nd5 *", "X", "move-ambiguous "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("7k", "8")) "1. N3d5 *", "X", "move-ambiguous "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("7k", "8")) "1. Ncd5 *", "O", ""},
    {NT_STRICT, "pgn", FEN(KNIGHTS("7k", "8")) "1. Nc3d5 *", "O", "spell-long "},
    {NT_STRICT, "pgn", FEN(KNIGHTS("7k", "8")) "1. Nfd5 *", "X", "move-no-piece "},
    {NT_STRICT, "pgn", FEN("7k/2N5/8/8/8/2N5/8/4K3 w - - 0 1") "1. N3d5 *", "O", ""},
    {NT_STRICT, "pgn", FEN("7k/2N5/8/8/8/2N5/8/4K3 w - - 0 1") "1. N7d5 *", "O", ""},
    {NT_STRICT, "pgn", FEN("7k/2N5/8/8/8/2N5/8/4K3 w - - 0 1") "1. Ncd5 *", "X", "move-ambiguous "},
    {NT_STRICT, "pgn", FEN("7k/2N5/8/8/8/2N1N3/8/4K3 w - - 0 1") "1. Nc3d5 *", "O", ""},
    {NT_STRICT, "pgn", FEN("7k/2N5/8/8/8/2N1N3/8/4K3 w - - 0 1") "1. N7d5 *", "O", ""},
    {NT_STRICT, "pgn", FEN("7k/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1") "1. exd5 *", "O", ""},
    {NT_STRICT, "pgn", FEN("7k/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1") "1. e4xd5 *", "O", "spell-coordinates "},
    {NT_STRICT, "pgn", FEN("4r2k/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1") "1. exd5 *", "X", "move-leaves-check "},
    {NT_STRICT, "pgn", FEN("4r2k/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1") "1. cxd5 *", "O", ""},
    {NT_REPAIR, "pgn", "1. e4 e5 2. Kd4 {a} {b} {c} Ke5 *", "OOX-", "repaired "},
    {NT_REPAIR, "pgn", "1. e4 e5 2. Kd4 (2. Nf3 Nc6 3. Bb5 a6) Ke5 *", "OOXOOOO-", "repaired "},
    {NT_REPAIR, "pgn", "1. e4 e5 2. Kd4 (2. Nf3 (2. f4 exf4) Nc6) Ke5 *", "OOXOOOO-", "repaired "},
    {NT_REPAIR, "pgn", "1. e4 e5 2. Kd4 (2. Nf3) Ke5 3. d4 *", "OOXO--", "move-impossible "},
    {NT_REPAIR, "pgn", "1. e4 e5 (1... c5 2. Kd4) *", "OOOX", "move-impossible "},
    {NT_REPAIR, "uci", "e2e4 e7e5 e1d4\n", "OOX", "repaired "},
    {NT_TOLERANT, "gc", "1. P e2-e4 p e7-e5\n2. P d2-d4\n| p d7-d6\n2... p e5-d4\n", "OOOOO", ""},
    {NT_TOLERANT, "gc", "0 P e2-e4\n1 p e7-e5\n2 N g1-f3\n", "OOO", ""},
    {NT_TOLERANT, "gc", "1. P e2-e4\n2. p e7-e5\n3. N g1-f3\n", "OOO", ""},
    {NT_TOLERANT, "gc", "1. P e2-e4 p e7-e5\nresign\n", "OO", ""},
};

START_TEST(replay_judges_each_line) {
    check_replay(&replay_cases[_i]);
}
END_TEST

START_TEST(drops_without_a_tag_name_the_variant_that_fits) {
    test_findings findings;
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    static const char text[] = "[Event \"Test\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    nt_input *input = nt_input_memory(context, text, strlen(text), "case");
    nt_reader *reader = nt_reader_new(context, input, NULL);
    nt_replay *replay = nt_replay_new(context, NULL);
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_int_eq(nt_replay_game(replay, game), NT_INVALID);
    ck_assert_str_eq(findings.id, "drop-forbidden");
    ck_assert_uint_eq(findings.ply, 5);
    ck_assert_ptr_nonnull(strstr(findings.text, "the game replays as crazyhouse"));
    ck_assert_uint_eq(nt_replay_plies(replay), 4);
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

START_TEST(result_of_a_resignation_is_a_loss_of_the_player_to_move) {
    test_findings findings;
    nt_context *context = test_context(NULL, &findings, NT_TOLERANT, (nt_limits){0});
    static const char text[] = "1. P e2-e4 p e7-e5\nresign\n";
    nt_input *input = nt_input_memory(context, text, strlen(text), "case");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("gc"));
    nt_replay *replay = nt_replay_new(context, NULL);
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_int_eq(nt_replay_game(replay, game), NT_OK);
    nt_result result = nt_replay_result(replay);
    ck_assert(result.known);
    ck_assert_uint_eq(result.twelfths[0], 0);
    ck_assert_uint_eq(result.twelfths[1], 12);
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
}
END_TEST

/* Findings of one game are capped, but an error is never among those that are hidden. */
START_TEST(findings_of_a_game_are_capped) {
    test_findings findings;
    test_memory memory = {0};
    nt_context *context = test_context(&memory, &findings, NT_TOLERANT, (nt_limits){0});
    static char text[20000];
    size_t length = 0;
    for (unsigned i = 0; i < 100; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s ", i % 2 ? "f3g1 f6g8" : "g1f3 g8f6");
    snprintf(text + length, sizeof text - length, "Ke4 *\n");
    nt_input *input = nt_input_memory(context, text, strlen(text), "case");
    nt_reader *reader = nt_reader_new(context, input, nt_format_find("pgn"));
    nt_replay *replay = nt_replay_new(context, NULL);
    const nt_game *game;
    ck_assert_int_eq(nt_game_next(reader, &game), NT_OK);
    ck_assert_int_eq(nt_replay_game(replay, game), NT_INVALID);
    ck_assert_uint_eq(nt_context_errors(context), 1);
    ck_assert_uint_eq(nt_context_warnings(context), 100);
    ck_assert_str_eq(findings.id, "limit-messages");
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

/* Every allocation fails once: nothing leaks, and what is not told by a status is a whole answer. */
START_TEST(replay_survives_failing_allocations) {
    static const char text[] = "1. e4 e5 2. Nge2 (2. Nf3 Nc6 (2... d6) 3. Nd4 O-O) Kd4 3. P@e4 1-0\n";
    nt_status status = NT_NO_MEMORY;
    for (size_t fail_at = 2; status == NT_NO_MEMORY; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        nt_context *context = test_context(&memory, NULL, NT_TOLERANT, (nt_limits){0});
        nt_input *input = nt_input_memory(context, text, strlen(text), "case");
        nt_reader *reader = input ? nt_reader_new(context, input, nt_format_find("pgn")) : NULL;
        nt_replay *replay = reader ? nt_replay_new(context, NULL) : NULL;
        const nt_game *game;
        if (replay && nt_game_next(reader, &game) == NT_OK) status = nt_replay_game(replay, game);
        if (replay) nt_replay_free(replay);
        if (reader) nt_reader_free(reader);
        if (input) nt_input_free(input);
        nt_context_free(context);
        ck_assert_uint_eq(memory.live, 0);
        ck_assert_uint_lt(fail_at, 100000);
    }
    ck_assert_int_eq(status, NT_INVALID);
}
END_TEST

Suite *meaning_suite(void);

Suite *meaning_suite(void) {
    Suite *suite = suite_create("meaning");
    TCase *resolve = tcase_create("resolve"), *replay = tcase_create("replay");
    tcase_set_timeout(resolve, 60);
    tcase_set_timeout(replay, 60);
    tcase_add_loop_test(resolve, resolve_finds_the_legal_move, 0, sizeof legal_cases / sizeof *legal_cases);
    tcase_add_loop_test(resolve, fault_is_explained, 0, sizeof faulty_cases / sizeof *faulty_cases);
    tcase_add_test(resolve, castling_right_names_the_move_that_lost_it);
    tcase_add_loop_test(resolve, moves_are_written_as_zillions_has_them, 0, sizeof zillions_cases / sizeof *zillions_cases);
    tcase_add_loop_test(resolve, every_legal_move_resolves_to_itself, 0,
                        sizeof round_variants / sizeof *round_variants);
    tcase_add_loop_test(replay, replay_judges_each_line, 0, sizeof replay_cases / sizeof *replay_cases);
    tcase_add_test(replay, drops_without_a_tag_name_the_variant_that_fits);
    tcase_add_test(replay, result_of_a_resignation_is_a_loss_of_the_player_to_move);
    tcase_add_test(replay, findings_of_a_game_are_capped);
    tcase_add_test(replay, replay_survives_failing_allocations);
    suite_add_tcase(suite, resolve);
    suite_add_tcase(suite, replay);
    return suite;
}
