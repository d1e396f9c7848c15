/*
 * tichess_move.c - one move as TI-Chess's book compiler reads it
 *
 *     e4  Nd5  Ncd4  N1d4  exf4  Ncxd4  d8Q  d8=Q  Qf2-f4  d7-d8Q  Ra1xa3
 *
 * An x must take something; without an x a capture is fine as well. A pawn
 * may have its letter. Marks behind the move (+ # ! ?) are ignored. Both
 * O-O and 0-0 are castling.
 */
#include "format/ti/tichess.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "base/banned.h"

const char tichess_english[] = "KQRBNP";
const char tichess_german[] = "KDTLSB";

/* What the letters of tichess_english and tichess_german stand for. */
static const enum tabia_piece_type types[] = {
    TABIA_KING, TABIA_QUEEN, TABIA_ROOK, TABIA_BISHOP, TABIA_KNIGHT, TABIA_PAWN,
};

/* A move as far as its text describes it. */
struct wanted_move {
    enum tabia_piece_type type, promotion;
    int from_file, from_rank; // -1: not given
    tabia_square to;
    bool takes;
};

static const char *side_of(const struct tabia_pos *pos)
{
    return pos->turn == TABIA_WHITE ? "WHITE" : "BLACK";
}

static bool is_tichess_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_tichess_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* The piece that a letter names, or TABIA_PIECE_NONE. */
static enum tabia_piece_type piece_of_letter(char c, const char *letters)
{
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? types[found - letters] : TABIA_PIECE_NONE;
}

/* The length without the marks behind the move. */
static size_t strip_marks(const char *text, size_t len)
{
    while (len && !text_is_letter(text[len - 1]) &&
           !(text[len - 1] >= '0' && text[len - 1] <= '9'))
        len--;
    return len;
}

static bool bad_token(const char *text, size_t len, const char *why,
                      struct tabia_error *err)
{
    char quoted[QUOTE_SIZE];
    return error_set(err, TABIA_ERR_SYNTAX, "invalid token '%s'%s",
                     quote(text, len, quoted), why);
}

/* ---- castling -------------------------------------------------------- */

/* 2 for O-O, 3 for O-O-O with nothing but marks behind it, else 0. */
static int castling_length(const char *text, size_t len)
{
    len = strip_marks(text, len);
    for (size_t i = 0; i < len; i++)
        if (i % 2 ? text[i] != '-' : text[i] != text[0])
            return 0;
    const bool is_oh = len && (text[0] == 'O' || text[0] == '0');
    return is_oh && (len == 3 || len == 5) ? (int)(len + 1) / 2 : 0;
}

static bool parse_castling(const struct tabia_pos *pos, bool is_long,
                           tabia_move *mv, struct tabia_error *err)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n; i++) {
        const bool goes_left =
            tabia_move_to(list[i]) < tabia_move_from(list[i]);
        if (tabia_pos_is_castling(pos, list[i]) && goes_left == is_long) {
            *mv = list[i];
            return true;
        }
    }
    return error_set(err, TABIA_ERR_ILLEGAL, "%s can't castle %s", side_of(pos),
                     is_long ? "long" : "short");
}

/* ---- other moves ----------------------------------------------------- */

/* Takes the promotion, with or without '=', off the end of the text. */
static bool parse_promotion(const char *text, size_t *len, const char *letters,
                            struct wanted_move *w, struct tabia_error *err)
{
    const size_t whole = *len;
    if (whole < 3 || is_tichess_file(text[whole - 1]) ||
        is_tichess_rank(text[whole - 1]))
        return true;
    w->promotion = piece_of_letter(text[whole - 1], letters);
    if (!w->promotion || w->promotion == TABIA_KING ||
        w->promotion == TABIA_PAWN)
        return bad_token(text, whole, "", err);
    if (w->type != TABIA_PAWN)
        return error_set(err, TABIA_ERR_SYNTAX, "can only promote pawns");
    *len -= text[whole - 2] == '=' ? 2 : 1;
    return true;
}

/* What stands before the destination: [file][rank][x|-]. */
static bool parse_origin(const char *p, const char *end, struct wanted_move *w)
{
    if (p < end && is_tichess_file(*p))
        w->from_file = *p++ - 'a';
    if (p < end && is_tichess_rank(*p))
        w->from_rank = *p++ - '1';
    const bool is_full = w->from_file >= 0 && w->from_rank >= 0;
    if (p < end && *p == 'x') {
        w->takes = true;
        return p + 1 == end;
    }
    if (is_full) // Qf2-f4, not Qf2f4
        return p + 1 == end && *p == '-';
    return p == end;
}

