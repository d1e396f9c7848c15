/*
 * unpack_zst.c - Zstandard, by libzstd
 *
 * A member is a frame, or one that is to be skipped: pzstd writes one of
 * these before each frame, with the size of what follows.
 */
#include "pgn/unpack.h"

#include <zstd.h>
#include <zstd_errors.h>

#include "base/bytes.h"
#include "base/banned.h"

enum {
    WINDOW_LOG_LONG = 31, // zstd --long=31
};

static bool detect(struct tabia_bytes head)
{
    if (head.size < 4)
        return false;
    const uint32_t magic = load_le32(head.data);
    return magic == ZSTD_MAGICNUMBER ||
           (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

static void *open_state(const struct unpack_options *options)
{
    ZSTD_DCtx *dctx = ZSTD_createDCtx();
    if (dctx && options->zstd_long)
        ZSTD_DCtx_setParameter(dctx, ZSTD_d_windowLogMax, WINDOW_LOG_LONG);
    return dctx;
}

static enum unpack_outcome outcome_of(size_t left, const char **why)
{
    if (!ZSTD_isError(left))
        return left ? UNPACK_GO : UNPACK_END;
    switch (ZSTD_getErrorCode(left)) {
    case ZSTD_error_memory_allocation:
        return UNPACK_NOMEM;
    case ZSTD_error_frameParameter_windowTooLarge:
        *why = "it was packed with --long and a window above 128 MiB: "
               "--zstd-long allows 2 GiB";
        return UNPACK_BAD;
    case ZSTD_error_prefix_unknown:
        *why = "not zstd";
        return UNPACK_BAD;
    case ZSTD_error_checksum_wrong:
        *why = "a frame does not fit its checksum";
        return UNPACK_BAD;
    default:
        *why = ZSTD_getErrorName(left);
        return UNPACK_BAD;
    }
}

static enum unpack_outcome step(void *state, struct unpack_io *io,
                                const char **why)
{
    ZSTD_inBuffer in = { io->in, io->nin, 0 };
    ZSTD_outBuffer out = { io->out, io->nout, 0 };
    const size_t left = ZSTD_decompressStream(state, &out, &in);
    io->in += in.pos;
    io->nin -= in.pos;
    io->out += out.pos;
    io->nout -= out.pos;
    return outcome_of(left, why);
}

static void close_state(void *state)
{
    ZSTD_freeDCtx(state);
}

static size_t member_size(struct tabia_bytes src)
{
    const size_t size = ZSTD_findFrameCompressedSize(src.data, src.size);
    return ZSTD_isError(size) || size > src.size ? 0 : size;
}

const struct unpack_method unpack_zst = {
    .name = "zst",
    .detect = detect,
    .open = open_state,
    .step = step,
    .close = close_state,
    .member_size = member_size,
};
