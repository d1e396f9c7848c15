/*
 * store_unit.h - positions of a range of keys, on their way into blocks
 */
#ifndef STORE_STORE_UNIT_H
#define STORE_STORE_UNIT_H

#include "base/compiler.h"
#include "store/store_write.h"

struct store_unit;

/* Borrows both. 'rule' is complete when the first position is added. */
struct store_unit *store_unit_new(struct store_writer *w,
                                  const struct tally_rule *rule,
                                  struct tabia_error *err) MUST_CHECK;

/* Accepts NULL. */
void store_unit_free(struct store_unit *unit);

/* Empties it. No other unit has keys with the same first 'bits' bits. */
void store_unit_begin(struct store_unit *unit, unsigned bits);

/*
 * Adds a position with all games that played a move in it, ascending, each
 * once. Keys ascend.
 */
bool store_unit_add(struct store_unit *unit, struct tally_key key, uint8_t turn,
                    const tally_played *played, size_t n,
                    struct tabia_error *err);

/* Makes its blocks, as far as that can be done before it is in turn. */
bool store_unit_end(struct store_unit *unit, struct tabia_error *err);

/* ---- for the writer ---------------------------------------------------- */

struct store_record;

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
void store_unit_remove_blocks(struct store_unit *unit);

#endif
