/* What goes between the processes of -j: jobs.c is the parent, worker.c a worker. For these two files. */
#ifndef WIRE_H
#define WIRE_H

#include "tools/cli.h"

/* What goes to a worker before the bytes of a batch and the name of the file. */
typedef struct batch {
    uint64_t offset, line, column, number; /* of its first byte and game */
    uint64_t games;                        /* that count, the lead apart */
    uint64_t size, name_length;
    uint64_t is_shared;                    /* the bytes are not sent, but in the slot of shared memory of this number: */
    uint64_t slot;
    uint64_t has_lead, is_last;            /* the last one of a file is read up to its end */
    uint64_t is_guess;                     /* whether games begin where it says is to be looked at: */
    uint64_t last_offset, last_line, last_column, end; /* of its last game, and the offset of the game behind it */
} batch; /* like the two below without padding, whose bytes would be sent as they come */

/* What comes back: records, of which the last of a batch is RECORD_END. */
typedef enum record_kind { RECORD_OUT, RECORD_ERR, RECORD_FINDING, RECORD_NOTE, RECORD_END } record_kind;

typedef struct record {
    uint64_t kind, size;
} record;

typedef struct outcome {
    nt_status work;   /* of the filter's function: it says whether to go on */
    int status;       /* of the exit */
    uint64_t done, errors, warnings, games;
    uint64_t is_right; /* a guess, or it was none */
} outcome; /* the filter's sums follow */

enum { WIRE_SLOT = 1 << 19 }; /* bytes of a slot */

/* The life of a worker: reads batches, sends records, and ends the process. slots: memory shared with the parent, or NULL. */
void worker_serve(cli_run *cli, int from, int to, const unsigned char *slots, cli_game_function *function);

#endif
