/*
 * load.c - whole books and tables of names from files
 *
 * Declared where books and names are (format.h, names.h), defined here because
 * a source is what opens a file.
 */
#include "base/error_internal.h"
#include "book/names_internal.h"
#include "format/built_in.h"
#include "source/names_files.h"
#include "source/source_internal.h"
#include "tabia/names.h"
#include "base/banned.h"

struct tabia_book *tabia_book_load(const char *path,
                                   const struct tabia_read_options *options,
                                   struct tabia_error *err)
{
    struct tabia_open_options how = { .mode = TABIA_OPEN_LOAD };
    if (options)
        how.read = *options;
    struct tabia_source *source = tabia_source_open(path, &how, err);
    struct tabia_book *book = source ? source_take_book(source) : NULL;
    tabia_source_close(source);
    return book;
}

/* The built-in table is there already, and is never freed or changed. */
struct tabia_names *tabia_names_load(const struct tabia_names_options *options,
                                     struct tabia_error *err)
{
    const char *const *paths = options ? options->paths : NULL;
    if (!paths || !paths[0])
        return names_adopt_book((struct tabia_book *)&built_in_names, err);
    struct tabia_book *book = paths[1] ? names_files_load(paths, err)
                                       : tabia_book_load(paths[0], NULL, err);
    struct tabia_names *names = book ? names_from_book(book, err) : NULL;
    tabia_book_free(book);
    return names;
}
