/*
 * wording.c - words for messages: counts and foreign bytes
 */
#include "base/wording.h"

#include <string.h>

#include "base/banned.h"

enum {
    QUOTE_ROOM = 32,
    ESCAPE_SIZE = 4,
};

const char *quote(const char *text, size_t len, char buf[QUOTE_SIZE])
{
    static const char hex[] = "0123456789ABCDEF";
    size_t n = 0, i = 0;
    for (; i < len && n + ESCAPE_SIZE <= QUOTE_ROOM; i++) {
        const uint8_t byte = (uint8_t)text[i];
        if (byte >= ' ' && byte < 0x7f) {
            buf[n++] = text[i];
            continue;
        }
        buf[n++] = '\\';
        buf[n++] = 'x';
        buf[n++] = hex[byte >> 4];
        buf[n++] = hex[byte & 15];
    }
    memcpy(buf + n, i < len ? "..." : "", i < len ? 4 : 1);
    return buf;
}
