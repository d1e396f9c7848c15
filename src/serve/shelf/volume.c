/*
 * volume.c - one book on the shelf, its editions, and how it is changed
 */
#include "serve/shelf/volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/format_contract.h"
#include "format/formats.h"
#include "io/input.h"
#include "serve/shelf/shelf.h"

#include "book/book_def.h"
#include "base/banned.h"

struct volume *volume_new(enum volume_kind kind, struct name_index *names,
                          struct tabia_error *err)
{
    struct volume *volume = calloc(1, sizeof(*volume));
    if (!volume) {
        error_nomem(err);
        return NULL;
    }
    atomic_init(&volume->refs, 1);
    volume->kind = kind;
    volume->names = names;
    volume->journal.fd = -1;
    volume->write_lock = lock_new(err);
    volume->lock = lock_new(err);
    if (volume->write_lock && volume->lock)
        return volume;
    volume_unref(volume);
    return NULL;
}

void volume_ref(struct volume *volume)
{
    atomic_fetch_add(&volume->refs, 1);
}

void volume_unref(struct volume *volume)
{
    if (atomic_fetch_sub(&volume->refs, 1) != 1)
        return;
    for (size_t i = 0; i < volume->neditions; i++)
        edition_unref(volume->editions[i]);
    edit_journal_close(&volume->journal);
    tabia_source_close(volume->source);
    puzzles_free(volume->puzzles);
    lock_free(volume->lock);
    lock_free(volume->write_lock);
    free(volume->path);
    free(volume->name);
    free(volume);
}

void volume_abandon(struct volume *volume)
{
    lock_acquire(volume->write_lock);
    volume->is_replaced = true;
    edit_journal_remove(&volume->journal);
    lock_release(volume->write_lock);
}

bool volume_check(struct shelf *shelf, struct volume *volume,
                  struct tabia_error *err)
{
    const bool was_lost = atomic_load(&volume->is_overwritten);
    struct tabia_error why = { 0 };
    if (!was_lost && (!volume->source || atomic_load(&volume->is_loaded) ||
                      tabia_source_check_file(volume->source, NULL)))
        return true;
    error_set(&why, TABIA_ERR_IO,
              "'%s' was overwritten while it was open and has been closed; "
              "SIGHUP reopens it",
              volume->name);
    if (!atomic_exchange(&volume->is_overwritten, true)) {
        shelf_bump_generation(shelf);
        if (shelf->on_warning)
            shelf->on_warning(shelf->ctx, why.msg);
    }
    return error_pass(err, &why);
}

const char *volume_why_unsavable(const struct volume *volume)
{
    return volume->is_savable ? NULL
           : volume->path     ? "the folder of this book is not writable"
                              : "this book has no file";
}

void volume_note(const struct shelf *shelf, const struct volume *volume,
                 const char *text)
{
    char line[640];
    if (!shelf->on_note)
        return;
    snprintf(line, sizeof(line), "%.200s: %s", volume->name, text);
    shelf->on_note(shelf->ctx, line);
}

/* ---- editions -------------------------------------------------------- */

/* Call with 'lock' or 'write_lock' held. */
static struct volume_status volume_status_of(const struct volume *v)
{
    struct volume_status status = {
        .revision = v->revision,
        .undo = v->current_edition,
        .redo = v->neditions ? v->neditions - 1 - v->current_edition : 0,
        .is_dirty = v->neditions && v->saved_edition != v->current_edition,
    };
    if (status.is_dirty && v->revision == v->restored_revision)
        status.restored = v->nrestored;
    if (status.undo)
        memcpy(status.undo_description,
               v->editions[v->current_edition]->description,
               sizeof(status.undo_description));
    if (status.redo)
        memcpy(status.redo_description,
               v->editions[v->current_edition + 1]->description,
               sizeof(status.redo_description));
    return status;
}

struct edition *volume_ref_edition(struct volume *volume,
                                   struct volume_status *status)
{
    lock_acquire(volume->lock);
    struct edition *edition = edition_ref(
        volume->neditions ? volume->editions[volume->current_edition] : NULL);
    *status = volume_status_of(volume);
    lock_release(volume->lock);
    return edition;
}

/* The book of the current edition; the writer needs no lock to look at it. */
static const struct tabia_book *volume_current_book(const struct volume *v)
{
    return v->editions[v->current_edition]->book;
}

static void shift_edition_index(size_t *index)
{
    *index = *index == 0 || *index == SIZE_MAX ? SIZE_MAX : *index - 1;
}

