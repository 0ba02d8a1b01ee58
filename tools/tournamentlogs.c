/* Which log belongs to which pairing: by the tags of the game, else by the name of its file. Called by nt-check. */
#include "tools/tournament.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a log says of itself ---- */

/* A copy of a tag that says something; NULL: there is none. False: no memory. */
static bool copy_tag(tournament *t, const nt_game *game, const char *name, char **copy) {
    bool found = false;
    *copy = NULL;
    if (!values_of_tag(game, name, &t->room, &found)) return false;
    bool says = found && t->room.length > 0 && !(t->room.length == 1 && strchr("?-", t->room.bytes[0]) != NULL);
    if (!says) return true;
    *copy = strndup(t->room.bytes, t->room.length);
    return *copy != NULL;
}

/* Variant, or Game as Game Courier has it. */
static nt_status find_variant(cli_run *cli, tournament *t, const nt_game *game, tour_log *log) {
    static const char *const tags[] = {"Variant", "Game"};
    for (size_t i = 0; i < 2 && log->variant == NULL; i++) {
        char *name;
        if (!copy_tag(t, game, tags[i], &name)) return NT_NO_MEMORY;
        nt_status status = name != NULL ? nt_variant_load(cli->context, name, &log->variant) : NT_OK;
        free(name);
        if (status == NT_NO_MEMORY) return status;
        if (status != NT_OK) log->variant = NULL;
    }
    return NT_OK;
}

static bool find_names(tournament *t, const nt_game *game, tour_log *log) {
    static const char *const pair[] = {"White", "Black"};
    log->seats = log->variant != NULL ? nt_variant_players(log->variant) : 2;
    for (size_t i = 0; i < log->seats; i++) {
        const char *side = log->variant != NULL ? nt_variant_player(log->variant, i) : pair[i];
        if (!copy_tag(t, game, side, &log->names[i])) return false;
        if (i < 2 && log->names[i] == NULL && !copy_tag(t, game, pair[i], &log->names[i])) return false;
        const char *name = log->names[i];
        log->player[i] = name != NULL ? tournament_player(t, name, strlen(name)) : NO_INDEX;
        log->seated |= name != NULL;
    }
    return true;
}

/* The name of a file without its folder and its ending. */
static const char *stem_of(const char *path, size_t *length) {
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *dot = strchr(name, '.');
    *length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    return name;
}

/* The two players of an id like first-second-2004-301-193. Names may hold hyphens: the players of the tournament are tried. The
 * order of the two is who invited whom, not who moves first. */
static void players_of_id(const tournament *t, const char *id, size_t length, tour_log *log) {
    for (size_t first = 1; first < length; first++) {
        if (id[first] != '-') continue;
        ptrdiff_t a = tournament_player(t, id, first);
        for (size_t second = first + 2; a != NO_INDEX && second <= length; second++) {
            if (second < length && id[second] != '-') continue;
            ptrdiff_t b = tournament_player(t, id + first + 1, second - first - 1);
            if (b == NO_INDEX || b == a) continue;
            log->player[0] = a;
            log->player[1] = b;
            return;
        }
    }
}

nt_status tournament_add_log(cli_run *cli, tournament *t, const nt_game *game) {
    if (!grow(&t->logs, &t->log_capacity, t->log_count + 1, sizeof *t->logs)) return NT_NO_MEMORY;
    tour_log *log = &t->logs[t->log_count++];
    *log = (tour_log){.path = t->file, .number = game->number, .line = game->line, .pairing = NO_INDEX};
    for (size_t i = 0; i < NT_MAX_PLAYERS; i++) log->player[i] = NO_INDEX;
    nt_status status = find_variant(cli, t, game, log);
    if (status != NT_OK) return status;
    size_t length;
    const char *stem = stem_of(t->file, &length);
    if (!find_names(t, game, log) || !copy_tag(t, game, "Round", &log->round)) return NT_NO_MEMORY;
    if (!copy_tag(t, game, "Log", &log->id)) return NT_NO_MEMORY;
    if (log->id == NULL && !copy_tag(t, game, "LogID", &log->id)) return NT_NO_MEMORY;
    if (log->id == NULL) log->id = strndup(stem, length);
    if (log->id == NULL) return NT_NO_MEMORY;
    if (!log->seated) players_of_id(t, log->id, strlen(log->id), log);
    return NT_OK;
}

/* ---- which pairing ---- */

