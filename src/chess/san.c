/*
 * san.c - finding the move that a text in the notation of games names
 *
 * Reading goes two ways. The move generator knows the usual forms and is fast;
 * what it does not take is split into its parts, which either fit exactly one
 * legal move or report what is wrong. No list of all moves is made.
 */
#include "chess/san.h"

#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "chess/attacks.h"
#include "chess/chess_words.h"
#include "chess/movegen.h"
#include "chess/pos.h"
#include "base/banned.h"

static const char *const type_names[] = { "piece", "pawn",  "knight", "bishop",
                                          "rook",  "queen", "king" };

static uint64_t place_mask(const int place[2])
{
    uint64_t mask = ~UINT64_C(0);
    if (place[0] >= 0)
        mask &= UINT64_C(0x0101010101010101) << place[0];
    if (place[1] >= 0)
        mask &= UINT64_C(0xff) << (8 * place[1]);
    return mask;
}

static bool find_castling(const struct tabia_pos *pos, const struct san *s,
                          tabia_move *mv)
{
    const bool is_short = s->castling == 'K';
    switch (pos_find_castling(pos, is_short, mv)) {
    case POS_CASTLING_OK:
        return true;
    case POS_CASTLING_NO_RIGHT:
        return error_at_col(
            s->err, TABIA_ERR_ILLEGAL, 1,
            "king or rook has moved, no castling on the %s side",
            is_short ? "king's" : "queen's");
    case POS_CASTLING_CHECKED:
        return error_at_col(s->err, TABIA_ERR_ILLEGAL, 1,
                            "cannot castle out of check");
    case POS_CASTLING_BLOCKED:
        return error_at_col(s->err, TABIA_ERR_ILLEGAL, 1,
                            "castling is blocked by a piece in between");
    default:
        return error_at_col(s->err, TABIA_ERR_ILLEGAL, 1,
                            "cannot castle through or into check");
    }
}

/* Lists the candidates in the message: "ambiguous: Nbd2 or Nfd2". */
static bool fail_ambiguous(const struct tabia_pos *pos, const struct san *s,
                           const tabia_move *list, size_t n)
{
    char text[TABIA_ERROR_MSG_SIZE / 2] = "";
    size_t used = 0;
    for (size_t i = 0; i < n && used + 16 < sizeof(text); i++) {
        if (i > 0) {
            const char *glue = i + 1 == n ? " or " : ", ";
            memcpy(text + used, glue, strlen(glue));
            used += strlen(glue);
        }
        used += tabia_san_print(pos, list[i], text + used);
    }
    text[used] = '\0';
    return error_at_col(s->err, TABIA_ERR_AMBIGUOUS, 1, "ambiguous: %s", text);
}

static bool fail_none(const struct tabia_pos *pos, const struct san *s,
                      const struct movegen_spec *query)
{
    char to[3] = { (char)('a' + s->to[0]), '\0', '\0' };
    if (s->to[1] >= 0)
        to[1] = (char)('1' + s->to[1]);
    return error_at_col(
        s->err, TABIA_ERR_ILLEGAL, 1, "no %s %s%s can %s %s",
        chess_words_color(pos->turn), type_names[s->type],
        query->from != ~UINT64_C(0) ? " from there" : "",
        query->takes && s->type == TABIA_PAWN ? "take on" : "go to", to);
}

/* Keeps the moves that leave no check, at the front of the list. */
static size_t keep_safe(const struct tabia_pos *pos, tabia_move *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (movegen_get()->is_safe(pos, list[i]))
            list[kept++] = list[i];
    return kept;
}

/*
 * Gives every pawn move to the last rank its promotion, a queen where the
 * text names none, and drops moves that promote too early.
 */
static size_t fill_promotions(struct san *s, tabia_move *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned rank = list[i] >> 9 & 7;
        const bool due = s->type == TABIA_PAWN && (rank == 0 || rank == 7);
        if (s->promotion && !due)
            continue;
        if (due && !s->promotion)
            s->forms |= TABIA_SAN_REFUSE_PROMOTION_NONE;
        const unsigned to = s->promotion ? s->promotion : TABIA_QUEEN;
        list[kept++] = (tabia_move)(list[i] | (due ? to << 12 : 0));
    }
    return kept;
}

