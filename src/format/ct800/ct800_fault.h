/*
 * ct800_fault.h - what can be wrong in a line of a CT800 book
 *
 * Every fault has two texts: ours, and the one of the original tool.
 */
#ifndef FORMAT_CT800_FAULT_H
#define FORMAT_CT800_FAULT_H

#include "tabia/chess.h"

enum ct800_fault {
    CT800_FAULT_NONE,

    /* The text. */
    CT800_FAULT_START,
    CT800_FAULT_CHARACTER,
    CT800_FAULT_SHORT,
    CT800_FAULT_BLANK,
    CT800_FAULT_UTF16,
    CT800_FAULT_UTF32,

    /* The squares. */
    CT800_FAULT_SAME_SQUARE,
    CT800_FAULT_EMPTY_SQUARE,
    CT800_FAULT_WHITE_MOVES_BLACK,
    CT800_FAULT_WHITE_TAKES_WHITE,
    CT800_FAULT_BLACK_MOVES_WHITE,
    CT800_FAULT_BLACK_TAKES_BLACK,

    /* The way a piece moves. */
    CT800_FAULT_EN_PASSANT,
    CT800_FAULT_PAWN_MOVE,
    CT800_FAULT_PAWN_CAPTURE,
    CT800_FAULT_CASTLING_MOVED,
    CT800_FAULT_CASTLING_BLOCKED,
    CT800_FAULT_CASTLING_CHECKED,
    CT800_FAULT_CASTLING_THREAT,
    CT800_FAULT_KING,
    CT800_FAULT_KNIGHT,
    CT800_FAULT_ROOK,
    CT800_FAULT_BISHOP,
    CT800_FAULT_QUEEN,

    /* What the move leaves behind. */
    CT800_FAULT_BLACK_IN_CHECK,
    CT800_FAULT_WHITE_IN_CHECK,
    CT800_FAULT_UNKNOWN,
    CT800_FAULT_COUNT,
};

/* Ours: "expected ...", or what is wrong with a move that is named before. */
const char *ct800_fault_text(enum ct800_fault fault);

const char *ct800_fault_original(enum ct800_fault fault);

/* True if it is about the text, not about chess. */
static inline bool ct800_fault_is_syntax(enum ct800_fault fault)
{
    return fault < CT800_FAULT_SAME_SQUARE;
}

/*
 * Why the move is not legal, or CT800_FAULT_NONE. 'mv' is the legal move
 * between the two squares, if there is one.
 */
enum ct800_fault ct800_fault_find(const struct tabia_pos *pos, unsigned from,
                                  unsigned to, tabia_move mv);

#endif
