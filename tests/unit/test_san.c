/* Algebraic moves: the facts that a spelling states, what is said about a text that is none, and how the writer tells
 * men apart. */
#include "formats/formats.h"
#include "support.h"

#include <stdio.h>

Suite *san_suite(void);

enum { TEXT_SIZE = 256 };

static nt_position *position_of(nt_context *context, const char *variant, const char *fen) {
    const nt_variant *v;
    ck_assert_int_eq(nt_variant_load(context, variant, &v), NT_OK);
    nt_position *p = nt_position_new(context, v);
    ck_assert_ptr_nonnull(p);
    if (fen) ck_assert_int_eq(nt_position_set(p, NT_CODE_FEN, fen, strlen(fen)), NT_OK);
    return p;
}

/* ---- reading ---- */

/* facts: form, piece (its label; (P): a pawn for want of one; -: any), origin, sign (x, -, ? not stated), target,
 * promotion, check. */
typedef struct read_case {
    const char *text, *facts;
    uint32_t spelling;
} read_case;

static void put_cell(char *facts, const nt_variant *v, unsigned cell) {
    char name[2 * NT_LABEL_SIZE] = "";
    if (cell != NT_NO_CELL) nt_scheme_name(&v->scheme, cell, name);
    strcat(facts, name);
}

static void describe(const nt_variant *v, const nt_intent *intent, char facts[TEXT_SIZE]) {
    static const char *const forms[] = {"move ", "drop ", "castle ", "pass"};
    static const char *const signs[] = {"?", "-", "x"}, *const checks[] = {"", "+", "#"};
    facts[0] = '\0';
    strcat(facts, forms[intent->form]);
    if (intent->form == NT_INTENT_CASTLE) strcat(facts, intent->side ? "last" : "first");
    if (intent->form == NT_INTENT_MOVE || intent->form == NT_INTENT_DROP) {
        strcat(facts, intent->kind ? v->kind[intent->kind].label : intent->pawn_if_unstated ? "(P)" : "-");
        if (intent->from_file >= 0) strcat(facts, v->scheme.file_label[intent->from_file]);
        if (intent->from_rank >= 0) strcat(facts, v->scheme.rank_label[intent->from_rank]);
        put_cell(facts, v, intent->from);
        if (intent->form == NT_INTENT_MOVE) strcat(facts, signs[intent->capture + 1]);
        put_cell(facts, v, intent->to);
    }
    if (intent->promo) strcat(strcat(facts, "="), v->kind[intent->promo].label);
    strcat(facts, checks[intent->check]);
}

