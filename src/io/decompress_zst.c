/*
 * decompress_zst.c - Zstandard, by libzstd
 *
 * A member is a frame, or one that is to be skipped: pzstd writes one of
 * these before each frame, with the size of what follows.
 *
 * When a block is bad, the library forgets what else it unpacked in the same
 * call. So a call gets what is left of one block and no more, and nothing
 * while there is text that found no room before: all that comes before a bad
 * block is given out, in whatever pieces one asks for it.
 */
#include "io/decompress.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/bytes.h"
#include "base/banned.h"

enum {
    WINDOW_LOG_LONG = 31, // zstd --long=31
    HEAD_SIZE = 5,        // of the smallest frame's header
};

struct zst {
    ZSTD_DCtx *dctx;
    size_t want;  // bytes of the current block, or of a header
    bool is_full; // there may be text without room
};

static bool zst_detect(struct tabia_bytes head)
{
    if (head.size < 4)
        return false;
    const uint32_t magic = load_le32(head.data);
    return magic == ZSTD_MAGICNUMBER ||
           (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

static void zst_close(void *state)
{
    struct zst *zst = state;
    if (!zst)
        return;
    ZSTD_freeDCtx(zst->dctx);
    free(zst);
}

static void *zst_open(const struct decompress_options *options)
{
    struct zst *zst = calloc(1, sizeof(*zst));
    if (!zst)
        return NULL;
    zst->want = HEAD_SIZE;
    zst->dctx = ZSTD_createDCtx();
    if (zst->dctx && options->zstd_long)
        ZSTD_DCtx_setParameter(zst->dctx, ZSTD_d_windowLogMax, WINDOW_LOG_LONG);
    if (zst->dctx)
        return zst;
    zst_close(zst);
    return NULL;
}

static enum decompress_result zst_result(size_t left, const char **why)
{
    if (!ZSTD_isError(left))
        return left ? DECOMPRESS_GO : DECOMPRESS_END;
    switch (ZSTD_getErrorCode(left)) {
    case ZSTD_error_memory_allocation:
        return DECOMPRESS_NOMEM;
    case ZSTD_error_frameParameter_windowTooLarge:
        *why = decompress_window_message;
        return DECOMPRESS_BAD;
    case ZSTD_error_prefix_unknown:
        *why = "not zstd";
        return DECOMPRESS_BAD;
    case ZSTD_error_checksum_wrong:
        *why = "a frame has a wrong checksum";
        return DECOMPRESS_BAD;
    default:
        *why = ZSTD_getErrorName(left);
        return DECOMPRESS_BAD;
    }
}

static size_t zst_decompress(struct zst *zst, struct decompress_io *io,
                             size_t take)
{
    ZSTD_inBuffer in = { io->in, take, 0 };
    ZSTD_outBuffer out = { io->out, io->nout, 0 };
    const size_t left = ZSTD_decompressStream(zst->dctx, &out, &in);
    zst->want = left && !ZSTD_isError(left) ? left : HEAD_SIZE;
    zst->is_full = out.pos == out.size;
    io->in += in.pos;
    io->nin -= in.pos;
    io->out += out.pos;
    io->nout -= out.pos;
    return left;
}

static enum decompress_result zst_step(void *state, struct decompress_io *io,
                                       const char **why)
{
    struct zst *zst = state;
    const size_t room = io->nout;
    if (zst->is_full) {
        const size_t left = zst_decompress(zst, io, 0);
        if (io->nout != room || left == 0 || ZSTD_isError(left))
            return zst_result(left, why);
    }
    const size_t take = io->nin < zst->want ? io->nin : zst->want;
    return zst_result(zst_decompress(zst, io, take), why);
}

static size_t member_size(struct tabia_bytes bytes)
{
    const size_t size = ZSTD_findFrameCompressedSize(bytes.data, bytes.size);
    return ZSTD_isError(size) || size > bytes.size ? 0 : size;
}

const struct decompress_method decompress_zst = {
    .name = "zst",
    .detect = zst_detect,
    .open = zst_open,
    .step = zst_step,
    .close = zst_close,
    .member_size = member_size,
};
