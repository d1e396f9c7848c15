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
#include "io/input.h"
#include "io/path.h"
#include "serve/shelf/import_games.h"
#include "tabia/builder.h"

#include "base/banned.h"

enum {
    IMPORT_MEMORY = 512 << 20, // of one book
    LOAD_SIZE = 64 << 20,      // bytes; a larger file is only searched
    MEMORY_LEAST = 16 << 20,   // with less it is not worth trying
};

static bool add_first_edition(struct volume *volume, struct tabia_book *book,
                              struct tabia_error *err)
{
    if (!book)
        return false;
    volume->editions[0] = edition_new(book, volume->names, err);
    volume->neditions = volume->editions[0] != NULL;
    return volume->neditions > 0;
}

bool shelf_add_built_in(struct shelf *shelf, struct tabia_error *err)
{
    struct volume *volume = volume_new(VOLUME_BOOK, shelf->names, err);
    if (!volume)
        return false;
    struct tabia_book *book = tabia_book_load(NULL, NULL, err);
    volume->format =
        book ? tabia_format_find(tabia_book_find_text(book, "format")) : NULL;
    volume->is_editable = !shelf->read_only;
    if (add_first_edition(volume, book, err) &&
        shelf_add_volume(shelf, volume, BUILT_IN_BOOK_ID, err))
        return true;
    volume_unref(volume);
    return false;
}

/* ---- files ----------------------------------------------------------- */

/* An empty book that has no file yet. */
static struct tabia_book *make_empty_book(const struct tabia_format *format,
                                          struct tabia_error *err)
{
    const char *name = tabia_format_get_info(format)->name;
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    if (b && tabia_builder_add_text(b, "format", name, strlen(name), err))
        return tabia_builder_freeze(b, err);
    tabia_builder_free(b);
    return NULL;
}

/*
 * Turns a source into what is served: a book (empty if the file is empty), a
 * set of puzzles, or a table or store to search. Owns the source.
 */
static bool volume_take_source(struct volume *volume,
                               struct tabia_source *source,
                               const struct tabia_open_options *options,
                               struct tabia_error *err)
{
    const struct tabia_source_info info = tabia_source_get_info(source);
    if (info.kind == TABIA_SOURCE_PUZZLES) {
        volume->kind = VOLUME_PUZZLES;
        (void)source_puzzles(source, &options->read, err);
        volume->puzzles = source_take_puzzles(source);
        tabia_source_close(source);
        return volume->puzzles != NULL;
    }
    volume->format = info.format;
    struct tabia_book *book = NULL;
    if (info.kind == TABIA_SOURCE_EVALS) {
        (void)!tabia_source_book(source, err); // to set the error
    } else if (info.bytes.size == 0) {
        book = make_empty_book(info.format, err);
    } else if (source_finish_open(source, options, err)) {
        volume->source =
            tabia_source_get_info(source).is_searched ? source : NULL;
        book = source_take_book(source);
    }
    if (!volume->source) {
        const bool is_same = tabia_source_check_file(source, err);
        if (volume->path)
            volume->journal.base = file_checksum_of(info.bytes);
        volume->has_checksum = volume->path != NULL;
        tabia_source_close(source);
        return add_first_edition(volume, book, err) && is_same;
    }
    volume->kind =
        info.bytes.size <= LOAD_SIZE ? VOLUME_LOADABLE : VOLUME_TABLE;
    if (info.kind != TABIA_SOURCE_STORE)
        return true;
    volume->kind = VOLUME_STORE;
    volume->format = NULL;
    volume->store = tabia_source_store(source, err);
    return true;
}

/* An empty book whose file is created when the book is saved. */
static bool start_new_book(struct shelf *shelf, struct volume *volume,
                           struct tabia_read_options *read,
                           struct tabia_error *err)
{
    if (!read->format)
        read->format = tabia_format_for_path(volume->path, NULL);
    if (!read->format || !tabia_format_get_info(read->format)->can_write)
        return error_set(err, TABIA_ERR_MISUSE,
                         "no such file; a new book needs a name with a known "
                         "suffix, such as .pgn, or --from");
    const struct tabia_bytes nothing = { .data = (const uint8_t *)"" };
    volume->journal.base = file_checksum_of(nothing);
    volume->has_checksum = true;
    volume_note(shelf, volume, "new book; saving creates the file");
    volume->format = read->format;
    return add_first_edition(volume, make_empty_book(read->format, err), err);
}

