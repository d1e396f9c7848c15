/*
 * pos.c - positions, their identity and their keys
 */
#include "chess/pos.h"

#include <string.h>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "base/banned.h"

void pos_clear(struct tabia_pos *pos)
{
    memset(pos, 0, sizeof(*pos));
    pos->ep_file = TABIA_FILE_NONE;
    pos->fullmove = 1;
    pos->key = polyglot_random_turn;
}

void pos_put(struct tabia_pos *pos, tabia_square sq, tabia_piece piece)
{
    pos->by_type[piece >> 1] |= attacks_bit(sq);
    pos->by_color[piece & 1] |= attacks_bit(sq);
    pos->board[sq] = piece;
    pos->key ^= polyglot_random_piece[piece][sq];
}

uint64_t pos_castling_key(const struct tabia_pos *pos, uint64_t rooks)
{
    uint64_t key = 0;
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = attacks_lsb(rooks), color = rook >= 32;
        const unsigned king = tabia_pos_king(pos, (enum tabia_color)color);
        key ^= polyglot_random_castling[2 * color + (rook < king)];
    }
    return key;
}

void pos_add_castling(struct tabia_pos *pos, tabia_square rook)
{
    const uint64_t bit = attacks_bit(rook) & ~pos->castling;
    pos->key ^= pos_castling_key(pos, bit);
    pos->castling |= bit;
}

void pos_set_turn(struct tabia_pos *pos, enum tabia_color turn)
{
    if (pos->turn != turn)
        pos->key ^= polyglot_random_turn;
    pos->turn = (uint8_t)turn;
}

bool pos_is_attacked(const struct tabia_pos *pos, tabia_square sq,
                     enum tabia_color by)
{
    return movegen_get()->is_attacked(pos, sq, by);
}

/* Is anything but king and rook on the way of one of them? */
static bool is_castling_blocked(const struct tabia_pos *pos, unsigned king,
                                unsigned rook)
{
    const unsigned king_to = pos_castled_king(king, rook);
    const unsigned rook_to = pos_castled_rook(king, rook);
    const uint64_t way = attacks_between[king][king_to] |
                         attacks_between[rook][rook_to] | attacks_bit(king_to) |
                         attacks_bit(rook_to);
    return way & (pos->by_color[0] | pos->by_color[1]) &
           ~(attacks_bit(king) | attacks_bit(rook));
}

enum pos_castling pos_find_castling(const struct tabia_pos *pos, bool is_short,
                                    tabia_move *mv)
{
    const tabia_square king = tabia_pos_king(pos, (enum tabia_color)pos->turn);
    const uint64_t above = ~UINT64_C(0) << king;
    const uint64_t rooks =
        pos->castling & pos_back_rank(pos->turn) & (is_short ? above : ~above);
    if (!rooks)
        return POS_CASTLING_NO_RIGHT;
    const tabia_square rook = (tabia_square)attacks_lsb(rooks);
    *mv = tabia_move_make(king, rook, TABIA_PIECE_NONE);
    if (is_castling_blocked(pos, king, rook))
        return POS_CASTLING_BLOCKED;
    if (tabia_pos_is_in_check(pos))
        return POS_CASTLING_CHECKED;
    return tabia_pos_is_legal(pos, *mv) ? POS_CASTLING_OK : POS_CASTLING_THREAT;
}

/* The n-th square of the first rank that is still free, from the left. */
static tabia_square free_square(const struct tabia_pos *pos, int n)
{
    tabia_square sq = 0;
    while (pos->board[sq] || n-- > 0)
        sq++;
    return sq;
}

static void put_both_colors(struct tabia_pos *pos, tabia_square sq,
                            enum tabia_piece_type type)
{
    pos_put(pos, sq, tabia_piece_make(TABIA_WHITE, type));
    pos_put(pos, sq ^ 56, tabia_piece_make(TABIA_BLACK, type));
}

/* Reinhard Scharnagl's numbering: bishops, queen, knights, then R K R. */
void tabia_pos_set_start960(struct tabia_pos *pos, int number)
{
    static const uint8_t knights[10][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 },
                                            { 0, 3 }, { 1, 1 }, { 1, 2 },
                                            { 1, 3 }, { 2, 2 }, { 2, 3 },
                                            { 3, 3 } };
    int n = ((number % 960) + 960) % 960;

    pos_clear(pos);
    put_both_colors(pos, (tabia_square)(n % 4 * 2 + 1), TABIA_BISHOP);
    n /= 4;
    put_both_colors(pos, (tabia_square)(n % 4 * 2), TABIA_BISHOP);
    n /= 4;
    put_both_colors(pos, free_square(pos, n % 6), TABIA_QUEEN);
    n /= 6;
    put_both_colors(pos, free_square(pos, knights[n][0]), TABIA_KNIGHT);
    put_both_colors(pos, free_square(pos, knights[n][1]), TABIA_KNIGHT);

    const tabia_square left = free_square(pos, 0), right = free_square(pos, 2);
    put_both_colors(pos, left, TABIA_ROOK);
    put_both_colors(pos, right, TABIA_ROOK);
    put_both_colors(pos, free_square(pos, 0), TABIA_KING);
    for (tabia_square sq = 8; sq < 16; sq++)
        put_both_colors(pos, sq, TABIA_PAWN);

    pos_add_castling(pos, left);
    pos_add_castling(pos, right);
    pos_add_castling(pos, left ^ 56);
    pos_add_castling(pos, right ^ 56);
}

