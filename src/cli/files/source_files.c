/*
 * source_files.c - the books on a command line, opened
 */
#include "cli/files/source_files.h"
#include "cli/cli_formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/wording.h"
#include "book/names_internal.h"
#include "cli/progress_bar.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "format/built_in.h"
#include "format/format_contract.h"
#include "format/format_settings.h"
#include "format/key_walk.h"

#include "base/banned.h"

enum { PROBLEMS_SHOWN = 20 }; // 'tabia check' shows all

/* The problems of one file while they come in. */
struct source_file_problems {
    const struct args *args;
    const struct source_file_options *options;
    struct tabia_bytes bytes;
    unsigned nerrors;
    struct tabia_error warning;   // the last one, which is not printed yet
    unsigned nwarnings;           // in a row that say the same
    bool has_loss;                // that is an error, as options->strict
    struct progress_bar progress; // of a walk; no label: not begun
};

static void on_read_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct source_file_problems *p = ctx;
    if (!p->progress.label)
        progress_bar_init(&p->progress, "reading", "steps", total,
                          p->args->quiet || !isatty(STDERR_FILENO));
    p->progress.total = total;
    progress_bar_update(&p->progress, done);
}

/* Clears the bar, before anything else is printed. */
static void end_progress(struct source_file_problems *p)
{
    if (p->progress.label)
        progress_bar_finish(&p->progress);
}

/* Prints the warning that is held back, once for all that say the same. */
static void print_warning(struct source_file_problems *p)
{
    char more[64] = "";
    if (p->nwarnings > 1)
        snprintf(more, sizeof(more), " (%u times; 'tabia check' shows all)",
                 p->nwarnings);
    struct tabia_error *warning = &p->warning;
    const size_t len = strlen(warning->msg);
    snprintf(warning->msg + len, sizeof(warning->msg) - len, "%s", more);
    if (p->nwarnings && !p->args->quiet)
        cli_print_problem(warning, "warning", p->bytes);
    p->nwarnings = 0;
}

static bool on_read_problem(void *ctx, enum tabia_severity severity,
                            const struct tabia_error *problem)
{
    struct source_file_problems *p = ctx;
    end_progress(p);
    const bool is_loss =
        p->options->strict && problem->status == TABIA_ERR_LOSS;
    const bool is_error = severity == TABIA_SEVERITY_ERROR || is_loss;
    p->has_loss |= is_loss;
    p->nerrors += is_error;
    if (p->options->on_problem) {
        p->options->on_problem(p->options->ctx, severity, problem, p->bytes);
    } else if (!is_error) {
        if (p->nwarnings && strcmp(p->warning.msg, problem->msg) != 0)
            print_warning(p);
        if (p->nwarnings++ == 0)
            p->warning = *problem;
    } else {
        print_warning(p);
        if (p->nerrors <= PROBLEMS_SHOWN)
            cli_print_problem(problem, "error", p->bytes);
    }
    return true;
}

/* Says why reading failed, unless that has been said. */
static enum cli_status print_read_failure(struct source_file_problems *p,
                                          const struct tabia_error *err)
{
    if (p->nerrors == 0)
        on_read_problem(p, TABIA_SEVERITY_ERROR, err);
    else if (p->nerrors > PROBLEMS_SHOWN && !p->options->on_problem)
        cli_note(p->args, "%u more %s; 'tabia check' shows all",
                 p->nerrors - PROBLEMS_SHOWN,
                 plural(p->nerrors - PROBLEMS_SHOWN, "error", "errors"));
    return cli_status_of(err->status);
}

/* What helps where a file cannot be read. */
static void hint_at_repair(const struct args *args,
                           const struct source_file *file,
                           const struct tabia_read_options *read,
                           enum tabia_status status)
{
    const struct tabia_format_info *info = tabia_format_get_info(file->format);
    bool can_repair =
        format_setting_find(file->format->settings, "repair") != NULL;
    for (size_t i = 0; i < read->nsettings; i++)
        can_repair &= strcmp(read->settings[i].name, "repair") != 0;
    if (can_repair &&
        (status == TABIA_ERR_CORRUPT || status == TABIA_ERR_ILLEGAL))
        cli_note(args, "'tabia convert -O repair IN OUT' skips damaged parts");
    if (status == TABIA_ERR_LIMIT && info->is_games)
        cli_note(args, "'tabia build' makes books from any number of games");
}

/* A file on its way to a book, a table, a count or puzzles. */
struct source_file_reader {
    struct source_file_problems problems;
    struct tabia_setting settings[OPTIONS_REPEATED_MAX];
    struct tabia_read_options read;
    struct tabia_error err;
};

