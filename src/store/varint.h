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
#include <stdint.h>

#include "base/compiler.h"
#include "base/buf.h"

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

static ALWAYS_INLINE uint64_t varint_get(struct varint_src *src)
{
    if (LIKELY(src->p < src->end && *src->p < 0x80))
        return *src->p++;
    return varint_get_long(src);
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
