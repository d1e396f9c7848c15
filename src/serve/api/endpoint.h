/*
 * endpoint.h - what the handlers of endpoints share: loans, bodies, names
 */
#ifndef SERVE_ENDPOINT_H
#define SERVE_ENDPOINT_H

#include <jansson.h>

#include "serve/server_internal.h"

/* Borrows the book that the request names, or replies with 404. */
bool endpoint_borrow(struct server *srv, const struct call *call,
                     struct loan *loan, struct reply *reply);

/* True if the file is intact; else replies with 503 and returns the loan. */
bool endpoint_check_loan(struct server *srv, struct loan *loan,
                         struct reply *reply);

/*
 * Returns the loan; replies with 503 instead if its file was overwritten
 * meanwhile, because nothing read from it is reliable.
 */
void endpoint_return_loan(struct server *srv, struct loan *loan,
                          struct reply *reply);

/* When a request that works long has to stop. */
struct endpoint_deadline {
    struct server *srv;
    const struct call *call;
    uint64_t end_ns;
    _Atomic int why; // enum endpoint_end: what ended it, once it is over
};

enum endpoint_end {
    ENDPOINT_END_NONE,
    ENDPOINT_END_LATE,
    ENDPOINT_END_SERVER,
    ENDPOINT_END_CLIENT
};

/* The deadline of a request that may take this many seconds from now. */
struct endpoint_deadline endpoint_deadline_in(struct server *srv,
                                              const struct call *call,
                                              unsigned seconds);

/*
 * True if the time is up, the client is gone or the server ends; for
 * 'is_stopped', in any thread.
 */
bool endpoint_deadline_is_over(void *ctx);

/*
 * Replies after TABIA_ERR_STOPPED: with 413 and 'late' if the time was up, 499
 * if the client is gone, else 503.
 */
void endpoint_reply_stopped(const struct endpoint_deadline *deadline,
                            const char *late, struct reply *reply);

/*
 * Loads the book of a loan if it is only searched so far. Else replies with 404
 * if it is too large, 413 if that takes too long, and returns the loan.
 */
bool endpoint_load(struct server *srv, const struct call *call,
                   struct loan *loan, struct reply *reply);

/* Like endpoint_borrow, and loads it. */
bool endpoint_borrow_book(struct server *srv, const struct call *call,
                          struct loan *loan, struct reply *reply);

/* Like endpoint_borrow, for a set of puzzles; or replies with 404. */
bool endpoint_borrow_puzzles(struct server *srv, const struct call *call,
                             struct loan *loan, struct reply *reply);

/*
 * The JSON object in the body; the caller frees it. NULL after an error reply.
 */
json_t *endpoint_read_body(const struct call *call, struct reply *reply);

/*
 * The name of the last named position on the way; the book's own names come
 * first. False if there is none.
 */
bool endpoint_find_opening(const struct server *srv, const struct loan *loan,
                           const struct request_params *params,
                           struct tabia_name *name);

/* The name of exactly this position. False if it has none. */
bool endpoint_find_name(const struct server *srv, const struct loan *loan,
                        const struct tabia_pos *pos, struct tabia_name *name);

/*
 * Looks up the position after the moves of the request. Parts of the filter
 * that a source cannot apply are ignored. 'player': of a store only games of
 * this player, with the colour that the request names; NULL: all games.
 */
bool endpoint_look_up(const struct loan *loan,
                      const struct request_params *params, const char *player,
                      struct tabia_answer *answer, struct tabia_error *err);

/* The pieces that the player of the request had. */
enum tabia_side endpoint_player_side(const struct request_params *params);

/* A number from the request, or 'default_value'; at most 'max'. */
unsigned endpoint_number(int value, unsigned default_value, unsigned max);

#endif
