/*
 * table.c - the handle of an open table, and the walk over its rows
 */
#include <stdlib.h>

#include "book/move_list.h"
#include "table/table.h"
#include "table/table_def.h"
#include "base/banned.h"

void table_impl_close(struct table_impl *t)
{
    if (t->close)
        t->close(t);
    else
        free(t->state);
    *t = (struct table_impl){ 0 };
}

void table_close(struct table *t)
{
    if (!t)
        return;
    table_impl_close(&t->impl);
    input_close(&t->in);
    free(t);
}

void table_set_input(struct table *t, const struct input *from)
{
    t->from = from;
}

const char *table_key_space(const struct table *t)
{
    return t->impl.key_space;
}

size_t table_find(const struct table *t, const struct tabia_pos *pos,
                  struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const size_t n = t->impl.find(&t->impl, pos, list);
    share_fill(&t->impl.share, pos->turn, list, n);
    return n;
}

size_t table_add_entry(struct tabia_book_move list[TABIA_MOVES_MAX], size_t n,
                       tabia_move mv, const struct tabia_move_data *data,
                       enum tabia_merge_policy policy)
{
    const struct tabia_book_move entry = {
        .move = mv,
        .edge = TABIA_NUMBER_NONE,
        .from_node = TABIA_NUMBER_NONE,
        .to_node = TABIA_NUMBER_NONE,
        .data = *data,
    };
    return move_list_add(list, n, &entry, policy);
}

size_t table_find_line(const struct table *t, const struct tabia_pos *start,
                       const tabia_move *moves, size_t n,
                       struct tabia_book_move list[TABIA_MOVES_MAX])
{
    if (t->impl.find_line) {
        const size_t nfound =
            t->impl.find_line(&t->impl, start, moves, n, list);
        share_fill(&t->impl.share, start->turn ^ (n & 1), list, nfound);
        return nfound;
    }
    struct tabia_pos pos = *start;
    for (size_t i = 0; i < n; i++)
        tabia_pos_play(&pos, moves[i]);
    return table_find(t, &pos, list);
}

struct table_rows table_rows_begin(const struct table *t)
{
    input_expect_random(t->impl.bytes, false);
    return (struct table_rows){ .table = t };
}

bool table_rows_next(struct table_rows *it, struct table_row *row)
{
    const struct table_impl *impl = &it->table->impl;
    *row = (struct table_row){ 0 };
    return impl->next && impl->next(impl, &it->place, &it->sub_place, row);
}
