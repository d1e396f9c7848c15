/*
 * api_puzzles.c - the puzzles of a set
 */
#include <string.h>

#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

/* The lines of a text as one, with line ends between them. */
static void put_lines(struct reply *reply, struct json *js, const char *key,
                      const char *const *lines, size_t n)
{
    struct buf text = { .limit = 4096 };
    for (size_t i = 0; i < n; i++) {
        if (!lines[i] || !*lines[i])
            continue;
        if (text.size > 0)
            buf_add_char(&text, '\n');
        buf_add_text(&text, lines[i]);
    }
    json_key(js, key);
    json_put_string(js, buf_text(&text), text.size);
    if (text.failed)
        reply->dst.failed = !buf_error(&text, &reply->err);
    buf_clear(&text);
}

void api_puzzles(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct loan loan;
    struct json js;
    if (!api_lend(srv, call, &loan, reply))
        return;
    const struct puzzles *set = loan.volume->puzzles;
    if (!set) {
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is no set of puzzles",
                    loan.volume->id);
        shelf_return(&loan);
        return;
    }
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "title", loan.volume->name);
    json_key(&js, "puzzles");
    json_begin_array(&js);
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        json_begin_object(&js);
        put_lines(reply, &js, "text", puzzle->description, PUZZLE_DESCRIPTIONS);
        json_view_fen(&js, "fen", &puzzle->pos);
        put_lines(reply, &js, "solution", puzzle->solution, PUZZLE_SOLUTIONS);
        json_end(&js);
    }
    json_end(&js);
    json_end(&js);
    reply_end(reply);
    shelf_return(&loan);
}
