/*
 * ti_pos.h - positions, keys and moves as TI-Chess stores them
 *
 *     struct ti_hash hash;
 *     ti_hash_init(&hash);
 *     uint64_t key = ti_hash_of(&hash, pos.board);
 *
 * A position takes 22 bytes: up to 164 bits of Huffman codes for the squares
 * a1, b1 ... h8, then en passant, castling rights and the side to move.
 */
#ifndef FORMAT_TI_POS_H
#define FORMAT_TI_POS_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/chess.h"

/* ---- keys ------------------------------------------------------------ */

enum { TI_HASH_NSEEDS = 55, TI_HASH_KINDS = 12 };

extern const uint32_t ti_hash_seeds[TI_HASH_NSEEDS];

/* One random number for each kind of piece on each square. */
struct ti_hash {
    uint64_t keys[TI_HASH_KINDS][64];
};

void ti_hash_init(struct ti_hash *hash);

/* The key of a board; side to move, castling and en passant have no part. */
uint64_t ti_hash_of(const struct ti_hash *hash, const tabia_piece board[64]);

/* ---- positions ------------------------------------------------------- */

enum { TI_POS_SIZE = 22, TI_POS_BITS = 164 };

enum {
    TI_POS_BLACK = 0x01, // to move
    TI_POS_WHITE_LONG = 0x02,
    TI_POS_WHITE_SHORT = 0x04,
    TI_POS_BLACK_LONG = 0x08,
    TI_POS_BLACK_SHORT = 0x10,
    TI_POS_RIGHTS = 0x1E,
    TI_POS_FLAGS = TI_POS_SIZE - 1, // the byte of a position that has them
};

/* What the bytes say; not necessarily a position that can occur. */
struct ti_pos {
    tabia_piece board[64];
    uint8_t flags;   // TI_POS_BLACK and rights
    uint8_t ep_file; // or TABIA_FILE_NONE
    bool is_clean;   // all unused bits are 0
};

/* The bits that the squares of a board need. */
unsigned ti_pos_bits(const tabia_piece board[64]);

/* The side to move and the rights that can be stored: those of e1 and e8. */
uint8_t ti_pos_flags(const struct tabia_pos *pos);

/* False, and nothing written, when the board needs too many bits. */
bool ti_pos_encode(const struct tabia_pos *pos, uint8_t out[TI_POS_SIZE]);

/* False when the codes run over their 164 bits. */
bool ti_pos_decode(const uint8_t in[TI_POS_SIZE], struct ti_pos *out);

/*
 * The original compiler keeps a castling right whose rook was taken by a rook.
 * Stale are the rights of a king at home whose rook is not.
 */
uint8_t ti_pos_stale(const struct ti_pos *in);

/* What a position loses when it is read, or NULL. */
const char *ti_pos_flaw(const struct ti_pos *in);

/* The stale rights after a legal move in 'pos', which has 'stale' ones. */
uint8_t ti_pos_stale_after(uint8_t stale, const struct tabia_pos *pos,
                           tabia_move mv);

/*
 * Makes a position that can occur, without stale rights, with clocks 0 and 1;
 * or says why not.
 */
bool ti_pos_restore(const struct ti_pos *in, struct tabia_pos *pos,
                    struct tabia_error *err);

/* ---- moves ----------------------------------------------------------- */

enum { TI_MOVE_MORE = 0x8000 }; // another move follows

/* A legal move's 15 bits; false for castling from unusual squares. */
bool ti_move_encode(const struct tabia_pos *pos, tabia_move mv, uint16_t *code);

/* The legal move that a code means, its top bit ignored; or NONE. */
tabia_move ti_move_decode(const struct tabia_pos *pos, uint16_t code);

#endif
