/*
 * file_attributes.c - owner, rights and more of a file that is replaced
 */
#include "io/file_attributes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/banned.h"

enum { ATTRIBUTE_MAX = 64 * 1024 }; // bytes; the most that Linux allows

static const char acl_name[] = "system.posix_acl_access";

/* Root may keep both; others the group, if they belong to it. */
static unsigned copy_owner(int fd, const struct stat *old)
{
    struct stat now;
    if (fstat(fd, &now) == 0 && now.st_uid == old->st_uid &&
        now.st_gid == old->st_gid)
        return 0;
    if (fchown(fd, old->st_uid, old->st_gid) == 0)
        return 0;
    unsigned lost = now.st_uid == old->st_uid ? 0 : FILE_ATTRIBUTES_OWNER;
    if (now.st_gid != old->st_gid && fchown(fd, (uid_t)-1, old->st_gid) != 0)
        lost |= FILE_ATTRIBUTES_GROUP;
    return lost;
}

/* A list of ours is the system's own business, as are labels. */
static unsigned loss_of(const char *name)
{
    if (strncmp(name, "security.", strlen("security.")) == 0)
        return 0;
    const bool is_acl = strcmp(name, acl_name) == 0 || strstr(name, "_acl");
    return is_acl ? FILE_ATTRIBUTES_ACL : FILE_ATTRIBUTES_EXTENDED;
}

/* 'names' and 'value' have room for ATTRIBUTE_MAX bytes each. */
static unsigned copy_extended(int fd, const char *path, char *names,
                              char *value, bool with_acl)
{
    const ssize_t size = listxattr(path, names, ATTRIBUTE_MAX);
    unsigned lost = 0;
    bool has_acl = false;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
        const char *name = names + at;
        const bool is_acl = loss_of(name) == FILE_ATTRIBUTES_ACL;
        has_acl |= strcmp(name, acl_name) == 0;
        const ssize_t n = is_acl && !with_acl
                              ? -1
                              : getxattr(path, name, value, ATTRIBUTE_MAX);
        if (n < 0 || fsetxattr(fd, name, value, (size_t)n, 0) != 0)
            lost |= loss_of(name);
    }
    // What the folder gives to its new files, and the old one had not.
    if (!has_acl)
        (void)fremovexattr(fd, acl_name);
    return lost;
}

bool file_attributes_copy(int fd, const char *path, const struct stat *old,
                          unsigned *lost, struct tabia_error *err)
{
    mode_t mode = old->st_mode & 0777;
    const mode_t cautious = mode & ~(mode_t)070;
    char *room = malloc(2 * (size_t)ATTRIBUTE_MAX);
    if (!room)
        return error_nomem(err);
    *lost = copy_owner(fd, old);
    if (old->st_nlink > 1)
        *lost |= FILE_ATTRIBUTES_LINKS;
    const bool has_group = !(*lost & FILE_ATTRIBUTES_GROUP);
    // The list comes after the mode, which changes it.
    bool is_set = fchmod(fd, has_group ? mode : cautious) == 0;
    if (is_set)
        *lost |= copy_extended(fd, path, room, room + ATTRIBUTE_MAX, has_group);
    if (is_set && *lost & (FILE_ATTRIBUTES_GROUP | FILE_ATTRIBUTES_ACL)) {
        mode = cautious | (mode & mode << 3 & 070);
        is_set = fchmod(fd, mode) == 0;
    }
    free(room);
    return is_set || error_system(err, errno, "cannot set the mode");
}

const char *file_attributes_words(unsigned bit)
{
    switch (bit) {
    case FILE_ATTRIBUTES_OWNER:
        return "cannot preserve the owner: the file is now yours";
    case FILE_ATTRIBUTES_GROUP:
        return "cannot preserve the group: it now has the rights of others";
    case FILE_ATTRIBUTES_ACL:
        return "cannot preserve the access control list";
    case FILE_ATTRIBUTES_EXTENDED:
        return "cannot preserve extended attributes";
    default:
        return "had several hard links: the other names keep the old content";
    }
}
