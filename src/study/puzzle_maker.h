/*
 * puzzle_maker.h - puzzles from the mistakes of a book and of many games
 *
 *     struct puzzle_maker_options how = { .limits = { .depth = 15 } };
 *     struct puzzle_maker_result result;
 *     if (puzzle_maker_run(book, store, &how, set, &result, err))
 *         ... puzzles_count(set) ...
 *
 * A puzzle is the position after a mistake: a move that the book marks with ?
 * or ??, one that many games of a store have and that scores worse than the
 * others, or one of the last moves of who lost a short game there. The engine
 * must agree, by a margin, and must see one refutation that is better than
 * every other move by that margin. The solution goes on as long as that holds.
 *
 * The same input, limits and engine give the same puzzles, if the engine has
 * one thread and no limit of time.
 */
#ifndef STUDY_PUZZLE_MAKER_H
#define STUDY_PUZZLE_MAKER_H

#include "engine/engine.h"
#include "format/puzzle/puzzles.h"
#include "tabia/source.h"

/* All-zero means the defaults. */
struct puzzle_maker_options {
    struct engine_options engine;
    struct engine_limits limits;
    int margin;         // centipawns; 0: 150
    uint64_t min_games; // of a mistake in the store; 0: 20
    size_t limit;       // of puzzles; 0: 50
    size_t max_tried;   // mistakes that are looked at; 0: 100 per puzzle
    int max_ply;        // of the mistakes; 0: 40
    int moves;          // of the solver, in one puzzle; 0: 3, at most 4

    /*
     * Called for each mistake that is looked at, 'done' of 'total'. False: stop
     * with the puzzles so far. May be NULL.
     */
    bool (*on_progress)(void *ctx, size_t done, size_t total);
    void *ctx;
};

struct puzzle_maker_result {
    size_t positions;             // that were visited
    bool is_cut;                  // there were more
    size_t from_book, from_store; // mistakes that were found
    size_t from_games;            // and in short games of the store
    size_t tried;                 // of these, by the engine
    size_t not_refuted;           // the engine does not mind
    size_t not_unique; // another move is as good, or there is only one
};

/*
 * Adds puzzles to 'set'. 'store' may be NULL. False with an error if the engine
 * or the store fails; the puzzles so far are in the set.
 */
bool puzzle_maker_run(const struct tabia_book *book, struct tabia_source *store,
                      const struct puzzle_maker_options *options,
                      struct puzzles *set, struct puzzle_maker_result *result,
                      struct tabia_error *err);

#endif
