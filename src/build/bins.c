/*
 * bins.c - events on their way to be sorted, in memory of a fixed size
 */
#include "build/bins.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "base/sort.h"

#include "base/banned.h"

#define NO_BLOCK UINT32_MAX

/* One worker's part of a bin. */
struct lane {
    struct event *at, *end; // the next free event of the last block
    uint32_t first, last;   // blocks
    uint32_t reserved;      // the next block that is set aside
    uint32_t nblocks;
};

struct bins {
    struct event *blocks;
    uint32_t *next; // of each block
    size_t nblocks, used;
    size_t nbytes;
    int nworkers;
    struct lane lanes[][BINS];
};

static void clear_lanes(struct bins *bins)
{
    for (int w = 0; w < bins->nworkers; w++)
        for (unsigned i = 0; i < BINS; i++)
            bins->lanes[w][i] = (struct lane){
                .first = NO_BLOCK,
                .last = NO_BLOCK,
                .reserved = NO_BLOCK,
            };
}

struct bins *bins_new(size_t nbytes, int nworkers, struct tabia_error *err)
{
    const size_t block = BINS_BLOCK * sizeof(struct event);
    struct bins *bins =
        calloc(1, sizeof(*bins) + (size_t)nworkers * sizeof(bins->lanes[0]));
    if (!bins) {
        error_nomem(err);
        return NULL;
    }
    bins->nworkers = nworkers;
    bins->nblocks = nbytes / block;
    if (bins->nblocks >= NO_BLOCK)
        bins->nblocks = NO_BLOCK - 1;
    bins->nbytes = bins->nblocks * block;
    if (bins->nbytes) {
        void *blocks = mmap(NULL, bins->nbytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        bins->blocks = blocks == MAP_FAILED ? NULL : blocks;
    }
    // Large pages, where there are any, save most of the cost of first use.
    if (bins->blocks)
        madvise(bins->blocks, bins->nbytes, MADV_HUGEPAGE);
    bins->next = malloc((bins->nblocks + 1) * sizeof(*bins->next));
    if (!bins->blocks || !bins->next) {
        bins_free(bins);
        error_nomem(err);
        return NULL;
    }
    clear_lanes(bins);
    return bins;
}

void bins_free(struct bins *bins)
{
    if (!bins)
        return;
    if (bins->blocks)
        munmap(bins->blocks, bins->nbytes);
    free(bins->next);
    free(bins);
}

/* The blocks that 'count' more events of a lane need. */
static size_t blocks_for(const struct lane *lane, uint32_t count)
{
    const size_t room = (size_t)(lane->end - lane->at);
    return count <= room ? 0 : (count - room + BINS_BLOCK - 1) / BINS_BLOCK;
}

bool bins_reserve(struct bins *bins, int worker, const uint32_t counts[BINS])
{
    struct lane *lanes = bins->lanes[worker];
    size_t need = 0;
    for (unsigned i = 0; i < BINS; i++)
        need += blocks_for(&lanes[i], counts[i]);
    if (need > bins->nblocks - bins->used)
        return false;
    for (unsigned i = 0; i < BINS; i++) {
        const size_t n = blocks_for(&lanes[i], counts[i]);
        lanes[i].reserved = (uint32_t)bins->used;
        bins->used += n;
    }
    return true;
}

void bins_put(struct bins *bins, int worker, const struct event *events,
              size_t n, const uint32_t *values)
{
    struct lane *lanes = bins->lanes[worker];
    for (size_t i = 0; i < n; i++) {
        struct event e = events[i];
        e.value = values[e.value];
        if (UNLIKELY(e.value == BINS_DROP))
            continue;
        struct lane *lane = &lanes[bins_of(e.hi)];
        if (UNLIKELY(lane->at == lane->end)) {
            const uint32_t block = lane->reserved++;
            bins->next[block] = NO_BLOCK;
            if (lane->last == NO_BLOCK)
                lane->first = block;
            else
                bins->next[lane->last] = block;
            lane->last = block;
            lane->nblocks++;
            lane->at = bins->blocks + (size_t)block * BINS_BLOCK;
            lane->end = lane->at + BINS_BLOCK;
        }
        *lane->at++ = e;
    }
}

static size_t lane_count(const struct lane *lane)
{
    return (size_t)lane->nblocks * BINS_BLOCK - (size_t)(lane->end - lane->at);
}

size_t bins_count(const struct bins *bins, unsigned bin)
{
    size_t n = 0;
    for (int w = 0; w < bins->nworkers; w++)
        n += lane_count(&bins->lanes[w][bin]);
    return n;
}

void bins_copy(const struct bins *bins, unsigned bin, struct event *dst)
{
    for (int w = 0; w < bins->nworkers; w++) {
        const struct lane *lane = &bins->lanes[w][bin];
        size_t left = lane_count(lane);
        for (uint32_t b = lane->first; left > 0; b = bins->next[b]) {
            const size_t n = left < BINS_BLOCK ? left : BINS_BLOCK;
            memcpy(dst, bins->blocks + (size_t)b * BINS_BLOCK,
                   n * sizeof(*dst));
            dst += n;
            left -= n;
        }
    }
}

void bins_reset(struct bins *bins)
{
    bins->used = 0;
    clear_lanes(bins);
}

/* ---- sorting --------------------------------------------------------- */

/*
 * Keys are evenly spread, so a few of their bits nearly give the order: two or
 * three passes put the events in the order of the bits behind the first 8, and
 * an insertion sort does the rest. Only a stranger of a well-known position
 * with the same bits has far to go; such runs are sorted by merging.
 */
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
    for (size_t i = 1; i < n; i++)
        if (UNLIKELY(is_before(&src[i], &src[i - 1])) && !insert(src, i)) {
            const bool ok =
                sort_merge(src, n, sizeof(*src), compare, NULL, dst, NULL);
            assert(ok); // with a scratch array merging cannot fail
            (void)ok;
            break;
        }
    return src;
}
