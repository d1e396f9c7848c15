/*
 * hashmap.h - from a 64-bit hash to the number of a record elsewhere
 *
 *     struct hashmap map = { .limit = RECORDS_MAX };
 *     uint32_t id = hashmap_find(&map, hash, is_equal, &ctx);
 *     if (id == HASHMAP_NONE && !hashmap_insert(&map, hash, count, err))
 *         return false;
 *
 * The records stay with the caller, who alone knows whether two are equal.
 * A slot takes 8 bytes: 32 bits of the mixed hash, which weed out nearly all
 * strangers before the caller is asked, and the number. Linear probing, at
 * most two thirds full. Finding is safe in any number of threads while nothing
 * inserts.
 */
#ifndef BASE_HASHMAP_H
#define BASE_HASHMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/error.h"

#define HASHMAP_NONE UINT32_MAX

/* The zero value with a limit is an empty map. The map owns 'slots'. */
struct hashmap {
    uint64_t *slots; // tag << 32 | (id + 1); 0 is a free slot
    uint32_t mask;   // the number of slots less 1
    uint32_t shift;  // from a tag to its first slot
    uint32_t count;
    uint32_t limit; // the largest 'count' allowed
};

/* True if record 'id' is the one that is looked for. */
typedef bool hashmap_equal_fn(const void *ctx, uint32_t id);

/* Mixed, because some keys differ in few bits. */
static ALWAYS_INLINE uint32_t hashmap_tag(uint64_t hash)
{
    return (uint32_t)((hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/*
 * The number stored under 'hash' that 'equal' confirms, or HASHMAP_NONE.
 * Inline, so that a static 'equal' is inlined too.
 */
static ALWAYS_INLINE uint32_t hashmap_find(const struct hashmap *map,
                                           uint64_t hash,
                                           hashmap_equal_fn *equal,
                                           const void *ctx)
{
    if (UNLIKELY(!map->slots))
        return HASHMAP_NONE;

    const uint32_t tag = hashmap_tag(hash);
    for (uint32_t i = tag >> map->shift;; i = (i + 1) & map->mask) {
        const uint64_t slot = map->slots[i];
        if (!slot)
            return HASHMAP_NONE;
        if (slot >> 32 == tag && equal(ctx, (uint32_t)slot - 1))
            return (uint32_t)slot - 1;
    }
}

/*
 * Stores 'id' (below HASHMAP_NONE) under 'hash'. Does not look whether it is
 * there already. Fails with TABIA_ERR_LIMIT or TABIA_ERR_NOMEM; the map is then
 * as it was.
 */
bool hashmap_insert(struct hashmap *map, uint64_t hash, uint32_t id,
                    struct tabia_error *err);

/* Makes room for 'count' entries in all, so that inserting cannot fail. */
bool hashmap_reserve(struct hashmap *map, uint32_t count,
                     struct tabia_error *err);

/* Frees the memory; the map is then empty and usable. */
void hashmap_clear(struct hashmap *map);

#endif
