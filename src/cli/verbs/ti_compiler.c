/*
 * ti_compiler.c - what the verbs bkc and cpc have in common
 */
#include "cli/verbs/ti_compiler.h"

#include <inttypes.h>
#include <string.h>

#include "base/wording.h"
#include "cli/help/help.h"
#include "cli/verbs/verbs.h"
#include "io/input.h"

#include "base/banned.h"

struct ti_options ti_compiler_options(const struct args *args)
{
    const struct option_value *values = args->values;
    return (struct ti_options){
        .folder = values[TI_COMPILER_FOLDER].text,
        .prefix = values[TI_COMPILER_PREFIX].text,
        .offset = (int)values[TI_COMPILER_OFFSET].number,
        .size = (unsigned)values[TI_COMPILER_SIZE].number,
        .no_ti89 = values[TI_COMPILER_NOTI89].given,
        .no_ti92p = values[TI_COMPILER_NOTI92P].given,
    };
}

enum cli_status ti_compiler_status(enum cli_status status)
{
    return status == CLI_FAILED ? CLI_NO : status;
}

enum cli_status ti_compiler_open(const struct args *args, struct input *in)
{
    struct tabia_error err = { 0 };
    if (!args->noperands) {
        help_print(stderr, args->verb);
        return CLI_MISUSE;
    }
    if (args->values[TI_COMPILER_NOTI89].given &&
        args->values[TI_COMPILER_NOTI92P].given)
        return cli_misuse(
            args->verb, "-noti89 and -noti92p together leave nothing to write");
    if (input_open(in, args->operands[0], NULL, &err))
        return CLI_DONE;
    return ti_compiler_status(cli_print_error(&err));
}

bool ti_compiler_on_problem(void *ctx, enum tabia_severity severity,
                            const struct tabia_error *problem)
{
    struct ti_compiler_problems *problems = ctx;
    const bool is_error = severity == TABIA_SEVERITY_ERROR;
    cli_print_problem(problem, is_error ? "error" : "warning", problems->bytes);
    if (is_error)
        problems->nerrors++;
    else
        problems->nwarnings++;
    return !is_error || problems->goes_on;
}

enum cli_status ti_compiler_write(const struct args *args,
                                  const struct ti_files *files)
{
    struct tabia_error err = { 0 };
    struct output_options options = cli_output_options(args);
    options.force = true;             // compilers replace what they made before
    struct output list[TI_FILES_MAX]; // none has its name yet
    size_t n = 0;
    while (n < files->n &&
           output_open(&list[n], files->list[n].name, &options, &err)) {
        output_write(&list[n], files->list[n].data, files->list[n].size);
        n++;
    }
    const bool ok = n == files->n && output_finish_all(list, n, &err);
    for (size_t i = 0; i < n; i++)
        output_abort(&list[i]);
    if (!ok)
        return cli_print_error(&err);
    for (size_t i = 0; i < files->n; i++) {
        const struct ti_file *file = &files->list[i];
        if (file->side)
            cli_note(args,
                     "%s: %s to move, %" PRIu32 " %s, %" PRIu32
                     " %s, %zu bytes",
                     file->name, file->side == 'w' ? "White" : "Black",
                     file->positions,
                     plural(file->positions, "position", "positions"),
                     file->moves, plural(file->moves, "move", "moves"),
                     file->size);
        else
            cli_note(args, "%s: %" PRIu32 " %s, %zu bytes", file->name,
                     file->positions,
                     plural(file->positions, "puzzle", "puzzles"), file->size);
    }
    return CLI_DONE;
}
