/*
 * volume.h - one book on the shelf, its editions, and how it is changed
 *
 * Every change names the revision that it is based on; if that is not the
 * current one, nothing is changed and the result is VOLUME_CONFLICT. There is
 * one writer at a time; readers keep the edition they borrowed.
 */
#ifndef SERVE_VOLUME_H
#define SERVE_VOLUME_H

#include <jansson.h>
#include <stdatomic.h>

#include "base/lock.h"
#include "format/report.h"
#include "io/commit.h"
#include "serve/edit/draft.h"
#include "serve/edit/edit_journal.h"
#include "serve/shelf/edition.h"
#include "source/source_internal.h"

struct shelf;

enum {
    VOLUME_ID_SIZE = 40,
    VOLUME_EDITIONS_MAX = 101,     // kept for undo, including the current one
    VOLUME_MEMORY_MAX = 512 << 20, // bytes of all of them, except the last two
};

/*
 * How a volume is served, from when it is opened on; what its file is says
 * enum tabia_source_kind. Whether the book is in memory by now is another
 * question: a loan then has an edition.
 */
enum volume_kind {
    VOLUME_BOOK,        // loaded when it is opened
    VOLUME_ON_DEMAND,   // searched in its file until shelf_load loads it
    VOLUME_SEARCH_ONLY, // searched in its file: above SOURCE_SEARCHED_SIZE
    VOLUME_STORE,       // statistics of games
    VOLUME_PUZZLES,     // not a book
};

struct volume {
    atomic_uint refs;
    char id[VOLUME_ID_SIZE];
    enum volume_kind kind;
    char *path; // owned; NULL: no file
    char *name; // owned: of the file, without its folder; NULL: none
    const struct tabia_format *format; // NULL for stores and puzzles
    struct name_index *names;          // borrowed; or NULL
    struct tabia_source *source; // owned: what is searched; NULL: nothing is
    const struct tabia_store *store; // of the source
    unsigned ratings, speeds; // groups of its games, masks; unknown ones apart
    struct puzzles *puzzles;  // owned
    bool is_imported, is_editable;
    struct tabia_read_options read; // to load it; its settings are borrowed
    size_t memory;                  // bytes reserved for an imported book
    bool is_savable;                // it has a file, in a writable folder
    atomic_bool is_overwritten;     // while open: no longer read
    atomic_bool is_loaded;          // it has been, if it is VOLUME_ON_DEMAND
    bool is_replaced; // or abandoned: no more changes; guarded by 'write_lock'
    struct tabia_report unread; // what the file has but the book lacks

    struct lock *write_lock; // owned; held while making the next edition
    struct lock *lock;       // owned; guards the editions below; held briefly
    unsigned revision;       // counts changes, including undo and redo
    unsigned nrestored;      // changes that were replayed
    unsigned restored_revision;                    // after that
    struct edition *editions[VOLUME_EDITIONS_MAX]; // oldest first
    size_t neditions, current_edition;
    size_t saved_edition;   // that in the file; SIZE_MAX: none
    size_t journal_edition; // that the journal starts from; SIZE_MAX: nowhere
    struct commit_stamp stamp; // of the file, when it was read or written

    struct edit_journal journal; // guarded by 'write_lock'
    bool has_checksum;           // 'journal.base' is set
};

/* A volume's revision, and how many steps can be undone and redone. */
struct volume_status {
    unsigned revision;
    size_t undo, redo;
    char undo_description
        [CHANGES_DESCRIPTION_SIZE]; // what the next step does, in words
    char redo_description[CHANGES_DESCRIPTION_SIZE];
    bool is_dirty;
    unsigned restored; // changes of the last time; 0 once there are others
};

/* ---- life ------------------------------------------------------------ */

struct volume *volume_new(enum volume_kind kind, struct name_index *names,
                          struct tabia_error *err);

/* One more reference, and one less: the last frees the volume. */
void volume_ref(struct volume *volume);
void volume_unref(struct volume *volume);

/* Refuses all changes from now on, and deletes the journal of those before. */
void volume_abandon(struct volume *volume);

/* One more reference to the current edition; NULL if it is not loaded. */
struct edition *volume_ref_edition(struct volume *volume,
                                   struct volume_status *status);

/*
 * False with an error if the file of a store or a table was overwritten while
 * open. The volume is then closed to readers.
 */
bool volume_check(struct shelf *shelf, struct volume *volume,
                  struct tabia_error *err);

/* Why the book cannot be saved; NULL if it can. */
const char *volume_why_unsavable(const struct volume *volume);

/* Passes a note about a volume to the shelf's 'on_note', if it has one. */
void volume_note(const struct shelf *shelf, const struct volume *volume,
                 const char *text);

/*
 * Restores the changes that were unsaved when the server ended, or sets their
 * journal aside, and reports which. No other thread may use the volume yet.
 */
void volume_replay(struct shelf *shelf, struct volume *volume);

/* ---- changing -------------------------------------------------------- */

/* For volumes that are loaded: see shelf_load. */

enum volume_result {
    VOLUME_DONE,
    VOLUME_CONFLICT, // the revision or the file has changed
    VOLUME_REFUSED,  // the request is invalid; see 'err'
    VOLUME_LOSSES,   // the format cannot store all; not confirmed
    VOLUME_FAILED,   // system error; see 'err'
};

/* 'changes' is a JSON array; 'status' is that after the call, in any case. */
enum volume_result volume_edit(struct shelf *shelf, struct volume *volume,
                               unsigned revision, json_t *changes,
                               struct draft_result *done,
                               struct volume_status *status,
                               struct tabia_error *err);

/*
 * The same for a book that is being created: its title and the like are not a
 * step that can be undone.
 */
enum volume_result volume_create(struct shelf *shelf, struct volume *v,
                                 unsigned revision, json_t *changes,
                                 struct volume_status *status,
                                 struct tabia_error *err);

/*
 * Makes a copy of 'book' the content of a volume that has none yet, as one
 * change. The results are those of volume_edit.
 */
enum volume_result volume_set_book(struct shelf *shelf, struct volume *volume,
                                   const struct tabia_book *book,
                                   struct volume_status *status,
                                   struct tabia_error *err);

/* Like volume_edit, but only reports what would be removed. */
enum volume_result volume_preview(struct volume *volume, unsigned revision,
                                  json_t *changes, struct draft_result *done,
                                  struct volume_status *status,
                                  struct tabia_error *err);

/* Go back to the edition before the last change, and forward again. */
enum volume_result volume_undo(struct shelf *shelf, struct volume *volume,
                               unsigned revision, struct volume_status *status,
                               struct tabia_error *err);
enum volume_result volume_redo(struct shelf *shelf, struct volume *volume,
                               unsigned revision, struct volume_status *status,
                               struct tabia_error *err);

/* Writes the file, whole or not at all. 'report' starts empty. */
enum volume_result volume_save(struct shelf *shelf, struct volume *volume,
                               unsigned revision, bool confirm,
                               struct tabia_report *report,
                               struct volume_status *status,
                               struct tabia_error *err);

#endif
