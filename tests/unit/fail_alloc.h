/*
 * fail_alloc.h - memory that runs out when a test says so
 *
 *     for (long n = 0; ; n++) {
 *         fail_alloc_after(n);
 *         bool ok = work(&err);
 *         fail_alloc_off();
 *         if (ok)
 *             break;
 *         ... err.status is TABIA_NOMEM, nothing leaked ...
 *     }
 *
 * Test programs are linked with --wrap for malloc, calloc, realloc and strdup.
 */
#ifndef TESTS_FAIL_ALLOC_H
#define TESTS_FAIL_ALLOC_H

#include <stdbool.h>

/* This thread's next 'n' allocations succeed, those after them fail. */
void fail_alloc_after(long n);

/* Of this thread's next allocations only the one after 'n' others fails. */
void fail_alloc_once(long n);

/* Every allocation succeeds again. Has one failed meanwhile? */
bool fail_alloc_off(void);

#endif
