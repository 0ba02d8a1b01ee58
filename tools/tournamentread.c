/* Reads a tournament's description, nt-tournament(5): sections of lines, split in place. Called by nt-check. */
#include "tools/tournament.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16 << 20 };

typedef enum section { IN_NOTHING, IN_TOURNAMENT, IN_PLAYERS, IN_GAME, IN_ROUND } section;

/* The place in the description. */
typedef struct reading {
    cli_run *cli;
    tournament *t;
    uint64_t line;
    section section;
    size_t game; /* of the section */
    bool memory; /* false: there is none */
} reading;

/* ---- findings ---- */

CLI_PRINTF(2, 3)
static void wrong(const reading *r, const char *format, ...) {
    char text[TOURNAMENT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    tournament_format(text, format, arguments);
    va_end(arguments);
    tournament_say(r->cli, r->t, r->line, "tournament-syntax", "%s", text);
}

/* ---- words ---- */

static char *trim(char *text) {
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) text[--length] = '\0';
    return text;
}

/* A # at the start of a line or behind a blank begins a comment. */
static void cut_comment(char *line) {
    for (char *at = line; *at != '\0'; at++) {
        if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t')) {
            *at = '\0';
            return;
        }
    }
}

/* Cuts a text in two at a separator; NULL: there is none. Both halves are trimmed. */
static char *split(char *text, const char *separator) {
    char *at = strstr(text, separator);
    if (at == NULL) return NULL;
    *at = '\0';
    char *rest = trim(at + strlen(separator));
    char *first = trim(text);
    if (first != text) memmove(text, first, strlen(first) + 1);
    return rest;
}

/* ---- players, games ---- */

static bool add_player(reading *r, const char *id, const char *others, bool declared) {
    tournament *t = r->t;
    if (!grow(&t->players, &t->player_capacity, t->player_count + 1, sizeof *t->players)) return false;
    t->players[t->player_count++] = (tour_player){id, others != NULL ? others : "", declared};
    return true;
}

static void read_player(reading *r, char *line) {
    const char *others = split(line, "=");
    if (*line == '\0') wrong(r, "the name of a player is missing before =");
    else if (tournament_player(r->t, line, strlen(line)) != NO_INDEX) wrong(r, "the player %s is named twice", line);
    else r->memory &= add_player(r, line, others, true);
}

/* The game with a name, which is added when it is new; NO_INDEX after a finding. */
static ptrdiff_t find_game(reading *r, const char *name) {
    tournament *t = r->t;
    const nt_variant *variant = NULL;
    nt_status status = nt_variant_load(r->cli->context, name, &variant);
    if (status == NT_NO_MEMORY) r->memory = false;
    if (status != NT_OK) {
        wrong(r, "the game %s is not known; nt-variant list shows those that are", name);
        return NO_INDEX;
    }
    for (size_t i = 0; i < t->game_count; i++) {
        if (t->games[i].variant == variant) return (ptrdiff_t)i;
    }
    if (!grow(&t->games, &t->game_capacity, t->game_count + 1, sizeof *t->games)) {
        r->memory = false;
        return NO_INDEX;
    }
    t->games[t->game_count] = (tour_game){.name = name, .variant = variant};
    clock_clear(&t->games[t->game_count].clock);
    return (ptrdiff_t)t->game_count++;
}

static void read_scores(reading *r, tour_game *game, char *value) {
    size_t players = nt_variant_players(game->variant);
    game->score_count = 0;
    for (char *rest; value != NULL; value = rest) {
        nt_result score;
        rest = split(value, ",");
        bool read = nt_result_parse(value, strlen(value), &score) && score.known && score.players == players;
        if (read && game->score_count < TOURNAMENT_SCORES) game->scores[game->score_count++] = score;
        else if (read) wrong(r, "more than %d scores", TOURNAMENT_SCORES);
        else wrong(r, "\"%s\" is no score of %s; write scores like 1-0 with commas between", value, game->name);
    }
}

/* ---- pairings ---- */

/* The player with a name in a pairing. Without a section of players the pairings say who plays. */
static ptrdiff_t paired_player(reading *r, char *name) {
    tournament *t = r->t;
    ptrdiff_t player = tournament_player(t, name, strlen(name));
    if (player != NO_INDEX || *name == '\0') return player;
    bool declared = t->player_count > 0 && t->players[0].declared;
    if (declared && !values_is_bye(name, strlen(name))) return NO_INDEX;
    r->memory &= add_player(r, name, NULL, false);
    return r->memory ? (ptrdiff_t)t->player_count - 1 : NO_INDEX;
}

