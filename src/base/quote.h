/*
 * quote.h - foreign bytes made fit for a message
 */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include <stddef.h>

enum { QUOTE_SIZE = 40 };

/*
 * Writes at most the first 32 bytes worth of 'text' as printable ASCII, other
 * bytes as \xNN, and "..." where it was cut. Returns 'buf'.
 */
const char *quote(const char *text, size_t len, char buf[QUOTE_SIZE]);

#endif
