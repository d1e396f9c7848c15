/*
 * keep.c - which moves of a position a book keeps, and what they weigh
 */
#include "build/keep.h"

#include <string.h>

#include "base/banned.h"

struct keep_rule keep_rule_of(const struct tabia_build_options *options)
{
    const bool is_black = options->own == TABIA_BUILD_BLACK;
    return (struct keep_rule){
        .min_games = options->min_games ? options->min_games : 1,
        .min_score = options->min_score,
        .min_rate = {
            [TABIA_WHITE] = options->min_rate[is_black],
            [TABIA_BLACK] = options->min_rate[!is_black],
        },
        .is_own = {
            [TABIA_WHITE] = options->own == TABIA_BUILD_WHITE,
            [TABIA_BLACK] = options->own == TABIA_BUILD_BLACK,
        },
        .top = options->top,
        .weight = options->weight,
    };
}

static uint64_t weigh(const struct keep_rule *rule, const struct count_move *m)
{
    if (rule->weight == TABIA_BUILD_UNIFORM) // but for those never scored with
        return m->points > 0;
    return m->worth[rule->weight];
}

/* By promotion, then from where, then where to: the order of PolyGlot. */
static unsigned rank(tabia_move mv)
{
    return (unsigned)tabia_move_promotion(mv) << 12 |
           (unsigned)tabia_move_from(mv) << 6 | tabia_move_to(mv);
}

static bool is_before(const struct keep_move *a, const struct keep_move *b)
{
    return a->weight != b->weight ? a->weight > b->weight
                                  : rank(a->move) < rank(b->move);
}

/* Good enough, whatever its rate. */
static bool is_good(const struct keep_rule *rule, const struct count_move *m)
{
    return m->games >= rule->min_games &&
           (double)m->points * 100 >= rule->min_score * 2 * (double)m->games &&
           (weigh(rule, m) || !rule->drops_zero);
}

/* Has been played more often, or as often and with more success? */
static bool is_better(const struct count_move *a, const struct count_move *b)
{
    if (a->games != b->games)
        return a->games > b->games;
    return a->points != b->points ? a->points > b->points
                                  : rank(a->move) < rank(b->move);
}

/*
 * The move that stays whatever its rate: the best of the own side, so that no
 * position loses all its answers. NULL: there is none.
 */
static const struct count_move *find_best(const struct keep_rule *rule,
                                          uint8_t turn,
                                          const struct count_move *list,
                                          size_t n)
{
    const struct count_move *best = NULL;
    for (size_t i = 0; rule->is_own[turn] && i < n; i++)
        if (is_good(rule, &list[i]) && (!best || is_better(&list[i], best)))
            best = &list[i];
    return best;
}

/* Few moves: each is put in its place among those before it. */
static void insert(struct keep_move *kept, size_t n, const struct keep_move *m)
{
    size_t at = n;
    while (at > 0 && is_before(m, &kept[at - 1]))
        at--;
    memmove(&kept[at + 1], &kept[at], (n - at) * sizeof(*kept));
    kept[at] = *m;
}

size_t keep_moves(const struct keep_rule *rule, uint8_t turn,
                  const struct count_move *list, size_t n,
                  struct keep_move kept[TABIA_MOVES_MAX])
{
    uint64_t all = 0;
    size_t nkept = 0;
    for (size_t i = 0; i < n; i++)
        all += list[i].games;
    const struct count_move *best = find_best(rule, turn, list, n);
    for (size_t i = 0; i < n; i++) {
        const struct keep_move m = {
            .move = list[i].move,
            .weight = weigh(rule, &list[i]),
            .white = list[i].white,
            .draws = list[i].draws,
            .black = list[i].black,
        };
        const bool has_rate =
            (double)list[i].games * 100 >= rule->min_rate[turn] * (double)all;
        if (is_good(rule, &list[i]) && (has_rate || &list[i] == best))
            insert(kept, nkept++, &m);
    }
    return rule->top && nkept > rule->top ? rule->top : nkept;
}
