/*
 * polyglot_entries.c - searching the entries of a PolyGlot book, its moves
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

/* ---- the file -------------------------------------------------------- */

static uint64_t entry_key(const struct polyglot_entries *e, size_t i)
{
    return load_be64(polyglot_entry_at(e, i) + POLYGLOT_KEY_AT);
}

/* A header's text ends with the first NUL in it, or with the last key 0. */
struct polyglot_entries polyglot_entries_of(struct tabia_bytes bytes)
{
    static const char magic[4] = { '@', 'P', 'G', '@' };
    struct polyglot_entries e = {
        .data = bytes.data,
        .n = bytes.size / POLYGLOT_ENTRY_SIZE,
    };
    bool goes_on = e.n && !entry_key(&e, 0) &&
                   memcmp(e.data + POLYGLOT_MOVE_AT, magic, sizeof(magic)) == 0;
    while (goes_on && e.nheader < e.n && !entry_key(&e, e.nheader))
        goes_on = !memchr(polyglot_entry_at(&e, e.nheader++) + POLYGLOT_MOVE_AT,
                          '\0', POLYGLOT_TEXT_SIZE);
    return e;
}

/* ---- searching ------------------------------------------------------- */

enum {
    NEAR = 16,          // entries, as far as some lines of the cache
    WINDOW = 8,         // entries around a guess that are looked at first
    AROUND = 2,         // entries that a guess may be off without being renewed
    GUESS_ENTRIES = 16, // at least, for each guess
    GUESS_BITS_MAX = 20,
};

struct polyglot_guesses *polyglot_guesses_new(size_t n)
{
    struct polyglot_guesses *guesses;
    unsigned bits = 1;
    while (bits < GUESS_BITS_MAX && n / GUESS_ENTRIES >> bits > 1)
        bits++;
    guesses = calloc(1, sizeof(*guesses) + (sizeof(guesses->off[0]) << bits));
    if (guesses)
        guesses->shift = 64 - bits;
    return guesses;
}

/* How many of 'n' evenly spread keys are below 'key', about. */
static size_t polyglot_even_place(uint64_t key, uint64_t n)
{
    const uint64_t high = key >> 32;
    return (size_t)(high * (n >> 32) + (high * (n & UINT32_MAX) >> 32));
}

/*
 * The first entry of [lo, hi) that is not below the key, 'hi' if all are:
 * steps from 'at' that double find an interval, halving it finds the entry.
 */
static size_t polyglot_find_near(const struct polyglot_entries *e, uint64_t key,
                                 size_t lo, size_t hi, size_t at)
{
    enum { FIRST_STEP = 4 };
    if (lo == hi)
        return lo;
    if (entry_key(e, at) < key) {
        lo = at + 1;
        for (size_t step = FIRST_STEP; step < hi - lo; step *= 2) {
            if (entry_key(e, lo + step) >= key) {
                hi = lo + step;
                break;
            }
            lo += step + 1;
        }
    } else {
        hi = at;
        for (size_t step = FIRST_STEP; step < hi - lo; step *= 2) {
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
    return lo;
}

/*
 * How many of the WINDOW entries from 'first' on are below the key. Without a
 * branch, so that their lines of the cache are read at once.
 */
static size_t polyglot_count_below(const struct polyglot_entries *e,
                                   size_t first, uint64_t key)
{
    size_t n = 0;
    for (size_t i = 0; i < WINDOW; i++)
        n += entry_key(e, first + i) < key;
    return n;
}

/* The first entry of [lo, hi) that is not below the key, 'hi' if all are. */
static size_t polyglot_correct(const struct polyglot_entries *e, uint64_t key,
                               size_t lo, size_t hi, size_t at)
{
    enum { CORRECTIONS = 3 };
    size_t way = SIZE_MAX; // the length of the last step
    for (int i = 0; i < CORRECTIONS && way > NEAR && lo < hi; i++) {
        at = at < lo ? lo : at < hi ? at : hi - 1;
        const uint64_t found = entry_key(e, at);
        if (found < key) {
            way = polyglot_even_place(key - found, e->n);
            lo = at + 1;
            at = way < hi - lo ? lo + way : hi;
        } else {
            way = polyglot_even_place(found - key, e->n);
            hi = at;
            at = way < hi - lo ? hi - way : lo;
        }
    }
    at = at < lo ? lo : at < hi ? at : hi - 1;
    return polyglot_find_near(e, key, lo, hi, at);
}

/*
 * Keys are spread evenly by their nature, so where the key would stand then is
 * near, off by about half the root of n. The key that stands there says how
 * far it is from the one that is looked for, which leaves the root of that
 * distance, and so on: of 23 million entries 2,400, then 50, then 7. Each step
 * is one access to memory, so what earlier searches have found out is used to
 * begin with about 5: mostly the place is among the entries around it. Books
 * with other keys cost no more than a plain search twice over.
 */
struct polyglot_range polyglot_find(const struct polyglot_entries *e,
                                    uint64_t key)
{
    const size_t n = e->n, even = polyglot_even_place(key, n);
    _Atomic int16_t *guess =
        e->guesses ? &e->guesses->off[key >> e->guesses->shift] : NULL;
    const int64_t off =
        guess ? atomic_load_explicit(guess, memory_order_relaxed) : 0;
    size_t lo = 0, hi = n; // the first entry not below the key, or n
    size_t at = off < 0 && even < (uint64_t)-off ? 0 : even + (size_t)off;
    bool is_found = false;
    if (off && n >= WINDOW) {
        size_t first = at < WINDOW / 2 ? 0 : at - WINDOW / 2;
        if (first > n - WINDOW)
            first = n - WINDOW;
        const size_t below = polyglot_count_below(e, first, key);
        is_found = below > 0 && below < WINDOW;
        if (below)
            at = lo = first + below;
        else
            at = hi = first;
    }
    if (!is_found)
        lo = polyglot_correct(e, key, lo, hi, at);
    const int64_t now = (int64_t)lo - (int64_t)even;
    if (guess && (now < off - AROUND || now > off + AROUND) &&
        now > INT16_MIN && now < INT16_MAX)
        atomic_store_explicit(guess, (int16_t)now, memory_order_relaxed);
    if (lo < e->nheader)
        lo = e->nheader;
    struct polyglot_range range = { lo, lo };
    while (range.end < e->n && entry_key(e, range.end) == key)
        range.end++;
    return range;
}

/* ---- moves ----------------------------------------------------------- */

size_t polyglot_list_moves(const struct polyglot_entries *e,
                           struct polyglot_range range,
                           const struct tabia_pos *pos,
                           struct tabia_book_move list[TABIA_MOVES_MAX])
{
    size_t n = 0;
    for (size_t i = range.first; i < range.end; i++) {
        const uint8_t *p = polyglot_entry_at(e, i);
        const uint64_t offset = polyglot_entry_offset(e, i);
        const uint32_t learn = load_be32(p + POLYGLOT_LEARN_AT);
        const tabia_move mv =
            move_code_decode(pos, load_be16(p + POLYGLOT_MOVE_AT));
        if (!mv)
            continue;
        const struct tabia_move_data data = {
            .has = TABIA_HAS_WEIGHT | (learn ? TABIA_HAS_LEARN : 0) |
                   (offset <= UINT32_MAX ? TABIA_HAS_LOCATION : 0),
            .weight = load_be16(p + POLYGLOT_WEIGHT_AT),
            .learn = learn,
            .col = (uint32_t)offset,
        };
        n = table_add_entry(list, n, mv, &data, TABIA_MERGE_SUM);
    }
    return n;
}
