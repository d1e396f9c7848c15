/*
 * verb_cpc.c - tabia cpc, in place of TI-Chess's puzzle compiler
 */
#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "io/input.h"
#include "cli/compiler.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

static const struct option_spec options[] = {
    COMPILER_OPTIONS("ticpuz"),
};

static enum cli_status run_cpc(const struct args *args)
{
    struct tabia_error err = { 0 };
    struct input in;
    enum cli_status status = compiler_open(args, &in);
    if (status != CLI_DONE)
        return status;
    struct compiler_problems problems = { .src = in.bytes };
    const struct tabia_read_options how = {
        .name = in.name,
        .on_problem = compiler_on_problem,
        .ctx = &problems,
    };
    struct puzzles *set = puzzles_decode(in.bytes, PUZZLE_SOURCE, &how, &err);
    const struct ti_options wanted = compiler_options(args);
    struct ti_files files;
    status = CLI_NO;
    if (!set) {
        if (!problems.nerrors)
            status = cli_error(&err, in.bytes);
    } else if (!ti_compile_puzzles(set, &wanted, &files, &err)) {
        if (err.status == TABIA_LIMIT)
            error_in_file(&err, in.name);
        status = cli_error(&err, in.bytes);
    } else {
        if (puzzles_count(set) == 0)
            cli_fail(CLI_NO, "%s: no puzzles to write", in.name);
        else
            status = compiler_write(args, &files);
        ti_files_clear(&files);
    }
    puzzles_free(set);
    input_close(&in);
    return compiler_status(status);
}

const struct verb verb_cpc = {
    .name = "cpc",
    .summary = "compile puzzles for TI-Chess",
    .operands = "FILE",
    .description =
        "Compiles a text of puzzles to the files that TI-Chess reads on the "
        "TI-89, TI-92 Plus and Voyage 200: the options, the names of the "
        "files and their bytes are those of TI-Chess's own cpc. A puzzle has "
        "up to 3 lines that begin with [D] (description) and up to 4 that "
        "begin with [S] (solution), of 32 bytes each, then its position in "
        "FEN. The files are made in the current folder and replace older "
        "ones.\n"
        "Every error in the text, and every file that cannot be read or "
        "written, ends with status 1 and without files. An option that makes "
        "no sense is status 2.",
    .example = "tabia cpc -prefix puzzles puzzles.txt",
    .max_operands = 1,
    .one_dash = true,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_cpc,
};
