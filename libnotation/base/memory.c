/* Memory: blocks, growing arrays and arenas, all through the allocator of the context. For the whole library. */
#include "base/base.h"

#include <stdlib.h>

void *nt_new(nt_context *context, size_t size) {
    if (size == 0) size = 1;
    if (context->by_malloc) return calloc(1, size); /* pages that are fresh from the system need not be touched */
    void *block = context->allocator.resize(context->allocator.user, NULL, 0, size);
    if (block) memset(block, 0, size);
    return block;
}

void nt_delete(nt_context *context, void *block, size_t size) {
    if (block) context->allocator.resize(context->allocator.user, block, size ? size : 1, 0);
}

/* The array is known only as a pointer to some pointer; memcpy reads and writes it whatever its type. */
static void *load_pointer(const void *array_pointer) {
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    return array;
}

bool nt_grow(nt_context *context, void *array_pointer, size_t *capacity, size_t count, size_t element_size) {
    enum { FIRST = 16 };
    if (count <= *capacity) return true;
    size_t most = SIZE_MAX / element_size;
    if (count > most) return false;
    size_t wanted = *capacity > most / 2 ? most : *capacity * 2;
    if (wanted < FIRST && FIRST <= most) wanted = FIRST;
    if (wanted < count) wanted = count;
    void *array = context->allocator.resize(context->allocator.user, load_pointer(array_pointer),
                                            *capacity * element_size, wanted * element_size);
    if (!array) return false;
    memcpy(array_pointer, &array, sizeof array);
    *capacity = wanted;
    return true;
}

void nt_ungrow(nt_context *context, void *array_pointer, size_t *capacity, size_t element_size) {
    void *array = load_pointer(array_pointer), *none = NULL;
    if (array) context->allocator.resize(context->allocator.user, array, *capacity * element_size, 0);
    memcpy(array_pointer, &none, sizeof none);
    *capacity = 0;
}

/* ---- arena ---- */

enum { ALIGNMENT = 16, CHUNK_FIRST = 65536, CHUNK_LAST = 1 << 20 };

/* The first of the list is the one that blocks are taken from; big blocks stand in chunks of their own behind it. */
typedef struct nt_arena_chunk {
    _Alignas(ALIGNMENT) struct nt_arena_chunk *next;
    size_t size; /* bytes behind the header */
} nt_arena_chunk;

void nt_arena_init(nt_arena *arena, nt_context *context) { *arena = (nt_arena){.context = context}; }

static nt_arena_chunk *new_chunk(nt_arena *arena, size_t size) {
    if (size > SIZE_MAX - sizeof(nt_arena_chunk)) return NULL;
    nt_allocator *allocator = &arena->context->allocator;
    nt_arena_chunk *chunk = allocator->resize(allocator->user, NULL, 0, sizeof *chunk + size);
    if (chunk) chunk->size = size;
    return chunk;
}

static void free_chunks(nt_arena *arena, nt_arena_chunk *chunk) {
    while (chunk) {
        nt_arena_chunk *next = chunk->next;
        nt_delete(arena->context, chunk, sizeof *chunk + chunk->size);
        chunk = next;
    }
}

/* A chunk for a block that the first one has no room for: its own when it is big, else the new first one. */
static unsigned char *block_of_new_chunk(nt_arena *arena, size_t size) {
    nt_arena_chunk *head = arena->chunks;
    size_t usual = !head ? CHUNK_FIRST : head->size >= CHUNK_LAST / 2 ? CHUNK_LAST : head->size * 2;
    bool own = size > usual / 2;
    nt_arena_chunk *chunk = new_chunk(arena, own ? size : usual);
    if (!chunk) return NULL;
    if (own && head) {
        chunk->next = head->next;
        head->next = chunk;
    } else {
        chunk->next = head;
        arena->chunks = chunk;
        arena->used = size;
    }
    return (unsigned char *)(chunk + 1);
}

void *nt_arena_new(nt_arena *arena, size_t size) {
    if (size > SIZE_MAX - ALIGNMENT) return NULL;
    size_t rounded = size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    nt_arena_chunk *head = arena->chunks;
    unsigned char *block;
    if (head && rounded <= head->size - arena->used) {
        block = (unsigned char *)(head + 1) + arena->used;
        arena->used += rounded;
    } else {
        block = block_of_new_chunk(arena, rounded);
        if (!block) return NULL;
    }
    memset(block, 0, rounded);
    return block;
}

char *nt_arena_copy(nt_arena *arena, nt_text text) {
    if (text.length == SIZE_MAX) return NULL;
    char *copy = nt_arena_new(arena, text.length + 1);
    if (copy && text.length > 0) memcpy(copy, text.at, text.length);
    return copy;
}

void nt_arena_reset(nt_arena *arena) {
    nt_arena_chunk *head = arena->chunks;
    if (!head) return;
    if (head->size > CHUNK_LAST) { /* one huge block is no reason to keep so much for good */
        nt_arena_free(arena);
        return;
    }
    free_chunks(arena, head->next);
    head->next = NULL;
    arena->used = 0;
}

void nt_arena_free(nt_arena *arena) {
    free_chunks(arena, arena->chunks);
    nt_arena_init(arena, arena->context);
}
