/* Unit tests of the hexagonal games: where their pieces can go on an open board, the three-handed game's removals and
 * passes, and promotions with conditions. The numbers and sets are those of the inventors' pages. */
#include "rules/position.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

Suite *hexagons_suite(void);

static test_memory memory;
static test_findings found;
static nt_context *context;
static const nt_variant *variant;
static nt_position *position;

static void begin(const char *name) {
    memory = (test_memory){0};
    found = (test_findings){0};
    context = test_context(&memory, &found, NT_TOLERANT, (nt_limits){0});
    ck_assert_int_eq(nt_variant_load(context, name, &variant), NT_OK);
    position = nt_position_new(context, variant);
    ck_assert_ptr_nonnull(position);
}

static void end(void) {
    nt_position_free(position);
    nt_context_free(context);
    ck_assert_uint_eq(memory.live, 0);
}

static unsigned kind_of(const char *label) {
    for (unsigned kind = 1; kind <= variant->kinds; kind++)
        if (strcmp(variant->kind[kind].label, label) == 0) return kind;
    ck_abort_msg("no piece %s", label);
    return 0;
}

static unsigned cell_of(const char *name) {
    size_t length;
    unsigned cell = nt_scheme_match(&variant->scheme, nt_text_from(name), &length);
    ck_assert_uint_ne(cell, NT_NO_CELL);
    ck_assert_uint_eq(length, strlen(name));
    return cell;
}

static unsigned count_of(const nt_cells *set) {
    unsigned count = 0;
    for (unsigned cell = 0; cell < NT_MAX_CELLS; cell++) count += nt_cells_has(set, cell);
    return count;
}

static bool same(const nt_cells *a, const nt_cells *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Where a man of a player can move to from a cell of the empty board. */
static nt_cells targets(const char *label, unsigned player, unsigned from) {
    unsigned kind = kind_of(label);
    size_t count = nt_kind_moves(variant, kind, player, from, NULL);
    nt_kind_move *moves = calloc(count + 1, sizeof *moves);
    nt_cells set = {0};
    ck_assert_ptr_nonnull(moves);
    ck_assert_uint_eq(nt_kind_moves(variant, kind, player, from, moves), count);
    for (size_t i = 0; i < count; i++)
        if (moves[i].flags & NT_KIND_MOVES) nt_cells_add(&set, moves[i].to);
    free(moves);
    return set;
}

/* ---- pieces ---- */

typedef struct count_case {
    const char *variant, *label, *from;
    unsigned targets;
} count_case;

static const count_case counts[] = {
    {"anglojewish-courier-point", "F", "66", 18}, {"anglojewish-courier-point", "B", "66", 18},
    {"anglojewish-courier-point", "S", "66", 12}, {"anglojewish-courier-point", "D", "66", 12},
    {"anglojewish-courier-point", "G", "66", 6},  {"mixed-radial-glinski", "G", "e5", 12},
    {"mixed-radial-wellisch", "G", "e5", 12},     {"atlantean-coffee-house", "T", "g7", 24},
};

START_TEST(pieces_reach_as_many_cells_as_their_inventors_say) {
    const count_case *due = &counts[_i];
    begin(due->variant);
    for (unsigned player = 0; player < variant->players; player++) {
        nt_cells set = targets(due->label, player, cell_of(due->from));
        ck_assert_uint_eq(count_of(&set), due->targets);
    }
    end();
}
END_TEST

/* The cells on the twelve radials of a cell, worked out from the vectors of the lattice. */
static nt_cells radials(unsigned from) {
    static const int steps[12][2] = {{1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, 0},
                                     {1, 2}, {-1, 1}, {-2, -1}, {-1, -2}, {1, -1}, {2, 1}};
    const nt_board *board = &variant->board;
    nt_cells set = {0};
    for (unsigned i = 0; i < 12; i++) {
        int x = board->x[from] + steps[i][0], y = board->y[from] + steps[i][1];
        for (unsigned cell; (cell = nt_board_at(board, x, y)) != NT_NO_CELL; x += steps[i][0], y += steps[i][1])
            nt_cells_add(&set, cell);
    }
    return set;
}

static const char *const orientations[] = {"mixed-radial-glinski", "mixed-radial-wellisch"};
static const char *const duchesses[][2] = {{"SFR", "R"}, {"RFR", "S"}, {"DR", "DF"}, {"SR", "RF"}, {"RR", "SF"}};

START_TEST(pairs_of_mixed_radial_share_out_the_radials) {
    begin(orientations[_i]);
    for (unsigned player = 0; player < 2; player++) {
        for (unsigned pair = 0; pair < sizeof duchesses / sizeof *duchesses; pair++) {
            for (unsigned cell = 0; cell < variant->board.cells; cell++) {
                nt_cells a = targets(duchesses[pair][0], player, cell), b = targets(duchesses[pair][1], player, cell);
                nt_cells all = radials(cell);
                ck_assert_uint_eq(count_of(&a) + count_of(&b), count_of(&all));
                for (unsigned w = 0; w < NT_SET_WORDS; w++) a.word[w] |= b.word[w];
                ck_assert(same(&a, &all));
            }
        }
    }
    end();
}
END_TEST

START_TEST(relay_of_black_goes_as_sprint_of_white) {
    static const char *const names[][2] = {{"SFR", "RFR"}, {"SR", "RR"}, {"SF", "RF"}, {"S", "R"}};
    begin(orientations[_i]);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        for (unsigned cell = 0; cell < variant->board.cells; cell++) {
            nt_cells sprint = targets(names[i][0], 0, cell), relay = targets(names[i][1], 1, cell);
            ck_assert(same(&sprint, &relay));
            sprint = targets(names[i][0], 1, cell);
            relay = targets(names[i][1], 0, cell);
            ck_assert(same(&sprint, &relay));
        }
    }
    end();
}
END_TEST

