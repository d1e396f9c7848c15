/*
 * store_evals.h - evaluations of positions: in a store, and on the way to one
 *
 *     struct store_eval_source list[] = { { .store = old },
 *                                         { .list = more, .n = n } };
 *     struct store_eval_merge merge = { .sources = list, .n = 2 };
 *     done = store_write_evaluated(old, &merge, dst, err);
 *     store_eval_merge_clear(&merge);
 */
#ifndef STORE_STORE_EVALS_H
#define STORE_STORE_EVALS_H

#include "store/store_def.h"

struct store_eval {
    uint64_t hi;    // of the position's key
    int32_t value;  // centipawns or moves to mate, White's view
    uint32_t depth; // at most INT32_MAX; 0: unknown
    uint16_t lo;    // of the key
    bool is_mate;
};

/* By key, as tally_key_compare. */
static inline int store_eval_compare(const struct store_eval *a,
                                     const struct store_eval *b)
{
    return tally_key_compare((struct tally_key){ a->hi, a->lo },
                             (struct tally_key){ b->hi, b->lo });
}

/* The evaluation of a position, if the store has one. */
bool store_find_eval(const struct tabia_store *store,
                     const struct tabia_pos *pos, struct tabia_eval *eval,
                     bool *is_found, struct tabia_error *err);

/* Appends the body of an evaluation. */
void store_eval_encode(const struct store_eval *eval, struct buf *body);

/* Value and depth from a body; false if it is not sound. */
bool store_eval_decode(struct tabia_bytes body, struct store_eval *eval);

/*
 * Where the evaluations begin, which end before the directory; the directory
 * if there are none. False with an error if anything else is behind them.
 */
bool store_evals_begin(const struct tabia_store *store, uint64_t *at,
                       struct tabia_error *err);

/* ---- several as one --------------------------------------------------- */

/* Evaluations that ascend by key; set 'store', or 'list' and 'n'. */
struct store_eval_source {
    const struct tabia_store *store;
    const struct store_eval *list; // a key may recur
    size_t n;

    struct store_eval now;
    bool is_begun, is_ended;
    uint64_t at; // the next of the list, or the next block
    struct store_positions block;
    struct store_cursor cur; // in the block
};

/* Of each key the deepest evaluation, the first of equally deep ones. */
struct store_eval_merge {
    struct store_eval_source *sources; // borrowed
    size_t n;
    bool (*goes_on)(void *ctx, struct tabia_error *err); // or NULL
    void *ctx;
    uint64_t count; // so far
};

/* The next by key; 'is_end' if there is none. False with an error. */
bool store_eval_merge_next(struct store_eval_merge *m, struct store_eval *eval,
                           bool *is_end, struct tabia_error *err);

void store_eval_merge_clear(struct store_eval_merge *m);

#endif
