/*
 * input.c - the bytes of a file, a pipe or standard input
 */
#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "io/commit.h"
#include "io/sigbus.h"
#include "base/banned.h"

enum { READ_SIZE = 64 * 1024 };

/* What is being read, and how much is allowed. */
struct input_spec {
    int fd;
    size_t limit, map_size;
};

static bool fail_limit(const struct input_spec *src, struct tabia_error *err)
{
    return error_set(err, TABIA_ERR_LIMIT, "larger than the limit of %zu bytes",
                     src->limit);
}

/* read() that is not disturbed by signals. */
static ssize_t input_read_some(int fd, void *data, size_t size)
{
    ssize_t got;
    do
        got = read(fd, data, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/*
 * Reads to the end, whatever the size was said to be: a regular file may grow
 * or shrink meanwhile. 'hint' is the size that is expected.
 */
static bool input_read_all(struct input *in, const struct input_spec *src,
                           size_t hint, struct tabia_error *err)
{
    size_t room = 0, size = 0;
    size_t want = hint < READ_SIZE ? READ_SIZE : hint + 1;
    for (;;) {
        if (want > PTRDIFF_MAX)
            return fail_limit(src, err);
        uint8_t *more = vec_grow(in->owned, &room, want, 1, PTRDIFF_MAX);
        if (!more)
            return error_nomem(err);
        in->owned = more;

        const ssize_t got = input_read_some(src->fd, more + size, room - size);
        if (got < 0)
            return error_system(err, errno, "cannot read");
        if (got == 0)
            break;
        size += (size_t)got;
        if (size > src->limit)
            return fail_limit(src, err);
        want = size + 1;
    }
    in->bytes = (struct tabia_bytes){ in->owned, size };
    return true;
}

static bool map_all(struct input *in, const struct input_spec *src, size_t size,
                    struct tabia_error *err)
{
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, src->fd, 0);
    if (data == MAP_FAILED)
        return error_system(err, errno, "cannot map");
    if (!sigbus_add(data, size, err)) {
        munmap(data, size);
        return false;
    }
    in->owned = data;
    in->mapped = size;
    in->bytes = (struct tabia_bytes){ data, size };
    return true;
}

static bool input_load(struct input *in, const struct input_spec *src,
                       struct tabia_error *err)
{
    struct stat st;
    if (fstat(src->fd, &st) != 0)
        return error_system(err, errno, "cannot read");
    if (S_ISDIR(st.st_mode))
        return error_system(err, EISDIR, "cannot read");
    if (!S_ISREG(st.st_mode)) {
        struct input_spec pipe = *src;
        if (pipe.limit > INPUT_PIPE_MAX)
            pipe.limit = INPUT_PIPE_MAX;
        return input_read_all(in, &pipe, 0, err);
    }
    if (st.st_size < 0 || (uintmax_t)st.st_size > src->limit)
        return fail_limit(src, err);

    // Standard input may be a file that has been read in part already.
    const size_t size = (size_t)st.st_size;
    const bool at_start = lseek(src->fd, 0, SEEK_CUR) == 0;
    in->time = st.st_mtim;
    if (size > src->map_size && at_start)
        return map_all(in, src, size, err);
    return input_read_all(in, src, size, err);
}

bool input_open(struct input *in, const char *path,
                const struct input_options *options, struct tabia_error *err)
{
    static const struct input_options defaults = { 0 };
    const struct input_options *o = options ? options : &defaults;
    const bool is_stdin = strcmp(path, "-") == 0;
    struct input_spec src = {
        .limit = o->limit ? o->limit : PTRDIFF_MAX - 1,
        .map_size = o->map_size ? o->map_size : INPUT_MAP_SIZE,
    };

    *in = (struct input){ .name = is_stdin ? "<stdin>" : path, .fd = -1 };
    struct tabia_error failure = error_for(in->name);
    src.fd = is_stdin ? STDIN_FILENO : committed_open(path);
    if (src.fd < 0) {
        error_system(&failure, errno, "cannot open");
        return error_pass(err, &failure);
    }
    const bool ok = input_load(in, &src, &failure);
    if (ok && in->mapped) // for input_check
        in->fd = is_stdin ? fcntl(src.fd, F_DUPFD_CLOEXEC, 0) : src.fd;
    else if (!is_stdin)
        close(src.fd);
    if (ok)
        return true;
    input_close(in);
    return error_pass(err, &failure);
}

void input_expect_random(struct tabia_bytes bytes, bool is_random)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (bytes.size && (uintptr_t)bytes.data % page == 0)
        madvise((void *)bytes.data, bytes.size,
                is_random ? MADV_RANDOM : MADV_NORMAL);
}

bool input_is_file(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && committed_stat(path, &st) == 0 &&
           S_ISREG(st.st_mode);
}

bool input_check(const struct input *in, struct tabia_error *err)
{
    if (!in->mapped || in->fd < 0)
        return true;
    struct tabia_error failure = error_for(in->name);
    struct stat st;
    if (fstat(in->fd, &st) != 0)
        error_system(&failure, errno, "cannot read");
    else if ((uintmax_t)st.st_size < in->mapped)
        error_set(&failure, TABIA_ERR_IO,
                  "shrank from %zu to %jd bytes while in use", in->mapped,
                  (intmax_t)st.st_size);
    else
        return true;
    return error_pass(err, &failure);
}

bool input_check_content(const struct input *in, struct tabia_error *err)
{
    struct stat st;
    if (!in->mapped || in->fd < 0)
        return true;
    if (fstat(in->fd, &st) == 0 && (uintmax_t)st.st_size == in->mapped &&
        st.st_mtim.tv_sec == in->time.tv_sec &&
        st.st_mtim.tv_nsec == in->time.tv_nsec)
        return true;
    struct tabia_error failure = error_for(in->name);
    error_set(&failure, TABIA_ERR_IO,
              "the file was changed while it was in use");
    return error_pass(err, &failure);
}

void input_close(struct input *in)
{
    if (in->mapped) {
        sigbus_remove(in->owned);
        munmap(in->owned, in->mapped);
        if (in->fd >= 0)
            close(in->fd);
    } else {
        free(in->owned);
    }
    *in = (struct input){ .fd = -1 };
}