static void source_file_reader_init(struct source_file_reader *r,
                                    const struct source_file *file,
                                    const struct args *args,
                                    const struct source_file_options *options)
{
    r->err = error_for(file->name);
    r->problems = (struct source_file_problems){
        .args = args,
        .options = options,
        .bytes = file->bytes,
    };
    r->read = (struct tabia_read_options){
        .wants_lines = options->wants_lines,
        .settings = r->settings,
        .nsettings =
            settings_for(args, file->format, TABIA_WHEN_READING, r->settings),
        .keep_location = options->keep_location,
        .lenient = args->lenient &&
                   tabia_format_get_info(file->format)->can_skip_damage,
        .report = options->unread,
        .on_problem = on_read_problem,
        .on_progress = on_read_progress,
        .ctx = &r->problems,
    };
}

/* Prints what was wrong. Unless all is well, the file is closed. */
static enum cli_status source_file_reader_end(struct source_file_reader *r,
                                              struct source_file *file, bool ok)
{
    end_progress(&r->problems);
    print_warning(&r->problems);
    if (ok && !r->problems.has_loss)
        return CLI_DONE;
    enum cli_status status = CLI_NO;
    if (!ok) {
        status = print_read_failure(&r->problems, &r->err);
        hint_at_repair(r->problems.args, file, &r->read, r->err.status);
    }
    source_file_close(file);
    return status;
}

enum cli_status source_file_recognise(struct source_file *file,
                                      const struct args *args, const char *path,
                                      const struct source_file_options *options)
{
    struct tabia_error err = { 0 };
    struct tabia_open_options how = { .mode = options->mode };
    struct source_file_problems problems = { .args = args, .options = options };
    *file = (struct source_file){ .names = options->names };
    if (path && built_in_book_is_named(path))
        path = NULL;
    if (args->from) {
        how.read.format = cli_format_find(args, args->from);
        if (!how.read.format)
            return CLI_MISUSE;
    }
    file->source = source_recognise(path, &how, &err);
    if (!file->source)
        return err.status == TABIA_ERR_SYNTAX ||
                       err.status == TABIA_ERR_AMBIGUOUS
                   ? print_read_failure(&problems, &err)
                   : cli_print_error(&err);
    const struct tabia_source_info info = tabia_source_get_info(file->source);
    if (info.kind == TABIA_SOURCE_EVALS) {
        (void)!tabia_source_book(file->source, &err); // which says why not
        const enum cli_status status = print_read_failure(&problems, &err);
        cli_note(args, "'tabia evaluate --from-evals' adds them to a book");
        source_file_close(file);
        return status;
    }
    file->name = info.name;
    file->format = info.format;
    file->bytes = info.bytes;
    return CLI_DONE;
}

enum cli_status source_file_finish_open(
    struct source_file *file, const struct args *args,
    const struct source_file_options *options)
{
    struct source_file_reader r;
    source_file_reader_init(&r, file, args, options);
    // Of puzzles the library makes a set in any mode but this, which fails and
    // says that they are not a book; verbs that want them call
    // source_file_load_puzzles.
    const bool is_set =
        tabia_source_get_info(file->source).kind == TABIA_SOURCE_PUZZLES;
    const struct tabia_open_options how = {
        .mode = is_set ? TABIA_OPEN_LOAD : options->mode,
        .read = r.read,
    };
    source_set_lookup(file->source, options->lookup);
    const bool ok = source_finish_open(file->source, &how, &r.err);
    const enum cli_status status = source_file_reader_end(&r, file, ok);
    if (status == CLI_DONE && !tabia_source_get_info(file->source).is_searched)
        file->book = tabia_source_book(file->source, NULL);
    return status;
}

enum cli_status source_file_count(struct source_file *file,
                                  const struct args *args,
                                  struct key_walk_counts *counts)
{
    static const struct source_file_options options;
    struct source_file_reader r;
    source_file_reader_init(&r, file, args, &options);
    const bool ok = source_count_rows(file->source, &r.read, counts, &r.err);
    const enum cli_status status = source_file_reader_end(&r, file, ok);
    if (status == CLI_DONE)
        file->book = tabia_source_book(file->source, NULL);
    return status;
}

enum cli_status source_file_load_puzzles(
    struct source_file *file, const struct args *args,
    const struct source_file_options *options, const struct puzzles **set)
{
    struct source_file_reader r;
    source_file_reader_init(&r, file, args, options);
    *set = source_puzzles(file->source, &r.read, &r.err);
    return source_file_reader_end(&r, file, *set != NULL);
}

enum cli_status source_file_open(struct source_file *file,
                                 const struct args *args, const char *path,
                                 const struct source_file_options *options)
{
    static const struct source_file_options load = { .mode = TABIA_OPEN_LOAD };
    if (!options)
        options = &load;
    const enum cli_status status =
        source_file_recognise(file, args, path, options);
    return status == CLI_DONE ? source_file_finish_open(file, args, options)
                              : status;
}

void source_file_replace_book(struct source_file *file, struct tabia_book *book)
{
    source_replace_book(file->source, book);
    file->book = book;
}

void source_file_close(struct source_file *file)
{
    tabia_source_close(file->source);
    *file = (struct source_file){ 0 };
}

