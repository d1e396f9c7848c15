/*
 * msan_stat.c - tells MemorySanitizer that stat() fills what it is given
 *
 * Its own versions are for the names that the C library had before 2.33.
 */
#include "sanitizer.h"

#if __has_feature(memory_sanitizer)

#include <fcntl.h>
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>

static int look_at(int folder, const char *path, struct stat *st, int flags)
{
    const int result = fstatat(folder, path, st, flags);
    if (result == 0)
        __msan_unpoison(st, sizeof(*st));
    return result;
}

int stat(const char *path, struct stat *st)
{
    return look_at(AT_FDCWD, path, st, 0);
}

int lstat(const char *path, struct stat *st)
{
    return look_at(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int fstat(int fd, struct stat *st)
{
    return look_at(fd, "", st, AT_EMPTY_PATH);
}

#else

typedef int msan_stat_is_not_needed; // ISO C wants something in a file

#endif
