/*
 * movegen.c - legal moves, counted, listed, tested, and found by their SAN
 *
 * Compiled once per kind of processor, see movegen.h. The generator is legal
 * by construction: it knows where a checked king can be helped, and along
 * which rays a pinned piece may move, before it looks at any move. Functions
 * that take 'us' are inlined with a constant, once for each side.
 */
#include "chess/movegen.h"

#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "chess/attacks.h"
#include "chess/pos.h"
#include "base/banned.h"

#ifdef TABIA_MOVEGEN_BMI2
#define THIS_KERNEL  movegen_bmi2
#define MOVEGEN_NAME "pext"
#else
#define THIS_KERNEL  movegen_plain
#define MOVEGEN_NAME "magic"
#endif

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)

/* The board as the generator sees it. */
struct movegen_view {
    uint64_t own, enemy, occ;
    uint64_t open;               // where a piece other than the king may land
    uint64_t pin_line, pin_diag; // rays from the king to the pinning piece
    uint64_t checkers;
    unsigned king;
};

/* Sorts the enemy sliders that look at the king into checks and pins. */
static ALWAYS_INLINE uint64_t add_snipers(struct movegen_view *v,
                                          uint64_t snipers)
{
    uint64_t pins = 0;
    for (; snipers; snipers &= snipers - 1) {
        const unsigned sq = attacks_lsb(snipers);
        const uint64_t between = attacks_between[v->king][sq];
        const uint64_t blockers = between & v->own;
        if (!blockers) {
            v->checkers |= attacks_bit(sq);
            v->open &= between | attacks_bit(sq);
        } else if (!(blockers & (blockers - 1))) {
            pins |= between | attacks_bit(sq);
        }
    }
    return pins;
}

static ALWAYS_INLINE struct movegen_view movegen_look(
    const struct tabia_pos *pos, unsigned us)
{
    struct movegen_view v = { .own = pos->by_color[us],
                              .enemy = pos->by_color[us ^ 1] };
    v.occ = v.own | v.enemy;
    v.open = ~v.own;
    v.king = attacks_lsb(pos->by_type[TABIA_KING] & v.own);

    const uint64_t queens = pos->by_type[TABIA_QUEEN];
    const uint64_t line =
        attacks_rook(v.king, v.enemy) & (pos->by_type[TABIA_ROOK] | queens);
    const uint64_t diag =
        attacks_bishop(v.king, v.enemy) & (pos->by_type[TABIA_BISHOP] | queens);
    v.pin_line = add_snipers(&v, line & v.enemy);
    v.pin_diag = add_snipers(&v, diag & v.enemy);

    const uint64_t near =
        ((attacks_squares[v.king].knight & pos->by_type[TABIA_KNIGHT]) |
         (attacks_squares[v.king].pawn[us] & pos->by_type[TABIA_PAWN])) &
        v.enemy;
    if (near) {
        v.checkers |= near;
        v.open &= near; // no square answers two checks at once
    }
    return v;
}

/* Where the king may step. It does not shield the squares behind itself. */
static ALWAYS_INLINE uint64_t king_steps(const struct tabia_pos *pos,
                                         const struct movegen_view *v,
                                         unsigned us)
{
    uint64_t steps = 0;
    const uint64_t occ = v->occ ^ attacks_bit(v->king);
    for (uint64_t bits = attacks_squares[v->king].king & ~v->own; bits;
         bits &= bits - 1)
        if (!attacks_to(pos, attacks_lsb(bits), occ, us ^ 1))
            steps |= bits & -bits;
    return steps;
}

/* May the king castle with this rook? The king is not in check. */
static bool can_castle(const struct tabia_pos *pos, unsigned king,
                       unsigned rook, unsigned us)
{
    const unsigned king_to = pos_castled_king(king, rook);
    const unsigned rook_to = pos_castled_rook(king, rook);
    const uint64_t movers = attacks_bit(king) | attacks_bit(rook);
    const uint64_t others = (pos->by_color[0] | pos->by_color[1]) & ~movers;
    const uint64_t king_way =
        attacks_between[king][king_to] | attacks_bit(king_to);
    const uint64_t rook_way =
        attacks_between[rook][rook_to] | attacks_bit(rook_to);
    if (others & (king_way | rook_way))
        return false;

    for (uint64_t way = king_way & ~attacks_bit(king); way; way &= way - 1)
        if (attacks_to(pos, attacks_lsb(way), others | attacks_bit(rook),
                       us ^ 1))
            return false;
    // In Chess960 the rook may have shielded the square that the king enters.
    return !attacks_to(pos, king_to, others | attacks_bit(rook_to), us ^ 1);
}

