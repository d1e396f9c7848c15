/*
 * fail_alloc.c - memory that runs out when a test says so
 */
#include "fail_alloc.h"

#include <stddef.h>

#include "check.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static _Thread_local long countdown = -1; // below 0: off
static _Thread_local bool is_once, has_failed;

void fail_alloc_after(long n)
{
    countdown = n;
    is_once = has_failed = false;
}

void fail_alloc_once(long n)
{
    countdown = n;
    is_once = true;
    has_failed = false;
}

bool fail_alloc_off(void)
{
    countdown = -1;
    return has_failed;
}

static bool must_fail(void)
{
    if (countdown < 0)
        return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (is_once)
        countdown = -1;
    has_failed = true;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return must_fail() ? NULL : __real_realloc(old, size);
}

/* Returns after how many allocations none failed any more. */
static long starve(fail_alloc_work *work, void *ctx, void (*start)(long n))
{
    for (long n = 0;; n++) {
        struct tabia_error err = { 0 };
        start(n);
        const bool ok = work(ctx, &err);
        const bool is_starved = fail_alloc_off();
        if (err.status != (ok ? TABIA_OK : TABIA_NOMEM))
            fail_msg("allocation %ld: %s", n,
                     err.status ? err.msg : "no error is told");
        if (is_starved)
            continue;
        if (!ok)
            fail_msg("with all memory: %s", err.msg);
        return n;
    }
}

long fail_alloc_each(fail_alloc_work *work, void *ctx)
{
    const long n = starve(work, ctx, fail_alloc_after);
    assert_true(n > 0);
    starve(work, ctx, fail_alloc_once);
    return n;
}
