/*
 * copy.h - making a book from the parts of another
 */
#ifndef BOOK_COPY_H
#define BOOK_COPY_H

#include "tabia/builder.h"

/* A builder that keeps what a book with these attributes has. */
struct tabia_builder *copy_begin(unsigned attrs, struct tabia_error *err);

/* Copies all texts of the book. */
bool copy_texts(struct tabia_builder *b, const struct tabia_book *book,
                struct tabia_error *err);

/* Adds a node, the next in number; a root where 'is_root' says so. */
bool copy_node(struct tabia_builder *b, const struct tabia_pos *pos,
               bool is_root, const struct tabia_node_data *data,
               struct tabia_error *err);

/*
 * Like copy_node, for a node of a book that has other data now; 'root' is its
 * number among the roots, or TABIA_NUMBER_NONE.
 */
bool copy_node_of(struct tabia_builder *b, const struct tabia_book *book,
                  uint32_t node, uint32_t root,
                  const struct tabia_node_data *data, struct tabia_error *err);

/* Adds the move 'mv' from one node, whose position is 'pos', to another. */
bool copy_edge(struct tabia_builder *b, const struct tabia_pos *pos,
               uint32_t from, uint32_t to, tabia_move mv,
               const struct tabia_move_data *data, struct tabia_error *err);

/* Freezes what was copied; where that failed, frees the builder: NULL. */
struct tabia_book *copy_end(struct tabia_builder *b, bool is_done,
                            struct tabia_error *err);

/* What a copy may do otherwise; all may be NULL. */
struct copy_changes {
    void (*node)(void *ctx, uint32_t node, struct tabia_node_data *data);
    void (*move)(void *ctx, uint32_t edge, struct tabia_move_data *data);
    const char *without; // the key of texts that are not copied
    void *ctx;
};

/* A copy of a whole book in which nodes and moves keep their numbers. */
struct tabia_book *copy_book(const struct tabia_book *book,
                             const struct copy_changes *changes,
                             struct tabia_error *err);

/* New values by position. A NULL array leaves everything as it is. */
struct copy_annotations {
    const struct tabia_eval *evals;
    const bool *has_eval; // where 'evals' counts
    const struct tabia_coordinates *coordinates;
};

/* Such a copy with new values of positions. */
struct tabia_book *copy_annotated(const struct tabia_book *book,
                                  const struct copy_annotations *notes,
                                  struct tabia_error *err);

/*
 * A heap array of 'count' numbers, all TABIA_NUMBER_NONE; NULL without memory.
 */
uint32_t *copy_numbers_new(size_t count, struct tabia_error *err);

/*
 * By node, the number of the root that it is, or TABIA_NUMBER_NONE; on the
 * heap.
 */
uint32_t *copy_root_numbers(const struct tabia_book *book,
                            struct tabia_error *err);

#endif
