/*
 * volume.c - changing a book on the shelf
 */
#include "serve/volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/input.h"
#include "tabia/edit.h"

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

/* Only the writer changes states, so it may look at them without the lock. */
static const struct tabia_book *current(const struct volume *v)
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

/* What was undone before cannot be done again. */
static void push_state(struct volume *v, struct edition *next)
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

static void go_to(struct volume *v, size_t at)
{
    pthread_mutex_lock(&v->lock);
    v->at = at;
    v->revision++;
    pthread_mutex_unlock(&v->lock);
}

/* ---- the journal ----------------------------------------------------- */

static bool note_line(struct volume *v, json_t *line, struct tabia_error *err)
{
    bool is_done = true;
    if (!line)
        return error_nomem(err);
    if (v->path)
        is_done = edit_journal_add(&v->journal, v->path, line, err);
    json_decref(line);
    return is_done;
}

/* The whole book, for states that the journal did not lead to. */
static bool note_book(struct volume *v, const struct tabia_book *book,
                      struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!v->path)
        return true;
    if (!tabia_book_encode(book, tabia_format_edit(), NULL, &data, &size, NULL,
                           err))
        return false;
    json_t *line = json_pack("{s:s%}", "book", (const char *)data, size);
    free(data);
    v->base = SIZE_MAX;
    return note_line(v, line, err);
}

/* ---- changing -------------------------------------------------------- */

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

/* The next edition, in memory only. */
static struct edition *make_edition(const struct volume *v,
                                    const json_t *changes,
                                    struct draft_report *report,
                                    struct tabia_error *err)
{
    struct changes list;
    if (!changes_read(&list, changes, err))
        return NULL;
    struct tabia_book *book = draft_apply(current(v), &list, report, err);
    changes_clear(&list);
    return book ? edition_new(book, err) : NULL;
}

