/*
 * shelf_open.h - files and imports become volumes on the shelf
 */
#ifndef SERVE_SHELF_OPEN_H
#define SERVE_SHELF_OPEN_H

#include "serve/shelf/shelf.h"

/* Adds the built-in book. */
bool shelf_add_built_in(struct shelf *shelf, struct tabia_error *err);

/*
 * Adds a file in any format; 'read' may be NULL. Borrows only 'path', for the
 * error.
 */
bool shelf_add_file(struct shelf *shelf, const char *path,
                    const struct tabia_read_options *read,
                    struct tabia_error *err);

/*
 * A path in the folder of new books: that of the first book that can be saved,
 * else the working folder. NULL: there is none that can be written.
 */
const char *shelf_find_folder(const struct loan *loans, size_t n);

/*
 * Adds the books that were never saved, in the folders where new ones are put
 * and of all books: a journal without a file is all there is of them. Those
 * that another server has open stay there.
 */
void shelf_add_unsaved(struct shelf *shelf);

/*
 * Loads the book of a loan if it is only searched so far; the loan then has an
 * edition. Fails with TABIA_ERR_MISUSE if it cannot be loaded or its file has
 * changed, with TABIA_ERR_STOPPED if 'is_stopped' returns true, as below.
 */
bool shelf_load(struct shelf *shelf, struct loan *loan,
                tabia_stop_fn *is_stopped, void *ctx, struct tabia_error *err);

/* What an import is opened as. */
enum import_kind {
    IMPORT_AUTO, // games as a store, anything else as what it is
    IMPORT_BOOK, // games as lines
    IMPORT_GAMES,
};

/*
 * Adds a file that a client sent; 'name' is its name. 'loan' gets the new book,
 * or store of games. Its id is made of the content, so that the same file has
 * the same one next time; a file that is open already is lent as it is. Fails
 * with TABIA_ERR_LIMIT if there are too many imports or if they need too much
 * memory. 'is_stopped' may be NULL.
 */
bool shelf_import(struct shelf *shelf, struct tabia_bytes bytes,
                  const char *name, enum import_kind kind,
                  tabia_stop_fn *is_stopped, void *ctx, struct loan *loan,
                  struct tabia_error *err);

/*
 * Reopens files that were changed or replaced, under the same ids; 'read' as in
 * shelf_add_file. A book that has unsaved changes or cannot be reopened stays
 * as it is, with a warning.
 */
void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read);

#endif
