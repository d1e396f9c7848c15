/*
 * san.h - what reading and printing moves in the notation of games share
 */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "tabia/chess.h"

extern const char san_letters[]; // by enum tabia_piece_type, from index 1

/* A SAN in its parts, and the forms of it that are not standard. */
struct san {
    const char *text;
    size_t len;
    size_t at;     // where reading stands
    unsigned type; // enum tabia_piece_type; a pawn where no letter stands
    int from[2];   // file and rank from 0; -1: not said
    int to[2];     // the rank may be missing, in exd
    bool takes;    // x was written
    char castling; // 'K', 'Q', or 0
    char check;    // '+', '#', or 0
    unsigned promotion;
    unsigned forms; // TABIA_SAN_REFUSE_ bits
    struct tabia_error *err;
};

/*
 * The bytes of the chess symbol at the start of 'text', which may stand for a
 * piece's letter, and the enum tabia_piece_type that it shows; 0 if there is
 * none.
 */
size_t san_figurine(const char *text, size_t len, unsigned *type);

/*
 * Fills in the parts of 'text'; places that are not said must be -1 and all
 * else 0. Fails with TABIA_ERR_SYNTAX.
 */
bool san_split(struct san *s);

/* Prints a piece's move, not castling, without + and #; returns its end. */
char *san_put_piece(const struct tabia_pos *pos, tabia_move mv, char *p);

enum { NAG_MOVES_MAX = 6 }; // those up to ?! judge the move, not the position

/* An annotation by its number in PGN, such as "!?"; NULL: it has none. */
const char *san_nag_symbol(int nag);

/* '+', '#', or 0. */
char san_check_mark(const struct tabia_pos *pos, tabia_move mv);

#endif
