/* What the parts of the PGN writer share: pgn_write.c (order of the items, lines of play, moves), pgn_put.c (layout),
 * pgn_head.c (tags). For these files only. */
#ifndef NT_PGN_WRITER_H
#define NT_PGN_WRITER_H

#include "formats/pgn.h"

enum { PGN_WIDTH = 79 }; /* bytes on a line of movetext (standard, 8.2.1: fewer than 80) */

/* A variation that is open. */
typedef struct nt_pgn_line {
    nt_move replaced; /* the move it is an alternative to, which is made again at its end */
    bool replaces;
    size_t plies;     /* of the position where it begins */
} nt_pgn_line;

/* A line while the items are put in order: chains of items by their links. */
typedef struct nt_pgn_level {
    uint32_t tail;                     /* of what stands in the line so far */
    uint32_t open;                     /* the item that opened it */
    uint32_t waiting, waiting_tail;    /* abandoned lines that wait for the move that was played instead */
    bool is_replaced;                  /* ... which has come */
} nt_pgn_level;

/* A tag to be written. */
typedef struct nt_pgn_row {
    nt_text name;
    uint32_t tag;    /* index, NT_PGN_MADE: the writer makes the value */
} nt_pgn_row;

#define NT_PGN_MADE UINT32_MAX

/* Buffers that are kept from game to game; writer->state. */
typedef struct nt_pgn_buffers {
    nt_pgn_line *lines;
    nt_pgn_level *levels;
    uint32_t *links;
    nt_pgn_row *rows;
    size_t line_capacity, level_capacity, link_capacity, row_capacity;
    nt_position *array; /* of the last variant: games that begin there need no FEN tag */
} nt_pgn_buffers;

typedef struct nt_pgn_writer {
    nt_writer *writer;
    nt_output *output;
    const nt_game *game;
    nt_replay *replay;     /* NULL: the moves are written as they were */
    nt_position *position; /* NULL likewise; before the next move but for those that it lags behind */
    size_t behind;         /* moves of the main line that were copied and not made, from item `behind_at` on */
    size_t behind_at;
    bool copies;           /* moves may be copied from a game in PGN: two players, and the same letters and names */
    nt_pgn_buffers *buffers;
    size_t first_ply, depth;
    size_t column;    /* bytes on the line of output */
    bool is_glued;    /* no blank before the next word */
    bool number_due;  /* the next move begins with its number, whoever makes it */
    bool has_links;
    bool has_fen;     /* the tags will have one */
    bool has_own_players; /* whose names are not White and Black */
    bool is_repaired; /* the finding on it has been sent */
    nt_result result;
} nt_pgn_writer;

/* pgn_head.c */
nt_status nt_pgn_put_head(nt_pgn_writer *w);

/* ---- pgn_put.c ---- */

/* A word, on the next line where this one is full; signs that stick to the word before them or behind them. */
void nt_pgn_put_word(nt_pgn_writer *w, nt_text word);
void nt_pgn_put_open(nt_pgn_writer *w, unsigned char sign);
void nt_pgn_put_close(nt_pgn_writer *w, unsigned char sign);

/* A legal move of the position with its number where one is due; a canonical text that is one, its mark aside. */
void nt_pgn_put_move(nt_pgn_writer *w, nt_move move);
void nt_pgn_put_copy(nt_pgn_writer *w, nt_text move, int mark);

/* A number as it was; a move as it was, with drops as PGN has them. */
void nt_pgn_put_number_as(nt_pgn_writer *w, nt_text digits, unsigned dots);
void nt_pgn_put_move_as(nt_pgn_writer *w, nt_text text);

void nt_pgn_put_nag(nt_pgn_writer *w, unsigned nag);

/* A comment; one that holds a closing brace goes to lines of its own behind a semicolon. */
void nt_pgn_put_comment(nt_pgn_writer *w, nt_text text);

/* Text inside a comment that is open: a closing brace becomes a parenthesis, and a finding says so. */
void nt_pgn_put_inside(nt_pgn_writer *w, nt_text text);

/* ... behind a blank, or on the next line. */
void nt_pgn_put_next(nt_pgn_writer *w, nt_text text);

/* The brace that ends a comment, on the line of its last word. */
void nt_pgn_close_comment(nt_pgn_writer *w);

void nt_pgn_put_escape(nt_pgn_writer *w, nt_text text);
void nt_pgn_end_line(nt_pgn_writer *w);

/* Says, once a game, that something could not be written as it was. */
void nt_pgn_report_repair(nt_pgn_writer *w, size_t at, const char *what);

#endif
