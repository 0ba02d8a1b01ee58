/* What the moves of a log tell a director: illegal moves that stand, legal moves that were taken back, the time of each turn.
 * Called by tournamentcheck.c. */
#include "tools/tournament.h"

#include <stdlib.h>
#include <string.h>

size_t game_illegal(const nt_replay *replay, const nt_game *game) {
    for (size_t i = cli_main_move(game, 0); i < game->item_count; i = cli_main_move(game, i + 1)) {
        nt_move move;
        if (nt_replay_move(replay, i, &move) == NT_PLY_ILLEGAL) return i;
    }
    return SIZE_MAX;
}

bool game_is_abandoned(const nt_game *game, uint64_t place) {
    size_t depth = 0;
    bool inside = false;
    for (size_t i = 0; i < game->item_count && game->items[i].place <= place; i++) {
        const nt_item *item = &game->items[i];
        if (item->kind == NT_ITEM_LINE_OPEN && depth++ == 0) inside = (item->flags & NT_LINE_ABANDONED) != 0;
        if (item->kind == NT_ITEM_LINE_CLOSE && depth > 0) depth--;
        /* the next line of moves begins behind the end of the one before, which may have the same place */
        if (depth == 0 && item->kind != NT_ITEM_LINE_CLOSE) inside = false;
    }
    return inside;
}

/* ---- take-backs ---- */

/* A line that is open. spoiled: a move of it was not legal or not the one that was due, so what follows binds nobody. */
typedef struct open_line {
    size_t ply;
    bool spoiled, skipped; /* skipped: a variation, which is a comment */
} open_line;

/* The first legal move at each ply: whoever takes it back must make it again. */
typedef struct due_move {
    nt_move move;
    size_t item;
    bool exists;
} due_move;

typedef struct takebacks {
    open_line *lines;
    size_t depth, line_capacity;
    due_move *due;
    size_t due_count, due_capacity;
} takebacks;

static bool same_move(nt_move a, nt_move b) {
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece && a.promo == b.promo && a.aux == b.aux &&
           a.aux2 == b.aux2;
}

static bool open_takeback(takebacks *walk, const nt_item *item) {
    if (!grow(&walk->lines, &walk->line_capacity, walk->depth + 1, sizeof *walk->lines)) return false;
    open_line line = walk->lines[walk->depth - 1];
    line.skipped |= (item->flags & NT_LINE_ABANDONED) == 0;
    walk->lines[walk->depth++] = line;
    return true;
}

/* A legal move in a line. *instead: the item of the move that was due in its place, SIZE_MAX. False: no memory. */
static bool take_legal(takebacks *walk, open_line *line, nt_move move, size_t item, size_t *instead) {
    *instead = SIZE_MAX;
    while (walk->due_count <= line->ply) {
        if (!grow(&walk->due, &walk->due_capacity, walk->due_count + 1, sizeof *walk->due)) return false;
        walk->due[walk->due_count++] = (due_move){.exists = false};
    }
    due_move *due = &walk->due[line->ply];
    if (!due->exists) {
        *due = (due_move){move, item, true};
    } else if (!same_move(due->move, move)) {
        line->spoiled = true;
        *instead = due->item;
    }
    return true;
}

static void say_changed(cli_run *cli, const nt_game *game, size_t item, size_t instead, const char *where) {
    const nt_span *now = &game->items[item].text, *then = &game->items[instead].text;
    tournament_say_log(cli, game, item, where, "takeback-changed",
                       "%.*s stands where %.*s, a legal move, was taken back; it must be made again",
                       (int)(now->length < 40 ? now->length : 40), (const char *)game->text + now->offset,
                       (int)(then->length < 40 ? then->length : 40), (const char *)game->text + then->offset);
}

/* Items stand in the order in which they happened: what was taken back comes before what was played instead. */
nt_status game_check_takebacks(cli_run *cli, tournament *t, nt_replay *replay, const nt_game *game, const char *where) {
    takebacks walk = {.depth = 1};
    bool memory = grow(&walk.lines, &walk.line_capacity, 1, sizeof *walk.lines);
    if (memory) walk.lines[0] = (open_line){.ply = 0};
    (void)t;
    for (size_t i = 0; i < game->item_count && memory; i++) {
        const nt_item *item = &game->items[i];
        if (item->kind == NT_ITEM_LINE_OPEN) memory = open_takeback(&walk, item);
        if (item->kind == NT_ITEM_LINE_CLOSE && walk.depth > 1) walk.depth--;
        if (item->kind != NT_ITEM_MOVE) continue;
        open_line *line = &walk.lines[walk.depth - 1];
        nt_move move;
        nt_ply_state state = nt_replay_move(replay, i, &move);
        if (state == NT_PLY_NONE || line->skipped) continue;
        if (state != NT_PLY_OK) line->spoiled = true;
        size_t instead = SIZE_MAX;
        if (!line->spoiled) memory = take_legal(&walk, line, move, i, &instead);
        if (instead != SIZE_MAX && walk.depth == 1) say_changed(cli, game, i, instead, where);
        line->ply++;
    }
    free(walk.lines);
    free(walk.due);
    return memory ? NT_OK : NT_NO_MEMORY;
}

/* ---- time ---- */

/* When a turn ended, or how long it took. */
typedef struct stamp {
    bool has_point, has_used;
    int64_t point, used;
} stamp;

