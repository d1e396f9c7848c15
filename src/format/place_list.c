/*
 * place_list.c - the nodes of a book whose moves are still to be looked up
 */
#include "format/place_list.h"

#include <stdlib.h>

#include "book/builder_def.h"
#include "chess/packed.h"
#include "format/format_def.h"
#include "base/banned.h"

bool place_list_add(struct place_list *places, const struct tabia_cursor *c,
                    struct tabia_error *err)
{
    struct place *list =
        format_grow(places->options, places->list, &places->room, places->n + 1,
                    sizeof(*list), err);
    if (!list)
        return false;
    places->list = list;
    tabia_pos_pack(&c->pos, &list[places->n].pos);
    list[places->n++].node = c->node;
    return true;
}

struct tabia_cursor place_list_at(const struct place_list *places, size_t i)
{
    struct tabia_cursor c = { .node = places->list[i].node,
                              .edge = TABIA_NONE };
    packed_restore(&c.pos, &places->list[i].pos);
    return c;
}

bool place_list_join(struct place_list *places, struct tabia_builder *out,
                     const struct tabia_cursor *from, tabia_move mv,
                     const struct tabia_move_data *data,
                     struct tabia_error *err)
{
    const uint32_t before = builder_node_count(out);
    struct tabia_cursor c = *from;
    if (!tabia_builder_join(out, &c, mv, err) ||
        !tabia_builder_set_move(out, c.edge, data, err))
        return false;
    return builder_node_count(out) == before || place_list_add(places, &c, err);
}

void place_list_clear(struct place_list *places)
{
    free(places->list);
    *places = (struct place_list){ .options = places->options };
}
