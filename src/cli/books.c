/*
 * books.c - the books on a command line, opened
 */
#include "cli/books.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "book/values.h"
#include "cli/name_table.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "format/format_settings.h"

#include "base/banned.h"

enum {
    PROBLEMS_SHOWN = 20,           // 'tabia check' shows all
    LARGE_SIZE = 64 * 1024 * 1024, // bytes; above, a table is not loaded
    MAP_SIZE = 64 * 1024, // a file that may stay a table is mapped above
};

/* The problems of one file while they come in. */
struct problems {
    const struct args *args;
    const struct books_options *options;
    struct tabia_bytes src;
    unsigned nerrors;
    struct tabia_error warning; // the last one, which is not printed yet
    unsigned nwarnings;         // in a row that say the same
    bool has_loss;              // that is an error, as options->strict
};

/* Prints the warning that is held back, once for all that say the same. */
static void print_warning(struct problems *p)
{
    char more[64] = "";
    if (p->nwarnings > 1)
        snprintf(more, sizeof(more), " (%u times; 'tabia check' shows all)",
                 p->nwarnings);
    struct tabia_error *warning = &p->warning;
    const size_t len = strlen(warning->msg);
    snprintf(warning->msg + len, sizeof(warning->msg) - len, "%s", more);
    if (p->nwarnings && !p->args->quiet)
        cli_print_error(warning, "warning", p->src);
    p->nwarnings = 0;
}

static void take_warning(struct problems *p, const struct tabia_error *problem)
{
    if (p->nwarnings && strcmp(p->warning.msg, problem->msg) != 0)
        print_warning(p);
    if (p->nwarnings++ == 0)
        p->warning = *problem;
}

static bool take_problem(void *ctx, enum tabia_problem kind,
                         const struct tabia_error *problem)
{
    struct problems *p = ctx;
    const bool is_loss = p->options->strict && problem->status == TABIA_LOSS;
    const bool is_error = kind == TABIA_PROBLEM_ERROR || is_loss;
    p->has_loss |= is_loss;
    p->nerrors += is_error;
    if (p->options->on_problem) {
        p->options->on_problem(p->options->ctx, kind, problem, p->src);
    } else if (!is_error) {
        take_warning(p, problem);
    } else {
        print_warning(p);
        if (p->nerrors <= PROBLEMS_SHOWN)
            cli_print_error(problem, "error", p->src);
    }
    return true;
}

/*
 * Is the file better searched than loaded? Large ones are, and the books of
 * TI-Chess, which decides by rules of its own whether a position is the same.
 */
static bool prefers_table(const struct book_file *file)
{
    return tabia_format_info(file->format)->can_find &&
           (file->in.bytes.size > LARGE_SIZE || books_are_collected(file));
}

/* Over the mapped file; what can be read but once has to be in memory. */
static bool open_table(struct book_file *file,
                       const struct tabia_read_options *read,
                       struct tabia_error *err)
{
    if (input_is_file(read->path))
        file->table = tabia_table_open(read->path, read, err);
    else
        file->table = tabia_table_open_bytes(file->in.bytes, read, err);
    return file->table != NULL;
}

/*
 * A file that is searched by key holds more than the book that is read from
 * it: nobody knows which positions the other keys stand for, until one asks.
 */
static void open_rest(struct book_file *file,
                      const struct tabia_read_options *read)
{
    struct tabia_read_options silent = *read; // the book has told its problems
    silent.on_problem = NULL;
    silent.losses = NULL;
    if (tabia_format_info(file->format)->can_merge)
        file->table = tabia_table_open_bytes(file->in.bytes, &silent, NULL);
}

/* Opens what 'in' holds, in the shape that is asked for. */
static bool open_bytes(struct book_file *file,
                       const struct tabia_read_options *read,
                       enum books_shape shape, struct tabia_error *err)
{
    if (shape == BOOKS_TABLE || (shape == BOOKS_EITHER && prefers_table(file)))
        return open_table(file, read, err);
    file->book = tabia_book_decode(file->in.bytes, read, err);
    if (file->book && shape == BOOKS_EITHER)
        open_rest(file, read);
    return file->book && input_check(&file->in, err);
}

/* Says why reading failed, unless that has been said. */
static enum cli_status fail(struct problems *p, const struct tabia_error *err)
{
    if (p->nerrors == 0)
        take_problem(p, TABIA_PROBLEM_ERROR, err);
    else if (p->nerrors > PROBLEMS_SHOWN && !p->options->on_problem)
        cli_note(p->args, "%u more %s; 'tabia check' shows all",
                 p->nerrors - PROBLEMS_SHOWN,
                 plural(p->nerrors - PROBLEMS_SHOWN, "error", "errors"));
    return cli_status_of(err->status);
}

