/*
 * movecode.c - a move in two bytes, or as a place in the legal list
 */
#include "format/lines/movecode.h"

#include <stdio.h>

#include "base/attr.h"
#include "base/banned.h"

enum {
    SQUARE_BITS = 63,
    PROMOTION_BIT = 64,
    FILE_C = 2,
    FILE_G = 6,
};

/* By the two promotion bits; 0 is a queen where a pawn promotes. */
static const enum tabia_piece_type promotions[4] = {
    TABIA_QUEEN,
    TABIA_KNIGHT,
    TABIA_BISHOP,
    TABIA_ROOK,
};

static const char promotion_letters[4] = { '\0', 'n', 'b', 'r' };

static unsigned promotion_bits(tabia_move mv)
{
    const enum tabia_piece_type type = tabia_move_promotion(mv);
    for (unsigned i = 1; i < COUNT_OF(promotions); i++)
        if (promotions[i] == type)
            return i;
    return 0;
}

/* Where the king goes when it castles with the rook on 'rook'. */
static unsigned castling_target(tabia_square king, tabia_square rook)
{
    return (king & 56u) + (rook > king ? FILE_G : FILE_C);
}

static uint16_t from_to(const struct tabia_pos *pos, tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv);
    const unsigned bits = promotion_bits(mv);
    unsigned to = tabia_move_to(mv);
    if (tabia_pos_is_castling(pos, mv))
        to = castling_target(from, (tabia_square)to);
    return (uint16_t)(from | (bits & 1) << 6 | to << 8 | (bits & 2) << 13);
}

uint16_t movecode_of(enum movecode_kind kind, const struct tabia_pos *pos,
                     tabia_move mv)
{
    if (kind == MOVECODE_FROM_TO)
        return from_to(pos, mv);

    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal(pos, list);
    size_t i = 0;
    while (i < n && list[i] != mv)
        i++;
    return (uint16_t)i;
}

/* A king that goes where castling would take it, as king takes rook. */
static bool find_castling(const struct tabia_pos *pos, tabia_square from,
                          unsigned to, tabia_move *mv)
{
    uint64_t rooks = pos->castling & pos->by_color[pos->turn];
    if (from != tabia_pos_king(pos, (enum tabia_color)pos->turn))
        return false;
    for (tabia_square rook = 0; rook < 64 && rooks >> rook; rook++) {
        *mv = tabia_move_make(from, rook, TABIA_EMPTY);
        if ((rooks >> rook & 1) && castling_target(from, rook) == to &&
            tabia_pos_is_legal(pos, *mv))
            return true;
    }
    return false;
}

static bool promotes(const struct tabia_pos *pos, tabia_square from,
                     unsigned to)
{
    return tabia_piece_type(pos->board[from]) == TABIA_PAWN &&
           (to < 8 || to >= 56);
}

static bool find_from_to(const struct tabia_pos *pos, uint16_t code,
                         tabia_move *mv)
{
    const tabia_square from = code & SQUARE_BITS;
    const tabia_square to = code >> 8 & SQUARE_BITS;
    const unsigned bits = (code >> 6 & 1u) | (code >> 13 & 2u);
    const bool is_promotion = promotes(pos, from, to);
    if (bits && !is_promotion)
        return false;
    *mv = tabia_move_make(from, to,
                          is_promotion ? promotions[bits] : TABIA_EMPTY);
    return tabia_pos_is_legal(pos, *mv) || find_castling(pos, from, to, mv);
}

bool movecode_move(enum movecode_kind kind, const struct tabia_pos *pos,
                   uint16_t code, tabia_move *mv)
{
    if (kind == MOVECODE_FROM_TO)
        return find_from_to(pos, code, mv);

    tabia_move list[TABIA_MOVES_MAX];
    if (code >= tabia_pos_legal(pos, list))
        return false;
    *mv = list[code];
    return true;
}

const char *movecode_text(enum movecode_kind kind, uint16_t code,
                          char buf[MOVECODE_TEXT_SIZE])
{
    const unsigned from = code & SQUARE_BITS, to = code >> 8 & SQUARE_BITS;
    const unsigned bits = (code >> 6 & 1u) | (code >> 13 & 2u);
    const char letter[2] = { promotion_letters[bits], '\0' };
    if (kind == MOVECODE_OFFSET)
        snprintf(buf, MOVECODE_TEXT_SIZE, "offset %u", code & 0xFFFu);
    else
        snprintf(buf, MOVECODE_TEXT_SIZE, "%c%c%c%c%s", 'a' + (int)(from & 7),
                 '1' + (int)(from >> 3), 'a' + (int)(to & 7),
                 '1' + (int)(to >> 3), letter);
    return buf;
}
