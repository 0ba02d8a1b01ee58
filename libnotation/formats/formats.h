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
    uint64_t games;
    nt_status failed;        /* trouble that ended the reading */
    bool started;            /* the byte order mark has been looked at */
    void *state;             /* of the format; freed with free_state */
};

struct nt_writer {
    nt_context *context;
    nt_output *output;
    const nt_format *format;
    nt_write_settings settings;
    uint64_t games;
    void *state;
};

extern const nt_format nt_format_pgn, nt_format_alg, nt_format_gc, nt_format_coord, nt_format_uci, nt_format_json;

/* formats/san.c: algebraic moves, shared by pgn and alg. */
nt_status nt_san_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_san_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

/* formats/coordinate.c: coord and uci moves. */
nt_status nt_coord_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_coord_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);
nt_status nt_uci_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_uci_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

/* formats/courier.c */
nt_status nt_gc_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault);
void nt_gc_write_move(nt_position *before, nt_move move, int after_check, nt_output *output);

#endif
