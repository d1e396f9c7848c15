/*
 * hashmap.c - from a 64-bit hash to the number of a record elsewhere
 */
#include "base/hashmap.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/banned.h"

enum { BITS_MIN = 4, BITS_MAX = 32 };

/* Room for 'count' entries at most two thirds full? */
static bool hashmap_has_room(uint64_t nslots, uint64_t count)
{
    return count * 3 <= nslots * 2;
}

static void hashmap_fill_slot(struct hashmap *map, uint64_t slot)
{
    uint32_t i = (uint32_t)(slot >> 32) >> map->shift;
    while (map->slots[i])
        i = (i + 1) & map->mask;
    map->slots[i] = slot;
}

/* Moves everything to a larger table of 2^bits slots. */
static bool hashmap_resize(struct hashmap *map, uint32_t bits,
                           struct tabia_error *err)
{
    const uint64_t nslots = UINT64_C(1) << bits;
    if (nslots > SIZE_MAX / sizeof(uint64_t))
        return error_nomem(err);
    struct hashmap larger = {
        .slots = calloc((size_t)nslots, sizeof(uint64_t)),
        .mask = (uint32_t)(nslots - 1),
        .shift = 32 - bits,
        .count = map->count,
        .limit = map->limit,
    };
    if (!larger.slots)
        return error_nomem(err);

    if (map->slots)
        for (uint64_t i = 0; i <= map->mask; i++)
            if (map->slots[i])
                hashmap_fill_slot(&larger, map->slots[i]);
    free(map->slots);
    *map = larger;
    return true;
}

bool hashmap_reserve(struct hashmap *map, uint32_t count,
                     struct tabia_error *err)
{
    if (count > map->limit)
        return error_set(err, TABIA_ERR_LIMIT,
                         "more than the limit of %lu entries",
                         (unsigned long)map->limit);
    const uint64_t nslots = map->slots ? (uint64_t)map->mask + 1 : 0;
    if (hashmap_has_room(nslots, count))
        return true;

    uint32_t bits = BITS_MIN;
    while (bits < BITS_MAX && !hashmap_has_room(UINT64_C(1) << bits, count))
        bits++;
    if (!hashmap_has_room(UINT64_C(1) << bits, count))
        return error_set(err, TABIA_ERR_LIMIT, "the table is full");
    return hashmap_resize(map, bits, err);
}

bool hashmap_insert(struct hashmap *map, uint64_t hash, uint32_t id,
                    struct tabia_error *err)
{
    if (id == HASHMAP_NONE || map->count == UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "the table is full");
    if (!hashmap_reserve(map, map->count + 1, err))
        return false;
    hashmap_fill_slot(map, (uint64_t)hashmap_tag(hash) << 32 | (id + 1));
    map->count++;
    return true;
}

void hashmap_clear(struct hashmap *map)
{
    free(map->slots);
    *map = (struct hashmap){ .limit = map->limit };
}
