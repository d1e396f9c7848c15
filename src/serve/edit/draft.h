/*
 * draft.h - a book while it is being changed
 *
 *     struct tabia_book *next = draft_apply(book, &changes, &report, err);
 *
 * A frozen book is taken apart into nodes and edges, changed, and built anew.
 * Where a position occurs several times, as in books of lines, a change means
 * all of its occurrences.
 */
#ifndef SERVE_DRAFT_H
#define SERVE_DRAFT_H

#include "serve/edit/changes.h"

struct draft_report {
    uint32_t removed; // moves that are gone
    uint32_t kept;    // moves behind a removed one that other lines need
};

/*
 * All changes in their order, or none. The caller frees the book. Fails with
 * TABIA_MISUSE for a place that the book does not have.
 */
struct tabia_book *draft_apply(const struct tabia_book *book,
                               const struct changes *changes,
                               struct draft_report *report,
                               struct tabia_error *err);

#endif
