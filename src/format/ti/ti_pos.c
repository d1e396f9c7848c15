/*
 * ti_pos.c - positions, keys and moves as TI-Chess stores them
 *
 *     empty 0      pawn  10C     bishop 1100C   knight 1101C
 *     rook  1110C  queen 11110C  king   11111C  C: 0 white, 1 black
 *
 * Bits go from the top of a byte downwards. Byte 20 keeps the last four of
 * the 164 in its upper half; below them are 8 for a double step and its file.
 * Byte 21 has the side to move and the castling rights. The double step is
 * kept after every one, whether or not a capture is possible.
 */
#include "format/ti/ti_pos.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "chess/move_code.h"
#include "base/banned.h"

enum { EP_BYTE = 20, EP_PRESENT = 0x08, EP_FILE = 0x07, FLAGS_BYTE = 21 };

/* ---- keys ------------------------------------------------------------ */

/* An additive generator: each number is the sum of two older ones. */
struct ti_generator {
    uint32_t y[TI_HASH_NSEEDS];
    unsigned j, k;
};

static uint32_t generator_next(struct ti_generator *g)
{
    g->y[g->k] += g->y[g->j];
    const uint32_t value = g->y[g->k];
    g->j = g->j ? g->j - 1 : TI_HASH_NSEEDS - 1;
    g->k = g->k ? g->k - 1 : TI_HASH_NSEEDS - 1;
    return value;
}

void ti_hash_init(struct ti_hash *hash)
{
    struct ti_generator g = { .j = 23, .k = TI_HASH_NSEEDS - 1 };
    memcpy(g.y, ti_hash_seeds, sizeof(g.y));
    for (size_t kind = 0; kind < TI_HASH_KINDS; kind++) {
        for (size_t sq = 0; sq < 64; sq++) {
            const uint64_t high = generator_next(&g);
            hash->keys[kind][sq] = high << 32 | generator_next(&g);
        }
    }
}

uint64_t ti_hash_of(const struct ti_hash *hash, const tabia_piece board[64])
{
    // The generator's order of pieces: P R B N Q K.
    static const uint8_t kinds[] = {
        [TABIA_PAWN] = 0,   [TABIA_ROOK] = 1,  [TABIA_BISHOP] = 2,
        [TABIA_KNIGHT] = 3, [TABIA_QUEEN] = 4, [TABIA_KING] = 5,
    };
    uint64_t key = 0;
    for (size_t sq = 0; sq < 64; sq++) {
        if (!board[sq])
            continue;
        const size_t side =
            tabia_piece_color_of(board[sq]) == TABIA_BLACK ? 6 : 0;
        key ^= hash->keys[side + kinds[tabia_piece_type_of(board[sq])]][sq];
    }
    return key;
}

/* ---- boards ---------------------------------------------------------- */

/* The code of a type without the last bit, which is the colour. */
static const struct code {
    uint8_t bits, length;
} codes[] = {
    [TABIA_PIECE_NONE] = { 0x0, 1 }, // all of it
    [TABIA_PAWN] = { 0x2, 2 },       [TABIA_KNIGHT] = { 0xD, 4 },
    [TABIA_BISHOP] = { 0xC, 4 },     [TABIA_ROOK] = { 0xE, 4 },
    [TABIA_QUEEN] = { 0x1E, 5 },     [TABIA_KING] = { 0x1F, 5 },
};

struct ti_bits {
    const uint8_t *data;
    unsigned at;
};

unsigned ti_pos_bits(const tabia_piece board[64])
{
    unsigned nbits = 0;
    for (size_t sq = 0; sq < 64; sq++)
        nbits +=
            codes[tabia_piece_type_of(board[sq])].length + (board[sq] ? 1u : 0);
    return nbits;
}

static void put_bits(uint8_t *out, unsigned *at, unsigned value, unsigned n)
{
    for (; n; n--, ++*at)
        if (value >> (n - 1) & 1)
            out[*at / 8] |= (uint8_t)(0x80 >> *at % 8);
}

/* The next bit; past the end there are only zeros. */
static unsigned get_bit(struct ti_bits *in)
{
    const unsigned at = in->at++;
    return at < TI_POS_BITS ? in->data[at / 8] >> (7 - at % 8) & 1u : 0;
}

