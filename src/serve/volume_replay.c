/*
 * volume_replay.c - the changes that were not saved, made again
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "serve/volume.h"
#include "serve/volume_def.h"
#include "format/formats.h"

#include "base/banned.h"

void volume_say(const struct shelf *shelf, const struct volume *v,
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
    const struct tabia_read_options how = { .format = &format_edit };
    const struct tabia_bytes src = {
        .data = (const uint8_t *)json_string_value(text),
        .size = json_string_length(text),
    };
    struct tabia_book *book = tabia_book_decode(src, &how, err);
    struct edition *next = book ? edition_new(book, err) : NULL;
    if (!next)
        return false;
    volume_push(v, next);
    v->base = SIZE_MAX;
    return true;
}

static bool replay_line(struct volume *v, const json_t *line,
                        struct tabia_error *err)
{
    const json_t *changes = json_object_get(line, "changes");
    const json_t *book = json_object_get(line, "book");
    struct draft_report report;
    if (json_is_string(book))
        return replay_book(v, book, err);
    if (json_object_get(line, "undo") && v->at > 0) {
        volume_go_to(v, v->at - 1);
        return true;
    }
    if (json_object_get(line, "redo") && v->at + 1 < v->nstates) {
        volume_go_to(v, v->at + 1);
        return true;
    }
    if (!changes)
        return error_set(err, TABIA_SYNTAX, "the line is damaged");
    struct edition *next = volume_make_edition(v, changes, &report, err);
    if (!next)
        return false;
    volume_push(v, next);
    return true;
}

/* Nobody may change a book whose journal does not lead to what it is. */
static void lock_book(const struct shelf *shelf, struct volume *v)
{
    edit_journal_close(&v->journal);
    v->is_editable = false;
    volume_say(shelf, v, "so the book can only be read");
}

/* The rest of the journal is kept, and what is back starts a new one. */
static void start_anew(const struct shelf *shelf, struct volume *v)
{
    char ending[EDIT_JOURNAL_ENDING], text[80];
    edit_journal_close(&v->journal);
    if (!edit_journal_set_aside(v->path, ending)) {
        lock_book(shelf, v);
        return;
    }
    snprintf(text, sizeof(text), "the journal is kept as %s", ending);
    volume_say(shelf, v, text);
    if (!volume_note_book(v, volume_current(v), NULL))
        lock_book(shelf, v);
}

static void replay_lines(const struct shelf *shelf, struct volume *v,
                         const json_t *lines)
{
    struct tabia_error why = { .status = TABIA_OK };
    const size_t n = json_array_size(lines);
    size_t i = 1;
    char text[320];
    while (i < n && replay_line(v, json_array_get(lines, i), &why))
        i++;
    snprintf(text, sizeof(text),
             i == 2 ? "%zu change that was not saved is back"
                    : "%zu changes that were not saved are back",
             i - 1);
    if (n > 1)
        volume_say(shelf, v, text);
    if (i == n)
        return;
    snprintf(text, sizeof(text), "change %zu could not be repeated: %s", i,
             why.msg);
    volume_say(shelf, v, text);
    if (why.status == TABIA_NOMEM) // there may be more another time
        lock_book(shelf, v);
    else
        start_anew(shelf, v);
}

/*
 * A journal that belongs to another state of the file is put out of the way;
 * one that another server writes to, or that cannot be read, stays where it
 * is, and then nobody may write beside it.
 */
static void refuse_journal(const struct shelf *shelf, struct volume *volume,
                           const struct tabia_error *why)
{
    char text[320], ending[EDIT_JOURNAL_ENDING];
    snprintf(text, sizeof(text),
             "there are changes that were not saved, but %s", why->msg);
    volume_say(shelf, volume, text);
    if (why->status == TABIA_IO || why->status == TABIA_NOMEM ||
        !edit_journal_set_aside(volume->path, ending)) {
        lock_book(shelf, volume);
    } else {
        snprintf(text, sizeof(text), "they are kept as %s", ending);
        volume_say(shelf, volume, text);
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