static bool find_piece(const struct tabia_pos *pos, struct san *s,
                       tabia_move *mv)
{
    const struct movegen_spec query = {
        .type = (uint8_t)s->type,
        .takes = s->from[0] >= 0 && s->from[0] != s->to[0],
        .from = place_mask(s->from),
        .to = place_mask(s->to),
    };
    tabia_move list[64];
    size_t n = movegen_get()->list_fitting(pos, &query, list);
    if (n == 0)
        return fail_none(pos, s, &query);
    n = fill_promotions(s, list, n);
    if (n == 0)
        return error_at_col(s->err, TABIA_ERR_ILLEGAL, 1,
                            s->type == TABIA_PAWN
                                ? "promotion before the last rank"
                                : "only a pawn can be promoted");
    n = keep_safe(pos, list, n);
    if (n == 0)
        return error_at_col(s->err, TABIA_ERR_CHECK, 1,
                            "the move leaves the king in check");
    if (n > 1)
        return fail_ambiguous(pos, s, list, n);
    *mv = list[0];
    return true;
}

/*
 * Two whole squares and no letter, g1f3: the piece that stands there moves,
 * and a king that steps too far castles.
 */
static void infer_type(const struct tabia_pos *pos, struct san *s)
{
    if (s->type != TABIA_PAWN || s->text[0] == 'P' || s->from[0] < 0 ||
        s->from[1] < 0 || s->to[1] < 0)
        return;
    const unsigned from = 8 * (unsigned)s->from[1] + (unsigned)s->from[0];
    const unsigned to = 8 * (unsigned)s->to[1] + (unsigned)s->to[0];
    const tabia_piece piece = pos->board[from];
    if (!piece || (piece & 1) != pos->turn)
        return;
    s->type = piece >> 1;
    if (s->type != TABIA_PAWN)
        s->forms |= TABIA_SAN_REFUSE_LONG;
    if (s->type == TABIA_KING && s->from[1] == s->to[1] &&
        !(attacks_squares[from].king & attacks_bit(to) &
          ~pos->by_color[pos->turn]))
        s->castling = to > from ? 'K' : 'Q';
}

/* How much of the origin square the standard wants: bit 0 file, 1 rank. */
static unsigned wanted_origin(const struct tabia_pos *pos, tabia_move mv)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const unsigned type = pos->board[from] >> 1;
    if (type == TABIA_PAWN)
        return ((from ^ to) & 7) != 0;
    char san[8];
    const char *end = san_put_piece(pos, mv, san);
    const size_t extra = (size_t)(end - san) - 3 - (pos->board[to] != 0);
    if (extra == 1)
        return san[1] >= 'a' ? 1 : 2;
    return extra ? 3 : 0;
}

/* Which unusual forms does the text have, now that the move is known? */
static unsigned forms_of(const struct tabia_pos *pos, const struct san *s,
                         tabia_move mv)
{
    unsigned forms = s->forms;
    if (s->check != san_check_mark(pos, mv))
        forms |= TABIA_SAN_REFUSE_CHECK;
    if (tabia_pos_is_castling(pos, mv))
        return s->at ? forms | TABIA_SAN_REFUSE_LONG : forms;

    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    const bool is_capture =
        pos->board[to] ||
        (pos->board[from] >> 1 == TABIA_PAWN && ((from ^ to) & 7));
    if (s->takes != is_capture)
        forms |= TABIA_SAN_REFUSE_CAPTURE;
    const unsigned said = (s->from[0] >= 0) | (unsigned)(s->from[1] >= 0) << 1;
    if (said != wanted_origin(pos, mv))
        forms |= said == 3 ? TABIA_SAN_REFUSE_LONG : TABIA_SAN_REFUSE_SURPLUS;
    return forms;
}

static bool parse_parts(const struct tabia_pos *pos, struct san *s,
                        unsigned refuse, tabia_move *mv)
{
    if (!san_split(s))
        return false;
    infer_type(pos, s);
    if (!(s->castling ? find_castling(pos, s, mv) : find_piece(pos, s, mv)))
        return false;
    if (!refuse || !(forms_of(pos, s, *mv) & refuse))
        return true;
    char san[TABIA_SAN_SIZE];
    tabia_san_print(pos, *mv, san);
    return error_at_col(s->err, TABIA_ERR_SYNTAX, 1,
                        "not in the form wanted, which is '%s'", san);
}

bool tabia_san_parse(const struct tabia_pos *pos, const char *text, size_t len,
                     unsigned refuse, tabia_move *mv, struct tabia_error *err)
{
    if (UNLIKELY(len == TABIA_LEN_NUL))
        len = strlen(text);
    if (LIKELY(!refuse)) {
        *mv = movegen_get()->parse_san(pos, text, len);
        if (LIKELY(*mv != TABIA_MOVE_NONE))
            return true;
    }
    struct tabia_error ignored = { 0 };
    struct san s = {
        .text = text,
        .len = len,
        .from = { -1, -1 },
        .to = { -1, -1 },
        .err = err ? err : &ignored,
    };
    return parse_parts(pos, &s, refuse, mv);
}
