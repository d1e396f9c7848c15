/*
 * merge_parts.h - tabia merge, of the parts that 'tabia build --part' makes
 */
#ifndef CLI_MERGE_PARTS_H
#define CLI_MERGE_PARTS_H

#include "cli/options.h"

/* How, as the command line says it. */
struct merge_parts {
    const char *partition; // "2/4", or NULL: the whole
    const char *memory;
    int threads;
    bool strict;
};

/* Are all operands folders? */
bool merge_parts_wanted(const struct args *args);

enum cli_status merge_parts(const struct args *args,
                            const struct merge_parts *how);

#endif
