/* What the filters do with an input, in process: the same calls of the public interface, with an allocator, reads and writes
 * that can be made to fail. For tests/fault and tests/fuzz. */
#ifndef WORK_H
#define WORK_H

#include "memory.h"

typedef enum work_kind {
    WORK_CHECK,   /* nt-check: findings and a verdict for each game */
    WORK_PARSE,   /* nt-parse: records as they were written */
    WORK_CONVERT, /* nt-conv: to the notation `choice` of nt_format_at */
    WORK_REPLAY,  /* nt-replay --each: positions in the form `choice` of nt_code; one more is SVG */
    WORK_COPY,    /* nt_writer_copy, as nt-grep, nt-sort, nt-split and nt-uniq copy games */
    WORK_PLAYS,   /* one line a game: plies, key of the last position, whether its moves were judged */
    WORK_VARIANT, /* nt-variant: adds the input as a variant file, checks and loads its sections, draws the pieces */
    WORK_CODE,    /* reads the input as a position code `choice` of nt_code, writes all forms and a list of moves */
    WORK_PATTERN  /* reads the input as a pattern `choice` of nt_pattern_form and tries it on the array */
} work_kind;

/* chunk: bytes a read, 0: from memory. read_fails, write_fails: the number of the read or write that fails with an errno,
 * from 1, 0: none. short_writes: one byte a write. context: used instead of a new one with `memory`; may be NULL. */
typedef struct work {
    work_kind kind;
    unsigned choice;
    const unsigned char *input;
    size_t size;
    const nt_format *from;
    const char *variant, *variant_file, *html_map; /* name of the variant to use; paths of files of variants and of a map */
    nt_settings settings; /* without allocator and sink */
    nt_write_settings write;
    size_t chunk, read_fails, write_fails;
    bool short_writes;
    nt_context *context;
    bool no_findings; /* they are not part of the output */
} work;

/* What came of it: the exit status that a filter has, and all that was written. faulted: a read or write has failed. */
typedef struct outcome {
    int status;
    bool faulted;
    uint64_t errors;
    bytes out, findings;
} outcome;

void work_run(const work *w, memory *m, outcome *o); /* o: emptied first */
void outcome_free(outcome *o);

/* The sink that a context for `work.context` needs; user: the address of a pointer to the outcome of the moment. */
void work_sink(void *user, const nt_diagnostic *diagnostic);

#endif
