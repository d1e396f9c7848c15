/*
 * verb_edit.c - tabia edit
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "cli/files/book_output.h"
#include "cli/files/source_files.h"
#include "cli/files/target.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/editor.h"
#include "cli/verbs/verbs.h"
#include "format/built_in.h"
#include "format/format_contract.h"
#include "format/formats.h"
#include "io/commit.h"
#include "io/input.h"
#include "tabia/diff.h"
#include "tabia/transform.h"

#include "base/banned.h"

enum { APPLY, PRINT, FOLD, DRY_RUN, STRICT };

static const struct option_spec options[] = {
    [APPLY] = { .name = "apply",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .help = "read the edited text from FILE (- is standard "
                        "input) instead of an editor" },
    [PRINT] = { .name = "print", .help = "print the text and change nothing" },
    [FOLD] = { .name = "fold",
               .help = "show each position once, with the moves of all "
                       "its occurrences" },
    [DRY_RUN] = { .name = "dry-run",
                  .help = "report what would change and write nothing" },
    [STRICT] = SHARED_STRICT,
};

struct edit {
    const struct args *args;
    struct source_file file;
    struct tabia_report unread;       // of the file
    struct tabia_bytes before;        // the book's text; owned
    struct buf after;                 // the edited one
    struct commit_stamp seen;         // the file as it was read
    const char *after_name;           // for messages
    char temporary[EDITOR_PATH_SIZE]; // "" for none
};

/* ---- the edited text ------------------------------------------------- */

static enum cli_status print_text_to_edit(struct edit *e)
{
    struct tabia_error err = { 0 };
    struct tabia_transform_result result = { 0 };
    struct tabia_book *folded = NULL;
    uint8_t *data;
    size_t size;
    if (e->args->values[FOLD].given) {
        folded =
            tabia_book_fold(e->file.book, TABIA_MERGE_DEFAULT, &result, &err);
        if (!folded)
            return cli_print_error(&err);
    }
    const bool ok =
        tabia_book_encode(folded ? folded : e->file.book, &format_edit, NULL,
                          &data, &size, NULL, &err);
    tabia_book_free(folded);
    if (!ok)
        return cli_print_error(&err);
    e->before = (struct tabia_bytes){ data, size };
    report_addf(&e->unread, result.dropped_tags,
                "tags that differ between joined games");
    if (result.dropped_tags)
        cli_note(e->args, "tags that differ between joined games, skipped: %u",
                 result.dropped_tags);
    return CLI_DONE;
}

/* The edited text: from a file, or from an editor. */
static enum cli_status get_edited_text(struct edit *e)
{
    const char *path = e->args->values[APPLY].text;
    struct tabia_error err = { 0 };
    struct input in;
    if (!path) {
        e->after_name = e->temporary;
        return editor_run(e->before, &e->after, e->temporary);
    }
    if (!input_open(&in, path, NULL, &err))
        return cli_print_error(&err);
    const bool has_room = buf_add(&e->after, in.bytes.data, in.bytes.size);
    e->after_name = in.name;
    input_close(&in);
    return has_room ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}

static bool print_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    const struct edit *e = ctx;
    cli_print_problem(problem,
                      severity == TABIA_SEVERITY_ERROR ? "error" : "warning",
                      buf_bytes(&e->after));
    return true;
}

/* The edited book; NULL when the faults have been printed. */
static struct tabia_book *read_edited_book(struct edit *e,
                                           enum cli_status *status)
{
    const struct tabia_read_options how = {
        .format = &format_edit,
        .name = e->after_name,
        .on_problem = print_problem,
        .ctx = e,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&e->after), &how, &err);
    if (book)
        return book;
    *status = cli_status_of(err.status);
    if (*status == CLI_FAILED || !err.line)
        cli_print_error(&err);
    if (e->temporary[0])
        cli_note(e->args, "nothing was written; correct %s and use --apply %s",
                 e->temporary, e->temporary);
    else
        cli_note(e->args, "nothing was written");
    return NULL;
}

/* ---- what changed ---------------------------------------------------- */

struct edit_changes {
    unsigned moves, positions; // with other values
};

