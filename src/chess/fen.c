/*
 * fen.c - positions as text
 *
 *     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *     board                                       | |    | | move number
 *                                 side to move ---+ |    | +- halfmove clock
 *                                        castling --+    +--- en passant
 *
 * Castling rights are read as KQkq (the outermost rook of that side, as X-FEN
 * has it) or as rook files HAha (Shredder-FEN), also mixed. The clocks end at
 * 9999.
 *
 * Strict reading wants six fields with one blank between them and no right or
 * square that cannot be. Tolerant reading also takes
 *
 *   - blanks and tabs around and between the fields, and line ends;
 *   - missing fields after the board: w - - 0 1;
 *   - two digits in a row that count empty squares;
 *   - castling letters in any order, and twice; impossible ones are dropped;
 *   - any square for en passant; an impossible one is dropped;
 *   - numbers with signs and leading zeros, brought into their range;
 *   - anything after the fields. After the fourth field a word that is no
 *     number ends the position, so that an EPD's operations are ignored.
 *
 * A board that no game can reach (kings, pawns, promoted men) and a king that
 * could be taken are errors in both modes.
 */
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "chess/chess_words.h"
#include "chess/fen.h"
#include "chess/pos.h"
#include "base/banned.h"

enum { CLOCK_MAX = 9999 };

struct fen {
    const char *text;
    size_t len;
    size_t at; // the next byte to read
    bool lenient;
    struct tabia_pos *pos;
    struct tabia_error *err;
    size_t place[64]; // where each man stands in the text
};

/* Fails where the reader stands: "expected 'what', found ...". */
static bool fen_fail_expected(struct fen *fen, const char *what)
{
    char buf[QUOTE_SIZE];
    if (fen->at >= fen->len)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                            "expected %s, found the end", what);
    return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                        "expected %s, found '%s'", what,
                        quote(fen->text + fen->at, 1, buf));
}

/* The byte at hand, or NUL at the end (which no field accepts). */
static char fen_peek(const struct fen *fen)
{
    return fen->at < fen->len ? fen->text[fen->at] : '\0';
}

static bool is_fen_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool at_gap(const struct fen *fen)
{
    return fen->at >= fen->len || is_fen_blank(fen->text[fen->at]);
}

static void fen_skip_blanks(struct fen *fen)
{
    while (fen->at < fen->len && is_fen_blank(fen->text[fen->at]))
        fen->at++;
}

/*
 * Steps over what divides two fields. 'missing' reports that the text has ended
 * and that this is fine.
 */
static bool fen_next_field(struct fen *fen, const char *what, bool *missing)
{
    *missing = false;
    if (fen->lenient) {
        if (!at_gap(fen))
            return fen_fail_expected(fen, "a blank");
        fen_skip_blanks(fen);
        *missing = fen->at >= fen->len;
        return true;
    }
    if (fen->at >= fen->len)
        return fen_fail_expected(fen, what);
    if (fen->text[fen->at] != ' ')
        return fen_fail_expected(fen, "a blank");
    fen->at++;
    return true;
}

/* ---- board ------------------------------------------------------------ */

static bool fail_rank(struct fen *fen, unsigned rank, unsigned nsquares)
{
    if (nsquares > 8)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                            "rank %u has more than 8 squares", rank + 1);
    return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                        "rank %u has only %u %s", rank + 1, nsquares,
                        plural(nsquares, "square", "squares"));
}

/* One rank; stops before the byte that ends it. */
static bool read_rank(struct fen *fen, unsigned rank)
{
    unsigned file = 0;
    bool after_digit = false;
    while (!at_gap(fen) && fen_peek(fen) != '/') {
        const char c = fen_peek(fen);
        const char *letter = memchr(fen_letters + 2, c, FEN_LETTERS_SIZE - 2);
        const bool digit = c >= '1' && c <= '8';
        if (!digit && !letter)
            return fen_fail_expected(fen, "a piece, a digit or '/'");
        if (digit && after_digit && !fen->lenient)
            return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                                "two digits in a row");
        const unsigned width = digit ? (unsigned)(c - '0') : 1;
        if (file + width > 8)
            return fail_rank(fen, rank, file + width);
        if (letter) {
            const tabia_square sq = (tabia_square)(rank * 8 + file);
            pos_put(fen->pos, sq, (tabia_piece)(letter - fen_letters));
            fen->place[sq] = fen->at;
        }
        file += width;
        after_digit = digit;
        fen->at++;
    }
    return file == 8 || fail_rank(fen, rank, file);
}

static bool check_men(struct fen *fen)
{
    char flaw[FEN_FLAW_SIZE];
    tabia_square sq;
    if (fen_men_are_possible(fen->pos, &sq, flaw))
        return true;
    const size_t at = sq == TABIA_SQUARE_NONE ? fen->at : fen->place[sq];
    return error_at_col(fen->err, TABIA_ERR_ILLEGAL, at + 1, "%s", flaw);
}

