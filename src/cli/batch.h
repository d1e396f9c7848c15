/*
 * batch.h - positions from standard input, one per line
 */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/cli_pos.h"
#include "cli/options.h"

struct batch_line {
    const char *text; // without its end
    bool is_fen;      // else moves from the start of the game
    struct cli_location at;
};

/* Prints one line of output for a line of input, even if that fails. */
typedef enum cli_status batch_fn(void *ctx, const struct batch_line *line);

/*
 * Calls 'answer' for every line of standard input, until its end or until
 * standard output is closed. Returns the highest of their statuses; CLI_FAILED,
 * with the reason printed, if standard input cannot be read.
 */
enum cli_status batch_run(const struct args *args, batch_fn *answer, void *ctx);

/*
 * Prints the line for a position that is invalid or could not be looked up, so
 * that input and output stay line by line. The error goes to standard error.
 */
void batch_print_error(const struct batch_line *line, const char *why,
                       bool is_json);

#endif
