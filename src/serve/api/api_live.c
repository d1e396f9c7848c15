/*
 * api_live.c - what an engine thinks, while it thinks
 *
 * Every event is one line of JSON: the lines found so far, and in the end
 * why there are no more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { LINES = 3 };

struct live_stream {
    struct reply_stream stream; // first
    struct live_search *live;   // NULL: the game is over, there is no search
    struct tabia_pos pos;
    unsigned serial; // of what was sent last
};

/* ---- events ---------------------------------------------------------- */

static void live_put_line(struct json_writer *js, const struct tabia_pos *start,
                          const struct analysis_line *line)
{
    const struct tabia_node_data data = { .has = TABIA_HAS_EVAL,
                                          .eval = line->eval };
    struct tabia_pos pos = *start;
    json_writer_begin_object(js);
    json_view_put_eval(js, &data);
    json_writer_pair_uint(js, "depth", line->eval.depth);
    json_writer_key(js, "pv");
    json_writer_begin_array(js);
    for (size_t i = 0; i < line->nmoves; i++) {
        json_writer_begin_object(js);
        json_view_put_move(js, &pos, line->moves[i]);
        json_writer_end(js);
        tabia_pos_play(&pos, line->moves[i]);
    }
    json_writer_end(js);
    json_writer_end(js);
}

/*
 * True if a line above begins with the same move: the engine moves a line up
 * before it has reported the next one anew.
 */
static bool live_is_repeated(const struct analysis_view *view, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (view->lines[j].nmoves &&
            view->lines[j].moves[0] == view->lines[i].moves[0])
            return true;
    return false;
}

static void put_view(struct json_writer *js, const struct live_stream *s,
                     const struct analysis_view *view)
{
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "depth", view->lines[0].eval.depth);
    json_writer_pair_uint(js, "nodes", view->nodes);
    json_writer_pair_uint(js, "nps", view->nps);
    json_writer_key(js, "lines");
    json_writer_begin_array(js);
    for (size_t i = 0; i < ANALYSIS_LINES_MAX; i++)
        if (view->lines[i].nmoves && !live_is_repeated(view, i))
            live_put_line(js, &s->pos, &view->lines[i]);
    json_writer_end(js);
    json_writer_end(js);
}

static void live_put_end(struct json_writer *js, const char *why,
                         const char *message)
{
    json_writer_begin_object(js);
    json_writer_pair_text(js, "end", why);
    json_view_put_optional_text(js, "message", message);
    json_writer_end(js);
}

/* Starts an event: one value, which ends with a line feed. */
static struct json_writer begin_event(struct sink *dst, struct buf *text)
{
    struct json_writer js;
    *dst = sink_to_buf(text, NULL);
    json_writer_init(&js, dst, false);
    return js;
}

/* ---- the stream ------------------------------------------------------ */

static enum reply_stream_state poll_live(struct reply_stream *stream,
                                         struct buf *text)
{
    static const char *const ends[] = {
        [LIVE_DONE] = "done",
        [LIVE_REPLACED] = "replaced",
        [LIVE_FAILED] = "failed",
    };
    struct live_stream *s = (struct live_stream *)stream;
    struct tabia_error err = { 0 };
    struct analysis_view view = { .serial = s->serial };
    struct sink dst;
    const enum live_state state =
        s->live ? live_engines_poll(s->live, &view, &err) : LIVE_DONE;
    if (view.serial != s->serial && view.lines[0].nmoves) {
        s->serial = view.serial;
        struct json_writer js = begin_event(&dst, text);
        put_view(&js, s, &view);
    }
    if (state == LIVE_RUNNING)
        return REPLY_STREAM_OPEN;
    struct json_writer js = begin_event(&dst, text);
    live_put_end(&js, s->live ? ends[state] : "over",
                 state == LIVE_FAILED ? err.msg : NULL);
    return REPLY_STREAM_END;
}

static void close_live(struct reply_stream *stream)
{
    struct live_stream *s = (struct live_stream *)stream;
    if (s->live)
        live_engines_leave(s->live);
    free(s);
}

/* ---- the request ----------------------------------------------------- */

static struct reply_stream *open_live(struct server *srv,
                                      const struct live_visitor *visitor,
                                      const struct tabia_pos *pos,
                                      size_t nlines, struct tabia_error *err)
{
    tabia_move legal[TABIA_MOVES_MAX];
    struct live_stream *s = calloc(1, sizeof(*s));
    if (!s) {
        error_nomem(err);
        return NULL;
    }
    *s = (struct live_stream){
        .stream = { .poll = poll_live, .close = close_live },
        .pos = *pos,
    };
    if (!tabia_pos_legal_moves(pos, legal))
        return &s->stream;
    s->live = live_engines_enter(&srv->live, visitor, pos, nlines, err);
    if (s->live)
        return &s->stream;
    free(s);
    return NULL;
}

void api_live(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct live_visitor visitor = { .name = "" };
    struct tabia_pos pos;
    json_t *root = endpoint_read_body(call, reply);
    if (!root)
        return;
    const char *fen = json_string_value(json_object_get(root, "fen"));
    const char *name = json_string_value(json_object_get(root, "visitor"));
    const json_t *lines = json_object_get(root, "lines");
    const json_int_t nlines = lines ? json_integer_value(lines) : LINES;
    snprintf(visitor.address, sizeof(visitor.address), "%s",
             call->address ? call->address : "");
    snprintf(visitor.name, sizeof(visitor.name), "%s", name ? name : "");
    tabia_pos_set_start(&pos);
    if (fen && !tabia_fen_parse(&pos, fen, strnlen(fen, PARAM_FEN_MAX),
                                TABIA_FEN_LENIENT, &err)) {
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
    } else if (nlines < 1 || nlines > ANALYSIS_LINES_MAX) {
        reply_error(reply, HTTP_BAD_REQUEST,
                    "\"lines\" must be a number from 1 to %d",
                    ANALYSIS_LINES_MAX);
    } else {
        reply->stream = open_live(srv, &visitor, &pos, (size_t)nlines, &err);
        reply->type = "application/x-ndjson";
        reply_header(reply, "X-Accel-Buffering", "no");
        if (!reply->stream)
            reply_error(reply, HTTP_BUSY, "%s", err.msg);
        if (!reply->stream && err.status == TABIA_ERR_LIMIT)
            reply_header(reply, "Retry-After", "5");
    }
    json_decref(root);
}
