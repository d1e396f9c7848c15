/*
 * format_io.c - from bytes to a book and back, whatever the format
 */
#include "format/format_io.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "base/wording.h"
#include "book/builder_def.h"
#include "book/reach.h"
#include "format/format_set.h"
#include "format/formats.h"
#include "format/key_walk.h"
#include "format/table_io.h"
#include "io/output.h"
#include "base/banned.h"

/* ---- reading --------------------------------------------------------- */

bool format_reserve(const struct read_job *job, void *list, size_t *room,
                    size_t want, size_t size, struct tabia_error *err)
{
    const size_t nbytes = job->user->memory_limit;
    const size_t limit = (nbytes ? nbytes : BOOK_MEMORY_LIMIT) / size;
    if (want > limit)
        return error_set(err, TABIA_ERR_LIMIT, "the book is too large");
    return vec_reserve(list, room, want, size, limit, err);
}

static struct tabia_builder *make_builder(struct read_job *job,
                                          struct tabia_error *err)
{
    const struct tabia_format *format = job->format;
    const struct tabia_builder_options limits = {
        .memory_limit = job->user->memory_limit,
        .keep_location = job->user->keep_location,
        .ignores_ep = format->info.ignores_ep,
        .is_stopped = read_job_is_stopped,
        .ctx = job,
    };
    const char *name = format->info.name;
    if (!read_job_check_settings(job, err))
        return NULL;
    if (!format->read && !format->walk) {
        error_set(err, TABIA_ERR_MISUSE, "format %s cannot be read as a book",
                  name);
        return NULL;
    }
    struct tabia_builder *b = tabia_builder_new(&limits, err);
    if (b && tabia_builder_add_text(b, "format", name, strlen(name), err))
        return b;
    tabia_builder_free(b);
    return NULL;
}

struct tabia_book *format_decode(struct tabia_bytes bytes, struct read_job *job,
                                 struct key_walk_counts *counts,
                                 struct tabia_error *err)
{
    const struct tabia_format *format = job->format;
    struct tabia_error failure = { 0 }, placed = { 0 };
    struct tabia_book *book = NULL;
    struct tabia_builder *b = make_builder(job, &placed);
    if (b) {
        const bool is_read =
            counts ? key_walk_count(format, bytes, job, counts, b, &failure)
            : format->read ? format->read(bytes, job, b, &failure)
                           : key_walk_read(format, bytes, job, b, &failure);
        if (read_job_end(job, is_read, &failure, &placed))
            book = tabia_builder_freeze(b, &placed);
        else
            tabia_builder_free(b);
    }
    if (book)
        return book;
    error_in_file(&placed, job->name);
    error_pass(err, &placed);
    return NULL;
}

struct tabia_book *tabia_book_decode(struct tabia_bytes bytes,
                                     const struct tabia_read_options *options,
                                     struct tabia_error *err)
{
    struct read_job job;
    return read_job_init(&job, bytes, options, err)
               ? format_decode(bytes, &job, NULL, err)
               : NULL;
}

/* ---- writing --------------------------------------------------------- */

struct output_options format_output_options(
    const struct tabia_write_options *options)
{
    return (struct output_options){
        .force = options->force,
        .on_note = options->on_note,
        .is_stopped = options->is_stopped,
        .ctx = options->ctx,
    };
}

bool format_check_strict(const struct tabia_format *format,
                         const struct tabia_write_options *options,
                         const struct tabia_report *report,
                         struct tabia_error *err)
{
    if (!options->strict || !report->n)
        return true;
    const struct tabia_loss *loss = &report->list[0];
    const unsigned long long count = loss->count;
    if (report->n == 1)
        return error_set(err, TABIA_ERR_LOSS,
                         "format %s cannot hold everything: %llu %s",
                         format->info.name, count, loss->what);
    return error_set(
        err, TABIA_ERR_LOSS,
        "format %s cannot hold everything, %zu kinds of loss: %llu %s, ...",
        format->info.name, report->n, count, loss->what);
}

static bool fail_empty(const struct tabia_book *book,
                       const struct tabia_format *format,
                       struct tabia_error *err)
{
    const uint32_t n = tabia_book_edge_count(book);
    if (n == 0)
        return error_set(err, TABIA_ERR_EMPTY,
                         "nothing to write: no moves are left");
    return error_set(err, TABIA_ERR_EMPTY,
                     "nothing to write: format %s can hold none of the %" PRIu32
                     " %s",
                     format->info.name, n, plural(n, "move", "moves"));
}

/*
 * Losses may be counted in another shape of the book, so a small file, as an
 * empty one is, is read again.
 */
