/*
 * built_in_names.c - the built-in names of openings, as a book
 *
 * The built-in names are data/names.tsv. The build compresses the file with
 * gzip to a seventh of its size.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "format/built_in.h"
#include "format/formats.h"
#include "io/decompress.h"
#include "tabia/names.h"
#include "base/banned.h"

static const uint8_t names_gz[] = {
#include "format/names.inc"
};

/* The size of what was compressed: the last four bytes of gzip. */
enum { SIZE_BYTES = 4 };

struct tabia_book *built_in_names_load(struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = &format_eco,
        .name = "names.tsv",
    };
    const size_t size = load_le32(&names_gz[sizeof(names_gz) - SIZE_BYTES]);
    uint8_t *text = malloc(size);
    void *state = text ? decompress_gz.open(NULL) : NULL;
    struct tabia_book *book = NULL;
    if (!state) {
        error_nomem(err);
    } else {
        struct decompress_io io = {
            .in = names_gz,
            .nin = sizeof(names_gz),
            .out = text,
            .nout = size,
        };
        const char *why = "truncated";
        if (decompress_gz.step(state, &io, &why) == DECOMPRESS_END)
            book = tabia_book_decode((struct tabia_bytes){ text, size },
                                     &options, err);
        else
            error_set(err, TABIA_ERR_CORRUPT, "the built-in names: %s", why);
        decompress_gz.close(state);
    }
    free(text);
    return book;
}