static bool read_seats(reading *r, tour_pairing *pairing, char *players) {
    for (char *rest; players != NULL; players = rest) {
        rest = split(players, " - ");
        char *name = trim(players);
        ptrdiff_t player = pairing->seats < NT_MAX_PLAYERS ? paired_player(r, name) : NO_INDEX;
        if (pairing->seats == NT_MAX_PLAYERS) wrong(r, "more than %d players in a game", NT_MAX_PLAYERS);
        else if (player == NO_INDEX) wrong(r, "the player \"%s\" does not stand under [players]", name);
        if (player == NO_INDEX) return false;
        for (size_t i = 0; i < pairing->seats; i++) {
            if (pairing->player[i] != (size_t)player) continue;
            wrong(r, "%s would play against himself", name);
            return false;
        }
        pairing->player[pairing->seats++] = (size_t)player;
    }
    return true;
}

/* Whether a line of a round is `key = value`: its first part has no " - ". */
static bool is_setting(const char *line) {
    const char *equals = strchr(line, '='), *dash = strstr(line, " - ");
    return equals != NULL && (dash == NULL || dash > equals);
}

/* `anna - bert : glinski : log-id = 1-0`; all but the players may be missing. */
static void read_pairing(reading *r, char *line) {
    tournament *t = r->t;
    tour_pairing pairing = {.round = t->round_count - 1, .line = r->line, .log = NO_INDEX};
    char *result = split(line, " = "), *game = split(line, " : "), *log_id = game != NULL ? split(game, " : ") : NULL;
    ptrdiff_t index = game != NULL && *game != '\0' ? find_game(r, game) : t->default_game;
    if (!read_seats(r, &pairing, line)) return;
    if (index == NO_INDEX) {
        if (game == NULL) wrong(r, "the pairing names no game, and there is no `game` under [tournament]");
        return;
    }
    const tour_game *played = &t->games[index];
    if (pairing.seats != nt_variant_players(played->variant)) {
        wrong(r, "%s is played by %zu; the pairing has %zu players; write names like anna - bert : %s", played->name,
              nt_variant_players(played->variant), pairing.seats, played->name);
        return;
    }
    bool good = result == NULL || (nt_result_parse(result, strlen(result), &pairing.decided) && pairing.decided.known &&
                                   pairing.decided.players == pairing.seats);
    if (!good) wrong(r, "\"%s\" is no result of %s", result, played->name);
    if (result == NULL && tournament_has_bye(t, &pairing)) {
        wrong(r, "a bye needs a result, as in anna - bye = 1-0");
        return;
    }
    pairing.game = (size_t)index;
    pairing.log_id = log_id != NULL && *log_id != '\0' ? log_id : NULL;
    pairing.result = pairing.decided;
    r->memory &= grow(&t->pairings, &t->pairing_capacity, t->pairing_count + 1, sizeof *t->pairings);
    if (r->memory && good) t->pairings[t->pairing_count++] = pairing;
}

/* ---- settings ---- */

static bool read_yes(reading *r, const char *key, const char *value, bool *yes) {
    *yes = strcmp(value, "yes") == 0;
    if (!*yes && strcmp(value, "no") != 0) wrong(r, "%s: write yes or no", key);
    return true;
}

/* Points as a decimal: 54, 53.5. */
static bool read_points(const char *value, int64_t *twelfths) {
    char *end;
    errno = 0;
    long whole = strtol(value, &end, 10);
    if (end == value || errno != 0 || whole < 0 || whole > 100000000) return false;
    *twelfths = 12 * (int64_t)whole;
    if (strcmp(end, ".5") == 0) *twelfths += 6;
    else if (strcmp(end, ".25") == 0) *twelfths += 3;
    else if (strcmp(end, ".75") == 0) *twelfths += 9;
    else return *end == '\0';
    return true;
}

static bool set_tournament(reading *r, const char *key, char *value) {
    tournament *t = r->t;
    if (strcmp(key, "title") == 0) {
        t->title = value;
    } else if (strcmp(key, "game") == 0) {
        t->default_game = find_game(r, value);
    } else if (strcmp(key, "meet-once") == 0) {
        return read_yes(r, key, value, &t->meet_once);
    } else if (strcmp(key, "game-once") == 0) {
        return read_yes(r, key, value, &t->game_once);
    } else if (strcmp(key, "most-firsts") == 0) {
        int64_t firsts = 0;
        if (!read_points(value, &firsts) || firsts % 12 != 0) wrong(r, "most-firsts: write a number");
        t->most_firsts = (uint64_t)firsts / 12;
    } else if (strcmp(key, "points") == 0) {
        t->has_points = read_points(value, &t->points);
        if (!t->has_points) wrong(r, "points: write a number like 54 or 53.5");
    } else {
        return false;
    }
    return true;
}

static void read_setting(reading *r, char *line) {
    static const char *const places[] = {"", " of [tournament]", " of [players]", " of a game", " of a round"};
    tournament *t = r->t;
    char *value = split(line, "=");
    const char *fault = NULL;
    bool known = false;
    if (value == NULL) {
        wrong(r, "\"%s\" is no setting; write key = value", line);
        return;
    }
    if (r->section == IN_TOURNAMENT) known = set_tournament(r, line, value) || clock_set(&t->clock, line, value, &fault);
    if (r->section == IN_ROUND) known = clock_set(&t->rounds[t->round_count - 1].clock, line, value, &fault);
    if (r->section == IN_GAME && strcmp(line, "scores") == 0) {
        read_scores(r, &t->games[r->game], value);
        known = true;
    } else if (r->section == IN_GAME) {
        known = clock_set(&t->games[r->game].clock, line, value, &fault);
    }
    if (!known) wrong(r, "\"%s\" is no key%s", line, places[r->section]);
    if (fault != NULL) wrong(r, "%s: %s", line, fault);
}

