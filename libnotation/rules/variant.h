/* A compiled variant: one game's rules as flat tables. Never changes after nt_variant_compile, so threads can share it.
 *
 * Piece codes: a cell holds 0 when empty, else kind << 2 | player, with kinds from 1 to 63 and players from 0 to 3. */
#ifndef NT_VARIANT_H
#define NT_VARIANT_H

#include "board/board.h"

enum { NT_MAX_KINDS = 63, NT_MAX_CODES = 256, NT_MAX_CHOICES = 32, NT_MAX_SLOTS = 32, NT_MAX_ALIASES = 24 };

static inline unsigned nt_code_kind(unsigned code) { return code >> 2; }
static inline unsigned nt_code_player(unsigned code) { return code & 3; }
static inline unsigned nt_code_of(unsigned kind, unsigned player) { return kind << 2 | player; }

/* ---- step programs ----
 *
 * All moves of one code from one cell are a tree of cells in preorder, stored flat. At each step the occupant decides:
 * whether a move may end there, and whether the walk goes on to the next step (the first child, or what follows a
 * leaf) or jumps over the subtree to `skip`. A rook's ray, a knight's leap, a bent or a hopping path are all this. */
typedef struct nt_step {
    uint8_t cell;
    uint8_t flags;
    uint16_t skip; /* index in the program where the walk goes on when it may not pass */
} nt_step;

enum {
    NT_STEP_EMPTY_ENDS = 1,  /* a move may end here when the cell is empty */
    NT_STEP_EMPTY_GOES = 2,  /* the walk passes when it is empty */
    NT_STEP_ENEMY_ENDS = 4,  /* a capture may end here */
    NT_STEP_ENEMY_GOES = 8,
    NT_STEP_OWN_ENDS = 16,   /* may capture its own side */
    NT_STEP_OWN_GOES = 32,
    NT_STEP_SPECIAL = 64,    /* extra says more: promotion, long first step */
    NT_STEP_TAKES = 128      /* an enemy here is captured on the way (locust) when the walk passes */
};

enum {
    NT_EXTRA_DOUBLE = 1,          /* the move leaves en passant rights on the cells between */
    NT_EXTRA_PROMOTES = 2,        /* the move ends in the promotion zone: one move for each choice */
    NT_EXTRA_MAY_DECLINE = 4,     /* ... and the choice not to */
    NT_EXTRA_FIRST_MOVE = 8,      /* may end on an empty cell only because it can be the man's first move; does not make */
    NT_EXTRA_FIRST_CAPTURE = 16   /* the step NT_STEP_SPECIAL, nor does that a capture may end here only because of it */
};

typedef struct nt_program {
    uint32_t first;   /* index into steps and extra */
    uint16_t length;
    uint16_t flags;   /* NT_PROGRAM_* */
} nt_program;

enum {
    NT_PROGRAM_REPEATS = 1, /* a cell can be reached on several paths: moves must be made unique */
    NT_PROGRAM_TAKES = 2,   /* has NT_STEP_TAKES steps */
    NT_PROGRAM_SPECIAL = 4  /* has NT_STEP_SPECIAL steps */
};

/* For a code and a target cell, the cells from which it could get there on a fitting board, by what must hold:
 * leap: nothing; ride: nt_variant.between of the two cells is empty; complex: walk the program. */
typedef struct nt_reach {
    nt_cells leap, ride, complex;
} nt_reach;

typedef struct nt_kind {
    char label[NT_LABEL_SIZE]; /* as the first player's piece is written; other players: lower case (second) */
    char name[48];
    char *betza;
    char *more;       /* the moves that it has only from some zones, as the file has them; NULL: none */
    uint8_t base;     /* the kind it is in a hand and when it is taken back: itself, or for Q~ the pawn */
    uint8_t shown;    /* the kind whose label moves use: itself, or for Q~ the queen */
    char mark;        /* '~' after the label or '+' before it in position codes; 0: none */
    bool royal;
    bool resets;      /* its moves reset the move-rule clock */
    bool twin;        /* made by the loader (Q~), not written in the file */
    bool is_pawn;     /* written without its letter in algebraic notation */
    uint8_t turns_into; /* the kind of a promotion that no notation writes (a Guard that turns back into a Pawn), 0: none */
} nt_kind;

/* What a kind may promote to, and where. */
typedef struct nt_promotion {
    nt_cells zone[NT_MAX_PLAYERS];   /* a move that ends here offers the choices */
    nt_cells forced[NT_MAX_PLAYERS]; /* ... and here one must be taken */
    uint8_t choices;
    uint8_t to[NT_MAX_CHOICES];
    bool captured_only; /* only to kinds of which an own man has been captured, the free ones apart */
    uint64_t free;      /* bit per kind that needs no captured man */
    bool from_inside;   /* offered also when the move starts in the zone (shogi) */
} nt_promotion;

typedef enum nt_value { NT_VALUE_DRAW, NT_VALUE_LOSS, NT_VALUE_WIN, NT_VALUE_CUSTOM } nt_value;

