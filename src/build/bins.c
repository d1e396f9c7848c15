/*
 * bins.c - events on their way to be sorted, in memory of a fixed size
 */
#include "build/bins.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/error_internal.h"

#include "base/banned.h"

#define NO_BLOCK UINT32_MAX

/* Beside the events of a block. */
struct bin_block {
    uint32_t next;
    uint32_t n;    // events, when there is a next one
    uint32_t base; // of their values
};

/* One worker's part of a bin. */
struct bin_lane {
    uint8_t *at, *end; // the next free event of the last block
    uint32_t base;     // of the last block
    uint32_t first, last;
    uint32_t reserved; // the next block that is set aside
};

struct bins {
    struct event_layout layout;
    size_t event_size, block_size; // bytes
    uint8_t *events;               // of all blocks
    struct bin_block *blocks;
    size_t nblocks, used;
    size_t nbytes;
    int nworkers;
    struct bin_lane lanes[][BINS_COUNT];
};

static void clear_lanes(struct bins *bins)
{
    for (int w = 0; w < bins->nworkers; w++)
        for (unsigned i = 0; i < BINS_COUNT; i++)
            bins->lanes[w][i] = (struct bin_lane){
                .first = NO_BLOCK,
                .last = NO_BLOCK,
                .reserved = NO_BLOCK,
            };
}

struct bins *bins_new(size_t nbytes, int nworkers, struct event_layout layout,
                      struct tabia_error *err)
{
    struct bins *bins =
        calloc(1, sizeof(*bins) + (size_t)nworkers * sizeof(bins->lanes[0]));
    if (!bins) {
        error_nomem(err);
        return NULL;
    }
    bins->layout = layout;
    bins->nworkers = nworkers;
    bins->event_size = event_size(layout);
    // What event_pack writes behind the last event is its own block's, too.
    bins->block_size = BINS_BLOCK_EVENTS * bins->event_size + EVENT_SIZE_MAX;
    bins->nblocks = nbytes / (bins->block_size + sizeof(*bins->blocks));
    if (bins->nblocks >= NO_BLOCK)
        bins->nblocks = NO_BLOCK - 1;
    bins->nbytes = bins->nblocks * bins->block_size;
    if (bins->nbytes) {
        void *events = mmap(NULL, bins->nbytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        bins->events = events == MAP_FAILED ? NULL : events;
    }
    // Large pages, where there are any, save most of the cost of first use.
    if (bins->events)
        madvise(bins->events, bins->nbytes, MADV_HUGEPAGE);
    bins->blocks = malloc((bins->nblocks + 1) * sizeof(*bins->blocks));
    if (!bins->events || !bins->blocks) {
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
    if (bins->events)
        munmap(bins->events, bins->nbytes);
    free(bins->blocks);
    free(bins);
}

/* The blocks that 'count' more events of a lane need at most. */
static size_t blocks_for(const struct bins *bins, const struct bin_lane *lane,
                         uint32_t count, uint32_t first, uint32_t last)
{
    const size_t room = (size_t)(lane->end - lane->at) / bins->event_size;
    // Values that are too far from the base of their block begin another.
    const uint32_t base = lane->at ? lane->base : first;
    const size_t breaks = bins->layout.has_base
                              ? (last - base) >> 8 * bins->layout.value_size
                              : 0;
    const size_t full = count <= room ? 0
                                      : (count - room + BINS_BLOCK_EVENTS - 1) /
                                            BINS_BLOCK_EVENTS;
    return full + breaks < count ? full + breaks : count;
}

bool bins_reserve(struct bins *bins, int worker,
                  const uint32_t counts[BINS_COUNT], uint32_t first,
                  uint32_t last)
{
    struct bin_lane *lanes = bins->lanes[worker];
    size_t need = 0;
    for (unsigned i = 0; i < BINS_COUNT; i++)
        need += blocks_for(bins, &lanes[i], counts[i], first, last);
    if (need > bins->nblocks - bins->used)
        return false;
    for (unsigned i = 0; i < BINS_COUNT; i++) {
        const size_t n = blocks_for(bins, &lanes[i], counts[i], first, last);
        lanes[i].reserved = (uint32_t)bins->used;
        bins->used += n;
    }
    return true;
}

static uint8_t *events_of(const struct bins *bins, uint32_t block)
{
    return bins->events + (size_t)block * bins->block_size;
}

/* Events in the last block of a lane. */
static uint32_t last_count(const struct bins *bins, const struct bin_lane *lane)
{
    const uint8_t *start = events_of(bins, lane->last);
    return (uint32_t)((size_t)(lane->at - start) / bins->event_size);
}

/* Begins the next block that is set aside for a lane. */
static void begin_block(struct bins *bins, struct bin_lane *lane,
                        uint32_t value)
{
    const uint32_t block = lane->reserved++;
    if (lane->last == NO_BLOCK) {
        lane->first = block;
    } else {
        bins->blocks[lane->last].next = block;
        bins->blocks[lane->last].n = last_count(bins, lane);
    }
    lane->last = block;
    lane->base = bins->layout.has_base ? value : 0;
    lane->at = events_of(bins, block);
    lane->end = lane->at + BINS_BLOCK_EVENTS * bins->event_size;
    bins->blocks[block] =
        (struct bin_block){ .next = NO_BLOCK, .base = lane->base };
}

/* For each size of keys the compiler makes a loop of its own. */
static inline void put_events(struct bins *bins, struct bin_lane *lanes,
                              const struct move_event *events, size_t n,
                              const uint32_t *values, unsigned key_size)
{
    const uint64_t most = (UINT64_C(1) << 8 * bins->layout.value_size) - 1;
    const size_t size = bins->event_size;
    for (size_t i = 0; i < n; i++) {
        const struct move_event e = events[i];
        const uint32_t value = values[e.value];
        struct bin_lane *lane = &lanes[bin_of(e.hi)];
        if (UNLIKELY(value == BINS_DROP))
            continue;
        if (UNLIKELY(lane->at == lane->end || value - lane->base > most))
            begin_block(bins, lane, value);
        event_pack(lane->at, key_size, e.hi << 8 | e.lo >> 8, e.lo & 0xFF,
                   e.move, value - lane->base);
        lane->at += size;
    }
}

void bins_put(struct bins *bins, int worker, const struct move_event *events,
              size_t n, const uint32_t *values)
{
    struct bin_lane *lanes = bins->lanes[worker];
    if (bins->layout.key_size == 7)
        put_events(bins, lanes, events, n, values, 7);
    else
        put_events(bins, lanes, events, n, values, 9);
}

bool bins_next(const struct bins *bins, unsigned bin, struct bins_iter *it,
               struct event_block *block)
{
    while (it->next == 0) {
        if (it->worker == bins->nworkers)
            return false;
        const struct bin_lane *lane = &bins->lanes[it->worker][bin];
        it->next = lane->first + 1; // NO_BLOCK and 1 is none
        it->worker += it->next == 0;
    }
    const struct bin_lane *lane = &bins->lanes[it->worker][bin];
    const uint32_t number = it->next - 1;
    const bool is_last = number == lane->last;
    *block = (struct event_block){
        .events = events_of(bins, number),
        .n = is_last ? last_count(bins, lane) : bins->blocks[number].n,
        .base = bins->blocks[number].base,
    };
    it->next = is_last ? 0 : bins->blocks[number].next + 1;
    it->worker += is_last;
    return true;
}

bool bins_is_empty(const struct bins *bins)
{
    return bins->used == 0;
}

void bins_reset(struct bins *bins)
{
    bins->used = 0;
    clear_lanes(bins);
}
