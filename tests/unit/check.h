/*
 * check.h - cmocka, and failures that name the case
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Is 'got' what is wanted? If not, says so and returns false. */
static inline bool check_text(const char *name, const char *got,
                              const char *want)
{
    if (strcmp(got, want) == 0)
        return true;
    print_error("%s: got \"%s\", want \"%s\"\n", name, got, want);
    return false;
}

/* The same for numbers. */
static inline bool check_number(const char *name, unsigned long long got,
                                unsigned long long want)
{
    if (got == want)
        return true;
    print_error("%s: got %llu (0x%llx), want %llu (0x%llx)\n", name, got, got,
                want, want);
    return false;
}

#endif
