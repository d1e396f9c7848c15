/*
 * path.c - paths: the names in them, their folders, and the links on the way
 */
#include "io/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/utf8_repair.h"
#include "base/banned.h"

enum {
    LINK_SIZE = 4096,
    LINKS_MAX = 40, // as many as the kernel follows
};

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_ends_with(const char *path, const char *tail)
{
    for (const char *at = path, *slash;; at = slash + 1) {
        if (utf8_is_repaired(at, tail))
            return true;
        slash = strchr(at, '/');
        if (!slash)
            return false;
    }
}

const char *path_find(const char *const *paths, const char *name)
{
    const char *best = NULL;
    for (size_t i = 0; paths && paths[i]; i++)
        if (path_ends_with(paths[i], name) &&
            (!best || strlen(paths[i]) < strlen(best)))
            best = paths[i];
    for (size_t i = 0; !best && paths && paths[i]; i++)
        if (utf8_is_repaired(path_name(paths[i]), path_name(name)))
            best = paths[i];
    return best;
}

size_t path_folder_length(const char *path)
{
    return (size_t)(path_name(path) - path);
}

bool path_is_writable_folder_of(const char *path)
{
    const size_t len = path_folder_length(path);
    char *folder = len ? strndup(path, len) : strdup(".");
    const bool is_writable = folder && access(folder, W_OK | X_OK) == 0;
    free(folder);
    return is_writable;
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

bool path_is_of_file(const char *path, int fd)
{
    struct stat named, opened;
    return stat(path, &named) == 0 && fstat(fd, &opened) == 0 &&
           named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
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
    const bool ok = fsync(fd) == 0 || errno == EINVAL;
    const int why = errno;
    close(fd);
    return ok || error_system(err, why, "cannot sync its folder");
}
