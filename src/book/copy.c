/*
 * copy.c - making a book from the parts of another
 */
#include "book/copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "base/banned.h"

struct tabia_builder *copy_begin(unsigned attrs, struct tabia_error *err)
{
    const struct tabia_builder_options options = {
        .keep_source = attrs & 1u << TABIA_ATTR_SOURCE,
    };
    return tabia_builder_new(&options, err);
}

bool copy_texts(struct tabia_builder *b, const struct tabia_book *book,
                struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_texts(book); i++) {
        const char *key, *value;
        tabia_book_text(book, i, &key, &value);
        if (!tabia_builder_add_text(b, key, value, strlen(value), err))
            return false;
    }
    return true;
}

bool copy_node(struct tabia_builder *b, const struct tabia_pos *pos,
               bool is_root, const struct tabia_node_data *data,
               struct tabia_error *err)
{
    struct tabia_cursor c;
    if (is_root ? !tabia_builder_start(b, pos, &c, err)
                : !tabia_builder_add_node(b, pos, &c.node, err))
        return false;
    return tabia_builder_set_node(b, c.node, data, err);
}

bool copy_edge(struct tabia_builder *b, const struct tabia_pos *pos,
               uint32_t from, uint32_t to, tabia_move mv,
               const struct tabia_move_data *data, struct tabia_error *err)
{
    struct tabia_cursor c = { .pos = *pos, .node = from, .edge = TABIA_NONE };
    return tabia_builder_link(b, &c, mv, to, err) &&
           tabia_builder_set_move(b, c.edge, data, err);
}

uint32_t *copy_numbers(size_t count, struct tabia_error *err)
{
    size_t nbytes;
    uint32_t *list = NULL;
    if (vec_mul(count ? count : 1, sizeof(*list), &nbytes))
        list = malloc(nbytes);
    if (!list) {
        error_nomem(err);
        return NULL;
    }
    memset(list, 0xff, nbytes); // TABIA_NONE
    return list;
}