/* Castling of one side: 0 towards the first file, 1 towards the last. */
typedef struct nt_castling {
    bool exists;
    bool any_file; /* Chess960: king and rook stand anywhere on the rank */
    uint8_t king_kind, rook_kind;
    uint8_t king_from[NT_MAX_PLAYERS];     /* in the array */
    uint8_t rook_from[NT_MAX_PLAYERS][2];
    uint8_t king_to[NT_MAX_PLAYERS][2];
    uint8_t rook_to[NT_MAX_PLAYERS][2];
    uint8_t side_exists[NT_MAX_PLAYERS];   /* bit 0, 1 */
} nt_castling;

/* A named place beside the board that holds pieces to drop. */
typedef struct nt_slot {
    char label[NT_LABEL_SIZE];
    uint8_t player;
    uint8_t kind; /* that it holds at the start */
} nt_slot;

typedef struct nt_alias {
    char label[NT_LABEL_SIZE];
    uint8_t kind;
    bool promoted; /* of the marked twin */
} nt_alias;

/* The letters by which a language writes the pieces, [kind] in UTF-8; empty: the label of the variant. */
typedef struct nt_language {
    char name[16]; /* "hu" */
    char letter[NT_MAX_KINDS + 1][NT_LABEL_SIZE];
} nt_language;

struct nt_small_reach;

struct nt_variant {
    nt_context *context; /* owner; only for freeing */
    const struct nt_variant *base; /* of a copy that only names its cells otherwise (rules/names.c); NULL: an original */
    char *id, *title, *source, *provenance, *array_text;
    char hash_text[17];
    char *aliases[NT_MAX_ALIASES];
    nt_board board;
    nt_scheme scheme;
    unsigned players, kinds; /* kinds from 1 to kinds */
    char *player_name[NT_MAX_PLAYERS];
    nt_kind kind[NT_MAX_KINDS + 1];
    nt_alias alias[NT_MAX_KINDS];
    unsigned alias_count;
    nt_language *language;
    size_t language_count, language_capacity;
    uint8_t kind_of_byte[256]; /* the kind whose upper-case label is this one byte; 0: none */
    uint8_t mover_of_byte[256]; /* the kind that a move means which begins with this byte: pawn_kind where no label does; 0 for
                                 the letter of pawns, which is not written */
    bool single_byte_labels;   /* all labels are one byte */

    unsigned codes;          /* one more than the largest code */
    nt_program *program;     /* [code * cells + from] */
    nt_step *steps;
    uint8_t *extra;          /* beside steps */
    size_t step_count;
    nt_reach *capture;       /* [code * cells + to] who can capture there */
    nt_reach *quiet;         /* ... or move there */
    nt_cells *passer;        /* [code * cells + to] who can capture en passant there */
    uint64_t *between;       /* [(from * cells + to) * words] cells strictly between on a straight line */
    struct nt_small_reach *small; /* capture and quiet packed, see nt_small_of; NULL on boards of more than 64 cells */
    const struct nt_small_reach *small_of[2][NT_MAX_CODES]; /* [0: quiet, 1: capture][code]; equal tables are kept once */
    size_t small_tables;
    uint64_t small_file[NT_MAX_AXIS], small_rank[NT_MAX_AXIS]; /* cells of a file and a rank of the scheme */
    uint64_t *small_behind; /* beside small: [(player * cells + cell) * cells + over] from where his men can ride to a cell over
                               another: a move that does not leave such a cell opens no attack */
    uint64_t small_special[NT_MAX_CODES]; /* from where its program has special steps */
    uint64_t small_double[NT_MAX_CODES];  /* where those end that leave en passant rights */
    uint64_t small_odd[NT_MAX_CODES];     /* where those end that promote, or may leave such rights or not */
    uint8_t rider[NT_MAX_KINDS];  /* the kinds that capture by riding */
    unsigned riders;
    bool is_simple;          /* small, two players, a royal that may not be left attacked, no complex attacks, no twins, no
                                further rules on moves: what the hot path takes for granted */
    uint8_t pawn_kind;       /* the one kind that is written without a letter; 0: none or several */
    uint64_t resetting;      /* bit per kind: nt_kind.resets */
    uint64_t passers;        /* bit per kind: captures en passant */
    bool notes_captures;     /* a capture does more than to take a man off: into a hand, to be promoted to, own royals */
    bool has_complex;        /* some capture takes a walk */
    bool ends_early;         /* some rule beside the lack of moves ends the game */
    uint8_t reach_flags[NT_MAX_CODES]; /* NT_REACH_*: which of the sets of capture[] are ever not empty */

    nt_promotion promotion[NT_MAX_KINDS + 1];
    uint8_t promotion_limit[NT_MAX_KINDS + 1]; /* men of a kind on the board beyond which none is made; 0: no limit */
    nt_castling castling;
    nt_cells drop_zone[NT_MAX_KINDS + 1][NT_MAX_PLAYERS];
    bool has_drops, captures_to_hand;
    uint8_t hand_start[NT_MAX_PLAYERS][NT_MAX_KINDS + 1];
    nt_slot slot[NT_MAX_SLOTS];
    unsigned slots;

