/*
 * tichess_sequence.c - the moves of one sequence until it is known to be good
 */
#include "format/tichess_sequence.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "base/banned.h"

enum { STEPS_MAX = 1 << 20 }; // moves of one sequence

struct tichess_step {
    tabia_move mv;
    uint32_t line, col;
};

void tichess_sequence_begin(struct tichess_sequence *s,
                            const struct tabia_pos *start)
{
    if (start)
        s->start = *start;
    else
        tabia_pos_start(&s->start);
    s->pos = s->start;
    s->n = 0;
}

bool tichess_sequence_play(struct tichess_sequence *s, tabia_move mv,
                           uint32_t line, uint32_t col, struct tabia_error *err)
{
    struct tichess_step *more =
        vec_grow(s->steps, &s->room, s->n + 1, sizeof(*more), STEPS_MAX);
    if (!more)
        return s->n < STEPS_MAX
                   ? error_nomem(err)
                   : error_set(err, TABIA_LIMIT,
                               "a sequence has more than %d moves", STEPS_MAX);
    s->steps = more;
    s->steps[s->n++] = (struct tichess_step){ mv, line, col };
    tabia_pos_play(&s->pos, mv);
    return true;
}

static bool add_step(struct tabia_builder *out, struct tabia_cursor *c,
                     const struct tichess_step *step, bool keep_source,
                     struct tabia_error *err)
{
    if (!tabia_builder_play(out, c, step->mv, err))
        return false;
    const struct tabia_move_data data = {
        .has = 1u << TABIA_ATTR_SOURCE,
        .line = step->line,
        .col = step->col,
    };
    return !keep_source || tabia_builder_set_move(out, c->edge, &data, err);
}

bool tichess_sequence_end(struct tichess_sequence *s, struct tabia_builder *out,
                          bool keep_source, struct tabia_error *err)
{
    const size_t n = s->n;
    struct tabia_cursor c;
    s->n = 0;
    if (n == 0)
        return true;
    if (!tabia_builder_start(out, &s->start, &c, err))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!add_step(out, &c, &s->steps[i], keep_source, err))
            return false;
    return true;
}

uint64_t tichess_sequence_ply(const struct tichess_sequence *s)
{
    return 2 * (uint64_t)s->pos.fullmove - 1 + (s->pos.turn == TABIA_BLACK);
}

void tichess_sequence_clear(struct tichess_sequence *s)
{
    free(s->steps);
    *s = (struct tichess_sequence){ .n = 0 };
}
