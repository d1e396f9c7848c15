/*
 * fen_flaws.c - which positions cannot be
 */
#include <stdio.h>

#include "chess/attacks.h"
#include "chess/chess_words.h"
#include "chess/fen.h"
#include "base/banned.h"

const char fen_letters[FEN_LETTERS_SIZE] = {
    ' ', ' ', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q', 'K', 'k',
};

/* How many men of each type a side starts with. */
static const unsigned start_count[7] = {
    [TABIA_PAWN] = 8, [TABIA_KNIGHT] = 2, [TABIA_BISHOP] = 2,
    [TABIA_ROOK] = 2, [TABIA_QUEEN] = 1,  [TABIA_KING] = 1,
};

tabia_square fen_outermost_rook(const struct tabia_pos *pos,
                                enum tabia_color color, bool queenside)
{
    const tabia_piece rook = tabia_piece_make(color, TABIA_ROOK);
    const unsigned king = tabia_pos_king(pos, color);
    const unsigned corner = (king & 56u) + (queenside ? 0 : 7);
    for (unsigned sq = corner; sq != king; queenside ? sq++ : sq--)
        if (pos->board[sq] == rook)
            return (tabia_square)sq;
    return TABIA_SQUARE_NONE;
}

static unsigned count_men(const struct tabia_pos *pos, unsigned color,
                          unsigned type)
{
    return attacks_popcount(pos->by_type[type] & pos->by_color[color]);
}

/* The square that a FEN names last: lowest rank, then highest file. */
static tabia_square last_in_fen(uint64_t bits)
{
    unsigned rank = attacks_lsb(bits) / 8;
    unsigned file = 7;
    while (!(bits & attacks_bit(rank * 8 + file)))
        file--;
    return (tabia_square)(rank * 8 + file);
}

static unsigned count_promoted(const struct tabia_pos *pos, unsigned color)
{
    unsigned npromoted = 0;
    for (unsigned type = TABIA_KNIGHT; type <= TABIA_QUEEN; type++) {
        const unsigned n = count_men(pos, color, type);
        if (n > start_count[type])
            npromoted += n - start_count[type];
    }
    return npromoted;
}

static bool side_is_possible(const struct tabia_pos *pos, unsigned color,
                             tabia_square *sq, char flaw[FEN_FLAW_SIZE])
{
    const char *name = chess_words_color(color);
    const uint64_t men = pos->by_color[color];
    const unsigned nkings = count_men(pos, color, TABIA_KING);
    const unsigned npawns = count_men(pos, color, TABIA_PAWN);

    *sq = TABIA_SQUARE_NONE;
    if (nkings == 0) {
        snprintf(flaw, FEN_FLAW_SIZE, "%s has no king", name);
        return false;
    }
    if (nkings > 1) {
        *sq = last_in_fen(pos->by_type[TABIA_KING] & men);
        snprintf(flaw, FEN_FLAW_SIZE, "%s has %u kings", name, nkings);
        return false;
    }
    if (npawns > start_count[TABIA_PAWN]) {
        *sq = last_in_fen(pos->by_type[TABIA_PAWN] & men);
        snprintf(flaw, FEN_FLAW_SIZE, "%s has %u pawns", name, npawns);
        return false;
    }
    const unsigned npromoted = count_promoted(pos, color);
    if (npromoted + npawns > start_count[TABIA_PAWN]) {
        snprintf(flaw, FEN_FLAW_SIZE,
                 "%s's pawns (%u) and promoted men (%u) are more than 8", name,
                 npawns, npromoted);
        return false;
    }
    return true;
}

bool fen_men_are_possible(const struct tabia_pos *pos, tabia_square *sq,
                          char flaw[FEN_FLAW_SIZE])
{
    const uint64_t edges = UINT64_C(0xff000000000000ff);
    const uint64_t stray = pos->by_type[TABIA_PAWN] & edges;
    if (stray) {
        *sq = last_in_fen(stray);
        snprintf(flaw, FEN_FLAW_SIZE, "a pawn cannot stand on rank %u",
                 *sq / 8 + 1u);
        return false;
    }
    return side_is_possible(pos, TABIA_WHITE, sq, flaw) &&
           side_is_possible(pos, TABIA_BLACK, sq, flaw);
}

/* With the pawn back on 'home', was the king to move safe, as it must be? */
static bool was_safe_before(const struct tabia_pos *pos, unsigned home,
                            unsigned landed)
{
    const unsigned enemy = pos->turn ^ 1u;
    const uint64_t men = pos->by_color[0] | pos->by_color[1];
    const uint64_t occ = (men | attacks_bit(home)) & ~attacks_bit(landed);
    const tabia_square king = tabia_pos_king(pos, (enum tabia_color)pos->turn);

    return !(attacks_to(pos, king, occ, enemy) & ~attacks_bit(landed)) &&
           !(attacks_squares[home].pawn[enemy] & attacks_bit(king));
}

bool fen_ep_is_possible(const struct tabia_pos *pos, unsigned file,
                        char flaw[FEN_FLAW_SIZE])
{
    const bool white = pos->turn == TABIA_WHITE;
    const unsigned home = (white ? 48u : 8u) + file;
    const unsigned target = (white ? 40u : 16u) + file;
    const unsigned landed = (white ? 32u : 24u) + file;
    const unsigned enemy = pos->turn ^ 1u;
    const char name = (char)('a' + file);

    if (pos->board[landed] !=
        tabia_piece_make((enum tabia_color)enemy, TABIA_PAWN)) {
        snprintf(flaw, FEN_FLAW_SIZE, "no %s pawn on %c%u has just moved",
                 chess_words_color(enemy), name, landed / 8 + 1);
        return false;
    }
    const unsigned path[2] = { target, home };
    for (int i = 0; i < 2; i++) {
        if (pos->board[path[i]]) {
            snprintf(flaw, FEN_FLAW_SIZE,
                     "no pawn can come from %c%u: %c%u is not empty", name,
                     home / 8 + 1, name, path[i] / 8 + 1);
            return false;
        }
    }
    if (!was_safe_before(pos, home, landed)) {
        snprintf(flaw, FEN_FLAW_SIZE,
                 "the %s king was in check before %c%u-%c%u",
                 chess_words_color(pos->turn), name, home / 8 + 1, name,
                 landed / 8 + 1);
        return false;
    }
    return true;
}