    bool removal;           /* three players: attacked royals lose their army when the attacker's turn begins */
    bool takeover;          /* whoever captures a royal takes over its army */
    bool pass_when_stuck;   /* a player without a move passes */
    bool checks;            /* the royal piece may not be left attacked */
    bool must_capture;
    bool no_giving_check;   /* racing kings */
    uint8_t royal_kind;     /* 0: none */
    nt_value stalemate, checkmate;
    uint8_t stalemate_twelfths; /* NT_VALUE_CUSTOM: score of the side that is stalemated */
    unsigned repetition;    /* n-fold; 0: no rule */
    nt_value repetition_value;
    unsigned move_rule;     /* moves of each side; 0: no rule */
    bool bare_king, bare_king_answer;  /* a lone royal loses; unless its next move bares the other */
    bool extinction;        /* a side without men (or without a kind below) has the value */
    nt_value extinction_value;
    nt_cells extinct_kinds; /* bit = kind; empty: all men together */
    nt_cells goal[NT_MAX_PLAYERS]; /* a royal that ends a move here has won */
    bool has_goal, goal_answer;
    unsigned check_limit;   /* three-check; 0: none */
    bool drop_resets_clock;

    unsigned rows;           /* in which a position is written, from the top; their cells from left to right */
    uint8_t row_width[NT_MAX_AXIS];
    uint16_t row[NT_MAX_AXIS][NT_MAX_AXIS];
    bool rows_are_plain; /* a board of one word whose cells in each row follow one another, and all men are one byte */
    uint8_t man_byte[NT_MAX_CODES]; /* the text of a man in a position where it is one byte; 0: longer */

    uint8_t array[NT_MAX_CELLS]; /* codes */
    uint8_t array_rights;        /* bit 2 * player + side */
    uint8_t array_player;

    uint64_t *key_piece;    /* [code * cells + cell] */
    uint64_t key_hand[NT_MAX_CODES]; /* times the count */
    uint64_t key_rights[256], key_player[NT_MAX_PLAYERS], key_passed[NT_MAX_CELLS], key_checks[NT_MAX_PLAYERS];
    size_t move_bound;
    uint64_t hash;
};

/* The reach tables of a board of at most 64 cells, packed for the hot path: leap and ride of one code and target. */
typedef struct nt_small_reach {
    uint64_t leap, ride;
} nt_small_reach;

enum { NT_REACH_LEAP = 1, NT_REACH_RIDE = 2, NT_REACH_COMPLEX = 4 };

static inline nt_small_reach nt_small_of(const nt_variant *v, bool capture, unsigned code, unsigned to) {
    return v->small_of[capture][code][to];
}

static inline const nt_program *nt_program_of(const nt_variant *v, unsigned code, unsigned cell) {
    return &v->program[code * v->board.cells + cell];
}
static inline const uint64_t *nt_between(const nt_variant *v, unsigned a, unsigned b) {
    return &v->between[((size_t)a * v->board.cells + b) * v->board.words];
}
static inline uint64_t nt_between_small(const nt_variant *v, unsigned a, unsigned b) {
    return v->between[a * v->board.cells + b];
}

/* Whether pieces and files are single letters and ranks numbers. */
static inline bool nt_has_plain_words(const nt_variant *v) { return v->single_byte_labels && v->scheme.plain; }

/* Whether a notation says what the man of this move becomes: not when it turns silently. */
static inline bool nt_states_promotion(const nt_variant *v, nt_move move) {
    return move.promo && !v->kind[move.piece].turns_into;
}

/* The kind whose label begins the text, in the case of the first player or, where lower_too, of the second; longest
 * first; *player is 0 or 1 by its case (-1: not a letter), *length how many bytes it took. 0: none. */
unsigned nt_label_match(const nt_variant *v, nt_text text, bool lower_too, int *player, size_t *length);

/* The label of a code as its player writes it (mark not included); returns the length. buffer: NT_LABEL_SIZE. */
size_t nt_label_of(const nt_variant *v, unsigned code, char *buffer);

/* rules/letters.c: a language of the variant by its name, in any case; NULL: it has none of that name, or name is NULL. */
const nt_language *nt_language_of(const nt_variant *v, const char *name);

/* How a kind is written in a language (NULL: by the variant's label), and the kind whose letters begin the text, longest
 * first; lower_too: also in lower case. *length: how many bytes it took. 0: none. */
const char *nt_letter_of(const nt_variant *v, const nt_language *language, unsigned kind);
unsigned nt_letter_match(const nt_variant *v, const nt_language *language, nt_text text, bool lower_too, size_t *length);

/* The slot whose label begins the text; -1: none. */
int nt_slot_match(const nt_variant *v, nt_text text, size_t *length);

void nt_variant_free(nt_variant *variant);

#endif
