/*
 * evaluate.h - evaluations of an engine for the positions of a book
 *
 *     struct evaluate_options options = { .limits = { .depth = 15 } };
 *     struct evaluate_result result;
 *     struct tabia_book *more =
 *         evaluate_book(book, &options, &result, err);
 *
 * Like all transforms, these make a new book and leave the old one alone.
 */
#ifndef STUDY_EVALUATE_H
#define STUDY_EVALUATE_H

#include "engine/engine.h"
#include "tabia/book.h"

/* All-zero means the defaults. */
struct evaluate_options {
    struct engine_options engine;
    struct engine_limits limits;
    int nengines;         // engines at once; 0: 1
    bool wants_inner;     // every position, not only the ends of lines
    bool wants_evaluated; // also where there is an evaluation
    uint32_t limit;       // maximum number of positions; 0: all

    /*
     * Called for each new value, one at a time, from any thread. 'done' of
     * 'total' are done.
     */
    void (*on_value)(void *ctx, const struct tabia_pos *pos,
                     const struct tabia_eval *eval, uint32_t done,
                     uint32_t total);

    /* A value that is known already; false: it is not. May be NULL. */
    bool (*find_known)(void *ctx, const struct tabia_pos *pos,
                       struct tabia_eval *eval);
    void *ctx;
};

struct evaluate_result {
    uint32_t wanted, done;    // positions, without those known already
    uint32_t known;           // values that 'known' gave
    uint32_t restarts;        // engines that were started again
    struct tabia_error error; // why not all that was wanted is done
};

/*
 * The book with evaluations. An engine that fails is started again once for
 * each position; if that fails too, the values so far are kept and the result
 * says why. NULL only when there is no memory.
 */
struct tabia_book *evaluate_book(const struct tabia_book *book,
                                 const struct evaluate_options *options,
                                 struct evaluate_result *result,
                                 struct tabia_error *err);

#endif
