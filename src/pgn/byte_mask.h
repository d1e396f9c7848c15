/*
 * byte_mask.h - many bytes looked at at once
 *
 * Each function gives a mask in which bit i speaks of byte i. There are three
 * ways to the same answer: AVX2, SSE2, which every x86-64 processor has, and
 * plain C. The names without an ending are the fastest way that the file which
 * includes this is compiled for.
 */
#ifndef PGN_BYTE_MASK_H
#define PGN_BYTE_MASK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

#if defined(__SSE2__)
#define BYTE_MASK_HAS_SSE2 1
#include <emmintrin.h>
#else
#define BYTE_MASK_HAS_SSE2 0
#endif

#if defined(__AVX2__)
#define BYTE_MASK_HAS_AVX2 1
#include <immintrin.h>
#else
#define BYTE_MASK_HAS_AVX2 0
#endif

enum {
    BYTE_MASK_WORD = 16, // bytes that byte_mask_words looks at
    BYTE_MASK_BLOCK =
        64, // bytes that byte_mask_pair and byte_mask_block look at
};

/* Can the byte stand in a move: letters, digits, # + - / : = ? */
static inline bool byte_mask_is_word(char c)
{
    const char low = (char)(c | 0x20);
    return (low >= 'a' && low <= 'z') || (c >= '/' && c <= ':') || c == '#' ||
           c == '+' || c == '-' || c == '=';
}

/* The lowest bit of a mask that is not 0. */
static inline unsigned byte_mask_lowest(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

/* The number of bits in a mask. */
static inline unsigned byte_mask_count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

/* Which of BYTE_MASK_WORD bytes can stand in a move? */
static inline unsigned byte_mask_words_plain(const char *p)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < BYTE_MASK_WORD; i++)
        mask |= (unsigned)byte_mask_is_word(p[i]) << i;
    return mask;
}

/* Like byte_mask_words, but of BYTE_MASK_BLOCK bytes. */
static inline uint64_t byte_mask_block_plain(const char *p)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < BYTE_MASK_BLOCK; i += BYTE_MASK_WORD)
        mask |= (uint64_t)byte_mask_words_plain(p + i) << i;
    return mask;
}

/* Which of BYTE_MASK_BLOCK bytes are 'a' or 'b'? */
static inline uint64_t byte_mask_pair_plain(const char *p, char a, char b)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < BYTE_MASK_BLOCK; i++)
        mask |= (uint64_t)(p[i] == a || p[i] == b) << i;
    return mask;
}

#if BYTE_MASK_HAS_SSE2

/* Bytes above 127 are negative here, and so outside every range. */
static inline unsigned byte_mask_words_sse2(const char *p)
{
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i low = _mm_or_si128(c, _mm_set1_epi8(0x20));
    const __m128i letters =
        _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                      _mm_cmplt_epi8(low, _mm_set1_epi8('z' + 1)));
    const __m128i digits =
        _mm_and_si128(_mm_cmpgt_epi8(c, _mm_set1_epi8('/' - 1)),
                      _mm_cmplt_epi8(c, _mm_set1_epi8(':' + 1)));
    const __m128i signs =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('#')),
                                  _mm_cmpeq_epi8(c, _mm_set1_epi8('+'))),
                     _mm_or_si128(_mm_cmpeq_epi8(c, _mm_set1_epi8('-')),
                                  _mm_cmpeq_epi8(c, _mm_set1_epi8('='))));
    return (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(letters, digits), signs));
}

static inline uint64_t byte_mask_pair_sse2(const char *p, char a, char b)
{
    const __m128i all_a = _mm_set1_epi8(a), all_b = _mm_set1_epi8(b);
    uint64_t mask = 0;
    for (unsigned i = 0; i < BYTE_MASK_BLOCK; i += 16) {
        const __m128i c =
            _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        const __m128i hits =
            _mm_or_si128(_mm_cmpeq_epi8(c, all_a), _mm_cmpeq_epi8(c, all_b));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(hits) << i;
    }
    return mask;
}

