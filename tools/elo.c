/* Ratings: expected score and performance. Called by tiebreak.c and nt-stat.
 *
 * Source of the tables: FIDE Handbook B.02, 8.1.1 (share of points to rating difference) and 8.1.2 (difference to expected
 * score). The logistic curve is Elo's with 400 points for odds of ten to one. */
#include "tools/standings.h"

#include <math.h>

enum { TEN_THOUSAND = 10000, LIMIT = 800 };

int elo_difference(uint64_t points, uint64_t of, bool logistic) {
    static const int differences[51] = {800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284,
                                  273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125,
                                  117, 110, 102, 95,  87,  80,  72,  65,  57,  50,  43,  36,  29,  21,  14,  7,   0};
    if (of == 0) return 0;
    if (!logistic) {
        uint64_t percent = (200 * points + of) / (2 * of);
        return percent >= 50 ? differences[100 - percent] : -differences[percent];
    }
    if (points == 0) return -LIMIT;
    if (points >= of) return LIMIT;
    double difference = 400 * log10((double)points / (double)(of - points));
    return difference > LIMIT ? LIMIT : difference < -LIMIT ? -LIMIT : (int)lround(difference);
}

int elo_expected(int difference, bool logistic) {
    static const int last[50] = {3,   10,  17,  25,  32,  39,  46,  53,  61,  68,  76,  83,  91,  98,  106, 113, 121,
                                 129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
                                 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735};
    if (logistic) return (int)lround(TEN_THOUSAND / (1 + pow(10, -difference / 400.0)));
    int size = difference < 0 ? -difference : difference, percent = 50;
    while (percent < 100 && size > last[percent - 50]) percent++;
    return (difference < 0 ? 100 - percent : percent) * (TEN_THOUSAND / 100);
}

/* ---- what a player did against rated opponents, in games of two ---- */

typedef struct rated_games {
    uint64_t games, points, ratings; /* ratings: the sum of the opponents' */
    uint64_t both, own, both_points; /* games in which the player has a rating, too, the sum of it, the points there */
    int64_t expected;                /* in ten-thousandths, of those games */
} rated_games;

static rated_games rated_games_of(const standings *s, const stand_player *player) {
    rated_games sum = {.games = 0};
    for (size_t i = 0; i < player->game_count; i++) {
        const stand_part *part = &s->of[player->first_game + i];
        const stand_game *game = &s->games[part->game];
        if (!game->decided || game->seats != 2) continue;
        const stand_seat *own = &game->seat[part->seat], *other = &game->seat[1 - part->seat];
        if (other->rating == 0) continue;
        sum.games += game->count;
        sum.points += (uint64_t)own->score * game->count;
        sum.ratings += other->rating * game->count;
        if (own->rating == 0) continue;
        sum.both += game->count;
        sum.both_points += (uint64_t)own->score * game->count;
        sum.own += own->rating * game->count;
        sum.expected += elo_expected(own->rating - other->rating, s->logistic) * (int64_t)game->count;
    }
    return sum;
}

static uint64_t mean(uint64_t sum, uint64_t count) { return (2 * sum + count) / (2 * count); }

static int64_t performance(const rated_games *sum, bool logistic) {
    return (int64_t)mean(sum->ratings, sum->games) + elo_difference(sum->points, POINT * sum->games, logistic);
}

bool elo_performance(const standings *s, const stand_player *player, int64_t *value) {
    rated_games sum = rated_games_of(s, player);
    if (sum.games > 0) *value = performance(&sum, s->logistic) * TIE_UNIT;
    return sum.games > 0;
}

void ratings_table(const standings *s, table *t) {
    t->name = "ratings";
    t->caption = s->logistic ? "Ratings (logistic curve)" : "Ratings (FIDE tables)";
    table_add_column(t, "player", "player", 0);
    table_add_column(t, "rating", "rating", TABLE_NUMBER);
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "opponents", "opponents", TABLE_NUMBER);
    table_add_column(t, "points", "points", TABLE_NUMBER);
    table_add_column(t, "performance", "perf.", TABLE_NUMBER);
    table_add_column(t, "expected", "expected", TABLE_NUMBER);
    table_add_column(t, "gain", "+/-", TABLE_NUMBER);
    for (size_t i = 0; i < s->player_count; i++) {
        const stand_player *player = &s->players[i];
        rated_games sum = rated_games_of(s, player);
        if (sum.games == 0) continue;
        table_cell(t, player->name.at, player->name.length);
        if (sum.both > 0) table_number(t, mean(sum.own, sum.both));
        else table_cell(t, "", 0);
        table_number(t, sum.games);
        table_number(t, mean(sum.ratings, sum.games));
        table_ratio(t, (int64_t)sum.points, POINT);
        table_format(t, "%lld", (long long)performance(&sum, s->logistic));
        if (sum.both > 0) {
            table_ratio(t, sum.expected, TEN_THOUSAND);
            int64_t unit = (int64_t)TEN_THOUSAND * POINT;
            table_ratio(t, (int64_t)sum.both_points * TEN_THOUSAND - sum.expected * POINT, unit);
        } else {
            table_cell(t, "", 0);
            table_cell(t, "", 0);
        }
    }
}
