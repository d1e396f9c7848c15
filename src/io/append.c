/*
 * append.c - bytes appended to a file and synced: all of them, or none
 */
#include "io/append.h"

#include <errno.h>
#include <unistd.h>

#include "base/banned.h"

bool append_bytes(int fd, const void *data, size_t size, size_t *total,
                  bool *is_torn)
{
    size_t written = 0;
    while (written < size) {
        const ssize_t n =
            write(fd, (const char *)data + written, size - written);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; // write does not set it then
        if (n <= 0)
            break;
        written += (size_t)n;
    }
    *is_torn = false;
    if (written == size && fdatasync(fd) == 0) {
        *total += size;
        return true;
    }
    const int why = errno;
    // Part of a line must not precede the next one.
    *is_torn = ftruncate(fd, (off_t)*total) != 0;
    errno = why;
    return false;
}
