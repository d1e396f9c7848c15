/*
 * volume.h - one book on the shelf, its states, and how it is changed
 *
 * Every change names the revision that it is based on; if that is not the
 * current one, nothing happens and the caller hears so. One writer at a time;
 * readers go on reading the edition they borrowed.
 */
#ifndef SERVE_VOLUME_H
#define SERVE_VOLUME_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

#include "format/report.h"
#include "io/commit.h"
#include "serve/book_map.h"
#include "serve/edit/draft.h"
#include "serve/edit/edit_journal.h"
#include "source/source_def.h"

struct shelf;

enum {
    VOLUME_ID_SIZE = 40,
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
    char id[VOLUME_ID_SIZE];
    enum volume_kind kind;
    char *path; // owned; NULL: there is no file
    char *name; // owned: of the file, without its folder; NULL: none
    const struct tabia_format *format; // NULL for stores and puzzles
    struct tabia_source *source; // owned: a table or a store; NULL: neither
    struct tabia_store *store;   // of the source; NULL: no store
    unsigned colors; // of a store's player: mask of 1u << enum tabia_color
    struct puzzles *puzzles; // owned
    bool is_imported, is_editable;
    size_t memory;   // bytes that an imported book counts for
    bool is_savable; // it has a file, in a folder that can be written to
    atomic_bool
        is_overwritten; // the file was changed in place: nothing is read
    bool is_replaced;   // of the writer: the file was opened again
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
    bool has_checksum;           // the journal knows what it starts from
};

/* Where a volume stands: its revision, and the steps it can go. */
struct volume_state {
    unsigned revision;
    size_t undo, redo;
    bool is_dirty;
};

/* ---- life ------------------------------------------------------------ */

/* Owns 'book', in any case. NULL with an error when there is no memory. */
struct edition *edition_new(struct tabia_book *book, struct tabia_error *err);
void edition_drop(struct edition *edition); // accepts NULL

struct volume *volume_new(enum volume_kind kind, struct tabia_error *err);
void volume_drop(struct volume *volume);

/* The current edition, for the caller to drop; NULL unless VOLUME_BOOK. */
struct edition *volume_take(struct volume *volume, struct volume_state *state);

/*
 * False with an error when the file of a store or a table was changed under
 * it. Then the volume is closed to readers.
 */
bool volume_check(struct shelf *shelf, struct volume *volume,
                  struct tabia_error *err);

/* Lets people know something about a volume, if the shelf has a way to. */
void volume_note(const struct shelf *shelf, const struct volume *volume,
                 const char *text);

/*
 * Makes the changes that were not saved when the server ended, or sets them
 * aside, and lets people know. Nobody else knows the volume yet.
 */
void volume_replay(struct shelf *shelf, struct volume *volume);

/* ---- changing -------------------------------------------------------- */

enum volume_result {
    VOLUME_DONE,
    VOLUME_CONFLICT, // another revision is current, or another file is there
    VOLUME_REFUSED,  // 'err' says why: the request makes no sense
    VOLUME_LOSSES,   // the format cannot hold all, and nobody confirmed it
    VOLUME_FAILED,   // 'err' says why
};

/* 'changes' is a JSON array; 'state' is that after the call, in any case. */
enum volume_result volume_edit(struct shelf *shelf, struct volume *volume,
                               unsigned revision, json_t *changes,
                               struct draft_report *report,
                               struct volume_state *state,
                               struct tabia_error *err);

/* What volume_edit would report; changes nothing. */
enum volume_result volume_preview(struct volume *volume, unsigned revision,
                                  json_t *changes, struct draft_report *report,
                                  struct volume_state *state,
                                  struct tabia_error *err);

/* -1: undo; 1: redo. */
enum volume_result volume_step(struct shelf *shelf, struct volume *volume,
                               unsigned revision, int step,
                               struct volume_state *state,
                               struct tabia_error *err);

/* Writes the file, whole or not at all. 'report' starts empty. */
enum volume_result volume_save(struct shelf *shelf, struct volume *volume,
                               unsigned revision, bool confirm,
                               struct tabia_report *report,
                               struct volume_state *state,
                               struct tabia_error *err);

#endif
