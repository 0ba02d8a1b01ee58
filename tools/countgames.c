/* Counts what a game has. Called by nt-stat. */
#include "tools/countgames.h"

#include <string.h>

/* The game at hand. */
typedef struct subject {
    const nt_game *game;
    const nt_variant *variant; /* NULL: not known, or not named and nothing was replayed */
    nt_result result;
    bool replayed;
    size_t players;
    const char *side[NT_MAX_PLAYERS];
} subject;

static nt_status replay_game(cli_run *cli, game_counts *g, subject *s) {
    if (s->replayed) return NT_OK;
    s->replayed = true;
    if (g->replay == NULL) g->replay = nt_replay_new(cli->context, &cli->replay);
    if (g->replay == NULL) return NT_NO_MEMORY;
    nt_status status = nt_replay_game(g->replay, s->game);
    s->variant = nt_replay_variant(g->replay);
    return status;
}

/* ---- result ---- */

/* By the end of the moves, else by the tag, else (resignation, mate) by replaying the game. */
static nt_status find_result(cli_run *cli, game_counts *g, subject *s) {
    size_t length = 0;
    s->result = s->game->result;
    const char *tag = nt_game_tag(s->game, "Result", &length);
    nt_result stated = {.known = false};
    if (!s->result.known && tag != NULL && nt_result_parse(tag, length, &stated)) s->result = stated;
    if (s->result.known || g->tags_only) return NT_OK;
    nt_status status = replay_game(cli, g, s);
    if (status != NT_OK) return status == NT_INVALID || status == NT_USAGE ? NT_OK : status;
    s->result = nt_replay_result(g->replay);
    nt_result board = {.known = false};
    nt_ending ending = nt_replay_ending(g->replay, &board);
    bool claimed = ending == NT_ENDING_REPETITION || ending == NT_ENDING_MOVE_RULE;
    if (!s->result.known && board.known && ending != NT_ENDING_NONE && !claimed) s->result = board;
    return NT_OK;
}

/* ---- players ---- */

/* The names of the sides, by the variant where one is known. */
static nt_status find_sides(cli_run *cli, game_counts *g, subject *s) {
    bool found = false;
    s->players = 2;
    s->side[0] = "White";
    s->side[1] = "Black";
    if (s->variant == NULL) {
        if (!values_of_tag(s->game, "Variant", &g->value, &found)) return NT_NO_MEMORY;
        if (!values_text_add(&g->value, "", 1)) return NT_NO_MEMORY;
        const char *name = found ? g->value.bytes : cli->replay.variant;
        nt_status status = name != NULL ? nt_variant_load(cli->context, name, &s->variant) : NT_OK;
        if (status == NT_NO_MEMORY) return status;
        if (status != NT_OK) s->variant = NULL;
    }
    if (s->variant == NULL) return NT_OK;
    s->players = nt_variant_players(s->variant);
    for (size_t i = 0; i < s->players; i++) s->side[i] = nt_variant_player(s->variant, i);
    return NT_OK;
}

/* Adds the value of a tag as a field or part; *known: there is one that says something. */
static bool add_tag(game_counts *g, const subject *s, const char *name, bool part, bool *known) {
    bool found = false;
    if (!values_of_tag(s->game, name, &g->value, &found)) return false;
    *known = found && g->value.length > 0 && !(g->value.length == 1 && strchr("?-", g->value.bytes[0]) != NULL);
    const char *bytes = found && g->value.length > 0 ? g->value.bytes : "?";
    return (part ? tally_part : tally_field)(&g->key, bytes, found && g->value.length > 0 ? g->value.length : 1);
}

static bool begin(game_counts *g, const subject *s, char kind) {
    bool known;
    if (!tally_begin(&g->key, kind)) return false;
    if (g->by_count == 0) return tally_field(&g->key, "", 0);
    for (size_t i = 0; i < g->by_count; i++) {
        if (!add_tag(g, s, g->by[i], i > 0, &known)) return false;
    }
    return true;
}

