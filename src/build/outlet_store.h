/*
 * outlet_store.h - positions become a store
 */
#ifndef BUILD_OUTLET_STORE_H
#define BUILD_OUTLET_STORE_H

#include "build/gather.h"
#include "store/store_write.h"

struct outlet_store {
    struct outlet base;
    struct store_writer *writer;
    const struct tally_rule *rule;
    uint64_t min_games; // of a position
};

/* Borrows all. */
void outlet_store_init(struct outlet_store *o, struct store_writer *writer,
                       const struct tally_rule *rule, uint64_t min_games);

/*
 * Adds the games of 'rows', each with its details from 'details', one after
 * the other.
 */
bool outlet_store_games(struct store_writer *writer,
                        const struct tally_games *games,
                        struct tabia_bytes details, struct tabia_error *err);

#endif