static inline uint64_t byte_mask_block_sse2(const char *p)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < BYTE_MASK_BLOCK; i += BYTE_MASK_WORD)
        mask |= (uint64_t)byte_mask_words_sse2(p + i) << i;
    return mask;
}

#endif

#if BYTE_MASK_HAS_AVX2

static inline __m256i byte_mask_load_avx2(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/*
 * The high four bits of a byte choose a bit, the low four a set of bits: the
 * byte is one of a word if the set has the bit. Bytes above 127 have none.
 */
static inline unsigned byte_mask_half_avx2(const char *p)
{
    // Rows 2 to 7 of the table of ASCII are bits 0 to 5.
    const __m256i bits =
        _mm256_setr_epi8(0, 0, 1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0, 0, 0, 0, //
                         0, 0, 1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0, 0, 0, 0);
    enum { P = 8 | 32, A = 4 | 16, D = 2, S = 1 };
    const __m256i sets =
        _mm256_setr_epi8(D | P, D | A | P, D | A | P, S | D | A | P, D | A | P,
                         D | A | P, D | A | P, D | A | P, D | A | P, D | A | P,
                         D | A | P, S | A, A, S | D | A, A, S | A, //
                         D | P, D | A | P, D | A | P, S | D | A | P, D | A | P,
                         D | A | P, D | A | P, D | A | P, D | A | P, D | A | P,
                         D | A | P, S | A, A, S | D | A, A, S | A);
    const __m256i c = byte_mask_load_avx2(p);
    const __m256i high =
        _mm256_and_si256(_mm256_srli_epi16(c, 4), _mm256_set1_epi8(15));
    const __m256i none =
        _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(sets, c),
                                           _mm256_shuffle_epi8(bits, high)),
                          _mm256_setzero_si256());
    return ~(unsigned)_mm256_movemask_epi8(none);
}

/* Reads 32 bytes. */
static inline unsigned byte_mask_words_avx2(const char *p)
{
    return (uint16_t)byte_mask_half_avx2(p);
}

static inline uint64_t byte_mask_block_avx2(const char *p)
{
    return byte_mask_half_avx2(p) | (uint64_t)byte_mask_half_avx2(p + 32) << 32;
}

static inline unsigned byte_mask_equal_avx2(const char *p, __m256i a, __m256i b)
{
    const __m256i c = byte_mask_load_avx2(p);
    return (unsigned)_mm256_movemask_epi8(
        _mm256_or_si256(_mm256_cmpeq_epi8(c, a), _mm256_cmpeq_epi8(c, b)));
}

static inline uint64_t byte_mask_pair_avx2(const char *p, char a, char b)
{
    const __m256i all_a = _mm256_set1_epi8(a), all_b = _mm256_set1_epi8(b);
    return byte_mask_equal_avx2(p, all_a, all_b) |
           (uint64_t)byte_mask_equal_avx2(p + 32, all_a, all_b) << 32;
}

#define byte_mask_words byte_mask_words_avx2
#define byte_mask_block byte_mask_block_avx2
#define byte_mask_pair  byte_mask_pair_avx2

#elif BYTE_MASK_HAS_SSE2

#define byte_mask_words byte_mask_words_sse2
#define byte_mask_block byte_mask_block_sse2
#define byte_mask_pair  byte_mask_pair_sse2

#else

#define byte_mask_words byte_mask_words_plain
#define byte_mask_block byte_mask_block_plain
#define byte_mask_pair  byte_mask_pair_plain

#endif

/* The first 'a' or 'b' from 'p' on, or 'end'. */
static inline const char *byte_mask_find(const char *p, const char *end, char a,
                                         char b)
{
    while (end - p >= BYTE_MASK_BLOCK) {
        const uint64_t mask = byte_mask_pair(p, a, b);
        if (mask)
            return p + byte_mask_lowest(mask);
        p += BYTE_MASK_BLOCK;
    }
    while (p < end && *p != a && *p != b)
        p++;
    return p;
}

#endif
