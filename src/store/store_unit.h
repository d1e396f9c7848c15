/*
 * store_unit.h - positions of a range of keys, on their way into blocks
 *
 * What store_write.h declares of units is for those who count; this is what
 * the writer works with.
 */
#ifndef STORE_STORE_UNIT_H
#define STORE_STORE_UNIT_H

#include "store/store_body.h"
#include "store/store_layout.h"
#include "store/store_write.h"

struct store_record {
    uint64_t hi; // of the key
    uint16_t lo;
    bool is_single;
    uint32_t size; // of its body
    uint64_t game; // of a single one; of others: bytes of its list
};

struct store_unit {
    struct store_writer *writer;
    const struct tally_rule *rule;
    struct body_maker maker;
    unsigned bits; // that its keys share with those of no other unit

    /* Positions that are in no block yet, their bodies and lists. */
    struct store_record *records;
    size_t nrecords, records_room;
    struct buf bodies, lists;
    struct tally_key first, last;       // of all that were added
    uint64_t positions, singles, moves; // of all that were added

    /* Blocks that are made, one after the other. */
    struct buf blocks;
    uint64_t first_block;
    struct store_index_line *lines; // of each, from the beginning of 'blocks'
    size_t nblocks, lines_room;
};

/* Adds a position that is coded already. */
bool store_unit_add_record(struct store_unit *unit,
                           const struct store_record *record, const void *body,
                           const void *list, struct tabia_error *err);

/*
 * Makes the next blocks, up to the one before 'until', of the positions that
 * are in none; those behind stay.
 */
bool store_unit_make_blocks(struct store_unit *unit,
                            const struct store_shape *shape, uint64_t until,
                            struct tabia_error *err);

/* Forgets the blocks; the next is the one behind them. */
void store_unit_drop_blocks(struct store_unit *unit);

/* What all bodies of the store that is written have in common. */
struct body_rule store_writer_rule(const struct store_writer *w);

#endif