/* How many seats have the right player; *all: the players are those of the pairing in any order. */
static size_t right_seats(const tour_log *log, const tour_pairing *pairing, bool *all) {
    size_t right = 0, found = 0;
    for (size_t i = 0; i < pairing->seats && i < NT_MAX_PLAYERS; i++) {
        right += log->player[i] == (ptrdiff_t)pairing->player[i];
        for (size_t k = 0; k < pairing->seats; k++) {
            if (log->player[k] != (ptrdiff_t)pairing->player[i]) continue;
            found++;
            break;
        }
    }
    *all = found == pairing->seats;
    return right;
}

static bool same_game(const tournament *t, const tour_log *log, const tour_pairing *pairing) {
    return log->variant == NULL || log->variant == t->games[pairing->game].variant;
}

static bool same_round(const tournament *t, const tour_log *log, const tour_pairing *pairing) {
    return log->round != NULL && strcmp(log->round, t->rounds[pairing->round].name) == 0;
}

/* What a log would be as the log of a pairing, whether that has one already or not. */
static tour_fit fit_of(const tournament *t, const tour_log *log, const tour_pairing *pairing) {
    bool all, game = same_game(t, log, pairing);
    size_t right = right_seats(log, pairing, &all);
    if (pairing->log_id != NULL && strcmp(pairing->log_id, log->id) != 0 && !log->seated) return FIT_NONE;
    bool in_order = right == pairing->seats || (all && !log->seated);
    if (in_order) return game ? FIT_RIGHT : FIT_GAME;
    if (all) return game ? FIT_SIDES : FIT_BOTH;
    return game && right + 1 == pairing->seats ? FIT_PLAYER : FIT_NONE;
}

/* The first pairing for which a log is a certain fit; taken: those that have a log, else those that have none. */
static ptrdiff_t find_pairing(const tournament *t, const tour_log *log, tour_fit fit, bool taken, bool round) {
    for (size_t i = 0; i < t->pairing_count; i++) {
        const tour_pairing *pairing = &t->pairings[i];
        if ((pairing->log != NO_INDEX) != taken || (round && !same_round(t, log, pairing))) continue;
        if (fit_of(t, log, pairing) == fit) return (ptrdiff_t)i;
    }
    return NO_INDEX;
}

static ptrdiff_t pairing_by_id(const tournament *t, const tour_log *log) {
    for (size_t i = 0; i < t->pairing_count; i++) {
        const tour_pairing *pairing = &t->pairings[i];
        if (pairing->log_id != NULL && pairing->log == NO_INDEX && strcmp(pairing->log_id, log->id) == 0) return (ptrdiff_t)i;
    }
    return NO_INDEX;
}

/* The same for a log that is the pairing's by its id: one without names has the players that the pairing says. */
static tour_fit fit_by_id(const tournament *t, const tour_log *log, const tour_pairing *pairing) {
    if (!log->seated) return same_game(t, log, pairing) ? FIT_RIGHT : FIT_GAME;
    tour_fit fit = fit_of(t, log, pairing);
    return fit == FIT_NONE ? FIT_PLAYER : fit;
}

static void assign(tournament *t, size_t log, ptrdiff_t pairing, tour_fit fit) {
    if (pairing == NO_INDEX) return;
    t->logs[log].pairing = pairing;
    t->logs[log].fit = fit;
    if (fit != FIT_DOUBLE) t->pairings[pairing].log = (ptrdiff_t)log;
}

/* What fits best goes first: by id, in the named round, as paired; then what is there twice; then what is wrong in one thing,
 * and in two. */
void tournament_match(tournament *t) {
    static const struct {
        tour_fit fit;
        bool taken, round;
    } passes[] = {{FIT_RIGHT, false, true}, {FIT_RIGHT, false, false}, {FIT_RIGHT, true, false}, {FIT_SIDES, false, true},
                  {FIT_GAME, false, true},  {FIT_SIDES, false, false}, {FIT_GAME, false, false}, {FIT_PLAYER, false, true},
                  {FIT_PLAYER, false, false}, {FIT_BOTH, false, false}};
    for (size_t i = 0; i < t->log_count; i++) {
        ptrdiff_t pairing = pairing_by_id(t, &t->logs[i]);
        assign(t, i, pairing, pairing != NO_INDEX ? fit_by_id(t, &t->logs[i], &t->pairings[pairing]) : FIT_NONE);
    }
    for (size_t pass = 0; pass < sizeof passes / sizeof passes[0]; pass++) {
        for (size_t i = 0; i < t->log_count; i++) {
            if (t->logs[i].pairing != NO_INDEX) continue;
            ptrdiff_t pairing = find_pairing(t, &t->logs[i], passes[pass].fit, passes[pass].taken, passes[pass].round);
            assign(t, i, pairing, passes[pass].taken ? FIT_DOUBLE : passes[pass].fit);
        }
    }
}
