/*
 * builder.c - making a book, move by move
 *
 * While a book grows its siblings are linked lists; freezing lays them side
 * by side. All memory that a call needs is taken before anything changes.
 */
#include "tabia/builder.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "book/book_def.h"
#include "book/builder_def.h"
#include "base/banned.h"

enum { EDGES_BETWEEN = 4096 }; // two questions whether to go on

void *builder_grow(struct tabia_builder *b, void *data, size_t *room,
                   size_t want, size_t size, struct tabia_error *err)
{
    const size_t before = *room;
    const size_t limit = before + b->left / size;
    if (LIKELY(want <= before))
        return data;
    if (want > limit || want >= UINT32_MAX) {
        error_set(err, TABIA_ERR_LIMIT, "the book is too large");
        return NULL;
    }
    void *more = vec_grow(data, room, want, size, limit);
    if (!more)
        error_nomem(err);
    else
        b->left -= (*room - before) * size;
    return more;
}

struct tabia_builder *tabia_builder_new(
    const struct tabia_builder_options *options, struct tabia_error *err)
{
    struct tabia_builder *b = calloc(1, sizeof(*b));
    if (!b) {
        error_nomem(err);
        return NULL;
    }
    b->left = options && options->memory_limit ? options->memory_limit
                                               : BOOK_MEMORY_LIMIT;
    b->keep_location = options && options->keep_location;
    b->ignores_ep = options && options->ignores_ep;
    b->is_stopped = options ? options->is_stopped : NULL;
    b->ctx = options ? options->ctx : NULL;
    b->index.limit = UINT32_MAX - 1;
    book_init_columns(b->columns);
    return b;
}

void tabia_builder_free(struct tabia_builder *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++)
        column_clear(&b->columns[i]);
    strings_clear(&b->strings);
    hashmap_clear(&b->index);
    free(b->positions);
    free(b->nodes);
    free(b->edges);
    free(b->roots);
    free(b->starts);
    free(b->texts);
    free(b->tags);
    free(b);
}

/* ---- room first ------------------------------------------------------ */

static bool reserve_positions(struct tabia_builder *b, struct tabia_error *err)
{
    struct builder_position *p =
        builder_grow(b, b->positions, &b->positions_room,
                     (size_t)b->npositions + 1, sizeof(*p), err);
    if (!p)
        return false;
    b->positions = p;
    return hashmap_reserve(&b->index, b->npositions + 1, err);
}

static bool reserve_nodes(struct tabia_builder *b, struct tabia_error *err)
{
    struct builder_node *p =
        builder_grow(b, b->nodes, &b->nodes_room, (size_t)b->nnodes + 1,
                     sizeof(*p), err);
    if (p)
        b->nodes = p;
    return p;
}

static bool reserve_edges(struct tabia_builder *b, struct tabia_error *err)
{
    if (b->is_stopped && b->nedges % EDGES_BETWEEN == 0 &&
        b->is_stopped(b->ctx))
        return error_set(err, TABIA_ERR_STOPPED, "reading was stopped");
    struct builder_edge *p =
        builder_grow(b, b->edges, &b->edges_room, (size_t)b->nedges + 1,
                     sizeof(*p), err);
    if (p)
        b->edges = p;
    return p;
}

/* ---- adding ---------------------------------------------------------- */

/* The number of a position; new ones are added. Room is there already. */
static uint32_t builder_find_position(struct tabia_builder *b,
                                      const struct tabia_pos *pos,
                                      struct tabia_error *err)
{
    struct book_wanted w;
    book_want(&w, pos);
    const struct builder_wanted wanted = { b->positions, w.packed.bytes };
    const uint32_t found =
        hashmap_find(&b->index, w.hash, builder_is_wanted, &wanted);
    if (found != HASHMAP_NONE)
        return found;
    if (!hashmap_insert(&b->index, w.hash, b->npositions, err))
        return TABIA_NUMBER_NONE;
    struct builder_position *p = &b->positions[b->npositions];
    memcpy(p->core, w.packed.bytes, TABIA_PACKED_CORE_SIZE);
    p->first_node = TABIA_NUMBER_NONE;
    return b->npositions++;
}

