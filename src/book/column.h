/*
 * column.h - one attribute of many things, stored only where it is used
 *
 * An element is a small plain value. A column that nobody sets takes no
 * memory; one that is in use has an element and a bit for every thing up to
 * the last that has a value.
 */
#ifndef BOOK_COLUMN_H
#define BOOK_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

/* The zero value with a width is empty. Owns 'data' and 'bits'. */
struct column {
    uint8_t *data;
    uint64_t *bits; // which elements are set
    size_t room;    // elements allocated
    uint32_t len;   // elements that may be set
    uint32_t width; // bytes of an element
    uint32_t count; // elements that are set
};

/* Sets element 'id'. 'left' is the memory that may still be taken. */
bool column_set(struct column *c, uint32_t id, const void *value, size_t *left,
                struct tabia_error *err);

/* The element, or NULL where none is set. */
static inline const void *column_get(const struct column *c, uint32_t id)
{
    if (id >= c->len || !(c->bits[id / 64] >> (id % 64) & 1))
        return NULL;
    return c->data + (size_t)id * c->width;
}

/* Moves every element to the place that 'to' names for it. */
bool column_permute(struct column *c, const uint32_t *to, uint32_t n,
                    struct tabia_error *err);

size_t column_memory(const struct column *c);

void column_clear(struct column *c);

#endif
