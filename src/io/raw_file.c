/*
 * raw_file.c - the bytes of a file of games as they are, compressed or not
 */
#include "io/raw_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/error_internal.h"
#include "base/banned.h"

enum { PIECE_SIZE = 256 << 10 };

/* A regular file that has not been read from yet can be mapped. */
static bool can_map(const char *path, bool is_stdin)
{
    struct stat st;
    if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(path, &st)) != 0)
        return !is_stdin; // let input_open find the words
    if (!S_ISREG(st.st_mode))
        return S_ISDIR(st.st_mode);
    return !is_stdin || lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
}

static bool open_map(struct raw_file *raw, const char *path,
                     struct tabia_error *err)
{
    const struct input_options options = { .map_size = 1 };
    if (!input_open(&raw->in, path, &options, err))
        return false;
    raw->is_mapped = true;
    raw->map = raw->in.bytes;
    if (raw->in.mapped)
        madvise(raw->in.owned, raw->in.mapped, MADV_SEQUENTIAL);
    return true;
}

static bool open_pipe(struct raw_file *raw, const char *path, bool is_stdin,
                      struct tabia_error *err)
{
    raw->fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (raw->fd < 0) {
        error_system(err, errno, "cannot open");
        return error_in_file(err, raw->name);
    }
    raw->buf = malloc(PIECE_SIZE);
    return raw->buf || error_nomem(err);
}

bool raw_file_open(struct raw_file *raw, const char *path, bool checksum,
                   struct tabia_error *err)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    *raw = (struct raw_file){
        .name = is_stdin ? "<stdin>" : path,
        .fd = -1,
        .in = { .fd = -1 },
    };
    bool ok = can_map(path, is_stdin) ? open_map(raw, path, err)
                                      : open_pipe(raw, path, is_stdin, err);
    if (ok && checksum) {
        raw->hash = XXH3_createState();
        ok = raw->hash || error_nomem(err);
    }
    if (ok && checksum)
        XXH3_64bits_reset(raw->hash);
    if (!ok)
        raw_file_close(raw);
    return ok;
}

void raw_file_open_bytes(struct raw_file *raw, struct tabia_bytes bytes)
{
    *raw = (struct raw_file){
        .is_mapped = true,
        .map = bytes,
        .fd = -1,
        .in = { .fd = -1 },
    };
}

bool raw_file_check(struct raw_file *raw, struct tabia_error *err)
{
    return !raw->in.name || input_check(&raw->in, err);
}

void raw_file_close(struct raw_file *raw)
{
    if (raw->is_mapped)
        input_close(&raw->in);
    else if (raw->fd > STDIN_FILENO)
        close(raw->fd);
    free(raw->buf);
    XXH3_freeState(raw->hash);
    *raw = (struct raw_file){ .fd = -1, .in = { .fd = -1 } };
}

/* ---- reading --------------------------------------------------------- */

static bool raw_file_read_pipe(struct raw_file *raw, struct tabia_bytes *bytes,
                               struct tabia_error *err)
{
    size_t size = 0;
    // A terminal would wait for a second end.
    while (size < PIECE_SIZE && !raw->is_at_end) {
        const ssize_t got = read(raw->fd, raw->buf + size, PIECE_SIZE - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            error_system(err, errno, "cannot read");
            return error_in_file(err, raw->name);
        }
        raw->is_at_end = got == 0;
        size += (size_t)got;
    }
    if (raw->hash)
        XXH3_64bits_update(raw->hash, raw->buf, size);
    raw->at += size;
    *bytes = (struct tabia_bytes){ raw->buf, size };
    return true;
}

bool raw_file_read(struct raw_file *raw, struct tabia_bytes *bytes,
                   struct tabia_error *err)
{
    if (!raw->is_mapped)
        return raw_file_read_pipe(raw, bytes, err);
    const size_t left = raw->map.size - (size_t)raw->at;
    const size_t size = left < PIECE_SIZE ? left : PIECE_SIZE;
    *bytes = (struct tabia_bytes){ raw->map.data + raw->at, size };
    raw->at += size;
    raw_file_hash(raw, raw->at);
    return true;
}

/* ---- checksums ------------------------------------------------------- */

void raw_file_hash(struct raw_file *raw, uint64_t end)
{
    if (!raw->hash || end <= raw->hashed)
        return;
    XXH3_64bits_update(raw->hash, raw->map.data + raw->hashed,
                       (size_t)(end - raw->hashed));
    raw->hashed = end;
}

/* A pipe that was left before its end has been summed up only so far. */
static bool hash_rest_of_pipe(struct raw_file *raw)
{
    struct tabia_bytes piece = { 0 };
    do
        if (!raw_file_read_pipe(raw, &piece, NULL))
            return false;
    while (piece.size);
    return true;
}

bool raw_file_checksum(struct raw_file *raw, uint64_t *sum)
{
    if (!raw->hash)
        return false;
    if (raw->is_mapped)
        raw_file_hash(raw, raw->map.size);
    else if (!hash_rest_of_pipe(raw))
        return false;
    *sum = XXH3_64bits_digest(raw->hash);
    return true;
}
