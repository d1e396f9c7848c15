/*
 * store_unit.h - positions of a range of keys, on their way into blocks
 *
 * What store_write.h declares of units is for those who count; this is what
 * the writer works with.
 */
#ifndef STORE_STORE_UNIT_H
#define STORE_STORE_UNIT_H

#include "store/store_layout.h"
#include "store/store_write.h"

struct store_record {
    struct tally_key key;
    uint32_t size; // of its body
};

struct store_unit {
    struct store_writer *writer;
    const struct tally_rule *rule;
    struct tally tally;
    unsigned bits; // that its keys share with those of no other unit

    /* Positions that are in no block yet, and their bodies. */
    struct store_record *records;
    size_t nrecords, records_room;
    struct buf bodies;
    struct tally_key first, last; // of all that were added
    uint64_t positions, moves;    // of all that were added

    /* Blocks that are made, one after the other. */
    struct buf blocks;
    uint64_t first_block;
    uint64_t *starts; // of each, from the beginning of 'blocks'
    size_t nblocks, starts_room;
};

/* Adds a position that is coded already. */
bool store_unit_add_record(struct store_unit *unit, struct tally_key key,
                           const void *body, uint32_t size,
                           struct tabia_error *err);

/*
 * Makes the next blocks, up to the one before 'until', of the positions that
 * are in none; those behind stay.
 */
bool store_unit_make_blocks(struct store_unit *unit,
                            const struct store_tail *tail, uint64_t until,
                            struct tabia_error *err);

/* Forgets the blocks; the next is the one behind them. */
void store_unit_drop_blocks(struct store_unit *unit);

#endif
