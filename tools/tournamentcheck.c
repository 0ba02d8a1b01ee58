/* Checks one log against its pairing. Called by tournamentrun.c. */
#include "tools/tournament.h"

#include <stdarg.h>
#include <string.h>

void tournament_say_log(cli_run *cli, const nt_game *game, size_t item, const char *where, const char *id, const char *format,
                        ...) {
    char text[TOURNAMENT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    tournament_format(text, format, arguments);
    va_end(arguments);
    size_t place = item < game->item_count ? game->items[item].place : 0;
    nt_diagnostic finding = {.id = id, .severity = cli_severity(cli, id), .file = game->file, .offset = game->offset + place,
                             .game = game->number, .where = where, .text = text};
    nt_game_where(game, place, &finding.line, &finding.column);
    cli_report(cli, &finding);
}

/* The item at the end of the main line, where what is missing there is reported. */
static size_t last_item(const nt_game *game) {
    if (game->result_item < game->item_count) return game->result_item;
    return game->item_count > 0 ? game->item_count - 1 : SIZE_MAX;
}

/* ---- players and game ---- */

static void say_fit(cli_run *cli, tournament *t, const tour_log *log, const tour_pairing *pairing, const nt_game *game) {
    const char *first = tournament_id(t, pairing->player[0]);
    bool sides = log->fit == FIT_SIDES || log->fit == FIT_BOTH;
    if (sides) {
        tournament_say_log(cli, game, SIZE_MAX, "", "sides-wrong", "%s moves first in %s", first, tournament_words(t, pairing));
    }
    if (log->fit == FIT_GAME || log->fit == FIT_BOTH) {
        tournament_say_log(cli, game, SIZE_MAX, "", "game-wrong", "the log is one of %s; paired is %s",
                           nt_variant_get(log->variant, NT_VARIANT_ID), tournament_words(t, pairing));
    }
    for (size_t i = 0; i < pairing->seats && log->fit == FIT_PLAYER; i++) {
        if (log->player[i] == (ptrdiff_t)pairing->player[i]) continue;
        const char *name = log->names[i] != NULL ? log->names[i] : "?";
        tournament_say_log(cli, game, SIZE_MAX, "", "player-wrong", "%.100s plays here for %s; paired is %s", name,
                           tournament_id(t, pairing->player[i]), tournament_words(t, pairing));
    }
}

/* ---- settings of the clock ---- */

static clock_rules clock_of(const tournament *t, const tour_pairing *pairing) {
    clock_rules rules = t->clock;
    clock_overlay(&rules, &t->games[pairing->game].clock);
    clock_overlay(&rules, &t->rounds[pairing->round].clock);
    return rules;
}

static nt_status check_settings(cli_run *cli, tournament *t, const clock_rules *rules, const nt_game *game) {
    for (int i = 0; i < CLOCK_KEYS; i++) {
        bool found = false;
        int64_t seconds = 0;
        char due[64], came[64];
        if (rules->seconds[i] == CLOCK_UNSET) continue;
        if (!values_of_tag(game, clock_tag((clock_key)i), &t->room, &found)) return NT_NO_MEMORY;
        if (!found) continue;
        bool read = clock_duration(t->room.bytes, t->room.length, &seconds);
        if (read && seconds == rules->seconds[i]) continue;
        tournament_say_log(cli, game, SIZE_MAX, "", "time-setting", "%s is %s; this round has %s", clock_tag((clock_key)i),
                           read ? clock_words(seconds, came) : "no duration", clock_words(rules->seconds[i], due));
    }
    return NT_OK;
}

/* ---- result ---- */

static bool is_end(nt_ending ending) {
    return ending != NT_ENDING_NONE && ending != NT_ENDING_REPETITION && ending != NT_ENDING_MOVE_RULE;
}

static nt_result result_of(const nt_replay *replay) {
    nt_result result = nt_replay_result(replay), board = {.known = false};
    if (result.known || !nt_replay_is_judged(replay)) return result;
    return is_end(nt_replay_ending(replay, &board)) && board.known ? board : result;
}

static void check_scores(cli_run *cli, const tour_game *played, const nt_game *game, const nt_result *result) {
    char text[64];
    unsigned sum = 0;
    bool fits = false;
    values_result_text(result, text);
    for (size_t i = 0; i < result->players; i++) sum += result->twelfths[i];
    for (size_t i = 0; i < played->score_count; i++) fits |= nt_result_equal(&played->scores[i], result);
    if (played->score_count == 0 && sum != 12) {
        tournament_say_log(cli, game, last_item(game), "", "result-scores", "the scores of %s do not sum to one point", text);
    } else if (played->score_count > 0 && !fits) {
        tournament_say_log(cli, game, last_item(game), "", "result-scores", "%s is no result of %s", text, played->name);
    }
}

/* Time decides above all, then an illegal move that stands, then what the log says. */
static void check_result(cli_run *cli, tournament *t, tour_pairing *pairing, const nt_game *game,
                         const nt_replay *replay, size_t late, size_t loser, int64_t over, bool stands) {
    nt_result result = result_of(replay);
    char words[64], text[64];
    if (late != SIZE_MAX && (!result.known || result.twelfths[loser] != 0)) {
        values_result_text(&result, text);
        tournament_say_log(cli, game, late, "", "time-forfeit",
                           "the time of %s had run out %s before this move; the result is %s",
                           nt_variant_player(nt_replay_variant(replay), loser), clock_words(over, words), text);
    }
    if (late == SIZE_MAX && !stands && !result.known && !pairing->decided.known) {
        tournament_say_log(cli, game, last_item(game), "", "game-unfinished", "the game has no result: %s",
                           tournament_words(t, pairing));
    }
    if (result.known) check_scores(cli, &t->games[pairing->game], game, &result);
    if (!pairing->decided.known && (!stands || late != SIZE_MAX)) pairing->result = result;
}

/* ---- findings of the library ---- */

/* Passes on what was found while the game was read and replayed. A move that was not legal and was taken back is as it should
 * be. One that stands is the director's finding, and what the rules say of it is a note to that. Returns whether
 * there is one. */
static bool pass_on(cli_run *cli, held_findings *held, const nt_game *game, size_t illegal) {
    uint64_t from = illegal < game->item_count ? game->offset + game->items[illegal].place : UINT64_MAX;
    uint64_t end = UINT64_MAX;
    bool said = false;
    for (size_t i = illegal + 1; illegal < game->item_count && i < game->item_count && end == UINT64_MAX; i++) {
        if (game->items[i].place > game->items[illegal].place) end = game->offset + game->items[i].place;
    }
    for (size_t i = 0; i < held->count; i++) {
        nt_diagnostic *finding = &held->at[i].finding;
        bool is_move = finding->severity == NT_ERROR && finding->ply > 0;
        if (is_move && finding->offset >= game->offset && game_is_abandoned(game, finding->offset - game->offset)) continue;
        bool stands = is_move && !said && finding->offset >= from && finding->offset < end &&
                      strcmp(finding->id, "move-after-end") != 0 && strcmp(finding->id, "command-unknown") != 0;
        if (stands) {
            said = true;
            tournament_say_log(cli, game, illegal, finding->where, "illegal-standing",
                               "a move that is not legal stands; it must be taken back, and the game is not finished");
            finding->severity = NT_NOTE;
        }
        cli_report(cli, finding);
    }
    return said;
}

/* ---- the log ---- */

static nt_replay *replay_for(cli_run *cli, tour_game *game) {
    if (game->replay != NULL) return game->replay;
    nt_replay_settings settings = cli->replay;
    settings.variant = nt_variant_get(game->variant, NT_VARIANT_ID);
    settings.claims = true;
    game->replay = nt_replay_new(cli->context, &settings);
    return game->replay;
}

static nt_status check_game(cli_run *cli, tournament *t, held_findings *held, tour_pairing *pairing, const nt_game *game) {
    nt_replay *replay = replay_for(cli, &t->games[pairing->game]);
    clock_rules rules = clock_of(t, pairing);
    size_t late = SIZE_MAX, loser = 0;
    int64_t over = 0;
    if (replay == NULL) return NT_NO_MEMORY;
    nt_status judged = nt_replay_game(replay, game);
    if (judged != NT_OK && judged != NT_INVALID && judged != NT_USAGE) return judged;
    size_t illegal = game_illegal(replay, game);
    bool stands = pass_on(cli, held, game, illegal);
    nt_status status = game_check_takebacks(cli, t, replay, game, "");
    if (status == NT_OK) status = check_settings(cli, t, &rules, game);
    if (status == NT_OK) status = game_check_clock(cli, t, &rules, replay, game, &late, &loser, &over);
    if (status != NT_OK) return status;
    check_result(cli, t, pairing, game, replay, late, loser, over, stands);
    return judged;
}

nt_status tournament_check_log(cli_run *cli, tournament *t, held_findings *held, const nt_game *game) {
    size_t index = t->current;
    while (index < t->log_count && t->logs[index].path != t->file) index++;
    if (index == t->log_count) return NT_OK; /* the file has grown since the first pass */
    t->current = index + 1;
    const tour_log *log = &t->logs[index];
    tour_pairing *pairing = log->pairing != NO_INDEX ? &t->pairings[log->pairing] : NULL;
    if (pairing == NULL) {
        const char *first = log->names[0] != NULL ? log->names[0] : "?";
        const char *second = log->names[1] != NULL ? log->names[1] : "?";
        if (!log->seated) {
            tournament_say_log(cli, game, SIZE_MAX, "", "log-unexpected", "no pairing has the log %.200s", log->id);
        } else {
            tournament_say_log(cli, game, SIZE_MAX, "", "log-unexpected", "no pairing has %.100s - %.100s", first, second);
        }
        return NT_OK;
    }
    if (!t->rounds[pairing->round].selected) return NT_OK;
    if (log->fit == FIT_DOUBLE) {
        const tour_log *other = &t->logs[pairing->log];
        tournament_say_log(cli, game, SIZE_MAX, "", "log-double", "%s has its log in %s:%llu already",
                           tournament_words(t, pairing), other->path, (unsigned long long)other->line);
        return NT_OK;
    }
    uint64_t before = cli->errors;
    say_fit(cli, t, log, pairing, game);
    nt_status status = check_game(cli, t, held, pairing, game);
    pairing->errors = cli->errors - before;
    return status;
}
