/*
 * ctg_incoming.c - numbers of a position from the moves that lead to it
 *
 * Numbers that were read from a CTG book are the position's own and stand at
 * every move to it; of other books the moves' numbers are added up.
 */
#include "format/ctg/ctg_incoming.h"

#include "base/banned.h"

enum { NAG_POSITION = 10 }; // from here on glyphs are about positions

static uint64_t top_games(const struct ctg_incoming *incoming)
{
    return (uint64_t)incoming->top_wins + incoming->top_draws +
           incoming->top_losses + incoming->top_unknown;
}

static void add_results(struct ctg_incoming *incoming,
                        const struct tabia_move_data *data, unsigned turn)
{
    const uint32_t wins = turn == TABIA_WHITE ? data->white : data->black;
    const uint32_t losses = turn == TABIA_WHITE ? data->black : data->white;
    incoming->wins += wins;
    incoming->losses += losses;
    incoming->draws += data->draws;
    incoming->unknown += data->unknown_results;
    if (tabia_move_data_games(data) > top_games(incoming)) {
        incoming->top_wins = wins;
        incoming->top_losses = losses;
        incoming->top_draws = data->draws;
        incoming->top_unknown = data->unknown_results;
        incoming->ntop = 0;
    }
    incoming->ntop += wins == incoming->top_wins &&
                      losses == incoming->top_losses &&
                      data->draws == incoming->top_draws &&
                      data->unknown_results == incoming->top_unknown;
}

/* Of the glyphs of a move, the first that is about the position. */
uint8_t ctg_position_nag(const struct tabia_move_data *data)
{
    for (size_t i = 1; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        if (data->nags[i] >= NAG_POSITION)
            return data->nags[i];
    return 0;
}

void ctg_incoming_add(struct ctg_incoming *incoming,
                      const struct tabia_move_data *data, uint32_t heaviest,
                      unsigned turn, struct ctg_losses *losses)
{
    const bool is_marked = data->mark != TABIA_MARK_NONE;
    if (data->has & TABIA_HAS_RESULTS)
        add_results(incoming, data, turn);
    if (data->has & TABIA_HAS_WEIGHT && data->weight)
        incoming->is_green |= data->weight >= heaviest - heaviest / 2;
    if (data->has & TABIA_HAS_NAGS && !incoming->nag)
        incoming->nag = ctg_position_nag(data);
    incoming->nmoves++;
    incoming->nred += is_marked;
    losses->avoided += data->mark == TABIA_MARK_AVOIDED;
}

static uint32_t ctg_limit_count(struct ctg_losses *losses, uint64_t value)
{
    losses->totals += value > CTG_COUNT_MAX;
    return value > CTG_COUNT_MAX ? CTG_COUNT_MAX : (uint32_t)value;
}

void ctg_incoming_stats(const struct ctg_incoming *incoming,
                        const char *comment, struct ctg_stats *stats,
                        struct ctg_losses *losses)
{
    struct ctg_stats ignored = { 0 };
    bool is_alone;
    const bool has_own = ctg_comment_parse(comment, &ignored, &is_alone);
    const uint64_t all =
        incoming->wins + incoming->draws + incoming->losses + incoming->unknown;
    if (all) // moves to the position whose results are not the position's
        losses->results +=
            incoming->nmoves -
            (has_own || all == top_games(incoming) ? incoming->ntop : 0);
    *stats = (struct ctg_stats){
        .wins = ctg_limit_count(losses,
                                has_own ? incoming->top_wins : incoming->wins),
        .draws = ctg_limit_count(losses, has_own ? incoming->top_draws
                                                 : incoming->draws),
        .losses = ctg_limit_count(losses, has_own ? incoming->top_losses
                                                  : incoming->losses),
        .nag = incoming->nag,
    };
    const uint64_t unknown =
        has_own ? incoming->top_unknown : incoming->unknown;
    stats->games = ctg_limit_count(losses, unknown + stats->wins +
                                               stats->draws + stats->losses);
    stats->score = ctg_usual_score(stats);
    ctg_comment_parse(comment, stats, &is_alone);
    losses->comments += comment && !is_alone;
    // Of books that were merged the command is that of the first alone.
    const uint32_t sum = stats->wins + stats->draws + stats->losses;
    if (stats->games < sum) {
        stats->games = sum;
        stats->score = ctg_usual_score(stats);
    }
    stats->games = ctg_limit_count(losses, stats->games);
    if (incoming->is_green)
        stats->flags |= CTG_GREEN;
    if (incoming->nred && incoming->nred == incoming->nmoves)
        stats->flags |= CTG_RED;
    else
        losses->marks += incoming->nred;
}
