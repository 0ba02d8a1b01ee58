/* The tables of nt-stat that are not about players: results, lengths, openings, the tree of moves. For nt-stat. */
#ifndef MOVETREE_H
#define MOVETREE_H

#include "tools/tables.h"

/* Each fills an empty table from the entries of its kind that belong to one group, which were sorted. False: no memory. */
bool results_table(const tally *counts, size_t begin, size_t end, table *t);
bool sides_table(const tally *counts, size_t begin, size_t end, table *t);
bool lengths_table(const tally *counts, size_t begin, size_t end, table *t);

/* at_least: so many games, or a row is left out. */
bool openings_table(const tally *counts, size_t begin, size_t end, uint64_t at_least, table *t);

/* plies: how deep. */
bool tree_table(const tally *counts, size_t begin, size_t end, size_t plies, uint64_t at_least, table *t);

#endif