/* The rooks with which the side to move can castle now. */
static ALWAYS_INLINE uint64_t castling_rooks(const struct tabia_pos *pos,
                                             const struct movegen_view *v,
                                             unsigned us)
{
    uint64_t rooks = pos->castling & pos_back_rank(us);
    if (LIKELY(!rooks) || v->checkers)
        return 0;
    uint64_t able = 0;
    for (; rooks; rooks &= rooks - 1)
        if (can_castle(pos, v->king, attacks_lsb(rooks), us))
            able |= rooks & -rooks;
    return able;
}

/*
 * Is the king on 'king' safe when 'from' has moved to 'to' and 'gone' has left
 * the board? The king may be what moved; then 'king' is where it is now.
 */
static ALWAYS_INLINE bool is_king_safe(const struct tabia_pos *pos,
                                       unsigned king, uint64_t from,
                                       uint64_t to, uint64_t gone, unsigned us)
{
    const uint64_t enemy = pos->by_color[us ^ 1] & ~(to | gone);
    const uint64_t occ =
        (((pos->by_color[0] | pos->by_color[1]) ^ from) & ~gone) | to;
    const uint64_t queens = pos->by_type[TABIA_QUEEN];
    uint64_t by =
        attacks_bishop(king, occ) & (pos->by_type[TABIA_BISHOP] | queens);
    by |= attacks_rook(king, occ) & (pos->by_type[TABIA_ROOK] | queens);
    by |= attacks_squares[king].knight & pos->by_type[TABIA_KNIGHT];
    by |= attacks_squares[king].pawn[us] & pos->by_type[TABIA_PAWN];
    by |= attacks_squares[king].king & pos->by_type[TABIA_KING];
    return !(by & enemy);
}

/* The pawns that may take en passant now, 0 if none can. */
static ALWAYS_INLINE uint64_t ep_pawns(const struct tabia_pos *pos,
                                       const struct movegen_view *v,
                                       unsigned us)
{
    if (LIKELY(pos->ep_file == TABIA_FILE_NONE))
        return 0;
    const unsigned to = pos_ep_target(pos, us);
    uint64_t able = 0;
    for (uint64_t pawns = attacks_squares[to].pawn[us ^ 1] &
                          pos->by_type[TABIA_PAWN] & v->own;
         pawns; pawns &= pawns - 1)
        if (is_king_safe(pos, v->king, pawns & -pawns, attacks_bit(to),
                         attacks_bit(to ^ 8), us))
            able |= pawns & -pawns;
    return able;
}

/* ---- pawns, all of one side at once ---------------------------------- */

static ALWAYS_INLINE uint64_t ahead_of_pawns(uint64_t bits, unsigned us)
{
    return us == TABIA_WHITE ? bits << 8 : bits >> 8;
}

/* One step ahead and to the left (the a-file) or to the right. */
static ALWAYS_INLINE uint64_t ahead_left(uint64_t bits, unsigned us)
{
    return us == TABIA_WHITE ? (bits & ~FILE_A) << 7 : (bits & ~FILE_A) >> 9;
}

static ALWAYS_INLINE uint64_t ahead_right(uint64_t bits, unsigned us)
{
    return us == TABIA_WHITE ? (bits & ~FILE_H) << 9 : (bits & ~FILE_H) >> 7;
}

/* The squares that pawns reach, by the way they got there. */
struct pawn_targets {
    uint64_t one, two, left, right;
};

static ALWAYS_INLINE struct pawn_targets pawn_targets(
    const struct tabia_pos *pos, const struct movegen_view *v, unsigned us)
{
    const uint64_t third =
        us == TABIA_WHITE ? UINT64_C(0xff0000) : UINT64_C(0xff0000000000);
    const uint64_t pawns = pos->by_type[TABIA_PAWN] & v->own;
    const uint64_t free = pawns & ~(v->pin_line | v->pin_diag);
    const uint64_t on_line = pawns & v->pin_line, on_diag = pawns & v->pin_diag;
    const uint64_t takes = v->enemy & v->open;
    struct pawn_targets t;

    t.one = (ahead_of_pawns(free, us) |
             (ahead_of_pawns(on_line, us) & v->pin_line)) &
            ~v->occ;
    t.two = ahead_of_pawns(t.one & third, us) & ~v->occ & v->open;
    t.one &= v->open;
    t.left = (ahead_left(free, us) | (ahead_left(on_diag, us) & v->pin_diag)) &
             takes;
    t.right =
        (ahead_right(free, us) | (ahead_right(on_diag, us) & v->pin_diag)) &
        takes;
    return t;
}

