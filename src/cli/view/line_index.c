/*
 * line_index.c - the line by which a walk first came to each position of a book
 */
#include "cli/view/line_index.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/walk_internal.h"

#include "base/banned.h"

static bool add_steps(struct line_index *index, struct tabia_walk *walk,
                      struct tabia_error *err)
{
    struct tabia_walk_step step;
    while (tabia_walk_next(walk, &step, err)) {
        if (!walk_lines_add(&index->lines, &step, err))
            return false;
        if (!step.is_seen && step.position < index->npositions)
            index->by_position[step.position] =
                (uint32_t)index->lines.nsteps - 1;
    }
    return walk_is_whole(walk, err);
}

bool line_index_init(struct line_index *index, const struct tabia_book *book,
                     struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    *index = (struct line_index){ .npositions = n };
    index->by_position = calloc((size_t)n + 1, sizeof(*index->by_position));
    if (!index->by_position)
        return error_nomem(err);
    for (uint32_t i = 0; i < n; i++)
        index->by_position[i] = TABIA_NUMBER_NONE;

    struct tabia_walk_options options = { 0 };
    struct tabia_walk *walk = tabia_walk_new(book, &options, err);
    bool ok = walk && add_steps(index, walk, err);
    tabia_walk_free(walk);
    if (!ok)
        line_index_clear(index);
    return ok;
}

/* The step that first came to a position, or TABIA_NUMBER_NONE. */
static uint32_t find_step(const struct line_index *index,
                          const struct tabia_book *book,
                          const struct tabia_pos *pos)
{
    uint32_t position = tabia_book_find_position(book, pos);
    return position == TABIA_NUMBER_NONE ? TABIA_NUMBER_NONE
                                         : index->by_position[position];
}

void line_index_print(const struct line_index *index,
                      const struct tabia_book *book,
                      const struct tabia_pos *pos, struct buf *text)
{
    uint32_t step = find_step(index, book, pos);
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    if (step != TABIA_NUMBER_NONE &&
        (index->lines.steps[step].is_move || tabia_pos_is_same(pos, &start))) {
        walk_lines_print(&index->lines, step, text);
        return;
    }
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
    buf_add_text(text, fen);
}

void line_index_print_move(const struct line_index *index,
                           const struct tabia_book *book,
                           const struct tabia_pos *pos, tabia_move mv,
                           struct buf *text)
{
    uint32_t step = find_step(index, book, pos);
    struct walk_line_step next = { .fullmove = pos->fullmove,
                                   .turn = pos->turn };
    bool is_first = true;
    if (step == TABIA_NUMBER_NONE || index->lines.steps[step].is_move) {
        line_index_print(index, book, pos, text);
        buf_add_char(text, ' ');
        is_first = step == TABIA_NUMBER_NONE;
    }
    // Positions of a book have no clocks: the line knows the number.
    if (!is_first) {
        const struct walk_line_step *last = &index->lines.steps[step];
        next.fullmove = last->fullmove;
        if (last->turn == TABIA_BLACK && next.fullmove < UINT16_MAX)
            next.fullmove++;
    }
    tabia_san_print(pos, mv, next.san);
    walk_lines_print_move(text, &next, is_first);
}

void line_index_clear(struct line_index *index)
{
    walk_lines_clear(&index->lines);
    free(index->by_position);
    *index = (struct line_index){ 0 };
}
