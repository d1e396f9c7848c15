/*
 * walk_lines.h - the moves by which a walk came to each of its steps
 *
 *     walk_lines_add(&lines, &step, err); // for every step in turn
 *     walk_lines_print(&lines, step.seen_step, &text); // "1.e4 g6 2.d4"
 *
 * In the order of the walk. book/reach.h finds shortest lines instead, and
 * serve/shelf/line_map.h keeps these for a served book.
 */
#ifndef CLI_WALK_LINES_H
#define CLI_WALK_LINES_H

#include "base/buf.h"
#include "tabia/walk.h"

struct walk_line_step {
    uint32_t parent; // the step before, or TABIA_NUMBER_NONE at a root
    uint16_t fullmove;
    uint8_t turn;
    uint8_t is_move; // else a root
    char san[TABIA_SAN_SIZE];
};

/* The zero value is empty. */
struct walk_lines {
    struct walk_line_step *steps; // owned
    size_t nsteps, room;
    uint32_t *open; // owned: the current line's steps, by ply
    size_t open_room;
};

/* Adds the next step of a walk. */
bool walk_lines_add(struct walk_lines *lines,
                    const struct tabia_walk_step *step,
                    struct tabia_error *err);

/* Adds "4.Nf3", or "4...Nf6" when 'is_first'; a bare SAN for Black else. */
void walk_lines_print_move(struct buf *text, const struct walk_line_step *step,
                           bool is_first);

/* Adds the moves that led to a step; "the start" for none. */
void walk_lines_print(const struct walk_lines *lines, uint32_t step,
                      struct buf *text);

void walk_lines_clear(struct walk_lines *lines);

#endif