/* ---- sections ---- */

static void open_round(reading *r, const char *name) {
    tournament *t = r->t;
    for (size_t i = 0; i < t->round_count; i++) {
        if (strcmp(t->rounds[i].name, name) == 0) wrong(r, "the round %s is described twice", name);
    }
    r->memory &= grow(&t->rounds, &t->round_capacity, t->round_count + 1, sizeof *t->rounds);
    if (!r->memory) return;
    t->rounds[t->round_count] = (tour_round){.name = name, .line = r->line, .selected = true};
    clock_clear(&t->rounds[t->round_count++].clock);
    r->section = IN_ROUND;
}

static void open_section(reading *r, char *line) {
    size_t length = strlen(line);
    r->section = IN_NOTHING;
    if (line[length - 1] != ']') {
        wrong(r, "the section has no closing bracket");
        return;
    }
    line[length - 1] = '\0';
    char *name = trim(line + 1), *rest = name + strcspn(name, " \t");
    if (*rest != '\0') *rest++ = '\0';
    rest = trim(rest);
    if (strcmp(name, "tournament") == 0 && *rest == '\0') {
        r->section = IN_TOURNAMENT;
    } else if (strcmp(name, "players") == 0 && *rest == '\0') {
        r->section = IN_PLAYERS;
    } else if (strcmp(name, "game") == 0 && *rest != '\0') {
        ptrdiff_t game = find_game(r, rest);
        if (game != NO_INDEX) {
            r->game = (size_t)game;
            r->section = IN_GAME;
        }
    } else if (strcmp(name, "round") == 0 && *rest != '\0') {
        open_round(r, rest);
    } else {
        wrong(r, "a section is [tournament], [players], [game NAME] or [round NAME]");
    }
}

static void read_line(reading *r, char *line) {
    static const char mark[] = "\xEF\xBB\xBF";
    if (r->line == 1 && strncmp(line, mark, 3) == 0) line += 3;
    cut_comment(line);
    line = trim(line);
    if (*line == '\0') return;
    if (*line == '[') open_section(r, line);
    else if (r->section == IN_NOTHING) wrong(r, "the line stands in no section");
    else if (r->section == IN_PLAYERS) read_player(r, line);
    else if (r->section == IN_ROUND && !is_setting(line)) read_pairing(r, line);
    else read_setting(r, line);
}

/* ---- the file ---- */

/* The whole file with a NUL behind it; NULL after a message. */
static char *load(cli_run *cli, const char *path, size_t *length) {
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t capacity = 0;
    if (file == NULL) {
        cli_trouble(cli, "cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    *length = 0;
    for (size_t got = 1; got > 0;) {
        if (*length + 1 >= capacity) {
            capacity = capacity == 0 ? 8192 : 2 * capacity;
            char *grown = capacity > MOST_BYTES ? NULL : realloc(bytes, capacity);
            if (grown == NULL) {
                cli_trouble(cli, "cannot read %s: it is too large", path);
                free(bytes);
                if (!is_stdin) fclose(file);
                return NULL;
            }
            bytes = grown;
        }
        got = fread(bytes + *length, 1, capacity - *length - 1, file);
        *length += got;
    }
    bool failed = ferror(file) != 0;
    if (failed) cli_trouble(cli, "cannot read %s: %s", path, strerror(errno));
    if (!is_stdin) fclose(file);
    if (failed) free(bytes);
    else bytes[*length] = '\0';
    return failed ? NULL : bytes;
}

bool tournament_read(cli_run *cli, tournament *t, const char *path) {
    reading r = {.cli = cli, .t = t, .memory = true};
    size_t length = 0;
    t->path = strcmp(path, "-") == 0 ? "<stdin>" : path;
    t->title = "";
    t->default_game = NO_INDEX;
    clock_clear(&t->clock);
    t->text = load(cli, path, &length);
    if (t->text == NULL) return false;
    char *end = t->text + length;
    for (char *line = t->text; line < end && r.memory;) {
        char *next = memchr(line, '\n', (size_t)(end - line));
        if (next == NULL) next = end;
        *next = '\0';
        r.line++;
        if (strlen(line) != (size_t)(next - line)) wrong(&r, "the line holds a NUL byte; what follows it is not read");
        read_line(&r, line);
        line = next + 1;
    }
    tournament_check_pairings(cli, t);
    if (t->pairing_count == 0) tournament_say(cli, t, r.line > 0 ? r.line : 1, "tournament-syntax", "there are no pairings");
    cli_end_findings(cli, t->path);
    return r.memory || !cli_failed(cli, NT_NO_MEMORY, "read the tournament");
}

