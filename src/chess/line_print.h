/*
 * line_print.h - a line of moves as text
 */
#ifndef CHESS_LINE_PRINT_H
#define CHESS_LINE_PRINT_H

#include "base/buf.h"
#include "tabia/chess.h"

/* A line as people write it: "1.e4 e5 2.Nf3", or "2...Nf6 3.Nc3". */
void line_print(struct buf *text, struct tabia_pos pos, const tabia_move *moves,
                size_t n);

#endif
