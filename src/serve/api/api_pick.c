/*
 * api_pick.c - the move that a book plays, for those who play against it
 */
#include <stdlib.h>

#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "tabia/transform.h"

#include "base/banned.h"

struct picked {
    tabia_move move, reply; // or TABIA_MOVE_NONE
};

static bool is_from_start(const struct query *q)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    return tabia_pos_is_same(&q->start, &start);
}

/* An amateur book as it is now, asked by its own routine. */
static bool pick_by_routine(const struct server *srv, const struct loan *loan,
                            const struct query *q, uint32_t seed,
                            struct picked *picked)
{
    const struct tabia_format *format = loan->volume->format;
    struct amateur_reply reply;
    uint8_t *data;
    size_t size;
    if (!loan->edition || !format || !tabia_format_info(format)->has_routine ||
        !is_from_start(q) ||
        !tabia_book_encode(loan->edition->book, format, NULL, &data, &size,
                           NULL, NULL))
        return false;
    struct amateur *routine = amateur_open((struct tabia_bytes){ data, size },
                                           &srv->routine.options, NULL);
    const bool is_found =
        routine && amateur_play(routine, q->played, q->nplayed, seed, &reply);
    amateur_close(routine);
    free(data);
    if (is_found)
        *picked = (struct picked){ reply.move, reply.hint };
    return is_found;
}

static bool select_move(const struct loan *loan, const struct query *q,
                        enum tabia_choice choice, uint64_t seed, tabia_move *mv,
                        struct tabia_error *err)
{
    struct tabia_answer found = { 0 };
    const struct tabia_select_options how = {
        .choice = choice,
        .seed = seed,
        .turn = (enum tabia_color)q->pos.turn,
    };
    const bool is_done = api_ask(loan, q, &found, err);
    const size_t i = is_done ? tabia_select(found.moves, found.n, &how) : 0;
    *mv = is_done && i < found.n ? found.moves[i].move : TABIA_MOVE_NONE;
    tabia_answer_clear(&found);
    return is_done;
}

/* By weight; the other side is expected to play what the book thinks best. */
static bool pick_by_weight(const struct loan *loan, const struct query *q,
                           uint64_t seed, struct picked *picked,
                           struct tabia_error *err)
{
    struct query after = *q;
    *picked = (struct picked){ TABIA_MOVE_NONE, TABIA_MOVE_NONE };
    if (!select_move(loan, q, TABIA_CHOICE_WEIGHTED, seed, &picked->move, err))
        return false;
    if (picked->move == TABIA_MOVE_NONE || q->nplayed == QUERY_PLIES_MAX)
        return true;
    after.played[after.nplayed++] = picked->move;
    tabia_pos_play(&after.pos, picked->move);
    return select_move(loan, &after, TABIA_CHOICE_BEST, 0, &picked->reply, err);
}

static void put_move(struct json *js, const char *key,
                     const struct tabia_pos *pos, tabia_move mv)
{
    json_key(js, key);
    if (mv == TABIA_MOVE_NONE) {
        json_put_null(js);
        return;
    }
    json_begin_object(js);
    json_view_move(js, pos, mv);
    json_end(js);
}

void api_pick(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct query *q = &call->query;
    const unsigned seed = api_number(q->seed, 0, QUERY_NUMBER_MAX);
    struct picked picked;
    struct loan loan;
    struct json js;
    if (!api_lend(srv, call, &loan, reply))
        return;
    struct tabia_error err = { .status = TABIA_OK };
    const bool is_done = pick_by_routine(srv, &loan, q, seed, &picked) ||
                         pick_by_weight(&loan, q, seed, &picked, &err);
    shelf_return(&loan);
    if (!is_done) {
        reply_failure(reply, HTTP_FAILED, &err);
        return;
    }
    struct tabia_pos after = q->pos;
    reply_begin(reply, &js);
    json_begin_object(&js);
    put_move(&js, "move", &q->pos, picked.move);
    if (picked.move != TABIA_MOVE_NONE)
        tabia_pos_play(&after, picked.move);
    put_move(&js, "reply", &after, picked.reply);
    json_end(&js);
    reply_end(reply);
}
