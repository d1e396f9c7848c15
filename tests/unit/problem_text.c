/*
 * problem_text.c - the problems that a reader of bytes reports, as one text
 */
#include "problem_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book_text.h"
#include "guard.h"

static bool hear(void *ctx, enum tabia_severity severity,
                 const struct tabia_error *problem)
{
    struct problem_text *problems = ctx;
    const bool is_error = severity == TABIA_SEVERITY_ERROR;
    const size_t len = strlen(problems->text);
    snprintf(problems->text + len, sizeof(problems->text) - len, "%s%s%llu: %s",
             len ? "; " : "", is_error && !problems->is_plain ? "!" : "",
             (unsigned long long)problem->offset, problem->msg);
    problems->n++;
    return !is_error || problems->goes_on;
}

struct tabia_book *problem_text_read(struct tabia_bytes bytes,
                                     struct tabia_read_options options,
                                     struct problem_text *problems,
                                     struct tabia_error *err)
{
    struct guard g = guard_copy(bytes.data, bytes.size);
    options.on_problem = hear;
    options.ctx = problems;
    struct tabia_book *book = tabia_book_decode(guard_bytes(&g), &options, err);
    guard_free(&g);
    return book;
}

void problem_text_print(const struct problem_text *problems,
                        const struct tabia_book *book,
                        const struct tabia_error *err, char *got, size_t size)
{
    if (!book) {
        snprintf(got, size, "%s = none: %llu: %s", problems->text,
                 (unsigned long long)err->offset, err->msg);
        return;
    }
    char *dump = book_text_dump(book);
    snprintf(got, size, "%s = %s", problems->text, dump);
    free(dump);
}
