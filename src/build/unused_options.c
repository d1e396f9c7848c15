/*
 * unused_options.c - options of a build that a call does not use
 */
#include "build/unused_options.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/banned.h"

enum { NEITHER = BUILD_CALL_JOIN | BUILD_CALL_MERGE };

#define OPTION(name, calls)                                                    \
    {                                                                          \
#name, offsetof(struct tabia_build_options, name),                     \
            sizeof(((struct tabia_build_options *)NULL)->name), calls          \
    }

/* By whom they are not used. */
static const struct {
    const char *name;
    size_t offset, size;
    unsigned calls;
} options_table[] = {
    OPTION(inputs, NEITHER),
    OPTION(ninputs, NEITHER),
    OPTION(where, NEITHER),
    OPTION(player, NEITHER),
    OPTION(variant, NEITHER),
    OPTION(drop_duplicates, NEITHER),
    OPTION(min_ply, NEITHER),
    OPTION(max_ply, NEITHER),
    OPTION(counted_side, NEITHER),
    OPTION(dimensions, NEITHER),
    OPTION(min_games, NEITHER),
    OPTION(min_score, NEITHER),
    OPTION(min_rate, NEITHER),
    OPTION(min_rate_side, NEITHER),
    OPTION(top, NEITHER),
    OPTION(weight, NEITHER),
    OPTION(half_life, NEITHER),
    OPTION(polyglot_compatible, NEITHER),
    OPTION(work_folder, NEITHER),
    OPTION(part, NEITHER),
    OPTION(nparts, NEITHER),
    OPTION(slice, BUILD_CALL_GAMES | BUILD_CALL_MERGE),
    OPTION(nslices, BUILD_CALL_GAMES | BUILD_CALL_MERGE),
};

bool unused_options_refuse(const struct tabia_build_options *options,
                           enum build_call call, struct tabia_error *err)
{
    static const struct tabia_build_options zero;
    for (size_t i = 0; i < COUNT_OF(options_table); i++) {
        const size_t at = options_table[i].offset;
        if (options_table[i].calls & call &&
            memcmp((const char *)options + at, (const char *)&zero + at,
                   options_table[i].size) != 0)
            return error_set(err, TABIA_ERR_MISUSE,
                             "the option %s does not apply to this call",
                             options_table[i].name);
    }
    return true;
}
