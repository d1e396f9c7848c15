/*
 * volume.c - changing a book on the shelf
 */
#include "serve/volume.h"

#include <stdlib.h>
#include <string.h>

#include "format/format_def.h"
#include "io/cleanup.h"
#include "base/error.h"
#include "io/input.h"
#include "serve/volume_def.h"
#include "format/formats.h"

#include "base/banned.h"

/* ---- states ---------------------------------------------------------- */

static void get_state(struct volume *v, struct volume_state *state)
{
    pthread_mutex_lock(&v->lock);
    *state = (struct volume_state){
        .revision = v->revision,
        .undo = v->at,
        .redo = v->nstates - 1 - v->at,
        .is_dirty = v->saved != v->at,
    };
    pthread_mutex_unlock(&v->lock);
}

const struct tabia_book *volume_current(const struct volume *v)
{
    return v->states[v->at]->book;
}

static void shift(size_t *index)
{
    *index = *index == 0 || *index == SIZE_MAX ? SIZE_MAX : *index - 1;
}

/* Forgets the oldest state. Needs the lock. */
static struct edition *forget_oldest(struct volume *v)
{
    struct edition *oldest = v->states[0];
    v->nstates--;
    v->at--;
    shift(&v->saved);
    shift(&v->base);
    memmove(&v->states[0], &v->states[1], v->nstates * sizeof(v->states[0]));
    return oldest;
}

static bool is_too_much(const struct volume *v)
{
    size_t memory = 0;
    if (v->nstates < 3)
        return false;
    for (size_t i = 0; i < v->nstates; i++)
        memory += tabia_book_memory(v->states[i]->book);
    return v->nstates == VOLUME_STATES || memory > VOLUME_MEMORY;
}

void volume_push(struct volume *v, struct edition *next)
{
    struct edition *gone[VOLUME_STATES];
    size_t ngone = 0;
    pthread_mutex_lock(&v->lock);
    while (v->nstates > v->at + 1)
        gone[ngone++] = v->states[--v->nstates];
    if (v->saved != SIZE_MAX && v->saved > v->at)
        v->saved = SIZE_MAX;
    if (v->base != SIZE_MAX && v->base > v->at)
        v->base = SIZE_MAX;
    while (is_too_much(v))
        gone[ngone++] = forget_oldest(v);
    v->states[v->nstates++] = next;
    v->at = v->nstates - 1;
    v->revision++;
    pthread_mutex_unlock(&v->lock);
    for (size_t i = 0; i < ngone; i++)
        edition_drop(gone[i]);
}

void volume_go_to(struct volume *v, size_t at)
{
    pthread_mutex_lock(&v->lock);
    v->at = at;
    v->revision++;
    pthread_mutex_unlock(&v->lock);
}

/* ---- the journal ----------------------------------------------------- */

/* A journal is of no use without the sum of the file that it starts from. */
static bool read_sum(struct volume *v, struct tabia_error *err)
{
    struct tabia_error why = { .status = TABIA_OK };
    struct input in;
    if (v->has_sum)
        return true;
    if (!input_open(&in, v->path, NULL, &why))
        return error_set(err, why.status, "%s", why.msg);
    v->journal.base = file_sum_of(in.bytes);
    v->has_sum = input_check(&in, err);
    input_close(&in);
    return v->has_sum;
}

/* Drops 'line', which may be NULL for want of memory. */
static bool note_line(struct volume *v, json_t *line, struct tabia_error *err)
{
    bool is_done = true;
    if (!line)
        return error_nomem(err);
    if (v->is_savable)
        is_done = read_sum(v, err) &&
                  edit_journal_add(&v->journal, v->path, line, err);
    json_decref(line);
    return is_done;
}

bool volume_note_book(struct volume *v, const struct tabia_book *book,
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
    v->base = SIZE_MAX;
    return note_line(v, line, err);
}

/* ---- changing -------------------------------------------------------- */

/* False when the change is based on something else. */
static bool is_current(const struct volume *v, unsigned revision,
                       struct tabia_error *err)
{
    if (v->is_replaced)
        return error_set(err, TABIA_MISUSE, "the file was opened again");
    return revision == v->revision;
}

static enum volume_result result_of(const struct tabia_error *err)
{
    switch (err->status) {
    case TABIA_IO:
    case TABIA_NOMEM:
        return VOLUME_FAILED;
    default:
        return VOLUME_REFUSED;
    }
}

/* Why the journal did not take it; another server may write to it. */
static enum volume_result result_of_note(const struct volume *v,
                                         const struct tabia_error *err)
{
    return v->journal.is_taken ? VOLUME_CONFLICT : result_of(err);
}

struct edition *volume_make_edition(const struct volume *v,
                                    const json_t *changes,
                                    struct draft_report *report,
                                    struct tabia_error *err)
{
    struct changes list;
    if (!changes_read(&list, changes, err))
        return NULL;
    struct tabia_book *book =
        draft_apply(volume_current(v), &list, report, err);
    changes_clear(&list);
    return book ? edition_new(book, err) : NULL;
}

