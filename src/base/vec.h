/*
 * vec.h - growth of plain arrays, with every size checked
 *
 *     struct node *more = vec_grow(nodes, &room, count + 1, sizeof(*nodes),
 *                                  NODES_MAX);
 *     if (!more)
 *         return error_nomem(err);
 *     nodes = more;
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

/* a * b, a + b; false on overflow, and then 'out' is unspecified. */
bool vec_mul(size_t a, size_t b, size_t *out);
bool vec_add(size_t a, size_t b, size_t *out);

/*
 * Makes the heap array 'data' of '*room' elements large enough for 'want',
 * half as large again at least, never above 'limit' elements. Returns the
 * array and sets '*room'; NULL when 'want' is above the limit or memory runs
 * out, and then the old array still stands. New elements are not cleared.
 */
void *vec_grow(void *data, size_t *room, size_t want, size_t size,
               size_t limit) ATTR_MUST_CHECK;

#endif
