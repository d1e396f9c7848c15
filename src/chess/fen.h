/*
 * fen.h - what the readers and printers of positions share
 */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include <stdbool.h>

#include "tabia/chess.h"

enum { FEN_FLAW_SIZE = 80, FEN_LETTERS_SIZE = 14 };

extern const char fen_letters[FEN_LETTERS_SIZE]; // by tabia_piece, from index 2

/* The rook farthest from the king on one side of it, or NONE. */
tabia_square fen_outermost_rook(const struct tabia_pos *pos,
                                enum tabia_color color, bool queenside);

/*
 * Could a game have these men? Each side has one king, at most 8 pawns and no
 * more promoted men than pawns are gone; no pawn stands on rank 1 or 8. This
 * also keeps the number of legal moves within TABIA_MOVES_MAX. If not, says
 * why in 'flaw', and puts a square at fault in 'sq' (NONE if there is none).
 */
bool fen_men_are_possible(const struct tabia_pos *pos, tabia_square *sq,
                          char flaw[FEN_FLAW_SIZE]);

/*
 * Could the last move have been a double step on 'file' by the side that is
 * not to move? A capture need not be possible. If not, says why in 'flaw'.
 */
bool fen_ep_is_possible(const struct tabia_pos *pos, unsigned file,
                        char flaw[FEN_FLAW_SIZE]);

#endif
