/*
 * engine_room.h - one engine, one search at a time
 */
#ifndef SERVE_ENGINE_ROOM_H
#define SERVE_ENGINE_ROOM_H

#include <stdatomic.h>

#include "serve/http/connections.h"
#include "serve/jobs.h"
#include "engine/engine.h"

enum { ENGINE_MOVES = 16 };

struct engine_result {
    struct tabia_eval eval;
    tabia_move moves[ENGINE_MOVES]; // the line it expects
    size_t nmoves;
};

struct engine_room {
    struct jobs jobs;                // one thread; the engine is its own
    const char *path;                // NULL: there is none
    struct engine *engine;           // NULL until it is needed
    const struct connection *client; // of the search that is going on
    atomic_bool is_ending;
};

bool engine_room_start(struct engine_room *room, const char *path,
                       struct tabia_error *err);

/* Ends a search that is going on. */
void engine_room_stop(struct engine_room *room);

/*
 * Only from a job of 'room->jobs'. The search ends, with an error, when the
 * 'client' has gone; it may be NULL.
 */
bool engine_room_evaluate(struct engine_room *room,
                          const struct connection *client,
                          const struct tabia_pos *pos,
                          const struct engine_limits *limits,
                          struct engine_result *answer,
                          struct tabia_error *err);

#endif
