/*
 * table_file.h - a table that owns its file
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

#endif
