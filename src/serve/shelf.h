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

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "io/commit.h"
#include "serve/api/book_map.h"
#include "serve/edit/edit_journal.h"
#include "source/source_def.h"

enum {
    SHELF_MAX = 64,                // books at once
    SHELF_IMPORTS = 16,            // of which were sent by visitors
    SHELF_IMPORT_MEMORY = 1 << 30, // bytes of all of these
    SHELF_ID_SIZE = 40,
    VOLUME_STATES = 101, // that can be gone back to, the current one included
    VOLUME_MEMORY = 512 << 20, // bytes of all of them, but for the last two
};

enum volume_kind {
    VOLUME_BOOK,    // in memory
    VOLUME_TABLE,   // searched in its file
    VOLUME_STORE,   // statistics of games
    VOLUME_PUZZLES, // no book
};

/* One state of a book. Frozen, but for 'placed', which comes when needed. */
struct edition {
    atomic_uint refs;
    struct tabia_source *source;   // owned; the book as it is asked
    const struct tabia_book *book; // of the source
    struct book_map map;
    pthread_mutex_t lock;      // of 'placed'
    struct tabia_book *placed; // owned; the book with places; or NULL
};

struct volume {
    atomic_uint refs;
    char id[SHELF_ID_SIZE];
    enum volume_kind kind;
    char *path; // owned; NULL: there is no file
    char *name; // owned: of the file, without its folder; NULL: none
    const struct tabia_format *format; // NULL for stores and puzzles
    struct tabia_source *source; // owned: a table or a store; NULL: neither
    struct tabia_store *store;   // of the source; NULL: no store
    unsigned colors; // of a store's player: mask of 1u << enum tabia_color
    struct puzzles *puzzles; // owned
    bool is_imported, is_editable;
    size_t memory;       // bytes that an imported book counts for
    bool is_savable;     // it has a file, in a folder that can be written to
    atomic_bool is_lost; // the file was changed in place: nothing is read
    bool is_replaced;    // of the writer: the file was opened again
    struct tabia_report unread; // what the file has and the book has not

    pthread_mutex_t writer; // held by the one who makes the next edition
    pthread_mutex_t lock;   // of all below, for a moment
    unsigned revision;      // counts changes, undone ones too
    struct edition *states[VOLUME_STATES]; // oldest first
    size_t nstates, at;                    // the current one
    size_t saved;                          // as in the file; SIZE_MAX: none
    size_t base;             // where the journal starts; SIZE_MAX: in no state
    struct file_stamp stamp; // of the file, when it was read or written

    struct edit_journal journal; // of the writer
    bool has_sum;                // the journal knows what it starts from
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
    unsigned revision;
    size_t undo, redo;
    bool is_dirty;
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

/*
 * False with an error when the file of a store or a table was changed under
 * it. Then the volume is closed to readers.
 */
bool volume_check(struct shelf *shelf, struct volume *volume,
                  struct tabia_error *err);

/* Takes an imported book off. False: there is none of that name. */
bool shelf_remove(struct shelf *shelf, const char *id);

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

/* ---- for those who change volumes ------------------------------------ */

/* Owns 'book', in any case. NULL with an error when there is no memory. */
struct edition *edition_new(struct tabia_book *book, struct tabia_error *err);
struct edition *edition_take(struct edition *edition);
void edition_drop(struct edition *edition); // accepts NULL

struct volume *volume_new(enum volume_kind kind, struct tabia_error *err);
void volume_drop(struct volume *volume);

/* Adds to the list, which then owns it. 'name' becomes the id. */
bool shelf_put(struct shelf *shelf, struct volume *volume, const char *name,
               struct tabia_error *err);

/*
 * Puts 'next' where 'old' is; false: it is not there any more. Then the list
 * owns 'next', and has dropped 'old'.
 */
bool shelf_replace(struct shelf *shelf, struct volume *old,
                   struct volume *next);

#endif
