/* Oracle tests: replays games of which an independent program has written down, at every ply, the position, the player, check
 * and all legal moves, and compares. Input is JSON Lines as README.md describes it. Run by run.sh: oracle KNOWN FILE..., where
 * KNOWN lists games that are not judged. */
#include "rules/position.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What nt_output has written; always NUL-terminated. */
typedef struct buffer {
    char *bytes;
    size_t size, room;
} buffer;

typedef struct oracle {
    nt_context *context;
    const nt_format *coord;
    nt_output *output; /* appends to text */
    buffer text;
    const char *file;
    unsigned long line, passed, failed, skipped, unjudged, plies;
    char *known; /* lines of "file line reason" */
} oracle;

/* A game under test. */
typedef struct trial {
    oracle *o;
    const nt_variant *variant;
    nt_position *position;
    nt_move *moves;
    size_t ply;
} trial;

static ptrdiff_t append(void *user, const void *bytes, size_t size) {
    buffer *b = user;
    if (size >= b->room - b->size) {
        size_t room = 2 * b->room + size + 1;
        char *grown = realloc(b->bytes, room);
        if (grown == NULL) return -1;
        b->bytes = grown;
        b->room = room;
    }
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    b->bytes[b->size] = '\0';
    return (ptrdiff_t)size;
}

/* Forgets what has been written so far. */
static void rewind_text(oracle *o) {
    nt_output_flush(o->output);
    o->text.size = 0;
    append(&o->text, "", 0);
}

static const char *text_of(oracle *o) {
    nt_output_flush(o->output);
    return o->text.bytes;
}

