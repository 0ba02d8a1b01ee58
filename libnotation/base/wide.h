/* For the few loops that most bytes of a large input pass through: they exist twice, for the vectors that each processor has, and
 * for those of 32 bytes that most have. Measured: a tenth of the time of nt-check where every ply has a comment. */
#ifndef NT_WIDE_H
#define NT_WIDE_H

#include "base/base.h"

#ifdef __x86_64__
#include <immintrin.h>
#define NT_WIDE __attribute__((target("avx2,bmi,bmi2")))
#define NT_IS_WIDE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))

/* A bit for each of 32 bytes that is one of the two, or NUL. */
static inline NT_WIDE uint32_t nt_found_wide(const unsigned char *p, __m256i of_a, __m256i of_b) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i odd = _mm256_min_epu8(_mm256_min_epu8(bytes, _mm256_xor_si256(bytes, of_a)), _mm256_xor_si256(bytes, of_b));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(odd, _mm256_setzero_si256()));
}

/* nt_text_find in blocks of 64 bytes. */
static inline NT_WIDE const unsigned char *nt_text_find_wide(const unsigned char *p, const unsigned char *end, unsigned char a,
                                                             unsigned char b) {
    const __m256i of_a = _mm256_set1_epi8((char)a), of_b = _mm256_set1_epi8((char)b);
    for (; end - p >= 64; p += 64) {
        uint64_t found = nt_found_wide(p, of_a, of_b) | (uint64_t)nt_found_wide(p + 32, of_a, of_b) << 32;
        if (found) return p + __builtin_ctzll(found);
    }
    return nt_text_find_plain(p, end, a, b);
}
#else
#define NT_WIDE
#define NT_IS_WIDE false
#define nt_text_find_wide nt_text_find_plain
#endif

#endif
