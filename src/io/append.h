/*
 * append.h - bytes appended to a file and synced: all of them, or none
 *
 * For files that grow line by line, such as journals. The file is open with
 * O_APPEND, and nobody else writes to it meanwhile (flock).
 */
#ifndef IO_APPEND_H
#define IO_APPEND_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Appends to a file that has '*total' bytes, and adds to it. False with errno
 * set; 'is_torn' then means that part of the bytes could not be removed
 * again.
 */
bool append_bytes(int fd, const void *data, size_t size, size_t *total,
                  bool *is_torn);

#endif
