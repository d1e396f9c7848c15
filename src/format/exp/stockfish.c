/*
 * stockfish.c - position keys and moves as Stockfish and its kin have them
 *
 * A move has the target square in bits 0-5, the origin in 6-11, the promotion
 * in 12-13 (knight to queen) and its kind in 14-15: 1 promotion, 2 en passant,
 * 3 castling, which is king takes own rook.
 */
#include "format/exp/stockfish.h"

#include "chess/pos.h"
#include "base/banned.h"

enum stockfish_move_kind { NORMAL, PROMOTION, EN_PASSANT, CASTLING };

/* xorshift64*, with the seed that Stockfish gives it. */
#define SEED       UINT64_C(1070372)
#define MULTIPLIER UINT64_C(2685821657736338717)

static uint64_t stockfish_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * MULTIPLIER;
}

void stockfish_keys_init(struct stockfish_keys *keys)
{
    uint64_t state = SEED;
    *keys = (struct stockfish_keys){ 0 };
    for (unsigned color = TABIA_WHITE; color <= TABIA_BLACK; color++)
        for (unsigned type = TABIA_PAWN; type <= TABIA_KING; type++)
            for (unsigned sq = 0; sq < 64; sq++)
                keys->men[type * 2 + color][sq] = stockfish_random(&state);
    for (unsigned i = 0; i < 8; i++)
        keys->ep[i] = stockfish_random(&state);
    for (unsigned i = 0; i < 16; i++)
        keys->castling[i] = stockfish_random(&state);
    keys->black = stockfish_random(&state);
}

static unsigned castling_rights(const struct tabia_pos *pos)
{
    unsigned rights = 0;
    for (uint64_t rooks = pos->castling; rooks; rooks &= rooks - 1) {
        const unsigned rook = (unsigned)__builtin_ctzll(rooks);
        const unsigned color = pos->board[rook] & 1;
        const bool is_short =
            rook > tabia_pos_king(pos, (enum tabia_color)color);
        rights |= (is_short ? 1u : 2u) << 2 * color;
    }
    return rights;
}

uint64_t stockfish_key(const struct stockfish_keys *keys,
                       const struct tabia_pos *pos)
{
    uint64_t men = pos->by_color[0] | pos->by_color[1], key = 0;
    for (; men; men &= men - 1) {
        const unsigned sq = (unsigned)__builtin_ctzll(men);
        key ^= keys->men[pos->board[sq]][sq];
    }
    const tabia_square ep = pos_legal_ep_square(pos);
    if (ep != TABIA_SQUARE_NONE)
        key ^= keys->ep[ep & 7];
    key ^= keys->castling[castling_rights(pos)];
    return pos->turn == TABIA_BLACK ? key ^ keys->black : key;
}

/* ---- moves ----------------------------------------------------------- */

bool stockfish_move_is_plausible(uint16_t code)
{
    const unsigned to = code & 63, from = code >> 6 & 63;
    return from != to && (code >> 14 == PROMOTION || (code >> 12 & 3) == 0);
}

tabia_move stockfish_move_decode(const struct tabia_pos *pos, uint16_t code)
{
    if (!stockfish_move_is_plausible(code))
        return TABIA_MOVE_NONE;
    const tabia_square to = code & 63, from = code >> 6 & 63;
    const unsigned promotion =
        code >> 14 == PROMOTION ? TABIA_KNIGHT + (code >> 12 & 3u) : 0;
    const tabia_move mv =
        tabia_move_make(from, to, (enum tabia_piece_type)promotion);
    if (!tabia_pos_is_legal(pos, mv) || stockfish_move_encode(pos, mv) != code)
        return TABIA_MOVE_NONE;
    return mv;
}

uint16_t stockfish_move_encode(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    const bool is_pawn = pos->board[from] >> 1 == TABIA_PAWN;
    unsigned kind = NORMAL, piece = 0;
    if (promotion) {
        kind = PROMOTION;
        piece = (unsigned)promotion - TABIA_KNIGHT;
    } else if (tabia_pos_is_castling(pos, mv)) {
        kind = CASTLING;
    } else if (is_pawn && (from & 7) != (to & 7) && !pos->board[to]) {
        kind = EN_PASSANT;
    }
    return (uint16_t)(to | from << 6 | piece << 12 | kind << 14);
}
