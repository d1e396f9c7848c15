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
#include "io/output.h"
#include "base/sink.h"
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

/* Prints "tabia: message" on stderr. Returns 'status'. */
enum cli_status cli_fail(enum cli_status status, const char *fmt, ...)
    ATTR_PRINTF(2, 3) ATTR_COLD;

/* Prints "tabia VERB: message" and how to get help. Returns CLI_MISUSE. */
enum cli_status cli_misuse(const struct verb *verb, const char *fmt, ...)
    ATTR_PRINTF(2, 3) ATTR_COLD;

/*
 * Prints an error with its location, and with the line and a caret when 'src'
 * holds the input. Returns the exit status that the error stands for. A pipe
 * that nobody reads any more needs no words, here and in cli_finish.
 */
enum cli_status cli_print_error_at(const struct tabia_error *err,
                                   struct tabia_bytes src);

/* The exit status that an error of the library stands for. */
enum cli_status cli_status_of(enum tabia_status status);

/* Adds the option that helps to the message, where the error has a hint. */
void cli_add_hint(struct tabia_error *err);

/* Like cli_print_error_at, with a word before the message ("warning"). */
void cli_print_problem(const struct tabia_error *err, const char *word,
                       struct tabia_bytes src);

/* Like cli_print_error_at, without a text to show. */
enum cli_status cli_print_error(const struct tabia_error *err);

/* Like cli_print_error_at, for the text of one line: an option's value. */
enum cli_status cli_print_error_in_line(const struct tabia_error *err,
                                        const char *text);

/* Words about the work on stderr; nothing with -q. */
void cli_note(const struct args *args, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* ---- output ---------------------------------------------------------- */

/* A sink that writes to standard output. */
struct sink cli_stdout(struct tabia_error *err);

/*
 * Makes a text of a book fit for one line of a terminal, which might obey what
 * is in it: every control character becomes a blank.
 */
void cli_one_line(char *text);

/* Prints such a line, and its end, on standard output. */
void cli_line(const char *fmt, ...) ATTR_PRINTF(1, 2);

/* For 'on_note': what a file that was replaced has lost. 'ctx' is the args. */
void cli_note_file(void *ctx, const char *path, const char *what);

/*
 * Opens the file of -o, or 'fallback' without it; "-" is standard output. An
 * existing file needs --force. A signal leaves nothing behind.
 */
bool cli_output_open(struct output *out, const struct args *args,
                     const char *fallback, struct tabia_error *err);

/*
 * Closes standard output; the last thing that main does. A failed write turns
 * any 'status' into CLI_FAILED, with a message unless nobody reads the pipe.
 */
enum cli_status cli_finish(enum cli_status status);

/* ---- terminal -------------------------------------------------------- */

/* The columns of the terminal behind 'file', 80 if there is none. */
int cli_width(FILE *file);

/* Is 'file' a terminal that is to be coloured? Honours NO_COLOR. */
bool cli_colour(FILE *file);

/*
 * Prints the words of 'text', breaking lines at blanks so that none is longer
 * than 'width'. The first line starts at column 'at', the others are indented
 * by 'indent'; a line end in the text is kept. Ends with a line end.
 */
void cli_wrap(FILE *file, const char *text, int at, int indent, int width);

#endif
