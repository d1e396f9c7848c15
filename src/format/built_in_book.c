/*
 * built_in_book.c - the built-in book, data/openings.txt
 *
 * The text is here for those who ask for the source; the book that it makes is
 * built_in_book, so that it need not be read.
 */
#include "format/built_in.h"

#include <string.h>
#include <unistd.h>

#include "format/format_io.h"
#include "base/banned.h"

static const uint8_t text[] = {
#include "format/openings.inc"
};

bool built_in_book_is_named(const char *path)
{
    return strcmp(path, "<" BUILT_IN_BOOK_ID ">") == 0 ||
           (strcmp(path, BUILT_IN_BOOK_ID) == 0 && access(path, F_OK) != 0);
}

struct tabia_bytes built_in_book_text(void)
{
    return (struct tabia_bytes){ text, sizeof(text) };
}

struct tabia_book *built_in_book_load(struct read_job *job,
                                      struct tabia_error *err)
{
    if (job->user->keep_location || job->user->nsettings)
        return format_decode(built_in_book_text(), job, NULL, err);
    return (struct tabia_book *)&built_in_book; // never freed or changed
}
