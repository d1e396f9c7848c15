/*
 * chess.h - positions, legal moves, and the texts that name them
 *
 *     struct tabia_pos pos;
 *     tabia_move mv;
 *     tabia_pos_set_start(&pos);
 *     if (tabia_san_parse(&pos, "e4", TABIA_LEN_NUL, 0, &mv, err))
 *         tabia_pos_play(&pos, mv);
 *
 * Orthodox chess and Chess960 are not distinguished: castling is always stored
 * as "king takes own rook", and translated when moves are read and printed.
 */
#ifndef TABIA_CHESS_H
#define TABIA_CHESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"
#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- values ---------------------------------------------------------- */

typedef uint64_t tabia_key;   // a position's hash
typedef uint8_t tabia_square; // a1 = 0, b1 = 1, ... h8 = 63

/*
 * from | to << 6 | promotion << 12, the promotion being an enum
 * tabia_piece_type or 0. Castling goes from the king's to the rook's square.
 * 0 means no move.
 */
typedef uint16_t tabia_move;

enum { TABIA_MOVE_NONE = 0, TABIA_SQUARE_NONE = 64, TABIA_FILE_NONE = 8 };

enum tabia_color { TABIA_WHITE, TABIA_BLACK };

/* One side or both: whose moves an option is about. */
enum tabia_side { TABIA_SIDE_BOTH, TABIA_SIDE_WHITE, TABIA_SIDE_BLACK };

/* How a game ended. */
enum tabia_result {
    TABIA_RESULT_NONE,  // unknown: no result is given
    TABIA_RESULT_WHITE, // White won
    TABIA_RESULT_BLACK,
    TABIA_RESULT_DRAW,
    TABIA_RESULT_OPEN, // *: unfinished
};

enum tabia_piece_type {
    TABIA_PIECE_NONE,
    TABIA_PAWN,
    TABIA_KNIGHT,
    TABIA_BISHOP,
    TABIA_ROOK,
    TABIA_QUEEN,
    TABIA_KING,
};

/* A piece on the board: type * 2 + color; 0 is an empty square. */
typedef uint8_t tabia_piece;

static inline tabia_piece tabia_piece_make(enum tabia_color color,
                                           enum tabia_piece_type type)
{
    return (tabia_piece)((unsigned)type * 2 + (unsigned)color);
}

static inline enum tabia_piece_type tabia_piece_type_of(tabia_piece piece)
{
    return (enum tabia_piece_type)(piece >> 1);
}

static inline enum tabia_color tabia_piece_color_of(tabia_piece piece)
{
    return (enum tabia_color)(piece & 1);
}

static inline tabia_move tabia_move_make(tabia_square from, tabia_square to,
                                         enum tabia_piece_type promotion)
{
    return (tabia_move)(from | (unsigned)to << 6 | (unsigned)promotion << 12);
}

static inline tabia_square tabia_move_from(tabia_move mv)
{
    return (tabia_square)(mv & 63);
}

static inline tabia_square tabia_move_to(tabia_move mv)
{
    return (tabia_square)(mv >> 6 & 63);
}

static inline enum tabia_piece_type tabia_move_promotion(tabia_move mv)
{
    return (enum tabia_piece_type)(mv >> 12 & 7);
}

/*
 * A raw position. It remembers the file of the last double step whether or
 * not a capture is possible, because each book format has its own rule for
 * it. Read the fields freely; change them only through the functions below.
 */
struct tabia_pos {
    uint64_t by_type[7];  // indexed by enum tabia_piece_type; [0] is unused
    uint64_t by_color[2]; // indexed by enum tabia_color
    uint64_t castling;    // the rooks that may still castle
    tabia_key key;        // PolyGlot key without its en passant part
    tabia_piece board[64];
    uint16_t halfmove; // since the last capture or pawn move
    uint16_t fullmove; // from 1; both stay at 65,535
    uint8_t turn;      // enum tabia_color
    uint8_t ep_file;   // of the last double step, or TABIA_FILE_NONE
};

/* ---- positions ------------------------------------------------------- */

/*
 * One of the 960 start positions by its number (518 is the usual one), which is
 * taken modulo 960.
 */
TABIA_API void tabia_pos_set_start960(struct tabia_pos *pos, int number);

static inline void tabia_pos_set_start(struct tabia_pos *pos)
{
    tabia_pos_set_start960(pos, 518);
}

/* True if pieces, side to move, castling rights and en passant file agree. */
TABIA_API bool tabia_pos_is_same(const struct tabia_pos *a,
                                 const struct tabia_pos *b);

/*
 * The position as the rules of chess see it: the en passant file is kept only
 * when such a capture is legal. Clocks are kept.
 */
