/*
 * write_all.h - all bytes to a file, whatever a single call takes
 */
#ifndef IO_WRITE_ALL_H
#define IO_WRITE_ALL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define WRITE_ALL_NEXT ((off_t)-1) // behind what was written last

/*
 * Writes at byte 'at' of the file, or at WRITE_ALL_NEXT. False with errno set:
 * EIO if the file takes no bytes and nothing says why.
 */
bool write_all(int fd, const void *data, size_t size, off_t at);

#endif
