/* Eight bytes at once in a word of 64 bits, the first one lowest: for the loops of the readers that go over most bytes. */
#ifndef NT_SWAR_H
#define NT_SWAR_H

#include "base/base.h"

#define NT_EACH UINT64_C(0x0101010101010101)

static inline uint64_t nt_load_bytes(const unsigned char *p) {
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* The high bits of the bytes that are one byte; of those that are below another (at most 0x80), which is true of the first one
 * of them. */
static inline uint64_t nt_bytes_same(uint64_t bytes, unsigned to) {
    uint64_t odd = bytes ^ NT_EACH * to;
    return ~(((odd & ~(NT_EACH * 0x80)) + NT_EACH * 0x7f) | odd) & NT_EACH * 0x80;
}
static inline uint64_t nt_bytes_below(uint64_t bytes, unsigned limit) {
    return (bytes - NT_EACH * limit) & ~bytes & NT_EACH * 0x80;
}

#endif
