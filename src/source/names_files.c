/*
 * names_files.c - names of openings from several files
 *
 * Lines stay as they are, because a line is how an opening is usually reached:
 * books are set side by side, not folded.
 */
#include "source/names_files.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "tabia/builder.h"
#include "tabia/format.h"
#include "base/banned.h"

/* A node that is in the new book, and its moves that are not yet. */
struct pending_node {
    struct tabia_builder_cursor cursor;
    uint32_t node; // in the old book
};

struct names_copy {
    const struct tabia_book *book;
    struct tabia_builder *builder;
    uint32_t *copies; // node -> node in the new book, or TABIA_NUMBER_NONE
    struct pending_node *stack;
    size_t n;
};

static bool copy_node(struct names_copy *c, uint32_t node,
                      const struct tabia_builder_cursor *cursor,
                      struct tabia_error *err)
{
    struct tabia_node_data data = tabia_book_node_data(c->book, node);
    data.has &= TABIA_HAS_NAME | TABIA_HAS_ECO;
    c->copies[node] = cursor->node;
    c->stack[c->n++] = (struct pending_node){ *cursor, node };
    return !data.has ||
           tabia_builder_set_node(c->builder, cursor->node, &data, err);
}

/* A graph has nodes that several moves lead to: they are linked. */
static bool copy_moves(struct names_copy *c, const struct pending_node *from,
                       struct tabia_error *err)
{
    uint32_t edge, count;
    tabia_book_node_edges(c->book, from->node, &edge, &count);
    for (; count > 0; edge++, count--) {
        const tabia_move mv = tabia_book_edge_move(c->book, edge);
        const uint32_t target = tabia_book_edge_target(c->book, edge);
        struct tabia_builder_cursor cursor = from->cursor;
        if (c->copies[target] != TABIA_NUMBER_NONE) {
            if (!tabia_builder_link(c->builder, &cursor, mv, c->copies[target],
                                    err))
                return false;
        } else if (!tabia_builder_play(c->builder, &cursor, mv, err) ||
                   !copy_node(c, target, &cursor, err)) {
            return false;
        }
    }
    return true;
}

static bool copy_lines(struct names_copy *c, struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_root_count(c->book); i++) {
        const uint32_t root = tabia_book_root_at(c->book, i);
        struct tabia_builder_cursor cursor;
        struct tabia_pos pos;
        tabia_book_root_pos_at(c->book, i, &pos);
        if (!tabia_builder_start(c->builder, &pos, &cursor, err) ||
            !copy_node(c, root, &cursor, err))
            return false;
        while (c->n > 0) {
            const struct pending_node next = c->stack[--c->n];
            if (!copy_moves(c, &next, err))
                return false;
        }
    }
    return true;
}

static bool add_names(struct tabia_builder *builder,
                      const struct tabia_book *book, struct tabia_error *err)
{
    const uint32_t n = tabia_book_node_count(book);
    struct names_copy c = {
        .book = book,
        .builder = builder,
        .copies = malloc(((size_t)n + 1) * sizeof(*c.copies)),
        .stack = malloc(((size_t)n + 1) * sizeof(*c.stack)),
    };
    bool ok = c.copies && c.stack;
    for (uint32_t i = 0; ok && i < n; i++)
        c.copies[i] = TABIA_NUMBER_NONE;
    ok = ok ? copy_lines(&c, err) : error_nomem(err);
    free(c.copies);
    free(c.stack);
    return ok;
}

struct tabia_book *names_files_load(const char *const *paths,
                                    struct tabia_error *err)
{
    struct tabia_builder *builder = tabia_builder_new(NULL, err);
    bool ok = builder != NULL;
    for (; ok && *paths; paths++) {
        struct tabia_book *book = tabia_book_load(*paths, NULL, err);
        ok = book && add_names(builder, book, err);
        tabia_book_free(book);
    }
    if (ok)
        return tabia_builder_freeze(builder, err);
    tabia_builder_free(builder);
    return NULL;
}
