/*
 * shelf.h - the books that are served, for many readers and one writer
 *
 *     struct loan loan;
 *     if (shelf_lend(shelf, id, &loan)) {
 *         use(loan.edition->book);
 *         shelf_return(&loan);
 *     }
 *
 * A reader borrows an edition: a frozen book that stays the same while others
 * edit. A change makes a new edition (volume.h). All functions are thread-safe.
 */
#ifndef SERVE_SHELF_H
#define SERVE_SHELF_H

#include "serve/volume.h"

enum {
    SHELF_MAX = 64,                // books at once
    SHELF_IMPORTS = 16,            // of these, imported by clients
    SHELF_IMPORT_MEMORY = 1 << 30, // bytes of all imports
};

struct shelf {
    pthread_mutex_t lock; // of the list
    struct volume *list[SHELF_MAX];
    size_t n;
    unsigned nimported;     // so far, for their ids
    size_t import_memory;   // bytes used by or reserved for imported books
    atomic_uint generation; // counts all changes that readers can see
    bool read_only;
    void (*note)(void *ctx, const char *text); // receives notes; or NULL
    void (*warn)(void *ctx, const char *text); // receives warnings; or NULL
    void *note_ctx;
};

/* What a reader borrows. */
struct loan {
    struct volume *volume;
    struct edition *edition; // NULL if it is not loaded
    struct volume_state state;
};

void shelf_init(struct shelf *shelf);

/* Frees everything; all loans must be returned. Accepts the zero value. */
void shelf_clear(struct shelf *shelf);

/* NULL or "" means the first book. False if there is no such book. */
bool shelf_lend(struct shelf *shelf, const char *id, struct loan *loan);

void shelf_return(struct loan *loan);

/* The source to look up moves in; NULL for puzzles. */
const struct tabia_source *loan_source(const struct loan *loan);

/* Lends all volumes. Returns how many. */
size_t shelf_lend_all(struct shelf *shelf, struct loan loans[SHELF_MAX]);

/* Invalidates all cached responses. */
void shelf_touch(struct shelf *shelf);

/* Removes an imported book. False if there is none with this id. */
bool shelf_remove(struct shelf *shelf, const char *id);

/* Adds a volume to the list, which then owns it. Derives its id from 'name'. */
bool shelf_put(struct shelf *shelf, struct volume *volume, const char *name,
               struct tabia_error *err);

/*
 * Replaces 'old', which is dropped, by 'next', which the list then owns. False
 * if 'old' is no longer in the list.
 */
bool shelf_replace(struct shelf *shelf, struct volume *old,
                   struct volume *next);

/* ---- opening (shelf_open.c) ------------------------------------------ */

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
 * Loads the book of a loan if it is only searched so far; the loan then has an
 * edition. Fails with TABIA_ERR_MISUSE if it cannot be loaded or its file has
 * changed, with TABIA_ERR_LIMIT if 'is_stopped' returns true, as below.
 */
bool shelf_load(struct shelf *shelf, struct loan *loan,
                bool (*is_stopped)(void *ctx), void *ctx,
                struct tabia_error *err);

/*
 * Adds a book that a client sent; 'name' is the name of its file. 'loan' gets
 * the new book. Fails with TABIA_ERR_LIMIT if there are too many imports, if
 * they need too much memory, or if 'is_stopped' (may be NULL; called now and
 * then) returns true.
 */
bool shelf_import(struct shelf *shelf, struct tabia_bytes src, const char *name,
                  bool (*is_stopped)(void *ctx), void *ctx, struct loan *loan,
                  struct tabia_error *err);

/*
 * Reopens files that were changed or replaced, under the same ids; 'read' as in
 * shelf_add_file. A book that has unsaved changes or cannot be reopened stays
 * as it is, with a warning.
 */
void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read);

#endif
