/*
 * row_merge.h - the rows of several tables as one stream, in the order of keys
 */
#ifndef TABLE_ROW_MERGE_H
#define TABLE_ROW_MERGE_H

#include "table/row_groups.h"
#include "table/table_def.h"

/*
 * The rows of several tables, merged by a policy: see format_merge_tables.
 * After the last row 'error' is set if it was not the end.
 */
struct row_merge {
    struct row_stream stream;
    struct row_groups *groups;
    struct row_group group; // the rows of the current key
    size_t next;            // the first of them not given out yet
    enum tabia_merge_policy policy;
    bool is_patch; // three tables: see row_merge_init_patch
    const struct tabia_filter_options *filter; // borrowed; NULL: all pass
    uint64_t ndropped;                         // rows that it did not let pass
    const struct table_impl *first_table; // the first table, whose rule counts
    struct row_group_row *patched;        // room for patching a group's rows
    size_t patched_room;
    struct row_merge_place {
        uint16_t code;
        uint32_t at; // in the group
    } * places;      // room for sorting a group's rows
    size_t places_room;
    uint64_t nrows; // given out so far
    struct tabia_error error;
};

/* Borrows the tables. On failure there is nothing to clear. */
bool row_merge_init(struct row_merge *m, struct table *const *tables, size_t n,
                    enum tabia_merge_policy policy, struct tabia_error *err);

/* The tables of a patch. */
enum {
    ROW_MERGE_PATCH_CHANGED,
    ROW_MERGE_PATCH_KNOWN,
    ROW_MERGE_PATCH_FILE,
    ROW_MERGE_PATCH_TABLES
};

/*
 * The rows of the third table, with what is different between the first and
 * the second: what these two have in common stays as the third has it.
 */
bool row_merge_init_patch(struct row_merge *m,
                          struct table *const tables[ROW_MERGE_PATCH_TABLES],
                          struct tabia_error *err);

void row_merge_clear(struct row_merge *m);

#endif
