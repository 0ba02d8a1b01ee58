/* Tables of openings: reading them, and finding a position. Called by nt-eco. */
#include "tools/openings.h"
#include "tools/grow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const openings_tags[OPENINGS_TAGS] = {"ECO", "Opening", "Variation", "SubVariation"};

/* ---- positions ---- */

uint64_t openings_key(const nt_replay *replay, const nt_position *position) {
    const char *hash = nt_variant_get(nt_replay_variant(replay), NT_VARIANT_HASH);
    return nt_position_key(position) ^ strtoull(hash, NULL, 16);
}

static int compare(const void *first, const void *second) {
    const openings_line *a = first, *b = second;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void openings_sort(openings *table) {
    if (table->count > 0) qsort(table->lines, table->count, sizeof *table->lines, compare);
}

const openings_line *openings_find(const openings *table, uint64_t key) {
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->lines[middle].key < key) low = middle + 1;
        else high = middle;
    }
    return low < table->count && table->lines[low].key == key ? &table->lines[low] : NULL;
}

void openings_free(openings *table) {
    free(table->lines);
    values_text_free(&table->names);
    *table = (openings){.lines = NULL};
}

/* ---- lines ---- */

static bool add_name(openings *table, openings_name *name, const char *bytes, size_t length) {
    *name = (openings_name){table->names.length, length};
    return values_text_add(&table->names, bytes, length);
}

/* A new line; NULL: no memory. */
static openings_line *add_line(openings *table) {
    if (!grow(&table->lines, &table->capacity, table->count + 1, sizeof *table->lines)) return NULL;
    openings_line *line = &table->lines[table->count];
    *line = (openings_line){.order = table->count};
    table->count++;
    return line;
}

/* Sets the key of a line to where a game leads; a line with an illegal move names nothing and is taken away. */
static nt_status take_moves(openings *table, nt_replay *replay, const nt_game *game, openings_line *line) {
    nt_status status = nt_replay_game(replay, game);
    nt_position *position = status == NT_OK ? nt_replay_start(replay) : NULL;
    for (size_t i = 0; status == NT_OK && (i = cli_main_move(game, i)) < game->item_count; i++) {
        nt_move move;
        if (nt_replay_move(replay, i, &move) == NT_PLY_OK) status = nt_position_make(position, move);
    }
    if (status == NT_OK) line->key = openings_key(replay, position);
    else table->count--;
    return status;
}

/* ---- tables of games ---- */

static nt_status take_game(openings *table, nt_replay *replay, const nt_game *game) {
    values_text value = {.bytes = NULL};
    openings_line *line = add_line(table);
    bool good = line != NULL, found;
    for (size_t i = 0; i < OPENINGS_TAGS && good; i++) {
        good = values_of_tag(game, openings_tags[i], &value, &found) &&
               add_name(table, &line->names[i], value.bytes, value.length);
    }
    values_text_free(&value);
    return good ? take_moves(table, replay, game, line) : NT_NO_MEMORY;
}

/* ---- tables of text ---- */

/* A line as it stands in the file: code, name and moves, with tabs between; what follows another tab is not looked at. */
typedef struct table_row {
    openings_name eco, name, moves; /* offsets in the line */
} table_row;

static bool read_row(const char *line, table_row *row) {
    openings_name *const columns[] = {&row->eco, &row->name, &row->moves};
    size_t at = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t length = strcspn(line + at, "\t\r\n");
        *columns[i] = (openings_name){at, length};
        at += length;
        if (i < 2 && line[at++] != '\t') return false;
    }
    return true;
}

/* The name up to a colon is the opening, the rest the variation. */
static bool add_row(openings *table, const char *text, const table_row *row, uint64_t place) {
    openings_line *line = add_line(table);
    if (line != NULL) line->place = place;
    const char *name = text + row->name.offset;
    size_t length = 0, rest = row->name.length;
    while (length < row->name.length && strncmp(name + length, ": ", 2) != 0) length++;
    if (length < row->name.length) rest = length + 2;
    return line != NULL && add_name(table, &line->names[0], text + row->eco.offset, row->eco.length) &&
           add_name(table, &line->names[1], name, length) &&
           add_name(table, &line->names[2], name + rest, row->name.length - rest);
}

/* The moves of a line as a game, at their place in the file: blanks stand for the columns before. The tag that begins the
 * game stands at the end of the line before, which has ended with a line feed. */
static bool add_moves(values_text *games, const char *text, const table_row *row) {
    static const char tag[] = "[Event \"\"]\n";
    if (games->length > 0) {
        games->length--;
        if (!values_text_add(games, tag, sizeof tag - 1)) return false;
    }
    for (size_t i = 0; i < row->moves.offset; i++) {
        if (!values_text_add(games, " ", 1)) return false;
    }
    return values_text_add(games, text + row->moves.offset, row->moves.length) && values_text_add(games, " *", 2);
}

