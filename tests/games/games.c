/* Replays random games of another program, from the moves in UCI of a table and from the SAN of a PGN file, and compares the
 * position at the end field by field, and the result where the board shows one. README.md says what is compared. Run by
 * run.sh: games TABLE PGN. */
#include "notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fields of a FEN; hands are the part of the placement in brackets. */
enum field { PLACEMENT, HANDS, SIDE, CASTLING, PASSED, CHECKS, CLOCK, NUMBER, FIELDS };

static const char *const field_names[FIELDS] = {"placement", "hands",         "side",  "castling",
                                                "passed",    "checks to give", "clock", "number"};

enum { MAX_FEN = 512, MAX_COLUMNS = 6 };

/* A row of the table. The texts point into its line. */
typedef struct row {
    char *line;
    const char *variant, *number, *start, *moves, *final, *result;
} row;

typedef struct run {
    nt_context *context;
    const char *pgn;
    row *rows;
    size_t count, room;
    char fen[MAX_FEN]; /* what output has written */
    size_t fen_length;
    nt_output *output;
    const char *how;   /* "uci" or "san" */
    const row *now;
    unsigned long passed, failed, skipped;
} run;

static ptrdiff_t append(void *user, const void *bytes, size_t size) {
    run *r = user;
    size_t room = sizeof r->fen - 1 - r->fen_length, part = size < room ? size : room;
    memcpy(r->fen + r->fen_length, bytes, part);
    r->fen_length += part;
    r->fen[r->fen_length] = '\0';
    return (ptrdiff_t)size;
}

/* ---- the table ---- */

static bool add_row(run *r, char *line) {
    if (r->count == r->room) {
        size_t room = 2 * r->room + 64;
        row *rows = realloc(r->rows, room * sizeof *rows);
        if (rows == NULL) return false;
        r->rows = rows;
        r->room = room;
    }
    const char *columns[MAX_COLUMNS] = {"", "", "", "", "", ""};
    row added = {.line = line};
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < MAX_COLUMNS; i++) {
        columns[i] = line;
        line += strcspn(line, "\t");
        if (*line != '\0') *line++ = '\0';
    }
    added.variant = columns[0];
    added.number = columns[1];
    added.start = columns[2];
    added.moves = columns[3];
    added.final = columns[4];
    added.result = columns[5];
    r->rows[r->count++] = added;
    return true;
}

static bool read_table(run *r, const char *name) {
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    bool good = true;
    for (;;) {
        char *line = NULL;
        size_t room = 0;
        if (getline(&line, &room, file) <= 0) {
            free(line);
            break;
        }
        if (line[0] == '#' || !add_row(r, line)) {
            good = good && line[0] == '#';
            free(line);
        }
    }
    good = good && !ferror(file);
    fclose(file);
    return good;
}

/* ---- comparing ---- */

static void put_field(char fields[FIELDS][MAX_FEN], enum field f, const char *text, size_t length) {
    if (length >= MAX_FEN) length = MAX_FEN - 1;
    memcpy(fields[f], text, length);
    fields[f][length] = '\0';
}

/* Splits a FEN. A word with + is the number of checks, wherever it stands. */
static void split_fen(const char *fen, char fields[FIELDS][MAX_FEN]) {
    enum field next = PLACEMENT;
    memset(fields, 0, FIELDS * sizeof fields[0]);
    while (*fen != '\0') {
        size_t length = strcspn(fen, " ");
        const char *bracket = memchr(fen, '[', length);
        if (next > CASTLING && memchr(fen, '+', length) != NULL) {
            put_field(fields, CHECKS, fen, length);
        } else if (next < FIELDS) {
            size_t placed = bracket == NULL ? length : (size_t)(bracket - fen);
            if (next == PLACEMENT) put_field(fields, HANDS, fen + placed, length - placed);
            put_field(fields, next, fen, next == PLACEMENT ? placed : length);
            next = next == PLACEMENT ? SIDE : next == PASSED ? CLOCK : next + 1;
        }
        fen += length;
        fen += strspn(fen, " ");
    }
}

static bool report(run *r, const char *what, const char *ours, const char *due) {
    printf("%s %s, %s: %s is \"%s\", due \"%s\"\n", r->now->variant, r->now->number, r->how, what, ours, due);
    return false;
}

static bool is_makruk(const run *r) { return strcmp(r->now->variant, "makruk") == 0; }

/* Makruk's counting, which is not in the rules of the library, stands in the fields of en passant and clock there. */
static bool is_compared(const run *r, enum field f) { return !is_makruk(r) || (f != PASSED && f != CLOCK); }

/* The other program does not mark promoted men in Makruk, where no rule asks for it. */
static void drop_marks(char *placement) {
    char *to = placement;
    for (const char *from = placement; *from != '\0'; from++) {
        if (*from != '~') *to++ = *from;
    }
    *to = '\0';
}

static bool same_fen(run *r, const nt_position *position) {
    static char ours[FIELDS][MAX_FEN], due[FIELDS][MAX_FEN];
    bool same = true;
    nt_output_flush(r->output);
    r->fen_length = 0;
    nt_position_write(position, NT_CODE_FEN, NULL, r->output);
    nt_output_flush(r->output);
    split_fen(r->fen, ours);
    split_fen(r->now->final, due);
    if (is_makruk(r)) drop_marks(ours[PLACEMENT]);
    for (int f = 0; f < FIELDS; f++) {
        if (is_compared(r, (enum field)f) && strcmp(ours[f], due[f]) != 0) {
            same = report(r, field_names[f], ours[f], due[f]);
        }
    }
    return same;
}

