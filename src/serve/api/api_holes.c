/*
 * api_holes.c - the replies that a book does not answer, likeliest first
 */
#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/book_side.h"
#include "chess/chess_words.h"
#include "chess/line_print.h"
#include "serve/api/api.h"
#include "serve/api/api_sources.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "study/coverage/candidates.h"

#include "base/banned.h"

enum {
    HOLES = 10,
    HOLES_MAX = 1000,
    ANSWERS = 3, // 'moves'
    ANSWERS_MAX = 20,
};

/* A request in progress. */
struct holes_request {
    struct server *srv;
    const struct request_params *params;
    struct reply *reply;
    struct json_writer *js;
    struct loan book;
    struct api_sources sources;
    enum tabia_color color;
    struct hole_key key;
    const struct tabia_pos *from; // below which holes are asked for; or NULL
};

/* What the answer depends on, besides the position. */
static void make_hole_key(struct holes_request *r)
{
    struct hole_key *key = &r->key;
    api_sources_key(&r->sources, &r->params->filter, key->sources);
    snprintf(key->book, HOLE_KEY_SIZE, "%s", r->book.volume->id);
    key->revision = r->book.status.revision;
    key->color = r->color;
}

/* ---- output ---------------------------------------------------------- */

/* Six digits: with ten thousand games, one of them still counts. */
static double round_likelihood(double share)
{
    return (double)(long)(share * 1e6 + 0.5) / 1e6;
}

static void put_likelihood(struct json_writer *js, const char *key,
                           double share)
{
    json_writer_pair_double(js, key, round_likelihood(share));
}

static void put_hole_answers(struct holes_request *r,
                             const struct tabia_pos *pos,
                             const struct candidate *list, size_t n)
{
    struct json_writer *js = r->js;
    json_writer_key(js, "answers");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        const struct tabia_node_data data = {
            .has = list[i].has_eval ? TABIA_HAS_EVAL : 0,
            .eval = list[i].eval,
        };
        json_writer_begin_object(js);
        json_view_put_move(js, pos, list[i].move);
        json_writer_pair_text(js, "source",
                              r->sources.ids[list[i].source_index]);
        json_view_put_share(js, "share", list[i].share);
        if (list[i].games) {
            json_view_put_results(js, list[i].results);
            json_writer_pair_uint(js, "games", list[i].games);
        }
        if (list[i].has_score)
            json_view_put_share(js, "score", list[i].score);
        json_view_put_eval(js, &data);
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* Plays one move of a line and writes it; keeps the last name on the way. */
static void put_line_move(struct holes_request *r, struct tabia_pos *pos,
                          tabia_move mv, struct tabia_name *name,
                          bool *has_name)
{
    char uci[TABIA_UCI_SIZE];
    const size_t len = tabia_uci_print(pos, mv, true, uci);
    json_writer_put_string(r->js, uci, len);
    tabia_pos_play(pos, mv);
    *has_name |= endpoint_find_name(r->srv, &r->book, pos, name);
}

static bool put_hole(struct holes_request *r, const struct coverage *c,
                     size_t n, struct tabia_error *err)
{
    const struct coverage_hole hole = coverage_hole_at(c, n);
    const struct likely_sources from = { r->sources.list, r->sources.n,
                                         &r->params->filter };
    const struct tabia_pos start = r->from ? r->params->start : hole.start;
    struct tabia_pos pos = start;
    struct candidate list[ANSWERS_MAX];
    tabia_move moves[COVERAGE_PLIES_MAX + 2];
    size_t nlist;
    struct json_writer *js = r->js;
    coverage_get_line(c, n, moves);
    json_writer_begin_object(js);
    put_likelihood(js, "share", hole.share);
    json_view_put_fen(js, "start", &start);
    json_writer_key(js, "play");
    json_writer_begin_array(js);
    struct tabia_name name = { NULL, NULL };
    bool has_name = endpoint_find_name(r->srv, &r->book, &pos, &name);
    for (size_t i = 0; r->from && i < r->params->nplayed; i++)
        put_line_move(r, &pos, r->params->played[i], &name, &has_name);
    struct buf line = { .limit = 1 << 16 };
    line_print(&line, pos, moves, (size_t)hole.ply);
    for (int i = 0; i < hole.ply - 1; i++)
        put_line_move(r, &pos, moves[i], &name, &has_name);
    const struct tabia_pos before = pos;
    const tabia_move reply = moves[hole.ply - 1];
    put_line_move(r, &pos, reply, &name, &has_name);
    json_writer_end(js);
    json_writer_pair_text(js, "line", buf_text(&line));
    json_view_put_move(js, &before, reply);
    json_view_put_fen(js, "fen", &pos);
    json_writer_pair_bool(js, "known", hole.is_known);
    json_writer_pair_bool(js, "end", hole.is_end);
    json_view_put_opening(js, has_name ? &name : NULL);
    const bool ok =
        !line.failed &&
        candidates_find(&from, &pos, list,
                        endpoint_number(r->params->moves, ANSWERS, ANSWERS_MAX),
                        &nlist, err);
    if (ok)
        put_hole_answers(r, &pos, list, nlist);
    else if (line.failed)
        buf_error(&line, err);
    json_writer_end(js);
    buf_clear(&line);
    return ok;
}

/* How many of the holes come after the end of a line, and how likely. */
static void put_ends(struct json_writer *js, const struct coverage *c)
{
    size_t total = 0;
    double share = 0;
    for (size_t i = 0; i < coverage_hole_count(c); i++) {
        const struct coverage_hole hole = coverage_hole_at(c, i);
        total += hole.is_end;
        share += hole.is_end ? hole.share : 0;
    }
    json_writer_key(js, "ends");
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "total", total);
    put_likelihood(js, "share", share);
    json_writer_end(js);
}

