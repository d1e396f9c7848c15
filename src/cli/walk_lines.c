/*
 * walk_lines.c - how a walk came to each of its steps
 */
#include "cli/walk_lines.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"

#include "base/banned.h"

enum {
    STEPS_MAX = 1 << 28,
    SHOWN_PLIES = 256, // of longer lines only the end is printed
};

static bool paths_make_room(struct walk_lines *paths, size_t ply,
                            struct tabia_error *err)
{
    if (paths->nsteps == STEPS_MAX)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the book has more than %d moves to go through",
                         STEPS_MAX);
    if (!VEC_RESERVE(paths->steps, paths->room, paths->nsteps + 1, STEPS_MAX,
                     err))
        return false;
    return VEC_RESERVE(paths->open, paths->open_room, ply + 1, STEPS_MAX + 1,
                       err);
}

bool paths_add(struct walk_lines *paths, const struct tabia_walk_step *step,
               struct tabia_error *err)
{
    const size_t ply = (size_t)step->ply;
    if (!paths_make_room(paths, ply, err))
        return false;

    struct walk_line_step *added = &paths->steps[paths->nsteps];
    *added = (struct walk_line_step){
        .parent = ply > 0 ? paths->open[ply - 1] : TABIA_NONE,
        .fullmove = step->before.fullmove,
        .turn = step->before.turn,
        .is_move = ply > 0,
    };
    if (ply > 0)
        tabia_san_print(&step->before, step->entry.move, added->san);
    paths->open[ply] = (uint32_t)paths->nsteps++;
    return true;
}

void paths_add_move(struct buf *text, const struct walk_line_step *step,
                    bool is_first)
{
    if (step->turn == TABIA_WHITE)
        buf_addf(text, "%d.", step->fullmove);
    else if (is_first)
        buf_addf(text, "%d...", step->fullmove);
    buf_add_text(text, step->san);
}

void paths_print(const struct walk_lines *paths, uint32_t step,
                 struct buf *text)
{
    uint32_t line[SHOWN_PLIES];
    size_t n = 0;
    while (n < SHOWN_PLIES && step != TABIA_NONE &&
           paths->steps[step].is_move) {
        line[n++] = step;
        step = paths->steps[step].parent;
    }
    if (n == 0)
        buf_add_text(text, "the start");
    for (size_t i = n; i-- > 0;) {
        paths_add_move(text, &paths->steps[line[i]], i + 1 == n);
        if (i > 0)
            buf_add_char(text, ' ');
    }
}

void paths_clear(struct walk_lines *paths)
{
    free(paths->steps);
    free(paths->open);
    *paths = (struct walk_lines){ 0 };
}

/* ---- by position ----------------------------------------------------- */

static bool add_steps(struct line_index *index, struct tabia_walk *walk,
                      struct tabia_error *err)
{
    struct tabia_walk_step step;
    while (tabia_walk_next(walk, &step)) {
        if (!paths_add(&index->paths, &step, err))
            return false;
        if (!step.is_seen && step.position < index->npositions)
            index->by_position[step.position] =
                (uint32_t)index->paths.nsteps - 1;
    }
    return tabia_walk_ok(walk, err);
}

bool path_index_init(struct line_index *index, const struct tabia_book *book,
                     struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    *index = (struct line_index){ .npositions = n };
    index->by_position = calloc((size_t)n + 1, sizeof(*index->by_position));
    if (!index->by_position)
        return error_nomem(err);
    for (uint32_t i = 0; i < n; i++)
        index->by_position[i] = TABIA_NONE;

    struct tabia_walk_options options = { 0 };
    struct tabia_walk *walk = tabia_walk_new(book, &options, err);
    bool ok = walk && add_steps(index, walk, err);
    tabia_walk_free(walk);
    if (!ok)
        path_index_clear(index);
    return ok;
}

/* The step that first came to a position, or TABIA_NONE. */
static uint32_t find_step(const struct line_index *index,
                          const struct tabia_book *book,
                          const struct tabia_pos *pos)
{
    uint32_t position = tabia_book_position_find(book, pos);
    return position == TABIA_NONE ? TABIA_NONE : index->by_position[position];
}

void path_index_print(const struct line_index *index,
                      const struct tabia_book *book,
                      const struct tabia_pos *pos, struct buf *text)
{
    uint32_t step = find_step(index, book, pos);
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    if (step != TABIA_NONE &&
        (index->paths.steps[step].is_move || tabia_pos_is_same(pos, &start))) {
        paths_print(&index->paths, step, text);
        return;
    }
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
    buf_add_text(text, fen);
}

void path_index_print_move(const struct line_index *index,
                           const struct tabia_book *book,
                           const struct tabia_pos *pos, tabia_move mv,
                           struct buf *text)
{
    uint32_t step = find_step(index, book, pos);
    struct walk_line_step next = { .fullmove = pos->fullmove,
                                   .turn = pos->turn };
    bool is_first = true;
    if (step == TABIA_NONE || index->paths.steps[step].is_move) {
        path_index_print(index, book, pos, text);
        buf_add_char(text, ' ');
        is_first = step == TABIA_NONE;
    }
    // Positions of a book have no clocks: the line knows the number.
    if (!is_first) {
        const struct walk_line_step *last = &index->paths.steps[step];
        next.fullmove = last->fullmove;
        if (last->turn == TABIA_BLACK && next.fullmove < UINT16_MAX)
            next.fullmove++;
    }
    tabia_san_print(pos, mv, next.san);
    paths_add_move(text, &next, is_first);
}

void path_index_clear(struct line_index *index)
{
    paths_clear(&index->paths);
    free(index->by_position);
    *index = (struct line_index){ 0 };
}
