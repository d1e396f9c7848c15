/*
 * bitset.h - a set of small numbers, a bit each
 *
 *     uint8_t *met = calloc(bitset_size(n), 1);
 *     if (bitset_add(met, i))
 *         ... i is met for the first time ...
 *     free(met);
 */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that a set of numbers below 'n' needs; never 0. */
static inline size_t bitset_size(size_t n)
{
    return n / 8 + 1;
}

static inline bool bitset_has(const uint8_t *set, size_t i)
{
    return set[i / 8] >> i % 8 & 1;
}

/* Adds a number. True if it is new. */
static inline bool bitset_add(uint8_t *set, size_t i)
{
    const bool is_new = !bitset_has(set, i);
    set[i / 8] |= (uint8_t)(1u << i % 8);
    return is_new;
}

static inline void bitset_remove(uint8_t *set, size_t i)
{
    set[i / 8] &= (uint8_t) ~(1u << i % 8);
}

#endif
