/*
 * annotate.c - a copy of a book with new values of its positions
 */
#include "book/annotate.h"

#include "book/copy.h"
#include "base/banned.h"

struct change {
    const struct tabia_book *book;
    const struct annotations *notes;
};

static void change_node(void *ctx, uint32_t node, struct tabia_node_data *data)
{
    const struct change *c = ctx;
    const struct annotations *notes = c->notes;
    const uint32_t position = tabia_node_position(c->book, node);
    if (notes->evals && notes->has_eval[position]) {
        data->has |= TABIA_HAS_EVAL;
        data->eval = notes->evals[position];
    }
    if (notes->places) {
        data->has |= TABIA_HAS_PLACE;
        data->place = notes->places[position];
    }
}

struct tabia_book *annotate_book(const struct tabia_book *book,
                                 const struct annotations *notes,
                                 struct tabia_error *err)
{
    struct change change = { book, notes };
    return copy_book(
        book, &(struct copy_changes){ .node = change_node, .ctx = &change },
        err);
}
