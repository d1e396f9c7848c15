/*
 * sink.h - where format writers put their bytes: a file, stdout, or memory
 *
 *     struct sink dst = sink_to_buf(&buf, err);
 *     sink_printf(&dst, "%u moves\n", nmoves);
 *     return sink_ok(&dst);
 *
 * Sticky: after a failure every call is a no-op that returns false.
 */
#ifndef BASE_SINK_H
#define BASE_SINK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "tabia/error.h"

/* Takes all 'size' bytes, or records an error and returns false. */
typedef bool sink_write_fn(void *ctx, const void *data, size_t size,
                           struct tabia_error *err);

struct sink {
    sink_write_fn *write;
    void *ctx;               // borrowed
    struct tabia_error *err; // borrowed; may be NULL
    uint64_t nbytes;         // taken so far
    bool failed;
    struct buf *buf; // borrowed; NULL: only 'write' knows where bytes go
};

/* A sink that appends to 'buf'. See output_sink for files. */
struct sink sink_to_buf(struct buf *buf, struct tabia_error *err);

/* A sink that only counts. */
struct sink sink_to_nothing(void);

bool sink_write(struct sink *dst, const void *data, size_t size);

/*
 * Where the next 'size' bytes can be put directly, to be followed by
 * sink_advance; NULL if they cannot, and sink_write has to be used. Does not
 * allocate and cannot fail.
 */
static inline char *sink_reserve(const struct sink *dst, size_t size)
{
    const struct buf *buf = dst->buf;
    return buf && !dst->failed && buf_has_room(buf, size)
               ? buf->data + buf->size
               : NULL;
}

/* Takes the bytes put at sink_reserve, up to 'end'. */
static inline void sink_advance(struct sink *dst, char *end)
{
    struct buf *buf = dst->buf;
    const size_t size = (size_t)(end - buf->data);
    dst->nbytes += size - buf->size;
    buf->size = size;
    *end = '\0';
}

bool sink_put_text(struct sink *dst, const char *text);

bool sink_put_char(struct sink *dst, char c);

bool sink_printf(struct sink *dst, const char *fmt, ...) PRINTF_LIKE(2, 3);

bool sink_vprintf(struct sink *dst, const char *fmt, va_list ap)
    PRINTF_LIKE(2, 0);

/* True if nothing has failed so far. */
static inline bool sink_ok(const struct sink *dst)
{
    return !dst->failed;
}

#endif
