/*
 * game_filter_options.c - the options of 'find' that only stores can answer
 */
#include "cli/game_filter_options.h"

#include <string.h>

#include "store/filter_text.h"

#include "base/banned.h"

bool game_filter_options_is_empty(const struct game_filter_options *options)
{
    return !options->ratings && !options->speeds && !options->since &&
           !options->until && !options->wants_history &&
           !options->wants_samples && !options->player && !options->wants_games;
}

/* Prints what is wrong with the value of an option. */
static enum cli_status refuse_filter(const struct args *args,
                                     const char *option,
                                     const struct tabia_error *why)
{
    return cli_misuse(args->verb, "--%s: %s", option, why->msg);
}

/* A month; a year alone is its first or its last. */
static enum cli_status read_month(const struct args *args, const char *option,
                                  const char *text, unsigned month,
                                  uint32_t *yyyymm)
{
    struct tabia_error why = { 0 };
    return !text || filter_text_month(text, strlen(text), FILTER_EXACT, month,
                                      yyyymm, &why)
               ? CLI_DONE
               : refuse_filter(args, option, &why);
}

enum cli_status game_filter_options_read(
    const struct args *args, const struct game_filter_options *options,
    struct tabia_store_filter *filter)
{
    const char *ratings = options->ratings, *speeds = options->speeds;
    struct tabia_error why = { 0 };
    if (ratings && !filter_text_ratings(ratings, strlen(ratings), FILTER_EXACT,
                                        &filter->ratings, &why))
        return refuse_filter(args, "ratings", &why);
    if (speeds && !filter_text_speeds(speeds, strlen(speeds), FILTER_EXACT,
                                      &filter->speeds, &why))
        return refuse_filter(args, "speeds", &why);
    const enum cli_status status =
        read_month(args, "since", options->since, 1, &filter->since);
    return status == CLI_DONE
               ? read_month(args, "until", options->until, 12, &filter->until)
               : status;
}
