/* Games spread over many files, of which only some are open at a time. For nt-split. */
#ifndef SHARDS_H
#define SHARDS_H

#include "tools/cli.h"

typedef struct shard {
    char *path, *label; /* label: what the shard was made for, borrowed by nobody else */
    size_t label_length;
    const nt_format *format;
    nt_writer *writer;
    uint64_t games, bytes;
    int descriptor;     /* -1: not open now */
    bool made;          /* it has been opened before */
    uint64_t used;      /* when it was written to */
} shard;

/* A table of texts: where the entry of a text is in some array. */
typedef struct shards_table {
    size_t *places; /* index + 1, 0: free */
    size_t capacity, count;
} shards_table;

typedef struct shards {
    const char *prefix;
    uint64_t most_open, digits;
    bool overwrite;
    nt_output *output;  /* of all: what goes through it is the current shard's */
    shard **list;
    size_t capacity, count, current; /* current: SIZE_MAX, none */
    size_t *open;       /* those that are open */
    size_t open_count;
    uint64_t clock;
    struct shards_name *names; /* the bases of names, with how often each was taken */
    size_t name_capacity, name_count;
    shards_table labels, bases;
    char *failed;       /* the file with which something went wrong, errno in error */
    int error;
} shards;

/* Makes room for the open files; NT_NO_MEMORY. */
nt_status shards_start(cli_run *cli, shards *s);

/* The shard of a label and a format; SIZE_MAX: there is none. */
size_t shards_find(const shards *s, const char *label, size_t length, const nt_format *format);

/* Makes a shard with a number in its name, or with what of a label can stand in a name. *index: where it is. */
nt_status shards_add_numbered(cli_run *cli, shards *s, const nt_format *format, size_t *index);
nt_status shards_add_labelled(cli_run *cli, shards *s, const char *label, size_t length, const nt_format *format,
                              size_t *index);

/* How many bytes a game adds to a shard at most: its own and what goes between two games. */
uint64_t shards_size(const nt_game *game);

/* Copies a game to a shard. NT_IO: shards_failed tells of the file. */
nt_status shards_put(shards *s, size_t index, const nt_game *game);

/* Closes all files and frees all; the first failure stays told by failed and error. */
void shards_close(shards *s);
void shards_free(shards *s);

#endif
