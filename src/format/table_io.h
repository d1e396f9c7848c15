/*
 * table_io.h - tables as files: opened in any format, merged into a new one
 *
 * Here and not in table/, because both need to know the formats.
 */
#ifndef FORMAT_TABLE_IO_H
#define FORMAT_TABLE_IO_H

#include "base/compiler.h"
#include "format/format_contract.h"
#include "tabia/transform.h"
#include "table/row_merge.h"

/*
 * Opens the bytes of a file, which must outlive the table, in a format that can
 * be searched. 'options' as for reading a book, may be NULL. NULL with an error
 * if it cannot.
 */
struct table *format_open_table(struct tabia_bytes bytes,
                                const struct tabia_read_options *options,
                                struct tabia_error *err) MUST_CHECK;

/*
 * Like format_open_table, for these look-ups only; others may find nothing.
 * Where a format needs an index otherwise, it needs one pass over the file
 * instead, or none. 'lookup' is borrowed for the call.
 */
struct table *format_open_table_for(struct tabia_bytes bytes,
                                    const struct table_lookup *lookup,
                                    struct read_job *job,
                                    struct tabia_error *err) MUST_CHECK;

/*
 * Merges tables of one format into a file of the same format, streaming. Needs
 * a format that can be written by rows. 'policy' says what happens to a move
 * that more than one table has; TABIA_MERGE_FIRST takes each position from
 * the first table that has it.
 */
bool format_merge_tables(struct table *const *tables, size_t n,
                         enum tabia_merge_policy policy, const char *path,
                         const struct tabia_write_options *options,
                         struct tabia_report *report, struct tabia_error *err);

/*
 * Whether a filter judges the moves of each position for themselves, so that
 * keys are enough: by min_weight, min_games and top alone.
 */
bool format_filter_is_local(const struct tabia_filter_options *filter);

/*
 * Copies the rows of a table that pass a local filter into a file of the same
 * format, streaming: rows of unknown positions are judged like all others.
 * 'done' may be NULL. Fails with TABIA_ERR_MISUSE if the filter is not local.
 */
bool format_filter_table(struct table *table,
                         const struct tabia_filter_options *filter,
                         const char *path,
                         const struct tabia_write_options *options,
                         struct tabia_transform_result *done,
                         struct tabia_report *report, struct tabia_error *err);

/*
 * Writes the rows of the third table, with what differs between the first and
 * the second: see row_merge_init_patch.
 */
bool format_patch_table(struct table *const tables[ROW_MERGE_PATCH_TABLES],
                        const char *path,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err);

#endif
