/* The bytes of movetext in blocks: what each of 32 bytes is, as bits of words, the first byte lowest. Lengths of words cannot
 * be foreseen, and here no branch depends on them. For pgn_read.c. */
#ifndef NT_PGN_BLOCK_H
#define NT_PGN_BLOCK_H

#include "base/wide.h"
#include "formats/pgn.h"

enum { PGN_BLOCK = 32 };

/* Blank: a blank, or the end of a line that is LF. Plain: letters, digits, + and #. */
typedef struct pgn_block {
    uint32_t blank, digit, letter, plain;
} pgn_block;

/* The same on every machine, from the bytes one by one. */
static inline pgn_block nt_pgn_block_of_bytes(const unsigned char *p) {
    pgn_block b = {0};
    for (unsigned i = 0; i < PGN_BLOCK; i++) {
        unsigned c = p[i];
        b.blank |= (uint32_t)(c == ' ' || c == '\n') << i;
        b.digit |= (uint32_t)nt_is_digit(c) << i;
        b.letter |= (uint32_t)nt_is_letter(c) << i;
        b.plain |= (uint32_t)(c == '+' || c == '#') << i;
    }
    b.plain |= b.digit | b.letter;
    return b;
}

#ifdef NT_HAS_VECTORS
static inline uint32_t nt_pgn_bits(__m128i low, __m128i high) {
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

static inline __m128i nt_pgn_either(__m128i bytes, char a, char b) {
    return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
}

/* The bytes from one on, count of them. */
static inline __m128i nt_pgn_range(__m128i bytes, char first, char count) {
    __m128i from = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from, _mm_set1_epi8((char)(count - 1))), from);
}

static inline __m128i nt_pgn_letters(__m128i bytes) {
    return nt_pgn_range(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 26);
}

static inline pgn_block nt_pgn_block(const unsigned char *p) {
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(p + 16));
    pgn_block b = {
        .blank = nt_pgn_bits(nt_pgn_either(low, ' ', '\n'), nt_pgn_either(high, ' ', '\n')),
        .digit = nt_pgn_bits(nt_pgn_range(low, '0', 10), nt_pgn_range(high, '0', 10)),
        .letter = nt_pgn_bits(nt_pgn_letters(low), nt_pgn_letters(high)),
        .plain = nt_pgn_bits(nt_pgn_either(low, '+', '#'), nt_pgn_either(high, '+', '#')),
    };
    b.plain |= b.digit | b.letter;
    return b;
}

static inline NT_WIDE __m256i nt_pgn_either_wide(__m256i bytes, char a, char b) {
    return _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(a)), _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b)));
}

static inline NT_WIDE __m256i nt_pgn_range_wide(__m256i bytes, char first, char count) {
    __m256i from = _mm256_sub_epi8(bytes, _mm256_set1_epi8(first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(from, _mm256_set1_epi8((char)(count - 1))), from);
}

static inline NT_WIDE pgn_block nt_pgn_block_wide(const unsigned char *p) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
    pgn_block b = {
        .blank = (uint32_t)_mm256_movemask_epi8(nt_pgn_either_wide(bytes, ' ', '\n')),
        .digit = (uint32_t)_mm256_movemask_epi8(nt_pgn_range_wide(bytes, '0', 10)),
        .letter = (uint32_t)_mm256_movemask_epi8(nt_pgn_range_wide(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), 'a', 26)),
        .plain = (uint32_t)_mm256_movemask_epi8(nt_pgn_either_wide(bytes, '+', '#')),
    };
    b.plain |= b.digit | b.letter;
    return b;
}
#else
#define nt_pgn_block nt_pgn_block_of_bytes
#define nt_pgn_block_wide nt_pgn_block_of_bytes
#endif

#endif
