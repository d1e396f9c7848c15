/*
 * ct800_key.h - the key of a position in CT800 books, "CRC-40"
 *
 * A CRC-32 and a CRC-8 of the same 65 bytes: the squares from a1 to h8 and a
 * byte of flags. En passant and clocks do not count. The flags follow the
 * moves that were played, not the castling rights: taking a rook at home sets
 * none, so a position can have more than one key; see ct800_flag_variants.
 */
#ifndef FORMAT_CT800_KEY_H
#define FORMAT_CT800_KEY_H

#include "base/crc.h"
#include "tabia/chess.h"

enum {
    CT800_KEY_BITS = 40,
    CT800_BOARD_SIZE = 65,

    /* The byte of flags. A set bit means: has moved. */
    CT800_MOVED_WHITE_KING = 1,
    CT800_MOVED_ROOK_A1 = 2,
    CT800_MOVED_ROOK_H1 = 4,
    CT800_MOVED_BLACK_KING = 8,
    CT800_MOVED_ROOK_A8 = 16,
    CT800_MOVED_ROOK_H8 = 32,
    CT800_BLACK_TO_MOVE = 64,

    CT800_VARIANTS_MAX = 16,
};

/* The tables of both checks; constant after ct800_keys_init. */
struct ct800_keys {
    struct crc crc32, crc8;
};

void ct800_keys_init(struct ct800_keys *keys);

/* The 65 bytes that the key is made of. */
void ct800_board_encode(const struct tabia_pos *pos, unsigned flags,
                        uint8_t bytes[CT800_BOARD_SIZE]);

/* CRC-32 * 256 + CRC-8. */
uint64_t ct800_key(const struct ct800_keys *keys, const struct tabia_pos *pos,
                   unsigned flags);

/* The key of 65 bytes. */
uint64_t ct800_key_of_board(const struct ct800_keys *keys,
                            const uint8_t bytes[CT800_BOARD_SIZE]);

/* The flags after 'mv', a legal move of 'pos', where they were 'flags'. */
unsigned ct800_flags_play(unsigned flags, const struct tabia_pos *pos,
                          tabia_move mv);

/*
 * The flags of a position of which only the castling rights are known, as the
 * engine takes them from a FEN: a missing right sets the rook's flag.
 */
unsigned ct800_flags_of(const struct tabia_pos *pos);

/*
 * All flags that the moves before 'pos' may have left, ct800_flags_of first:
 * where the rook is gone, it may have been taken at home. Returns how many.
 */
size_t ct800_flag_variants(const struct tabia_pos *pos,
                           unsigned list[CT800_VARIANTS_MAX]);

/* The flags and the move of a board with colours swapped, ranks mirrored. */
unsigned ct800_flags_swap(unsigned flags);

/* The squares of a move as the format has them: from << 6 | to. */
unsigned ct800_move_squares(const struct tabia_pos *pos, tabia_move mv);

#endif
