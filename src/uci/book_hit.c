/*
 * book_hit.c - the move that a book plays, and what the book says of it
 */
#include "uci/book_hit.h"

#include "base/banned.h"

void book_hit_clear(struct book_hit *hit)
{
    tabia_answer_clear(&hit->answer);
}

tabia_move book_hit_reply(const struct book_hit *hit,
                          const struct tabia_pos *pos)
{
    const struct tabia_pick_options best = {
        .method = TABIA_PICK_BEST,
    };
    struct tabia_answer answer = { .nmoves = 0 };
    tabia_move reply = TABIA_MOVE_NONE;
    if (tabia_source_find(hit->source, pos, NULL, &answer, NULL)) {
        const size_t i =
            tabia_pick_move(pos, answer.moves, answer.nmoves, &best);
        reply = i < answer.nmoves ? answer.moves[i].move : TABIA_MOVE_NONE;
    }
    tabia_answer_clear(&answer);
    return reply;
}

int book_hit_score_cp(const struct book_hit *hit, size_t i,
                      enum tabia_color turn)
{
    enum { CP_MAX = 10000 };
    const struct tabia_node_data *data = &hit->answer.after_data[i];
    if (!(data->has & TABIA_HAS_EVAL) || data->eval.kind != TABIA_EVAL_CP ||
        data->eval.value > CP_MAX || data->eval.value < -CP_MAX)
        return 0;
    return turn == TABIA_WHITE ? data->eval.value : -data->eval.value;
}