bool tabia_pos_is_same(const struct tabia_pos *a, const struct tabia_pos *b)
{
    return memcmp(a->board, b->board, sizeof(a->board)) == 0 &&
           a->turn == b->turn && a->castling == b->castling &&
           a->ep_file == b->ep_file;
}

tabia_square tabia_pos_king(const struct tabia_pos *pos, enum tabia_color color)
{
    return (tabia_square)attacks_lsb(pos->by_type[TABIA_KING] &
                                     pos->by_color[color]);
}

bool tabia_pos_is_in_check(const struct tabia_pos *pos)
{
    const enum tabia_color us = (enum tabia_color)pos->turn;
    return pos_is_attacked(pos, tabia_pos_king(pos, us),
                           (enum tabia_color)(us ^ 1));
}

tabia_square pos_legal_ep_square(const struct tabia_pos *pos)
{
    if (!pos_has_ep_neighbour(pos))
        return TABIA_SQUARE_NONE;

    const unsigned us = pos->turn;
    const unsigned to = pos_ep_target(pos, us);
    uint64_t from = attacks_squares[to].pawn[us ^ 1] &
                    pos->by_type[TABIA_PAWN] & pos->by_color[us];
    for (; from; from &= from - 1) {
        const tabia_square sq = (tabia_square)attacks_lsb(from);
        if (movegen_get()->is_safe(pos, tabia_move_make(sq, (tabia_square)to,
                                                        TABIA_PIECE_NONE)))
            return (tabia_square)to;
    }
    return TABIA_SQUARE_NONE;
}

struct tabia_pos tabia_pos_identity(const struct tabia_pos *pos)
{
    struct tabia_pos same = *pos;
    if (pos_legal_ep_square(pos) == TABIA_SQUARE_NONE)
        same.ep_file = TABIA_FILE_NONE;
    return same;
}

tabia_key tabia_pos_key(const struct tabia_pos *pos)
{
    return pos_key(pos);
}

tabia_key pos_key_slow(const struct tabia_pos *pos)
{
    struct tabia_pos copy;
    pos_clear(&copy);
    for (tabia_square sq = 0; sq < 64; sq++)
        if (pos->board[sq])
            pos_put(&copy, sq, pos->board[sq]);
    for (uint64_t rooks = pos->castling; rooks; rooks &= rooks - 1)
        pos_add_castling(&copy, (tabia_square)attacks_lsb(rooks));
    pos_set_turn(&copy, (enum tabia_color)pos->turn);
    copy.ep_file = pos->ep_file;
    return tabia_pos_key(&copy);
}

tabia_key pos_key_after(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned from = mv & 63, to = mv >> 6 & 63, us = pos->turn;
    const tabia_piece piece = pos->board[from], victim = pos->board[to];
    const bool is_pawn = piece >> 1 == TABIA_PAWN;
    const bool is_king = piece >> 1 == TABIA_KING;
    const uint64_t ends_rights =
        attacks_bit(from) | attacks_bit(to) | (is_king ? pos_back_rank(us) : 0);
    // Castling too is there only while it is a right.
    if (UNLIKELY(mv >> 12 || pos->castling & ends_rights ||
                 (is_pawn && !victim && ((from ^ to) & 7)))) {
        struct tabia_pos next = *pos;
        tabia_pos_play(&next, mv);
        return pos_key(&next);
    }
    const bool doubles = is_pawn && (from ^ to) == 16;
    const uint64_t enemy_pawns =
        pos->by_type[TABIA_PAWN] & pos->by_color[us ^ 1];
    // Those beside the square attack what is between: the square passed.
    const bool has_ep =
        doubles && attacks_squares[(from + to) / 2].pawn[us] & enemy_pawns;
    return pos->key ^ polyglot_random_turn ^
           polyglot_random_piece[piece][from] ^
           polyglot_random_piece[piece][to] ^
           polyglot_random_piece[victim][to] ^
           (has_ep ? polyglot_random_ep[to & 7] : 0);
}

size_t tabia_pos_legal_moves(const struct tabia_pos *pos,
                             tabia_move list[TABIA_MOVES_MAX])
{
    const size_t n = movegen_get()->list_moves(pos, list);
    for (size_t i = 1; i < n; i++) { // few and nearly sorted: insertion
        const tabia_move mv = list[i];
        size_t at = i;
        for (; at > 0 && list[at - 1] > mv; at--)
            list[at] = list[at - 1];
        list[at] = mv;
    }
    return n;
}

size_t pos_count_legal_moves(const struct tabia_pos *pos)
{
    return movegen_get()->count_moves(pos);
}

bool tabia_pos_is_legal(const struct tabia_pos *pos, tabia_move mv)
{
    return movegen_get()->is_legal(pos, mv);
}

void tabia_pos_play(struct tabia_pos *pos, tabia_move mv)
{
    movegen_get()->play(pos, mv);
}

uint64_t pos_perft(const struct tabia_pos *pos, int depth)
{
    return movegen_get()->perft(pos, depth);
}
