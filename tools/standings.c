/* Gathers the games of a group and puts their players in order. Called by nt-stat. */
#include "tools/standings.h"
#include "tools/values.h"

#include <stdlib.h>
#include <string.h>

/* ---- players and rounds: sorted lists of the texts in the games ---- */

static int compare_names(const void *a, const void *b) { return tally_compare(*(const tally_text *)a, *(const tally_text *)b); }

/* By number where both are numbers, numbers first. */
static int compare_rounds(const void *a, const void *b) {
    const tally_text *first = a, *second = b;
    uint64_t x = 0, y = 0;
    bool is_x = tally_number(*first, &x), is_y = tally_number(*second, &y);
    if (is_x != is_y) return is_x ? -1 : 1;
    if (is_x && x != y) return x < y ? -1 : 1;
    return tally_compare(*first, *second);
}

/* Sorts texts and drops those that stand there twice; returns how many are left. */
static size_t sort_unique(tally_text *texts, size_t count, int compare(const void *, const void *)) {
    size_t kept = 0;
    if (count > 0) qsort(texts, count, sizeof *texts, compare);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || compare(&texts[kept - 1], &texts[i]) != 0) texts[kept++] = texts[i];
    }
    return kept;
}

static size_t find_text(const tally_text *texts, size_t count, tally_text text, int compare(const void *, const void *)) {
    const tally_text *found = count > 0 ? bsearch(&text, texts, count, sizeof *texts, compare) : NULL;
    return found != NULL ? (size_t)(found - texts) : SIZE_MAX;
}

/* ---- games ---- */

enum { GAME_HEAD = 2, GAME_SEAT = 4, GAME_FIELDS = GAME_HEAD + GAME_SEAT * NT_MAX_PLAYERS };

static size_t seats_of(size_t fields) { return fields < GAME_HEAD ? 0 : (fields - GAME_HEAD) / GAME_SEAT; }

static bool is_bye(tally_text name) { return values_is_bye(name.at, name.length); }

/* A bye is a game of one seat. */
static void read_game(standings *s, const tally_text *names, const tally_text *fields, size_t count, stand_game *game) {
    game->seats = 0;
    game->decided = true;
    game->round = fields[1].length > 0 ? find_text(s->rounds, s->round_count, fields[1], compare_rounds) : SIZE_MAX;
    for (size_t i = 0; i < seats_of(count); i++) {
        const tally_text *field = fields + GAME_HEAD + i * GAME_SEAT;
        uint64_t score = 0, rating = 0;
        game->decided &= tally_number(field[2], &score) && score <= POINT;
        if (is_bye(field[1])) continue;
        bool rated = tally_number(field[3], &rating) && rating <= 9999;
        char side = field[0].length > 0 ? field[0].at[0] : '?';
        game->seat[game->seats++] = (stand_seat){
            .player = (uint32_t)find_text(names, s->player_count, field[1], compare_names),
            .score = (int8_t)score,
            .side = side >= 'A' && side <= 'Z' ? (char)(side + ('a' - 'A')) : side,
            .rating = rated ? (uint16_t)rating : 0,
        };
    }
}

static void add_scores(standings *s, const stand_game *game) {
    for (uint32_t i = 0; i < game->seats; i++) {
        stand_player *player = &s->players[game->seat[i].player];
        player->game_count++;
        if (!game->decided) continue;
        player->points += (uint64_t)game->seat[i].score * game->count;
        if (game->seats == 1) player->given += (uint64_t)game->seat[i].score * game->count;
        if (game->seats == 1) continue;
        player->games += game->count;
        if (game->seat[i].score == POINT) player->wins += game->count;
        if (game->seat[i].score == 0) player->losses += game->count;
    }
}

/* The games of each player, in the order of rounds that the games have. */
static bool link_games(standings *s) {
    size_t total = 0;
    for (size_t i = 0; i < s->player_count; i++) {
        s->players[i].first_game = total;
        total += s->players[i].game_count;
        s->players[i].game_count = 0;
    }
    s->of = malloc((total + 1) * sizeof *s->of);
    if (s->of == NULL) return false;
    for (size_t i = 0; i < s->game_count; i++) {
        for (uint32_t k = 0; k < s->games[i].seats; k++) {
            stand_player *player = &s->players[s->games[i].seat[k].player];
            s->of[player->first_game + player->game_count++] = (stand_part){(uint32_t)i, k};
        }
    }
    return true;
}

/* Entries are sorted as bytes, "10" before "2": games are put in the order of their rounds, those without one at the end. */
static int compare_games(const void *a, const void *b) {
    const stand_game *first = a, *second = b;
    if (first->round != second->round) return first->round < second->round ? -1 : 1;
    for (uint32_t i = 0; i < first->seats && i < second->seats; i++) {
        if (first->seat[i].player == second->seat[i].player) continue;
        return first->seat[i].player < second->seat[i].player ? -1 : 1;
    }
    for (uint32_t i = 0; i < first->seats && i < second->seats; i++) {
        if (first->seat[i].score != second->seat[i].score) return first->seat[i].score > second->seat[i].score ? -1 : 1;
    }
    return 0;
}

