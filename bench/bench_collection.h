/*
 * bench_collection.h - a collection of games of any size, made up
 */
#ifndef BENCH_COLLECTION_H
#define BENCH_COLLECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/error.h"

/*
 * Writes games 'first' to 'first' + n - 1 as PGN, about 650 bytes each: game i
 * is always the same, and hardly any two are.
 */
bool bench_collection_write(const char *path, uint64_t first, uint64_t n,
                            struct tabia_error *err);

#endif
