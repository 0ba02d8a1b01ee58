/* Unit tests of how games end by the rules of their variants: mate, bare kings, goals, checks, men that are all gone. */
#include "rules/position.h"
#include "support.h"

#include <string.h>

Suite *ends_suite(void);

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
    test_memory memory = {0};
    test_findings found = {0};
    nt_context *context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    const nt_variant *v;
    nt_result result;
    ck_assert_int_eq(nt_variant_load(context, c->variant, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    ck_assert_msg(nt_position_set(p, NT_CODE_FEN, c->fen, strlen(c->fen)) == NT_OK, "%s: %s", c->fen, found.text);
    nt_ending ending = nt_position_ending(p, &result);
    ck_assert_msg(ending == c->ending, "%s %s: %s", c->variant, c->fen, nt_ending_name(ending));
    for (unsigned player = 0; ending != NT_ENDING_NONE && player < 2; player++)
        ck_assert_msg(result.twelfths[player] == c->twelfths[player], "%s %s: %u", c->variant, c->fen, result.twelfths[player]);
    bool is_early = ending != NT_ENDING_NONE && ending != NT_ENDING_CHECKMATE && ending != NT_ENDING_STALEMATE;
    bool has_moves = nt_has_legal(p);
    ck_assert_msg(has_moves == (ending == NT_ENDING_NONE), "%s %s: moves in spite of %s", c->variant, c->fen, nt_ending_name(ending));
    ck_assert(!nt_has_ended_early(p) || is_early);
    nt_position_free(p);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}
END_TEST

Suite *ends_suite(void) {
    Suite *suite = suite_create("ends");
    TCase *tests = tcase_create("ends");
    tcase_add_loop_test(tests, games_end_by_the_rules_of_their_variant, 0, sizeof ends / sizeof *ends);
    suite_add_tcase(suite, tests);
    return suite;
}