/* Reads bit by bit until a code is complete; none has more than five. */
static enum tabia_piece_type get_type(struct ti_bits *in)
{
    unsigned value = 0;
    for (unsigned length = 1; length <= 5; length++) {
        value = value << 1 | get_bit(in);
        for (unsigned type = TABIA_PIECE_NONE; type <= TABIA_KING; type++)
            if (codes[type].length == length && codes[type].bits == value)
                return (enum tabia_piece_type)type;
    }
    return TABIA_PIECE_NONE; // not reached: the codes are complete
}

/* ---- positions ------------------------------------------------------- */

/* The right that a rook on its corner stands for, king at home. */
static const struct corner_right {
    tabia_square king, rook;
    uint8_t flag;
    char letter; // in a FEN
} rights[] = {
    { 4, 7, TI_POS_WHITE_SHORT, 'K' },
    { 4, 0, TI_POS_WHITE_LONG, 'Q' },
    { 60, 63, TI_POS_BLACK_SHORT, 'k' },
    { 60, 56, TI_POS_BLACK_LONG, 'q' },
};

uint8_t ti_pos_flags(const struct tabia_pos *pos)
{
    unsigned flags = pos->turn == TABIA_BLACK ? TI_POS_BLACK : 0;
    for (size_t i = 0; i < COUNT_OF(rights); i++) {
        const bool is_home =
            tabia_piece_type_of(pos->board[rights[i].king]) == TABIA_KING;
        if (is_home && pos->castling >> rights[i].rook & 1)
            flags |= rights[i].flag;
    }
    return (uint8_t)flags;
}

bool ti_pos_encode(const struct tabia_pos *pos, uint8_t out[TI_POS_SIZE])
{
    if (ti_pos_bits(pos->board) > TI_POS_BITS)
        return false;

    memset(out, 0, TI_POS_SIZE);
    unsigned at = 0;
    for (size_t sq = 0; sq < 64; sq++) {
        const tabia_piece piece = pos->board[sq];
        const struct code *code = &codes[tabia_piece_type_of(piece)];
        put_bits(out, &at, code->bits, code->length);
        if (piece)
            put_bits(out, &at, (unsigned)tabia_piece_color_of(piece), 1);
    }
    if (pos->ep_file != TABIA_FILE_NONE)
        out[EP_BYTE] |= (uint8_t)(EP_PRESENT | pos->ep_file);
    out[FLAGS_BYTE] = ti_pos_flags(pos);
    return true;
}

bool ti_pos_decode(const uint8_t in[TI_POS_SIZE], struct ti_pos *out)
{
    struct ti_bits bits = { .data = in };
    for (size_t sq = 0; sq < 64; sq++) {
        const enum tabia_piece_type type = get_type(&bits);
        out->board[sq] =
            type ? tabia_piece_make((enum tabia_color)get_bit(&bits), type) : 0;
    }
    if (bits.at > TI_POS_BITS)
        return false;

    unsigned unused = in[FLAGS_BYTE] & (0xFFu ^ TI_POS_RIGHTS ^ TI_POS_BLACK);
    while (bits.at < TI_POS_BITS)
        unused |= get_bit(&bits);
    const bool has_ep = in[EP_BYTE] & EP_PRESENT;
    if (!has_ep)
        unused |= in[EP_BYTE] & EP_FILE;
    out->ep_file =
        has_ep ? (uint8_t)(in[EP_BYTE] & EP_FILE) : (uint8_t)TABIA_FILE_NONE;
    out->flags = in[FLAGS_BYTE] & (TI_POS_RIGHTS | TI_POS_BLACK);
    out->is_clean = unused == 0;
    return true;
}

static char *put_rank(const tabia_piece rank[8], char *p)
{
    int nempty = 0;
    for (int file = 0; file < 8; file++) {
        const tabia_piece piece = rank[file];
        const bool is_white = tabia_piece_color_of(piece) == TABIA_WHITE;
        if (!piece) {
            nempty++;
            continue;
        }
        if (nempty)
            *p++ = (char)('0' + nempty);
        nempty = 0;
        *p++ = (is_white ? "-PNBRQK" : "-pnbrqk")[tabia_piece_type_of(piece)];
    }
    if (nempty)
        *p++ = (char)('0' + nempty);
    return p;
}

