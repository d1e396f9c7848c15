/*
 * fail_alloc.c - memory that runs out when a test says so
 */
#include "fail_alloc.h"

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static _Thread_local long countdown = -1; // below 0: off
static _Thread_local bool is_once;

void fail_alloc_after(long n)
{
    countdown = n;
    is_once = false;
}

void fail_alloc_once(long n)
{
    countdown = n;
    is_once = true;
}

void fail_alloc_off(void)
{
    countdown = -1;
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
