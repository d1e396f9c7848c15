/*
 * line_print.c - a line of moves as text
 */
#include "chess/line_print.h"

#include "base/banned.h"

void line_print(struct buf *text, struct tabia_pos pos, const tabia_move *moves,
                size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, moves[i], san);
        buf_add_text(text, i ? " " : "");
        if (pos.turn == TABIA_WHITE)
            buf_addf(text, "%u.", pos.fullmove);
        else if (i == 0)
            buf_addf(text, "%u...", pos.fullmove);
        buf_add_text(text, san);
        tabia_pos_play(&pos, moves[i]);
    }
}
