/* The ground: memory, spans of text, statuses, the context. Knows nothing of chess. */
#ifndef NT_BASE_H
#define NT_BASE_H

#include "notation.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define NT_FORMAT(text, first) __attribute__((format(printf, text, first)))
#define NT_PRINTF(text, first) NT_FORMAT(text, first) __attribute__((cold)) /* of a finding: what leads there is rare */
#define NT_COLD __attribute__((noinline))                /* off a hot path, which keeps its registers */
#define NT_HOT_INLINE inline __attribute__((always_inline)) /* into more than one hot path */
#define NT_LIKELY(x) __builtin_expect(!!(x), 1)
#define NT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Bytes that are not NUL-terminated; borrowed. */
typedef struct nt_text {
    const unsigned char *at;
    size_t length;
} nt_text;

#define NT_TEXT(literal) ((nt_text){(const unsigned char *)(literal), sizeof(literal) - 1})

/* Inline, so that the length of a literal costs nothing. */
static inline nt_text nt_text_from(const char *string) {
    return (nt_text){(const unsigned char *)string, string ? strlen(string) : 0};
}
static inline bool nt_text_equal(nt_text a, nt_text b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}
static inline bool nt_text_is(nt_text a, const char *string) { return nt_text_equal(a, nt_text_from(string)); }

/* ASCII case. */
bool nt_bytes_equal_nocase(nt_text a, nt_text b); /* of one length */
static inline bool nt_text_equal_nocase(nt_text a, nt_text b) {
    if (a.length != b.length) return false;
    return a.length == 0 || (((*a.at ^ *b.at) & ~0x20) == 0 && nt_bytes_equal_nocase(a, b));
}
static inline bool nt_text_is_nocase(nt_text a, const char *string) { return nt_text_equal_nocase(a, nt_text_from(string)); }
static inline bool nt_text_begins_nocase(nt_text text, const char *word) {
    size_t length = strlen(word);
    return text.length >= length && nt_text_is_nocase((nt_text){text.at, length}, word);
}
nt_text nt_text_trim(nt_text text);                    /* without blanks, tabs, CR, LF at both ends */
nt_text nt_text_cut(nt_text text, size_t from);        /* from an offset to the end */

/* The first line, without its end; *rest begins after it. LF, CRLF and CR end a line. */
nt_text nt_text_line(nt_text text, nt_text *rest);

/* The next word, blanks before it skipped; *rest begins after it. Empty when none is left. */
nt_text nt_text_word(nt_text text, nt_text *rest);

/* A decimal number that fills the whole text; false when it is none or does not fit. */
bool nt_text_number(nt_text text, uint64_t *number);

/* How many bytes the UTF-8 sequence at the start of the text has, 1 to 4; 0 when it is not well-formed (RFC 3629: no
 * overlong forms, no surrogates, nothing above U+10FFFF) or the text is empty. */
size_t nt_text_utf8(nt_text text);

/* The first byte in [p, end) that is a, b or NUL; end: there is none. Cost: one pass of many bytes a step. */
typedef const unsigned char *nt_text_finder(const unsigned char *p, const unsigned char *end, unsigned char a, unsigned char b);
nt_text_finder nt_text_find, nt_text_find_plain; /* plain: as every processor can */

/* Moves a line and a column (both from 1) over bytes. CR, LF and CR LF end a line; after_cr: the byte before them was a
 * CR, which has been counted. Cost: one pass of many bytes a step. */
void nt_text_advance(nt_text bytes, bool after_cr, uint64_t *line, uint64_t *column);

