/*
 * move_code.c - moves as files write them: two squares, or 16 bits
 */
#include "chess/move_code.h"

#include "chess/attacks.h"

enum { QUEEN_CODE = 4 }; // our pieces, without the pawn

tabia_move move_find(const struct tabia_pos *pos, unsigned from, unsigned to,
                     enum tabia_piece_type promotion)
{
    const tabia_move mv =
        tabia_move_make((tabia_square)from, (tabia_square)to, promotion);
    if (tabia_pos_is_legal(pos, mv))
        return mv;
    if (pos->board[from] >> 1 != TABIA_KING || promotion)
        return TABIA_MOVE_NONE;

    uint64_t rooks = pos->castling & pos->by_color[pos->turn];
    for (; rooks; rooks &= rooks - 1) {
        const tabia_square rook = (tabia_square)attacks_lsb(rooks);
        const tabia_move castling =
            tabia_move_make((tabia_square)from, rook, TABIA_PIECE_NONE);
        if (pos_castled_king(from, rook) == to &&
            tabia_pos_is_legal(pos, castling))
            return castling;
    }
    return TABIA_MOVE_NONE;
}

tabia_move move_make_plain(const struct tabia_pos *pos, unsigned from,
                           unsigned to)
{
    if (pos->by_color[pos->turn] >> to & 1)
        return TABIA_MOVE_NONE; // e1h1
    if (UNLIKELY(pos->board[from] >> 1 == TABIA_KING))
        return move_find(pos, from, to, TABIA_PIECE_NONE);
    return tabia_move_make((tabia_square)from, (tabia_square)to,
                           move_promotes(pos, from, to) ? TABIA_QUEEN
                                                        : TABIA_PIECE_NONE);
}

tabia_move move_find_plain(const struct tabia_pos *pos, unsigned from,
                           unsigned to)
{
    const tabia_move mv = move_make_plain(pos, from, to);
    return mv && tabia_pos_is_legal(pos, mv) ? mv : TABIA_MOVE_NONE;
}

size_t move_print(tabia_move mv, char buf[TABIA_UCI_SIZE])
{
    char *p = move_print_square(tabia_move_from(mv), buf);
    p = move_print_square(tabia_move_to(mv), p);
    if (tabia_move_promotion(mv))
        *p++ = ".?nbrq??"[tabia_move_promotion(mv)];
    *p = '\0';
    return (size_t)(p - buf);
}

bool move_code_is_possible(uint16_t code)
{
    return code >> 12 <= QUEEN_CODE && (code & 63) != (code >> 6 & 63);
}

tabia_move move_code_decode(const struct tabia_pos *pos, uint16_t code)
{
    const unsigned piece = code >> 12;
    return move_code_is_possible(code)
               ? move_find(pos, code >> 6 & 63, code & 63,
                           piece ? piece + 1 : TABIA_PIECE_NONE)
               : TABIA_MOVE_NONE;
}

uint16_t move_code_encode(tabia_move mv)
{
    const unsigned piece = tabia_move_promotion(mv);
    return (uint16_t)(tabia_move_to(mv) | (unsigned)tabia_move_from(mv) << 6 |
                      (piece ? piece - 1 : 0) << 12);
}

const char *move_code_print(uint16_t code, char buf[TABIA_UCI_SIZE])
{
    const unsigned piece = code >> 12 & 7;
    const unsigned known = piece && piece <= QUEEN_CODE ? piece + 1 : !!piece;
    move_print(tabia_move_make(code >> 6 & 63, code & 63, known), buf);
    return buf;
}
