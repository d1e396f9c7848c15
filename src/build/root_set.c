/*
 * root_set.c - the positions that games begin with, each with its number
 */
#include "build/root_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"

#include "base/banned.h"

struct root_query {
    const struct tabia_packed *list;
    const struct tabia_packed *wanted;
};

static bool is_root(const void *ctx, uint32_t id)
{
    const struct root_query *q = ctx;
    return memcmp(&q->list[id], q->wanted, TABIA_PACKED_CORE_SIZE) == 0;
}

bool root_set_add(struct root_set *set, const struct tabia_packed *root,
                  uint32_t *number, struct tabia_error *err)
{
    const struct root_query query = { set->list, root };
    uint64_t hash = 0;
    for (size_t i = 0; i < TABIA_PACKED_CORE_SIZE; i++)
        hash = (hash ^ root->bytes[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
    set->numbers.limit = ROOT_SET_MAX;
    *number = hashmap_find(&set->numbers, hash, is_root, &query);
    if (*number != HASHMAP_NONE)
        return true;
    *number = (uint32_t)set->n;
    if (set->n == ROOT_SET_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "too many starting positions");
    if (!VEC_RESERVE(set->list, set->room, set->n + 1, ROOT_SET_MAX, err))
        return false;
    set->list[set->n] = *root;
    return hashmap_insert(&set->numbers, hash, (uint32_t)set->n++, err);
}

void root_set_clear(struct root_set *set)
{
    free(set->list);
    hashmap_clear(&set->numbers);
    *set = (struct root_set){ 0 };
}
