/*
 * sort.c - sorts that keep equal records in their order
 */
#include "base/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

enum { RADIX = 256, NPASSES = 8 };

/* The scratch array: the caller's, or one that 'owned' frees. */
static void *get_scratch(size_t count, size_t size, void *scratch, void **owned,
                         struct tabia_error *err)
{
    *owned = NULL;
    if (scratch)
        return scratch;
    size_t nbytes;
    if (vec_checked_mul(count, size, &nbytes))
        *owned = malloc(nbytes ? nbytes : 1);
    if (!*owned)
        error_nomem(err);
    return *owned;
}

/* ---- merge sort ------------------------------------------------------ */

struct sort_order {
    size_t size;
    sort_compare_fn *compare;
    void *ctx;
};

/* Merges [left, middle) and [middle, right) into 'dst'. */
static void merge_runs(const struct sort_order *o, const char *left,
                       const char *middle, const char *right, char *dst)
{
    const char *a = left, *b = middle;
    if (b == right || o->compare(b - o->size, b, o->ctx) <= 0) {
        memcpy(dst, left, (size_t)(right - left)); // in order already
        return;
    }
    while (a < middle && b < right) {
        const char **from = o->compare(a, b, o->ctx) <= 0 ? &a : &b;
        memcpy(dst, *from, o->size);
        *from += o->size;
        dst += o->size;
    }
    if (a < middle)
        memcpy(dst, a, (size_t)(middle - a));
    else
        memcpy(dst, b, (size_t)(right - b));
}

static size_t at_most(size_t value, size_t limit)
{
    return value < limit ? value : limit;
}

bool sort_stable(void *records, size_t count, size_t size,
                 sort_compare_fn *compare, void *ctx, void *scratch,
                 struct tabia_error *err)
{
    if (count < 2 || !size)
        return true;
    void *owned;
    char *src = records, *dst = get_scratch(count, size, scratch, &owned, err);
    if (!dst)
        return false;

    const struct sort_order order = { size, compare, ctx };
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t i = 0; i < count;) {
            const size_t middle = i + at_most(width, count - i);
            const size_t end = middle + at_most(width, count - middle);
            merge_runs(&order, src + i * size, src + middle * size,
                       src + end * size, dst + i * size);
            i = end;
        }
        char *swap = src;
        src = dst;
        dst = swap;
    }
    if (src != records)
        memcpy(records, src, count * size);
    free(owned);
    return true;
}

/* ---- radix sort ------------------------------------------------------ */

static ALWAYS_INLINE uint64_t load_record_key(const char *record, size_t key_at)
{
    uint64_t key;
    memcpy(&key, record + key_at, sizeof(key));
    return key;
}

/* How often each byte value occurs in each byte of the keys. */
static void count_digits(const char *records, size_t count, size_t size,
                         size_t key_at, size_t counts[NPASSES][RADIX])
{
    memset(counts, 0, sizeof(size_t) * NPASSES * RADIX);
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = load_record_key(records + i * size, key_at);
        for (int pass = 0; pass < NPASSES; pass++)
            counts[pass][key >> (8 * pass) & 0xFF]++;
    }
}

/* Moves the records to their places; 'next' is where each digit goes. */
static ALWAYS_INLINE void scatter_records(const char *src, char *dst,
                                          size_t count, size_t size,
                                          size_t key_at, int shift,
                                          size_t next[RADIX])
{
    for (size_t i = 0; i < count; i++) {
        const char *record = src + i * size;
        const size_t to =
            next[load_record_key(record, key_at) >> shift & 0xFF]++;
        memcpy(dst + to * size, record, size);
    }
}

/* The common sizes are constants, which makes the copy a few instructions. */
static void scatter_any(const char *src, char *dst, size_t count, size_t size,
                        size_t key_at, int shift, size_t next[RADIX])
{
    switch (size) {
    case 8:
        scatter_records(src, dst, count, 8, key_at, shift, next);
        break;
    case 16:
        scatter_records(src, dst, count, 16, key_at, shift, next);
        break;
    case 24:
        scatter_records(src, dst, count, 24, key_at, shift, next);
        break;
    case 32:
        scatter_records(src, dst, count, 32, key_at, shift, next);
        break;
    default:
        scatter_records(src, dst, count, size, key_at, shift, next);
        break;
    }
}

bool sort_radix(void *records, size_t count, size_t size, size_t key_at,
                void *scratch, struct tabia_error *err)
{
    if (size < sizeof(uint64_t) || size > SORT_RECORD_MAX ||
        key_at > size - sizeof(uint64_t))
        return error_set(err, TABIA_ERR_MISUSE,
                         "cannot sort records of this size");
    if (count < 2)
        return true;
    void *owned;
    char *src = records, *dst = get_scratch(count, size, scratch, &owned, err);
    if (!dst)
        return false;

    size_t counts[NPASSES][RADIX];
    count_digits(src, count, size, key_at, counts);
    for (int pass = 0; pass < NPASSES; pass++) {
        const uint64_t first = load_record_key(src, key_at);
        if (counts[pass][first >> (8 * pass) & 0xFF] == count)
            continue;     // all keys agree here
        size_t place = 0; // counts become first places
        for (int i = 0; i < RADIX; i++) {
            const size_t n = counts[pass][i];
            counts[pass][i] = place;
            place += n;
        }
        scatter_any(src, dst, count, size, key_at, 8 * pass, counts[pass]);
        char *swap = src;
        src = dst;
        dst = swap;
    }
    if (src != records)
        memcpy(records, src, count * size);
    free(owned);
    return true;
}
