/*
 * against.h - the files of --against: what opponents are likely to play
 */
#ifndef CLI_AGAINST_H
#define CLI_AGAINST_H

#include "cli/files/source_files.h"
#include "study/coverage/likely_replies.h"

enum { AGAINST_MAX = 16 };

/* The zero value has none. */
struct against_sources {
    struct source_file files[AGAINST_MAX];
    const struct tabia_source *list[AGAINST_MAX];
    size_t n;
};

/*
 * Opens the values of an option that repeats, to look positions up in them;
 * without any the built-in book, if 'needs_any'. On failure the error has been
 * printed, and the files are still to be closed.
 */
enum cli_status against_open(struct against_sources *sources,
                             const struct args *args, size_t option,
                             bool needs_any);

void against_close(struct against_sources *sources);

#endif
