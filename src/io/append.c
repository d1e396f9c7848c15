/*
 * append.c - bytes appended to a file and synced: all of them, or none
 */
#include "io/append.h"

#include <errno.h>
#include <unistd.h>

#include "io/write_all.h"

#include "base/banned.h"

bool append_bytes(int fd, const void *data, size_t size, size_t *total,
                  bool *is_torn)
{
    *is_torn = false;
    if (write_all(fd, data, size, WRITE_ALL_NEXT) && fdatasync(fd) == 0) {
        *total += size;
        return true;
    }
    const int why = errno;
    // Part of a line must not precede the next one.
    *is_torn = ftruncate(fd, (off_t)*total) != 0;
    errno = why;
    return false;
}
