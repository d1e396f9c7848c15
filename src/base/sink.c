/*
 * sink.c - where format writers put their bytes
 */
#include "base/sink.h"

#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/banned.h"

enum { SHORT_TEXT = 512 }; // most printed texts need no memory

static bool write_to_buf(void *ctx, const void *data, size_t size,
                         struct tabia_error *err)
{
    struct buf *buf = ctx;
    return buf_add(buf, data, size) || buf_error(buf, err);
}

static bool write_to_nothing(void *ctx, const void *data, size_t size,
                             struct tabia_error *err)
{
    (void)ctx;
    (void)data;
    (void)size;
    (void)err;
    return true;
}

struct sink sink_to_buf(struct buf *buf, struct tabia_error *err)
{
    return (struct sink){
        .write = write_to_buf, .ctx = buf, .err = err, .buf = buf
    };
}

struct sink sink_to_nothing(void)
{
    return (struct sink){ .write = write_to_nothing };
}

bool sink_write(struct sink *dst, const void *data, size_t size)
{
    char *room = sink_reserve(dst, size);
    if (room) {
        if (size)
            memcpy(room, data, size);
        sink_advance(dst, room + size);
        return true;
    }
    if (dst->failed)
        return false;
    if (size && !dst->write(dst->ctx, data, size, dst->err)) {
        dst->failed = true;
        return false;
    }
    dst->nbytes += size;
    return true;
}

bool sink_put_text(struct sink *dst, const char *text)
{
    return sink_write(dst, text, strlen(text));
}

bool sink_put_char(struct sink *dst, char c)
{
    return sink_write(dst, &c, 1);
}

bool sink_vprintf(struct sink *dst, const char *fmt, va_list ap)
{
    if (dst->failed)
        return false;

    char text[SHORT_TEXT];
    va_list again;
    va_copy(again, ap);
    const int len = vsnprintf(text, sizeof(text), fmt, again);
    va_end(again);
    if (len < 0) {
        dst->failed = true;
        return error_set(dst->err, TABIA_ERR_LIMIT,
                         "text is too long to print");
    }
    if ((size_t)len < sizeof(text))
        return sink_write(dst, text, (size_t)len);
    struct buf buf = { .limit = (size_t)len };
    if (buf_vaddf(&buf, fmt, ap)) {
        sink_write(dst, buf.data, buf.size);
    } else {
        dst->failed = true;
        buf_error(&buf, dst->err);
    }
    buf_clear(&buf);
    return sink_ok(dst);
}

bool sink_printf(struct sink *dst, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool ok = sink_vprintf(dst, fmt, ap);
    va_end(ap);
    return ok;
}
