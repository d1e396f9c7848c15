/*
 * source.c - a file of any kind: opened once, recognised once, asked one way
 */
#include "source/source_def.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "format/built_in.h"
#include "format/format_io.h"
#include "format/formats.h"
#include "format/table_io.h"
#include "io/sigbus.h"
#include "source/evals.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "tabia/names.h"
#include "base/banned.h"

/* Look-ups ask what was made now, unless something further on is there. */
static void source_advance(struct tabia_source *source, enum source_state state)
{
    if (source->state < state)
        source->state = state;
}

/* What answered in 'state' is gone. */
static void source_leave(struct tabia_source *source, enum source_state state)
{
    if (source->state == state)
        source->state = SOURCE_RECOGNISED;
}

/* ---- recognising ----------------------------------------------------- */

static bool recognise(struct tabia_source *source, struct tabia_error *err)
{
    const struct tabia_format *format = source->options.read.format;
    if (!format && evals_detect(source->bytes)) {
        source->kind = TABIA_SOURCE_EVALS;
        source_advance(source, SOURCE_EVALS);
        return true;
    }
    // Of standard input only the name that it was given says more.
    const char *path = source->path ? source->path : source->options.read.path;
    if (!path || strcmp(path, "-") == 0)
        path = source->name;
    if (!format)
        format = tabia_format_detect(source->bytes, path, err);
    if (!format)
        return false;
    source->format = format;
    source->kind = format->info.is_store     ? TABIA_SOURCE_STORE
                   : format->info.is_puzzles ? TABIA_SOURCE_PUZZLES
                   : format->info.is_keyed   ? TABIA_SOURCE_TABLE
                                             : TABIA_SOURCE_BOOK;
    return true;
}

static struct tabia_source *source_new(const struct tabia_open_options *options,
                                       struct tabia_error *err)
{
    if (options && options->mode > TABIA_OPEN_RECOGNISE) {
        error_set(err, TABIA_ERR_MISUSE, "no such way to open a file");
        return NULL;
    }
    struct tabia_source *source = calloc(1, sizeof(*source));
    if (!source) {
        error_nomem(err);
        return NULL;
    }
    if (options)
        source->options = *options;
    source->name = source->options.read.name;
    source->in.fd = -1;
    return source;
}

/* Closes the source, which the failure names. Returns NULL. */
static struct tabia_source *fail_open(struct tabia_source *source,
                                      struct tabia_error *failure,
                                      struct tabia_error *err)
{
    error_in_file(failure, source->name);
    error_pass(err, failure);
    tabia_source_close(source);
    return NULL;
}

struct tabia_source *source_recognise(const char *path,
                                      const struct tabia_open_options *options,
                                      struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct tabia_source *source = source_new(options, err);
    if (!source)
        return NULL;
    if (!path) {
        source->is_built_in = true;
        source->format = &format_ct800;
        source->name = BUILT_IN_BOOK_NAME;
        source->bytes = built_in_book_text();
        return source;
    }
    const struct input_options input = {
        .map_size = source->options.read.in_memory ? SIZE_MAX
                    : source->options.mode == TABIA_OPEN_LOAD
                        ? 0
                        : INPUT_MAP_SEARCHED_SIZE,
    };
    source->path = strdup(path);
    if (!source->path)
        error_nomem(&failure);
    if (!source->path ||
        !input_open(&source->in, source->path, &input, &failure))
        return fail_open(source, &failure, err);
    source->bytes = source->in.bytes;
    if (!source->name)
        source->name = source->in.name;
    input_expect_random(source->bytes, true); // a look at the beginning
    if (!recognise(source, &failure))
        return fail_open(source, &failure, err);
    if (!source->format || !source->format->reads_little)
        input_expect_random(source->bytes, false);
    return source;
}

struct tabia_source *source_recognise_bytes(
    struct tabia_bytes bytes, const struct tabia_open_options *options,
    struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct tabia_source *source = source_new(options, err);
    if (!source)
        return NULL;
    source->bytes = bytes;
    return recognise(source, &failure) ? source
                                       : fail_open(source, &failure, err);
}

void source_replace_book(struct tabia_source *source, struct tabia_book *book)
{
    tabia_book_free(source->book);
    source->book = book;
    source_advance(source, SOURCE_LOADED);
}

struct tabia_source *source_of_book(struct tabia_book *book,
                                    struct tabia_error *err)
{
    struct tabia_source *source = source_new(NULL, err);
    if (!source) {
        tabia_book_free(book);
        return NULL;
    }
    const char *format = tabia_book_find_text(book, "format");
    source->format = format ? tabia_format_find(format, NULL) : NULL;
    source->name = source->format ? source->format->info.name : "book";
    source_replace_book(source, book);
    return source;
}

void tabia_source_close(struct tabia_source *source)
{
    if (!source)
        return;
    tabia_book_free(source->book);
    table_close(source->table);
    store_close(source->store);
    puzzles_free(source->puzzles);
    input_close(&source->in);
    free(source->path);
    free(source);
}

bool source_fail_without(struct tabia_error *err)
{
    return error_set(err, TABIA_ERR_MISUSE, "there is no source or no library");
}

