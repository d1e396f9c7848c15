/*
 * openings_build.c - from the graph of a Chess Openings file to a book
 *
 * The format has one node for positions that differ only in en passant, the
 * book distinguishes them where the capture is legal. So a state may have
 * several variants in the book: one for each such position that moves lead
 * to. Every variant has all moves of the state that are legal in it.
 */
#include <string.h>

#include "base/vec.h"
#include "book/builder_def.h"
#include "chess/pos.h"
#include "format/openings/openings.h"
#include "base/banned.h"

static const char *kept_text(const struct openings_graph *g, uint32_t text)
{
    return text == TABIA_NUMBER_NONE ? NULL : buf_text(&g->texts) + text;
}

struct graph_build {
    struct openings_graph *g;
    struct tabia_builder *out;
    struct tabia_error *err;
    size_t nexpanded; // variants whose moves have been added
};

static bool set_data(struct graph_build *b, const struct openings_state *state,
                     uint32_t node)
{
    if (!state->line)
        return true;
    struct tabia_node_data data = {
        .has = TABIA_HAS_COORDINATES,
        .eval = state->eval,
        .coordinates = { state->x, state->y, kept_text(b->g, state->x_text),
                         kept_text(b->g, state->y_text) },
    };
    data.eval.text = kept_text(b->g, state->eval_text);
    if (data.eval.text)
        data.has |= TABIA_HAS_EVAL;
    return tabia_builder_set_node(b->out, node, &data, b->err);
}

enum state_occurrence { AS_ROOT, AS_TARGET };

/* Adds an occurrence of a state; its number in 'variants', or none. */
static uint32_t add_variant(struct graph_build *b, uint32_t state,
                            const struct tabia_pos *pos,
                            enum state_occurrence how)
{
    struct openings_graph *g = b->g;
    if (!VEC_RESERVE(g->variants, g->variants_room, g->nvariants + 1,
                     UINT32_MAX / 2, b->err))
        return TABIA_NUMBER_NONE;

    struct openings_variant *v = &g->variants[g->nvariants];
    struct tabia_builder_cursor c = { 0 };
    const bool is_added =
        how == AS_ROOT ? tabia_builder_start(b->out, pos, &c, b->err)
                       : tabia_builder_add_node(b->out, pos, &c.node, b->err);
    if (!is_added || !set_data(b, &g->states[state], c.node))
        return TABIA_NUMBER_NONE;
    *v = (struct openings_variant){
        .state = state,
        .node = c.node,
        .next = g->states[state].first_variant,
    };
    tabia_pos_pack(pos, &v->packed);
    g->states[state].first_variant = (uint32_t)g->nvariants;
    return (uint32_t)g->nvariants++;
}

/* The variant of a state that 'pos', an identity, is; added if it is new. */
static uint32_t get_variant(struct graph_build *b, uint32_t state,
                            const struct tabia_pos *pos,
                            enum state_occurrence how)
{
    struct tabia_packed packed;
    tabia_pos_pack(pos, &packed);
    uint32_t i = b->g->states[state].first_variant;
    for (; i != TABIA_NUMBER_NONE; i = b->g->variants[i].next)
        if (memcmp(b->g->variants[i].packed.bytes, packed.bytes,
                   TABIA_PACKED_CORE_SIZE) == 0)
            return i;
    return add_variant(b, state, pos, how);
}

static bool set_move(struct graph_build *b,
                     const struct openings_transition *mv, uint32_t edge)
{
    struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .line = mv->line,
        .col = mv->col,
        .comment = kept_text(b->g, mv->comment),
    };
    if (data.comment)
        data.has |= TABIA_HAS_MOVE_COMMENT;
    return tabia_builder_set_move(b->out, edge, &data, b->err);
}

