/*
 * builder.h - builds a book, move by move
 *
 *     struct tabia_builder *b = tabia_builder_new(NULL, err);
 *     struct tabia_builder_cursor c;
 *     done = b && tabia_builder_start(b, NULL, &c, err) &&
 *            tabia_builder_play(b, &c, mv, err);
 *     struct tabia_book *book = tabia_builder_freeze(b, err);
 *
 * Moves are checked to be legal, texts to be UTF-8. After a failure the
 * builder is as it was before the call, except that tabia_builder_set_move and
 * _set_node may have set some of the attributes.
 */
#ifndef TABIA_BUILDER_H
#define TABIA_BUILDER_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_builder;

/* All-zero means the defaults. */
struct tabia_builder_options {
    size_t memory_limit; // bytes; 0: 4 GiB, 1 GiB on 32 bits
    bool keep_location;  // keep TABIA_ATTR_LOCATION
    bool ignores_ep;     // the source ignores en passant: see tabia_book_find

    /* Called now and then while moves are added; kept. Or NULL. */
    tabia_stop_fn *is_stopped;
    void *ctx;
    uint64_t reserved[4];
};

/* The node of the forest to which the next move is added. Copy it to branch. */
struct tabia_builder_cursor {
    struct tabia_pos pos; // raw
    uint32_t node;
    uint32_t edge; // the move that led here, or TABIA_NUMBER_NONE at a root
};

/* 'options' may be NULL. NULL when there is no memory. */
TABIA_API struct tabia_builder *tabia_builder_new(
    const struct tabia_builder_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_builder_free(struct tabia_builder *b);

/*
 * Adds a root: a new occurrence of 'pos' (NULL: the starting position), and
 * puts the cursor there.
 */
TABIA_API bool tabia_builder_start(struct tabia_builder *b,
                                   const struct tabia_pos *pos,
                                   struct tabia_builder_cursor *c,
                                   struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Adds a move from the cursor to a new occurrence of the position it leads
 * to, as the last sibling, and goes there. Fails with TABIA_ERR_ILLEGAL.
 */
TABIA_API bool tabia_builder_play(struct tabia_builder *b,
                                  struct tabia_builder_cursor *c, tabia_move mv,
                                  struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Like tabia_builder_play, but to the first node of the position that the
 * move leads to: this is how graphs are built. Adds a node if there is none. A
 * move that the node already has is followed, not added again.
 */
TABIA_API bool tabia_builder_play_joined(
    struct tabia_builder *b, struct tabia_builder_cursor *c, tabia_move mv,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Adds an occurrence of 'pos' that is not a root and that no move leads to yet,
 * for sources that list positions before the moves between them.
 */
TABIA_API bool tabia_builder_add_node(struct tabia_builder *b,
                                      const struct tabia_pos *pos,
                                      uint32_t *node,
                                      struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Like tabia_builder_play, but to 'node', which must be an occurrence of the
 * position that the move leads to.
 */
TABIA_API bool tabia_builder_link(struct tabia_builder *b,
                                  struct tabia_builder_cursor *c, tabia_move mv,
                                  uint32_t node,
                                  struct tabia_error *err) TABIA_MUST_CHECK;

/* Follows a move that was added before; false if there is none. */
TABIA_API bool tabia_builder_follow(const struct tabia_builder *b,
                                    struct tabia_builder_cursor *c,
                                    tabia_move mv);

/*
 * Sets the attributes that 'data->has' names, in place of earlier values; texts
 * are copied. What is empty is ignored: TABIA_MARK_NONE, no annotations, a NULL
 * text, no tags leave an earlier value as it is. So a value can be replaced,
 * but not taken away.
 *
 * Fails with TABIA_ERR_MISUSE for a mark or a kind of evaluation that does not
 * exist, and for tags at a node that is not a root.
 */
TABIA_API bool tabia_builder_set_move(struct tabia_builder *b, uint32_t edge,
                                      const struct tabia_move_data *data,
                                      struct tabia_error *err) TABIA_MUST_CHECK;
TABIA_API bool tabia_builder_set_node(struct tabia_builder *b, uint32_t node,
                                      const struct tabia_node_data *data,
                                      struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Adds a text of the whole book; 'value' has 'len' bytes (TABIA_LEN_NUL: up to
 * its NUL) of valid UTF-8. A key may recur.
 */
TABIA_API bool tabia_builder_add_text(struct tabia_builder *b, const char *key,
                                      const char *value, size_t len,
                                      struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Makes the book, and frees the builder in any case. Nodes keep their numbers;
 * edges are renumbered so that siblings are adjacent. Fails for NULL.
 */
TABIA_API struct tabia_book *tabia_builder_freeze(
    struct tabia_builder *b, struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
