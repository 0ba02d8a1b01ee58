/* Why no legal move fits an intent, and the words for it. Private to meaning/. */
#ifndef NT_EXPLAIN_H
#define NT_EXPLAIN_H

#include "meaning/intent.h"

/* Whether a man of this kind may be meant: the stated kind, a twin that is written like it, or, where no letter means
 * a pawn, any pawn. */
static inline bool nt_intent_fits_kind(const nt_variant *v, const nt_intent *intent, unsigned kind) {
    if (intent->kind) return kind == intent->kind || v->kind[kind].shown == intent->kind;
    return !intent->pawn_if_unstated || v->kind[kind].is_pawn;
}

/* Whether a man on this cell may be meant, by what is stated of the origin. */
static inline bool nt_intent_fits_origin(const nt_variant *v, const nt_intent *intent, unsigned cell) {
    if (intent->from != NT_NO_CELL && intent->from != cell) return false;
    if (intent->from_file >= 0 && intent->from_file != v->scheme.file[cell]) return false;
    return intent->from_rank < 0 || intent->from_rank == v->scheme.rank[cell];
}

/* Whether a side that a label states is not the mover's. The case of a letter tells two sides apart, not three. */
static inline bool nt_intent_is_other_side(const nt_position *p, int stated) {
    return stated >= 0 && stated != p->state.player && p->variant->players == 2;
}

/* Keeps those of the moves (same man, same target) that agree with the promotion that is stated; returns how many. A
 * promotion that leaves no choice need not be stated. */
size_t nt_intent_keep_promotion(const nt_variant *v, const nt_intent *intent, nt_move *moves, size_t count);

/* The kind that a drop names: by its label, by its slot, or, where neither is stated, the pawn; 0: none. */
unsigned nt_intent_dropped(const nt_variant *v, const nt_intent *intent);

/* Whether capturing is not stated as it must be: "d5" is never a pawn's capture. */
static inline bool nt_intent_bars_capture(const nt_variant *v, const nt_intent *intent, nt_move move) {
    return intent->pawn_if_unstated && v->kind[move.piece].is_pawn && intent->capture == 0 && intent->from_file < 0 &&
           intent->from_rank < 0 && intent->from == NT_NO_CELL && move.flags & NT_MOVE_CAPTURE;
}

/* The full-move number of the ply with this index, from 0 at the set-up. */
static inline unsigned nt_number_at(const nt_position *p, size_t ply) {
    return p->start_number + (ply < p->plies ? p->undo[ply].state.round : p->state.round);
}

/* Says why nothing fits. */
void nt_explain(nt_position *position, const nt_intent *intent, nt_fault *fault);

/* Says that several legal moves fit; count may be more than the moves at hand. */
void nt_explain_ambiguous(nt_position *position, const nt_intent *intent, const nt_move *moves, size_t count,
                          size_t at_hand, nt_fault *fault);

/* explain_special.c */
void nt_explain_castling(nt_position *position, unsigned side, nt_fault *fault);
void nt_explain_drop(nt_position *position, const nt_intent *intent, unsigned kind, nt_fault *fault);
void nt_explain_pass(nt_position *position, nt_fault *fault);

/* ---- words.c ---- */

/* A fault with its first words. */
void nt_fault_set(nt_fault *fault, nt_diag_id id, const char *format, ...) NT_PRINTF(3, 4);

/* The name of a cell; of a kind ("knight"); buffers are returned. */
enum { NT_CELL_NAME_SIZE = 2 * NT_LABEL_SIZE, NT_MAN_SIZE = 160 };
char *nt_word_cell(const nt_variant *v, unsigned cell, char buffer[NT_CELL_NAME_SIZE]);
const char *nt_word_kind(const nt_variant *v, unsigned kind);

/* "the knight on g8" (what stands there); "the knight N"; "a knight N": kind and label. */
char *nt_word_man(const nt_position *p, unsigned cell, char buffer[NT_MAN_SIZE]);
char *nt_word_label(const nt_variant *v, unsigned code, const char *article, char buffer[NT_MAN_SIZE]);

/* "a" or "an". */
const char *nt_word_article(const char *word);
const char *nt_word_player(const nt_variant *v, unsigned player);

/* Adds a legal move as its notation writes it, check mark included. */
void nt_word_move(nt_message *message, nt_position *before, nt_move move, const nt_intent *intent);

/* Adds "the rook on e8" for each attacker, joined by "and". */
void nt_word_men(nt_message *message, const nt_position *p, const nt_cells *cells);

#endif
