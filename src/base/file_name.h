/*
 * file_name.h - the names in paths
 */
#ifndef BASE_FILE_NAME_H
#define BASE_FILE_NAME_H

#include <stdbool.h>

/* The name of a file without its folder. */
const char *file_name_of(const char *path);

/* True if 'path' is 'tail' or ends with '/' and 'tail'. */
bool file_name_ends(const char *path, const char *tail);

/*
 * The shortest path in a list, which ends with NULL, that ends with 'name';
 * else the first one with its last part. NULL if there is none.
 */
const char *file_name_find(const char *const *paths, const char *name);

#endif
