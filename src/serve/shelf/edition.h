/*
 * edition.h - one state of a book, for all who read it
 *
 * A change makes the next one. An edition is freed with its last reference.
 */
#ifndef SERVE_EDITION_H
#define SERVE_EDITION_H

#include <stdatomic.h>

#include "base/lock.h"
#include "serve/edit/changes.h"
#include "serve/shelf/line_map.h"
#include "tabia/source.h"

/*
 * One state of a book. Frozen, except for 'with_coordinates', computed when
 * needed.
 */
struct edition {
    atomic_uint refs;
    struct tabia_source *source;   // owned; to look up moves in
    const struct tabia_book *book; // of the source
    struct line_map map;
    struct lock *lock;                          // owned; of 'with_coordinates'
    struct tabia_book *with_coordinates;        // owned; or NULL
    char description[CHANGES_DESCRIPTION_SIZE]; // what led to it; or ""
};

/* Owns 'book', also on failure. NULL with an error if out of memory. */
struct edition *edition_new(struct tabia_book *book,
                            const struct name_index *names,
                            struct tabia_error *err);

/*
 * The whole book with coordinates, computed once and kept with the edition.
 * NULL with an error.
 */
const struct tabia_book *edition_lay_out(struct edition *edition,
                                         struct tabia_error *err);

/* One more reference to 'edition', which is returned. Both accept NULL. */
struct edition *edition_ref(struct edition *edition);
void edition_unref(struct edition *edition);

#endif
