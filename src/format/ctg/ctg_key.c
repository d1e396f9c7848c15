/*
 * ctg_key.c - positions and moves as CTG books write them
 *
 * A position is written with White to move: if it is Black's turn, colours
 * are swapped and ranks reversed. When neither side may castle, files are
 * reversed too if that brings the white king to the right half. Then come
 * 64 squares file by file in a prefix code, the file of a double step that a
 * pawn could take en passant, pins aside, and the castling rights.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "chess/fen.h"
#include "chess/move_code.h"
#include "format/ctg/ctg.h"
#include "base/banned.h"

enum {
    LENGTH = 0x1F,
    HAS_EP = 0x20,
    HAS_CASTLING = 0x40,
    EP_BITS = 3,
    CASTLING_BITS = 4,
    FILE_E = 4,
    ANY_BOARD_SIZE = 64, // of 64 kings, with room to write beyond
};

/* A prefix code: 'bits' has 'n' of them. Indexed by tabia_piece. */
static const struct {
    uint8_t bits, n;
} piece_codes[14] = {
    [0] = { 0x00, 1 },  [2] = { 0x06, 3 },  [3] = { 0x07, 3 }, // P p: 110 111
    [4] = { 0x12, 5 },  [5] = { 0x13, 5 },  // N n: 10010 10011
    [6] = { 0x14, 5 },  [7] = { 0x15, 5 },  // B b: 10100 10101
    [8] = { 0x16, 5 },  [9] = { 0x17, 5 },  // R r: 10110 10111
    [10] = { 0x22, 6 }, [11] = { 0x23, 6 }, // Q q: 100010 100011
    [12] = { 0x20, 6 }, [13] = { 0x21, 6 }, // K k: 100000 100001
};

/* The corners in the order of the four castling bits, high bit first. */
static const struct {
    uint8_t rook, king; // squares when White is to move
} rights[CASTLING_BITS] = { { 63, 60 }, { 56, 60 }, { 7, 4 }, { 0, 4 } };

/* From a square as the file counts them, a1, a2, ... h8, to a real one. */
static unsigned real_square(unsigned sq, unsigned guise)
{
    const unsigned file = sq >> 3, rank = sq & 7;
    const unsigned at = rank << 3 | file;
    return at ^ (guise & CTG_FLIPPED ? 56u : 0) ^
           (guise & CTG_MIRRORED ? 7u : 0);
}

static unsigned file_square(unsigned real, unsigned guise)
{
    const unsigned at = real ^ (guise & CTG_FLIPPED ? 56u : 0) ^
                        (guise & CTG_MIRRORED ? 7u : 0);
    return (at & 7) << 3 | at >> 3;
}

/* ---- writing a signature --------------------------------------------- */

/* Bits are collected in a number and written four bytes at a time. */
struct bit_writer {
    uint8_t *bytes;
    size_t at; // in bytes
    uint64_t bits;
    unsigned nbits; // in 'bits', fewer than 32
};

static void ctg_key_put_bits(struct bit_writer *w, unsigned value, unsigned n)
{
    w->bits = w->bits << n | value;
    w->nbits += n;
    if (w->nbits < 32)
        return;
    w->nbits -= 32;
    put_be32(w->bytes + w->at, (uint32_t)(w->bits >> w->nbits));
    w->at += 4;
}

/*
 * The four rights as the file has them; those of Chess960 do not exist there.
 */
static unsigned castling_bits(const struct tabia_pos *pos)
{
    const unsigned turn = pos->turn == TABIA_BLACK ? 56 : 0;
    unsigned bits = 0;
    for (unsigned i = 0; i < CASTLING_BITS; i++) {
        const unsigned rook = rights[i].rook ^ turn;
        const unsigned king = rights[i].king ^ turn;
        const bool has = pos->castling >> rook & 1 &&
                         pos->board[king] >> 1 == TABIA_KING &&
                         (pos->board[king] & 1) == (pos->board[rook] & 1);
        bits = bits << 1 | has;
    }
    return bits;
}

