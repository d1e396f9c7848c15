/*
 * move_code.c - moves in 16 bits
 */
#include "chess/move_code.h"

enum { QUEEN_CODE = 4 }; // our pieces, without the pawn

bool move_code_is_possible(uint16_t code)
{
    return code >> 12 <= QUEEN_CODE && (code & 63) != (code >> 6 & 63);
}

/* Castling written as the king's own move: the rook on that side. */
static tabia_square castling_rook(const struct tabia_pos *pos,
                                  tabia_square from, tabia_square to)
{
    const uint64_t rank = UINT64_C(0xff) << (from & 56);
    uint64_t rooks = pos->castling & pos->by_color[pos->turn] & rank;
    for (unsigned sq = from & 56u; sq < (from & 56u) + 8; sq++)
        if (rooks >> sq & 1 && (sq > from) == (to > from))
            return (tabia_square)sq;
    return TABIA_SQUARE_NONE;
}

tabia_move move_code_decode(const struct tabia_pos *pos, uint16_t code)
{
    if (!move_code_is_possible(code))
        return TABIA_MOVE_NONE;
    const tabia_square from = code >> 6 & 63;
    tabia_square to = code & 63;
    const unsigned piece = code >> 12;
    const bool is_king = tabia_piece_type(pos->board[from]) == TABIA_KING;
    if (is_king && from / 8 == to / 8 && (from + 2 == to || to + 2 == from) &&
        !pos->board[to]) {
        to = castling_rook(pos, from, to);
        if (to == TABIA_SQUARE_NONE)
            return TABIA_MOVE_NONE;
    }
    const tabia_move mv =
        tabia_move_make(from, to, piece ? piece + 1 : TABIA_EMPTY);
    return tabia_pos_is_legal(pos, mv) ? mv : TABIA_MOVE_NONE;
}

uint16_t move_code_encode(tabia_move mv)
{
    const unsigned piece = tabia_move_promotion(mv);
    return (uint16_t)(tabia_move_to(mv) | (unsigned)tabia_move_from(mv) << 6 |
                      (piece ? piece - 1 : 0) << 12);
}

const char *move_code_print(uint16_t code, char buf[MOVE_CODE_TEXT_SIZE])
{
    static const char pieces[] = "\0nbrq???";
    const unsigned from = code >> 6 & 63, to = code & 63;
    buf[0] = (char)('a' + (from & 7));
    buf[1] = (char)('1' + (from >> 3));
    buf[2] = (char)('a' + (to & 7));
    buf[3] = (char)('1' + (to >> 3));
    buf[4] = pieces[code >> 12 & 7];
    buf[5] = '\0';
    return buf;
}
