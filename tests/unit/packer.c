/*
 * packer.c - packs bytes by the libraries themselves, in every way known
 */
#include "packer.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "check.h"

enum { PIECE = 5000 }; // bytes of a member, where there are several

static void pack_plain(struct buf *dst, struct tabia_bytes bytes)
{
    buf_add(dst, bytes.data, bytes.size);
}

static uint8_t *room_for(size_t size)
{
    uint8_t *out = malloc(size + 4096);
    assert_non_null(out);
    return out;
}

static void pack_gz(struct buf *dst, struct tabia_bytes bytes)
{
    z_stream z = { 0 };
    const size_t room = compressBound((uLong)bytes.size) + 64;
    uint8_t *out = room_for(room);
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)bytes.data;
    z.avail_in = (uInt)bytes.size;
    z.next_out = out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    buf_add(dst, out, room - z.avail_out);
    deflateEnd(&z);
    free(out);
}

static void pack_bz2(struct buf *dst, struct tabia_bytes bytes)
{
    unsigned room = (unsigned)(bytes.size + bytes.size / 50 + 700);
    uint8_t *out = room_for(room);
    assert_int_equal(BZ2_bzBuffToBuffCompress((char *)out, &room,
                                              (char *)(uintptr_t)bytes.data,
                                              (unsigned)bytes.size, 1, 0, 0),
                     BZ_OK);
    buf_add(dst, out, room);
    free(out);
}

static void pack_xz(struct buf *dst, struct tabia_bytes bytes)
{
    size_t size = 0, room = lzma_stream_buffer_bound(bytes.size);
    uint8_t *out = room_for(room);
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL,
                                             bytes.data, bytes.size, out, &size,
                                             room),
                     LZMA_OK);
    buf_add(dst, out, size);
    free(out);
}

static void pack_zst(struct buf *dst, struct tabia_bytes bytes)
{
    const size_t room = ZSTD_compressBound(bytes.size);
    uint8_t *out = room_for(room);
    ZSTD_CCtx *cctx = ZSTD_createCCtx();
    assert_non_null(cctx);
    ZSTD_CCtx_setParameter(cctx, ZSTD_c_checksumFlag, 1);
    const size_t size = ZSTD_compress2(cctx, out, room, bytes.data, bytes.size);
    assert_false(ZSTD_isError(size));
    buf_add(dst, out, size);
    ZSTD_freeCCtx(cctx);
    free(out);
}

/* Packs piece by piece; a text without bytes is one piece. */
static void pack_pieces(struct buf *dst, struct tabia_bytes bytes,
                        void (*pack)(struct buf *, struct tabia_bytes))
{
    do {
        const size_t size = bytes.size < PIECE ? bytes.size : PIECE;
        pack(dst, (struct tabia_bytes){ bytes.data, size });
        bytes.data += size;
        bytes.size -= size;
    } while (bytes.size);
}

static void pack_gz_members(struct buf *dst, struct tabia_bytes bytes)
{
    pack_pieces(dst, bytes, pack_gz);
}

static void pack_bz2_streams(struct buf *dst, struct tabia_bytes bytes)
{
    pack_pieces(dst, bytes, pack_bz2);
}

/* The format allows for zeros between streams, in fours. */
static void pack_xz_padded(struct buf *dst, struct tabia_bytes bytes)
{
    static const uint8_t zeros[8];
    pack_xz(dst, bytes);
    buf_add(dst, zeros, sizeof(zeros));
    pack_xz(dst, (struct tabia_bytes){ (const uint8_t *)"", 0 });
}

static void pack_zst_frames(struct buf *dst, struct tabia_bytes bytes)
{
    pack_pieces(dst, bytes, pack_zst);
}

/* As pzstd does: the size of each frame stands in one to be skipped. */
static void pack_pzstd_frame(struct buf *dst, struct tabia_bytes bytes)
{
    struct buf frame = { .limit = SIZE_MAX / 2 };
    uint8_t head[12];
    pack_zst(&frame, bytes);
    put_le32(head, 0x184D2A50);
    put_le32(head + 4, 4);
    put_le32(head + 8, (uint32_t)frame.size);
    buf_add(dst, head, sizeof(head));
    buf_add(dst, frame.data, frame.size);
    buf_clear(&frame);
}

static void pack_pzstd(struct buf *dst, struct tabia_bytes bytes)
{
    pack_pieces(dst, bytes, pack_pzstd_frame);
}

const struct packer packers[] = {
    { "plain", "plain", pack_plain },
    { "gz", "gz", pack_gz },
    { "gz, members", "gz", pack_gz_members },
    { "bz2", "bz2", pack_bz2 },
    { "bz2, streams", "bz2", pack_bz2_streams },
    { "xz", "xz", pack_xz },
    { "xz, padded", "xz", pack_xz_padded },
    { "zst", "zst", pack_zst },
    { "zst, frames", "zst", pack_zst_frames },
    { "pzstd", "zst", pack_pzstd },
};
const size_t npackers = COUNT_OF(packers);
