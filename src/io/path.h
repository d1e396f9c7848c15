/*
 * path.h - paths: the names in them, their folders, and the links on the way
 */
#ifndef IO_PATH_H
#define IO_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { PATH_SIZE_MAX = 64 * 1024 }; // bytes of a name

/* The name of a file without its folder. */
const char *path_name(const char *path);

/*
 * True if 'path' is 'tail' or ends with '/' and 'tail', which is UTF-8; of
 * 'path', what is not is taken as utf8_repair does.
 */
bool path_ends_with(const char *path, const char *tail);

/*
 * The shortest path in a list, which ends with NULL, that ends with 'name';
 * else the first one with its last part. NULL if there is none.
 */
const char *path_find(const char *const *paths, const char *name);

/* The length of the folder part of a path, its last '/' included. */
size_t path_folder_length(const char *path);

/* True if files can be created in the folder of 'path'. */
bool path_is_writable_folder_of(const char *path);

/*
 * True if 'path' still names the open file 'fd'. Whoever has locked a file asks
 * this: it may have been removed or replaced between open and lock.
 */
bool path_is_of_file(const char *path, int fd);

/*
 * Follows symbolic links to the end, which need not exist. Relative names
 * become absolute, so that a later change of folder does no harm. 'path' is
 * empty before.
 */
bool path_resolve(const char *name, struct buf *path, struct tabia_error *err);

/*
 * Waits until the names in the folder of 'path' are on the disk. A folder
 * that may be written, but not read, is left to the system.
 */
bool path_sync_folder(const char *path, struct tabia_error *err);

#endif
