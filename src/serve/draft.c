/*
 * draft.c - a book while it is being changed
 */
#include "serve/draft.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "serve/draft_def.h"
#include "tabia/builder.h"

#include "base/banned.h"

/* ---- growing --------------------------------------------------------- */

/* Room for one more in an array of the draft. */
#define GROW(array, count, room, err)                                          \
    grow((void **)&(array), (count), &(room), sizeof(*(array)), err)

static bool grow(void **array, size_t count, size_t *room, size_t size,
                 struct tabia_error *err)
{
    void *more = vec_grow(*array, room, count + 1, size, UINT32_MAX - 1);
    if (!more)
        return error_nomem(err);
    *array = more;
    return true;
}

bool draft_add_edge(struct draft *d, const struct draft_edge *edge,
                    struct tabia_error *err)
{
    if (!GROW(d->edges, d->nedges, d->edges_room, err))
        return false;
    d->edges[d->nedges++] = *edge;
    return true;
}

static bool add_node(struct draft *d, uint32_t position,
                     struct tabia_error *err)
{
    if (!GROW(d->nodes, d->nnodes, d->nodes_room, err))
        return false;
    d->nodes[d->nnodes++] = (struct draft_node){
        .position = position,
        .values = TABIA_NONE,
    };
    return true;
}

/* ---- taking apart ---------------------------------------------------- */

static void take_edges(struct draft *d, uint32_t node)
{
    uint32_t first, count;
    tabia_node_edges(d->book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        d->edges[i] = (struct draft_edge){
            .from = node,
            .to = tabia_edge_target(d->book, i),
            .source = i,
            .values = TABIA_NONE,
            .move = tabia_edge_move(d->book, i),
        };
    }
}

static bool open_draft(struct draft *d, const struct tabia_book *book,
                       struct tabia_error *err)
{
    const uint32_t n = tabia_book_nodes(book), m = tabia_book_edges(book);
    *d = (struct draft){ .book = book,
                         .is_graph = n == tabia_book_positions(book) };
    d->edges = calloc((size_t)m + 1, sizeof(*d->edges));
    if (!d->edges)
        return error_nomem(err);
    d->nedges = m;
    d->edges_room = (size_t)m + 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!add_node(d, tabia_node_position(book, i), err))
            return false;
        take_edges(d, i);
    }
    for (uint32_t i = 0; i < tabia_book_roots(book); i++)
        d->nodes[tabia_book_root(book, i)].is_root = true;
    return true;
}

static void close_draft(struct draft *d)
{
    free(d->nodes);
    free(d->edges);
    free(d->positions);
    free(d->move_values);
    free(d->node_values);
    free(d->texts);
}

/* ---- looking --------------------------------------------------------- */

uint32_t draft_positions(const struct draft *d)
{
    return tabia_book_positions(d->book) + (uint32_t)d->npositions;
}

uint32_t draft_node_at(const struct draft *d, uint32_t position, uint32_t n)
{
    const uint32_t old = tabia_book_nodes(d->book);
    if (position < tabia_book_positions(d->book)) {
        uint32_t node;
        for (uint32_t i = 0;
             (node = tabia_position_node(d->book, position, i)) != TABIA_NONE;
             i++)
            if (!d->nodes[node].is_gone && n-- == 0)
                return node;
    }
    for (uint32_t i = old; i < d->nnodes; i++)
        if (d->nodes[i].position == position && !d->nodes[i].is_gone &&
            n-- == 0)
            return i;
    return TABIA_NONE;
}

uint32_t draft_edge_next(const struct draft *d, uint32_t node, uint32_t *at)
{
    const uint32_t old = tabia_book_edges(d->book);
    uint32_t first = 0, count = 0;
    if (node < tabia_book_nodes(d->book))
        tabia_node_edges(d->book, node, &first, &count);
    // First the edges that the book has, then the new ones.
    while (*at < count) {
        const uint32_t edge = first + (*at)++;
        if (!d->edges[edge].is_gone)
            return edge;
    }
    for (uint32_t i = old + (*at - count); i < d->nedges; i++) {
        *at = count + i - old + 1;
        if (d->edges[i].from == node && !d->edges[i].is_gone)
            return i;
    }
    return TABIA_NONE;
}

static uint32_t find_position(const struct draft *d,
                              const struct tabia_pos *pos)
{
    const uint32_t old = tabia_book_position_find(d->book, pos);
    const struct tabia_pos wanted = tabia_pos_identity(pos);
    if (old != TABIA_NONE)
        return old;
    for (size_t i = 0; i < d->npositions; i++)
        if (tabia_pos_is_same(&d->positions[i], &wanted))
            return tabia_book_positions(d->book) + (uint32_t)i;
    return TABIA_NONE;
}

