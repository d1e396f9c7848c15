/*
 * draft_build.c - a frozen book of what a draft has become
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "book/book_def.h"
#include "serve/edit/draft_def.h"
#include "tabia/builder.h"

#include "base/banned.h"

static bool build_texts(const struct draft *d, struct tabia_builder *b,
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
        draft_get_position(d, d->nodes[node].position, &pos);
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
        const bool is_new = i >= tabia_book_node_count(d->book);
        if (is_new)
            root = d->new_root;
        for (uint32_t r = nroots; d->nodes[i].is_root && !is_new; r++) {
            if (r == tabia_book_root_count(d->book))
                r = 0; // roots that stand in another order
            if (tabia_book_root_at(d->book, r) == i) {
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

/* The node itself, or that which has taken its moves over. */
static uint32_t heir_of(const struct draft *d, uint32_t node)
{
    while (d->nodes[node].is_gone && d->nodes[node].heir != TABIA_NONE)
        node = d->nodes[node].heir;
    return node;
}

static bool build_edges(const struct draft *d, struct tabia_builder *b,
                        const uint32_t *numbers, struct tabia_error *err)
{
    for (uint32_t i = 0; i < d->nnodes; i++) {
        uint32_t at = 0, edge;
        struct tabia_pos pos;
        if (d->nodes[i].is_gone)
            continue;
        draft_get_position(d, d->nodes[i].position, &pos);
        while ((edge = draft_edge_next(d, i, &at)) != TABIA_NONE) {
            struct tabia_cursor c = { .pos = pos,
                                      .node = numbers[i],
                                      .edge = TABIA_NONE };
            const struct tabia_move_data data = draft_move_values(d, edge);
            const uint32_t to = numbers[heir_of(d, d->edges[edge].to)];
            if (!tabia_builder_link(b, &c, d->edges[edge].move, to, err) ||
                !tabia_builder_set_move(b, c.edge, &data, err))
                return false;
        }
    }
    return true;
}

struct tabia_book *draft_build(const struct draft *d, struct tabia_error *err)
{
    const struct tabia_builder_options how = {
        .keep_source = tabia_book_attrs(d->book) & TABIA_HAS_SOURCE,
        .joins_ep = d->book->joins_ep,
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
