/*
 * book_table.h - searching a file of lines through an index made once
 */
#ifndef FORMAT_BOOK_TABLE_H
#define FORMAT_BOOK_TABLE_H

#include "format/format_def.h"

/*
 * Opens bytes that have no keys of their own: they are read once into a book,
 * whose position index answers, so that transpositions are found too.
 */
bool book_table_open(const struct tabia_format *format, struct tabia_bytes src,
                     const struct tabia_read_options *options,
                     struct table_impl *table, struct tabia_error *err);

#endif
