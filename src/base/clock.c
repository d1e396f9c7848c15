/*
 * clock.c - time that only goes forward
 */
#include "base/clock.h"

#include <time.h>

#include "base/banned.h"

static uint64_t read_clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_now_ns(void)
{
    return read_clock_ns(CLOCK_MONOTONIC);
}

uint64_t clock_coarse_ns(void)
{
#ifdef CLOCK_MONOTONIC_COARSE
    return read_clock_ns(CLOCK_MONOTONIC_COARSE);
#else
    return read_clock_ns(CLOCK_MONOTONIC);
#endif
}
