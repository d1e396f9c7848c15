/*
 * line_index.h - the line by which a walk first came to each position of a book
 */
#ifndef CLI_LINE_INDEX_H
#define CLI_LINE_INDEX_H

#include "cli/view/walk_lines.h"

struct line_index {
    struct walk_lines lines;
    uint32_t *by_position; // owned: steps, TABIA_NONE where it never came
    uint32_t npositions;
};

bool line_index_init(struct line_index *index, const struct tabia_book *book,
                     struct tabia_error *err);

/*
 * Adds the line to a position; its FEN if no line leads there, or if lines
 * begin there and it is not the usual start.
 */
void line_index_print(const struct line_index *index,
                      const struct tabia_book *book,
                      const struct tabia_pos *pos, struct buf *text);

/* Like line_index_print, but with one move more, played in 'pos'. */
void line_index_print_move(const struct line_index *index,
                           const struct tabia_book *book,
                           const struct tabia_pos *pos, tabia_move mv,
                           struct buf *text);

void line_index_clear(struct line_index *index);

#endif
