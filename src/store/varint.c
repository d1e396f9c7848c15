/*
 * varint.c - numbers in as few bytes as they need
 */
#include "store/varint.h"

#include "base/banned.h"

enum { BYTES_MAX = 10 }; // of 64 bits

uint64_t varint_get_long(struct varint_src *src)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < BYTES_MAX && src->p < src->end; i++) {
        const uint8_t byte = *src->p++;
        if (i == BYTES_MAX - 1 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80)
            return byte || i == 0 ? value : varint_fail(src);
    }
    return varint_fail(src);
}

void varint_put(struct buf *out, uint64_t value)
{
    uint8_t bytes[BYTES_MAX];
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (uint8_t)(value | 0x80);
    bytes[n++] = (uint8_t)value;
    buf_add(out, bytes, n);
}
