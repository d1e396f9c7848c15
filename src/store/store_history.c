/*
 * store_history.c - the results of a position, month by month
 */
#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"
#include "store/store_def.h"
#include "base/banned.h"

struct month {
    uint32_t yyyymm;
    struct tabia_results results;
};

struct months {
    struct month *list; // in any order, and again and again
    size_t n, room;
};

static bool add_month(struct months *months, uint32_t yyyymm,
                      const struct tally_cell *cell, struct tabia_error *err)
{
    if (!VEC_RESERVE(months->list, months->room, months->n + 1, SIZE_MAX, err))
        return false;
    months->list[months->n++] = (struct month){
        .yyyymm = yyyymm,
        .results = cell->results,
    };
    return true;
}

static int compare_months(const void *a, const void *b, void *ctx)
{
    const struct month *x = a, *y = b;
    (void)ctx;
    return (x->yyyymm > y->yyyymm) - (x->yyyymm < y->yyyymm);
}

/* Each month once, the oldest first. */
static bool sum_months(struct months *months, struct tabia_error *err)
{
    struct month *list = months->list;
    size_t n = 0;
    if (!sort_merge(list, months->n, sizeof(*list), compare_months, NULL, NULL,
                    err))
        return false;
    for (size_t i = 0; i < months->n; i++) {
        if (n && list[n - 1].yyyymm == list[i].yyyymm) {
            tabia_results_add(&list[n - 1].results, &list[i].results);
        } else {
            list[n++] = list[i];
        }
    }
    months->n = n;
    return true;
}

static bool add_cell_months(const struct tabia_store_filter *filter,
                            struct tally_reader *r, struct months *months,
                            struct tabia_error *err)
{
    while (r->cells_left && tally_reader_ok(r)) {
        struct tally_cell cell;
        tally_reader_cell(r, &cell);
        if (tally_reader_ok(r) && store_filter_passes(filter, cell.group) &&
            !add_month(months, cell.group >> 8, &cell, err))
            return false;
    }
    return true;
}

static bool add_game_months(const struct tabia_store *store,
                            const struct tabia_store_filter *filter,
                            const struct tally_reader *r, struct months *months,
                            struct tabia_error *err)
{
    for (size_t i = 0; i < r->ngames; i++) {
        struct tally_game row;
        struct tally_cell cell = { .group = 0 };
        if (!store_row(store, r->games[i], &row, err))
            return false;
        tally_cell_add_game(&cell, r->turn, &row);
        if (store_filter_passes(filter, tally_group(store->tail.by, &row)) &&
            !add_month(months, row.date / 100, &cell, err))
            return false;
    }
    return true;
}

static bool read_months(const struct tabia_store *store,
                        const struct tabia_pos *pos,
                        const struct tabia_store_filter *filter,
                        struct tabia_bytes body, struct months *months,
                        struct tabia_error *err)
{
    static const struct tabia_store_filter nothing = { .ratings = 1u << 16 };
    struct tally_reader r;
    tally_reader_init(&r, body, store->tail.by);
    while (tally_reader_move(&r)) {
        // A move that is not legal belongs to another position.
        const struct tabia_store_filter *which =
            tabia_pos_is_legal(pos, r.move) ? filter : &nothing;
        if (!(r.ncells ? add_cell_months(which, &r, months, err)
                       : add_game_months(store, which, &r, months, err)))
            return false;
    }
    return tally_reader_ok(&r) || store_bad_tally(store, body, err);
}

bool tabia_store_history(const struct tabia_store *store,
                         const struct tabia_pos *pos,
                         const struct tabia_store_filter *filter,
                         void (*on_month)(void *ctx, uint32_t yyyymm,
                                          struct tabia_results results),
                         void *ctx, struct tabia_error *err)
{
    struct tabia_store_filter by_month = { .since = 1 };
    struct tabia_bytes body;
    if (!store_filter_is_allowed(store, &by_month, err))
        return false;
    by_month.since = 0;
    if (!filter)
        filter = &by_month;
    if (!store_filter_is_allowed(store, filter, err) ||
        !store_find_key(store, tally_key(pos), &body, err))
        return false;
    if (!body.data)
        return true;

    struct months months = { NULL, 0, 0 };
    const bool ok = read_months(store, pos, filter, body, &months, err) &&
                    sum_months(&months, err);
    for (size_t i = 0; ok && i < months.n; i++)
        on_month(ctx, months.list[i].yyyymm, months.list[i].results);
    free(months.list);
    return ok;
}
