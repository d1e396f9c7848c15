/*
 * game_moves.c - the moves of a game in about six bits each
 */
#include "store/game_moves.h"

#include "chess/attacks.h"
#include "base/banned.h"

enum { NPROMOTIONS = 4 };

static ALWAYS_INLINE uint64_t
game_moves_pawn_targets(const struct tabia_pos *pos, unsigned from, unsigned us)
{
    const uint64_t occ = pos->by_color[0] | pos->by_color[1];
    uint64_t takes = pos->by_color[us ^ 1];
    if (pos->ep_file != TABIA_FILE_NONE)
        takes |= attacks_bit(pos_ep_target(pos, us));
    const uint64_t bit = attacks_bit(from);
    const uint64_t one = (us == TABIA_WHITE ? bit << 8 : bit >> 8) & ~occ;
    const uint64_t third = UINT64_C(0xff) << (us == TABIA_WHITE ? 16 : 40);
    const uint64_t two =
        us == TABIA_WHITE ? (one & third) << 8 : (one & third) >> 8;
    return one | (two & ~occ) | (attacks_squares[from].pawn[us] & takes);
}

/*
 * Where a piece of the side to move could go; for a king 'rooks' are those
 * that it may castle with, whatever stands between.
 */
static ALWAYS_INLINE uint64_t targets_of(const struct tabia_pos *pos,
                                         unsigned from, unsigned type,
                                         uint64_t *rooks)
{
    const unsigned us = pos->turn;
    const uint64_t own = pos->by_color[us], occ = own | pos->by_color[us ^ 1];
    *rooks = 0;
    switch (type) {
    case TABIA_PAWN:
        return game_moves_pawn_targets(pos, from, us);
    case TABIA_KNIGHT:
        return attacks_squares[from].knight & ~own;
    case TABIA_BISHOP:
        return attacks_bishop(from, occ) & ~own;
    case TABIA_ROOK:
        return attacks_rook(from, occ) & ~own;
    case TABIA_QUEEN:
        return (attacks_bishop(from, occ) | attacks_rook(from, occ)) & ~own;
    case TABIA_KING:
        *rooks = pos->castling & pos_back_rank(us) & own;
        return attacks_squares[from].king & ~own;
    default:
        return 0;
    }
}

/*
 * The same without a branch: which piece moves is what a processor cannot
 * foresee. With BITS_HAS_PDEP only.
 */
static inline BITS_WITH_PDEP uint64_t targets_pext(const struct tabia_pos *pos,
                                                   unsigned from, unsigned type,
                                                   uint64_t *rooks)
{
    static const struct {
        uint64_t pawn, knight, bishop, rook, king; // all ones, or 0
    } masks[TABIA_KING + 1] = {
        [TABIA_PAWN] = { .pawn = UINT64_MAX },
        [TABIA_KNIGHT] = { .knight = UINT64_MAX },
        [TABIA_BISHOP] = { .bishop = UINT64_MAX },
        [TABIA_ROOK] = { .rook = UINT64_MAX },
        [TABIA_QUEEN] = { .bishop = UINT64_MAX, .rook = UINT64_MAX },
        [TABIA_KING] = { .king = UINT64_MAX },
    };
    const struct attacks_square *sq = &attacks_squares[from];
    const unsigned us = pos->turn;
    const uint64_t own = pos->by_color[us], occ = own | pos->by_color[us ^ 1];
    const uint64_t pieces =
        (sq->knight & masks[type].knight) |
        (attacks_slide_pext(&sq->bishop, occ) & masks[type].bishop) |
        (attacks_slide_pext(&sq->rook, occ) & masks[type].rook) |
        (sq->king & masks[type].king);
    *rooks = pos->castling & pos_back_rank(us) & own & masks[type].king;
    return (pieces & ~own) |
           (game_moves_pawn_targets(pos, from, us) & masks[type].pawn);
}

/* Is it a pawn's move to the end of the board? All of that pawn's are then. */
static ALWAYS_INLINE bool is_promoting(unsigned type, uint64_t targets)
{
    return type == TABIA_PAWN &&
           targets & (pos_back_rank(0) | pos_back_rank(1));
}

