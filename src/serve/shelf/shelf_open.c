/*
 * shelf_open.c - files and imports become volumes on the shelf
 */
#include "serve/shelf/shelf_open.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "book/book_def.h"
#include "format/built_in.h"
#include "format/formats.h"
#include "io/path.h"
#include "serve/shelf/import_games.h"
#include "serve/shelf/volume_open.h"

#include "base/banned.h"

enum {
    IMPORT_MEMORY = 512 << 20, // of one book
    MEMORY_LEAST = 16 << 20,   // with less it is not worth trying
};

bool shelf_add_built_in(struct shelf *shelf, struct tabia_error *err)
{
    struct volume *volume = volume_new(VOLUME_BOOK, shelf->names, err);
    if (!volume)
        return false;
    struct tabia_book *book = tabia_book_load(NULL, NULL, err);
    volume->format =
        book ? tabia_format_find(tabia_book_find_text(book, "format"), NULL)
             : NULL;
    volume->is_editable = !shelf->read_only;
    if (volume_open_book(volume, book, err) &&
        shelf_add_volume(shelf, volume, BUILT_IN_BOOK_ID, err))
        return true;
    volume_unref(volume);
    return false;
}

/* ---- files ----------------------------------------------------------- */

bool shelf_load(struct shelf *shelf, struct loan *loan,
                tabia_stop_fn *is_stopped, void *ctx, struct tabia_error *err)
{
    struct volume *v = loan->volume;
    if (loan->edition)
        return true;
    if (v->kind != VOLUME_ON_DEMAND)
        return error_set(err, TABIA_ERR_MISUSE,
                         v->source ? "too large to load" : "not a book");
    struct tabia_read_options read = v->read;
    read.is_stopped = is_stopped;
    read.ctx = ctx;
    lock_acquire(v->write_lock);
    const bool ok = volume_load(v, &read, err);
    lock_release(v->write_lock);
    if (ok)
        loan->edition = volume_ref_edition(v, &loan->status);
    shelf_bump_generation(shelf);
    return ok;
}

bool shelf_add_file(struct shelf *shelf, const char *path,
                    const struct tabia_read_options *read,
                    struct tabia_error *err)
{
    struct volume *volume = volume_open(shelf, path, read, err);
    if (!volume)
        return false;
    if (shelf_add_volume(shelf, volume, volume->name, err))
        return true;
    volume_unref(volume);
    return error_in_file(err, path);
}

/* ---- books without a file ---------------------------------------------- */

const char *shelf_find_folder(const struct loan *loans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (loans[i].volume->is_savable && !loans[i].volume->is_imported)
            return loans[i].volume->path;
    return path_is_writable_folder_of("") ? "" : NULL;
}

static int is_journal_name(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name), end = strlen(EDIT_JOURNAL_ENDING);
    return len > end &&
           strcmp(entry->d_name + len - end, EDIT_JOURNAL_ENDING) == 0;
}

/* The books without a file in the folder of 'near', by their names. */
static void add_unsaved_in(struct shelf *shelf, const char *near)
{
    const size_t len = path_folder_length(near);
    struct buf folder = { .limit = PATH_SIZE_MAX };
    struct dirent **list = NULL;
    if (!(len ? buf_add(&folder, near, len) : buf_add_text(&folder, ".")))
        return;
    const int n = scandir(buf_text(&folder), &list, is_journal_name, alphasort);
    for (int i = 0; i < n; i++) {
        struct buf path = { .limit = PATH_SIZE_MAX };
        struct tabia_error err = { 0 };
        list[i]->d_name[strlen(list[i]->d_name) - strlen(EDIT_JOURNAL_ENDING)] =
            '\0';
        const bool ok =
            buf_addf(&path, "%.*s%s", (int)len, near, list[i]->d_name);
        const char *name = buf_text(&path);
        if (ok && access(name, F_OK) != 0 && edit_journal_is_free(name) &&
            !shelf_add_file(shelf, name, NULL, &err) && shelf->on_warning) {
            buf_addf(&path, ": not reopened: %s", err.msg);
            shelf->on_warning(shelf->ctx, buf_text(&path));
        }
        buf_clear(&path);
        free(list[i]);
    }
    free(list);
    buf_clear(&folder);
}

