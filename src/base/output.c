/*
 * output.c - files that appear whole or not at all
 */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/banned.h"

enum {
    BUFFER_SIZE = 64 * 1024,
    PATH_LIMIT = 64 * 1024,
    NAME_TRIES = 100,
    LINK_SIZE = 4096,
    LINKS_MAX = 40, // as many as the kernel follows
};

/* ---- the target ------------------------------------------------------ */

/* The length of the folder part of a path, its last '/' included. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces 'path', a symbolic link, by what it points to. */
static bool follow_link(struct buf *path, struct tabia_error *err)
{
    char target[LINK_SIZE];
    const ssize_t len = readlink(path->data, target, sizeof(target));
    if (len <= 0 || len == LINK_SIZE)
        return error_system(err, len < 0 ? errno : ENAMETOOLONG,
                            "cannot follow the link");

    path->size = target[0] == '/' ? 0 : folder_length(path->data);
    return buf_add(path, target, (size_t)len) || buf_error(path, err);
}

/*
 * Follows symbolic links to the end, which need not exist. Relative names
 * become absolute, so that a later change of folder does no harm.
 */
static bool resolve(const char *name, struct buf *path, struct tabia_error *err)
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

/* ---- life cycle ------------------------------------------------------ */

static bool is_failed(const struct output *out)
{
    return out->error.status != TABIA_OK;
}

/* Closes and forgets everything; the temporary is gone, if there was one. */
static void release(struct output *out)
{
    if (out->fd >= 0 && out->fd != STDOUT_FILENO)
        close(out->fd);
    if (out->temp)
        unlink(out->temp);
    if (out->cleanup)
        cleanup_remove(out->cleanup, out->slot);
    free(out->temp);
    free(out->target);
    free(out->buffer);
    *out = (struct output){ .fd = -1, .slot = -1 };
}

/* Hands the first error to the caller and closes. Returns false. */
static bool give_up(struct output *out, struct tabia_error *err)
{
    error_in_file(&out->error, out->name);
    error_pass(err, &out->error);
    release(out);
    return false;
}

static bool open_direct(struct output *out, const char *path)
{
    out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (out->fd < 0)
        return error_system(&out->error, errno, "cannot write");
    return true;
}

