/* Notations: one reader, one writer and one row in the table (table.c) each. */
#ifndef NT_FORMATS_H
#define NT_FORMATS_H

#include "base/input.h"
#include "base/output.h"
#include "meaning/format.h"
#include "record/record.h"

struct nt_reader {
    nt_context *context;
    nt_input *input;
    const nt_format *format; /* NULL until guessed */
    nt_record record;
    size_t at;               /* offset from input->pin: where the reader is in the game that it builds */
    uint64_t games;          /* given out so far; counted by nt_game_next */
    nt_status failed;        /* trouble that ended the reading */
    bool started;            /* the byte order mark has been looked at */
    bool tags_only;          /* moves may be passed over */
    void *state;             /* of the format; freed with free_state */
};

struct nt_writer {
    nt_context *context;
    nt_output *output;
    const nt_format *format;
    nt_write_settings settings;
    uint64_t games;
    bool open_end;  /* lists and copies: nothing that ends the last game has been written */
    uint32_t open_head; /* copies: ... and it has nothing but tags: a hash of the name of the first one, else 0 */
    bool concluded; /* copies: a blank line stands behind the last game */
    unsigned char *comment; /* what the settings leave of the last one; formats/comment.c */
    size_t comment_capacity;
    void *state;
};

/* formats/comment.c: what is to be written of the text of a comment, borrowed until the next call; *is_kept is false when
 * that is nothing. NT_OK or NT_NO_MEMORY. */
nt_status nt_writer_comment(nt_writer *writer, nt_text written, nt_text *text, bool *is_kept);

extern const nt_format nt_format_pgn, nt_format_alg, nt_format_gc, nt_format_coord, nt_format_uci, nt_format_json,
    nt_format_html, nt_format_xml, nt_format_zsg;

/* formats/table.c: whether a half-move in a notation has more than one part. */
bool nt_has_parts(const nt_format *format, nt_text move);

/* formats/start.c: called by each reader of text at the top of read_game, before it looks at the input. On the first call
 * it skips the byte order mark of UTF-8. NT_END: the text is UTF-16, which is reported once (encoding), and nothing of it
 * is read; NT_IO, NT_NO_MEMORY: trouble. */
nt_status nt_reader_start(nt_reader *reader);

/* Fills the part of record->game that says where the game begins: file, format, raw, text, offset, line, column and number,
 * from the input's pin; and again raw and text alone after nt_input_more, which may have moved the bytes. */
void nt_reader_begin(nt_reader *reader);
void nt_reader_moved(nt_reader *reader);

/* The key of a variant's array, worked out once for games of one variant in a row; all zeros at first. */
typedef struct nt_array_key {
    const nt_variant *variant;
    uint64_t key;
} nt_array_key;

nt_status nt_array_key_of(nt_context *context, const nt_variant *variant, nt_array_key *known, uint64_t *key);

/* formats/san.c: algebraic moves, shared by pgn and alg. */
bool nt_san_read_plain(const nt_variant *variant, nt_text text, nt_plain *plain);
nt_status nt_san_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_san_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

/* A move as SAN; bracket_drops: (Mb1) as the Game Courier page of Ajax has it, not M@b1. */
void nt_san_write(nt_position *before, nt_move move, int after_check, bool bracket_drops, nt_output *output);

/* Whether pawns are written with their letter, because names of cells begin with digits and would look like numbers. */
bool nt_san_pawns_have_letter(const nt_variant *v);

/* Whether the moves of a game cannot be written in an algebraic notation, because parentheses in the names of its cells would
 * be read as variations. Then it has been reported. replay may be NULL. */
bool nt_san_refuses(const nt_writer *writer, const nt_game *game, nt_replay *replay);

/* Whether a word is a move that names no cell: castling or a null move in any spelling that nt_san_read_move takes. */
bool nt_san_is_bare(nt_text word);

/* formats/san_word.c: whether a word may be an algebraic move between cells that are two hexadecimal digits: S54, 6x45,
 * 8x97=S, aa. */
bool nt_san_is_hex(nt_text word);

/* ... and whether it may be a pawn's capture of which only the files are told: fxe. */
bool nt_san_is_short(nt_text word);

/* formats/coordinate.c: coord and uci moves. */
nt_status nt_coord_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_coord_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);
nt_status nt_uci_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_uci_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

/* formats/courier.c and courier_read.c */
nt_text nt_gc_part_at(nt_text move, size_t *at);
nt_status nt_gc_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_gc_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

#endif
