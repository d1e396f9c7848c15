/*
 * duplicate_inputs.h - inputs that would be counted twice
 *
 * A warning for each; with 'strict' an error, and CLI_NO.
 */
#ifndef CLI_DUPLICATE_INPUTS_H
#define CLI_DUPLICATE_INPUTS_H

#include "cli/options.h"
#include "tabia/store.h"

/* Operands that are the same file, or have the same bytes. */
enum cli_status duplicate_inputs_check_files(const struct args *args,
                                             bool strict);

/* Files of games that several of the stores were built from. */
enum cli_status duplicate_inputs_check_stores(
    const struct args *args, const struct tabia_store *const *stores, size_t n,
    bool strict);

#endif
