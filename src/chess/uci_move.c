/*
 * uci_move.c - moves as the UCI protocol writes them: e2e4, e7e8q
 *
 * Castling is read in both spellings, king takes rook (e1h1) and king to its
 * square (e1g1). A king move that is legal as such is never castling: with
 * the king on f1 and a rook on h1, f1g1 is a step to the right. For the same
 * reason castling by a king that does not stand on the e-file is always
 * printed as king takes rook: everything printed reads back as it was.
 */
#include <string.h>

#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/attacks.h"
#include "chess/chess_words.h"
#include "chess/move_code.h"
#include "base/banned.h"

enum { FILE_E = 4 };

static const char promotion_letters[] = "..nbrq"; // by enum tabia_piece_type

/* ---- reading ---------------------------------------------------------- */

struct uci {
    tabia_square from, to;
    enum tabia_piece_type promotion; // or TABIA_PIECE_NONE
    char text[TABIA_UCI_SIZE];       // as read, for messages
};

static bool read_square(const char *text, size_t at, tabia_square *sq,
                        struct tabia_error *err)
{
    const unsigned file = (unsigned)text[at] - 'a';
    const unsigned rank = (unsigned)text[at + 1] - '1';
    char buf[QUOTE_SIZE];
    if (file > 7 || rank > 7)
        return error_at_col(err, TABIA_ERR_SYNTAX, at + 1,
                            "expected a square, found '%s'",
                            quote(text + at, 2, buf));
    *sq = (tabia_square)(rank * 8 + file);
    return true;
}

static bool read_promotion(const char *text, enum tabia_piece_type *type,
                           struct tabia_error *err)
{
    const char lower = (char)(text[4] | 0x20);
    char buf[QUOTE_SIZE];
    for (unsigned t = TABIA_KNIGHT; t <= TABIA_QUEEN; t++) {
        if (promotion_letters[t] == lower) {
            *type = (enum tabia_piece_type)t;
            return true;
        }
    }
    return error_at_col(err, TABIA_ERR_SYNTAX, 5,
                        "expected q, r, b or n, found '%s'",
                        quote(text + 4, 1, buf));
}

static bool read_uci_text(const char *text, size_t len, struct uci *uci,
                          struct tabia_error *err)
{
    if (len < 4 || len > 5)
        return error_at_col(err, TABIA_ERR_SYNTAX, len < 4 ? len + 1 : 6,
                            "expected 4 or 5 characters like e2e4 or e7e8q, "
                            "found %zu",
                            len);
    uci->promotion = TABIA_PIECE_NONE;
    if (!read_square(text, 0, &uci->from, err) ||
        !read_square(text, 2, &uci->to, err) ||
        (len == 5 && !read_promotion(text, &uci->promotion, err)))
        return false;
    memcpy(uci->text, text, len);
    uci->text[len] = '\0';
    return true;
}

/* ---- saying why a move is not legal ------------------------------------ */

/* Could the pawn go there if its king did not matter? */
static bool pawn_can_reach(const struct tabia_pos *pos, unsigned from,
                           unsigned to)
{
    const unsigned us = pos->turn;
    const unsigned step = us == TABIA_WHITE ? 8u : (unsigned)-8;
    const unsigned home = us == TABIA_WHITE ? 1 : 6;
    const unsigned ep = us == TABIA_WHITE ? 40u : 16u;

    if (attacks_squares[from].pawn[us] & attacks_bit(to))
        return pos->board[to] ||
               (pos->ep_file != TABIA_FILE_NONE && to == ep + pos->ep_file);
    if (pos->board[to])
        return false;
    return to == from + step || (from / 8 == home && to == from + 2 * step &&
                                 !pos->board[from + step]);
}

static bool can_reach(const struct tabia_pos *pos, unsigned from, unsigned to)
{
    const uint64_t occ = pos->by_color[0] | pos->by_color[1];
    if (pos->by_color[pos->turn] & attacks_bit(to))
        return false;
    if (tabia_piece_type_of(pos->board[from]) == TABIA_PAWN)
        return pawn_can_reach(pos, from, to);
    return attacks_to(pos, to, occ, pos->turn) & attacks_bit(from);
}

static bool fail_promotion(const struct tabia_pos *pos, const struct uci *uci,
                           struct tabia_error *err)
{
    const bool pawn = tabia_piece_type_of(pos->board[uci->from]) == TABIA_PAWN;
    const bool promotes =
        pawn && uci->to / 8 == (pos->turn == TABIA_WHITE ? 7 : 0);

    if (promotes && !uci->promotion)
        return error_at_col(err, TABIA_ERR_ILLEGAL, 5,
                            "%s needs a promotion piece: q, r, b or n",
                            uci->text);
    if (!promotes && uci->promotion)
        return error_at_col(err, TABIA_ERR_ILLEGAL, 5,
                            "%s has a promotion piece, but nothing promotes",
                            uci->text);
    return true;
}

/* Records why 'uci', which is readable, is no legal move. */
static bool uci_move_fail_illegal(const struct tabia_pos *pos,
                                  const struct uci *uci,
                                  struct tabia_error *err)
{
    const tabia_piece piece = pos->board[uci->from];
    if (!piece)
        return error_at_col(err, TABIA_ERR_ILLEGAL, 1, "no piece on %s",
                            move_square_name(uci->from).text);
    if (tabia_piece_color_of(piece) != pos->turn)
        return error_at_col(err, TABIA_ERR_ILLEGAL, 1,
                            "the piece on %s is %s, but it is %s's move",
                            move_square_name(uci->from).text,
                            chess_words_color(tabia_piece_color_of(piece)),
                            chess_words_color(pos->turn));
    if (!fail_promotion(pos, uci, err))
        return false;
    if (can_reach(pos, uci->from, uci->to))
        return error_at_col(err, TABIA_ERR_CHECK, 1,
                            "%s leaves the king in check", uci->text);
    return error_at_col(err, TABIA_ERR_ILLEGAL, 1, "%s is not legal",
                        uci->text);
}

/* ---- public ----------------------------------------------------------- */

bool tabia_uci_parse(const struct tabia_pos *pos, const char *text, size_t len,
                     tabia_move *mv, struct tabia_error *err)
{
    struct uci uci;
    if (len == TABIA_LEN_NUL)
        len = strlen(text);
    if (!read_uci_text(text, len, &uci, err))
        return false;

    *mv = uci.from == uci.to ? TABIA_MOVE_NONE
                             : move_find(pos, uci.from, uci.to, uci.promotion);
    return *mv != TABIA_MOVE_NONE || uci_move_fail_illegal(pos, &uci, err);
}

size_t tabia_uci_print(const struct tabia_pos *pos, tabia_move mv,
                       bool chess960, char buf[TABIA_UCI_SIZE])
{
    const tabia_square from = tabia_move_from(mv);
    if (!chess960 && from % 8 == FILE_E)
        mv = tabia_move_make(from, move_target(pos, mv),
                             tabia_move_promotion(mv));
    return move_print(mv, buf);
}
