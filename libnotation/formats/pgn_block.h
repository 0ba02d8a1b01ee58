/* The bytes of movetext in blocks: what each of 32 bytes is, as bits of words, the first byte lowest. Lengths of words cannot be
 * foreseen, and here no branch depends on them. For pgn_read.c. */
#ifndef NT_PGN_BLOCK_H
#define NT_PGN_BLOCK_H

#include "formats/pgn.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PGN_BLOCK = 32 };

/* Blank: a blank or the end of a line that is LF. Mark: + or #. Bytes in no set are none of plain movetext. */
typedef struct pgn_block {
    uint32_t blank, digit, letter, dot, mark, equals;
} pgn_block;

/* The same on every machine, from the bytes one by one. */
static inline pgn_block nt_pgn_block_plain(const unsigned char *p) {
    pgn_block b = {0};
    for (unsigned i = 0; i < PGN_BLOCK; i++) {
        unsigned c = p[i];
        b.blank |= (uint32_t)(c == ' ' || c == '\n') << i;
        b.digit |= (uint32_t)nt_is_digit(c) << i;
        b.letter |= (uint32_t)nt_is_letter(c) << i;
        b.dot |= (uint32_t)(c == '.') << i;
        b.mark |= (uint32_t)(c == '+' || c == '#') << i;
        b.equals |= (uint32_t)(c == '=') << i;
    }
    return b;
}

#ifdef __SSE2__
static inline __m128i nt_pgn_each(char c) { return _mm_set1_epi8(c); }

static inline uint32_t nt_pgn_bits(__m128i low, __m128i high) {
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

static inline uint32_t nt_pgn_same(__m128i low, __m128i high, char c) {
    return nt_pgn_bits(_mm_cmpeq_epi8(low, nt_pgn_each(c)), _mm_cmpeq_epi8(high, nt_pgn_each(c)));
}

static inline __m128i nt_pgn_either(__m128i bytes, char a, char b) {
    return _mm_or_si128(_mm_cmpeq_epi8(bytes, nt_pgn_each(a)), _mm_cmpeq_epi8(bytes, nt_pgn_each(b)));
}

/* The bytes from one on, count of them. */
static inline __m128i nt_pgn_range(__m128i bytes, char first, char count) {
    __m128i from = _mm_sub_epi8(bytes, nt_pgn_each(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from, nt_pgn_each((char)(count - 1))), from);
}

static inline __m128i nt_pgn_letters(__m128i bytes) {
    return nt_pgn_range(_mm_or_si128(bytes, nt_pgn_each(0x20)), 'a', 26);
}

static inline pgn_block nt_pgn_block(const unsigned char *p) {
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(p + 16));
    return (pgn_block){
        .blank = nt_pgn_bits(nt_pgn_either(low, ' ', '\n'), nt_pgn_either(high, ' ', '\n')),
        .digit = nt_pgn_bits(nt_pgn_range(low, '0', 10), nt_pgn_range(high, '0', 10)),
        .letter = nt_pgn_bits(nt_pgn_letters(low), nt_pgn_letters(high)),
        .dot = nt_pgn_same(low, high, '.'),
        .mark = nt_pgn_bits(nt_pgn_either(low, '+', '#'), nt_pgn_either(high, '+', '#')),
        .equals = nt_pgn_same(low, high, '='),
    };
}
#else
static inline pgn_block nt_pgn_block(const unsigned char *p) { return nt_pgn_block_plain(p); }
#endif

#endif
