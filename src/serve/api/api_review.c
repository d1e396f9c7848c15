/*
 * api_review.c - where the games of a body left a book
 */
#include <stdio.h>
#include <string.h>

#include "serve/api/api.h"
#include "serve/api/api_sources.h"
#include "serve/api/endpoint.h"
#include "study/review/review_view.h"

#include "base/banned.h"

enum {
    DEPARTURES = 100,
    DEPARTURES_MAX = 1000,
    PLAYERS_MAX = 16,
    REVIEW_SECONDS = 30,
};

/* A request in progress. */
struct review_request {
    struct endpoint_deadline deadline;
    char names[PARAM_TEXT_MAX + 1]; // of players, each with a NUL
    const char *players[PLAYERS_MAX];
    size_t nplayers;
};

/* Names of players have commas, so semicolons separate them. */
static bool split_players(struct review_request *r, const char *text,
                          struct reply *reply)
{
    snprintf(r->names, sizeof(r->names), "%s", text ? text : "");
    for (char *at = r->names; *at;) {
        const size_t len = strcspn(at, ";");
        char *next = at + len + (at[len] == ';');
        at[len] = '\0';
        if (len && r->nplayers == PLAYERS_MAX) {
            reply_error(reply, HTTP_BAD_REQUEST, "player: more than %d names",
                        PLAYERS_MAX);
            return false;
        }
        if (len)
            r->players[r->nplayers++] = at;
        at = next;
    }
    return true;
}

static void reply_review_failure(const struct review_request *r,
                                 const struct tabia_error *err,
                                 struct reply *reply)
{
    char late[64];
    snprintf(late, sizeof(late), "the review took longer than %d seconds",
             REVIEW_SECONDS);
    if (err->status == TABIA_ERR_STOPPED)
        endpoint_reply_stopped(&r->deadline, late, reply);
    else
        reply_library_error(
            reply, err->status == TABIA_ERR_LIMIT ? HTTP_BUSY : HTTP_FAILED,
            err);
}

static void answer_review(struct review_request *r, const struct call *call,
                          const struct loan *book,
                          const struct api_sources *sources,
                          struct reply *reply)
{
    const struct request_params *params = &call->params;
    const struct tabia_source *source = shelf_loan_source(book);
    const char *id = book->volume->id;
    const struct review_options options = {
        .books = &source,
        .book_names = &id,
        .nbooks = 1,
        .against = sources->list,
        .against_names = sources->ids,
        .nagainst = sources->n,
        .players = r->players,
        .nplayers = r->nplayers,
        .side = params->player_color == PARAM_ABSENT  ? TABIA_SIDE_BOTH
                : params->player_color == TABIA_WHITE ? TABIA_SIDE_WHITE
                                                      : TABIA_SIDE_BLACK,
        .names = r->deadline.srv->names.names,
        .nthreads = 1,
        .is_stopped = endpoint_deadline_is_over,
        .ctx = &r->deadline,
    };
    struct tabia_error err = { 0 };
    struct json_writer js;
    struct review *review = review_new(&options, &err);
    if (review && review_read_text(review, call->body, &err) &&
        review_finish(review, &err)) {
        reply_begin_json(reply, &js);
        review_view_put_json(
            review, endpoint_number(params->limit, DEPARTURES, DEPARTURES_MAX),
            &js);
        reply_end(reply);
    } else {
        reply_review_failure(r, &err, reply);
    }
    review_free(review);
}

void api_review(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct review_request r = {
        .deadline = endpoint_deadline_in(srv, call, REVIEW_SECONDS),
    };
    struct api_sources sources = { .n = 0 };
    struct loan book;
    if (call->body.size == 0) {
        reply_error(reply, HTTP_BAD_REQUEST, "the body has no games");
        return;
    }
    if (!split_players(&r, call->params.player, reply) ||
        !endpoint_borrow(srv, call, &book, reply))
        return;
    if (!shelf_loan_source(&book))
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a book",
                    book.volume->id);
    else if (api_sources_borrow(srv, &call->params, false, &sources, reply))
        answer_review(&r, call, &book, &sources, reply);
    api_sources_return(srv, &sources, reply);
    endpoint_return_loan(srv, &book, reply);
}
