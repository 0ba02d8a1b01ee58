/* A compiled pattern of positions. For pattern.c, which matches, and pattern_read.c, which compiles. */
#ifndef NT_PATTERN_H
#define NT_PATTERN_H

#include "rules/code.h"

/* What may stand in one place: a set of piece codes. Codes below 4 are no men: */
enum { NT_PATTERN_EMPTY = 0, NT_PATTERN_HOLE = 1, NT_PATTERN_MEN = 4 };

/* One sign of a row. run: any number of places, whatever stands there. cell: where it has to be, in lists of cells. */
typedef struct nt_pattern_sign {
    nt_cells codes;
    uint16_t cell;
    bool run;
} nt_pattern_sign;

/* A row of the board: its places from left to right (NT_NO_CELL: a hole), and its signs. */
typedef struct nt_pattern_row {
    size_t first, count; /* signs */
    unsigned width;
    uint16_t cells[NT_MAX_AXIS];
} nt_pattern_row;

typedef enum nt_pattern_hands { NT_HANDS_ANY, NT_HANDS_EXACT, NT_HANDS_LEAST } nt_pattern_hands;

struct nt_pattern {
    nt_context *context;
    const nt_variant *variant;
    nt_pattern_form form;
    int player;                 /* to move; -1: any */
    nt_pattern_sign *signs;
    size_t sign_capacity, sign_count;
    nt_pattern_row *rows;       /* NT_PATTERN_BOARD */
    size_t row_capacity, row_count;
    nt_position *exact;         /* NT_PATTERN_FEN: the placement; while compiling, what findings are sent through */
    nt_pattern_hands hands;
    uint8_t hand[NT_MAX_PLAYERS][NT_MAX_KINDS + 1];
    uint32_t slots;             /* that have to be filled */
    uint8_t men[NT_MAX_CODES];  /* NT_PATTERN_MATERIAL: how many of each code, promoted men as what they show */
    unsigned total;
    bool at_least;
};

#endif