static bool count_change(void *ctx, const struct tabia_diff_item *item)
{
    struct edit_changes *changes = ctx;
    changes->moves += item->kind == TABIA_DIFF_MOVE_DATA;
    changes->positions += item->kind == TABIA_DIFF_POSITION_DATA;
    return true;
}

static enum cli_status note_changes(const struct edit *e,
                                    const struct tabia_book *book)
{
    struct edit_changes changes = { 0 };
    struct tabia_diff_result counts;
    struct tabia_error err = { 0 };
    if (!tabia_book_diff(e->file.book, book,
                         &(struct tabia_diff_options){ .ignored =
                                                           TABIA_HAS_LOCATION,
                                                       .on_item = count_change,
                                                       .ctx = &changes },
                         &counts, &err))
        return cli_print_error(&err);
    cli_note(e->args,
             "moves: %u added, %u removed, %u changed; positions with other "
             "values: %u",
             counts.moves_b, counts.moves_a, changes.moves, changes.positions);
    if (counts.texts || counts.tags)
        cli_note(e->args, "texts changed: %u of the book, %u tags of games",
                 counts.texts, counts.tags);
    return CLI_DONE;
}

/* ---- writing --------------------------------------------------------- */

/*
 * Another program may have saved the file while the text was edited. Its work
 * is kept, and so is the text, which is only in memory if it came by a pipe.
 */
static enum cli_status check_unchanged(struct edit *e)
{
    const struct args *args = e->args;
    const char *path = args->operands[0], *text = args->values[APPLY].text;
    struct tabia_error err = error_for(path);
    if (args->output || commit_stamp_check(path, e->seen, &err))
        return CLI_DONE;
    cli_print_error(&err);
    if (!e->temporary[0] && !input_is_file(text) &&
        editor_keep(buf_bytes(&e->after), e->temporary) != CLI_DONE)
        return CLI_FAILED;
    if (e->temporary[0])
        text = e->temporary;
    cli_note(args,
             "nothing was written; compare 'tabia edit --print %s' with %s, "
             "then write it with --apply %s",
             path, text, text);
    return CLI_NO;
}

static enum cli_status save_edited_book(struct edit *e,
                                        const struct tabia_book *book)
{
    const struct args *args = e->args;
    const enum cli_status status = check_unchanged(e);
    if (status != CLI_DONE)
        return status;
    struct book_output out;
    book_output_init_format(&out, args,
                            args->output ? args->output : args->operands[0],
                            e->file.format, args->values[STRICT].given);
    out.options.force |= !args->output;
    if (e->unread.n)
        return book_output_write_over(&out, book, e->file.book, e->file.bytes);
    return book_output_write(&out, book);
}