struct tabia_source_info tabia_source_get_info(
    const struct tabia_source *source)
{
    if (!source)
        return (struct tabia_source_info){ 0 };
    return (struct tabia_source_info){
        .kind = source->kind,
        .format = source->format,
        .name = source->name,
        .bytes = source->bytes,
        .is_searched = source->state >= SOURCE_SEARCHED,
    };
}

bool tabia_source_check_file(const struct tabia_source *source,
                             struct tabia_error *err)
{
    return source ? input_check_content(&source->in, err)
                  : source_fail_without(err);
}

bool tabia_source_guard_sigbus(struct tabia_error *err)
{
    return sigbus_install_guard(err);
}

/* ---- what it is made into -------------------------------------------- */

/* Reads the source as the user wishes. */
static struct read_job source_job(const struct tabia_source *source,
                                  const struct tabia_read_options *user)
{
    return (struct read_job){
        .format = source->format,
        .name = source->name,
        .path = source->path ? source->path : user->path,
        .user = user,
    };
}

/* False with an error for what is neither a book nor a table. */
static bool check_format(const struct tabia_source *source,
                         struct tabia_error *err)
{
    if (source->format)
        return true;
    struct tabia_error failure = { 0 };
    error_set(&failure, TABIA_ERR_MISUSE,
              source->kind == TABIA_SOURCE_EVALS
                  ? "a file of evaluations, not a book"
                  : "a book in memory, not a file");
    error_in_file(&failure, source->name);
    return error_pass(err, &failure);
}

static const struct tabia_book *make_book(struct tabia_source *source,
                                          const struct tabia_read_options *user,
                                          struct tabia_error *err)
{
    if (source->book)
        return source->book;
    if (!check_format(source, err))
        return NULL;
    struct read_job job = source_job(source, user);
    input_expect_random(source->bytes, false);
    struct tabia_book *book =
        source->is_built_in ? built_in_book_load(&job, err)
                            : format_decode(source->bytes, &job, NULL, err);
    if (book && input_check(&source->in, err))
        source_replace_book(source, book);
    else
        tabia_book_free(book);
    return source->book;
}

const struct tabia_book *tabia_source_book(struct tabia_source *source,
                                           struct tabia_error *err)
{
    if (source)
        return make_book(source, &source->options.read, err);
    source_fail_without(err);
    return NULL;
}

const struct tabia_book *source_loaded_book(const struct tabia_source *source)
{
    return source->book;
}

const struct tabia_store *source_loaded_store(const struct tabia_source *source)
{
    return source->store;
}

struct tabia_book *source_take_book(struct tabia_source *source)
{
    struct tabia_book *book = source->book;
    source->book = NULL;
    source_leave(source, SOURCE_LOADED);
    return book;
}

bool source_count_rows(struct tabia_source *source,
                       const struct tabia_read_options *read,
                       struct key_walk_counts *counts, struct tabia_error *err)
{
    struct read_job job = source_job(source, read);
    input_expect_random(source->bytes, false);
    struct tabia_book *book = format_decode(source->bytes, &job, counts, err);
    if (!book || !input_check(&source->in, err)) {
        tabia_book_free(book);
        return false;
    }
    source_replace_book(source, book);
    return true;
}

void source_set_lookup(struct tabia_source *source, struct table_lookup lookup)
{
    source->lookup = lookup;
}

static struct table *make_table(struct tabia_source *source,
                                enum source_state state,
                                const struct tabia_read_options *user,
                                struct tabia_error *err)
{
    if (source->table)
        return source->table;
    if (!check_format(source, err))
        return NULL;
    struct read_job job = source_job(source, user);
    source->table =
        format_open_table_for(source->bytes, &source->lookup, &job, err);
    if (!source->table)
        return NULL;
    table_set_input(source->table, &source->in);
    source_advance(source, state);
    return source->table;
}

struct table *source_table(struct tabia_source *source, struct tabia_error *err)
{
    return make_table(source, SOURCE_SEARCHED, &source->options.read, err);
}

bool tabia_source_merge(struct tabia_source *const *sources, size_t n,
                        enum tabia_merge_policy policy, const char *path,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err)
{
    if (policy > TABIA_MERGE_LAST)
        return error_set(err, TABIA_ERR_MISUSE, "no such way to merge");
    bool is_complete = n > 0;
    for (size_t i = 0; i < n; i++)
        is_complete &= sources[i] != NULL;
    if (!is_complete)
        return source_fail_without(err);
    struct table **tables = calloc(n, sizeof(struct table *));
    bool ok = tables || error_nomem(err);
    for (size_t i = 0; i < n && ok; i++)
        ok = (tables[i] = source_table(sources[i], err)) != NULL;
    ok = ok &&
         format_merge_tables(tables, n, policy, path, options, report, err);
    free(tables);
    return ok;
}

