/*
 * edition.h - one state of a book, for all who read it
 *
 * A change makes the next one. An edition is freed with its last reference.
 * What not every answer shows is computed when it is first asked for, by one
 * thread, while others that need it wait:
 *
 *     if (edition_map_lines(edition, err))
 *         ... edition->map ...
 */
#ifndef SERVE_EDITION_H
#define SERVE_EDITION_H

#include <stdatomic.h>

#include "base/lock.h"
#include "serve/edit/changes.h"
#include "serve/shelf/name_index.h"
#include "tabia/source.h"

/* One state of a book. Frozen, except for what 'lock' guards. */
struct edition {
    atomic_uint refs;
    struct tabia_source *source;   // owned; to look up moves in
    const struct tabia_book *book; // of the source
    uint32_t *reached;             // owned; by position: moves that lead there
    char description[CHANGES_DESCRIPTION_SIZE]; // what led to it; or ""

    struct name_index *names;            // borrowed; or NULL
    struct lock *lock;                   // owned
    struct line_map map;                 // see edition_map_lines
    uint32_t *nlines;                    // owned; see edition_count_lines
    struct tabia_book *with_coordinates; // owned; see edition_lay_out
    bool is_mapped;
};

/* Owns 'book', also on failure. NULL with an error if out of memory. */
struct edition *edition_new(struct tabia_book *book, struct name_index *names,
                            struct tabia_error *err);

/* Provides 'map'. To be called before it is used. */
bool edition_map_lines(struct edition *edition, struct tabia_error *err);

/* The same, and 'nlines', by position: what line_map_count_lines counts. */
bool edition_count_lines(struct edition *edition, struct tabia_error *err);

/* The whole book with coordinates. NULL with an error. */
const struct tabia_book *edition_lay_out(struct edition *edition,
                                         struct tabia_error *err);

/* One more reference to 'edition', which is returned. Both accept NULL. */
struct edition *edition_ref(struct edition *edition);
void edition_unref(struct edition *edition);

#endif
