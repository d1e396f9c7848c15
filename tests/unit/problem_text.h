/*
 * problem_text.h - the problems that a reader of bytes reports, as one text
 *
 *     "16: entry 2 has code 831c, which is not a move; !32: ..."
 *
 * The offset and the message of each, with '!' before errors.
 */
#ifndef TESTS_PROBLEM_TEXT_H
#define TESTS_PROBLEM_TEXT_H

#include "tabia/format.h"

struct problem_text {
    char text[1200];
    bool goes_on;  // the answer to errors
    bool is_plain; // no '!'
    size_t n;
};

/*
 * Reads bytes that end at a guard page; 'problems' then has the problems. NULL
 * with an error.
 */
struct tabia_book *problem_text_read(struct tabia_bytes bytes,
                                     struct tabia_read_options options,
                                     struct problem_text *problems,
                                     struct tabia_error *err);

/* "problems = dump of the book", or "problems = none: offset: error". */
void problem_text_print(const struct problem_text *problems,
                        const struct tabia_book *book,
                        const struct tabia_error *err, char *got, size_t size);

#endif