/* ---- counting -------------------------------------------------------- */

static ALWAYS_INLINE unsigned count_pawns(const struct tabia_pos *pos,
                                          const struct movegen_view *v,
                                          unsigned us)
{
    const uint64_t last = pos_back_rank(us ^ 1);
    const struct pawn_targets t = pawn_targets(pos, v, us);
    unsigned n = attacks_popcount(t.one) + attacks_popcount(t.two) +
                 attacks_popcount(t.left) + attacks_popcount(t.right);
    if (UNLIKELY((t.one | t.left | t.right) & last))
        n += 3 *
             (attacks_popcount(t.one & last) + attacks_popcount(t.left & last) +
              attacks_popcount(t.right & last));
    return n + attacks_popcount(ep_pawns(pos, v, us));
}

static ALWAYS_INLINE unsigned count_side(const struct tabia_pos *pos,
                                         unsigned us)
{
    const struct movegen_view v = movegen_look(pos, us);
    unsigned n = attacks_popcount(king_steps(pos, &v, us));
    if (UNLIKELY(v.checkers & (v.checkers - 1)))
        return n;

    const uint64_t pinned = v.pin_line | v.pin_diag;
    const uint64_t queens = pos->by_type[TABIA_QUEEN];
    const uint64_t diag = (pos->by_type[TABIA_BISHOP] | queens) & v.own;
    const uint64_t line = (pos->by_type[TABIA_ROOK] | queens) & v.own;

    for (uint64_t b = pos->by_type[TABIA_KNIGHT] & v.own & ~pinned; b;
         b &= b - 1)
        n += attacks_popcount(attacks_squares[attacks_lsb(b)].knight & v.open);
    for (uint64_t b = diag & ~pinned; b; b &= b - 1)
        n += attacks_popcount(attacks_bishop(attacks_lsb(b), v.occ) & v.open);
    for (uint64_t b = line & ~pinned; b; b &= b - 1)
        n += attacks_popcount(attacks_rook(attacks_lsb(b), v.occ) & v.open);
    for (uint64_t b = diag & v.pin_diag; UNLIKELY(b); b &= b - 1)
        n += attacks_popcount(attacks_bishop(attacks_lsb(b), v.occ) & v.open &
                              v.pin_diag);
    for (uint64_t b = line & v.pin_line; UNLIKELY(b); b &= b - 1)
        n += attacks_popcount(attacks_rook(attacks_lsb(b), v.occ) & v.open &
                              v.pin_line);
    n += count_pawns(pos, &v, us);
    return n + attacks_popcount(castling_rooks(pos, &v, us));
}

static size_t movegen_count(const struct tabia_pos *pos)
{
    return pos->turn == TABIA_WHITE ? count_side(pos, TABIA_WHITE)
                                    : count_side(pos, TABIA_BLACK);
}

/* ---- listing --------------------------------------------------------- */

static ALWAYS_INLINE tabia_move *add_targets(tabia_move *list, unsigned from,
                                             uint64_t targets)
{
    for (; targets; targets &= targets - 1)
        *list++ = (tabia_move)(from | attacks_lsb(targets) << 6);
    return list;
}

static ALWAYS_INLINE tabia_move *add_pawns(tabia_move *list, uint64_t targets,
                                           int step, uint64_t last)
{
    for (uint64_t b = targets & ~last; b; b &= b - 1) {
        const unsigned to = attacks_lsb(b);
        *list++ = (tabia_move)((to - (unsigned)step) | to << 6);
    }
    for (uint64_t b = targets & last; UNLIKELY(b); b &= b - 1) {
        const unsigned to = attacks_lsb(b);
        for (unsigned type = TABIA_KNIGHT; type <= TABIA_QUEEN; type++)
            *list++ =
                (tabia_move)((to - (unsigned)step) | to << 6 | type << 12);
    }
    return list;
}

