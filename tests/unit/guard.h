/*
 * guard.h - buffers that end, to the byte, at memory nobody may touch
 *
 *     struct guard g = guard_copy("e2e4", 4);
 *     ... read g.data[0 .. 3]; g.data[4] would crash ...
 *     guard_free(&g);
 */
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

struct guard {
    uint8_t *data;
    size_t size;
    void *pages; // the mapping, guard page included
    size_t npages_bytes;
};

/* A writable buffer. Ends the test program when there is no memory. */
struct guard guard_new(size_t size);

/* A buffer with a copy of 'size' bytes. */
struct guard guard_copy(const void *data, size_t size);

/* The same bytes as the library takes them. */
struct tabia_bytes guard_bytes(const struct guard *g);

void guard_free(struct guard *g);

#endif
