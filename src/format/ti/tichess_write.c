/*
 * tichess_write.c - a book as the text of TI-Chess's book compiler
 *
 *     // London System
 *     1. d4 d5 2. Bf4
 *     [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]
 *     Kd7 2. Kd2
 *
 * A sequence for every line. Of a line that meets another the continuation
 * stands once, as the compiled book has each position once. So compiling the
 * text gives the bytes that compiling the book does. White's first move has
 * the number 1, whatever the FEN says, since that begins a sequence; Black's
 * has none, which is the only form that the original takes.
 */
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "chess/pos.h"
#include "format/shared/text_flow.h"
#include "format/ti/ti_pos.h"
#include "format/ti/ti_walk.h"
#include "format/ti/tichess.h"
#include "base/banned.h"

struct tichess_writer {
    struct ti_walk walk;
    struct text_flow flow;
    const char *letters;
    uint64_t ncastlings; // that TI-Chess does not know
    uint64_t nbare;      // positions without moves
};

static void tichess_write_put_fen(struct sink *dst, struct tabia_pos pos)
{
    struct tabia_pos start;
    char fen[TABIA_FEN_SIZE];
    tabia_pos_set_start(&start);
    pos.castling = pos_usual_rights(&pos);
    if (tabia_pos_is_same(&pos, &start) && pos.ep_file == start.ep_file)
        return;
    tabia_fen_print(&pos, 0, fen);
    sink_printf(dst, "[FEN \"%s\"]\n", fen);
}

bool tichess_write(const struct tabia_book *book,
                   const struct tabia_write_options *options, struct sink *dst,
                   struct tabia_report *report, struct tabia_error *err)
{
    struct tichess_settings settings = { 0 };
    format_settings_get(tichess_settings_table, options, &settings);
    struct tichess_writer w = {
        .flow = { .dst = dst, .word = { .limit = TEXT_FLOW_COLUMNS } },
        .letters = settings.is_german ? tichess_german : tichess_english,
    };
    bool ok = ti_walk_init(&w.walk, book, err);
    if (ok) {
        // The first line names the format, for people and for our detection.
        const char *title = tabia_book_find_text(book, "title");
        sink_put_text(dst, "// ");
        for (const char *p = title ? title : "opening book for TI-Chess"; *p;
             p++)
            sink_put_char(dst, (unsigned char)*p < ' ' ? ' ' : *p);
        sink_put_char(dst, '\n');
    }
    while (ok && sink_ok(dst) && ti_walk_next(&w.walk)) {
        if (w.walk.depth == 1)
            w.nbare += w.walk.is_end && w.walk.is_new;
        else if (w.walk.is_end) {
            // Writes the moves that lead to the top of the walk.
            struct tabia_pos pos = w.walk.stack[0].pos;
            unsigned number = 1;
            tichess_write_put_fen(w.flow.dst, pos);
            for (size_t i = 0; i + 1 < w.walk.depth; i++) {
                const uint32_t edge = ti_walk_edge(&w.walk, i);
                const tabia_move mv = tabia_book_edge_move(w.walk.book, edge);
                char word[TABIA_SAN_SIZE];
                uint16_t code;
                if (!ti_move_encode(&pos, mv, &code)) {
                    w.ncastlings++;
                    break;
                }
                if (pos.turn == TABIA_WHITE) {
                    snprintf(word, sizeof(word), "%u.", number);
                    text_flow_word(&w.flow, word);
                }
                number += pos.turn == TABIA_BLACK;
                text_flow_word(&w.flow,
                               tichess_move_print(&pos, mv, w.letters, word));
                tabia_pos_play(&pos, mv);
            }
            text_flow_break(&w.flow);
        }
    }
    ok = ok && !w.walk.failed && sink_ok(dst) &&
         (!w.flow.word.failed || buf_error(&w.flow.word, err));
    report_add(report, w.ncastlings,
               "line ends before a castling move that TI-Chess does not know",
               "lines end before a castling move that TI-Chess does not "
               "know");
    report_add(report, w.nbare, "position without moves is dropped",
               "positions without moves are dropped");
    ti_walk_clear(&w.walk);
    buf_clear(&w.flow.word);
    return ok;
}
