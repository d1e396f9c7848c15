/*
 * find.c - the moves of a position, over all its occurrences
 */
#include "book/book_def.h"

#include "base/compiler.h"
#include "book/edges.h"
#include "book/move_list.h"
#include "chess/pos.h"
#include "base/banned.h"

/* All moves, for tabia_book_position_moves. */
static size_t find_fold_moves(const struct tabia_book *book, uint32_t position,
                              enum tabia_merge_policy policy,
                              struct tabia_book_move list[TABIA_MOVES_MAX])
{
    struct edges it = edges_of(book, position);
    struct tabia_book_move entry;
    size_t n = 0;
    while (edges_next(&it, &entry))
        n = move_list_add(list, n, &entry, policy);
    if (book->share.rule != SHARE_BY_WEIGHT && n) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, position, &pos);
        share_fill(&book->share, pos.turn, list, n);
    }
    return n;
}

/* Adds the moves of 'twin' that are legal in 'pos', which is like it. */
static size_t add_twin(const struct tabia_book *book,
                       const struct tabia_pos *pos,
                       const struct tabia_pos *twin,
                       enum tabia_merge_policy policy,
                       struct tabia_book_move list[TABIA_MOVES_MAX], size_t n)
{
    struct edges it = edges_find(book, twin);
    struct tabia_book_move entry;
    while (edges_next(&it, &entry))
        if (tabia_pos_is_legal(pos, entry.move))
            n = move_list_add(list, n, &entry, policy);
    return n;
}

/* True if the pawn of the double step in 'pos' can be captured. */
static bool may_take_ep(const struct tabia_pos *pos)
{
    const unsigned pawn = pos_ep_target(pos, pos->turn) ^ 8u;
    return pos->by_type[TABIA_PAWN] & pos->by_color[pos->turn ^ 1] &
               UINT64_C(1) << pawn &&
           pos_legal_ep_square(pos) != TABIA_SQUARE_NONE;
}

/* The same for tabia_book_find. */
static size_t find_moves(const struct tabia_book *book,
                         const struct tabia_pos *pos,
                         enum tabia_merge_policy policy,
                         struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const uint32_t self = tabia_book_find_position(book, pos);
    size_t n = find_fold_moves(book, self, policy, list);
    if (!book->ignores_ep)
        return n;

    const uint8_t own_file = tabia_pos_identity(pos).ep_file;
    struct tabia_pos twin = *pos; // its key has no part for the double step
    twin.ep_file = TABIA_FILE_NONE;
    if (own_file != TABIA_FILE_NONE)
        n = add_twin(book, pos, &twin, policy, list, n);
    for (uint8_t file = 0; file < 8; file++) {
        twin.ep_file = file;
        if (file != own_file && may_take_ep(&twin))
            n = add_twin(book, pos, &twin, policy, list, n);
    }
    return n;
}

/* What fits of 'n' moves. */
static size_t find_copy_moves(const struct tabia_book_move *all, size_t n,
                              struct tabia_book_move *list, size_t max)
{
    for (size_t i = 0; i < n && i < max; i++)
        list[i] = all[i];
    return n;
}

size_t tabia_book_position_moves(const struct tabia_book *book,
                                 uint32_t position,
                                 enum tabia_merge_policy policy,
                                 struct tabia_book_move *list, size_t max)
{
    struct tabia_book_move all[TABIA_MOVES_MAX];
    if (max >= TABIA_MOVES_MAX)
        return find_fold_moves(book, position, policy, list);
    return find_copy_moves(all, find_fold_moves(book, position, policy, all),
                           list, max);
}

size_t tabia_book_find(const struct tabia_book *book,
                       const struct tabia_pos *pos,
                       enum tabia_merge_policy policy,
                       struct tabia_book_move *list, size_t max)
{
    struct tabia_book_move all[TABIA_MOVES_MAX];
    if (max >= TABIA_MOVES_MAX)
        return find_moves(book, pos, policy, list);
    return find_copy_moves(all, find_moves(book, pos, policy, all), list, max);
}

struct tabia_node_data tabia_book_position_data(const struct tabia_book *book,
                                                uint32_t position)
{
    struct tabia_node_data data = { .has = 0 };
    for (uint32_t n = 0;; n++) {
        const uint32_t node = tabia_book_position_node_at(book, position, n);
        const struct column *found = NULL;
        if (node == TABIA_NUMBER_NONE)
            return data;
        // A position may have a thousand nodes, and most carry nothing.
        for (unsigned left = book->node_attrs; left && !found;
             left &= left - 1) {
            const struct column *c = &book->columns[__builtin_ctz(left)];
            found = column_get(c, node) ? c : NULL;
        }
        if (!found)
            continue;
        const struct tabia_node_data more = tabia_book_node_data(book, node);
        attrs_merge_nodes(&data, &more, TABIA_MERGE_DEFAULT);
    }
}
