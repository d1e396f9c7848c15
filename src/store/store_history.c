/*
 * store_history.c - the results of a position, month by month
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/body_read.h"
#include "store/game_list.h"
#include "store/store_def.h"
#include "base/banned.h"

struct store_month {
    uint32_t yyyymm;
    struct tabia_tally results;
};

struct store_months {
    struct store_month *list; // in any order, and again and again
    size_t n, room;
};

static bool add_month(struct store_months *months, uint32_t yyyymm,
                      const struct tally_cell *cell, struct tabia_error *err)
{
    if (!VEC_RESERVE(months->list, months->room, months->n + 1, SIZE_MAX, err))
        return false;
    months->list[months->n++] = (struct store_month){
        .yyyymm = yyyymm,
        .results = cell->results,
    };
    return true;
}

static int compare_months(const void *a, const void *b, void *ctx)
{
    const struct store_month *x = a, *y = b;
    (void)ctx;
    return (x->yyyymm > y->yyyymm) - (x->yyyymm < y->yyyymm);
}

/* Each month once, the oldest first. */
static bool sum_months(struct store_months *months, struct tabia_error *err)
{
    struct store_month *list = months->list;
    size_t n = 0;
    if (!sort_stable(list, months->n, sizeof(*list), compare_months, NULL, NULL,
                     err))
        return false;
    for (size_t i = 0; i < months->n; i++) {
        if (n && list[n - 1].yyyymm == list[i].yyyymm) {
            tabia_tally_add(&list[n - 1].results, &list[i].results);
        } else {
            list[n++] = list[i];
        }
    }
    months->n = n;
    return true;
}

static bool read_months(const struct tabia_store *store,
                        const struct tabia_pos *pos,
                        const struct tabia_store_filter *filter,
                        const struct store_found *found,
                        struct store_months *months, struct tabia_error *err)
{
    struct body_reader r;
    struct tally_cell cell;
    if (!found->body.data) {
        cell = (struct tally_cell){
            .group = tally_group(store->tail.rule.dimensions, &found->row)
        };
        tally_cell_add_game(&cell, pos->turn, &found->row);
        return !store_filter_passes(filter, cell.group) ||
               !tabia_pos_is_legal(pos, found->move) ||
               add_month(months, found->row.date / 100, &cell, err);
    }
    body_reader_init(&r, found->body, &store->rule);
    while (body_reader_move(&r)) {
        // A move that is not legal belongs to another position.
        const bool is_legal = tabia_pos_is_legal(pos, r.move);
        while (body_reader_cell(&r, &cell))
            if (is_legal && store_filter_passes(filter, cell.group) &&
                !add_month(months, cell.group >> 8, &cell, err))
                return false;
    }
    return body_reader_end(&r) ||
           store_fail_body(store, &found->positions, found->body, err);
}

/* Those that the store has counted. */
static bool find_months(const struct tabia_store *store,
                        const struct tabia_pos *pos,
                        const struct tabia_store_filter *filter,
                        struct store_months *months, struct tabia_error *err)
{
    const struct tabia_store_filter by_month = { .since = 1 };
    struct store_found found;
    if (!store_filter_is_allowed(store, &by_month, err) ||
        !store_filter_is_allowed(store, filter, err) ||
        !store_find_position(store, pos, &found, err))
        return false;
    const bool ok = (!found.body.data && found.game == TABIA_GAME_NONE) ||
                    read_months(store, pos, filter, &found, months, err);
    store_found_clear(&found);
    return ok;
}

struct month_search {
    struct store_months *months;
    uint8_t turn;
    bool has_room;
    struct tabia_error *err;
};

static bool add_game_month(void *ctx, const struct store_ranked *ranked)
{
    struct month_search *search = ctx;
    struct tally_cell cell = { .group = 0 };
    tally_cell_add_game(&cell, search->turn, &ranked->row);
    search->has_room =
        add_month(search->months, ranked->row.date / 100, &cell, search->err);
    return search->has_room;
}

bool tabia_store_list_months(
    const struct tabia_store *store, const struct tabia_pos *pos,
    const struct tabia_store_months_options *options,
    bool (*on_month)(void *ctx, uint32_t yyyymm,
                     const struct tabia_tally *results),
    void *ctx, struct tabia_error *err)
{
    static const struct tabia_store_months_options defaults;
    static const struct tabia_store_filter all;
    if (!options)
        options = &defaults;
    if (options->side > TABIA_SIDE_BLACK || (options->side && !options->player))
        return error_set(err, TABIA_ERR_MISUSE, "a side needs a player");
    const struct game_selection selection = {
        .pos = pos,
        .filter = options->filter ? *options->filter : all,
        .player = options->player,
        .colors = game_list_colors(options->side),
    };
    struct store_months months = { NULL, 0, 0 };
    struct month_search search = { &months, pos->turn, true, err };
    const bool ok =
        (options->player
             ? game_list_each(store, &selection, add_game_month, &search,
                              err) &&
                   search.has_room
             : find_months(store, pos, &selection.filter, &months, err)) &&
        sum_months(&months, err);
    for (size_t i = 0;
         ok && i < months.n &&
         on_month(ctx, months.list[i].yyyymm, &months.list[i].results);
         i++)
        continue;
    free(months.list);
    return ok;
}