static const read_case read_cases[] = {
    {"e4", "move (P)-e4", 0},
    {"exd5", "move (P)exd5", 0},
    {"Nf3", "move N-f3", 0},
    {"Nbxd7+", "move Nbxd7+", 0},
    {"R1a3#", "move R1-a3#", 0},
    {"Qh4xe1", "move Qh4xe1", 0},
    {"Ng1f3", "move Ng1-f3", 0},
    {"bxa1=Q+", "move (P)bxa1=Q+", 0},
    {"e8=N", "move (P)-e8=N", 0},
    {"Ng1-f3", "move Ng1-f3", NT_SPELL_LONG},
    {"e2e4", "move -e2?e4", NT_SPELL_LONG},
    {"e2-e4", "move -e2?e4", NT_SPELL_LONG},
    {"e4xd5", "move -e4xd5", NT_SPELL_LONG},
    {"a7a8q", "move -a7?a8=Q", NT_SPELL_LONG | NT_SPELL_PROMOTION},
    {"ed5", "move (P)e-d5", 0},
    {"bc4", "move (P)b-c4", 0},
    {"bxc6", "move (P)bxc6", 0},
    {"nf3", "move N-f3", NT_SPELL_LOWER_PIECE},
    {"rxe1+", "move Rxe1+", NT_SPELL_LOWER_PIECE},
    {"bf1c4", "move Bf1-c4", NT_SPELL_LOWER_PIECE},
    {"Pe4", "move P-e4", NT_SPELL_PAWN_LETTER},
    {"e8Q", "move (P)-e8=Q", NT_SPELL_PROMOTION},
    {"e8(Q)", "move (P)-e8=Q", NT_SPELL_PROMOTION},
    {"e8/Q", "move (P)-e8=Q", NT_SPELL_PROMOTION},
    {"e8=q", "move (P)-e8=Q", NT_SPELL_PROMOTION},
    {"e8(Q)+", "move (P)-e8=Q+", NT_SPELL_PROMOTION},
    {"Qd5 +", "move Q-d5+", 0},
    {"Qh4++", "move Q-h4+", NT_SPELL_CHECK_SIGN},
    {"Qh4mate", "move Q-h4#", NT_SPELL_CHECK_SIGN},
    {"Qh4 ch", "move Q-h4+", NT_SPELL_CHECK_SIGN},
    {"exd6e.p.", "move (P)exd6", NT_SPELL_EN_PASSANT},
    {"exd6ep+", "move (P)exd6+", NT_SPELL_EN_PASSANT},
    {"\xE2\x99\x98" "f3", "move N-f3", NT_SPELL_FIGURINE},
    {"\xE2\x99\x9E\xEF\xB8\x8E" "c6", "move N-c6", NT_SPELL_FIGURINE},
    {"Ng1\xE2\x80\x93" "f3", "move Ng1-f3", NT_SPELL_LONG | NT_SPELL_DASH},
    {"O-O", "castle last", 0},
    {"O-O-O+", "castle first+", 0},
    {"0-0", "castle last", NT_SPELL_ZERO_CASTLING},
    {"o-o-o", "castle first", NT_SPELL_LOWER_CASTLING},
    {"\xD0\x9E-\xD0\x9E", "castle last", NT_SPELL_ZERO_CASTLING},
    {"O\xE2\x80\x91O", "castle last", NT_SPELL_DASH},
    {"--", "pass", 0},
    {"Z0", "pass", NT_SPELL_NULL},
    {"<>", "pass", NT_SPELL_NULL},
    {"0000", "pass", NT_SPELL_NULL},
    {"@@@@", "pass", NT_SPELL_NULL},
    {"pass", "pass", NT_SPELL_NULL},
    {"N@e5", "drop Ne5", 0},
    {"@g2", "drop (P)g2", 0},
    {"P@g2+", "drop Pg2+", 0},
    {"(Nb1)", "drop Nb1", 0},
};

START_TEST(san_states_what_is_written) {
    const read_case *c = &read_cases[_i];
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, "chess", NULL);
    nt_intent intent;
    nt_fault fault;
    char facts[TEXT_SIZE];
    fault.message.text[0] = '\0';
    nt_status status = nt_san_read_move(p, nt_text_from(c->text), &intent, &fault);
    ck_assert_msg(status == NT_OK, "%s is not read: %s", c->text, fault.message.text);
    describe(p->variant, &intent, facts);
    ck_assert_str_eq(facts, c->facts);
    ck_assert_msg(intent.spelling == c->spelling, "%s: spelling %x, not %x", c->text, (unsigned)intent.spelling,
                  (unsigned)c->spelling);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

typedef struct fault_case {
    const char *variant, *text, *id;
    size_t at;
    const char *words;
} fault_case;

static const fault_case fault_cases[] = {
    {"chess", "e9", "cell-unknown", 0, "no rank 9 in this coordinate set; ranks go 1 to 8"},
    {"chess", "Ni4", "cell-unknown", 1, "no cell \"i4\""},
    {"chess", "Na10", "cell-unknown", 1, "no cell \"a10\""},
    {"chess", "Nb1a10", "cell-unknown", 3, "no cell \"a10\""},
    {"chess", "nz3", "cell-unknown", 1, "no cell \"z3\""},
    {"chess", "Ce3", "label-unknown", 0, "its pieces are P N B R Q K"},
    {"chess", "C@e3", "label-unknown", 0, "\"C\" is no piece"},
    {"makruk", "\u2655d4", "label-unknown", 0, "\"\u2655\" is no piece of this game; its pieces are P N R K S M"},
    {"makruk", "\u265Bxd4", "label-unknown", 0, "\"\u265B\" is no piece"},
    {"chess", "\U0001FA50e4", "label-unknown", 0, "\"\U0001FA50\" is no piece"},
    {"chess", "\u2656z4", "cell-unknown", 3, "no cell \"z4\""},
    {"chess", "\u2660d4", "move-syntax", 0, "is not a move"},
    {"chess", "e8=", "promotion-missing", 2, "e8=Q"},
    {"chess", "e8=X", "label-unknown", 3, "\"X\""},
    {"chess", "N", "move-syntax", 1, "names no target"},
    {"chess", "Nx", "move-syntax", 2, "names no target"},
    {"chess", "xd5", "move-syntax", 0, "names its file"},
    {"chess", "Nf3Qd4", "move-syntax", 4, "goes on"},
    {"chess", "e8(Q", "move-syntax", 2, "goes on"},
    {"chess", "N@e5=Q", "move-syntax", 4, "a drop ends"},
    {"chess", "hello5", "move-syntax", 0, "is not a move"},
    {"chess", "", "move-syntax", 0, "names no target"},
    {"chess", "+", "move-syntax", 0, "is not a move"},
};

