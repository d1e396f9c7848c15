/*
 * tisum.h - lets damaged files of calculators pass the outer checks
 */
#ifndef FUZZ_TISUM_H
#define FUZZ_TISUM_H

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

/*
 * A copy of the bytes in which sizes, tag and checksum are right, so that
 * what is inside gets tested. NULL when there are too few bytes.
 */
static inline uint8_t *tisum_repair(const uint8_t *data, size_t size)
{
    static const uint8_t tag[] = { 0, 't', 'i', 'c', 't', 0, 0xF8 };
    if (size < 88 + sizeof(tag) + 2 || size > 88 + 65535 + 2)
        return NULL;
    uint8_t *copy = malloc(size);
    if (!copy)
        return NULL;
    memcpy(copy, data, size);
    put_le32(copy + 76, (uint32_t)size);
    put_be16(copy + 86, (uint16_t)(size - 88 - 2));
    memcpy(copy + size - 2 - sizeof(tag), tag, sizeof(tag));
    unsigned sum = 0;
    for (size_t i = 86; i < size - 2; i++)
        sum += copy[i];
    put_le16(copy + size - 2, (uint16_t)sum);
    return copy;
}

#endif