/* ---- several --------------------------------------------------------- */

enum cli_status source_files_check_stdin(const struct args *args)
{
    int n = 0;
    for (int i = 0; i < args->noperands; i++)
        n += strcmp(args->operands[i], "-") == 0;
    for (size_t i = 0; i < args->nrepeated; i++)
        n += strcmp(args->repeated[i].text, "-") == 0;
    if (n < 2)
        return CLI_DONE;
    return cli_misuse(args->verb, "standard input can be read only once");
}

/* What is left to do of a set; closes it if that is a failure. */
static enum cli_status source_files_end_step(struct source_files *set,
                                             enum cli_status status)
{
    if (status == CLI_DONE && set->n == 0)
        status = set->failed;
    if (status != CLI_DONE)
        source_files_close(set);
    return status;
}

/* CLI_DONE if a file that failed is one to go on without. */
static enum cli_status source_files_skip(
    struct source_files *set, enum cli_status status,
    const struct source_file_options *options)
{
    if (!options->skip_failed || status == CLI_MISUSE)
        return status;
    if (status > set->failed)
        set->failed = status;
    return CLI_DONE;
}

enum cli_status source_files_recognise(
    struct source_files *set, const struct args *args,
    const struct source_file_options *options)
{
    size_t n = args->noperands > 0 ? (size_t)args->noperands : 1;
    *set = (struct source_files){ .files = calloc(n, sizeof(*set->files)) };
    if (!set->files)
        return cli_fail(CLI_FAILED, "out of memory");

    enum cli_status status = source_files_check_stdin(args);
    for (size_t i = 0; i < n && status == CLI_DONE; i++) {
        const char *path = args->noperands ? args->operands[i] : NULL;
        status =
            source_file_recognise(&set->files[set->n], args, path, options);
        set->n += status == CLI_DONE;
        status = source_files_skip(set, status, options);
    }
    return source_files_end_step(set, status);
}

enum cli_status source_files_finish_open(
    struct source_files *set, const struct args *args,
    const struct source_file_options *options)
{
    enum cli_status status = CLI_DONE;
    size_t nopen = 0;
    for (size_t i = 0; i < set->n && status == CLI_DONE; i++) {
        struct source_file file = set->files[i];
        set->files[i] = (struct source_file){ 0 };
        status = source_file_finish_open(&file, args, options);
        if (status == CLI_DONE)
            set->files[nopen++] = file;
        status = source_files_skip(set, status, options);
    }
    if (status == CLI_DONE)
        set->n = nopen;
    return source_files_end_step(set, status);
}

enum cli_status source_files_check_settings(const struct source_files *set,
                                            const struct args *args,
                                            const struct tabia_format *output)
{
    const struct tabia_format **formats = calloc(set->n + 1, sizeof(*formats));
    if (!formats)
        return cli_fail(CLI_FAILED, "out of memory");
    for (size_t i = 0; i < set->n; i++)
        formats[i] = set->files[i].format;
    const enum cli_status status =
        settings_check(args, formats, set->n, output);
    free(formats);
    return status;
}

/* A file that is searched is not walked, and a store answers as it is. */
static enum cli_status refuse_unused_settings(const struct source_files *set,
                                              const struct args *args)
{
    struct tabia_setting list[OPTIONS_REPEATED_MAX];
    for (size_t i = 0; i < set->n; i++) {
        const struct source_file *file = &set->files[i];
        const struct tabia_source_info info =
            tabia_source_get_info(file->source);
        const size_t n =
            settings_for(args, file->format, TABIA_WHEN_READING, list);
        for (size_t k = 0; k < n && info.is_searched; k++)
            if (info.kind == TABIA_SOURCE_STORE ||
                key_walk_is_setting(list[k].name))
                return cli_misuse(
                    args->verb, "-O %s has no effect: %s is searched as it is",
                    list[k].name, file->name);
    }
    return CLI_DONE;
}

enum cli_status source_files_open(struct source_files *set,
                                  const struct args *args,
                                  const struct source_file_options *options)
{
    enum cli_status status = source_files_recognise(set, args, options);
    if (status != CLI_DONE)
        return status;
    status = source_files_check_settings(set, args, NULL);
    if (status == CLI_DONE) {
        status = source_files_finish_open(set, args, options);
        if (status != CLI_DONE)
            return status;
        status = refuse_unused_settings(set, args);
    }
    if (status != CLI_DONE)
        source_files_close(set);
    return status;
}

bool source_files_are_all(const struct source_files *set,
                          enum tabia_source_kind kind)
{
    for (size_t i = 0; i < set->n; i++)
        if (tabia_source_get_info(set->files[i].source).kind != kind)
            return false;
    return set->n > 0;
}

void source_files_close(struct source_files *set)
{
    for (size_t i = 0; i < set->n; i++)
        source_file_close(&set->files[i]);
    free(set->files);
    *set = (struct source_files){ 0 };
}
