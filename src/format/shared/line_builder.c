/*
 * line_builder.c - lines that share their beginnings, into a builder
 */
#include "format/shared/line_builder.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/builder_def.h"
#include "base/banned.h"

enum { MOVES_MAX = (1 << 20) - 1, FIRST_ROOM = 64 };

/* Makes room for 'n' moves and the positions around them. */
static bool reserve_line(struct line_builder *b, size_t n,
                         struct tabia_error *err)
{
    if (n <= b->room)
        return true;
    if (n > MOVES_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "a line of more than %d moves",
                         MOVES_MAX);
    size_t room = b->room ? b->room + 1 : 0;
    if (!VEC_RESERVE(b->at, room, n + 1, MOVES_MAX + 1, err))
        return false;
    tabia_move *moves = realloc(b->moves, room * sizeof(*moves));
    if (!moves)
        return error_nomem(err);
    b->moves = moves;
    b->room = room - 1;
    return true;
}

bool line_builder_init(struct line_builder *b, struct tabia_builder *out,
                       struct tabia_error *err)
{
    *b = (struct line_builder){ .out = out };
    if (reserve_line(b, FIRST_ROOM, err) &&
        tabia_builder_start(out, NULL, &b->at[0], err))
        return true;
    line_builder_clear(b);
    return false;
}

void line_builder_clear(struct line_builder *b)
{
    free(b->at);
    free(b->moves);
    *b = (struct line_builder){ 0 };
}

size_t line_builder_length(const struct line_builder *b)
{
    return b->n;
}

void line_builder_begin(struct line_builder *b, size_t n)
{
    b->n = n;
    b->is_apart = false;
    b->has_branch = false;
}

const struct tabia_pos *line_builder_pos(const struct line_builder *b)
{
    return &b->at[b->n].pos;
}

uint32_t line_builder_edge(const struct line_builder *b)
{
    return b->at[b->n].edge;
}

bool line_builder_play(struct line_builder *b, tabia_move mv,
                       struct tabia_error *err)
{
    if (!b->has_branch && b->n < b->npath && b->moves[b->n] == mv) {
        b->n++;
        return true;
    }
    if (!reserve_line(b, b->n + 1, err))
        return false;
    struct tabia_builder_cursor next = b->at[b->n];
    b->is_apart =
        !b->has_branch && builder_child(b->out, &next, mv) != TABIA_NUMBER_NONE;
    b->has_branch = true;
    if (!tabia_builder_play(b->out, &next, mv, err))
        return false;
    b->moves[b->n++] = mv;
    b->at[b->n] = next;
    b->npath = b->n;
    return true;
}