static ALWAYS_INLINE tabia_move *list_pawns(const struct tabia_pos *pos,
                                            const struct movegen_view *v,
                                            unsigned us, tabia_move *list)
{
    const uint64_t last = pos_back_rank(us ^ 1);
    const int up = us == TABIA_WHITE ? 8 : -8;
    const struct pawn_targets t = pawn_targets(pos, v, us);
    list = add_pawns(list, t.one, up, last);
    list = add_pawns(list, t.two, 2 * up, 0);
    list = add_pawns(list, t.left, up - 1, last);
    list = add_pawns(list, t.right, up + 1, last);

    const unsigned to = pos_ep_target(pos, us);
    for (uint64_t b = ep_pawns(pos, v, us); UNLIKELY(b); b &= b - 1)
        *list++ = (tabia_move)(attacks_lsb(b) | to << 6);
    return list;
}

static ALWAYS_INLINE tabia_move *list_pieces(const struct tabia_pos *pos,
                                             const struct movegen_view *v,
                                             tabia_move *list)
{
    const uint64_t pinned = v->pin_line | v->pin_diag;
    const uint64_t queens = pos->by_type[TABIA_QUEEN];
    const uint64_t diag = (pos->by_type[TABIA_BISHOP] | queens) & v->own;
    const uint64_t line = (pos->by_type[TABIA_ROOK] | queens) & v->own;

    for (uint64_t b = pos->by_type[TABIA_KNIGHT] & v->own & ~pinned; b;
         b &= b - 1)
        list = add_targets(list, attacks_lsb(b),
                           attacks_squares[attacks_lsb(b)].knight & v->open);
    for (uint64_t b = diag & ~v->pin_line; b; b &= b - 1) {
        const unsigned sq = attacks_lsb(b);
        uint64_t to = attacks_bishop(sq, v->occ) & v->open;
        if (UNLIKELY(v->pin_diag & attacks_bit(sq)))
            to &= v->pin_diag;
        list = add_targets(list, sq, to);
    }
    for (uint64_t b = line & ~v->pin_diag; b; b &= b - 1) {
        const unsigned sq = attacks_lsb(b);
        uint64_t to = attacks_rook(sq, v->occ) & v->open;
        if (UNLIKELY(v->pin_line & attacks_bit(sq)))
            to &= v->pin_line;
        list = add_targets(list, sq, to);
    }
    return list;
}

static ALWAYS_INLINE size_t list_side(const struct tabia_pos *pos, unsigned us,
                                      tabia_move *list)
{
    const struct movegen_view v = movegen_look(pos, us);
    tabia_move *end = add_targets(list, v.king, king_steps(pos, &v, us));
    if (UNLIKELY(v.checkers & (v.checkers - 1)))
        return (size_t)(end - list);
    end = add_targets(end, v.king, castling_rooks(pos, &v, us));
    end = list_pieces(pos, &v, end);
    end = list_pawns(pos, &v, us, end);
    return (size_t)(end - list);
}

static size_t movegen_moves(const struct tabia_pos *pos, tabia_move *list)
{
    return pos->turn == TABIA_WHITE ? list_side(pos, TABIA_WHITE, list)
                                    : list_side(pos, TABIA_BLACK, list);
}

/* ---- perft ----------------------------------------------------------- */

static uint64_t movegen_perft(const struct tabia_pos *pos, int depth)
{
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return movegen_count(pos);

    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = movegen_moves(pos, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = *pos;
        pos_play(&next, list[i], false);
        leaves +=
            depth == 2 ? movegen_count(&next) : movegen_perft(&next, depth - 1);
    }
    return leaves;
}

/* ---- single moves ---------------------------------------------------- */

static bool is_attacked(const struct tabia_pos *pos, unsigned sq, unsigned by)
{
    return attacks_to(pos, sq, pos->by_color[0] | pos->by_color[1], by) != 0;
}

/* Does a move that is not castling leave the mover's king out of check? */
static bool is_safe(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned us = pos->turn, from = mv & 63, to = mv >> 6 & 63;
    const uint64_t from_bit = attacks_bit(from), to_bit = attacks_bit(to);
    const uint64_t kings = pos->by_type[TABIA_KING] & pos->by_color[us];
    const unsigned king = from_bit & kings ? to : attacks_lsb(kings);
    uint64_t gone = 0;
    if (pos->board[from] >> 1 == TABIA_PAWN && !pos->board[to] &&
        ((from ^ to) & 7))
        gone = attacks_bit(to ^ 8);
    return is_king_safe(pos, king, from_bit, to_bit, gone, us);
}

/*
 * Squares from which a piece of this type could come to 'to'. All kinds are
 * looked up and the wanted ones kept: that is cheaper than a branch that is
 * foreseen only half of the time.
 */
