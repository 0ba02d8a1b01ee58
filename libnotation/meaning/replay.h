/* The inside of a replay: replay.c walks the items, replay_start.c sets up, replay_move.c plays one move, replay_end.c
 * looks at results and endings. For these files only. */
#ifndef NT_REPLAY_H
#define NT_REPLAY_H

#include "meaning/explain.h"
#include "meaning/format.h"
#include "record/record.h"

enum { NT_REPLAY_NAME = 64, NT_REPLAY_ENTRIES = 4, NT_REPLAY_RELATIVES = 8, NT_REPLAY_FINDINGS = 100 };

/* A variant in use, by the name that games give it, with a position of its own. */
typedef struct nt_replay_entry {
    char name[NT_REPLAY_NAME];
    size_t length;
    const nt_variant *variant;
    nt_position *position; /* NULL: the entry is free */
} nt_replay_entry;

/* What the last move of a line came to: a variation is an alternative to it. */
typedef enum nt_line_last { NT_LAST_NONE, NT_LAST_MADE, NT_LAST_ILLEGAL, NT_LAST_AFTER } nt_line_last;

/* A line of moves that is open. */
typedef struct nt_replay_line {
    size_t base;        /* plies of the position where it begins */
    nt_move replaced;   /* the move it is an alternative to, which is played again at its end */
    bool has_replaced;
    bool stopped;       /* its later moves are not judged */
    uint8_t last;       /* nt_line_last */
} nt_replay_line;

/* How move numbers are counted: full moves, or one number a ply. */
typedef struct nt_replay_numbers {
    bool started, single, reported;
    uint64_t first;     /* the first number, at this ply */
    size_t first_ply;
    bool any_base;      /* the set-up does not say where the numbers begin */
} nt_replay_numbers;

/* How often each position of the main line has come up: an open-addressed table, emptied by a new stamp. */
typedef struct nt_seen {
    uint64_t key;
    uint32_t stamp, count;
} nt_seen;

/* Beside the state of a move: how it is written, for writers that need not look at the board then. The mark that is due is in
 * two bits (0 none, 1 check, 2 mate) where NT_PLY_MARKED; the text without its mark is the canonical one in its own notation
 * where NT_PLY_CANONICAL. */
enum { NT_PLY_STATE = 7, NT_PLY_CANONICAL = 8, NT_PLY_MARKED = 16, NT_PLY_MARK_SHIFT = 5 };

struct nt_replay {
    nt_context *context;
    nt_replay_settings settings;
    nt_replay_entry entry[NT_REPLAY_ENTRIES];
    unsigned next_entry;
    const nt_variant *relative[NT_REPLAY_RELATIVES]; /* variants with drops, for a hint */
    unsigned relatives;
    const nt_variant *relatives_of;
    const nt_variant *placeholder; /* the last one that was told of */
    const nt_variant *written;     /* the variant with the names of cells that are written */

    bool (*read_plain)(const nt_variant *variant, nt_text text, nt_plain *plain); /* of the game's format, where the rules
                                                                    allow the hot path; else NULL */
    const nt_game *game;
    const nt_variant *variant;
    nt_position *position;
    bool named;          /* the game or the caller names the variant */
    bool judged;         /* variant and start are good */
    bool own_start;      /* the game has a position to start from */

    uint8_t *states;     /* nt_ply_state of each item, and NT_PLY_ bits */
    bool marks;          /* the check marks that are due are worked out */
    nt_move *moves;
    size_t state_capacity, move_capacity;

    nt_replay_line line; /* the current one */
    nt_replay_line *outer;
    size_t outer_capacity, depth;

    nt_replay_numbers numbers;
    size_t findings, hidden;
    bool has_error;

    nt_seen *seen;
    size_t seen_capacity;
    uint32_t stamp;
    size_t repetition_item, repetition_ply, rule_item, rule_ply; /* SIZE_MAX: not reached */

    size_t plies;
    nt_ending ending;
    nt_result board, result;
};

/* Reports a finding at a byte of the game; ply: index of the ply it belongs to, SIZE_MAX: none. From the 101st on
 * findings of a game are only counted, but for its first error. */
void nt_replay_report(nt_replay *r, size_t at, size_t ply, nt_diag_id id, const char *format, ...) NT_PRINTF(5, 6);

/* replay_start.c: chooses variant and start position of the game. NT_OK; NT_INVALID or NT_USAGE after diagnostics: the
 * moves cannot be judged; trouble. */
nt_status nt_replay_set_up(nt_replay *r);

/* A position of the variant for the replay's own use. NULL: no memory. */
nt_replay_entry *nt_replay_entry_of(nt_replay *r, nt_text name, const nt_variant *variant);

/* The id of a variant with drops by which the whole main line is legal, or NULL. */
const char *nt_replay_relative(nt_replay *r);

/* replay_move.c: whether the text of a move is digits and nothing else, in a game whose cells have no such names: then it
 * is a move number that lacks its dot. */
bool nt_replay_is_number(const nt_scheme *scheme, nt_text text);

/* replay_end.c: counts the position that the main line has come to; item: of the move that led to it. */
void nt_replay_see(nt_replay *r, size_t item);
nt_status nt_replay_begin_seen(nt_replay *r);

/* replay_move.c: holds the mark of the move that was just made against the board. Mate is looked for where # is written; a
 * mark that is missing counts in strict mode only, since the import format lets marks be left out. */
void nt_replay_check_mark(nt_replay *r, const nt_item *item, unsigned mark);

/* Notes that the move of item i is legal and has been made. check: its mark, as in nt_intent. */
static inline void nt_replay_note(nt_replay *r, size_t i, nt_move move, unsigned check, bool is_canonical) {
    unsigned state = NT_PLY_OK | (is_canonical ? NT_PLY_CANONICAL : 0);
    if (r->marks) state |= NT_PLY_MARKED | (unsigned)nt_check_now(r->position) << NT_PLY_MARK_SHIFT;
    r->states[i] = (uint8_t)state;
    r->moves[i] = move;
    if (NT_UNLIKELY(check || r->context->mode == NT_STRICT)) nt_replay_check_mark(r, &r->game->items[i], check);
    if (r->settings.claims && !r->depth) nt_replay_see(r, i);
}

/* plain.c, the hot path: plays the items from i on as long as they are moves and numbers of the plainest sort, about
 * which nothing is to be said. Returns the first item that it has left, which may be the same. */
size_t nt_replay_run(nt_replay *r, size_t i);

/* replay_move.c: plays the move of item i in the current line; replay_number checks a move number. */
nt_status nt_replay_play(nt_replay *r, size_t i);
void nt_replay_number(nt_replay *r, const nt_item *item);

/* Works out the results that are stated and, where the moves were judged, the ending; reports what does not fit. */
void nt_replay_finish(nt_replay *r, bool judged);

#endif
