/*
 * names_load.c - tables of names, from files and the built-in one
 *
 * The built-in names are data/names.tsv. The build compresses the file with
 * gzip to a seventh of its size.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/error.h"
#include "format/formats.h"
#include "io/unpack.h"
#include "tabia/names.h"
#include "base/banned.h"

static const uint8_t names_gz[] = {
#include "format/eco/names.inc"
};

/* The size of what was compressed: the last four bytes of gzip. */
enum { SIZE_BYTES = 4 };

static bool unpack_names(uint8_t *text, size_t size, struct tabia_error *err)
{
    struct unpack_io io = {
        .in = names_gz,
        .nin = sizeof(names_gz),
        .out = text,
        .nout = size,
    };
    const char *why = "cut short";
    void *state = unpack_gz.open(NULL);
    if (!state)
        return error_nomem(err);
    const enum unpack_outcome outcome = unpack_gz.step(state, &io, &why);
    unpack_gz.close(state);
    return outcome == UNPACK_END ||
           error_set(err, TABIA_CORRUPT, "the built-in names: %s", why);
}

struct tabia_book *names_book(struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = &format_eco,
        .name = "names.tsv",
    };
    const size_t size = load_le32(&names_gz[sizeof(names_gz) - SIZE_BYTES]);
    uint8_t *text = malloc(size);
    struct tabia_book *book = NULL;
    if (!text)
        error_nomem(err);
    else if (unpack_names(text, size, err))
        book = tabia_book_decode((struct tabia_bytes){ text, size }, &options,
                                 err);
    free(text);
    return book;
}

struct tabia_names *tabia_names_load(const char *path, struct tabia_error *err)
{
    struct tabia_book *book =
        path ? tabia_book_load(path, NULL, err) : names_book(err);
    if (!book)
        return NULL;
    struct tabia_names *names = tabia_names_new(book, err);
    tabia_book_free(book);
    return names;
}
