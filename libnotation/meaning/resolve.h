/* What resolve.c and resolve_special.c share. */
#ifndef NT_RESOLVE_H
#define NT_RESOLVE_H

#include "meaning/explain.h"

enum { NT_FITS = 8 };

/* The legal moves that fit so far: how many, and the first of them. */
typedef struct nt_fits {
    size_t count;
    nt_move move[NT_FITS];
} nt_fits;

static inline size_t nt_fits_at_hand(const nt_fits *found) { return found->count < NT_FITS ? found->count : NT_FITS; }

/* A turn in two legs: the further part goes on from where the first one ended. */
static inline bool nt_intent_is_two_legs(const nt_intent *intent) {
    return intent->parts && intent->part[0].form == NT_PART_MOVE && intent->part[0].from == intent->to &&
           intent->part[0].to != NT_NO_CELL;
}

/* Which side a castling goes to: 0 towards the first file, 1 towards the last. */
int nt_castling_side(const nt_position *p, nt_move castle);

/* NT_INVALID after MOVE_PARTS when a further part of the turn is nothing that the move does. */
nt_status nt_resolve_check_parts(const nt_variant *v, const nt_intent *intent, nt_move move, nt_fault *fault);

/* Keeps the fits that do what the further parts, from one on, say; NT_INVALID after MOVE_PARTS when none does. */
nt_status nt_resolve_keep_parts(const nt_variant *v, const nt_intent *intent, unsigned first, nt_fits *found,
                                nt_fault *fault);

/* Castling written as two moves of one turn (there is a further part); as a king's move that is none. False: it is not
 * that. */
bool nt_castling_by_parts(nt_position *p, nt_intent *intent, nt_move *move);
bool nt_castling_by_king(nt_position *p, nt_intent *intent, nt_move *move);

nt_status nt_resolve_castling(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault);
nt_status nt_resolve_drop(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault);
nt_status nt_resolve_pass(nt_position *p, nt_intent *intent, nt_move *move, nt_fault *fault);

/* plain.c, where the variant is simple: the one legal move, where a plain intent leaves no doubt; else false. */
bool nt_resolve_small(const nt_position *position, const nt_intent *intent, nt_move *move);

/* nt_resolve without the hot path, against which its tests hold it. */
nt_status nt_resolve_general(nt_position *position, nt_intent *intent, nt_move *move, nt_fault *fault);

#endif
