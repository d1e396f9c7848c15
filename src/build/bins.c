/*
 * bins.c - events on their way to be sorted, in memory of a fixed size
 */
#include "build/bins.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"

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

/* Large pages, where there are any, save most of the cost of first use. */
static void *map_blocks(size_t nbytes)
{
    void *at = mmap(NULL, nbytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    madvise(at, nbytes, MADV_HUGEPAGE);
    return at;
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
    bins->blocks = bins->nbytes ? map_blocks(bins->nbytes) : NULL;
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

static void start_block(struct bins *bins, struct lane *lane)
{
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
        if (UNLIKELY(lane->at == lane->end))
            start_block(bins, lane);
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
