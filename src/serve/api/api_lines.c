/*
 * api_lines.c - the lines of a book
 */
#include <stdlib.h>
#include <string.h>

#include "book/attrs.h"
#include "book/book_side.h"
#include "book/walk_internal.h"
#include "chess/chess_words.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "tabia/walk.h"

#include "base/banned.h"

/*
 * A graph may have astronomically many lines, so both the lines and the steps
 * taken to find them are bounded.
 */
enum {
    LINES = 1000,
    LINES_MAX = 10000,
    STEPS_MAX = 1000000,
    PLIES_MAX = 400,
};

/* A position of the current line, and the move that led there. */
struct line_step {
    struct tabia_pos pos;
    struct tabia_name name; // of the position, if it has one
    bool has_name;
    enum tabia_mark mark;
    const char *remark;
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
};

struct practice_lines {
    struct server *srv;
    const struct loan *loan;
    const struct request_params *params;
    struct json_writer *js;
    enum tabia_color color;
    struct line_step *line; // by ply; PLIES_MAX; owned
    unsigned ply;           // of the last entry of 'line'
    unsigned limit, nlines, nsteps;
    bool is_cut;
};

/*
 * Keeps the practised side's moves that are to be played; as long as the
 * request has moves, only the one that it asks for.
 */
static size_t choose_practice_moves(void *ctx,
                                    const struct tabia_walk_step *step,
                                    struct tabia_book_move *list, size_t n)
{
    const struct practice_lines *l = ctx;
    const struct tabia_book *book = l->loan->edition->book;
    const size_t ply = (size_t)step->ply;
    const tabia_move asked =
        ply < l->params->nplayed ? l->params->played[ply] : TABIA_MOVE_NONE;
    size_t kept = 0;
    if (ply == 0 && l->params->nplayed > 0 &&
        tabia_book_find_position(book, &l->params->start) != step->position)
        return 0; // the request begins at another root
    for (size_t i = 0; i < n; i++)
        if ((asked == TABIA_MOVE_NONE || list[i].move == asked) &&
            (step->after.turn != l->color ||
             list[i].data.mark == TABIA_MARK_NONE))
            list[kept++] = list[i];
    return kept;
}

static void put_practice_line(struct practice_lines *l)
{
    const char *name = NULL;
    if (l->ply == 0 || l->ply < l->params->nplayed || l->nlines++ >= l->limit)
        return;
    json_writer_begin_object(l->js);
    json_view_put_fen(l->js, "fen", &l->line[0].pos);
    json_writer_key(l->js, "moves");
    json_writer_begin_array(l->js);
    for (unsigned i = 1; i <= l->ply; i++) {
        const struct line_step *entry = &l->line[i];
        json_writer_begin_object(l->js);
        json_writer_pair_text(l->js, "uci", entry->uci);
        json_writer_pair_text(l->js, "san", entry->san);
        json_view_put_optional_text(l->js, "mark", attr_marks[entry->mark]);
        json_view_put_optional_text(l->js, "remark", entry->remark);
        json_writer_end(l->js);
    }
    json_writer_end(l->js);
    for (unsigned i = 0; i <= l->ply; i++)
        if (l->line[i].has_name)
            name = l->line[i].name.name;
    json_view_put_optional_text(l->js, "name", name);
    json_writer_end(l->js);
}

static bool put_practice_lines(struct practice_lines *l)
{
    const struct tabia_walk_options options = { .max_ply = PLIES_MAX - 1 };
    const struct walk_rule rules = {
        .choose = choose_practice_moves,
        .ctx = l,
        .visits_every_line = true,
    };
    struct tabia_walk_step step;
    struct tabia_walk *walk =
        walk_new(l->loan->edition->book, &options, &rules, NULL);
    if (!walk)
        return false;
    while (!l->is_cut && tabia_walk_next(walk, &step, NULL)) {
        l->is_cut = ++l->nsteps >= STEPS_MAX;
        if (step.is_seen)
            continue;
        const unsigned ply = (unsigned)step.ply;
        struct line_step *entry = &l->line[ply];
        if (ply <= l->ply)
            put_practice_line(l); // the line before ended here
        l->ply = ply;
        *entry = (struct line_step){
            .pos = step.after,
            .mark = step.book_move.data.mark,
            .remark = step.book_move.data.comment,
        };
        entry->has_name =
            endpoint_find_name(l->srv, l->loan, &step.after, &entry->name);
        if (ply > 0) {
            tabia_uci_print(&step.before, step.book_move.move, true,
                            entry->uci);
            tabia_san_print(&step.before, step.book_move.move, entry->san);
        }
    }
    if (!l->is_cut)
        put_practice_line(l);
    const bool is_ok = walk_is_whole(walk, NULL);
    tabia_walk_free(walk);
    return is_ok;
}

void api_lines(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct json_writer js;
    if (!endpoint_borrow_book(srv, call, &loan, reply))
        return;
    const enum tabia_color color =
        call->params.player_color == PARAM_ABSENT
            ? book_color(loan.edition->book)
            : (enum tabia_color)call->params.player_color;
    struct practice_lines l = {
        .srv = srv,
        .loan = &loan,
        .params = &call->params,
        .js = &js,
        .line = calloc(PLIES_MAX, sizeof(*l.line)),
        .color = color,
        .limit = endpoint_number(call->params.limit, LINES, LINES_MAX),
    };
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "side", chess_words_color(l.color));
    json_writer_key(&js, "lines");
    json_writer_begin_array(&js);
    const bool is_ok = l.line && put_practice_lines(&l);
    json_writer_end(&js);
    json_writer_pair_uint(&js, "total", l.nlines);
    json_writer_pair_bool(&js, "more", l.is_cut || l.nlines > l.limit);
    json_writer_end(&js);
    reply_end(reply);
    if (!is_ok)
        reply_error(reply, HTTP_FAILED, "out of memory");
    free(l.line);
    shelf_return(&loan);
}
