/*
 * slow_moves.c - legal moves, found in the plainest way
 */
#include "slow_moves.h"

#include <stdlib.h>
#include <string.h>

struct step {
    int file, rank;
};

/* Straight, diagonal, and the knight's. */
static const struct step steps[16] = {
    { 0, 1 },  { 0, -1 }, { 1, 0 },   { -1, 0 },  { 1, 1 },  { -1, -1 },
    { 1, -1 }, { -1, 1 }, { 1, 2 },   { 2, 1 },   { -1, 2 }, { -2, 1 },
    { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 },
};

/* Which of the steps a type has, and whether it repeats them. */
static const struct {
    int first, last;
    bool slides;
} ways[7] = {
    [TABIA_KNIGHT] = { 8, 15, false }, [TABIA_BISHOP] = { 4, 7, true },
    [TABIA_ROOK] = { 0, 3, true },     [TABIA_QUEEN] = { 0, 7, true },
    [TABIA_KING] = { 0, 7, false },
};

struct slow {
    const struct tabia_pos *pos;
    tabia_move *list;
    size_t n;
};

/* The square one step on, or -1. */
static int beside(int sq, struct step step)
{
    const int file = sq % 8 + step.file, rank = sq / 8 + step.rank;
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return -1;
    return rank * 8 + file;
}

static int forward(int color)
{
    return color == TABIA_WHITE ? 1 : -1;
}

/* Does the piece on 'from' attack 'to'? */
static bool sees(const tabia_piece board[64], int from, int to)
{
    const tabia_piece piece = board[from];
    const enum tabia_piece_type type = tabia_piece_type_of(piece);
    if (type == TABIA_PAWN) {
        const int up = forward((int)tabia_piece_color_of(piece));
        return beside(from, (struct step){ -1, up }) == to ||
               beside(from, (struct step){ 1, up }) == to;
    }
    for (int i = ways[type].first; i <= ways[type].last; i++) {
        int sq = from;
        do {
            sq = beside(sq, steps[i]);
            if (sq == to)
                return true;
        } while (sq >= 0 && !board[sq] && ways[type].slides);
    }
    return false;
}

static bool is_attacked(const tabia_piece board[64], int sq, int by)
{
    for (int from = 0; from < 64; from++)
        if (board[from] && tabia_piece_color_of(board[from]) == (unsigned)by &&
            sees(board, from, sq))
            return true;
    return false;
}

static bool king_is_safe(const tabia_piece board[64], int color)
{
    int king = 0;
    while (board[king] != tabia_piece_make((enum tabia_color)color, TABIA_KING))
        king++;
    return !is_attacked(board, king, !color);
}

/* Adds the move if it leaves the king safe; 'victim' is an e.p. pawn or -1. */
static void add(struct slow *slow, int from, int to, int victim)
{
    const struct tabia_pos *pos = slow->pos;
    tabia_piece board[64];
    memcpy(board, pos->board, sizeof(board));
    board[to] = board[from];
    board[from] = TABIA_PIECE_NONE;
    if (victim >= 0)
        board[victim] = TABIA_PIECE_NONE;
    if (!king_is_safe(board, pos->turn))
        return;

    const bool promotes =
        tabia_piece_type_of(board[to]) == TABIA_PAWN && (to < 8 || to > 55);
    const int last = promotes ? TABIA_QUEEN : TABIA_PIECE_NONE;
    for (int type = promotes ? TABIA_KNIGHT : TABIA_PIECE_NONE; type <= last;
         type++)
        slow->list[slow->n++] =
            tabia_move_make((tabia_square)from, (tabia_square)to,
                            (enum tabia_piece_type)type);
}

static bool is_enemy(const struct tabia_pos *pos, int sq)
{
    return pos->board[sq] && tabia_piece_color_of(pos->board[sq]) != pos->turn;
}

static void add_pawn_moves(struct slow *slow, int from)
{
    const struct tabia_pos *pos = slow->pos;
    const int up = forward(pos->turn);
    const int home = pos->turn == TABIA_WHITE ? 1 : 6;
    const int one = beside(from, (struct step){ 0, up });

    if (!pos->board[one]) {
        add(slow, from, one, -1);
        const int two = one + 8 * up;
        if (from / 8 == home && !pos->board[two])
            add(slow, from, two, -1);
    }
    for (int side = -1; side <= 1; side += 2) {
        const int to = beside(from, (struct step){ side, up });
        if (to < 0)
            continue;
        if (is_enemy(pos, to))
            add(slow, from, to, -1);
        else if (to % 8 == pos->ep_file &&
                 to / 8 == (pos->turn == TABIA_WHITE ? 5 : 2))
            add(slow, from, to, to - 8 * up);
    }
}

static void add_piece_moves(struct slow *slow, int from)
{
    const struct tabia_pos *pos = slow->pos;
    const enum tabia_piece_type type = tabia_piece_type_of(pos->board[from]);
    for (int i = ways[type].first; i <= ways[type].last; i++) {
        int to = from;
        do {
            to = beside(to, steps[i]);
            if (to >= 0 && (!pos->board[to] || is_enemy(pos, to)))
                add(slow, from, to, -1);
        } while (to >= 0 && !pos->board[to] && ways[type].slides);
    }
}

/* Is every square from 'a' to 'b', on one rank, empty on this board? */
static bool is_clear(const tabia_piece board[64], int a, int b)
{
    for (int sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
        if (board[sq])
            return false;
    return true;
}

static void add_castling(struct slow *slow, int king, int rook)
{
    const struct tabia_pos *pos = slow->pos;
    const int home = king / 8 * 8;
    const int king_to = home + (rook > king ? 6 : 2);
    const int rook_to = home + (rook > king ? 5 : 3);
    tabia_piece board[64];
    memcpy(board, pos->board, sizeof(board));
    if (is_attacked(board, king, !pos->turn))
        return;
    board[king] = board[rook] = TABIA_PIECE_NONE;
    if (!is_clear(board, king, king_to) || !is_clear(board, rook, rook_to))
        return;

    board[rook] = pos->board[rook];
    const int step = king_to > king ? 1 : -1;
    for (int sq = king; sq != king_to; sq += step)
        if (is_attacked(board, sq, !pos->turn))
            return;
    board[rook] = TABIA_PIECE_NONE;
    board[king_to] = pos->board[king];
    board[rook_to] = pos->board[rook];
    if (king_is_safe(board, pos->turn))
        slow->list[slow->n++] =
            tabia_move_make((tabia_square)king, (tabia_square)rook,
                            TABIA_PIECE_NONE);
}

static int compare(const void *a, const void *b)
{
    return *(const tabia_move *)a - *(const tabia_move *)b;
}

size_t slow_legal(const struct tabia_pos *pos, tabia_move list[TABIA_MOVES_MAX])
{
    struct slow slow = { .pos = pos, .list = list };
    int king = 0;
    for (int sq = 0; sq < 64; sq++) {
        if (!pos->board[sq] || is_enemy(pos, sq))
            continue;
        if (tabia_piece_type_of(pos->board[sq]) == TABIA_PAWN)
            add_pawn_moves(&slow, sq);
        else
            add_piece_moves(&slow, sq);
        if (tabia_piece_type_of(pos->board[sq]) == TABIA_KING)
            king = sq;
    }
    for (int sq = king / 8 * 8; sq < king / 8 * 8 + 8; sq++)
        if (pos->castling >> sq & 1 && !is_enemy(pos, sq))
            add_castling(&slow, king, sq);
    qsort(list, slow.n, sizeof(*list), compare);
    return slow.n;
}
