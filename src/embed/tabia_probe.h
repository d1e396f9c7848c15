/*
 * tabia_probe.h - asks PolyGlot and compiled CT800 books; one file, no library
 *
 *     #define TABIA_PROBE_IMPLEMENTATION   // in one source file only
 *     #include "tabia_probe.h"
 *
 *     struct tabia_probe_book book = { data, size, NULL, NULL };
 *     struct tabia_probe_pos pos;
 *     struct tabia_probe_move list[TABIA_PROBE_MOVES];
 *     if (tabia_probe_fen(&pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
 *                               "w KQkq - 0 1"))
 *         n = tabia_probe_polyglot(&book, &pos, list);
 *
 * C99 and C++11, with the headers that a compiler has without a system:
 * nothing is allocated, nothing is called but memcpy and memset where the
 * compiler does so by itself, and there is no state. All calls are safe from
 * several threads. Any bytes may be given for a book; all moves that come out
 * are legal. The answers are those of 'tabia find --table'.
 *
 * Define TABIA_PROBE_STATIC as well to have the functions in one file only.
 *
 * The licence is MIT; it stands at the end of the file.
 */
#ifndef EMBED_TABIA_PROBE_H
#define EMBED_TABIA_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef TABIA_PROBE_STATIC
#define TABIA_PROBE_DEF static inline
#else
#define TABIA_PROBE_DEF extern
#endif

enum {
    TABIA_PROBE_MOVES = 256, // room for the moves of any position
    TABIA_PROBE_NONE = 64,   // no square
    TABIA_PROBE_UCI_SIZE = 6,
};

/*
 * A book in memory, or one that is read piece by piece: then 'data' is NULL,
 * and 'read' gives the 'size' bytes at 'offset' to 'dst', or false.
 */
struct tabia_probe_book {
    const void *data;
    uint64_t size;
    bool (*read)(void *ctx, uint64_t offset, void *dst, size_t size);
    void *ctx;
};

/* Squares count from a1 = 0, b1 = 1 to h8 = 63. */
struct tabia_probe_pos {
    uint8_t board[64];   // type * 2 + (1 for Black); types: P 1, N B R Q, K 6
    uint8_t castling[4]; // the rooks of K, Q, k, q; or TABIA_PROBE_NONE
    uint8_t turn;        // 0 White, 1 Black
    uint8_t ep_file;     // of the last double step; 8: there was none
};

struct tabia_probe_move {
    uint8_t from, to;  // castling goes from the king's to the rook's square
    uint8_t promotion; // a type, or 0
    uint32_t weight;   // PolyGlot; entries of the same move are added up
    uint32_t learn;    // PolyGlot; the first that is not 0
};

/*
 * Reads a FEN, of which the first four fields count. X-FEN and Shredder-FEN
 * castling is taken too. False: it cannot be read, or there cannot be such a
 * position.
 */
TABIA_PROBE_DEF bool tabia_probe_fen(struct tabia_probe_pos *pos,
                                     const char *fen);

/* Does not look at weight and learn. */
TABIA_PROBE_DEF bool tabia_probe_is_legal(const struct tabia_probe_pos *pos,
                                          const struct tabia_probe_move *mv);

/* Plays a legal move. */
TABIA_PROBE_DEF void tabia_probe_play(struct tabia_probe_pos *pos,
                                      const struct tabia_probe_move *mv);

/*
 * Prints a legal move, such as e2e4 or e7e8q. Castling is e1g1; with
 * 'chess960', and where the king is not on the e-file, it is e1h1.
 */
TABIA_PROBE_DEF void tabia_probe_uci(const struct tabia_probe_pos *pos,
                                     const struct tabia_probe_move *mv,
                                     bool chess960,
                                     char text[TABIA_PROBE_UCI_SIZE]);

/* The key of the PolyGlot format. */
TABIA_PROBE_DEF uint64_t
tabia_probe_polyglot_key(const struct tabia_probe_pos *pos);

