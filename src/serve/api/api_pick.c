/*
 * api_pick.c - a move to play against
 */
#include <stdlib.h>

#include "format/format_contract.h"
#include "serve/api/api.h"
#include "serve/api/api_sources.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "study/coverage.h"
#include "study/decisions.h"
#include "tabia/pick.h"

#include "base/banned.h"

/* ---- as the book picks -------------------------------------------------- */

struct picked_moves {
    tabia_move move, reply; // or TABIA_MOVE_NONE
};

/* Lets an amateur book choose by its own routine. */
static bool pick_by_routine(const struct server *srv, const struct loan *loan,
                            const struct request_params *params, uint32_t seed,
                            struct picked_moves *picked)
{
    const struct tabia_format *format = loan->volume->format;
    struct amateur_choice choice;
    uint8_t *data;
    size_t size;
    if (!loan->edition || !format || !format->has_routine)
        return false;
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    if (!tabia_pos_is_same(&params->start, &start) ||
        !tabia_book_encode(loan->edition->book, format, NULL, &data, &size,
                           NULL, NULL))
        return false;
    struct amateur *routine = amateur_new((struct tabia_bytes){ data, size },
                                          &srv->routine.options, NULL);
    const bool is_found =
        routine &&
        amateur_play(routine, params->played, params->nplayed, seed, &choice);
    amateur_free(routine);
    free(data);
    if (is_found)
        *picked = (struct picked_moves){ choice.move, choice.expected_reply };
    return is_found;
}

static bool select_move(const struct loan *loan,
                        const struct request_params *params,
                        enum tabia_pick_method method, uint64_t seed,
                        tabia_move *mv, struct tabia_error *err)
{
    struct tabia_answer answer = { 0 };
    const struct tabia_pick_options options = {
        .method = method,
        .seed = seed,
    };
    const bool ok = endpoint_look_up(loan, params, &answer, err);
    const size_t i = ok ? tabia_pick_move(&params->pos, answer.moves,
                                          answer.nmoves, &options)
                        : 0;
    *mv = ok && i < answer.nmoves ? answer.moves[i].move : TABIA_MOVE_NONE;
    tabia_answer_clear(&answer);
    return ok;
}

/* Chooses by weight; the expected reply is the book's best move. */
static bool pick_by_weight(const struct loan *loan,
                           const struct request_params *params, uint64_t seed,
                           struct picked_moves *picked, struct tabia_error *err)
{
    struct request_params after = *params;
    *picked = (struct picked_moves){ TABIA_MOVE_NONE, TABIA_MOVE_NONE };
    if (!select_move(loan, params, TABIA_PICK_WEIGHTED, seed, &picked->move,
                     err))
        return false;
    if (picked->move == TABIA_MOVE_NONE || params->nplayed == PARAM_PLIES_MAX)
        return true;
    after.played[after.nplayed++] = picked->move;
    tabia_pos_play(&after.pos, picked->move);
    return select_move(loan, &after, TABIA_PICK_BEST, 0, &picked->reply, err);
}

void api_pick(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct request_params *params = &call->params;
    const unsigned seed = endpoint_number(params->seed, 0, PARAM_NUMBER_MAX);
    struct picked_moves picked;
    struct loan loan;
    struct json_writer js;
    if (!endpoint_borrow(srv, call, &loan, reply))
        return;
    struct tabia_error err = { .status = TABIA_OK };
    const bool ok = pick_by_routine(srv, &loan, params, seed, &picked) ||
                    pick_by_weight(&loan, params, seed, &picked, &err);
    shelf_return(&loan);
    if (!ok) {
        reply_library_error(reply, HTTP_FAILED, &err);
        return;
    }
    struct tabia_pos after = params->pos;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_view_put_move_of(&js, "move", &params->pos, picked.move);
    if (picked.move != TABIA_MOVE_NONE)
        tabia_pos_play(&after, picked.move);
    json_view_put_move_of(&js, "reply", &after, picked.reply);
    json_writer_end(&js);
    reply_end(reply);
}

/* ---- as games go --------------------------------------------------------- */

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
    struct tabia_error err = { .status = TABIA_OK };
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
