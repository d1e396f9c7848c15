/*
 * format_set.h - writing books that are several files
 */
#ifndef FORMAT_FORMAT_SET_H
#define FORMAT_FORMAT_SET_H

#include "format/format_contract.h"

/*
 * Writes a book in a format that is a set of files: all of them, or none
 * (io/commit.h). 'path' names the main file.
 */
bool format_write_set(const struct tabia_book *book, const char *path,
                      const struct tabia_format *format,
                      const struct tabia_write_options *options,
                      struct tabia_report *report, struct tabia_error *err);

/*
 * Writes a book that needs 'n' files of one kind: all, or none. They have the
 * name 'path' with a number before its ending: book0.89y, book1.89y.
 */
bool format_write_numbered(const struct tabia_book *book, const char *path,
                           const struct tabia_format *format, size_t n,
                           const struct tabia_write_options *options,
                           struct tabia_report *report,
                           struct tabia_error *err);

#endif
