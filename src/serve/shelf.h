/*
 * shelf.h - the books that are served, for many readers and one writer
 *
 *     struct loan loan;
 *     if (shelf_lend(shelf, id, &loan)) {
 *         tabia_source_find(loan_source(&loan), &pos, NULL, &answer, err);
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

/*
 * Lends all volumes; of the imported ones only those whose ids 'imports' lists,
 * separated by commas; NULL: none of these. Returns how many.
 */
size_t shelf_lend_all(struct shelf *shelf, const char *imports,
                      struct loan loans[SHELF_MAX]);

/* Invalidates all cached responses. */
void shelf_bump_generation(struct shelf *shelf);

/* Removes an imported book. False if there is none with this id. */
bool shelf_remove(struct shelf *shelf, const char *id);

/*
 * Adds a volume to the list, which then owns it. Derives its id from 'name'; a
 * number is added if another has it.
 */
bool shelf_add_volume(struct shelf *shelf, struct volume *volume,
                      const char *name, struct tabia_error *err);

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
 * with TABIA_ERR_LIMIT if there are too many imports, if they need too much
 * memory, or if 'is_stopped' (may be NULL; called now and then) returns true.
 */
bool shelf_import(struct shelf *shelf, struct tabia_bytes src, const char *name,
                  enum import_kind kind, bool (*is_stopped)(void *ctx),
                  void *ctx, struct loan *loan, struct tabia_error *err);

/*
 * Reopens files that were changed or replaced, under the same ids; 'read' as in
 * shelf_add_file. A book that has unsaved changes or cannot be reopened stays
 * as it is, with a warning.
 */
void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read);

#endif
