/*
 * shelf.h - the books that are served, for many readers and one writer
 *
 *     struct loan loan;
 *     if (shelf_lend(shelf, id, &loan)) {
 *         const struct tabia_source *source = shelf_loan_source(&loan);
 *         tabia_source_find(source, &pos, NULL, &answer, err);
 *         shelf_return(&loan);
 *     }
 *
 * A reader borrows an edition: a frozen book that stays the same while others
 * edit. A change makes a new edition (volume.h); shelf_open.h puts books on the
 * shelf. All functions are thread-safe.
 */
#ifndef SERVE_SHELF_H
#define SERVE_SHELF_H

#include "serve/shelf/volume.h"

enum {
    SHELF_MAX = 64,                    // books at once
    SHELF_IMPORTS_MAX = 16,            // of these, imported by clients
    SHELF_IMPORT_MEMORY_MAX = 1 << 30, // bytes of all imports
};

struct shelf {
    struct lock *lock; // owned; of the list
    struct volume *list[SHELF_MAX];
    size_t n;
    size_t import_memory;    // bytes used by or reserved for imported books
    atomic_uint generation;  // counts all changes that readers can see
    unsigned first_revision; // of an import: one that no removed one had
    bool read_only;
    struct name_index *names;                        // borrowed; or NULL
    void (*on_note)(void *ctx, const char *text);    // or NULL
    void (*on_warning)(void *ctx, const char *text); // or NULL
    void *ctx;
};

/* What a reader borrows. */
struct loan {
    struct volume *volume;
    struct edition *edition; // NULL if it is not loaded
    struct volume_status status;
};

bool shelf_init(struct shelf *shelf, struct tabia_error *err);

/* Frees everything; all loans must be returned. Accepts the zero value. */
void shelf_clear(struct shelf *shelf);

/* NULL or "" means the first book. False if there is no such book. */
bool shelf_lend(struct shelf *shelf, const char *id, struct loan *loan);

void shelf_return(struct loan *loan);

/* The source to look up moves in; NULL for puzzles. */
const struct tabia_source *shelf_loan_source(const struct loan *loan);

/*
 * Takes the next id off a list of ids that commas separate. Returns its whole
 * length, of which 'id' gets what it can hold; 0: there are no more.
 */
size_t shelf_next_id(const char **list, char id[VOLUME_ID_SIZE]);

/*
 * Lends all volumes; of the imported ones only those whose ids 'imports' lists,
 * separated by commas; NULL: none of these. Returns how many.
 */
size_t shelf_lend_all(struct shelf *shelf, const char *imports,
                      struct loan loans[SHELF_MAX]);

/* Invalidates all cached responses. */
void shelf_bump_generation(struct shelf *shelf);

/* Removes an imported book. False if none has exactly this id. */
bool shelf_remove(struct shelf *shelf, const char *id);

/*
 * Removes a new volume that could not be made as it was asked for, with its
 * journal.
 */
void shelf_remove_unfinished(struct shelf *shelf, struct volume *volume);

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

#endif
