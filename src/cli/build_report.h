/*
 * build_report.h - telling how far a build is, and what came of it
 */
#ifndef CLI_BUILD_REPORT_H
#define CLI_BUILD_REPORT_H

#include "base/progress.h"
#include "cli/options.h"
#include "tabia/build.h"

/* The bar of a build: a callback of it, and what it needs. */
struct build_bar {
    struct progress progress;
    const char *stage;
    char label[96];
    bool quiet;
    uint64_t start_ns;
};

void build_bar_start(struct build_bar *bar, bool quiet);

/* A callback of tabia_build_options; 'ctx' is the bar. */
void build_bar_update(void *ctx, const struct tabia_build_progress *progress);

void build_bar_finish(struct build_bar *bar);

/*
 * Prints the problems, the losses and what was done, or that 'err' was the
 * end. CLI_NO when an input is damaged or a game is broken. 'what' is what was
 * written.
 */
enum cli_status build_report_print(const struct args *args,
                                   const struct build_bar *bar,
                                   const struct tabia_build_report *report,
                                   const char *what,
                                   const struct tabia_error *err);

#endif
