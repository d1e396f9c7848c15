/*
 * analysis.h - a search that is looked at while it runs
 *
 *     struct analysis *a = analysis_open(path, err);
 *     analysis_start(a, &pos, 3, 60000);
 *     while (analysis_poll(a, err) == ANALYSIS_BUSY)
 *         ... analysis_view(a)->lines ...
 *     analysis_close(a, 500);
 *
 * No call waits for the engine: it may be starting, or still busy with the
 * position before, and a new search begins when it is ready.
 */
#ifndef ENGINE_ANALYSIS_H
#define ENGINE_ANALYSIS_H

#include "base/compiler.h"
#include "tabia/book.h"

enum { ANALYSIS_LINES_MAX = 5, ANALYSIS_MOVES_MAX = 24 };

struct analysis;

struct analysis_line {
    struct tabia_eval eval; // White's view
    tabia_move moves[ANALYSIS_MOVES_MAX];
    size_t nmoves; // 0: the engine has not named this line yet
};

/* What the engine has found so far. */
struct analysis_view {
    unsigned serial; // changes with every line that is read
    uint64_t nodes, nps;
    struct analysis_line lines[ANALYSIS_LINES_MAX];
};

enum analysis_state {
    ANALYSIS_BUSY,
    ANALYSIS_IDLE, // the search is over, or there was none
    ANALYSIS_LOST, // the engine is of no use any more
};

/* NULL: there is no such program. */
struct analysis *analysis_open(const char *path,
                               struct tabia_error *err) MUST_CHECK;

/*
 * Searches a position that has legal moves for 'ms' milliseconds at most. A
 * search in progress is stopped first.
 */
void analysis_start(struct analysis *a, const struct tabia_pos *pos,
                    size_t nlines, int ms);

/* Forgets the search; the engine is idle as soon as it has stopped. */
void analysis_stop(struct analysis *a);

/* Reads what the engine has sent. 'err' has the reason when it is lost. */
enum analysis_state analysis_poll(struct analysis *a, struct tabia_error *err);

/* Lives as long as 'a'; changed by analysis_poll and analysis_start. */
const struct analysis_view *analysis_view(const struct analysis *a);

/* Ends the engine, by force after 'grace_ms'. Accepts NULL. */
void analysis_close(struct analysis *a, int grace_ms);

#endif
