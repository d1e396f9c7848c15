/*
 * starve.h - an operation is tried with each of its allocations failing
 */
#ifndef TESTS_STARVE_H
#define TESTS_STARVE_H

#include <stdbool.h>

#include "tabia/error.h"

/* One operation on 'ctx'; frees what it makes. */
typedef bool starve_fn(const void *ctx, struct tabia_error *err);

/*
 * Runs it with its first allocation failing, then its second, and so on until
 * none is left; once with all later ones failing as well, once without. It
 * may get on without, or fail with TABIA_NOMEM; any other error fails the
 * test. Returns how many allocations there are.
 */
long starve(const char *name, starve_fn *run, const void *ctx);

#endif
