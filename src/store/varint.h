/*
 * varint.h - numbers in as few bytes as they need, read from untrusted bytes
 *
 * Seven bits to a byte, the lowest first; the top bit says that more follow.
 * Each number has one form: a last byte of 0 is refused. The reader is sticky:
 * after a fault it gives zeros, so a record is read straight and asked once.
 */
#ifndef STORE_VARINT_H
#define STORE_VARINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/compiler.h"

struct varint_src {
    const uint8_t *p, *end;
    bool failed;
};

static inline uint64_t varint_fail(struct varint_src *src)
{
    src->failed = true;
    src->p = src->end;
    return 0;
}

/* The bytes beyond the first of a long number. */
uint64_t varint_get_long(struct varint_src *src);

/* By way of a copy, so that the reader itself can be kept in registers. */
static ALWAYS_INLINE uint64_t varint_get_copied(struct varint_src *src)
{
    struct varint_src copy = *src;
    const uint64_t value = varint_get_long(&copy);
    *src = copy;
    return value;
}

static ALWAYS_INLINE uint64_t varint_get(struct varint_src *src)
{
    if (LIKELY(src->p < src->end && *src->p < 0x80))
        return *src->p++;
    return varint_get_copied(src);
}

/*
 * Like varint_get, for numbers that mostly have two to four bytes: their length
 * decides nothing that a processor must foresee. 'readable' is at least
 * src->end: bytes up to there can be read, though they are not of a number.
 */
static ALWAYS_INLINE uint64_t varint_get_wide(struct varint_src *src,
                                              const uint8_t *readable)
{
    if (UNLIKELY(readable - src->p < 8))
        return varint_get_copied(src);
    const uint64_t word = load_le64(src->p);
    const uint64_t last = ~word & UINT64_C(0x80808080);
    if (UNLIKELY(!last))
        return varint_get_copied(src);
    const unsigned at = (unsigned)__builtin_ctzll(last) - 7; // its first bit
    const unsigned size = at / 8 + 1;
    if (UNLIKELY(src->end - src->p < (ptrdiff_t)size ||
                 (at && !(word >> at & 0x7f))))
        return varint_fail(src);
    src->p += size;
    const uint64_t value = word & ((UINT64_C(0x100) << at) - 1);
    return (value & 0x7f) | (value & 0x7f00) >> 1 | (value & 0x7f0000) >> 2 |
           (value & 0x7f000000) >> 3;
}

/* A number that must be at most 'max'. */
static ALWAYS_INLINE uint64_t varint_get_max(struct varint_src *src,
                                             uint64_t max)
{
    const uint64_t value = varint_get(src);
    return LIKELY(value <= max) ? value : varint_fail(src);
}

/* The next 'size' bytes; NULL if there are fewer. */
static ALWAYS_INLINE const uint8_t *varint_take(struct varint_src *src,
                                                uint64_t size)
{
    if (UNLIKELY((uint64_t)(src->end - src->p) < size)) {
        varint_fail(src);
        return NULL;
    }
    const uint8_t *p = src->p;
    src->p += size;
    return p;
}

void varint_put(struct buf *out, uint64_t value);

#endif
