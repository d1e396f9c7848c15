/*
 * stream.h - the text of a file of games, decompressed on the way
 *
 *     struct stream s;
 *     if (!stream_open(&s, path, &options, err))
 *         return false;
 *     do
 *         ok = stream_read(&s, buf, sizeof(buf), &got, err);
 *     while (ok && got == sizeof(buf));
 *     ... s.damage ...
 *     stream_close(&s);
 */
#ifndef IO_STREAM_H
#define IO_STREAM_H

#include "io/compressed_members.h"
#include "io/decompress.h"
#include "io/raw_file.h"

struct stream_options {
    struct decompress_options decompress;
    int nthreads;  // that may help
    size_t memory; // for what is decompressed ahead
    bool wants_checksum;
};

/* 'damage' and 'raw' are for everybody to look at, the rest is private. */
struct stream {
    struct raw_file raw;
    struct tabia_error damage; // TABIA_OK: none so far
    const struct decompress_method *method;
    void *decompressor; // of a pipe, or where members are not known
    struct compressed_members *members; // else this
    struct tabia_bytes unread;
    bool is_inside; // a member has begun
    bool is_ended;
};

bool stream_open(struct stream *s, const char *path,
                 const struct stream_options *options, struct tabia_error *err);

/* Like stream_open, for bytes in memory and one thread. Borrows them. */
bool stream_open_bytes(struct stream *s, struct tabia_bytes bytes,
                       struct tabia_error *err);

/* Accepts one that is all zero. */
void stream_close(struct stream *s);

/* "plain", "gz" and so on. */
const char *stream_compression(const struct stream *s);

/* A file that need not be read: its text is 's->raw.map'. */
bool stream_is_map(const struct stream *s);

/*
 * Reads 'size' bytes of text; '*got' is less only at the end, or where the
 * file is damaged. False when the system fails. One thread at a time.
 */
bool stream_read(struct stream *s, uint8_t *out, size_t size, size_t *got,
                 struct tabia_error *err);

/* Decompresses something ahead; false when there is nothing. Any thread. */
bool stream_help(struct stream *s);

/* How far the reader has come in the file as it is. For the reader. */
uint64_t stream_tell(const struct stream *s);

#endif
