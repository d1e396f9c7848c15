/*
 * board_text.c - a board in a terminal
 */
#include "cli/view/board_text.h"

#include <stdio.h>

#include "base/banned.h"

/*
 * On coloured squares the filled glyphs serve both sides, because outlines
 * are hard to see there.
 */
void board_text_print(const struct tabia_pos *pos, enum tabia_color below,
                      bool uses_color)
{
    // Indexed by tabia_piece; White's are the outlined ones.
    static const char *const glyphs[] = {
        "·", "·", "♙", "♟", "♘", "♞", "♗", "♝", "♖", "♜", "♕", "♛", "♔", "♚",
    };
    const int flip = below == TABIA_WHITE ? 0 : 7;
    for (int row = 7; row >= 0; row--) {
        const int rank = row ^ flip;
        printf("%d ", rank + 1);
        for (int column = 0; column < 8; column++) {
            const int file = column ^ flip;
            const tabia_piece piece = pos->board[8 * rank + file];
            const bool is_light = (rank + file) % 2 != 0;
            const bool is_white = tabia_piece_color_of(piece) == TABIA_WHITE;
            if (uses_color)
                printf("\x1b[48;5;%d;38;5;%dm %s \x1b[0m", is_light ? 180 : 137,
                       is_white ? 231 : 16, piece ? glyphs[piece | 1] : " ");
            else
                printf(" %s", glyphs[piece]);
        }
        putchar('\n');
    }
    fputs("  ", stdout);
    for (int column = 0; column < 8; column++)
        printf(uses_color ? " %c " : " %c", 'a' + (column ^ flip));
    putchar('\n');
}
