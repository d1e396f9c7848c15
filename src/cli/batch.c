/*
 * batch.c - positions from standard input, one on a line
 */
#include "cli/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

/* Only a FEN has a slash in it. */
static struct batch_line line_of(char *text, uint32_t number)
{
    text[strcspn(text, "\r\n")] = '\0';
    return (struct batch_line){
        .text = text,
        .is_fen = strchr(text, '/') != NULL,
        .at = { "<stdin>", number },
    };
}

enum cli_status batch_run(batch_fn *answer, void *ctx)
{
    enum cli_status worst = CLI_DONE;
    char *text = NULL;
    size_t room = 0;
    uint32_t number = 0;
    int why = 0;
    // The input may have no end: a pipe that nobody reads must end it.
    while (worst != CLI_FAILED && !ferror(stdout)) {
        if (getline(&text, &room, stdin) == -1) {
            why = feof(stdin) ? 0 : errno;
            break;
        }
        const struct batch_line line = line_of(text, ++number);
        const enum cli_status status = answer(ctx, &line);
        if (status > worst)
            worst = status;
    }
    free(text);
    if (!why)
        return worst;
    return cli_fail(CLI_FAILED, "cannot read standard input: %s",
                    strerror(why));
}
