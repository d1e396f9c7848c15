/*
 * draft_change.c - applying one change to a draft
 */
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "serve/edit/draft_def.h"

#include "base/banned.h"

/* Its number is the old draft_position_count(). */
static bool draft_add_position(struct draft *d, const struct tabia_pos *pos,
                               struct tabia_error *err)
{
    if (!VEC_RESERVE(d->new_pos, d->new_pos_room, d->nnew_pos + 1, DRAFT_MAX,
                     err))
        return false;
    d->new_pos[d->nnew_pos++] = tabia_pos_identity(pos);
    return true;
}

static bool draft_add_move(struct draft *d, const struct change *c,
                           uint32_t position, struct tabia_error *err)
{
    struct draft_edge edge = { .origin_edge = TABIA_NUMBER_NONE,
                               .values = TABIA_NUMBER_NONE,
                               .move = c->move };
    struct tabia_pos after = c->pos;
    uint32_t node, at = 0;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE)
        if (draft_find_edge(d, node, c->move) != TABIA_NUMBER_NONE)
            return true; // the book has it
    // Add it to the last occurrence that has moves already, so that it comes
    // after them.
    edge.from = draft_node_first(d, position);
    for (at = 0;
         (node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE;) {
        uint32_t first = 0;
        if (draft_edge_next(d, node, &first) != TABIA_NUMBER_NONE)
            edge.from = node;
    }
    tabia_pos_play(&after, c->move);

    uint32_t target = draft_find_position(d, &after);
    edge.to = target != TABIA_NUMBER_NONE && d->is_graph
                  ? draft_node_first(d, target)
                  : TABIA_NUMBER_NONE;
    if (target == TABIA_NUMBER_NONE) {
        target = draft_position_count(d);
        if (!draft_add_position(d, &after, err))
            return false;
    }
    if (edge.to == TABIA_NUMBER_NONE) {
        edge.to = (uint32_t)d->nnodes;
        if (!draft_add_node(d, target, err))
            return false;
    }
    d->result.added++;
    return draft_add_edge(d, &edge, err);
}

/* True if the draft has moves or values there, or leads there. */
static bool draft_has_position(const struct draft *d,
                               const struct tabia_pos *pos)
{
    const uint32_t position = draft_find_position(d, pos);
    return position != TABIA_NUMBER_NONE &&
           draft_node_first(d, position) != TABIA_NUMBER_NONE;
}

/*
 * The moves of a line that are missing: those after the last position of it
 * that the draft has, however it is reached.
 */
static bool draft_add_line(struct draft *d, const struct change *c,
                           struct tabia_error *err)
{
    struct change one = { .kind = CHANGE_ADD, .pos = c->pos };
    size_t known = 0;
    for (size_t i = 0; i < c->nline; i++) {
        if (draft_has_position(d, &one.pos))
            known = i;
        tabia_pos_play(&one.pos, c->line[i]);
    }
    one.pos = c->pos;
    for (size_t i = 0; i < c->nline; i++) {
        one.move = c->line[i];
        if (i >= known && !draft_change(d, &one, err))
            return false;
        tabia_pos_play(&one.pos, one.move);
    }
    return true;
}

static bool draft_remove_move(struct draft *d, const struct change *c,
                              uint32_t position, struct tabia_error *err)
{
    uint32_t node, edge, at = 0, target = TABIA_NUMBER_NONE;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE) {
        while ((edge = draft_find_edge(d, node, c->move)) !=
               TABIA_NUMBER_NONE) {
            d->edges[edge].is_gone = true;
            target = d->nodes[d->edges[edge].to].position;
            d->result.removed++;
        }
    }
    if (target == TABIA_NUMBER_NONE)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the book does not have this move");
    return draft_prune(d, target, err);
}

