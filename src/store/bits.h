/*
 * bits.h - numbers of any width in a row of bits, the highest bit first
 *
 * The reader never leaves its bytes: behind the end it gives zeros and
 * remembers that it failed, so a record is read straight and checked once.
 */
#ifndef STORE_BITS_H
#define STORE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/compiler.h"
#include "chess/movegen.h"

enum { BITS_PEEK_MIN = 56 }; // bits that one look gives at least

/* ---- writing --------------------------------------------------------- */

/* The zero value with a buffer is ready. */
struct bits_writer {
    struct buf *out;
    uint64_t held; // the low 'nheld' bits are not written yet
    unsigned nheld;
};

/* Appends the low 'width' bits of a value, at most 32 of them. */
static inline void bits_put(struct bits_writer *w, uint64_t value,
                            unsigned width)
{
    w->held = w->held << width | (value & ((UINT64_C(1) << width) - 1));
    w->nheld += width;
    while (w->nheld >= 8) {
        w->nheld -= 8;
        buf_add_char(w->out, (char)(uint8_t)(w->held >> w->nheld));
    }
}

/* Like bits_put, for up to 64 bits. */
static inline void bits_put_wide(struct bits_writer *w, uint64_t value,
                                 unsigned width)
{
    if (width > 32) {
        bits_put(w, value >> 32, width - 32);
        width = 32;
    }
    bits_put(w, value, width);
}

/* Fills the last byte with zeros. */
static inline void bits_end(struct bits_writer *w)
{
    if (w->nheld)
        bits_put(w, 0, 8 - w->nheld);
}

/* ---- reading --------------------------------------------------------- */

struct bits_reader {
    const uint8_t *data;
    uint64_t size; // bytes
    uint64_t at;   // the next bit
    bool failed;   // more was read than there is
};

/* Like bits_peek, near the end: zeros stand for what is behind it. */
uint64_t bits_peek_end(const struct bits_reader *r);

/* The next bits at the top of a word, BITS_PEEK_MIN at least. */
static ALWAYS_INLINE uint64_t bits_peek(const struct bits_reader *r)
{
    const uint64_t byte = r->at / 8;
    if (LIKELY(byte + 8 <= r->size))
        return load_be64(r->data + byte) << r->at % 8;
    return bits_peek_end(r);
}

static ALWAYS_INLINE void bits_skip(struct bits_reader *r, uint64_t width)
{
    r->at += width;
    if (UNLIKELY(r->at > 8 * r->size))
        r->failed = true;
}

/* A number of up to BITS_PEEK_MIN bits. */
static ALWAYS_INLINE uint64_t bits_get(struct bits_reader *r, unsigned width)
{
    const uint64_t value = width ? bits_peek(r) >> (64 - width) : 0;
    bits_skip(r, width);
    return value;
}

/* Like bits_get, for up to 64 bits. */
static inline uint64_t bits_get_wide(struct bits_reader *r, unsigned width)
{
    uint64_t high = 0;
    if (width > 32) {
        high = bits_get(r, width - 32) << 32;
        width = 32;
    }
    return high | bits_get(r, width);
}

/* The bits that a number needs: 0 for 0. */
static inline unsigned bits_width(uint64_t value)
{
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
}

/* ---- ones of a word -------------------------------------------------- */

/*
 * Most processors count ones in one instruction, and find the one with n ones
 * below it in two. Functions that do it often are compiled for these as well,
 * and chosen when they are called.
 */
#if defined(__x86_64__) && defined(__GNUC__)
#define BITS_HAS_POPCNT  __builtin_cpu_supports("popcnt")
#define BITS_WITH_POPCNT __attribute__((target("popcnt")))
#define BITS_HAS_PDEP    movegen_has_bmi2()
#define BITS_WITH_PDEP   __attribute__((target("popcnt,bmi,bmi2")))
#else
#define BITS_HAS_POPCNT false
#define BITS_WITH_POPCNT
#define BITS_HAS_PDEP false
#define BITS_WITH_PDEP
#endif

/* The index of the one with 'n' ones below it, in a word that has it. */
typedef unsigned bits_nth_fn(uint64_t word, unsigned n);

/* Where words have few ones, or a processor that cannot count them. */
static inline unsigned bits_nth_few(uint64_t word, unsigned n)
{
    for (; n > 0; n--)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
}

/* With BITS_HAS_PDEP only. */
static inline BITS_WITH_PDEP unsigned bits_nth_pdep(uint64_t word, unsigned n)
{
#if defined(__x86_64__) && defined(__GNUC__)
    return (unsigned)__builtin_ctzll(
        __builtin_ia32_pdep_di(UINT64_C(1) << n, word));
#else
    return bits_nth_few(word, n);
#endif
}

/* ---- one of n -------------------------------------------------------- */

/*
 * The phase-in code of a number below n: with 2^k <= n < 2^(k+1), the first
 * 2^(k+1) - n numbers have k bits and the others k + 1. One of one has none.
 */
static inline void bits_put_phase(struct bits_writer *w, unsigned value,
                                  unsigned n)
{
    const unsigned k = bits_width(n) - 1, nshort = (2u << k) - n;
    if (value < nshort)
        bits_put(w, value, k);
    else
        bits_put(w, value + nshort, k + 1);
}

/* The next such number, from what bits_peek gave; 'used' grows by its bits. */
static ALWAYS_INLINE unsigned bits_get_phase(uint64_t word, unsigned n,
                                             unsigned *used)
{
    const unsigned k = bits_width(n) - 1, nshort = (2u << k) - n;
    const unsigned more = (unsigned)(word << *used >> (63 - k));
    const bool is_long = more >> 1 >= nshort;
    *used += k + is_long;
    return is_long ? more - nshort : more >> 1;
}

#endif
