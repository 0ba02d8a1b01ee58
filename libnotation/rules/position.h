/* A position: what stands where, who is to move, and the history that takes moves back. */
#ifndef NT_POSITION_H
#define NT_POSITION_H

#include "rules/variant.h"

enum { NT_MAX_PASSED = 8 };

/* A cell that a pawn has just jumped over, where that pawn stands now, and its code. */
typedef struct nt_passed {
    uint8_t cell, victim, code;
} nt_passed;

/* A man that went off the board with its army, or changed its owner with it. */
typedef struct nt_removed {
    uint8_t cell, code;
} nt_removed;

/* What make changes and cannot be worked out backwards. */
typedef struct nt_state {
    uint64_t key;          /* placement, hands, rights, checks, player, en passant where a legal capture exists */
    uint32_t clock;        /* plies since the last reset of the move rule */
    uint8_t rights;        /* castling, bit 2 * player + side */
    uint8_t passed_count;
    bool in_check;         /* where nt_variant.is_simple: the royal of the player to move is attacked */
    bool passed_keyed;     /* the key tells of the passed cell: it can be captured on by a legal move */
    uint8_t player;        /* to move */
    uint8_t alive;         /* bit per player */
    uint32_t round;        /* since the set-up: how often it was the turn of a player who sits before the last one to move */
    uint32_t slots;        /* bit per slot that is filled */
    nt_passed passed[NT_MAX_PASSED];
} nt_state;

typedef struct nt_undo {
    nt_state state;
    nt_move move;
    uint8_t captured;      /* code on the target, or taken en passant; 0: none */
    uint8_t captured_via;  /* code taken on the way by a locust */
    uint8_t slot;          /* slot + 1 that a drop emptied, 0: none */
    bool gave_check;       /* counted in checks_given */
    uint16_t removed;      /* men that had been removed with their armies before the move */
} nt_undo;

struct nt_position {
    const nt_variant *variant;
    nt_context *context;
    nt_undo *undo;
    size_t plies, undo_capacity;
    unsigned char *array; /* as nt_position_reset left all from `cell` on, kept by its first call; NULL: not yet */
    uint8_t cell[NT_MAX_CELLS];
    nt_cells occupied, own[NT_MAX_PLAYERS];
    uint16_t royal[NT_MAX_PLAYERS];   /* cell, NT_NO_CELL: none */
    uint8_t hand[NT_MAX_PLAYERS][NT_MAX_KINDS + 1];
    uint8_t lost[NT_MAX_PLAYERS][NT_MAX_KINDS + 1]; /* men captured, for promotion to captured men */
    uint8_t checks_given[NT_MAX_PLAYERS];
    uint8_t castle_rook[2 * NT_MAX_PLAYERS]; /* cell of the rook of each right */
    uint64_t castle_cells; /* small boards: where the kings and rooks of the rights that the set-up had stand */
    bool free_castling; /* the rights are not those of the array's cells: notations name the rook (Chess960) */
    nt_state state;
    uint32_t start_number;            /* full-move number at the set-up */
    uint8_t start_player;
    uint32_t start_clock;
    unsigned removed_count;
    nt_cells piece[NT_MAX_CODES]; /* where each code stands; only those of the variant are ever set */
    nt_removed removed[NT_MAX_PLAYERS * NT_MAX_CELLS]; /* the men of all armies that are gone or were taken over */
};

/* rules/position.c: putting and taking pieces keeps all sets and the key in step. */
void nt_position_put(nt_position *p, unsigned cell, unsigned code);
void nt_position_take(nt_position *p, unsigned cell);
void nt_position_empty(nt_position *p); /* no pieces, no rights, first player to move */
void nt_position_rekey(nt_position *p); /* works out state.key from all the rest */
void nt_position_copy(nt_position *to, const nt_position *from); /* of one context; without history */
unsigned nt_next_player(const nt_position *p, unsigned player);

/* Whether the next move is the first of its number: the number counts rounds of the players who are still in the game. */
bool nt_position_begins_number(const nt_position *p);

/* rules/code.c: the placement field of a position code into the cells (and hands) of an emptied position, as
 * nt_position_set does for the whole code; used for the array of a variant too. */
nt_status nt_placement_read(nt_position *p, nt_text text, const nt_place *place);

/* nt_position_set with a place in a file for the findings: place->at is where text begins in place->text (NULL: no place). */
nt_status nt_position_read(nt_position *p, nt_code code, nt_text text, const nt_place *place);

/* Whether a text is a FEN or a Game Courier code: that, where it has no blank and is no FEN. Costs up to two readings. */
nt_code nt_code_guess(nt_position *p, nt_text text);

