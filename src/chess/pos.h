/*
 * pos.h - building positions piece by piece, and playing moves on them
 *
 * The functions keep board, bitboards and key in step. They check nothing.
 */
#ifndef CHESS_POS_H
#define CHESS_POS_H

#include "base/compiler.h"
#include "chess/polyglot_random.h"
#include "tabia/chess.h"

enum {
    POS_FILE_C = 2,
    POS_FILE_D = 3,
    POS_FILE_F = 5,
    POS_FILE_G = 6,
};

/* An empty board, White to move, first move. */
void pos_clear(struct tabia_pos *pos);

/* Puts a piece on an empty square. */
void pos_put(struct tabia_pos *pos, tabia_square sq, tabia_piece piece);

/* Gives the side of the rook on 'rook' the right to castle with it. */
void pos_add_castling(struct tabia_pos *pos, tabia_square rook);

void pos_set_turn(struct tabia_pos *pos, enum tabia_color turn);

/* The number of leaves of the tree of legal moves, 'depth' plies deep. */
uint64_t pos_perft(const struct tabia_pos *pos, int depth);

bool pos_is_attacked(const struct tabia_pos *pos, tabia_square sq,
                     enum tabia_color by);

enum pos_castling {
    POS_CASTLING_OK,
    POS_CASTLING_NO_RIGHT, // king or rook has moved
    POS_CASTLING_BLOCKED,
    POS_CASTLING_CHECKED, // the king stands in check
    POS_CASTLING_THREAT,  // it would pass or enter one
};

/* Why the side to move cannot castle, or OK and the move. */
enum pos_castling pos_find_castling(const struct tabia_pos *pos, bool is_short,
                                    tabia_move *mv);

/* Like tabia_pos_key, but computed from the board alone. */
tabia_key pos_key_slow(const struct tabia_pos *pos);

/* The key behind a legal move, mostly without playing it. */
tabia_key pos_key_after(const struct tabia_pos *pos, tabia_move mv);

/* How many legal moves there are, without listing them. */
size_t pos_count_legal_moves(const struct tabia_pos *pos);

/* The en passant target square if such a capture is legal, else NONE. */
tabia_square pos_legal_ep_square(const struct tabia_pos *pos);

/* The part of the key that belongs to the rights of the rooks in 'rooks'. */
uint64_t pos_castling_key(const struct tabia_pos *pos, uint64_t rooks);

/* The rights that KQkq can name: king on the e-file, rook in the corner. */
static inline uint64_t pos_usual_rights(const struct tabia_pos *pos)
{
    static const uint64_t corners[] = {
        [TABIA_WHITE] = UINT64_C(0x81),
        [TABIA_BLACK] = UINT64_C(0x81) << 56,
    };
    uint64_t usual = 0;
    for (int color = TABIA_WHITE; color <= TABIA_BLACK; color++)
        if (tabia_pos_king(pos, (enum tabia_color)color) % 8 == 4)
            usual |= corners[color];
    return pos->castling & usual;
}

/* Where king and rook end when 'king' castles with 'rook'. */
static inline tabia_square pos_castled_king(unsigned king, unsigned rook)
{
    return (tabia_square)((king & 56) |
                          (rook > king ? POS_FILE_G : POS_FILE_C));
}

static inline tabia_square pos_castled_rook(unsigned king, unsigned rook)
{
    return (tabia_square)((king & 56) |
                          (rook > king ? POS_FILE_F : POS_FILE_D));
}

/* The rank of 8 squares on which a side's king and rooks start. */
static inline uint64_t pos_back_rank(unsigned color)
{
    return UINT64_C(0xff) << (56 * color);
}

/* Where a pawn of 'us' lands that takes en passant on the last file. */
static inline unsigned pos_ep_target(const struct tabia_pos *pos, unsigned us)
{
    return (us == TABIA_WHITE ? 40u : 16u) + pos->ep_file;
}

/* Can a pawn of the side to move stand ready to take en passant? */
static inline bool pos_has_ep_neighbour(const struct tabia_pos *pos)
{
    if (pos->ep_file == TABIA_FILE_NONE)
        return false;
    const uint64_t bit = UINT64_C(1) << (pos_ep_target(pos, pos->turn) ^ 8);
    const uint64_t beside = (bit & ~UINT64_C(0x8080808080808080)) << 1 |
                            (bit & ~UINT64_C(0x0101010101010101)) >> 1;
    return beside & pos->by_type[TABIA_PAWN] & pos->by_color[pos->turn];
}

/* Like tabia_pos_key, where the compiler can see it. */
static inline tabia_key pos_key(const struct tabia_pos *pos)
{
    return pos_has_ep_neighbour(pos)
               ? pos->key ^ polyglot_random_ep[pos->ep_file]
               : pos->key;
}

/* A clock goes on by 'step', 0 or 1, and stays at its end. */
static ALWAYS_INLINE uint16_t pos_tick(uint16_t clock, unsigned step)
{
    return (uint16_t)(clock + (step & (clock < UINT16_MAX)));
}

/* Takes away the rights that end when something leaves or enters 'squares'. */
static ALWAYS_INLINE void pos_remove_castling(struct tabia_pos *pos,
                                              uint64_t squares, bool with_key)
{
    const uint64_t lost = pos->castling & squares;
    if (!lost)
        return;
    if (with_key)
        pos->key ^= pos_castling_key(pos, lost);
    pos->castling ^= lost;
}

