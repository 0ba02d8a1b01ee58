/* The tables of a tournament: standings, and who met whom with which result. Called by nt-stat. */
#include "tools/standings.h"

#include <string.h>

const char *score_sign(int score, char text[16]) {
    static const char *const signs[POINT + 1] = {
        [0] = "0", [3] = "\xC2\xBC", [4] = "\xE2\x85\x93",
        [6] = "\xC2\xBD", [8] = "\xE2\x85\x94", [9] = "\xC2\xBE", [POINT] = "1"};
    if (score >= 0 && score <= POINT && signs[score] != NULL) return signs[score];
    snprintf(text, 16, "%d/12", score);
    return text;
}

static void add_rank_columns(table *t, const char *key) {
    table_add_column(t, key, "#", TABLE_NUMBER);
    table_add_column(t, "player", "player", 0);
}

static void add_rank_cells(table *t, const stand_player *player) {
    table_number(t, player->rank);
    table_cell(t, player->name.at, player->name.length);
}

void standings_table(const standings *s, const tie_list *ties, table *t) {
    t->name = "standings";
    t->caption = "Standings";
    add_rank_columns(t, "rank");
    table_add_column(t, "games", "games", TABLE_NUMBER);
    table_add_column(t, "won", "+", TABLE_NUMBER);
    table_add_column(t, "shared", "=", TABLE_NUMBER);
    table_add_column(t, "lost", "-", TABLE_NUMBER);
    table_add_column(t, "points", "points", TABLE_NUMBER);
    for (size_t i = 0; i < ties->count; i++) {
        table_add_column(t, tie_name(ties->breaks[i]), tie_title(ties->breaks[i]), TABLE_NUMBER);
    }
    for (size_t i = 0; i < s->player_count; i++) {
        const stand_player *player = &s->players[i];
        add_rank_cells(t, player);
        table_number(t, player->games);
        table_number(t, player->wins);
        table_number(t, player->games - player->wins - player->losses);
        table_number(t, player->losses);
        table_ratio(t, (int64_t)player->points, POINT);
        for (size_t k = 0; k < ties->count; k++) {
            if (player->has_value[ties->breaks[k]]) table_ratio(t, player->value[ties->breaks[k]], TIE_UNIT);
            else table_cell(t, "", 0);
        }
    }
}

/* ---- each against each ---- */

/* What a player got against another: the score of each game in the order of the rounds; of more than four games the points
 * and the number of games. */
typedef struct meeting {
    char signs[64];
    size_t length;
    uint64_t games, points;
} meeting;

enum { MOST_SIGNS = 4 };

static void add_meeting(meeting *m, const stand_game *game, const stand_seat *own) {
    char text[16];
    const char *sign = game->decided ? score_sign(own->score, text) : "*";
    for (uint64_t i = 0; i < game->count && m->games + i < MOST_SIGNS; i++) {
        int written = snprintf(m->signs + m->length, sizeof m->signs - m->length, "%s", sign);
        m->length += (size_t)written;
    }
    m->games += game->count;
    if (game->decided) m->points += (uint64_t)own->score * game->count;
}

static void meeting_cell(table *t, const meeting *m) {
    char points[48];
    if (m->games <= MOST_SIGNS) {
        table_cell(t, m->signs, m->length);
        return;
    }
    table_ratio_text((int64_t)m->points, POINT, points);
    table_format(t, "%s/%llu", points, (unsigned long long)m->games);
}