/* Sums up a placement that was put together by hand: checks royals, rights and so on; what is wrong is reported at place.
 * Called by the readers of position codes after all was put. as_it_is: men may stand where no move
 * could have brought them. NT_INVALID after a diagnostic. */
nt_status nt_position_settle(nt_position *p, const nt_place *place, bool as_it_is);

/* rules/attack.c: is `cell` attacked by any man that is not `player`'s? attackers (may be NULL) gets their cells. */
bool nt_attacked(const nt_position *p, unsigned cell, unsigned player, nt_cells *attackers);
bool nt_in_check(const nt_position *p, unsigned player);

/* nt_in_check of the player to move, which make works out where the variant is simple. */
static inline bool nt_is_checked(const nt_position *p) {
    return p->variant->is_simple ? p->state.in_check : nt_in_check(p, p->state.player);
}

/* Is `cell` attacked by a man of one player? */
bool nt_attacked_by(const nt_position *p, unsigned cell, unsigned attacker);

/* As nt_attacked, on a board that is thought to be occupied as `occupied` says, without the men on `removed`. Wrong for
 * attacks that take a walk (nt_reach.complex), which are left out. */
bool nt_attacked_if(const nt_position *p, unsigned cell, unsigned player, const nt_cells *occupied, const nt_cells *removed);

/* As nt_attacked_if on a board of at most 64 cells; occupied and removed as words. */
bool nt_attacked_small(const nt_position *p, unsigned cell, unsigned player, uint64_t occupied, uint64_t removed);

/* Whether a man of one player rides onto a cell of such a board. */
bool nt_ridden_small(const nt_position *p, unsigned cell, unsigned attacker, uint64_t occupied, uint64_t removed);

/* Whether any enemy of `player` stands where he might attack `cell` by a walk: then only making the move can tell. */
bool nt_has_complex_attacker(const nt_position *p, unsigned cell, unsigned player);

/* rules/generate.c */
size_t nt_generate(nt_position *p, nt_move *moves);        /* legal */
size_t nt_generate_pseudo(nt_position *p, nt_move *moves); /* before the test of checks */
size_t nt_count_legal(nt_position *p);                     /* how many, without making a list */
bool nt_has_legal(nt_position *p);
bool nt_is_legal(nt_position *p, nt_move move); /* move is pseudo-legal */

/* All pseudo-legal moves of the man on `from` that end on `to`, each promotion one; castling is not among them. Room for
 * NT_MAX_CHOICES + 1. Returns how many. */
size_t nt_moves_between(const nt_position *p, unsigned from, unsigned to, nt_move *moves);

/* The castling moves that are legal now; at most 2. Of one side: 0 towards the first file, 1 towards the last. */
bool nt_castling_on(const nt_position *p, unsigned side, nt_move *move);
size_t nt_castlings(const nt_position *p, nt_move *moves);

/* Walks the program of the man on `from` and says whether it can end on `to` with the board as it is, capturing or not
 * as the target asks. */
bool nt_can_reach(const nt_position *p, unsigned code, unsigned from, unsigned to);

/* make without a check of the history's room; the caller has called nt_position_reserve. */
enum { NT_SPARE_PLIES = 4 }; /* room that the library's own trial moves need beyond the history */
bool nt_position_grow(nt_position *p, size_t more);
static inline bool nt_position_reserve(nt_position *p, size_t more) {
    return NT_LIKELY(p->plies + more + NT_SPARE_PLIES <= p->undo_capacity) || nt_position_grow(p, more);
}
void nt_make(nt_position *p, nt_move move);
void nt_unmake(nt_position *p);

/* Parts of making a move. Rights are lost when the king or the rook of a right moves, and when that rook is captured; a long
 * first step passes cells that can be entered by a capture en passant, which the key tells of where it can be made; where
 * captures are noted (nt_variant.notes_captures) what was taken may go into a hand, be promoted to, or have been royal. */
void nt_lose_rights(nt_position *p, unsigned king, unsigned from, unsigned to);
void nt_set_passed(nt_position *p, nt_move move);
void nt_key_passed(nt_position *p);
void nt_note_capture(nt_position *p, unsigned cell, unsigned code);

/* rules/ends.c: whether a rule other than the lack of moves has ended the game (bare king, goal, extinction, checks). */
bool nt_has_ended_early(const nt_position *p);

/* rules/ends.c: how often the position has stood since the last irreversible move, itself included. */
unsigned nt_repetitions(const nt_position *p);

/* rules/ends.c: whether the player to move is not in check, in check or mated: 0, 1, 2; and after a legal move, the position
 * being as before on return. */
int nt_check_now(nt_position *p);
int nt_check_after(nt_position *before, nt_move move);

/* Whether an en passant capture can be made now; legal: by a move that does not leave the royal attacked. */
bool nt_passed_capturable(nt_position *p, bool legal);

#endif
