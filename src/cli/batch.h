/*
 * batch.h - positions from standard input, one on a line
 */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/cli_position.h"
#include "cli/options.h"

struct batch_line {
    const char *text; // without its end
    bool is_fen;      // else moves from the start of the game
    struct cli_location at;
};

/* Answers a line on standard output, whatever is wrong with it. */
typedef enum cli_status batch_fn(void *ctx, const struct batch_line *line);

/*
 * Has every line of standard input answered, until there are no more, or
 * nobody reads the answers. The worst of their statuses; CLI_FAILED, with the
 * reason printed, when standard input cannot be read.
 */
enum cli_status batch_run(const struct args *args, batch_fn *answer, void *ctx);

/*
 * The answer to a line that is no position, so that lines correspond; why it
 * is not one has been printed.
 */
void batch_unreadable(const struct batch_line *line, bool is_json);

#endif
