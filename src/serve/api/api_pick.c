/*
 * api_pick.c - a move to play against, as the book picks
 */
#include <stdlib.h>

#include "format/format_contract.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "tabia/pick.h"

#include "base/banned.h"

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
    const bool ok =
        endpoint_look_up(loan, params, params->player, &answer, err);
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
    struct tabia_error err = { 0 };
    if (pick_by_routine(srv, &loan, params, seed, &picked) ||
        pick_by_weight(&loan, params, seed, &picked, &err)) {
        struct tabia_pos after = params->pos;
        reply_begin_json(reply, &js);
        json_writer_begin_object(&js);
        json_view_put_move_of(&js, "move", &params->pos, picked.move);
        if (picked.move != TABIA_MOVE_NONE)
            tabia_pos_play(&after, picked.move);
        json_view_put_move_of(&js, "reply", &after, picked.reply);
        json_writer_end(&js);
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_FAILED, &err);
    }
    endpoint_return_loan(srv, &loan, reply);
}
