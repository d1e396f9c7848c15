/*
 * loose_fen.h - FEN as people type it, and as TI-Chess's compilers take it
 */
#ifndef FORMAT_LOOSE_FEN_H
#define FORMAT_LOOSE_FEN_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/chess.h"

/*
 * Reads all six fields. Unlike the standard, castling letters may come in any
 * order, the en passant square in capitals, and any number of blanks between
 * the fields: 'extra', which may be NULL, gets the column of the first one too
 * many, or 0. The error's column is where the text goes wrong; its message
 * begins with "invalid FEN: ".
 */
bool loose_fen_parse(const char *text, size_t len, struct tabia_pos *pos,
                     size_t *extra, struct tabia_error *err);

/* What to warn of at that column. */
#define LOOSE_FEN_BLANKS "more than one blank between the fields of a FEN"

#endif
