/*
 * keep_rule.c - which moves of a position are kept, and their weights
 */
#include "build/keep_rule.h"

#include <string.h>

#include "base/banned.h"

struct keep_rule keep_rule_of(const struct tabia_build_options *options)
{
    const bool is_black = options->min_rate_side == TABIA_SIDE_BLACK;
    return (struct keep_rule){
        .min_games = options->min_games ? options->min_games : 1,
        .min_score = options->min_score,
        .min_rate = {
            [TABIA_WHITE] = options->min_rate[is_black],
            [TABIA_BLACK] = options->min_rate[!is_black],
        },
        .is_own = {
            [TABIA_WHITE] = options->min_rate_side == TABIA_SIDE_WHITE,
            [TABIA_BLACK] = options->min_rate_side == TABIA_SIDE_BLACK,
        },
        .top = options->top,
        .weight = options->weight,
    };
}

static uint64_t weigh_move(const struct keep_rule *rule,
                           const struct move_counter_move *m)
{
    if (rule->weight ==
        TABIA_BUILD_WEIGHT_UNIFORM) // but for those never scored with
        return m->points > 0;
    return m->weights[rule->weight];
}

/* By promotion, then from where, then where to: the order of PolyGlot. */
static unsigned rank_move(tabia_move mv)
{
    return (unsigned)tabia_move_promotion(mv) << 12 |
           (unsigned)tabia_move_from(mv) << 6 | tabia_move_to(mv);
}

/* Good enough, whatever its rate. */
static bool is_good(const struct keep_rule *rule,
                    const struct move_counter_move *m)
{
    return m->games >= rule->min_games &&
           (double)m->points * 100 >= rule->min_score * 2 * (double)m->games &&
           (weigh_move(rule, m) || !rule->drops_zero);
}

/* Has been played more often, or as often and with more success? */
static bool is_better(const struct move_counter_move *a,
                      const struct move_counter_move *b)
{
    if (a->games != b->games)
        return a->games > b->games;
    return a->points != b->points ? a->points > b->points
                                  : rank_move(a->move) < rank_move(b->move);
}

size_t keep_rule_select(const struct keep_rule *rule, uint8_t turn,
                        const struct move_counter_move *list, size_t n,
                        struct kept_move kept[TABIA_MOVES_MAX])
{
    // The best move of the own side stays whatever its rate, so that no
    // position loses all its answers.
    const struct move_counter_move *best = NULL;
    uint64_t all = 0;
    size_t nkept = 0;
    for (size_t i = 0; i < n; i++) {
        all += list[i].games;
        if (rule->is_own[turn] && is_good(rule, &list[i]) &&
            (!best || is_better(&list[i], best)))
            best = &list[i];
    }
    for (size_t i = 0; i < n; i++) {
        const struct kept_move m = {
            .move = list[i].move,
            .weight = weigh_move(rule, &list[i]),
            .white = list[i].white,
            .draws = list[i].draws,
            .black = list[i].black,
        };
        const bool has_rate =
            (double)list[i].games * 100 >= rule->min_rate[turn] * (double)all;
        if (!is_good(rule, &list[i]) || (!has_rate && &list[i] != best))
            continue;
        size_t at = nkept; // few moves: each is inserted among those before it
        while (at > 0 && (kept[at - 1].weight < m.weight ||
                          (kept[at - 1].weight == m.weight &&
                           rank_move(m.move) < rank_move(kept[at - 1].move))))
            at--;
        memmove(&kept[at + 1], &kept[at], (nkept - at) * sizeof(*kept));
        kept[at] = m;
        nkept++;
    }
    return rule->top && nkept > rule->top ? rule->top : nkept;
}
