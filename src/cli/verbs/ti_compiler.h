/*
 * ti_compiler.h - what the verbs bkc and cpc have in common
 */
#ifndef CLI_TI_COMPILER_H
#define CLI_TI_COMPILER_H

#include "cli/options.h"
#include "format/ti/ti_files.h"

/* The options that both have, at the same places of both tables. */
enum {
    TI_COMPILER_OFFSET,
    TI_COMPILER_SIZE,
    TI_COMPILER_FOLDER,
    TI_COMPILER_PREFIX,
    TI_COMPILER_NOTI89,
    TI_COMPILER_NOTI92P,
    TI_COMPILER_COUNT,
};

#define TI_COMPILER_OPTIONS(default_prefix)                                    \
    [TI_COMPILER_OFFSET] = { .name = "offset",                                 \
                             .kind = OPTION_INT,                               \
                             .value = "D",                                     \
                             .default_value = "0",                             \
                             .max = 9,                                         \
                             .help =                                           \
                                 "number of the first file, from 0 to 9" },    \
    [TI_COMPILER_SIZE] = { .name = "size",                                     \
                           .kind = OPTION_INT,                                 \
                           .value = "N",                                       \
                           .default_value = "65511",                           \
                           .min = 1,                                           \
                           .max = TI_SIZE_MAX,                                 \
                           .help = "maximum size of a file, in bytes" },       \
    [TI_COMPILER_FOLDER] = { .name = "folder",                                 \
                             .kind = OPTION_TEXT,                              \
                             .value = "NAME",                                  \
                             .default_value = "tict",                          \
                             .help = "folder on the calculator, at most 8 "    \
                                     "letters" },                              \
    [TI_COMPILER_PREFIX] = { .name = "prefix",                                 \
                             .kind = OPTION_TEXT,                              \
                             .value = "NAME",                                  \
                             .default_value = default_prefix,                  \
                             .help = "prefix of the file names, at most 7 "    \
                                     "letters" },                              \
    [TI_COMPILER_NOTI89] = { .name = "noti89",                                 \
                             .help = "skip the files for the TI-89 (.89y)" },  \
    [TI_COMPILER_NOTI92P] = { .name = "noti92p",                               \
                              .help = "skip the files for the TI-92 Plus and " \
                                      "Voyage 200 (.9xy)" }

/* The library's options for those of the command line. */
struct ti_options ti_compiler_options(const struct args *args);

struct input;

/*
 * Opens FILE; without one these compilers show their help. On failure, which
 * includes that no file is wanted, the reason has been printed.
 */
enum cli_status ti_compiler_open(const struct args *args, struct input *in);

/* Problems of a text while it is read; to be used as 'ctx'. */
struct ti_compiler_problems {
    struct tabia_bytes bytes;
    uint64_t nerrors, nwarnings;
    bool goes_on; // after an error
};

/* For tabia_read_options: prints each problem with its line and a caret. */
bool ti_compiler_on_problem(void *ctx, enum tabia_severity severity,
                            const struct tabia_error *problem);

/*
 * The status of a compiler: every error in what it reads or writes is 1,
 * also a file that is missing or cannot be written. Misuse stays 2.
 */
enum cli_status ti_compiler_status(enum cli_status status);

/* Writes all files, or none if one cannot be written; says which. */
enum cli_status ti_compiler_write(const struct args *args,
                                  const struct ti_files *files);

#endif
