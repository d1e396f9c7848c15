/*
 * write_all.c - all bytes to a file, whatever a single call takes
 */
#include "io/write_all.h"

#include <errno.h>
#include <unistd.h>

#include "base/banned.h"

bool write_all(int fd, const void *data, size_t size, off_t at)
{
    const char *p = data;
    while (size) {
        const ssize_t n =
            at == WRITE_ALL_NEXT ? write(fd, p, size) : pwrite(fd, p, size, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; // no call sets it then
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
        at += at == WRITE_ALL_NEXT ? 0 : n;
    }
    return true;
}
