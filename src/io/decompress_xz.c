/*
 * decompress_xz.c - xz, by liblzma
 */
#include "io/decompress.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

/* xz -9 needs 65 MiB; a dictionary of 512 MiB is beyond every preset. */
#define XZ_MEMORY (UINT64_C(640) << 20)

struct xz {
    lzma_stream z;
    bool is_ended; // the last stream is whole
};

static bool xz_detect(struct tabia_bytes head)
{
    return head.size >= 6 && memcmp(head.data,
                                    "\xFD"
                                    "7zXZ\0",
                                    6) == 0;
}

static bool xz_start(struct xz *xz)
{
    xz->is_ended = false;
    return lzma_stream_decoder(&xz->z, XZ_MEMORY, 0) == LZMA_OK;
}

static void *xz_open(const struct decompress_options *options)
{
    static const lzma_stream init = LZMA_STREAM_INIT;
    (void)options;
    struct xz *xz = malloc(sizeof(*xz));
    if (!xz)
        return NULL;
    xz->z = init;
    if (xz_start(xz))
        return xz;
    free(xz);
    return NULL;
}

static enum decompress_result xz_outcome(struct xz *xz, lzma_ret status,
                                         const char **why)
{
    switch (status) {
    case LZMA_STREAM_END:
        xz->is_ended = true;
        return DECOMPRESS_END;
    case LZMA_OK:
    case LZMA_BUF_ERROR: // nothing to do: no bytes, or no room
        return DECOMPRESS_GO;
    case LZMA_MEM_ERROR:
        return DECOMPRESS_NOMEM;
    case LZMA_MEMLIMIT_ERROR:
        *why = "decompressing needs more than 640 MiB of memory";
        return DECOMPRESS_BAD;
    case LZMA_FORMAT_ERROR:
        *why = "not xz";
        return DECOMPRESS_BAD;
    case LZMA_OPTIONS_ERROR:
        *why = "unknown filter";
        return DECOMPRESS_BAD;
    default:
        *why = "a block has a wrong checksum";
        return DECOMPRESS_BAD;
    }
}

static enum decompress_result xz_step(void *state, struct decompress_io *io,
                                      const char **why)
{
    struct xz *xz = state;
    if (xz->is_ended && !xz_start(xz))
        return DECOMPRESS_NOMEM;
    xz->z.next_in = io->in;
    xz->z.avail_in = io->nin;
    xz->z.next_out = io->out;
    xz->z.avail_out = io->nout;
    const lzma_ret status = lzma_code(&xz->z, LZMA_RUN);
    io->in = xz->z.next_in;
    io->nin = xz->z.avail_in;
    io->out = xz->z.next_out;
    io->nout = xz->z.avail_out;
    return xz_outcome(xz, status, why);
}

static void xz_close(void *state)
{
    struct xz *xz = state;
    if (!xz)
        return;
    lzma_end(&xz->z);
    free(xz);
}

const struct decompress_method decompress_xz = {
    .name = "xz",
    .detect = xz_detect,
    .open = xz_open,
    .step = xz_step,
    .close = xz_close,
};
