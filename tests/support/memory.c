/* See memory.h. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before each block: its size, and a mark that a write before its start destroys. */
typedef struct head {
    _Alignas(16) size_t size;
    size_t mark;
} head;

enum { MARK = 0x5AFE, JUNK = 0xA5, FREED = 0xDF };

static bool fails(memory *m) {
    m->count++;
    bool fail = m->fail_at != 0 && (m->from_then_on ? m->count >= m->fail_at : m->count == m->fail_at);
    m->hit |= fail;
    return fail;
}

static void drop(memory *m, head *h) {
    m->blocks--;
    m->bytes -= h->size;
    h->mark = 0;
    memset(h + 1, FREED, h->size);
    free(h);
}

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    memory *m = user;
    head *old = block == NULL ? NULL : (head *)block - 1;
    m->wrong |= old == NULL ? old_size != 0 : old->mark != MARK || old->size != old_size;
    head *made = NULL;
    if (new_size > 0) {
        if (fails(m) || new_size > SIZE_MAX - sizeof *made) return NULL;
        made = malloc(sizeof *made + new_size);
        if (made == NULL) return NULL;
        made->size = new_size;
        made->mark = MARK;
        m->blocks++;
        m->bytes += new_size;
        size_t kept = old == NULL ? 0 : old->size < new_size ? old->size : new_size;
        if (kept > 0) memcpy(made + 1, block, kept);
        memset((unsigned char *)(made + 1) + kept, JUNK, new_size - kept);
    }
    if (old != NULL) drop(m, old);
    return made == NULL ? NULL : made + 1;
}

nt_allocator memory_allocator(memory *m) { return (nt_allocator){resize, m}; }

void bytes_add(bytes *b, const void *at, size_t size) {
    if (size > b->room - b->size) {
        b->room = 2 * b->room + size;
        b->at = realloc(b->at, b->room);
        if (b->at == NULL) abort();
    }
    if (size > 0) memcpy(b->at + b->size, at, size);
    b->size += size;
}

bool bytes_equal(const bytes *a, const bytes *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->at, b->at, a->size) == 0);
}

void bytes_free(bytes *b) {
    free(b->at);
    *b = (bytes){.at = NULL};
}

bool bytes_read(bytes *b, const char *path) {
    unsigned char part[4096];
    size_t count;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    while ((count = fread(part, 1, sizeof part, file)) > 0) bytes_add(b, part, count);
    bool good = !ferror(file);
    fclose(file);
    return good;
}
