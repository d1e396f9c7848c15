/*
 * vec.h - growth of plain arrays, with every size checked
 *
 *     if (!VEC_RESERVE(nodes, room, count + 1, NODES_MAX, err))
 *         return false;
 *     nodes[count++] = node;
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "tabia/error.h"

/* a * b, a + b; false on overflow, and then 'out' is unspecified. */
bool vec_checked_mul(size_t a, size_t b, size_t *out);
bool vec_checked_add(size_t a, size_t b, size_t *out);

/*
 * Makes the heap array 'data' of '*room' elements large enough for 'want',
 * half as large again at least, never above 'limit' elements. Returns the
 * array and sets '*room'; NULL when 'want' is above the limit or memory runs
 * out, and then the old array still stands. New elements are not cleared.
 */
void *vec_grow(void *data, size_t *room, size_t want, size_t size,
               size_t limit) MUST_CHECK;

/*
 * Makes the heap array 'list', which has room for 'room' elements, large
 * enough for 'want', as vec_grow does. False with an error, and then the
 * array is as it was. 'list' and 'room' are variables or members.
 */
#define VEC_RESERVE(list, room, want, limit, err)                              \
    vec_reserve(&(list), &(room), want, sizeof(*(list)), limit, err)

/* VEC_RESERVE for the array that the pointer at 'list' points to. */
bool vec_reserve(void *list, size_t *room, size_t want, size_t size,
                 size_t limit, struct tabia_error *err) MUST_CHECK;

#endif