START_TEST(san_says_what_is_wrong_and_where) {
    const fault_case *c = &fault_cases[_i];
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, NULL);
    nt_intent intent;
    nt_fault fault = {.at = 99};
    ck_assert_int_eq(nt_san_read_move(p, nt_text_from(c->text), &intent, &fault), NT_INVALID);
    ck_assert_msg(strcmp(nt_diag_name(fault.id), c->id) == 0, "%s: %s [%s]", c->text, fault.message.text,
                  nt_diag_name(fault.id));
    ck_assert_msg(fault.at == c->at, "%s: at %zu: %s", c->text, fault.at, fault.message.text);
    ck_assert_msg(!c->words || strstr(fault.message.text, c->words), "%s: %s", c->text, fault.message.text);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

START_TEST(san_reads_ranks_of_two_digits) {
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, "grand", NULL);
    static const read_case cases[] = {
        {"a10", "move (P)-a10", 0}, {"Nc10", "move N-c10", 0}, {"R1xa10", "move R1xa10", 0},
        {"R10a1", "move R10-a1", 0},
        {"Cb9a10+", "move Cb9-a10+", 0}, {"bxa10=C", "move (P)bxa10=C", 0}, {"a9a10", "move -a9?a10", NT_SPELL_LONG},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nt_intent intent;
        nt_fault fault;
        char facts[TEXT_SIZE];
        nt_status status = nt_san_read_move(p, nt_text_from(cases[i].text), &intent, &fault);
        ck_assert_msg(status == NT_OK, "%s is not read: %s", cases[i].text, fault.message.text);
        describe(p->variant, &intent, facts);
        ck_assert_str_eq(facts, cases[i].facts);
    }
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

