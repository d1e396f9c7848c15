/*
 * explorer_history.c - results of a position by month
 */
#include "serve/api/explorer_history.h"

#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/explorer.h"
#include "serve/api/json_view.h"
#include "source/answer.h"

#include "base/banned.h"

struct explorer_months {
    struct json_writer *js;
    uint32_t last;           // so far; 0: none
    struct tabia_tally held; // of 'last', not written yet
};

static void explorer_put_month(struct json_writer *js, uint32_t month,
                               struct tabia_tally results)
{
    json_writer_begin_object(js);
    json_view_put_month(js, "month", month / 100 % 10000, month % 100);
    json_view_put_results(js, results);
    json_writer_end(js);
}

static uint32_t month_after(uint32_t month)
{
    return month % 100 >= 12 ? month / 100 * 100 + 101 : month + 1;
}

/* Writes the previous month, and zeros for those in between. */
static bool explorer_add_month(void *ctx, uint32_t yyyymm,
                               const struct tabia_tally *results)
{
    struct explorer_months *m = ctx;
    if (yyyymm / 100 == 0 || yyyymm % 100 == 0 || yyyymm % 100 > 12)
        return true; // unknown
    if (m->last) {
        explorer_put_month(m->js, m->last, m->held);
        for (uint32_t i = month_after(m->last); i < yyyymm; i = month_after(i))
            explorer_put_month(m->js, i, (struct tabia_tally){ 0, 0, 0 });
    }
    m->last = yyyymm;
    m->held = *results;
    return true;
}

bool explorer_history_put(struct json_writer *js, const struct loan *loan,
                          const struct request_params *params,
                          const char *player, bool is_whole,
                          struct tabia_error *err)
{
    const struct tabia_store *store = loan->volume->store;
    struct explorer_months months = { .js = js };
    bool ok = true;
    json_writer_key(js, "history");
    json_writer_begin_array(js);
    if (store && (player || tabia_store_get_info(store).dimensions &
                                TABIA_DIMENSION_MONTH)) {
        const struct tabia_query query = { .filter = &params->filter,
                                           .drop_filters = true,
                                           .player = player };
        unsigned ignored;
        const struct tabia_store_filter filter =
            answer_filter(loan->volume->source, &query, &ignored);
        ok = tabia_store_list_months(
            store, &params->pos,
            &(struct tabia_store_months_options){
                .filter = &filter,
                .player = player,
                .side =
                    player ? endpoint_player_side(params) : TABIA_SIDE_BOTH },
            explorer_add_month, &months, err);
        if (months.last && is_whole)
            explorer_put_month(js, months.last, months.held);
    }
    json_writer_end(js);
    return ok;
}

void explorer_history(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct loan loan;
    struct json_writer js;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    // As on Lichess, the newest month is incomplete unless 'until' is given.
    const bool ok = explorer_history_put(&js, &loan, &call->params, NULL,
                                         call->params.filter.until != 0, &err);
    json_writer_end(&js);
    reply_end(reply);
    if (!ok)
        reply_library_error(reply, HTTP_FAILED, &err);
    endpoint_return_loan(srv, &loan, reply);
}
