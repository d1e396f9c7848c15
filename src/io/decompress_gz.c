/*
 * decompress_gz.c - gzip, by zlib
 */
#include "io/decompress.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/banned.h"

enum { GZIP_WINDOW = 15 + 16 }; // the largest, and only gzip's header

struct gz {
    z_stream z;
    bool is_ended; // the last member is whole
};

static bool gz_detect(struct tabia_bytes head)
{
    // Identification, and the only method there is.
    return head.size >= 3 && head.data[0] == 0x1f && head.data[1] == 0x8b &&
           head.data[2] == 8;
}

static void *gz_open(const struct decompress_options *options)
{
    (void)options;
    struct gz *gz = calloc(1, sizeof(*gz));
    if (gz && inflateInit2(&gz->z, GZIP_WINDOW) == Z_OK)
        return gz;
    free(gz);
    return NULL;
}

static uInt gz_limit(size_t size)
{
    return size < UINT_MAX ? (uInt)size : UINT_MAX;
}

static enum decompress_result gz_outcome(struct gz *gz, int status,
                                         const char **why)
{
    switch (status) {
    case Z_STREAM_END:
        gz->is_ended = true;
        return DECOMPRESS_END;
    case Z_OK:
    case Z_BUF_ERROR: // nothing to do: no bytes, or no room
        return DECOMPRESS_GO;
    case Z_MEM_ERROR:
        return DECOMPRESS_NOMEM;
    default:
        *why = gz->z.msg ? gz->z.msg : "not gzip";
        return DECOMPRESS_BAD;
    }
}

static enum decompress_result gz_step(void *state, struct decompress_io *io,
                                      const char **why)
{
    struct gz *gz = state;
    if (gz->is_ended && inflateReset(&gz->z) != Z_OK)
        return DECOMPRESS_NOMEM;
    gz->is_ended = false;
    // zlib takes the bytes as not const, but does not change them.
    gz->z.next_in = (Bytef *)(uintptr_t)io->in;
    gz->z.avail_in = gz_limit(io->nin);
    gz->z.next_out = io->out;
    gz->z.avail_out = gz_limit(io->nout);
    const int status = inflate(&gz->z, Z_NO_FLUSH);
    io->nin -= (size_t)(gz->z.next_in - io->in);
    io->in = gz->z.next_in;
    io->nout -= (size_t)(gz->z.next_out - io->out);
    io->out = gz->z.next_out;
    return gz_outcome(gz, status, why);
}

static void gz_close(void *state)
{
    struct gz *gz = state;
    if (!gz)
        return;
    inflateEnd(&gz->z);
    free(gz);
}

const struct decompress_method decompress_gz = {
    .name = "gz",
    .detect = gz_detect,
    .open = gz_open,
    .step = gz_step,
    .close = gz_close,
};
