/* Betza's notation and its XBetza extension, on squares and on hexagons: a string becomes a list of moves, each a chain
 * of legs. What it means on a board is worked out in programs.c. The language is described in nt-variants(5). */
#ifndef NT_BETZA_H
#define NT_BETZA_H

#include "board/board.h"

enum { NT_MAX_LEGS = 8, NT_MAX_BETZA_MOVES = 64 };

enum {
    NT_BETZA_MOVE = 1,        /* m: may end on an empty cell */
    NT_BETZA_CAPTURE = 2,     /* c: may end by capturing an enemy */
    NT_BETZA_OWN = 4,         /* d: may capture its own side */
    NT_BETZA_PASSANT = 8,     /* e: captures en passant */
    NT_BETZA_LAME = 16,       /* n: the cells passed over must be empty */
    NT_BETZA_JUMP = 32,       /* j: they must be occupied; a rider skips its first cell */
    NT_BETZA_HOP = 64,        /* p: over exactly one man, then on to any distance */
    NT_BETZA_GRASSHOPPER = 128, /* g: over exactly one man, to the cell behind it */
    NT_BETZA_CROOKED = 256,   /* z: turns to and fro */
    NT_BETZA_CIRCULAR = 512,  /* q: keeps turning the same way */
    NT_BETZA_WRAP = 1024,     /* o: the left and right edges of the board are joined */
    NT_BETZA_ANYWHERE = 2048  /* U: to any other cell */
};

typedef struct nt_betza_leg {
    nt_atom atom;
    uint16_t mods;
    uint8_t range;    /* most steps, 0: no limit */
    bool may_stop;    /* the piece may end its move after this leg, though there is a next one */
    bool takes;       /* not the last leg: goes on by capturing */
    bool passes;      /* not the last leg: goes on from an empty cell */
    uint32_t ticks;   /* bit per tick: of the mover's clock (first leg), or relative to the leg before */
} nt_betza_leg;

typedef struct nt_betza_move {
    nt_betza_leg leg[NT_MAX_LEGS];
    unsigned legs;
    bool initial; /* i: only from the cells where the piece may make its first move */
} nt_betza_move;

typedef struct nt_betza {
    nt_betza_move move[NT_MAX_BETZA_MOVES];
    unsigned moves;
    unsigned castle[2]; /* O: steps of the king towards the first and the last file, 0: none */
} nt_betza;

/* Reads a Betza string for a kind of board. False: *at is the offset of the fault and *reason says what is wrong (static).
 * Cost: linear. Source: Betza's notation and XBetza as described by the XBoard project; hexagons: nt-variants(5). */
bool nt_betza_read(nt_text text, const nt_board *board, nt_betza *betza, size_t *at, const char **reason);

/* The directions of an atom that a set of relative ticks means after a leg in direction `before`: those that it has, and
 * for each that it lacks its two neighbours. Bits of absolute ticks. */
uint32_t nt_betza_turn(const nt_board *board, nt_atom atom, unsigned before, uint32_t ticks);

#endif
