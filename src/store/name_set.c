/*
 * name_set.c - different names, and their numbers in the order of a store
 */
#include "store/name_set.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "store/store_def.h"
#include "base/banned.h"

enum { NAMES_MAX = 1 << 28 };

/* The part of a name that is fit to be kept. */
static size_t name_length(const char *name)
{
    const size_t len = strnlen(name, TABIA_STORE_NAME_SIZE - 1);
    return utf8_valid_prefix(name, len);
}

struct name_query {
    const struct name_set *set;
    const char *name;
    size_t len;
};

static bool is_same_name(const void *ctx, uint32_t id)
{
    const struct name_query *q = ctx;
    const char *text = q->set->text.data + q->set->offsets[id];
    return strncmp(text, q->name, q->len) == 0 && !text[q->len];
}

static uint32_t find_id(const struct name_set *set, const char *name,
                        size_t len, uint64_t *hash)
{
    const struct name_query query = { set, name, len };
    *hash = XXH3_64bits(name, len);
    return hashmap_find(&set->ids, *hash, is_same_name, &query);
}

bool name_set_add(struct name_set *set, const char *name,
                  struct tabia_error *err)
{
    const size_t len = name_length(name);
    uint64_t hash;
    if (find_id(set, name, len, &hash) != HASHMAP_NONE)
        return true;
    set->ids.limit = NAMES_MAX;
    set->text.limit = SIZE_MAX / 2;
    if (!VEC_RESERVE(set->offsets, set->room, set->n + 1, NAMES_MAX, err))
        return false;
    set->offsets[set->n] = set->text.size;
    if (!buf_add(&set->text, name, len) || !buf_add_char(&set->text, '\0'))
        return buf_error(&set->text, err);
    return hashmap_insert(&set->ids, hash, (uint32_t)set->n++, err);
}

static int compare_ids(const void *a, const void *b, void *ctx)
{
    const struct name_set *set = ctx;
    const char *x = set->text.data + set->offsets[*(const uint32_t *)a];
    const char *y = set->text.data + set->offsets[*(const uint32_t *)b];
    return store_name_compare(x, strlen(x), y, strlen(y));
}

bool name_set_sort(struct name_set *set, struct tabia_error *err)
{
    set->order = calloc(set->n + 1, sizeof(*set->order));
    set->rank = calloc(set->n + 1, sizeof(*set->rank));
    if (!set->order || !set->rank)
        return error_nomem(err);
    for (uint32_t i = 0; i < set->n; i++)
        set->order[i] = i;
    if (!sort_stable(set->order, set->n, sizeof(*set->order), compare_ids, set,
                     NULL, err))
        return false;
    for (uint32_t i = 0; i < set->n; i++)
        set->rank[set->order[i]] = i;
    return true;
}

uint32_t name_set_find(const struct name_set *set, const char *name)
{
    uint64_t hash;
    const uint32_t id = find_id(set, name, name_length(name), &hash);
    return id == HASHMAP_NONE || !set->rank ? HASHMAP_NONE : set->rank[id];
}

const char *name_set_text(const struct name_set *set, size_t number)
{
    return set->text.data + set->offsets[set->order[number]];
}

void name_set_clear(struct name_set *set)
{
    buf_clear(&set->text);
    free(set->offsets);
    hashmap_clear(&set->ids);
    free(set->order);
    free(set->rank);
    *set = (struct name_set){ .n = 0 };
}
