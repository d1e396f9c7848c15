/*
 * source.c - a file of any kind: opened once, recognised once, asked one way
 */
#include "source/source_def.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "format/built_in.h"
#include "format/format_io.h"
#include "format/formats.h"
#include "io/sigbus.h"
#include "source/evals.h"
#include "store/store.h"
#include "store/store_def.h"
#include "tabia/names.h"
#include "format/table_io.h"
#include "base/banned.h"

enum { LARGE_SIZE = 64 << 20 }; // above, a file is searched, if it can be

/* ---- recognising ----------------------------------------------------- */

static bool recognise(struct tabia_source *src, struct tabia_error *err)
{
    const struct tabia_format *format = src->how.read.format;
    if (!format && evals_detect(src->bytes)) {
        src->kind = TABIA_SOURCE_EVALS;
        return true;
    }
    // Of standard input only the name that it was given says more.
    const char *path = src->path ? src->path : src->how.read.path;
    if (!path || strcmp(path, "-") == 0)
        path = src->name;
    if (!format)
        format = tabia_format_detect(src->bytes, path, err);
    if (!format)
        return false;
    src->format = format;
    src->kind = format->info.is_store     ? TABIA_SOURCE_STORE
                : format->info.is_puzzles ? TABIA_SOURCE_PUZZLES
                : format->info.is_keyed   ? TABIA_SOURCE_TABLE
                                          : TABIA_SOURCE_BOOK;
    return true;
}

static struct tabia_source *source_new(const struct tabia_open_options *how,
                                       struct tabia_error *err)
{
    struct tabia_source *src = calloc(1, sizeof(*src));
    if (!src) {
        error_nomem(err);
        return NULL;
    }
    if (how)
        src->how = *how;
    src->name = src->how.read.name;
    src->in.fd = -1;
    return src;
}

/* Closes the source, which the failure names. Returns NULL. */
static struct tabia_source *fail_open(struct tabia_source *src,
                                      struct tabia_error *failure,
                                      struct tabia_error *err)
{
    error_in_file(failure, src->name);
    error_pass(err, failure);
    tabia_source_close(src);
    return NULL;
}

struct tabia_source *source_recognise(const char *path,
                                      const struct tabia_open_options *how,
                                      struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct tabia_source *src = source_new(how, err);
    if (!src)
        return NULL;
    if (!path) {
        src->format = &format_ct800;
        src->name = BUILT_IN_BOOK_NAME;
        src->bytes = built_in_book_text();
        return src;
    }
    const struct input_options input = {
        .map_size = src->how.read.in_memory            ? SIZE_MAX
                    : src->how.mode == TABIA_OPEN_LOAD ? 0
                                                       : INPUT_MAP_SEARCHED,
    };
    src->path = strdup(path);
    if (!src->path)
        error_nomem(&failure);
    if (!src->path || !input_open(&src->in, src->path, &input, &failure))
        return fail_open(src, &failure, err);
    src->bytes = src->in.bytes;
    if (!src->name)
        src->name = src->in.name;
    return recognise(src, &failure) ? src : fail_open(src, &failure, err);
}

struct tabia_source *source_recognise_bytes(
    struct tabia_bytes bytes, const struct tabia_open_options *how,
    struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct tabia_source *src = source_new(how, err);
    if (!src)
        return NULL;
    src->bytes = bytes;
    return recognise(src, &failure) ? src : fail_open(src, &failure, err);
}

struct tabia_source *source_of_book(struct tabia_book *book,
                                    struct tabia_error *err)
{
    struct tabia_source *src = source_new(NULL, err);
    if (!src) {
        tabia_book_free(book);
        return NULL;
    }
    const char *format = tabia_book_text_find(book, "format");
    src->format = format ? tabia_format_find(format) : NULL;
    src->name = src->format ? src->format->info.name : "book";
    src->book = book;
    return src;
}

void tabia_source_close(struct tabia_source *src)
{
    if (!src)
        return;
    tabia_book_free(src->book);
    table_close(src->table);
    store_close(src->store);
    puzzles_free(src->puzzles);
    input_close(&src->in);
    free(src->path);
    free(src);
}

