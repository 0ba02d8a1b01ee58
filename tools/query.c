/* Whether a game fulfils a search: first what the record tells, then, where that does not decide, the replayed game. Called
 * by nt-grep; queryread.c makes the conditions. */
#include "tools/query.h"

#include <string.h>

/* ---- one condition by the record ---- */

static uint64_t count_moves(const nt_game *game) {
    uint64_t moves = 0;
    for (size_t i = cli_main_move(game, 0); i < game->item_count; i = cli_main_move(game, i + 1)) moves++;
    return moves;
}

static bool is_listed(const query_condition *condition, const nt_result *result) {
    for (size_t i = 0; i < condition->result_count; i++) {
        const nt_result *wanted = &condition->results[i];
        if (wanted->known ? result->known && nt_result_equal(wanted, result) : !result->known) return true;
    }
    return false;
}

/* Whether the movetext ends with a word whose meaning only the replay knows: who resigns. */
static bool ends_with_word(const nt_game *game) {
    if (game->result_item == SIZE_MAX || game->result.known) return false;
    const nt_span *span = &game->items[game->result_item].text;
    return !(span->length == 1 && game->text[span->offset] == '*');
}

static nt_result stated_result(const nt_game *game) {
    nt_result result = game->result;
    size_t length = 0;
    const char *tag = game->result_item == SIZE_MAX ? nt_game_tag(game, "Result", &length) : NULL;
    if (tag != NULL && !nt_result_parse(tag, length, &result)) result = (nt_result){.known = false};
    return result;
}

static query_verdict verdict_of(bool holds) { return holds ? QUERY_YES : QUERY_NO; }

static nt_status test_player(cli_run *cli, query *q, query_condition *condition, const nt_game *game) {
    static const char *const tags[] = {"White", "Black", "Red", "Blue", "Yellow"};
    bool holds = false, is_known = true;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0] && !holds; i++) {
        nt_status status = tag_test_named(cli, &condition->tag, tags[i], game, &q->text, &holds);
        if (status != NT_OK && status != NT_LIMIT) return status;
        is_known &= status == NT_OK;
    }
    condition->verdict = holds || is_known ? verdict_of(holds) : QUERY_UNKNOWN;
    return NT_OK;
}

static nt_status test_tag(cli_run *cli, query *q, query_condition *condition, const nt_game *game) {
    bool holds;
    nt_status status = tag_test_game(cli, &condition->tag, game, &q->text, &holds);
    condition->verdict = status == NT_LIMIT ? QUERY_UNKNOWN : verdict_of(holds);
    return status == NT_LIMIT ? NT_OK : status;
}

static nt_status test_command(cli_run *cli, query_condition *condition, const nt_game *game) {
    bool holds = false;
    nt_status status = command_test_game(cli, &condition->command, game, &holds);
    condition->verdict = status == NT_LIMIT ? QUERY_UNKNOWN : verdict_of(holds);
    return status == NT_LIMIT ? NT_OK : status;
}

/* Whether a condition must be judged by the replayed game. */
static bool needs_replay(const query_condition *condition, const nt_game *game) {
    return condition->kind > QUERY_RESULT || (condition->kind == QUERY_RESULT && ends_with_word(game));
}

static nt_status test_record(cli_run *cli, query *q, query_condition *condition, const nt_game *game) {
    nt_result result;
    switch (condition->kind) {
    case QUERY_TAG: return test_tag(cli, q, condition, game);
    case QUERY_PLAYER: return test_player(cli, q, condition, game);
    case QUERY_COMMAND: return test_command(cli, condition, game);
    case QUERY_LENGTH: condition->verdict = verdict_of(tag_test_number(&condition->tag, count_moves(game))); break;
    case QUERY_RESULT:
        result = stated_result(game);
        condition->verdict = verdict_of(is_listed(condition, &result));
        break;
    default: break;
    }
    return NT_OK;
}

/* ---- by the replay ---- */

static void refuse(cli_run *cli, const query_condition *condition, const nt_variant *variant, const char *what) {
    cli_trouble(cli, "%s: '%s' %s %s", condition->option, condition->text, what, nt_variant_get(variant, NT_VARIANT_ID));
}