/* The moves of a PolyGlot book (.bin), in its order. Returns how many. */
TABIA_PROBE_DEF int tabia_probe_polyglot(
    const struct tabia_probe_book *book, const struct tabia_probe_pos *pos,
    struct tabia_probe_move list[TABIA_PROBE_MOVES]);

/*
 * The moves of a compiled CT800 book: the records of a .dat file, or the array
 * of a generated C file without its last 16 bytes. The records have different
 * sizes, so they are read from the first one on, until their keys are greater.
 */
TABIA_PROBE_DEF int tabia_probe_ct800(
    const struct tabia_probe_book *book, const struct tabia_probe_pos *pos,
    struct tabia_probe_move list[TABIA_PROBE_MOVES]);

#ifdef __cplusplus
}
#endif

#endif

#ifdef TABIA_PROBE_IMPLEMENTATION
#undef TABIA_PROBE_IMPLEMENTATION

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TABIA_PROBE_PAWN = 1,
    TABIA_PROBE_KNIGHT,
    TABIA_PROBE_BISHOP,
    TABIA_PROBE_ROOK,
    TABIA_PROBE_QUEEN,
    TABIA_PROBE_KING
};

/* ---- the board ------------------------------------------------------- */

/* Eight directions, straight ones first, then the jumps of a knight. */
static const int8_t tabia_probe__steps[16][2] = {
    { 1, 0 },   { 0, 1 },   { -1, 0 }, { 0, -1 }, { 1, 1 },  { -1, 1 },
    { -1, -1 }, { 1, -1 },  { 1, 2 },  { 2, 1 },  { 2, -1 }, { 1, -2 },
    { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 },
};

/* The square one step away, or TABIA_PROBE_NONE beyond the edge. */
static int tabia_probe__step(int sq, int dir)
{
    const int file = (sq & 7) + tabia_probe__steps[dir][0];
    const int rank = (sq >> 3) + tabia_probe__steps[dir][1];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? TABIA_PROBE_NONE
                                                        : 8 * rank + file;
}

/* By type: its directions from the first to before the second; goes it far? */
static const uint8_t tabia_probe__reach[7][3] = {
    { 0, 0, 0 }, { 0, 0, 0 }, { 8, 16, 0 }, { 4, 8, 1 },
    { 0, 4, 1 }, { 0, 8, 1 }, { 0, 8, 0 },
};

static bool tabia_probe__pawn_attacks(const uint8_t *board, int sq, int by)
{
    const int behind = (sq >> 3) + (by ? 1 : -1);
    const uint8_t pawn = (uint8_t)(2 * TABIA_PROBE_PAWN + by);
    if (behind < 0 || behind > 7)
        return false;
    return ((sq & 7) > 0 && board[8 * behind + (sq & 7) - 1] == pawn) ||
           ((sq & 7) < 7 && board[8 * behind + (sq & 7) + 1] == pawn);
}

static bool tabia_probe__is_attacked(const uint8_t *board, int sq, int by)
{
    for (int dir = 0; dir < 16; dir++) {
        int at = tabia_probe__step(sq, dir), nsteps = 1;
        if (dir < 8)
            for (; at < 64 && !board[at]; nsteps++)
                at = tabia_probe__step(at, dir);
        const uint8_t *reach = tabia_probe__reach[at < 64 ? board[at] >> 1 : 0];
        if (at < 64 && (board[at] & 1) == by && dir >= reach[0] &&
            dir < reach[1] && (reach[2] || nsteps == 1))
            return true;
    }
    return tabia_probe__pawn_attacks(board, sq, by);
}

static int tabia_probe__king(const uint8_t *board, int color)
{
    int sq = 0;
    while (sq < 64 && board[sq] != 2 * TABIA_PROBE_KING + color)
        sq++;
    return sq;
}

