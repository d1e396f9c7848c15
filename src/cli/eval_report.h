/*
 * eval_report.h - where a book leaves its user with the worse position
 */
#ifndef CLI_EVAL_REPORT_H
#define CLI_EVAL_REPORT_H

#include "tabia/book.h"

/*
 * Prints the ends of lines at which the side stands more than 'limit'
 * centipawns worse, the worst first.
 */
bool eval_report_print(const struct tabia_book *book, bool is_white,
                       int64_t limit, struct tabia_error *err);

#endif