static bool read_volume_file(struct volume *volume,
                             struct tabia_read_options *read,
                             struct tabia_error *err)
{
    read->report = &volume->unread; // saving reports them
    const struct tabia_open_options options = { .mode = TABIA_OPEN_AUTO,
                                                .read = *read };
    const bool is_stdin = strcmp(volume->path, "-") == 0;
    struct tabia_source *source = NULL;
    if (!is_stdin && !(source = source_recognise(volume->path, &options, err)))
        return false;
    if (is_stdin || !input_is_file(volume->path)) {
        tabia_source_close(source);
        return error_set(
            err, TABIA_ERR_MISUSE,
            "only regular files can be served; save the book first");
    }
    return volume_take_source(volume, source, &options, err) &&
           (!volume->source || tabia_source_check_file(volume->source, err));
}

/*
 * Turns a table into a book, unless it is one already. Readers that search the
 * file go on with it; those that come later get the book.
 */
static bool volume_load(struct volume *v, const struct tabia_read_options *read,
                        struct tabia_error *err)
{
    const struct tabia_open_options options = { .mode = TABIA_OPEN_LOAD,
                                                .read = *read };
    struct tabia_book *book = NULL;
    if (v->neditions > 0)
        return true;
    if (!commit_stamp_is_same(v->stamp, commit_stamp_of(v->path)))
        return error_set(err, TABIA_ERR_MISUSE,
                         "the file has changed; SIGHUP reopens it");
    struct tabia_source *source = tabia_source_open(v->path, &options, err);
    if (source && tabia_source_check_file(source, err)) {
        v->journal.base = file_checksum_of(tabia_source_get_info(source).bytes);
        v->has_checksum = true;
        book = source_take_book(source);
    }
    tabia_source_close(source);
    struct edition *edition = book ? edition_new(book, v->names, err) : NULL;
    if (!edition)
        return false;
    pthread_mutex_lock(&v->lock);
    v->editions[0] = edition;
    v->neditions = 1;
    pthread_mutex_unlock(&v->lock);
    atomic_store(&v->is_loaded, true);
    return true;
}

bool shelf_load(struct shelf *shelf, struct loan *loan,
                tabia_stop_fn *is_stopped, void *ctx, struct tabia_error *err)
{
    struct volume *v = loan->volume;
    if (loan->edition)
        return true;
    if (v->kind != VOLUME_LOADABLE)
        return error_set(err, TABIA_ERR_MISUSE,
                         v->source ? "too large to load" : "not a book");
    struct tabia_read_options read = v->read;
    read.is_stopped = is_stopped;
    read.ctx = ctx;
    pthread_mutex_lock(&v->write_lock);
    const bool ok = volume_load(v, &read, err);
    pthread_mutex_unlock(&v->write_lock);
    if (ok)
        loan->edition = volume_ref_edition(v, &loan->status);
    shelf_bump_generation(shelf);
    return ok;
}

static bool open_volume_file(struct shelf *shelf, struct volume *volume,
                             struct tabia_read_options *read,
                             struct tabia_error *err)
{
    volume->stamp = commit_stamp_of(volume->path);
    volume->read = *read;
    volume->read.report = &volume->unread; // saving reports them
    volume->is_savable = path_is_writable_folder_of(volume->path);
    const bool is_new = access(volume->path, F_OK) != 0 && errno == ENOENT &&
                        volume->is_savable && !shelf->read_only &&
                        strcmp(volume->path, "-") != 0;
    if (is_new ? !start_new_book(shelf, volume, read, err)
               : !read_volume_file(volume, read, err))
        return false;
    volume->is_editable =
        !shelf->read_only &&
        (volume->kind == VOLUME_BOOK || volume->kind == VOLUME_LOADABLE) &&
        tabia_format_get_info(volume->format)->can_write;
    if (!volume->is_editable)
        return true;
    // Unsaved changes are changes of the book, which is then needed at once.
    if (volume->kind == VOLUME_BOOK || edit_journal_exists(volume->path)) {
        if (!volume_load(volume, read, err))
            return false;
        volume_replay(shelf, volume);
    }
    if (volume->is_editable && !volume->is_savable)
        volume_note(shelf, volume,
                    "the folder is not writable; changes can be exported "
                    "but not saved");
    return true;
}

