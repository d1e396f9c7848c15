/*
 * merge_parts.c - tabia merge, of the parts that 'tabia build --part' makes
 */
#include "cli/files/merge_parts.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/files/book_output.h"
#include "cli/files/store_file.h"
#include "cli/verbs/verbs.h"
#include "cli/view/build_watch.h"
#include "format/formats.h"

#include "base/banned.h"

bool merge_parts_is_wanted(const struct args *args)
{
    for (int i = 0; i < args->noperands; i++) {
        struct stat st;
        if (stat(args->operands[i], &st) != 0 || !S_ISDIR(st.st_mode))
            return false;
    }
    return args->noperands > 0;
}

enum cli_status merge_parts_run(const struct args *args,
                                const struct merge_parts_options *options)
{
    struct tabia_error err = { 0 };
    struct book_output out;
    struct build_watch watch;
    struct tabia_build_result result;
    const struct tabia_write_options write = book_output_options(args);
    struct tabia_build_options o = {
        .output = args->output,
        .format = &format_tabia,
        .memory_limit = options->memory,
        .threads = options->threads,
        .write_options = &write,
    };
    if (options->slice &&
        !options_parse_fraction(options->slice, TABIA_BUILD_SLICES_MAX,
                                &o.slice, &o.nslices))
        return cli_misuse(args->verb,
                          "--slice: expected " OPTIONS_FRACTION_IS
                          ", found '%s'",
                          TABIA_BUILD_SLICES_MAX, options->slice);
    if (!options->slice && !store_file_is_output(args, args->output)) {
        const enum cli_status status =
            book_output_init(&out, args, args->output, options->strict);
        if (status != CLI_DONE)
            return status;
        o.format = out.format;
        o.write_options = &out.options;
    }
    build_watch_start(&watch, &o, args->quiet);
    o.report = &watch.losses;
    const char *const *folders = (const char *const *)args->operands;
    const size_t n = (size_t)args->noperands;
    const bool ok = tabia_build_join(folders, n, &o, &result, &err);
    build_watch_finish(&watch);
    return ok || err.status == TABIA_ERR_EMPTY
               ? build_watch_print(args, &watch, &result, args->output, &err)
               : cli_print_error(&err);
}
