/* An allocator that counts, fails on demand, and makes misuse show: blocks move whenever they are resized, new bytes are not
 * zero, freed ones are overwritten, and the size that comes back must be the one that was asked for. For tests/fault and
 * tests/fuzz. */
#ifndef MEMORY_H
#define MEMORY_H

#include "notation.h"

/* fail_at: the number of the allocation that fails, from 1, 0: none; from_then_on: all after it fail, too. hit: one has
 * failed. wrong: a block came back with another size than it has. */
typedef struct memory {
    size_t blocks, bytes, count, fail_at;
    bool from_then_on, hit, wrong;
} memory;

nt_allocator memory_allocator(memory *memory);

/* Bytes that grow, in memory of their own. */
typedef struct bytes {
    unsigned char *at;
    size_t size, room;
} bytes;

void bytes_add(bytes *b, const void *at, size_t size); /* ends the program without memory */
bool bytes_equal(const bytes *a, const bytes *b);
void bytes_free(bytes *b);
bool bytes_read(bytes *b, const char *path); /* appends a file */

#endif
