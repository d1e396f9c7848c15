/*
 * names_load.c - tables of names from files
 */
#include "tabia/format.h"
#include "tabia/names.h"
#include "base/banned.h"

struct tabia_names *tabia_names_load(const char *path, struct tabia_error *err)
{
    struct tabia_book *book =
        path ? tabia_book_load(path, NULL, err) : tabia_book_default(err);
    if (!book)
        return NULL;
    struct tabia_names *names = tabia_names_new(book, err);
    tabia_book_free(book);
    return names;
}