/* Says where and how a game differs; returns false for the caller to hand on. */
__attribute__((format(printf, 2, 3))) static bool differs(const trial *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%lu: ply %zu: ", t->o->file, t->o->line, t->ply);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    return false;
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *string_at(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

/* white and black, or 1, 2, 3. */
static size_t player_of(const char *name) {
    if (strcmp(name, "white") == 0) return 0;
    if (strcmp(name, "black") == 0) return 1;
    return name[0] >= '1' && name[0] <= '3' ? (size_t)(name[0] - '1') : SIZE_MAX;
}

/* ---- one state of a game ---- */

static bool same_position(trial *t, const json_t *state) {
    rewind_text(t->o);
    nt_position_write(t->position, NT_CODE_CELLS, NULL, t->o->output);
    const char *ours = text_of(t->o), *due = string_at(state, "position");
    return strcmp(ours, due) == 0 || differs(t, "position %s, due %s", ours, due);
}

static bool same_player(const trial *t, const json_t *state) {
    const char *due = string_at(state, "to_move");
    size_t player = nt_position_player(t->position);
    if (player != player_of(due)) return differs(t, "player %zu, due %s", player, due);
    bool check = nt_position_in_check(t->position), check_due = json_is_true(json_object_get(state, "in_check"));
    return check == check_due || differs(t, "%s, due %s", check ? "check" : "no check", check_due ? "check" : "no check");
}

/* Walks two sorted lists and names what only one of them has. */
static bool same_lists(const trial *t, char **ours, size_t count, const json_t *due) {
    size_t i = 0, j = 0, due_count = json_array_size(due);
    bool same = true;
    while (i < count || j < due_count) {
        const char *theirs = j < due_count ? json_string_value(json_array_get(due, j)) : NULL;
        int order = i == count ? 1 : theirs == NULL ? -1 : strcmp(ours[i], theirs);
        if (order < 0) same = differs(t, "%s is taken for legal", ours[i]);
        if (order > 0) same = differs(t, "%s is not taken for legal", theirs);
        i += order <= 0;
        j += order >= 0;
    }
    return same;
}

static bool same_moves(trial *t, const json_t *state) {
    oracle *o = t->o;
    size_t count = nt_position_moves(t->position, t->moves);
    char **names = calloc(count + 1, sizeof *names);
    if (names == NULL) return differs(t, "no memory");
    rewind_text(o);
    for (size_t i = 0; i < count; i++) {
        nt_move_write(t->position, t->moves[i], o->coord, o->output);
        nt_output_bytes(o->output, "", 1);
    }
    nt_output_flush(o->output);
    char *at = o->text.bytes;
    for (size_t i = 0; i < count; i++) {
        names[i] = at;
        at += strlen(at) + 1;
    }
    qsort(names, count, sizeof *names, compare_texts);
    bool same = same_lists(t, names, count, json_object_get(state, "legal"));
    free(names);
    return same;
}

/* ---- the end ---- */

/* The oracle judges neither repetition nor the move rule. */
static const char *status_name(nt_ending ending) {
    switch (ending) {
    case NT_ENDING_NONE:
    case NT_ENDING_REPETITION:
    case NT_ENDING_MOVE_RULE: return "ongoing";
    case NT_ENDING_CHECKMATE: return "checkmate";
    case NT_ENDING_STALEMATE: return "stalemate";
    case NT_ENDING_BARE_KING: return "bare-king-loss";
    case NT_ENDING_BARE_DRAW: return "draw";
    case NT_ENDING_LAST_PLAYER: return "won";
    case NT_ENDING_EXTINCTION:
    case NT_ENDING_GOAL:
    case NT_ENDING_CHECKS: break;
    }
    return nt_ending_name(ending);
}

/* The one player who has all, SIZE_MAX when nobody has. */
static size_t winner_of(const nt_result *result) {
    for (size_t i = 0; result->known && i < result->players; i++) {
        if (result->twelfths[i] == 12) return i;
    }
    return SIZE_MAX;
}

static bool same_end(trial *t, const json_t *game) {
    nt_result result = {.known = false};
    nt_ending ending = nt_position_ending(t->position, &result);
    const char *status = status_name(ending), *due = string_at(game, "status");
    if (strcmp(status, due) != 0) return differs(t, "status %s, due %s", status, due);
    size_t winner = winner_of(&result), winner_due = player_of(string_at(game, "winner"));
    return winner == winner_due || differs(t, "winner %zd, due %s", (ssize_t)winner, string_at(game, "winner"));
}

/* ---- a game ---- */

/* A list of cells does not say who moves; the oracle does, even where a FEN would be refused. */
static void give_turn(trial *t, size_t player) {
    t->position->state.player = t->position->start_player = (uint8_t)player;
    nt_position_rekey(t->position);
}

/* A directed game begins at the position of its first state, any other at the array. */
static bool set_up(trial *t, const json_t *game) {
    if (!json_is_true(json_object_get(game, "directed"))) return true;
    const json_t *state = json_array_get(json_object_get(game, "plies"), 0);
    const char *cells = string_at(state, "position");
    if (nt_position_set(t->position, NT_CODE_CELLS, cells, strlen(cells)) != NT_OK) {
        return differs(t, "cannot set up %s", cells);
    }
    give_turn(t, player_of(string_at(state, "to_move")));
    return true;
}

static bool play(trial *t, const json_t *move) {
    const char *text = json_string_value(move);
    nt_move found;
    if (text == NULL) return differs(t, "a move is no string");
    if (nt_move_read(t->position, t->o->coord, text, strlen(text), &found) != NT_OK) {
        return differs(t, "%s is not read as a legal move", text);
    }
    return nt_position_make(t->position, found) == NT_OK || differs(t, "%s cannot be made", text);
}

static bool run_plies(trial *t, const json_t *game) {
    const json_t *plies = json_object_get(game, "plies"), *moves = json_object_get(game, "moves");
    size_t count = json_array_size(plies);
    if (count == 0 || count != json_array_size(moves) + 1) return differs(t, "not as many states as it should have");
    if (!set_up(t, game)) return false;
    for (t->ply = 0;; t->ply++, t->o->plies++) {
        const json_t *state = json_array_get(plies, t->ply);
        if (!same_position(t, state) || !same_player(t, state) || !same_moves(t, state)) return false;
        if (t->ply + 1 == count) return same_end(t, game);
        if (!play(t, json_array_get(moves, t->ply))) return false;
    }
}

static bool run_variant(oracle *o, const json_t *game, const nt_variant *variant) {
    trial t = {.o = o, .variant = variant};
    t.position = nt_position_new(o->context, variant);
    t.moves = calloc(nt_variant_move_bound(variant) + 1, sizeof *t.moves);
    bool same = t.position != NULL && t.moves != NULL ? run_plies(&t, game) : differs(&t, "no memory");
    free(t.moves);
    nt_position_free(t.position);
    return same;
}

/* Whether a line of the list of known differences begins with the file, its folder included, and the line. */
static bool is_known(const oracle *o) {
    char key[256];
    const char *name = strrchr(o->file, '/');
    while (name != NULL && name > o->file && name[-1] != '/') name--;
    if (name == NULL) name = o->file;
    snprintf(key, sizeof key, "\n%s %lu ", name, o->line);
    return strstr(o->known, key) != NULL;
}

static void run_game(oracle *o, const char *line) {
    if (is_known(o)) {
        o->unjudged++;
        return;
    }
    json_error_t error;
    json_t *game = json_loads(line, 0, &error);
    const nt_variant *variant = NULL;
    nt_status status = game == NULL ? NT_INVALID : nt_variant_load(o->context, string_at(game, "variant"), &variant);
    if (game == NULL) printf("%s:%lu: %s\n", o->file, o->line, error.text);
    if (status == NT_USAGE) o->skipped++;
    else if (status == NT_OK && run_variant(o, game, variant)) o->passed++;
    else o->failed++;
    json_decref(game);
}

static bool run_file(oracle *o, const char *name) {
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    o->file = name;
    for (o->line = 1; getline(&line, &room, file) > 0; o->line++) run_game(o, line);
    free(line);
    bool good = !ferror(file);
    fclose(file);
    return good;
}

/* All of a file with a line feed before it; NULL when it cannot be read. */
static char *read_text(const char *name) {
    FILE *file = fopen(name, "r");
    buffer text = {.bytes = NULL};
    char block[4096] = "\n";
    size_t size = 1;
    bool good = file != NULL;
    while (good && size > 0) {
        good = append(&text, block, size) >= 0;
        size = fread(block, 1, sizeof block, file);
    }
    good = good && !ferror(file);
    if (file != NULL) fclose(file);
    if (good) return text.bytes;
    free(text.bytes);
    return NULL;
}

static void show(void *user, const nt_diagnostic *d) {
    (void)user;
    if (d->severity == NT_ERROR) printf("%s [%s]\n", d->text, d->id);
}

int main(int argc, char **argv) {
    nt_settings settings = {.sink = show};
    oracle o = {.context = nt_context_new(&settings), .coord = nt_format_find("coord")};
    o.known = argc > 1 ? read_text(argv[1]) : NULL;
    if (o.context == NULL || o.coord == NULL || o.known == NULL) return 2;
    o.output = nt_output_function(o.context, append, &o.text);
    if (o.output == NULL) return 2;
    for (int i = 2; i < argc; i++) {
        if (run_file(&o, argv[i])) continue;
        printf("%s: cannot be read\n", argv[i]);
        o.failed++;
    }
    nt_output_free(o.output);
    nt_context_free(o.context);
    free(o.text.bytes);
    free(o.known);
    printf("%lu plies compared\n", o.plies);
    if (o.skipped > 0) printf("%lu games skipped: their variants do not come with the library\n", o.skipped);
    if (o.unjudged > 0) printf("%lu games not judged: see %s\n", o.unjudged, argv[1]);
    if (o.passed == 0) o.failed++; /* a run that compares nothing proves nothing */
    printf("%lu passed, %lu failed\n", o.passed, o.failed);
    return o.failed > 0;
}