TABIA_API struct tabia_pos tabia_pos_identity(const struct tabia_pos *pos);

/*
 * The PolyGlot key. En passant counts if an enemy pawn is next to the pawn that
 * made the double step.
 */
TABIA_API tabia_key tabia_pos_key(const struct tabia_pos *pos);

/* The square of a side's king. */
TABIA_API tabia_square tabia_pos_king(const struct tabia_pos *pos,
                                      enum tabia_color color);

TABIA_API bool tabia_pos_is_in_check(const struct tabia_pos *pos);

/* ---- moves ----------------------------------------------------------- */

enum { TABIA_MOVES_MAX = 256 }; // no position has more than 218

/* All legal moves, in ascending order of their numbers. Returns how many. */
TABIA_API size_t tabia_pos_legal_moves(const struct tabia_pos *pos,
                                       tabia_move list[TABIA_MOVES_MAX]);

TABIA_API bool tabia_pos_is_legal(const struct tabia_pos *pos, tabia_move mv);

/* True if the move is castling: a king goes to the square of its own rook. */
static inline bool tabia_pos_is_castling(const struct tabia_pos *pos,
                                         tabia_move mv)
{
    const tabia_piece king = pos->board[tabia_move_from(mv)];
    const tabia_piece rook = pos->board[tabia_move_to(mv)];
    return tabia_piece_type_of(king) == TABIA_KING &&
           tabia_piece_type_of(rook) == TABIA_ROOK && (king & 1) == (rook & 1);
}

/*
 * True if a side may castle otherwise than with its king on the e-file and a
 * rook of the a- or h-file. Pass it to tabia_uci_print.
 */
static inline bool tabia_pos_is_chess960(const struct tabia_pos *pos)
{
    const uint64_t rank_1 = 0xFF, rank_8 = rank_1 << 56, e_file = 1u << 4;
    const uint64_t kings = pos->by_type[TABIA_KING];
    return (pos->castling & ~(uint64_t)0x8100000000000081) != 0 ||
           ((pos->castling & rank_1) != 0 &&
            (kings & pos->by_color[TABIA_WHITE] & e_file) == 0) ||
           ((pos->castling & rank_8) != 0 &&
            (kings & pos->by_color[TABIA_BLACK] & e_file << 56) == 0);
}

/* Plays a legal move. */
TABIA_API void tabia_pos_play(struct tabia_pos *pos, tabia_move mv);

/* ---- FEN ------------------------------------------------------------- */

enum { TABIA_FEN_SIZE = 128 }; // room for any FEN printed here, with its NUL

/* A mask; 0 is strict reading, and printing in full. */
enum tabia_fen_flags {
    /*
     * Reading: fields after the board may be missing; impossible castling
     * rights and en passant squares are dropped. (X-FEN and Shredder-FEN
     * castling are always accepted.)
     */
    TABIA_FEN_LENIENT = 1,

    /* Printing: castling rights as rook files, HAha. */
    TABIA_FEN_SHREDDER = 2,

    /* Printing: the en passant square only when a capture is legal. */
    TABIA_FEN_EP_LEGAL = 4,

    /* Printing: without the two clocks. */
    TABIA_FEN_NO_CLOCKS = 8,
};

/* As 'len' of a text to be read: it ends with its NUL. */
#define TABIA_LEN_NUL SIZE_MAX

/*
 * Reads a position from 'len' bytes of text, or TABIA_LEN_NUL. On failure 'pos'
 * is unspecified, and the column of the error is where the text is wrong.
 */
TABIA_API bool tabia_fen_parse(struct tabia_pos *pos, const char *text,
                               size_t len, unsigned flags,
                               struct tabia_error *err) TABIA_MUST_CHECK;

/* Prints with a final NUL; returns the length. */
TABIA_API size_t tabia_fen_print(const struct tabia_pos *pos, unsigned flags,
                                 char buf[TABIA_FEN_SIZE]);

/* ---- SAN ------------------------------------------------------------- */

enum { TABIA_SAN_SIZE = 12 }; // room for any SAN, with its NUL

