/*
 * volume_open.h - a file or a source becomes a volume
 */
#ifndef SERVE_VOLUME_OPEN_H
#define SERVE_VOLUME_OPEN_H

#include "serve/shelf/volume.h"

/*
 * Opens a file, and restores its unsaved changes; 'read' may be NULL. A file
 * that does not exist becomes an empty book, if it can be saved there. The
 * volume is not on the shelf yet. NULL with an error.
 */
struct volume *volume_open(struct shelf *shelf, const char *path,
                           const struct tabia_read_options *read,
                           struct tabia_error *err);

/*
 * Turns a source into what is served: a book (empty if the file is empty), a
 * set of puzzles, or a table or store to search. Owns the source.
 */
bool volume_open_source(struct volume *volume, struct tabia_source *source,
                        const struct tabia_open_options *options,
                        struct tabia_error *err);

/* Makes the store of its source what is served. */
bool volume_open_store(struct volume *volume, struct tabia_error *err);

/* Makes 'book' the first edition; owns it. False for NULL, without an error. */
bool volume_open_book(struct volume *volume, struct tabia_book *book,
                      struct tabia_error *err);

/*
 * Turns a table into a book, unless it is one already. Readers that search the
 * file go on with it; those that come later get the book. Call with
 * 'write_lock' held, or before others can use the volume.
 */
bool volume_load(struct volume *v, const struct tabia_read_options *read,
                 struct tabia_error *err);

#endif
