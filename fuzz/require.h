/*
 * require.h - what must hold, whatever the bytes are
 */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stdlib.h>

/*
 * Every target is also built as one that only reads, where its row in
 * targets.txt says so: without writing, reading again and searching it tries
 * many more inputs a second.
 */
#ifdef FUZZ_READ_ONLY
enum { IS_READ_ONLY = true };
#else
enum { IS_READ_ONLY = false };
#endif

/* Ends the program in a way that every fuzzer takes for a finding. */
static inline void require(bool truth)
{
    if (!truth)
        abort();
}

#endif
