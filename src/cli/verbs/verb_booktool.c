/*
 * verb_booktool.c - tabia booktool, in place of the CT800's own compiler
 *
 * Words, line ends, the names of files and the exit statuses are those of the
 * original, so that scripts made for it go on working. Two things differ: the
 * rules are those of chess where the original's are not, and the result
 * appears whole or not at all, without a temporary file beside it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "cli/verbs/verbs.h"
#include "format/ct800/ct800_tool.h"
#include "io/input.h"

#include "base/banned.h"

enum {
    NAME_MAX_LEN = 510,            // that the original takes
    RAW_SIZE = 8,                  // bytes of its raw list for a move
    EXTRA_SIZE = 4 + 16 + 4 * 256, // length, format id and index
};

enum { VERBOSE };

static const struct option_spec options[] = {
    [VERBOSE] = { .name = "verbose",
                  .letter = 'v',
                  .help = "print more about the book" },
};

/* The statuses of the original; a shell sees 256 less the number. */
enum booktool_failure {
    FILE_NOT_FOUND = 1,
    NO_MOVES = 2,
    ERRORS_FOUND = 3,
    NO_MEMORY = 5,
    NO_POSITIONS = 6,
    NOT_WRITABLE = 11,
};

/* Prints to stderr, with the line end of the original. */
static enum cli_status booktool_fail(enum booktool_failure failure,
                                     const char *fmt, ...) PRINTF_LIKE(2, 3);

