/*
 * tally_key.c - the 80 bits by which a store knows a position
 *
 * The PolyGlot key is a sum of random numbers by square and piece. The further
 * 16 bits are made in another way, by multiplication of whole bitboards, so
 * that two positions whose keys collide have no reason to collide here too.
 * The kings need no word of their own: they stand where no other piece does.
 */
#include "chess/pos.h"
#include "store/tally.h"
#include "base/banned.h"

/* Fractional digits of the roots of 2, 3, 5, 7, 11, 13, 17 and 19. */
static const uint64_t salt[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B),
    UINT64_C(0x3C6EF372FE94F82B), UINT64_C(0xA54FF53A5F1D36F1),
    UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

/* Both halves of the product of two words, added bit by bit. */
static inline uint64_t fold_key(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    const uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t mid = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t mid2 = a0 * b1 + (uint32_t)mid;
    return (a * b) ^ (a1 * b1 + (mid >> 32) + (mid2 >> 32));
#endif
}

struct tally_key tally_key_of(const struct tabia_pos *pos)
{
    const uint64_t *type = pos->by_type;
    const bool has_ep = pos_has_ep_neighbour(pos) &&
                        pos_legal_ep_square(pos) != TABIA_SQUARE_NONE;
    // Castling uses the first and the last rank only.
    const uint64_t rest = pos->castling | (uint64_t)pos->turn << 16 |
                          (uint64_t)(has_ep ? pos->ep_file + 1 : 0) << 20;
    const uint64_t mixed =
        fold_key(type[TABIA_PAWN] ^ salt[0], type[TABIA_KNIGHT] ^ salt[1]) ^
        fold_key(type[TABIA_BISHOP] ^ salt[2], type[TABIA_ROOK] ^ salt[3]) ^
        fold_key(type[TABIA_QUEEN] ^ salt[4], rest ^ salt[5]) ^
        fold_key(pos->by_color[0] ^ salt[6], pos->by_color[1] ^ salt[7]);
    return (struct tally_key){
        .hi = pos->key ^ (has_ep ? polyglot_random_ep[pos->ep_file] : 0),
        .lo = (uint16_t)(fold_key(mixed, salt[0]) >> 48),
    };
}
