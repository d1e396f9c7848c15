/*
 * book_output.c - writing a book or a table, and reporting what was lost
 */
#include "cli/files/book_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/wording.h"
#include "cli/cli_formats.h"
#include "cli/files/target.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "format/format_contract.h"
#include "format/format_io.h"
#include "format/table_io.h"

#include "base/banned.h"

struct tabia_write_options book_output_options(const struct args *args)
{
    return (struct tabia_write_options){
        .force = args->force,
        .allow_empty = args->allow_empty,
        .on_note = cli_note_file,
        .ctx = (void *)args,
    };
}

enum cli_status book_output_init_store(struct book_output *out,
                                       const struct args *args,
                                       const char *path)
{
    *out = (struct book_output){
        .args = args,
        .path = path,
        .options = book_output_options(args),
    };
    return target_check(args, path);
}

/* cli_note_file, for a 'ctx' that is not the args. */
static void note_replaced(void *ctx, const char *path, const char *what)
{
    const struct book_output *out = ctx;
    cli_note(out->args, "%s: %s", path, what);
}

/* Remembers the first and the last of several files. */
static void remember_file(void *ctx, const char *path)
{
    struct book_output *out = ctx;
    const char *slash = strrchr(path, '/');
    char *name = out->nfiles++ ? out->last_file : out->first_file;
    snprintf(name, BOOK_OUTPUT_NAME_SIZE, "%s", slash ? slash + 1 : path);
}

static void set_options(struct book_output *out, bool strict)
{
    out->options = book_output_options(out->args);
    out->options.settings = out->settings;
    out->options.nsettings =
        settings_for(out->args, out->format, TABIA_WHEN_WRITING, out->settings);
    out->options.strict = strict;
    out->options.on_note = note_replaced;
    out->options.on_file = remember_file;
    out->options.ctx = out;
}

void book_output_init_format(struct book_output *out, const struct args *args,
                             const char *path,
                             const struct tabia_format *format, bool strict)
{
    *out = (struct book_output){
        .args = args,
        .path = path,
        .format = format,
    };
    set_options(out, strict);
}

enum cli_status book_output_init(struct book_output *out,
                                 const struct args *args, const char *path,
                                 bool strict)
{
    struct tabia_error err = { 0 };
    *out = (struct book_output){ .args = args, .path = path };
    enum cli_status status = target_check_json(args, path);
    if (status != CLI_DONE)
        return status;
    if (args->to) {
        out->format = cli_format_find(args, args->to);
        if (!out->format)
            return CLI_MISUSE;
    } else {
        out->format = tabia_format_for_path(path, &err);
        if (!out->format)
            return cli_print_error(&err) == CLI_FAILED ? CLI_FAILED
                                                       : CLI_MISUSE;
    }
    const struct tabia_format_info *info = tabia_format_get_info(out->format);
    if (!info->can_write) {
        error_set(&err, TABIA_ERR_MISUSE, "format %s cannot be written",
                  info->name);
        error_in_file(&err, path);
        return cli_print_error(&err);
    }
    set_options(out, strict);
    return target_check_file(args, path);
}

void book_output_note_losses(const struct args *args,
                             const struct tabia_report *report)
{
    for (size_t i = 0; i < report->n; i++)
        cli_note(args, "lost: %" PRIu64 " %s", report->list[i].count,
                 report->list[i].what);
}

const char *book_output_counts(const struct book_output *out,
                               uint32_t npositions, uint32_t nmoves,
                               char text[BOOK_OUTPUT_COUNTS_SIZE])
{
    const uint64_t lost = out->report.moves;
    if (lost)
        snprintf(text, BOOK_OUTPUT_COUNTS_SIZE, "%" PRIu64 " of %u %s",
                 lost < nmoves ? nmoves - lost : 0, nmoves,
                 plural(nmoves, "move", "moves"));
    else
        snprintf(text, BOOK_OUTPUT_COUNTS_SIZE, "%u %s, %u %s", npositions,
                 plural(npositions, "position", "positions"), nmoves,
                 plural(nmoves, "move", "moves"));
    return text;
}

enum cli_status book_output_print_error(const struct args *args,
                                        const struct tabia_error *err)
{
    const enum cli_status status = cli_print_error(err);
    if (err->status == TABIA_ERR_EMPTY && !args->allow_empty)
        cli_note(args, "no file was written; use --allow-empty to write it");
    return status;
}

