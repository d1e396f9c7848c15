/*
 * utf8_repair.c - texts that come from the system or from files, as UTF-8
 */
#include "base/utf8_repair.h"

#include <string.h>

#include "base/cp1252.h"
#include "base/utf8.h"
#include "base/banned.h"

bool utf8_repair(struct buf *dst, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        char out[UTF8_MAX];
        const size_t n = utf8_valid_prefix(text + i, size - i);
        buf_add(dst, text + i, n);
        i += n;
        if (i < size)
            buf_add(dst, out,
                    utf8_encode(cp1252_decode((uint8_t)text[i++]), out));
    }
    return !dst->failed;
}

bool utf8_is_repaired(const char *text, const char *repaired)
{
    for (size_t left = strlen(text); left;) {
        char out[UTF8_MAX];
        const size_t n = utf8_valid_prefix(text, left);
        if (strncmp(text, repaired, n) != 0)
            return false;
        text += n;
        repaired += n;
        left -= n;
        if (!left)
            break;
        const size_t len = utf8_encode(cp1252_decode((uint8_t)*text), out);
        if (strncmp(out, repaired, len) != 0)
            return false;
        text++;
        left--;
        repaired += len;
    }
    return !*repaired;
}
