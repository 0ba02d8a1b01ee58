/* Spans of text: comparing, trimming, cutting into lines and words, counting lines. For the whole library; no state, no
 * allocation, no locale. */
#include "base/wide.h"

bool nt_bytes_equal_nocase(nt_text a, nt_text b) {
    if (memcmp(a.at, b.at, a.length) == 0) return true;
    for (size_t i = 0; i < a.length; i++)
        if (nt_to_lower(a.at[i]) != nt_to_lower(b.at[i])) return false;
    return true;
}

nt_text nt_text_trim(nt_text text) {
    while (text.length > 0 && nt_is_blank(text.at[text.length - 1])) text.length--;
    while (text.length > 0 && nt_is_blank(*text.at)) text = nt_text_cut(text, 1);
    return text;
}

nt_text nt_text_cut(nt_text text, size_t from) {
    assert(from <= text.length);
    if (from == 0) return text; /* no arithmetic on the null pointer of an empty text */
    return (nt_text){text.at + from, text.length - from};
}

nt_text nt_text_line(nt_text text, nt_text *rest) {
    size_t end = 0;
    while (end < text.length && text.at[end] != '\n' && text.at[end] != '\r') end++;
    size_t next = end;
    if (next < text.length && text.at[next++] == '\r' && next < text.length && text.at[next] == '\n') next++;
    *rest = nt_text_cut(text, next);
    return (nt_text){text.at, end};
}

nt_text nt_text_word(nt_text text, nt_text *rest) {
    size_t start = 0;
    while (start < text.length && nt_is_blank(text.at[start])) start++;
    text = nt_text_cut(text, start);
    size_t end = 0;
    while (end < text.length && !nt_is_blank(text.at[end])) end++;
    *rest = nt_text_cut(text, end);
    return (nt_text){text.at, end};
}

bool nt_text_number(nt_text text, uint64_t *number) {
    uint64_t value = 0;
    if (text.length == 0) return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned digit = text.at[i] - (unsigned)'0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

size_t nt_text_utf8(nt_text text) {
    /* The range of the second byte depends on the first: it excludes overlong forms, surrogates and what is too high. */
    if (text.length == 0) return 0;
    unsigned first = text.at[0], low = 0x80, high = 0xBF;
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
    if (text.length < length || text.at[1] < low || text.at[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if ((text.at[i] & 0xC0) != 0x80) return 0;
    return length;
}

/* ---- what looks at every byte ---- */

/* Line ends in [1, length), where at[0] is the byte before: each CR, and each LF that follows none. Blocks of a fixed
 * size with a counter of one byte let the compiler use vectors. */
static size_t line_ends(const unsigned char *at, size_t length) {
    enum { BLOCK = 128 };
    size_t count = 0, i = 1;
    for (; length - i >= BLOCK; i += BLOCK) {
        const unsigned char *block = at + i, *before = block - 1;
        unsigned char ends = 0;
        for (size_t k = 0; k < BLOCK; k++)
            ends = (unsigned char)(ends + ((block[k] == '\r') | ((block[k] == '\n') & (before[k] != '\r'))));
        count += ends;
    }
    for (; i < length; i++) count += at[i] == '\r' || (at[i] == '\n' && at[i - 1] != '\r');
    return count;
}

#ifdef NT_HAS_VECTORS
/* Adds up the bytes of a vector. */
static inline NT_WIDE size_t sum_wide(__m256i bytes) {
    __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return (size_t)_mm_cvtsi128_si64(two) + (size_t)_mm_extract_epi64(two, 1);
}

/* Counters of one byte hold 255. Where no CR is, which is mostly so, it costs two comparisons of 32 bytes. */
static NT_WIDE size_t line_ends_wide(const unsigned char *at, size_t length) {
    enum { WIDTH = 32, MOST = 255 * WIDTH };
    const __m256i feed = _mm256_set1_epi8('\n'), carriage = _mm256_set1_epi8('\r');
    size_t count = 0, i = 1;
    while (length - i >= WIDTH) {
        size_t first = i, end = length - i < MOST ? i + (length - i) / WIDTH * WIDTH : i + MOST;
        __m256i feeds = _mm256_setzero_si256(), returns = feeds;
#pragma GCC unroll 4
        for (; i < end; i += WIDTH) {
            __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(at + i));
            feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(bytes, feed));
            returns = _mm256_or_si256(returns, _mm256_cmpeq_epi8(bytes, carriage));
        }
        bool is_plain = _mm256_testz_si256(returns, returns) && at[first - 1] != '\r';
        count += is_plain ? sum_wide(feeds) : line_ends(at + first - 1, end - first + 1);
    }
    return count + line_ends(at + i - 1, length - i + 1);
}
#else
#define line_ends_wide line_ends
#endif

static size_t count_line_ends(const unsigned char *at, size_t length) {
    return NT_IS_WIDE ? line_ends_wide(at, length) : line_ends(at, length);
}

const unsigned char *nt_text_find_plain(const unsigned char *p, const unsigned char *end, unsigned char a, unsigned char b) {
#ifdef NT_HAS_VECTORS
    const __m128i of_a = _mm_set1_epi8((char)a), of_b = _mm_set1_epi8((char)b);
    for (; end - p >= 16; p += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i same = _mm_or_si128(_mm_cmpeq_epi8(bytes, of_a), _mm_cmpeq_epi8(bytes, of_b));
        int found = _mm_movemask_epi8(_mm_or_si128(same, _mm_cmpeq_epi8(bytes, _mm_setzero_si128())));
        if (found) return p + __builtin_ctz((unsigned)found);
    }
#endif
    while (p != end && *p != a && *p != b && *p) p++;
    return p;
}

const unsigned char *nt_text_find(const unsigned char *p, const unsigned char *end, unsigned char a, unsigned char b) {
    return NT_IS_WIDE ? nt_text_find_wide(p, end, a, b) : nt_text_find_plain(p, end, a, b);
}

void nt_text_advance(nt_text bytes, bool after_cr, uint64_t *line, uint64_t *column) {
    if (bytes.length == 0) return;
    unsigned first = bytes.at[0];
    size_t ends = count_line_ends(bytes.at, bytes.length) + (first == '\r' || (first == '\n' && !after_cr));
    *line += ends;
    if (ends == 0 && first != '\n') {
        *column += bytes.length;
        return;
    }
    size_t last = bytes.length - 1;
    while (bytes.at[last] != '\n' && bytes.at[last] != '\r') last--;
    *column = bytes.length - last;
}