static unsigned colour(unsigned cell) { return (variant->board.x[cell] + variant->board.y[cell]) % 3u; }

/* The Rabbis of a player begin on the three colours, and none leaves its own. */
START_TEST(rabbis_begin_one_on_each_colour) {
    static const char *const games[] = {"anglojewish-glinski-point", "anglojewish-glinski-mixed-migrant",
                                        "anglojewish-mccooey-broker", "anglojewish-mccooey-mixed-corporal",
                                        "anglojewish-compact-point", "anglojewish-courier-broker-straight",
                                        "anglojewish-trios-migrant", "anglojewish-glinski-broker-3p"};
    for (unsigned game = 0; game < sizeof games / sizeof *games; game++) {
        begin(games[game]);
        for (unsigned player = 0; player < variant->players; player++) {
            unsigned seen[3] = {0};
            for (unsigned cell = 0; cell < variant->board.cells; cell++)
                if (variant->array[cell] == nt_code_of(kind_of("B"), player)) seen[colour(cell)]++;
            for (unsigned i = 0; i < 3; i++) ck_assert_uint_eq(seen[i], 1);
        }
        for (unsigned from = 0; from < variant->board.cells; from++) {
            nt_cells set = targets("B", 0, from);
            for (unsigned to = 0; to < variant->board.cells; to++)
                if (nt_cells_has(&set, to)) ck_assert_uint_eq(colour(to), colour(from));
        }
        end();
    }
}
END_TEST

/* ---- moves ---- */

/* Sets up a list of cells, the first player to move. */
static void set(const char *cells) {
    ck_assert_int_eq(nt_position_set(position, NT_CODE_CELLS, cells, strlen(cells)), NT_OK);
    position->state.player = position->start_player = 0;
    nt_position_rekey(position);
}

static void play(const char *text) {
    nt_move move;
    nt_status status = nt_move_read(position, nt_format_find("coord"), text, strlen(text), &move);
    ck_assert_msg(status == NT_OK, "%s: %s", text, found.text);
    ck_assert_int_eq(nt_position_make(position, move), NT_OK);
}

static bool stands(const char *cell, const char *label, unsigned player) {
    return position->cell[cell_of(cell)] == nt_code_of(kind_of(label), player);
}

/* The kinds that a move between two cells offers, one bit each; bit 0: it may stay what it is. */
static uint64_t offers(const char *from, const char *to) {
    nt_move *moves = calloc(nt_variant_move_bound(variant), sizeof *moves);
    uint64_t kinds = 0;
    ck_assert_ptr_nonnull(moves);
    size_t count = nt_position_moves(position, moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i].from == cell_of(from) && moves[i].to == cell_of(to)) kinds |= UINT64_C(1) << moves[i].promo;
    free(moves);
    return kinds;
}

static uint64_t bit(const char *label) { return UINT64_C(1) << kind_of(label); }

/* ---- three players ---- */

#define THREE "12:1G 62:1R 7b:2G 69:2F 57:2P a6:3G b7:3P"

START_TEST(army_of_the_mated_goes_and_the_second_mate_wins) {
    nt_result result;
    begin("anglojewish-glinski-migrant-3p");
    set(THREE);
    play("62-72"); /* attacks Blue's general along his file */
    ck_assert_uint_eq(position->state.alive, 7);
    play("7b-7a"); /* which does not leave it */
    play("a6-a7");
    ck_assert_uint_eq(nt_position_player(position), 0);
    ck_assert_uint_eq(position->state.alive, 5);
    ck_assert_uint_eq(count_of(&position->own[1]), 0);
    ck_assert_uint_eq(position->cell[cell_of("69")], 0);
    ck_assert_int_eq(nt_position_ending(position, &result), NT_ENDING_NONE);
    play("72-a5");
    ck_assert_uint_eq(nt_position_player(position), 2);
    play("a7-a8");
    ck_assert_uint_eq(count_of(&position->own[2]), 0);
    ck_assert_int_eq(nt_position_ending(position, &result), NT_ENDING_LAST_PLAYER);
    ck_assert(result.known);
    ck_assert_uint_eq(result.twelfths[0], 12);
    ck_assert_uint_eq(result.twelfths[1], 0);
    ck_assert_uint_eq(result.twelfths[2], 0);
    end();
}
END_TEST

