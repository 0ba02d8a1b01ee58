/* How a game ends: repetition and move rule on the way, the ending on the board, and the results that are stated. */
#include "meaning/replay.h"

/* ---- repetition and move rule ---- */

/* Finds the entry of a key, a free one when it is new. The table is never more than half full. */
static nt_seen *find_seen(nt_replay *r, uint64_t key) {
    size_t mask = r->seen_capacity - 1, at = (size_t)(key ^ key >> 32) & mask;
    while (r->seen[at].stamp == r->stamp && r->seen[at].key != key) at = (at + 1) & mask;
    return &r->seen[at];
}

static void count_position(nt_replay *r, size_t item) {
    nt_position *p = r->position;
    uint64_t key = nt_position_key(p);
    nt_seen *seen = find_seen(r, key);
    if (seen->stamp != r->stamp) *seen = (nt_seen){.key = key, .stamp = r->stamp};
    if (++seen->count != r->variant->repetition || r->repetition_item != SIZE_MAX) return;
    r->repetition_item = item;
    r->repetition_ply = p->plies - 1;
}

nt_status nt_replay_begin_seen(nt_replay *r) {
    size_t moves = 1, capacity = 64;
    if (!r->variant->repetition || !r->settings.claims) return NT_OK;
    for (size_t i = 0; i < r->game->item_count; i++) moves += r->game->items[i].kind == NT_ITEM_MOVE;
    while (capacity < 2 * moves) capacity *= 2;
    if (r->seen_capacity < capacity || ++r->stamp == 0) {
        nt_ungrow(r->context, &r->seen, &r->seen_capacity, sizeof *r->seen);
        r->seen = nt_new(r->context, capacity * sizeof *r->seen); /* a power of two, which nt_grow does not promise */
        if (!r->seen) return NT_NO_MEMORY;
        r->seen_capacity = capacity;
        r->stamp = 1;
    }
    count_position(r, SIZE_MAX);
    return NT_OK;
}

void nt_replay_see(nt_replay *r, size_t item) {
    const nt_position *p = r->position;
    const nt_variant *v = r->variant;
    if (!r->settings.claims) return;
    if (v->repetition) count_position(r, item);
    if (v->move_rule && p->state.clock == v->move_rule * v->players && r->rule_item == SIZE_MAX) {
        r->rule_item = item;
        r->rule_ply = p->plies - 1;
    }
}

static void report_draws(nt_replay *r) {
    const nt_variant *v = r->variant;
    if (r->repetition_item != SIZE_MAX) {
        nt_replay_report(r, r->game->items[r->repetition_item].place, r->repetition_ply, NT_DIAG_REPETITION,
                         "after ply %zu the same position has come up %u times", r->repetition_ply + 1, v->repetition);
    }
    if (r->rule_item != SIZE_MAX) {
        nt_replay_report(r, r->game->items[r->rule_item].place, r->rule_ply, NT_DIAG_MOVE_RULE,
                         "after ply %zu each side has made %u moves without capture or pawn move", r->rule_ply + 1,
                         v->move_rule);
    }
}

/* ---- results ---- */

/* A draw that is one word or one half: all who are still in the game share the point. */
static void share_draw(const nt_replay *r, nt_text text, nt_result *result) {
    const nt_position *p = r->position;
    bool has_scores = memchr(text.at, '-', text.length) != NULL;
    unsigned left = 0, players = r->variant ? r->variant->players : 2;
    if (players == 2 || has_scores || !result->known || result->twelfths[0] != 6 || result->twelfths[1] != 6) return;
    for (unsigned player = 0; player < players; player++) left += p->state.alive >> player & 1;
    if (left < 2) return;
    *result = (nt_result){.known = true, .players = (uint8_t)players};
    for (unsigned player = 0; player < players; player++)
        if (p->state.alive >> player & 1) result->twelfths[player] = (uint8_t)(12 / left);
}

/* What the end of the movetext says; "resign" is a loss of the player to move, whom only a game without a fault tells.
 * False: it says nothing. */
