/*
 * bins.h - events on their way to be sorted, in memory of a fixed size
 *
 * An event falls into one of 256 bins by the first bits of its key. Each
 * worker has a list of blocks per bin, so that nobody waits for anybody; the
 * blocks come from one pool, and when it is used up all bins are emptied at
 * once.
 */
#ifndef BUILD_BINS_H
#define BUILD_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "store/tally.h"

/*
 * An event is a move that was played in a position, in 16 bytes. Games become
 * events, events are sorted by position and then counted. What belongs to the
 * game is behind 'value', so that an event stays small.
 */
struct event {
    uint64_t hi;    // of the key
    uint16_t lo;    // of the key
    uint16_t move;  // a tabia_move, and EVENT_BLACK
    uint32_t value; // the game, or what counts of it: see enum counting
};

enum {
    EVENT_BLACK = 0x8000, // in 'move', which has no use for it: Black's move
    EVENT_MOVE = 0x7FFF,
};

static inline tabia_move event_move(const struct event *e)
{
    return e->move & EVENT_MOVE;
}

static inline uint8_t event_turn(const struct event *e)
{
    return e->move & EVENT_BLACK ? TABIA_BLACK : TABIA_WHITE;
}

static inline struct tally_key event_key(const struct event *e)
{
    return (struct tally_key){ .hi = e->hi, .lo = e->lo };
}

static inline bool event_same_key(const struct event *a, const struct event *b)
{
    return a->hi == b->hi && a->lo == b->lo;
}

/*
 * Sorts by key; events of one key keep their order. All keys have the same
 * first 8 bits. 'scratch' has the same size. Returns where the sorted events
 * are: in 'events' or in 'scratch'.
 */
struct event *event_sort(struct event *events, struct event *scratch,
                         size_t n) ATTR_MUST_CHECK;

enum {
    BINS_BITS = 8, // of a key
    BINS = 1 << BINS_BITS,
    BINS_BLOCK = 256, // events in a block
};

struct bins;

/* The bin of a key: the order of bins is the order of keys. */
static inline unsigned bins_of(uint64_t hi)
{
    return (unsigned)(hi >> 56);
}

/* NULL for want of memory. 'nbytes' is for the blocks. */
struct bins *bins_new(size_t nbytes, int nworkers,
                      struct tabia_error *err) ATTR_MUST_CHECK;

/* Accepts NULL. */
void bins_free(struct bins *bins);

/*
 * Sets blocks aside for counts[i] more events of a worker in each bin i. One
 * thread at a time. False when there are not enough: nothing has changed.
 */
bool bins_reserve(struct bins *bins, int worker, const uint32_t counts[BINS]);

/*
 * Puts in the events for which there was a reservation, the value of each
 * replaced by values[value]; those that are BINS_DROP then are left out, and
 * must not have been counted.
 */
void bins_put(struct bins *bins, int worker, const struct event *events,
              size_t n, const uint32_t *values);

#define BINS_DROP UINT32_MAX

/* Events in a bin, of all workers. */
size_t bins_count(const struct bins *bins, unsigned bin);

/* Copies a bin's events, worker by worker, each in the order they came. */
void bins_copy(const struct bins *bins, unsigned bin, struct event *dst);

/* Empties all bins. */
void bins_reset(struct bins *bins);

#endif
