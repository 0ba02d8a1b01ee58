/* Unit tests of how games end by the rules of their variants: mate, bare kings, goals, checks, men that are all gone; and of
 * single moves: forced captures, checks, castling, passes. */
#include "rules/position.h"
#include "support.h"

#include <string.h>

Suite *ends_suite(void);

static nt_context *context;
static test_memory memory;
static test_findings found;

static nt_position *position_of(const char *variant, const char *fen) {
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, variant, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    ck_assert_msg(nt_position_set(p, NT_CODE_FEN, fen, strlen(fen)) == NT_OK, "%s: %s", fen, found.text);
    return p;
}

typedef struct end_case {
    const char *variant, *fen;
    nt_ending ending;
    unsigned twelfths[2];
} end_case;

static const end_case ends[] = {
    {"chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", NT_ENDING_CHECKMATE, {12, 0}},
    {"chess", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", NT_ENDING_CHECKMATE, {0, 12}},
    {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NT_ENDING_STALEMATE, {6, 6}},
    {"chess", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    /* Shatranj: who is bare has one move to bare the other; without a legal move he has lost (Murray 1913). */
    {"shatranj", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", NT_ENDING_BARE_DRAW, {6, 6}},
    {"shatranj", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", NT_ENDING_BARE_KING, {0, 12}},
    {"shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NT_ENDING_BARE_KING, {12, 0}},
    {"shatranj", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {"shatranj", "8/8/8/8/8/k7/1r6/K7 w - - 0 1", NT_ENDING_BARE_KING, {0, 12}},
    {"shatranj", "8/8/8/8/8/1k6/8/K6r w - - 0 1", NT_ENDING_CHECKMATE, {0, 12}},
    {"shatranj", "7k/8/7K/5R2/8/8/8/R7 b - - 0 1", NT_ENDING_NONE, {0, 0}},
    /* Racing Kings: White moves first, so Black may reach the last rank with his next move and draws. */
    {"racingkings", "K7/7k/8/8/8/8/8/8 b - - 0 1", NT_ENDING_NONE, {0, 0}},
    {"racingkings", "K7/8/6k1/8/8/8/8/8 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {"racingkings", "KR6/7k/8/8/8/8/8/8 b - - 0 1", NT_ENDING_GOAL, {12, 0} /* the rank is attacked */},
    {"racingkings", "K5nn/7k/8/8/8/8/8/8 b - - 0 1", NT_ENDING_GOAL, {12, 0} /* his own men are in the way */},
    {"racingkings", "K5NN/7k/8/8/8/8/8/8 b - - 0 1", NT_ENDING_NONE, {0, 0} /* but those of the other he may take */},
    {"racingkings", "K6k/8/8/8/8/8/8/8 w - - 0 1", NT_ENDING_GOAL, {6, 6}},
    {"racingkings", "7k/K7/8/8/8/8/8/8 w - - 0 1", NT_ENDING_GOAL, {0, 12}},
    {"racingkings", "8/K6k/8/8/8/8/8/8 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    /* King of the Hill: no answer, whoever moves. */
    {"kingofthehill", "8/8/8/4K3/8/8/8/k7 b - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {"kingofthehill", "8/8/8/4K3/8/8/8/k7 w - - 0 1", NT_ENDING_GOAL, {12, 0}},
    {"kingofthehill", "8/8/8/3k4/8/8/8/K7 w - - 0 1", NT_ENDING_GOAL, {0, 12}},
    {"kingofthehill", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {"antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", NT_ENDING_EXTINCTION, {12, 0}},
    {"antichess", "8/8/8/8/8/8/8/K7 b - - 0 1", NT_ENDING_EXTINCTION, {0, 12}},
    {"antichess", "k7/8/8/8/8/8/8/7K w - - 0 1", NT_ENDING_NONE, {0, 0}},
    {"3check", "4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1", NT_ENDING_CHECKS, {12, 0}},
    {"3check", "r3k3/8/8/8/8/8/8/4K3 w - - 3+0 0 1", NT_ENDING_CHECKS, {0, 12}},
    {"3check", "r3k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1", NT_ENDING_NONE, {0, 0}},
};

START_TEST(games_end_by_the_rules_of_their_variant) {
    const end_case *c = &ends[_i];
    nt_result result;
    nt_position *p = position_of(c->variant, c->fen);
    nt_ending ending = nt_position_ending(p, &result);
    ck_assert_msg(ending == c->ending, "%s %s: %s", c->variant, c->fen, nt_ending_name(ending));
    for (unsigned player = 0; ending != NT_ENDING_NONE && player < 2; player++)
        ck_assert_msg(result.twelfths[player] == c->twelfths[player], "%s %s: %u", c->variant, c->fen, result.twelfths[player]);
    bool is_early = ending != NT_ENDING_NONE && ending != NT_ENDING_CHECKMATE && ending != NT_ENDING_STALEMATE;
    ck_assert_msg(nt_has_legal(p) == (ending == NT_ENDING_NONE), "%s %s: %s", c->variant, c->fen, nt_ending_name(ending));
    ck_assert(!nt_has_ended_early(p) || is_early);
    nt_position_free(p);
}
END_TEST

/* ---- which moves are legal, asked for one by one ---- */

/* Whether the first move between two cells is legal; it must be in the list of legal moves just then. */
static bool is_legal(nt_position *p, const char *from, const char *to) {
    const nt_variant *v = nt_position_variant(p);
    nt_move between[NT_MAX_CHOICES + 1], moves[256];
    ck_assert_uint_ge(nt_moves_between(p, (unsigned)nt_cell_find(v, from, 2), (unsigned)nt_cell_find(v, to, 2), between), 1);
    bool is_listed = false;
    size_t count = nt_position_moves(p, moves);
    for (size_t i = 0; i < count; i++) is_listed = is_listed || memcmp(&moves[i], &between[0], sizeof *moves) == 0;
    bool legal = nt_is_legal(p, between[0]);
    ck_assert_msg(legal == is_listed, "%s-%s", from, to);
    return legal;
}

START_TEST(captures_are_forced) {
    nt_position *p = position_of("antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1");
    ck_assert(is_legal(p, "e4", "d5"));
    ck_assert(!is_legal(p, "e4", "e5"));
    nt_position_free(p);
}
END_TEST

START_TEST(checks_are_neither_given_nor_left_where_that_is_forbidden) {
    nt_position *p = position_of("racingkings", "8/8/8/8/8/8/6k1/KR6 w - - 0 1");
    ck_assert(!is_legal(p, "b1", "b2"));
    ck_assert(is_legal(p, "b1", "b3"));
    nt_position_free(p);
    p = position_of("chess", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1");
    ck_assert(!is_legal(p, "e2", "d2"));
    ck_assert(is_legal(p, "e2", "e8"));
    nt_position_free(p);
}
END_TEST

START_TEST(castling_is_legal_while_the_way_is_safe) {
    nt_move castling[2];
    nt_position *p = position_of("chess", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1");
    ck_assert_uint_eq(nt_castlings(p, castling), 1);
    ck_assert(nt_is_legal(p, castling[0]));
    nt_position *attacked = position_of("chess", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1");
    ck_assert(!nt_is_legal(attacked, castling[0]));
    nt_position_free(attacked);
    nt_position_free(p);
}
END_TEST

START_TEST(who_has_no_move_passes_where_the_rules_say_so) {
    static const char text[] = "[stuck]\ntitle = Stuck\nboard = square 2x3\npiece P = pawn fmW\npass = stuck\narray = p1/2/P1\n";
    static const nt_move pass = {.type = NT_MOVE_PASS};
    nt_move moves[64];
    nt_result result;
    nt_input *input = nt_input_memory(context, text, sizeof text - 1, "stuck");
    ck_assert_int_eq(nt_variants_add(context, input), NT_OK);
    nt_input_free(input);
    nt_position *p = position_of("stuck", "p1/2/P1 w - - 0 1");
    ck_assert(is_legal(p, "a1", "a2"));
    ck_assert(!nt_is_legal(p, pass));
    nt_position_free(p);
    p = position_of("stuck", "p1/P1/2 b - - 0 1");
    ck_assert_uint_eq(nt_position_moves(p, moves), 1);
    ck_assert_int_eq(moves[0].type, NT_MOVE_PASS);
    ck_assert(nt_is_legal(p, pass));
    ck_assert_int_eq(nt_position_ending(p, &result), NT_ENDING_NONE);
    nt_position_free(p);
    p = position_of("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    ck_assert(!nt_is_legal(p, pass));
    nt_position_free(p);
}
END_TEST

static void open_context(void) { context = test_open(&memory, &found); }

static void close_context(void) { test_close(context, &memory); }

Suite *ends_suite(void) {
    Suite *suite = suite_create("ends");
    TCase *tests = tcase_create("ends");
    tcase_add_checked_fixture(tests, open_context, close_context);
    tcase_add_test(tests, captures_are_forced);
    tcase_add_test(tests, checks_are_neither_given_nor_left_where_that_is_forbidden);
    tcase_add_test(tests, castling_is_legal_while_the_way_is_safe);
    tcase_add_test(tests, who_has_no_move_passes_where_the_rules_say_so);
    tcase_add_loop_test(tests, games_end_by_the_rules_of_their_variant, 0, sizeof ends / sizeof *ends);
    suite_add_tcase(suite, tests);
    return suite;
}
