/*
 * build_problems.c - the first problems of a build
 */
#include "build/build_problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/banned.h"

void build_problems_add_all(struct build_problems *problems,
                            const struct build_problems *more)
{
    for (size_t i = 0; i < more->n && problems->n < TABIA_BUILD_PROBLEMS_MAX;
         i++)
        problems->list[problems->n++] = more->list[i];
}

/* A note is the numbers, the file and, on a line of its own, the message. */
void build_problems_put_notes(const struct build_problems *problems,
                              struct buf *notes)
{
    for (size_t i = 0; i < problems->n; i++) {
        const struct tabia_error *err = &problems->list[i];
        char text[TABIA_ERROR_FILE_SIZE + TABIA_ERROR_MSG_SIZE + 64];
        snprintf(text, sizeof(text),
                 "%d %" PRIu32 " %" PRIu32 " %" PRIu64 " %s\n%s",
                 (int)err->status, err->line, err->col, err->offset, err->file,
                 err->msg);
        notes_put(notes, "problem", text);
    }
}

void build_problems_get_notes(struct build_problems *problems,
                              const struct notes *notes)
{
    const char *text;
    size_t at = 0;
    problems->n = 0;
    while (problems->n < TABIA_BUILD_PROBLEMS_MAX &&
           (text = notes_next(notes, "problem", &at))) {
        struct tabia_error *err = &problems->list[problems->n];
        int status = 0, start = 0;
        *err = (struct tabia_error){ 0 };
        const char *end = strchr(text, '\n');
        if (!end ||
            sscanf(text, "%d %" SCNu32 " %" SCNu32 " %" SCNu64 "%n", &status,
                   &err->line, &err->col, &err->offset, &start) != 4)
            continue;
        err->status = (enum tabia_status)status;
        snprintf(err->file, sizeof(err->file), "%.*s",
                 (int)(end - text) - start - 1, text + start + 1);
        snprintf(err->msg, sizeof(err->msg), "%s", end + 1);
        problems->n++;
    }
}

void build_problems_report(const struct build_problems *problems,
                           const struct tabia_build_options *options)
{
    for (size_t i = 0; options->on_problem && i < problems->n; i++)
        if (!options->on_problem(options->ctx, TABIA_SEVERITY_ERROR,
                                 &problems->list[i]))
            return;
}