static bool has_option(const struct tabia_format *format, const char *name)
{
    return format_setting_find(tabia_format_info(format)->settings, name);
}

/*
 * Adds the setting by which a format joins positions to lines, if it has one
 * and the setting is not there.
 */
static size_t add_link(const struct book_file *file,
                       const struct books_options *options,
                       struct tabia_setting list[OPTIONS_SETTINGS], size_t n)
{
    static const struct tabia_setting links[] = { { "link", "" },
                                                  { "walk", "bridge" } };
    for (size_t k = 0; options->wants_lines && k < COUNT_OF(links); k++) {
        bool is_there = !has_option(file->format, links[k].name);
        for (size_t i = 0; i < n; i++)
            is_there |= strcmp(list[i].name, links[k].name) == 0;
        if (!is_there && n < OPTIONS_SETTINGS)
            list[n++] = links[k];
    }
    return n;
}

/* What helps where a file cannot be read. */
static void advise(const struct args *args, const struct book_file *file,
                   const struct tabia_read_options *read,
                   enum tabia_status status)
{
    bool can_repair = has_option(file->format, "repair");
    for (size_t i = 0; i < read->nsettings; i++)
        can_repair &= strcmp(read->settings[i].name, "repair") != 0;
    if (can_repair && (status == TABIA_CORRUPT || status == TABIA_ILLEGAL))
        cli_note(args, "'tabia convert --repair IN OUT' keeps what is sound");
    if (status == TABIA_LIMIT && file->format == tabia_format_find("pgn"))
        cli_note(args, "'tabia build' makes books from any number of games");
}

static enum cli_status read_file(struct book_file *file, const char *path,
                                 const struct args *args,
                                 const struct books_options *options)
{
    struct tabia_error err = { .file = file->name };
    struct tabia_setting settings[OPTIONS_SETTINGS];
    struct problems problems = {
        .args = args,
        .options = options,
        .src = file->in.bytes,
    };
    struct tabia_read_options read = {
        .name = file->name,
        .path = path,
        .settings = settings,
        .keep_source = options->keep_source,
        .lines_only = options->lines_only,
        .losses = options->unread,
        .on_problem = take_problem,
        .ctx = &problems,
    };

    if (!file->format)
        file->format = tabia_format_detect(file->in.bytes, file->name, &err);
    if (!file->format)
        return fail(&problems, &err);
    read.format = file->format;
    read.lenient = args->lenient && tabia_format_info(file->format)->can_skip;
    read.nsettings = settings_for(args, file->format, settings);
    read.nsettings = add_link(file, options, settings, read.nsettings);
    const bool is_open = open_bytes(file, &read, options->shape, &err);
    print_warning(&problems);
    if (is_open)
        return problems.has_loss ? CLI_NO : CLI_DONE;
    const enum cli_status status = fail(&problems, &err);
    advise(args, file, &read, err.status);
    return status;
}

static enum cli_status open_default(struct book_file *file)
{
    struct tabia_error err = { 0 };
    file->name = "default book";
    file->book = tabia_book_default(&err);
    if (!file->book)
        return cli_error(&err, tabia_book_default_text());
    file->format =
        tabia_format_find(tabia_book_text_find(file->book, "format"));
    return CLI_DONE;
}

/* Opens the input, unless that has been done: stdin can be read but once. */
static bool take_input(struct book_file *file, const char *path,
                       const struct input_options *how, struct input *in,
                       struct tabia_error *err)
{
    if (!in || !in->name)
        return input_open(&file->in, path, how, err);
    file->in = *in;
    *in = (struct input){ 0 };
    return true;
}

enum cli_status books_open(struct book_file *file, const struct args *args,
                           const char *path,
                           const struct books_options *options)
{
    static const struct books_options defaults;
    struct tabia_error err = { 0 };
    if (!options)
        options = &defaults;
    const struct input_options how = {
        .map_size = options->shape == BOOKS_LOAD ? 0 : MAP_SIZE,
    };
    *file = (struct book_file){ .name = path, .names = options->names };
    if (args->from) {
        file->format = settings_format(args, args->from);
        if (!file->format)
            return CLI_MISUSE;
    }
    if (!path)
        return open_default(file);
    if (!take_input(file, path, &how, options->in, &err))
        return cli_error_in(&err, "");

    file->name = file->in.name;
    enum cli_status status = read_file(file, path, args, options);
    if (status != CLI_DONE)
        books_close(file);
    return status;
}