/* Where the board shows an end, it is the one of the table. */
static bool same_result(run *r, nt_position *position) {
    nt_result result = {.known = false};
    nt_ending ending = nt_position_ending(position, &result);
    if (ending == NT_ENDING_NONE || !result.known) return true;
    const char *ours = result.twelfths[0] == 12 ? "1-0" : result.twelfths[0] == 0 ? "0-1" : "1/2-1/2";
    return strcmp(ours, r->now->result) == 0 || report(r, nt_ending_name(ending), ours, r->now->result);
}

static void judge(run *r, nt_position *position, bool good) {
    good = good && same_fen(r, position) && same_result(r, position);
    if (good) r->passed++;
    else r->failed++;
}

/* ---- the two replays ---- */

static bool play_uci(run *r, nt_position *position) {
    const nt_format *uci = nt_format_find("uci");
    const char *at = r->now->moves;
    if (nt_position_set(position, NT_CODE_FEN, r->now->start, strlen(r->now->start)) != NT_OK) {
        return report(r, "the start", "refused", r->now->start);
    }
    for (size_t length; (length = strcspn(at, " ")) > 0; at += length, at += strspn(at, " ")) {
        nt_move move;
        nt_status status = nt_move_read(position, uci, at, length, &move);
        if (status == NT_OK) status = nt_position_make(position, move);
        if (status != NT_OK) return report(r, "a move", "refused", at);
    }
    return true;
}

/* All rows by their moves in UCI. */
static void run_table(run *r) {
    r->how = "uci";
    for (size_t i = 0; i < r->count; i++) {
        const nt_variant *variant = NULL;
        r->now = &r->rows[i];
        nt_status status = nt_variant_load(r->context, r->now->variant, &variant);
        nt_position *position = status == NT_OK ? nt_position_new(r->context, variant) : NULL;
        if (status == NT_USAGE) r->skipped++;
        else if (position == NULL) judge(r, NULL, false);
        else judge(r, position, play_uci(r, position));
        nt_position_free(position);
    }
}

/* The row of a game, by its tags Variant and Round. */
static const row *find_row(const run *r, const nt_game *game) {
    size_t variant_length, round_length;
    const char *variant = nt_game_tag(game, "Variant", &variant_length), *round = nt_game_tag(game, "Round", &round_length);
    for (size_t i = 0; variant != NULL && round != NULL && i < r->count; i++) {
        const row *at = &r->rows[i];
        if (strlen(at->variant) == variant_length && memcmp(at->variant, variant, variant_length) == 0 &&
            strlen(at->number) == round_length && memcmp(at->number, round, round_length) == 0) {
            return at;
        }
    }
    return NULL;
}

/* The position at the end of a replayed game; these games have no variations. */
static nt_position *play_san(nt_replay *replay, const nt_game *game) {
    nt_position *position = nt_replay_start(replay);
    for (size_t i = 0; i < game->item_count; i++) {
        nt_move move;
        if (nt_replay_move(replay, i, &move) != NT_PLY_OK) continue;
        if (nt_position_make(position, move) != NT_OK) return NULL;
    }
    return position;
}

static void run_game(run *r, nt_replay *replay, const nt_game *game) {
    const nt_variant *variant = NULL;
    r->now = find_row(r, game);
    if (r->now == NULL || nt_variant_load(r->context, r->now->variant, &variant) == NT_USAGE) return;
    nt_status status = nt_replay_game(replay, game);
    nt_position *position = status == NT_OK ? play_san(replay, game) : NULL;
    if (position == NULL) report(r, "the game", nt_status_text(status), "success");
    judge(r, position, position != NULL);
}

/* All games of the PGN file that are in the table. */
static bool run_pgn(run *r) {
    nt_status status;
    const nt_game *game;
    nt_input *input = nt_input_open(r->context, r->pgn, &status);
    nt_reader *reader = input == NULL ? NULL : nt_reader_new(r->context, input, nt_format_find("pgn"));
    nt_replay_settings settings = {.variant = NULL};
    nt_replay *replay = nt_replay_new(r->context, &settings);
    bool good = reader != NULL && replay != NULL;
    r->how = "san";
    while (good && (status = nt_game_next(reader, &game)) == NT_OK) run_game(r, replay, game);
    good = good && status == NT_END;
    nt_replay_free(replay);
    nt_reader_free(reader);
    nt_input_free(input);
    return good;
}

static void show(void *user, const nt_diagnostic *d) {
    (void)user;
    if (d->severity == NT_ERROR) printf("%s:%llu: %s [%s]\n", d->file, (unsigned long long)d->line, d->text, d->id);
}

static void free_run(run *r) {
    for (size_t i = 0; i < r->count; i++) free(r->rows[i].line);
    free(r->rows);
    nt_output_free(r->output);
    nt_context_free(r->context);
}

int main(int argc, char **argv) {
    nt_settings settings = {.sink = show};
    run r = {.context = nt_context_new(&settings)};
    r.output = r.context == NULL ? NULL : nt_output_function(r.context, append, &r);
    if (argc != 3 || r.output == NULL) return 2;
    r.pgn = argv[2];
    if (read_table(&r, argv[1])) {
        run_table(&r);
    } else {
        printf("%s: cannot be read\n", argv[1]);
        r.failed++;
    }
    if (!run_pgn(&r)) {
        printf("%s: cannot be read to its end\n", r.pgn);
        r.failed++;
    }
    if (r.skipped > 0) printf("%lu games skipped: their variants do not come with the library\n", r.skipped);
    if (r.passed == 0) r.failed++; /* a run that compares nothing proves nothing */
    free_run(&r);
    printf("%lu passed, %lu failed\n", r.passed, r.failed);
    return r.failed > 0;
}
