/* Cutting one input into batches of games for the processes of -j. For jobs.c. */
#ifndef CUTTER_H
#define CUTTER_H

#include "tools/values.h"
#include "tools/wire.h"

/* Where a game begins. */
typedef struct cutter_place {
    uint64_t offset, line, column;
} cutter_place;

/* The input with what has been read of it and may be wanted again. */
typedef struct cutter {
    nt_input *input;
    const char *name;
    values_text kept; /* bytes of the input */
    uint64_t offset;  /* of the first one */
    uint64_t size;    /* of all of it, 0 when not known */
    uint64_t read_at; /* how far the reader of this process has come */
    size_t most;      /* bytes that may be kept */
    bool forgets;     /* what the reader has had is not kept */
    batch next;       /* the batch that is being filled */
    cutter_place last; /* of the last game in it */
} cutter;

/* Gives the batch next away, behind which a game begins at the offset end. False: the cutter is to stop. */
typedef bool cutter_give(cli_run *cli, cutter *c, uint64_t end);

enum { CUTTER_AHEAD = 1 << 16 }; /* bytes behind a batch that go with it, so that its end looks as it does in the whole input */

/* What is kept: the offset of its end, and the bytes from an offset on. */
uint64_t cutter_end(const cutter *c);
const char *cutter_at(const cutter *c, uint64_t offset);

/* An nt_read_function of a cutter: first what is kept from read_at on, then the input. */
ptrdiff_t cutter_read(void *user, void *to, size_t size);

/* Gives up what is kept before an offset. */
void cutter_forget(cutter *c, uint64_t offset);

/* Begins the batch that follows next: with the last game of that as its lead. */
void cutter_begin(cutter *c);

/* Fills batches with the games that a reader finds, from the first game of next on. NT_OK: stopped by give. */
nt_status cutter_by_reading(cli_run *cli, cutter *c, nt_reader *reader, cutter_give *give);

/* Fills batches by guess, from the game at first on: one begins where Event stands in brackets after a blank line. NT_END: the
 * input is at its end, the last batch is in next. NT_OK: stopped by give, or by trouble with the input, or there was no such
 * place for long: it takes a reader to go on. */
nt_status cutter_by_looking(cli_run *cli, cutter *c, cutter_place first, cutter_give *give);

#endif
