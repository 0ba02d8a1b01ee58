/* Standings of one group of games: points, tie-breaks, ranks, and the tables made of them. For nt-stat. */
#ifndef STANDINGS_H
#define STANDINGS_H

#include "tools/tables.h"

/* Tie-breaks; nt-stat(1) defines each. TIE_COUNT: how many there are. */
typedef enum tie_break {
    TIE_DIRECT,
    TIE_WINS,
    TIE_SONNEBORN_BERGER,
    TIE_BUCHHOLZ,
    TIE_BUCHHOLZ_CUT1,
    TIE_BUCHHOLZ_CUT2,
    TIE_MEDIAN,
    TIE_MEDIAN2,
    TIE_KOYA,
    TIE_PROGRESSIVE,
    TIE_PERFORMANCE,
    TIE_COUNT
} tie_break;

/* Reads a list of names with commas; false after cli_usage. */
typedef struct tie_list {
    tie_break breaks[TIE_COUNT];
    size_t count;
} tie_list;

bool tie_list_read(cli_run *cli, tie_list *list, const char *text);
const char *tie_name(tie_break tie);
const char *tie_title(tie_break tie);

/* Points are in twelfths, values of tie-breaks in 144ths. */
enum { POINT = 12, TIE_UNIT = 144 };

typedef struct stand_seat {
    uint32_t player;
    int8_t score; /* twelfths */
    char side;    /* "w" of White */
    uint16_t rating; /* 0: none */
} stand_seat;

/* count games in which all is the same. seats: 1 for a bye. decided: it has a result. round: index into rounds, SIZE_MAX: not
 * known. */
typedef struct stand_game {
    stand_seat seat[NT_MAX_PLAYERS];
    uint32_t seats;
    bool decided;
    size_t round;
    uint64_t count;
} stand_game;

typedef struct stand_player {
    tally_text name;
    uint64_t games, wins, losses, points; /* of games that are decided */
    uint64_t given;                       /* of the points: without a game, in byes */
    size_t first_game, game_count;        /* in standings.of: the games of this player */
    size_t rank;                          /* from 1; equal for those whom nothing tells apart */
    int64_t value[TIE_COUNT];
    bool has_value[TIE_COUNT];
} stand_player;

/* One (player, game) pair: the seat that the player has in a game. */
typedef struct stand_part {
    uint32_t game, seat;
} stand_part;

typedef struct standings {
    stand_player *players; /* in the order of the table after standings_order */
    size_t player_count;
    stand_game *games;
    size_t game_count;
    stand_part *of;
    tally_text *rounds; /* in their order */
    size_t round_count;
    bool rounds_known;  /* each decided game has one */
    bool logistic;      /* ratings by the logistic curve, not by the FIDE tables */
} standings;

/* Gathers the games of a group: entries of kind TALLY_GAME from begin to end. False: no memory. */
bool standings_gather(standings *s, const tally *counts, size_t begin, size_t end);

/* Works out the tie-breaks and the order. False: no memory. */
bool standings_order(standings *s, const tie_list *ties);
void standings_free(standings *s);

/* tiebreak.c: the value of a tie-break for the players from `from` to before `to`, who are equal so far. False: no memory. */
bool tie_values(standings *s, tie_break tie, size_t from, size_t to);

/* elo.c: the rating difference that a share of points stands for, and the share that a difference lets expect, in
 * ten-thousandths: by the FIDE tables 8.1.1 and 8.1.2 or by the logistic curve. */
int elo_difference(uint64_t points, uint64_t of, bool logistic);
int elo_expected(int difference, bool logistic);

/* elo.c: the performance of a player in 144ths; false: no game against a rated opponent. */
bool elo_performance(const standings *s, const stand_player *player, int64_t *value);

/* The tables. Each fills an empty table; the caller writes it. */
void standings_table(const standings *s, const tie_list *ties, table *t);
void crosstable_robin(const standings *s, table *t);
void crosstable_swiss(const standings *s, table *t);
void ratings_table(const standings *s, table *t);

/* Whether the games look like those of a Swiss system: there are rounds, and fewer than half of the pairs have met. */
bool standings_is_swiss(const standings *s);

/* A score as people write it: 1, ½, ¾, 5/12, *. */
const char *score_sign(int score, char text[16]);

#endif