static ALWAYS_INLINE uint64_t origin_squares(unsigned type, unsigned to,
                                             uint64_t occ)
{
    static const struct {
        uint64_t knight, bishop, rook, king;
    } wanted[8] = {
        [TABIA_KNIGHT] = { .knight = ~UINT64_C(0) },
        [TABIA_BISHOP] = { .bishop = ~UINT64_C(0) },
        [TABIA_ROOK] = { .rook = ~UINT64_C(0) },
        [TABIA_QUEEN] = { .bishop = ~UINT64_C(0), .rook = ~UINT64_C(0) },
        [TABIA_KING] = { .king = ~UINT64_C(0) },
    };
    return (attacks_squares[to].knight & wanted[type].knight) |
           (attacks_bishop(to, occ) & wanted[type].bishop) |
           (attacks_rook(to, occ) & wanted[type].rook) |
           (attacks_squares[to].king & wanted[type].king);
}

/* Squares from which a pawn of ours could come to 'to' by this kind of move. */
static ALWAYS_INLINE uint64_t pawn_origins(const struct tabia_pos *pos,
                                           unsigned to, bool takes, unsigned us)
{
    const uint64_t bit = attacks_bit(to);
    const uint64_t occ = pos->by_color[0] | pos->by_color[1];
    if (takes) {
        const bool ep =
            pos->ep_file == (to & 7) && to >> 3 == (us == TABIA_WHITE ? 5 : 2);
        return (bit & pos->by_color[us ^ 1]) || ep
                   ? attacks_squares[to].pawn[us ^ 1]
                   : 0;
    }
    if (bit & occ)
        return 0;
    const uint64_t one = ahead_of_pawns(bit, us ^ 1);
    const uint64_t fourth = UINT64_C(0xff) << (us == TABIA_WHITE ? 24 : 32);
    return (bit & fourth) && !(one & occ) ? one | ahead_of_pawns(one, us ^ 1)
                                          : one;
}

/* Own pieces of this type that reach 'to', pins and checks not looked at. */
static ALWAYS_INLINE uint64_t find_movers(const struct tabia_pos *pos,
                                          unsigned type, unsigned to,
                                          bool takes, unsigned us)
{
    const uint64_t own = pos->by_color[us];
    if (own & attacks_bit(to))
        return 0;
    const uint64_t from =
        type == TABIA_PAWN
            ? pawn_origins(pos, to, takes, us)
            : origin_squares(type, to, pos->by_color[0] | pos->by_color[1]);
    return from & own & pos->by_type[type];
}

static bool is_legal_castling(const struct tabia_pos *pos, unsigned king,
                              unsigned rook)
{
    const unsigned us = pos->turn;
    return (pos->castling & pos_back_rank(us) & attacks_bit(rook)) &&
           !is_attacked(pos, king, us ^ 1) && can_castle(pos, king, rook, us);
}

/* Castling, promotion, en passant, and moves that their piece does not have. */
static bool is_legal_other(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned us = pos->turn, from = mv & 63, to = mv >> 6 & 63;
    const unsigned type = pos->board[from] >> 1, promotion = mv >> 12;
    if (type == TABIA_KING && pos->board[to] && (pos->board[to] & 1) == us)
        return !promotion && is_legal_castling(pos, from, to);

    const bool last = type == TABIA_PAWN && (to >> 3 == 0 || to >> 3 == 7);
    if (last != (promotion >= TABIA_KNIGHT && promotion <= TABIA_QUEEN) ||
        (!last && promotion))
        return false;
    const bool takes = (from ^ to) & 7;
    return (find_movers(pos, type, to, takes, us) & attacks_bit(from)) &&
           is_safe(pos, mv);
}

/* Tables show nearly all moves, as in play_usual below. */
static bool is_legal(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned us = pos->turn, from = mv & 63, to = mv >> 6 & 63;
    const unsigned piece = pos->board[from];
    if (!piece || (piece & 1) != us)
        return false;
    const uint64_t from_bit = attacks_bit(from), to_bit = attacks_bit(to);
    const uint64_t own = pos->by_color[us];
    const unsigned row = piece + (pos->board[to] ? ATTACKS_PIECES : 0);
    if (UNLIKELY(mv >> 12 || own & to_bit ||
                 !(attacks_origins[row][to] & from_bit)))
        return is_legal_other(pos, mv);
    const uint64_t kings = pos->by_type[TABIA_KING] & own;
    const unsigned king = from_bit & kings ? to : attacks_lsb(kings);
    return !((own | pos->by_color[us ^ 1]) & attacks_between[from][to]) &&
           is_king_safe(pos, king, from_bit, to_bit, 0, us);
}

