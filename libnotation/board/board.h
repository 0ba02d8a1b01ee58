/* Boards: a set of cells of an integer lattice, sets of cells, and coordinate schemes that give the cells names.
 *
 * Square boards use (x, y) as file and rank from 0. Hexagonal boards use the skewed basis in which a step to the left
 * forward neighbour adds (1,0), to the right forward neighbour (0,1), straight ahead (1,1). */
#ifndef NT_BOARD_H
#define NT_BOARD_H

#include "base/diag.h"

enum { NT_MAX_CELLS = 256, NT_NO_CELL = 0xffff, NT_MAX_AXIS = 32, NT_LABEL_SIZE = 16, NT_SET_WORDS = NT_MAX_CELLS / 64 };

typedef enum nt_lattice { NT_SQUARE, NT_HEX } nt_lattice;

/* A set of cells, one bit each. Boards of n cells use the first (n + 63) / 64 words; the rest stays zero. */
typedef struct nt_cells {
    uint64_t word[NT_SET_WORDS];
} nt_cells;

static inline bool nt_cells_has(const nt_cells *set, unsigned cell) { return set->word[cell >> 6] >> (cell & 63) & 1; }
static inline void nt_cells_add(nt_cells *set, unsigned cell) { set->word[cell >> 6] |= UINT64_C(1) << (cell & 63); }
static inline void nt_cells_remove(nt_cells *set, unsigned cell) { set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63)); }
static inline void nt_cells_flip(nt_cells *set, unsigned cell) { set->word[cell >> 6] ^= UINT64_C(1) << (cell & 63); }

/* A step on the lattice. */
typedef struct nt_vector {
    int x, y;
} nt_vector;

/* cells are numbered from 0 by y, then x. at[] finds a cell by its lattice point; use nt_board_at, which checks. */
typedef struct nt_board {
    nt_lattice lattice;
    bool flat_ranks; /* hexagons: ranks are horizontal, so straight ahead is a diagonal radial */
    unsigned cells, words; /* words of a set */
    unsigned width, height;
    uint8_t x[NT_MAX_CELLS], y[NT_MAX_CELLS];
    uint16_t at[NT_MAX_AXIS][NT_MAX_AXIS]; /* [y][x] */
} nt_board;

/* Makes a rectangle of files x ranks (each at most 32, at most 256 cells in all); false: it does not fit. */
bool nt_board_square(nt_board *board, unsigned files, unsigned ranks);

/* Makes a hexagon of a side from 2 to 9 (at most 217 cells); lattice points run from 1 to 2 * side - 1. flat_ranks: the
 * ranks are horizontal (Wellisch), else the files are vertical (Glinski). */
bool nt_board_hexagon(nt_board *board, unsigned side, bool flat_ranks);

/* Makes a hexagonal board from the first and last x of each y from 1 on: rhombs and other outlines. */
bool nt_board_outline(nt_board *board, const uint8_t (*range)[2], unsigned rows, bool flat_ranks);

/* Makes a board from words, as variant files have them: `square 8x8`, `hexagon 6 [glinski|wellisch]`, or `outline
 * glinski|wellisch 1-6 1-7 ...`, the first and last x of each y. False: it is none of them, or does not fit. */
bool nt_board_read(nt_board *board, nt_text text);

/* Takes a cell out (a hole). Renumbers the cells. */
void nt_board_hole(nt_board *board, unsigned cell);

static inline unsigned nt_board_at(const nt_board *board, int x, int y) {
    return (unsigned)x < NT_MAX_AXIS && (unsigned)y < NT_MAX_AXIS ? board->at[y][x] : NT_NO_CELL;
}

/* ---- directions ----
 *
 * A direction is a tick of a clock that starts straight ahead of the first player and runs clockwise: 16 ticks on the
 * square lattice (orthogonal 0, 4, 8, 12; diagonal 2, 6, 10, 14; the eight oblique ones between them), 24 on the hexagonal
 * one (the twelve radials at even ticks, 30 degrees each; the twelve root-7 leaps between them). */
static inline unsigned nt_board_ticks(const nt_board *board) { return board->lattice == NT_HEX ? 24 : 16; }

/* The ticks by which the clock of a player is turned: 0 for the first, half a turn for the second of two, and thirds
 * anticlockwise for three, quarters for four. */
unsigned nt_board_view(const nt_board *board, unsigned player, unsigned players);

/* Where a cell lies as a player sees the board: its lattice point after the board has been turned to him. */
nt_vector nt_board_seen(const nt_board *board, unsigned cell, unsigned player, unsigned players);

/* The rows in which a position is written, from the top: on squares the ranks; on hexagons the bent ranks that chevrons
 * of cells make where files are vertical, else the horizontal ones. The rank of a lattice point in them counts from 1. */
unsigned nt_board_rank(const nt_board *board, nt_vector point);

/* ---- on paper: paper.c ----
 *
 * Where the middle of a lattice point lies as the first player sees the board, in whole units to the right (x) and up (y).
 * Squares: one unit is a side. Hexagons with vertical files: a unit to the right is the distance of two files, a unit up
 * half a cell. With horizontal ranks: a unit to the right is half a cell, a unit up the distance of two ranks. */
nt_vector nt_board_paper(const nt_board *board, nt_vector point);

