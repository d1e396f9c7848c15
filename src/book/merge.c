/*
 * merge.c - several books become one
 *
 * What a book says about a move is what looking it up there would show; the
 * policy decides between the books only.
 */
#include <stdlib.h>

#include "base/error.h"
#include "book/book_def.h"
#include "book/fold.h"

#include "base/banned.h"

static bool have_same_rule(const struct tabia_book *const *books, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!share_is_same(&books[i]->share, &books[0]->share))
            return false;
    return true;
}

/* Weights of different rules mean nothing beside each other: shares do. */
static struct tabia_book *merge_by_shares(const struct tabia_book *const *books,
                                          size_t n, enum tabia_policy policy,
                                          struct tabia_transform_report *report,
                                          struct tabia_error *err)
{
    const struct tabia_book **parts = calloc(n, sizeof(*parts));
    struct tabia_book **copies = calloc(n, sizeof(*copies));
    struct tabia_book *whole = NULL;
    bool is_done = (parts && copies) || error_nomem(err);
    for (size_t i = 0; is_done && i < n; i++) {
        parts[i] = books[i];
        if (books[i]->share.rule == SHARE_BY_WEIGHT)
            continue;
        parts[i] = copies[i] = share_weigh(books[i], err);
        is_done = copies[i] != NULL;
    }
    if (is_done)
        whole = fold_books(parts, n, TABIA_POLICY_DEFAULT, policy, report, err);
    for (size_t i = 0; copies && i < n; i++)
        tabia_book_free(copies[i]);
    free(copies);
    free(parts);
    return whole;
}

struct tabia_book *tabia_book_merge(const struct tabia_book *const *books,
                                    size_t n, enum tabia_policy policy,
                                    struct tabia_transform_report *report,
                                    struct tabia_error *err)
{
    if (!have_same_rule(books, n))
        return merge_by_shares(books, n, policy, report, err);
    return fold_books(books, n, TABIA_POLICY_DEFAULT, policy, report, err);
}
