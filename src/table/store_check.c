/*
 * store_check.c - which blocks were found sound, and what is said of others
 */
#include "base/error.h"
#include "table/store_def.h"
#include "base/banned.h"

bool store_is_checked(const struct store_checked *checked, uint64_t number)
{
    const uint8_t byte =
        atomic_load_explicit(&checked->bits[number / 8], memory_order_relaxed);
    return byte >> number % 8 & 1;
}

void store_set_checked(const struct store_checked *checked, uint64_t number)
{
    atomic_fetch_or_explicit(&checked->bits[number / 8],
                             (uint8_t)(1u << number % 8), memory_order_relaxed);
}

bool store_damaged(const struct tabia_store *store, uint64_t at,
                   const char *what, uint64_t number, struct tabia_error *err)
{
    error_offset(err, TABIA_CORRUPT, at, "%s %llu is damaged", what,
                 (unsigned long long)number);
    return error_in_file(err, store->file);
}

bool store_block_range(const struct tabia_store *store, uint64_t index_at,
                       uint64_t number, uint64_t low, uint64_t high,
                       uint64_t *at, uint64_t *size)
{
    const uint8_t *line = store->src.data + index_at + 8 * number;
    const uint64_t begin = load_le64(line), end = load_le64(line + 8);
    *at = begin;
    *size = end - begin;
    return begin >= low && end <= high && begin <= end;
}

bool store_sum_is_right(const uint8_t *part, size_t size, enum store_kind kind,
                        uint64_t number)
{
    return load_le64(part) == store_checksum(part + STORE_SUM_SIZE,
                                             size - STORE_SUM_SIZE, kind,
                                             number);
}
