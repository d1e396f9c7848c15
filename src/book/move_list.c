/*
 * move_list.c - what the values of moves mean: games, points, mistakes, merit
 */
#include "book/move_list.h"

#include <string.h>

#include "book/attrs.h"
#include "tabia/transform.h"
#include "base/banned.h"

bool move_list_is_mistake(const struct tabia_move_data *data)
{
    enum { MISTAKE = 2, BLUNDER = 4 };
    bool is_mistake = false;
    if (data->has & TABIA_HAS_NAGS)
        for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++)
            is_mistake |= data->nags[i] == MISTAKE || data->nags[i] == BLUNDER;
    return is_mistake && !(data->has & TABIA_HAS_WEIGHT);
}

uint64_t move_list_score(const struct tabia_move_data *data, unsigned turn)
{
    const uint64_t wins = turn == TABIA_WHITE ? data->white : data->black;
    return 2 * wins + data->draws + data->unknown_results;
}

struct move_list_merit move_list_merit_of(const struct tabia_book_move *entry)
{
    const struct tabia_move_data *data = &entry->data;
    struct move_list_merit merit = { .share =
                                         entry->has_share ? entry->share : 0 };
    if (data->has & TABIA_HAS_WEIGHT)
        merit.weight = data->weight;
    if (data->has & TABIA_HAS_RESULTS)
        merit.games = tabia_move_data_games(data);
    return merit;
}

size_t move_list_add(struct tabia_book_move list[TABIA_MOVES_MAX], size_t n,
                     const struct tabia_book_move *entry,
                     enum tabia_merge_policy policy)
{
    const size_t i = move_list_find(list, n, entry->move);
    if (i < n)
        attrs_merge_moves(&list[i].data, &entry->data, policy);
    else if (n < TABIA_MOVES_MAX)
        list[n++] = *entry;
    return n;
}

/* ---- filtering ------------------------------------------------------- */

/* How many of the list go before its i-th? Equals keep their order. */
static size_t rank_in_list(const struct tabia_book_move *list, size_t n,
                           size_t i)
{
    const struct move_list_merit merit = move_list_merit_of(&list[i]);
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        const struct move_list_merit other = move_list_merit_of(&list[k]);
        if (k != i && (move_list_is_better(other, merit) ||
                       (k < i && !move_list_is_better(merit, other))))
            count++;
    }
    return count;
}

size_t move_list_filter(const struct tabia_filter_options *filter, uint32_t top,
                        struct tabia_book_move *list, size_t n)
{
    size_t passed = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tabia_move_data *data = &list[i].data;
        const bool is_light =
            data->has & TABIA_HAS_WEIGHT && data->weight < filter->min_weight;
        const bool is_rare = data->has & TABIA_HAS_RESULTS &&
                             tabia_move_data_games(data) < filter->min_games;
        if (!is_light && !is_rare)
            list[passed++] = list[i];
    }
    if (!top || passed <= top)
        return passed;

    bool is_top[TABIA_MOVES_MAX];
    for (size_t i = 0; i < passed; i++)
        is_top[i] = rank_in_list(list, passed, i) < top;
    n = passed;
    passed = 0;
    for (size_t i = 0; i < n; i++)
        if (is_top[i])
            list[passed++] = list[i];
    return passed;
}

/* ---- what evaluations speak against ---------------------------------- */

// Less the moves to it; above any centipawns.
static const int64_t MATE = INT64_C(1) << 40;

/* For the side to move; INT64_MIN: no evaluation. */
static int64_t value_after(const struct tabia_book *book, enum tabia_color turn,
                           const struct tabia_book_move *entry)
{
    const uint32_t after = tabia_book_node_position(book, entry->to_node);
    const struct tabia_node_data data = tabia_book_position_data(book, after);
    if (!(data.has & TABIA_HAS_EVAL))
        return INT64_MIN;
    const int64_t value =
        turn == TABIA_WHITE ? data.eval.value : -(int64_t)data.eval.value;
    if (data.eval.kind == TABIA_EVAL_CP)
        return value;
    if (value == 0) // the move has mated
        return MATE;
    return value > 0 ? MATE - value : -MATE - value;
}

size_t move_list_remove_losing(const struct tabia_book *book, uint32_t position,
                               uint32_t max_loss, struct tabia_book_move *list,
                               size_t n)
{
    int64_t values[TABIA_MOVES_MAX], best = INT64_MIN;
    struct tabia_pos pos;
    size_t nleft = 0;
    tabia_book_position_pos_at(book, position, &pos);
    for (size_t i = 0; i < n; i++) {
        values[i] = value_after(book, (enum tabia_color)pos.turn, &list[i]);
        best = values[i] > best ? values[i] : best;
    }
    for (size_t i = 0; i < n; i++)
        if (values[i] == INT64_MIN || best - values[i] <= max_loss)
            list[nleft++] = list[i];
    return nleft;
}