static bool has_too_many_editions(const struct volume *v)
{
    size_t memory = 0;
    if (v->neditions < 3)
        return false;
    for (size_t i = 0; i < v->neditions; i++)
        memory += v->editions[i]->book->memory;
    return v->neditions == VOLUME_EDITIONS_MAX || memory > VOLUME_MEMORY_MAX;
}

/*
 * Makes 'next', which it owns, the current edition; those that were undone are
 * removed.
 */
static void volume_push_edition(struct volume *v, struct edition *next)
{
    struct edition *gone[VOLUME_EDITIONS_MAX];
    size_t ngone = 0;
    lock_acquire(v->lock);
    while (v->neditions > v->current_edition + 1)
        gone[ngone++] = v->editions[--v->neditions];
    if (v->saved_edition != SIZE_MAX && v->saved_edition > v->current_edition)
        v->saved_edition = SIZE_MAX;
    if (v->journal_edition != SIZE_MAX &&
        v->journal_edition > v->current_edition)
        v->journal_edition = SIZE_MAX;
    while (has_too_many_editions(v)) { // forget the oldest
        gone[ngone++] = v->editions[0];
        v->neditions--;
        v->current_edition--;
        shift_edition_index(&v->saved_edition);
        shift_edition_index(&v->journal_edition);
        memmove(&v->editions[0], &v->editions[1],
                v->neditions * sizeof(v->editions[0]));
    }
    v->editions[v->neditions++] = next;
    v->current_edition = v->neditions - 1;
    v->revision++;
    lock_release(v->lock);
    for (size_t i = 0; i < ngone; i++)
        edition_unref(gone[i]);
}

/* Nothing before the current edition can be undone. */
static void volume_forget_editions(struct volume *v)
{
    struct edition *gone[VOLUME_EDITIONS_MAX];
    size_t ngone = 0;
    lock_acquire(v->lock);
    for (size_t i = 0; i < v->neditions; i++)
        if (i != v->current_edition)
            gone[ngone++] = v->editions[i];
    v->editions[0] = v->editions[v->current_edition];
    v->neditions = 1;
    v->current_edition = v->journal_edition = 0;
    v->saved_edition = SIZE_MAX;
    lock_release(v->lock);
    for (size_t i = 0; i < ngone; i++)
        edition_unref(gone[i]);
}

/* Makes another of the editions the current one. */
static void volume_go_to_edition(struct volume *v, size_t at)
{
    lock_acquire(v->lock);
    v->current_edition = at;
    v->revision++;
    lock_release(v->lock);
}

/* ---- the journal ----------------------------------------------------- */

/* Computes the checksum of the file that the journal starts from. */
static bool volume_read_checksum(struct volume *v, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    struct input in;
    if (v->has_checksum)
        return true;
    if (!input_open(&in, v->path, NULL, &why))
        return error_set(err, why.status, "%s", why.msg);
    v->journal.base = edit_journal_checksum_of(in.bytes);
    v->has_checksum = input_check(&in, err);
    input_close(&in);
    return v->has_checksum;
}

/* Adds a line to the journal and frees it. NULL means out of memory. */
static bool volume_journal_line(struct volume *v, json_t *line,
                                struct tabia_error *err)
{
    bool ok = true;
    if (!line)
        return error_nomem(err);
    if (v->is_savable)
        ok = volume_read_checksum(v, err) &&
             edit_journal_add(&v->journal, v->path, line, err);
    json_decref(line);
    return ok;
}

/* Adds the whole book to the journal: it does not lead to this edition. */
static bool volume_journal_book(struct volume *v, const struct tabia_book *book,
                                struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!v->is_savable)
        return true;
    if (!tabia_book_encode(book, &format_edit, NULL, &data, &size, NULL, err))
        return false;
    json_t *line = json_pack("{s:s%}", "book", (const char *)data, size);
    free(data);
    v->journal_edition = SIZE_MAX;
    return volume_journal_line(v, line, err);
}

/* An edition of a copy of the book. NULL with an error. */
static struct edition *copy_edition(const struct tabia_book *book,
                                    struct name_index *names,
                                    struct tabia_error *err)
{
    const struct tabia_read_options options = { .format = &format_edit };
    struct tabia_bytes bytes = { .size = 0 };
    uint8_t *data;
    if (!tabia_book_encode(book, &format_edit, NULL, &data, &bytes.size, NULL,
                           err))
        return NULL;
    bytes.data = data;
    struct tabia_book *copy = tabia_book_decode(bytes, &options, err);
    free(data);
    return copy ? edition_new(copy, names, err) : NULL;
}

