/*
 * build_watch.h - progress and result of a build
 */
#ifndef CLI_BUILD_WATCH_H
#define CLI_BUILD_WATCH_H

#include "cli/options.h"
#include "cli/progress_bar.h"
#include "format/report.h"
#include "tabia/build.h"

/* What a build shows while it runs: a progress bar, and problems. */
struct build_watch {
    struct progress_bar bar;
    const char *stage;
    char label[96];
    bool is_quiet;
    uint64_t start_ns;
    size_t nproblems;
    struct tabia_error problems[TABIA_BUILD_PROBLEMS_MAX];
    struct tabia_report losses; // for 'report' of the options
};

/* Sets the callbacks of the options. */
void build_watch_start(struct build_watch *watch,
                       struct tabia_build_options *options, bool quiet);

/* Ends the bar. */
void build_watch_finish(struct build_watch *watch);

/*
 * Prints the problems, the losses and what was done, or the error that ended
 * the build. CLI_NO if an input is damaged or a game is broken. 'what' names
 * what was written.
 */
enum cli_status build_watch_print(const struct args *args,
                                  const struct build_watch *watch,
                                  const struct tabia_build_result *result,
                                  const char *what,
                                  const struct tabia_error *err);

#endif
