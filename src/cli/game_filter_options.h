/*
 * game_filter_options.h - the options of 'find' that only stores can answer
 */
#ifndef CLI_GAME_FILTER_OPTIONS_H
#define CLI_GAME_FILTER_OPTIONS_H

#include "cli/options.h"
#include "tabia/store.h"

/* As they were given; NULL: not given. */
struct game_filter_options {
    const char *ratings, *speeds, *since, *until, *player;
    bool wants_history, wants_samples, wants_games;
};

/* True if none of them was given. */
bool game_filter_options_is_empty(const struct game_filter_options *options);

/* The filter that they stand for; reports invalid values. */
enum cli_status game_filter_options_read(
    const struct args *args, const struct game_filter_options *options,
    struct tabia_store_filter *filter);

#endif
