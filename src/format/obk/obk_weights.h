/*
 * obk_weights.h - from any weights to the four steps of a Chessmaster book
 */
#ifndef FORMAT_OBK_WEIGHTS_H
#define FORMAT_OBK_WEIGHTS_H

#include "format/obk/obk.h"

/* One of several siblings. */
struct obk_weighed {
    uint32_t edge;   // set by the caller
    uint8_t step;    // index in obk_steps
    bool is_rounded; // it had a weight, and not that of the step
    uint64_t value;  // what it is worth among its siblings
};

/* True if every move has a weight, one of the four. */
bool obk_has_steps(const struct tabia_book *book);

/*
 * Chooses the steps of 'n' siblings: those that their weights are, or by the
 * rule. With 'is_sorted' the heaviest comes first; equals keep their order.
 */
bool obk_weigh(const struct tabia_book *book, struct obk_weighed *list,
               size_t n, bool has_steps, const struct obk_settings *settings,
               bool is_sorted, struct tabia_error *err);

#endif