static bool stated_by_terminator(const nt_replay *r, bool is_whole, nt_result *result) {
    const nt_game *game = r->game;
    if (game->result_item >= game->item_count) return false;
    nt_text text = nt_game_text(game, game->items[game->result_item].text), rest;
    nt_text word = nt_text_word(text, &rest);
    nt_result by_word;
    bool resigns = nt_result_word(word, &by_word) && !by_word.known;
    *result = game->result;
    if (is_whole) share_draw(r, text, result);
    if (result->known || !resigns || !is_whole || r->variant->players != 2) return true;
    *result = (nt_result){.known = true, .players = 2};
    result->twelfths[1 - r->position->state.player] = 12;
    return true;
}

/* What the Result tag says. False: there is none, or it is no result. */
static bool stated_by_tag(const nt_game *game, nt_result *result) {
    size_t length;
    bool exact;
    const char *value = nt_game_tag(game, "Result", &length);
    return value && nt_result_read(nt_text_trim((nt_text){(const unsigned char *)value, length}), result, &exact);
}

static const char *result_words(const nt_result *result, char buffer[32]) {
    size_t length = nt_result_text(result, buffer);
    buffer[length < 32 ? length : 31] = '\0';
    return buffer;
}

/* Where a finding on the result stands: at the result, else at the end of the game. */
static size_t result_place(const nt_game *game) {
    if (game->result_item < game->item_count) return game->items[game->result_item].place;
    return game->item_count ? game->items[game->item_count - 1].place : 0;
}

static bool is_decided(nt_ending ending) {
    return ending != NT_ENDING_NONE && ending != NT_ENDING_REPETITION && ending != NT_ENDING_MOVE_RULE;
}

/* The result states more or fewer scores than there are players; true when it was said. */
static bool report_scores(nt_replay *r) {
    unsigned players = r->variant->players;
    if (!r->result.known || r->result.players == players) return false;
    nt_replay_report(r, result_place(r->game), SIZE_MAX, NT_DIAG_RESULT_PLAYERS,
                     "the result has %u scores, and %s is played by %u", r->result.players, r->variant->title, players);
    return true;
}

/* The board shows another result than the game states. */
static void report_board(nt_replay *r) {
    char stated[32], board[32];
    result_words(&r->result, stated);
    result_words(&r->board, board);
    const char *ending = nt_ending_name(r->ending);
    size_t at = result_place(r->game);
    if (r->context->mode == NT_REPAIR) {
        nt_replay_report(r, at, SIZE_MAX, NT_DIAG_REPAIRED, "the result %s is changed to %s: the board shows %s",
                         stated, board, ending);
        r->result = r->board;
    } else {
        nt_replay_report(r, at, SIZE_MAX, NT_DIAG_RESULT_BOARD, "the result is %s, but the board shows %s, which is %s",
                         stated, ending, board);
    }
}

void nt_replay_finish(nt_replay *r, bool judged) {
    nt_result terminator = {0}, tag = {0};
    bool is_whole = judged && !r->line.stopped;
    bool has_terminator = stated_by_terminator(r, is_whole, &terminator), has_tag = stated_by_tag(r->game, &tag);
    char first[32], second[32];
    r->result = has_terminator ? terminator : tag;
    if (is_whole) r->ending = nt_position_ending(r->position, &r->board);
    if (r->settings.quiet_endings) return;
    if (has_terminator && has_tag && !nt_result_equal(&terminator, &tag)) {
        nt_replay_report(r, result_place(r->game), SIZE_MAX, NT_DIAG_RESULT_CONFLICT,
                         "the Result tag says %s, the movetext ends with %s", result_words(&tag, first),
                         result_words(&terminator, second));
    }
    if (judged && r->settings.claims) report_draws(r);
    if (judged && report_scores(r)) return;
    bool differs = r->result.known && r->board.known && !nt_result_equal(&r->result, &r->board);
    if (is_decided(r->ending) && differs) report_board(r);
}
