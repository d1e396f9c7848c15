/*
 * column.h - one attribute of many things, stored only where it is used
 *
 * An element is a small plain value. A column that is never set takes no
 * memory. One that grows has an element and a bit for every thing up to the
 * last that has a value; sealing keeps only the elements that are set, and
 * finds them by counting bits.
 */
#ifndef BOOK_COLUMN_H
#define BOOK_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

/* The zero value with a width is empty. Owns its arrays. */
struct column {
    uint8_t *data;
    uint64_t *bits;  // which elements are set
    uint32_t *ranks; // sealed: elements before each word of 'bits'; NULL
                     // before, and where every element is set
    size_t room;     // elements that 'bits' has room for
    uint32_t len;    // elements that may be set
    uint32_t width;  // bytes of an element
    uint32_t count;  // elements that are set
};

/* Sets element 'id'. 'left' is the memory that may still be taken. */
bool column_set(struct column *c, uint32_t id, const void *value, size_t *left,
                struct tabia_error *err);

/* The element, or NULL where none is set. */
static inline const void *column_get(const struct column *c, uint32_t id)
{
    if (id >= c->len || !(c->bits[id / 64] >> (id % 64) & 1))
        return NULL;
    size_t at = id;
    if (c->ranks) {
        const uint64_t before =
            c->bits[id / 64] & ((UINT64_C(1) << (id % 64)) - 1);
        at = c->ranks[id / 64] + (size_t)__builtin_popcountll(before);
    }
    return c->data + at * c->width;
}

/* Nothing will be set any more. */
bool column_seal(struct column *c, struct tabia_error *err);

/* Moves every element to the place that 'to' names for it. */
bool column_permute(struct column *c, const uint32_t *to, uint32_t n,
                    struct tabia_error *err);

size_t column_memory(const struct column *c);

void column_clear(struct column *c);

#endif
