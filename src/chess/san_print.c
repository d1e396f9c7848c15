/*
 * san_print.c - printing moves in the short notation of games
 */
#include "base/compiler.h"
#include "chess/san.h"

#include <string.h>

#include "chess/attacks.h"
#include "chess/move_code.h"
#include "chess/movegen.h"
#include "chess/pos.h"
#include "base/banned.h"

const char san_letters[] = " PNBRQK";

/* The origin squares of other legal moves of such a piece to that square. */
static uint64_t find_rivals(const struct tabia_pos *pos, tabia_move mv)
{
    const struct movegen_spec query = {
        .type = pos->board[tabia_move_from(mv)] >> 1,
        .from = ~attacks_bit(tabia_move_from(mv)),
        .to = attacks_bit(tabia_move_to(mv)),
    };
    tabia_move list[64];
    uint64_t from = 0;
    const size_t n = movegen_get()->list_fitting(pos, &query, list);
    for (size_t i = 0; i < n; i++)
        if (movegen_get()->is_safe(pos, list[i]))
            from |= attacks_bit(tabia_move_from(list[i]));
    return from;
}

char *san_put_piece(const struct tabia_pos *pos, tabia_move mv, char *p)
{
    const unsigned from = tabia_move_from(mv);
    const unsigned type = pos->board[from] >> 1;
    *p++ = san_letters[type];
    const uint64_t others = type == TABIA_KING ? 0 : find_rivals(pos, mv);
    if (others) {
        const uint64_t file = UINT64_C(0x0101010101010101) << (from & 7);
        const uint64_t rank = UINT64_C(0xff) << (from & 56);
        const struct move_square_name name = move_square_name(from);
        if (!(others & file) || (others & rank))
            *p++ = name.text[0];
        if (others & file)
            *p++ = name.text[1];
    }
    if (pos->board[tabia_move_to(mv)])
        *p++ = 'x';
    return move_print_square(tabia_move_to(mv), p);
}

static char *put_pawn(tabia_move mv, char *p)
{
    const unsigned from = tabia_move_from(mv), to = tabia_move_to(mv);
    if ((from ^ to) & 7) {
        *p++ = move_square_name(from).text[0];
        *p++ = 'x';
    }
    p = move_print_square(to, p);
    if (tabia_move_promotion(mv)) {
        *p++ = '=';
        *p++ = san_letters[tabia_move_promotion(mv)];
    }
    return p;
}

char san_check_mark(const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_pos next = *pos;
    tabia_pos_play(&next, mv);
    if (!tabia_pos_is_in_check(&next))
        return 0;
    return pos_count_legal_moves(&next) ? '+' : '#';
}

size_t tabia_san_print(const struct tabia_pos *pos, tabia_move mv,
                       char buf[TABIA_SAN_SIZE])
{
    char *p = buf;
    if (tabia_pos_is_castling(pos, mv)) {
        const bool is_short = tabia_move_to(mv) > tabia_move_from(mv);
        const size_t len = is_short ? 3 : 5;
        memcpy(p, "O-O-O", len);
        p += len;
    } else if (pos->board[tabia_move_from(mv)] >> 1 == TABIA_PAWN) {
        p = put_pawn(mv, p);
    } else {
        p = san_put_piece(pos, mv, p);
    }
    const char mark = san_check_mark(pos, mv);
    if (mark)
        *p++ = mark;
    *p = '\0';
    return (size_t)(p - buf);
}

/* ---- annotations ----------------------------------------------------- */

const char *san_nag_symbol(int nag)
{
    static const struct {
        int nag;
        const char *symbol;
    } list[] = {
        { 1, "!" },
        { 2, "?" },
        { 3, "!!" },
        { 4, "??" },
        { 5, "!?" },
        { 6, "?!" },
        { 7, "\xE2\x96\xA1" },
        { 10, "=" },
        { 13, "\xE2\x88\x9E" },
        { 14, "+=" },
        { 15, "=+" },
        { 16, "\xC2\xB1" },
        { 17, "\xE2\x88\x93" },
        { 18, "+\xE2\x88\x92" },
        { 19, "\xE2\x88\x92+" },
        { 22, "\xE2\xA8\x80" },
        { 32, "\xE2\x9F\xB3" },
        { 36, "\xE2\x86\x91" },
        { 40, "\xE2\x86\x92" },
        { 44, "=\xE2\x88\x9E" },
        { 132, "\xE2\x87\x86" },
        { 138, "\xE2\x8A\x95" },
        { 140, "\xE2\x88\x86" },
        { 146, "N" },
    };
    // Above the signs for who is better, odd ones are the same of Black.
    const int white = nag > 22 && nag < 140 ? nag & ~1 : nag;
    for (size_t i = 0; i < COUNT_OF(list); i++)
        if (list[i].nag == white)
            return list[i].symbol;
    return NULL;
}