unsigned ctg_signature_make(const struct tabia_pos *pos,
                            struct ctg_signature *sig)
{
    const unsigned castling = castling_bits(pos);
    const unsigned king = tabia_pos_king(pos, (enum tabia_color)pos->turn);
    unsigned guise = pos->turn == TABIA_BLACK ? CTG_FLIPPED : 0;
    if (!castling && (king & 7) < FILE_E)
        guise |= CTG_MIRRORED;
    const unsigned swap = guise & CTG_FLIPPED ? 1 : 0;
    const bool has_ep = pos_has_ep_neighbour(pos);
    uint8_t bytes[ANY_BOARD_SIZE] = { 0 };
    struct bit_writer w = { .bytes = bytes, .at = 1 };
    for (unsigned sq = 0; sq < 64; sq++) {
        const tabia_piece real = pos->board[real_square(sq, guise)];
        const unsigned piece = real ? real ^ swap : 0;
        ctg_key_put_bits(&w, piece_codes[piece].bits, piece_codes[piece].n);
    }
    const unsigned nflags =
        (has_ep ? EP_BITS : 0u) + (castling ? CASTLING_BITS : 0u);
    const size_t nbits = 8 * w.at + w.nbits;
    const size_t nbytes = (nbits + (nflags ? nflags : 1) + 7) / 8;
    ctg_key_put_bits(&w, 0, (unsigned)(8 * nbytes - nflags - nbits));
    if (has_ep)
        ctg_key_put_bits(&w, pos->ep_file ^ (guise & CTG_MIRRORED ? 7u : 0),
                         EP_BITS);
    if (castling)
        ctg_key_put_bits(&w, castling, CASTLING_BITS);
    const uint64_t bits = w.bits << (32 - w.nbits);
    put_be32(w.bytes + w.at, (uint32_t)bits);
    bytes[0] = (uint8_t)(nbytes & LENGTH);
    bytes[0] |= has_ep ? HAS_EP : 0;
    bytes[0] |= castling ? HAS_CASTLING : 0;
    // 32 men that a game can have take 29 bytes at most.
    sig->size = (uint8_t)(nbytes <= CTG_SIGNATURE_MAX ? nbytes : 0);
    memcpy(sig->bytes, bytes, CTG_SIGNATURE_MAX);
    return guise;
}

uint32_t ctg_hash(const uint8_t *signature)
{
    const size_t n = signature[0] & LENGTH;
    uint32_t at = 0, hash = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t c = signature[i];
        at += ((15 - (c & 15)) << 2) + 1;
        hash += ctg_hash_table[at & 63];
        at += ((240 - (c & 240)) >> 2) + 1;
        hash += ctg_hash_table[at & 63];
    }
    return hash;
}

/* ---- reading a signature --------------------------------------------- */

struct bit_reader {
    const uint8_t *bytes;
    size_t at, end; // in bits
};

static unsigned get_bits(struct bit_reader *r, unsigned n)
{
    unsigned value = 0;
    for (; n; n--, r->at++) {
        const unsigned byte = r->at < r->end ? r->bytes[r->at >> 3] : 0;
        value = value << 1 | (byte >> (7 - (r->at & 7)) & 1);
    }
    return value;
}

/* The piece whose code comes next; false when there is none such. */
static bool get_piece(struct bit_reader *r, tabia_piece *piece)
{
    const size_t start = r->at;
    unsigned value = 0;
    for (unsigned n = 1; n <= 6 && r->at < r->end; n++) {
        value = value << 1 | get_bits(r, 1);
        for (unsigned p = 0; p < 14; p++) {
            if (piece_codes[p].n != n || piece_codes[p].bits != value)
                continue;
            *piece = (tabia_piece)p;
            return true;
        }
    }
    r->at = start;
    return false;
}

