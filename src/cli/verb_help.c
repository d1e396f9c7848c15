/*
 * verb_help.c - tabia help
 */
#include "cli/help.h"

#include "base/attr.h"
#include "cli/verbs.h"

#include "base/banned.h"

enum { MAN, MARKDOWN, COMPLETION, VERBS };

static const char *const shells[] = { "bash", NULL };

/* The hidden ones are for the build, which installs what they print. */
static const struct option_spec options[] = {
    [MAN] = { .name = "man", .hidden = true, .help = "print a man page" },
    [MARKDOWN] = { .name = "markdown",
                   .hidden = true,
                   .help = "print a Markdown page" },
    [COMPLETION] = { .name = "completion",
                     .kind = OPTION_CHOICE,
                     .value = "SHELL",
                     .choices = shells,
                     .help = "print a completion script" },
    [VERBS] = { .name = "verbs", .hidden = true, .help = "list the verbs" },
};

static void print_verbs(void)
{
    for (size_t i = 0; i < nverbs; i++)
        puts(verbs[i]->name);
}

static enum cli_status run(const struct args *args)
{
    const struct option_value *values = args->values;
    const struct verb *verb = NULL;
    if (args->noperands > 0) {
        verb = verb_named(args->operands[0]);
        if (!verb)
            return verb_unknown(args->operands[0]);
    }

    if (values[COMPLETION].given)
        completion_print_bash(stdout);
    else if (values[VERBS].given)
        print_verbs();
    else if (values[MAN].given)
        manual_print(stdout, verb);
    else if (values[MARKDOWN].given)
        markdown_print(stdout, verb ? verb : args->verb);
    else if (verb)
        help_print(stdout, verb);
    else
        help_print_overview(stdout);
    return CLI_DONE;
}

const struct verb verb_help = {
    .name = "help",
    .summary = "say how a verb is used",
    .operands = "[VERB]",
    .description =
        "Prints the help of a verb, the same as 'tabia VERB --help', "
        "or the list of all verbs.",
    .example = "tabia help perft",
    .max_operands = 1,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
