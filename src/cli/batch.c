/*
 * batch.c - positions from standard input, one on a line
 */
#include "cli/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/json_writer.h"

#include "base/banned.h"

static const char byte_order_mark[] = "\xEF\xBB\xBF";

/* Only a FEN has a slash in it. */
static struct batch_line batch_line_of(char *text, uint32_t number)
{
    if (number == 1 && strncmp(text, byte_order_mark, 3) == 0)
        text += 3;
    text[strcspn(text, "\r\n")] = '\0';
    return (struct batch_line){
        .text = text,
        .is_fen = strchr(text, '/') != NULL,
        .at = { "<stdin>", number },
    };
}

void batch_print_error(const struct batch_line *line, const char *why,
                       bool is_json)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json_writer js;
    if (!is_json) {
        printf("%s\terror\n", line->text);
        return;
    }
    json_writer_init(&js, &dst, false);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "position", line->text);
    json_writer_pair_text(&js, "error", why);
    json_writer_end(&js);
}

/* A line with a NUL in it, which the rest must not seem to end at. */
static enum cli_status refuse_line(const struct batch_line *line, bool is_json)
{
    struct tabia_error err = error_for(line->at.name);
    error_at_location(&err, TABIA_ERR_SYNTAX, line->at.line,
                      strlen(line->text) + 1, 0,
                      "expected text, found a NUL byte");
    batch_print_error(line, "not a position", is_json);
    return cli_print_error(&err);
}

enum cli_status batch_run(const struct args *args, batch_fn *answer, void *ctx)
{
    enum cli_status worst = CLI_DONE;
    char *text = NULL;
    size_t room = 0;
    uint32_t number = 0;
    int why = 0;
    // The input may have no end: a closed pipe must end it.
    while (worst != CLI_FAILED && !ferror(stdout)) {
        const ssize_t len = getline(&text, &room, stdin);
        if (len == -1) {
            why = feof(stdin) ? 0 : errno;
            break;
        }
        const bool is_text = strlen(text) == (size_t)len;
        const struct batch_line line = batch_line_of(text, ++number);
        const enum cli_status status =
            is_text ? answer(ctx, &line) : refuse_line(&line, args->json);
        if (status > worst)
            worst = status;
    }
    free(text);
    if (!why)
        return worst;
    return cli_fail(CLI_FAILED, "cannot read standard input: %s",
                    strerror(why));
}
