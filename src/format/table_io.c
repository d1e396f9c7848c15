/*
 * table_io.c - opening tables in any format, and writing a merged one
 */
#include "format/table_io.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "format/format_io.h"
#include "io/output.h"
#include "table/row_merge.h"
#include "table/table_def.h"
#include "base/banned.h"

/* ---- opening --------------------------------------------------------- */

/* 't->impl' has what is set before a table is opened. */
static bool open_bytes(struct table *t, struct tabia_bytes bytes,
                       struct read_job *job, struct tabia_error *err)
{
    const struct tabia_format *format = job->format;
    struct tabia_error failure = { 0 };
    if (!read_job_check_settings(job, err))
        return false;
    if (!format->open)
        return error_set(err, TABIA_ERR_MISUSE,
                         "format %s cannot be searched in the file",
                         format->info.name);
    t->format = format;
    const bool is_open = format->open(bytes, job, &t->impl, &failure);
    return read_job_end(job, is_open, &failure, err);
}

struct table *format_open_table_for(struct tabia_bytes bytes,
                                    const struct table_lookup *lookup,
                                    struct read_job *job,
                                    struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct table *t = calloc(1, sizeof(*t));
    if (!t) {
        error_nomem(err);
        return NULL;
    }
    t->impl.lookup = *lookup;
    if (open_bytes(t, bytes, job, &failure))
        return t;
    table_close(t);
    error_in_file(&failure, job->name);
    error_pass(err, &failure);
    return NULL;
}

struct table *format_open_table(struct tabia_bytes bytes,
                                const struct tabia_read_options *options,
                                struct tabia_error *err)
{
    const struct table_lookup any = { .use = TABLE_USE_ANY };
    struct read_job job;
    return read_job_init(&job, bytes, options, err)
               ? format_open_table_for(bytes, &any, &job, err)
               : NULL;
}

/* ---- merging --------------------------------------------------------- */

static bool check_formats(struct table *const *tables, size_t n,
                          struct tabia_error *err)
{
    const struct tabia_format *format = n ? tables[0]->format : NULL;
    for (size_t i = 1; i < n; i++)
        if (tables[i]->format != format)
            return error_set(err, TABIA_ERR_MISUSE,
                             "tables of %s and %s cannot be merged row by row",
                             format->info.name, tables[i]->format->info.name);
    if (format && !format->write_rows)
        return error_set(err, TABIA_ERR_MISUSE,
                         "format %s cannot be written row by row",
                         format->info.name);
    return true;
}

static bool write_merged(struct row_merge *merge, struct table *const *tables,
                         size_t n, const struct tabia_write_options *options,
                         struct output *out, struct tabia_report *report,
                         struct tabia_error *err)
{
    const struct tabia_format *format = tables[0]->format;
    struct sink dst = output_sink(out, err);
    if (!format->write_rows(&merge->stream, options, &dst, report, err) ||
        !sink_ok(&dst))
        return false;
    if (merge->error.status)
        return error_pass(err, &merge->error);
    for (size_t i = 0; i < n; i++)
        if (tables[i]->from && !input_check(tables[i]->from, err))
            return false;
    return format_check_strict(format, options, report, err) &&
           (merge->nrows || options->allow_empty ||
            error_set(err, TABIA_ERR_EMPTY,
                      "nothing to write: there are no entries"));
}

/* Writes what the merge gives, and closes it. */
static bool save_merged(struct row_merge *merge, struct table *const *tables,
                        size_t n, const char *path,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err)
{
    static const struct tabia_write_options defaults;
    struct tabia_report own = { .n = 0 };
    if (!options)
        options = &defaults;
    if (!report)
        report = &own;
    const struct output_options how = format_output_options(options);
    struct tabia_error failure = { 0 };
    struct output out;
    bool ok = format_settings_check(tables[0]->format, options->settings,
                                    options->nsettings, TABIA_WHEN_WRITING,
                                    &failure) &&
              output_open(&out, path, &how, &failure);
    if (ok) {
        ok = write_merged(merge, tables, n, options, &out, report, &failure);
        if (ok)
            ok = output_finish(&out, &failure);
        else
            output_abort(&out);
    }
    row_merge_clear(merge);
    if (ok)
        return true;
    error_in_file(&failure, path);
    return error_pass(err, &failure);
}

bool format_merge_tables(struct table *const *tables, size_t n,
                         enum tabia_merge_policy policy, const char *path,
                         const struct tabia_write_options *options,
                         struct tabia_report *report, struct tabia_error *err)
{
    struct row_merge merge;
    return check_formats(tables, n, err) &&
           row_merge_init(&merge, tables, n, policy, err) &&
           save_merged(&merge, tables, n, path, options, report, err);
}

bool format_filter_is_local(const struct tabia_filter_options *filter)
{
    return !filter->max_ply && !filter->side && !filter->only_reachable &&
           !filter->max_loss;
}

bool format_filter_table(struct table *table,
                         const struct tabia_filter_options *filter,
                         const char *path,
                         const struct tabia_write_options *options,
                         struct tabia_transform_result *done,
                         struct tabia_report *report, struct tabia_error *err)
{
    struct row_merge merge;
    if (!format_filter_is_local(filter))
        return error_set(err, TABIA_ERR_MISUSE,
                         "this filter needs positions, not only keys");
    if (!check_formats(&table, 1, err) ||
        !row_merge_init(&merge, &table, 1, TABIA_MERGE_FIRST, err))
        return false;
    merge.filter = filter;
    if (!save_merged(&merge, &table, 1, path, options, report, err))
        return false;
    if (done)
        *done = (struct tabia_transform_result){
            .dropped = merge.ndropped < UINT32_MAX ? (uint32_t)merge.ndropped
                                                   : UINT32_MAX,
        };
    return true;
}

bool format_patch_table(struct table *const tables[ROW_MERGE_PATCH_TABLES],
                        const char *path,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err)
{
    struct row_merge merge;
    return row_merge_init_patch(&merge, tables, err) &&
           save_merged(&merge, tables, ROW_MERGE_PATCH_TABLES, path, options,
                       report, err);
}