/* Adds a move at a variant in which it is legal. */
static bool link_move(struct graph_build *b,
                      const struct openings_variant *from,
                      const struct tabia_pos *pos, uint32_t move)
{
    const struct openings_transition mv = b->g->transitions[move];
    struct tabia_builder_cursor c = { .pos = *pos, .node = from->node };
    uint32_t edge = builder_child(b->out, &c, mv.move);
    b->g->transitions[move].is_linked = true;
    if (edge != TABIA_NUMBER_NONE) {
        if (mv.comment != TABIA_NUMBER_NONE && !b->g->nreplaced++) {
            b->g->replaced_line = mv.line;
            b->g->replaced_col = mv.col;
        }
        return set_move(b, &mv, edge);
    }

    struct tabia_pos after = *pos;
    tabia_pos_play(&after, mv.move);
    after = tabia_pos_identity(&after);
    after.halfmove = 0;
    after.fullmove = 1;
    const uint32_t to = get_variant(b, mv.target, &after, AS_TARGET);
    if (to == TABIA_NUMBER_NONE)
        return false;
    return tabia_builder_link(b->out, &c, mv.move, b->g->variants[to].node,
                              b->err) &&
           set_move(b, &mv, c.edge);
}

static bool expand_variant(struct graph_build *b, size_t variant)
{
    const struct openings_variant v = b->g->variants[variant];
    struct tabia_pos pos;
    if (!tabia_pos_unpack(&pos, &v.packed, b->err))
        return false;
    uint32_t i = b->g->states[v.state].first_transition;
    for (; i != TABIA_NUMBER_NONE; i = b->g->transitions[i].next) {
        const tabia_move mv = b->g->transitions[i].move;
        if (mv && tabia_pos_is_legal(&pos, mv) && !link_move(b, &v, &pos, i))
            return false;
    }
    return true;
}

/*
 * Makes the position that a transition leaves a root, with the double step
 * that any transition from there needs: the others are legal then, too.
 */
static bool add_graph_root(struct graph_build *b,
                           const struct openings_transition *mv)
{
    struct tabia_pos pos;
    openings_transition_pos(b->g, mv, &pos);
    uint32_t i = b->g->states[mv->from].first_transition;
    for (; i != TABIA_NUMBER_NONE &&
           pos_legal_ep_square(&pos) == TABIA_SQUARE_NONE;
         i = b->g->transitions[i].next)
        if (b->g->transitions[i].move && !b->g->transitions[i].is_linked)
            pos.ep_file = b->g->transitions[i].ep_file;
    pos = tabia_pos_identity(&pos);
    if (get_variant(b, mv->from, &pos, AS_ROOT) == TABIA_NUMBER_NONE)
        return false;
    // Adds all that the variants so far lead to.
    while (b->nexpanded < b->g->nvariants)
        if (!expand_variant(b, b->nexpanded++))
            return false;
    return true;
}

/* Which transitions a round of roots takes. */
enum start_round { FROM_START, FROM_NOWHERE, FROM_ANYWHERE };

static bool is_root_in_round(const struct graph_build *b,
                             const struct openings_transition *mv,
                             enum start_round round)
{
    if (!mv->move || mv->is_linked)
        return false;
    if (round == FROM_START) {
        struct tabia_pos pos, start;
        openings_state_pos(b->g, mv->from, &pos);
        tabia_pos_set_start(&start);
        return tabia_pos_is_same(&pos, &start);
    }
    return round == FROM_ANYWHERE || !b->g->states[mv->from].nincoming;
}

/*
 * The starting position comes first, then what no move leads to, then what is
 * left: circles, and captures en passant after a move that is not there.
 */
static bool add_roots(struct graph_build *b)
{
    for (int round = FROM_START; round <= FROM_ANYWHERE; round++)
        for (size_t i = 0; i < b->g->ntransitions; i++) {
            const struct openings_transition mv = b->g->transitions[i];
            if (is_root_in_round(b, &mv, (enum start_round)round) &&
                !add_graph_root(b, &mv))
                return false;
        }
    return true;
}

bool openings_build(struct openings_graph *g, struct tabia_builder *out,
                    struct tabia_error *err)
{
    struct graph_build b = { .g = g, .out = out, .err = err };
    if (!add_roots(&b))
        return false;
    for (uint32_t i = 0; i < g->nstates; i++) {
        struct tabia_pos pos;
        if (!g->states[i].line ||
            g->states[i].first_variant != TABIA_NUMBER_NONE)
            continue;
        openings_state_pos(g, i, &pos);
        if (add_variant(&b, i, &pos, AS_TARGET) == TABIA_NUMBER_NONE)
            return false;
    }
    return true;
}
