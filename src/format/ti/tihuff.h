/*
 * tihuff.h - positions, keys and moves as TI-Chess stores them
 *
 *     struct tihash hash;
 *     tihash_init(&hash);
 *     uint64_t key = tihash_of(&hash, pos.board);
 *
 * A position takes 22 bytes: up to 164 bits of Huffman codes for the squares
 * a1, b1 ... h8, then en passant, castling rights and the side to move.
 */
#ifndef FORMAT_TIHUFF_H
#define FORMAT_TIHUFF_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/chess.h"

/* ---- keys ------------------------------------------------------------ */

enum { TIHASH_NSEEDS = 55, TIHASH_KINDS = 12 };

extern const uint32_t tihash_seeds[TIHASH_NSEEDS];

/* One random number for each kind of piece on each square. */
struct tihash {
    uint64_t keys[TIHASH_KINDS][64];
};

void tihash_init(struct tihash *hash);

/* The key of a board; side to move, castling and en passant have no part. */
uint64_t tihash_of(const struct tihash *hash, const tabia_piece board[64]);

/* ---- positions ------------------------------------------------------- */

enum { TIHUFF_SIZE = 22, TIHUFF_BITS = 164 };

enum {
    TIHUFF_BLACK = 0x01, // to move
    TIHUFF_WHITE_LONG = 0x02,
    TIHUFF_WHITE_SHORT = 0x04,
    TIHUFF_BLACK_LONG = 0x08,
    TIHUFF_BLACK_SHORT = 0x10,
    TIHUFF_RIGHTS = 0x1E,
    TIHUFF_FLAGS = TIHUFF_SIZE - 1, // the byte of a position that has them
};

/* What the bytes say; not necessarily a position that can occur. */
struct tihuff {
    tabia_piece board[64];
    uint8_t flags;   // TIHUFF_BLACK and rights
    uint8_t ep_file; // or TABIA_FILE_NONE
    bool is_clean;   // all unused bits are 0
};

/* The bits that the squares of a board need. */
unsigned tihuff_bits(const tabia_piece board[64]);

/* The side to move and the rights that can be stored: those of e1 and e8. */
uint8_t tihuff_flags(const struct tabia_pos *pos);

/* False, and nothing written, when the board needs too many bits. */
bool tihuff_encode(const struct tabia_pos *pos, uint8_t out[TIHUFF_SIZE]);

/* False when the codes run over their 164 bits. */
bool tihuff_decode(const uint8_t in[TIHUFF_SIZE], struct tihuff *out);

/*
 * The original compiler keeps a castling right whose rook was taken by a rook.
 * Stale are the rights of a king at home whose rook is not.
 */
uint8_t tihuff_stale(const struct tihuff *in);

/* What a position loses when it is read, or NULL. */
const char *tihuff_flaw(const struct tihuff *in);

/* The stale rights after a legal move in 'pos', which has 'stale' ones. */
uint8_t tihuff_stale_after(uint8_t stale, const struct tabia_pos *pos,
                           tabia_move mv);

/*
 * Makes a position that can occur, without stale rights, with clocks 0 and 1;
 * or says why not.
 */
bool tihuff_to_pos(const struct tihuff *in, struct tabia_pos *pos,
                   struct tabia_error *err);

/* ---- moves ----------------------------------------------------------- */

enum { TIMOVE_MORE = 0x8000 }; // another move follows

/* A legal move's 15 bits; false for castling from unusual squares. */
bool timove_encode(const struct tabia_pos *pos, tabia_move mv, uint16_t *code);

/* The legal move that a code means, its top bit ignored; or NONE. */
tabia_move timove_decode(const struct tabia_pos *pos, uint16_t code);

#endif
