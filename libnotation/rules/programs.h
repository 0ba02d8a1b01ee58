/* From Betza strings to the flat tables of a compiled variant: step programs, who can reach which cell, what lies between
 * two cells. Called once, by compile.c. */
#ifndef NT_PROGRAMS_H
#define NT_PROGRAMS_H

#include "rules/betza.h"
#include "rules/variant.h"

/* Further moves of a kind from some cells only. */
typedef struct nt_betza_part {
    unsigned kind;
    nt_cells zone[NT_MAX_PLAYERS];
    nt_betza betza;
} nt_betza_part;

/* What the programs are made from, beside the variant's board, kinds and promotions. */
typedef struct nt_program_source {
    const nt_betza *betza;                                  /* [kind] */
    const nt_cells (*initial)[NT_MAX_PLAYERS];              /* [kind][player] where i moves start */
    const nt_betza_part *parts;
    size_t part_count;
} nt_program_source;

/* Fills in program, steps, extra, capture, quiet, passer, between and reach_flags. NT_LIMIT: a program is too long.
 * Cost: cells x codes x moves of a piece. */
nt_status nt_programs_make(nt_variant *variant, const nt_program_source *source);

#endif
