/*
 * bits.c - reading bits near the end of the bytes
 */
#include "store/bits.h"

#include "base/banned.h"

uint64_t bits_peek_end(const struct bits_reader *r)
{
    const uint64_t byte = r->at / 8;
    uint64_t word = 0;
    if (byte >= r->size)
        return 0;
    if (r->size >= 8)
        return load_be64(r->data + r->size - 8)
               << (8 * (byte + 8 - r->size) + r->at % 8);
    for (uint64_t i = 0; byte + i < r->size; i++)
        word |= (uint64_t)r->data[byte + i] << (56 - 8 * i);
    return word << r->at % 8;
}
