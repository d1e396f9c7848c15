/*
 * weak_ends.h - where a book leaves its user with the worse position
 */
#ifndef CLI_WEAK_ENDS_H
#define CLI_WEAK_ENDS_H

#include "cli/cli.h"
#include "tabia/book.h"

/*
 * Prints the ends of lines at which the side stands more than 'limit'
 * centipawns worse, the worst first; as text or as an array in JSON. Failures
 * are printed.
 */
enum cli_status weak_ends_print(const struct tabia_book *book, bool is_white,
                                int64_t limit, bool as_json);

#endif
