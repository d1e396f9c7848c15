/*
 * fold.h - books in which every position has one node
 */
#ifndef BOOK_FOLD_H
#define BOOK_FOLD_H

#include "tabia/transform.h"

/*
 * Folds 'n' books into one: the occurrences of a book by 'within', then the
 * books by 'across'. With TABIA_POLICY_FIRST across, the moves of a position
 * are those of the first book that has any.
 */
struct tabia_book *fold_books(const struct tabia_book *const *books, size_t n,
                              enum tabia_policy within,
                              enum tabia_policy across,
                              struct tabia_transform_report *report,
                              struct tabia_error *err);

struct tabia_builder;

/*
 * Adds the texts of the books in their order, those of one key from one book
 * alone: the first that has it, or the last.
 */
bool fold_texts(struct tabia_builder *b, const struct tabia_book *const *books,
                size_t n, bool is_last, struct tabia_error *err);

#endif