/* Which of the four castlings a move is; -1: none. */
static int tabia_probe__castling(const struct tabia_probe_pos *pos, int from,
                                 int to)
{
    if (pos->board[from] >> 1 != TABIA_PROBE_KING)
        return -1;
    for (int i = 0; i < 2; i++)
        if (pos->castling[2 * pos->turn + i] == to)
            return 2 * pos->turn + i;
    return -1;
}

/* Where king and rook come to stand: the g- and f-, or the c- and d-file. */
static int tabia_probe__castled(int which, bool king)
{
    const int rank = which < 2 ? 0 : 56;
    return rank + (which & 1 ? (king ? 2 : 3) : (king ? 6 : 5));
}

TABIA_PROBE_DEF void tabia_probe_play(struct tabia_probe_pos *pos,
                                      const struct tabia_probe_move *mv)
{
    uint8_t *board = pos->board;
    const int from = mv->from, to = mv->to, us = pos->turn;
    const int castling = tabia_probe__castling(pos, from, to);
    const uint8_t man = board[from], rook = board[to];
    const bool is_pawn = man >> 1 == TABIA_PROBE_PAWN;

    if (is_pawn && (from & 7) != (to & 7) && !board[to])
        board[(from & 56) + (to & 7)] = 0; // en passant
    board[from] = board[to] = 0;
    if (castling >= 0) {
        board[tabia_probe__castled(castling, true)] = man;
        board[tabia_probe__castled(castling, false)] = rook;
    } else {
        board[to] = mv->promotion ? (uint8_t)(2 * mv->promotion + us) : man;
    }
    for (int i = 0; i < 4; i++)
        if (pos->castling[i] == from || pos->castling[i] == to ||
            (man >> 1 == TABIA_PROBE_KING && i / 2 == us))
            pos->castling[i] = TABIA_PROBE_NONE;
    pos->ep_file = (uint8_t)(is_pawn && (from ^ to) == 16 ? from & 7 : 8);
    pos->turn = (uint8_t)!us;
}

/* ---- legal moves ----------------------------------------------------- */

