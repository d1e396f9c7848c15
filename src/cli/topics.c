/*
 * topics.c - help about what is no verb, or is more than one
 */
#include "cli/help.h"

#include <string.h>

#include "base/attr.h"
#include "cli/cli.h"
#include "cli/columns.h"
#include "tabia/format.h"

#include "base/banned.h"

enum { WIDTH = 79 };

/* ---- formats --------------------------------------------------------- */

static enum cli_status print_formats(void)
{
    cli_wrap(stdout,
             "The content of a file decides what it is; the ending of its name "
             "only breaks ties. --from FORMAT reads it as something else. A "
             "file that is written becomes what the ending of its name says, "
             "or --to FORMAT. Where two formats fit equally well, both are "
             "named, and nothing is done.\n"
             "What a format cannot hold is counted when a book is converted "
             "to it. 'tabia formats NAME' shows what that is, and the "
             "format's settings, which -O NAME=VALUE sets. 'find' says whether "
             "positions are found "
             "in the file without loading it.\n",
             0, 0, WIDTH);
    putchar('\n');
    return formats_print_list();
}

/* ---- exit status ----------------------------------------------------- */

/* In the order of enum cli_status. */
static const char *const cases[] = {
    [CLI_DONE] = "The command did what it was asked to.",
    [CLI_NO] = "A book, a move or a position is wrong or cannot be read; no "
               "book knows the position ('find', 'pick', 'name', 'draw'); "
               "books differ "
               "('diff'); something would be lost ('convert --strict').",
    [CLI_MISUSE] = "An unknown verb, option or format, a value that makes no "
                   "sense, too many or too few files.",
    [CLI_FAILED] = "A file that is not there, cannot be read or written, or "
                   "exists already (--force); a full disk, no memory, an "
                   "engine that could not be started or died; or, without a "
                   "word, a pipe that nobody reads to the end ('| head').",
};

static enum cli_status print_statuses(void)
{
    for (int i = CLI_DONE; i <= CLI_FAILED; i++) {
        printf("%d  %s\n   ", i, help_status((enum cli_status)i));
        cli_wrap(stdout, cases[i], 3, 3, WIDTH);
    }
    putchar('\n');
    cli_wrap(stdout,
             "Of several files or positions the worst counts. Output files "
             "appear whole, or not at all.",
             0, 0, WIDTH);
    return CLI_DONE;
}

static const struct topic topics[] = {
    { "formats", print_formats },
    { "exit-status", print_statuses },
};

const struct topic *topic_at(size_t i)
{
    return i < COUNT_OF(topics) ? &topics[i] : NULL;
}

const struct topic *topic_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(topics); i++)
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
    return NULL;
}