static bool parse_men(struct bit_reader *r, struct tabia_pos *pos,
                      struct tabia_error *err)
{
    for (unsigned sq = 0; sq < 64; sq++) {
        tabia_piece piece;
        if (!get_piece(r, &piece))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "invalid signature: no piece for %s",
                             move_square_name(real_square(sq, 0)).text);
        if (piece)
            pos_put(pos, (tabia_square)real_square(sq, 0), piece);
    }
    tabia_square sq;
    char flaw[FEN_FLAW_SIZE];
    if (!fen_men_are_possible(pos, &sq, flaw))
        return error_set(err, TABIA_ERR_CORRUPT, "invalid signature: %s", flaw);
    if (pos_is_attacked(pos, tabia_pos_king(pos, TABIA_BLACK), TABIA_WHITE))
        return error_set(err, TABIA_ERR_CORRUPT,
                         "invalid signature: a king can be captured");
    return true;
}

bool ctg_signature_parse(const uint8_t *bytes, size_t size,
                         struct tabia_pos *pos, struct tabia_error *err)
{
    struct bit_reader r = { bytes, 8, size * 8 };
    const bool has_ep = bytes[0] & HAS_EP, has_rights = bytes[0] & HAS_CASTLING;
    const unsigned nflags =
        (has_ep ? EP_BITS : 0u) + (has_rights ? CASTLING_BITS : 0u);
    pos_clear(pos);
    if (!parse_men(&r, pos, err))
        return false;
    if (r.at + nflags > r.end)
        return error_set(err, TABIA_ERR_CORRUPT, "the signature is truncated");
    r.at = r.end - nflags;
    const unsigned ep_file = has_ep ? get_bits(&r, EP_BITS) : TABIA_FILE_NONE;
    char flaw[FEN_FLAW_SIZE];
    for (unsigned i = 0; has_rights && i < CASTLING_BITS; i++) {
        if (!get_bits(&r, 1))
            continue;
        const unsigned color = i < 2 ? TABIA_BLACK : TABIA_WHITE;
        if (pos->board[rights[i].rook] != tabia_piece_make(color, TABIA_ROOK) ||
            pos->board[rights[i].king] != tabia_piece_make(color, TABIA_KING))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "invalid signature: a castling right without king "
                             "and rook in place");
        pos_add_castling(pos, rights[i].rook);
    }
    if (has_ep && !fen_ep_is_possible(pos, ep_file, flaw))
        return error_set(err, TABIA_ERR_CORRUPT, "invalid signature: %s", flaw);
    pos->ep_file = (uint8_t)ep_file;

    struct ctg_signature again;
    ctg_signature_make(pos, &again);
    if (again.size != size || memcmp(again.bytes, bytes, size) != 0)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "invalid signature: not the one of its position");
    return true;
}

void ctg_restore_guise(const struct tabia_pos *normal, unsigned guise,
                       struct tabia_pos *pos)
{
    const unsigned swap = guise & CTG_FLIPPED ? 1 : 0;
    pos_clear(pos);
    for (unsigned sq = 0; sq < 64; sq++) {
        const tabia_piece piece = normal->board[real_square(sq, 0)];
        if (piece)
            pos_put(pos, (tabia_square)real_square(sq, guise),
                    (tabia_piece)(piece ^ swap));
    }
    for (unsigned i = 0; i < CASTLING_BITS; i++)
        if (normal->castling >> rights[i].rook & 1)
            pos_add_castling(pos,
                             (tabia_square)(rights[i].rook ^ (swap ? 56u : 0)));
    pos_set_turn(pos, swap ? TABIA_BLACK : TABIA_WHITE);
    if (normal->ep_file != TABIA_FILE_NONE)
        pos->ep_file =
            (uint8_t)(normal->ep_file ^ (guise & CTG_MIRRORED ? 7u : 0));
}

