/*
 * line_code.c - a move in two bytes, or as a place in the legal list
 */
#include "format/shared/line_code.h"

#include <stdio.h>

#include "base/compiler.h"
#include "chess/move_code.h"
#include "base/banned.h"

enum {
    SQUARE_BITS = 63,
};

/* By the two promotion bits; 0 is a queen where a pawn promotes. */
static const enum tabia_piece_type promotions[4] = {
    TABIA_QUEEN,
    TABIA_KNIGHT,
    TABIA_BISHOP,
    TABIA_ROOK,
};

uint16_t line_code_encode(enum line_code_kind kind, const struct tabia_pos *pos,
                          tabia_move mv)
{
    if (kind == LINE_CODE_FROM_TO) {
        const unsigned from = tabia_move_from(mv), to = move_target(pos, mv);
        unsigned bits = COUNT_OF(promotions) - 1;
        while (bits && promotions[bits] != tabia_move_promotion(mv))
            bits--;
        return (uint16_t)(from | (bits & 1) << 6 | to << 8 | (bits & 2) << 13);
    }

    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    size_t i = 0;
    while (i < n && list[i] != mv)
        i++;
    return (uint16_t)i;
}

bool line_code_decode(enum line_code_kind kind, const struct tabia_pos *pos,
                      uint16_t code, tabia_move *mv)
{
    if (kind == LINE_CODE_FROM_TO) {
        const unsigned from = code & SQUARE_BITS, to = code >> 8 & SQUARE_BITS;
        const unsigned bits = (code >> 6 & 1u) | (code >> 13 & 2u);
        const bool promotes = move_promotes(pos, from, to);
        if (bits && !promotes)
            return false;
        *mv = move_find(pos, from, to,
                        promotes ? promotions[bits] : TABIA_PIECE_NONE);
        return *mv != TABIA_MOVE_NONE;
    }

    tabia_move list[TABIA_MOVES_MAX];
    if (code >= tabia_pos_legal_moves(pos, list))
        return false;
    *mv = list[code];
    return true;
}

const char *line_code_print(enum line_code_kind kind, uint16_t code,
                            char buf[LINE_CODE_TEXT_SIZE])
{
    const unsigned bits = (code >> 6 & 1u) | (code >> 13 & 2u);
    if (kind == LINE_CODE_OFFSET)
        snprintf(buf, LINE_CODE_TEXT_SIZE, "offset %u", code & 0xFFFu);
    else
        move_print(tabia_move_make(code & SQUARE_BITS, code >> 8 & SQUARE_BITS,
                                   bits ? promotions[bits] : TABIA_PIECE_NONE),
                   buf);
    return buf;
}
