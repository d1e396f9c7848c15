/*
 * require.h - what must hold, whatever the bytes are
 */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stdlib.h>

/* Ends the program in a way that every fuzzer takes for a finding. */
static inline void require(bool truth)
{
    if (!truth)
        abort();
}

#endif