/* What the parser refuses, a mask; 0 accepts all spellings in common use. */
enum tabia_san_flags {
    TABIA_SAN_REFUSE_PROMOTION_BARE = 1,  // e8Q
    TABIA_SAN_REFUSE_PROMOTION_PAREN = 2, // e8(Q), e8/Q
    TABIA_SAN_REFUSE_PROMOTION_NONE = 4,  // e8, meaning a queen
    TABIA_SAN_REFUSE_ZEROS = 8,           // 0-0
    TABIA_SAN_REFUSE_FILES = 16,          // exd
    TABIA_SAN_REFUSE_EP = 32,             // exd6 e.p., exd6ep
    TABIA_SAN_REFUSE_LONG = 64,           // Nb1-d2, Ng1f3, e2-e4, e2e4
    TABIA_SAN_REFUSE_CAPTURE = 128,       // missing or surplus x, ':' for x
    TABIA_SAN_REFUSE_SUFFIX = 256,        // e4!?
    TABIA_SAN_REFUSE_CHECK = 512,         // missing or wrong + and #
    TABIA_SAN_REFUSE_SURPLUS = 1024,      // Ngf3 where Nf3 is enough
    TABIA_SAN_REFUSE_FIGURINE = 2048,     // a chess symbol for a letter
    TABIA_SAN_STRICT = 4095,
};

/*
 * Finds the move that the 'len' bytes at 'text', or TABIA_LEN_NUL, name. The
 * status of a failure: unreadable (TABIA_ERR_SYNTAX), no such move
 * (TABIA_ERR_ILLEGAL), more than one (TABIA_ERR_AMBIGUOUS, all are listed), or
 * own king in check (TABIA_ERR_CHECK).
 */
TABIA_API bool tabia_san_parse(const struct tabia_pos *pos, const char *text,
                               size_t len, unsigned refuse, tabia_move *mv,
                               struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Like tabia_san_parse with nothing refused, but plays the move as well. On
 * failure 'pos' is as it was.
 */
static inline bool tabia_san_play(struct tabia_pos *pos, const char *text,
                                  size_t len, tabia_move *mv,
                                  struct tabia_error *err) TABIA_MUST_CHECK;
static inline bool tabia_san_play(struct tabia_pos *pos, const char *text,
                                  size_t len, tabia_move *mv,
                                  struct tabia_error *err)
{
    if (!tabia_san_parse(pos, text, len, 0, mv, err))
        return false;
    tabia_pos_play(pos, *mv);
    return true;
}

/*
 * Prints a legal move as the PGN standard requires: the shortest unambiguous
 * form, with + or #. Returns the length.
 */
TABIA_API size_t tabia_san_print(const struct tabia_pos *pos, tabia_move mv,
                                 char buf[TABIA_SAN_SIZE]);

/* ---- UCI moves ------------------------------------------------------- */

enum { TABIA_UCI_SIZE = 6 }; // room for any move, with its NUL

/*
 * Reads a legal move from 'len' bytes of text, or TABIA_LEN_NUL: e2e4, e7e8q,
 * and castling as e1g1 or e1h1.
 */
TABIA_API bool tabia_uci_parse(const struct tabia_pos *pos, const char *text,
                               size_t len, tabia_move *mv,
                               struct tabia_error *err) TABIA_MUST_CHECK;

/* Like tabia_uci_parse, but plays the move as well. On failure 'pos' stays. */
static inline bool tabia_uci_play(struct tabia_pos *pos, const char *text,
                                  size_t len, tabia_move *mv,
                                  struct tabia_error *err) TABIA_MUST_CHECK;
static inline bool tabia_uci_play(struct tabia_pos *pos, const char *text,
                                  size_t len, tabia_move *mv,
                                  struct tabia_error *err)
{
    if (!tabia_uci_parse(pos, text, len, mv, err))
        return false;
    tabia_pos_play(pos, *mv);
    return true;
}

/*
 * Prints castling as e1g1, or as e1h1 with 'chess960' and where the king is
 * not on the e-file: see tabia_pos_is_chess960. Returns the length.
 */
TABIA_API size_t tabia_uci_print(const struct tabia_pos *pos, tabia_move mv,
                                 bool chess960, char buf[TABIA_UCI_SIZE]);

/* ---- packed positions ------------------------------------------------ */

enum {
    TABIA_PACKED_CORE_SIZE = 24, // everything but the clocks
    TABIA_PACKED_SIZE = 28,
};

/*
 * A position in few bytes, exact and the same on every machine: occupied
 * squares (8, little-endian), a nibble per piece from a1 to h8 (16), half-
 * and full-move clocks (2 and 2). The side to move, castling rights and the
 * double step are in the nibbles: see docs/packed.md.
 */
struct tabia_packed {
    uint8_t bytes[TABIA_PACKED_SIZE];
};

TABIA_API void tabia_pos_pack(const struct tabia_pos *pos,
                              struct tabia_packed *packed);

/* Fails with TABIA_ERR_CORRUPT if the bytes are not a legal position. */
TABIA_API bool tabia_pos_unpack(struct tabia_pos *pos,
                                const struct tabia_packed *packed,
                                struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