START_TEST(bare_words_are_castling_and_null_moves) {
    static const char *const bare[] = {"O-O", "O-O-O", "o-o+", "0-0#", "--", "pass", "NULL", "Z0", "@@@@", "<>"};
    static const char *const others[] = {"O", "O-O-O-O", "OO", "-", "N", "resigns", "", "O-", "e4"};
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        ck_assert_msg(nt_san_is_bare(nt_text_from(bare[i])), "%s", bare[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!nt_san_is_bare(nt_text_from(others[i])), "%s", others[i]);
}
END_TEST

/* ---- writing ---- */

typedef struct write_case {
    const char *variant, *fen, *move, *san; /* move in coordinates */
} write_case;

static const write_case write_cases[] = {
    {"chess", NULL, "g1-f3", "Nf3"},
    {"chess", NULL, "e2-e4", "e4"},
    {"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1-d2", "Nbd2"},
    {"chess", "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b3-d2", "N3d2"},
    {"chess", "6k1/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1-b2", "Qa1b2"},
    {"chess", "6k1/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "c1-b2", "Qcb2"},
    {"chess", "6k1/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a3-b2", "Q3b2"},
    {"chess", "r1bqkbnr/ppp2ppp/2n5/1B1pP3/8/8/PPPP2PP/RNBQK1NR b KQkq - 2 4", "g8-e7", "Ne7"}, /* c6 is pinned */
    {"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", "exd5"},
    {"chess", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "e5-f6", "exf6"},
    {"chess", "4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b2-a1=Q", "bxa1=Q+"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1-g1", "O-O"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1-c1", "O-O-O"},
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1-a8", "Ra8#"},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e5", "N@e5"},
    {"crazyhouse", "6k1/8/8/8/8/Q~7/8/2Q1K3[] w - - 0 1", "a3-b2", "Qab2"},
};

static void write_san(nt_position *p, const char *coordinates, bool brackets, char text[TEXT_SIZE]) {
    nt_move move;
    nt_buffer buffer = {.context = p->context};
    ck_assert_int_eq(nt_move_read(p, &nt_format_coord, coordinates, strlen(coordinates), &move), NT_OK);
    nt_output *output = nt_output_function(p->context, nt_buffer_write, &buffer);
    nt_san_write(p, move, nt_check_after(p, move), brackets, output);
    ck_assert_int_eq(nt_output_free(output), NT_OK);
    snprintf(text, TEXT_SIZE, "%.*s", (int)buffer.size, (const char *)buffer.data);
    nt_buffer_free(&buffer);
}

START_TEST(san_names_as_much_of_the_origin_as_is_needed) {
    const write_case *c = &write_cases[_i];
    char text[TEXT_SIZE];
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, c->variant, c->fen);
    write_san(p, c->move, false, text);
    ck_assert_str_eq(text, c->san);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

START_TEST(san_of_alg_has_drops_in_brackets) {
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    char text[TEXT_SIZE];
    write_san(p, "N@f6", true, text);
    ck_assert_str_eq(text, "(Nf6)+");
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

/* Random play: every legal move, written and read again, is itself. */
START_TEST(san_of_each_legal_move_reads_back) {
    static const char *const variants[] = {"chess", "crazyhouse", "grand", "ajax-orthodox", "makruk", "courier"};
    nt_context *context = test_context(NULL, NULL, NT_TOLERANT, (nt_limits){0});
    nt_position *p = position_of(context, variants[_i], NULL);
    nt_move *moves = nt_new(context, nt_variant_move_bound(p->variant) * sizeof *moves);
    uint64_t random = 12345;
    ck_assert_ptr_nonnull(moves);
    for (size_t ply = 0, count; ply < 60 && (count = nt_position_moves(p, moves)) > 0; ply++) {
        for (size_t i = 0; i < count; i++) {
            nt_buffer buffer = {.context = context};
            nt_output *output = nt_output_function(context, nt_buffer_write, &buffer);
            nt_move read;
            nt_san_write_move(p, moves[i], 0, output);
            ck_assert_int_eq(nt_output_free(output), NT_OK);
            nt_status status = nt_move_read(p, &nt_format_pgn, (const char *)buffer.data, buffer.size, &read);
            ck_assert_msg(status == NT_OK && memcmp(&read, &moves[i], sizeof read) == 0, "%s, ply %zu: %.*s",
                          variants[_i], ply, (int)buffer.size, (const char *)buffer.data);
            nt_buffer_free(&buffer);
        }
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        ck_assert_int_eq(nt_position_make(p, moves[(random >> 33) % count]), NT_OK);
    }
    nt_delete(context, moves, nt_variant_move_bound(p->variant) * sizeof *moves);
    nt_position_free(p);
    nt_context_free(context);
}
END_TEST

Suite *san_suite(void) {
    Suite *suite = suite_create("san");
    TCase *reading = tcase_create("reading"), *writing = tcase_create("writing");
    tcase_add_loop_test(reading, san_states_what_is_written, 0, (int)(sizeof read_cases / sizeof *read_cases));
    tcase_add_loop_test(reading, san_says_what_is_wrong_and_where, 0, (int)(sizeof fault_cases / sizeof *fault_cases));
    tcase_add_test(reading, san_reads_ranks_of_two_digits);
    tcase_add_test(reading, bare_words_are_castling_and_null_moves);
    tcase_add_loop_test(writing, san_names_as_much_of_the_origin_as_is_needed, 0,
                        (int)(sizeof write_cases / sizeof *write_cases));
    tcase_add_test(writing, san_of_alg_has_drops_in_brackets);
    tcase_add_loop_test(writing, san_of_each_legal_move_reads_back, 0, 6);
    tcase_set_timeout(writing, 60);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, writing);
    return suite;
}
