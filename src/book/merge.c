/*
 * merge.c - several books become one
 *
 * What a book says about a move is what looking it up there would show; the
 * policy decides between the books only.
 */
#include "book/fold.h"

#include "base/banned.h"

struct tabia_book *tabia_book_merge(const struct tabia_book *const *books,
                                    size_t n, enum tabia_policy policy,
                                    struct tabia_transform_report *report,
                                    struct tabia_error *err)
{
    return fold_books(books, n, TABIA_POLICY_DEFAULT, policy, report, err);
}
