/*
 * store_block.c - ranges of bytes, and blocks that are checked once
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "store/store_def.h"
#include "base/banned.h"

enum { SEARCH_SIZE = 320 }; // head, map, keys and sizes, mostly

const uint8_t *store_fetch(const struct tabia_store *store, uint64_t at,
                           uint64_t size, struct store_fetched *fetched,
                           struct tabia_error *err)
{
    fetched->owned = NULL;
    if (store->bytes.data || at > store->fetch.size ||
        size > store->fetch.size - at || size > SIZE_MAX / 2) {
        error_at_offset(err, TABIA_ERR_CORRUPT, at,
                        "the store ends before byte %llu",
                        (unsigned long long)(at + size));
        error_in_file(err, store->file);
        return NULL;
    }
    void *data = malloc((size_t)size + 1);
    if (!data) {
        error_nomem(err);
        return NULL;
    }
    if (!store->fetch.read(store->fetch.ctx, at, data, (size_t)size, err)) {
        free(data);
        return NULL;
    }
    fetched->owned = data;
    return data;
}

void store_fetched_clear(struct store_fetched *fetched)
{
    free(fetched->owned);
    fetched->owned = NULL;
}

void store_set_checked(const struct store_section *section, uint64_t number)
{
    if (section->checked)
        atomic_fetch_or_explicit(&section->checked[number / 8],
                                 (uint8_t)(1u << number % 8),
                                 memory_order_relaxed);
}

bool store_fail_block(const struct tabia_store *store, uint64_t at,
                      const char *what, uint64_t number,
                      struct tabia_error *err)
{
    error_at_offset(err, TABIA_ERR_CORRUPT, at, "%s %llu is damaged", what,
                    (unsigned long long)number);
    return error_in_file(err, store->file);
}

bool store_checksum_is_right(const uint8_t *part, uint64_t size, unsigned kind,
                             uint64_t number)
{
    return load_le64(part) == store_checksum(part + STORE_SUM_SIZE,
                                             size - STORE_SUM_SIZE, kind,
                                             number);
}

bool store_fetch_block(const struct tabia_store *store,
                       const struct store_section *section, uint64_t number,
                       const char *what, struct store_block *block,
                       struct tabia_error *err)
{
    struct store_fetched fetched;
    const uint64_t line_at = section->entry.at + STORE_LINE_SIZE * number;
    const uint8_t *bytes =
        store_range(store, line_at, STORE_LINE_SIZE, &fetched, err);
    *block = (struct store_block){ .number = number };
    if (!bytes)
        return false;
    const struct store_index_line line = store_line_decode(bytes);
    if (UNLIKELY(fetched.owned))
        store_fetched_clear(&fetched);
    block->at = line.at;
    block->size = line.size;
    block->more = line.more;
    const uint64_t end = store->tail.directory_at;
    if (UNLIKELY(line.size < STORE_SUM_SIZE || line.at < STORE_FRONT_SIZE ||
                 line.at > end ||
                 (uint64_t)line.size + line.more > end - line.at)) {
        error_at_offset(err, TABIA_ERR_CORRUPT, line_at,
                        "the index of %s %llu is damaged", what,
                        (unsigned long long)number);
        return error_in_file(err, store->file);
    }
    block->data = store_range(store, line.at, line.size, &block->fetched, err);
    if (!block->data)
        return false;
    // The lines of the cache in which a search begins, all at once.
    for (uint32_t at = 0; at < SEARCH_SIZE && at < line.size; at += 64)
        PREFETCH(block->data + at);
    block->is_new = !store_is_checked(section, number);
    if (UNLIKELY(block->is_new) &&
        !store_checksum_is_right(block->data, line.size, section->entry.kind,
                                 number)) {
        store_block_clear(block);
        block->data = NULL;
        return store_fail_block(store, line.at, what, number, err);
    }
    return true;
}
