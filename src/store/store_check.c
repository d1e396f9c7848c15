/*
 * store_check.c - which blocks were found sound, and what is said of others
 */
#include "base/error.h"
#include "store/store_def.h"
#include "base/banned.h"

void store_set_checked(const struct store_checked *checked, uint64_t number)
{
    atomic_fetch_or_explicit(&checked->bits[number / 8],
                             (uint8_t)(1u << number % 8), memory_order_relaxed);
}

bool store_damaged(const struct tabia_store *store, uint64_t at,
                   const char *what, uint64_t number, struct tabia_error *err)
{
    error_offset(err, TABIA_ERR_CORRUPT, at, "%s %llu is damaged", what,
                 (unsigned long long)number);
    return error_in_file(err, store->file);
}

bool store_sum_is_right(const uint8_t *part, uint64_t size,
                        enum store_kind kind, uint64_t number)
{
    return load_le64(part) == store_checksum(part + STORE_SUM_SIZE,
                                             size - STORE_SUM_SIZE, kind,
                                             number);
}
