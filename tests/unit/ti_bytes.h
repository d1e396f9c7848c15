/*
 * ti_bytes.h - damaged files of TI calculators
 */
#ifndef TESTS_TI_BYTES_H
#define TESTS_TI_BYTES_H

#include <string.h>

#include "base/bytes.h"

/* Bytes that are replaced, and the error of the file that this makes. */
struct ti_damage {
    const char *name;
    size_t at, size;
    const char *bytes;
    const char *want;
};

/* Sets the sum at the end of a file right. */
static inline void ti_sum_set(uint8_t *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 86; i < size - 2; i++)
        sum += data[i];
    put_le16(data + size - 2, (uint16_t)sum);
}

/* Replaces them in the 'size' bytes of a file, and sets its sum right. */
static inline void ti_damage_do(const struct ti_damage *damage, uint8_t *data,
                                size_t size)
{
    memcpy(data + damage->at, damage->bytes, damage->size);
    ti_sum_set(data, size);
}

#endif
