/*
 * api_lines.c - the lines of a book, for practice
 *
 * A graph may have more lines than anybody can count, so both the lines and
 * the steps taken to find them are bounded.
 */
#include <stdlib.h>
#include <string.h>

#include "book/attrs.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    LINES = 1000,
    LINES_MAX = 10000,
    STEPS_MAX = 2000000,
    PLIES_MAX = 400,
};

/* A position of the current line, and which of its moves come next. */
struct step {
    struct tabia_pos pos;
    uint32_t position;
    struct tabia_entry *list; // owned
    size_t n, at;
    bool has_child, has_name;
    struct tabia_name name; // of the position, if it has one
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE]; // of the move taken last
};

struct walk {
    struct server *srv;
    const struct loan *loan;
    const struct query *q;
    struct json *js;
    enum tabia_color side;
    struct step *steps; // owned; PLIES_MAX
    size_t depth;       // steps in use
    bool *is_here;      // by position: is it in the current line?
    unsigned limit, nlines, nsteps;
    bool is_cut;
};

/*
 * Of the own side's moves those that are to be played; only the one that was
 * asked for, as far as the request has moves.
 */
static size_t choose(const struct walk *w, const struct step *step,
                     struct tabia_entry *list)
{
    const size_t n =
        tabia_position_moves(w->loan->edition->book, step->position,
                             TABIA_POLICY_DEFAULT, list);
    const tabia_move asked =
        w->depth < w->q->nplayed ? w->q->played[w->depth] : TABIA_MOVE_NONE;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if ((asked == TABIA_MOVE_NONE || list[i].move == asked) &&
            (step->pos.turn != w->side || list[i].data.mark == TABIA_MARK_NONE))
            list[kept++] = list[i];
    return kept;
}

static bool enter(struct walk *w, const struct tabia_pos *pos,
                  uint32_t position)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct step *step = &w->steps[w->depth];
    *step = (struct step){ .pos = *pos, .position = position };
    const size_t n = choose(w, step, list);
    step->list = malloc((n + 1) * sizeof(*list));
    if (!step->list)
        return false;
    memcpy(step->list, list, n * sizeof(*list));
    step->n = n;
    step->has_name = api_name(w->srv, w->loan, pos, &step->name);
    w->is_here[position] = true;
    w->depth++;
    return true;
}

static void leave(struct walk *w)
{
    struct step *step = &w->steps[--w->depth];
    w->is_here[step->position] = false;
    free(step->list);
    step->list = NULL;
}

/* Many lines share their first moves, so these are spelt but once. */
static void put_move(struct walk *w, const struct step *step)
{
    const struct tabia_entry *entry = &step->list[step->at - 1];
    json_begin_object(w->js);
    json_view_text(w->js, "uci", step->uci);
    json_view_text(w->js, "san", step->san);
    json_view_text(w->js, "mark", attr_marks[entry->data.mark]);
    json_view_text(w->js, "remark", entry->data.remark);
    json_end(w->js);
}

static void put_line(struct walk *w)
{
    const char *name = NULL;
    if (w->depth < 2 || w->depth <= w->q->nplayed || w->nlines++ >= w->limit)
        return;
    json_begin_object(w->js);
    json_view_fen(w->js, "fen", &w->steps[0].pos);
    json_key(w->js, "moves");
    json_begin_array(w->js);
    for (size_t i = 0; i + 1 < w->depth; i++)
        put_move(w, &w->steps[i]);
    json_end(w->js);
    for (size_t i = 0; i < w->depth; i++)
        if (w->steps[i].has_name)
            name = w->steps[i].name.name;
    json_view_text(w->js, "name", name);
    json_end(w->js);
}

/* One step of the walk: down, or back up. */
static bool advance(struct walk *w)
{
    const struct tabia_book *book = w->loan->edition->book;
    struct step *step = &w->steps[w->depth - 1];
    while (step->at < step->n && w->depth < PLIES_MAX) {
        const tabia_move mv = step->list[step->at++].move;
        struct tabia_pos after = step->pos;
        tabia_pos_play(&after, mv);
        const uint32_t position = tabia_book_position_find(book, &after);
        if (position == TABIA_NONE || w->is_here[position])
            continue;
        step->has_child = true;
        tabia_uci_print(&step->pos, mv, true, step->uci);
        tabia_san_print(&step->pos, mv, step->san);
        return enter(w, &after, position);
    }
    if (!step->has_child)
        put_line(w);
    leave(w);
    return true;
}

static bool walk_root(struct walk *w, uint32_t root)
{
    const struct tabia_book *book = w->loan->edition->book;
    struct tabia_pos pos;
    bool is_ok;
    tabia_book_root_pos(book, root, &pos);
    is_ok = enter(w, &pos,
                  tabia_node_position(book, tabia_book_root_at(book, root)));
    while (is_ok && w->depth > 0 && !w->is_cut) {
        is_ok = advance(w);
        w->is_cut = ++w->nsteps >= STEPS_MAX;
    }
    while (w->depth > 0)
        leave(w);
    return is_ok;
}

/* A position that is the root of several parts is gone through once. */
static bool is_first_root(const struct tabia_book *book, uint32_t root,
                          bool *is_met)
{
    const uint32_t position =
        tabia_node_position(book, tabia_book_root_at(book, root));
    const bool is_first = !is_met[position];
    is_met[position] = true;
    return is_first;
}

/* Does a line from this root begin where the request does? */
static bool is_asked_root(const struct walk *w, uint32_t root)
{
    const struct tabia_book *book = w->loan->edition->book;
    return w->q->nplayed == 0 ||
           tabia_book_position_find(book, &w->q->start) ==
               tabia_node_position(book, tabia_book_root_at(book, root));
}

static bool walk_all(struct walk *w)
{
    const struct tabia_book *book = w->loan->edition->book;
    const size_t n = (size_t)w->loan->edition->map.npositions + 1;
    bool *is_met = calloc(n, sizeof(*is_met));
    w->is_here = calloc(n, sizeof(*w->is_here));
    w->steps = calloc(PLIES_MAX + 1, sizeof(*w->steps));
    bool is_ok = is_met && w->is_here && w->steps;
    for (uint32_t i = 0; is_ok && i < tabia_book_root_count(book); i++)
        if (is_asked_root(w, i) && is_first_root(book, i, is_met))
            is_ok = walk_root(w, i);
    free(is_met);
    free(w->is_here);
    free(w->steps);
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
    struct walk w = {
        .srv = srv,
        .loan = &loan,
        .q = call->query,
        .js = &js,
        .side = side_of(&loan, call->query),
        .limit = api_number(call->query->limit, LINES, LINES_MAX),
    };
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "side", w.side == TABIA_WHITE ? "white" : "black");
    json_key(&js, "lines");
    json_begin_array(&js);
    const bool is_ok = walk_all(&w);
    json_end(&js);
    json_pair_uint(&js, "total", w.nlines);
    json_pair_bool(&js, "more", w.is_cut || w.nlines > w.limit);
    json_end(&js);
    reply_end(reply);
    if (!is_ok)
        reply_error(reply, HTTP_FAILED, "out of memory");
    shelf_return(&loan);
}