/* ---- packing --------------------------------------------------------- */

#ifdef TABIA_MOVEGEN_BMI2
static void gather_codes(const uint8_t codes[64], uint64_t occ,
                         uint8_t out[MOVEGEN_GATHER_SIZE])
{
    memset(out, 0, MOVEGEN_GATHER_SIZE);
    unsigned n = 0;
    for (unsigned rank = 0; rank < 8; rank++) {
        const uint64_t men = occ >> (8 * rank) & 0xff;
        const uint64_t nibbles = _pdep_u64(men, FILE_A) * 15;
        const uint64_t bits = _pext_u64(load_le64(codes + 8 * rank), nibbles);
        uint8_t *at = out + n / 2;
        put_le64(at, load_le64(at) | bits << (n % 2 * 4));
        n += attacks_popcount(men);
    }
}
#else
static void gather_codes(const uint8_t codes[64], uint64_t occ,
                         uint8_t out[MOVEGEN_GATHER_SIZE])
{
    memset(out, 0, MOVEGEN_GATHER_SIZE);
    for (unsigned n = 0; occ; n++, occ &= occ - 1)
        out[n / 2] |= (uint8_t)(codes[attacks_lsb(occ)] << (n % 2 * 4));
}
#endif

/* ---- SAN ------------------------------------------------------------- */

static size_t movegen_fitting(const struct tabia_pos *pos,
                              const struct movegen_spec *query,
                              tabia_move *list)
{
    size_t n = 0;
    for (uint64_t targets = query->to; targets; targets &= targets - 1) {
        const unsigned to = attacks_lsb(targets);
        for (uint64_t from =
                 find_movers(pos, query->type, to, query->takes, pos->turn) &
                 query->from;
             from; from &= from - 1)
            list[n++] = (tabia_move)(attacks_lsb(from) | to << 6 |
                                     (unsigned)query->promotion << 12);
    }
    return n;
}

/* Piece types by their letter; pawns by their file; 0 for other bytes. */
static const uint8_t type_of[256] = {
    ['a'] = TABIA_PAWN,   ['b'] = TABIA_PAWN, ['c'] = TABIA_PAWN,
    ['d'] = TABIA_PAWN,   ['e'] = TABIA_PAWN, ['f'] = TABIA_PAWN,
    ['g'] = TABIA_PAWN,   ['h'] = TABIA_PAWN, ['N'] = TABIA_KNIGHT,
    ['B'] = TABIA_BISHOP, ['R'] = TABIA_ROOK, ['Q'] = TABIA_QUEEN,
    ['K'] = TABIA_KING,
};

/* Of several movers, the one that leaves no check; none if two do. */
static tabia_move only_safe(const struct tabia_pos *pos, uint64_t from,
                            unsigned to)
{
    tabia_move found = TABIA_MOVE_NONE;
    for (; from; from &= from - 1) {
        const tabia_move mv = (tabia_move)(attacks_lsb(from) | to << 6);
        if (!is_safe(pos, mv))
            continue;
        if (found)
            return TABIA_MOVE_NONE;
        found = mv;
    }
    return found;
}

/* The squares that a file letter or a rank digit allows; 0 for the others. */
#define SAN_FILE(n) (FILE_A << (n))
#define SAN_RANK(n) (UINT64_C(0xff) << (8 * (n)))
static const uint64_t place_of[256] = {
    ['a'] = SAN_FILE(0), ['b'] = SAN_FILE(1), ['c'] = SAN_FILE(2),
    ['d'] = SAN_FILE(3), ['e'] = SAN_FILE(4), ['f'] = SAN_FILE(5),
    ['g'] = SAN_FILE(6), ['h'] = SAN_FILE(7), ['1'] = SAN_RANK(0),
    ['2'] = SAN_RANK(1), ['3'] = SAN_RANK(2), ['4'] = SAN_RANK(3),
    ['5'] = SAN_RANK(4), ['6'] = SAN_RANK(5), ['7'] = SAN_RANK(6),
    ['8'] = SAN_RANK(7),
};