/* All that writing would lose, without writing. */
static enum cli_status note_edit_losses(const struct edit *e,
                                        const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    struct tabia_report report = { .n = 0 };
    struct tabia_setting settings[OPTIONS_REPEATED_MAX];
    const struct tabia_write_options how = {
        .settings = settings,
        .nsettings =
            settings_for(e->args, e->file.format, TABIA_WHEN_WRITING, settings),
        .strict = e->args->values[STRICT].given,
    };
    uint8_t *data = NULL;
    size_t size;
    const bool ok = tabia_book_encode(book, e->file.format, &how, &data, &size,
                                      &report, &err);
    free(data);
    book_output_note_losses(e->args, &report);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status apply_edited_text(struct edit *e)
{
    enum cli_status status = get_edited_text(e);
    if (status != CLI_DONE)
        return status;
    // More likely a pipe that failed than the wish to have no book. Editors
    // write nothing as an empty line.
    const char *text = buf_text(&e->after);
    if (strspn(text, " \t\r\n") == e->after.size && e->before.size != 0) {
        if (e->temporary[0])
            unlink(e->temporary);
        return cli_fail(CLI_NO, "the text is empty; nothing was written");
    }
    const bool is_same = e->after.size == e->before.size &&
                         memcmp(text, e->before.data, e->before.size) == 0;
    if (is_same && !e->args->output) {
        cli_note(e->args, "nothing changed");
    } else {
        struct tabia_book *book = read_edited_book(e, &status);
        if (!book)
            return status;
        status = note_changes(e, book);
        if (status == CLI_DONE)
            status = e->args->values[DRY_RUN].given ? note_edit_losses(e, book)
                                                    : save_edited_book(e, book);
        tabia_book_free(book);
    }
    if (status == CLI_DONE && e->temporary[0])
        unlink(e->temporary);
    else if (e->temporary[0])
        fprintf(stderr, "the text is in %s\n", e->temporary); // also if quiet
    return status;
}

static enum cli_status edit_book(struct edit *e)
{
    const struct tabia_format_info *info =
        tabia_format_get_info(e->file.format);
    enum cli_status status =
        settings_check(e->args, &e->file.format, 1, e->file.format);
    if (status != CLI_DONE)
        return status;
    if (!info->can_write && !e->args->values[PRINT].given)
        return cli_fail(CLI_MISUSE, "%s: format %s cannot be written",
                        e->file.name, info->name);
    status = print_text_to_edit(e);
    if (status != CLI_DONE)
        return status;
    if (e->args->values[PRINT].given) {
        struct tabia_error err = { 0 };
        struct output out;
        if (!cli_output_open(&out, e->args, "-", &err))
            return cli_print_error(&err);
        output_write(&out, e->before.data, e->before.size);
        return output_finish(&out, &err) ? CLI_DONE : cli_print_error(&err);
    }
    // With --strict nothing is written over what could not be read. The rows
    // of a file that is searched by key stay there.
    if (e->args->values[STRICT].given && e->unread.n && !info->can_merge)
        return cli_fail(
            CLI_NO,
            "%s: not written, because what could not be read would be lost",
            e->file.name);
    return apply_edited_text(e);
}

static enum cli_status run_edit(const struct args *args)
{
    const struct option_value *values = args->values;
    const char *path = args->operands[0];
    if (strcmp(path, "-") == 0 && !args->output && !values[PRINT].given)
        return cli_misuse(args->verb, "a book from standard input needs -o");
    if (built_in_book_is_named(path) && !args->output && !values[PRINT].given)
        return cli_misuse(args->verb, "the built-in book needs -o");
    if (values[PRINT].given && (values[APPLY].given || values[DRY_RUN].given))
        return cli_misuse(
            args->verb, "--print cannot be combined with --apply or --dry-run");
    if (strcmp(path, "-") == 0 && values[APPLY].given &&
        strcmp(values[APPLY].text, "-") == 0)
        return cli_misuse(args->verb, "standard input can be read only once");

    // Before the editor has the text, not after all the work on it.
    enum cli_status status = CLI_DONE;
    if (args->output && !values[DRY_RUN].given)
        status = target_try(args, args->output);
    else if (!values[DRY_RUN].given && !values[PRINT].given)
        status = target_try_in_place(args, path);
    if (status != CLI_DONE)
        return status;
    struct edit *e = calloc(1, sizeof(*e));
    if (!e)
        return cli_fail(CLI_FAILED, "out of memory");
    e->args = args;
    e->after.limit = SIZE_MAX / 4;
    const struct source_file_options how = { .mode = TABIA_OPEN_LOAD,
                                             .unread = &e->unread };
    e->seen = commit_stamp_of(path);
    status = source_file_open(&e->file, args, path, &how);
    if (status == CLI_DONE) {
        status = edit_book(e);
        source_file_close(&e->file);
    }
    free((void *)e->before.data);
    buf_clear(&e->after);
    free(e);
    return status;
}

const struct verb verb_edit = {
    .name = "edit",
    .group = VERB_GROUP_BOOKS,
    .summary = "edit a book as text",
    .operands = "BOOK",
    .description =
        "Opens a book of any format in $VISUAL or $EDITOR as text, with a "
        "line for each position and move, and writes the changes back in "
        "the book's own format. If the text has errors, they are reported "
        "with line and column and nothing is written. --print and --apply "
        "do the same without an editor.",
    .notes =
        "docs/edit.md has the grammar. It is enough to change numbers and "
        "words, to delete lines of moves, and to add some, such as \"  Nf3 "
        "weight 3\". A book of lines lists positions several times; --fold "
        "joins them.",
    .example = "tabia edit book.bin\n"
               "tabia edit --print book.bin > book.txt\n"
               "tabia edit book.bin --apply book.txt --dry-run",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_FROM | WITH_BOOK_OUTPUT | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_edit,
};