void shelf_add_unsaved(struct shelf *shelf)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(shelf, NULL, loans);
    const char *near = shelf_find_folder(loans, n);
    if (near && !*near)
        add_unsaved_in(shelf, near);
    for (size_t i = 0; i < n; i++) {
        if (loans[i].volume->is_savable)
            add_unsaved_in(shelf, loans[i].volume->path);
        shelf_return(&loans[i]);
    }
}

/* ---- reopening ---------------------------------------------------------- */

/*
 * Reopens a file that has changed, unless its book has unsaved changes. No edit
 * is possible meanwhile; one that waits then fails because the volume was
 * replaced. A journal that only leads back to the saved state is not needed.
 */
static void volume_reopen(struct shelf *shelf, struct volume *old,
                          const struct tabia_read_options *read)
{
    struct tabia_error err = { 0 };
    struct volume *next = NULL;
    char text[640] = "";
    lock_acquire(old->write_lock);
    if (!old->path ||
        (!atomic_load(&old->is_overwritten) &&
         commit_stamp_is_same(old->stamp, commit_stamp_of(old->path)))) {
        lock_release(old->write_lock);
        return;
    }
    if (commit_stamp_of(old->path).size <= 0) {
        snprintf(text, sizeof(text),
                 "%s: not reopened: the file is empty or gone", old->name);
    } else if (old->neditions && old->saved_edition != old->current_edition) {
        snprintf(text, sizeof(text),
                 "%s: not reopened: the file has changed, but the book has "
                 "unsaved changes",
                 old->name);
    } else {
        edit_journal_remove(&old->journal);
        old->journal_edition = old->current_edition;
        next = volume_open(shelf, old->path, read, &err);
        snprintf(text, sizeof(text), "%s: %s%s", old->name,
                 next ? "reopened" : "not reopened: ", next ? "" : err.msg);
    }
    if (next) {
        next->revision += old->revision + 1;
        old->is_replaced = shelf_replace(shelf, old, next);
        if (!old->is_replaced)
            volume_unref(next);
    }
    lock_release(old->write_lock);
    void (*on_text)(void *ctx, const char *text) =
        next ? shelf->on_note : shelf->on_warning;
    if (on_text)
        on_text(shelf->ctx, text);
}

void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(shelf, NULL, loans);
    for (size_t i = 0; i < n; i++) {
        volume_reopen(shelf, loans[i].volume, read);
        shelf_return(&loans[i]);
    }
}

/* ---- imports ------------------------------------------------------------ */

static void release_import_memory(struct shelf *shelf, size_t size)
{
    lock_acquire(shelf->lock);
    shelf->import_memory -= size;
    lock_release(shelf->lock);
}

/* Fills the volume of an import from what it was recognised as; owns it. */
static bool read_import(struct volume *volume, struct tabia_source *source,
                        const struct tabia_open_options *options, bool is_games,
                        struct tabia_error *err)
{
    const struct tabia_bytes bytes = tabia_source_get_info(source).bytes;
    const size_t memory = options->read.memory_limit;
    if (is_games) {
        tabia_source_close(source);
        volume->source =
            import_games_build(bytes, memory, options->read.is_stopped,
                               options->read.ctx, err);
        if (!volume->source)
            return false;
        volume->memory = tabia_source_get_info(volume->source).bytes.size;
        return volume_open_store(volume, err);
    }
    if (!volume_open_source(volume, source, options, err))
        return false;
    volume->is_editable = volume->kind == VOLUME_BOOK;
    // Twice the book, for what is computed about it.
    volume->memory = volume->kind == VOLUME_PUZZLES
                         ? 2 * bytes.size
                         : 2 * volume->editions[0]->book->memory;
    if (volume->memory > memory)
        volume->memory = memory;
    return true;
}

