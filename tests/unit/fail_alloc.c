/*
 * fail_alloc.c - memory that runs out when a test says so
 */
#include "fail_alloc.h"

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

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

char *__wrap_strdup(const char *text)
{
    return must_fail() ? NULL : __real_strdup(text);
}
