/* Sorting records that may be more than memory holds: runs that are sorted in memory go to a temporary file and are merged
 * from there. Stable: equal keys keep their order. For nt-sort. */
#ifndef SORTER_H
#define SORTER_H

#include "notation.h"

/* A record: a key, compared byte by byte, and a text. Borrowed until the sink returns. */
typedef struct sorter_record {
    const unsigned char *key, *text;
    uint32_t key_length, text_length;
    uint32_t mark[3]; /* of the caller */
} sorter_record;

typedef nt_status sorter_sink(void *user, const sorter_record *record);

typedef struct sorter sorter;

/* memory: bytes that the records may take in memory; one that is larger takes what it needs. directory: of the temporary
 * file, which has no name and goes with the process. NULL: no memory. Freed with sorter_free. */
sorter *sorter_new(size_t memory, const char *directory);
void sorter_free(sorter *s);

/* Takes a copy of a record. NT_OK, NT_NO_MEMORY, or NT_IO with errno in sorter_errno. */
nt_status sorter_add(sorter *s, const sorter_record *record);

/* Called with each record that is merged into a longer run, before sorter_finish comes to give them out. pass: from 1. */
typedef void sorter_watch(void *user, uint64_t pass);

/* Gives all records to the sink in order; a status of the sink that is not NT_OK ends it and is returned. */
nt_status sorter_finish(sorter *s, sorter_sink *sink, sorter_watch *watch, void *user);

int sorter_errno(const sorter *s);

#endif
