/*
 * cli.h - what every verb needs: exit statuses, messages, output, terminal
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/compiler.h"
#include "base/sink.h"
#include "io/output.h"
#include "tabia/error.h"

struct args;
struct verb;

/* The exit statuses of the command, for every verb. */
enum cli_status {
    CLI_DONE = 0,   // done, or the answer is yes
    CLI_NO = 1,     // the data is bad, or the answer is no
    CLI_MISUSE = 2, // usage error
    CLI_FAILED = 3, // system error: I/O, no engine, no memory
};

/* ---- messages -------------------------------------------------------- */

/*
 * Which one prints what, all on standard error:
 *
 *     cli_misuse               tabia VERB: message, and how to get help
 *     cli_fail                 tabia: message
 *     cli_print_error          file: message, for an error of the library
 *     cli_print_error_at       file:2:5: message, its line and a caret
 *     cli_print_error_in_line  the same, in the value of an option
 *     cli_print_problem        file:2:5: warning: message, its line and a caret
 *     cli_note                 message, unless -q is given
 *
 * Those that return a status can end a verb: return cli_print_error(&err).
 */

/* Returns 'status'. */
enum cli_status cli_fail(enum cli_status status, const char *fmt, ...)
    PRINTF_LIKE(2, 3) COLD;

/* Returns CLI_MISUSE. */
enum cli_status cli_misuse(const struct verb *verb, const char *fmt, ...)
    PRINTF_LIKE(2, 3) COLD;

/*
 * Prints an error with its location, and with the line and a caret if 'bytes'
 * holds the input. Returns cli_status_of the error. Prints nothing about a
 * closed pipe; neither does cli_finish.
 */
enum cli_status cli_print_error_at(const struct tabia_error *err,
                                   struct tabia_bytes bytes);

/* The exit status that an error of the library stands for. */
enum cli_status cli_status_of(enum tabia_status status);

/* Adds the option that helps to the message, where the error has a hint. */
void cli_add_hint(struct tabia_error *err);

/* Like cli_print_error_at, with a word before the message ("warning"). */
void cli_print_problem(const struct tabia_error *err, const char *word,
                       struct tabia_bytes bytes);

/* Like cli_print_error_at, without a text to show. */
enum cli_status cli_print_error(const struct tabia_error *err);

/* Like cli_print_error_at, for the text of one line: an option's value. */
enum cli_status cli_print_error_in_line(const struct tabia_error *err,
                                        const char *text);

/* Prints a message about the work in progress. */
void cli_note(const struct args *args, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* ---- output ---------------------------------------------------------- */

/* A sink that writes to standard output. */
struct sink cli_stdout(struct tabia_error *err);

/*
 * Turns every control character of a text into a blank: a terminal would obey
 * them.
 */
void cli_blank_controls(char *text);

/* Prints a line without control characters, and a line end, on stdout. */
void cli_print_line(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* An 'on_note': prints what a replaced file has lost. 'ctx' is the args. */
void cli_note_file(void *ctx, const char *path, const char *what);

/* How a verb writes files: --force replaces them. Borrows 'args'. */
struct output_options cli_output_options(const struct args *args);

/*
 * Opens the file of -o, or 'default_path' without it; "-" is standard output.
 * Needs --force to replace a file. A signal leaves nothing behind.
 */
bool cli_output_open(struct output *out, const struct args *args,
                     const char *default_path, struct tabia_error *err);

/*
 * Closes standard output; the last thing that main does. A failed write turns
 * any 'status' into CLI_FAILED, with a message unless the pipe was closed.
 */
enum cli_status cli_finish(enum cli_status status);

/* ---- terminal -------------------------------------------------------- */

/* The columns of the terminal behind 'file', 80 if there is none. */
int cli_width(FILE *file);

/* True if 'file' is a terminal and NO_COLOR is not set. */
bool cli_uses_color(FILE *file);

/*
 * Prints the words of 'text', breaking lines at blanks so that none is longer
 * than 'width'. The first line starts at column 'at', the others are indented
 * by 'indent'; a line end in the text is kept. Ends with a line end.
 */
void cli_wrap(FILE *file, const char *text, int at, int indent, int width);

#endif