/* ---- writing --------------------------------------------------------- */

static ALWAYS_INLINE void put_move(struct bits_writer *w,
                                   const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const unsigned type = pos->board[from] >> 1;
    const uint64_t own = pos->by_color[pos->turn];
    uint64_t rooks;
    const uint64_t targets = targets_of(pos, from, type, &rooks);
    const uint64_t below = attacks_bit(to) - 1;
    unsigned index = attacks_popcount(targets & below);
    unsigned n = attacks_popcount(targets);
    if (is_promoting(type, targets)) {
        index = NPROMOTIONS * index + tabia_move_promotion(mv) - TABIA_KNIGHT;
        n *= NPROMOTIONS;
    } else if (rooks) {
        if (rooks & attacks_bit(to))
            index = n + attacks_popcount(rooks & below);
        n += attacks_popcount(rooks);
    }
    bits_put_phase(w, attacks_popcount(own & (attacks_bit(from) - 1)),
                   attacks_popcount(own));
    bits_put_phase(w, index, n);
}

static ALWAYS_INLINE void encode(const struct tabia_pos *root,
                                 const tabia_move *moves, size_t n,
                                 struct buf *out)
{
    struct tabia_pos pos = *root;
    struct bits_writer w = { .out = out };
    for (size_t i = 0; i < n; i++) {
        put_move(&w, &pos, moves[i]);
        pos_play(&pos, moves[i], false);
    }
    bits_end(&w);
}

/* ---- reading --------------------------------------------------------- */

void game_moves_begin(struct game_moves *game, const struct tabia_pos *root,
                      struct tabia_bytes bytes, unsigned nplies)
{
    game->pos = *root;
    game->bits = (struct bits_reader){ .data = bytes.data, .size = bytes.size };
    game->nleft = nplies;
}

typedef uint64_t targets_fn(const struct tabia_pos *pos, unsigned from,
                            unsigned type, uint64_t *rooks);

static ALWAYS_INLINE bool next_move(struct game_moves *game, bits_nth_fn *nth,
                                    targets_fn *targets_from, tabia_move *mv)
{
    if (game->nleft == 0)
        return false;
    const struct tabia_pos *pos = &game->pos;
    const uint64_t own = pos->by_color[pos->turn];
    const uint64_t word = bits_peek(&game->bits);
    unsigned used = 0;
    game->nleft--;
    if (UNLIKELY(!own)) {
        game->bits.failed = true;
        return false;
    }
    const unsigned from =
        nth(own, bits_get_phase(word, attacks_popcount(own), &used));
    const unsigned type = pos->board[from] >> 1;
    uint64_t rooks;
    const uint64_t targets = targets_from(pos, from, type, &rooks);
    const unsigned nsteps = attacks_popcount(targets);
    const bool promotes = is_promoting(type, targets);
    const unsigned n =
        promotes ? NPROMOTIONS * nsteps : nsteps + attacks_popcount(rooks);
    if (UNLIKELY(n == 0)) {
        game->bits.failed = true;
        return false;
    }
    const unsigned index = bits_get_phase(word, n, &used);
    bits_skip(&game->bits, used);
    if (UNLIKELY(promotes))
        *mv = (tabia_move)(from | nth(targets, index / NPROMOTIONS) << 6 |
                           (TABIA_KNIGHT + index % NPROMOTIONS) << 12);
    else if (LIKELY(index < nsteps))
        *mv = (tabia_move)(from | nth(targets, index) << 6);
    else
        *mv = (tabia_move)(from | nth(rooks, index - nsteps) << 6);
    return !game->bits.failed;
}

/* The same pieces, side to move and rights; en passant only if it is legal. */
static bool is_same_board(const struct tabia_pos *a, const struct tabia_pos *b)
{
    for (int type = TABIA_PAWN; type <= TABIA_KING; type++)
        if (a->by_type[type] != b->by_type[type])
            return false;
    return a->castling == b->castling &&
           (a->ep_file == b->ep_file ||
            pos_legal_ep_square(a) == pos_legal_ep_square(b));
}

