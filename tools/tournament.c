/* A tournament: its players and pairings, findings in its description. Called by the other files of nt-check's check of
 * tournaments. */
#include "tools/tournament.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void tournament_format(char text[TOURNAMENT_TEXT], const char *format, va_list arguments) {
    vsnprintf(text, TOURNAMENT_TEXT, format, arguments);
    for (char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ') *at = '?';
    }
}

void tournament_say(cli_run *cli, const tournament *t, uint64_t line, const char *id, const char *format, ...) {
    char text[TOURNAMENT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    tournament_format(text, format, arguments);
    va_end(arguments);
    nt_diagnostic finding = {.id = id, .severity = cli_severity(cli, id), .file = t->path, .line = line, .column = 1,
                             .where = "", .text = text};
    cli_report(cli, &finding);
}

static int lower(char byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : (unsigned char)byte; }

/* ASCII case ignored. */
static bool same_name(const char *a, const char *b, size_t length) {
    size_t i = 0;
    while (i < length && lower(a[i]) == lower(b[i])) i++;
    return i == length;
}

/* Whether a name is one of a list with semicolons between. */
static bool is_among(const char *list, const char *name, size_t length) {
    for (bool more = true; more;) {
        list += strspn(list, " \t");
        size_t part = strcspn(list, ";"), end = part;
        more = list[part] == ';';
        while (end > 0 && (list[end - 1] == ' ' || list[end - 1] == '\t')) end--;
        if (end == length && end > 0 && same_name(list, name, length)) return true;
        list += part + more;
    }
    return false;
}

ptrdiff_t tournament_player(const tournament *t, const char *name, size_t length) {
    for (size_t i = 0; i < t->player_count; i++) {
        const tour_player *player = &t->players[i];
        bool is_id = strlen(player->id) == length && same_name(player->id, name, length);
        if (is_id || is_among(player->others, name, length)) return (ptrdiff_t)i;
    }
    return NO_INDEX;
}

const char *tournament_id(const tournament *t, size_t player) { return t->players[player].id; }

bool tournament_has_bye(const tournament *t, const tour_pairing *pairing) {
    for (size_t i = 0; i < pairing->seats; i++) {
        const char *id = tournament_id(t, pairing->player[i]);
        if (values_is_bye(id, strlen(id))) return true;
    }
    return false;
}

/* ---- what the pairings must be ---- */

static size_t firsts_in_round(const tournament *t, size_t last) {
    size_t count = 0;
    const tour_pairing *at = &t->pairings[last];
    for (size_t i = 0; i <= last; i++) {
        bool is_first = t->pairings[i].round == at->round && t->pairings[i].player[0] == at->player[0];
        count += is_first && !tournament_has_bye(t, &t->pairings[i]);
    }
    return count;
}

static bool has_player(const tour_pairing *pairing, size_t player) {
    for (size_t i = 0; i < pairing->seats; i++) {
        if (pairing->player[i] == player) return true;
    }
    return false;
}

/* Compares a pairing with those before it. */
static void check_pairing(cli_run *cli, tournament *t, size_t index) {
    const tour_pairing *at = &t->pairings[index];
    for (size_t i = 0; i < index; i++) {
        const tour_pairing *before = &t->pairings[i];
        size_t common = 0, who = 0;
        if (tournament_has_bye(t, before)) continue;
        for (size_t k = 0; k < at->seats; k++) {
            if (!has_player(before, at->player[k])) continue;
            common++;
            who = at->player[k];
        }
        if (t->meet_once && common > 1) {
            tournament_say(cli, t, at->line, "pairing-rule", "these players meet in line %llu already",
                           (unsigned long long)before->line);
        }
        if (t->game_once && common > 0 && before->game == at->game) {
            tournament_say(cli, t, at->line, "pairing-rule", "%s plays %s in line %llu already", tournament_id(t, who),
                           t->games[at->game].name, (unsigned long long)before->line);
        }
    }
    if (t->most_firsts > 0 && firsts_in_round(t, index) == t->most_firsts + 1) {
        tournament_say(cli, t, at->line, "pairing-rule", "%s moves first in more than %llu games of round %s",
                       tournament_id(t, at->player[0]), (unsigned long long)t->most_firsts, t->rounds[at->round].name);
    }
}

void tournament_check_pairings(cli_run *cli, tournament *t) {
    for (size_t i = 0; i < t->pairing_count; i++)
        if (!tournament_has_bye(t, &t->pairings[i])) check_pairing(cli, t, i);
}

/* ---- rounds and words ---- */

bool tournament_select(cli_run *cli, tournament *t, const char *const *names, size_t count) {
    for (size_t i = 0; i < t->round_count && count > 0; i++) t->rounds[i].selected = false;
    for (size_t k = 0; k < count; k++) {
        bool found = false;
        for (size_t i = 0; i < t->round_count; i++) {
            if (strcmp(t->rounds[i].name, names[k]) != 0) continue;
            t->rounds[i].selected = found = true;
        }
        if (found) continue;
        cli_usage(cli, "--round: %s describes no round %s", t->path, names[k]);
        return false;
    }
    return true;
}

const char *tournament_words(tournament *t, const tour_pairing *pairing) {
    const char *game = t->games[pairing->game].name, *round = t->rounds[pairing->round].name;
    t->room.length = 0;
    bool memory = values_text_add(&t->room, "round ", 6) && values_text_add(&t->room, round, strlen(round));
    for (size_t i = 0; i < pairing->seats; i++) {
        const char *id = tournament_id(t, pairing->player[i]), *joint = i == 0 ? ", " : " - ";
        memory = memory && values_text_add(&t->room, joint, strlen(joint)) && values_text_add(&t->room, id, strlen(id));
    }
    memory = memory && values_text_add(&t->room, ": ", 2) && values_text_add(&t->room, game, strlen(game) + 1);
    return memory ? t->room.bytes : "";
}

static void free_log(tour_log *log) {
    for (size_t i = 0; i < NT_MAX_PLAYERS; i++) free(log->names[i]);
    free(log->id);
    free(log->round);
}

void tournament_drop_logs(tournament *t, size_t count) {
    while (t->log_count > count) free_log(&t->logs[--t->log_count]);
}

void tournament_free(tournament *t) {
    for (size_t i = 0; i < t->game_count; i++) nt_replay_free(t->games[i].replay);
    tournament_drop_logs(t, 0);
    free(t->players);
    free(t->games);
    free(t->rounds);
    free(t->pairings);
    free(t->logs);
    free(t->text);
    values_text_free(&t->room);
    *t = (tournament){.path = NULL};
}
