/*
 * packed.c - positions in 28 bytes
 *
 *     0   8  occupied squares, little-endian, bit 0 is a1
 *     8  16  a code of 4 bits per man, from a1 to h8, low nibble first
 *    24   2  halfmove clock, little-endian
 *    26   2  move number, little-endian
 *
 * docs/packed.md has the codes. Nibbles beyond the last man are 0, so that
 * two positions are the same when their first 24 bytes are.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/attacks.h"
#include "chess/chess_words.h"
#include "chess/fen.h"
#include "chess/move_code.h"
#include "chess/movegen.h"
#include "chess/packed.h"
#include "base/banned.h"

enum {
    MEN_MAX = 32,
    CODE_WHITE_CASTLER = 12, // below: tabia_piece - 2
    CODE_BLACK_CASTLER = 13,
    CODE_DOUBLE_STEP = 14,
    CODE_BLACK_KING_MOVES = 15,
    CASTLER = CODE_WHITE_CASTLER - (TABIA_ROOK * 2 - 2), // added to a rook
};

/* ---- packing ---------------------------------------------------------- */

/* The code of every man, by its square; empty squares hold no code. */
static void find_codes(const struct tabia_pos *pos, uint8_t codes[64])
{
    for (int sq = 0; sq < 64; sq++)
        codes[sq] = (uint8_t)(pos->board[sq] - 2); // a few vector operations
    for (uint64_t rooks = pos->castling; rooks; rooks &= rooks - 1)
        codes[attacks_lsb(rooks)] += CASTLER;
    if (pos->turn == TABIA_BLACK)
        codes[tabia_pos_king(pos, TABIA_BLACK)] = CODE_BLACK_KING_MOVES;
    if (pos->ep_file != TABIA_FILE_NONE)
        codes[(pos->turn == TABIA_WHITE ? 32u : 24u) + pos->ep_file] =
            CODE_DOUBLE_STEP;
}

void tabia_pos_pack(const struct tabia_pos *pos, struct tabia_packed *packed)
{
    const uint64_t occ = pos->by_color[0] | pos->by_color[1];
    uint8_t codes[64], men[MOVEGEN_GATHER_SIZE];
    find_codes(pos, codes);
    movegen_get()->gather(codes, occ, men);
    put_le64(packed->bytes, occ);
    memcpy(packed->bytes + 8, men, MEN_MAX / 2);
    put_le16(packed->bytes + 24, pos->halfmove);
    put_le16(packed->bytes + 26, pos->fullmove);
}

/* ---- unpacking -------------------------------------------------------- */

/* What the codes say beyond the pieces themselves. */
struct packed_marks {
    uint64_t castlers;
    uint64_t double_steps;
    bool black_moves;
};

/* Adds what a code means besides its man. */
static ALWAYS_INLINE void add_mark(struct packed_marks *marks, uint64_t bit,
                                   unsigned code)
{
    marks->castlers |= code <= CODE_BLACK_CASTLER ? bit : 0;
    marks->double_steps |= code == CODE_DOUBLE_STEP ? bit : 0;
    marks->black_moves |= code == CODE_BLACK_KING_MOVES;
}

/* Puts the men on the empty board; returns the codes that are left over. */
static uint64_t place_men(struct tabia_pos *pos, const uint8_t *bytes,
                          struct packed_marks *marks)
{
    static const tabia_piece pieces[16] = {
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        13,
        TABIA_ROOK * 2,
        TABIA_ROOK * 2 + 1, // that may castle
        TABIA_PAWN * 2,     // of White, below the fifth rank
        TABIA_KING * 2 + 1,
    };
    uint64_t occ = load_le64(bytes), key = pos->key;
    uint64_t codes[2] = { load_le64(bytes + 8), load_le64(bytes + 16) };
    for (unsigned i = 0; occ; i++, occ &= occ - 1) {
        const unsigned sq = attacks_lsb(occ);
        const uint64_t bit = attacks_bit(sq);
        const unsigned code = (unsigned)(codes[i / 16] & 15);
        unsigned piece = pieces[code];
        codes[i / 16] >>= 4;
        if (code >= CODE_WHITE_CASTLER) {
            add_mark(marks, bit, code);
            piece += code == CODE_DOUBLE_STEP && sq >= 32;
        }
        pos->by_type[piece >> 1] |= bit;
        pos->by_color[piece & 1] |= bit;
        pos->board[sq] = (tabia_piece)piece;
        key ^= polyglot_random_piece[piece][sq];
    }
    pos->key = key;
    return codes[0] | codes[1];
}

