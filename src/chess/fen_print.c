/*
 * fen_print.c - printing positions as FEN
 */
#include <stdio.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/pos.h"
#include "base/banned.h"

static char *print_board(const struct tabia_pos *pos, char *p)
{
    for (unsigned rank = 8; rank-- > 0;) {
        char nempty = '0';
        for (unsigned sq = rank * 8; sq < rank * 8 + 8; sq++) {
            if (!pos->board[sq]) {
                nempty++;
                continue;
            }
            if (nempty > '0')
                *p++ = nempty;
            nempty = '0';
            *p++ = fen_letters[pos->board[sq]];
        }
        if (nempty > '0')
            *p++ = nempty;
        *p++ = rank ? '/' : ' ';
    }
    return p;
}

/* One rook's right: K or Q if that names it, or else its file. */
static char right_letter(const struct tabia_pos *pos, unsigned rook,
                         unsigned flags)
{
    const enum tabia_color color = tabia_piece_color_of(pos->board[rook]);
    const bool queenside = rook < tabia_pos_king(pos, color);
    char letter = queenside ? 'Q' : 'K';
    if (flags & TABIA_FEN_SHREDDER ||
        fen_outermost_rook(pos, color, queenside) != rook)
        letter = (char)('A' + rook % 8);
    return (char)(color == TABIA_WHITE ? letter : letter | 0x20);
}

static char *print_castling(const struct tabia_pos *pos, unsigned flags,
                            char *p)
{
    const char *start = p;
    for (unsigned color = 0; color < 2; color++) {
        const unsigned home = color == TABIA_WHITE ? 0 : 56;
        for (unsigned file = 8; file-- > 0;) // h-side first
            if (pos->castling & attacks_bit(home + file))
                *p++ = right_letter(pos, home + file, flags);
    }
    if (p == start)
        *p++ = '-';
    return p;
}

static char *print_ep(const struct tabia_pos *pos, unsigned flags, char *p)
{
    const bool hidden = flags & TABIA_FEN_EP_LEGAL &&
                        pos_legal_ep_square(pos) == TABIA_SQUARE_NONE;
    if (pos->ep_file == TABIA_FILE_NONE || hidden) {
        *p++ = '-';
        return p;
    }
    *p++ = (char)('a' + pos->ep_file);
    *p++ = pos->turn == TABIA_WHITE ? '6' : '3';
    return p;
}

size_t tabia_fen_print(const struct tabia_pos *pos, unsigned flags,
                       char buf[TABIA_FEN_SIZE])
{
    char *p = print_board(pos, buf);
    *p++ = pos->turn == TABIA_WHITE ? 'w' : 'b';
    *p++ = ' ';
    p = print_castling(pos, flags, p);
    *p++ = ' ';
    p = print_ep(pos, flags, p);
    *p = '\0';
    if (!(flags & TABIA_FEN_NO_CLOCKS)) {
        const size_t room = TABIA_FEN_SIZE - (size_t)(p - buf);
        p += snprintf(p, room, " %u %u", (unsigned)pos->halfmove,
                      (unsigned)pos->fullmove);
    }
    return (size_t)(p - buf);
}
