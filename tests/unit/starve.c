/*
 * starve.c - an operation is tried with each of its allocations failing
 */
#include "starve.h"

#include "check.h"
#include "fail_alloc.h"

static long try_all(const char *name, starve_fn *run, const void *ctx,
                    void (*start)(long n))
{
    for (long n = 0;; n++) {
        struct tabia_error err = { 0 };
        start(n);
        const bool ok = run(ctx, &err);
        fail_alloc_off();
        if (ok && !fail_alloc_has_failed())
            return n;
        if (!ok && err.status != TABIA_NOMEM)
            fail_msg("%s, allocation %ld: %s", name, n, err.msg);
    }
}

long starve(const char *name, starve_fn *run, const void *ctx)
{
    try_all(name, run, ctx, fail_alloc_once);
    return try_all(name, run, ctx, fail_alloc_after);
}
