/*
 * filter_text.h - filters of games as people and programs write them
 *
 *     struct tabia_store_filter filter = { 0 };
 *     if (!filter_text_speeds("blitz,rapid", 11, how, &filter.speeds, err))
 *         ... err->msg: "expected some of ...; found '...'" ...
 *
 * The one place that knows the words: the command, the server and the page
 * agree on them.
 */
#ifndef STORE_FILTER_TEXT_H
#define STORE_FILTER_TEXT_H

#include "tabia/store.h"

enum filter_reading {
    // A rating is the lower bound of its group; a month has two digits.
    FILTER_EXACT,
    // As Lichess reads them: a rating stands for the group that it falls into,
    // 2024-3 is a month, nothing between two commas is skipped.
    FILTER_LICHESS,
};

/* Adds rating groups to a mask: "1600,1800"; "none" are games without. */
bool filter_text_ratings(const char *text, size_t len, enum filter_reading how,
                         unsigned *mask, struct tabia_error *err);

/* Adds speeds to a mask: "blitz,rapid"; "unknown" are games without. */
bool filter_text_speeds(const char *text, size_t len, enum filter_reading how,
                        unsigned *mask, struct tabia_error *err);

/* YYYY or YYYY-MM; 'month' is that of a year alone. */
bool filter_text_month(const char *text, size_t len, enum filter_reading how,
                       unsigned month, uint32_t *yyyymm,
                       struct tabia_error *err);

/*
 * All six speeds, or all nine groups of ratings, mean every game: clients of
 * Lichess, where every game has both, list all of them for no filter.
 */
void filter_text_widen(struct tabia_store_filter *filter);

#endif
