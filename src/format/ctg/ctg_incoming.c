/*
 * ctg_incoming.c - numbers of a position from the moves that lead to it
 *
 * Numbers that were read from a CTG book are the position's own and stand at
 * every move to it; of other books the moves' numbers are added up.
 */
#include "format/ctg/ctg_incoming.h"

#include "base/banned.h"

enum { NAG_POSITION = 10 }; // from here on glyphs are about positions

static uint64_t top_games(const struct ctg_incoming *led)
{
    return (uint64_t)led->top_wins + led->top_draws + led->top_losses +
           led->top_unknown;
}

static void add_results(struct ctg_incoming *led,
                        const struct tabia_move_data *data, unsigned turn)
{
    const uint32_t wins = turn == TABIA_WHITE ? data->white : data->black;
    const uint32_t losses = turn == TABIA_WHITE ? data->black : data->white;
    led->wins += wins;
    led->losses += losses;
    led->draws += data->draws;
    led->unknown += data->unknown;
    if (tabia_move_games(data) > top_games(led)) {
        led->top_wins = wins;
        led->top_losses = losses;
        led->top_draws = data->draws;
        led->top_unknown = data->unknown;
        led->ntop = 0;
    }
    led->ntop += wins == led->top_wins && losses == led->top_losses &&
                 data->draws == led->top_draws &&
                 data->unknown == led->top_unknown;
}

/* Of the glyphs of a move, the first that is about the position. */
uint8_t ctg_position_nag(const struct tabia_move_data *data)
{
    for (size_t i = 1; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        if (data->nags[i] >= NAG_POSITION)
            return data->nags[i];
    return 0;
}

void ctg_incoming_add(struct ctg_incoming *led,
                      const struct tabia_move_data *data, uint32_t heaviest,
                      unsigned turn, struct ctg_losses *losses)
{
    const bool is_marked = data->mark != TABIA_MARK_NONE;
    if (data->has & TABIA_HAS_RESULTS)
        add_results(led, data, turn);
    if (data->has & TABIA_HAS_WEIGHT && data->weight)
        led->is_green |= data->weight >= heaviest - heaviest / 2;
    if (data->has & TABIA_HAS_NAGS && !led->nag)
        led->nag = ctg_position_nag(data);
    led->nmoves++;
    led->nred += is_marked;
    losses->avoided += data->mark == TABIA_MARK_AVOIDED;
}

static uint32_t ctg_limit_count(struct ctg_losses *losses, uint64_t value)
{
    losses->totals += value > CTG_COUNT_MAX;
    return value > CTG_COUNT_MAX ? CTG_COUNT_MAX : (uint32_t)value;
}

void ctg_incoming_stats(const struct ctg_incoming *led, const char *comment,
                        struct ctg_stats *stats, struct ctg_losses *losses)
{
    struct ctg_stats ignored = { 0 };
    bool is_alone;
    const bool has_own = ctg_comment_parse(comment, &ignored, &is_alone);
    const uint64_t all = led->wins + led->draws + led->losses + led->unknown;
    if (all) // moves to the position whose results are not the position's
        losses->results +=
            led->nmoves - (has_own || all == top_games(led) ? led->ntop : 0);
    *stats = (struct ctg_stats){
        .wins = ctg_limit_count(losses, has_own ? led->top_wins : led->wins),
        .draws = ctg_limit_count(losses, has_own ? led->top_draws : led->draws),
        .losses =
            ctg_limit_count(losses, has_own ? led->top_losses : led->losses),
        .nag = led->nag,
    };
    const uint64_t unknown = has_own ? led->top_unknown : led->unknown;
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
    if (led->is_green)
        stats->flags |= CTG_GREEN;
    if (led->nred && led->nred == led->nmoves)
        stats->flags |= CTG_RED;
    else
        losses->marks += led->nred;
}
