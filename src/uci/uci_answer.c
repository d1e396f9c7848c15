/*
 * uci_answer.c - a book's move as the lines that a GUI expects
 */
#include "uci/uci_answer.h"

#include <stdio.h>

#include "base/banned.h"

enum { RIVALS_SHOWN = 8 };

/* The moves of a hit, the chosen one first, then by weight. */
struct ranked_moves {
    size_t order[TABIA_MOVES_MAX];
    uint64_t weights[TABIA_MOVES_MAX]; // by place in the list
    uint64_t total;
};

static void rank_moves(struct ranked_moves *r, const struct book_hit *hit,
                       const struct tabia_pos *pos)
{
    r->total = 0;
    for (size_t i = 0; i < hit->answer.nmoves; i++) {
        r->weights[i] = tabia_pick_weight(pos, hit->answer.moves,
                                          hit->answer.nmoves, i, &hit->options);
        r->total += r->weights[i];
        size_t k = i;
        for (; k > 0; k--) {
            const size_t other = r->order[k - 1];
            if (other == hit->chosen ||
                (i != hit->chosen && r->weights[other] >= r->weights[i]))
                break;
            r->order[k] = other;
        }
        r->order[k] = i;
    }
}

static void print_rivals(struct buf *dst, const struct ranked_moves *r,
                         const struct book_hit *hit,
                         const struct tabia_pos *pos, bool is_chess960)
{
    buf_addf(dst, "info string book %s: ", hit->name);
    for (size_t k = 0; k < hit->answer.nmoves && k < RIVALS_SHOWN; k++) {
        const size_t i = r->order[k];
        buf_add_text(dst, k ? ", " : "");
        // "e2e4 120 60%": the weight or the games, if there are any
        char uci[TABIA_UCI_SIZE];
        const struct tabia_move_data *data = &hit->answer.moves[i].data;
        tabia_uci_print(pos, hit->answer.moves[i].move, is_chess960, uci);
        buf_add_text(dst, uci);
        if (data->has & TABIA_HAS_WEIGHT)
            buf_addf(dst, " %u", (unsigned)data->weight);
        else if (data->white || data->draws || data->black)
            buf_addf(dst, " +%u=%u-%u", (unsigned)data->white,
                     (unsigned)data->draws, (unsigned)data->black);
        if (r->total > 0)
            buf_addf(dst, " %.0f%%",
                     100.0 * (double)r->weights[i] / (double)r->total);
    }
    if (hit->answer.nmoves > RIVALS_SHOWN)
        buf_addf(dst, ", %zu more", hit->answer.nmoves - RIVALS_SHOWN);
    buf_add_char(dst, '\n');
}

/* The move, and the reply that the book expects, if any. */
struct pv_line {
    char move[TABIA_UCI_SIZE];
    char reply[TABIA_UCI_SIZE]; // "" if there is none
    int score_cp;               // for the side that moves
};

static struct pv_line pv_line_of(const struct book_hit *hit, size_t i,
                                 const struct tabia_pos *pos, bool is_chess960)
{
    struct pv_line line = { .reply = "" };
    struct tabia_pos after = *pos;
    tabia_uci_print(pos, hit->answer.moves[i].move, is_chess960, line.move);
    tabia_pos_play(&after, hit->answer.moves[i].move);
    line.score_cp = book_hit_score_cp(hit, i, (enum tabia_color)pos->turn);
    tabia_move reply = hit->expected_reply;
    if (reply == TABIA_MOVE_NONE)
        reply = book_hit_reply(hit, &after);
    if (reply != TABIA_MOVE_NONE)
        tabia_uci_print(&after, reply, is_chess960, line.reply);
    return line;
}

void uci_answer_print(struct uci_answer *answer, const struct book_hit *hit,
                      const struct tabia_pos *pos, bool is_chess960,
                      int64_t multi_pv)
{
    struct ranked_moves r;
    rank_moves(&r, hit, pos);
    print_rivals(&answer->info, &r, hit, pos, is_chess960);
    for (size_t k = 0;
         k < hit->answer.nmoves && (k == 0 || (int64_t)k < multi_pv); k++) {
        const struct pv_line line =
            pv_line_of(hit, r.order[k], pos, is_chess960);
        // Clients look for all of these words wherever a pv is.
        buf_addf(
            &answer->info,
            "info depth 1 seldepth 1 multipv %zu score cp %d nodes 1 nps 1 "
            "time 0 pv %s%s%s\n",
            k + 1, line.score_cp, line.move, *line.reply ? " " : "",
            line.reply);
        if (k == 0)
            snprintf(answer->best, sizeof(answer->best), "bestmove %s%s%s",
                     line.move, *line.reply ? " ponder " : "", line.reply);
    }
}