/* The argument of a command like [%emt 0:03:00] in a comment; false: there is none. */
static bool command(const char *text, size_t length, const char *name, const char **argument, size_t *size) {
    size_t head = strlen(name);
    for (size_t i = 0; i + head < length; i++) {
        if (memcmp(text + i, name, head) != 0) continue;
        const char *end = memchr(text + i + head, ']', length - i - head);
        if (end == NULL) return false;
        *argument = text + i + head;
        *size = (size_t)(end - *argument);
        return true;
    }
    return false;
}

/* [%ts POINT], [%emt DURATION], or a comment that is a point in time and nothing else. */
static void read_stamp(const char *text, size_t length, stamp *s) {
    const char *argument;
    size_t size;
    if (!s->has_used && command(text, length, "[%emt ", &argument, &size))
        s->has_used = clock_duration(argument, size, &s->used);
    if (s->has_point) return;
    if (command(text, length, "[%ts ", &argument, &size)) {
        s->has_point = clock_point(argument, size, &s->point);
        return;
    }
    while (length > 0 && *text == ' ') text++, length--;
    while (length > 0 && text[length - 1] == ' ') length--;
    s->has_point = length >= 16 && clock_point(text, length, &s->point);
}

/* Takes the next word off a list; false: there is none. */
static bool next_word(const char **list, const char **word, size_t *length) {
    *word = *list + strspn(*list, " ,");
    *length = strcspn(*word, " ,");
    *list = *word + *length;
    return *length > 0;
}

/* The stamp of the turn at item i; list: what is left of the tag Stamps, of which a word is taken. */
static stamp stamp_of(const nt_game *game, size_t i, const char **list) {
    stamp s = {.has_point = false};
    size_t depth = 0;
    const char *word;
    size_t length;
    if (next_word(list, &word, &length)) s.has_point = clock_point(word, length, &s.point);
    for (size_t k = i + 1; k < game->item_count; k++) {
        const nt_item *item = &game->items[k];
        if (item->kind == NT_ITEM_LINE_OPEN) depth++;
        else if (item->kind == NT_ITEM_LINE_CLOSE && depth > 0) depth--;
        else if (item->kind == NT_ITEM_MOVE && depth == 0) break;
        else if (item->kind == NT_ITEM_COMMENT && depth == 0)
            read_stamp((const char *)game->text + item->text.offset, item->text.length, &s);
    }
    return s;
}

/* When the game began, by the tags UTCDate and UTCTime of the PGN standard. False: no memory. */
static bool find_start(tournament *t, const nt_game *game, stamp *start) {
    bool date = false, time = false;
    values_text clock = {.bytes = NULL};
    bool memory = values_of_tag(game, "UTCDate", &t->room, &date) && values_of_tag(game, "UTCTime", &clock, &time) &&
                  values_text_add(&t->room, " ", 1) &&
                  values_text_add(&t->room, clock.length > 0 ? clock.bytes : "", clock.length);
    *start = (stamp){.has_point = false};
    if (memory && date && time) start->has_point = clock_point(t->room.bytes, t->room.length, &start->point);
    values_text_free(&clock);
    return memory;
}

/* Runs the banks of all players. *item: of the turn in which a bank ran out. Turns alternate as the position says, and behind
 * an illegal move as they would between two. */
static nt_status run_clock(cli_run *cli, const clock_rules *rules, nt_replay *replay, const nt_game *game,
                           stamp before, const char *list, size_t *out, size_t *player, int64_t *over) {
    int64_t bank[NT_MAX_PLAYERS];
    nt_position *position = nt_replay_start(replay);
    size_t players = nt_variant_players(nt_replay_variant(replay)), turn = 0;
    size_t mover = nt_position_player(position);
    for (size_t i = 0; i < NT_MAX_PLAYERS; i++) bank[i] = rules->seconds[CLOCK_SPARE];
    for (size_t i = cli_main_move(game, 0); i < game->item_count; i = cli_main_move(game, i + 1)) {
        nt_move move;
        nt_ply_state state = nt_replay_move(replay, i, &move);
        if (state == NT_PLY_NONE) continue;
        if (state != NT_PLY_OK && players > 2) break;
        stamp now = stamp_of(game, i, &list);
        bool backwards = now.has_point && before.has_point && now.point < before.point;
        if (!now.has_used && now.has_point && before.has_point) {
            now.used = now.point - before.point;
            now.has_used = !backwards;
        }
        if (backwards) {
            tournament_say_log(cli, game, i, "", "stamp-order",
                               "the turn ended before the one before it, by their time stamps");
        }
        bool counts = turn >= players || rules->first_turn == 1;
        if (now.has_used && counts && !clock_turn(rules, now.used, &bank[mover], over)) {
            *out = i;
            *player = mover;
            return NT_OK;
        }
        before = now;
        turn++;
        if (state == NT_PLY_OK && nt_position_make(position, move) != NT_OK) return NT_NO_MEMORY;
        mover = state == NT_PLY_OK ? nt_position_player(position) : (mover + 1) % players;
    }
    return NT_OK;
}

nt_status game_check_clock(cli_run *cli, tournament *t, const clock_rules *rules, nt_replay *replay, const nt_game *game,
                           size_t *item, size_t *player, int64_t *over) {
    stamp start;
    bool found = false;
    *item = SIZE_MAX;
    if (rules->seconds[CLOCK_SPARE] == CLOCK_UNSET || !nt_replay_is_judged(replay)) return NT_OK;
    if (!find_start(t, game, &start)) return NT_NO_MEMORY;
    if (!values_of_tag(game, "Stamps", &t->room, &found) || !values_text_add(&t->room, "", 1)) return NT_NO_MEMORY;
    return run_clock(cli, rules, replay, game, start, found ? t->room.bytes : "", item, player, over);
}