/* ---- changing -------------------------------------------------------- */

/* False if the change is based on another revision. */
static bool volume_is_current(const struct volume *v, unsigned revision,
                              struct tabia_error *err)
{
    if (v->is_replaced)
        return error_set(err, TABIA_ERR_MISUSE, "the file was reopened");
    return revision == v->revision;
}

static enum volume_result result_of_error(const struct tabia_error *err)
{
    switch (err->status) {
    case TABIA_ERR_IO:
    case TABIA_ERR_NOMEM:
        return VOLUME_FAILED;
    default:
        return VOLUME_REFUSED;
    }
}

/* The result of a failed write; another server may have the journal open. */
static enum volume_result result_of_journal_error(const struct volume *v,
                                                  const struct tabia_error *err)
{
    return v->journal.is_taken ? VOLUME_CONFLICT : result_of_error(err);
}

/* The current edition with the changes, in memory only. NULL with an error. */
static struct edition *make_edition(const struct volume *v,
                                    const json_t *changes,
                                    struct draft_result *done,
                                    struct tabia_error *err)
{
    struct changes list;
    if (!changes_read(&list, changes, err))
        return NULL;
    struct tabia_book *book =
        draft_apply(volume_current_book(v), &list, done, err);
    struct edition *next = book ? edition_new(book, v->names, err) : NULL;
    if (next)
        changes_describe(&list, done->added, next->description);
    changes_clear(&list);
    return next;
}

/* 'is_first': the changes belong to a book that is being created. */
static enum volume_result edit_or_create(struct shelf *shelf, struct volume *v,
                                         unsigned revision, json_t *changes,
                                         bool is_first,
                                         struct draft_result *done,
                                         struct volume_status *status,
                                         struct tabia_error *err)
{
    enum volume_result result = VOLUME_CONFLICT;
    lock_acquire(v->write_lock);
    if (volume_is_current(v, revision, err)) {
        struct edition *next = make_edition(v, changes, done, err);
        if (!next) {
            result = result_of_error(err);
        } else if (done->is_same) {
            edition_unref(next); // nothing to undo
            result = VOLUME_DONE;
        } else if (volume_journal_line(
                       v,
                       is_first ? json_pack("{s:O,s:b}", "changes", changes,
                                            "first", 1)
                                : json_pack("{s:O}", "changes", changes),
                       err)) {
            volume_push_edition(v, next);
            if (is_first)
                volume_forget_editions(v);
            result = VOLUME_DONE;
        } else {
            edition_unref(next);
            result = result_of_journal_error(v, err);
        }
    }
    *status = volume_status_of(v);
    lock_release(v->write_lock);
    shelf_bump_generation(shelf);
    return result;
}

enum volume_result volume_edit(struct shelf *shelf, struct volume *v,
                               unsigned revision, json_t *changes,
                               struct draft_result *done,
                               struct volume_status *status,
                               struct tabia_error *err)
{
    return edit_or_create(shelf, v, revision, changes, false, done, status,
                          err);
}

enum volume_result volume_create(struct shelf *shelf, struct volume *v,
                                 unsigned revision, json_t *changes,
                                 struct volume_status *status,
                                 struct tabia_error *err)
{
    struct draft_result result = { .removed = 0 };
    return edit_or_create(shelf, v, revision, changes, true, &result, status,
                          err);
}

enum volume_result volume_set_book(struct shelf *shelf, struct volume *v,
                                   const struct tabia_book *book,
                                   struct volume_status *status,
                                   struct tabia_error *err)
{
    enum volume_result result = VOLUME_CONFLICT;
    lock_acquire(v->write_lock);
    if (volume_is_current(v, 0, err)) {
        struct edition *next = copy_edition(book, v->names, err);
        if (next && volume_journal_book(v, next->book, err)) {
            volume_push_edition(v, next);
            result = VOLUME_DONE;
        } else {
            edition_unref(next);
            result = result_of_journal_error(v, err);
        }
    }
    *status = volume_status_of(v);
    lock_release(v->write_lock);
    shelf_bump_generation(shelf);
    return result;
}

enum volume_result volume_preview(struct volume *volume, unsigned revision,
                                  json_t *changes, struct draft_result *done,
                                  struct volume_status *status,
                                  struct tabia_error *err)
{
    enum volume_result result = VOLUME_CONFLICT;
    lock_acquire(volume->write_lock);
    if (volume_is_current(volume, revision, err)) {
        struct edition *next = make_edition(volume, changes, done, err);
        result = next ? VOLUME_DONE : result_of_error(err);
        edition_unref(next);
    }
    *status = volume_status_of(volume);
    lock_release(volume->write_lock);
    return result;
}

