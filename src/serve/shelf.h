/*
 * shelf.h - the books that are served, while some read and one writes
 *
 *     struct loan loan;
 *     if (shelf_lend(shelf, id, &loan)) {
 *         use(loan.edition->book);
 *         shelf_return(&loan);
 *     }
 *
 * A reader borrows an edition: a book that is frozen and stays as it is,
 * whatever is changed meanwhile. A change makes a new edition (volume.h). All
 * functions are safe from several threads.
 */
#ifndef SERVE_SHELF_H
#define SERVE_SHELF_H

#include "serve/volume.h"

enum {
    SHELF_MAX = 64,                // books at once
    SHELF_IMPORTS = 16,            // of which were sent by visitors
    SHELF_IMPORT_MEMORY = 1 << 30, // bytes of all of these
};

struct shelf {
    pthread_mutex_t lock; // of the list
    struct volume *list[SHELF_MAX];
    size_t n;
    unsigned nimported;     // ever, for their names
    size_t import_memory;   // bytes of imported books, and of those to come
    atomic_uint generation; // counts everything that readers can see
    bool read_only;
    void (*note)(void *ctx, const char *text); // words for people; or NULL
    void (*warn)(void *ctx, const char *text); // what they have to know
    void *note_ctx;
};

/* What a reader borrows. */
struct loan {
    struct volume *volume;
    struct edition *edition; // NULL unless VOLUME_BOOK
    struct volume_state state;
};

void shelf_init(struct shelf *shelf);

/* Frees everything. Nobody borrows any more. Accepts the zero value. */
void shelf_clear(struct shelf *shelf);

/* NULL or "" is the first book. False: there is none. */
bool shelf_lend(struct shelf *shelf, const char *id, struct loan *loan);

void shelf_return(struct loan *loan);

/* What is asked for moves; NULL for puzzles. */
const struct tabia_source *loan_source(const struct loan *loan);

/* Copies of the list: loans of all volumes. Returns how many. */
size_t shelf_lend_all(struct shelf *shelf, struct loan loans[SHELF_MAX]);

/* All cached answers are old now. */
void shelf_touch(struct shelf *shelf);

/* Takes an imported book off. False: there is none of that name. */
bool shelf_remove(struct shelf *shelf, const char *id);

/* Adds to the list, which then owns it. 'name' becomes the id. */
bool shelf_put(struct shelf *shelf, struct volume *volume, const char *name,
               struct tabia_error *err);

/*
 * Puts 'next' where 'old' is; false: it is not there any more. Then the list
 * owns 'next', and has dropped 'old'.
 */
bool shelf_replace(struct shelf *shelf, struct volume *old,
                   struct volume *next);

/* ---- opening (shelf_open.c) ------------------------------------------ */

/* Adds the book that comes with the library. */
bool shelf_add_default(struct shelf *shelf, struct tabia_error *err);

/*
 * Adds a file of any format; 'read' may be NULL. Borrows nothing but 'path',
 * and that only for the error.
 */
bool shelf_add_file(struct shelf *shelf, const char *path,
                    const struct tabia_read_options *read,
                    struct tabia_error *err);

/*
 * Adds bytes that a visitor sent; 'name' is what their file was called. 'loan'
 * is of the new book. TABIA_LIMIT when there are too many, or too large ones
 * together, or when 'is_stopped' (or NULL), which is asked now and then, says
 * that it has taken too long.
 */
bool shelf_import(struct shelf *shelf, struct tabia_bytes src, const char *name,
                  bool (*is_stopped)(void *ctx), void *ctx, struct loan *loan,
                  struct tabia_error *err);

/*
 * Opens files again that were changed or replaced, under the ids they have;
 * 'read' as in shelf_add_file. What has unsaved changes, or cannot be opened,
 * stays as it is, with a warning.
 */
void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read);

/* Do both mean the same player? As 'tabia build --player' sees it. */
bool shelf_is_player(const char *name, const char *player);

#endif
