/* Saved games of Zillions of Games (zsg): what zsg.c (lines, the notation) and zsg_move.c (half-moves) share. */
#ifndef NT_ZSG_H
#define NT_ZSG_H

#include "formats/list.h"

/* One part of a half-move; texts of length 0 are not there. */
typedef struct nt_zsg_part {
    enum {
        NT_ZSG_MOVE,    /* Pawn e2 - e4, Pawn e4 x d5: a man goes from a cell to a cell */
        NT_ZSG_CREATE,  /* White Pawn e4: a man comes onto a cell; the first part: a drop */
        NT_ZSG_CAPTURE, /* x d5: a man is taken, elsewhere than on the target */
        NT_ZSG_CHANGE,  /* = Queen, = Black on a8: a man becomes another one, or another player's */
        NT_ZSG_FLIP,    /* flip a8: he becomes the other player's */
        NT_ZSG_STATE,   /* @ e1 0 0: the value of an attribute; e1 has moved */
        NT_ZSG_PARTIAL, /* partial 2: the turn may go on with the same man */
        NT_ZSG_WORD     /* Pass; or nothing that is known */
    } form;
    nt_text text;         /* the whole part */
    nt_text player, name; /* of a change: name, whether of a piece or of a player */
    nt_text from, to;     /* cells; from only of a move */
    bool is_capture, has_more; /* of a move: x; of a change: on more than one cell */
} nt_zsg_part;

/* Takes the next part off the text. False: there is none. Cost: linear in the bytes of the part. */
bool nt_zsg_next_part(nt_text *rest, nt_zsg_part *part);

nt_text nt_zsg_part_at(nt_text move, size_t *at);
nt_status nt_zsg_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_zsg_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

#endif