struct tabia_source_info tabia_source_get_info(const struct tabia_source *src)
{
    return (struct tabia_source_info){
        .kind = src->kind,
        .format = src->format,
        .name = src->name,
        .bytes = src->bytes,
        .is_searched = src->table || src->store,
    };
}

bool tabia_source_check_file(const struct tabia_source *src,
                             struct tabia_error *err)
{
    return input_check_content(&src->in, err);
}

bool tabia_sigbus_guard(struct tabia_error *err)
{
    return sigbus_guard(err);
}

/* ---- what it is made into -------------------------------------------- */

/* 'user', with what the source knows itself. */
static struct tabia_read_options read_options(
    const struct tabia_source *src, const struct tabia_read_options *user)
{
    struct tabia_read_options read = *user;
    read.format = src->format;
    read.name = src->name;
    if (src->path)
        read.path = src->path;
    return read;
}

static const struct tabia_book *make_book(struct tabia_source *src,
                                          const struct tabia_read_options *user,
                                          struct tabia_error *err)
{
    if (src->book)
        return src->book;
    if (src->kind == TABIA_SOURCE_EVALS) {
        struct tabia_error failure = { 0 };
        error_set(&failure, TABIA_ERR_MISUSE,
                  "a file of evaluations, not a book");
        error_in_file(&failure, src->name);
        error_pass(err, &failure);
        return NULL;
    }
    const struct tabia_read_options read = read_options(src, user);
    const bool is_built_in = src->bytes.data == built_in_book_text().data;
    struct tabia_book *book = is_built_in
                                  ? built_in_book_load(&read, err)
                                  : tabia_book_decode(src->bytes, &read, err);
    if (book && input_check(&src->in, err))
        src->book = book;
    else
        tabia_book_free(book);
    return src->book;
}

const struct tabia_book *tabia_source_book(struct tabia_source *src,
                                           struct tabia_error *err)
{
    return make_book(src, &src->how.read, err);
}

const struct tabia_book *source_loaded_book(const struct tabia_source *src)
{
    return src->book;
}

struct tabia_book *source_release_book(struct tabia_source *src)
{
    struct tabia_book *book = src->book;
    src->book = NULL;
    return book;
}

bool source_count(struct tabia_source *src,
                  const struct tabia_read_options *read,
                  struct key_walk_counts *counts, struct tabia_error *err)
{
    const struct tabia_read_options own = read_options(src, read);
    struct tabia_book *book = format_decode(src->bytes, &own, counts, err);
    if (!book || !input_check(&src->in, err)) {
        tabia_book_free(book);
        return false;
    }
    source_replace_book(src, book);
    return true;
}

void source_set_lookup(struct tabia_source *src, struct table_lookup lookup)
{
    src->lookup = lookup;
}

static struct table *make_table(struct tabia_source *src,
                                const struct tabia_read_options *user,
                                struct tabia_error *err)
{
    const struct tabia_read_options read = read_options(src, user);
    if (src->table)
        return src->table;
    src->table = format_open_table_for(src->bytes, &src->lookup, &read, err);
    if (src->table)
        src->table->from = &src->in;
    return src->table;
}

struct table *source_table(struct tabia_source *src, struct tabia_error *err)
{
    return make_table(src, &src->how.read, err);
}

bool tabia_source_merge(struct tabia_source *const *sources, size_t n,
                        enum tabia_merge_policy policy, const char *path,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err)
{
    struct table **tables = calloc(n + 1, sizeof(struct table *));
    bool ok = tables || error_nomem(err);
    for (size_t i = 0; i < n && ok; i++)
        ok = (tables[i] = source_table(sources[i], err)) != NULL;
    ok = ok &&
         format_merge_tables(tables, n, policy, path, options, report, err);
    free(tables);
    return ok;
}

const struct tabia_store *tabia_source_store(struct tabia_source *src,
                                             struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    if (src->store)
        return src->store;
    if (src->kind == TABIA_SOURCE_STORE)
        src->store = store_open_bytes(src->bytes, &failure);
    else
        error_set(&failure, TABIA_ERR_MISUSE, "not a store of games");
    if (src->store) {
        src->store->file = src->name;
        return src->store;
    }
    error_in_file(&failure, src->name);
    error_pass(err, &failure);
    return NULL;
}

