/*
 * live_engines.c - engines that show what they think, one for each visitor
 */
#include "serve/engines/live_engines.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error_internal.h"

#include "base/banned.h"

enum { QUIT_MS = 200 };
static const uint64_t idle_ns = 60 * UINT64_C(1000000000);

struct live_search {
    struct live_engines *engines;
    struct live_seat *seat; // NULL: taken away
};

/* ---- the engines -------------------------------------------------------- */

bool live_engines_init(struct live_engines *engines, const char *path,
                       size_t nseats, int ms, struct tabia_error *err)
{
    *engines = (struct live_engines){
        .lock = lock_new(err),
        .path = path,
        .ms = ms,
        .nseats = nseats < LIVE_SEATS_MAX ? nseats : LIVE_SEATS_MAX,
    };
    return engines->lock != NULL;
}

void live_engines_clear(struct live_engines *engines)
{
    for (size_t i = 0; i < engines->nseats; i++)
        analysis_close(engines->seats[i].engine, QUIT_MS);
    lock_free(engines->lock);
    *engines = (struct live_engines){ .nseats = 0 };
}

/* What to do with the engine of a free seat: its time to end, -1 to keep it. */
static int tidy_seat(const struct live_seat *seat, uint64_t now)
{
    struct tabia_error err = { 0 };
    const enum analysis_state state = analysis_poll(seat->engine, &err);
    if (state == ANALYSIS_LOST)
        return 0;
    return state == ANALYSIS_IDLE && now - seat->since_ns > idle_ns ? QUIT_MS
                                                                    : -1;
}

bool live_engines_tidy(struct live_engines *engines)
{
    size_t nengines = 0;
    const uint64_t now = clock_now_ns();
    for (size_t i = 0; i < engines->nseats; i++) {
        struct live_seat *seat = &engines->seats[i];
        struct analysis *ended = NULL;
        int grace = -1;
        lock_acquire(engines->lock);
        if (seat->engine && !seat->user)
            grace = tidy_seat(seat, now);
        if (grace >= 0) {
            ended = seat->engine;
            seat->engine = NULL;
        }
        nengines += seat->engine != NULL;
        lock_release(engines->lock);
        analysis_close(ended, grace);
    }
    return nengines > 0;
}

/* ---- seats ----------------------------------------------------------- */

static bool is_same_address(const struct live_seat *seat,
                            const struct live_visitor *visitor)
{
    return strcmp(seat->visitor.address, visitor->address) == 0;
}

static size_t count_seats(const struct live_engines *engines,
                          const struct live_visitor *visitor)
{
    size_t n = 0;
    for (size_t i = 0; i < engines->nseats; i++)
        n += engines->seats[i].user &&
             is_same_address(&engines->seats[i], visitor);
    return n;
}

/* The visitor's own seat, or a free one; one with an engine if possible. */
static struct live_seat *find_seat(struct live_engines *engines,
                                   const struct live_visitor *visitor)
{
    struct live_seat *best = NULL;
    for (size_t i = 0; i < engines->nseats; i++) {
        struct live_seat *seat = &engines->seats[i];
        const bool is_own = is_same_address(seat, visitor) &&
                            strcmp(seat->visitor.name, visitor->name) == 0;
        if (seat->user && is_own)
            return seat;
        if (!seat->user && (!best || (seat->engine && !best->engine) ||
                            (seat->engine && is_own)))
            best = seat;
    }
    return best;
}

/* The oldest seat of the address that has most, and more than one. */
static struct live_seat *find_spare_seat(struct live_engines *engines)
{
    struct live_seat *best = NULL;
    size_t most = 2;
    for (size_t i = 0; i < engines->nseats; i++) {
        struct live_seat *seat = &engines->seats[i];
        const size_t n = count_seats(engines, &seat->visitor);
        if (n > most ||
            (n == most && (!best || seat->since_ns < best->since_ns)))
            best = seat;
        most = n > most ? n : most;
    }
    return best;
}

/* An engine that died since its last search is replaced. */
static bool provide_engine(struct live_engines *engines, struct live_seat *seat,
                           struct tabia_error *err)
{
    struct tabia_error old = { 0 };
    if (seat->engine && analysis_poll(seat->engine, &old) == ANALYSIS_LOST) {
        analysis_close(seat->engine, 0);
        seat->engine = NULL;
    }
    if (!seat->engine)
        seat->engine = analysis_open(engines->path, err);
    return seat->engine != NULL;
}

static bool take_seat(struct live_search *search,
                      const struct live_visitor *visitor,
                      const struct tabia_pos *pos, size_t nlines,
                      struct tabia_error *err)
{
    struct live_engines *engines = search->engines;
    struct live_seat *seat = find_seat(engines, visitor);
    if (!seat)
        seat = find_spare_seat(engines);
    if (!seat)
        return error_set(err, TABIA_ERR_LIMIT,
                         "all %zu engines are taken; try again later",
                         engines->nseats);
    if (!provide_engine(engines, seat, err))
        return false;
    if (seat->user)
        seat->user->seat = NULL;
    seat->user = search;
    seat->visitor = *visitor;
    seat->since_ns = clock_now_ns();
    search->seat = seat;
    analysis_start(seat->engine, pos, nlines, engines->ms);
    return true;
}

struct live_search *live_engines_enter(struct live_engines *engines,
                                       const struct live_visitor *visitor,
                                       const struct tabia_pos *pos,
                                       size_t nlines, struct tabia_error *err)
{
    struct live_search *search = calloc(1, sizeof(*search));
    if (!search) {
        error_nomem(err);
        return NULL;
    }
    search->engines = engines;
    lock_acquire(engines->lock);
    const bool is_in = take_seat(search, visitor, pos, nlines, err);
    lock_release(engines->lock);
    if (is_in)
        return search;
    free(search);
    return NULL;
}

static enum live_state live_engines_poll_locked(struct live_search *search,
                                                struct analysis_view *view,
                                                struct tabia_error *err)
{
    struct live_seat *seat = search->seat;
    if (!seat)
        return LIVE_REPLACED;
    const enum analysis_state state = analysis_poll(seat->engine, err);
    *view = *analysis_view(seat->engine);
    if (state != ANALYSIS_LOST)
        return state == ANALYSIS_BUSY ? LIVE_RUNNING : LIVE_DONE;
    analysis_close(seat->engine, 0);
    seat->engine = NULL;
    seat->user = NULL;
    search->seat = NULL;
    return LIVE_FAILED;
}

enum live_state live_engines_poll(struct live_search *search,
                                  struct analysis_view *view,
                                  struct tabia_error *err)
{
    lock_acquire(search->engines->lock);
    const enum live_state state = live_engines_poll_locked(search, view, err);
    lock_release(search->engines->lock);
    return state;
}

void live_engines_leave(struct live_search *search)
{
    struct live_engines *engines = search->engines;
    lock_acquire(engines->lock);
    if (search->seat) {
        analysis_stop(search->seat->engine);
        search->seat->user = NULL;
        search->seat->since_ns = clock_now_ns();
    }
    lock_release(engines->lock);
    free(search);
}
