/*
 * draft.c - a book while it is being edited
 */
#include "serve/edit/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/book_def.h"
#include "serve/edit/draft_def.h"
#include "tabia/builder.h"

#include "base/banned.h"

/* ---- growing --------------------------------------------------------- */

bool draft_add_edge(struct draft *d, const struct draft_edge *edge,
                    struct tabia_error *err)
{
    struct draft_node *from = &d->nodes[edge->from];
    const uint32_t number = (uint32_t)d->nedges;
    if (!VEC_RESERVE(d->edges, d->edges_room, d->nedges + 1, DRAFT_MAX, err))
        return false;
    d->edges[d->nedges++] = *edge;
    d->edges[number].next = TABIA_NUMBER_NONE;
    if (from->last_new == TABIA_NUMBER_NONE)
        from->first_new = number;
    else
        d->edges[from->last_new].next = number;
    from->last_new = number;
    return true;
}

bool draft_add_node(struct draft *d, uint32_t position, struct tabia_error *err)
{
    if (!VEC_RESERVE(d->nodes, d->nodes_room, d->nnodes + 1, DRAFT_MAX, err))
        return false;
    d->nodes[d->nnodes++] = (struct draft_node){
        .position = position,
        .values = TABIA_NUMBER_NONE,
        .heir = TABIA_NUMBER_NONE,
        .first_new = TABIA_NUMBER_NONE,
        .last_new = TABIA_NUMBER_NONE,
    };
    return true;
}

/* ---- splitting ---------------------------------------------------------- */

static bool draft_open(struct draft *d, const struct tabia_book *book,
                       struct tabia_error *err)
{
    const uint32_t n = tabia_book_node_count(book),
                   m = tabia_book_edge_count(book);
    *d = (struct draft){ .book = book,
                         .is_graph = n == tabia_book_position_count(book) };
    d->edges = calloc((size_t)m + 1, sizeof(*d->edges));
    if (!d->edges)
        return error_nomem(err);
    d->nedges = m;
    d->edges_room = (size_t)m + 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!draft_add_node(d, tabia_book_node_position(book, i), err))
            return false;
        uint32_t first, count;
        tabia_book_node_edges(book, i, &first, &count);
        for (uint32_t k = first; k < first + count; k++)
            d->edges[k] = (struct draft_edge){
                .from = i,
                .to = tabia_book_edge_target(book, k),
                .origin_edge = k,
                .values = TABIA_NUMBER_NONE,
                .next = TABIA_NUMBER_NONE,
                .move = tabia_book_edge_move(book, k),
            };
    }
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        d->nodes[tabia_book_root_at(book, i)].is_root = true;
    return true;
}

/* ---- lookups ------------------------------------------------------------ */

bool draft_list_edges(struct draft *d, uint32_t node, size_t *count,
                      struct tabia_error *err)
{
    uint32_t at = 0, edge;
    size_t n = 0;
    while ((edge = draft_edge_next(d, node, &at)) != TABIA_NUMBER_NONE) {
        if (!VEC_RESERVE(d->listed, d->listed_room, n + 1, DRAFT_MAX, err))
            return false;
        uint32_t *list = d->listed;
        // 0 wraps around to the largest number.
        const uint32_t rank = d->edges[edge].rank - 1;
        size_t i = n++;
        for (; i > 0 && d->edges[list[i - 1]].rank - 1 > rank; i--)
            list[i] = list[i - 1];
        list[i] = edge;
    }
    *count = n;
    return true;
}

uint32_t draft_position_count(const struct draft *d)
{
    return tabia_book_position_count(d->book) + (uint32_t)d->nnew_pos;
}

/* In '*at', marks the number of a new element, counted from 1. */
enum { NEW_BIT = 31 };
#define NEW (1u << NEW_BIT)

uint32_t draft_node_next(const struct draft *d, uint32_t position, uint32_t *at)
{
    const uint32_t old = tabia_book_node_count(d->book);
    uint32_t node;
    if (position < tabia_book_position_count(d->book) && !(*at & NEW))
        while ((node = tabia_book_position_node_at(d->book, position, *at)) !=
               TABIA_NUMBER_NONE) {
            ++*at;
            if (!d->nodes[node].is_gone)
                return node;
        }
    for (node = *at & NEW ? *at & ~NEW : old; node < d->nnodes; node++) {
        *at = NEW | (node + 1);
        if (d->nodes[node].position == position && !d->nodes[node].is_gone)
            return node;
    }
    return TABIA_NUMBER_NONE;
}

uint32_t draft_node_first(const struct draft *d, uint32_t position)
{
    uint32_t at = 0;
    return draft_node_next(d, position, &at);
}

