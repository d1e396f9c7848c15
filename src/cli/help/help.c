/*
 * help.c - help as plain text
 */
#include "cli/help/help.h"
#include "cli/cli_formats.h"

#include <string.h>

#include "base/compiler.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { WIDTH = 79, HELP_COLUMN = 24 };

/* The headings of the overview, in the order of enum verb_group. */
static const char *const group_titles[] = {
    [VERB_GROUP_LOOK_UP] = "Look up",
    [VERB_GROUP_BOOKS] = "Make and change books",
    [VERB_GROUP_GAMES] = "Games",
    [VERB_GROUP_STUDY] = "Study",
    [VERB_GROUP_PLAY] = "Play and serve",
    [VERB_GROUP_COMPILERS] = "Original compilers",
    [VERB_GROUP_MORE] = "More",
};

void help_print_overview(FILE *file)
{
    fputs("tabia - a toolkit for chess opening books\n"
          "\n"
          "Usage: tabia VERB [options] [files]\n",
          file);
    for (size_t i = 0; i < nverbs; i++) {
        if (i == 0 || verbs[i]->group != verbs[i - 1]->group)
            fprintf(file, "\n%s:\n", group_titles[verbs[i]->group]);
        fprintf(file, "  %-10s  %s\n", verbs[i]->name, verbs[i]->summary);
    }
    fputs("\n"
          "Examples:\n"
          "  $ tabia find --moves \"e4 c6\"            "
          "what the built-in book plays\n"
          "  $ tabia convert book.abk book.bin\n"
          "  $ tabia build games.pgn -o games.tabia  "
          "statistics of your games\n"
          "  $ tabia serve games.tabia --open        in the browser\n"
          "\n"
          "See 'tabia VERB --help' for a verb, and 'tabia help formats' and "
          "'tabia help\n"
          "exit-status' for these topics. 'tabia --version' prints the "
          "version.\n",
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

static void print_option(FILE *file, const struct verb *verb,
                         const struct option_spec *spec)
{
    char name[OPTIONS_HELP_SIZE], text[OPTIONS_HELP_SIZE], letter[8];
    snprintf(letter, sizeof(letter), spec->letter ? "-%c, " : "    ",
             spec->letter);
    snprintf(name, sizeof(name), "%s%s%s%s%s", letter, options_dashes(verb),
             spec->name, spec->value ? " " : "",
             spec->value ? spec->value : "");
    options_describe(spec, text, sizeof(text));
    help_print_entry(file, name, text);
}

/* Groups that come last, in this order; a verb's own options may be in them. */
static const char *const last_groups[] = { "Input", "Output", "General" };

static bool is_last_group(const char *group)
{
    for (size_t i = 0; i < COUNT_OF(last_groups); i++)
        if (strcmp(group, last_groups[i]) == 0)
            return true;
    return false;
}

/*
 * Prints the options of one group; of any group that is not among the last
 * ones, with headings, if 'wanted' is NULL.
 */
static void help_print_options(FILE *file, const struct verb *verb,
                               const char *wanted)
{
    const char *group = "Options", *printed = "";
    for (size_t slot = 0; slot < OPTIONS_SLOTS; slot++) {
        const struct option_spec *spec = options_at(verb, slot);
        if (spec && spec->group)
            group = spec->group;
        if (!spec || spec->hidden ||
            (wanted ? strcmp(group, wanted) != 0 : is_last_group(group)))
            continue;
        if (strcmp(group, printed) != 0)
            fprintf(file, "\n%s:\n", group);
        printed = group;
        print_option(file, verb, spec);
    }
}

void help_print(FILE *file, const struct verb *verb)
{
    const char *gap = *verb->operands ? " " : "";
    fprintf(file, "tabia %s - %s\n\n", verb->name, verb->summary);
    fprintf(file, "Example%s:\n", strchr(verb->example, '\n') ? "s" : "");
    for (const char *line = verb->example; *line;) {
        const int len = (int)strcspn(line, "\n");
        fprintf(file, "  $ %.*s\n", len, line);
        line += len + (line[len] != '\0');
    }
    fprintf(file, "\nUsage: tabia %s [options]%s%s\n\n", verb->name, gap,
            verb->operands);
    cli_wrap(file, verb->description, 0, 0, WIDTH);
    help_print_options(file, verb, NULL);
    for (size_t i = 0; i < COUNT_OF(last_groups); i++)
        help_print_options(file, verb, last_groups[i]);
    if (verb->notes)
        fprintf(file, "\n'man tabia-%s' has the details.\n", verb->name);
}

/* ---- topics ---------------------------------------------------------- */

static enum cli_status print_formats(void)
{
    cli_wrap(stdout,
             "The format of an input is detected from its content; the "
             "extension of the file name only breaks ties. --from FORMAT "
             "overrides the detection. If two formats fit equally well, both "
             "are named and nothing is read. The format of an output comes "
             "from its extension or from --to FORMAT.\n"
             "When a book is converted, everything that the new format cannot "
             "hold is counted and reported. 'tabia formats NAME' shows what a "
             "format can hold, and its settings for -O NAME=VALUE. The column "
             "'find' shows whether positions can be found in the file without "
             "loading it.\n",
             0, 0, WIDTH);
    putchar('\n');
    return cli_format_print_list();
}

/* What the exit statuses mean, in the order of enum cli_status. */
static const char *const statuses[] = {
    [CLI_DONE] = "done",
    [CLI_NO] = "the data is invalid, or the answer is no",
    [CLI_MISUSE] = "usage error",
    [CLI_FAILED] = "system error (I/O, memory, missing program)",
};

const char *help_status(enum cli_status status)
{
    return statuses[status];
}

/* When each is returned, likewise. */
static const char *const cases[] = {
    [CLI_DONE] = "The command succeeded.",
    [CLI_NO] = "A book, move or position is invalid or cannot be read; no book "
               "knows the position ('find', 'pick', 'name', 'draw'); the books "
               "differ ('diff'); something would be lost ('convert --strict').",
    [CLI_MISUSE] = "An unknown verb, option or format, an invalid value, too "
                   "many or too few files.",
    [CLI_FAILED] = "A file does not exist, cannot be read or written, or "
                   "already exists (without --force); the disk is full, "
                   "memory has run out, an engine could not be started or "
                   "died. Also, without a message, a pipe that is closed "
                   "early ('| head').",
};

static enum cli_status print_statuses(void)
{
    for (int i = CLI_DONE; i <= CLI_FAILED; i++) {
        printf("%d  %s\n   ", i, help_status((enum cli_status)i));
        cli_wrap(stdout, cases[i], 3, 3, WIDTH);
    }
    putchar('\n');
    cli_wrap(stdout,
             "With several files or positions, the highest status counts. "
             "Output files are written completely or not at all.",
             0, 0, WIDTH);
    return CLI_DONE;
}

static const struct help_topic topics[] = {
    { "formats", print_formats },
    { "exit-status", print_statuses },
};

const struct help_topic *help_topic_at(size_t i)
{
    return i < COUNT_OF(topics) ? &topics[i] : NULL;
}

const struct help_topic *help_topic_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(topics); i++)
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
    return NULL;
}
