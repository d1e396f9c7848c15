/*
 * polyglot_entries.c - searching the entries of a PolyGlot book, its moves
 */
#include <string.h>

#include "base/bytes.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

/* ---- the file -------------------------------------------------------- */

static uint64_t entry_key(const struct polyglot_entries *e, size_t i)
{
    return load_be64(polyglot_entry(e, i) + POLYGLOT_KEY_AT);
}

/* A header's text ends with the first NUL in it, or with the last key 0. */
struct polyglot_entries polyglot_entries_of(struct tabia_bytes src)
{
    static const char magic[4] = { '@', 'P', 'G', '@' };
    struct polyglot_entries e = {
        .data = src.data,
        .n = src.size / POLYGLOT_ENTRY_SIZE,
    };
    bool goes_on = e.n && !entry_key(&e, 0) &&
                   memcmp(e.data + POLYGLOT_MOVE_AT, magic, sizeof(magic)) == 0;
    while (goes_on && e.nheader < e.n && !entry_key(&e, e.nheader))
        goes_on = !memchr(polyglot_entry(&e, e.nheader++) + POLYGLOT_MOVE_AT,
                          '\0', POLYGLOT_TEXT_SIZE);
    return e;
}

/* ---- searching ------------------------------------------------------- */

/*
 * Keys are spread evenly by their nature, so where the key would stand then is
 * near: from there steps that double find an interval, and halving finds the
 * first entry. Books with other keys cost no more than a plain search twice
 * over.
 */
struct polyglot_range polyglot_find(const struct polyglot_entries *e,
                                    uint64_t key)
{
    if (!e->n)
        return (struct polyglot_range){ 0 };
    const uint64_t high = key >> 32, n = e->n;
    const uint64_t even = high * (n >> 32) + (high * (n & UINT32_MAX) >> 32);
    const size_t at = (size_t)(even < n ? even : n - 1);
    size_t near = 1; // how far off that usually is: half the root of n
    while (near < e->n / near / 4)
        near *= 2;
    size_t lo = 0, hi = e->n;
    if (entry_key(e, at) < key) {
        lo = at + 1;
        for (size_t step = near; step < hi - lo; step *= 2) {
            if (entry_key(e, lo + step) >= key) {
                hi = lo + step;
                break;
            }
            lo += step + 1;
        }
    } else {
        hi = at;
        for (size_t step = near; step < hi - lo; step *= 2) {
            if (entry_key(e, hi - step) < key) {
                lo = hi - step + 1;
                break;
            }
            hi -= step;
        }
    }
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (entry_key(e, mid) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < e->nheader)
        lo = e->nheader;
    struct polyglot_range range = { lo, lo };
    while (range.end < e->n && entry_key(e, range.end) == key)
        range.end++;
    return range;
}

/* ---- moves ----------------------------------------------------------- */

size_t polyglot_moves(const struct polyglot_entries *e,
                      struct polyglot_range range, const struct tabia_pos *pos,
                      struct tabia_entry list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (size_t i = range.first; i < range.end; i++) {
        const uint8_t *p = polyglot_entry(e, i);
        const uint64_t offset = polyglot_offset(e, i);
        const tabia_move mv =
            move_code_decode(pos, load_be16(p + POLYGLOT_MOVE_AT));
        if (!mv)
            continue;
        struct tabia_move_data data = {
            .has = TABIA_HAS_WEIGHT,
            .weight = load_be16(p + POLYGLOT_WEIGHT_AT),
            .learn = load_be32(p + POLYGLOT_LEARN_AT),
            .col = (uint32_t)offset,
        };
        if (data.learn)
            data.has |= TABIA_HAS_LEARN;
        if (offset <= UINT32_MAX)
            data.has |= TABIA_HAS_SOURCE;
        n = table_add_entry(list, n, mv, &data, TABIA_POLICY_SUM);
    }
    return n;
}