/* ---- moves ----------------------------------------------------------- */

/* The square, as the file counts, of the nth piece; 64: there is none. */
static unsigned find_nth(const struct tabia_pos *pos, unsigned guise,
                         unsigned type, unsigned nth)
{
    uint64_t order = 0; // a bit for each piece, as the file counts
    uint64_t men = pos->by_type[type] & pos->by_color[pos->turn];
    for (; men; men &= men - 1)
        order |= UINT64_C(1)
                 << file_square((unsigned)__builtin_ctzll(men), guise);
    while (order && --nth)
        order &= order - 1;
    return order ? (unsigned)__builtin_ctzll(order) : TABIA_SQUARE_NONE;
}

static tabia_move ctg_decode_move(const struct tabia_pos *pos, unsigned guise,
                                  const struct ctg_code *code)
{
    const unsigned from = find_nth(pos, guise, code->type, code->nth);
    if (from == TABIA_SQUARE_NONE)
        return TABIA_MOVE_NONE;
    const unsigned file = (unsigned)((int)(from >> 3) + code->dx) & 7;
    const unsigned rank = (unsigned)((int)(from & 7) + code->dy) & 7;
    const unsigned to = real_square(file << 3 | rank, guise);
    const bool promotes = code->type == TABIA_PAWN && rank == 7;
    const tabia_piece victim = pos->board[to];
    if (victim && (victim & 1) == pos->turn)
        return TABIA_MOVE_NONE; // castling is two steps of the king
    const tabia_move mv = move_find(pos, real_square(from, guise), to,
                                    promotes ? TABIA_QUEEN : TABIA_PIECE_NONE);
    return mv && !move_is_chess960(pos, mv) ? mv : TABIA_MOVE_NONE;
}

tabia_move ctg_move_decode(const struct tabia_pos *pos, unsigned guise,
                           uint8_t code)
{
    const uint8_t other = code == 0x1A ? 0xF9 : code == 0xF9 ? 0x1A : code;
    tabia_move mv = TABIA_MOVE_NONE;
    if (ctg_codes[code].type)
        mv = ctg_decode_move(pos, guise, &ctg_codes[code]);
    if (!mv && other != code)
        mv = ctg_decode_move(pos, guise, &ctg_codes[other]);
    return mv;
}

static unsigned count_before(const struct tabia_pos *pos, unsigned guise,
                             unsigned sq)
{
    const tabia_piece piece = pos->board[real_square(sq, guise)];
    unsigned nth = 1;
    while (sq--)
        nth += pos->board[real_square(sq, guise)] == piece;
    return nth;
}

bool ctg_move_encode(const struct tabia_pos *pos, unsigned guise, tabia_move mv,
                     uint8_t *code)
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    if (promotion != TABIA_PIECE_NONE && promotion != TABIA_QUEEN)
        return false;
    const unsigned from = file_square(tabia_move_from(mv), guise);
    const unsigned to = file_square(tabia_move_to(mv), guise);
    const unsigned type = pos->board[tabia_move_from(mv)] >> 1;
    const bool is_castling = tabia_pos_is_castling(pos, mv);
    const bool is_short = tabia_move_to(mv) > tabia_move_from(mv);
    if (move_is_chess960(pos, mv))
        return false;
    const unsigned dx =
        is_castling ? (is_short ? 2 : 6) : ((to >> 3) - (from >> 3)) & 7;
    const unsigned dy = ((to & 7) - (from & 7)) & 7;
    const unsigned nth = count_before(pos, guise, from);
    for (unsigned c = 0; c < CTG_CODES_SIZE; c++) {
        const struct ctg_code *it = &ctg_codes[c];
        if (it->type != type || it->nth != nth ||
            ((unsigned)it->dx & 7) != dx || ((unsigned)it->dy & 7) != dy)
            continue;
        *code = (uint8_t)c;
        return true;
    }
    return false;
}