bool source_has_puzzles(const struct tabia_source *src)
{
    if (src->kind == TABIA_SOURCE_PUZZLES)
        return true;
    return !src->how.read.format && src->path &&
           puzzles_detect(src->bytes) != PUZZLE_NONE;
}

const struct puzzles *source_puzzles(struct tabia_source *src,
                                     const struct tabia_read_options *read,
                                     struct tabia_error *err)
{
    const enum puzzle_format format =
        src->format == &format_puzzles    ? PUZZLE_TI_TEXT
        : src->format == &format_tipuzzle ? PUZZLE_TI89
                                          : PUZZLE_NONE;
    struct tabia_read_options how = read ? *read : src->how.read;
    how.name = src->name;
    if (src->puzzles)
        return src->puzzles;
    struct puzzles *set = puzzles_decode(src->bytes, format, &how, err);
    if (set && input_check(&src->in, err))
        src->puzzles = set;
    else
        puzzles_free(set);
    return src->puzzles;
}

struct puzzles *source_release_puzzles(struct tabia_source *src)
{
    struct puzzles *set = src->puzzles;
    src->puzzles = NULL;
    return set;
}

/*
 * The one rule. What is asked by key answers for the whole file and at once,
 * so for look-ups it is searched; what is asked otherwise costs a pass over
 * the file, as loading does, and a loaded book knows names and comments. For a
 * single look-up the pass is cheaper, if there are no names and comments.
 */
static bool is_better_searched(const struct tabia_source *src,
                               const struct tabia_open_options *how)
{
    const struct tabia_format *format = src->format;
    const bool is_large = src->bytes.size > LARGE_SIZE;
    const bool is_once = src->lookup.use != TABLE_ANY;
    switch (how->mode) {
    case TABIA_OPEN_IN_PLACE:
        return true;
    case TABIA_OPEN_AUTO:
        return format->open &&
               (format->info.is_keyed || is_large ||
                (is_once && format->is_bare && format->is_bare(src->bytes)));
    default:
        return false;
    }
}

void source_replace_book(struct tabia_source *src, struct tabia_book *book)
{
    tabia_book_free(src->book);
    src->book = book;
}

bool source_finish_open(struct tabia_source *src,
                        const struct tabia_open_options *how,
                        struct tabia_error *err)
{
    const enum tabia_open_mode mode = how->mode;
    if (mode == TABIA_OPEN_RECOGNISE ||
        (mode != TABIA_OPEN_LOAD && src->kind == TABIA_SOURCE_EVALS))
        return true;
    if (mode != TABIA_OPEN_LOAD && src->kind == TABIA_SOURCE_STORE)
        return tabia_source_store(src, err) != NULL;
    if (mode != TABIA_OPEN_LOAD && src->kind == TABIA_SOURCE_PUZZLES)
        return source_puzzles(src, &how->read, err) != NULL;
    if (!is_better_searched(src, how))
        return make_book(src, &how->read, err) != NULL;
    // Searched only because it is looked at once: the answer is the book's.
    src->acts_as_book = mode == TABIA_OPEN_AUTO &&
                        !src->format->info.is_keyed &&
                        src->bytes.size <= LARGE_SIZE;
    if (src->acts_as_book && src->lookup.use == TABLE_LINE &&
        !src->format->follows_lines)
        src->lookup.use = TABLE_ONCE;
    return make_table(src, &how->read, err) != NULL;
}

/* What is left to do of opening; accepts NULL. */
static struct tabia_source *prepare_opened(struct tabia_source *src,
                                           struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    return !src || source_finish_open(src, &src->how, &failure)
               ? src
               : fail_open(src, &failure, err);
}

struct tabia_source *tabia_source_open(const char *path,
                                       const struct tabia_open_options *options,
                                       struct tabia_error *err)
{
    return prepare_opened(source_recognise(path, options, err), err);
}

struct tabia_source *tabia_source_open_bytes(
    struct tabia_bytes bytes, const struct tabia_open_options *options,
    struct tabia_error *err)
{
    return prepare_opened(source_recognise_bytes(bytes, options, err), err);
}
