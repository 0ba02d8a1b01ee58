/* Counts by key: an open hash table over keys that stand one behind the other. Called by nt-stat. */
#include "tools/tally.h"
#include "tools/grow.h"

#include <stdlib.h>
#include <string.h>

enum { SEPARATOR = 0x1f };

bool tally_begin(values_text *key, char kind) {
    key->length = 0;
    return values_text_add(key, &kind, 1);
}

/* ---- fields ---- */

/* How many bytes the UTF-8 sequence at the start has; 0: it is none (RFC 3629). */
static size_t sequence(const unsigned char *at, size_t length) {
    static const struct {
        unsigned char low, high, second_low, second_high;
        size_t length;
    } leads[] = {{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
                 {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        if (at[0] < leads[i].low || at[0] > leads[i].high) continue;
        size_t size = leads[i].length;
        if (size > length) return 0;
        if (size > 1 && (at[1] < leads[i].second_low || at[1] > leads[i].second_high)) return 0;
        for (size_t k = 2; k < size; k++) {
            if ((at[k] & 0xc0) != 0x80) return 0;
        }
        return size;
    }
    return 0;
}

static bool is_utf8(const char *bytes, size_t length) {
    for (size_t i = 0, size; i < length; i += size) {
        size = sequence((const unsigned char *)bytes + i, length - i);
        if (size == 0) return false;
    }
    return true;
}

static bool add_text(values_text *key, char separator, const char *bytes, size_t length) {
    bool utf8 = is_utf8(bytes, length);
    if (!values_text_add(key, &separator, 1)) return false;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        char out[2] = {(char)byte, 0};
        size_t size = 1;
        if (byte < ' ' || byte == 0x7f) {
            out[0] = ' ';
        } else if (byte >= 0x80 && !utf8) {
            out[0] = (char)(0xc0 | byte >> 6);
            out[1] = (char)(0x80 | (byte & 0x3f));
            size = 2;
        }
        if (!values_text_add(key, out, size)) return false;
    }
    return true;
}

bool tally_field(values_text *key, const char *bytes, size_t length) { return add_text(key, SEPARATOR, bytes, length); }

bool tally_part(values_text *key, const char *bytes, size_t length) { return add_text(key, TALLY_PART, bytes, length); }

size_t tally_fields(const tally *counts, size_t entry, tally_text *fields, size_t most) {
    const tally_entry *e = &counts->entries[entry];
    const char *at = counts->keys.bytes + e->offset + 1, *end = counts->keys.bytes + e->offset + e->length;
    size_t count = 0;
    while (at < end) { /* at a separator */
        const char *next = memchr(at + 1, SEPARATOR, (size_t)(end - at) - 1);
        if (next == NULL) next = end;
        if (count < most) fields[count] = (tally_text){at + 1, (size_t)(next - at) - 1};
        count++;
        at = next;
    }
    return count;
}

int tally_compare(tally_text a, tally_text b) {
    int order = memcmp(a.at, b.at, a.length < b.length ? a.length : b.length);
    return order != 0 ? order : a.length < b.length ? -1 : a.length > b.length;
}

bool tally_is(tally_text text, const char *string) {
    return strlen(string) == text.length && memcmp(text.at, string, text.length) == 0;
}

bool tally_number(tally_text text, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || *number > (UINT64_MAX - 9) / 10) return false;
        *number = *number * 10 + (uint64_t)(text.at[i] - '0');
    }
    return text.length > 0;
}

/* ---- counting ---- */

/* FNV-1a. */
static uint64_t hash_of(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

static bool grow_slots(tally *counts) {
    size_t size = counts->slot_count == 0 ? 1024 : 2 * counts->slot_count;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (slots == NULL) return false;
    for (size_t i = 0; i < counts->count; i++) {
        size_t at = (size_t)counts->entries[i].hash & (size - 1);
        while (slots[at] != 0) at = (at + 1) & (size - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(counts->slots);
    counts->slots = slots;
    counts->slot_count = size;
    return true;
}

bool tally_add(tally *counts, const values_text *key, uint64_t count) {
    if (2 * counts->count >= counts->slot_count && !grow_slots(counts)) return false;
    uint64_t hash = hash_of(key->bytes, key->length);
    size_t mask = counts->slot_count - 1, at = (size_t)hash & mask;
    for (; counts->slots[at] != 0; at = (at + 1) & mask) {
        tally_entry *entry = &counts->entries[counts->slots[at] - 1];
        if (entry->hash != hash || entry->length != key->length) continue;
        if (memcmp(counts->keys.bytes + entry->offset, key->bytes, key->length) != 0) continue;
        entry->count = entry->count > UINT64_MAX - count ? UINT64_MAX : entry->count + count;
        return true;
    }
    if (counts->count >= UINT32_MAX - 1 || key->length > UINT32_MAX) return false; /* slots are numbered from 1 */
    if (!grow(&counts->entries, &counts->capacity, counts->count + 1, sizeof *counts->entries)) return false;
    counts->entries[counts->count] = (tally_entry){hash, count, counts->keys.length, (uint32_t)key->length};
    if (!values_text_add(&counts->keys, key->bytes, key->length)) return false;
    counts->slots[at] = (uint32_t)++counts->count;
    return true;
}

/* ---- order ---- */

/* The entries point to their keys by offset, which qsort's function could not follow: for the time of the sort hash holds the
 * place of the key. */
static int compare_entries(const void *a, const void *b) {
    const tally_entry *first = a, *second = b;
    return tally_compare((tally_text){(const char *)(uintptr_t)first->hash, first->length},
                         (tally_text){(const char *)(uintptr_t)second->hash, second->length});
}

void tally_sort(tally *counts) {
    free(counts->slots);
    counts->slots = NULL;
    counts->slot_count = 0;
    for (size_t i = 0; i < counts->count; i++) {
        counts->entries[i].hash = (uint64_t)(uintptr_t)(counts->keys.bytes + counts->entries[i].offset);
    }
    if (counts->count > 0) qsort(counts->entries, counts->count, sizeof *counts->entries, compare_entries);
}

void tally_range(const tally *counts, char kind, size_t *begin, size_t *end) {
    *begin = 0;
    while (*begin < counts->count && counts->keys.bytes[counts->entries[*begin].offset] != kind) ++*begin;
    *end = *begin;
    while (*end < counts->count && counts->keys.bytes[counts->entries[*end].offset] == kind) ++*end;
}

size_t tally_group_end(const tally *counts, size_t begin, size_t end) {
    tally_text group = {"", 0}, other = {"", 0};
    tally_fields(counts, begin, &group, 1);
    for (size_t i = begin; i < end; i++) {
        tally_fields(counts, i, &other, 1);
        if (tally_compare(group, other) != 0) return i;
    }
    return end;
}

void tally_free(tally *counts) {
    values_text_free(&counts->keys);
    free(counts->entries);
    free(counts->slots);
    *counts = (tally){.count = 0};
}
