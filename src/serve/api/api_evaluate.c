/*
 * api_evaluate.c - one position, evaluated by the engine
 */
#include <string.h>

#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    DEPTH = 15,
    DEPTH_MAX = 40,
    MOVETIME_MS = 10000,
};

void api_evaluate(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct engine_worker_result result;
    struct tabia_pos pos;
    struct json_writer js;
    json_t *root = endpoint_read_body(call, reply);
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
    if (fen && !tabia_fen_parse(&pos, fen, strnlen(fen, PARAM_FEN_MAX),
                                TABIA_FEN_LENIENT, &err)) {
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
    } else if (engine_worker_evaluate(&srv->engine, call, &pos, &limits,
                                      &result, &err)) {
        reply_begin_json(reply, &js);
        const struct tabia_node_data data = { .has = TABIA_HAS_EVAL,
                                              .eval = result.eval };
        json_writer_begin_object(&js);
        json_view_put_eval(&js, &data);
        json_writer_pair_uint(&js, "depth", result.eval.depth);
        json_writer_key(&js, "pv");
        json_writer_begin_array(&js);
        for (size_t i = 0; i < result.nmoves; i++) {
            json_writer_begin_object(&js);
            json_view_put_move(&js, &pos, result.moves[i]);
            json_writer_end(&js);
            tabia_pos_play(&pos, result.moves[i]);
        }
        json_writer_end(&js);
        json_writer_end(&js);
        reply_end(reply);
    } else if (call_is_abandoned(call)) {
        reply_error(reply, HTTP_GONE_AWAY, "the client closed the connection");
    } else {
        reply_error(reply, HTTP_BUSY, "the engine failed: %s", err.msg);
    }
    json_decref(root);
}
