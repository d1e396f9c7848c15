/*
 * unused_options.h - options of a build that a call does not use
 *
 * They would be ignored without a word, so they are refused.
 */
#ifndef BUILD_UNUSED_OPTIONS_H
#define BUILD_UNUSED_OPTIONS_H

#include "tabia/build.h"

/* A mask. */
enum build_call {
    BUILD_CALL_GAMES = 1,
    BUILD_CALL_JOIN = 2,
    BUILD_CALL_MERGE = 4
};

/* Fails with TABIA_ERR_MISUSE, naming the first that 'call' does not use. */
bool unused_options_refuse(const struct tabia_build_options *options,
                           enum build_call call, struct tabia_error *err);

#endif
