/*
 * merge_parts.h - tabia merge, of the parts that 'tabia build --part' makes
 */
#ifndef CLI_MERGE_PARTS_H
#define CLI_MERGE_PARTS_H

#include "cli/options.h"

struct merge_parts_options {
    const char *slice; // as on the command line: "2/4", or NULL: the whole
    uint64_t memory;
    unsigned threads;
    bool strict;
};

/* True if all operands are folders. */
bool merge_parts_is_wanted(const struct args *args);

/* Merges them. What went wrong has been printed. */
enum cli_status merge_parts_run(const struct args *args,
                                const struct merge_parts_options *options);

#endif
