/*
 * obk_weights.c - from any weights to the four steps of a Chessmaster book
 *
 * A move is worth its weight; where no sibling has one, its number of games;
 * where there are none either, all are worth the same. A marked move is worth
 * nothing: it is known, but not to be played; so is one that is annotated as a
 * mistake and has no weight of its own.
 *
 * By share, the default: of n siblings, 4 at most counted, a move that has
 * 0.7 / n of the whole gets 100, half of that 50, a quarter 25, less 0. By
 * rank: the heaviest gets 100, the second 50, all others 25. What is worth
 * nothing gets 0 either way.
 */
#include "format/obk/obk_weights.h"

#include "base/sort.h"
#include "book/move_list.h"
#include "base/banned.h"

enum { STEP_NONE, STEP_25, STEP_50, STEP_100, COUNTED_SIBLINGS = 4 };

static int step_of(uint32_t weight)
{
    for (int i = STEP_NONE; i <= STEP_100; i++)
        if (obk_steps[i] == weight)
            return i;
    return -1;
}

bool obk_has_steps(const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_edge_count(book); i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        if (!(data.has & TABIA_HAS_WEIGHT) || step_of(data.weight) < 0 ||
            (data.has & TABIA_HAS_MARK))
            return false;
    }
    return true;
}

static uint64_t obk_move_value(const struct tabia_move_data *data,
                               unsigned attrs)
{
    if ((data->has & TABIA_HAS_MARK) && data->mark != TABIA_MARK_NONE)
        return 0;
    if (attrs & TABIA_HAS_WEIGHT)
        return data->has & TABIA_HAS_WEIGHT ? data->weight : 0;
    if (attrs & TABIA_HAS_RESULTS)
        return data->has & TABIA_HAS_RESULTS ? tabia_move_data_games(data) : 0;
    return 1;
}

static int compare_values(const void *a, const void *b, void *ctx)
{
    const struct obk_weighed *x = a, *y = b;
    (void)ctx;
    return (x->value < y->value) - (x->value > y->value);
}

bool obk_weigh(const struct tabia_book *book, struct obk_weighed *list,
               size_t n, bool has_steps, const struct obk_settings *settings,
               bool is_sorted, struct tabia_error *err)
{
    unsigned attrs = 0; // that any of them has
    uint64_t total = 0, best = 0, second = 0;
    size_t nbest = 0; // that are worth the most
    for (size_t i = 0; i < n; i++)
        attrs |= tabia_book_edge_data(book, list[i].edge).has;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_move_data data =
            tabia_book_edge_data(book, list[i].edge);
        uint64_t value = obk_move_value(&data, attrs);
        if (!settings->plays_mistakes && move_list_is_mistake(&data))
            value = 0;
        list[i].value = value;
        total += value;
        if (value > best) {
            second = best;
            best = value;
            nbest = 1;
        } else if (value == best) {
            nbest++;
        } else if (value > second) {
            second = value;
        }
    }
    const uint64_t counted = n < COUNTED_SIBLINGS ? n : COUNTED_SIBLINGS;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_move_data data =
            tabia_book_edge_data(book, list[i].edge);
        const uint64_t value = list[i].value;
        int step = STEP_100;
        if (has_steps) {
            step = step_of(data.weight);
        } else if (!value) {
            step = STEP_NONE;
        } else if (!(attrs & (TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS))) {
            step = STEP_100;
        } else if (settings->rule == OBK_RULE_RANK) {
            // Two that are worth the most are both first; none is second.
            if (value != best)
                step = value == second && nbest == 1 ? STEP_50 : STEP_25;
        } else {
            // value / total >= 0.7 / n, then half and a quarter of that.
            for (uint64_t part = 10; step > STEP_NONE; part *= 2, step--)
                if (value * part * counted >= 7 * total)
                    break;
        }
        list[i].step = (uint8_t)step;
        list[i].is_rounded =
            (data.has & TABIA_HAS_WEIGHT) && data.weight != obk_steps[step];
    }
    return !is_sorted || sort_stable(list, n, sizeof(list[0]), compare_values,
                                     NULL, NULL, err);
}
