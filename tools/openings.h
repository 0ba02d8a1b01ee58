/* A table of openings that the user supplies: names by position. For nt-eco. */
#ifndef OPENINGS_H
#define OPENINGS_H

#include "tools/cli.h"
#include "tools/values.h"

/* The tags that name an opening; PGN standard, 9.3 and 9.5. */
enum { OPENINGS_TAGS = 4 };
extern const char *const openings_tags[OPENINGS_TAGS]; /* ECO, Opening, Variation, SubVariation */

/* A stretch of the pool of names. */
typedef struct openings_name {
    size_t offset, length;
} openings_name;

/* One line of the table: the position it leads to, and its names; one of length 0 is not given. */
typedef struct openings_line {
    uint64_t key;
    size_t order;
    uint64_t place; /* its line in a table of text */
    openings_name names[OPENINGS_TAGS];
} openings_line;

typedef struct openings {
    openings_line *lines;
    size_t count, capacity;
    values_text names;
} openings;

/* Reads a table: games in any notation with these tags, or lines of tab-separated text where the first line has a tab: code,
 * name, moves. The replay is used. False: the run cannot go on, after a message. */
bool openings_read(cli_run *cli, openings *table, nt_replay *replay, const char *path);

/* To be called after the last table: puts the lines in the order in which they are found. Of lines to one position the
 * first one counts. */
void openings_sort(openings *table);

/* The key of a position of the variant of a replay: positions of other rules have others. */
uint64_t openings_key(const nt_replay *replay, const nt_position *position);

/* The line that leads to a position; NULL: none. Cost: logarithmic in the lines. */
const openings_line *openings_find(const openings *table, uint64_t key);

void openings_free(openings *table);

#endif