static bool read_board(struct fen *fen)
{
    if (at_gap(fen))
        return fen_fail_expected(fen, "a board");
    for (unsigned rank = 8; rank-- > 0;) {
        if (!read_rank(fen, rank))
            return false;
        if (rank == 0)
            break;
        if (fen_peek(fen) != '/')
            return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                                "the board has only %u %s", 8 - rank,
                                plural(8 - rank, "rank", "ranks"));
        fen->at++;
    }
    if (fen_peek(fen) == '/')
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                            "the board has more than 8 ranks");
    return check_men(fen);
}

/* ---- side to move ----------------------------------------------------- */

static bool read_turn(struct fen *fen)
{
    const char c = fen_peek(fen);
    if (c != 'w' && c != 'b')
        return fen_fail_expected(fen, "'w' or 'b'");
    pos_set_turn(fen->pos, c == 'w' ? TABIA_WHITE : TABIA_BLACK);
    fen->at++;
    return true;
}

/* ---- castling --------------------------------------------------------- */

/* One letter, understood: whose right, which side of the king, which rook. */
struct fen_right {
    enum tabia_color color;
    unsigned slot;     // 0 to 3 for K, Q, k, q
    tabia_square rook; // NONE if there is no such rook
};

static bool is_rook(const struct tabia_pos *pos, enum tabia_color color,
                    unsigned sq)
{
    return pos->board[sq] == tabia_piece_make(color, TABIA_ROOK);
}

static bool king_is_home(const struct tabia_pos *pos, enum tabia_color color)
{
    return tabia_pos_king(pos, color) / 8 == (color == TABIA_WHITE ? 0 : 7);
}

/* Understands KQkq or a file letter; false for any other byte. */
static bool right_parse(const struct tabia_pos *pos, char c,
                        struct fen_right *right)
{
    const char lower = (char)(c | 0x20);
    const bool by_side = lower == 'k' || lower == 'q';
    if (!by_side && (lower < 'a' || lower > 'h'))
        return false;

    right->color = c == lower ? TABIA_BLACK : TABIA_WHITE;
    const unsigned king = tabia_pos_king(pos, right->color);
    const unsigned sq = (king & 56u) + ((unsigned)(lower - 'a') & 7u);
    const bool queenside = by_side ? lower == 'q' : sq < king;
    right->slot = right->color * 2u + queenside;
    if (by_side)
        right->rook = fen_outermost_rook(pos, right->color, queenside);
    else
        right->rook =
            (tabia_square)(is_rook(pos, right->color, sq) ? sq
                                                          : TABIA_SQUARE_NONE);
    return true;
}

/* Fails if the right is impossible, repeated or out of order. */
static bool check_right(struct fen *fen, const struct fen_right *right,
                        unsigned seen)
{
    const char c = fen_peek(fen);
    const char *color = chess_words_color(right->color);
    const unsigned bit = 1u << right->slot;
    if (!king_is_home(fen->pos, right->color))
        return error_at_col(
            fen->err, TABIA_ERR_ILLEGAL, fen->at + 1,
            "castling right '%c', but the %s king is not on its "
            "first rank",
            c, color);
    if (right->rook == TABIA_SQUARE_NONE)
        return error_at_col(
            fen->err, TABIA_ERR_ILLEGAL, fen->at + 1,
            "castling right '%c', but there is no %s rook for it", c, color);
    if (seen & bit)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                            "castling right '%c' is a second one on its side",
                            c);
    if (seen > bit)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, fen->at + 1,
                            "castling right '%c' is out of the order KQkq", c);
    return true;
}

static bool read_castling(struct fen *fen)
{
    unsigned seen = 0; // bits by slot
    if (fen_peek(fen) == '-') {
        fen->at++;
        return true;
    }
    do {
        struct fen_right right;
        if (!right_parse(fen->pos, fen_peek(fen), &right))
            return fen_fail_expected(fen, "castling rights (KQkq, HAha or -)");
        if (!fen->lenient && !check_right(fen, &right, seen))
            return false;
        if (king_is_home(fen->pos, right.color) &&
            right.rook != TABIA_SQUARE_NONE && !(seen >> right.slot & 1)) {
            pos_add_castling(fen->pos, right.rook);
            seen |= 1u << right.slot;
        }
        fen->at++;
    } while (!at_gap(fen));
    return true;
}

/* ---- en passant ------------------------------------------------------- */

