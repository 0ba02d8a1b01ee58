/* Two logs side by side, with a window of games in which they find together again. Called by nt-diff. */
#include "tools/logs.h"

#include <assert.h>
#include <stdlib.h>

enum { LONG_ENOUGH = 10 }; /* plies from which on the moves alone tell that two games are the same */

static log_game *game_at(const logs *l, const log_side *side, size_t i) {
    assert(l->window > 0);
    return &side->games[(side->first + i) % l->window];
}

/* ---- reading ---- */

bool logs_open(cli_run *cli, logs *l, char **paths) {
    bool good = (l->scout = nt_replay_new(cli->context, &cli->replay)) != NULL;
    for (int i = 0; i < 2; i++) {
        log_side *side = &l->side[i];
        side->path = paths[i];
        side->input = cli_open(cli, side->path);
        if (side->input == NULL) continue;
        side->reader = nt_reader_new(cli->context, side->input, cli->from);
        side->replay = nt_replay_new(cli->context, &cli->replay);
        side->games = calloc(l->window, sizeof *side->games);
        good = good && side->reader != NULL && side->replay != NULL && side->games != NULL;
    }
    if (!good) cli_failed(cli, NT_NO_MEMORY, "start");
    return cli->status == CLI_FINE;
}

void logs_close(logs *l) {
    nt_replay_free(l->scout);
    values_text_free(&l->text);
    for (int i = 0; i < 2; i++) {
        log_side *side = &l->side[i];
        for (size_t k = 0; side->games != NULL && k < l->window; k++) gamecopy_free(&side->games[k].copy);
        free(side->games);
        nt_replay_free(side->replay);
        nt_reader_free(side->reader);
        nt_input_free(side->input);
    }
}

static nt_status print_tags(logs *l, log_game *game) {
    static const char *const names[] = {"White", "Black", "Red", "Blue", "Yellow", "Date", "Round"};
    game->tags = (fingerprint){0, 0};
    game->has_tags = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool known = false;
        if (!fingerprint_tag(&game->tags, &game->copy.game, names[i], &l->text, &known)) return NT_NO_MEMORY;
        game->has_tags |= known && i < 5;
    }
    return NT_OK;
}

/* Reads until a side has more than i games, or its file ends. *has: whether it has. */
static nt_status fill(cli_run *cli, logs *l, log_side *side, size_t i, bool *has) {
    while (side->count <= i && side->status == NT_OK) {
        const nt_game *next = NULL;
        side->status = nt_game_next(side->reader, &next);
        if (side->status != NT_OK) break;
        log_game *game = game_at(l, side, side->count);
        game->has_moves = false;
        if (!gamecopy_take(&game->copy, next)) return NT_NO_MEMORY;
        nt_status status = print_tags(l, game);
        if (status != NT_OK) return status;
        side->count++;
    }
    *has = side->count > i;
    return cli_read_failed(cli, side->input, side->path, side->status) ? NT_IO : NT_OK;
}

/* ---- which games are the same ---- */

nt_status logs_judge(log_side *side) {
    if (side->judged) return NT_OK;
    nt_status status = nt_replay_game(side->replay, side->game);
    side->judged = status == NT_OK || status == NT_INVALID || status == NT_USAGE;
    return side->judged ? NT_OK : status;
}

/* Replays a game for its print, the first one of a side with its faults reported. */
static nt_status print_moves(cli_run *cli, logs *l, log_side *side, size_t i) {
    log_game *game = game_at(l, side, i);
    const nt_game *record = &game->copy.game;
    bool was_quiet = cli->quiet;
    nt_status status = NT_OK;
    if (game->has_moves) return NT_OK;
    if (i == 0) {
        side->game = record;
        status = logs_judge(side);
    } else {
        cli->quiet = true;
        status = nt_replay_game(l->scout, record);
        cli->quiet = was_quiet;
    }
    if (status != NT_OK && status != NT_INVALID && status != NT_USAGE) return status;
    game->moves = (fingerprint){0, 0};
    game->has_moves = true;
    game->plies = 0;
    for (size_t k = cli_main_move(record, 0); k < record->item_count; k = cli_main_move(record, k + 1)) game->plies++;
    return fingerprint_moves(&game->moves, record, i == 0 ? side->replay : l->scout, false, &l->text);
}

static bool is_equal(fingerprint a, fingerprint b) { return a.a == b.a && a.b == b.b; }

