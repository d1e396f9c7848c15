/*
 * volume_open.c - a file or a source becomes a volume
 */
#include "serve/shelf/volume_open.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "format/formats.h"
#include "io/input.h"
#include "io/path.h"
#include "serve/shelf/shelf.h"
#include "store/store_internal.h"
#include "tabia/builder.h"

#include "base/banned.h"

bool volume_open_book(struct volume *volume, struct tabia_book *book,
                      struct tabia_error *err)
{
    if (!book)
        return false;
    volume->editions[0] = edition_new(book, volume->names, err);
    volume->neditions = volume->editions[0] != NULL;
    return volume->neditions > 0;
}

/* ---- sources --------------------------------------------------------- */

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

bool volume_open_source(struct volume *volume, struct tabia_source *source,
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
            volume->journal.base = edit_journal_checksum_of(info.bytes);
        volume->has_checksum = volume->path != NULL;
        tabia_source_close(source);
        return volume_open_book(volume, book, err) && is_same;
    }
    volume->kind = info.bytes.size <= SOURCE_SEARCHED_SIZE ? VOLUME_ON_DEMAND
                                                           : VOLUME_SEARCH_ONLY;
    if (info.kind != TABIA_SOURCE_STORE)
        return true;
    volume->format = NULL;
    return volume_open_store(volume, err);
}

enum { ROOTS_ASKED_MAX = 16 };

/* True if a game from one of the roots passes; also if that cannot be read. */
static bool store_passes(const struct tabia_store *store,
                         const struct tabia_store_filter *filter)
{
    const uint64_t nroots = tabia_store_get_info(store).roots;
    for (uint64_t i = 0; i < nroots && i < ROOTS_ASKED_MAX; i++) {
        struct store_answer answer;
        struct tabia_pos pos;
        if (!store_root_at(store, i, &pos, NULL) ||
            !store_find(store, &pos, filter, &answer, NULL) ||
            answer.nmoves > 0)
            return true;
    }
    return false;
}

bool volume_open_store(struct volume *volume, struct tabia_error *err)
{
    volume->kind = VOLUME_STORE;
    volume->store = tabia_source_store(volume->source, err);
    if (!volume->store)
        return false;
    const unsigned by = tabia_store_get_info(volume->store).dimensions;
    for (unsigned i = 0; i < TABIA_RATING_NONE; i++) {
        const struct tabia_store_filter filter = { .ratings = 1u << i };
        if (by & TABIA_DIMENSION_RATING && store_passes(volume->store, &filter))
            volume->ratings |= filter.ratings;
    }
    for (unsigned i = TABIA_SPEED_NONE + 1; i < TABIA_SPEED_COUNT; i++) {
        const struct tabia_store_filter filter = { .speeds = 1u << i };
        if (by & TABIA_DIMENSION_SPEED && store_passes(volume->store, &filter))
            volume->speeds |= filter.speeds;
    }
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
    volume->journal.base = edit_journal_checksum_of(nothing);
    volume->has_checksum = true;
    volume_note(shelf, volume, "new book; saving creates the file");
    volume->format = read->format;
    return volume_open_book(volume, make_empty_book(read->format, err), err);
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
    return volume_open_source(volume, source, &options, err) &&
           (!volume->source || tabia_source_check_file(volume->source, err));
}

bool volume_load(struct volume *v, const struct tabia_read_options *read,
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
        v->journal.base =
            edit_journal_checksum_of(tabia_source_get_info(source).bytes);
        v->has_checksum = true;
        book = source_take_book(source);
    }
    tabia_source_close(source);
    struct edition *edition = book ? edition_new(book, v->names, err) : NULL;
    if (!edition)
        return false;
    lock_acquire(v->lock);
    v->editions[0] = edition;
    v->neditions = 1;
    lock_release(v->lock);
    atomic_store(&v->is_loaded, true);
    return true;
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
        (volume->kind == VOLUME_BOOK || volume->kind == VOLUME_ON_DEMAND) &&
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

struct volume *volume_open(struct shelf *shelf, const char *path,
                           const struct tabia_read_options *read,
                           struct tabia_error *err)
{
    struct tabia_read_options options =
        read ? *read : (struct tabia_read_options){ 0 };
    struct tabia_error why = { 0 };
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