static void get_position(const struct draft *d, uint32_t position,
                         struct tabia_pos *pos)
{
    const uint32_t old = tabia_book_positions(d->book);
    if (position < old)
        tabia_book_position(d->book, position, pos);
    else
        *pos = d->positions[position - old];
}

/* The first edge by a move at a node, or TABIA_NONE. */
static uint32_t find_edge(const struct draft *d, uint32_t node, tabia_move mv)
{
    uint32_t at = 0, edge;
    while ((edge = draft_edge_next(d, node, &at)) != TABIA_NONE)
        if (d->edges[edge].move == mv)
            return edge;
    return TABIA_NONE;
}

/* ---- values ---------------------------------------------------------- */

static struct tabia_move_data move_values(const struct draft *d, uint32_t edge)
{
    const struct draft_edge *e = &d->edges[edge];
    if (e->values != TABIA_NONE)
        return d->move_values[e->values];
    if (e->source != TABIA_NONE)
        return tabia_edge_data(d->book, e->source);
    return (struct tabia_move_data){ .has = 0 };
}

static bool set_move_values(struct draft *d, uint32_t edge,
                            const struct tabia_move_data *data,
                            struct tabia_error *err)
{
    struct draft_edge *e = &d->edges[edge];
    if (e->values == TABIA_NONE) {
        if (!GROW(d->move_values, d->nmove_values, d->move_values_room, err))
            return false;
        e->values = (uint32_t)d->nmove_values++;
    }
    d->move_values[e->values] = *data;
    return true;
}

struct tabia_node_data draft_node_values(const struct draft *d, uint32_t node)
{
    const struct draft_node *n = &d->nodes[node];
    if (n->values != TABIA_NONE)
        return d->node_values[n->values];
    if (node < tabia_book_nodes(d->book))
        return tabia_node_data(d->book, node);
    return (struct tabia_node_data){ .has = 0 };
}

bool draft_set_node_values(struct draft *d, uint32_t node,
                           const struct tabia_node_data *data,
                           struct tabia_error *err)
{
    struct draft_node *n = &d->nodes[node];
    if (n->values == TABIA_NONE) {
        if (!GROW(d->node_values, d->nnode_values, d->node_values_room, err))
            return false;
        n->values = (uint32_t)d->nnode_values++;
    }
    d->node_values[n->values] = *data;
    return true;
}

/* ---- changes --------------------------------------------------------- */

/*
 * Where a new move is hung: at the last occurrence that has moves already, so
 * that it stands behind them.
 */
static uint32_t choose_node(const struct draft *d, uint32_t position)
{
    uint32_t node, chosen = draft_node_at(d, position, 0);
    for (uint32_t n = 0; (node = draft_node_at(d, position, n)) != TABIA_NONE;
         n++) {
        uint32_t at = 0;
        if (draft_edge_next(d, node, &at) != TABIA_NONE)
            chosen = node;
    }
    return chosen;
}

static bool add_target(struct draft *d, const struct tabia_pos *pos,
                       uint32_t *node, struct tabia_error *err)
{
    uint32_t position = find_position(d, pos);
    if (position != TABIA_NONE && d->is_graph) {
        *node = draft_node_at(d, position, 0);
        if (*node != TABIA_NONE)
            return true;
    }
    if (position == TABIA_NONE) {
        if (!GROW(d->positions, d->npositions, d->positions_room, err))
            return false;
        position = draft_positions(d);
        d->positions[d->npositions++] = tabia_pos_identity(pos);
    }
    *node = (uint32_t)d->nnodes;
    return add_node(d, position, err);
}

static bool add_move(struct draft *d, const struct change *c, uint32_t position,
                     struct tabia_error *err)
{
    struct draft_edge edge = { .source = TABIA_NONE,
                               .values = TABIA_NONE,
                               .move = c->move };
    struct tabia_pos after = c->pos;
    uint32_t node;
    for (uint32_t n = 0; (node = draft_node_at(d, position, n)) != TABIA_NONE;
         n++)
        if (find_edge(d, node, c->move) != TABIA_NONE)
            return true; // the book has it
    edge.from = choose_node(d, position);
    tabia_pos_play(&after, c->move);
    return add_target(d, &after, &edge.to, err) &&
           draft_add_edge(d, &edge, err);
}

