/*
 * diff.h - compares two books
 *
 *     struct tabia_diff_result counts;
 *     if (tabia_book_diff(a, b, NULL, &counts, err))
 *         use(counts.moves_changed);
 */
#ifndef TABIA_DIFF_H
#define TABIA_DIFF_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tabia_diff_kind {
    TABIA_DIFF_POSITION_A, // only the first book has moves here
    TABIA_DIFF_POSITION_B,
    TABIA_DIFF_MOVE_A, // both have moves here, one of them this one
    TABIA_DIFF_MOVE_B,
    TABIA_DIFF_MOVE_DATA,     // both have the move, with different values
    TABIA_DIFF_POSITION_DATA, // the positions' own values differ
    TABIA_DIFF_TEXT,          // a text of the whole book
    TABIA_DIFF_TAG,           // a tag of a game
};

/* In a mask of attributes: the texts of the whole book. */
#define TABIA_DIFF_TEXTS (1u << TABIA_ATTRS_MAX)

struct tabia_diff_item {
    enum tabia_diff_kind kind;
    struct tabia_pos pos;
    tabia_move move; // TABIA_MOVE_NONE for positions
    unsigned attrs;  // of _MOVE_DATA, _POSITION_DATA
    struct tabia_book_move a,
        b; // 'edge' is TABIA_NUMBER_NONE where there is none

    const char *key, *text_a, *text_b; // TABIA_DIFF_TEXT, _TAG; or NULL
    uint32_t root; // TABIA_DIFF_TAG: in a, or in b where a has none
};

/*
 * Positions with moves, and moves: in one book only, and in both; of the
 * latter, those that are equal, or differ, in the attributes compared. The
 * moves of a position that only one book has are included.
 */
struct tabia_diff_result {
    uint32_t positions_a, positions_b, positions_both, positions_equal;
    uint32_t positions_same_moves; // of both, whatever the values are
    uint32_t moves_a, moves_b, moves_both, moves_changed;
    uint32_t texts, tags; // that differ
    uint64_t reserved[4];
};

/* All-zero means the defaults. */
struct tabia_diff_options {
    /*
     * TABIA_HAS_ mask of values that do not count, and TABIA_DIFF_TEXTS; 0: all
     * are compared, ~0u: only which positions and moves there are.
     */
    unsigned ignored;

    /* Called for every difference; false ends the call. Or NULL. */
    bool (*on_item)(void *ctx, const struct tabia_diff_item *item);
    void *ctx;
    uint64_t reserved[4];
};

/*
 * Reports every difference, in the order of book a's positions: the position's
 * own values, a's moves, the moves that only b has; then come the positions
 * that only b knows. Positions without moves are compared by their values.
 * Texts of the whole book, but for "format", come before all; last come the
 * games from each position, compared in their order: those of their tags that
 * say what the rest of the book does not. 'options' and 'counts' may be NULL;
 * after 'on_item' returned false the counts are those so far. Returns false
 * only when memory runs out.
 */
TABIA_API bool tabia_book_diff(const struct tabia_book *a,
                               const struct tabia_book *b,
                               const struct tabia_diff_options *options,
                               struct tabia_diff_result *counts,
                               struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
