/* An intent: the facts that a written move states, and nothing it has to guess. Made by formats, read by the
 * resolver. */
#ifndef NT_INTENT_H
#define NT_INTENT_H

#include "rules/position.h"

typedef enum nt_intent_form {
    NT_INTENT_MOVE,   /* a man moves to a cell */
    NT_INTENT_DROP,   /* a man enters from the hand */
    NT_INTENT_CASTLE, /* side: 0 towards the first file, 1 towards the last */
    NT_INTENT_PASS    /* a null move */
} nt_intent_form;

/* Deviations of spelling that the parser of a move has accepted; each has a diagnostic of its own. */
enum {
    NT_SPELL_ZERO_CASTLING = 1,      /* 0-0 */
    NT_SPELL_LOWER_CASTLING = 2,     /* o-o */
    NT_SPELL_LOWER_PIECE = 4,        /* nf3 */
    NT_SPELL_PAWN_LETTER = 8,        /* Pe4 */
    NT_SPELL_PROMOTION = 16,         /* e8Q, e8(Q), e8/Q, e8=q */
    NT_SPELL_CHECK_SIGN = 32,        /* ++, mate, ch, dbl */
    NT_SPELL_EN_PASSANT = 64,        /* e.p. */
    NT_SPELL_FIGURINE = 128,
    NT_SPELL_LONG = 256,             /* coordinates in an algebraic list: e2e4, e2-e4 */
    NT_SPELL_NULL = 512,             /* a null move in another spelling than -- */
    NT_SPELL_DASH = 1024,            /* a typographic dash */
    NT_SPELL_KING_TAKES_ROOK = 2048, /* Chess960 castling as the king's move to the rook */
    /* found by the resolver, which alone knows what the move does */
    NT_SPELL_CAPTURE = 4096,         /* x at a move that captures nothing, or none at a capture */
    NT_SPELL_KING_CASTLING = 8192,   /* castling as a move of the king */
    NT_SPELL_REDUNDANT = 16384,      /* more of the origin than tells the men apart */
    NT_SPELL_CASTLING_PARTS = 32768, /* castling as two moves in one turn */
    NT_SPELL_TARGET_FILE = 131072,   /* of the target of a pawn's capture only the file: fxe */
    NT_SPELL_VICTIM = 262144,        /* names what it captures: f7g6xP */
    NT_SPELL_NUMBER = 65536          /* begins with its number, without dot and blank: 1e4; found by the parser */
};

/* One further part of a Game Courier turn. */
typedef struct nt_part {
    enum { NT_PART_MOVE, NT_PART_PLACE, NT_PART_EMPTY, NT_PART_DROP } form;
    int player;             /* of the label, -1: not stated */
    uint8_t kind;           /* 0: not stated */
    uint16_t from, to;      /* NT_NO_CELL: not stated, or "dest" */
    size_t at;              /* offset in the text of the turn */
} nt_part;

enum { NT_MAX_PARTS = 8 };

typedef struct nt_intent {
    const struct nt_format *format; /* how messages write moves, NULL: in a plain way; set by who calls nt_resolve */
    nt_intent_form form;
    int player;                    /* -1: not stated */
    uint8_t kind;                  /* 0: not stated */
    uint8_t promo;                 /* kind; 0: not stated */
    int promo_player;              /* side that the promotion label's case states, -1: not stated */
    uint16_t from, to;             /* cells, NT_NO_CELL: not stated */
    int8_t from_file, from_rank;   /* of the scheme, -1: not stated */
    int8_t to_file;                /* of the target, where no more than that is stated (fxe); -1: not stated */
    uint8_t victim;                /* kind that is said to be captured (f7g6xP); 0: not stated */
    int8_t side;                   /* of castling */
    int8_t capture;                /* 1: marked as a capture, 0: marked as none, -1: the notation does not say */
    int8_t slot;                   /* reserve slot, -1: not stated */
    uint8_t number;                /* NT_SPELL_NUMBER: so many digits */
    uint8_t check;                 /* 0: no mark, 1: +, 2: # */
    bool pawn_if_unstated;         /* algebraic: no letter means a pawn */
    bool unpromoted;               /* states that it does not promote */
    uint32_t spelling;             /* NT_SPELL_* */
    uint8_t parts;
    nt_part part[NT_MAX_PARTS];
} nt_intent;

/* An intent of the hot path: a move of the plainest algebraic sort, in a few bytes. kind is 0 for
 * castling; from_file, from_rank: of the scheme, NT_PLAIN_NONE: not stated. */
typedef struct nt_plain {
    uint8_t kind, promo, to, check; /* to: the side of castling; check: as in nt_intent */
    uint8_t from_file, from_rank;
    bool is_capture;
    uint8_t origin; /* NT_ORIGIN_ */
} nt_plain;

enum { NT_PLAIN_NONE = 255 };

/* Nothing is stated of where the man comes from; the file of a pawn that captures, which is due; more, which may be needed. */
enum { NT_ORIGIN_NONE, NT_ORIGIN_DUE, NT_ORIGIN_STATED };

static inline uint8_t nt_plain_origin(const nt_plain *plain, bool is_pawn) {
    if ((plain->from_file & plain->from_rank) == NT_PLAIN_NONE) return NT_ORIGIN_NONE;
    return is_pawn && plain->is_capture && plain->from_rank == NT_PLAIN_NONE ? NT_ORIGIN_DUE : NT_ORIGIN_STATED;
}

/* Nothing is stated: cells, files, sides and players are "not stated", the rest is zero. */
void nt_intent_clear(nt_intent *intent);

/* The sign x and the cell of a man captured on the way, which begin the text behind a target, as a further part of the move.
 * at: where they stand in it. Returns how many bytes they have, 0: there is none. */
size_t nt_intent_take(nt_intent *intent, const nt_variant *v, nt_text text, size_t at);

/* Why a text is no move: a diagnostic with the offset in the text. */
typedef struct nt_fault {
    nt_diag_id id;
    size_t at;
    nt_message message;
} nt_fault;

/* Finds the one legal move that an intent means. NT_OK: *move is legal, and intent->spelling has got the NT_SPELL_*
 * bits of the deviations that only the rules can see. NT_INVALID: *fault says why there is none or more than one, in
 * words, with the candidates; at is 0, or the place of the further part of the turn that does not fit. The position
 * is unchanged either way. A null move is legal only where the variant has passing. Cost: the men that the intent
 * allows, for plain moves; at most one pass over the legal moves. */
nt_status nt_resolve(nt_position *position, nt_intent *intent, nt_move *move, nt_fault *fault);

/* Whether a legal move does all that an intent states. Of a drop the slot counts only where the move names one. */
bool nt_intent_fits(const nt_position *before, const nt_intent *intent, nt_move move);

#endif