static enum cli_status booktool_fail(enum booktool_failure failure,
                                     const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fflush(stdout);
    fputs("ERROR: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputs("\r\n", stderr);
    va_end(ap);
    return (enum cli_status)(256 - (int)failure);
}

/* ---- output ---------------------------------------------------------- */

static void print_finding(void *ctx, const struct ct800_tool_finding *finding)
{
    char token[QUOTE_SIZE];
    (void)ctx;
    printf("ERROR in line %5" PRIu32, finding->line);
    if (finding->col) {
        const char *mark = finding->is_char ? "'" : "";
        quote(finding->token, strlen(finding->token), token);
        printf(", column %3" PRIu32 " with %s%s%s", finding->col, mark, token,
               mark);
    }
    printf(":\r\n      %s.\r\n\r\n", finding->text);
}

/* ---- the steps ------------------------------------------------------- */

static enum cli_status write_result(const char *name, const uint8_t *data,
                                    size_t size,
                                    const struct ct800_tool_stats *stats)
{
    if (!output_write_file(name, data, size,
                           &(struct output_options){ .force = true }, NULL))
        return booktool_fail(NOT_WRITABLE,
                             "file %s not writable. no result file written.",
                             name);
    printf("SUCCESS: %zu bytes written to result file: %s\r\n",
           stats->bytes + EXTRA_SIZE, name);
    return CLI_DONE;
}

static void print_memory_usage(uint64_t nbytes)
{
    const char *const units[] = { "bytes", "kb", "Mb" };
    size_t unit = 0;
    for (; unit + 1 < COUNT_OF(units) && nbytes > 10 * 1024; unit++)
        nbytes /= 1024;
    printf("INFO: temporary memory usage: %" PRIu64 " %s\r\n", nbytes,
           units[unit]);
    printf("INFO: starting read.\r\n");
}

/* The birthday paradox, among the 2^40 - 1 keys of the original. */
static void print_collision_odds(uint32_t npositions)
{
    const double nkeys = (double)UINT64_C(0xFFFFFFFFFF);
    double none = 1;
    uint32_t i = 0;
    for (; i < npositions / 2; i++)
        none *= (nkeys - i) / nkeys;
    printf("INFO: probability for CRC-40 colour collision: %.3f%%\r\n",
           (1 - none) * 100);
    for (; i < npositions; i++)
        none *= (nkeys - i) / nkeys;
    printf("INFO: probability for CRC-40 global collision: %.3f%%\r\n",
           (1 - none) * 100);
}

static void print_booktool_warnings(const struct ct800_tool_stats *stats)
{
    fflush(stdout);
    if (stats->surplus)
        fprintf(stderr,
                "WARNING: %" PRIu32 " moves beyond 15 per position dropped."
                "\r\n",
                stats->surplus);
    if (stats->collisions)
        fprintf(stderr,
                "WARNING: %" PRIu32 " positions share their CRC-40 with "
                "another one.\r\n",
                stats->collisions);
}

static enum cli_status booktool_compile(const struct tabia_book *book,
                                        const char *name,
                                        struct ct800_tool_stats *stats,
                                        bool verbose)
{
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    if (verbose)
        print_memory_usage((uint64_t)stats->plies * RAW_SIZE);
    if (!ct800_tool_compile(book, &data, &size, stats, &err))
        return booktool_fail(NO_MEMORY,
                             "memory insufficient. no book written.");
    printf("INFO: finished read: %" PRIu32 " raw positions.\r\n", stats->raw);
    if (!data)
        return booktool_fail(NO_POSITIONS,
                             "no positions found. no book written.");
    if (verbose)
        printf("INFO: sorting... done.\r\n"
               "INFO: max. number of moves per position: %" PRIu32 "\r\n",
               stats->max_moves);
    printf("INFO: number of unique plies / positions: %" PRIu32 " / %" PRIu32
           "\r\n",
           stats->moves, stats->positions);
    if (verbose)
        print_collision_odds(stats->positions);
    print_booktool_warnings(stats);

    struct buf result = { .limit = 2 * NAME_MAX_LEN };
    // "book.txt" becomes "book.c"; only endings of three letters are replaced.
    size_t len = strlen(name);
    if (len > 4 && name[len - 4] == '.')
        len -= 4;
    buf_add(&result, name, len);
    buf_add_text(&result, ".c");
    const enum cli_status status =
        result.failed
            ? booktool_fail(NO_MEMORY,
                            "memory insufficient. no result file written.")
            : write_result(buf_text(&result), data, size, stats);
    buf_clear(&result);
    free(data);
    return status;
}

static enum cli_status run_booktool(const struct args *args)
{
    const bool verbose = args->values[VERBOSE].given || args->noperands == 0;
    char name[NAME_MAX_LEN + 1];
    struct input in;
    struct tabia_error err = { 0 };
    printf("\r\nCT800 opening book compiler V1.22\r\n\r\n");
    // The last operand, or what the user types.
    name[0] = '\0';
    if (args->noperands > 0) {
        snprintf(name, NAME_MAX_LEN + 1, "%s",
                 args->operands[args->noperands - 1]);
    } else {
        fflush(stdout);
        fputs("\r\nenter the name of the book text file: ", stderr);
        if (!fgets(name, NAME_MAX_LEN, stdin))
            name[0] = '\0';
    }
    // The name may end with CR LF, as it comes from a script or a user.
    size_t len = strlen(name);
    for (int i = 0; i < 2 && len > 0; i++)
        if (name[len - 1] == '\r' || name[len - 1] == '\n')
            name[--len] = '\0';
    if (!input_open(&in, name, NULL, &err))
        return booktool_fail(FILE_NOT_FOUND,
                             "file %s not found. no book written.", name);
    if (verbose)
        printf("INFO: starting scan.\r\n");
    struct ct800_tool_stats stats = { 0 };
    struct tabia_book *book =
        ct800_tool_scan(in.bytes, print_finding, NULL, &stats, &err);
    if (book)
        printf("INFO: finished scan: %" PRIu32 " lines, %" PRIu32
               " OK moves, %" PRIu32 " errors.\r\n",
               stats.lines, stats.plies, stats.errors);
    enum cli_status status;
    if (!book)
        status =
            booktool_fail(NO_MEMORY, "memory insufficient. no book written.");
    else if (stats.plies == 0)
        status = booktool_fail(NO_MOVES, "no moves found. no book written.");
    else if (stats.errors > 0)
        status = booktool_fail(ERRORS_FOUND, "errors found. no book written.");
    else
        status = booktool_compile(book, name, &stats, verbose);
    tabia_book_free(book);
    input_close(&in);
    return status;
}

const struct verb verb_booktool = {
    .name = "booktool",
    .group = VERB_GROUP_COMPILERS,
    .summary = "compile a CT800 book as the CT800's own tool does",
    .operands = "[FILE]",
    .description =
        "Checks a book of CT800 lines and compiles it to the C file that "
        "the CT800's own tool makes from it, byte for byte. FILE.txt "
        "becomes FILE.c, which replaces an existing file. Without FILE, it "
        "asks for a name. 'tabia check' has better messages, and 'tabia "
        "convert' other formats.",
    .notes =
        "Messages, line ends and exit statuses are those of the original "
        "tool: 0 done, 255 file not found, 254 no moves, 253 errors in the "
        "lines, 251 out of memory, 250 every move is marked, 245 the "
        "result cannot be written.",
    .example = "tabia booktool -v lines.txt",
    .min_operands = 0,
    .max_operands = -1,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_booktool,
};
