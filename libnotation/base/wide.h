/* For the few loops that most bytes of a large input pass through: they exist twice, for the vectors that each processor has,
 * and for those of 32 bytes that most have. Measured: a tenth of the time of nt-check where every ply has a comment. A build
 * with NT_NARROW has what other processors get: no vectors at all. */
#ifndef NT_WIDE_H
#define NT_WIDE_H

#include "base/base.h"

#if defined __x86_64__ && !defined NT_NARROW
#define NT_HAS_VECTORS 1
#include <immintrin.h>
#define NT_WIDE __attribute__((target("avx2,bmi,bmi2")))
#define NT_IS_WIDE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))

/* Zero for each of 32 bytes that is one of the two, or NUL. */
static inline NT_WIDE __m256i nt_unlike_wide(const unsigned char *p, __m256i of_a, __m256i of_b) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
    return _mm256_min_epu8(_mm256_min_epu8(bytes, _mm256_xor_si256(bytes, of_a)), _mm256_xor_si256(bytes, of_b));
}

/* A bit for each byte that is zero. */
static inline NT_WIDE uint64_t nt_zeros_wide(__m256i low, __m256i high) {
    const __m256i zero = _mm256_setzero_si256();
    uint32_t lows = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, zero));
    return lows | (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, zero)) << 32;
}

/* nt_text_find in blocks of 128 bytes: the fewer they are, the more often it is foreseen which one is the last. */
static inline NT_WIDE const unsigned char *nt_text_find_wide(const unsigned char *p, const unsigned char *end, unsigned char a,
                                                             unsigned char b) {
    const __m256i of_a = _mm256_set1_epi8((char)a), of_b = _mm256_set1_epi8((char)b);
    for (; end - p >= 128; p += 128) {
        __m256i first = nt_unlike_wide(p, of_a, of_b), second = nt_unlike_wide(p + 32, of_a, of_b);
        __m256i third = nt_unlike_wide(p + 64, of_a, of_b), fourth = nt_unlike_wide(p + 96, of_a, of_b);
        __m256i any = _mm256_min_epu8(_mm256_min_epu8(first, second), _mm256_min_epu8(third, fourth));
        if (!_mm256_movemask_epi8(_mm256_cmpeq_epi8(any, _mm256_setzero_si256()))) continue;
        uint64_t low = nt_zeros_wide(first, second), high = nt_zeros_wide(third, fourth);
        return p + (low ? (unsigned)__builtin_ctzll(low) : 64 + (unsigned)__builtin_ctzll(high));
    }
    return nt_text_find_plain(p, end, a, b);
}
#else
#define NT_WIDE
#define NT_IS_WIDE false
#define nt_text_find_wide nt_text_find_plain
#endif

#endif
