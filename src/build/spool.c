/*
 * spool.c - files for what memory has no room for
 */
#include "build/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "io/path.h"
#include "io/temp.h"
#include "io/write_all.h"

#include "base/banned.h"

bool spool_open_temp(struct spool *s, const char *folder,
                     struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    if (!folder)
        folder = getenv("TMPDIR");
    if (!folder || !*folder)
        folder = "/tmp";
    *s = (struct spool){ .fd = temp_open_nameless(folder, &why) };
    s->is_open = s->fd >= 0;
    return s->is_open ||
           error_set(err, why.status, "cannot make a file in %s: %s", folder,
                     why.msg);
}

bool spool_open(struct spool *s, const char *folder, const char *name,
                uint64_t size, struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    struct stat st;
    *s = (struct spool){ .size = size };
    if (!buf_addf(&path, "%s/%s", folder, name))
        return buf_error(&path, err);
    s->path = path.data;
    s->fd = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    s->is_open = s->fd >= 0;
    if (!s->is_open || fstat(s->fd, &st) != 0)
        error_system(err, errno, "cannot open %s", s->path);
    else if ((uint64_t)st.st_size < size)
        error_set(err, TABIA_ERR_CORRUPT, "%s is shorter than it was", s->path);
    else if ((uint64_t)st.st_size > size && ftruncate(s->fd, (off_t)size) != 0)
        error_system(err, errno, "cannot cut %s", s->path);
    else
        return true;
    spool_close(s);
    return false;
}

bool spool_open_all(struct spool *s, const char *folder, const char *name,
                    struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    struct stat st;
    *s = (struct spool){ 0 };
    if (!buf_addf(&path, "%s/%s", folder, name))
        return buf_error(&path, err);
    s->path = path.data;
    s->fd = open(s->path, O_RDONLY | O_CLOEXEC);
    s->is_open = s->fd >= 0;
    if (!s->is_open || fstat(s->fd, &st) != 0) {
        error_system(err, errno, "cannot open %s", s->path);
        spool_close(s);
        return false;
    }
    s->size = (uint64_t)st.st_size;
    return true;
}

static const char *name_of(const struct spool *s)
{
    return s->path ? s->path : "a temporary file";
}

bool spool_put(struct spool *s, uint64_t at, const void *data, size_t size,
               struct tabia_error *err)
{
    return write_all(s->fd, data, size, (off_t)at) ||
           error_system(err, errno, "cannot write %s", name_of(s));
}

static bool write_sink(void *ctx, const void *data, size_t size,
                       struct tabia_error *err)
{
    struct spool *s = ctx;
    if (!spool_put(s, s->size, data, size, err))
        return false;
    s->size += size;
    return true;
}

struct sink spool_sink(struct spool *s, struct tabia_error *err)
{
    return (struct sink){ .write = write_sink, .ctx = s, .err = err };
}

bool spool_read_next(struct spool *s, void *data, size_t size,
                     struct tabia_error *err)
{
    if (!s->sum) {
        s->sum = XXH3_createState();
        if (!s->sum)
            return error_nomem(err);
        XXH3_64bits_reset(s->sum);
    }
    for (size_t done = 0; done < size;) {
        const ssize_t n = pread(s->fd, (char *)data + done, size - done,
                                (off_t)(s->nsummed + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_system(err, errno, "cannot read %s", name_of(s));
        if (n == 0)
            return error_set(err, TABIA_ERR_CORRUPT,
                             "%s is shorter than it was", name_of(s));
        done += (size_t)n;
    }
    XXH3_64bits_update(s->sum, data, size);
    s->nsummed += size;
    return true;
}

bool spool_checksum(struct spool *s, uint64_t *sum, struct tabia_error *err)
{
    uint8_t some[1 << 14];
    size_t n;
    do {
        const uint64_t left = s->size - s->nsummed;
        n = left < sizeof(some) ? (size_t)left : sizeof(some);
        if (!spool_read_next(s, some, n, err))
            return false;
    } while (n);
    *sum = XXH3_64bits_digest(s->sum);
    return true;
}

bool spool_sync(struct spool *s, struct tabia_error *err)
{
    return fsync(s->fd) == 0 ||
           error_system(err, errno, "cannot write %s", name_of(s));
}

static void unmap(struct spool *s)
{
    if (s->map)
        munmap(s->map, s->mapped);
    s->map = NULL;
    s->mapped = 0;
}

bool spool_map(struct spool *s, struct tabia_bytes *bytes,
               struct tabia_error *err)
{
    static const uint8_t nothing[1];
    unmap(s);
    *bytes = (struct tabia_bytes){ .data = nothing };
    if (s->size == 0)
        return true;
    void *map = mmap(NULL, (size_t)s->size, PROT_READ, MAP_SHARED, s->fd, 0);
    if (map == MAP_FAILED)
        return error_system(err, errno, "cannot map %s", name_of(s));
    s->map = map;
    s->mapped = (size_t)s->size;
    *bytes = (struct tabia_bytes){ .data = map, .size = s->mapped };
    return true;
}

void *spool_map_new(struct spool *s, const char *folder, size_t nbytes,
                    struct tabia_error *err)
{
    if (!spool_open_temp(s, folder, err))
        return NULL;
    // Room that is not there must show now, not when it is written to.
    const int failure = posix_fallocate(s->fd, 0, (off_t)nbytes);
    if (failure) {
        error_system(err, failure, "cannot write %s", name_of(s));
        return NULL;
    }
    void *map =
        mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
    if (map == MAP_FAILED) {
        error_system(err, errno, "cannot map %s", name_of(s));
        return NULL;
    }
    s->size = nbytes;
    s->map = map;
    s->mapped = nbytes;
    return map;
}

bool spool_seal(struct spool *s, struct tabia_bytes *bytes,
                struct tabia_error *err)
{
    if (!spool_map(s, bytes, err))
        return false;
    close(s->fd);
    s->is_open = false;
    return true;
}

void spool_close(struct spool *s)
{
    unmap(s);
    if (s->is_open)
        close(s->fd);
    free(s->path);
    XXH3_freeState(s->sum);
    *s = (struct spool){ 0 };
}
