/*
 * ct800_key.c - the key of a position in CT800 books, "CRC-40"
 */
#include "format/ct800/ct800_key.h"

#include "base/compiler.h"
#include "chess/move_code.h"
#include "base/banned.h"

/* The byte of each piece: white 2 to 7, black 12 to 17, pawn to king. */
static const uint8_t piece_bytes[] = {
    0, 0, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16, 7, 17,
};

/* What moves of one side leave behind: its three flags and its squares. */
static const struct ct800_side {
    uint8_t king, rook_a, rook_h;
    uint8_t king_home, a_home, h_home;
} sides[2] = {
    { CT800_MOVED_WHITE_KING, CT800_MOVED_ROOK_A1, CT800_MOVED_ROOK_H1, 4, 0,
      7 },
    { CT800_MOVED_BLACK_KING, CT800_MOVED_ROOK_A8, CT800_MOVED_ROOK_H8, 60, 56,
      63 },
};

enum { SIDE_SHIFT = 3, SIDE_MASK = 7 }; // the flags of White, of Black above

void ct800_keys_init(struct ct800_keys *keys)
{
    static const struct crc_params crc8 = {
        .width = 8,
        .poly = 0x4D,
        .reflected = true,
        .init = 0xFF,
        .xor_out = 0xFF,
    };
    crc_init(&keys->crc32, &crc_params_crc32);
    crc_init(&keys->crc8, &crc8);
}

void ct800_board_encode(const struct tabia_pos *pos, unsigned flags,
                        uint8_t bytes[CT800_BOARD_SIZE])
{
    for (size_t sq = 0; sq < 64; sq++)
        bytes[sq] = piece_bytes[pos->board[sq]];
    bytes[64] = (uint8_t)flags;
}

uint64_t ct800_key_of_board(const struct ct800_keys *keys,
                            const uint8_t bytes[CT800_BOARD_SIZE])
{
    const uint64_t high = crc_sum(&keys->crc32, bytes, CT800_BOARD_SIZE);
    return high << 8 | crc_sum(&keys->crc8, bytes, CT800_BOARD_SIZE);
}

uint64_t ct800_key(const struct ct800_keys *keys, const struct tabia_pos *pos,
                   unsigned flags)
{
    uint8_t bytes[CT800_BOARD_SIZE];
    ct800_board_encode(pos, flags, bytes);
    return ct800_key_of_board(keys, bytes);
}

/* A side without rooks that may castle has a king that may not. */
static unsigned add_king_flags(unsigned flags)
{
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const unsigned rooks = sides[i].rook_a | sides[i].rook_h;
        if ((flags & rooks) == rooks)
            flags |= sides[i].king;
    }
    return flags;
}

unsigned ct800_flags_play(unsigned flags, const struct tabia_pos *pos,
                          tabia_move mv)
{
    const unsigned from = tabia_move_from(mv);
    if (tabia_piece_type_of(pos->board[from]) == TABIA_KING)
        flags |= (unsigned)SIDE_MASK << SIDE_SHIFT * pos->turn;
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        if (from == sides[i].a_home)
            flags |= sides[i].rook_a;
        if (from == sides[i].h_home)
            flags |= sides[i].rook_h;
    }
    return add_king_flags(flags) ^ CT800_BLACK_TO_MOVE;
}

static bool may_castle(const struct tabia_pos *pos, unsigned rook)
{
    return pos->castling >> rook & 1;
}

unsigned ct800_flags_of(const struct tabia_pos *pos)
{
    unsigned flags = pos->turn == TABIA_BLACK ? CT800_BLACK_TO_MOVE : 0;
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        if (!may_castle(pos, sides[i].a_home))
            flags |= sides[i].rook_a;
        if (!may_castle(pos, sides[i].h_home))
            flags |= sides[i].rook_h;
    }
    return add_king_flags(flags);
}

/* The rook flags that would be clear if the rook was taken at home. */
static unsigned doubtful_flags(const struct tabia_pos *pos, unsigned flags)
{
    unsigned doubtful = 0;
    for (unsigned i = 0; i < COUNT_OF(sides); i++) {
        const tabia_piece king =
            tabia_piece_make((enum tabia_color)i, TABIA_KING);
        const tabia_piece rook =
            tabia_piece_make((enum tabia_color)i, TABIA_ROOK);
        if (pos->board[sides[i].king_home] != king)
            continue;
        if (pos->board[sides[i].a_home] != rook)
            doubtful |= flags & sides[i].rook_a;
        if (pos->board[sides[i].h_home] != rook)
            doubtful |= flags & sides[i].rook_h;
    }
    return doubtful;
}

size_t ct800_flag_variants(const struct tabia_pos *pos,
                           unsigned list[CT800_VARIANTS_MAX])
{
    const unsigned flags = ct800_flags_of(pos);
    const unsigned doubtful = doubtful_flags(pos, flags);
    size_t n = 0;
    unsigned clear = 0;
    do { // every subset of the doubtful flags, the empty one first
        unsigned variant = flags & ~clear;
        for (size_t i = 0; i < COUNT_OF(sides); i++)
            if (clear & (sides[i].rook_a | sides[i].rook_h))
                variant &= ~(unsigned)sides[i].king;
        list[n++] = variant;
        clear = (clear - doubtful) & doubtful;
    } while (clear);
    return n;
}

unsigned ct800_flags_swap(unsigned flags)
{
    return (flags >> SIDE_SHIFT & SIDE_MASK) |
           (flags & SIDE_MASK) << SIDE_SHIFT |
           ((flags & CT800_BLACK_TO_MOVE) ^ CT800_BLACK_TO_MOVE);
}

unsigned ct800_move_squares(const struct tabia_pos *pos, tabia_move mv)
{
    return (unsigned)tabia_move_from(mv) << 6 | move_target(pos, mv);
}
