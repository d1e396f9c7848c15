/*
 * api_practice_overview.c - practice so far and to come
 */
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/api/practice.h"

#include "base/banned.h"

enum {
    FORECAST_MAX = 365,
    WEAKEST_MAX = 100,
};

static void put_calendar(struct practice_request *r)
{
    const struct cards *cards = &r->cards;
    struct json_writer *js = &r->js;
    json_writer_key(js, "calendar");
    json_writer_begin_array(js);
    for (size_t i = 0; i < cards->ndays; i++) {
        const struct card_day *day = &cards->days[i];
        if (day->day <= r->today - TRAINING_CALENDAR_DAYS)
            continue;
        json_writer_begin_object(js);
        practice_put_day(js, "day", day->day);
        json_writer_pair_uint(js, "again", day->again);
        json_writer_pair_uint(js, "hard", day->hard);
        json_writer_pair_uint(js, "good", day->good);
        json_writer_pair_uint(js, "new", day->new_cards);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_forecast(struct practice_request *r)
{
    const size_t n =
        practice_number(r, "days", TRAINING_FORECAST_DAYS, FORECAST_MAX);
    struct json_writer *js = &r->js;
    uint32_t due[FORECAST_MAX];
    training_forecast(&r->decisions, &r->cards, r->today, due, n);
    json_writer_key(js, "forecast");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        json_writer_begin_object(js);
        practice_put_day(js, "day", r->today + (int32_t)i);
        json_writer_pair_uint(js, "due", due[i]);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_positions(struct practice_request *r)
{
    struct json_writer *js = &r->js;
    json_writer_key(js, "positions");
    json_writer_begin_array(js);
    for (size_t i = 0; i < r->decisions.n; i++) {
        const struct training_memory m =
            training_memory_of(&r->decisions, &r->cards, i, r->today);
        json_writer_begin_object(js);
        json_writer_pair_uint(js, "id", r->decisions.list[i].position);
        json_writer_key(js, "key");
        json_writer_put_hex64(js, r->decisions.list[i].key);
        json_writer_pair_text(js, "state", training_state_names[m.state]);
        if (m.is_answered)
            practice_put_rounded(js, "retention", m.retention, 1e4);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static bool put_overview(struct practice_request *r)
{
    struct training_memory weakest[WEAKEST_MAX];
    struct json_writer *js = &r->js;
    struct training t;
    size_t n;
    const struct training_options options = {
        .today = r->today,
        .new_per_day =
            practice_number(r, "new", TRAINING_NEW_PER_DAY, PRACTICE_NEW_MAX),
    };
    if (!training_plan(&t, &r->decisions, &r->cards, &options, &r->err))
        return practice_fail(r, HTTP_FAILED);
    const struct training_counts counts = t.counts;
    training_clear(&t);
    if (!training_weakest(&r->decisions, &r->cards, r->today, weakest,
                          practice_number(r, "weakest", TRAINING_WEAKEST_MAX,
                                          WEAKEST_MAX),
                          &n, &r->err))
        return practice_fail(r, HTTP_FAILED);
    reply_begin_json(r->reply, js);
    json_writer_begin_object(js);
    practice_put_head(r);
    practice_put_counts(js, &counts);
    put_calendar(r);
    put_forecast(r);
    json_writer_key(js, "weakest");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++)
        practice_put_card(r, weakest[i].decision, weakest[i].state,
                          TABIA_NUMBER_NONE);
    json_writer_end(js);
    put_positions(r);
    json_writer_end(js);
    reply_end(r->reply);
    return true;
}

void api_practice_overview(struct server *srv, const struct call *call,
                           struct reply *reply)
{
    struct practice_request r;
    if (!practice_begin(&r, srv, call, reply, PRACTICE_BOOK))
        return;
    if (practice_find_decisions(&r) && practice_read_cards(&r))
        put_overview(&r);
    practice_end(&r);
}