static enum volume_result edit(struct volume *v, unsigned revision,
                               json_t *changes, struct draft_report *report,
                               struct tabia_error *err)
{
    if (revision != v->revision)
        return VOLUME_CONFLICT;
    struct edition *next = make_edition(v, changes, report, err);
    if (!next)
        return result_of(err);
    if (!note_line(v, json_pack("{s:O}", "changes", changes), err)) {
        edition_drop(next);
        return result_of(err);
    }
    push_state(v, next);
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

static enum volume_result step_to(struct volume *v, unsigned revision, int step,
                                  struct tabia_error *err)
{
    if (revision != v->revision)
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
            : !note_book(v, v->states[to]->book, err))
        return result_of(err);
    go_to(v, to);
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

static bool is_same_stamp(struct file_stamp a, struct file_stamp b)
{
    return a.time.tv_sec == b.time.tv_sec && a.time.tv_nsec == b.time.tv_nsec &&
           a.size == b.size && a.inode == b.inode;
}

/* What the file has that is not in the book is lost by writing it. */
static void report_warnings(const struct volume *v, struct tabia_report *report)
{
    tabia_report_add(report, v->nwarnings, "%.90s", v->warning);
}

static bool read_sum(struct volume *v)
{
    struct input in;
    if (!input_open(&in, v->path, NULL, NULL))
        return false;
    v->journal.base = file_sum_of(in.bytes);
    input_close(&in);
    return true;
}

static void note_saved(struct volume *v)
{
    edit_journal_remove(&v->journal, v->path);
    (void)read_sum(v);
    pthread_mutex_lock(&v->lock);
    v->stamp = file_stamp_of(v->path);
    v->saved = v->base = v->at;
    v->nwarnings = 0; // they are gone now
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
    };
    if (revision != v->revision)
        return VOLUME_CONFLICT;
    if (!is_same_stamp(v->stamp, file_stamp_of(v->path))) {
        error_set(err, TABIA_MISUSE,
                  "the file was changed by somebody else since it was read");
        return VOLUME_CONFLICT;
    }
    if (v->nwarnings && !confirm) {
        tabia_format_losses(v->format, current(v), report);
        report_warnings(v, report);
        return VOLUME_LOSSES;
    }
    if (!tabia_book_save(current(v), v->path, v->format, &how, report, err))
        return err->status == TABIA_LOSS ? VOLUME_LOSSES : VOLUME_FAILED;
    report_warnings(v, report);
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

/* ---- after a crash --------------------------------------------------- */

static void say(const struct shelf *shelf, const struct volume *v,
                const char *text)
{
    char line[640];
    if (!shelf->note)
        return;
    snprintf(line, sizeof(line), "%.200s: %s", v->name, text);
    shelf->note(shelf->note_ctx, line);
}

static bool replay_book(struct volume *v, const json_t *text,
                        struct tabia_error *err)
{
    const struct tabia_read_options how = { .format = tabia_format_edit() };
    const struct tabia_bytes src = {
        .data = (const uint8_t *)json_string_value(text),
        .size = json_string_length(text),
    };
    struct tabia_book *book = tabia_book_decode(src, &how, err);
    struct edition *next = book ? edition_new(book, err) : NULL;
    if (!next)
        return false;
    push_state(v, next);
    v->base = SIZE_MAX;
    return true;
}

static bool replay_line(struct volume *v, const json_t *line,
                        struct tabia_error *err)
{
    const json_t *changes = json_object_get(line, "changes");
    const json_t *book = json_object_get(line, "book");
    struct draft_report report;
    if (book)
        return json_is_string(book) && replay_book(v, book, err);
    if (json_object_get(line, "undo") && v->at > 0) {
        go_to(v, v->at - 1);
        return true;
    }
    if (json_object_get(line, "redo") && v->at + 1 < v->nstates) {
        go_to(v, v->at + 1);
        return true;
    }
    struct edition *next =
        changes ? make_edition(v, changes, &report, err) : NULL;
    if (!next)
        return false;
    push_state(v, next);
    return true;
}

static void replay_lines(struct shelf *shelf, struct volume *v,
                         const json_t *lines)
{
    struct tabia_error why = { .status = TABIA_OK };
    const size_t n = json_array_size(lines);
    size_t i = 1;
    char text[320];
    while (i < n && replay_line(v, json_array_get(lines, i), &why))
        i++;
    snprintf(text, sizeof(text), "%zu changes that were not saved are back",
             i - 1);
    if (n > 1)
        say(shelf, v, text);
    if (i == n)
        return;
    snprintf(text, sizeof(text), "change %zu could not be repeated: %s", i,
             why.msg);
    say(shelf, v, text);
    edit_journal_close(&v->journal);
    if (edit_journal_set_aside(v->path))
        say(shelf, v, "the journal is kept as .tabia-edits.old");
    (void)note_book(v, current(v), NULL); // what is back must stay
}

/*
 * A journal that belongs to another state of the file is put out of the way;
 * one that another server writes to, or that cannot be read, stays where it
 * is, and then nobody may write beside it.
 */
static void refuse_journal(struct shelf *shelf, struct volume *volume,
                           const struct tabia_error *why)
{
    char text[320];
    edit_journal_close(&volume->journal);
    snprintf(text, sizeof(text),
             "there are changes that were not saved, but %s", why->msg);
    say(shelf, volume, text);
    if (why->status == TABIA_IO || why->status == TABIA_NOMEM ||
        !edit_journal_set_aside(volume->path)) {
        volume->is_editable = false;
        say(shelf, volume, "so the book can only be read");
    } else {
        say(shelf, volume, "they are kept as .tabia-edits.old");
    }
}

void volume_replay(struct shelf *shelf, struct volume *volume)
{
    struct tabia_error why = { .status = TABIA_OK };
    json_t *lines;
    if (edit_journal_read(&volume->journal, volume->path, &lines, &why)) {
        if (lines)
            replay_lines(shelf, volume, lines);
        json_decref(lines);
    } else {
        refuse_journal(shelf, volume, &why);
    }
}