static bool unpack_men(struct tabia_pos *pos, const uint8_t *bytes,
                       struct packed_marks *marks, struct tabia_error *err)
{
    const unsigned nmen = attacks_popcount(load_le64(bytes));
    if (nmen > MEN_MAX)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "packed position has %u men, expected at most %d",
                         nmen, MEN_MAX);
    if (place_men(pos, bytes, marks))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "packed position has codes beyond its %u %s", nmen,
                         plural(nmen, "man", "men"));

    tabia_square sq;
    char flaw[FEN_FLAW_SIZE];
    return fen_men_are_possible(pos, &sq, flaw) ||
           error_set(err, TABIA_ERR_CORRUPT, "packed position: %s", flaw);
}

/* Each castling rook must share its back rank with its king, one a side. */
static bool unpack_castling(struct tabia_pos *pos, uint64_t castlers,
                            struct tabia_error *err)
{
    unsigned seen = 0;
    for (; castlers; castlers &= castlers - 1) {
        const unsigned rook = attacks_lsb(castlers);
        const enum tabia_color color = tabia_piece_color_of(pos->board[rook]);
        const unsigned king = tabia_pos_king(pos, color);
        const unsigned home = color == TABIA_WHITE ? 0 : 7;
        const unsigned slot = 1u << (color * 2u + (rook < king));
        if (rook / 8 != home || king / 8 != home || seen & slot)
            return error_set(err, TABIA_ERR_CORRUPT,
                             "packed position: the rook on %s cannot castle",
                             move_square_name(rook).text);
        seen |= slot;
        pos_add_castling(pos, (tabia_square)rook);
    }
    return true;
}

static bool unpack_ep(struct tabia_pos *pos, uint64_t double_steps,
                      struct tabia_error *err)
{
    if (!double_steps)
        return true;
    const unsigned landed = attacks_lsb(double_steps);
    const unsigned rank = pos->turn == TABIA_WHITE ? 4 : 3;
    char flaw[FEN_FLAW_SIZE] = "that pawn has not just moved";
    if (double_steps & (double_steps - 1))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "packed position has two double steps");
    if (landed / 8 != rank || !fen_ep_is_possible(pos, landed % 8, flaw))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "packed position, double step to %s: %s",
                         move_square_name(landed).text, flaw);
    pos->ep_file = (uint8_t)(landed % 8);
    return true;
}

static bool unpack_clocks(struct tabia_pos *pos, const uint8_t *bytes,
                          struct tabia_error *err)
{
    pos->halfmove = load_le16(bytes + 24);
    pos->fullmove = load_le16(bytes + 26);
    return pos->fullmove > 0 || error_set(err, TABIA_ERR_CORRUPT,
                                          "packed position has move number 0");
}

bool tabia_pos_unpack(struct tabia_pos *pos, const struct tabia_packed *packed,
                      struct tabia_error *err)
{
    struct packed_marks marks = { 0 };
    pos_clear(pos);
    if (!unpack_men(pos, packed->bytes, &marks, err))
        return false;
    const enum tabia_color turn = marks.black_moves ? TABIA_BLACK : TABIA_WHITE;
    const enum tabia_color other =
        marks.black_moves ? TABIA_WHITE : TABIA_BLACK;
    pos_set_turn(pos, turn);
    if (!unpack_castling(pos, marks.castlers, err) ||
        !unpack_ep(pos, marks.double_steps, err) ||
        !unpack_clocks(pos, packed->bytes, err))
        return false;
    return !pos_is_attacked(pos, tabia_pos_king(pos, other), turn) ||
           error_set(err, TABIA_ERR_CORRUPT,
                     "packed position: the %s king could be taken",
                     chess_words_color(other));
}

void packed_unpack_unchecked(struct tabia_pos *pos,
                             const struct tabia_packed *packed)
{
    struct packed_marks marks = { 0 };
    pos_clear(pos);
    place_men(pos, packed->bytes, &marks);
    pos_set_turn(pos, marks.black_moves ? TABIA_BLACK : TABIA_WHITE);
    for (uint64_t rooks = marks.castlers; rooks; rooks &= rooks - 1)
        pos_add_castling(pos, (tabia_square)attacks_lsb(rooks));
    if (marks.double_steps)
        pos->ep_file = attacks_lsb(marks.double_steps) & 7;
    pos->halfmove = load_le16(packed->bytes + 24);
    pos->fullmove = load_le16(packed->bytes + 26);
}
