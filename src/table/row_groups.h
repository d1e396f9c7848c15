/*
 * row_groups.h - several tables of one key space, read in step
 *
 * The one loop behind merge, diff and filters.
 */
#ifndef TABLE_ROW_GROUPS_H
#define TABLE_ROW_GROUPS_H

#include "base/compiler.h"
#include "table/table.h"

/* At most; of more than 256 tables, as many as they have moves at most. */
enum { ROW_GROUPS_ROWS_MAX = 65536 };

/* The rows of one key in several tables of one key space. */
struct row_group {
    uint64_t key;
    size_t nrows;
    struct row_group_row {
        size_t table; // index in the list of tables
        struct table_row row;
    } * rows; // table by table, in the order of the file
};

struct row_groups;

/*
 * Fails with TABIA_ERR_MISUSE when the key spaces differ. Borrows the tables.
 */
struct row_groups *row_groups_new(struct table *const *tables, size_t n,
                                  struct tabia_error *err) MUST_CHECK;

/*
 * False at the end, or with an error when a key has more rows than
 * ROW_GROUPS_ROWS_MAX. The rows belong to 'groups' until the next call; they
 * may be changed.
 */
bool row_groups_next(struct row_groups *groups, struct row_group *group,
                     struct tabia_error *err);

void row_groups_free(struct row_groups *groups);

#endif
