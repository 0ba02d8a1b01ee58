/* Counts by key. A key is a kind and some texts; all that nt-stat counts is such a key, so that the counts of shards add up to
 * those of the whole. For nt-stat. */
#ifndef TALLY_H
#define TALLY_H

#include "tools/values.h"

/* A text that is not NUL-terminated; borrowed. */
typedef struct tally_text {
    const char *at;
    size_t length;
} tally_text;

typedef struct tally_entry {
    uint64_t hash, count;
    size_t offset; /* of the key in tally.keys */
    uint32_t length;
} tally_entry;

/* Zeroed is empty. Freed with tally_free. */
typedef struct tally {
    values_text keys;
    tally_entry *entries;
    size_t count, capacity;
    uint32_t *slots; /* an open hash table of entry numbers + 1 */
    size_t slot_count;
} tally;

/* What is counted, the first byte of a key; behind it the fields. group: the values of the tags of --by. */
enum {
    TALLY_GAME = 'g',    /* group, round, then of each player: side, name, score in twelfths or *, rating or nothing */
    TALLY_LENGTH = 'l',  /* group, plies */
    TALLY_OPENING = 'o', /* group, ECO, name, result */
    TALLY_RESULT = 'r',  /* group, sides with blanks between, result */
    TALLY_TREE = 't'     /* group, variant and start, moves with blanks between, result */
};

/* Begins a key, adds a field, and adds a further part to a field with a TALLY_PART byte between: control bytes become blanks,
 * what is not UTF-8 is read as Latin-1. False: no memory. */
enum { TALLY_PART = 0x1e };

bool tally_begin(values_text *key, char kind);
bool tally_field(values_text *key, const char *bytes, size_t length);
bool tally_part(values_text *key, const char *bytes, size_t length);

/* Adds to the count of a key. False: no memory, or more than 4 GiB of keys or 2^32 - 1 of them. */
bool tally_add(tally *counts, const values_text *key, uint64_t count);

/* Puts the entries in the order of their keys; nothing can be added after that. */
void tally_sort(tally *counts);

/* The entries of a kind after tally_sort: from *begin to before *end. */
void tally_range(const tally *counts, char kind, size_t *begin, size_t *end);

/* The fields of an entry, most of them; returns how many there are. */
size_t tally_fields(const tally *counts, size_t entry, tally_text *fields, size_t most);

/* Where the group of entries that begins at one of them ends: all have the same first field. */
size_t tally_group_end(const tally *counts, size_t begin, size_t end);

void tally_free(tally *counts);

int tally_compare(tally_text a, tally_text b);
bool tally_is(tally_text text, const char *string);

/* A decimal number from end to end; false: it is none. */
bool tally_number(tally_text text, uint64_t *number);

#endif
