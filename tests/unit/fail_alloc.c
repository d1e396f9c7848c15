/*
 * fail_alloc.c - memory that runs out when a test says so
 *
 * The functions here stand before those of the C library and of sanitizers,
 * for shared libraries as well: what zlib or strdup asks for fails, too.
 */
#include "fail_alloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "check.h"
#include "sanitizer.h"

/* A sanitizer may not be ready when the loader allocates. */
#define ATTR_PLAIN                                                             \
    __attribute__((no_sanitize("address", "thread", "undefined")))

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);

static atomic_long countdown = -1; // below 0: off
static atomic_bool is_once, has_failed;

/* Without a malloc of ours nothing can fail. */
static void need_own_malloc(void)
{
    if (!HAS_OWN_MALLOC)
        skip();
}

void fail_alloc_after(long n)
{
    need_own_malloc();
    is_once = has_failed = false;
    countdown = n;
}

void fail_alloc_once(long n)
{
    need_own_malloc();
    has_failed = false;
    is_once = true;
    countdown = n;
}

bool fail_alloc_off(void)
{
    countdown = -1;
    return has_failed;
}

#if HAS_OWN_MALLOC

/* Counts down to 0; stays there, or with 'is_once' goes on to -1. */
ATTR_PLAIN static bool must_fail(void)
{
    long n = atomic_load(&countdown);
    for (;;) {
        if (n < 0)
            return false;
        const long next = n > 0 ? n - 1 : is_once ? -1 : 0;
        if (atomic_compare_exchange_weak(&countdown, &n, next))
            break;
    }
    if (n > 0)
        return false;
    has_failed = true;
    errno = ENOMEM;
    return true;
}

/* ISO C has no way from an object's address to a function's. */
#define FIND_NEXT(pointer, name)                                               \
    do {                                                                       \
        if (!(pointer)) {                                                      \
            void *found = dlsym(RTLD_NEXT, name);                              \
            memcpy(&(pointer), &found, sizeof(found));                         \
        }                                                                      \
    } while (0)

ATTR_PLAIN void *malloc(size_t size)
{
    static void *(*next)(size_t);
    FIND_NEXT(next, "malloc");
    return must_fail() ? NULL : next(size);
}

ATTR_PLAIN void *calloc(size_t count, size_t size)
{
    static void *(*next)(size_t, size_t);
    FIND_NEXT(next, "calloc");
    return must_fail() ? NULL : next(count, size);
}

ATTR_PLAIN void *realloc(void *old, size_t size)
{
    static void *(*next)(void *, size_t);
    FIND_NEXT(next, "realloc");
    return must_fail() ? NULL : next(old, size);
}

#endif // HAS_OWN_MALLOC

/* Returns after how many allocations none failed any more. */
static long starve(fail_alloc_work *work, void *ctx, void (*start)(long n))
{
    for (long n = 0;; n++) {
        struct tabia_error err = { 0 };
        start(n);
        const bool ok = work(ctx, &err);
        const bool is_starved = fail_alloc_off();
        if (err.status != (ok ? TABIA_OK : TABIA_ERR_NOMEM))
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
