/*
 * decompress_bz2.c - bzip2, by libbz2
 *
 * A block's checksum is looked at behind its text. How much of a bad block is
 * given out before that shows depends on the room that the caller has.
 */
#include "io/decompress.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"

struct bz2 {
    bz_stream z;
    bool is_open; // 'z' has memory
};

static bool bz2_detect(struct tabia_bytes head)
{
    return head.size >= 4 && memcmp(head.data, "BZh", 3) == 0 &&
           head.data[3] >= '1' && head.data[3] <= '9';
}

static bool bz2_start(struct bz2 *bz2)
{
    bz2->z = (bz_stream){ 0 };
    bz2->is_open = BZ2_bzDecompressInit(&bz2->z, 0, 0) == BZ_OK;
    return bz2->is_open;
}

static void bz2_stop(struct bz2 *bz2)
{
    if (bz2->is_open)
        BZ2_bzDecompressEnd(&bz2->z);
    bz2->is_open = false;
}

static void *bz2_open(const struct decompress_options *options)
{
    (void)options;
    struct bz2 *bz2 = calloc(1, sizeof(*bz2));
    if (bz2 && bz2_start(bz2))
        return bz2;
    free(bz2);
    return NULL;
}

static unsigned bz2_limit(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

static enum decompress_result bz2_outcome(struct bz2 *bz2, int status,
                                          const char **why)
{
    switch (status) {
    case BZ_STREAM_END:
        bz2_stop(bz2);
        return DECOMPRESS_END;
    case BZ_OK:
        return DECOMPRESS_GO;
    case BZ_MEM_ERROR:
        return DECOMPRESS_NOMEM;
    case BZ_DATA_ERROR_MAGIC:
        *why = "not bzip2";
        return DECOMPRESS_BAD;
    default:
        *why = "a block has a wrong checksum";
        return DECOMPRESS_BAD;
    }
}

static enum decompress_result bz2_step(void *state, struct decompress_io *io,
                                       const char **why)
{
    struct bz2 *bz2 = state;
    if (!bz2->is_open && !bz2_start(bz2))
        return DECOMPRESS_NOMEM;
    // libbz2 takes the bytes as not const, but does not change them.
    bz2->z.next_in = (char *)(uintptr_t)io->in;
    bz2->z.avail_in = bz2_limit(io->nin);
    bz2->z.next_out = (char *)io->out;
    bz2->z.avail_out = bz2_limit(io->nout);
    const int status = BZ2_bzDecompress(&bz2->z);
    const uint8_t *in = (const uint8_t *)bz2->z.next_in;
    uint8_t *out = (uint8_t *)bz2->z.next_out;
    io->nin -= (size_t)(in - io->in);
    io->in = in;
    io->nout -= (size_t)(out - io->out);
    io->out = out;
    return bz2_outcome(bz2, status, why);
}

static void bz2_close(void *state)
{
    if (!state)
        return;
    bz2_stop(state);
    free(state);
}

const struct decompress_method decompress_bz2 = {
    .name = "bz2",
    .detect = bz2_detect,
    .open = bz2_open,
    .step = bz2_step,
    .close = bz2_close,
};
