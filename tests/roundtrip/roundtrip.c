/* Round trips: games of every variant are written in each notation and read back, by their own names of cells and by those
 * of another coordinate scheme; the notation is guessed, and each move must be the one it was. Input is JSON Lines as
 * tests/oracle/README.md describes it. Run by run.sh: roundtrip FILE... */
#include "notation.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct buffer {
    char *bytes;
    size_t size, room;
} buffer;

typedef struct trip {
    nt_context *context;
    nt_replay *replay;
    nt_replay *named; /* names cells by another scheme; NULL: not now */
    const char *file;
    unsigned long line, passed, failed;
    buffer first, text, back; /* the game as coord, in another notation, and as coord again */
} trip;

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

__attribute__((format(printf, 2, 3))) static bool fail(const trip *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%lu: ", t->file, t->line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    return false;
}

static const char *string_at(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

/* Writes the one game of a text in a notation; due: what it must be guessed as. */
static bool convert(trip *t, nt_replay *replay, const buffer *from, const nt_format *due, const nt_format *to, buffer *out) {
    const nt_write_settings settings = {.one_line = false};
    const nt_game *game;
    out->size = 0;
    nt_input *input = nt_input_memory(t->context, from->bytes, from->size, "game");
    nt_output *output = nt_output_function(t->context, append, out);
    nt_reader *reader = nt_reader_new(t->context, input, NULL);
    nt_writer *writer = nt_writer_new(t->context, output, to, &settings);
    bool good = nt_game_next(reader, &game) == NT_OK;
    bool is_short = good && game->item_count < 16; /* then alg looks like PGN, and reads like it */
    const nt_format *guessed = nt_reader_format(reader);
    if (good && guessed != due && !(is_short && guessed == nt_format_find("pgn")))
        good = fail(t, "%s is taken for %s", nt_format_name(due), nt_format_name(guessed));
    if (good && nt_replay_game(replay, game) != NT_OK) good = fail(t, "a move in %s is refused", nt_format_name(due));
    if (good) good = nt_writer_game(writer, game, replay) == NT_OK && nt_game_next(reader, &game) == NT_END;
    good = good && nt_writer_end(writer) == NT_OK;
    nt_writer_free(writer);
    nt_reader_free(reader);
    good = nt_output_free(output) == NT_OK && good;
    nt_input_free(input);
    return good;
}

/* The game as the oracle has it. */
static bool make_first(trip *t, const json_t *game) {
    char line[128];
    size_t count = json_array_size(json_object_get(game, "moves"));
    t->first.size = 0;
    int length = snprintf(line, sizeof line, "[Variant \"%s\"]\n\n", string_at(game, "variant"));
    append(&t->first, line, (size_t)length);
    for (size_t i = 0; i < count; i++) {
        const char *move = json_string_value(json_array_get(json_object_get(game, "moves"), i));
        length = snprintf(line, sizeof line, "%s%c", move, i % 8 == 7 ? '\n' : ' ');
        append(&t->first, line, (size_t)length);
    }
    append(&t->first, "*\n", 2);
    return t->first.bytes != NULL;
}

/* Movetext begins behind the blank line; tags may have been added before it. */
static const char *movetext(const buffer *b) {
    const char *blank = b->bytes == NULL ? NULL : strstr(b->bytes, "\n\n");
    return blank == NULL ? "" : blank;
}

static bool run_format(trip *t, const nt_format *coord, const nt_format *format) {
    if (convert(t, t->named ? t->named : t->replay, &t->first, coord, format, &t->text) &&
        convert(t, t->replay, &t->text, format, coord, &t->back) &&
        strcmp(movetext(&t->first), movetext(&t->back)) == 0)
        return true;
    return fail(t, "%s is not the same game", nt_format_name(format));
}

/* Names in brackets cannot stand in notations where a bracket begins a variation. */
static bool can_hold(const nt_format *format, const char *scheme) {
    if (!nt_format_reads(format) || !nt_format_writes(format)) return false;
    bool is_algebraic = format == nt_format_find("pgn") || format == nt_format_find("alg") || format == nt_format_find("html");
    return !is_algebraic || strcmp(scheme, "axial") != 0;
}

/* The same by one of the schemes that the board has; games in a row take different ones. */
static bool run_named(trip *t, const nt_format *coord, const char *variant) {
    const nt_variant *v = NULL;
    size_t count = 0;
    bool good = nt_variant_load(t->context, variant, &v) == NT_OK;
    while (good && nt_coords_at(v, count) != NULL) count++;
    if (count < 2) return good;
    nt_replay_settings settings = {.to_coords = nt_coords_at(v, t->line % count)};
    t->named = nt_replay_new(t->context, &settings);
    for (size_t i = 0; good && nt_format_at(i) != NULL; i++)
        good = !can_hold(nt_format_at(i), settings.to_coords) || run_format(t, coord, nt_format_at(i));
    nt_replay_free(t->named);
    t->named = NULL;
    return good || fail(t, "... in %s coordinates", settings.to_coords);
}

static void run_game(trip *t, const char *line) {
    json_error_t error;
    json_t *game = json_loads(line, 0, &error);
    const nt_format *coord = nt_format_find("coord");
    bool is_directed = json_is_true(json_object_get(game, "directed"));
    if (game != NULL && !is_directed && make_first(t, game)) {
        /* into the layout of the writer, so that texts can be compared */
        bool good = convert(t, t->replay, &t->first, coord, coord, &t->back);
        buffer swap = t->first;
        t->first = t->back;
        t->back = swap;
        for (size_t i = 0; good && nt_format_at(i) != NULL; i++) good = !can_hold(nt_format_at(i), "") || run_format(t, coord, nt_format_at(i));
        good = good && run_named(t, coord, string_at(game, "variant"));
        t->passed += good;
        t->failed += !good;
    }
    t->failed += game == NULL;
    json_decref(game);
}

static bool run_file(trip *t, const char *name) {
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    t->file = name;
    for (t->line = 1; getline(&line, &room, file) > 0; t->line++) run_game(t, line);
    free(line);
    bool good = !ferror(file);
    fclose(file);
    return good;
}

/* What our own notations hold is never to be warned of. */
static void show(void *user, const nt_diagnostic *d) {
    trip *t = user;
    if (d->severity == NT_NOTE) return;
    (void)fail(t, "%llu:%llu: %s [%s]", (unsigned long long)d->line, (unsigned long long)d->column, d->text, d->id);
    t->failed += d->severity == NT_WARNING;
}

int main(int argc, char **argv) {
    trip t = {.file = ""};
    nt_settings settings = {.sink = show, .sink_user = &t};
    t.context = nt_context_new(&settings);
    t.replay = t.context == NULL ? NULL : nt_replay_new(t.context, NULL);
    if (t.replay == NULL) return 2;
    for (int i = 1; i < argc; i++) {
        if (run_file(&t, argv[i])) continue;
        printf("%s: cannot be read\n", argv[i]);
        t.failed++;
    }
    nt_replay_free(t.replay);
    nt_context_free(t.context);
    free(t.first.bytes);
    free(t.text.bytes);
    free(t.back.bytes);
    if (t.passed == 0) t.failed++;
    printf("%lu passed, %lu failed\n", t.passed, t.failed);
    return t.failed > 0;
}
