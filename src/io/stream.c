/*
 * stream.c - the text of a file of games, decompressed on the way
 */
#include "io/stream.h"

#include <string.h>

#include "base/error_internal.h"
#include "base/banned.h"

static bool open_unpacker(struct stream *s,
                          const struct stream_options *options,
                          struct tabia_error *err)
{
    if (!s->method || stream_is_map(s))
        return true;
    if (s->raw.is_mapped && s->method->member_size) {
        // One large window is enough for the memory.
        const int ahead =
            options->decompress.zstd_long ? 0 : options->nthreads - 1;
        s->members =
            compressed_members_new(&s->raw, s->method, &options->decompress,
                                   ahead, options->memory, err);
        return s->members;
    }
    s->decompressor = s->method->open(&options->decompress);
    return s->decompressor || error_nomem(err);
}

/* Finds out what the bytes are compressed with. */
static bool stream_detect(struct stream *s,
                          const struct stream_options *options,
                          struct tabia_error *err)
{
    bool ok = true;
    struct tabia_bytes head = s->raw.map;
    if (!s->raw.is_mapped) {
        ok = raw_file_read(&s->raw, &s->unread, err);
        head = s->unread;
    }
    if (ok) {
        s->method = decompress_detect(head);
        ok = open_unpacker(s, options, err);
    }
    if (!ok)
        stream_close(s);
    return ok;
}

bool stream_open(struct stream *s, const char *path,
                 const struct stream_options *options, struct tabia_error *err)
{
    *s = (struct stream){ 0 };
    return raw_file_open(&s->raw, path, options->wants_checksum, err) &&
           stream_detect(s, options, err);
}

bool stream_open_bytes(struct stream *s, struct tabia_bytes bytes,
                       struct tabia_error *err)
{
    const struct stream_options options = { .nthreads = 1 };
    *s = (struct stream){ 0 };
    raw_file_open_bytes(&s->raw, bytes);
    return stream_detect(s, &options, err);
}

void stream_close(struct stream *s)
{
    compressed_members_free(s->members);
    if (s->decompressor)
        s->method->close(s->decompressor);
    raw_file_close(&s->raw);
    *s = (struct stream){ .raw = { .fd = -1, .in = { .fd = -1 } } };
}

const char *stream_compression(const struct stream *s)
{
    return s->method ? s->method->name : "plain";
}

bool stream_is_map(const struct stream *s)
{
    return s->raw.is_mapped && !s->method;
}

/* ---- reading --------------------------------------------------------- */

/* Some packings fill up what is left of a block with zeros. */
static void stream_skip_padding(struct tabia_bytes *bytes)
{
    while (bytes->size && *bytes->data == 0) {
        bytes->data++;
        bytes->size--;
    }
}

static void stream_fail(struct stream *s, const char *why)
{
    const uint64_t at = s->raw.at - s->unread.size;
    decompress_describe(s->method, at, why, &s->damage);
    s->is_ended = true;
}

/* One step of the unpacker. False when the system fails. */
static bool stream_unpack(struct stream *s, struct decompress_io *io,
                          bool is_last, struct tabia_error *err)
{
    const char *why = NULL;
    const size_t nin = s->unread.size, nout = io->nout;
    io->in = s->unread.data;
    io->nin = nin;
    const enum decompress_result outcome =
        s->method->step(s->decompressor, io, &why);
    s->unread = (struct tabia_bytes){ io->in, io->nin };
    const bool is_stuck = io->nout == nout && io->nin == nin;
    if (outcome == DECOMPRESS_NOMEM)
        return error_nomem(err);
    if (outcome == DECOMPRESS_BAD)
        stream_fail(s, why);
    else if (outcome == DECOMPRESS_GO && is_stuck)
        stream_fail(s, is_last ? NULL : "no progress");
    s->is_inside = outcome == DECOMPRESS_GO;
    return true;
}

static bool read_packed(struct stream *s, uint8_t *out, size_t size,
                        size_t *got, struct tabia_error *err)
{
    struct decompress_io io = { .out = out, .nout = size };
    bool ok = true;
    while (ok && io.nout && !s->is_ended) {
        if (!s->unread.size && !raw_file_read(&s->raw, &s->unread, err))
            return false;
        const bool is_last = !s->unread.size;
        if (!s->is_inside)
            stream_skip_padding(&s->unread);
        if (s->is_inside || s->unread.size)
            ok = stream_unpack(s, &io, is_last, err);
        else
            s->is_ended = is_last;
    }
    *got = size - io.nout;
    return ok;
}

static bool read_plain(struct stream *s, uint8_t *out, size_t size, size_t *got,
                       struct tabia_error *err)
{
    *got = 0;
    while (*got < size) {
        if (!s->unread.size && !raw_file_read(&s->raw, &s->unread, err))
            return false;
        if (!s->unread.size)
            return true;
        const size_t left = size - *got;
        const size_t n = left < s->unread.size ? left : s->unread.size;
        memcpy(out + *got, s->unread.data, n);
        s->unread.data += n;
        s->unread.size -= n;
        *got += n;
    }
    return true;
}

bool stream_read(struct stream *s, uint8_t *out, size_t size, size_t *got,
                 struct tabia_error *err)
{
    if (s->members)
        return compressed_members_read(s->members, out, size, got, &s->damage,
                                       err);
    if (s->method)
        return read_packed(s, out, size, got, err);
    return read_plain(s, out, size, got, err);
}

bool stream_help(struct stream *s)
{
    return s->members && compressed_members_help(s->members);
}

uint64_t stream_tell(const struct stream *s)
{
    return s->members ? compressed_members_tell(s->members)
                      : s->raw.at - s->unread.size;
}
