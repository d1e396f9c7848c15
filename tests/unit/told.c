/*
 * told.c - what a reader of bytes tells of problems, as one text
 */
#include "told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book_text.h"
#include "guard.h"

static bool hear(void *ctx, enum tabia_problem kind,
                 const struct tabia_error *problem)
{
    struct told *told = ctx;
    const bool is_error = kind == TABIA_PROBLEM_ERROR;
    const size_t len = strlen(told->text);
    snprintf(told->text + len, sizeof(told->text) - len, "%s%s%llu: %s",
             len ? "; " : "", is_error && !told->is_plain ? "!" : "",
             (unsigned long long)problem->offset, problem->msg);
    told->n++;
    return !is_error || told->goes_on;
}

struct tabia_book *told_read(struct tabia_bytes src,
                             struct tabia_read_options options,
                             struct told *told, struct tabia_error *err)
{
    struct guard g = guard_copy(src.data, src.size);
    options.on_problem = hear;
    options.ctx = told;
    struct tabia_book *book = tabia_book_decode(guard_bytes(&g), &options, err);
    guard_free(&g);
    return book;
}

void told_print(const struct told *told, const struct tabia_book *book,
                const struct tabia_error *err, char *got, size_t size)
{
    if (!book) {
        snprintf(got, size, "%s = none: %llu: %s", told->text,
                 (unsigned long long)err->offset, err->msg);
        return;
    }
    char *dump = book_text_dump(book);
    snprintf(got, size, "%s = %s", told->text, dump);
    free(dump);
}
