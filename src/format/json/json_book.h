/*
 * json_book.h - the words that the two halves of the JSON format share
 */
#ifndef FORMAT_JSON_BOOK_H
#define FORMAT_JSON_BOOK_H

#include "format/format_def.h"

enum { JSON_BOOK_SCHEMA = 1 };

/* Indexed by enum tabia_mark; the first is never written. */
extern const char *const json_book_marks[3];

/* The text that loading sets and that is therefore never written. */
bool json_book_is_own_text(const char *key);

bool json_book_write(const struct tabia_book *book,
                     const struct tabia_write_options *options,
                     struct sink *dst, struct tabia_report *report,
                     struct tabia_error *err);

#endif