bool format_check_empty(const struct tabia_book *book,
                        const struct tabia_format *format,
                        const struct tabia_write_options *options,
                        const struct tabia_report *report,
                        const struct tabia_bytes *bytes,
                        struct tabia_error *err)
{
    const struct tabia_read_options how = { .format = format };
    const uint32_t nmoves = tabia_book_edge_count(book);
    if (nmoves > report->moves)
        return true;
    // A position that is not the usual start is something to write.
    const uint32_t n = tabia_book_position_count(book);
    const bool has_positions =
        n > 1 || (n == 1 && (reach_find_initial(book) == TABIA_NUMBER_NONE ||
                             tabia_book_position_data(book, 0).has));
    const bool may_be_empty =
        options->allow_empty || (nmoves == 0 && has_positions);
    if (!bytes || (!format->read && !format->walk))
        return may_be_empty || fail_empty(book, format, err);
    struct tabia_error why = { 0 };
    struct tabia_book *again = tabia_book_decode(*bytes, &how, &why);
    if (!again && why.status == TABIA_ERR_NOMEM)
        return error_nomem(err);
    const bool is_read = again != NULL;
    const bool has_moves = is_read && tabia_book_edge_count(again) > 0;
    tabia_book_free(again);
    if (is_read && (has_moves || may_be_empty))
        return true;
    if (is_read || !may_be_empty)
        return fail_empty(book, format, err);
    return error_set(err, TABIA_ERR_LOSS,
                     "format %s cannot hold a book without moves",
                     format->info.name);
}

/*
 * The book, or if the format chooses by weights, and the book has a rule of
 * its own, a copy with such weights, which then is '*copy' too. NULL: no
 * memory.
 */
static const struct tabia_book *fit_share_rule(
    const struct tabia_book *book, const struct tabia_format *format,
    struct tabia_book **copy, struct tabia_error *err)
{
    const struct share share =
        share_parse(tabia_book_find_text(book, SHARE_KEY));
    *copy = NULL;
    if (share.rule == SHARE_BY_WEIGHT || share.rule == format->share_rule ||
        format->info.holds & TABIA_HOLDS_TEXTS ||
        !(format->info.attrs & TABIA_HAS_WEIGHT))
        return book;
    *copy = share_weigh(book, err);
    return *copy;
}

/* What can be known before the first byte is written. */
static bool prepare_write(const struct tabia_book *book,
                          const struct tabia_format *format,
                          const struct tabia_write_options *options,
                          struct tabia_report *report, struct tabia_error *err)
{
    if (!format)
        return error_set(err, TABIA_ERR_MISUSE, "no such format");
    if (!format->write && !format->write_set)
        return error_set(err, TABIA_ERR_MISUSE, "format %s cannot be written",
                         format->info.name);
    if (!format_settings_check(format, options->settings, options->nsettings,
                               TABIA_WHEN_WRITING, err))
        return false;
    tabia_report_add_losses(report, format, book);
    return format_check_strict(format, options, report, err);
}

static bool write_to_sink(const struct tabia_book *book,
                          const struct tabia_format *format,
                          const struct tabia_write_options *options,
                          struct sink *dst, struct tabia_report *report,
                          struct tabia_error *err)
{
    return format->write(book, options, dst, report, err) && sink_ok(dst) &&
           format_check_strict(format, options, report, err);
}

static bool write_file(const struct tabia_book *book, const char *path,
                       const struct tabia_format *format,
                       const struct tabia_write_options *options,
                       struct tabia_report *report, struct tabia_error *err)
{
    const struct output_options how = format_output_options(options);
    struct output out = { 0 };
    if (!output_open(&out, path, &how, err))
        return false;
    struct sink dst = output_sink(&out, err);
    bool ok = write_to_sink(book, format, options, &dst, report, err);
    struct tabia_bytes bytes;
    if (ok && output_peek(&out, &bytes))
        ok = format_check_empty(book, format, options, report, &bytes, err);
    if (ok)
        return output_finish(&out, err);
    output_abort(&out);
    return false;
}

/* What goes to standard output is one file in any case. */
static bool write_book_files(const struct tabia_book *book, const char *path,
                             const struct tabia_format *format,
                             const struct tabia_write_options *options,
                             struct tabia_report *report,
                             struct tabia_error *err)
{
    size_t n = 1;
    if (format->set)
        return format_write_set(book, path, format, options, report, err);
    if (format->count_files && strcmp(path, "-") != 0 &&
        !format->count_files(book, options, &n, err))
        return false;
    if (n > 1)
        return format_write_numbered(book, path, format, n, options, report,
                                     err);
    return write_file(book, path, format, options, report, err);
}

