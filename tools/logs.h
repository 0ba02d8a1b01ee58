/* Two logs side by side: which game of the one belongs to which of the other. For nt-diff. */
#ifndef LOGS_H
#define LOGS_H

#include "tools/fingerprint.h"
#include "tools/gamecopy.h"

/* A game that has been read and not yet given out. */
typedef struct log_game {
    gamecopy copy;
    fingerprint moves, tags;  /* tags: of the players, the date and the round */
    bool has_moves, has_tags; /* has_moves: the print has been made; has_tags: a player is known */
    uint64_t plies;
} log_game;

typedef struct log_side {
    const char *path;
    nt_input *input;
    nt_reader *reader;
    nt_status status;      /* of the last reading */
    log_game *games;       /* a ring of logs.window */
    size_t first, count;
    bool judged;           /* the replay holds the first game of the ring */
    nt_replay *replay;
    const nt_game *game;   /* given out; NULL: the other log has one more game here */
} log_side;

typedef struct logs {
    log_side side[2];
    size_t window;            /* how many games are looked at, at least 1 */
    size_t pairs, extra[2];   /* what is to be given out before the next decision */
    nt_replay *scout;         /* of the games ahead; their faults are told when their turn comes */
    values_text text;
} logs;

/* Opens both; false after a message. */
bool logs_open(cli_run *cli, logs *l, char **paths);

/* The next pair, in side[].game; both NULL: there is none. A game of which the other log has none is given alone. Games belong
 * together by their moves or by the tags of players, date and round; where those at hand do not, the nearest pair that does is
 * looked for in the window. NT_OK, or trouble, of which a read error has been reported. */
nt_status logs_next(cli_run *cli, logs *l);

/* Replays what has been given out of a side, unless that is done. */
nt_status logs_judge(log_side *side);

void logs_close(logs *l);

#endif