uint32_t draft_edge_next(const struct draft *d, uint32_t node, uint32_t *at)
{
    uint32_t first = 0, count = 0, edge;
    if (node < tabia_book_node_count(d->book))
        tabia_book_node_edges(d->book, node, &first, &count);
    // First the edges that the book has, then the new ones.
    while (*at < count) {
        edge = first + (*at)++;
        if (!d->edges[edge].is_gone)
            return edge;
    }
    edge =
        *at & NEW ? d->edges[(*at & ~NEW) - 1].next : d->nodes[node].first_new;
    while (edge != TABIA_NUMBER_NONE && d->edges[edge].is_gone)
        edge = d->edges[edge].next;
    if (edge != TABIA_NUMBER_NONE)
        *at = NEW | (edge + 1);
    return edge;
}

uint32_t draft_find_edge(const struct draft *d, uint32_t node, tabia_move mv)
{
    uint32_t at = 0, edge;
    while ((edge = draft_edge_next(d, node, &at)) != TABIA_NUMBER_NONE)
        if (d->edges[edge].move == mv)
            return edge;
    return TABIA_NUMBER_NONE;
}

uint32_t draft_find_position(const struct draft *d, const struct tabia_pos *pos)
{
    const uint32_t old = tabia_book_find_position(d->book, pos);
    const struct tabia_pos identity = tabia_pos_identity(pos);
    if (old != TABIA_NUMBER_NONE)
        return old;
    for (size_t i = 0; i < d->nnew_pos; i++)
        if (tabia_pos_is_same(&d->new_pos[i], &identity))
            return tabia_book_position_count(d->book) + (uint32_t)i;
    return TABIA_NUMBER_NONE;
}

void draft_get_position(const struct draft *d, uint32_t position,
                        struct tabia_pos *pos)
{
    const uint32_t old = tabia_book_position_count(d->book);
    if (position < old)
        tabia_book_position_pos_at(d->book, position, pos);
    else
        *pos = d->new_pos[position - old];
}

/* ---- values ---------------------------------------------------------- */

struct tabia_move_data draft_move_values(const struct draft *d, uint32_t edge)
{
    const struct draft_edge *e = &d->edges[edge];
    if (e->values != TABIA_NUMBER_NONE)
        return d->move_values[e->values];
    if (e->origin_edge != TABIA_NUMBER_NONE)
        return tabia_book_edge_data(d->book, e->origin_edge);
    return (struct tabia_move_data){ .has = 0 };
}

bool draft_set_move_values(struct draft *d, uint32_t edge,
                           const struct tabia_move_data *data,
                           struct tabia_error *err)
{
    struct draft_edge *e = &d->edges[edge];
    if (e->values == TABIA_NUMBER_NONE) {
        if (!VEC_RESERVE(d->move_values, d->move_values_room,
                         d->nmove_values + 1, DRAFT_MAX, err))
            return false;
        e->values = (uint32_t)d->nmove_values++;
    }
    d->move_values[e->values] = *data;
    return true;
}

struct tabia_node_data draft_node_values(const struct draft *d, uint32_t node)
{
    const struct draft_node *n = &d->nodes[node];
    if (n->values != TABIA_NUMBER_NONE)
        return d->node_values[n->values];
    if (node < tabia_book_node_count(d->book))
        return tabia_book_node_data(d->book, node);
    return (struct tabia_node_data){ .has = 0 };
}

bool draft_set_node_values(struct draft *d, uint32_t node,
                           const struct tabia_node_data *data,
                           struct tabia_error *err)
{
    struct draft_node *n = &d->nodes[node];
    if (n->values == TABIA_NUMBER_NONE) {
        if (!VEC_RESERVE(d->node_values, d->node_values_room,
                         d->nnode_values + 1, DRAFT_MAX, err))
            return false;
        n->values = (uint32_t)d->nnode_values++;
    }
    d->node_values[n->values] = *data;
    return true;
}

/* ---- rebuilding --------------------------------------------------------- */

static bool draft_build_texts(const struct draft *d, struct tabia_builder *b,
                              struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_text_count(d->book); i++) {
        const char *key, *value;
        bool is_replaced = false;
        tabia_book_text_at(d->book, i, &key, &value);
        for (size_t k = 0; k < d->ntexts; k++)
            is_replaced |= strcmp(d->texts[k]->key, key) == 0;
        if (!is_replaced &&
            !tabia_builder_add_text(b, key, value, strlen(value), err))
            return false;
    }
    for (size_t k = 0; k < d->ntexts; k++) {
        const struct change *c = d->texts[k];
        if (!c->clears &&
            !tabia_builder_add_text(b, c->key, c->text, strlen(c->text), err))
            return false;
    }
    return true;
}

