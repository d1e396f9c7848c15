/*
 * explorer_data.c - where the explorer's numbers come from
 */
#include "serve/api/explorer.h"

#include <stdio.h>

#include "serve/api/json_view.h"
#include "tabia/transform.h"

#include "base/banned.h"

/* ---- books ----------------------------------------------------------- */

/*
 * Games where the book has them; else the weight as so many draws, which
 * says nothing about who wins.
 */
static struct tabia_results count_games(const struct tabia_entry *list,
                                        size_t n, size_t i, bool *is_synthetic)
{
    const struct tabia_move_data *data = &list[i].data;
    struct tabia_results results = { data->white, data->draws, data->black };
    if ((data->has & TABIA_HAS_RESULTS) && tabia_results_games(&results) > 0)
        return results;
    *is_synthetic = true;
    results = (struct tabia_results){ 0, 0, 0 };
    results.draws = tabia_select_weight(list, n, i, NULL);
    return results;
}

/* Most games first; the order of the book decides between equals. */
static void insert(struct explorer_answer *answer,
                   const struct explorer_move *move)
{
    const uint64_t games = tabia_results_games(&move->results);
    size_t at = answer->n++;
    while (at > 0) {
        if (tabia_results_games(&answer->moves[at - 1].results) >= games)
            break;
        answer->moves[at] = answer->moves[at - 1];
        at--;
    }
    answer->moves[at] = *move;
}

static void take_book(struct explorer_answer *answer)
{
    const struct tabia_answer *found = &answer->found;
    for (size_t i = 0; i < found->n; i++) {
        const struct explorer_move move = {
            .move = found->moves[i].move,
            .results =
                count_games(found->moves, found->n, i, &answer->is_synthetic),
            .game = TABIA_NO_GAME,
        };
        if (tabia_results_games(&move.results) == 0) {
            answer->left_out++;
            continue;
        }
        tabia_results_add(&answer->all, &move.results);
        insert(answer, &move);
    }
}

/* ---- all ------------------------------------------------------------- */

static uint64_t mean(uint64_t sum, uint64_t n)
{
    return n ? sum / n : 0;
}

bool explorer_ask(struct explorer_answer *answer, const struct loan *loan,
                  const struct query *q, struct tabia_error *err)
{
    const struct tabia_answer *found = &answer->found;
    if (!api_ask(loan, q, &answer->found, err))
        return false;
    if (!found->games) {
        take_book(answer);
        return true;
    }
    answer->ignored = found->ignored;
    answer->all = found->all;
    for (size_t i = 0; i < found->n; i++) {
        const struct tabia_store_move *move = &found->games[i];
        if (tabia_results_games(&move->results) == 0)
            continue;
        answer->moves[answer->n++] = (struct explorer_move){
            .move = move->move,
            .results = move->results,
            .rating = mean(move->own_sum, move->own_rated),
            .opponent = mean(move->other_sum, move->other_rated),
            .game = move->game,
        };
    }
    return true;
}

/* ---- history --------------------------------------------------------- */

struct months {
    struct json *js;
    uint32_t last;             // that came; 0: none
    struct tabia_results held; // of 'last', not written yet
};

static void put_month(struct json *js, uint32_t month,
                      struct tabia_results results)
{
    char text[16];
    snprintf(text, sizeof(text), "%04u-%02u", month / 100 % 10000, month % 100);
    json_begin_object(js);
    json_view_text(js, "month", text);
    json_view_results(js, results);
    json_end(js);
}

static uint32_t after(uint32_t month)
{
    return month % 100 >= 12 ? month / 100 * 100 + 101 : month + 1;
}

/* Writes the month before, and nothing for those in between. */
static void take_month(void *ctx, uint32_t yyyymm, struct tabia_results results)
{
    struct months *m = ctx;
    if (yyyymm / 100 == 0 || yyyymm % 100 == 0 || yyyymm % 100 > 12)
        return; // not known
    if (m->last) {
        put_month(m->js, m->last, m->held);
        for (uint32_t i = after(m->last); i < yyyymm; i = after(i))
            put_month(m->js, i, (struct tabia_results){ 0, 0, 0 });
    }
    m->last = yyyymm;
    m->held = results;
}

bool explorer_put_history(struct json *js, const struct loan *loan,
                          const struct query *q, bool is_whole,
                          struct tabia_error *err)
{
    const struct tabia_store *store = loan->volume->store;
    struct months months = { .js = js };
    bool is_done = true;
    json_key(js, "history");
    json_begin_array(js);
    if (store && tabia_store_info(store).by & TABIA_BY_MONTH) {
        const struct tabia_query query = { .filter = &q->filter,
                                           .drop_filters = true };
        unsigned ignored;
        const struct tabia_store_filter filter =
            source_filter(loan->volume->source, &query, &ignored);
        is_done = tabia_store_history(store, &q->pos, &filter, take_month,
                                      &months, err);
        if (months.last && is_whole)
            put_month(js, months.last, months.held);
    }
    json_end(js);
    return is_done;
}

/* ---- performance ----------------------------------------------------- */

int explorer_rating_difference(unsigned percent)
{
    static const short above[] = {
        0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
        95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
        202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
        351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
    };
    if (percent > 100)
        percent = 100;
    return percent >= 50 ? above[percent - 50] : -above[50 - percent];
}
