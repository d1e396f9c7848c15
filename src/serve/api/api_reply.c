/*
 * api_reply.c - a move to play against, as games go
 */
#include "serve/api/api.h"
#include "serve/api/api_sources.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "study/coverage/likely_replies.h"
#include "study/practice/decisions.h"

#include "base/banned.h"

/* Of the likely moves, those that the book goes on with. */
static size_t keep_answered(const struct loan *book,
                            const struct tabia_pos *pos,
                            const struct likely_move *list, size_t n,
                            struct likely_move *kept, double *sum)
{
    size_t count = 0;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i].move);
        const struct tabia_pos identity = tabia_pos_identity(&after);
        const uint32_t position =
            tabia_book_find_position(book->edition->book, &identity);
        struct tabia_book_move entries[TABIA_MOVES_MAX];
        if (position == TABIA_NUMBER_NONE ||
            !decisions_list_accepted(book->edition->book, position, entries))
            continue;
        kept[count++] = list[i];
        *sum += list[i].share;
    }
    return count;
}

/* The same number from 0 to 1 for a seed and a position. */
static double random_fraction(unsigned seed, tabia_key key)
{
    uint64_t z = key ^ (seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ z >> 31) >> 11) / (double)(UINT64_C(1) << 53);
}

/* Draws from the first of 'from' that has moves which the book answers. */
static bool draw_opponent_move(const struct loan *book,
                               const struct request_params *params,
                               const struct likely_sources *from,
                               struct likely_move *drawn,
                               struct tabia_error *err)
{
    struct likely_move kept[TABIA_MOVES_MAX];
    const struct likely_move *list;
    struct likely_replies *replies = likely_replies_new(false, err);
    size_t n;
    double sum;
    *drawn = (struct likely_move){ .move = TABIA_MOVE_NONE };
    const bool ok = replies && likely_replies_find(replies, from, &params->pos,
                                                   &list, &n, err);
    const size_t count =
        ok ? keep_answered(book, &params->pos, list, n, kept, &sum) : 0;
    double at = count ? sum * random_fraction(endpoint_number(params->seed, 0,
                                                              PARAM_NUMBER_MAX),
                                              params->pos.key)
                      : 0;
    for (size_t i = 0; i < count; i++) {
        *drawn = (struct likely_move){ kept[i].share / sum, kept[i].move };
        if (at < kept[i].share)
            break;
        at -= kept[i].share;
    }
    likely_replies_free(replies);
    return ok;
}

void api_reply(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct request_params *params = &call->params;
    struct tabia_error err = { 0 };
    struct likely_move drawn = { .move = TABIA_MOVE_NONE };
    struct api_sources sources = { .n = 0 };
    const char *id = NULL;
    struct loan book;
    struct json_writer js;
    if (!endpoint_borrow_book(srv, call, &book, reply))
        return;
    bool ok = api_sources_borrow(srv, params, false, &sources, reply);
    if (ok) {
        // The sources in turn, then the book itself.
        for (size_t i = 0;
             ok && drawn.move == TABIA_MOVE_NONE && i <= sources.n; i++) {
            const struct tabia_source *one =
                i < sources.n ? sources.list[i] : shelf_loan_source(&book);
            const struct likely_sources from = { &one, 1, &params->filter };
            ok = draw_opponent_move(&book, params, &from, &drawn, &err);
            id = i < sources.n ? sources.ids[i] : NULL;
        }
        if (ok) {
            reply_begin_json(reply, &js);
            json_writer_begin_object(&js);
            json_view_put_move_of(&js, "move", &params->pos, drawn.move);
            json_view_put_share(&js, "share", drawn.share);
            json_writer_pair_text(&js, "source", id);
            json_writer_end(&js);
            reply_end(reply);
        } else {
            reply_library_error(reply, HTTP_FAILED, &err);
        }
    }
    api_sources_return(srv, &sources, reply);
    shelf_return(&book);
}
