/*
 * event_sort.c - events by key
 *
 * Keys are evenly spread, so a few of their bits nearly tell the order: two
 * or three passes put the events in the order of the bits behind the first 8,
 * and an insertion sort does the rest. Only a stranger of a well-known
 * position with the same bits has far to go; such runs are sorted by merging.
 */
#include <string.h>

#include "base/sort.h"
#include "build/event.h"

#include "base/banned.h"

enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    COMMON_BITS = 8, // the same in all keys
    FEW = 48,        // inserting is quicker
    MANY = 1 << 22,  // two digits leave too much to do
    FAR = 256,       // steps that an insertion may take
};

static inline bool is_before(const struct event *a, const struct event *b)
{
    return a->hi < b->hi || (a->hi == b->hi && a->lo < b->lo);
}

static int compare(const void *a, const void *b, void *ctx)
{
    (void)ctx;
    return is_before(b, a) - is_before(a, b);
}

static void pass(const struct event *src, struct event *dst, size_t n,
                 unsigned shift)
{
    size_t at[DIGITS] = { 0 };
    for (size_t i = 0; i < n; i++)
        at[src[i].hi >> shift & (DIGITS - 1)]++;
    size_t sum = 0;
    for (size_t i = 0; i < DIGITS; i++) {
        const size_t count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        dst[at[src[i].hi >> shift & (DIGITS - 1)]++] = src[i];
}

/* Moves events[i] to its place among those before it; false: too far. */
static inline bool insert(struct event *events, size_t i)
{
    const struct event e = events[i];
    const size_t least = i > FAR ? i - FAR : 0;
    size_t at = i;
    while (at > least && is_before(&e, &events[at - 1]))
        at--;
    if (at == least && at > 0 && is_before(&e, &events[at - 1]))
        return false;
    memmove(&events[at + 1], &events[at], (i - at) * sizeof(e));
    events[at] = e;
    return true;
}

/* False for an order that insertions are no good for. */
static bool settle(struct event *events, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (UNLIKELY(is_before(&events[i], &events[i - 1])) &&
            !insert(events, i))
            return false;
    return true;
}

struct event *event_sort(struct event *events, struct event *scratch, size_t n)
{
    struct event *src = events, *dst = scratch;
    const unsigned npasses = n <= FEW ? 0 : n <= MANY ? 2 : 3;
    for (unsigned i = npasses; i-- > 0;) {
        pass(src, dst, n, 64 - COMMON_BITS - DIGIT_BITS * (i + 1));
        struct event *sorted = dst;
        dst = src;
        src = sorted;
    }
    // With a scratch array merging cannot fail.
    if (!settle(src, n) &&
        !sort_merge(src, n, sizeof(*src), compare, NULL, dst, NULL))
        return src;
    return src;
}