/* True if the squares from 'a' to 'b' are empty but for those moving. */
static bool tabia_probe__is_free(const uint8_t *board, int a, int b, int king,
                                 int rook)
{
    for (int sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
        if (board[sq] && sq != king && sq != rook)
            return false;
    return true;
}

/* All but where the king comes to stand, which is looked at afterwards. */
static bool tabia_probe__can_castle(const struct tabia_probe_pos *pos,
                                    int which, int king, int rook)
{
    const int king_to = tabia_probe__castled(which, true);
    const int rook_to = tabia_probe__castled(which, false);
    const int step = king < king_to ? 1 : -1;
    if (!tabia_probe__is_free(pos->board, king, king_to, king, rook) ||
        !tabia_probe__is_free(pos->board, rook, rook_to, king, rook))
        return false;
    for (int sq = king; sq != king_to; sq += step)
        if (tabia_probe__is_attacked(pos->board, sq, !pos->turn))
            return false;
    return !tabia_probe__is_attacked(pos->board, king, !pos->turn);
}

static bool tabia_probe__pawn_goes(const struct tabia_probe_pos *pos, int from,
                                   int to)
{
    const uint8_t *board = pos->board;
    const int ahead = pos->turn ? -8 : 8;
    const int side = (to & 7) - (from & 7);
    if (side == 0 && to == from + ahead)
        return !board[to];
    if (side == 0 && to == from + 2 * ahead)
        return from >> 3 == (pos->turn ? 6 : 1) && !board[from + ahead] &&
               !board[to];
    if ((side != 1 && side != -1) || to != from + ahead + side)
        return false;
    return board[to] ||
           (pos->ep_file == (to & 7) && to >> 3 == (pos->turn ? 2 : 5));
}

static bool tabia_probe__goes_there(const uint8_t *board, int from, int to)
{
    const uint8_t *reach = tabia_probe__reach[board[from] >> 1];
    for (int dir = reach[0]; dir < reach[1]; dir++) {
        int at = tabia_probe__step(from, dir);
        while (reach[2] && at < 64 && at != to && !board[at])
            at = tabia_probe__step(at, dir);
        if (at == to)
            return true;
    }
    return false;
}

/* True if legal, as long as the king is safe afterwards. */
static bool tabia_probe__is_possible(const struct tabia_probe_pos *pos,
                                     int from, int to, int promotion)
{
    const uint8_t man = pos->board[from], victim = pos->board[to];
    const bool is_pawn = man >> 1 == TABIA_PROBE_PAWN;
    const bool promotes = is_pawn && (to < 8 || to >= 56);
    if (!man || (man & 1) != pos->turn || promotes != (promotion != 0))
        return false;
    if (promotion &&
        (promotion < TABIA_PROBE_KNIGHT || promotion > TABIA_PROBE_QUEEN))
        return false;
    const int castling = tabia_probe__castling(pos, from, to);
    if (castling >= 0)
        return tabia_probe__can_castle(pos, castling, from, to);
    if (victim && (victim & 1) == pos->turn)
        return false;
    return is_pawn ? tabia_probe__pawn_goes(pos, from, to)
                   : tabia_probe__goes_there(pos->board, from, to);
}

TABIA_PROBE_DEF bool tabia_probe_is_legal(const struct tabia_probe_pos *pos,
                                          const struct tabia_probe_move *mv)
{
    struct tabia_probe_pos after = *pos;
    if (mv->from > 63 || mv->to > 63 ||
        !tabia_probe__is_possible(pos, mv->from, mv->to, mv->promotion))
        return false;
    tabia_probe_play(&after, mv);
    return !tabia_probe__is_attacked(
        after.board, tabia_probe__king(after.board, pos->turn), after.turn);
}

TABIA_PROBE_DEF void tabia_probe_uci(const struct tabia_probe_pos *pos,
                                     const struct tabia_probe_move *mv,
                                     bool chess960,
                                     char text[TABIA_PROBE_UCI_SIZE])
{
    static const char types[] = "\0pnbrqk";
    const int castling = tabia_probe__castling(pos, mv->from, mv->to);
    const bool is_short = castling >= 0 && !chess960 && (mv->from & 7) == 4;
    const int to = is_short ? tabia_probe__castled(castling, true) : mv->to;
    text[0] = (char)('a' + (mv->from & 7));
    text[1] = (char)('1' + (mv->from >> 3));
    text[2] = (char)('a' + (to & 7));
    text[3] = (char)('1' + (to >> 3));
    text[4] = types[mv->promotion & 7];
    text[5] = '\0';
}

/* ---- FEN ------------------------------------------------------------- */

/* The man of a letter, or 0. */
static uint8_t tabia_probe__man(char letter)
{
    static const char letters[] = "PpNnBbRrQqKk";
    for (int i = 0; i < 12; i++)
        if (letters[i] == letter)
            return (uint8_t)(i + 2);
    return 0;
}

static bool tabia_probe__read_board(struct tabia_probe_pos *pos,
                                    const char **text)
{
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; ++*text) {
            const char c = **text;
            const uint8_t man = tabia_probe__man(c);
            if (!man && (c < '1' || c > '8' - file))
                return false;
            for (int n = man ? 1 : c - '0'; n > 0; n--)
                pos->board[8 * rank + file++] = man;
        }
        if (rank > 0 && *(*text)++ != '/')
            return false;
    }
    return true;
}

