/*
 * store_unit_def.h - what stands behind a struct store_unit
 */
#ifndef STORE_STORE_UNIT_DEF_H
#define STORE_STORE_UNIT_DEF_H

#include "store/body.h"
#include "store/store_layout.h"
#include "store/store_unit.h"

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
    struct body_encoder encoder;
    unsigned bits; // that its keys share with those of no other unit
    unsigned kind; // of its blocks: STORE_SECTION_POSITIONS or EVALUATIONS

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

#endif
