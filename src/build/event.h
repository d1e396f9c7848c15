/*
 * event.h - a move that was played in a position
 *
 * Games become events, events are sorted by position and then counted. What
 * belongs to the game is behind 'value', so that an event stays small. On its
 * way it has three forms: as a chunk has it, packed in the blocks of bins and
 * runs, and as two numbers to be sorted.
 */
#ifndef BUILD_EVENT_H
#define BUILD_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "store/tally.h"

/* How events are counted, which decides what their values are. */
enum count_mode {
    COUNT_MODE_RESULTS, // value: month << 2 | result
    COUNT_MODE_IN_TURN, // value: game << 2 | result, as PolyGlot counts
    COUNT_MODE_TALLIES, // value: the game's number
};

struct move_event {
    uint64_t hi;    // of the key
    uint16_t lo;    // of the key
    uint16_t move;  // a tabia_move, and EVENT_BLACK
    uint32_t value; // in a chunk, the number of the game there
};

enum {
    EVENT_BLACK = 0x8000, // in 'move', which has no use for it: Black's move
    EVENT_MOVE = 0x7FFF,
    EVENT_VALUE_BITS = 40,
    EVENT_RESULT_BITS = 2,
};

/* ---- packed ---------------------------------------------------------- */

/*
 * The key without its first byte, which is the bin's; the move; the value.
 * Numbers of games take two bytes of it: what they are above the base of the
 * block, whose games are close together.
 */
struct event_layout {
    uint8_t key_size;   // 9, or 7 of PolyGlot's keys
    uint8_t value_size; // 1 to 5
    bool has_base;      // values are those above the block's base
};

enum { EVENT_SIZE_MAX = 16, EVENT_MOVE_SIZE = 2 };

/* Packed events, one after the other; as many bytes as one more are readable
 * behind them. */
struct event_block {
    const uint8_t *events;
    uint32_t n;
    uint64_t base; // of the values
};

/* How a build packs its events. */
struct event_layout event_layout_for(enum count_mode mode, bool is_polyglot,
                                     bool has_months);

static inline size_t event_size(struct event_layout layout)
{
    return (size_t)layout.key_size + EVENT_MOVE_SIZE + layout.value_size;
}

/* Writes EVENT_SIZE_MAX bytes, of which event_size count. */
static inline void event_pack(uint8_t *dst, unsigned key_size, uint64_t key,
                              uint64_t lo, uint64_t move, uint64_t value)
{
    if (key_size == 7) {
        put_le64(dst, key >> 8);
        put_le64(dst + 7, move | value << 16);
    } else {
        put_le64(dst, key);
        put_le64(dst + 8, lo | move << 8 | value << 24);
    }
}

/* ---- to be sorted ------------------------------------------------------ */

/* An event of a bin. Its 72 bits of key come first and decide the order. */
struct bin_event {
    uint64_t key;  // the 64 bits behind the first 8, which are the bin's
    uint64_t rest; // the last 8 bits of the key, the value in 40, the move
};

static inline struct bin_event bin_event_make(uint64_t hi, uint16_t lo,
                                              uint16_t move, uint64_t value)
{
    return (struct bin_event){
        .key = hi << 8 | lo >> 8,
        .rest = (uint64_t)(lo & 0xFF) << 56 | value << 16 | move,
    };
}

static inline bool bin_event_is_same_key(const struct bin_event *a,
                                         const struct bin_event *b)
{
    return a->key == b->key && (a->rest ^ b->rest) >> 56 == 0;
}

static inline struct tally_key bin_event_key(const struct bin_event *e,
                                             unsigned bin)
{
    return (struct tally_key){
        .hi = (uint64_t)bin << 56 | e->key >> 8,
        .lo = (uint16_t)(e->key << 8 | e->rest >> 56),
    };
}

static inline uint64_t bin_event_value(const struct bin_event *e)
{
    return e->rest << 8 >> 24;
}

static inline uint8_t bin_event_turn(const struct bin_event *e)
{
    return e->rest & EVENT_BLACK ? TABIA_BLACK : TABIA_WHITE;
}

static inline tabia_move bin_event_move(const struct bin_event *e)
{
    return e->rest & EVENT_MOVE;
}

/*
 * Unpacks the events of a block, 'value_base' added to their values. False when
 * there is one above EVENT_VALUE_BITS.
 */
bool event_unpack(struct event_layout layout, const struct event_block *block,
                  uint64_t value_base, struct bin_event *dst) MUST_CHECK;

/*
 * Sorts by key; events of one key keep their order. 'scratch' has the same
 * size. Returns where the sorted events are: in 'events' or in 'scratch'.
 */
struct bin_event *event_sort(struct bin_event *events,
                             struct bin_event *scratch, size_t n) MUST_CHECK;

#endif