bool tabia_book_save(const struct tabia_book *book, const char *path,
                     const struct tabia_format *format,
                     const struct tabia_write_options *options,
                     struct tabia_report *report, struct tabia_error *err)
{
    static const struct tabia_write_options defaults;
    struct tabia_report own = { .n = 0 };
    if (!options)
        options = &defaults;
    if (!report)
        report = &own;

    struct tabia_error failure = { 0 };
    struct tabia_book *copy = NULL;
    const uint64_t lost_before = report->moves;
    report->moves = 0; // those of this book decide whether the file is empty
    if (!format)
        format = tabia_format_for_path(path, &failure);
    if (format)
        book = fit_share_rule(book, format, &copy, &failure);
    const bool ok =
        format && book &&
        prepare_write(book, format, options, report, &failure) &&
        write_book_files(book, path, format, options, report, &failure);
    report->moves += lost_before;
    tabia_book_free(copy);
    if (ok)
        return true;
    error_in_file(&failure, path);
    return error_pass(err, &failure);
}

static bool encode_book(const struct tabia_book *book,
                        const struct tabia_format *format,
                        const struct tabia_write_options *options,
                        uint8_t **data, size_t *size,
                        struct tabia_report *report, struct tabia_error *err)
{
    if (!prepare_write(book, format, options, report, err))
        return false;
    if (format->set)
        return error_set(err, TABIA_ERR_MISUSE,
                         "format %s is a set of files and needs a path",
                         format->info.name);

    struct buf buf = { .limit = SIZE_MAX / 2 };
    struct sink dst = sink_to_buf(&buf, err);
    if (!buf_reserve(&buf, 1)) // the empty book too has an address
        return buf_error(&buf, err);
    if (!write_to_sink(book, format, options, &dst, report, err)) {
        buf_clear(&buf);
        return false;
    }
    *data = (uint8_t *)buf.data;
    *size = buf.size;
    return true;
}

bool tabia_book_encode(const struct tabia_book *book,
                       const struct tabia_format *format,
                       const struct tabia_write_options *options,
                       uint8_t **data, size_t *size,
                       struct tabia_report *report, struct tabia_error *err)
{
    static const struct tabia_write_options defaults;
    struct tabia_report own = { .n = 0 };
    struct tabia_book *copy = NULL;
    if (format)
        book = fit_share_rule(book, format, &copy, err);
    const bool ok =
        book && encode_book(book, format, options ? options : &defaults, data,
                            size, report ? report : &own, err);
    tabia_book_free(copy);
    return ok;
}

/* ---- a changed book over its file ------------------------------------ */

/* A book as a table of the format, in bytes of its own. */
static struct table *encode_table(const struct tabia_book *book,
                                  const struct tabia_format *format,
                                  const struct tabia_write_options *options,
                                  uint8_t **data, struct tabia_report *report,
                                  struct tabia_error *err)
{
    const struct tabia_read_options read = { .format = format };
    size_t size;
    if (!tabia_book_encode(book, format, options, data, &size, report, err))
        return NULL;
    return format_open_table((struct tabia_bytes){ *data, size }, &read, err);
}

bool format_save_over(const struct tabia_book *changed,
                      const struct tabia_book *known, struct tabia_bytes file,
                      const char *path, const struct tabia_format *format,
                      const struct tabia_write_options *options,
                      struct tabia_report *report, struct tabia_error *err)
{
    struct tabia_write_options how =
        options ? *options : (struct tabia_write_options){ 0 };
    const struct tabia_read_options read = { .format = format };
    struct table *tables[ROW_MERGE_PATCH_TABLES] = { NULL };
    uint8_t *data[ROW_MERGE_PATCH_FILE] = { NULL };
    if (!format->write_rows)
        return tabia_book_save(changed, path, format, options, report, err);

    tables[ROW_MERGE_PATCH_CHANGED] =
        encode_table(changed, format, &how, &data[ROW_MERGE_PATCH_CHANGED],
                     report, err);
    how.strict = false;
    if (tables[ROW_MERGE_PATCH_CHANGED])
        tables[ROW_MERGE_PATCH_KNOWN] =
            encode_table(known, format, &how, &data[ROW_MERGE_PATCH_KNOWN],
                         NULL, err);
    if (tables[ROW_MERGE_PATCH_KNOWN])
        tables[ROW_MERGE_PATCH_FILE] = format_open_table(file, &read, err);
    const bool ok = tables[ROW_MERGE_PATCH_FILE] &&
                    format_patch_table(tables, path, options, report, err);
    for (size_t i = 0; i < ROW_MERGE_PATCH_TABLES; i++)
        table_close(tables[i]);
    free(data[ROW_MERGE_PATCH_CHANGED]);
    free(data[ROW_MERGE_PATCH_KNOWN]);
    return ok;
}