bool standings_gather(standings *s, const tally *counts, size_t begin, size_t end) {
    tally_text fields[GAME_FIELDS];
    size_t most = (end - begin) * NT_MAX_PLAYERS;
    tally_text *names = malloc((most + 1) * sizeof *names);
    s->rounds = malloc((end - begin + 1) * sizeof *s->rounds);
    s->games = malloc((end - begin + 1) * sizeof *s->games);
    if (names == NULL || s->rounds == NULL || s->games == NULL) {
        free(names);
        return false;
    }
    for (size_t i = begin; i < end; i++) {
        size_t count = tally_fields(counts, i, fields, GAME_FIELDS);
        for (size_t k = 0; k < seats_of(count); k++) {
            tally_text name = fields[GAME_HEAD + k * GAME_SEAT + 1];
            if (!is_bye(name)) names[s->player_count++] = name;
        }
        if (count > 1 && fields[1].length > 0) s->rounds[s->round_count++] = fields[1];
    }
    s->player_count = sort_unique(names, s->player_count, compare_names);
    s->round_count = sort_unique(s->rounds, s->round_count, compare_rounds);
    s->players = calloc(s->player_count + 1, sizeof *s->players);
    for (size_t i = 0; s->players != NULL && i < s->player_count; i++) s->players[i].name = names[i];
    s->rounds_known = s->round_count > 0;
    for (size_t i = begin; s->players != NULL && i < end; i++) {
        stand_game *game = &s->games[s->game_count++];
        read_game(s, names, fields, tally_fields(counts, i, fields, GAME_FIELDS), game);
        game->count = counts->entries[i].count;
        s->rounds_known &= !game->decided || game->round != SIZE_MAX;
        add_scores(s, game);
    }
    free(names);
    if (s->players == NULL) return false;
    qsort(s->games, s->game_count, sizeof *s->games, compare_games);
    return link_games(s);
}

/* ---- order ---- */

/* What an order of players is made by: the points, or a tie-break. */
typedef struct order_key {
    int64_t value;
    bool exists;
} order_key;

static order_key key_of(const stand_player *player, int tie) {
    if (tie < 0) return (order_key){(int64_t)player->points, true};
    return (order_key){player->value[tie], player->has_value[tie]};
}

/* Stable, so that those who are equal stay in the order of their names. */
static bool sort_players(standings *s, size_t from, size_t to, int tie) {
    size_t count = to - from;
    stand_player *room = malloc((count + 1) * sizeof *room), *a = s->players + from, *b = room;
    if (room == NULL) return false;
    for (size_t width = 1; width < count; width *= 2) { /* a merge sort from below */
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count, i = begin, k = middle;
            for (size_t out = begin; out < end; out++) {
                bool second = i == middle || (k < end && key_of(&a[k], tie).value > key_of(&a[i], tie).value);
                b[out] = second ? a[k++] : a[i++];
            }
        }
        stand_player *swap = a;
        a = b;
        b = swap;
    }
    if (a != s->players + from) memcpy(s->players + from, a, count * sizeof *a);
    free(room);
    return true;
}

/* Sorts each run of players with the same rank by one key and gives new ranks. */
static bool refine(standings *s, int tie) {
    for (size_t from = 0, to; from < s->player_count; from = to) {
        bool all = true;
        for (to = from; to < s->player_count && s->players[to].rank == s->players[from].rank; to++) {
            all &= key_of(&s->players[to], tie).exists;
        }
        if (!all || to - from < 2) continue;
        if (!sort_players(s, from, to, tie)) return false;
        size_t rank = s->players[from].rank;
        for (size_t i = from; i < to; i++) {
            bool same = i > from && key_of(&s->players[i], tie).value == key_of(&s->players[i - 1], tie).value;
            if (!same) rank = i + 1;
            s->players[i].rank = rank;
        }
    }
    return true;
}

/* Values for each run of equal players; seats are found by the player's number, which the order changes. */
static bool values_for_runs(standings *s, tie_break tie) {
    for (size_t from = 0, to; from < s->player_count; from = to) {
        for (to = from; to < s->player_count && s->players[to].rank == s->players[from].rank; to++) continue;
        if (!tie_values(s, tie, from, to)) return false;
    }
    return true;
}

/* Makes the seats name the players by their places in the new order. */
static bool renumber(standings *s) {
    uint32_t *place = malloc((s->player_count + 1) * sizeof *place);
    if (place == NULL) return false;
    for (size_t i = 0; i < s->player_count; i++) {
        const stand_player *player = &s->players[i];
        const stand_part *part = &s->of[player->first_game];
        place[s->games[part->game].seat[part->seat].player] = (uint32_t)i;
    }
    for (size_t i = 0; i < s->game_count; i++) {
        for (uint32_t k = 0; k < s->games[i].seats; k++) s->games[i].seat[k].player = place[s->games[i].seat[k].player];
    }
    free(place);
    return true;
}

bool standings_order(standings *s, const tie_list *ties) {
    for (size_t i = 0; i < s->player_count; i++) s->players[i].rank = 1;
    if (!refine(s, -1) || !renumber(s)) return false;
    for (size_t i = 0; i < ties->count; i++) {
        if (!values_for_runs(s, ties->breaks[i]) || !refine(s, (int)ties->breaks[i]) || !renumber(s)) return false;
    }
    return true;
}

void standings_free(standings *s) {
    free(s->players);
    free(s->games);
    free(s->of);
    free(s->rounds);
    *s = (standings){.players = NULL};
}
