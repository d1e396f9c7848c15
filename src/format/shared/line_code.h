/*
 * line_code.h - a move in two bytes, or as a place in the legal list
 *
 * FROM-TO: the from square (a1 = 0, b1 = 1, ... h8 = 63) in the low byte, the
 * to square in the high byte, castling as the king moves. Bit 6 of both bytes
 * is the promotion: 00 a queen (or none), low byte only a knight, high
 * byte only a bishop, both a rook. Bit 7 of both is free.
 *
 * Offset: the index in the list of tabia_pos_legal_moves, which is in ascending
 * order of from + 64 * to + 4096 * promotion, castling counting as king takes
 * rook. The list is part of the file formats that use it.
 */
#ifndef FORMAT_LINE_CODE_H
#define FORMAT_LINE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/chess.h"

/* The rows of the settings with which moves are offsets. */
#define LINE_CODE_SETTINGS(type, writes_offsets, reads_offsets)                \
    SETTING_FLAG(type, writes_offsets, "offsets", TABIA_WHEN_WRITING,          \
                 "one byte per move: its number in the list of legal moves"),  \
        SETTING_FLAG(type, reads_offsets, "from-offsets", TABIA_WHEN_READING,  \
                     "one byte per move, even if the bytes could also be "     \
                     "squares")

enum line_code_kind { LINE_CODE_FROM_TO, LINE_CODE_OFFSET };

/* The code of a legal move. */
uint16_t line_code_encode(enum line_code_kind kind, const struct tabia_pos *pos,
                          tabia_move mv);

/* The legal move of a code, free bits ignored. False if there is none. */
bool line_code_decode(enum line_code_kind kind, const struct tabia_pos *pos,
                      uint16_t code, tabia_move *mv);

/* "e2e4" or "offset 12", for messages. Returns 'buf'. */
enum { LINE_CODE_TEXT_SIZE = 16 };
const char *line_code_print(enum line_code_kind kind, uint16_t code,
                            char buf[LINE_CODE_TEXT_SIZE]);

#endif
