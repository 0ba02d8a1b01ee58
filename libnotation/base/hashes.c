/* A set of hashes: open addressing, at most three quarters full; 0 marks a free place. */
#include "base/base.h"

enum { FIRST = 32 };

static uint64_t *place_of(const nt_hashes *set, uint64_t hash) {
    size_t mask = set->capacity - 1, i = (size_t)(hash ^ hash >> 32) & mask;
    while (set->places[i] && set->places[i] != hash) i = (i + 1) & mask;
    return &set->places[i];
}

static bool make_room(nt_context *context, nt_hashes *set) {
    if (set->count < set->capacity / 4 * 3) return true;
    nt_hashes larger = {.capacity = set->capacity ? 2 * set->capacity : FIRST, .count = set->count};
    larger.places = nt_new(context, larger.capacity * sizeof *larger.places);
    if (!larger.places) return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->places[i]) *place_of(&larger, set->places[i]) = set->places[i];
    nt_delete(context, set->places, set->capacity * sizeof *set->places);
    *set = larger;
    return true;
}

nt_status nt_hashes_add(nt_context *context, nt_hashes *set, uint64_t hash, bool *is_new) {
    hash |= !hash;
    if (!make_room(context, set)) return NT_NO_MEMORY;
    uint64_t *place = place_of(set, hash);
    *is_new = !*place;
    set->count += *is_new;
    *place = hash;
    return NT_OK;
}

void nt_hashes_clear(nt_hashes *set) {
    if (set->count) memset(set->places, 0, set->capacity * sizeof *set->places);
    set->count = 0;
}

void nt_hashes_free(nt_context *context, nt_hashes *set) {
    if (set->places) nt_delete(context, set->places, set->capacity * sizeof *set->places);
    *set = (nt_hashes){0};
}