static uint32_t builder_new_node(struct tabia_builder *b, uint32_t position)
{
    const uint32_t node = b->nnodes++;
    b->nodes[node] = (struct builder_node){
        .position = position,
        .first_edge = TABIA_NUMBER_NONE,
        .last_edge = TABIA_NUMBER_NONE,
    };
    if (b->positions[position].first_node == TABIA_NUMBER_NONE)
        b->positions[position].first_node = node;
    return node;
}

static uint32_t add_edge(struct tabia_builder *b, uint32_t from, tabia_move mv,
                         uint32_t target)
{
    const uint32_t edge = b->nedges++;
    struct builder_node *node = &b->nodes[from];
    b->edges[edge] = (struct builder_edge){
        .target = target,
        .move = mv,
        .next = TABIA_NUMBER_NONE,
    };
    if (node->last_edge == TABIA_NUMBER_NONE)
        node->first_edge = edge;
    else
        b->edges[node->last_edge].next = edge;
    node->last_edge = edge;
    return edge;
}

bool tabia_builder_add_node(struct tabia_builder *b,
                            const struct tabia_pos *pos, uint32_t *node,
                            struct tabia_error *err)
{
    if (!reserve_positions(b, err) || !reserve_nodes(b, err))
        return false;
    const uint32_t position = builder_find_position(b, pos, err);
    if (position == TABIA_NUMBER_NONE)
        return false;
    *node = builder_new_node(b, position);
    return true;
}

static bool reserve_roots(struct tabia_builder *b, struct tabia_error *err)
{
    struct book_root *roots =
        builder_grow(b, b->roots, &b->roots_room, (size_t)b->nroots + 1,
                     sizeof(*roots), err);
    if (!roots)
        return false;
    b->roots = roots;
    struct tabia_packed *starts =
        builder_grow(b, b->starts, &b->starts_room, (size_t)b->nstarts + 1,
                     sizeof(*starts), err);
    if (starts)
        b->starts = starts;
    return starts;
}

/* The number of a root's raw position; most are like the one before. */
static uint32_t add_start(struct tabia_builder *b, const struct tabia_pos *pos)
{
    struct tabia_packed *next = &b->starts[b->nstarts];
    tabia_pos_pack(pos, next);
    if (b->nstarts == 0 || memcmp(next, next - 1, sizeof(*next)) != 0)
        b->nstarts++;
    return b->nstarts - 1;
}

bool tabia_builder_start(struct tabia_builder *b, const struct tabia_pos *pos,
                         struct tabia_builder_cursor *c,
                         struct tabia_error *err)
{
    if (!reserve_roots(b, err))
        return false;
    struct tabia_builder_cursor start = { .edge = TABIA_NUMBER_NONE };
    if (pos)
        start.pos = *pos;
    else
        tabia_pos_set_start(&start.pos);
    if (!tabia_builder_add_node(b, &start.pos, &start.node, err))
        return false;
    b->roots[b->nroots++] = (struct book_root){
        .node = start.node,
        .start = add_start(b, &start.pos),
    };
    *c = start;
    return true;
}

bool builder_restart(struct tabia_builder *b, struct tabia_builder_cursor *c,
                     struct tabia_error *err)
{
    if (!reserve_roots(b, err) || !reserve_nodes(b, err))
        return false;
    struct book_root root = b->roots[b->nroots - 1];
    root.node = builder_new_node(b, b->nodes[root.node].position);
    b->roots[b->nroots++] = root;
    c->node = root.node;
    c->edge = TABIA_NUMBER_NONE;
    return true;
}

static bool builder_fail_illegal(const struct tabia_pos *pos, tabia_move mv,
                                 struct tabia_error *err)
{
    char uci[TABIA_UCI_SIZE];
    tabia_uci_print(pos, mv, true, uci);
    return error_set(err, TABIA_ERR_ILLEGAL, "%s is not a legal move", uci);
}