static bool has_same_tags(const log_game *a, const log_game *b) {
    return a->has_tags && b->has_tags && is_equal(a->tags, b->tags);
}

/* Short games also need the same tags. */
static bool has_same_moves(const log_game *a, const log_game *b) {
    return is_equal(a->moves, b->moves) && (a->plies >= LONG_ENOUGH || is_equal(a->tags, b->tags));
}

/* Whether game i of the first log is game k of the second. by_moves: the tags do not suffice. *exist: both are there. */
static nt_status match(cli_run *cli, logs *l, size_t i, size_t k, bool by_moves, bool *exist, bool *same) {
    bool has[2] = {false, false};
    nt_status status = fill(cli, l, &l->side[0], i, &has[0]);
    if (status == NT_OK) status = fill(cli, l, &l->side[1], k, &has[1]);
    *same = false;
    *exist = has[0] && has[1];
    if (status != NT_OK || !*exist) return status;
    const log_game *a = game_at(l, &l->side[0], i), *b = game_at(l, &l->side[1], k);
    *same = !by_moves && has_same_tags(a, b);
    if (*same) return NT_OK;
    status = print_moves(cli, l, &l->side[0], i);
    if (status == NT_OK) status = print_moves(cli, l, &l->side[1], k);
    *same = status == NT_OK && has_same_moves(a, b);
    return status;
}

/* Looks for the nearest two games that are the same; first[]: how many games come before them in either log. Where those at
 * hand have the same tags and other moves, the moves of one of them must be found. */
static nt_status look_ahead(cli_run *cli, logs *l, bool same_tags, size_t first[2]) {
    for (size_t distance = 1; distance <= 2 * (l->window - 1); distance++) {
        bool any = false;
        for (size_t i = distance < l->window ? 0 : distance - l->window + 1; i <= distance && i < l->window; i++) {
            size_t k = distance - i;
            bool exist = false, same = false;
            if (same_tags && i > 0 && k > 0) continue;
            nt_status status = match(cli, l, i, k, same_tags, &exist, &same);
            any |= exist;
            if (same) first[0] = i;
            if (same) first[1] = k;
            if (status != NT_OK || same) return status;
        }
        if (!any) break;
    }
    return NT_OK;
}

/* Decides what comes next, where both logs have a game at hand. */
static nt_status decide(cli_run *cli, logs *l) {
    size_t first[2] = {0, 0};
    bool exist = false, same = false;
    nt_status status = match(cli, l, 0, 0, true, &exist, &same);
    if (status != NT_OK) return status;
    bool same_tags = has_same_tags(game_at(l, &l->side[0], 0), game_at(l, &l->side[1], 0));
    if (!same) status = look_ahead(cli, l, same_tags, first);
    bool is_pair = first[0] == first[1];
    l->pairs = is_pair ? first[0] + (first[0] == 0) : 0;
    for (int i = 0; i < 2; i++) l->extra[i] = is_pair ? 0 : first[i];
    return status;
}

/* ---- giving out ---- */

static void drop(logs *l, log_side *side) {
    if (side->game == NULL) return;
    side->game = NULL;
    side->judged = false;
    side->first = (side->first + 1) % l->window;
    side->count--;
}

nt_status logs_next(cli_run *cli, logs *l) {
    bool has[2] = {false, false}, gives[2];
    for (int i = 0; i < 2; i++) {
        log_side *side = &l->side[i];
        drop(l, side);
        nt_status status = fill(cli, l, side, 0, &has[i]);
        if (status != NT_OK) return status;
    }
    if (l->pairs + l->extra[0] + l->extra[1] == 0) {
        l->extra[0] = has[0] && !has[1];
        l->extra[1] = has[1] && !has[0];
        nt_status status = has[0] && has[1] ? decide(cli, l) : NT_OK;
        if (status != NT_OK) return status;
    }
    gives[0] = l->extra[0] > 0 || (l->extra[1] == 0 && l->pairs > 0);
    gives[1] = (l->extra[1] > 0 && l->extra[0] == 0) || (l->extra[0] == 0 && l->extra[1] == 0 && l->pairs > 0);
    if (gives[0] && gives[1]) l->pairs--;
    for (int i = 0; i < 2; i++) {
        if (gives[i] && !gives[1 - i]) l->extra[i]--;
        l->side[i].game = gives[i] ? &game_at(l, &l->side[i], 0)->copy.game : NULL;
    }
    return NT_OK;
}
