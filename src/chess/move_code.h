/*
 * move_code.h - moves as files write them: two squares, or 16 bits
 *
 * Inside, castling is the king's move to its rook. Most files have the square
 * where the king ends instead (e1g1); these functions translate both ways.
 *
 * A code of 16 bits, as PolyGlot and others store it, has the to-square in
 * bits 0-5, the from-square in 6-11, the promotion in 12-14: 0 none, 1 to 4
 * knight to queen. Its castling is the king's move to the rook's square.
 */
#ifndef CHESS_MOVE_CODE_H
#define CHESS_MOVE_CODE_H

#include "chess/pos.h"
#include "tabia/chess.h"

/*
 * The legal move between two squares, or TABIA_MOVE_NONE. Castling is taken
 * as e1h1 and as e1g1; a king move that is legal as such is never castling.
 */
tabia_move move_find(const struct tabia_pos *pos, unsigned from, unsigned to,
                     enum tabia_piece_type promotion);

/* Like move_find, but castling is e1g1 only and all promotions are queens. */
tabia_move move_find_plain(const struct tabia_pos *pos, unsigned from,
                           unsigned to);

/* Like move_find_plain, but only castling is checked to be legal. */
tabia_move move_make_plain(const struct tabia_pos *pos, unsigned from,
                           unsigned to);

/* Where the piece that moves ends: castling takes the king to c or g. */
static inline tabia_square move_target(const struct tabia_pos *pos,
                                       tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    return tabia_pos_is_castling(pos, mv) ? pos_castled_king(from, to) : to;
}

/* True if this is a castling move that only Chess960 has. */
static inline bool move_is_chess960(const struct tabia_pos *pos, tabia_move mv)
{
    return tabia_pos_is_castling(pos, mv) &&
           !(pos_usual_rights(pos) >> tabia_move_to(mv) & 1);
}

/* True if a piece on 'from' is a pawn that promotes on 'to'. */
static inline bool move_promotes(const struct tabia_pos *pos, unsigned from,
                                 unsigned to)
{
    return pos->board[from] >> 1 == TABIA_PAWN && (to < 8 || to >= 56);
}

/* Writes "e4" without an end; returns the end. */
static inline char *move_print_square(unsigned sq, char *p)
{
    *p++ = (char)('a' + (sq & 7));
    *p++ = (char)('1' + (sq >> 3));
    return p;
}

/* A square's name as a value: move_square_name(sq).text. */
struct move_square_name {
    char text[3];
};

static inline struct move_square_name move_square_name(unsigned sq)
{
    struct move_square_name name = { "" };
    move_print_square(sq, name.text);
    return name;
}

/* "e2e4", "a7a8q": the squares as they are, castling too. Returns the size. */
size_t move_print(tabia_move mv, char buf[TABIA_UCI_SIZE]);

/* True if some position has a move of this code. */
bool move_code_is_possible(uint16_t code);

/* The legal move of a code, or TABIA_MOVE_NONE. Takes e1g1 and e1h1. */
tabia_move move_code_decode(const struct tabia_pos *pos, uint16_t code);

uint16_t move_code_encode(tabia_move mv);

/* Like move_print, with '?' for a promotion that does not exist. */
const char *move_code_print(uint16_t code, char buf[TABIA_UCI_SIZE]);

#endif
