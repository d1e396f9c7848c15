/*
 * verb_check.c - tabia check
 */
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/json_writer.h"
#include "base/wording.h"
#include "book/book_side.h"
#include "cli/files/puzzle_set.h"
#include "cli/files/source_files.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/conflicts.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { CONFLICTS, SIDE, REACH };

static const struct option_spec options[] = {
    [CONFLICTS] = { .name = "conflicts",
                    .help = "warn about positions that different lines answer "
                            "differently" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "with --conflicts: also warn about positions where "
                       "this side has several moves" },
    [REACH] = { .name = "reach",
                .help = "warn about positions that cannot be reached from "
                        "the starting position" },
};

/* A check of all files. */
struct check {
    const struct args *args;
    struct json_writer *js;   // NULL: print text
    struct tabia_bytes bytes; // of the current file
    const char *file;         // its name
    uint32_t last_error_line; // one error per line is enough
    unsigned nerrors, nwarnings;
    int nunread; // files that could not be looked into
};

static void on_check_problem(void *ctx, enum tabia_severity severity,
                             const struct tabia_error *problem,
                             struct tabia_bytes bytes)
{
    struct check *check = ctx;
    const bool is_error = severity == TABIA_SEVERITY_ERROR;
    const char *word = is_error ? "error" : "warning";
    if (is_error) {
        if (problem->line && problem->line == check->last_error_line)
            return;
        check->last_error_line = problem->line;
        check->nerrors++;
    } else {
        check->nwarnings++;
    }
    struct json_writer *js = check->js;
    if (js) {
        json_writer_begin_object(js);
        json_writer_pair_text(js, "file",
                              problem->file[0] ? problem->file : NULL);
        if (problem->line)
            json_writer_pair_uint(js, "line", problem->line);
        if (problem->col && problem->line)
            json_writer_pair_uint(js, "col", problem->col);
        else if (problem->col)
            json_writer_pair_uint(js, "offset", problem->offset);
        json_writer_pair_text(js, "kind", word);
        json_writer_pair_text(js, "message", problem->msg);
        json_writer_end(js);
    } else {
        char text[8192];
        tabia_error_print(problem, word, bytes, text, sizeof(text));
        const size_t len = strlen(text);
        printf("%s%s", text, len > 0 && text[len - 1] == '\n' ? "" : "\n");
    }
}

static void on_conflict(void *ctx, const struct tabia_error *finding)
{
    struct check *check = ctx;
    struct tabia_error placed = *finding;
    error_set_file(&placed, check->file);
    on_check_problem(check, TABIA_SEVERITY_WARNING, &placed, check->bytes);
}

static enum cli_status check_book(struct check *check,
                                  const struct tabia_book *book)
{
    const struct option_value *values = check->args->values;
    struct tabia_error err = { 0 };
    bool ok = true;
    if (values[CONFLICTS].given) {
        // The side to practise: as the user says, else as the book says.
        const enum tabia_side side = values[SIDE].given
                                         ? shared_options_side(&values[SIDE])
                                         : book_side(book);
        ok = conflicts_find(book, side, on_conflict, check, &err);
    }
    if (ok && values[REACH].given)
        ok = conflicts_find_unreachable(book, on_conflict, check, &err);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status check_file(struct check *check, const char *path)
{
    const struct source_file_options how = {
        .mode = TABIA_OPEN_LOAD,
        .keep_location = true,
        .on_problem = on_check_problem,
        .ctx = check,
    };
    struct source_file file;
    check->last_error_line = 0;
    enum cli_status status =
        source_file_recognise(&file, check->args, path, &how);
    if (status != CLI_DONE)
        return status;
    check->file = file.name;
    check->bytes = file.bytes;
    if (source_could_be_puzzles(file.source)) {
        status = puzzle_set_check(check->args, &file, &how);
    } else {
        status = settings_check(check->args, &file.format, 1, NULL);
        if (status == CLI_DONE)
            status = source_file_finish_open(&file, check->args, &how);
        if (status == CLI_DONE)
            status = check_book(check, file.book);
    }
    source_file_close(&file);
    return status;
}

static enum cli_status run_check(const struct args *args)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json_writer js;
    struct check check = { .args = args, .js = args->json ? &js : NULL };

    if (args->values[SIDE].given && !args->values[CONFLICTS].given)
        return cli_misuse(args->verb, "--side needs --conflicts");
    enum cli_status worst = source_files_check_stdin(args);
    if (worst != CLI_DONE)
        return worst;
    json_writer_init(&js, &dst, true);
    if (args->json)
        json_writer_begin_array(&js);
    for (int i = 0; i < args->noperands; i++) {
        enum cli_status status = check_file(&check, args->operands[i]);
        check.nunread += status == CLI_FAILED;
        if (status > worst)
            worst = status;
        if (status == CLI_MISUSE)
            break;
    }
    if (args->json)
        json_writer_end(&js);
    if (worst != CLI_MISUSE) {
        fflush(stdout);
        const unsigned n = (unsigned)(check.args->noperands - check.nunread);
        char unread[40] = "";
        if (check.nunread)
            snprintf(unread, sizeof(unread), "; %d not read", check.nunread);
        cli_note(check.args, "%u %s checked: %u %s, %u %s%s", n,
                 plural(n, "file", "files"), check.nerrors,
                 plural(check.nerrors, "error", "errors"), check.nwarnings,
                 plural(check.nwarnings, "warning", "warnings"), unread);
    }
    return worst;
}

const struct verb verb_check = {
    .name = "check",
    .group = VERB_GROUP_BOOKS,
    .summary = "check books for errors",
    .operands = "FILE...",
    .description =
        "Reports each error as file:line:column, followed by the line and "
        "a caret; at most one error per line. The exit status is 1 if "
        "there are errors; warnings do not change it.",
    .notes = "--conflicts considers unmarked moves only. Without --side, it "
             "uses the side that the book is for, if the book names one.",
    .example = "tabia check book.txt\n"
               "tabia check --conflicts --side white book.txt",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_check,
};
