/*
 * shelf.c - the books that are served, while some read and one writes
 */
#include "serve/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#include "base/banned.h"

/* ---- editions -------------------------------------------------------- */

struct edition *edition_new(struct tabia_book *book, struct tabia_error *err)
{
    struct edition *edition = calloc(1, sizeof(*edition));
    if (!edition) {
        tabia_book_free(book);
        error_nomem(err);
        return NULL;
    }
    edition->source = source_of_book(book, err);
    if (!edition->source) {
        free(edition);
        return NULL;
    }
    pthread_mutex_init(&edition->lock, NULL);
    atomic_init(&edition->refs, 1);
    edition->book = edition->source->book;
    if (book_map_init(&edition->map, book, err))
        return edition;
    edition_drop(edition);
    return NULL;
}

struct edition *edition_take(struct edition *edition)
{
    atomic_fetch_add(&edition->refs, 1);
    return edition;
}

void edition_drop(struct edition *edition)
{
    if (!edition || atomic_fetch_sub(&edition->refs, 1) != 1)
        return;
    pthread_mutex_destroy(&edition->lock);
    book_map_clear(&edition->map);
    tabia_book_free(edition->placed);
    tabia_source_close(edition->source);
    free(edition);
}

/* ---- volumes --------------------------------------------------------- */

struct volume *volume_new(enum volume_kind kind, struct tabia_error *err)
{
    struct volume *volume = calloc(1, sizeof(*volume));
    if (!volume) {
        error_nomem(err);
        return NULL;
    }
    pthread_mutex_init(&volume->writer, NULL);
    pthread_mutex_init(&volume->lock, NULL);
    atomic_init(&volume->refs, 1);
    volume->kind = kind;
    volume->journal.fd = -1;
    return volume;
}

void volume_drop(struct volume *volume)
{
    if (atomic_fetch_sub(&volume->refs, 1) != 1)
        return;
    for (size_t i = 0; i < volume->nstates; i++)
        edition_drop(volume->states[i]);
    edit_journal_close(&volume->journal);
    tabia_source_close(volume->source);
    puzzles_free(volume->puzzles);
    pthread_mutex_destroy(&volume->lock);
    pthread_mutex_destroy(&volume->writer);
    free(volume->path);
    free(volume->name);
    free(volume);
}

bool volume_check(struct shelf *shelf, struct volume *volume,
                  struct tabia_error *err)
{
    const bool was_lost = atomic_load(&volume->is_lost);
    struct tabia_error why = { .status = TABIA_OK };
    if (!was_lost &&
        (!volume->source || tabia_source_check(volume->source, NULL)))
        return true;
    error_set(&why, TABIA_IO,
              "'%s' was changed in place while it was open, so it was closed; "
              "SIGHUP opens it again",
              volume->name);
    if (!atomic_exchange(&volume->is_lost, true)) {
        shelf_touch(shelf);
        if (shelf->warn)
            shelf->warn(shelf->note_ctx, why.msg);
    }
    return error_pass(err, &why);
}

/* ---- the list -------------------------------------------------------- */

void shelf_init(struct shelf *shelf)
{
    *shelf = (struct shelf){ .n = 0 };
    pthread_mutex_init(&shelf->lock, NULL);
    atomic_init(&shelf->generation, 1);
}

void shelf_clear(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->n; i++)
        volume_drop(shelf->list[i]);
    pthread_mutex_destroy(&shelf->lock);
    shelf->n = 0;
}

void shelf_touch(struct shelf *shelf)
{
    atomic_fetch_add(&shelf->generation, 1);
}

/* The index of a book, or 'n'. Needs the lock. */
static size_t find(const struct shelf *shelf, const char *id)
{
    size_t i = 0;
    if (!id || !*id)
        return 0;
    while (i < shelf->n && strcmp(shelf->list[i]->id, id) != 0)
        i++;
    return i;
}

/* A short word that no other book has, from the name of the file. */
static void choose_id(const struct shelf *shelf, struct volume *volume,
                      const char *name)
{
    char stem[SHELF_ID_SIZE - 8];
    size_t n = 0;
    const char *dot = strrchr(name, '.');
    for (const char *p = name; *p && p != dot && n < sizeof(stem) - 1; p++) {
        const char c = *p >= 'A' && *p <= 'Z' ? (char)(*p | 0x20) : *p;
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_plain || (n > 0 && stem[n - 1] != '-'))
            stem[n++] = is_plain ? c : '-';
    }
    stem[n] = '\0';
    snprintf(volume->id, sizeof(volume->id), "%s", n ? stem : "book");
    for (unsigned i = 2; find(shelf, volume->id) < shelf->n; i++)
        snprintf(volume->id, sizeof(volume->id), "%s-%u", n ? stem : "book",
                 i % 10000);
}