/* Whether the file becomes a store of games. */
static bool import_is_store(const struct tabia_source *source,
                            enum import_kind kind)
{
    const struct tabia_source_info info = tabia_source_get_info(source);
    return info.kind == TABIA_SOURCE_BOOK && info.format == &format_pgn &&
           (kind == IMPORT_GAMES ||
            (kind == IMPORT_AUTO && import_games_detect(info.bytes)));
}

/* The memory an import may use, out of that for all of them; 0: none left. */
static size_t reserve_import_memory(struct shelf *shelf)
{
    lock_acquire(shelf->lock);
    const size_t left = SHELF_IMPORT_MEMORY_MAX - shelf->import_memory;
    const size_t memory = left > IMPORT_MEMORY  ? IMPORT_MEMORY
                          : left > MEMORY_LEAST ? left
                                                : 0;
    shelf->import_memory += memory;
    lock_release(shelf->lock);
    return memory;
}

/* Reads an import and adds it to the list. Owns the source. */
static bool add_import(struct shelf *shelf, struct volume *volume,
                       struct tabia_source *source,
                       struct tabia_open_options *options, bool is_games,
                       const char *id, struct loan *loan,
                       struct tabia_error *err)
{
    const size_t memory = options->read.memory_limit =
        reserve_import_memory(shelf);
    if (!memory) {
        tabia_source_close(source);
        return error_set(err, TABIA_ERR_LIMIT,
                         "the imported files use all the memory reserved for "
                         "them; close one first");
    }
    const bool is_read = read_import(volume, source, options, is_games, err);
    release_import_memory(shelf, memory - volume->memory);
    // Once it is in the list, another thread may remove it.
    volume_ref(volume);
    const size_t kept = volume->memory;
    const bool is_put = is_read && shelf_add_volume(shelf, volume, id, err);
    const bool is_lent =
        is_put &&
        (shelf_lend(shelf, volume->id, loan) ||
         error_set(err, TABIA_ERR_LIMIT, "the book was closed again at once"));
    if (!is_put) {
        release_import_memory(shelf, kept);
        volume_unref(volume);
    }
    return is_lent;
}

/* The import with this id, if it is open already. */
static bool lend_import(struct shelf *shelf, const char *id, struct loan *loan)
{
    if (!shelf_lend(shelf, id, loan))
        return false;
    if (loan->volume->is_imported)
        return true;
    shelf_return(loan); // a file of the command line that is called like it
    return false;
}

bool shelf_import(struct shelf *shelf, struct tabia_bytes bytes,
                  const char *name, enum import_kind kind,
                  tabia_stop_fn *is_stopped, void *ctx, struct loan *loan,
                  struct tabia_error *err)
{
    char id[VOLUME_ID_SIZE];
    struct volume *volume = volume_new(VOLUME_BOOK, shelf->names, err);
    if (!volume)
        return false;
    volume->is_imported = true;
    volume->name = strdup(path_name(name));
    struct tabia_open_options options = {
        .mode = TABIA_OPEN_LOAD, // the bytes are freed soon
        .read = { .name = volume->name,
                  .report = &volume->unread,
                  .is_stopped = is_stopped,
                  .ctx = ctx },
    };
    struct tabia_source *source = NULL;
    bool is_lent = false;
    if (!volume->name)
        error_nomem(err);
    else
        source = source_recognise_bytes(bytes, &options, err);
    if (source) {
        const bool is_games = import_is_store(source, kind);
        snprintf(id, sizeof(id), "%s-%016" PRIx64,
                 is_games ? "games" : "import",
                 (uint64_t)XXH3_64bits(bytes.data, bytes.size));
        is_lent = lend_import(shelf, id, loan);
        if (is_lent)
            tabia_source_close(source);
        else
            is_lent = add_import(shelf, volume, source, &options, is_games, id,
                                 loan, err);
    }
    volume_unref(volume);
    return is_lent;
}
