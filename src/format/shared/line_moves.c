/*
 * line_moves.c - moves in coordinates, run together
 */
#include "format/shared/line_moves.h"

#include <string.h>

#include "base/wording.h"
#include "base/banned.h"

enum { SQUARE_LEN = 2, MOVE_LEN = 4 };

static bool is_file_letter(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank_digit(char c)
{
    return c >= '1' && c <= '8';
}

static bool line_moves_is_square(const char *p, const char *end)
{
    return end - p >= SQUARE_LEN && is_file_letter(p[0]) && is_rank_digit(p[1]);
}

bool line_is_move(const char *p, const char *end)
{
    return line_moves_is_square(p, end) &&
           line_moves_is_square(p + SQUARE_LEN, end);
}

/* True if 'p' is at a promotion letter. */
static bool is_promotion(const char *p, const char *end)
{
    if (p == end)
        return false;
    if (*p == 'b')
        return end - p < 2 || !is_rank_digit(p[1]);
    return *p == 'q' || *p == 'r' || *p == 'n';
}

bool line_skip_move(struct text *t)
{
    if (!line_is_move(t->p, t->end))
        return false;
    t->p += MOVE_LEN;
    if (is_promotion(t->p, t->end))
        t->p++;
    return true;
}

bool line_move_read(struct text *t, const struct tabia_pos *pos, tabia_move *mv)
{
    if (!line_is_move(t->p, t->end)) {
        const char *at =
            line_moves_is_square(t->p, t->end) ? t->p + SQUARE_LEN : t->p;
        const size_t left = (size_t)(t->end - at);
        const bool is_cut = left < SQUARE_LEN && (!left || is_file_letter(*at));
        char buf[QUOTE_SIZE];
        if (is_cut)
            return text_fail(t, t->end, TABIA_ERR_SYNTAX,
                             "the move is truncated");
        return text_fail(t, at, TABIA_ERR_SYNTAX,
                         "expected a square, found '%s'",
                         quote(at, left < SQUARE_LEN ? left : SQUARE_LEN, buf));
    }

    const char *start = t->p;
    char uci[TABIA_UCI_SIZE] = { 0 };
    size_t len = MOVE_LEN;
    memcpy(uci, start, MOVE_LEN);
    t->p += MOVE_LEN;
    const unsigned from =
        (unsigned)(uci[1] - '1') * 8 + (unsigned)(uci[0] - 'a');
    const bool promotes =
        pos->board[from] == tabia_piece_make(pos->turn, TABIA_PAWN) &&
        uci[3] == (pos->turn == TABIA_WHITE ? '8' : '1');
    if (promotes)
        uci[len++] = is_promotion(t->p, t->end) ? *t->p++ : 'q';
    else if (is_promotion(t->p, t->end) && *t->p != 'b')
        return text_fail(t, t->p, TABIA_ERR_ILLEGAL,
                         "promotion to '%c', but the move is not a promotion",
                         *t->p);

    struct tabia_error why = { 0 };
    if (tabia_uci_parse(pos, uci, len, mv, &why))
        return true;
    return text_fail(t, start, why.status, "%s", why.msg);
}

void line_move_print(struct sink *dst, const struct tabia_pos *pos,
                     tabia_move mv)
{
    char uci[TABIA_UCI_SIZE];
    const size_t len = tabia_uci_print(pos, mv, false, uci);
    const bool is_queen = tabia_move_promotion(mv) == TABIA_QUEEN;
    sink_write(dst, uci, is_queen ? MOVE_LEN : len);
}
