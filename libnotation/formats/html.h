/* The html notation: what its files share. html_write.c writes the document and the head of a game, html_board.c the boards,
 * html_moves.c the moves. The page, its style sheet and its script are in html/; there, page.js reads what is written here.
 *
 * A page has for each game an element `article`, and before the first game of a variant its board: an SVG picture without
 * men, and an object of JSON that says what a view holds. A view is a position as a list of small numbers: the code of each
 * cell (kind * 4 + player, 0: empty), then a number for each place of a hand: 1 for a filled slot, or how many men of a kind
 * are in no slot.
 *
 *   article    data-format, data-variant, data-coordinates, data-fen: what it is read back by, see html_write.c;
 *              data-board: the id of its board; data-start: TURN and the places where the start differs from the array;
 *   a move     data-s: FROM TO TURN and the places that the move changes; data-p: the number of the move that it follows,
 *              where that is not the one written before it. Moves count from 1 in a game, 0 is its start. data-text: as it was
 *              written, in games that hold a move that is not legal and is not of an algebraic notation
 *
 * Places that change are pairs: the place, its new number. TURN is twice the player to move, plus 1 when he is in check. FROM
 * and TO are cells, -1 where there is none. */
#ifndef NT_HTML_H
#define NT_HTML_H

#include "formats/formats.h"
#include "rules/position.h"

enum { NT_HTML_HANDS = NT_MAX_SLOTS + NT_MAX_PLAYERS * NT_MAX_KINDS, NT_HTML_VIEW = NT_MAX_CELLS + NT_HTML_HANDS };

/* A place of a hand: a slot by its label, or all men of a kind that are in no slot (slot NULL). */
typedef struct nt_html_hand {
    uint8_t player, kind;
    const char *slot;
} nt_html_hand;

typedef struct nt_html_view {
    unsigned count;
    uint8_t at[NT_HTML_VIEW];
} nt_html_view;

/* A line of moves that is open. */
typedef struct nt_html_line {
    size_t plies;        /* of the position where it begins */
    nt_move replaced;    /* made again at its end */
    bool replaces;
    bool made;           /* its last move is legal and has been made */
    size_t last, before; /* the numbers of the move that the position comes from, and of the one that this follows */
} nt_html_line;

/* Kept from game to game. */
typedef struct nt_html_state {
    bool begun;
    const nt_variant **boards; /* the variants whose boards have been written */
    size_t board_count, board_capacity;
    const nt_variant *variant; /* whose array `array` is; NULL: none yet */
    nt_html_view array;
    nt_array_key key;
    nt_html_line *lines;
    size_t line_capacity;
} nt_html_state;

/* A game being written. position NULL: its moves were not judged. */
typedef struct nt_html_writer {
    nt_writer *writer;
    nt_output *out;
    nt_html_state *state;
    const nt_game *game;
    nt_replay *replay;
    nt_position *position;
    size_t depth, moves; /* open lines beside the main one; moves written */
    bool as_written;     /* each move has its own text too, in the notation of the game, by which it is read back */
    bool number_due, is_glued; /* the next move has its number; the next word has no blank before it */
    nt_html_view view;   /* of the position */
} nt_html_writer;

/* ---- html_write.c: for the row in the table ---- */

nt_status nt_html_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay);
nt_status nt_html_write_end(nt_writer *writer);
void nt_html_free_writer(nt_writer *writer);

/* ---- html_board.c ---- */

/* The view of a position. */
void nt_html_look(const nt_position *position, nt_html_view *view);

/* Writes the places where a view is not the same as the one before, with a blank before each number. */
void nt_html_put_changes(nt_output *output, const nt_html_view *before, const nt_html_view *view);

/* Writes the board of a variant. number: of the board in the document, from 1; array: the view of its array. */
void nt_html_put_board(nt_output *output, const nt_variant *variant, unsigned number, const nt_html_view *array);

/* ---- html_moves.c ---- */

/* Writes the moves of a game with what stands between them. The position is at the start, and is again on return. */
nt_status nt_html_put_moves(nt_html_writer *w);

#endif
