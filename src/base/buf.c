/*
 * buf.c - a buffer of bytes that grows, up to a limit
 */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

static bool buf_give_up(struct buf *buf, enum tabia_status why)
{
    buf->failed = true;
    buf->why = why;
    return false;
}

bool buf_reserve(struct buf *buf, size_t size)
{
    if (buf->failed)
        return false;
    if (buf->size > buf->limit || size > buf->limit - buf->size)
        return buf_give_up(buf, TABIA_ERR_LIMIT);
    if (buf->data && size < buf->room - buf->size)
        return true;

    // One byte beyond the limit is for the NUL.
    size_t room_limit;
    if (!vec_checked_add(buf->limit, 1, &room_limit))
        room_limit = buf->limit;
    char *more =
        vec_grow(buf->data, &buf->room, buf->size + size + 1, 1, room_limit);
    if (!more)
        return buf_give_up(buf, TABIA_ERR_NOMEM);
    buf->data = more;
    buf->data[buf->size] = '\0';
    return true;
}

bool buf_add(struct buf *buf, const void *data, size_t size)
{
    if (!buf_reserve(buf, size))
        return false;
    if (size)
        memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
    return true;
}

bool buf_add_text(struct buf *buf, const char *text)
{
    return buf_add(buf, text, strlen(text));
}

bool buf_add_char(struct buf *buf, char c)
{
    return buf_add(buf, &c, 1);
}

bool buf_vaddf(struct buf *buf, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    const int len = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (len < 0)
        return buf_give_up(buf, TABIA_ERR_LIMIT);
    if (!buf_reserve(buf, (size_t)len))
        return false;
    vsnprintf(buf->data + buf->size, (size_t)len + 1, fmt, ap);
    buf->size += (size_t)len;
    return true;
}

bool buf_addf(struct buf *buf, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool ok = buf_vaddf(buf, fmt, ap);
    va_end(ap);
    return ok;
}

const char *buf_text(const struct buf *buf)
{
    return buf->data ? buf->data : "";
}

struct tabia_bytes buf_bytes(const struct buf *buf)
{
    return (struct tabia_bytes){ (const uint8_t *)buf_text(buf), buf->size };
}

void buf_reset(struct buf *buf)
{
    buf->size = 0;
    buf->failed = false;
    buf->why = TABIA_OK;
    if (buf->data)
        buf->data[0] = '\0';
}

bool buf_error(const struct buf *buf, struct tabia_error *err)
{
    if (buf->why == TABIA_ERR_NOMEM)
        return error_nomem(err);
    return error_set(err, TABIA_ERR_LIMIT, "text is larger than %zu bytes",
                     buf->limit);
}

void buf_clear(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){ .limit = buf->limit };
}
