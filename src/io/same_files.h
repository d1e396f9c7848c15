/*
 * same_files.h - files that are given twice
 */
#ifndef IO_SAME_FILES_H
#define IO_SAME_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

/*
 * Calls 'on_same' for each file that has the same bytes as one before it in the
 * list, with the indexes of both. Empty files, pipes and what cannot be opened
 * are not compared. A file is read only where another has its size and its
 * first bytes. False when memory runs out.
 */
bool same_files_find(const char *const *paths, size_t n,
                     void (*on_same)(void *ctx, size_t first, size_t again),
                     void *ctx, struct tabia_error *err);

#endif
