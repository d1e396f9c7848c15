/*
 * api_lines.c - lines to practise, a move to play against, and puzzles
 */
#include <stdlib.h>
#include <string.h>

#include "book/attrs.h"
#include "book/walk.h"
#include "format/format_contract.h"
#include "format/puzzle_solution.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "tabia/pick.h"
#include "tabia/walk.h"

#include "base/banned.h"

/* ---- lines -------------------------------------------------------------- */

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
    const struct query *q;
    struct jsonw *js;
    enum tabia_color side;
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

static void put_practice_line(struct practice_lines *l)
{
    const char *name = NULL;
    if (l->ply == 0 || l->ply < l->q->nplayed || l->nlines++ >= l->limit)
        return;
    jsonw_begin_object(l->js);
    json_view_fen(l->js, "fen", &l->line[0].pos);
    jsonw_key(l->js, "moves");
    jsonw_begin_array(l->js);
    for (unsigned i = 1; i <= l->ply; i++) {
        const struct line_step *entry = &l->line[i];
        jsonw_begin_object(l->js);
        json_view_text(l->js, "uci", entry->uci);
        json_view_text(l->js, "san", entry->san);
        json_view_text(l->js, "mark", attr_marks[entry->mark]);
        json_view_text(l->js, "remark", entry->remark);
        jsonw_end(l->js);
    }
    jsonw_end(l->js);
    for (unsigned i = 0; i <= l->ply; i++)
        if (l->line[i].has_name)
            name = l->line[i].name.name;
    json_view_text(l->js, "name", name);
    jsonw_end(l->js);
}

static bool put_practice_lines(struct practice_lines *l)
{
    const struct tabia_walk_options options = { .max_ply = PLIES_MAX - 1 };
    const struct walk_rules rules = {
        .choose = choose_practice_moves,
        .ctx = l,
        .every_line = true,
    };
    struct tabia_walk_step step;
    struct tabia_walk *walk =
        walk_open(l->loan->edition->book, &options, &rules, NULL);
    if (!walk)
        return false;
    while (!l->is_cut && tabia_walk_next(walk, &step)) {
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
            .mark = step.entry.data.mark,
            .remark = step.entry.data.remark,
        };
        entry->has_name = api_name(l->srv, l->loan, &step.after, &entry->name);
        if (ply > 0) {
            tabia_uci_print(&step.before, step.entry.move, true, entry->uci);
            tabia_san_print(&step.before, step.entry.move, entry->san);
        }
    }
    if (!l->is_cut)
        put_practice_line(l);
    const bool is_ok = tabia_walk_ok(walk, NULL);
    tabia_walk_free(walk);
    return is_ok;
}

void api_lines(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct jsonw js;
    if (!api_borrow_book(srv, call, &loan, reply))
        return;
    const char *side = tabia_book_text_find(loan.edition->book, "side");
    const bool is_black = call->query.color == QUERY_ABSENT
                              ? side && strcmp(side, "black") == 0
                              : call->query.color == TABIA_BLACK;
    struct practice_lines l = {
        .srv = srv,
        .loan = &loan,
        .q = &call->query,
        .js = &js,
        .line = calloc(PLIES_MAX, sizeof(*l.line)),
        .side = is_black ? TABIA_BLACK : TABIA_WHITE,
        .limit = api_number(call->query.limit, LINES, LINES_MAX),
    };
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "side", l.side == TABIA_WHITE ? "white" : "black");
    jsonw_key(&js, "lines");
    jsonw_begin_array(&js);
    const bool is_ok = l.line && put_practice_lines(&l);
    jsonw_end(&js);
    jsonw_pair_uint(&js, "total", l.nlines);
    jsonw_pair_bool(&js, "more", l.is_cut || l.nlines > l.limit);
    jsonw_end(&js);
    reply_end(reply);
    if (!is_ok)
        reply_error(reply, HTTP_FAILED, "out of memory");
    free(l.line);
    shelf_return(&loan);
}

/* ---- a move ------------------------------------------------------------- */

struct picked_moves {
    tabia_move move, reply; // or TABIA_MOVE_NONE
};

/* Lets an amateur book choose by its own routine. */
static bool pick_by_routine(const struct server *srv, const struct loan *loan,
                            const struct query *q, uint32_t seed,
                            struct picked_moves *picked)
{
    const struct tabia_format *format = loan->volume->format;
    struct amateur_reply reply;
    uint8_t *data;
    size_t size;
    if (!loan->edition || !format || !format->has_routine)
        return false;
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    if (!tabia_pos_is_same(&q->start, &start) ||
        !tabia_book_encode(loan->edition->book, format, NULL, &data, &size,
                           NULL, NULL))
        return false;
    struct amateur *routine = amateur_open((struct tabia_bytes){ data, size },
                                           &srv->routine.options, NULL);
    const bool is_found =
        routine && amateur_play(routine, q->played, q->nplayed, seed, &reply);
    amateur_close(routine);
    free(data);
    if (is_found)
        *picked = (struct picked_moves){ reply.move, reply.hint };
    return is_found;
}

