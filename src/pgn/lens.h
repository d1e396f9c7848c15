/*
 * lens.h - many bytes looked at at once
 *
 * Each function gives a mask in which bit i speaks of byte i. There are two
 * ways to the same answer: SSE2, which every x86-64 processor has, and plain
 * C. The names without an ending are the faster way that the target has.
 */
#ifndef PGN_LENS_H
#define PGN_LENS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

#if defined(__SSE2__)
#define LENS_HAS_SSE2 1
#include <emmintrin.h>
#else
#define LENS_HAS_SSE2 0
#endif

enum {
    LENS_WORD = 16, // bytes that lens_words looks at
    LENS_PAIR = 64, // bytes that lens_pair looks at
};

/* Can the byte stand in a move: letters, digits, # + - / : = ? */
static inline bool lens_is_word(char c)
{
    const char low = (char)(c | 0x20);
    return (low >= 'a' && low <= 'z') || (c >= '/' && c <= ':') || c == '#' ||
           c == '+' || c == '-' || c == '=';
}

/* The lowest bit of a mask that is not 0. */
static inline unsigned lens_lowest(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

/* Which of LENS_WORD bytes can stand in a move? */
static inline unsigned lens_words_plain(const char *p)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < LENS_WORD; i++)
        mask |= (unsigned)lens_is_word(p[i]) << i;
    return mask;
}

/* Which of LENS_PAIR bytes are 'a' or 'b'? */
static inline uint64_t lens_pair_plain(const char *p, char a, char b)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < LENS_PAIR; i++)
        mask |= (uint64_t)(p[i] == a || p[i] == b) << i;
    return mask;
}

#if LENS_HAS_SSE2

/* Bytes above 127 are negative here, and so outside every range. */
static inline unsigned lens_words_sse2(const char *p)
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

static inline uint64_t lens_pair_sse2(const char *p, char a, char b)
{
    const __m128i all_a = _mm_set1_epi8(a), all_b = _mm_set1_epi8(b);
    uint64_t mask = 0;
    for (unsigned i = 0; i < LENS_PAIR; i += 16) {
        const __m128i c =
            _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        const __m128i hits =
            _mm_or_si128(_mm_cmpeq_epi8(c, all_a), _mm_cmpeq_epi8(c, all_b));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(hits) << i;
    }
    return mask;
}

#define lens_words lens_words_sse2
#define lens_pair  lens_pair_sse2

#else

#define lens_words lens_words_plain
#define lens_pair  lens_pair_plain

#endif

/* The first 'a' or 'b' from 'p' on, or 'end'. */
static inline const char *lens_find(const char *p, const char *end, char a,
                                    char b)
{
    while (end - p >= LENS_PAIR) {
        const uint64_t mask = lens_pair(p, a, b);
        if (mask)
            return p + lens_lowest(mask);
        p += LENS_PAIR;
    }
    while (p < end && *p != a && *p != b)
        p++;
    return p;
}

#endif
