/*
 * polyglot_entries.c - searching the entries of a PolyGlot book, its moves
 */
#include <string.h>

#include "base/bytes.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

/* ---- the file -------------------------------------------------------- */

static uint64_t key_at(const struct polyglot_entries *e, size_t i)
{
    return load_be64(polyglot_entry(e, i) + POLYGLOT_KEY_AT);
}

/* A header's text ends with the first NUL in it, or with the last key 0. */
static size_t count_header(const struct polyglot_entries *e)
{
    static const char magic[4] = { '@', 'P', 'G', '@' };
    size_t i = 0;
    for (bool goes_on = true; goes_on && i < e->n && !key_at(e, i); i++) {
        const uint8_t *text = polyglot_entry(e, i) + POLYGLOT_MOVE_AT;
        if (i == 0 && memcmp(text, magic, sizeof(magic)) != 0)
            return 0;
        goes_on = !memchr(text, '\0', POLYGLOT_TEXT_SIZE);
    }
    return i;
}

struct polyglot_entries polyglot_entries_of(struct tabia_bytes src)
{
    struct polyglot_entries e = {
        .data = src.data,
        .n = src.size / POLYGLOT_ENTRY_SIZE,
    };
    e.nheader = count_header(&e);
    return e;
}

/* ---- searching ------------------------------------------------------- */

/* Where the key would stand if all keys were evenly spread. */
static size_t guess(const struct polyglot_entries *e, uint64_t key)
{
    const uint64_t high = key >> 32, n = e->n;
    const uint64_t at = high * (n >> 32) + (high * (n & UINT32_MAX) >> 32);
    return (size_t)(at < n ? at : n - 1);
}

/* How far off a guess among 'n' even keys usually is: half the root of n. */
static size_t usual_error(size_t n)
{
    size_t step = 1;
    while (step < n / step / 4)
        step *= 2;
    return step;
}

/*
 * Keys are spread evenly by their nature, so the guess is near: from there
 * steps that double find an interval, and halving finds the place. Books with
 * other keys cost no more than a plain search twice over.
 */
static size_t find_first(const struct polyglot_entries *e, uint64_t key)
{
    if (!e->n)
        return 0;
    size_t lo = 0, hi = e->n;
    const size_t at = guess(e, key), near = usual_error(e->n);
    if (key_at(e, at) < key) {
        lo = at + 1;
        for (size_t step = near; step < hi - lo; step *= 2) {
            if (key_at(e, lo + step) >= key) {
                hi = lo + step;
                break;
            }
            lo += step + 1;
        }
    } else {
        hi = at;
        for (size_t step = near; step < hi - lo; step *= 2) {
            if (key_at(e, hi - step) < key) {
                lo = hi - step + 1;
                break;
            }
            hi -= step;
        }
    }
    // The first entry in [lo, hi) with a key that is not smaller, or hi.
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (key_at(e, mid) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct polyglot_range polyglot_find(const struct polyglot_entries *e,
                                    uint64_t key)
{
    struct polyglot_range range = { .first = find_first(e, key) };
    if (range.first < e->nheader)
        range.first = e->nheader;
    range.end = range.first;
    while (range.end < e->n && key_at(e, range.end) == key)
        range.end++;
    return range;
}

/* ---- moves ----------------------------------------------------------- */

static struct tabia_move_data data_of(const struct polyglot_entries *e,
                                      size_t i)
{
    const uint8_t *p = polyglot_entry(e, i);
    const uint64_t offset = polyglot_offset(e, i);
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
    return data;
}

size_t polyglot_moves(const struct polyglot_entries *e,
                      struct polyglot_range range, const struct tabia_pos *pos,
                      struct tabia_entry list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (size_t i = range.first; i < range.end; i++) {
        const uint16_t code =
            load_be16(polyglot_entry(e, i) + POLYGLOT_MOVE_AT);
        const tabia_move mv = move_code_decode(pos, code);
        if (!mv)
            continue;
        const struct tabia_move_data data = data_of(e, i);
        n = table_add_entry(list, n, mv, &data, TABIA_POLICY_SUM);
    }
    return n;
}
