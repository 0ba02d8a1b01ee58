/* Tie-breaks, as nt-stat(1) defines them after the FIDE Handbook C.07. Only games that have a result count. Called by
 * standings.c. */
#include "tools/standings.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *title;
} names[TIE_COUNT] = {
    [TIE_DIRECT] = {"direct", "direct"},
    [TIE_WINS] = {"wins", "wins"},
    [TIE_SONNEBORN_BERGER] = {"sonneborn-berger", "SB"},
    [TIE_BUCHHOLZ] = {"buchholz", "Buchholz"},
    [TIE_BUCHHOLZ_CUT1] = {"buchholz-cut1", "B. cut 1"},
    [TIE_BUCHHOLZ_CUT2] = {"buchholz-cut2", "B. cut 2"},
    [TIE_MEDIAN] = {"median", "median"},
    [TIE_MEDIAN2] = {"median2", "median 2"},
    [TIE_KOYA] = {"koya", "Koya"},
    [TIE_PROGRESSIVE] = {"progressive", "progr."},
    [TIE_PERFORMANCE] = {"performance", "perf."},
};

const char *tie_name(tie_break tie) { return names[tie].name; }
const char *tie_title(tie_break tie) { return names[tie].title; }

static bool add_tie(cli_run *cli, tie_list *list, const char *word) {
    const char *words[TIE_COUNT + 1] = {NULL};
    for (size_t i = 0; i < TIE_COUNT; i++) words[i] = names[i].name;
    int choice = 0;
    if (!cli_choose(cli, "tie-breaks", word, words, &choice)) return false;
    for (size_t i = 0; i < list->count; i++) {
        if ((int)list->breaks[i] != choice) continue;
        cli_usage(cli, "--tie-breaks: %s is named twice", word);
        return false;
    }
    list->breaks[list->count++] = (tie_break)choice;
    return true;
}

bool tie_list_read(cli_run *cli, tie_list *list, const char *text) {
    list->count = 0;
    if (strcmp(text, "none") == 0) return true;
    for (;; text++) {
        char word[40];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
        if (!add_tie(cli, list, word)) return false;
        text += length;
        if (*text == '\0') return true;
    }
}

/* ---- one player ---- */

static const stand_game *game_of(const standings *s, const stand_player *player, size_t i, const stand_seat **own) {
    const stand_part *part = &s->of[player->first_game + i];
    const stand_game *game = &s->games[part->game];
    *own = &game->seat[part->seat];
    return game;
}

/* Own score times the points of each opponent. */
static int64_t sonneborn_berger(const standings *s, const stand_player *player) {
    int64_t sum = 0;
    const stand_seat *own;
    for (size_t i = 0; i < player->game_count; i++) {
        const stand_game *game = game_of(s, player, i, &own);
        for (uint32_t k = 0; game->decided && k < game->seats; k++) {
            if (&game->seat[k] == own) continue;
            sum += own->score * (int64_t)s->players[game->seat[k].player].points * (int64_t)game->count;
        }
    }
    return sum;
}

/* Points against those who have at least half of the points of their own games. */
static int64_t koya(const standings *s, const stand_player *player) {
    int64_t sum = 0;
    const stand_seat *own;
    for (size_t i = 0; i < player->game_count; i++) {
        const stand_game *game = game_of(s, player, i, &own);
        bool counts = false;
        for (uint32_t k = 0; game->decided && k < game->seats; k++) {
            const stand_player *other = &s->players[game->seat[k].player];
            counts |= &game->seat[k] != own && 2 * (other->points - other->given) >= POINT * other->games;
        }
        if (counts) sum += own->score * (int64_t)game->count;
    }
    return sum * POINT;
}

/* The sum of the points after each round; games stand in the order of their rounds. */
static int64_t progressive(const standings *s, const stand_player *player) {
    int64_t sum = 0;
    const stand_seat *own;
    for (size_t i = 0; i < player->game_count; i++) {
        const stand_game *game = game_of(s, player, i, &own);
        if (!game->decided) continue;
        sum += own->score * (int64_t)game->count * (int64_t)(s->round_count - game->round);
    }
    return sum * POINT;
}

/* ---- Buchholz ---- */

/* An opponent's points, and in how many games they count. */
typedef struct weight {
    uint64_t points, count;
} weight;

static int compare_weights(const void *a, const void *b) {
    uint64_t first = ((const weight *)a)->points, second = ((const weight *)b)->points;
    return first < second ? -1 : first > second;
}

