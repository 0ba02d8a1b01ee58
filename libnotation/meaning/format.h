/* What a notation has to offer: the interface that formats/ implements and the replay calls. */
#ifndef NT_FORMAT_H
#define NT_FORMAT_H

#include "meaning/intent.h"

/* How a notation writes a single move. */
typedef enum nt_family {
    NT_FAMILY_ALGEBRAIC, /* pgn, alg */
    NT_FAMILY_COURIER,   /* gc */
    NT_FAMILY_COORDINATE /* coord, uci, json, zsg */
} nt_family;

/* replay.c: whether the text of an item is a legal move in the canonical form of its own notation, its check mark aside, and
 * which mark is due (as after_check below); only after nt_replay_work_out_marks. */
bool nt_replay_is_canonical(const nt_replay *replay, size_t item, int *mark);

/* Says once more why the move of item i, which a replay has found illegal, is not legal; the replay's position stands before
 * it. NT_INVALID: *intent is what the move states, *fault the reason; nothing is reported. Else trouble. */
nt_status nt_replay_why(nt_replay *replay, size_t i, nt_intent *intent, nt_fault *fault);

struct nt_head; /* formats/list.h */

struct nt_format {
    const char *name, *title;
    nt_family family;

    /* How sure the format is that the input that begins so is its own, 0 to 100. */
    int (*sniff)(const struct nt_head *head);

    /* Loads what reading a text with this head takes from other files (nt_input_prepare); NULL: nothing does. */
    void (*prepare)(nt_text head);

    /* Builds the next game in reader->record from the bytes at input->pin on. NT_OK, NT_END, or trouble. NULL: the format
     * is written only. */
    nt_status (*read_game)(nt_reader *reader);

    /* Reads the text of one move. The position gives the names of cells and pieces and who is to move, no rules.
     * NT_INVALID: *fault says what is wrong and at which byte. */
    nt_status (*read_move)(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);

    /* The next part of a half-move that may have several, from *at on, which is moved behind it; length 0: there is none.
     * NULL: moves of the notation have no parts. */
    nt_text (*part)(nt_text move, size_t *at);

    /* The hot path of read_move where nt_has_plain_words: true only for the moves that nearly all games consist of, without
     * a deviation. NULL: the notation has none. */
    bool (*read_plain)(const nt_variant *variant, nt_text text, nt_plain *plain);

    /* Writes a legal move; the position stands before it. after_check: 0 nothing, 1 check, 2 mate; worked out by the
     * caller (nt_check_after) only where wants_check is set, else 0. */
    void (*write_move)(nt_position *before, nt_move move, int after_check, nt_output *output);
    bool wants_check;
    bool is_boardless; /* write_move looks at nothing of the position that moves change */

    /* Writes one game; replay NULL: the moves as they were written. NULL: the format is read only. */
    nt_status (*write_game)(nt_writer *writer, const nt_game *game, nt_replay *replay);

    /* Ends a document of games, which may be none (writer->games). NULL: games stand by themselves. */
    nt_status (*write_end)(nt_writer *writer);

    void (*free_state)(nt_reader *reader);  /* may be NULL */
    void (*free_writer)(nt_writer *writer); /* frees writer->state; may be NULL */
};

#endif
