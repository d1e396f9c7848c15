/*
 * verb_cpc.c - tabia cpc, in place of TI-Chess's puzzle compiler
 */
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "cli/verbs/ti_compiler.h"
#include "cli/verbs/verbs.h"
#include "format/puzzle/puzzles.h"
#include "format/ti/tipuzzle.h"
#include "io/input.h"

#include "base/banned.h"

static const struct option_spec options[] = {
    TI_COMPILER_OPTIONS("ticpuz"),
};

static enum cli_status run_cpc(const struct args *args)
{
    struct tabia_error err = { 0 };
    struct input in;
    enum cli_status status = ti_compiler_open(args, &in);
    if (status != CLI_DONE)
        return status;
    struct ti_compiler_problems problems = { .bytes = in.bytes };
    const struct tabia_read_options how = {
        .name = in.name,
        .on_problem = ti_compiler_on_problem,
        .ctx = &problems,
    };
    struct puzzles *set = puzzles_decode(in.bytes, PUZZLE_TI_TEXT, &how, &err);
    const struct ti_options wanted = ti_compiler_options(args);
    struct ti_files files;
    status = CLI_NO;
    if (!set) {
        if (!problems.nerrors)
            status = cli_print_error_at(&err, in.bytes);
    } else if (!tipuzzle_compile(set, &wanted, &files, &err)) {
        if (err.status == TABIA_ERR_LIMIT)
            error_in_file(&err, in.name);
        status = cli_print_error_at(&err, in.bytes);
    } else {
        if (puzzles_count(set) == 0)
            cli_fail(CLI_NO, "%s: no puzzles to write", in.name);
        else
            status = ti_compiler_write(args, &files);
        ti_files_clear(&files);
    }
    puzzles_free(set);
    input_close(&in);
    return ti_compiler_status(status);
}

const struct verb verb_cpc = {
    .name = "cpc",
    .group = VERB_GROUP_COMPILERS,
    .summary = "compile puzzles for TI-Chess",
    .operands = "FILE",
    .description =
        "Compiles a text of puzzles to files for TI-Chess on the TI-89, "
        "TI-92 Plus and Voyage 200. The options, file names and bytes are "
        "those of TI-Chess's own cpc. A puzzle has up to 3 lines that "
        "start with [D] (description), up to 4 that start with [S] "
        "(solution), each of up to 32 bytes, and a FEN. The files are "
        "written to the current folder and replace existing ones.",
    .notes = "If the text has an error, or a file cannot be read or written, "
             "the exit status is 1 and no file is written. A usage error is "
             "status 2.",
    .example = "tabia cpc -prefix puzzles puzzles.txt",
    .max_operands = 1,
    .one_dash = true,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_cpc,
};
