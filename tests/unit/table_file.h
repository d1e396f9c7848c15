/*
 * table_file.h - tables without a source
 *
 * Programs search files through a source, which owns them.
 */
#ifndef TESTS_TABLE_FILE_H
#define TESTS_TABLE_FILE_H

#include "format/table_io.h"

/*
 * Opens a file in a format that can be searched; 'options' may be NULL. NULL
 * with an error if it cannot. Borrows 'path' until the table is closed.
 */
struct table *table_file_open(const char *path,
                              const struct tabia_read_options *options,
                              struct tabia_error *err);

/* format_open_table_for in the format of 'options', else the one detected. */
struct table *table_open_for(struct tabia_bytes bytes,
                             const struct table_lookup *lookup,
                             const struct tabia_read_options *options,
                             struct tabia_error *err);

#endif
