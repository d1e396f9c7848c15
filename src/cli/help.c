/*
 * help.c - help as plain text
 */
#include "cli/help.h"

#include <string.h>

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

static void print_examples(FILE *file, const char *example)
{
    fputs("Example:\n", file);
    while (*example) {
        int len = (int)strcspn(example, "\n");
        fprintf(file, "  $ %.*s\n", len, example);
        example += len + (example[len] != '\0');
    }
}

static void print_option(FILE *file, const struct verb *verb,
                         const struct option_spec *spec)
{
    char text[OPTIONS_HELP_SIZE];
    int at = spec->letter ? fprintf(file, "  -%c, ", spec->letter)
                          : fprintf(file, "      ");
    at += fprintf(file, "%s%s", options_dashes(verb), spec->name);
    if (spec->value)
        at += fprintf(file, " %s", spec->value);
    if (at > HELP_COLUMN - 2)
        at = fprintf(file, "\n") - 1;
    fprintf(file, "%*s", HELP_COLUMN - at, "");
    options_describe(spec, text, sizeof(text));
    cli_wrap(file, text, HELP_COLUMN, HELP_COLUMN, WIDTH);
}

void help_print(FILE *file, const struct verb *verb)
{
    const char *gap = *verb->operands ? " " : "";
    fprintf(file, "tabia %s - %s\n\n", verb->name, verb->summary);
    print_examples(file, verb->example);
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
        print_option(file, verb, spec);
    }
}
