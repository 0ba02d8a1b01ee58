/* Counts as a file, so that shards can be counted apart and added up. For nt-stat. */
#ifndef SHARDCOUNTS_H
#define SHARDCOUNTS_H

#include "tools/cli.h"
#include "tools/tally.h"

/* What was counted. kinds: the TALLY_ letters, NUL-terminated; by: the tags of the groups, with commas between; tree: plies. */
typedef struct counts_head {
    char kinds[8];
    char by[256];
    uint64_t tree;
    uint64_t games, unnamed; /* all games, those without names of their players */
} counts_head;

/* Writes counts as JSON Lines: a head, then an array for each key: its kind, its fields, the count. */
void counts_write(const counts_head *head, const tally *counts, nt_output *output);

/* Adds the counts of a file ("-": standard input) to others. The heads must agree but in their games, which are added; kinds
 * that are empty are set by the first file. False after a message. */
bool counts_read(cli_run *cli, const char *path, counts_head *head, tally *counts);

#endif
