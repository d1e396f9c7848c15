/*
 * plural.h - the words that go with a count
 *
 *     error_set(err, TABIA_CORRUPT, "%zu %s behind the last entry", n,
 *               plural(n, "byte", "bytes"));
 */
#ifndef BASE_PLURAL_H
#define BASE_PLURAL_H

#include <stdint.h>

static inline const char *plural(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

#endif
