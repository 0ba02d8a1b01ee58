/* A tournament as its director describes it, the logs that belong to it, and what is wrong with them; nt-tournament(5) has the
 * description. For nt-check. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "tools/cli.h"
#include "tools/clock.h"
#include "tools/grow.h"
#include "tools/logfiles.h"

#include <stdarg.h>

enum { NO_INDEX = -1, TOURNAMENT_SCORES = 16, TOURNAMENT_TEXT = 800 };

/* others: further names for the same player, with semicolons between. */
typedef struct tour_player {
    const char *id, *others;
    bool declared; /* in [players] */
} tour_player;

typedef struct tour_game {
    const char *name;
    const nt_variant *variant;
    nt_result scores[TOURNAMENT_SCORES];
    size_t score_count; /* 0: all that sum to a point */
    clock_rules clock;
    nt_replay *replay;  /* of logs that do not name their game; made when it is needed */
} tour_game;

typedef struct tour_round {
    const char *name;
    uint64_t line;
    clock_rules clock;
    bool selected;
} tour_round;

typedef struct tour_pairing {
    size_t round, game, seats;
    size_t player[NT_MAX_PLAYERS]; /* in the order of moving */
    const char *log_id;            /* NULL: not given */
    nt_result decided;             /* known: no log is due */
    uint64_t line;
    ptrdiff_t log;                 /* its log, NO_INDEX */
    nt_result result;              /* of the log, or as decided */
    uint64_t errors;               /* of its log */
} tour_pairing;

/* How a log belongs to a pairing. */
typedef enum tour_fit {
    FIT_NONE,
    FIT_RIGHT,
    FIT_DOUBLE, /* another log has the pairing */
    FIT_SIDES,  /* the players sit the other way round */
    FIT_GAME,   /* another game */
    FIT_BOTH,   /* both */
    FIT_PLAYER  /* one player is another */
} tour_fit;

/* One game of the files. */
typedef struct tour_log {
    const char *path; /* borrowed from log_files */
    uint64_t number, line;
    char *names[NT_MAX_PLAYERS];       /* as the log has them; NULL: not known */
    ptrdiff_t player[NT_MAX_PLAYERS];  /* NO_INDEX: none of the tournament */
    size_t seats;
    bool seated;                       /* the order of the players is that of moving */
    const nt_variant *variant;         /* NULL: not named */
    char *id, *round;
    ptrdiff_t pairing;
    tour_fit fit;
} tour_log;

typedef struct tournament {
    const char *path;
    char *text; /* of the description; what is borrowed points here */
    const char *title;
    clock_rules clock;
    bool meet_once, game_once;
    uint64_t most_firsts; /* a round; 0: any */
    bool has_points;
    int64_t points;       /* twelfths */
    tour_player *players;
    size_t player_count, player_capacity;
    tour_game *games;
    size_t game_count, game_capacity;
    tour_round *rounds;
    size_t round_count, round_capacity;
    tour_pairing *pairings;
    size_t pairing_count, pairing_capacity;
    tour_log *logs;
    size_t log_count, log_capacity;
    ptrdiff_t default_game;
    const char *file; /* that is being read */
    size_t current;   /* pass two: the next log */
    values_text room;
} tournament;

/* tournamentread.c: reads and checks a description; faults are findings. False: it could not be read, or no memory. */
bool tournament_read(cli_run *cli, tournament *t, const char *path);

/* tournament.c: reports the pairings that break a rule of the tournament. */
void tournament_check_pairings(cli_run *cli, tournament *t);
void tournament_free(tournament *t);

/* Checks only rounds of these names; false after cli_usage. No names: all. */
bool tournament_select(cli_run *cli, tournament *t, const char *const *names, size_t count);

/* The player with a name, ASCII case ignored; NO_INDEX. */
ptrdiff_t tournament_player(const tournament *t, const char *name, size_t length);
const char *tournament_id(const tournament *t, size_t player);

/* Whether one of the players is nobody. */
bool tournament_has_bye(const tournament *t, const tour_pairing *pairing);

/* "round 2, anna - bert: glinski", in room of the tournament; "" without memory. */
const char *tournament_words(tournament *t, const tour_pairing *pairing);

/* tournamentlogs.c: what a game is, by its tags and its file; after all, which pairing it belongs to. */
nt_status tournament_add_log(cli_run *cli, tournament *t, const nt_game *game);
void tournament_match(tournament *t);

/* Forgets all logs but the first so many. */
void tournament_drop_logs(tournament *t, size_t count);

/* Findings of the library about the game at hand, until it is known which of them count. */
typedef struct held_finding {
    nt_diagnostic finding;
    char *words; /* of file, where and text */
} held_finding;

typedef struct held_findings {
    held_finding *at;
    size_t count, capacity;
    bool failed; /* no memory */
} held_findings;

/* tournamentcheck.c: checks a game in the second pass, and empties held. NT_OK, NT_INVALID, NT_USAGE, or trouble. */
nt_status tournament_check_log(cli_run *cli, tournament *t, held_findings *held, const nt_game *game);

/* tournamentgame.c: what the moves tell. The first main move that is not legal (SIZE_MAX: none); a move that stands for another
 * one that was taken back though it was legal; whose time has run out, with the item (SIZE_MAX: nobody that is known of). */
size_t game_illegal(const nt_replay *replay, const nt_game *game);
nt_status game_check_takebacks(cli_run *cli, tournament *t, nt_replay *replay, const nt_game *game, const char *where);
nt_status game_check_clock(cli_run *cli, tournament *t, const clock_rules *rules, nt_replay *replay, const nt_game *game,
                           size_t *item, size_t *player, int64_t *over);

/* Whether a byte of the game lies in a line that was taken back. */
bool game_is_abandoned(const nt_game *game, uint64_t place);

/* tournamentrun.c: the whole check: description, files of the operands, two passes over them. */
typedef struct tournament_settings {
    const char *path;
    const char *const *rounds;
    size_t round_count;
    bool verdicts, summary;
} tournament_settings;

void tournament_run(cli_run *cli, const tournament_settings *settings);

/* A finding in the description, or in a log at an item (SIZE_MAX: at its start). */
void tournament_say(cli_run *cli, const tournament *t, uint64_t line, const char *id, const char *format, ...) CLI_PRINTF(5, 6);
void tournament_say_log(cli_run *cli, const nt_game *game, size_t item, const char *where, const char *id, const char *format,
                        ...) CLI_PRINTF(6, 7);

/* The text of a finding, cut where it is longer; control bytes become question marks. */
void tournament_format(char text[TOURNAMENT_TEXT], const char *format, va_list arguments) CLI_PRINTF(2, 0);

#endif
