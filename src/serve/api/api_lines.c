/*
 * api_lines.c - the lines of a book, for practice
 *
 * A graph may have more lines than anybody can count, so both the lines and
 * the steps taken to find them are bounded.
 */
#include <stdlib.h>
#include <string.h>

#include "book/attrs.h"
#include "book/walk.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    LINES = 1000,
    LINES_MAX = 10000,
    STEPS_MAX = 1000000,
    PLIES_MAX = 400,
};

/* A position of the current line, and the move that led there. */
struct place {
    struct tabia_pos pos;
    struct tabia_name name; // of the position, if it has one
    bool has_name;
    enum tabia_mark mark;
    const char *remark;
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
};

struct lines {
    struct server *srv;
    const struct loan *loan;
    const struct query *q;
    struct json *js;
    enum tabia_color side;
    struct place *line; // by ply; PLIES_MAX; owned
    unsigned ply;       // of the last place in 'line'
    unsigned limit, nlines, nsteps;
    bool is_cut;
};

/*
 * Of the own side's moves those that are to be played; only the one that was
 * asked for, as far as the request has moves.
 */
static size_t choose(void *ctx, const struct tabia_step *step,
                     struct tabia_entry *list, size_t n)
{
    const struct lines *l = ctx;
    const struct tabia_book *book = l->loan->edition->book;
    const size_t ply = (size_t)step->ply;
    const tabia_move asked =
        ply < l->q->nplayed ? l->q->played[ply] : TABIA_MOVE_NONE;
    size_t kept = 0;
    if (ply == 0 && l->q->nplayed > 0 &&
        tabia_book_position_find(book, &l->q->start) != step->position)
        return 0; // the request begins at another root
    for (size_t i = 0; i < n; i++)
        if ((asked == TABIA_MOVE_NONE || list[i].move == asked) &&
            (step->after.turn != l->side ||
             list[i].data.mark == TABIA_MARK_NONE))
            list[kept++] = list[i];
    return kept;
}

static void put_line(struct lines *l)
{
    const char *name = NULL;
    if (l->ply == 0 || l->ply < l->q->nplayed || l->nlines++ >= l->limit)
        return;
    json_begin_object(l->js);
    json_view_fen(l->js, "fen", &l->line[0].pos);
    json_key(l->js, "moves");
    json_begin_array(l->js);
    for (unsigned i = 1; i <= l->ply; i++) {
        const struct place *place = &l->line[i];
        json_begin_object(l->js);
        json_view_text(l->js, "uci", place->uci);
        json_view_text(l->js, "san", place->san);
        json_view_text(l->js, "mark", attr_marks[place->mark]);
        json_view_text(l->js, "remark", place->remark);
        json_end(l->js);
    }
    json_end(l->js);
    for (unsigned i = 0; i <= l->ply; i++)
        if (l->line[i].has_name)
            name = l->line[i].name.name;
    json_view_text(l->js, "name", name);
    json_end(l->js);
}

/* A line ends where no step goes on from it. */
static void take_step(struct lines *l, const struct tabia_step *step)
{
    const unsigned ply = (unsigned)step->ply;
    struct place *place = &l->line[ply];
    if (ply <= l->ply)
        put_line(l);
    l->ply = ply;
    *place = (struct place){
        .pos = step->after,
        .mark = step->entry.data.mark,
        .remark = step->entry.data.remark,
    };
    place->has_name = api_name(l->srv, l->loan, &step->after, &place->name);
    if (ply == 0)
        return;
    tabia_uci_print(&step->before, step->entry.move, true, place->uci);
    tabia_san_print(&step->before, step->entry.move, place->san);
}

static bool put_lines(struct lines *l)
{
    const struct tabia_walk_options options = { .max_ply = PLIES_MAX - 1 };
    const struct walk_rules rules = {
        .choose = choose,
        .ctx = l,
        .every_line = true,
    };
    struct tabia_step step;
    struct tabia_walk *walk =
        walk_open(l->loan->edition->book, &options, &rules, NULL);
    if (!walk)
        return false;
    while (!l->is_cut && tabia_walk_next(walk, &step)) {
        if (!step.is_seen)
            take_step(l, &step);
        l->is_cut = ++l->nsteps >= STEPS_MAX;
    }
    if (!l->is_cut)
        put_line(l);
    const bool is_ok = tabia_walk_ok(walk, NULL);
    tabia_walk_close(walk);
    return is_ok;
}

static enum tabia_color side_of(const struct loan *loan, const struct query *q)
{
    const char *side = tabia_book_text_find(loan->edition->book, "side");
    if (q->color != QUERY_ABSENT)
        return (enum tabia_color)q->color;
    return side && strcmp(side, "black") == 0 ? TABIA_BLACK : TABIA_WHITE;
}

void api_lines(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct json js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    struct lines l = {
        .srv = srv,
        .loan = &loan,
        .q = &call->query,
        .js = &js,
        .line = calloc(PLIES_MAX, sizeof(*l.line)),
        .side = side_of(&loan, &call->query),
        .limit = api_number(call->query.limit, LINES, LINES_MAX),
    };
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "side", l.side == TABIA_WHITE ? "white" : "black");
    json_key(&js, "lines");
    json_begin_array(&js);
    const bool is_ok = l.line && put_lines(&l);
    json_end(&js);
    json_pair_uint(&js, "total", l.nlines);
    json_pair_bool(&js, "more", l.is_cut || l.nlines > l.limit);
    json_end(&js);
    reply_end(reply);
    if (!is_ok)
        reply_error(reply, HTTP_FAILED, "out of memory");
    free(l.line);
    shelf_return(&loan);
}
