/*
 * clock.c - time that only goes forward
 */
#include "base/clock.h"

#include <time.h>

#include "base/banned.h"

uint64_t clock_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