static bool remove_move(struct draft *d, const struct change *c,
                        uint32_t position, struct tabia_error *err)
{
    uint32_t node, edge, target = TABIA_NONE;
    for (uint32_t n = 0; (node = draft_node_at(d, position, n)) != TABIA_NONE;
         n++) {
        while ((edge = find_edge(d, node, c->move)) != TABIA_NONE) {
            d->edges[edge].is_gone = true;
            target = d->nodes[d->edges[edge].to].position;
            d->report.removed++;
        }
    }
    if (target == TABIA_NONE)
        return error_set(err, TABIA_MISUSE, "the book does not have this move");
    return draft_prune(d, target, err);
}

static void put_move_value(struct tabia_move_data *data, const struct change *c)
{
    const struct tabia_move_data *from = &c->move_data;
    const unsigned bit = 1u << c->attr;
    data->has = c->clears ? data->has & ~bit : data->has | bit;
    switch (c->attr) {
    case TABIA_ATTR_WEIGHT:
        data->weight = from->weight;
        break;
    case TABIA_ATTR_MARK:
        data->mark = from->mark;
        break;
    case TABIA_ATTR_NAGS:
        memcpy(data->nags, from->nags, sizeof(data->nags));
        break;
    case TABIA_ATTR_REMARK:
        data->remark = from->remark;
        break;
    default:
        data->white = from->white;
        data->draws = from->draws;
        data->black = from->black;
    }
}

/*
 * Weights, marks and glyphs hold at every occurrence. Results are added when
 * they are looked up, so the first occurrence has them all; a remark is told
 * once.
 */
static bool set_move(struct draft *d, const struct change *c, uint32_t position,
                     struct tabia_error *err)
{
    const bool is_single =
        c->attr == TABIA_ATTR_RESULTS || c->attr == TABIA_ATTR_REMARK;
    struct change cleared = *c;
    uint32_t node, nfound = 0;
    cleared.clears = true;
    for (uint32_t n = 0; (node = draft_node_at(d, position, n)) != TABIA_NONE;
         n++) {
        uint32_t at = 0, edge;
        while ((edge = draft_edge_next(d, node, &at)) != TABIA_NONE) {
            if (d->edges[edge].move != c->move)
                continue;
            struct tabia_move_data data = move_values(d, edge);
            put_move_value(&data, is_single && nfound++ > 0 ? &cleared : c);
            nfound += !is_single;
            if (!set_move_values(d, edge, &data, err))
                return false;
        }
    }
    return nfound > 0 ||
           error_set(err, TABIA_MISUSE, "the book does not have this move");
}

static void put_node_value(struct tabia_node_data *data, const struct change *c,
                           bool clears)
{
    const unsigned bit = 1u << c->attr;
    data->has = clears ? data->has & ~bit : data->has | bit;
    if (c->attr == TABIA_ATTR_NAME)
        data->name = clears ? NULL : c->node_data.name;
    else if (c->attr == TABIA_ATTR_ECO)
        data->eco = clears ? NULL : c->node_data.eco;
    else
        data->comment = clears ? NULL : c->node_data.comment;
}

/* The first occurrence tells it; the others are silent. */
static bool set_node(struct draft *d, const struct change *c, uint32_t position,
                     struct tabia_error *err)
{
    uint32_t node;
    for (uint32_t n = 0; (node = draft_node_at(d, position, n)) != TABIA_NONE;
         n++) {
        struct tabia_node_data data = draft_node_values(d, node);
        put_node_value(&data, c, c->clears || n > 0);
        if (!draft_set_node_values(d, node, &data, err))
            return false;
    }
    return true;
}

static bool set_text(struct draft *d, const struct change *c,
                     struct tabia_error *err)
{
    for (size_t i = 0; i < d->ntexts; i++) {
        if (strcmp(d->texts[i]->key, c->key) == 0) {
            d->texts[i] = c;
            return true;
        }
    }
    if (!GROW(d->texts, d->ntexts, d->texts_room, err))
        return false;
    d->texts[d->ntexts++] = c;
    return true;
}

static bool apply(struct draft *d, const struct change *c,
                  struct tabia_error *err)
{
    static bool (*const functions[])(struct draft * d, const struct change *c,
                                     uint32_t position,
                                     struct tabia_error *err) = {
        [CHANGE_ADD] = add_move,
        [CHANGE_REMOVE] = remove_move,
        [CHANGE_MOVE] = set_move,
        [CHANGE_NODE] = set_node,
    };
    if (c->kind == CHANGE_TEXT)
        return set_text(d, c, err);
    const uint32_t position = find_position(d, &c->pos);
    if (position == TABIA_NONE || draft_node_at(d, position, 0) == TABIA_NONE)
        return error_set(err, TABIA_MISUSE,
                         "the book does not have this position");
    return functions[c->kind](d, c, position, err);
}

