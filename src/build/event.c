/*
 * event.c - a move that was played in a position
 */
#include "build/event.h"

#include <assert.h>
#include <string.h>

#include "base/sort.h"

#include "base/banned.h"

struct event_layout event_layout_for(enum count_mode mode, bool is_polyglot,
                                     bool has_months)
{
    struct event_layout layout = { .key_size = is_polyglot ? 7 : 9 };
    if (mode == COUNT_MODE_RESULTS) {
        layout.value_size = has_months ? 3 : 1;
    } else {
        layout.value_size = mode == COUNT_MODE_IN_TURN ? 3 : 2;
        layout.has_base = true;
    }
    return layout;
}

bool event_unpack(struct event_layout layout, const struct event_block *block,
                  uint64_t value_base, struct bin_event *dst)
{
    const size_t size = event_size(layout);
    const uint64_t mask = (UINT64_C(1) << 8 * layout.value_size) - 1;
    const uint64_t most = (UINT64_C(1) << EVENT_VALUE_BITS) - 1;
    const uint8_t *p = block->events;
    if (block->base > most || value_base > most ||
        block->base + value_base + (layout.has_base ? mask : 0) > most)
        return false;
    const uint64_t base = block->base + value_base;
    if (layout.key_size == 7) {
        for (uint32_t i = 0; i < block->n; i++, p += size) {
            const uint64_t tail = load_le64(p + 7);
            const uint64_t value = base + (tail >> 16 & mask);
            dst[i].key = load_le64(p) << 8;
            dst[i].rest = value << 16 | (tail & 0xFFFF);
        }
        return true;
    }
    for (uint32_t i = 0; i < block->n; i++, p += size) {
        const uint64_t tail = load_le64(p + 8);
        const uint64_t value = base + (tail >> 24 & mask);
        dst[i].key = load_le64(p);
        dst[i].rest = tail << 56 | value << 16 | (tail >> 8 & 0xFFFF);
    }
    return true;
}

/* ---- sorting --------------------------------------------------------- */

/*
 * Keys are evenly spread, so a few of their bits nearly give the order: two
 * passes put the events in the order of the first 22 bits, three in that of 33,
 * and an insertion sort does the rest. Only a stranger of a well-known position
 * with the same bits has far to go; then all events with these bits are sorted
 * by merging.
 */
enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    FAR = 64,       // steps that an insertion may take
    FEW = 48,       // inserting is quicker
    MANY = 1 << 22, // two digits leave too much to do
};

static inline bool bin_event_is_before(const struct bin_event *a,
                                       const struct bin_event *b)
{
    return a->key < b->key ||
           (a->key == b->key && a->rest >> 56 < b->rest >> 56);
}

static int compare_keys(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return bin_event_is_before(b, a) - bin_event_is_before(a, b);
}

static void sort_digit(const struct bin_event *src, struct bin_event *dst,
                       size_t n, unsigned shift)
{
    size_t at[DIGITS] = { 0 };
    for (size_t i = 0; i < n; i++)
        at[src[i].key >> shift & (DIGITS - 1)]++;
    size_t sum = 0;
    for (size_t i = 0; i < DIGITS; i++) {
        const size_t count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        dst[at[src[i].key >> shift & (DIGITS - 1)]++] = src[i];
}

/* Moves events[i] to its place among those before it; false: too far. */
static inline bool insert_event(struct bin_event *events, size_t i)
{
    const struct bin_event e = events[i];
    const size_t least = i > FAR ? i - FAR : 0;
    size_t at = i;
    while (at > least && bin_event_is_before(&e, &events[at - 1]))
        at--;
    if (at == least && at > 0 && bin_event_is_before(&e, &events[at - 1]))
        return false;
    memmove(&events[at + 1], &events[at], (i - at) * sizeof(e));
    events[at] = e;
    return true;
}

/*
 * Sorts all events whose keys are the same from bit 'shift' on as that of
 * events[i], and returns where the others begin.
 */
static size_t sort_alike(struct bin_event *events, struct bin_event *scratch,
                         size_t n, size_t i, unsigned shift)
{
    const uint64_t bits = events[i].key >> shift;
    size_t first = i, end = i;
    while (first > 0 && events[first - 1].key >> shift == bits)
        first--;
    while (end < n && events[end].key >> shift == bits)
        end++;
    const bool ok = sort_stable(events + first, end - first, sizeof(*events),
                                compare_keys, NULL, scratch, NULL);
    assert(ok); // with a scratch array merging cannot fail
    (void)ok;
    return end;
}

struct bin_event *event_sort(struct bin_event *events,
                             struct bin_event *scratch, size_t n)
{
    struct bin_event *src = events, *dst = scratch;
    size_t i = 1; // slices are sorted already
    while (i < n && !bin_event_is_before(&src[i], &src[i - 1]))
        i++;
    if (i >= n)
        return src;
    const unsigned npasses = n <= FEW ? 0 : n <= MANY ? 2 : 3;
    for (unsigned pass = npasses; pass-- > 0;) {
        sort_digit(src, dst, n, 64 - DIGIT_BITS * (pass + 1));
        struct bin_event *sorted = dst;
        dst = src;
        src = sorted;
    }
    // Few events never have too far to go.
    for (i = 1; i < n; i++)
        if (UNLIKELY(bin_event_is_before(&src[i], &src[i - 1])) &&
            !insert_event(src, i))
            i = sort_alike(src, dst, n, i, 64 - npasses * DIGIT_BITS) - 1;
    return src;
}
