/*
 * tifen.h - FEN as TI-Chess's compilers take it
 */
#ifndef FORMAT_TIFEN_H
#define FORMAT_TIFEN_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/chess.h"

/*
 * Reads all six fields. Unlike the standard, castling letters may come in any
 * order and the en passant square in capitals. The error's column is where
 * the text goes wrong; its message begins with "invalid FEN: ".
 */
bool tifen_parse(const char *text, size_t len, struct tabia_pos *pos,
                 struct tabia_error *err);

#endif
