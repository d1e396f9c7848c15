/*
 * walk_lines.c - the moves by which a walk came to each of its steps
 */
#include "cli/view/walk_lines.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/walk_internal.h"

#include "base/banned.h"

enum {
    STEPS_MAX = 1 << 28,
    SHOWN_PLIES = 256, // of longer lines only the end is printed
};

static bool walk_lines_reserve(struct walk_lines *lines, size_t ply,
                               struct tabia_error *err)
{
    if (lines->nsteps == STEPS_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the book has more than %d moves to go through",
                         STEPS_MAX);
    if (!VEC_RESERVE(lines->steps, lines->room, lines->nsteps + 1, STEPS_MAX,
                     err))
        return false;
    return VEC_RESERVE(lines->open, lines->open_room, ply + 1, STEPS_MAX + 1,
                       err);
}

bool walk_lines_add(struct walk_lines *lines,
                    const struct tabia_walk_step *step, struct tabia_error *err)
{
    const size_t ply = (size_t)step->ply;
    if (!walk_lines_reserve(lines, ply, err))
        return false;

    struct walk_line_step *added = &lines->steps[lines->nsteps];
    *added = (struct walk_line_step){
        .parent = ply > 0 ? lines->open[ply - 1] : TABIA_NUMBER_NONE,
        .fullmove = step->before.fullmove,
        .turn = step->before.turn,
        .is_move = ply > 0,
    };
    if (ply > 0)
        tabia_san_print(&step->before, step->book_move.move, added->san);
    lines->open[ply] = (uint32_t)lines->nsteps++;
    return true;
}

void walk_lines_print_move(struct buf *text, const struct walk_line_step *step,
                           bool is_first)
{
    if (step->turn == TABIA_WHITE)
        buf_addf(text, "%d.", step->fullmove);
    else if (is_first)
        buf_addf(text, "%d...", step->fullmove);
    buf_add_text(text, step->san);
}

void walk_lines_print(const struct walk_lines *lines, uint32_t step,
                      struct buf *text)
{
    uint32_t line[SHOWN_PLIES];
    size_t n = 0;
    while (n < SHOWN_PLIES && step != TABIA_NUMBER_NONE &&
           lines->steps[step].is_move) {
        line[n++] = step;
        step = lines->steps[step].parent;
    }
    if (n == 0)
        buf_add_text(text, "the start");
    for (size_t i = n; i-- > 0;) {
        walk_lines_print_move(text, &lines->steps[line[i]], i + 1 == n);
        if (i > 0)
            buf_add_char(text, ' ');
    }
}

void walk_lines_clear(struct walk_lines *lines)
{
    free(lines->steps);
    free(lines->open);
    *lines = (struct walk_lines){ 0 };
}

/* ---- by position ----------------------------------------------------- */

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
