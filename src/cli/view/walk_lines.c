/*
 * walk_lines.c - the moves by which a walk came to each of its steps
 */
#include "cli/view/walk_lines.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"

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