bool tabia_builder_play(struct tabia_builder *b, struct tabia_builder_cursor *c,
                        tabia_move mv, struct tabia_error *err)
{
    if (!tabia_pos_is_legal(&c->pos, mv))
        return builder_fail_illegal(&c->pos, mv, err);
    if (!reserve_positions(b, err) || !reserve_nodes(b, err) ||
        !reserve_edges(b, err))
        return false;

    struct tabia_pos next = c->pos;
    tabia_pos_play(&next, mv);
    const uint32_t position = builder_find_position(b, &next, err);
    if (position == TABIA_NUMBER_NONE)
        return false;
    const uint32_t node = builder_new_node(b, position);
    c->edge = add_edge(b, c->node, mv, node);
    c->node = node;
    c->pos = next;
    return true;
}

bool builder_repeat(struct tabia_builder *b, struct tabia_builder_cursor *c,
                    uint32_t edge, const struct tabia_pos *after,
                    struct tabia_error *err)
{
    if (!reserve_nodes(b, err) || !reserve_edges(b, err))
        return false;
    const struct builder_edge same = b->edges[edge];
    const uint32_t node = builder_new_node(b, b->nodes[same.target].position);
    c->edge = add_edge(b, c->node, same.move, node);
    c->node = node;
    c->pos = *after;
    return true;
}

bool tabia_builder_link(struct tabia_builder *b, struct tabia_builder_cursor *c,
                        tabia_move mv, uint32_t node, struct tabia_error *err)
{
    if (!tabia_pos_is_legal(&c->pos, mv))
        return builder_fail_illegal(&c->pos, mv, err);
    if (node >= b->nnodes)
        return error_set(err, TABIA_ERR_MISUSE, "there is no node %u", node);

    struct tabia_pos next = c->pos;
    tabia_pos_play(&next, mv);
    struct book_wanted w;
    book_want(&w, &next);
    const uint32_t position = b->nodes[node].position;
    if (memcmp(b->positions[position].core, w.packed.bytes,
               TABIA_PACKED_CORE_SIZE) != 0)
        return error_set(err, TABIA_ERR_MISUSE,
                         "the move does not lead to the position of node %u",
                         node);
    if (!reserve_edges(b, err))
        return false;
    c->edge = add_edge(b, c->node, mv, node);
    c->node = node;
    c->pos = next;
    return true;
}

bool tabia_builder_play_joined(struct tabia_builder *b,
                               struct tabia_builder_cursor *c, tabia_move mv,
                               struct tabia_error *err)
{
    if (tabia_builder_follow(b, c, mv))
        return true;
    if (!tabia_pos_is_legal(&c->pos, mv))
        return builder_fail_illegal(&c->pos, mv, err);

    struct tabia_pos next = c->pos;
    tabia_pos_play(&next, mv);
    struct book_wanted w;
    book_want(&w, &next);
    const struct builder_wanted wanted = { b->positions, w.packed.bytes };
    const uint32_t position =
        hashmap_find(&b->index, w.hash, builder_is_wanted, &wanted);
    if (position == HASHMAP_NONE)
        return tabia_builder_play(b, c, mv, err);
    return tabia_builder_link(b, c, mv, b->positions[position].first_node, err);
}

/* ---- looking back ---------------------------------------------------- */

bool builder_has_position(const struct tabia_builder *b,
                          const struct tabia_pos *pos)
{
    struct book_wanted w;
    book_want(&w, pos);
    const struct builder_wanted wanted = { b->positions, w.packed.bytes };
    return hashmap_find(&b->index, w.hash, builder_is_wanted, &wanted) !=
           HASHMAP_NONE;
}

uint32_t builder_child(const struct tabia_builder *b,
                       const struct tabia_builder_cursor *c, tabia_move mv)
{
    uint32_t edge = b->nodes[c->node].first_edge;
    while (edge != TABIA_NUMBER_NONE && b->edges[edge].move != mv)
        edge = b->edges[edge].next;
    return edge;
}

bool tabia_builder_follow(const struct tabia_builder *b,
                          struct tabia_builder_cursor *c, tabia_move mv)
{
    const uint32_t edge = builder_child(b, c, mv);
    if (edge == TABIA_NUMBER_NONE)
        return false;
    tabia_pos_play(&c->pos, mv);
    c->node = b->edges[edge].target;
    c->edge = edge;
    return true;
}

uint32_t builder_node_count(const struct tabia_builder *b)
{
    return b->nnodes;
}

uint32_t builder_edge_count(const struct tabia_builder *b)
{
    return b->nedges;
}