/* Castling, a whole move. */
static ALWAYS_INLINE void pos_castle(struct tabia_pos *pos, unsigned king,
                                     unsigned rook, bool with_key)
{
    const unsigned us = pos->turn;
    const unsigned king_to = pos_castled_king(king, rook);
    const unsigned rook_to = pos_castled_rook(king, rook);
    const tabia_piece king_piece = pos->board[king];
    const tabia_piece rook_piece = pos->board[rook];
    const uint64_t king_bits = UINT64_C(1) << king ^ UINT64_C(1) << king_to;
    const uint64_t rook_bits = UINT64_C(1) << rook ^ UINT64_C(1) << rook_to;

    pos_remove_castling(pos, pos_back_rank(us), with_key);
    pos->by_type[TABIA_KING] ^= king_bits;
    pos->by_type[TABIA_ROOK] ^= rook_bits;
    pos->by_color[us] ^= king_bits ^ rook_bits;
    pos->board[king] = pos->board[rook] = TABIA_PIECE_NONE;
    pos->board[king_to] = king_piece;
    pos->board[rook_to] = rook_piece;
    pos->halfmove = pos_tick(pos->halfmove, 1);
    pos->fullmove = pos_tick(pos->fullmove, us);
    pos->ep_file = TABIA_FILE_NONE;
    pos->turn = (uint8_t)(us ^ 1);
    if (with_key)
        pos->key ^= polyglot_random_turn ^
                    polyglot_random_piece[king_piece][king] ^
                    polyglot_random_piece[king_piece][king_to] ^
                    polyglot_random_piece[rook_piece][rook] ^
                    polyglot_random_piece[rook_piece][rook_to];
}

static ALWAYS_INLINE void pos_remove(struct tabia_pos *pos, unsigned sq,
                                     tabia_piece piece, bool with_key)
{
    const uint64_t bit = UINT64_C(1) << sq;
    pos->by_type[piece >> 1] ^= bit;
    pos->by_color[piece & 1] ^= bit;
    pos->board[sq] = TABIA_PIECE_NONE;
    if (with_key)
        pos->key ^= polyglot_random_piece[piece][sq];
}

static ALWAYS_INLINE void pos_promote(struct tabia_pos *pos, unsigned to,
                                      unsigned promotion, bool with_key)
{
    const tabia_piece pawn = pos->board[to];
    const tabia_piece piece = (tabia_piece)(promotion * 2 + (pawn & 1));
    const uint64_t bit = UINT64_C(1) << to;
    pos->by_type[TABIA_PAWN] ^= bit;
    pos->by_type[promotion] ^= bit;
    pos->board[to] = piece;
    if (with_key)
        pos->key ^=
            polyglot_random_piece[pawn][to] ^ polyglot_random_piece[piece][to];
}

/*
 * The piece on 'from' goes to 'to' and takes what stands there. That is all of
 * a move, unless it castles, promotes, takes en passant or ends the right to
 * castle. What differs from move to move (captures, pawns, double steps) is
 * computed without branches, because no processor can foresee it.
 */
static ALWAYS_INLINE void pos_step(struct tabia_pos *pos, unsigned from,
                                   unsigned to, unsigned piece, unsigned us,
                                   bool with_key)
{
    const tabia_piece victim = pos->board[to];
    const uint64_t from_bit = UINT64_C(1) << from, to_bit = UINT64_C(1) << to;
    const unsigned pawn = 2 * TABIA_PAWN + us;

    pos->by_type[victim >> 1] &= ~to_bit;
    pos->by_color[us ^ 1] &= ~to_bit;
    pos->by_type[piece >> 1] ^= from_bit | to_bit;
    pos->by_color[us] ^= from_bit | to_bit;
    pos->board[from] = TABIA_PIECE_NONE;
    pos->board[to] = (tabia_piece)piece;
    const unsigned keeps = (piece != pawn) & !victim;
    const bool doubles = ((from ^ to) | piece << 6) == (16 | pawn << 6);
    pos->halfmove = pos_tick(pos->halfmove, 1) & (uint16_t)-keeps;
    pos->fullmove = pos_tick(pos->fullmove, us);
    pos->ep_file = doubles ? to & 7 : TABIA_FILE_NONE;
    pos->turn = (uint8_t)(us ^ 1);
    if (with_key)
        pos->key ^= polyglot_random_turn ^ polyglot_random_piece[piece][from] ^
                    polyglot_random_piece[piece][to] ^
                    polyglot_random_piece[victim][to];
}

/*
 * Plays a legal move. 'with_key' is a constant at every call: perft goes
 * without keys. Castling, promotion and en passant are rare enough to be
 * branches.
 */
static ALWAYS_INLINE void pos_play(struct tabia_pos *pos, tabia_move mv,
                                   bool with_key)
{
    const unsigned from = mv & 63, to = mv >> 6 & 63, us = pos->turn;
    const tabia_piece piece = pos->board[from], victim = pos->board[to];
    const bool is_pawn = piece >> 1 == TABIA_PAWN;
    const bool is_king = piece >> 1 == TABIA_KING;
    if (UNLIKELY(is_king && victim && (victim & 1) == us)) {
        pos_castle(pos, from, to, with_key);
        return;
    }
    const uint64_t squares = UINT64_C(1) << from | UINT64_C(1) << to;
    pos_remove_castling(pos, squares | (is_king ? pos_back_rank(us) : 0),
                        with_key);
    pos_step(pos, from, to, piece, us, with_key);
    if (UNLIKELY(mv >> 12))
        pos_promote(pos, to, mv >> 12, with_key);
    else if (UNLIKELY(is_pawn & !victim & (((from ^ to) & 7) != 0)))
        pos_remove(pos, to ^ 8, pos->board[to ^ 8], with_key);
}

#endif
