/* Buffered output. Small appends are inline and unchecked but for the room; failures are kept until the flush. */
#ifndef NT_OUTPUT_H
#define NT_OUTPUT_H

#include "base/base.h"

enum { NT_OUTPUT_SIZE = 65536 };

struct nt_output {
    nt_context *context;
    nt_write_function *write;
    void *user;
    int descriptor;
    int error; /* errno of the first failed write */
    size_t used;
    uint64_t written; /* bytes given to the sink before those in the buffer */
    unsigned char data[NT_OUTPUT_SIZE];
};

/* Gives the buffer to the sink; on failure keeps errno and drops the bytes. */
void nt_output_drain(nt_output *output);

static inline void nt_put(nt_output *output, unsigned char byte) {
    if (NT_UNLIKELY(output->used == NT_OUTPUT_SIZE)) nt_output_drain(output);
    output->data[output->used++] = byte;
}

/* How many bytes have been put out so far. */
static inline uint64_t nt_output_total(const nt_output *output) { return output->written + output->used; }

static inline void nt_put_text(nt_output *output, nt_text text) {
    if (NT_LIKELY(text.length != 0 && text.length <= NT_OUTPUT_SIZE - output->used)) {
        memcpy(output->data + output->used, text.at, text.length);
        output->used += text.length;
    } else {
        nt_output_bytes(output, text.at, text.length);
    }
}

/* printf-like, for messages and cold paths; at most 1000 bytes. */
void nt_output_format(nt_output *output, const char *format, ...) NT_FORMAT(2, 3);

/* An output into memory: bytes gather in a buffer that grows; the caller frees it with nt_buffer_free. */
typedef struct nt_buffer {
    nt_context *context;
    unsigned char *data;
    size_t capacity, size;
    bool failed; /* no memory */
} nt_buffer;

ptrdiff_t nt_buffer_write(void *buffer, const void *bytes, size_t size); /* an nt_write_function */
void nt_buffer_free(nt_buffer *buffer);

#endif
