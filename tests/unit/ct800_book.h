/*
 * ct800_book.h - what the tests of the CT800 formats share
 */
#ifndef TESTS_CT800_BOOK_H
#define TESTS_CT800_BOOK_H

#include "base/buf.h"
#include "tabia/format.h"

/* Reads 'text' as the format of this name; NULL with an error. */
struct tabia_book *ct800_book_read(const char *format, const void *data,
                                   size_t size, struct tabia_error *err);

/* Like ct800_book_read, but of CT800 text that must be right. */
struct tabia_book *ct800_book_of(const char *text);

/*
 * All lines as text: "e2e4 e7e5? (C20 King's Pawn) | d2d4". The caller clears
 * the buffer.
 */
struct buf ct800_book_lines(const struct tabia_book *book);

/*
 * All positions with their moves, marks, ECO codes and names, sorted: two
 * books say the same when these are equal.
 */
struct buf ct800_book_folded(const struct tabia_book *book);

/* The book in another format; must not fail. The caller clears the buffer. */
struct buf ct800_book_encode(const struct tabia_book *book, const char *format,
                             struct tabia_report *report);

/* "line:col: message", "@offset: message" or "message". */
const char *ct800_book_error(const struct tabia_error *err, char *out,
                             size_t size);

#endif
