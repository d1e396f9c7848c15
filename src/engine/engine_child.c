/*
 * engine_child.c - the process behind an engine
 */
#include "engine/engine_child.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/banned.h"

bool engine_child_start(struct child *child, const char *path,
                        struct tabia_error *err)
{
    const char *name = path ? path : "stockfish";
    char *found = process_find(name);
    if (!found)
        return error_set(
                   err, TABIA_ERR_MISUSE,
                   "engine '%.100s' not found: install it, or choose another",
                   name) ||
               error_hint(err, TABIA_HINT_ENGINE);
    char *argv[] = { found, NULL };
    const bool is_started = child_start(child, argv, err);
    free(found);
    return is_started;
}

bool engine_child_fail(enum child_result result, const char *instead_of,
                       struct tabia_error *err)
{
    if (result == CHILD_STOPPED)
        return error_set(err, TABIA_ERR_STOPPED, "stopped");
    return error_set(err, TABIA_ERR_IO,
                     result == CHILD_END
                         ? "the engine exited before it sent '%s'"
                         : "the engine did not send '%s' in time",
                     instead_of);
}
