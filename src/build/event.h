/*
 * event.h - a move that was played in a position, in 16 bytes
 *
 * Games become events, events are sorted by position and then counted. What
 * belongs to the game is behind 'value', so that an event stays small.
 */
#ifndef BUILD_EVENT_H
#define BUILD_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/tally.h"

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

#endif
