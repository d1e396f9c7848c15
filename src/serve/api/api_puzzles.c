/*
 * api_puzzles.c - the puzzles of a set
 */
#include "format/puzzle/solution.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

/* Joins the lines of a text with newlines. */
static void put_puzzle_text(struct reply *reply, struct json_writer *js,
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
    json_writer_key(js, key);
    json_writer_put_string(js, buf_text(&text), text.size);
    if (text.failed)
        reply->dst.failed = !buf_error(&text, &reply->err);
    buf_clear(&text);
}

/* The moves of the solution, or why there are none. */
static void put_puzzle_moves(struct json_writer *js,
                             const struct puzzle *puzzle)
{
    struct solution solution;
    struct tabia_error why = { 0 };
    const bool is_read = solution_parse(puzzle, &solution, &why);
    json_writer_key(js, "moves");
    if (is_read) {
        solution_put_json(&solution, js);
        return;
    }
    json_writer_begin_array(js);
    json_writer_end(js);
    json_writer_pair_text(js, "problem", why.msg);
}

void api_puzzles(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct loan loan;
    struct json_writer js;
    if (!endpoint_borrow_puzzles(srv, call, &loan, reply))
        return;
    const struct puzzles *set = loan.volume->puzzles;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_view_put_optional_text(&js, "title", loan.volume->name);
    json_writer_key(&js, "puzzles");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        json_writer_begin_object(&js);
        put_puzzle_text(reply, &js, "text", puzzle->description,
                        PUZZLE_DESCRIPTIONS);
        json_view_put_fen(&js, "fen", &puzzle->pos);
        put_puzzle_text(reply, &js, "solution", puzzle->solution,
                        PUZZLE_SOLUTIONS);
        put_puzzle_moves(&js, puzzle);
        json_writer_end(&js);
    }
    json_writer_end(&js);
    json_writer_end(&js);
    reply_end(reply);
    shelf_return(&loan);
}