static enum cli_status print_result(const struct book_output *out, bool done,
                                    const struct tabia_error *err)
{
    if (done || err->status == TABIA_ERR_LOSS || err->status == TABIA_ERR_EMPTY)
        book_output_note_losses(out->args, &out->report);
    if (done && out->nfiles)
        cli_note(out->args, "%s needs %u files: %s to %s", out->path,
                 out->nfiles, out->first_file, out->last_file);
    return done ? CLI_DONE : book_output_print_error(out->args, err);
}

enum cli_status book_output_write(struct book_output *out,
                                  const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    bool done = tabia_book_save(book, out->path, out->format, &out->options,
                                &out->report, &err);
    return print_result(out, done, &err);
}

enum cli_status book_output_write_over(struct book_output *out,
                                       const struct tabia_book *book,
                                       const struct tabia_book *known,
                                       struct tabia_bytes file)
{
    struct tabia_error err = { 0 };
    bool done = format_save_over(book, known, file, out->path, out->format,
                                 &out->options, &out->report, &err);
    return print_result(out, done, &err);
}

enum cli_status book_output_write_filtered(
    struct book_output *out, struct table *table,
    const struct tabia_filter_options *filter,
    struct tabia_transform_result *done)
{
    struct tabia_error err = { 0 };
    const bool is_done =
        format_filter_table(table, filter, out->path, &out->options, done,
                            &out->report, &err);
    return print_result(out, is_done, &err);
}

enum cli_status book_output_write_merged(struct book_output *out,
                                         struct table *const *tables, size_t n,
                                         enum tabia_merge_policy policy)
{
    struct tabia_error err = { 0 };
    bool done = format_merge_tables(tables, n, policy, out->path, &out->options,
                                    &out->report, &err);
    return print_result(out, done, &err);
}

/* ---- transforms ------------------------------------------------------ */

/* The counts that every transform has, with their names. */
struct transform_count {
    const char *key, *text;
    uint32_t n;
};

enum { COUNTS = 4 };

static void list_counts(const struct tabia_transform_result *result,
                        struct transform_count counts[COUNTS])
{
    const struct transform_count all[COUNTS] = {
        { "dropped", "moves dropped", result->dropped },
        { "folded", "occurrences folded", result->folded },
        { "conflicts", "conflicting values", result->conflicts },
        { "cut", "transpositions cut by --max-nodes", result->cut },
    };
    memcpy(counts, all, sizeof(all));
}

void book_output_note_transform(const struct args *args,
                                const struct tabia_transform_result *result)
{
    struct transform_count counts[COUNTS];
    list_counts(result, counts);
    for (size_t i = 0; i < COUNTS; i++)
        if (counts[i].n > 0)
            cli_note(args, "%s: %u", counts[i].text, counts[i].n);
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        if (result->conflicts_by_attr[i] > 0)
            cli_note(args, "  %u in %s", result->conflicts_by_attr[i],
                     tabia_attr_name((enum tabia_attr)i));
}

enum cli_status book_output_check_transform(
    struct book_output *out, const struct tabia_transform_result *result)
{
    struct tabia_error err = { 0 };
    const uint32_t cut = result->cut, tags = result->dropped_tags;
    book_output_note_transform(out->args, result);
    report_addf(&out->report, tags,
                "%s that differ between joined games %s dropped",
                plural(tags, "tag", "tags"), plural(tags, "is", "are"));
    if (!out->options.strict || (!cut && !tags))
        return CLI_DONE;
    if (cut)
        error_set(&err, TABIA_ERR_LOSS,
                  "%u %s after transpositions would be cut", cut,
                  plural(cut, "continuation", "continuations"));
    else
        error_set(&err, TABIA_ERR_LOSS,
                  "%u %s that differ between joined games would be dropped",
                  tags, plural(tags, "tag", "tags"));
    error_in_file(&err, out->path);
    return cli_print_error(&err);
}

void book_output_put_json_transform(struct json_writer *js,
                                    const struct tabia_transform_result *result)
{
    struct transform_count counts[COUNTS];
    list_counts(result, counts);
    for (size_t i = 0; i < COUNTS; i++)
        json_writer_pair_uint(js, counts[i].key, counts[i].n);
    json_writer_pair_uint(js, "dropped_tags", result->dropped_tags);
}

void book_output_put_json(struct json_writer *js, const struct book_output *out)
{
    json_writer_pair_text(js, "output", out->path);
    if (out->nfiles) {
        json_writer_pair_uint(js, "files", out->nfiles);
        json_writer_pair_text(js, "first_file", out->first_file);
        json_writer_pair_text(js, "last_file", out->last_file);
    }
    json_writer_pair_text(js, "to", tabia_format_get_info(out->format)->name);
    report_put_json(js, &out->report);
}
