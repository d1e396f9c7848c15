/*
 * sort.h - sorts that keep equal records in their order
 *
 * The same input gives the same output on every machine. Both need a second
 * array of the same size: 'scratch', or memory of their own when it is NULL.
 * They fail only for want of that memory, and then nothing has moved.
 */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum { SORT_RECORD_MAX = 64 }; // bytes of a record for sort_radix

/* Below, at or above 0: 'a' goes before, beside or after 'b'. */
typedef int sort_compare_fn(const void *a, const void *b, void *ctx);

/* Merge sort of 'count' records of 'size' bytes. */
bool sort_stable(void *records, size_t count, size_t size,
                 sort_compare_fn *compare, void *ctx, void *scratch,
                 struct tabia_error *err);

/*
 * Radix sort by a uint64_t of the machine's own byte order, 'key_at' bytes
 * into each record. Bytes that are the same in all keys cost one look.
 */
bool sort_radix(void *records, size_t count, size_t size, size_t key_at,
                void *scratch, struct tabia_error *err);

#endif
