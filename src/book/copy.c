/*
 * copy.c - making a book from the parts of another
 */
#include "book/copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

struct tabia_builder *copy_begin(unsigned attrs, struct tabia_error *err)
{
    const struct tabia_builder_options options = {
        .keep_location = attrs & TABIA_HAS_LOCATION,
    };
    return tabia_builder_new(&options, err);
}

/* Copies the texts but for those of one key, which may be NULL. */
static bool copy_texts_without(struct tabia_builder *b,
                               const struct tabia_book *book,
                               const char *without, struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        if (without && strcmp(key, without) == 0)
            continue;
        if (!tabia_builder_add_text(b, key, value, strlen(value), err))
            return false;
    }
    return true;
}

bool copy_texts(struct tabia_builder *b, const struct tabia_book *book,
                struct tabia_error *err)
{
    return copy_texts_without(b, book, NULL, err);
}

bool copy_node(struct tabia_builder *b, const struct tabia_pos *pos,
               bool is_root, const struct tabia_node_data *data,
               struct tabia_error *err)
{
    struct tabia_builder_cursor c;
    if (is_root ? !tabia_builder_start(b, pos, &c, err)
                : !tabia_builder_add_node(b, pos, &c.node, err))
        return false;
    struct tabia_node_data own = *data;
    if (!is_root) // a root's position, repeated inside a line
        own.has &= ~(uint32_t)TABIA_HAS_TAGS;
    return tabia_builder_set_node(b, c.node, &own, err);
}

bool copy_node_of(struct tabia_builder *b, const struct tabia_book *book,
                  uint32_t node, uint32_t root,
                  const struct tabia_node_data *data, struct tabia_error *err)
{
    struct tabia_pos pos;
    if (root != TABIA_NUMBER_NONE)
        tabia_book_root_pos_at(book, root, &pos);
    else
        tabia_book_position_pos_at(book, tabia_book_node_position(book, node),
                                   &pos);
    return copy_node(b, &pos, root != TABIA_NUMBER_NONE, data, err);
}

struct tabia_book *copy_end(struct tabia_builder *b, bool ok,
                            struct tabia_error *err)
{
    if (ok)
        return tabia_builder_freeze(b, err);
    tabia_builder_free(b);
    return NULL;
}

bool copy_edge(struct tabia_builder *b, const struct tabia_pos *pos,
               uint32_t from, uint32_t to, tabia_move mv,
               const struct tabia_move_data *data, struct tabia_error *err)
{
    struct tabia_builder_cursor c = { .pos = *pos,
                                      .node = from,
                                      .edge = TABIA_NUMBER_NONE };
    return tabia_builder_link(b, &c, mv, to, err) &&
           tabia_builder_set_move(b, c.edge, data, err);
}

/* Roots have ascending numbers, as the nodes were made with them. */
static bool copy_nodes(struct tabia_builder *b, const struct tabia_book *book,
                       const struct copy_changes *changes,
                       struct tabia_error *err)
{
    uint32_t root = 0;
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++) {
        struct tabia_node_data data = tabia_book_node_data(book, i);
        const bool is_root = root < tabia_book_root_count(book) &&
                             tabia_book_root_at(book, root) == i;
        if (changes->node)
            changes->node(changes->ctx, i, &data);
        if (!copy_node_of(b, book, i, is_root ? root++ : TABIA_NUMBER_NONE,
                          &data, err))
            return false;
    }
    return true;
}

static bool copy_edges(struct tabia_builder *b, const struct tabia_book *book,
                       const struct copy_changes *changes,
                       struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++) {
        uint32_t first, count;
        struct tabia_pos pos;
        tabia_book_node_edges(book, i, &first, &count);
        tabia_book_position_pos_at(book, tabia_book_node_position(book, i),
                                   &pos);
        for (uint32_t k = first; k < first + count; k++) {
            struct tabia_move_data data = tabia_book_edge_data(book, k);
            if (changes->move)
                changes->move(changes->ctx, k, &data);
            if (!copy_edge(b, &pos, i, tabia_book_edge_target(book, k),
                           tabia_book_edge_move(book, k), &data, err))
                return false;
        }
    }
    return true;
}

struct tabia_book *copy_book(const struct tabia_book *book,
                             const struct copy_changes *changes,
                             struct tabia_error *err)
{
    struct tabia_builder *b = copy_begin(tabia_book_attrs(book), err);
    if (!b)
        return NULL;
    return copy_end(b,
                    copy_texts_without(b, book, changes->without, err) &&
                        copy_nodes(b, book, changes, err) &&
                        copy_edges(b, book, changes, err),
                    err);
}

struct annotated_copy {
    const struct tabia_book *book;
    const struct copy_annotations *notes;
};

static void annotate_node(void *ctx, uint32_t node,
                          struct tabia_node_data *data)
{
    const struct annotated_copy *c = ctx;
    const struct copy_annotations *notes = c->notes;
    const uint32_t position = tabia_book_node_position(c->book, node);
    if (notes->evals && notes->has_eval[position]) {
        data->has |= TABIA_HAS_EVAL;
        data->eval = notes->evals[position];
    }
    if (notes->coordinates) {
        data->has |= TABIA_HAS_COORDINATES;
        data->coordinates = notes->coordinates[position];
    }
}

struct tabia_book *copy_annotated(const struct tabia_book *book,
                                  const struct copy_annotations *notes,
                                  struct tabia_error *err)
{
    struct annotated_copy change = { book, notes };
    return copy_book(
        book, &(struct copy_changes){ .node = annotate_node, .ctx = &change },
        err);
}

uint32_t *copy_numbers_new(size_t count, struct tabia_error *err)
{
    size_t nbytes;
    uint32_t *list = NULL;
    if (vec_checked_mul(count ? count : 1, sizeof(*list), &nbytes))
        list = malloc(nbytes);
    if (!list) {
        error_nomem(err);
        return NULL;
    }
    memset(list, 0xff, nbytes); // TABIA_NUMBER_NONE
    return list;
}

uint32_t *copy_root_numbers(const struct tabia_book *book,
                            struct tabia_error *err)
{
    uint32_t *root_of = copy_numbers_new(tabia_book_node_count(book), err);
    for (uint32_t i = 0; root_of && i < tabia_book_root_count(book); i++)
        root_of[tabia_book_root_at(book, i)] = i;
    return root_of;
}
