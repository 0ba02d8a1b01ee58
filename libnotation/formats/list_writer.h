/* The inside of the writer of move lists: list_write.c (order, lines of play, moves), list_put.c (layout, header
 * lines). For these two files. */
#ifndef NT_LIST_WRITER_H
#define NT_LIST_WRITER_H

#include "formats/list.h"

#define NT_NO_LINK UINT32_MAX

/* A variation or a level of take-back that is open in the output. */
typedef struct nt_written_line {
    bool group;      /* in brackets, not behind bars */
    bool replaces;   /* `replaced` was taken back for it and is made again at its end */
    nt_move replaced;
    size_t plies;    /* of the position where the line begins */
} nt_written_line;

typedef struct nt_list_writer {
    nt_writer *writer;
    nt_output *output;
    const nt_game *game;
    const nt_list_style *style;
    nt_replay *replay;      /* NULL: the moves are written as they were */
    nt_position *position;  /* NULL likewise; before the next move */
    size_t behind, behind_at; /* moves of the main line that the position lags behind, from this item on */
    size_t first_ply;
    nt_written_line *lines;
    size_t line_capacity, depth;
    uint32_t *links;
    size_t link_capacity, cursor;
    uint32_t linked;

    size_t column, bars;    /* bytes on the line of output; bars that begin each line */
    bool has_head;          /* header lines have been written for this game */
    bool runs_on;           /* nothing yet parts the game from the one before: bars and // lines would go on with that */
    uint64_t head_end;      /* bytes that had been put out when they ended */
    bool glued;             /* no blank before the next word */
    bool held;              /* the next word stays on this line */
    bool number_due;        /* the next move begins with its number, whoever makes it */
    bool numbered;          /* moves as they were: a number stands before this one */
} nt_list_writer;

/* The header lines, and what parts the game from the one before. */
void nt_list_put_head(nt_list_writer *w);

/* The position's next move with its number; a number as it was. */
void nt_list_put_move(nt_list_writer *w, nt_move move);
void nt_list_put_number_as(nt_list_writer *w, nt_text digits, unsigned dots);

/* A word; own_line: it begins a line. */
void nt_list_put_text(nt_list_writer *w, nt_text text, bool own_line);

void nt_list_put_comment(nt_list_writer *w, nt_text text, bool percent);
void nt_list_put_nag(nt_list_writer *w, unsigned nag);

/* A comment that is put together from items: its sign, each of them, its end. */
void nt_list_begin_comment(nt_list_writer *w);
void nt_list_put_plain(nt_list_writer *w, const nt_item *item);
void nt_list_end_comment(nt_list_writer *w);

void nt_list_put_open(nt_list_writer *w, bool group);
void nt_list_put_close(nt_list_writer *w, bool group);
void nt_list_end_line(nt_list_writer *w);

#endif
