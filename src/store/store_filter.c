/*
 * store_filter.c - which games a filter lets pass
 */
#include "base/error_internal.h"
#include "store/store_def.h"
#include "base/banned.h"

bool store_filter_is_allowed(const struct tabia_store *store,
                             const struct tabia_store_filter *filter,
                             struct tabia_error *err)
{
    const unsigned by = store->tail.rule.dimensions;
    const char *what = NULL;
    if ((filter->since || filter->until) && !(by & TABIA_DIMENSION_MONTH))
        what = "month";
    if (filter->speeds && !(by & TABIA_DIMENSION_SPEED))
        what = "speed";
    if (filter->ratings && !(by & TABIA_DIMENSION_RATING))
        what = "rating";
    if (!what)
        return true;
    error_set(err, TABIA_ERR_MISUSE, "the store cannot be filtered by %s",
              what);
    error_hint(err, TABIA_HINT_BUILD_BY);
    return error_in_file(err, store->file);
}

/* A date without its month counts by its year. */
static bool month_passes(const struct tabia_store_filter *filter,
                         uint32_t month)
{
    uint32_t since = filter->since, until = filter->until;
    if (!since && !until)
        return true;
    if (month == 0)
        return false;
    if (month % 100 == 0) {
        since = since / 100 * 100;
        until = until / 100 * 100;
    }
    return month >= since && (!until || month <= until);
}

bool store_filter_passes(const struct tabia_store_filter *filter,
                         uint32_t group)
{
    return (!filter->ratings || filter->ratings >> (group >> 4 & 15) & 1) &&
           (!filter->speeds || filter->speeds >> (group & 15) & 1) &&
           month_passes(filter, group >> 8);
}

bool store_filter_is_open(const struct tabia_store_filter *filter)
{
    return !filter->ratings && !filter->speeds && !filter->since &&
           !filter->until;
}
