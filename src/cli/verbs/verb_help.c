/*
 * verb_help.c - tabia help
 */
#include "base/compiler.h"
#include "cli/help/completion.h"
#include "cli/help/help.h"
#include "cli/help/manual.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum { MAN, MARKDOWN, COMPLETION, VERBS };

/* The hidden ones are for the build, which installs what they print. */
static const struct option_spec options[] = {
    [MAN] = { .name = "man", .hidden = true, .help = "print a man page" },
    [MARKDOWN] = { .name = "markdown",
                   .hidden = true,
                   .help = "print a Markdown page" },
    [COMPLETION] = { .name = "completion",
                     .kind = OPTION_CHOICE,
                     .value = "SHELL",
                     .choices = completion_shells,
                     .help = "print a completion script" },
    [VERBS] = { .name = "verbs", .hidden = true, .help = "list the verbs" },
};

static enum cli_status run_help(const struct args *args)
{
    const struct option_value *values = args->values;
    const char *name = args->noperands > 0 ? args->operands[0] : NULL;
    const struct verb *verb = name ? verbs_find(name) : NULL;
    const struct help_topic *topic = name ? help_topic_find(name) : NULL;
    if (name && !verb && !topic)
        return verbs_refuse_unknown(name);

    if (values[COMPLETION].given)
        completion_print(stdout,
                         (enum completion_shell)values[COMPLETION].number);
    else if (values[VERBS].given) {
        for (size_t i = 0; i < nverbs; i++)
            puts(verbs[i]->name);
    } else if (values[MAN].given)
        manual_print(stdout, verb);
    else if (values[MARKDOWN].given)
        manual_print_markdown(stdout, verb ? verb : args->verb);
    else if (topic) {
        // A topic may be about a verb: then that comes first.
        if (verb) {
            help_print(stdout, verb);
            putchar('\n');
        }
        return topic->print();
    } else if (verb)
        help_print(stdout, verb);
    else
        help_print_overview(stdout);
    return CLI_DONE;
}

const struct verb verb_help = {
    .name = "help",
    .group = VERB_GROUP_MORE,
    .summary = "show the help of a verb or a topic",
    .operands = "[VERB|TOPIC]",
    .description =
        "Prints the help of a verb, like 'tabia VERB --help', or of a "
        "topic, or the list of all verbs. The topics are formats (which "
        "files are read and written) and exit-status.",
    .example = "tabia help perft\ntabia help exit-status",
    .max_operands = 1,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_help,
};
