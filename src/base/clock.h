/*
 * clock.h - time that only goes forward
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some fixed moment; never goes back. */
uint64_t clock_now_ns(void);

/* The same time, some milliseconds late and cheaper to ask for. */
uint64_t clock_coarse_ns(void);

#endif
