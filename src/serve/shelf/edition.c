/*
 * edition.c - one state of a book, frozen
 */
#include "serve/shelf/edition.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "source/source_internal.h"
#include "tabia/draw.h"

#include "base/banned.h"

struct edition *edition_new(struct tabia_book *book,
                            const struct name_index *names,
                            struct tabia_error *err)
{
    struct edition *edition = calloc(1, sizeof(*edition));
    if (!edition) {
        tabia_book_free(book);
        error_nomem(err);
        return NULL;
    }
    edition->source = source_of_book(book, err);
    if (!edition->source) {
        free(edition);
        return NULL;
    }
    atomic_init(&edition->refs, 1);
    edition->book = book;
    edition->lock = lock_new(err);
    if (edition->lock && line_map_init(&edition->map, book, names, err))
        return edition;
    edition_unref(edition);
    return NULL;
}

const struct tabia_book *edition_lay_out(struct edition *edition,
                                         struct tabia_error *err)
{
    enum tabia_layout used;
    lock_acquire(edition->lock);
    if (!edition->with_coordinates)
        edition->with_coordinates = tabia_book_layout(
            edition->book,
            &(struct tabia_layout_options){ .layout = TABIA_LAYOUT_TREE },
            &used, err);
    const struct tabia_book *placed = edition->with_coordinates;
    lock_release(edition->lock);
    return placed;
}

struct edition *edition_ref(struct edition *edition)
{
    if (edition)
        atomic_fetch_add(&edition->refs, 1);
    return edition;
}

void edition_unref(struct edition *edition)
{
    if (!edition || atomic_fetch_sub(&edition->refs, 1) != 1)
        return;
    lock_free(edition->lock);
    line_map_clear(&edition->map);
    tabia_book_free(edition->with_coordinates);
    tabia_source_close(edition->source);
    free(edition);
}
