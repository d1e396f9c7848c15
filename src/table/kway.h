/*
 * kway.h - several tables of one key space, read in step
 *
 * The one loop behind merge, diff and filters.
 */
#ifndef TABLE_KWAY_H
#define TABLE_KWAY_H

#include "table/table.h"

enum { KWAY_TABLES = 64, KWAY_ROWS = 65536 };

/* The rows of one key in several tables of one key space. */
struct kway_group {
    uint64_t key;
    size_t nrows;
    struct kway_row {
        size_t table; // index in the list of tables
        struct table_row row;
    } * rows; // table by table, in the order of the file
};

struct kway;

/*
 * Fails with TABIA_ERR_MISUSE when the key spaces differ. Borrows the tables.
 */
struct kway *kway_open(struct table *const *tables, size_t n,
                       struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * False at the end, or with an error when a key has more than KWAY_ROWS
 * rows. The rows belong to 'k' until the next call; they may be changed.
 */
bool kway_next(struct kway *k, struct kway_group *group,
               struct tabia_error *err);

void kway_close(struct kway *k);

#endif
