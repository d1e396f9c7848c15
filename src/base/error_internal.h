/*
 * error_internal.h - filling in struct tabia_error
 *
 *     if (size < HEADER_SIZE)
 *         return error_at_offset(err, TABIA_ERR_CORRUPT, size, "cut short");
 *
 * All of these return false, accept NULL, and keep the first error: when
 * 'err' already has a status they change nothing. None of them allocates.
 *
 * A function that reads a file for callers who may pass NULL, or an error that
 * has a status, collects in one of its own, names the file and hands it on:
 *
 *     struct tabia_error failure = { 0 };
 *     if (parse(&in, &failure))
 *         return true;
 *     error_in_file(&failure, path); // unless a deeper function named one
 *     return error_pass(err, &failure);
 */
#ifndef BASE_ERROR_INTERNAL_H
#define BASE_ERROR_INTERNAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/error.h"

/* An error without a place. */
bool error_set(struct tabia_error *err, enum tabia_status status,
               const char *fmt, ...) PRINTF_LIKE(3, 4) COLD;

/*
 * An error in a text of one line, such as a FEN: line 1, column 'col' from 1,
 * offset 'col' - 1.
 */
bool error_at_col(struct tabia_error *err, enum tabia_status status, size_t col,
                  const char *fmt, ...) PRINTF_LIKE(4, 5) COLD;

/* An error at a line and column, both from 1, 'offset' bytes from the start. */
bool error_at_location(struct tabia_error *err, enum tabia_status status,
                       size_t line, size_t col, uint64_t offset,
                       const char *fmt, ...) PRINTF_LIKE(6, 7) COLD;

bool error_at_location_v(struct tabia_error *err, enum tabia_status status,
                         size_t line, size_t col, uint64_t offset,
                         const char *fmt, va_list ap) PRINTF_LIKE(6, 0) COLD;

/*
 * An error in a binary file. The line is 0; the column is 1, which
 * distinguishes an error at offset 0 from one that has no place.
 */
bool error_at_offset(struct tabia_error *err, enum tabia_status status,
                     uint64_t offset, const char *fmt, ...)
    PRINTF_LIKE(4, 5) COLD;

/*
 * A failed system call: the message is followed by ": " and the system's
 * words for 'number' (an errno). TABIA_ERR_NOMEM for ENOMEM, else TABIA_ERR_IO.
 */
bool error_system(struct tabia_error *err, int number, const char *fmt, ...)
    PRINTF_LIKE(3, 4) COLD;

bool error_nomem(struct tabia_error *err) COLD;

/* Adds a hint to an error that has none yet. Returns false. */
bool error_hint(struct tabia_error *err, enum tabia_hint hint) COLD;

/* No error yet, but the file that one will name; NULL: none. */
struct tabia_error error_for(const char *file);

/* Names the file, whatever was named before. Of a long path the end is kept. */
void error_set_file(struct tabia_error *err, const char *file);

/* Names the file of an error that has none yet; NULL: none. */
bool error_in_file(struct tabia_error *err, const char *file) COLD;

/* Hands an error on, with its file and place. Returns false. */
bool error_pass(struct tabia_error *err, const struct tabia_error *from) COLD;

#endif
