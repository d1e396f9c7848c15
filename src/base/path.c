/*
 * path.c - names of files: their folders, and the links on the way
 */
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file_name.h"
#include "base/banned.h"

enum {
    LINK_SIZE = 4096,
    LINKS_MAX = 40, // as many as the kernel follows
};

size_t path_folder_length(const char *path)
{
    return (size_t)(file_name_of(path) - path);
}

/* Replaces 'path', a symbolic link, by what it points to. */
static bool follow_link(struct buf *path, struct tabia_error *err)
{
    char target[LINK_SIZE];
    const ssize_t len = readlink(path->data, target, sizeof(target));
    if (len <= 0 || len == LINK_SIZE)
        return error_system(err, len < 0 ? errno : ENAMETOOLONG,
                            "cannot follow the link");

    path->size = target[0] == '/' ? 0 : path_folder_length(path->data);
    return buf_add(path, target, (size_t)len) || buf_error(path, err);
}

bool path_resolve(const char *name, struct buf *path, struct tabia_error *err)
{
    if (name[0] != '/') {
        char *folder = getcwd(NULL, 0);
        if (!folder)
            return error_system(err, errno, "cannot find the current folder");
        buf_addf(path, "%s/", folder);
        free(folder);
    }
    if (!buf_add_text(path, name))
        return buf_error(path, err);

    for (int i = 0; i < LINKS_MAX; i++) {
        struct stat st;
        if (lstat(path->data, &st) != 0 || !S_ISLNK(st.st_mode))
            return true;
        if (!follow_link(path, err))
            return false;
    }
    return error_system(err, ELOOP, "cannot follow the link");
}

/* Needs no memory: it comes after what cannot be taken back. */
bool path_sync_folder(const char *path, struct tabia_error *err)
{
    char folder[PATH_MAX + 2] = "";
    const size_t len = path_folder_length(path);
    if (len > PATH_MAX)
        return error_system(err, ENAMETOOLONG, "cannot sync its folder");
    memcpy(folder, path, len);
    folder[len] = '.';
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES ||
               error_system(err, errno, "cannot sync its folder");
    const bool is_done = fsync(fd) == 0 || errno == EINVAL;
    const int why = errno;
    close(fd);
    return is_done || error_system(err, why, "cannot sync its folder");
}