bool tabia_source_save(struct tabia_source *source, const char *path,
                       const struct tabia_format *format,
                       const struct tabia_write_options *options,
                       struct tabia_report *report, struct tabia_error *err)
{
    if (!source)
        return source_fail_without(err);
    if (!format)
        format = tabia_format_for_path(path, err);
    if (!format)
        return false;
    if (source->format == format && format->info.can_merge && !source->book)
        return tabia_source_merge(&source, 1, TABIA_MERGE_FIRST, path, options,
                                  report, err);
    struct tabia_read_options how = source->options.read;
    how.wants_lines |= format_wants_lines(format);
    if (report)
        how.report = report;
    const struct tabia_book *book = make_book(source, &how, err);
    return book && tabia_book_save(book, path, format, options, report, err);
}

const struct tabia_store *tabia_source_store(struct tabia_source *source,
                                             struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    if (!source) {
        source_fail_without(err);
        return NULL;
    }
    // An open store is not written to: other threads may be asking it.
    if (!source->store && source->kind == TABIA_SOURCE_STORE) {
        source->store = store_open_bytes(source->bytes, source->name, err);
        if (source->store) {
            source->store->path = source->path;
            source_advance(source, SOURCE_STORE);
        }
    }
    if (source->kind == TABIA_SOURCE_STORE)
        return source->store;
    error_set(&failure, TABIA_ERR_MISUSE, "not a store of games");
    error_in_file(&failure, source->name);
    error_pass(err, &failure);
    return NULL;
}

bool source_could_be_puzzles(const struct tabia_source *source)
{
    if (source->kind == TABIA_SOURCE_PUZZLES)
        return true;
    return !source->options.read.format && source->path &&
           puzzles_detect(source->bytes) != PUZZLE_NONE;
}

const struct puzzles *source_puzzles(struct tabia_source *source,
                                     const struct tabia_read_options *read,
                                     struct tabia_error *err)
{
    const enum puzzle_format format =
        source->format && source->format->info.is_puzzles
            ? puzzle_format_find(source->format->info.name)
            : PUZZLE_NONE;
    if (source->puzzles)
        return source->puzzles;
    struct read_job job =
        source_job(source, read ? read : &source->options.read);
    struct puzzles *set = puzzles_decode_job(source->bytes, format, &job, err);
    if (set && input_check(&source->in, err)) {
        source->puzzles = set;
        source_advance(source, SOURCE_PUZZLES);
    } else {
        puzzles_free(set);
    }
    return source->puzzles;
}

struct puzzles *source_take_puzzles(struct tabia_source *source)
{
    struct puzzles *set = source->puzzles;
    source->puzzles = NULL;
    source_leave(source, SOURCE_PUZZLES);
    return set;
}

/*
 * The one rule. What is asked by key answers for the whole file and at once,
 * so for look-ups it is searched; what is asked otherwise costs a pass over
 * the file, as loading does, and a loaded book knows names and comments. For a
 * single look-up the pass is cheaper, if there are no names and comments; the
 * answer is then the book's.
 */
static enum source_state state_to_open(const struct tabia_source *source,
                                       enum tabia_open_mode mode)
{
    const struct tabia_format *format = source->format;
    const enum table_use use = source->lookup.use;
    if (mode == TABIA_OPEN_RECOGNISE)
        return SOURCE_RECOGNISED;
    if (mode == TABIA_OPEN_LOAD)
        return SOURCE_LOADED;
    if (source->kind == TABIA_SOURCE_EVALS)
        return SOURCE_EVALS;
    if (source->kind == TABIA_SOURCE_STORE)
        return SOURCE_STORE;
    if (source->kind == TABIA_SOURCE_PUZZLES)
        return SOURCE_PUZZLES;
    if (mode == TABIA_OPEN_IN_PLACE)
        return SOURCE_SEARCHED;
    if (!format->open)
        return SOURCE_LOADED;
    if (format->info.is_keyed || source->bytes.size > SOURCE_SEARCHED_SIZE)
        return SOURCE_SEARCHED;
    if (use == TABLE_USE_ANY || !format->is_bare ||
        !format->is_bare(source->bytes))
        return SOURCE_LOADED;
    return use == TABLE_USE_LINE && format->follows_lines
               ? SOURCE_FOLLOWED
               : SOURCE_SEARCHED_ONCE;
}

bool source_finish_open(struct tabia_source *source,
                        const struct tabia_open_options *options,
                        struct tabia_error *err)
{
    const enum source_state state = state_to_open(source, options->mode);
    switch (state) {
    case SOURCE_RECOGNISED:
    case SOURCE_EVALS:
        return true;
    case SOURCE_PUZZLES:
        return source_puzzles(source, &options->read, err) != NULL;
    case SOURCE_STORE:
        return tabia_source_store(source, err) != NULL;
    case SOURCE_LOADED:
        return make_book(source, &options->read, err) != NULL;
    case SOURCE_SEARCHED_ONCE:
        source->lookup.use = TABLE_USE_ONCE;
        break;
    case SOURCE_SEARCHED:
    case SOURCE_FOLLOWED:
        break;
    }
    return make_table(source, state, &options->read, err) != NULL;
}

/* What is left to do of opening; accepts NULL. */
static struct tabia_source *prepare_opened(struct tabia_source *source,
                                           struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    return !source || source_finish_open(source, &source->options, &failure)
               ? source
               : fail_open(source, &failure, err);
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
