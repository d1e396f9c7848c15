/*
 * annotate.h - a copy of a book with new values of its positions
 */
#ifndef BOOK_ANNOTATE_H
#define BOOK_ANNOTATE_H

#include "tabia/book.h"

/* New values by position. A NULL array leaves everything as it is. */
struct annotations {
    const struct tabia_eval *evals;
    const bool *has_eval; // where 'evals' counts
    const struct tabia_place *places;
};

/* Nodes and moves keep their numbers, texts their order. */
struct tabia_book *annotate_book(const struct tabia_book *book,
                                 const struct annotations *notes,
                                 struct tabia_error *err);

#endif