/* Nodes keep their order, and so do roots. */
static bool draft_build_nodes(const struct draft *d, struct tabia_builder *b,
                              uint32_t *numbers, struct tabia_error *err)
{
    uint32_t nroots = 0;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        struct tabia_pos root, pos;
        if (d->nodes[i].is_gone)
            continue;
        const bool is_new = i >= tabia_book_node_count(d->book);
        if (is_new)
            root = d->new_root;
        for (uint32_t r = nroots; d->nodes[i].is_root && !is_new; r++) {
            if (r == tabia_book_root_count(d->book))
                r = 0; // roots are in another order
            if (tabia_book_root_at(d->book, r) == i) {
                tabia_book_root_pos_at(d->book, r, &root);
                nroots = r + 1;
                break;
            }
        }
        struct tabia_builder_cursor c;
        if (d->nodes[i].is_root) {
            if (!tabia_builder_start(b, &root, &c, err))
                return false;
            numbers[i] = c.node;
        } else {
            draft_get_position(d, d->nodes[i].position, &pos);
            if (!tabia_builder_add_node(b, &pos, &numbers[i], err))
                return false;
        }
        const struct tabia_node_data data = draft_node_values(d, i);
        if (!tabia_builder_set_node(b, numbers[i], &data, err))
            return false;
    }
    return true;
}

static bool draft_build_edge(const struct draft *d, struct tabia_builder *b,
                             const uint32_t *numbers,
                             const struct tabia_pos *pos, uint32_t edge,
                             struct tabia_error *err)
{
    struct tabia_builder_cursor c = { .pos = *pos,
                                      .node = numbers[d->edges[edge].from],
                                      .edge = TABIA_NUMBER_NONE };
    const struct tabia_move_data data = draft_move_values(d, edge);
    uint32_t to = d->edges[edge].to;
    while (d->nodes[to].is_gone && d->nodes[to].heir != TABIA_NUMBER_NONE)
        to = d->nodes[to].heir;
    return tabia_builder_link(b, &c, d->edges[edge].move, numbers[to], err) &&
           tabia_builder_set_move(b, c.edge, &data, err);
}

static bool draft_build_edges(struct draft *d, struct tabia_builder *b,
                              const uint32_t *numbers, struct tabia_error *err)
{
    for (uint32_t i = 0; i < d->nnodes; i++) {
        uint32_t at = 0, edge;
        struct tabia_pos pos;
        if (d->nodes[i].is_gone)
            continue;
        draft_get_position(d, d->nodes[i].position, &pos);
        if (d->nodes[i].is_ordered) {
            size_t n;
            if (!draft_list_edges(d, i, &n, err))
                return false;
            for (size_t k = 0; k < n; k++)
                if (!draft_build_edge(d, b, numbers, &pos, d->listed[k], err))
                    return false;
            continue;
        }
        while ((edge = draft_edge_next(d, i, &at)) != TABIA_NUMBER_NONE)
            if (!draft_build_edge(d, b, numbers, &pos, edge, err))
                return false;
    }
    return true;
}

static struct tabia_book *draft_build_book(struct draft *d,
                                           struct tabia_error *err)
{
    const struct tabia_builder_options options = {
        .keep_location = tabia_book_attrs(d->book) & TABIA_HAS_LOCATION,
        .ignores_ep = d->book->ignores_ep,
    };
    uint32_t *numbers = calloc(d->nnodes + 1, sizeof(*numbers));
    struct tabia_builder *b = tabia_builder_new(&options, err);
    struct tabia_book *book = NULL;
    if (!numbers)
        error_nomem(err);
    if (numbers && b && draft_build_texts(d, b, err) &&
        draft_build_nodes(d, b, numbers, err) &&
        draft_build_edges(d, b, numbers, err))
        book = tabia_builder_freeze(b, err);
    else if (b)
        tabia_builder_free(b);
    free(numbers);
    return book;
}

/* ---- the whole ------------------------------------------------------- */

struct tabia_book *draft_apply(const struct tabia_book *book,
                               const struct changes *changes,
                               struct draft_result *result,
                               struct tabia_error *err)
{
    struct draft d;
    struct tabia_book *next = NULL;
    bool is_ok = draft_open(&d, book, err);
    for (size_t i = 0; is_ok && i < changes->n; i++) {
        struct tabia_error why = { 0 };
        is_ok =
            draft_change(&d, &changes->list[i], &why) ||
            error_set(err, why.status, "change %zu: %.150s", i + 1, why.msg);
    }
    if (is_ok)
        next = draft_build_book(&d, err);
    *result = d.result;
    result->is_same = d.result.added == 0;
    for (size_t i = 0; i < changes->n; i++)
        result->is_same &= changes->list[i].kind == CHANGE_ADD;
    free(d.nodes);
    free(d.edges);
    free(d.listed);
    free(d.new_pos);
    free(d.move_values);
    free(d.node_values);
    free(d.texts);
    return next;
}