/* At every occurrence that has the move. */
static bool draft_order_move(struct draft *d, const struct change *c,
                             uint32_t position, struct tabia_error *err)
{
    uint32_t node, at = 0;
    bool is_found = false;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE) {
        size_t n, from = 0;
        if (!draft_list_edges(d, node, &n, err))
            return false;
        uint32_t *list = d->listed;
        while (from < n && d->edges[list[from]].move != c->move)
            from++;
        if (from == n)
            continue;
        const uint32_t edge = list[from];
        size_t to = from;
        for (; to > c->place; to--)
            list[to] = list[to - 1];
        for (; to < c->place && to + 1 < n; to++)
            list[to] = list[to + 1];
        list[to] = edge;
        for (size_t i = 0; i < n; i++)
            d->edges[list[i]].rank = (uint32_t)i + 1;
        d->nodes[node].is_ordered = true;
        is_found = true;
    }
    return is_found ||
           error_set(err, TABIA_ERR_MISUSE, "the book does not have this move");
}

/*
 * Weights, marks and annotations apply to every occurrence. Results are summed
 * by lookups, so the first occurrence gets them all; so does a remark, which
 * should appear once.
 */
static bool draft_set_move(struct draft *d, const struct change *c,
                           uint32_t position, struct tabia_error *err)
{
    const bool is_single =
        c->attr->merging == ATTR_MERGE_ADDED || c->attr->kind == ATTR_KIND_TEXT;
    uint32_t node, at = 0, nfound = 0;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE) {
        uint32_t next = 0, edge;
        while ((edge = draft_edge_next(d, node, &next)) != TABIA_NUMBER_NONE) {
            if (d->edges[edge].move != c->move)
                continue;
            struct tabia_move_data data = draft_move_values(d, edge);
            const bool clears = c->clears || (is_single && nfound > 0);
            attr_set(c->attr, &data, clears ? NULL : &c->move_data);
            nfound++;
            if (!draft_set_move_values(d, edge, &data, err))
                return false;
        }
    }
    return nfound > 0 ||
           error_set(err, TABIA_ERR_MISUSE, "the book does not have this move");
}

/* The first occurrence gets the value; the others lose theirs. */
static bool draft_set_position(struct draft *d, const struct change *c,
                               uint32_t position, struct tabia_error *err)
{
    const uint32_t first = draft_node_first(d, position);
    uint32_t node, at = 0;
    while ((node = draft_node_next(d, position, &at)) != TABIA_NUMBER_NONE) {
        struct tabia_node_data data = draft_node_values(d, node);
        const bool clears = c->clears || node != first;
        attr_set(c->attr, &data, clears ? NULL : &c->node_data);
        if (!draft_set_node_values(d, node, &data, err))
            return false;
    }
    return true;
}

bool draft_change(struct draft *d, const struct change *c,
                  struct tabia_error *err)
{
    static bool (*const functions[])(struct draft * d, const struct change *c,
                                     uint32_t position,
                                     struct tabia_error *err) = {
        [CHANGE_ADD] = draft_add_move,
        [CHANGE_REMOVE] = draft_remove_move,
        [CHANGE_ORDER] = draft_order_move,
        [CHANGE_MOVE_VALUE] = draft_set_move,
        [CHANGE_NODE_VALUE] = draft_set_position,
    };
    if (c->nline)
        return draft_add_line(d, c, err);
    if (c->kind == CHANGE_TEXT) {
        for (size_t i = 0; i < d->ntexts; i++) {
            if (strcmp(d->texts[i]->key, c->key) == 0) {
                d->texts[i] = c;
                return true;
            }
        }
        if (!VEC_RESERVE(d->texts, d->texts_room, d->ntexts + 1, DRAFT_MAX,
                         err))
            return false;
        d->texts[d->ntexts++] = c;
        return true;
    }
    if (c->kind == CHANGE_ADD && d->nnodes == 0) {
        // The first move of an empty book makes its position the root.
        const uint32_t root = draft_position_count(d);
        if (!draft_add_position(d, &c->pos, err) ||
            !draft_add_node(d, root, err))
            return false;
        d->nodes[0].is_root = true;
        d->new_root = c->pos;
    }
    const uint32_t position = draft_find_position(d, &c->pos);
    if (position == TABIA_NUMBER_NONE ||
        draft_node_first(d, position) == TABIA_NUMBER_NONE)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the book does not have this position");
    return functions[c->kind](d, c, position, err);
}
