/*
 * verb_bkc.c - tabia bkc, in place of TI-Chess's opening book compiler
 */
#include <inttypes.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "cli/verbs/ti_compiler.h"
#include "cli/verbs/verbs.h"
#include "format/ti/tibook.h"
#include "io/input.h"
#include "tabia/builder.h"
#include "tabia/format.h"

#include "base/banned.h"

enum {
    NOWHITE = TI_COMPILER_COUNT,
    NOBLACK,
    PARSE,
    LOG,
    NOSTOP,
    GER,
    ENG,
    PLY,
    COMPAT,
    NOCOMPAT,
};

static const struct option_spec options[] = {
    TI_COMPILER_OPTIONS("ticbook"),
    [NOWHITE] = { .name = "nowhite",
                  .help = "skip positions with White to move" },
    [NOBLACK] = { .name = "noblack",
                  .help = "skip positions with Black to move" },
    [PARSE] = { .name = "parse", .help = "only check the text" },
    [LOG] = { .name = "log", .help = "write a line-by-line log to bkclog.txt" },
    [NOSTOP] = { .name = "nostop",
                 .help = "keep the moves before each error and continue; "
                         "the exit status is still 1" },
    [GER] = { .name = "ger",
              .help = "German piece letters: K D T L S, pawns B" },
    [ENG] = { .name = "eng",
              .help = "English piece letters: K Q R B N, pawns P "
                      "(default)" },
    [PLY] = { .name = "ply",
              .kind = OPTION_INT,
              .value = "N",
              .min = 1,
              .max = 65535,
              .help = "skip moves after ply N" },
    [COMPAT] = { .name = "compat",
                 .help = "castling rights as in TI-Chess's own bkc: a rook "
                         "captured by a rook on its home square keeps its "
                         "right (default)" },
    [NOCOMPAT] = { .name = "nocompat",
                   .help = "castling rights by the rules of chess" },
};

/* ---- reading --------------------------------------------------------- */

static struct tabia_book *bkc_read_text(const struct args *args,
                                        const struct input *in, bool lenient,
                                        struct ti_compiler_problems *problems,
                                        struct tabia_error *err)
{
    struct tabia_setting settings[2];
    size_t n = 0;
    if (args->values[GER].given)
        settings[n++] = (struct tabia_setting){ "german", "" };
    if (args->values[PLY].given)
        settings[n++] = (struct tabia_setting){ "ply", args->values[PLY].text };
    const struct tabia_read_options how = {
        .format = tabia_format_find("tichess", NULL),
        .name = in->name,
        .settings = settings,
        .nsettings = n,
        .keep_location = true,
        .lenient = lenient,
        .on_problem = problems ? ti_compiler_on_problem : NULL,
        .ctx = problems,
    };
    return tabia_book_decode(in->bytes, &how, err);
}

/* ---- bkclog.txt ------------------------------------------------------ */

static bool bkc_write_log(const struct tabia_book *book,
                          struct tabia_error *err)
{
    const struct output_options how = {
        .force = true,
    };
    struct output out;
    if (!output_open(&out, "bkclog.txt", &how, err))
        return false;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        uint32_t node = tabia_book_root_at(book, i), edge, count;
        tabia_book_root_pos_at(book, i, &pos);
        for (tabia_book_node_edges(book, node, &edge, &count); count;
             tabia_book_node_edges(book, node, &edge, &count)) {
            char uci[TABIA_UCI_SIZE];
            const tabia_move mv = tabia_book_edge_move(book, edge);
            if (node == tabia_book_root_at(book, i))
                output_printf(&out, "line %" PRIu32 ":",
                              tabia_book_edge_data(book, edge).line);
            tabia_uci_print(&pos, mv, false, uci);
            output_printf(&out, " %s", uci);
            tabia_pos_play(&pos, mv);
            node = tabia_book_edge_target(book, edge);
        }
        output_write(&out, "\n", 1);
    }
    return output_finish(&out, err);
}

/* ---- compiling ------------------------------------------------------- */

static enum cli_status bkc_compile(const struct args *args,
                                   const struct input *in,
                                   const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    struct ti_options how = ti_compiler_options(args);
    how.no_white = args->values[NOWHITE].given;
    how.no_black = args->values[NOBLACK].given;
    how.keeps_stale_rights = !args->values[NOCOMPAT].given;
    struct ti_files files;
    if (!tibook_compile(book, &how, &files, &err)) {
        if (err.status == TABIA_ERR_LIMIT)
            error_in_file(&err, in->name);
        return cli_print_error_at(&err, in->bytes);
    }
    enum cli_status status = CLI_DONE;
    if (files.n == 0)
        status = cli_fail(CLI_NO, "%s: no positions to write", in->name);
    else if (args->values[LOG].given && !bkc_write_log(book, &err))
        status = cli_print_error(&err);
    else if (!args->values[PARSE].given)
        status = ti_compiler_write(args, &files);
    ti_files_clear(&files);
    return status;
}

/* Reads the text; with -nostop a second time, without what was wrong. */
static enum cli_status compile_input(const struct args *args,
                                     const struct input *in)
{
    struct tabia_error err = { 0 };
    struct ti_compiler_problems problems = {
        .bytes = in->bytes,
        .goes_on = args->values[NOSTOP].given,
    };
    struct tabia_book *book = bkc_read_text(args, in, false, &problems, &err);
    if (!book && !problems.nerrors)
        return cli_print_error_at(&err, in->bytes);
    if (!book && !problems.goes_on)
        return CLI_NO;
    if (!book) {
        err = (struct tabia_error){ 0 };
        book = bkc_read_text(args, in, true, NULL, &err);
        if (!book)
            return cli_print_error_at(&err, in->bytes);
    }
    enum cli_status status = bkc_compile(args, in, book);
    tabia_book_free(book);
    return status == CLI_DONE && problems.nerrors ? CLI_NO : status;
}

static enum cli_status run_bkc(const struct args *args)
{
    if (args->values[GER].given && args->values[ENG].given)
        return cli_misuse(args->verb, "-ger and -eng cannot be combined");
    if (args->values[COMPAT].given && args->values[NOCOMPAT].given)
        return cli_misuse(args->verb,
                          "-compat and -nocompat cannot be combined");
    if (args->values[NOWHITE].given && args->values[NOBLACK].given)
        return cli_misuse(
            args->verb,
            "-nowhite and -noblack together leave nothing to write");

    struct input in;
    const enum cli_status status = ti_compiler_open(args, &in);
    if (status != CLI_DONE)
        return status;
    const enum cli_status compiled = compile_input(args, &in);
    input_close(&in);
    return ti_compiler_status(compiled);
}

const struct verb verb_bkc = {
    .name = "bkc",
    .group = VERB_GROUP_COMPILERS,
    .summary = "compile an opening book for TI-Chess",
    .operands = "FILE",
    .description =
        "Compiles a text of move sequences to books for TI-Chess on the "
        "TI-89, TI-92 Plus and Voyage 200. The options, file names and "
        "bytes are those of TI-Chess's own bkc. The files are written to "
        "the current folder and replace existing ones.",
    .notes = "White's positions come first, then Black's; a book too large for "
             "one file continues in the next.\n"
             "If the text has an error, or a file cannot be read or written, "
             "the exit status is 1 and no file is written; with -nostop, the "
             "valid part is written. A usage error is status 2.",
    .example = "tabia bkc -prefix bkwhite -noblack openings.txt\n"
               "tabia bkc -parse openings.txt",
    .max_operands = 1,
    .one_dash = true,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_bkc,
};