/* ---- building -------------------------------------------------------- */

static bool build_texts(const struct draft *d, struct tabia_builder *b,
                        struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_texts(d->book); i++) {
        const char *key, *value;
        bool is_replaced = false;
        tabia_book_text(d->book, i, &key, &value);
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

static bool build_node(const struct draft *d, struct tabia_builder *b,
                       uint32_t node, const struct tabia_pos *root,
                       uint32_t *number, struct tabia_error *err)
{
    const struct tabia_node_data data = draft_node_values(d, node);
    struct tabia_cursor c;
    struct tabia_pos pos;
    if (root) {
        if (!tabia_builder_start(b, root, &c, err))
            return false;
        *number = c.node;
    } else {
        get_position(d, d->nodes[node].position, &pos);
        if (!tabia_builder_add_node(b, &pos, number, err))
            return false;
    }
    return tabia_builder_set_node(b, *number, &data, err);
}

/* Nodes keep their order; roots come in their own, which is the same. */
static bool build_nodes(const struct draft *d, struct tabia_builder *b,
                        uint32_t *numbers, struct tabia_error *err)
{
    uint32_t nroots = 0;
    for (uint32_t i = 0; i < d->nnodes; i++) {
        struct tabia_pos root;
        if (d->nodes[i].is_gone)
            continue;
        for (uint32_t r = nroots; d->nodes[i].is_root; r++) {
            if (r == tabia_book_roots(d->book))
                r = 0; // roots that stand in another order
            if (tabia_book_root(d->book, r) == i) {
                tabia_book_root_pos(d->book, r, &root);
                nroots = r + 1;
                break;
            }
        }
        if (!build_node(d, b, i, d->nodes[i].is_root ? &root : NULL,
                        &numbers[i], err))
            return false;
    }
    return true;
}

static bool build_edges(const struct draft *d, struct tabia_builder *b,
                        const uint32_t *numbers, struct tabia_error *err)
{
    for (uint32_t i = 0; i < d->nnodes; i++) {
        uint32_t at = 0, edge;
        struct tabia_pos pos;
        if (d->nodes[i].is_gone)
            continue;
        get_position(d, d->nodes[i].position, &pos);
        while ((edge = draft_edge_next(d, i, &at)) != TABIA_NONE) {
            struct tabia_cursor c = { .pos = pos,
                                      .node = numbers[i],
                                      .edge = TABIA_NONE };
            const struct tabia_move_data data = move_values(d, edge);
            if (!tabia_builder_link(b, &c, d->edges[edge].move,
                                    numbers[d->edges[edge].to], err) ||
                !tabia_builder_set_move(b, c.edge, &data, err))
                return false;
        }
    }
    return true;
}

static struct tabia_book *build(const struct draft *d, struct tabia_error *err)
{
    const struct tabia_builder_options how = {
        .keep_source = tabia_book_attrs(d->book) >> TABIA_ATTR_SOURCE & 1,
    };
    uint32_t *numbers = calloc(d->nnodes + 1, sizeof(*numbers));
    struct tabia_builder *b = tabia_builder_new(&how, err);
    struct tabia_book *book = NULL;
    if (!numbers)
        error_nomem(err);
    if (numbers && b && build_texts(d, b, err) &&
        build_nodes(d, b, numbers, err) && build_edges(d, b, numbers, err))
        book = tabia_builder_freeze(b, err);
    else if (b)
        tabia_builder_free(b);
    free(numbers);
    return book;
}

struct tabia_book *draft_apply(const struct tabia_book *book,
                               const struct changes *changes,
                               struct draft_report *report,
                               struct tabia_error *err)
{
    struct draft d;
    struct tabia_book *next = NULL;
    bool is_ok = open_draft(&d, book, err);
    for (size_t i = 0; is_ok && i < changes->n; i++) {
        struct tabia_error why = { .status = TABIA_OK };
        is_ok =
            apply(&d, &changes->list[i], &why) ||
            error_set(err, why.status, "change %zu: %.150s", i + 1, why.msg);
    }
    if (is_ok)
        next = build(&d, err);
    *report = d.report;
    close_draft(&d);
    return next;
}
