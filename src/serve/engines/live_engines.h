/*
 * live_engines.h - engines that show what they think, one for each visitor
 *
 *     struct live_search *search =
 *         live_engines_enter(engines, &visitor, &pos, 3, err);
 *     while (live_engines_poll(search, &shown, err) == LIVE_RUNNING)
 *         ...
 *     live_engines_leave(search);
 *
 * The number of engines is limited. A visitor who asks for another position
 * gets the engine that he has, and his former search ends. When all engines
 * are taken, an address with several gives its oldest away; if every address
 * has one only, the newcomer is refused.
 */
#ifndef SERVE_LIVE_ENGINES_H
#define SERVE_LIVE_ENGINES_H

#include "base/compiler.h"
#include "base/lock.h"
#include "engine/analysis.h"

enum {
    LIVE_SEATS_MAX = 64,
    LIVE_NAME_SIZE = 65,
    LIVE_ADDRESS_SIZE = 64,
};

/* Who asks: several pages may be open at one address. */
struct live_visitor {
    char address[LIVE_ADDRESS_SIZE];
    char name[LIVE_NAME_SIZE]; // chosen by the page; "": none
};

struct live_search;

struct live_seat {
    struct analysis *engine;  // NULL: none was needed yet
    struct live_search *user; // NULL: the seat is free
    struct live_visitor visitor;
    uint64_t since_ns; // of its use, or of its end
};

struct live_engines {
    struct lock *lock; // owned; for all of it, and its engines
    const char *path;  // of the engine; NULL: none
    int ms;            // for one position
    size_t nseats;
    struct live_seat seats[LIVE_SEATS_MAX];
};

enum live_state {
    LIVE_RUNNING,
    LIVE_DONE,     // time is up, or the engine knows all it wants to know
    LIVE_REPLACED, // the visitor has gone to another position
    LIVE_FAILED,
};

/* 'nseats' engines at most, 'ms' milliseconds for a position. */
bool live_engines_init(struct live_engines *engines, const char *path,
                       size_t nseats, int ms, struct tabia_error *err);

/* All visitors must have left. Accepts the zero value. */
void live_engines_clear(struct live_engines *engines);

/*
 * Tidies up unused engines: one that does not stop is killed, and one that was
 * not needed for a minute ends. Call it now and then; false if no engine is
 * running.
 */
bool live_engines_tidy(struct live_engines *engines);

/* NULL, with TABIA_ERR_LIMIT if all engines are taken. */
struct live_search *live_engines_enter(struct live_engines *engines,
                                       const struct live_visitor *visitor,
                                       const struct tabia_pos *pos,
                                       size_t nlines,
                                       struct tabia_error *err) MUST_CHECK;

/* What the engine has found so far; 'err' has the reason if it failed. */
enum live_state live_engines_poll(struct live_search *search,
                                  struct analysis_view *view,
                                  struct tabia_error *err);

/* Stops the search. The engine stays for the next one. */
void live_engines_leave(struct live_search *search);

#endif
