/*
 * help.c - help as plain text
 */
#include "cli/help.h"

#include <string.h>

#include "base/compiler.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { WIDTH = 79, HELP_COLUMN = 24 };

void help_print_overview(FILE *file)
{
    fputs("tabia - a toolkit for chess opening books\n"
          "\n"
          "Usage: tabia VERB [options] [files]\n",
          file);
    for (size_t i = 0; i < nverbs; i++) {
        const char *group = verb_group(verbs[i]);
        if (group)
            fprintf(file, "\n%s:\n", group);
        fprintf(file, "  %-10s  %s\n", verbs[i]->name, verbs[i]->summary);
    }
    fputs("\n"
          "Example:\n"
          "  $ tabia show --moves \"e4 e5 Nf3\"\n"
          "\n"
          "'tabia help VERB' says more about a verb, 'tabia help formats' and\n"
          "'tabia help exit-status' about these, 'tabia --version' which "
          "version this is.\n",
          file);
}

void help_print_entry(FILE *file, const char *name, const char *text)
{
    int at = fprintf(file, "  %s", name);
    if (at > HELP_COLUMN - 2)
        at = fprintf(file, "\n") - 1;
    fprintf(file, "%*s", HELP_COLUMN - at, "");
    cli_wrap(file, text, HELP_COLUMN, HELP_COLUMN, WIDTH);
}

void help_print(FILE *file, const struct verb *verb)
{
    const char *gap = *verb->operands ? " " : "";
    fprintf(file, "tabia %s - %s\n\n", verb->name, verb->summary);
    fputs("Example:\n", file);
    for (const char *line = verb->example; *line;) {
        const int len = (int)strcspn(line, "\n");
        fprintf(file, "  $ %.*s\n", len, line);
        line += len + (line[len] != '\0');
    }
    fprintf(file, "\nUsage: tabia %s [options]%s%s\n\n", verb->name, gap,
            verb->operands);
    cli_wrap(file, verb->description, 0, 0, WIDTH);
    const char *group = "";
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (!spec || spec->hidden)
            continue;
        const char *next = spec->group ? spec->group : slot ? group : "Options";
        if (strcmp(next, group) != 0)
            fprintf(file, "\n%s:\n", next);
        group = next;
        char name[OPTIONS_HELP_SIZE], text[OPTIONS_HELP_SIZE], letter[8];
        snprintf(letter, sizeof(letter), spec->letter ? "-%c, " : "    ",
                 spec->letter);
        snprintf(name, sizeof(name), "%s%s%s%s%s", letter, options_dashes(verb),
                 spec->name, spec->value ? " " : "",
                 spec->value ? spec->value : "");
        options_describe(spec, text, sizeof(text));
        help_print_entry(file, name, text);
    }
}

/* ---- topics ---------------------------------------------------------- */

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
