/*
 * store_overlap.c - the inputs of stores, and those that several have
 *
 * The provenance of a store lists its inputs with their checksums; that of a
 * merged store is a list of those it was merged from.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/store_def.h"
#include "store/store_internal.h"

#include "base/banned.h"

enum { INPUTS_MAX = 1 << 28, DEPTH_MAX = 100 };

/* An input of a store. The texts belong to the parsed provenance. */
struct overlap_input {
    const char *checksum, *name;
    json_int_t size;
    size_t store;
};

struct overlap_inputs {
    struct overlap_input *list;
    size_t n, room;
};

static bool add_input(struct overlap_inputs *all, const json_t *input,
                      size_t store, struct tabia_error *err)
{
    const struct overlap_input overlap_input = {
        .checksum = json_string_value(json_object_get(input, "xxh3")),
        .name = json_string_value(json_object_get(input, "name")),
        .size = json_integer_value(json_object_get(input, "size")),
        .store = store,
    };
    if (!overlap_input.checksum || !overlap_input.name)
        return true;
    if (!VEC_RESERVE(all->list, all->room, all->n + 1, INPUTS_MAX, err))
        return false;
    all->list[all->n++] = overlap_input;
    return true;
}

static bool add_inputs(struct overlap_inputs *all, const json_t *provenance,
                       size_t store, unsigned depth, struct tabia_error *err)
{
    const json_t *inputs = json_object_get(provenance, "inputs");
    const json_t *merged = json_object_get(provenance, "merged");
    for (size_t i = 0; i < json_array_size(inputs); i++)
        if (!add_input(all, json_array_get(inputs, i), store, err))
            return false;
    for (size_t i = 0; depth < DEPTH_MAX && i < json_array_size(merged); i++)
        if (!add_inputs(all, json_array_get(merged, i), store, depth + 1, err))
            return false;
    return true;
}

static int compare_inputs(const void *a, const void *b, void *ctx)
{
    const struct overlap_input *x = a, *y = b;
    const int order = strcmp(x->checksum, y->checksum);
    (void)ctx;
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Equal ones stand together now, those of earlier stores first. */
static void report_overlaps(const struct overlap_inputs *all,
                            void (*on_overlap)(void *ctx, const char *name,
                                               size_t first, size_t second),
                            void *ctx)
{
    for (size_t i = 1; i < all->n; i++) {
        const struct overlap_input *before = &all->list[i - 1],
                                   *s = &all->list[i];
        // Of an empty one there is nothing to count twice.
        if (s->size > 0 && compare_inputs(before, s, NULL) == 0 &&
            before->store != s->store)
            on_overlap(ctx, s->name, before->store, s->store);
    }
}

bool store_list_inputs(const struct tabia_store *store,
                       void (*on_input)(void *ctx, const char *name), void *ctx,
                       struct tabia_error *err)
{
    struct overlap_inputs all = { 0 };
    json_t *text = json_loads(store->provenance, JSON_DECODE_ANY, NULL);
    const bool ok = add_inputs(&all, text, 0, 0, err);
    for (size_t i = 0; ok && i < all.n; i++)
        on_input(ctx, all.list[i].name);
    json_decref(text);
    free(all.list);
    return ok;
}

bool store_list_overlaps(const struct tabia_store *const *stores, size_t n,
                         void (*on_overlap)(void *ctx, const char *name,
                                            size_t first, size_t second),
                         void *ctx, struct tabia_error *err)
{
    struct overlap_inputs all = { 0 };
    json_t **texts = calloc(n + 1, sizeof(json_t *));
    bool ok = texts || error_nomem(err);
    for (size_t i = 0; ok && i < n; i++) {
        texts[i] = json_loads(stores[i]->provenance, JSON_DECODE_ANY, NULL);
        ok = add_inputs(&all, texts[i], i, 0, err);
    }
    ok = ok && sort_stable(all.list, all.n, sizeof(*all.list), compare_inputs,
                           NULL, NULL, err);
    if (ok)
        report_overlaps(&all, on_overlap, ctx);
    for (size_t i = 0; texts && i < n; i++)
        json_decref(texts[i]);
    free((void *)texts);
    free(all.list);
    return ok;
}
