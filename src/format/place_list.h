/*
 * place_list.h - the nodes of a book whose moves are still to be looked up
 *
 *     struct place_list places = { .options = options };
 *     place_list_add(&places, &start, err);
 *     for (size_t i = 0; i < places.n; i++) {
 *         struct tabia_cursor c = place_list_at(&places, i);
 *         ... place_list_join(&places, out, &c, mv, &data, err) ...
 *     }
 *     place_list_clear(&places);
 *
 * For files that know positions only by their keys: these are met on the
 * board, along the moves of the positions met before.
 */
#ifndef FORMAT_PLACE_LIST_H
#define FORMAT_PLACE_LIST_H

#include "tabia/builder.h"
#include "tabia/format.h"

struct place {
    struct tabia_packed pos;
    uint32_t node;
};

/* The zero value with options is an empty list. It owns 'list'. */
struct place_list {
    const struct tabia_read_options *options; // whose memory limit counts
    struct place *list;
    size_t n, room;
};

bool place_list_add(struct place_list *places, const struct tabia_cursor *c,
                    struct tabia_error *err);

/* The cursor as it was added, but for the edge, which is TABIA_NONE. */
struct tabia_cursor place_list_at(const struct place_list *places, size_t i);

/*
 * Plays a move of the book from 'from', sets what it carries, and adds the
 * node that it leads to if that is new.
 */
bool place_list_join(struct place_list *places, struct tabia_builder *out,
                     const struct tabia_cursor *from, tabia_move mv,
                     const struct tabia_move_data *data,
                     struct tabia_error *err);

void place_list_clear(struct place_list *places);

#endif