/* Makes the temporary by its present name; false with errno set. */
static bool create_temp(struct output *out, mode_t mode)
{
    // Known before it exists: a signal in between finds nothing to remove.
    if (out->cleanup) {
        out->slot = cleanup_add(out->cleanup, out->temp);
        if (out->slot < 0) {
            errno = EMFILE;
            return false;
        }
    }
    out->fd = open(out->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (out->fd >= 0)
        return true;
    const int saved = errno;
    if (out->cleanup)
        cleanup_remove(out->cleanup, out->slot);
    out->slot = -1;
    errno = saved;
    return false;
}

/*
 * The name need not be secret, as O_EXCL makes sure that the file is ours;
 * the process and the time keep tries from meeting often.
 */
static bool open_temp(struct output *out, mode_t mode)
{
    const int folder = (int)folder_length(out->target);
    const uint64_t seed = clock_now_ns();
    struct buf name = { .limit = PATH_LIMIT };
    bool ok = false;
    for (unsigned i = 0; i < NAME_TRIES && !ok; i++) {
        buf_reset(&name);
        if (!buf_addf(&name, "%.*s.tabia-%ld-%06x.tmp", folder, out->target,
                      (long)getpid(), (unsigned)(seed + i) & 0xFFFFFF)) {
            buf_error(&name, &out->error);
            break;
        }
        out->temp = name.data;
        ok = create_temp(out, mode);
        out->temp = NULL;
        if (!ok && errno != EEXIST)
            break;
    }
    if (!ok) {
        error_system(&out->error, errno, "cannot write in its folder");
        buf_clear(&name);
        return false;
    }
    out->temp = name.data; // owned by the output from here on
    return true;
}

static bool prepare_file(struct output *out, const char *path)
{
    const size_t len = strlen(path);
    if (!len || path[len - 1] == '/')
        return error_system(&out->error, len ? EISDIR : ENOENT, "cannot write");
    struct stat st;
    const bool exists = stat(path, &st) == 0;
    if (!exists && errno != ENOENT)
        return error_system(&out->error, errno, "cannot write");
    if (exists && S_ISDIR(st.st_mode))
        return error_system(&out->error, EISDIR, "cannot write");
    if (exists && !S_ISREG(st.st_mode))
        return open_direct(out, path);
    if (exists && !out->force)
        return error_set(&out->error, TABIA_IO, "exists already");

    struct buf target = { .limit = PATH_LIMIT };
    if (!resolve(path, &target, &out->error)) {
        buf_clear(&target);
        return false;
    }
    out->target = target.data;
    // Never readable by more people than the file that it replaces.
    const mode_t mode = exists ? st.st_mode & 0777 : 0666;
    if (!open_temp(out, mode))
        return false;
    if (exists && fchmod(out->fd, mode) != 0)
        return error_system(&out->error, errno, "cannot set the mode");
    return true;
}

bool output_open(struct output *out, const char *path,
                 const struct output_options *options, struct tabia_error *err)
{
    static const struct output_options defaults = { 0 };
    const struct output_options *o = options ? options : &defaults;
    const bool is_stdout = strcmp(path, "-") == 0;
    *out = (struct output){
        .name = is_stdout ? OUTPUT_STDOUT : path,
        .fd = is_stdout ? STDOUT_FILENO : -1,
        .slot = -1,
        .force = o->force,
        .cleanup = o->cleanup,
    };
    out->buffer = malloc(BUFFER_SIZE);
    if (!out->buffer)
        error_nomem(&out->error);
    if (is_failed(out) || (!is_stdout && !prepare_file(out, path)))
        return give_up(out, err);
    out->is_open = true;
    return true;
}

/* ---- writing --------------------------------------------------------- */

static bool write_all(struct output *out, const char *data, size_t size)
{
    while (size) {
        const ssize_t done = write(out->fd, data, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return error_system(&out->error, errno, "cannot write");
        data += done;
        size -= (size_t)done;
    }
    return true;
}

static bool flush(struct output *out)
{
    const size_t size = out->nbuffered;
    out->nbuffered = 0;
    return write_all(out, out->buffer, size);
}

bool output_write(struct output *out, const void *data, size_t size)
{
    if (!out->is_open || is_failed(out))
        return false;
    out->nbytes += size;
    if (size > BUFFER_SIZE - out->nbuffered && !flush(out))
        return false;
    if (size >= BUFFER_SIZE)
        return write_all(out, data, size);
    if (size)
        memcpy(out->buffer + out->nbuffered, data, size);
    out->nbuffered += size;
    return true;
}

static bool write_to_output(void *ctx, const void *data, size_t size,
                            struct tabia_error *err)
{
    struct output *out = ctx;
    if (output_write(out, data, size))
        return true;
    error_in_file(&out->error, out->name);
    return error_pass(err, &out->error);
}

struct sink output_sink(struct output *out, struct tabia_error *err)
{
    return (struct sink){ .write = write_to_output, .ctx = out, .err = err };
}

bool output_printf(struct output *out, const char *fmt, ...)
{
    if (!out->is_open || is_failed(out))
        return false;
    struct sink dst = output_sink(out, &out->error);
    va_list ap;
    va_start(ap, fmt);
    const bool ok = sink_vprintf(&dst, fmt, ap);
    va_end(ap);
    return ok;
}

/* ---- putting the file in place --------------------------------------- */

/* The new name itself must reach the disk, too. */
static bool sync_folder(struct output *out)
{
    const size_t len = folder_length(out->target);
    const char after = out->target[len];
    out->target[len] = '\0';
    const int fd = open(out->target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    out->target[len] = after;
    if (fd < 0 && errno == EACCES)
        return true; // a folder that may be written, but not read
    if (fd < 0)
        return error_system(&out->error, errno, "cannot sync its folder");
    const bool ok = fsync(fd) == 0 || errno == EINVAL;
    const int saved = errno;
    close(fd);
    return ok || error_system(&out->error, saved, "cannot sync its folder");
}

/*
 * rename replaces whatever is there. Without force, link refuses instead,
 * and the temporary name is then dropped. File systems without hard links
 * get a last look and a rename.
 */
static bool take_name(struct output *out)
{
    if (!out->force) {
        if (link(out->temp, out->target) == 0)
            return true; // release drops the temporary name
        struct stat st;
        if (errno == EEXIST || lstat(out->target, &st) == 0)
            return error_set(&out->error, TABIA_IO,
                             "was made by somebody else meanwhile");
        if (errno != ENOENT)
            return error_system(&out->error, errno, "cannot write");
    }
    if (rename(out->temp, out->target) != 0)
        return error_system(&out->error, errno, "cannot replace");
    free(out->temp);
    out->temp = NULL;
    return true;
}

static bool put_in_place(struct output *out)
{
    if (!out->target)
        return true;
    if (fsync(out->fd) != 0)
        return error_system(&out->error, errno, "cannot write");
    const int fd = out->fd;
    out->fd = -1;
    if (close(fd) != 0 && errno != EINTR)
        return error_system(&out->error, errno, "cannot write");
    return take_name(out) && sync_folder(out);
}

bool output_finish(struct output *out, struct tabia_error *err)
{
    if (!out->is_open)
        return error_set(err, TABIA_MISUSE, "the output is not open");
    if (is_failed(out) || !flush(out) || !put_in_place(out))
        return give_up(out, err);
    release(out);
    return true;
}

void output_abort(struct output *out)
{
    if (out->is_open)
        release(out);
}
