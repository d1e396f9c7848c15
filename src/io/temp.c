/*
 * temp.c - files on the way to their names, and what killed programs left
 */
#include "io/temp.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "io/cleanup.h"
#include "io/commit.h"
#include "io/path.h"
#include "base/banned.h"

enum { NAME_TRIES = 100 };

#define PREFIX ".tabia-"
#define SUFFIX ".tmp"

/* ---- making ---------------------------------------------------------- */

/*
 * A sweep may hold the new file before its maker does, or have removed it:
 * then another name is tried. Where locks do not work, no sweep removes files.
 */
static bool lock_new_file(int fd)
{
    struct stat st;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

/* Makes the file by its present name; false with errno set. */
static bool temp_create_file(struct temp *temp, mode_t mode)
{
    // Known before it exists: a signal in between finds nothing to remove.
    if (cleanup_is_installed()) {
        temp->slot = cleanup_add(cleanup_registry(), temp->path);
        if (temp->slot < 0) {
            errno = EMFILE;
            return false;
        }
    }
    temp->fd = open(temp->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (temp->fd >= 0 && lock_new_file(temp->fd))
        return true;
    const int why = temp->fd >= 0 ? EEXIST : errno;
    if (temp->fd >= 0)
        close(temp->fd);
    temp->fd = -1;
    cleanup_remove(cleanup_registry(), temp->slot);
    temp->slot = -1;
    errno = why;
    return false;
}

/*
 * The name need not be secret, as O_EXCL makes sure that the file is ours;
 * the process and the time keep tries from meeting often.
 */
bool temp_open(struct temp *temp, const char *target, mode_t mode,
               struct tabia_error *err)
{
    const int folder = (int)path_folder_length(target);
    const uint64_t seed = clock_now_ns();
    struct buf name = { .limit = PATH_SIZE_MAX };
    bool is_made = false;
    *temp = (struct temp){ .fd = -1, .slot = -1 };
    for (unsigned i = 0; i < NAME_TRIES && !is_made; i++) {
        buf_reset(&name);
        if (!buf_addf(&name, "%.*s" PREFIX "%ld-%06x" SUFFIX, folder, target,
                      (long)getpid(), (unsigned)(seed + i) & 0xFFFFFF)) {
            buf_error(&name, err);
            buf_clear(&name);
            return false;
        }
        temp->path = name.data;
        is_made = temp_create_file(temp, mode);
        if (!is_made && errno != EEXIST)
            break;
    }
    if (is_made)
        return true;
    error_system(err, errno, "cannot write to its folder");
    temp->path = NULL;
    buf_clear(&name);
    return false;
}

void temp_unregister(struct temp *temp)
{
    cleanup_remove(cleanup_registry(), temp->slot);
    temp->slot = -1;
}

void temp_keep(struct temp *temp)
{
    temp_unregister(temp);
    free(temp->path);
    temp->path = NULL;
}

void temp_close(struct temp *temp)
{
    if (temp->path)
        unlink(temp->path); // while the lock is held
    if (temp->fd >= 0)
        close(temp->fd);
    temp_keep(temp);
    *temp = (struct temp)TEMP_CLOSED;
}

/* Not every file system can do without a name for a moment. */
int temp_open_nameless(const char *folder, struct tabia_error *err)
{
    struct buf target = { .limit = PATH_SIZE_MAX };
    struct temp temp;
    int fd = -1;
#ifdef O_TMPFILE
    fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
#endif
    if (!buf_addf(&target, "%s/x", folder)) {
        buf_error(&target, err);
    } else if (temp_open(&temp, target.data, 0600, err)) {
        fd = temp.fd;
        unlink(temp.path);
        temp_keep(&temp);
    }
    buf_clear(&target);
    return fd;
}

bool temp_make_folder(char path[TEMP_FOLDER_SIZE], struct tabia_error *err)
{
    static const char name[] = "/tabia-XXXXXX";
    const char *base = getenv("TMPDIR");
    if (!base || !*base || strlen(base) + sizeof(name) > TEMP_FOLDER_SIZE)
        base = "/tmp";
    snprintf(path, TEMP_FOLDER_SIZE, "%s%s", base, name);
    return mkdtemp(path) ||
           error_system(err, errno, "cannot create a temporary folder");
}

/* ---- what killed programs left --------------------------------------- */

/*
 * Locks on these may be known to this machine alone, while the file belongs
 * to a program on another one.
 */
static bool is_shared(int fd)
{
    static const uint32_t types[] = {
        0x6969,     // NFS
        0x517B,     // SMB
        0xFF534D42, // CIFS
        0xFE534D42, // SMB 2
        0x65735546, // FUSE
        0x01021997, // 9P
        0x5346414F, // AFS
        0x6B414653, // the kernel's AFS
        0x00C36400, // Ceph
        0x0BD00BD0, // Lustre
        0x47504653, // GPFS
        0x7461636F, // OCFS2
        0x01161970, // GFS2
        0x19830326, // BeeGFS
    };
    struct statfs fs;
    if (fstatfs(fd, &fs) != 0)
        return true;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if ((uint32_t)fs.f_type == types[i])
            return true;
    return false;
}

/* .tabia-PROCESS-XXXXXX.tmp */
static bool is_temp_name(const char *name)
{
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);
    const size_t process = strspn(name, "0123456789");
    if (!process || name[process] != '-')
        return false;
    name += process + 1;
    return strspn(name, "0123456789abcdef") == 6 &&
           strcmp(name + 6, SUFFIX) == 0;
}

/*
 * With the lock in hand, its maker is gone and can make it part of no set any
 * more: so the look at the folder's commit record has to come after it.
 */
static void remove_stale(int folder, const char *name)
{
    const int fd =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st, now;
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
        flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        faccessat(folder, COMMIT_RECORD, F_OK, 0) != 0 && errno == ENOENT &&
        fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
        now.st_dev == st.st_dev && now.st_ino == st.st_ino)
        unlinkat(folder, name, 0);
    close(fd);
}

void temp_sweep(const char *target)
{
    struct buf folder = { .limit = PATH_SIZE_MAX };
    buf_add(&folder, target, path_folder_length(target));
    DIR *dir = buf_add_text(&folder, ".") ? opendir(folder.data) : NULL;
    buf_clear(&folder);
    if (!dir)
        return;
    if (!is_shared(dirfd(dir)))
        for (const struct dirent *e; (e = readdir(dir));)
            if (is_temp_name(e->d_name))
                remove_stale(dirfd(dir), e->d_name);
    closedir(dir);
}
