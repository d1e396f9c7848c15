/*
 * fail_alloc.h - memory that runs out when a test says so
 *
 * It holds for all threads, and for all libraries that call malloc, calloc or
 * realloc.
 */
#ifndef TESTS_FAIL_ALLOC_H
#define TESTS_FAIL_ALLOC_H

#include <stdbool.h>

#include "tabia/book.h"

/* The next 'n' allocations succeed, those after them fail. */
void fail_alloc_after(long n);

/* Of the next allocations only the one after 'n' others fails. */
void fail_alloc_once(long n);

/* Every allocation succeeds again. Has one failed meanwhile? */
bool fail_alloc_off(void);

/* Does something, and frees what it makes; false with an error. */
typedef bool fail_alloc_work(void *ctx, struct tabia_error *err);

/*
 * Runs 'work' with memory for no allocation, for one, and so on, until it has
 * all that it wants; then once more for each with only that one failing. It
 * must say TABIA_ERR_NOMEM or get on without; leaks are for the sanitizers to
 * see. Ends the test otherwise, or when there was no allocation at all.
 * Returns how many there were.
 */
long fail_alloc_each(fail_alloc_work *work, void *ctx);

/* For the end of a work that makes a book: frees it. Was there one? */
static inline bool fail_alloc_book(struct tabia_book *book)
{
    tabia_book_free(book);
    return book != NULL;
}

#endif
