/*
 * puzzle_set.c - verbs for books that are given a set of puzzles
 */
#include "cli/files/puzzle_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/files/target.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "format/puzzle/solution.h"

#include "base/banned.h"

/* ---- convert --------------------------------------------------------- */

enum cli_status puzzle_set_write(const struct args *args,
                                 const struct puzzles *set,
                                 enum puzzle_format format, const char *path,
                                 bool strict, struct tabia_report *report)
{
    const struct output_options options = cli_output_options(args);
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    enum cli_status status = CLI_DONE;
    if (!puzzles_encode(set, format, &data, &size, report, &err))
        return cli_print_error(&err);
    book_output_note_losses(args, report);
    if (strict && report->n)
        status =
            cli_fail(CLI_NO, "%s: not written, because something would be lost",
                     path);
    else if (!output_write_file(path, data, size, &options, &err))
        status = cli_print_error(&err);
    free(data);
    return status;
}

enum cli_status puzzle_set_convert(const struct args *args,
                                   struct source_file *file, const char *path,
                                   bool strict)
{
    const enum puzzle_format format =
        args->to ? puzzle_format_find(args->to) : puzzle_format_for_path(path);
    const char *to = puzzle_format_name(format);
    const struct puzzles *set;
    enum cli_status status = target_check(args, path);
    if (status == CLI_DONE && !format)
        status = cli_misuse(args->verb,
                            "puzzles can be converted to puzzles, tipuzzle, "
                            "tipuzzle-92p, epd, pgn or json, not to '%s'",
                            args->to && *args->to ? args->to : path);
    if (status == CLI_DONE)
        status =
            source_file_load_puzzles(file, args,
                                     &(struct source_file_options){ 0 }, &set);
    if (status != CLI_DONE)
        return status;

    const size_t n = puzzles_count(set);
    struct tabia_report report = { 0 };
    status = puzzle_set_write(args, set, format, path, strict, &report);
    if (status != CLI_DONE)
        return status;
    cli_note(args, "%s -> %s (%s): %zu %s", file->name, path, to, n,
             plural(n, "puzzle", "puzzles"));
    if (!args->json)
        return CLI_DONE;

    struct verb_output out;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "input", NULL, fact_text(file->name));
    verb_output_add(&out, "puzzles", NULL, fact_count(n));
    verb_output_add(&out, "output", NULL, fact_text(path));
    verb_output_add(&out, "to", NULL, fact_text(to));
    report_put_json(out.js, &report);
    verb_output_end(&out);
    return verb_output_close(&out);
}

/* ---- info ------------------------------------------------------------ */

enum cli_status puzzle_set_info(const struct args *args,
                                struct source_file *file)
{
    const struct puzzles *set;
    enum cli_status status =
        source_file_load_puzzles(file, args, &(struct source_file_options){ 0 },
                                 &set);
    if (status != CLI_DONE)
        return status;
    if (args->json) {
        uint8_t *data;
        size_t size;
        struct tabia_error err = { 0 };
        if (puzzles_encode(set, PUZZLE_JSON, &data, &size, NULL, &err)) {
            fwrite(data, 1, size, stdout);
            free(data);
        } else {
            status = cli_print_error(&err);
        }
    } else {
        const size_t n = puzzles_count(set);
        cli_print_line("%s: %zu %s", file->name, n,
                       plural(n, "puzzle", "puzzles"));
        for (size_t i = 0; i < n; i++) {
            const struct puzzle *puzzle = puzzles_at(set, i);
            char fen[TABIA_FEN_SIZE];
            tabia_fen_print(&puzzle->pos, 0, fen);
            printf("\n%zu. %s to move\n   %s\n", i + 1,
                   puzzle->pos.turn == TABIA_WHITE ? "White" : "Black", fen);
            for (size_t k = 0; k < PUZZLE_DESCRIPTIONS; k++)
                if (*puzzle->description[k])
                    cli_print_line("   %s", puzzle->description[k]);
        }
    }
    return status;
}

/* ---- check ----------------------------------------------------------- */

/* Warns if no move could be judged. */
static void check_solution(const struct puzzle *puzzle, size_t number,
                           const struct source_file *file,
                           const struct source_file_options *options)
{
    struct solution solution;
    struct tabia_error why = { 0 }, problem = { 0 };
    if (!*puzzle->solution[0] || solution_parse(puzzle, &solution, &why))
        return;
    const size_t line = why.line ? why.line : puzzle->line;
    if (line)
        error_at_location(&problem, why.status, line, why.line ? why.col : 1,
                          why.offset, "puzzle %zu cannot be judged: %s", number,
                          why.msg);
    else
        error_set(&problem, why.status, "puzzle %zu cannot be judged: %s",
                  number, why.msg);
    error_in_file(&problem, file->name);
    options->on_problem(options->ctx, TABIA_SEVERITY_WARNING, &problem,
                        file->bytes);
}

enum cli_status puzzle_set_check(const struct args *args,
                                 struct source_file *file,
                                 const struct source_file_options *options)
{
    const struct puzzles *set;
    const enum cli_status status =
        source_file_load_puzzles(file, args, options, &set);
    if (status != CLI_DONE)
        return status;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        const char *hint;
        check_solution(puzzle, i + 1, file, options);
        for (size_t n = 0; (hint = puzzle_style_note(puzzle, n)); n++) {
            struct tabia_error problem = { 0 };
            if (puzzle->line)
                error_at_location(&problem, TABIA_ERR_SYNTAX, puzzle->line, 1,
                                  0, "puzzle %zu %s", i + 1, hint);
            else
                error_set(&problem, TABIA_ERR_SYNTAX, "puzzle %zu %s", i + 1,
                          hint);
            error_in_file(&problem, file->name);
            options->on_problem(options->ctx, TABIA_SEVERITY_WARNING, &problem,
                                file->bytes);
        }
    }
    return CLI_DONE;
}
