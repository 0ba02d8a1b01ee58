/* Perft tests: counts move trees for the rows of tables and compares. A table is tab-separated: lines with # are comments,
 * the first other line names the columns: variant, depth, nodes, and as far as they are there fen (empty: the array), moves
 * (coordinates, played first) and chess960 (1: by the rules of chess960). Run by run.sh: perft FILE... */
#include "notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 8192, MAX_FIELDS = 16 };

enum column { VARIANT, FEN, MOVES, DEPTH, NODES, CHESS960, COLUMNS };

static const char *const column_names[COLUMNS] = {"variant", "fen", "moves", "depth", "nodes", "chess960"};

/* One table: where each column stands in a line, -1: it has none such. */
typedef struct table {
    const char *name;
    unsigned long line;
    int at[COLUMNS];
    bool has_head;
} table;

typedef struct tally {
    unsigned long passed, failed, skipped;
} tally;

static size_t split(char *line, char *fields[MAX_FIELDS]) {
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (count < MAX_FIELDS) {
        fields[count++] = line;
        line += strcspn(line, "\t");
        if (*line == '\0') break;
        *line++ = '\0';
    }
    return count;
}

static void read_head(table *t, char *fields[], size_t count) {
    for (int c = 0; c < COLUMNS; c++) t->at[c] = -1;
    for (size_t i = 0; i < count; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            if (strcmp(fields[i], column_names[c]) == 0) t->at[c] = (int)i;
        }
    }
    t->has_head = true;
}

static const char *field(const table *t, char *fields[], size_t count, enum column c) {
    return t->at[c] >= 0 && (size_t)t->at[c] < count ? fields[t->at[c]] : "";
}

static nt_status play(nt_position *position, const char *moves) {
    const nt_format *coord = nt_format_find("coord");
    for (;;) {
        moves += strspn(moves, " ");
        size_t length = strcspn(moves, " ");
        nt_move move;
        if (length == 0) return NT_OK;
        nt_status status = nt_move_read(position, coord, moves, length, &move);
        if (status == NT_OK) status = nt_position_make(position, move);
        if (status != NT_OK) return status;
        moves += length;
    }
}

/* Counts a row, from its position and after its moves. */
static nt_status count_row(nt_context *context, const nt_variant *variant, const char *fen, const char *moves,
                           unsigned depth, uint64_t *nodes) {
    nt_position *position = nt_position_new(context, variant);
    if (position == NULL) return NT_NO_MEMORY;
    nt_status status = *fen == '\0' ? NT_OK : nt_position_set(position, NT_CODE_FEN, fen, strlen(fen));
    if (status == NT_OK) status = play(position, moves);
    if (status == NT_OK) status = nt_perft(position, depth, nodes);
    nt_position_free(position);
    return status;
}

static void run_row(nt_context *context, const table *t, char *fields[], size_t count, tally *sum) {
    const char *id = field(t, fields, count, VARIANT), *fen = field(t, fields, count, FEN);
    const char *moves = field(t, fields, count, MOVES);
    unsigned depth = (unsigned)strtoul(field(t, fields, count, DEPTH), NULL, 10);
    uint64_t due = strtoull(field(t, fields, count, NODES), NULL, 10), nodes = 0;
    if (*field(t, fields, count, CHESS960) == '1' && strcmp(id, "chess") == 0) id = "chess960";

    const nt_variant *variant = NULL;
    nt_status status = nt_variant_load(context, id, &variant);
    if (status == NT_USAGE) {
        sum->skipped++;
        return;
    }
    if (status == NT_OK) status = count_row(context, variant, fen, moves, depth, &nodes);
    if (status == NT_OK && nodes == due) {
        sum->passed++;
        return;
    }
    sum->failed++;
    printf("%s:%lu: %s, depth %u from \"%s\" after \"%s\": ", t->name, t->line, id, depth, fen, moves);
    if (status != NT_OK) printf("%s\n", nt_status_text(status));
    else printf("%" PRIu64 " nodes, due %" PRIu64 "\n", nodes, due);
}

/* False: the file cannot be read, or is no table. */
static bool run_table(nt_context *context, const char *name, tally *sum) {
    static char line[MAX_LINE];
    char *fields[MAX_FIELDS];
    table t = {.name = name};
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    while (fgets(line, sizeof line, file) != NULL) {
        t.line++;
        if (line[0] == '#' || line[0] == '\n') continue;
        size_t count = split(line, fields);
        if (t.has_head) run_row(context, &t, fields, count, sum);
        else read_head(&t, fields, count);
    }
    bool good = !ferror(file) && t.has_head;
    fclose(file);
    return good && t.at[VARIANT] >= 0 && t.at[DEPTH] >= 0 && t.at[NODES] >= 0;
}

static void show(void *user, const nt_diagnostic *d) {
    (void)user;
    if (d->severity == NT_ERROR) printf("%s [%s]\n", d->text, d->id);
}

int main(int argc, char **argv) {
    nt_settings settings = {.sink = show};
    nt_context *context = nt_context_new(&settings);
    if (context == NULL) return 2;
    tally sum = {0, 0, 0};
    for (int i = 1; i < argc; i++) {
        if (run_table(context, argv[i], &sum)) continue;
        printf("%s: not a table that can be read\n", argv[i]);
        sum.failed++;
    }
    nt_context_free(context);
    if (sum.skipped > 0) printf("%lu rows skipped: their variants do not come with the library\n", sum.skipped);
    if (sum.passed == 0) sum.failed++; /* a run that compares nothing proves nothing */
    printf("%lu passed, %lu failed\n", sum.passed, sum.failed);
    return sum.failed > 0;
}
