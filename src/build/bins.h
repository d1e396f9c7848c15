/*
 * bins.h - events on their way to be sorted, in memory of a fixed size
 *
 * An event falls into one of 256 bins by the first bits of its key. Each
 * worker has a list of blocks per bin, so that no worker waits for another; the
 * blocks come from one pool, and when it is used up all bins are emptied at
 * once. Events are packed as they are in runs.
 */
#ifndef BUILD_BINS_H
#define BUILD_BINS_H

#include "base/compiler.h"
#include "build/event.h"

enum {
    BINS_BITS = 8, // of a key
    BINS_COUNT = 1 << BINS_BITS,
    BINS_BLOCK_EVENTS = 256, // events in a block
};

struct bins;

/* The bin of a key: the order of bins is the order of keys. */
static inline unsigned bin_of(uint64_t hi)
{
    return (unsigned)(hi >> 56);
}

/* NULL for want of memory. 'nbytes' is for the blocks. */
struct bins *bins_new(size_t nbytes, int nworkers, struct event_layout layout,
                      struct tabia_error *err) MUST_CHECK;

/* Accepts NULL. */
void bins_free(struct bins *bins);

/*
 * Sets blocks aside for counts[i] more events of a worker in each bin i, whose
 * values are 'first' to 'last'. One thread at a time. False when there are not
 * enough: nothing has changed.
 */
bool bins_reserve(struct bins *bins, int worker,
                  const uint32_t counts[BINS_COUNT], uint32_t first,
                  uint32_t last);

/*
 * Puts in the events for which there was a reservation, the value of each
 * replaced by values[value]; those that are BINS_DROP then are dropped, and
 * must not have been counted.
 */
void bins_put(struct bins *bins, int worker, const struct move_event *events,
              size_t n, const uint32_t *values);

#define BINS_DROP UINT32_MAX

/* Goes through the blocks of a bin; zero begins. False at the end. */
struct bins_iter {
    int worker;
    uint32_t next; // block of this worker and 1; 0: its first
};

bool bins_next(const struct bins *bins, unsigned bin, struct bins_iter *it,
               struct event_block *block);

bool bins_is_empty(const struct bins *bins);

/* Empties all bins. */
void bins_reset(struct bins *bins);

#endif
