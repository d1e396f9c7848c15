/*
 * wording.h - words for messages: counts and foreign bytes
 *
 *     error_set(err, TABIA_ERR_CORRUPT, "%zu %s after the last entry", n,
 *               plural(n, "byte", "bytes"));
 */
#ifndef BASE_WORDING_H
#define BASE_WORDING_H

#include <stddef.h>
#include <stdint.h>

/* The word that goes with a count. */
static inline const char *plural(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

enum { QUOTE_SIZE = 40 };

/*
 * Writes at most the first 32 bytes worth of 'text' as printable ASCII, other
 * bytes as \xNN, and "..." where it was cut. Returns 'buf'.
 */
const char *quote(const char *text, size_t len, char buf[QUOTE_SIZE]);

#endif