/* Cost: for each pair a look at the games of one of the two. */
void crosstable_robin(const standings *s, table *t) {
    t->name = "crosstable";
    t->caption = "Cross-table";
    add_rank_columns(t, "place");
    for (size_t i = 0; i < s->player_count; i++) {
        char title[24];
        snprintf(title, sizeof title, "%llu", (unsigned long long)i + 1);
        table_add_column(t, title, title, 0);
    }
    table_add_column(t, "points", "points", TABLE_NUMBER);
    for (size_t i = 0; i < s->player_count; i++) {
        const stand_player *player = &s->players[i];
        table_number(t, i + 1);
        table_cell(t, player->name.at, player->name.length);
        for (size_t k = 0; k < s->player_count; k++) {
            meeting m = {.length = 0};
            for (size_t g = 0; g < player->game_count && k != i; g++) {
                const stand_part *part = &s->of[player->first_game + g];
                const stand_game *game = &s->games[part->game];
                for (uint32_t seat = 0; seat < game->seats; seat++) {
                    if (game->seat[seat].player == k) add_meeting(&m, game, &game->seat[part->seat]);
                }
            }
            if (k == i) table_cell(t, "x", 1);
            else meeting_cell(t, &m);
        }
        table_ratio(t, (int64_t)player->points, POINT);
    }
}

/* ---- round by round ---- */

static bool add_string(values_text *text, const char *string) { return values_text_add(text, string, strlen(string)); }

/* Adds a game as others are named: 4w1, with White against the fourth, won; 2+5r0 against two others; bye1 against nobody.
 * False: no memory. */
static bool add_swiss_game(const stand_game *game, uint32_t own, values_text *text) {
    char part[32], sign[16], side[2] = {game->seat[own].side, '\0'};
    bool memory = true, first = true;
    for (uint32_t i = 0; i < game->seats; i++) {
        if (i == own) continue;
        snprintf(part, sizeof part, "%s%lu", first ? "" : "+", (unsigned long)game->seat[i].player + 1);
        memory = memory && add_string(text, part);
        first = false;
    }
    const char *score = game->decided ? score_sign(game->seat[own].score, sign) : "*";
    if (game->seats == 1) return memory && add_string(text, "bye") && add_string(text, score);
    return memory && add_string(text, side) && add_string(text, score);
}

/* Adds games in which all is the same: each of them, or with their number, 12x4w1. */
static bool add_swiss_games(const stand_game *game, uint32_t own, values_text *text) {
    char times[32] = "";
    bool many = game->count > MOST_SIGNS, memory = true;
    if (many) snprintf(times, sizeof times, "%llux", (unsigned long long)game->count);
    for (uint64_t n = 0; n < (many ? 1 : game->count) && memory; n++) {
        memory = add_string(text, text->length > 0 ? "," : "") && add_string(text, times) && add_swiss_game(game, own, text);
    }
    return memory;
}

void crosstable_swiss(const standings *s, table *t) {
    t->name = "crosstable";
    t->caption = "Cross-table by rounds";
    values_text text = {.bytes = NULL};
    add_rank_columns(t, "place");
    for (size_t i = 0; i < s->round_count; i++) {
        char title[32];
        snprintf(title, sizeof title, "%.*s", (int)(s->rounds[i].length < 31 ? s->rounds[i].length : 31), s->rounds[i].at);
        table_add_column(t, title, title, 0);
    }
    if (!s->rounds_known) table_add_column(t, "?", "?", 0);
    table_add_column(t, "points", "points", TABLE_NUMBER);
    for (size_t i = 0; i < s->player_count; i++) {
        const stand_player *player = &s->players[i];
        size_t g = 0;
        table_number(t, i + 1);
        table_cell(t, player->name.at, player->name.length);
        for (size_t round = 0; round < s->round_count + !s->rounds_known; round++) {
            text.length = 0;
            for (; g < player->game_count; g++) { /* in the order of the rounds */
                const stand_part *part = &s->of[player->first_game + g];
                const stand_game *game = &s->games[part->game];
                if (game->round != round && round < s->round_count) break;
                t->failed |= !add_swiss_games(game, part->seat, &text);
            }
            table_cell(t, text.bytes, text.length);
        }
        table_ratio(t, (int64_t)player->points, POINT);
    }
    values_text_free(&text);
}

bool standings_is_swiss(const standings *s) {
    uint64_t pairs = 0, possible = (uint64_t)s->player_count * (s->player_count - (s->player_count > 0)) / 2;
    if (!s->rounds_known) return false;
    for (size_t i = 0; i < s->game_count; i++) pairs += s->games[i].seats * (s->games[i].seats - UINT64_C(1)) / 2;
    return 2 * pairs < possible;
}