static bool parse_text(const char *text, size_t len, const char *letters,
                       struct wanted_move *w, struct tabia_error *err)
{
    const size_t whole = len;
    *w = (struct wanted_move){ .type = TABIA_PAWN,
                               .from_file = -1,
                               .from_rank = -1 };
    const enum tabia_piece_type named = piece_of_letter(text[0], letters);
    const char *p = text;
    if (named) {
        w->type = named;
        p++;
    }
    len = strip_marks(text, len);
    if (!parse_promotion(text, &len, letters, w, err))
        return false;
    const char *end = text + len;
    if (end - p < 2 || !is_tichess_file(end[-2]) || !is_tichess_rank(end[-1]))
        return bad_token(text, whole, " (no to field)", err);
    w->to = (tabia_square)(8 * (end[-1] - '1') + end[-2] - 'a');
    return parse_origin(p, end - 2, w) || bad_token(text, whole, "", err);
}

/* Where the king ends, when a move is castling; else where the piece does. */
static tabia_square tichess_target(const struct tabia_pos *pos, tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    if (!tabia_pos_is_castling(pos, mv))
        return to;
    return (tabia_square)((from & ~7u) + (to < from ? 2 : 6));
}

static bool is_capture(const struct tabia_pos *pos, tabia_move mv)
{
    const tabia_square from = tabia_move_from(mv), to = tabia_move_to(mv);
    if (tabia_pos_is_castling(pos, mv))
        return false;
    const bool is_pawn = tabia_piece_type_of(pos->board[from]) == TABIA_PAWN;
    return pos->board[to] || (is_pawn && from % 8 != to % 8);
}

/* A promotion without its letter means each of the four. */
static bool fits_unpromoted(const struct tabia_pos *pos, tabia_move mv,
                            const struct wanted_move *w)
{
    struct wanted_move any = *w;
    if (!w->promotion)
        any.promotion = tabia_move_promotion(mv);
    const tabia_square from = tabia_move_from(mv);
    const bool is_full = any.from_file >= 0 && any.from_rank >= 0;
    if (tabia_pos_is_castling(pos, mv) && !is_full) // Kg1 is a step
        return false;
    return tabia_piece_type_of(pos->board[from]) == any.type &&
           tichess_target(pos, mv) == any.to &&
           tabia_move_promotion(mv) == any.promotion &&
           (any.from_file < 0 || any.from_file == from % 8) &&
           (any.from_rank < 0 || any.from_rank == from / 8) &&
           (!any.takes || is_capture(pos, mv));
}

/* The closest to the original's words: which of the two went wrong? */
static bool no_move(const struct tabia_pos *pos, const struct wanted_move *w,
                    const char *text, size_t len, struct tabia_error *err)
{
    tabia_move list[TABIA_MOVES_MAX];
    struct wanted_move quiet = *w;
    char quoted[QUOTE_SIZE];
    const char *why = "";
    quiet.takes = false;
    const size_t n = w->takes ? tabia_pos_legal_moves(pos, list) : 0;
    for (size_t i = 0; i < n; i++)
        if (fits_unpromoted(pos, list[i], &quiet))
            why = " (nothing to take)";
    return error_set(err, TABIA_ERR_ILLEGAL, "invalid %s move '%s'%s",
                     side_of(pos), quote(text, len, quoted), why);
}

bool tichess_move_parse(const struct tabia_pos *pos, const char *text,
                        size_t len, const char *letters, tabia_move *mv,
                        struct tabia_error *err)
{
    const int castling = castling_length(text, len);
    if (castling)
        return parse_castling(pos, castling == 3, mv, err);

    struct wanted_move w;
    if (!parse_text(text, len, letters, &w, err))
        return false;
    tabia_move list[TABIA_MOVES_MAX];
    const size_t nlegal = tabia_pos_legal_moves(pos, list);
    size_t n = 0;
    for (size_t i = 0; i < nlegal; i++)
        if (fits_unpromoted(pos, list[i], &w))
            list[n++] = list[i];
    if (n == 0)
        return no_move(pos, &w, text, len, err);
    if (n > 1) {
        char names[96] = "", quoted[QUOTE_SIZE];
        size_t used = 0;
        for (size_t i = 0; i < n; i++) {
            char san[TABIA_SAN_SIZE];
            tichess_move_print(pos, list[i], letters, san);
            const size_t more = strlen(san) + 2;
            if (used + more >= sizeof(names))
                break;
            memcpy(names + used, i ? ", " : ": ", 2);
            memcpy(names + used + 2, san, more - 1);
            used += more;
        }
        return error_set(err, TABIA_ERR_AMBIGUOUS,
                         "more than one move (%zu) matches notation '%s'%s", n,
                         quote(text, len, quoted), names);
    }
    *mv = list[0];
    return true;
}

const char *tichess_move_print(const struct tabia_pos *pos, tabia_move mv,
                               const char *letters, char buf[TABIA_SAN_SIZE])
{
    tabia_san_print(pos, mv, buf);
    if (buf[0] == 'O')
        return buf;
    if (is_tichess_file(buf[1]) && is_tichess_rank(buf[2]) &&
        is_tichess_file(buf[3])) {
        memmove(buf + 4, buf + 3, strlen(buf + 3) + 1); // Qf2-f4
        buf[3] = '-';
    }
    for (char *p = buf; *p; p++) {
        const char *found = strchr(tichess_english, *p);
        if (found)
            *p = letters[found - tichess_english];
    }
    return buf;
}