/* ASCII only, whatever the locale. */
static inline bool nt_is_blank(unsigned c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
static inline bool nt_is_digit(unsigned c) { return c - '0' < 10u; }
static inline bool nt_is_lower(unsigned c) { return c - 'a' < 26u; }
static inline bool nt_is_upper(unsigned c) { return c - 'A' < 26u; }
static inline bool nt_is_letter(unsigned c) { return (c | 32u) - 'a' < 26u; }
static inline unsigned char nt_to_lower(unsigned c) { return (unsigned char)(nt_is_upper(c) ? c + 32u : c); }
static inline unsigned char nt_to_upper(unsigned c) { return (unsigned char)(nt_is_lower(c) ? c - 32u : c); }

/* ---- memory ---- */

/* Allocation through the context; nt_new gives zeroed memory. NULL: no memory. Sizes are overflow-checked by nt_grow. */
void *nt_new(nt_context *context, size_t size);
void nt_delete(nt_context *context, void *block, size_t size);

/* Makes room for at least count elements in *array (capacity in elements in *capacity); false: no memory, unchanged. */
bool nt_grow(nt_context *context, void *array_pointer, size_t *capacity, size_t count, size_t element_size);
void nt_ungrow(nt_context *context, void *array_pointer, size_t *capacity, size_t element_size);

/* A set of hashes, base/hashes.c; zeroed is empty. *is_new: the hash was not in it. A cleared set keeps its memory. */
typedef struct nt_hashes {
    uint64_t *places;
    size_t capacity, count;
} nt_hashes;

nt_status nt_hashes_add(nt_context *context, nt_hashes *set, uint64_t hash, bool *is_new);
void nt_hashes_clear(nt_hashes *set);
void nt_hashes_free(nt_context *context, nt_hashes *set);

/* FNV-1a of a text, in 64 bits. */
static inline uint64_t nt_text_hash(nt_text text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text.length; i++) hash = (hash ^ text.at[i]) * UINT64_C(1099511628211);
    return hash;
}

/* A region whose blocks are freed together. Zeroed by nt_arena_init; blocks are aligned to 16 bytes and zeroed. */
typedef struct nt_arena {
    nt_context *context;
    struct nt_arena_chunk *chunks;
    size_t used;
} nt_arena;

void nt_arena_init(nt_arena *arena, nt_context *context);
void *nt_arena_new(nt_arena *arena, size_t size); /* NULL: no memory */
char *nt_arena_copy(nt_arena *arena, nt_text text); /* NUL-terminated copy; NULL: no memory */
void nt_arena_reset(nt_arena *arena);               /* keeps the first chunk for the next round */
void nt_arena_free(nt_arena *arena);

/* ---- the context ---- */

struct nt_variants; /* rules/variants.h: the known sections and the compiled variants */
struct nt_page_map; /* formats/page.h */

/* The place last worked out in the bytes of a game, so that the next finding counts lines from there and not from the
 * start of the game. text NULL: none. */
typedef struct nt_last_place {
    const unsigned char *text;
    uint64_t offset, game; /* of text[0] */
    size_t at;
    uint64_t line, column;
} nt_last_place;

struct nt_context {
    nt_allocator allocator;
    bool by_malloc; /* the allocator is the default one */
    nt_sink *sink;
    void *sink_user;
    nt_mode mode;
    nt_limits limits;
    const char *language, *to_language; /* as in nt_settings */
    uint64_t errors, warnings;
    struct nt_variants *variants; /* made at the first use, with the function that frees it */
    void (*free_variants)(nt_context *context);
    struct nt_page_map *map;      /* formats/page.h: paths into pages, with the function that frees them */
    void (*free_map)(nt_context *context);
    unsigned muted;               /* while > 0 findings are neither sent nor counted */
    bool starved;                 /* a finding lacks words for want of memory: the call it belongs to ends with that */
    nt_last_place last_place;     /* forgotten whenever the bytes of an input or record change */
};

/* The status of a call at its end, NT_NO_MEMORY when one of its findings lacks words. */
static inline nt_status nt_context_settle(nt_context *context, nt_status status) {
    bool starved = context->starved;
    context->starved = false;
    return starved ? NT_NO_MEMORY : status;
}

#endif