/* The rook that a letter means: outermost for K and Q, else by its file. */
static int tabia_probe__rook(const struct tabia_probe_pos *pos, char letter)
{
    const int color = letter >= 'a', rank = color ? 56 : 0;
    const int king = tabia_probe__king(pos->board, color);
    const uint8_t rook = (uint8_t)(2 * TABIA_PROBE_ROOK + color);
    const char lower = (char)(letter | 32);
    if (king < rank || king > rank + 7)
        return TABIA_PROBE_NONE;
    if (lower == 'k' || lower == 'q') {
        const int step = lower == 'k' ? -1 : 1;
        for (int sq = rank + (step < 0 ? 7 : 0); sq != king; sq += step)
            if (pos->board[sq] == rook)
                return sq;
        return TABIA_PROBE_NONE;
    }
    if (lower < 'a' || lower > 'h' || pos->board[rank + lower - 'a'] != rook)
        return TABIA_PROBE_NONE;
    return rank + lower - 'a';
}

static bool tabia_probe__read_castling(struct tabia_probe_pos *pos,
                                       const char **text)
{
    for (int i = 0; i < 4; i++)
        pos->castling[i] = TABIA_PROBE_NONE;
    if (**text == '-') {
        ++*text;
        return true;
    }
    for (; **text && **text != ' '; ++*text) {
        const int rook = tabia_probe__rook(pos, **text);
        if (rook == TABIA_PROBE_NONE)
            return false;
        const int color = rook >= 56;
        const int side = rook < tabia_probe__king(pos->board, color);
        pos->castling[2 * color + side] = (uint8_t)rook;
    }
    return true;
}

static bool tabia_probe__read_ep(struct tabia_probe_pos *pos, const char *text)
{
    const int white = !pos->turn;
    pos->ep_file = 8;
    if (*text == '-')
        return true;
    const int file = *text - 'a';
    if (file < 0 || file > 7 || text[1] != (white ? '6' : '3'))
        return false;
    pos->ep_file = (uint8_t)file;
    return pos->board[(white ? 32 : 24) + file] ==
               2 * TABIA_PROBE_PAWN + white &&
           !pos->board[(white ? 40 : 16) + file] &&
           !pos->board[(white ? 48 : 8) + file];
}

/* True for one king each, no pawns at the edges, no king to capture. */
static bool tabia_probe__is_sound(const struct tabia_probe_pos *pos)
{
    int nkings[2] = { 0, 0 };
    for (int sq = 0; sq < 64; sq++) {
        const int man = pos->board[sq];
        if (man >> 1 == TABIA_PROBE_KING)
            nkings[man & 1]++;
        if (man >> 1 == TABIA_PROBE_PAWN && (sq < 8 || sq >= 56))
            return false;
    }
    return nkings[0] == 1 && nkings[1] == 1 &&
           !tabia_probe__is_attacked(pos->board,
                                     tabia_probe__king(pos->board, !pos->turn),
                                     pos->turn);
}

TABIA_PROBE_DEF bool tabia_probe_fen(struct tabia_probe_pos *pos,
                                     const char *fen)
{
    if (!tabia_probe__read_board(pos, &fen) || *fen++ != ' ' ||
        (*fen != 'w' && *fen != 'b'))
        return false;
    pos->turn = *fen++ == 'b';
    return tabia_probe__is_sound(pos) && *fen++ == ' ' &&
           tabia_probe__read_castling(pos, &fen) && *fen++ == ' ' &&
           tabia_probe__read_ep(pos, fen);
}

/* ---- books ----------------------------------------------------------- */

static bool tabia_probe__fetch(const struct tabia_probe_book *book,
                               uint64_t offset, uint8_t *dst, size_t size)
{
    if (offset > book->size || book->size - offset < size)
        return false;
    if (!book->data)
        return book->read && book->read(book->ctx, offset, dst, size);
    const uint8_t *src = (const uint8_t *)book->data + offset;
    for (size_t i = 0; i < size; i++)
        dst[i] = src[i];
    return true;
}