static bool add_text(game_counts *g, const char *text) { return tally_field(&g->key, text, strlen(text)); }

/* The round: what stands before the first dot, where boards are numbered too. */
static bool add_round(game_counts *g, const subject *s) {
    bool found = false;
    if (!values_of_tag(s->game, "Round", &g->value, &found)) return false;
    const char *dot = g->value.length > 0 ? memchr(g->value.bytes, '.', g->value.length) : NULL;
    size_t length = dot != NULL ? (size_t)(dot - g->value.bytes) : g->value.length;
    bool known = found && length > 0 && !(length == 1 && strchr("?-", g->value.bytes[0]) != NULL);
    return tally_field(&g->key, known ? g->value.bytes : "", known ? length : 0);
}

static bool add_rating(game_counts *g, const subject *s, const char *side) {
    char name[80];
    bool found = false;
    uint64_t rating = 0;
    snprintf(name, sizeof name, "%.60sElo", side);
    if (!values_of_tag(s->game, name, &g->value, &found)) return false;
    bool known = found && g->value.length <= 4 && tally_number((tally_text){g->value.bytes, g->value.length}, &rating) &&
                 rating > 0;
    return tally_field(&g->key, known ? g->value.bytes : "", known ? g->value.length : 0);
}

/* A game whose players are not all named is only counted. */
static bool count_players(game_counts *g, const subject *s) {
    bool all = true;
    if (!begin(g, s, TALLY_GAME) || !add_round(g, s)) return false;
    for (size_t i = 0; i < s->players; i++) {
        char score[8] = "*";
        bool known;
        bool fits = s->result.known && s->result.players == s->players;
        if (fits) snprintf(score, sizeof score, "%u", s->result.twelfths[i]);
        if (!add_text(g, s->side[i]) || !add_tag(g, s, s->side[i], false, &known) || !add_text(g, score)) return false;
        if (!add_rating(g, s, s->side[i])) return false;
        all &= known;
    }
    if (all) return tally_add(&g->counts, &g->key, 1);
    g->head.unnamed++;
    return true;
}

/* Whether a player had nobody to play with. False: no memory. */
static bool find_bye(game_counts *g, const subject *s, bool *is_bye) {
    *is_bye = false;
    for (size_t i = 0; i < s->players; i++) {
        bool found = false;
        if (!values_of_tag(s->game, s->side[i], &g->value, &found)) return false;
        *is_bye |= found && values_is_bye(g->value.bytes, g->value.length);
    }
    return true;
}

/* ---- the other kinds ---- */

static bool count_result(game_counts *g, const subject *s, const char *result) {
    if (!begin(g, s, TALLY_RESULT)) return false;
    g->value.length = 0;
    for (size_t i = 0; i < s->players; i++) {
        if (i > 0 && !values_text_add(&g->value, " ", 1)) return false;
        if (!values_text_add(&g->value, s->side[i], strlen(s->side[i]))) return false;
    }
    return tally_field(&g->key, g->value.bytes, g->value.length) && add_text(g, result) && tally_add(&g->counts, &g->key, 1);
}

static bool count_length(game_counts *g, const subject *s) {
    char text[32];
    uint64_t plies = 0;
    for (size_t i = cli_main_move(s->game, 0); i < s->game->item_count; i = cli_main_move(s->game, i + 1)) plies++;
    snprintf(text, sizeof text, "%llu", (unsigned long long)plies);
    return begin(g, s, TALLY_LENGTH) && add_text(g, text) && tally_add(&g->counts, &g->key, 1);
}

static bool count_opening(game_counts *g, const subject *s, const char *result) {
    bool known;
    return begin(g, s, TALLY_OPENING) && add_tag(g, s, "ECO", false, &known) && add_tag(g, s, "Opening", false, &known) &&
           add_text(g, result) && tally_add(&g->counts, &g->key, 1);
}

static ptrdiff_t write_text(void *user, const void *bytes, size_t size) {
    return values_text_add(user, bytes, size) ? (ptrdiff_t)size : -1;
}

