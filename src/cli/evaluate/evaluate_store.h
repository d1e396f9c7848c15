/*
 * evaluate_store.h - evaluations from Lichess's database into a store
 */
#ifndef CLI_EVALUATE_STORE_H
#define CLI_EVALUATE_STORE_H

#include "cli/options.h"

struct evaluate_store_options {
    const char *evals; // the file
    const char *path;  // of the new store
    bool in_place;
    uint64_t memory; // bytes, for evaluations; the rest goes to disk
};

/* Writes the store at the first operand again, with the evaluations. */
enum cli_status evaluate_store_run(const struct args *args,
                                   const struct evaluate_store_options *how);

#endif