START_TEST(removed_armies_come_back_when_moves_are_taken_back) {
    begin("anglojewish-glinski-migrant-3p");
    set(THREE);
    uint64_t key = nt_position_key(position);
    play("62-72");
    play("7b-7a");
    play("a6-a7");
    play("72-a5");
    play("a7-a8");
    for (unsigned i = 0; i < 5; i++) nt_position_unmake(position);
    ck_assert_uint_eq(nt_position_key(position), key);
    ck_assert(stands("7b", "G", 1) && stands("69", "F", 1) && stands("57", "P", 1));
    ck_assert(stands("a6", "G", 2) && stands("b7", "P", 2));
    end();
}
END_TEST

/* A general behind his own men, in the far corner where they cannot go on. */
START_TEST(player_who_is_stuck_passes) {
    begin("anglojewish-glinski-migrant-3p");
    set("bb:1G aa:1P ab:1P ba:1P 56:2G 27:3G");
    nt_move *moves = calloc(nt_variant_move_bound(variant), sizeof *moves);
    ck_assert_ptr_nonnull(moves);
    ck_assert_uint_eq(nt_position_moves(position, moves), 1);
    ck_assert_int_eq(moves[0].type, NT_MOVE_PASS);
    ck_assert_int_eq(nt_position_make(position, moves[0]), NT_OK);
    ck_assert_uint_eq(nt_position_player(position), 1);
    ck_assert(stands("bb", "G", 0));
    free(moves);
    end();
}
END_TEST

/* ---- promotion ---- */

START_TEST(guard_turns_back_into_a_pawn_outside_the_zone) {
    begin("atlantean-coffee-house");
    set("a7:w c1:K d10:P k13:k");
    play("d10-e11=G");
    ck_assert(stands("e11", "G", 0));
    play("k13-k12");
    play("e11-d10");
    ck_assert(stands("d10", "P", 0));
    nt_position_unmake(position);
    ck_assert(stands("e11", "G", 0));
    play("e11-f12");
    ck_assert(stands("f12", "G", 0));
    end();
}
END_TEST

START_TEST(pawns_become_captured_men_only) {
    begin("atlantean-coffee-house");
    set("c1:K e4:N e6:w e10:P h10:P m8:k");
    ck_assert_uint_eq(offers("e10", "e11"), 1 | bit("G")); /* nothing is captured yet */
    play("c1-b1");
    play("e6-e4");
    ck_assert_uint_eq(offers("e10", "e11"), 1 | bit("G") | bit("N"));
    play("e10-e11=N");
    play("e4-e5");
    ck_assert_uint_eq(offers("h10", "i11"), 1 | bit("G")); /* the one knight is back */
    end();
}
END_TEST

#define TEN "SFR RFR DR DF SR RR SF RF S R"

/* All kinds of TEN but those that are left out. */
static uint64_t lines_but(const char *left_out) {
    uint64_t kinds = 0;
    char label[NT_LABEL_SIZE];
    for (const char *at = TEN; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(label, sizeof label, "%.*s", (int)length, at);
        if (strcmp(label, left_out) != 0) kinds |= bit(label);
        at += length;
    }
    return kinds;
}

START_TEST(at_most_two_of_a_kind_by_promotion) {
    begin("mixed-radial-wellisch");
    set("c1:G a2:R e8:P i9:g");
    ck_assert_uint_eq(offers("e8", "e9"), lines_but(""));
    set("c1:G a2:R f2:R e8:P i9:g");
    ck_assert_uint_eq(offers("e8", "e9"), lines_but("R"));
    set("c1:G a1:SFR b1:SFR d1:RFR e1:RFR a2:DR b2:DR c2:DF d2:DF e2:SR f2:SR a3:RR b3:RR c3:SF d3:SF e3:RF f3:RF "
        "g3:S a4:S b4:R c4:R e8:P i9:g");
    ck_assert_uint_eq(offers("e8", "e9"), 0); /* nothing is left to become: no such move */
    end();
}
END_TEST

Suite *hexagons_suite(void) {
    Suite *suite = suite_create("hexagons");
    TCase *tests = tcase_create("hexagons");
    tcase_add_loop_test(tests, pieces_reach_as_many_cells_as_their_inventors_say, 0, sizeof counts / sizeof *counts);
    tcase_add_loop_test(tests, pairs_of_mixed_radial_share_out_the_radials, 0, 2);
    tcase_add_loop_test(tests, relay_of_black_goes_as_sprint_of_white, 0, 2);
    tcase_add_test(tests, rabbis_begin_one_on_each_colour);
    tcase_add_test(tests, army_of_the_mated_goes_and_the_second_mate_wins);
    tcase_add_test(tests, removed_armies_come_back_when_moves_are_taken_back);
    tcase_add_test(tests, player_who_is_stuck_passes);
    tcase_add_test(tests, guard_turns_back_into_a_pawn_outside_the_zone);
    tcase_add_test(tests, pawns_become_captured_men_only);
    tcase_add_test(tests, at_most_two_of_a_kind_by_promotion);
    suite_add_tcase(suite, tests);
    return suite;
}