/* A file of the command line may be called so, too. */
static void choose_import_id(struct shelf *shelf, struct volume *volume)
{
    do
        snprintf(volume->id, sizeof(volume->id), "import-%u",
                 ++shelf->nimported);
    while (find(shelf, volume->id) < shelf->n);
}

bool shelf_put(struct shelf *shelf, struct volume *volume, const char *name,
               struct tabia_error *err)
{
    bool has_room;
    size_t imported = 0;
    pthread_mutex_lock(&shelf->lock);
    for (size_t i = 0; i < shelf->n; i++)
        imported += shelf->list[i]->is_imported;
    has_room = shelf->n < SHELF_MAX &&
               !(volume->is_imported && imported >= SHELF_IMPORTS);
    if (has_room) {
        if (volume->is_imported)
            choose_import_id(shelf, volume);
        else
            choose_id(shelf, volume, name);
        shelf->list[shelf->n++] = volume;
    }
    pthread_mutex_unlock(&shelf->lock);
    shelf_touch(shelf);
    return has_room || error_set(err, TABIA_LIMIT, "too many books are open");
}

bool shelf_remove(struct shelf *shelf, const char *id)
{
    struct volume *gone = NULL;
    pthread_mutex_lock(&shelf->lock);
    const size_t at = find(shelf, id);
    if (at < shelf->n && shelf->list[at]->is_imported) {
        gone = shelf->list[at];
        shelf->import_memory -= gone->memory;
        shelf->n--;
        memmove(&shelf->list[at], &shelf->list[at + 1],
                (shelf->n - at) * sizeof(shelf->list[0]));
    }
    pthread_mutex_unlock(&shelf->lock);
    shelf_touch(shelf);
    if (gone)
        volume_drop(gone);
    return gone != NULL;
}

/* ---- lending --------------------------------------------------------- */

/* Needs the lock of the shelf, so that the volume is there. */
static void lend(struct volume *volume, struct loan *loan)
{
    atomic_fetch_add(&volume->refs, 1);
    pthread_mutex_lock(&volume->lock);
    *loan = (struct loan){
        .volume = volume,
        .edition =
            volume->nstates ? edition_take(volume->states[volume->at]) : NULL,
        .revision = volume->revision,
        .undo = volume->at,
        .redo = volume->nstates ? volume->nstates - 1 - volume->at : 0,
        .is_dirty = volume->nstates && volume->saved != volume->at,
    };
    pthread_mutex_unlock(&volume->lock);
}

bool shelf_lend(struct shelf *shelf, const char *id, struct loan *loan)
{
    pthread_mutex_lock(&shelf->lock);
    const size_t at = find(shelf, id);
    const bool is_there = at < shelf->n;
    if (is_there)
        lend(shelf->list[at], loan);
    pthread_mutex_unlock(&shelf->lock);
    return is_there;
}

size_t shelf_lend_all(struct shelf *shelf, struct loan loans[SHELF_MAX])
{
    pthread_mutex_lock(&shelf->lock);
    const size_t n = shelf->n;
    for (size_t i = 0; i < n; i++)
        lend(shelf->list[i], &loans[i]);
    pthread_mutex_unlock(&shelf->lock);
    return n;
}

const struct tabia_source *loan_source(const struct loan *loan)
{
    return loan->edition ? loan->edition->source : loan->volume->source;
}

void shelf_return(struct loan *loan)
{
    edition_drop(loan->edition);
    volume_drop(loan->volume);
    *loan = (struct loan){ .volume = NULL };
}

/* ---- replacing ------------------------------------------------------- */

bool shelf_replace(struct shelf *shelf, struct volume *old, struct volume *next)
{
    pthread_mutex_lock(&shelf->lock);
    size_t at = 0;
    while (at < shelf->n && shelf->list[at] != old)
        at++;
    const bool is_there = at < shelf->n;
    if (is_there) {
        memcpy(next->id, old->id, sizeof(next->id));
        shelf->list[at] = next;
    }
    pthread_mutex_unlock(&shelf->lock);
    shelf_touch(shelf);
    if (is_there)
        volume_drop(old);
    return is_there;
}