/* The variant and, where the game does not begin from the array, its start. */
static void put_root(const subject *s, nt_position *position, nt_output *out) {
    size_t length;
    bool own = nt_game_tag(s->game, "FEN", &length) != NULL || nt_game_tag(s->game, "Code", &length) != NULL;
    nt_output_string(out, nt_variant_get(s->variant, NT_VARIANT_ID));
    if (!own) return;
    nt_output_string(out, ": ");
    nt_position_write(position, NT_CODE_FEN, NULL, out);
}

static nt_status put_line(const game_counts *g, const subject *s, nt_position *position, nt_output *out) {
    const nt_format *format = nt_format_find("pgn");
    uint64_t ply = 0;
    for (size_t i = cli_main_move(s->game, 0); i < s->game->item_count && ply < g->head.tree;
         i = cli_main_move(s->game, i + 1)) {
        nt_move move;
        nt_ply_state state = nt_replay_move(g->replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK) break;
        if (ply++ > 0) nt_output_string(out, " ");
        nt_move_write(position, move, format, out);
        if (nt_position_make(position, move) != NT_OK) return NT_NO_MEMORY;
    }
    return NT_OK;
}

static nt_status count_line(cli_run *cli, game_counts *g, const subject *s, const char *result) {
    nt_position *position = nt_replay_is_judged(g->replay) ? nt_replay_start(g->replay) : NULL;
    if (position == NULL || s->variant == NULL) return NT_OK;
    if (!begin(g, s, TALLY_TREE)) return NT_NO_MEMORY;
    for (int part = 0; part < 2; part++) {
        nt_output *out = nt_output_function(cli->context, write_text, &g->value);
        if (out == NULL) return NT_NO_MEMORY;
        g->value.length = 0;
        nt_status status = NT_OK;
        if (part == 0) put_root(s, position, out);
        else status = put_line(g, s, position, out);
        if (nt_output_free(out) != NT_OK || status != NT_OK) return NT_NO_MEMORY;
        if (!tally_field(&g->key, g->value.bytes, g->value.length)) return NT_NO_MEMORY;
    }
    return add_text(g, result) && tally_add(&g->counts, &g->key, 1) ? NT_OK : NT_NO_MEMORY;
}

static bool wants(const game_counts *g, char kind) { return strchr(g->head.kinds, kind) != NULL; }

/* All but the players; a bye is no game that could be counted. */
static nt_status count_played(cli_run *cli, game_counts *g, const subject *s) {
    char result[64];
    values_result_text(&s->result, result);
    bool memory = (!wants(g, TALLY_RESULT) || count_result(g, s, result)) && (!wants(g, TALLY_LENGTH) || count_length(g, s)) &&
                  (!wants(g, TALLY_OPENING) || count_opening(g, s, result));
    if (!memory) return NT_NO_MEMORY;
    return wants(g, TALLY_TREE) ? count_line(cli, g, s, result) : NT_OK;
}

nt_status count_game(cli_run *cli, game_counts *g, const nt_game *game) {
    subject s = {.game = game};
    nt_status judged = wants(g, TALLY_TREE) ? replay_game(cli, g, &s) : NT_OK;
    nt_status status = judged == NT_INVALID || judged == NT_USAGE ? NT_OK : judged;
    if (status == NT_OK) status = find_result(cli, g, &s);
    if (status == NT_OK) status = find_sides(cli, g, &s);
    if (status != NT_OK) return status;
    g->head.games++;
    bool is_bye;
    if (!find_bye(g, &s, &is_bye) || (wants(g, TALLY_GAME) && !count_players(g, &s))) return NT_NO_MEMORY;
    status = is_bye ? NT_OK : count_played(cli, g, &s);
    return status != NT_OK ? status : judged;
}

void game_counts_free(game_counts *g) {
    nt_replay_free(g->replay);
    tally_free(&g->counts);
    values_text_free(&g->key);
    values_text_free(&g->value);
}
