/*
 * cli.c - messages, output and the terminal, the same for every verb
 */
#include "cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "cli/options.h"
#include "cli/progress_bar.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { WIDTH_MIN = 40 };

/* ---- messages -------------------------------------------------------- */

void cli_blank_controls(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        if (*p < 0x20 || *p == 0x7F)
            *p = ' ';
        else if (p[0] == 0xC2 && p[1] >= 0x80 && p[1] < 0xA0) // U+0080...
            p[0] = p[1] = ' ';
    }
}

/* Names of files and texts of books are foreign: a terminal may obey them. */
static void print_words(FILE *file, const char *fmt, va_list ap)
    PRINTF_LIKE(2, 0);

static void print_words(FILE *file, const char *fmt, va_list ap)
{
    struct buf words = { .limit = SIZE_MAX / 4 };
    va_list again;
    va_copy(again, ap);
    if (buf_vaddf(&words, fmt, ap)) {
        cli_blank_controls(words.data);
        fputs(words.data, file);
    } else {
        vfprintf(file, fmt, again); // without memory still something
    }
    va_end(again);
    buf_clear(&words);
}

enum cli_status cli_fail(enum cli_status status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("tabia: ", stderr);
    print_words(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    return status;
}

enum cli_status cli_misuse(const struct verb *verb, const char *fmt, ...)
{
    const char *gap = *verb->operands ? " " : "";
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "tabia %s: ", verb->name);
    print_words(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "\nUsage: tabia %s [options]%s%s\n", verb->name, gap,
            verb->operands);
    fprintf(stderr, "Try 'tabia help %s'.\n", verb->name);
    return CLI_MISUSE;
}

enum cli_status cli_status_of(enum tabia_status status)
{
    switch (status) {
    case TABIA_OK:
        return CLI_DONE;
    case TABIA_ERR_MISUSE:
        return CLI_MISUSE;
    case TABIA_ERR_IO:
    case TABIA_ERR_NOMEM:
    case TABIA_ERR_STOPPED: // as a run that was interrupted
        return CLI_FAILED;
    default:
        return CLI_NO;
    }
}

/*
 * The library says what is wrong; how the user of the command mends it is known
 * here only.
 */
static const char *const hints[TABIA_HINT_COUNT] = {
    [TABIA_HINT_INPUT_FORMAT] = ": 'tabia formats' lists them, --from chooses "
                                "one",
    [TABIA_HINT_OUTPUT_FORMAT] = ": 'tabia formats' lists them, --to chooses "
                                 "one",
    [TABIA_HINT_LAYOUT] = "; --algorithm tree works without it",
    [TABIA_HINT_ENGINE] = " or name it with --engine",
    [TABIA_HINT_BUILD_BY] = ": build it again with --by",
    [TABIA_HINT_ZSTD_WINDOW] = ": --zstd-long allows 2 GiB",
    [TABIA_HINT_SEVERAL_FILES] = ": use 'tabia cpc'",
    [TABIA_HINT_PART] = ": make this part or slice again with --force",
    [TABIA_HINT_PARTS] = ": make all parts again with --force",
    [TABIA_HINT_WORK_FOLDER] =
        ": remove the folder of --work-folder and build from the start",
    [TABIA_HINT_EDIT_TEXT] = ": 'tabia edit BOOK --apply FILE' writes it into "
                             "a book",
    [TABIA_HINT_MEMORY] = "; choose less with --memory",
    [TABIA_HINT_FORCE] = "; use --force to replace it",
};

void cli_add_hint(struct tabia_error *err)
{
    const size_t len = strlen(err->msg);
    const char *words = hints[err->hint];
    if (err->status == TABIA_ERR_AMBIGUOUS && words)
        words = err->hint == TABIA_HINT_INPUT_FORMAT ? ": choose with --from"
                                                     : ": choose with --to";
    if (words)
        snprintf(err->msg + len, sizeof(err->msg) - len, "%s", words);
    err->hint = TABIA_HINT_NONE;
}

