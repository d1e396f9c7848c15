/*
 * engine_child.h - the process behind an engine
 */
#ifndef ENGINE_ENGINE_CHILD_H
#define ENGINE_ENGINE_CHILD_H

#include "io/child.h"
#include "tabia/error.h"

/* Starts the program; NULL is stockfish, in PATH or /usr/games. */
bool engine_child_start(struct child *child, const char *path,
                        struct tabia_error *err);

/* Says why there is no line. Returns false. */
bool engine_child_fail(enum child_result result, const char *instead_of,
                       struct tabia_error *err);

#endif
