/*
 * shelf.c - the books that are served, for many readers and one writer
 */
#include "serve/shelf/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"

#include "base/banned.h"

/* ---- the list -------------------------------------------------------- */

bool shelf_init(struct shelf *shelf, struct tabia_error *err)
{
    *shelf = (struct shelf){ .lock = lock_new(err) };
    atomic_init(&shelf->generation, 1);
    return shelf->lock != NULL;
}

void shelf_clear(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->n; i++)
        volume_unref(shelf->list[i]);
    lock_free(shelf->lock);
    shelf->lock = NULL;
    shelf->n = 0;
}

void shelf_bump_generation(struct shelf *shelf)
{
    atomic_fetch_add(&shelf->generation, 1);
}

/* The index of a book, or 'n'. Call with the lock held. */
static size_t shelf_find_index(const struct shelf *shelf, const char *id)
{
    size_t i = 0;
    if (!id || !*id)
        return 0;
    while (i < shelf->n && strcmp(shelf->list[i]->id, id) != 0)
        i++;
    return i;
}

/* Derives a short unique id from the name of the file. */
static void shelf_choose_id(const struct shelf *shelf, struct volume *volume,
                            const char *name)
{
    char stem[VOLUME_ID_SIZE - 8];
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
    for (unsigned i = 2; shelf_find_index(shelf, volume->id) < shelf->n; i++)
        snprintf(volume->id, sizeof(volume->id), "%s-%u", n ? stem : "book",
                 i % 10000);
}

bool shelf_add_volume(struct shelf *shelf, struct volume *volume,
                      const char *name, struct tabia_error *err)
{
    bool has_room;
    size_t imported = 0;
    lock_acquire(shelf->lock);
    for (size_t i = 0; i < shelf->n; i++)
        imported += shelf->list[i]->is_imported;
    has_room = shelf->n < SHELF_MAX &&
               !(volume->is_imported && imported >= SHELF_IMPORTS_MAX);
    if (has_room) {
        shelf_choose_id(shelf, volume, name);
        // Equal content has an equal id: what is known of a book that was
        // closed must not be taken for what is known of this one.
        if (volume->is_imported)
            volume->revision += shelf->first_revision;
        shelf->list[shelf->n++] = volume;
    }
    lock_release(shelf->lock);
    shelf_bump_generation(shelf);
    return has_room ||
           error_set(err, TABIA_ERR_LIMIT, "too many books are open");
}

/* Takes a volume out of the list, which no longer owns it. */
static void shelf_take_out(struct shelf *shelf, size_t at)
{
    shelf->n--;
    memmove(&shelf->list[at], &shelf->list[at + 1],
            (shelf->n - at) * sizeof(shelf->list[0]));
}

bool shelf_remove(struct shelf *shelf, const char *id)
{
    struct volume *gone = NULL;
    struct volume_status status;
    lock_acquire(shelf->lock);
    const size_t at = *id ? shelf_find_index(shelf, id) : shelf->n;
    if (at < shelf->n && shelf->list[at]->is_imported) {
        gone = shelf->list[at];
        edition_unref(volume_ref_edition(gone, &status));
        if (status.revision >= shelf->first_revision)
            shelf->first_revision = status.revision + 1;
        shelf->import_memory -= gone->memory;
        shelf_take_out(shelf, at);
    }
    lock_release(shelf->lock);
    shelf_bump_generation(shelf);
    if (gone)
        volume_unref(gone);
    return gone != NULL;
}

void shelf_remove_unfinished(struct shelf *shelf, struct volume *volume)
{
    bool is_there = false;
    volume_abandon(volume);
    lock_acquire(shelf->lock);
    for (size_t at = 0; at < shelf->n && !is_there; at++) {
        is_there = shelf->list[at] == volume;
        if (is_there)
            shelf_take_out(shelf, at);
    }
    lock_release(shelf->lock);
    shelf_bump_generation(shelf);
    if (is_there)
        volume_unref(volume);
}

/* ---- lending --------------------------------------------------------- */

/* Call with the shelf's lock held, so that the volume exists. */
static void shelf_lend_volume(struct volume *volume, struct loan *loan)
{
    volume_ref(volume);
    loan->volume = volume;
    loan->edition = volume_ref_edition(volume, &loan->status);
}

bool shelf_lend(struct shelf *shelf, const char *id, struct loan *loan)
{
    lock_acquire(shelf->lock);
    const size_t at = shelf_find_index(shelf, id);
    const bool is_there = at < shelf->n;
    if (is_there)
        shelf_lend_volume(shelf->list[at], loan);
    lock_release(shelf->lock);
    return is_there;
}

size_t shelf_next_id(const char **list, char id[VOLUME_ID_SIZE])
{
    *list += strspn(*list, ",");
    const size_t len = strcspn(*list, ",");
    snprintf(id, VOLUME_ID_SIZE, "%.*s", (int)len, *list);
    *list += len;
    return len;
}

static bool list_has_id(const char *list, const char *id)
{
    const size_t wanted = strlen(id);
    char found[VOLUME_ID_SIZE];
    for (size_t len; (len = shelf_next_id(&list, found)) > 0;)
        if (len == wanted && strcmp(found, id) == 0)
            return true;
    return false;
}

size_t shelf_lend_all(struct shelf *shelf, const char *imports,
                      struct loan loans[SHELF_MAX])
{
    size_t n = 0;
    lock_acquire(shelf->lock);
    for (size_t i = 0; i < shelf->n; i++) {
        struct volume *volume = shelf->list[i];
        if (!volume->is_imported ||
            (imports && list_has_id(imports, volume->id)))
            shelf_lend_volume(volume, &loans[n++]);
    }
    lock_release(shelf->lock);
    return n;
}

const struct tabia_source *shelf_loan_source(const struct loan *loan)
{
    return loan->edition ? loan->edition->source : loan->volume->source;
}

void shelf_return(struct loan *loan)
{
    edition_unref(loan->edition);
    volume_unref(loan->volume);
    *loan = (struct loan){ .volume = NULL };
}

/* ---- replacing ------------------------------------------------------- */

bool shelf_replace(struct shelf *shelf, struct volume *old, struct volume *next)
{
    lock_acquire(shelf->lock);
    size_t at = 0;
    while (at < shelf->n && shelf->list[at] != old)
        at++;
    const bool is_there = at < shelf->n;
    if (is_there) {
        memcpy(next->id, old->id, sizeof(next->id));
        shelf->list[at] = next;
    }
    lock_release(shelf->lock);
    shelf_bump_generation(shelf);
    if (is_there)
        volume_unref(old);
    return is_there;
}