static uint64_t tabia_probe__load(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Castling as the king's own move becomes king takes rook. */
static void tabia_probe__fix_castling(const struct tabia_probe_pos *pos,
                                      struct tabia_probe_move *mv)
{
    const int side = mv->to > mv->from ? 0 : 1;
    if (pos->board[mv->from] >> 1 == TABIA_PROBE_KING && !pos->board[mv->to] &&
        mv->from >> 3 == mv->to >> 3 &&
        (mv->from + 2 == mv->to || mv->to + 2 == mv->from))
        mv->to = pos->castling[2 * pos->turn + side];
}

/* Adds a legal move, or its weight to the same one; returns how many. */
static int tabia_probe__add(struct tabia_probe_move *list, int n,
                            const struct tabia_probe_move *mv)
{
    for (int i = 0; i < n; i++) {
        if (list[i].from == mv->from && list[i].to == mv->to &&
            list[i].promotion == mv->promotion) {
            list[i].weight += mv->weight;
            list[i].learn = list[i].learn ? list[i].learn : mv->learn;
            return n;
        }
    }
    if (n < TABIA_PROBE_MOVES)
        list[n++] = *mv;
    return n;
}

/* ---- PolyGlot -------------------------------------------------------- */

/*
 * The constants of the format, published by its author Fabien Letouzey: men in
 * the order p P n N ... k K by squares, castling K Q k q, the files of double
 * steps, White to move.
 */
static const uint64_t tabia_probe__random[781] = {
    0, // the numbers are put in by tools/gen_probe.c
};

/* A double step counts where a pawn of the side to move stands beside it. */
static bool tabia_probe__is_ep(const struct tabia_probe_pos *pos)
{
    const int pawn = 2 * TABIA_PROBE_PAWN + pos->turn;
    const int file = pos->ep_file, rank = pos->turn ? 24 : 32;
    return (file > 0 && file < 8 && pos->board[rank + file - 1] == pawn) ||
           (file < 7 && pos->board[rank + file + 1] == pawn);
}

TABIA_PROBE_DEF uint64_t
tabia_probe_polyglot_key(const struct tabia_probe_pos *pos)
{
    uint64_t key = pos->turn ? 0 : tabia_probe__random[780];
    for (int sq = 0; sq < 64; sq++)
        if (pos->board[sq])
            key ^= tabia_probe__random[64 * ((pos->board[sq] ^ 1) - 2) + sq];
    for (int i = 0; i < 4; i++)
        if (pos->castling[i] != TABIA_PROBE_NONE)
            key ^= tabia_probe__random[768 + i];
    if (tabia_probe__is_ep(pos))
        key ^= tabia_probe__random[772 + pos->ep_file];
    return key;
}

/* The first of the entries whose key is not smaller. */
static uint64_t tabia_probe__bisect(const struct tabia_probe_book *book,
                                    uint64_t key)
{
    uint8_t bytes[8];
    uint64_t low = 0, high = book->size / 16;
    while (low < high) {
        const uint64_t mid = low + (high - low) / 2;
        if (!tabia_probe__fetch(book, 16 * mid, bytes, sizeof(bytes)))
            return book->size / 16;
        if (tabia_probe__load(bytes, 8) < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool tabia_probe__polyglot_move(const struct tabia_probe_pos *pos,
                                       const uint8_t entry[16],
                                       struct tabia_probe_move *mv)
{
    const unsigned code = (unsigned)tabia_probe__load(entry + 8, 2);
    const unsigned piece = code >> 12; // N 1, B 2, R 3, Q 4
    mv->from = code >> 6 & 63;
    mv->to = code & 63;
    mv->promotion = (uint8_t)(piece ? piece + 1 : 0);
    mv->weight = (uint32_t)tabia_probe__load(entry + 10, 2);
    mv->learn = (uint32_t)tabia_probe__load(entry + 12, 4);
    if (mv->from == mv->to)
        return false;
    tabia_probe__fix_castling(pos, mv); // many programs write e1g1
    return tabia_probe_is_legal(pos, mv);
}

TABIA_PROBE_DEF int tabia_probe_polyglot(
    const struct tabia_probe_book *book, const struct tabia_probe_pos *pos,
    struct tabia_probe_move list[TABIA_PROBE_MOVES])
{
    const uint64_t key = tabia_probe_polyglot_key(pos);
    uint64_t at = 16 * tabia_probe__bisect(book, key);
    uint8_t entry[16];
    int n = 0;
    if (key == 0) // such entries are a header
        return 0;
    for (; tabia_probe__fetch(book, at, entry, sizeof(entry)); at += 16) {
        struct tabia_probe_move mv;
        if (tabia_probe__load(entry, 8) != key)
            break;
        if (tabia_probe__polyglot_move(pos, entry, &mv))
            n = tabia_probe__add(list, n, &mv);
    }
    return n;
}

/* ---- CT800 ----------------------------------------------------------- */

/*
 * Flags: 1 White's king has moved, 2 rook a1, 4 rook h1; three bits higher the
 * same of Black; 64 Black is to move.
 */
enum {
    TABIA_PROBE__SIDE = 7,
    TABIA_PROBE__BLACK = 64,
    TABIA_PROBE__ENGINE_MOVES = 11 // that the engine reads of a record
};

static uint32_t tabia_probe__crc(const uint8_t *bytes, uint32_t poly,
                                 uint32_t start)
{
    uint32_t sum = start;
    for (int i = 0; i < 65; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? poly : 0);
    }
    return sum ^ start;
}

/* The key with given flags, or that of the board with colours swapped. */
static uint64_t tabia_probe__ct800_key(const struct tabia_probe_pos *pos,
                                       unsigned flags, bool is_swapped)
{
    uint8_t bytes[65];
    for (int sq = 0; sq < 64; sq++) {
        const int man = pos->board[is_swapped ? sq ^ 56 : sq];
        const bool is_black = (man & 1) != is_swapped;
        bytes[sq] = (uint8_t)(man ? (man >> 1) + (is_black ? 11 : 1) : 0);
    }
    if (is_swapped)
        flags = (flags >> 3 & TABIA_PROBE__SIDE) |
                (flags & TABIA_PROBE__SIDE) << 3 |
                (~flags & TABIA_PROBE__BLACK);
    bytes[64] = (uint8_t)flags;
    return (uint64_t)tabia_probe__crc(bytes, 0xEDB88320u, 0xFFFFFFFFu) << 8 |
           tabia_probe__crc(bytes, 0xB2u, 0xFFu);
}

/* True if the rook of this corner may still castle. */
static bool tabia_probe__has_right(const struct tabia_probe_pos *pos,
                                   int corner)
{
    for (int i = 0; i < 4; i++)
        if (pos->castling[i] == corner)
            return true;
    return false;
}

/*
 * The flags that follow from the position alone; 'doubtful' gets those of rooks
 * that may have been taken at home, which sets none.
 */
static unsigned tabia_probe__flags(const struct tabia_probe_pos *pos,
                                   unsigned *doubtful)
{
    unsigned flags = pos->turn ? TABIA_PROBE__BLACK : 0;
    *doubtful = 0;
    for (int corner = 0; corner < 4; corner++) {
        const int color = corner >> 1, is_h = corner & 1;
        const int sq = 56 * color + 7 * is_h;
        const unsigned flag = 1u << (3 * color + 1 + is_h);
        if (tabia_probe__has_right(pos, sq))
            continue;
        flags |= flag;
        if (pos->board[56 * color + 4] == 2 * TABIA_PROBE_KING + color &&
            pos->board[sq] != 2 * TABIA_PROBE_ROOK + color)
            *doubtful |= flag;
    }
    return flags;
}

/* A side whose rooks have both moved has a king that may not castle. */
static unsigned tabia_probe__king_flags(unsigned flags)
{
    for (int shift = 0; shift <= 3; shift += 3)
        if ((flags >> shift & 6) == 6)
            flags |= 1u << shift;
    return flags;
}

/* The record of a key; how many moves it has, 0: there is none. */
static int tabia_probe__record(const struct tabia_probe_book *book,
                               uint64_t key, uint8_t record[35])
{
    uint64_t at = 0;
    while (tabia_probe__fetch(book, at, record, 7)) {
        const int n = record[4] & 15;
        const uint64_t low = (record[4] & 0xF0u) | (record[5] & 0xC0u) >> 4 |
                             (uint64_t)record[6] >> 6;
        const uint64_t here = tabia_probe__load(record, 4) << 8 | low;
        const size_t size = 5 + 2 * (size_t)n;
        if (n == 0 || here > key)
            return 0;
        if (here == key)
            return tabia_probe__fetch(book, at, record, size) ? n : 0;
        at += size;
    }
    return 0;
}

/* Would it be en passant, if the pawn beside had just made a double step? */
static bool tabia_probe__was_ep(const struct tabia_probe_pos *pos, int from,
                                int to)
{
    const int ahead = pos->turn ? -8 : 8, side = (to & 7) - (from & 7);
    return pos->board[from] == 2 * TABIA_PROBE_PAWN + pos->turn &&
           to >> 3 == (pos->turn ? 2 : 5) && (side == 1 || side == -1) &&
           to == from + ahead + side && !pos->board[to] &&
           !pos->board[to + ahead] &&
           pos->board[to - ahead] == 2 * TABIA_PROBE_PAWN + !pos->turn;
}

/* Castling is the king's step, promotion is to a queen. */
static bool tabia_probe__ct800_move(const struct tabia_probe_pos *pos, int from,
                                    int to, struct tabia_probe_move *mv)
{
    const int man = pos->board[from], victim = pos->board[to];
    if (victim && (victim & 1) == pos->turn)
        return false;
    if (man >> 1 == TABIA_PROBE_KING && from == 4 + 56 * pos->turn &&
        (to == from + 2 || to == from - 2))
        to = to > from ? from + 3 : from - 4;
    mv->from = (uint8_t)from;
    mv->to = (uint8_t)to;
    mv->promotion = man >> 1 == TABIA_PROBE_PAWN && (to < 8 || to >= 56)
                        ? TABIA_PROBE_QUEEN
                        : 0;
    mv->weight = mv->learn = 0;
    return tabia_probe_is_legal(pos, mv);
}

/* A move that cannot be shows that the record is another position's. */
static int tabia_probe__ct800_moves(const struct tabia_probe_pos *pos,
                                    const uint8_t *squares, int nmoves,
                                    int mirror, struct tabia_probe_move *list)
{
    int n = 0;
    for (int i = 0; i < nmoves && i < TABIA_PROBE__ENGINE_MOVES; i++) {
        const int from = (squares[2 * i] & 63) ^ mirror;
        const int to = (squares[2 * i + 1] & 63) ^ mirror;
        if (tabia_probe__ct800_move(pos, from, to, &list[n]))
            n++;
        else if (!tabia_probe__was_ep(pos, from, to))
            return 0;
    }
    return n;
}

/* All flags that may be, first for the board, then for the swapped one. */
TABIA_PROBE_DEF int tabia_probe_ct800(
    const struct tabia_probe_book *book, const struct tabia_probe_pos *pos,
    struct tabia_probe_move list[TABIA_PROBE_MOVES])
{
    unsigned doubtful, taken = 0;
    const unsigned flags = tabia_probe__flags(pos, &doubtful);
    for (int is_swapped = 0; is_swapped < 2; is_swapped++) {
        do { // every subset of the doubtful flags, the empty one first
            uint8_t record[35];
            const uint64_t key = tabia_probe__ct800_key(
                pos, tabia_probe__king_flags(flags & ~taken), is_swapped);
            const int nmoves = tabia_probe__record(book, key, record);
            const int n = tabia_probe__ct800_moves(pos, record + 5, nmoves,
                                                   is_swapped ? 56 : 0, list);
            if (n > 0)
                return n;
            taken = (taken - doubtful) & doubtful;
        } while (taken);
    }
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif
