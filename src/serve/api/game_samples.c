/*
 * game_samples.c - games of a store to show beside its statistics
 *
 * A store keeps the best rated and the newest games of a position; of a large
 * one, those that pass a filter may be few. They still are the first of all
 * that pass, so others are added behind them.
 */
#include "serve/api/game_samples.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "source/answer.h"
#include "store/game_list.h"

#include "base/banned.h"

enum {
    COMPLETED_MAX = 20000, // games to look at: 2 ms
    RARE_MAX = 2000000,    // if these have none: some tenths of a second
};

/* Adds games of another list that are not in this one, in their order. */
static void append_games(struct tabia_store_game_ref *list, size_t *n,
                         size_t max, const struct tabia_store_game_ref *more,
                         size_t nmore)
{
    const size_t own = *n;
    for (size_t i = 0; i < nmore && *n < max; i++) {
        size_t k = 0;
        while (k < own && list[k].game != more[i].game)
            k++;
        if (k == own)
            list[(*n)++] = more[i];
    }
}

bool game_samples_complete(const struct loan *loan,
                           const struct request_params *params,
                           struct tabia_answer *answer, struct tabia_error *err)
{
    const struct tabia_query query = { .filter = &params->filter,
                                       .drop_filters = true };
    const uint64_t games = tabia_tally_games(&answer->total);
    unsigned ignored;
    const bool has_top =
        answer->ntop_games == STORE_TOP_MAX || answer->ntop_games >= games;
    const bool has_recent = answer->nrecent_games == STORE_RECENT_MAX ||
                            answer->nrecent_games >= games;
    if (!answer->move_stats || (has_top && has_recent))
        return true;
    struct game_selection selection = {
        .pos = &params->pos,
        .filter = answer_filter(loan->volume->source, &query, &ignored),
        .max = COMPLETED_MAX,
    };
    struct store_answer *more = malloc(sizeof(*more));
    if (!more)
        return error_nomem(err);
    bool ok = game_list_sum(loan->volume->store, &selection, more, err);
    if (ok && more->ntop == 0 && answer->ntop_games == 0) {
        selection.max = RARE_MAX; // they are rare
        ok = game_list_sum(loan->volume->store, &selection, more, err);
    }
    if (ok) {
        append_games(answer->top_games, &answer->ntop_games, STORE_TOP_MAX,
                     more->top, more->ntop);
        append_games(answer->recent_games, &answer->nrecent_games,
                     STORE_RECENT_MAX, more->recent, more->nrecent);
    }
    free(more);
    return ok;
}
