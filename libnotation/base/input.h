/* A window over the input that moves forward. The bytes from a pin on stay in memory, so that a reader can keep a whole
 * game without copying it; what lies before the pin is given up. */
#ifndef NT_INPUT_H
#define NT_INPUT_H

#include "base/base.h"

struct nt_input {
    nt_context *context;
    char *name;
    nt_read_function *read;
    void *user;
    int descriptor;      /* -1: none */
    bool owned;          /* close the descriptor */
    bool ended;          /* the source has no more bytes */
    int error;           /* errno of a failed read, 0: none */
    unsigned char *data; /* window; data[size] is a NUL that is not part of the input */
    size_t capacity, size;
    size_t pin;                      /* start of the bytes that are kept */
    uint64_t pin_offset, pin_line, pin_column; /* place of data[pin] in the input; line and column from 1 */
    bool after_cr;                   /* the byte before the pin was a CR: a LF at the pin ends no further line */
    const unsigned char *memory;     /* of an input from memory: what has not been read yet. It passes through the window */
    struct nt_unpack *unpack;        /* of compressed input, told by its first bytes; NULL: plain */
    bool begun;                      /* the first bytes have been looked at */
    size_t memory_left;              /* as a file does, so that data[size] is always there and the caller's bytes stay */
};

/* Reads more bytes behind the window, keeping all from the pin on. data may move: keep offsets from the pin, not
 * pointers. NT_OK: size has grown. NT_END: no more bytes. NT_IO, NT_NO_MEMORY: trouble. Cost: amortised constant a byte;
 * reads at least 64 KiB at a time. */
nt_status nt_input_more(nt_input *input);

/* Reads on to the end of the input. NT_OK, NT_LIMIT: more than `limit` bytes follow the pin, NT_IO, NT_NO_MEMORY. */
nt_status nt_input_all(nt_input *input, size_t limit);

/* Moves the pin forward to the offset `to` of data (pin <= to <= size), counting lines on the way. */
void nt_input_move_pin(nt_input *input, size_t to);

#endif