/* How many games the book has an answer in, by the number of replies. */
static void put_answered(struct json_writer *js, const struct coverage *c)
{
    json_writer_key(js, "answered");
    json_writer_begin_array(js);
    for (size_t n = 1; n <= coverage_reply_count(c); n++)
        json_writer_put_double(js, round_likelihood(coverage_answered(c, n)));
    json_writer_end(js);
}

static bool put_holes(struct holes_request *r, const struct coverage *c,
                      struct tabia_error *err)
{
    const size_t nholes = coverage_hole_count(c);
    const size_t limit = endpoint_number(r->params->limit, HOLES, HOLES_MAX);
    struct json_writer *js = r->js;
    size_t positions;
    bool ok = true;
    const bool is_cut = coverage_is_cut(c, &positions);
    json_writer_begin_object(js);
    json_writer_pair_text(js, "book", r->book.volume->id);
    json_writer_pair_uint(js, "revision", r->book.status.revision);
    json_writer_pair_text(js, "side", chess_words_color(r->color));
    json_writer_key(js, "sources");
    json_writer_begin_array(js);
    for (size_t i = 0; i < r->sources.n; i++)
        json_writer_put_text(js, r->sources.ids[i]);
    json_writer_end(js);
    put_likelihood(js, "reached",
                   r->from ? coverage_share_reached(c, r->from) : 1);
    json_writer_pair_uint(js, "positions", positions);
    json_writer_pair_bool(js, "cut", is_cut);
    json_writer_pair_bool(js, "measured", coverage_is_measured(c));
    json_writer_pair_bool(js, "choice", coverage_has_choice(c));
    put_likelihood(js, "unanswered", coverage_share_unanswered(c));
    put_likelihood(js, "ended", coverage_share_ended(c));
    put_answered(js, c);
    json_writer_pair_double(
        js, "mean", (double)(long)(coverage_mean_moves(c) * 100 + 0.5) / 100);
    json_writer_pair_uint(js, "total", nholes);
    put_ends(js, c);
    json_writer_key(js, "holes");
    json_writer_begin_array(js);
    for (size_t i = 0; i < nholes && i < limit && ok; i++)
        ok = put_hole(r, c, i, err);
    json_writer_end(js);
    json_writer_end(js);
    return ok;
}

/* ---- the whole ------------------------------------------------------- */

/* Surveys the book from its roots first, for 'reached'. */
static bool survey_holes(struct holes_request *r, struct coverage *c,
                         struct tabia_error *err)
{
    const struct coverage_sources sources = {
        .book = shelf_loan_source(&r->book),
        .replies = { r->sources.list, r->sources.n, &r->params->filter },
    };
    const bool is_surveyed = coverage_ply_count(c) > 0;
    if (!(r->from && is_surveyed) && !coverage_survey(c, &sources, NULL, err))
        return false;
    return !r->from || coverage_survey(c, &sources, r->from, err);
}

static void answer_holes(struct holes_request *r)
{
    struct tabia_error err = { 0 };
    struct hole_cache *index = &r->srv->holes;
    make_hole_key(r);
    struct coverage *c =
        hole_cache_lock(index, &r->key, &r->srv->is_ending, &err);
    bool ok = c && survey_holes(r, c, &err);
    if (ok) {
        reply_begin_json(r->reply, r->js);
        ok = put_holes(r, c, &err);
    } else if (c) {
        hole_cache_drop(index, c);
    }
    hole_cache_unlock(index);
    if (ok)
        reply_end(r->reply);
    else
        reply_library_error(r->reply, HTTP_FAILED, &err);
}

static enum tabia_color hole_side(const struct loan *loan,
                                  const struct request_params *params)
{
    if (params->player_color != PARAM_ABSENT)
        return (enum tabia_color)params->player_color;
    return book_color(loan->edition ? loan->edition->book : NULL);
}

void api_holes(struct server *srv, const struct call *call, struct reply *reply)
{
    struct json_writer js;
    struct holes_request r = {
        .srv = srv,
        .params = &call->params,
        .reply = reply,
        .js = &js,
    };
    if (!endpoint_borrow(srv, call, &r.book, reply))
        return;
    r.color = hole_side(&r.book, r.params);
    if (r.params->nplayed > 0 || r.params->has_fen)
        r.from = &r.params->pos;
    if (!shelf_loan_source(&r.book))
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a book",
                    r.book.volume->id);
    else if (api_sources_borrow(srv, r.params, true, &r.sources, reply))
        answer_holes(&r);
    api_sources_return(srv, &r.sources, reply);
    endpoint_return_loan(srv, &r.book, reply);
}
