/*
 * draft.h - a book while it is being edited
 *
 *     struct tabia_book *next = draft_apply(book, &changes, &result, err);
 *
 * A frozen book is split into nodes and edges, changed, and rebuilt. Where a
 * position occurs several times, as in books of lines, a change applies to all
 * its occurrences.
 */
#ifndef SERVE_DRAFT_H
#define SERVE_DRAFT_H

#include "serve/edit/changes.h"

struct draft_result {
    uint32_t added;   // moves that the book did not have
    uint32_t removed; // moves that were removed
    uint32_t kept;    // moves after a removed one that other lines need
    bool is_same;     // the book had all moves that were to be added
};

/*
 * Applies all changes in order, or none. The caller frees the book. Fails with
 * TABIA_ERR_MISUSE for a position or move that the book does not have.
 */
struct tabia_book *draft_apply(const struct tabia_book *book,
                               const struct changes *changes,
                               struct draft_result *result,
                               struct tabia_error *err);

#endif
