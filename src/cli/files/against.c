/*
 * against.c - the files of --against: what opponents are likely to play
 */
#include "cli/files/against.h"

#include "cli/verbs/verbs.h"

#include "base/banned.h"

enum cli_status against_open(struct against_sources *sources,
                             const struct args *args, size_t option,
                             bool needs_any)
{
    // --from is about BOOK: the others have formats of their own.
    struct args other = *args;
    other.from = NULL;
    const struct source_file_options options = { .mode = TABIA_OPEN_AUTO };
    const char *paths[OPTIONS_REPEATED_MAX + 1];
    options_collect(args, option, paths);
    for (size_t i = 0; paths[i] || (i == 0 && needs_any); i++) {
        if (i == AGAINST_MAX)
            return cli_misuse(args->verb, "at most %d --against", AGAINST_MAX);
        const enum cli_status status =
            source_file_open(&sources->files[i], &other, paths[i], &options);
        if (status != CLI_DONE)
            return status;
        sources->list[sources->n++] = sources->files[i].source;
        if (!paths[i])
            break;
    }
    return CLI_DONE;
}

void against_close(struct against_sources *sources)
{
    for (size_t i = 0; i < sources->n; i++)
        source_file_close(&sources->files[i]);
    sources->n = 0;
}
