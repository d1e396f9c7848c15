/*
 * api_puzzles.c - sets of puzzles
 */
#include "format/puzzle_solution.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

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
