/*
 * annotate.c - a copy of a book with new values of its positions
 */
#include "analysis/annotate.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tabia/builder.h"
#include "base/banned.h"

struct copy {
    const struct tabia_book *book;
    const struct annotations *notes;
    struct tabia_builder *out;
    struct tabia_error *err;
    uint32_t *root_of; // by node: the number of the root, or TABIA_NONE
};

static bool find_roots(struct copy *c)
{
    const uint32_t n = tabia_book_nodes(c->book);
    c->root_of = malloc(((size_t)n + 1) * sizeof(*c->root_of));
    if (!c->root_of)
        return error_nomem(c->err);
    for (uint32_t i = 0; i < n; i++)
        c->root_of[i] = TABIA_NONE;
    for (uint32_t i = 0; i < tabia_book_roots(c->book); i++)
        c->root_of[tabia_book_root(c->book, i)] = i;
    return true;
}

static bool copy_texts(struct copy *c)
{
    for (uint32_t i = 0; i < tabia_book_texts(c->book); i++) {
        const char *key, *value;
        tabia_book_text(c->book, i, &key, &value);
        if (!tabia_builder_add_text(c->out, key, value, strlen(value), c->err))
            return false;
    }
    return true;
}

static bool copy_node(struct copy *c, uint32_t node)
{
    const uint32_t position = tabia_node_position(c->book, node);
    struct tabia_node_data data = tabia_node_data(c->book, node);
    struct tabia_cursor at = { .node = TABIA_NONE };
    if (c->notes->evals && c->notes->has_eval[position]) {
        data.has |= 1u << TABIA_ATTR_EVAL;
        data.eval = c->notes->evals[position];
    }
    if (c->notes->places) {
        data.has |= 1u << TABIA_ATTR_PLACE;
        data.place = c->notes->places[position];
    }
    const uint32_t root = c->root_of[node];
    if (root == TABIA_NONE) {
        tabia_book_position(c->book, position, &at.pos);
        if (!tabia_builder_add_node(c->out, &at.pos, &at.node, c->err))
            return false;
    } else {
        struct tabia_pos pos;
        tabia_book_root_pos(c->book, root, &pos);
        if (!tabia_builder_start(c->out, &pos, &at, c->err))
            return false;
    }
    return tabia_builder_set_node(c->out, at.node, &data, c->err);
}

static bool copy_edges(struct copy *c, uint32_t node)
{
    struct tabia_pos pos;
    uint32_t first, count;
    tabia_book_position(c->book, tabia_node_position(c->book, node), &pos);
    tabia_node_edges(c->book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data data = tabia_edge_data(c->book, i);
        struct tabia_cursor at = { .pos = pos, .node = node };
        if (!tabia_builder_link(c->out, &at, tabia_edge_move(c->book, i),
                                tabia_edge_target(c->book, i), c->err) ||
            !tabia_builder_set_move(c->out, at.edge, &data, c->err))
            return false;
    }
    return true;
}

static bool copy_all(struct copy *c)
{
    const uint32_t n = tabia_book_nodes(c->book);
    if (!find_roots(c) || !copy_texts(c))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!copy_node(c, i))
            return false;
    for (uint32_t i = 0; i < n; i++)
        if (!copy_edges(c, i))
            return false;
    return true;
}

struct tabia_book *annotate_book(const struct tabia_book *book,
                                 const struct annotations *notes,
                                 struct tabia_error *err)
{
    const struct tabia_builder_options options = { .keep_source = true };
    struct copy c = {
        .book = book,
        .notes = notes,
        .out = tabia_builder_new(&options, err),
        .err = err,
    };
    if (!c.out)
        return NULL;
    const bool is_done = copy_all(&c);
    free(c.root_of);
    if (is_done)
        return tabia_builder_freeze(c.out, err);
    tabia_builder_free(c.out);
    return NULL;
}