void cli_print_problem(const struct tabia_error *err, const char *word,
                       struct tabia_bytes bytes)
{
    char text[8192];
    struct tabia_error hinted = *err;
    cli_add_hint(&hinted);
    tabia_error_print(&hinted, word, bytes, text, sizeof(text));
    size_t len = strlen(text);
    fputs(text, stderr);
    if (len == 0 || text[len - 1] != '\n')
        fputc('\n', stderr);
}

/*
 * Has the reader of standard output gone? Asked in place of errno, which is
 * lost where the write that failed was an earlier one.
 */
static bool is_unread(void)
{
    struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

enum cli_status cli_print_error_at(const struct tabia_error *err,
                                   struct tabia_bytes bytes)
{
    // Whoever reads only the beginning knows why; see also cli_finish.
    const bool is_output = strcmp(err->file, OUTPUT_STDOUT) == 0;
    if (!is_output || !is_unread())
        cli_print_problem(err, "error", bytes);
    return cli_status_of(err->status);
}

enum cli_status cli_print_error(const struct tabia_error *err)
{
    return cli_print_error_at(err, (struct tabia_bytes){ NULL, 0 });
}

enum cli_status cli_print_error_in_line(const struct tabia_error *err,
                                        const char *text)
{
    return cli_print_error_at(err,
                              (struct tabia_bytes){
                                  .data = *text ? (const uint8_t *)text : NULL,
                                  .size = strlen(text),
                              });
}

void cli_note(const struct args *args, const char *fmt, ...)
{
    if (args->quiet)
        return;
    va_list ap;
    va_start(ap, fmt);
    print_words(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
}

/* ---- output ---------------------------------------------------------- */

static bool write_stdout(void *ctx, const void *data, size_t size,
                         struct tabia_error *err)
{
    (void)ctx;
    if (fwrite(data, 1, size, stdout) == size)
        return true;
    return error_system(err, errno, "cannot write to standard output");
}

struct sink cli_stdout(struct tabia_error *err)
{
    return (struct sink){ .write = write_stdout, .err = err };
}

void cli_print_line(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    print_words(stdout, fmt, ap);
    putchar('\n');
    va_end(ap);
}

void cli_note_file(void *ctx, const char *path, const char *what)
{
    cli_note(ctx, "%s: %s", path, what);
}

struct output_options cli_output_options(const struct args *args)
{
    return (struct output_options){
        .force = args->force,
        .on_note = cli_note_file,
        .ctx = (void *)args,
    };
}

bool cli_output_open(struct output *out, const struct args *args,
                     const char *default_path, struct tabia_error *err)
{
    const struct output_options options = cli_output_options(args);
    const char *path = args->output ? args->output : default_path;
    return output_open(out, path, &options, err);
}

enum cli_status cli_finish(enum cli_status status)
{
    errno = 0;
    const bool is_pipe_broken = is_unread();
    bool had_failed = ferror(stdout) != 0;
    bool fails_now = fclose(stdout) != 0;
    if (!had_failed && !fails_now)
        return status;
    if (errno != EPIPE && !is_pipe_broken)
        cli_fail(CLI_FAILED, "cannot write to standard output: %s",
                 errno ? strerror(errno) : "write error");
    return CLI_FAILED;
}

/* ---- terminal -------------------------------------------------------- */

int cli_width(FILE *file)
{
    const int columns = progress_bar_columns(fileno(file));
    return columns < WIDTH_MIN ? WIDTH_MIN : columns;
}

bool cli_uses_color(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (no_color && *no_color)
        return false;
    return term && strcmp(term, "dumb") != 0 && isatty(fileno(file));
}

void cli_wrap(FILE *file, const char *text, int at, int indent, int width)
{
    bool is_fresh = true; // no word on this line yet
    while (*text) {
        int len = (int)strcspn(text, " \n");
        if (!is_fresh && at + 1 + len > width) {
            fprintf(file, "\n%*s", indent, "");
            at = indent;
            is_fresh = true;
        }
        fprintf(file, "%s%.*s", is_fresh ? "" : " ", len, text);
        at += len + !is_fresh;
        is_fresh = false;
        text += len;
        if (*text == '\n' && text[1]) {
            fprintf(file, "\n%*s", indent, "");
            at = indent;
            is_fresh = true;
        }
        text += *text != '\0';
    }
    fputc('\n', file);
}