static bool read_ep(struct fen *fen)
{
    if (fen_peek(fen) == '-') {
        fen->at++;
        return true;
    }
    const size_t start = fen->at;
    const unsigned file = (unsigned)fen_peek(fen) - 'a';
    if (file > 7)
        return fen_fail_expected(fen, "an en passant square or '-'");
    fen->at++;
    const char rank = fen->pos->turn == TABIA_WHITE ? '6' : '3';
    const char found = fen_peek(fen);
    if (fen->lenient ? found < '1' || found > '8' : found != rank)
        return fen_fail_expected(fen, rank == '6'
                                          ? "6 for en passant by white"
                                          : "3 for en passant by black");
    fen->at++;

    char flaw[FEN_FLAW_SIZE];
    if (found == rank && fen_ep_is_possible(fen->pos, file, flaw)) {
        fen->pos->ep_file = (uint8_t)file;
        return true;
    }
    if (fen->lenient)
        return true;
    return error_at_col(fen->err, TABIA_ERR_ILLEGAL, start + 1,
                        "en passant square %c%c: %s", 'a' + (int)file, rank,
                        flaw);
}

/* ---- clocks ----------------------------------------------------------- */

static bool fen_read_clock(struct fen *fen, const char *what, unsigned min,
                           uint16_t *clock)
{
    const size_t start = fen->at;
    unsigned value = 0;
    if (!text_is_digit(fen_peek(fen)))
        return fen_fail_expected(fen, what);
    for (; text_is_digit(fen_peek(fen)); fen->at++)
        if (value <= CLOCK_MAX)
            value = value * 10 + (unsigned)(fen_peek(fen) - '0');

    if (fen->text[start] == '0' && fen->at - start > 1)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, start + 1,
                            "%s has a leading zero", what);
    if (value < min || value > CLOCK_MAX)
        return error_at_col(fen->err, TABIA_ERR_SYNTAX, start + 1,
                            "%s is not between %u and %d", what, min,
                            CLOCK_MAX);
    *clock = (uint16_t)value;
    return true;
}

/* False if the word at hand is no number; then the position has ended. */
static bool read_clock_lenient(struct fen *fen, unsigned min, uint16_t *clock)
{
    fen_skip_blanks(fen);
    size_t at = fen->at;
    const bool negative = at < fen->len && fen->text[at] == '-';
    if (at < fen->len && (negative || fen->text[at] == '+'))
        at++;
    const size_t digits = at;
    unsigned value = 0;
    for (; at < fen->len && text_is_digit(fen->text[at]); at++)
        if (value <= CLOCK_MAX)
            value = value * 10 + (unsigned)(fen->text[at] - '0');

    if (at < fen->len && !is_fen_blank(fen->text[at]))
        return false;
    if (at == digits && !negative) // a lone '-' means unknown
        return false;
    if (value < min || negative)
        value = min;
    *clock = (uint16_t)(value > CLOCK_MAX ? CLOCK_MAX : value);
    fen->at = at;
    return true;
}

static bool read_clocks(struct fen *fen)
{
    static const char halfmove[] = "the halfmove clock";
    static const char fullmove[] = "the move number";
    struct tabia_pos *pos = fen->pos;
    bool missing;

    if (fen->lenient) {
        if (read_clock_lenient(fen, 0, &pos->halfmove))
            read_clock_lenient(fen, 1, &pos->fullmove);
        return true;
    }
    return fen_next_field(fen, halfmove, &missing) &&
           fen_read_clock(fen, halfmove, 0, &pos->halfmove) &&
           fen_next_field(fen, fullmove, &missing) &&
           fen_read_clock(fen, fullmove, 1, &pos->fullmove) &&
           (fen->at == fen->len || fen_fail_expected(fen, "the end"));
}

/* ---- the whole -------------------------------------------------------- */

static const struct {
    const char *what;
    bool (*read)(struct fen *fen);
} fields[] = {
    { "'w' or 'b'", read_turn },
    { "castling rights (KQkq, HAha or -)", read_castling },
    { "an en passant square or '-'", read_ep },
};

static bool read_fields(struct fen *fen)
{
    if (!read_board(fen))
        return false;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        bool missing;
        if (!fen_next_field(fen, fields[i].what, &missing))
            return false;
        if (missing)
            return true;
        if (!fields[i].read(fen))
            return false;
    }
    if (fen->lenient && !at_gap(fen))
        return fen_fail_expected(fen, "a blank");
    return read_clocks(fen);
}

bool tabia_fen_parse(struct tabia_pos *pos, const char *text, size_t len,
                     unsigned flags, struct tabia_error *err)
{
    struct fen fen = {
        .text = text,
        .len = len == TABIA_LEN_NUL ? strlen(text) : len,
        .lenient = flags & TABIA_FEN_LENIENT,
        .pos = pos,
        .err = err,
    };
    pos_clear(pos);
    if (fen.lenient)
        fen_skip_blanks(&fen);
    if (!read_fields(&fen))
        return false;

    const enum tabia_color turn = (enum tabia_color)pos->turn;
    const enum tabia_color other =
        turn == TABIA_WHITE ? TABIA_BLACK : TABIA_WHITE;
    const tabia_square king = tabia_pos_king(pos, other);
    if (!pos_is_attacked(pos, king, turn))
        return true;
    return error_at_col(err, TABIA_ERR_ILLEGAL, fen.place[king] + 1,
                        "the %s king could be taken", chess_words_color(other));
}
