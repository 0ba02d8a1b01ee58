/* What the files of the json notation share: json_scan.c, json_read.c, json_write.c and json_moves.c. The form is documented in
 * json_write.c. */
#ifndef NT_JSON_H
#define NT_JSON_H

#include "formats/formats.h"

/* What the writer knows of an item before it writes: the place of a move in the input, the item that closes a line. */
typedef struct nt_json_item {
    uint64_t line;
    uint32_t column;
    uint32_t close;
} nt_json_item;

/* A line that is being written. One element of it after the other: a move, what stands behind it, and the lines that
 * belong to it. The first element of the main line is the game, the first one of another line may be without a move. */
typedef struct nt_json_frame {
    enum { NT_JSON_ELEMENT, NT_JSON_VARIATIONS, NT_JSON_ABANDONED } phase;
    size_t at;          /* the next item to look at */
    size_t tail, end;   /* the items behind the element's move, up to the next move */
    size_t number;      /* the last number before the next move, SIZE_MAX: none */
    size_t elements;    /* so far */
    bool open;          /* an array of lines is open */
    bool variation;     /* the line is an alternative to the last move of the line that it stands in */
    size_t plies;       /* moves made on the position since the line began */
    bool made;          /* the last element's move has been made */
    nt_move move;
} nt_json_frame;

/* Kept from game to game. */
typedef struct nt_json_state {
    nt_json_item *items;
    size_t item_capacity;
    nt_hashes names; /* of tags, as they are written */
    nt_json_frame *frames;
    size_t frame_capacity, depth;
    nt_array_key array;
} nt_json_state;

/* One game being written. */
typedef struct nt_json_writer {
    nt_writer *writer;
    nt_output *output;
    const nt_write_settings *settings;
    nt_json_state *state;
    const nt_game *game;
    const nt_replay *replay;   /* NULL: moves as they were written */
    nt_position *position;     /* NULL without a replay */
    nt_status status;          /* NT_NO_MEMORY when something could not be written */
} nt_json_writer;

/* Writes what stands before the first move, then `"moves":[...]`. */
void nt_json_write_lines(nt_json_writer *w);

/* A member: a comma, the name and a colon; and a string as a value. */
void nt_json_name(nt_json_writer *w, const char *name);
void nt_json_string(nt_json_writer *w, nt_text text);

/* Moves the input's pin to the next object after `from` bytes and sets its length. NT_END: there is none. */
nt_status nt_json_next_object(nt_reader *reader, size_t from, size_t *length);

/* Reports a finding at an offset from the input's pin, outside a game. */
void nt_json_report(nt_reader *reader, nt_diag_id id, size_t at, const char *text);

/* Moves of games that name no notation: coordinates, else algebraic. */
nt_status nt_json_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);

nt_status nt_json_read_game(nt_reader *reader);
void nt_json_free_reader(nt_reader *reader);
nt_status nt_json_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay);
void nt_json_free_writer(nt_writer *writer);

#endif