/* The sum without the lowest and the highest so many opponents. */
static int64_t sum_cut(weight *weights, size_t count, uint64_t low, uint64_t high) {
    int64_t sum = 0;
    for (size_t i = 0; i < count && low > 0; i++) {
        uint64_t cut = weights[i].count < low ? weights[i].count : low;
        weights[i].count -= cut;
        low -= cut;
    }
    for (size_t i = count; i > 0 && high > 0; i--) {
        uint64_t cut = weights[i - 1].count < high ? weights[i - 1].count : high;
        weights[i - 1].count -= cut;
        high -= cut;
    }
    for (size_t i = 0; i < count; i++) sum += (int64_t)(weights[i].points * weights[i].count);
    return sum * POINT;
}

/* False: no memory. */
static bool buchholz(const standings *s, const stand_player *player, uint64_t low, uint64_t high, int64_t *value) {
    size_t count = 0;
    const stand_seat *own;
    weight *weights = malloc((player->game_count * NT_MAX_PLAYERS + 1) * sizeof *weights);
    if (weights == NULL) return false;
    for (size_t i = 0; i < player->game_count; i++) {
        const stand_game *game = game_of(s, player, i, &own);
        for (uint32_t k = 0; game->decided && k < game->seats; k++) {
            if (&game->seat[k] != own) weights[count++] = (weight){s->players[game->seat[k].player].points, game->count};
        }
    }
    if (count > 0) qsort(weights, count, sizeof *weights, compare_weights);
    *value = sum_cut(weights, count, low, high);
    free(weights);
    return true;
}

/* ---- direct encounter ---- */

/* Whether a player has met all the others from `from` to before `to`; *points: what was won there. met: room for the
 * players. */
static bool met_all(const standings *s, size_t player, size_t from, size_t to, uint32_t *met, int64_t *points) {
    size_t others = 0;
    const stand_seat *own;
    *points = 0;
    for (size_t i = 0; i < s->players[player].game_count; i++) {
        const stand_game *game = game_of(s, &s->players[player], i, &own);
        bool among = false;
        for (uint32_t k = 0; game->decided && k < game->seats; k++) {
            size_t other = game->seat[k].player;
            if (&game->seat[k] == own || other < from || other >= to || other == player) continue;
            among = true;
            if (met[other] == (uint32_t)player + 1) continue;
            met[other] = (uint32_t)player + 1;
            others++;
        }
        if (among) *points += own->score * (int64_t)game->count * POINT;
    }
    return others == to - from - 1;
}

static bool direct(standings *s, size_t from, size_t to) {
    bool all = to - from > 1;
    uint32_t *met = calloc(s->player_count + 1, sizeof *met);
    if (met == NULL) return false;
    for (size_t i = from; i < to && all; i++) all = met_all(s, i, from, to, met, &s->players[i].value[TIE_DIRECT]);
    for (size_t i = from; i < to; i++) s->players[i].has_value[TIE_DIRECT] = all;
    free(met);
    return true;
}

/* ---- all ---- */

bool tie_values(standings *s, tie_break tie, size_t from, size_t to) {
    if (tie == TIE_DIRECT) return direct(s, from, to);
    for (size_t i = from; i < to; i++) {
        stand_player *player = &s->players[i];
        int64_t *value = &player->value[tie];
        bool exists = true, memory = true;
        switch (tie) {
        case TIE_WINS: *value = (int64_t)player->wins * TIE_UNIT; break;
        case TIE_SONNEBORN_BERGER: *value = sonneborn_berger(s, player); break;
        case TIE_BUCHHOLZ: memory = buchholz(s, player, 0, 0, value); break;
        case TIE_BUCHHOLZ_CUT1: memory = buchholz(s, player, 1, 0, value); break;
        case TIE_BUCHHOLZ_CUT2: memory = buchholz(s, player, 2, 0, value); break;
        case TIE_MEDIAN: memory = buchholz(s, player, 1, 1, value); break;
        case TIE_MEDIAN2: memory = buchholz(s, player, 2, 2, value); break;
        case TIE_KOYA: *value = koya(s, player); break;
        case TIE_PROGRESSIVE:
            exists = s->rounds_known;
            if (exists) *value = progressive(s, player);
            break;
        case TIE_PERFORMANCE: exists = elo_performance(s, player, value); break;
        default: break;
        }
        if (!memory) return false;
        player->has_value[tie] = exists;
    }
    return true;
}
