/*
 * board_text.h - a board in a terminal
 */
#ifndef CLI_BOARD_TEXT_H
#define CLI_BOARD_TEXT_H

#include <stdbool.h>

#include "tabia/chess.h"

/* Prints the board on standard output, with this side below. */
void board_text_print(const struct tabia_pos *pos, enum tabia_color below,
                      bool uses_color);

#endif