enum cli_status books_can_copy(const struct args *args, const char *path,
                               const struct tabia_format *to, bool *can_copy)
{
    const struct input_options how = { .map_size = MAP_SIZE };
    struct tabia_error err = { 0 };
    struct input in;
    *can_copy = tabia_format_info(to)->can_merge && input_is_file(path);
    if (*can_copy && args->from)
        *can_copy = tabia_format_find(args->from) == to;
    if (!*can_copy || args->from)
        return CLI_DONE;
    if (!input_open(&in, path, &how, &err))
        return cli_error_in(&err, "");
    *can_copy = tabia_format_detect(in.bytes, in.name, NULL) == to;
    input_close(&in);
    return CLI_DONE;
}

static bool has_playable(const struct tabia_entry *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].data.mark != TABIA_MARK_PASSIVE)
            return true;
    return false;
}

/*
 * Adds a legal move of the file, which counts more than a guess of the reader.
 * There are no more than TABIA_MOVES_MAX, and each stands in the list once.
 */
static size_t add_stored(struct tabia_entry list[TABIA_MOVES_MAX], size_t n,
                         const struct tabia_entry *stored)
{
    const size_t i = values_find_move(list, n, stored->move);
    list[i] = *stored;
    return i < n ? n : i + 1;
}

size_t books_moves(const struct book_file *file, const struct tabia_pos *pos,
                   struct tabia_entry list[TABIA_MOVES_MAX])
{
    struct tabia_entry stored[TABIA_MOVES_MAX];
    size_t n = 0, nstored = 0;
    if (file->book)
        n = tabia_book_find(file->book, pos, TABIA_POLICY_DEFAULT, list);
    if (file->table && !has_playable(list, n))
        nstored = tabia_table_find(file->table, pos, stored);
    for (size_t i = 0; i < nstored; i++)
        n = add_stored(list, n, &stored[i]);
    return n;
}

bool books_are_collected(const struct book_file *file)
{
    return file->format && file->format == tabia_format_find("tibook");
}

size_t books_moves_after(const struct book_file *file,
                         const struct tabia_pos *pos, const struct played *game,
                         struct tabia_entry list[TABIA_MOVES_MAX])
{
    struct tabia_pos start;
    if (file->book)
        return books_moves(file, pos, list);
    tabia_pos_start(&start);
    return tabia_table_find_line(file->table, &start, game->moves, game->n,
                                 list);
}

struct tabia_node_data books_position(const struct book_file *file,
                                      const struct tabia_pos *pos)
{
    uint32_t position = TABIA_NONE;
    if (file->book)
        position = tabia_book_position_find(file->book, pos);
    struct tabia_node_data data = { 0 };
    if (position != TABIA_NONE)
        data = tabia_position_data(file->book, position);
    name_table_fill(file->names, pos, &data);
    return data;
}

void books_close(struct book_file *file)
{
    tabia_book_free(file->book);
    tabia_table_close(file->table);
    input_close(&file->in);
    *file = (struct book_file){ 0 };
}

/* ---- several --------------------------------------------------------- */

enum cli_status books_check_stdin(const struct args *args)
{
    int n = 0;
    for (int i = 0; i < args->noperands; i++)
        n += strcmp(args->operands[i], "-") == 0;
    if (n < 2)
        return CLI_DONE;
    return cli_misuse(args->verb, "standard input can be read only once");
}

enum cli_status books_open_all(struct book_set *set, const struct args *args,
                               const struct books_options *options)
{
    size_t n = args->noperands > 0 ? (size_t)args->noperands : 1;
    *set = (struct book_set){ .files = calloc(n, sizeof(*set->files)) };
    if (!set->files)
        return cli_fail(CLI_FAILED, "out of memory");

    enum cli_status status = books_check_stdin(args);
    while (set->n < n && status == CLI_DONE) {
        const char *path = args->noperands ? args->operands[set->n] : NULL;
        status = books_open(&set->files[set->n], args, path, options);
        set->n += status == CLI_DONE;
    }
    if (status != CLI_DONE)
        books_close_all(set);
    return status;
}

void books_close_all(struct book_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        books_close(&set->files[i]);
    free(set->files);
    *set = (struct book_set){ 0 };
}
