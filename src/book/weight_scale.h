/*
 * weight_scale.h - weights that have to fit into fewer bits
 */
#ifndef BOOK_WEIGHT_SCALE_H
#define BOOK_WEIGHT_SCALE_H

#include <stdint.h>

/*
 * Weights only mean something beside the others of their position. Where the
 * largest is above the limit, all are multiplied by limit / largest and
 * rounded; what was not 0 stays at least 1.
 */
static inline uint64_t weight_scale(uint64_t weight, uint64_t largest,
                                    uint32_t limit)
{
    if (!weight || largest <= limit)
        return weight;
    while (largest > UINT32_MAX) { // keeps the product within 64 bits
        weight = weight / 2 + (weight & 1);
        largest = largest / 2 + (largest & 1);
    }
    const uint64_t scaled = (weight * limit + largest / 2) / largest;
    return scaled ? scaled : 1;
}

#endif