/* Opens a file without adding it to the list. NULL with an error. */
static struct volume *open_volume(struct shelf *shelf, const char *path,
                                  const struct tabia_read_options *read,
                                  struct tabia_error *err)
{
    struct tabia_read_options options =
        read ? *read : (struct tabia_read_options){ 0 };
    struct tabia_error why = { .status = TABIA_OK };
    struct volume *volume = volume_new(VOLUME_BOOK, shelf->names, err);
    if (!volume)
        return NULL;
    volume->path = strdup(path);
    volume->name = strdup(path_name(path));
    options.name = options.path = volume->path;
    if (!volume->path || !volume->name)
        error_nomem(&why);
    else if (open_volume_file(shelf, volume, &options, &why))
        return volume;
    volume_unref(volume);
    error_set_file(&why, path);
    error_pass(err, &why);
    return NULL;
}

bool shelf_add_file(struct shelf *shelf, const char *path,
                    const struct tabia_read_options *read,
                    struct tabia_error *err)
{
    struct volume *volume = open_volume(shelf, path, read, err);
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
        struct tabia_error err = { .status = TABIA_OK };
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
static void reopen_volume(struct shelf *shelf, struct volume *old,
                          const struct tabia_read_options *read)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct volume *next = NULL;
    char text[640] = "";
    pthread_mutex_lock(&old->write_lock);
    if (!old->path ||
        (!atomic_load(&old->is_overwritten) &&
         commit_stamp_is_same(old->stamp, commit_stamp_of(old->path)))) {
        pthread_mutex_unlock(&old->write_lock);
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
        next = open_volume(shelf, old->path, read, &err);
        snprintf(text, sizeof(text), "%s: %s%s", old->name,
                 next ? "reopened" : "not reopened: ", next ? "" : err.msg);
    }
    if (next) {
        next->revision += old->revision + 1;
        old->is_replaced = shelf_replace(shelf, old, next);
        if (!old->is_replaced)
            volume_unref(next);
    }
    pthread_mutex_unlock(&old->write_lock);
    void (*report)(void *ctx, const char *text) =
        next ? shelf->on_note : shelf->on_warning;
    if (report)
        report(shelf->ctx, text);
}

void shelf_reopen(struct shelf *shelf, const struct tabia_read_options *read)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(shelf, NULL, loans);
    for (size_t i = 0; i < n; i++) {
        reopen_volume(shelf, loans[i].volume, read);
        shelf_return(&loans[i]);
    }
}

/* ---- imports ------------------------------------------------------------ */

static void release_import_memory(struct shelf *shelf, size_t size)
{
    pthread_mutex_lock(&shelf->lock);
    shelf->import_memory -= size;
    pthread_mutex_unlock(&shelf->lock);
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
            import_build_store(bytes, memory, options->read.is_stopped,
                               options->read.ctx, err);
        if (!volume->source)
            return false;
        volume->kind = VOLUME_STORE;
        volume->store = tabia_source_store(volume->source, err);
        volume->memory = tabia_source_get_info(volume->source).bytes.size;
        return volume->store != NULL;
    }
    if (!volume_take_source(volume, source, options, err))
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
            (kind == IMPORT_AUTO && import_is_games(info.bytes)));
}

/* The memory an import may use, out of that for all of them; 0: none left. */
static size_t reserve_import_memory(struct shelf *shelf)
{
    pthread_mutex_lock(&shelf->lock);
    const size_t left = SHELF_IMPORT_MEMORY_MAX - shelf->import_memory;
    const size_t memory = left > IMPORT_MEMORY  ? IMPORT_MEMORY
                          : left > MEMORY_LEAST ? left
                                                : 0;
    shelf->import_memory += memory;
    pthread_mutex_unlock(&shelf->lock);
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
