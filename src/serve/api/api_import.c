/*
 * api_import.c - imported books, and the engine
 */
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    NAME_SIZE = 256,
    IMPORT_SECONDS = 30,
    DEPTH = 15,
    DEPTH_MAX = 40,
    MOVETIME_MS = 10000,
};

/* How long reading a file may take. */
struct import_deadline {
    struct server *srv;
    const struct connection *connection;
    uint64_t end_ns;
};

static bool import_is_late(const struct import_deadline *p)
{
    return clock_now_ns() >= p->end_ns;
}

static bool import_is_stopped(void *ctx)
{
    const struct import_deadline *p = ctx;
    return import_is_late(p) || atomic_load(&p->srv->is_ending) ||
           connection_is_gone(p->connection);
}

void api_import(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct import_deadline deadline = {
        .srv = srv,
        .connection = call->connection,
        .end_ns = clock_now_ns() + IMPORT_SECONDS * UINT64_C(1000000000),
    };
    char name[NAME_SIZE];
    struct loan loan;
    struct jsonw js;

    // The file name from the browser, made printable.
    size_t len = call->file_name ? strnlen(call->file_name, NAME_SIZE - 1) : 0;
    memcpy(name, call->file_name ? call->file_name : "", len);
    len = uri_decode(name, len, false);
    if (!utf8_is_valid(name, len))
        len = 0;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)name[i] < 0x20)
            name[i] = '_';
    name[len] = '\0';
    if (len == 0)
        memcpy(name, "file", sizeof("file"));

    if (call->body.size == 0) {
        reply_error(reply, HTTP_BAD_REQUEST, "the file is empty");
        return;
    }
    const struct uri_param *as = uri_find(&call->uri, "as");
    const enum import_kind kind =
        as && strcmp(as->value, "book") == 0    ? IMPORT_BOOK
        : as && strcmp(as->value, "games") == 0 ? IMPORT_GAMES
                                                : IMPORT_AUTO;
    if (!shelf_import(&srv->shelf, call->body, name, kind, import_is_stopped,
                      &deadline, &loan, &err)) {
        if (err.status != TABIA_ERR_LIMIT)
            reply_failure(reply, HTTP_BAD_REQUEST, &err);
        else if (connection_is_gone(deadline.connection))
            reply_error(reply, HTTP_GONE_AWAY,
                        "the client closed the connection");
        else if (import_is_late(&deadline))
            reply_error(reply, HTTP_TOO_LARGE,
                        "reading the file took longer than %d seconds",
                        IMPORT_SECONDS);
        else
            reply_failure(reply, HTTP_TOO_MANY, &err);
        return;
    }
    reply_begin(reply, &js);
    json_view_volume(&js, &loan);
    reply_end(reply);
    shelf_return(&loan);
}

void api_close(struct server *srv, const struct call *call, struct reply *reply)
{
    struct jsonw js;
    json_t *root = api_read_body(call, reply);
    if (!root)
        return;
    const char *id = json_string_value(json_object_get(root, "book"));
    if (id && shelf_remove(&srv->shelf, id)) {
        reply_begin(reply, &js);
        jsonw_begin_object(&js);
        jsonw_pair_bool(&js, "closed", true);
        jsonw_end(&js);
        reply_end(reply);
    } else {
        reply_error(reply, HTTP_NOT_FOUND, "no such imported book");
    }
    json_decref(root);
}

/* ---- the engine ------------------------------------------------------ */

void api_evaluate(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct engine_result result;
    struct tabia_pos pos;
    struct jsonw js;
    json_t *root = api_read_body(call, reply);
    if (!root)
        return;
    const char *fen = json_string_value(json_object_get(root, "fen"));
    const json_int_t depth = json_integer_value(json_object_get(root, "depth"));
    const struct engine_limits limits = {
        .depth = depth < 1           ? DEPTH
                 : depth > DEPTH_MAX ? DEPTH_MAX
                                     : (int)depth,
        .movetime = MOVETIME_MS,
    };
    tabia_pos_set_start(&pos);
    if (fen && !tabia_fen_parse(&pos, fen, strnlen(fen, QUERY_FEN_MAX),
                                TABIA_FEN_TOLERANT, &err)) {
        reply_failure(reply, HTTP_BAD_REQUEST, &err);
    } else if (engine_worker_evaluate(&srv->engine, call->connection, &pos,
                                      &limits, &result, &err)) {
        reply_begin(reply, &js);
        const struct tabia_node_data data = { .has = TABIA_HAS_EVAL,
                                              .eval = result.eval };
        jsonw_begin_object(&js);
        json_view_eval(&js, &data);
        jsonw_pair_uint(&js, "depth", result.eval.depth);
        jsonw_key(&js, "pv");
        jsonw_begin_array(&js);
        for (size_t i = 0; i < result.nmoves; i++) {
            jsonw_begin_object(&js);
            json_view_move(&js, &pos, result.moves[i]);
            jsonw_end(&js);
            tabia_pos_play(&pos, result.moves[i]);
        }
        jsonw_end(&js);
        jsonw_end(&js);
        reply_end(reply);
    } else if (connection_is_gone(call->connection)) {
        reply_error(reply, HTTP_GONE_AWAY, "the client closed the connection");
    } else {
        reply_error(reply, HTTP_BUSY, "the engine failed: %s", err.msg);
    }
    json_decref(root);
}