static bool has_piece(const tabia_piece board[64], tabia_square sq,
                      enum tabia_piece_type type)
{
    const enum tabia_color color = sq < 32 ? TABIA_WHITE : TABIA_BLACK;
    return board[sq] == tabia_piece_make(color, type);
}

uint8_t ti_pos_stale(const struct ti_pos *in)
{
    unsigned stale = 0;
    for (size_t i = 0; i < COUNT_OF(rights); i++)
        if (has_piece(in->board, rights[i].king, TABIA_KING) &&
            !has_piece(in->board, rights[i].rook, TABIA_ROOK))
            stale |= in->flags & rights[i].flag;
    return (uint8_t)stale;
}

const char *ti_pos_flaw(const struct ti_pos *in)
{
    if (!in->is_clean)
        return "unused bits of the position are not zero";
    return ti_pos_stale(in) ? "a castling right without its rook is dropped"
                            : NULL;
}

uint8_t ti_pos_stale_after(uint8_t stale, const struct tabia_pos *pos,
                           tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    const bool is_rook = tabia_piece_type_of(pos->board[from]) == TABIA_ROOK;
    const uint8_t held = ti_pos_flags(pos) | stale;
    for (size_t i = 0; i < COUNT_OF(rights); i++) {
        const struct corner_right *r = &rights[i];
        if ((from == r->king && has_piece(pos->board, from, TABIA_KING)) ||
            (from == r->rook && has_piece(pos->board, from, TABIA_ROOK)))
            stale &= (uint8_t)~r->flag;
        else if (to == r->rook && is_rook &&
                 has_piece(pos->board, to, TABIA_ROOK))
            stale |= held & r->flag;
    }
    return stale;
}

/* The FEN reader knows best what cannot occur, so the way leads through it. */
bool ti_pos_restore(const struct ti_pos *in, struct tabia_pos *pos,
                    struct tabia_error *err)
{
    char fen[TABIA_FEN_SIZE];
    const bool is_black = in->flags & TI_POS_BLACK;
    const unsigned held = in->flags & TI_POS_RIGHTS & ~ti_pos_stale(in);
    char *p = fen;
    for (int rank = 7; rank >= 0; rank--) {
        p = put_rank(in->board + 8 * rank, p);
        *p++ = rank ? '/' : ' ';
    }
    *p++ = is_black ? 'b' : 'w';
    *p++ = ' ';
    for (size_t i = 0; i < COUNT_OF(rights); i++)
        if (held & rights[i].flag)
            *p++ = rights[i].letter;
    if (!held)
        *p++ = '-';
    *p++ = ' ';
    if (in->ep_file == TABIA_FILE_NONE) {
        *p++ = '-';
    } else {
        *p++ = (char)('a' + in->ep_file);
        *p++ = is_black ? '3' : '6';
    }
    memcpy(p, " 0 1", 4);
    p += 4;
    return tabia_fen_parse(pos, fen, (size_t)(p - fen), 0, err);
}

/* ---- moves ----------------------------------------------------------- */

/* Indexed by the file's numbers. */
static const enum tabia_piece_type promotions[] = {
    TABIA_PIECE_NONE, TABIA_QUEEN, TABIA_ROOK, TABIA_BISHOP, TABIA_KNIGHT,
};

bool ti_move_encode(const struct tabia_pos *pos, tabia_move mv, uint16_t *code)
{
    const unsigned from = tabia_move_from(mv), to = move_target(pos, mv);
    if (move_is_chess960(pos, mv))
        return false;
    unsigned promotion = 0;
    while (promotions[promotion] != tabia_move_promotion(mv))
        promotion++;
    *code = (uint16_t)(from | to << 6 | promotion << 12);
    return true;
}

tabia_move ti_move_decode(const struct tabia_pos *pos, uint16_t code)
{
    const unsigned promotion = code >> 12 & 7;
    if (promotion >= COUNT_OF(promotions))
        return TABIA_MOVE_NONE;
    const tabia_move mv =
        move_find(pos, code & 63, code >> 6 & 63, promotions[promotion]);
    uint16_t again;
    const bool is_same = mv && ti_move_encode(pos, mv, &again) &&
                         again == (code & ~TI_MOVE_MORE);
    return is_same ? mv : TABIA_MOVE_NONE;
}
