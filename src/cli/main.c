/*
 * main.c - the command: finds the verb and runs it
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/suggestion.h"
#include "cli/help/help.h"
#include "cli/verbs/verbs.h"
#include "io/cleanup.h"
#include "io/sigbus.h"

#include "base/banned.h"

/* Complains about an option where a verb should be. */
static enum cli_status unknown_option(const char *word)
{
    struct suggestion best;
    suggestion_init(&best, word, strlen(word));
    suggestion_offer(&best, "--help");
    suggestion_offer(&best, "--version");
    if (best.word)
        cli_fail(CLI_MISUSE, "unknown option '%s'; did you mean '%s'?", word,
                 best.word);
    else
        cli_fail(CLI_MISUSE, "expected a verb, found '%s'", word);
    fputs("'tabia help' lists the verbs.\n", stderr);
    return CLI_MISUSE;
}

static enum cli_status dispatch_verb(int argc, char **argv)
{
    if (argc < 2) {
        help_print_overview(stderr);
        return CLI_MISUSE;
    }

    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        printf("tabia %s\n", TABIA_VERSION);
        return CLI_DONE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = verb_help.name;
    if (word[0] == '-')
        return unknown_option(word);

    const struct verb *verb = verbs_find(word);
    if (!verb)
        return verbs_refuse_unknown(word);
    struct args args;
    const enum cli_status status =
        options_parse(verb, argc - 2, argv + 2, &args);
    if (status == CLI_DONE && args.help)
        help_print(stdout, verb);
    return status == CLI_DONE && !args.help ? verb->run(&args) : status;
}

/*
 * A standard stream that is closed would give its number to the next file
 * that is opened. These stand-ins fail when they are used.
 */
static void reserve_streams(void)
{
    static const int modes[] = { O_WRONLY, O_RDONLY, O_RDONLY };
    for (int fd = 0; fd < (int)COUNT_OF(modes); fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)!open("/dev/null", modes[fd]);
}

static void ignore_signal(int number)
{
    (void)number;
}

/*
 * A write that cannot be done is an error with a message, not the end of the
 * process. A handler, as the programs that are started from here would
 * inherit SIG_IGN.
 */
static void survive_writes(void)
{
    static const int signals[] = { SIGPIPE, SIGXFSZ };
    struct sigaction action = { .sa_handler = ignore_signal };
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        sigaction(signals[i], &action, NULL);
}

int main(int argc, char **argv)
{
    struct tabia_error err = { 0 };
    reserve_streams();
    survive_writes();
    if (!cleanup_install(&err) || !sigbus_install_exit(&err))
        return (int)cli_finish(cli_print_error(&err));
    return (int)cli_finish(dispatch_verb(argc, argv));
}