static ALWAYS_INLINE tabia_move find_move(const struct tabia_pos *root,
                                          struct tabia_bytes bytes,
                                          unsigned nplies, unsigned from_ply,
                                          const struct tabia_pos *wanted,
                                          bits_nth_fn *nth, targets_fn *targets,
                                          bool *is_damaged)
{
    struct game_moves game;
    tabia_move mv, found = TABIA_MOVE_NONE;
    const uint64_t white = wanted->by_color[0], black = wanted->by_color[1];
    const unsigned npieces = attacks_popcount(white | black);
    game_moves_begin(&game, root, bytes, nplies);
    while (next_move(&game, nth, targets, &mv)) {
        const struct tabia_pos *pos = &game.pos;
        if (UNLIKELY(pos->by_color[0] == white && pos->by_color[1] == black &&
                     pos->turn == wanted->turn) &&
            nplies - game.nleft > from_ply && is_same_board(pos, wanted))
            found = mv;
        // Pieces never come back.
        if (UNLIKELY(attacks_popcount(pos->by_color[0] | pos->by_color[1]) <
                     npieces))
            break;
        game_moves_play(&game, mv);
        // Nor does a position, once a pawn has moved or a piece is taken.
        if (found && pos->halfmove == 0)
            break;
    }
    *is_damaged = game.bits.failed;
    return game.bits.failed ? TABIA_MOVE_NONE : found;
}

/* ---- for each kind of processor -------------------------------------- */

BITS_WITH_POPCNT static void encode_popcnt(const struct tabia_pos *root,
                                           const tabia_move *moves, size_t n,
                                           struct buf *out)
{
    encode(root, moves, n, out);
}

void game_moves_encode(const struct tabia_pos *root, const tabia_move *moves,
                       size_t n, struct buf *out)
{
    if (BITS_HAS_POPCNT)
        encode_popcnt(root, moves, n, out);
    else
        encode(root, moves, n, out);
}

BITS_WITH_PDEP static bool next_pdep(struct game_moves *game, tabia_move *mv)
{
    return next_move(game, bits_nth_pdep, targets_pext, mv);
}

BITS_WITH_POPCNT static bool next_popcnt(struct game_moves *game,
                                         tabia_move *mv)
{
    return next_move(game, bits_nth_few, targets_of, mv);
}

bool game_moves_next(struct game_moves *game, tabia_move *mv)
{
    if (BITS_HAS_PDEP)
        return next_pdep(game, mv);
    return BITS_HAS_POPCNT ? next_popcnt(game, mv)
                           : next_move(game, bits_nth_few, targets_of, mv);
}

BITS_WITH_PDEP static tabia_move find_pdep(const struct tabia_pos *root,
                                           struct tabia_bytes bytes,
                                           unsigned nplies, unsigned from_ply,
                                           const struct tabia_pos *wanted,
                                           bool *is_damaged)
{
    return find_move(root, bytes, nplies, from_ply, wanted, bits_nth_pdep,
                     targets_pext, is_damaged);
}

BITS_WITH_POPCNT static tabia_move find_popcnt(
    const struct tabia_pos *root, struct tabia_bytes bytes, unsigned nplies,
    unsigned from_ply, const struct tabia_pos *wanted, bool *is_damaged)
{
    return find_move(root, bytes, nplies, from_ply, wanted, bits_nth_few,
                     targets_of, is_damaged);
}

tabia_move game_moves_find(const struct tabia_pos *root,
                           struct tabia_bytes bytes, unsigned nplies,
                           unsigned from_ply, const struct tabia_pos *wanted,
                           bool *is_damaged)
{
    if (BITS_HAS_PDEP)
        return find_pdep(root, bytes, nplies, from_ply, wanted, is_damaged);
    if (BITS_HAS_POPCNT)
        return find_popcnt(root, bytes, nplies, from_ply, wanted, is_damaged);
    return find_move(root, bytes, nplies, from_ply, wanted, bits_nth_few,
                     targets_of, is_damaged);
}