/* Adds an undo or redo to the journal, or the book if it starts too late. */
static bool volume_journal_step(struct volume *v, size_t to,
                                struct tabia_error *err)
{
    if (v->journal_edition == SIZE_MAX || to < v->journal_edition ||
        v->current_edition < v->journal_edition)
        return volume_journal_book(v, v->editions[to]->book, err);
    const char *word = to < v->current_edition ? "undo" : "redo";
    return volume_journal_line(v, json_pack("{s:b}", word, 1), err);
}

static enum volume_result volume_undo_or_redo(struct shelf *shelf,
                                              struct volume *v,
                                              unsigned revision, bool is_undo,
                                              struct volume_status *status,
                                              struct tabia_error *err)
{
    enum volume_result result = VOLUME_DONE;
    lock_acquire(v->write_lock);
    const size_t to = is_undo ? v->current_edition - 1 : v->current_edition + 1;
    if (!volume_is_current(v, revision, err)) {
        result = VOLUME_CONFLICT;
    } else if (is_undo ? v->current_edition == 0 : to == v->neditions) {
        error_set(err, TABIA_ERR_MISUSE,
                  is_undo ? "nothing to undo" : "nothing to redo");
        result = VOLUME_REFUSED;
    } else if (volume_journal_step(v, to, err)) {
        volume_go_to_edition(v, to);
    } else {
        result = result_of_journal_error(v, err);
    }
    *status = volume_status_of(v);
    lock_release(v->write_lock);
    shelf_bump_generation(shelf);
    return result;
}

enum volume_result volume_undo(struct shelf *shelf, struct volume *volume,
                               unsigned revision, struct volume_status *status,
                               struct tabia_error *err)
{
    return volume_undo_or_redo(shelf, volume, revision, true, status, err);
}

enum volume_result volume_redo(struct shelf *shelf, struct volume *volume,
                               unsigned revision, struct volume_status *status,
                               struct tabia_error *err)
{
    return volume_undo_or_redo(shelf, volume, revision, false, status, err);
}

/* ---- saving ---------------------------------------------------------- */

static enum volume_result volume_write_file(struct volume *v, unsigned revision,
                                            bool confirm,
                                            struct tabia_report *report,
                                            struct tabia_error *err)
{
    struct tabia_write_options options = {
        .force = true,
        .strict = !confirm,
        .allow_empty = true, // the last move was removed by hand
    };
    const struct tabia_book *book = volume_current_book(v);
    if (!volume_is_current(v, revision, err))
        return VOLUME_CONFLICT;
    if (!commit_stamp_check(v->path, v->stamp, err))
        return VOLUME_CONFLICT;
    if (v->unread.n && !confirm) {
        tabia_report_add_losses(report, v->format, book);
        report_add_all(report, &v->unread); // writing loses it
        return VOLUME_LOSSES;
    }
    bool is_saved =
        tabia_book_save(book, v->path, v->format, &options, report, err);
    if (!is_saved && err->status == TABIA_ERR_LOSS &&
        report->n == report->nmoved) {
        // Only the order of what is written differs: no reason to ask.
        options.strict = false;
        tabia_error_clear(err);
        *report = (struct tabia_report){ .n = 0 };
        is_saved =
            tabia_book_save(book, v->path, v->format, &options, report, err);
    }
    if (!is_saved)
        return err->status == TABIA_ERR_LOSS && !confirm ? VOLUME_LOSSES
                                                         : result_of_error(err);
    report_add_all(report, &v->unread); // writing loses it

    edit_journal_remove(&v->journal);
    v->has_checksum = false;
    (void)volume_read_checksum(
        v, NULL); // if it fails, the next change tries again
    lock_acquire(v->lock);
    v->stamp = commit_stamp_of(v->path);
    v->saved_edition = v->journal_edition = v->current_edition;
    v->unread.n = 0; // no longer in the file
    lock_release(v->lock);
    return VOLUME_DONE;
}

enum volume_result volume_save(struct shelf *shelf, struct volume *volume,
                               unsigned revision, bool confirm,
                               struct tabia_report *report,
                               struct volume_status *status,
                               struct tabia_error *err)
{
    lock_acquire(volume->write_lock);
    const enum volume_result result =
        volume_write_file(volume, revision, confirm, report, err);
    *status = volume_status_of(volume);
    lock_release(volume->write_lock);
    shelf_bump_generation(shelf);
    return result;
}

