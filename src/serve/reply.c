/*
 * reply.c - a response before it is sent
 */
#include "serve/reply.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/banned.h"

void reply_init(struct reply *reply)
{
    *reply = (struct reply){
        .status = HTTP_OK,
        .type = "text/plain; charset=utf-8",
        .body = { .limit = REPLY_SIZE_MAX },
    };
}

void reply_begin_json(struct reply *reply, struct json_writer *js)
{
    reply->type = "application/json";
    reply->dst = sink_to_buf(&reply->body, &reply->err);
    json_writer_init(js, &reply->dst, false);
}

void reply_end(struct reply *reply)
{
    if (!sink_ok(&reply->dst))
        reply_library_error(reply, HTTP_TOO_LARGE, &reply->err);
}

void reply_error(struct reply *reply, unsigned status, const char *fmt, ...)
{
    static const char no_memory[] = "out of memory\n";
    va_list ap;
    buf_reset(&reply->body);
    reply->fixed_body = (struct tabia_bytes){ .data = NULL };
    reply->is_gzip = false;
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    if (status == HTTP_BAD_REQUEST)
        buf_add_text(&reply->body, "bad request: ");
    va_start(ap, fmt);
    buf_vaddf(&reply->body, fmt, ap);
    va_end(ap);
    if (buf_add_char(&reply->body, '\n')) {
        if (status >= HTTP_FAILED && !reply->problem[0])
            snprintf(reply->problem, sizeof(reply->problem), "%.*s",
                     (int)reply->body.size - 1, reply->body.data);
        return;
    }
    // There is no memory even for the message.
    buf_reset(&reply->body);
    reply->status = HTTP_FAILED;
    reply->fixed_body =
        (struct tabia_bytes){ .data = (const uint8_t *)no_memory,
                              .size = sizeof(no_memory) - 1 };
}

void reply_library_error(struct reply *reply, unsigned bad_status,
                         const struct tabia_error *err)
{
    switch (err->status) {
    case TABIA_ERR_IO:
    case TABIA_ERR_NOMEM:
    case TABIA_OK:
        reply_error(reply, HTTP_FAILED, "%s",
                    err->msg[0] ? err->msg : "internal error");
        break;
    case TABIA_ERR_NOT_FOUND:
        reply_error(reply, HTTP_NOT_FOUND, "%s", err->msg);
        break;
    case TABIA_ERR_CORRUPT:
        if (bad_status >= HTTP_FAILED)
            reply_damage(reply, err);
        // fall through
    default:
        if (err->line)
            reply_error(reply, bad_status, "line %u, column %u: %s", err->line,
                        err->col, err->msg);
        else
            reply_error(reply, bad_status, "%s", err->msg);
    }
}

void reply_damage(struct reply *reply, const struct tabia_error *err)
{
    reply->is_damaged = true;
    if (!reply->problem[0])
        snprintf(reply->problem, sizeof(reply->problem), "%s", err->msg);
}

void reply_header(struct reply *reply, const char *name, const char *fmt, ...)
{
    va_list ap;
    if (reply->nheaders == REPLY_HEADERS_MAX)
        return;
    char *value = reply->headers[reply->nheaders].value, *dst = value;
    va_start(ap, fmt);
    vsnprintf(value, REPLY_VALUE_SIZE, fmt, ap);
    va_end(ap);
    for (const char *p = value; *p; p++)
        if (*p >= ' ' && *p < 0x7f)
            *dst++ = *p;
    *dst = '\0';
    reply->headers[reply->nheaders++].name = name;
}

size_t reply_size(const struct reply *reply)
{
    return reply->fixed_body.data ? reply->fixed_body.size : reply->body.size;
}

void reply_clear(struct reply *reply)
{
    if (reply->stream)
        reply->stream->close(reply->stream);
    reply->stream = NULL;
    buf_clear(&reply->body);
}