/* 'mid' is what stands between letter and target: x, b, 1, bx, b1, b1x. */
static tabia_move san_piece(const struct tabia_pos *pos, unsigned type,
                            unsigned to, const char *mid, size_t nmid)
{
    const unsigned us = pos->turn;
    uint64_t from =
        origin_squares(type, to, pos->by_color[0] | pos->by_color[1]) &
        pos->by_type[type] & pos->by_color[us];
    nmid -= mid[(int)nmid - 1] == 'x'; // the letter itself is none
    from &= nmid ? place_of[(uint8_t)mid[0]] : ~UINT64_C(0);
    if (UNLIKELY(nmid > 1)) {
        if (nmid > 2 || mid[0] < 'a') // b1 is a place, 1b is none
            return TABIA_MOVE_NONE;
        from &= place_of[(uint8_t)mid[1]];
    }
    if (!from || (pos->by_color[us] & attacks_bit(to)))
        return TABIA_MOVE_NONE;
    if (from & (from - 1))
        return only_safe(pos, from, to);

    const tabia_move mv = (tabia_move)(attacks_lsb(from) | to << 6);
    return is_safe(pos, mv) ? mv : TABIA_MOVE_NONE;
}

static tabia_move san_pawn(const struct tabia_pos *pos, const char *text,
                           size_t len, unsigned to, unsigned promotion)
{
    const unsigned us = pos->turn;
    const bool takes = len == 4;
    if (len != 2 && (!takes || text[1] != 'x'))
        return TABIA_MOVE_NONE;
    if ((to >> 3 == 0 || to >> 3 == 7) != (promotion != 0))
        return TABIA_MOVE_NONE;

    const uint64_t from = pawn_origins(pos, to, takes, us) &
                          pos->by_type[TABIA_PAWN] & pos->by_color[us] &
                          FILE_A << ((unsigned)text[0] - 'a');
    if (!from)
        return TABIA_MOVE_NONE;
    const uint64_t kings = pos->by_type[TABIA_KING] & pos->by_color[us];
    const uint64_t gone = takes && !pos->board[to] ? attacks_bit(to ^ 8) : 0;
    if (!is_king_safe(pos, attacks_lsb(kings), from, attacks_bit(to), gone, us))
        return TABIA_MOVE_NONE;
    return (tabia_move)(attacks_lsb(from) | to << 6 | promotion << 12);
}

/* O-O and O-O-O, by the number of letters. */
static tabia_move san_castling(const struct tabia_pos *pos, const char *text,
                               size_t len)
{
    if ((len != 3 && len != 5) || text[1] != '-' || text[2] != 'O' ||
        (len == 5 && (text[3] != '-' || text[4] != 'O')))
        return TABIA_MOVE_NONE;
    const unsigned king =
        attacks_lsb(pos->by_type[TABIA_KING] & pos->by_color[pos->turn]);
    uint64_t rooks = pos->castling & pos_back_rank(pos->turn);
    rooks &= len == 3 ? ~UINT64_C(0) << king : ~(~UINT64_C(0) << king);
    if (!rooks || !is_legal_castling(pos, king, attacks_lsb(rooks)))
        return TABIA_MOVE_NONE;
    return (tabia_move)(king | attacks_lsb(rooks) << 6);
}

static tabia_move movegen_san(const struct tabia_pos *pos, const char *text,
                              size_t len)
{
    if (UNLIKELY(len < 2 || len > 8))
        return TABIA_MOVE_NONE;
    len -= (text[len - 1] == '+') | (text[len - 1] == '#');
    if (UNLIKELY(len < 2))
        return TABIA_MOVE_NONE;

    const unsigned type = type_of[(uint8_t)text[0]];
    unsigned promotion = 0;
    if (UNLIKELY(text[len - 2] == '=' && type == TABIA_PAWN && len > 3)) {
        promotion = type_of[(uint8_t)text[len - 1]];
        if (promotion < TABIA_KNIGHT || promotion > TABIA_QUEEN)
            return TABIA_MOVE_NONE;
        len -= 2;
    }
    const unsigned file = (unsigned)text[len - 2] - 'a';
    const unsigned rank = (unsigned)text[len - 1] - '1';
    if (UNLIKELY(file > 7 || rank > 7 || !type))
        return text[0] == 'O' ? san_castling(pos, text, len) : TABIA_MOVE_NONE;
    const unsigned to = 8 * rank + file;
    if (type == TABIA_PAWN)
        return san_pawn(pos, text, len, to, promotion);
    return len < 3 ? TABIA_MOVE_NONE
                   : san_piece(pos, type, to, text + 1, len - 3);
}

/* ---- the usual move of a game ---------------------------------------- */

