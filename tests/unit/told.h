/*
 * told.h - what a reader of bytes tells of problems, as one text
 *
 *     "16: entry 2 has code 831c, which is not a move; !32: ..."
 *
 * The offset and the message of each, with '!' before errors.
 */
#ifndef TESTS_TOLD_H
#define TESTS_TOLD_H

#include "tabia/format.h"

struct told {
    char text[1200];
    bool goes_on;  // the answer to errors
    bool is_plain; // no '!'
    size_t n;
};

/*
 * Reads bytes that end at a guard page; 'told' then has the problems. NULL
 * with an error.
 */
struct tabia_book *told_read(struct tabia_bytes src,
                             struct tabia_read_options options,
                             struct told *told, struct tabia_error *err);

/* "problems = dump of the book", or "problems = none: offset: error". */
void told_print(const struct told *told, const struct tabia_book *book,
                const struct tabia_error *err, char *got, size_t size);

#endif
