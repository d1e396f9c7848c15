/*
 * graph_sample.c - the likeliest part of a source that has no lines, as a book
 */
#include "serve/api/graph_sample.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "study/coverage/likely_replies.h"
#include "tabia/builder.h"

#include "base/banned.h"

/* What is played beside the line counts less than what follows it. */
static const double beside = 0.2;

/* A move that may be added. */
struct sample_move {
    double likelihood; // of getting there
    uint32_t from;     // index of 'nodes'
    uint32_t number;   // counts them, so that no two are equal
    tabia_move move;
};

/* A part of a source while it is collected. */
struct sample {
    const struct tabia_source *source; // borrowed
    const struct tabia_query *how;
    struct tabia_builder *builder; // owned
    struct tabia_answer answer;
    struct tabia_builder_cursor
        *nodes; // owned: by number of the builder's node
    size_t nodes_room;
    uint32_t nnodes, limit;
    struct sample_move *heap; // owned: the likeliest first
    size_t heap_room, nheap;
    uint32_t number;
};

/* ---- the heap -------------------------------------------------------- */

static bool is_likelier(const struct sample_move *a,
                        const struct sample_move *b)
{
    return a->likelihood != b->likelihood ? a->likelihood > b->likelihood
                                          : a->number < b->number;
}

static bool sample_heap_push(struct sample *s, struct sample_move mv,
                             struct tabia_error *err)
{
    if (!VEC_RESERVE(s->heap, s->heap_room, s->nheap + 1, SIZE_MAX / 64, err))
        return false;
    size_t at = s->nheap++;
    for (; at > 0 && is_likelier(&mv, &s->heap[(at - 1) / 2]);
         at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = mv;
    return true;
}

static struct sample_move sample_heap_pop(struct sample *s)
{
    const struct sample_move top = s->heap[0];
    const struct sample_move last = s->heap[--s->nheap];
    size_t at = 0;
    for (size_t child = 1; child < s->nheap; child = 2 * at + 1) {
        if (child + 1 < s->nheap &&
            is_likelier(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!is_likelier(&s->heap[child], &last))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

/* ---- collecting ------------------------------------------------------ */

/* Keeps where the builder is; the nodes have consecutive numbers. */
static bool keep_node(struct sample *s, const struct tabia_builder_cursor *c,
                      bool *is_new, struct tabia_error *err)
{
    *is_new = c->node == s->nnodes;
    if (!*is_new)
        return true;
    if (!VEC_RESERVE(s->nodes, s->nodes_room, (size_t)s->nnodes + 1,
                     SIZE_MAX / 1024, err))
        return false;
    s->nodes[s->nnodes++] = *c;
    return true;
}

/* Looks a position up and adds its moves to those that may be added. */
static bool look_up_node(struct sample *s, uint32_t node, double likelihood,
                         struct tabia_error *err)
{
    const struct tabia_pos *pos = &s->nodes[node].pos;
    double shares[TABIA_MOVES_MAX];
    if (!tabia_source_find(s->source, pos, s->how, &s->answer, err))
        return false;
    likely_replies_weigh(pos, s->answer.moves, s->answer.nmoves, false, shares);
    for (size_t i = 0; i < s->answer.nmoves; i++) {
        const struct sample_move mv = {
            .likelihood = likelihood * shares[i],
            .from = node,
            .number = s->number++,
            .move = s->answer.moves[i].move,
        };
        if (shares[i] > 0 && !sample_heap_push(s, mv, err))
            return false;
    }
    return true;
}

/* Adds the line of the request and what may be played on the way. */
static bool sample_add_line(struct sample *s,
                            const struct request_params *params,
                            struct tabia_error *err)
{
    struct tabia_builder_cursor c;
    bool is_new;
    bool ok = tabia_builder_start(s->builder, &params->start, &c, err) &&
              keep_node(s, &c, &is_new, err);
    for (size_t i = 0; i < params->nplayed && ok; i++) {
        ok =
            (c.node >= s->limit || look_up_node(s, c.node, beside, err)) &&
            tabia_builder_play_joined(s->builder, &c, params->played[i], err) &&
            keep_node(s, &c, &is_new, err);
    }
    return ok && look_up_node(s, c.node, 1, err);
}

static bool add_likeliest(struct sample *s, struct tabia_error *err)
{
    bool ok = true, is_new;
    while (ok && s->nheap > 0 && s->nnodes < s->limit) {
        const struct sample_move mv = sample_heap_pop(s);
        struct tabia_builder_cursor c = s->nodes[mv.from];
        ok = tabia_builder_play_joined(s->builder, &c, mv.move, err) &&
             keep_node(s, &c, &is_new, err) &&
             (!is_new || look_up_node(s, c.node, mv.likelihood, err));
    }
    return ok;
}

struct tabia_book *graph_sample(const struct tabia_source *source,
                                const struct request_params *params,
                                uint32_t limit, bool *is_whole,
                                struct tabia_error *err)
{
    const struct tabia_query how = {
        .filter = &params->filter,
        .drop_filters = true,
    };
    struct sample s = {
        .source = source,
        .how = &how,
        .limit = limit,
        .builder = tabia_builder_new(NULL, err),
    };
    struct tabia_book *book = NULL;
    if (s.builder && sample_add_line(&s, params, err) && add_likeliest(&s, err))
        book = tabia_builder_freeze(s.builder, err);
    else
        tabia_builder_free(s.builder);
    *is_whole = s.nheap == 0;
    tabia_answer_clear(&s.answer);
    free(s.nodes);
    free(s.heap);
    return book;
}