static bool is_head(const char *line) { return strncmp(line, "eco\t", 4) == 0 || strncmp(line, "ECO\t", 4) == 0; }

/* Reads the lines of a file as names and, in the same order, as games. */
static bool read_rows(cli_run *cli, openings *table, FILE *file, const char *path, values_text *games) {
    char *text = NULL;
    size_t size = 0;
    bool good = true;
    for (uint64_t number = 1; good && getline(&text, &size, file) >= 0; number++) {
        table_row row;
        bool is_empty = text[strspn(text, " \t\r\n")] == '\0' || text[0] == '#' || is_head(text);
        if (!is_empty && !read_row(text, &row)) {
            cli_trouble(cli, "%s:%llu: a line of the table is a code, the name and the moves, with tabs between", path,
                        (unsigned long long)number);
        } else if (!is_empty) {
            good = add_row(table, text, &row, number) && add_moves(games, text, &row);
        }
        good = good && values_text_add(games, "\n", 1);
    }
    if (!good) cli_failed(cli, NT_NO_MEMORY, "read the table");
    else if (ferror(file)) cli_trouble(cli, "cannot read %s: %s", path, strerror(errno));
    free(text);
    return good && !ferror(file);
}

/* Which line of the file a game of a line stands in. */
static uint64_t line_of(const nt_game *game) {
    uint64_t line = 0, column = 0;
    nt_game_where(game, game->item_count > 0 ? game->items[0].place : 0, &line, &column);
    return line;
}

/* Replays the games that the lines became, from the line `first` on; those that are not legal go. */
static nt_status take_rows(cli_run *cli, openings *table, size_t first, nt_replay *replay, nt_input *input) {
    nt_reader *reader = nt_reader_new(cli->context, input, nt_format_find("pgn"));
    const nt_game *game = NULL;
    nt_status status = reader == NULL ? NT_NO_MEMORY : NT_OK;
    size_t end = table->count, i = first;
    table->count = first;
    while (status == NT_OK && (status = nt_game_next(reader, &game)) == NT_OK) {
        while (i < end && table->lines[i].place < line_of(game)) i++;
        if (i == end || table->lines[i].place != line_of(game)) continue; /* the second game of a line */
        openings_line *line = &table->lines[table->count++];
        *line = table->lines[i++];
        status = take_moves(table, replay, game, line);
        if (status == NT_INVALID || status == NT_USAGE) status = NT_OK;
    }
    nt_reader_free(reader);
    return status;
}

static bool read_text(cli_run *cli, openings *table, nt_replay *replay, const char *path) {
    FILE *file = fopen(path, "r");
    values_text games = {.bytes = NULL};
    size_t first = table->count;
    nt_status status = NT_OK;
    if (file == NULL) {
        cli_trouble(cli, "cannot open %s: %s", path, strerror(errno));
        return false;
    }
    bool good = read_rows(cli, table, file, path, &games);
    fclose(file);
    if (good) {
        nt_input *input = nt_input_memory(cli->context, games.bytes, games.length, path);
        status = input == NULL ? NT_NO_MEMORY : take_rows(cli, table, first, replay, input);
        nt_input_free(input);
    }
    values_text_free(&games);
    return good && !cli_failed(cli, status, "read the table");
}

/* ---- both ---- */

/* Whether the first line has a tab. */
static bool is_text(nt_input *input) {
    size_t size = 0, i = 0;
    const unsigned char *bytes = nt_input_peek(input, &size);
    if (bytes == NULL) return false; /* reading tells why */
    while (i < size && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') i++;
    return i < size && bytes[i] == '\t';
}

bool openings_read(cli_run *cli, openings *table, nt_replay *replay, const char *path) {
    nt_input *input = cli_open(cli, path);
    if (input == NULL) return false;
    if (is_text(input)) {
        nt_input_free(input);
        return read_text(cli, table, replay, path);
    }
    nt_reader *reader = nt_reader_new(cli->context, input, NULL);
    const nt_game *game = NULL;
    nt_status status = reader == NULL ? NT_NO_MEMORY : NT_OK;
    while (status == NT_OK && (status = nt_game_next(reader, &game)) == NT_OK) {
        status = take_game(table, replay, game);
        if (status == NT_INVALID || status == NT_USAGE) status = NT_OK;
    }
    bool failed = cli_read_failed(cli, input, path, status);
    nt_reader_free(reader);
    nt_input_free(input);
    return !failed;
}