/* The pattern of a condition for a variant. *pattern NULL: there is none, which was said when it was tried first. */
static nt_status find_pattern(cli_run *cli, query_condition *condition, const nt_variant *variant, nt_pattern **pattern) {
    nt_status status = NT_OK;
    for (unsigned i = 0; i < QUERY_VARIANTS; i++) {
        *pattern = condition->patterns[i].pattern;
        if (condition->patterns[i].variant == variant) return NT_OK;
    }
    query_pattern *slot = &condition->patterns[condition->next_pattern++ % QUERY_VARIANTS];
    nt_pattern_free(slot->pattern);
    slot->variant = variant;
    *pattern = slot->pattern = nt_pattern_new(cli->context, variant, condition->form, condition->text,
                                              strlen(condition->text), &status);
    if (status != NT_INVALID) return status;
    refuse(cli, condition, variant, "is no pattern for");
    return NT_OK;
}

/* Tests the positions; with `any` each for itself, else all of them must hold at once. */
static nt_status test_position(cli_run *cli, query *q, const nt_position *position) {
    bool all = true;
    for (size_t i = 0; i < q->count && (q->any || all); i++) {
        query_condition *condition = &q->conditions[i];
        nt_pattern *pattern;
        if (condition->kind != QUERY_POSITION) continue;
        nt_status status = find_pattern(cli, condition, nt_position_variant(position), &pattern);
        if (status != NT_OK) return status;
        if (pattern == NULL) condition->verdict = QUERY_UNKNOWN;
        if (pattern == NULL) continue;
        bool fits = nt_pattern_fits(pattern, position);
        if (q->any && fits) condition->verdict = QUERY_YES;
        all = all && fits;
    }
    for (size_t i = 0; i < q->count && !q->any && all; i++) {
        query_condition *condition = &q->conditions[i];
        if (condition->kind == QUERY_POSITION && condition->verdict == QUERY_NO) condition->verdict = QUERY_YES;
    }
    return NT_OK;
}

/* Goes on with one sequence of moves: each part of it that has been played up to here may go on with this move. */
static nt_status test_move(cli_run *cli, const query *q, query_condition *condition, const nt_position *before,
                           nt_move move) {
    const nt_variant *variant = nt_position_variant(before);
    uint64_t next = 0;
    if (condition->refused == variant) condition->verdict = QUERY_UNKNOWN;
    if (condition->verdict != QUERY_NO) return NT_OK;
    for (size_t i = 0; i < condition->word_count; i++) {
        const char *word = condition->words[i];
        bool fits = word == NULL;
        if ((condition->progress >> i & 1) == 0) continue;
        nt_status status = word == NULL ? NT_OK : nt_move_fits(before, q->notation, word, strlen(word), move, &fits);
        if (status == NT_INVALID) {
            condition->refused = variant;
            condition->verdict = QUERY_UNKNOWN;
            refuse(cli, condition, variant, "holds a word that is no move of");
            return NT_OK;
        }
        if (status != NT_OK) return status;
        if (fits) next |= UINT64_C(1) << (i + 1);
    }
    condition->verdict = verdict_of(next >> condition->word_count & 1);
    condition->progress = next | (condition->kind == QUERY_CONTAINS);
    return NT_OK;
}

static nt_status test_moves(cli_run *cli, query *q, const nt_position *before, nt_move move) {
    nt_status status = NT_OK;
    for (size_t i = 0; i < q->count && status == NT_OK; i++) {
        query_kind kind = q->conditions[i].kind;
        if (kind == QUERY_MOVES || kind == QUERY_CONTAINS) status = test_move(cli, q, &q->conditions[i], before, move);
    }
    return status;
}

