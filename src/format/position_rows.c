/*
 * position_rows.c - what belongs to a position, found by its key
 */
#include "format/position_rows.h"

#include "base/sort.h"
#include "base/banned.h"

tabia_key position_rows_key(const struct tabia_pos *pos)
{
    const struct tabia_pos same = tabia_pos_identity(pos);
    return tabia_pos_key(&same);
}

bool position_rows_sort(struct position_row *rows, size_t n,
                        struct tabia_error *err)
{
    return sort_radix(rows, n, sizeof(*rows), 0, NULL, err);
}

size_t position_rows_first(const struct position_row *rows, size_t n,
                           tabia_key key)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (rows[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}