static enum volume_result edit(struct volume *v, unsigned revision,
                               json_t *changes, struct draft_report *report,
                               struct tabia_error *err)
{
    if (!is_current(v, revision, err))
        return VOLUME_CONFLICT;
    struct edition *next = volume_make_edition(v, changes, report, err);
    if (!next)
        return result_of(err);
    if (!note_line(v, json_pack("{s:O}", "changes", changes), err)) {
        edition_drop(next);
        return result_of_note(v, err);
    }
    volume_push(v, next);
    return VOLUME_DONE;
}

enum volume_result volume_edit(struct shelf *shelf, struct volume *volume,
                               unsigned revision, json_t *changes,
                               struct draft_report *report,
                               struct volume_state *state,
                               struct tabia_error *err)
{
    pthread_mutex_lock(&volume->writer);
    const enum volume_result result =
        edit(volume, revision, changes, report, err);
    get_state(volume, state);
    pthread_mutex_unlock(&volume->writer);
    shelf_touch(shelf);
    return result;
}

enum volume_result volume_preview(struct volume *volume, unsigned revision,
                                  json_t *changes, struct draft_report *report,
                                  struct volume_state *state,
                                  struct tabia_error *err)
{
    enum volume_result result = VOLUME_CONFLICT;
    pthread_mutex_lock(&volume->writer);
    if (is_current(volume, revision, err)) {
        struct edition *next =
            volume_make_edition(volume, changes, report, err);
        result = next ? VOLUME_DONE : result_of(err);
        edition_drop(next);
    }
    get_state(volume, state);
    pthread_mutex_unlock(&volume->writer);
    return result;
}

static enum volume_result step_to(struct volume *v, unsigned revision, int step,
                                  struct tabia_error *err)
{
    if (!is_current(v, revision, err))
        return VOLUME_CONFLICT;
    if (step < 0 ? v->at == 0 : v->at + 1 == v->nstates) {
        error_set(err, TABIA_MISUSE,
                  step < 0 ? "there is nothing to undo"
                           : "there is nothing to redo");
        return VOLUME_REFUSED;
    }
    const size_t to = step < 0 ? v->at - 1 : v->at + 1;
    const bool is_plain =
        v->base != SIZE_MAX && to >= v->base && v->at >= v->base;
    if (is_plain
            ? !note_line(v, json_pack("{s:b}", step < 0 ? "undo" : "redo", 1),
                         err)
            : !volume_note_book(v, v->states[to]->book, err))
        return result_of_note(v, err);
    volume_go_to(v, to);
    return VOLUME_DONE;
}

enum volume_result volume_step(struct shelf *shelf, struct volume *volume,
                               unsigned revision, int step,
                               struct volume_state *state,
                               struct tabia_error *err)
{
    pthread_mutex_lock(&volume->writer);
    const enum volume_result result = step_to(volume, revision, step, err);
    get_state(volume, state);
    pthread_mutex_unlock(&volume->writer);
    shelf_touch(shelf);
    return result;
}

/* ---- saving ---------------------------------------------------------- */

/* What the file has that is not in the book is lost by writing it. */
static void report_unread(const struct volume *v, struct tabia_report *report)
{
    for (size_t i = 0; i < v->unread.n; i++)
        report_add(report, v->unread.list[i].count, "%s",
                   v->unread.list[i].what);
}

static void note_saved(struct volume *v)
{
    edit_journal_remove(&v->journal);
    v->has_sum = false;
    (void)read_sum(v, NULL); // or with the next change
    pthread_mutex_lock(&v->lock);
    v->stamp = file_stamp_of(v->path);
    v->saved = v->base = v->at;
    v->unread.n = 0; // that is gone now
    pthread_mutex_unlock(&v->lock);
}

static enum volume_result save(struct volume *v, unsigned revision,
                               bool confirm, struct tabia_report *report,
                               struct tabia_error *err)
{
    const struct tabia_write_options how = {
        .force = true,
        .strict = !confirm,
        .cleanup = cleanup_registry(),
        .allow_empty = true, // the last move was removed by hand
    };
    if (!is_current(v, revision, err))
        return VOLUME_CONFLICT;
    if (!file_stamp_check(v->path, v->stamp, err))
        return VOLUME_CONFLICT;
    if (v->unread.n && !confirm) {
        tabia_format_losses(v->format, volume_current(v), report);
        report_unread(v, report);
        return VOLUME_LOSSES;
    }
    if (!tabia_book_save(volume_current(v), v->path, v->format, &how, report,
                         err))
        return err->status == TABIA_LOSS && !confirm ? VOLUME_LOSSES
                                                     : result_of(err);
    report_unread(v, report);
    note_saved(v);
    return VOLUME_DONE;
}

enum volume_result volume_save(struct shelf *shelf, struct volume *volume,
                               unsigned revision, bool confirm,
                               struct tabia_report *report,
                               struct volume_state *state,
                               struct tabia_error *err)
{
    pthread_mutex_lock(&volume->writer);
    const enum volume_result result =
        save(volume, revision, confirm, report, err);
    get_state(volume, state);
    pthread_mutex_unlock(&volume->writer);
    shelf_touch(shelf);
    return result;
}