static bool select_move(const struct loan *loan, const struct query *q,
                        enum tabia_pick_method method, uint64_t seed,
                        tabia_move *mv, struct tabia_error *err)
{
    struct tabia_answer found = { 0 };
    const struct tabia_pick_options how = {
        .method = method,
        .seed = seed,
        .turn = (enum tabia_color)q->pos.turn,
    };
    const bool ok = api_lookup(loan, q, &found, err);
    const size_t i = ok ? tabia_pick(found.moves, found.n, &how) : 0;
    *mv = ok && i < found.n ? found.moves[i].move : TABIA_MOVE_NONE;
    tabia_answer_clear(&found);
    return ok;
}

/* Chooses by weight; the expected reply is the book's best move. */
static bool pick_by_weight(const struct loan *loan, const struct query *q,
                           uint64_t seed, struct picked_moves *picked,
                           struct tabia_error *err)
{
    struct query after = *q;
    *picked = (struct picked_moves){ TABIA_MOVE_NONE, TABIA_MOVE_NONE };
    if (!select_move(loan, q, TABIA_PICK_WEIGHTED, seed, &picked->move, err))
        return false;
    if (picked->move == TABIA_MOVE_NONE || q->nplayed == QUERY_PLIES_MAX)
        return true;
    after.played[after.nplayed++] = picked->move;
    tabia_pos_play(&after.pos, picked->move);
    return select_move(loan, &after, TABIA_PICK_BEST, 0, &picked->reply, err);
}

static void put_picked_move(struct jsonw *js, const char *key,
                            const struct tabia_pos *pos, tabia_move mv)
{
    jsonw_key(js, key);
    if (mv == TABIA_MOVE_NONE) {
        jsonw_put_null(js);
        return;
    }
    jsonw_begin_object(js);
    json_view_move(js, pos, mv);
    jsonw_end(js);
}

void api_pick(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct query *q = &call->query;
    const unsigned seed = api_number(q->seed, 0, QUERY_NUMBER_MAX);
    struct picked_moves picked;
    struct loan loan;
    struct jsonw js;
    if (!api_borrow(srv, call, &loan, reply))
        return;
    struct tabia_error err = { .status = TABIA_OK };
    const bool ok = pick_by_routine(srv, &loan, q, seed, &picked) ||
                    pick_by_weight(&loan, q, seed, &picked, &err);
    shelf_return(&loan);
    if (!ok) {
        reply_failure(reply, HTTP_FAILED, &err);
        return;
    }
    struct tabia_pos after = q->pos;
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    put_picked_move(&js, "move", &q->pos, picked.move);
    if (picked.move != TABIA_MOVE_NONE)
        tabia_pos_play(&after, picked.move);
    put_picked_move(&js, "reply", &after, picked.reply);
    jsonw_end(&js);
    reply_end(reply);
}

/* ---- puzzles ------------------------------------------------------------ */

/* Joins the lines of a text with newlines. */
static void put_puzzle_text(struct reply *reply, struct jsonw *js,
                            const char *key, const char *const *lines, size_t n)
{
    struct buf text = { .limit = 4096 };
    for (size_t i = 0; i < n; i++) {
        if (!lines[i] || !*lines[i])
            continue;
        if (text.size > 0)
            buf_add_char(&text, '\n');
        buf_add_text(&text, lines[i]);
    }
    jsonw_key(js, key);
    jsonw_put_string(js, buf_text(&text), text.size);
    if (text.failed)
        reply->dst.failed = !buf_error(&text, &reply->err);
    buf_clear(&text);
}

/* The moves of the solution, or why there are none. */
static void put_puzzle_moves(struct jsonw *js, const struct puzzle *puzzle)
{
    struct solution solution;
    struct tabia_error why = { 0 };
    const bool is_read = solution_parse(puzzle, &solution, &why);
    jsonw_key(js, "moves");
    if (is_read) {
        solution_put_json(&solution, js);
        return;
    }
    jsonw_begin_array(js);
    jsonw_end(js);
    jsonw_pair_text(js, "problem", why.msg);
}

void api_puzzles(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct loan loan;
    struct jsonw js;
    if (!api_borrow(srv, call, &loan, reply))
        return;
    const struct puzzles *set = loan.volume->puzzles;
    if (!set) {
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a set of puzzles",
                    loan.volume->id);
        shelf_return(&loan);
        return;
    }
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "title", loan.volume->name);
    jsonw_key(&js, "puzzles");
    jsonw_begin_array(&js);
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        jsonw_begin_object(&js);
        put_puzzle_text(reply, &js, "text", puzzle->description,
                        PUZZLE_DESCRIPTIONS);
        json_view_fen(&js, "fen", &puzzle->pos);
        put_puzzle_text(reply, &js, "solution", puzzle->solution,
                        PUZZLE_SOLUTIONS);
        put_puzzle_moves(&js, puzzle);
        jsonw_end(&js);
    }
    jsonw_end(&js);
    jsonw_end(&js);
    reply_end(reply);
    shelf_return(&loan);
}