/* An atom of the lattice: a leap of `a` steps along one kind of line and `b` along the other. On squares (a, b) with
 * a >= b; on hexagons a straight leap (orthogonal or diagonal) of a cells with b 0, or the root-7 leap as (2, 1). */
typedef struct nt_atom {
    uint8_t a, b;
    bool diagonal; /* a straight atom of the diagonal kind: F, A, G */
} nt_atom;

/* The directions in which an atom has a vector, a bit per tick. */
uint32_t nt_board_directions(const nt_board *board, nt_atom atom);

/* The vector of an atom in a direction; false when it has none there. */
bool nt_board_vector(const nt_board *board, nt_atom atom, unsigned tick, nt_vector *vector);

/* A coordinate scheme: every cell is a file label and a rank label, written in this order or the other way round. */
typedef struct nt_scheme {
    char name[NT_LABEL_SIZE];
    unsigned files, ranks;
    bool rank_first;
    char file_label[NT_MAX_AXIS][NT_LABEL_SIZE], rank_label[NT_MAX_AXIS][NT_LABEL_SIZE];
    uint8_t file[NT_MAX_CELLS], rank[NT_MAX_CELLS];     /* of each cell */
    uint16_t at[NT_MAX_AXIS][NT_MAX_AXIS];              /* [rank][file] */
    uint8_t file_of_byte[256], rank_of_byte[256];       /* the file or rank whose label is this one byte, 255: none */
    bool two_bytes; /* every file and every rank label is one byte, files first */
    char two[NT_MAX_CELLS][2]; /* then: the names of the cells */
    bool plain; /* every file label is one byte and the ranks are 1, 2, ... : the fast path of nt_scheme_match */
    bool digit_first; /* some name of a cell begins with a digit: then a number may be one */
    bool alike; /* some label is that of a file and of a rank, so that a part of a name does not tell which it is */
} nt_scheme;

/* The label of a file or a rank at the rim of the board: the last cell of its line, and the point beyond it on which no
 * other label stands, both on paper. label: of the scheme, borrowed. */
typedef struct nt_rim {
    nt_vector cell, beyond;
    const char *label;
} nt_rim;

/* The labels of all files and ranks that have cells; rim has room for 2 * NT_MAX_AXIS; returns how many. On squares files are
 * labelled below and ranks on the left; on hexagons at the lower end of a line, of two at one height the left one, or at the
 * upper ends where those of files and ranks would meet. turned: the board is seen from the other side. Cost: a pass
 * over the cells for each line. */
unsigned nt_board_rim(const nt_board *board, const nt_scheme *scheme, bool turned, nt_rim *rim);

/* Letters and numbers: files a, b, ..., ranks 1, 2, ... */
void nt_scheme_algebraic(nt_scheme *scheme, const nt_board *board);

/* A scheme by its name: `algebraic`; on hexagons also `gilman` (two hexadecimal digits), `glinski` (file letters without
 * j, bent ranks), `mccooey` (the same with j), `oblique` (file letters, rank y), `slanted` (file letter y, rank x) and
 * `axial` ((q,r) of the flat-top axes). False: the board has no scheme of that name. */
bool nt_scheme_named(nt_scheme *scheme, const nt_board *board, nt_text name);

/* The names of the schemes that a lattice has, by index; NULL ends the list. Static. */
const char *nt_scheme_at(nt_lattice lattice, size_t index);

/* Lists of labels, blank-separated, one per file and rank; false when there are too few or one is too long. */
bool nt_scheme_labels(nt_scheme *scheme, const nt_board *board, nt_text files, nt_text ranks, bool rank_first);

/* The cell whose name begins the text, longest name first; *length is how many bytes it took. NT_NO_CELL: none. */
unsigned nt_scheme_match(const nt_scheme *scheme, nt_text text, size_t *length);

/* The file or the rank whose label begins the text; -1: none. */
int nt_scheme_file(const nt_scheme *scheme, nt_text text, size_t *length);
int nt_scheme_rank(const nt_scheme *scheme, nt_text text, size_t *length);

/* The name of a cell into buffer (2 * NT_LABEL_SIZE); returns its length. */
size_t nt_scheme_name(const nt_scheme *scheme, unsigned cell, char *buffer);

/* explain.c: how many bytes at the start of a text look like the name of a cell in a scheme, though there may be no such
 * cell; 0: they do not. */
size_t nt_scheme_like(const nt_scheme *scheme, nt_text text);

/* Says why a text does not begin with the name of a cell, and what would: adds ": no file j in this coordinate set; files go
 * a to i, k, l" and the like to a message; nothing for names in brackets. */
void nt_scheme_explain(const nt_scheme *scheme, nt_text text, nt_message *message);

/* The colour of a cell: on squares 0 (that of the first file of the first rank) or 1; on hexagons the remainder of x + y by
 * 3, which is that of the sum of the two digits of its gilman name. Diagonal steps keep it. */
unsigned nt_board_colour(const nt_board *board, unsigned cell);

/* ---- rename.c ---- */

/* Copies an input with the cells of all moves renamed from one scheme of a board to another; all other bytes stay. What is
 * taken for a cell is said at nt_coords_rename in notation.h. A cell that the first scheme has not is reported
 * (cell-unknown) and copied. NT_OK, NT_NO_MEMORY, NT_IO. Cost: linear in the bytes. */
nt_status nt_board_rename(nt_context *context, nt_input *input, const nt_scheme *from, const nt_scheme *to,
                          nt_output *output);

#endif