/* Plays through the main line, as far as it is legal. */
static nt_status walk(cli_run *cli, query *q, const nt_game *game) {
    nt_position *position = nt_replay_start(q->replay);
    nt_status status = q->final ? NT_OK : test_position(cli, q, position);
    for (size_t i = 0; (i = cli_main_move(game, i)) < game->item_count && status == NT_OK; i++) {
        nt_move move;
        nt_ply_state state = nt_replay_move(q->replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        status = test_moves(cli, q, position, move);
        if (status == NT_OK) status = nt_position_make(position, move);
        if (status == NT_OK && !q->final) status = test_position(cli, q, position);
    }
    return status == NT_OK && q->final ? test_position(cli, q, position) : status;
}

static void test_end(query *q, const nt_game *game) {
    nt_result board, result = nt_replay_result(q->replay);
    nt_ending ending = nt_replay_ending(q->replay, &board);
    for (size_t i = 0; i < q->count; i++) {
        query_condition *condition = &q->conditions[i];
        bool asks_word = condition->kind == QUERY_RESULT && ends_with_word(game);
        if (condition->kind == QUERY_ENDING) condition->verdict = verdict_of(ending == condition->ending);
        if (asks_word) condition->verdict = verdict_of(is_listed(condition, &result));
    }
}

/* Sets what a replay would have to judge. */
static void set_deep(query *q, const nt_game *game, query_verdict verdict) {
    for (size_t i = 0; i < q->count; i++) {
        if (needs_replay(&q->conditions[i], game)) q->conditions[i].verdict = verdict;
    }
}

static nt_status replay(cli_run *cli, query *q, const nt_game *game) {
    bool moves = false;
    if (q->replay == NULL) q->replay = nt_replay_new(cli->context, &cli->replay);
    if (q->replay == NULL) return NT_NO_MEMORY;
    nt_status status = nt_replay_game(q->replay, game);
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    if (status == NT_USAGE || nt_replay_variant(q->replay) == NULL) {
        set_deep(q, game, QUERY_UNKNOWN);
        cli_trouble(cli, "%s:%llu: game %llu cannot be judged: its rules are not known", game->file,
                    (unsigned long long)game->line, (unsigned long long)game->number);
        return NT_OK;
    }
    if (!nt_replay_is_judged(q->replay)) return NT_OK; /* its start is not valid: there is no position of it */
    test_end(q, game);
    for (size_t i = 0; i < q->count; i++) {
        q->conditions[i].progress = 1;
        moves |= q->conditions[i].kind >= QUERY_MOVES;
    }
    return moves ? walk(cli, q, game) : NT_OK;
}

/* ---- all together ---- */

bool query_needs_tags_only(const query *q) {
    for (size_t i = 0; i < q->count; i++) {
        if (q->conditions[i].kind > QUERY_PLAYER) return false;
    }
    return true;
}

/* Sums up: where all must hold one NO decides, where one suffices one YES; else what is not known. */
static query_verdict sum_up(const query *q, const nt_game *game, bool with_replay) {
    query_verdict decides = q->any ? QUERY_YES : QUERY_NO, sum = q->any ? QUERY_NO : QUERY_YES;
    for (size_t i = 0; i < q->count; i++) {
        query_verdict verdict = q->conditions[i].verdict;
        if (!with_replay && needs_replay(&q->conditions[i], game)) continue;
        if (verdict == decides) return decides;
        if (verdict == QUERY_UNKNOWN) sum = QUERY_UNKNOWN;
    }
    return sum;
}

nt_status query_game(cli_run *cli, query *q, const nt_game *game, query_verdict *verdict, bool *replayed) {
    bool deep = false;
    *replayed = false;
    for (size_t i = 0; i < q->count; i++) {
        query_condition *condition = &q->conditions[i];
        condition->verdict = QUERY_NO;
        deep |= needs_replay(condition, game);
        nt_status status = needs_replay(condition, game) ? NT_OK : test_record(cli, q, condition, game);
        if (status != NT_OK) return status;
    }
    *verdict = sum_up(q, game, false);
    if (!deep || *verdict == (q->any ? QUERY_YES : QUERY_NO)) return NT_OK;
    nt_status status = replay(cli, q, game);
    *replayed = status == NT_OK;
    *verdict = sum_up(q, game, true);
    return status;
}
