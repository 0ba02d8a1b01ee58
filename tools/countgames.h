/* Counts what a game has: players and scores, result, length, opening, first moves. For nt-stat. */
#ifndef COUNTGAMES_H
#define COUNTGAMES_H

#include "tools/shardcounts.h"

enum { COUNT_GROUPS = 8 };

/* What is to be counted, and room for the work. Zeroed and with kinds set it is valid; freed with game_counts_free. */
typedef struct game_counts {
    counts_head head;
    const char *by[COUNT_GROUPS]; /* names of tags */
    size_t by_count;
    bool tags_only; /* results are what the games state; moves are not looked at */
    tally counts;
    nt_replay *replay; /* made when it is needed */
    values_text key, value;
} game_counts;

/* Counts a game. NT_OK, NT_INVALID and NT_USAGE after findings, or trouble. */
nt_status count_game(cli_run *cli, game_counts *g, const nt_game *game);
void game_counts_free(game_counts *g);

#endif