/* ---- replaying ------------------------------------------------------- */

static bool replay_line(struct volume *v, const json_t *line,
                        struct tabia_error *err)
{
    const json_t *changes = json_object_get(line, "changes");
    const json_t *text = json_object_get(line, "book");
    struct edition *next = NULL;
    if (json_is_string(text)) {
        const struct tabia_read_options options = { .format = &format_edit };
        const struct tabia_bytes bytes = {
            .data = (const uint8_t *)json_string_value(text),
            .size = json_string_length(text),
        };
        struct tabia_book *book = tabia_book_decode(bytes, &options, err);
        next = book ? edition_new(book, v->names, err) : NULL;
    } else if (json_object_get(line, "undo") && v->current_edition > 0) {
        volume_go_to_edition(v, v->current_edition - 1);
        return true;
    } else if (json_object_get(line, "redo") &&
               v->current_edition + 1 < v->neditions) {
        volume_go_to_edition(v, v->current_edition + 1);
        return true;
    } else if (changes) {
        struct draft_result result;
        next = make_edition(v, changes, &result, err);
    } else {
        error_set(err, TABIA_ERR_SYNTAX, "the line is damaged");
    }
    if (!next)
        return false;
    volume_push_edition(v, next);
    if (json_is_string(text))
        v->journal_edition = SIZE_MAX;
    if (json_is_true(json_object_get(line, "first")))
        volume_forget_editions(v);
    return true;
}

/* Makes a book read-only whose journal does not lead to its current edition. */
static void volume_make_read_only(const struct shelf *shelf, struct volume *v)
{
    edit_journal_close(&v->journal);
    v->is_editable = false;
    volume_note(shelf, v, "the book is read-only");
}

/* Reports the name that a journal was given; 'ending' follows the book's. */
static void note_kept_journal(const struct shelf *shelf, const struct volume *v,
                              const char *ending)
{
    char text[320];
    snprintf(text, sizeof(text), "the journal is kept as %.200s%s", v->name,
             ending);
    volume_note(shelf, v, text);
}

static void replay_lines(const struct shelf *shelf, struct volume *v,
                         const json_t *lines)
{
    struct tabia_error why = { 0 };
    const size_t n = json_array_size(lines);
    size_t i = 1;
    char text[320], ending[EDIT_JOURNAL_ENDING_SIZE];
    while (i < n && replay_line(v, json_array_get(lines, i), &why))
        i++;
    snprintf(text, sizeof(text),
             i == 2 ? "restored %zu unsaved change"
                    : "restored %zu unsaved changes",
             i - 1);
    if (n > 1)
        volume_note(shelf, v, text);
    v->nrestored = (unsigned)i - 1;
    v->restored_revision = v->revision;
    if (i == n)
        return;

    // Keep the journal, and start a new one with what was restored; unless
    // memory ran out, in which case the next start may succeed.
    snprintf(text, sizeof(text), "cannot restore change %zu: %s", i, why.msg);
    volume_note(shelf, v, text);
    edit_journal_close(&v->journal);
    bool is_new = why.status != TABIA_ERR_NOMEM &&
                  edit_journal_set_aside(v->path, ending);
    if (is_new) {
        note_kept_journal(shelf, v, ending);
        is_new = volume_journal_book(v, volume_current_book(v), NULL);
    }
    if (!is_new)
        volume_make_read_only(shelf, v);
}

void volume_replay(struct shelf *shelf, struct volume *volume)
{
    struct tabia_error why = { 0 };
    json_t *lines;
    if (edit_journal_read(&volume->journal, volume->path, &lines, &why)) {
        if (lines)
            replay_lines(shelf, volume, lines);
        json_decref(lines);
    } else {
        // A journal that belongs to another state of the file is renamed. One
        // that another server writes to, or that cannot be read, stays where it
        // is, and the book is read-only.
        char text[320], ending[EDIT_JOURNAL_ENDING_SIZE];
        snprintf(text, sizeof(text), "unsaved changes were not restored: %s",
                 why.msg);
        volume_note(shelf, volume, text);
        if (why.status == TABIA_ERR_IO || why.status == TABIA_ERR_NOMEM ||
            !edit_journal_set_aside(volume->path, ending)) {
            volume_make_read_only(shelf, volume);
        } else {
            note_kept_journal(shelf, volume, ending);
        }
    }
}