/*
 * Nearly all moves of games are simple: one own piece of the wanted type
 * stands where it could come from on an empty board, and nothing is between
 * there and the target. Tables show that, the same for pawns and pieces, so
 * that no branch depends on what kind of move it is. Anything else is left to
 * movegen_san.
 */

/* What a text such as Nf3, Nbd2, R1xe2, e4 or exd5+ says. */
struct usual_san {
    unsigned type, to;
    uint64_t place; // where the piece may stand
};

/* False: the text has another form. */
static ALWAYS_INLINE bool split_usual(struct usual_san *s, const char *text,
                                      size_t len)
{
    if (UNLIKELY(len < 2 || len > 7))
        return false;
    len -= (text[len - 1] == '+') | (text[len - 1] == '#');
    s->type = type_of[(uint8_t)text[0]];
    // A pawn's text begins with its file; that of a piece may have a file or a
    // rank behind the letter.
    const bool is_piece = s->type != TABIA_PAWN;
    const bool takes = text[len > 2 ? len - 3 : 0] == 'x';
    const size_t nplace = len - takes - 2 - is_piece;
    if (UNLIKELY(nplace > 1))
        return false;
    s->place =
        place_of[(uint8_t)text[is_piece]] | -(uint64_t)(nplace < is_piece);
    const unsigned file = (unsigned)text[len - 2] - 'a';
    const unsigned rank = (unsigned)text[len - 1] - '1';
    s->to = 8 * rank + file;
    return (file | rank) <= 7;
}

static ALWAYS_INLINE tabia_move play_usual(struct tabia_pos *pos,
                                           const struct usual_san *s,
                                           unsigned us)
{
    const unsigned to = s->to, piece = 2 * s->type + us;
    const unsigned row = piece + (pos->board[to] ? ATTACKS_PIECES : 0);
    const uint64_t own = pos->by_color[us];
    const uint64_t occ = own | pos->by_color[us ^ 1];
    const uint64_t from_bit =
        attacks_origins[row][to] & s->place & pos->by_type[s->type] & own;
    if (UNLIKELY(!from_bit || (from_bit & (from_bit - 1))))
        return TABIA_MOVE_NONE;

    const unsigned from = attacks_lsb(from_bit);
    const uint64_t to_bit = attacks_bit(to);
    const bool is_king = s->type == TABIA_KING;
    const uint64_t ends_rights =
        from_bit | to_bit | (-(uint64_t)is_king & pos_back_rank(us));
    if (UNLIKELY((occ & attacks_between[from][to]) | (own & to_bit) |
                 (pos->castling & ends_rights)))
        return TABIA_MOVE_NONE;
    const uint64_t kings = pos->by_type[TABIA_KING] & own;
    const unsigned king = is_king ? to : attacks_lsb(kings);
    if (UNLIKELY(!is_king_safe(pos, king, from_bit, to_bit, 0, us)))
        return TABIA_MOVE_NONE;
    pos_step(pos, from, to, piece, us, true);
    return (tabia_move)(from | to << 6);
}

static NEVER_INLINE tabia_move san_play_other(struct tabia_pos *pos,
                                              const char *text, size_t len)
{
    const tabia_move mv = movegen_san(pos, text, len);
    if (mv != TABIA_MOVE_NONE)
        pos_play(pos, mv, true);
    return mv;
}

static tabia_move san_play(struct tabia_pos *pos, const char *text, size_t len)
{
    struct usual_san s;
    tabia_move mv = TABIA_MOVE_NONE;
    if (LIKELY(split_usual(&s, text, len)))
        mv = pos->turn == TABIA_WHITE ? play_usual(pos, &s, TABIA_WHITE)
                                      : play_usual(pos, &s, TABIA_BLACK);
    return LIKELY(mv != TABIA_MOVE_NONE) ? mv : san_play_other(pos, text, len);
}

static void movegen_play(struct tabia_pos *pos, tabia_move mv)
{
    pos_play(pos, mv, true);
}

const struct movegen THIS_KERNEL = {
    .name = MOVEGEN_NAME,
    .list_moves = movegen_moves,
    .count_moves = movegen_count,
    .gather = gather_codes,
    .is_legal = is_legal,
    .is_safe = is_safe,
    .is_attacked = is_attacked,
    .play = movegen_play,
    .perft = movegen_perft,
    .parse_san = movegen_san,
    .play_san = san_play,
    .list_fitting = movegen_fitting,
};
