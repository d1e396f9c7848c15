/*
 * compressor.c - bodies compressed for clients that accept it
 */
#include "serve/http/compressor.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "base/compiler.h"

#include "base/banned.h"

enum {
    LEVEL = 3,
    WINDOW = 13 + 16, // 8 kB; 16 means gzip
    MEMORY = 6,
};

static bool compressor_start(struct compressor *c)
{
    if (c->stream)
        return deflateReset(c->stream) == Z_OK;
    c->stream = calloc(1, sizeof(*c->stream));
    if (!c->stream)
        return false;
    if (deflateInit2(c->stream, LEVEL, Z_DEFLATED, WINDOW, MEMORY,
                     Z_DEFAULT_STRATEGY) == Z_OK)
        return true;
    free(c->stream);
    c->stream = NULL;
    return false;
}

void compressor_clear(struct compressor *c)
{
    if (c->stream)
        (void)deflateEnd(c->stream);
    free(c->stream);
    c->stream = NULL;
}

bool compressor_run(struct compressor *c, struct tabia_bytes body,
                    struct buf *out)
{
    buf_reset(out);
    if (body.size > INT_MAX || !compressor_start(c))
        return false;
    const size_t most = deflateBound(c->stream, (uLong)body.size);
    if (!buf_reserve(out, most))
        return false;
    c->stream->next_in = (Bytef *)(uintptr_t)body.data;
    c->stream->avail_in = (uInt)body.size;
    c->stream->next_out = (Bytef *)out->data;
    c->stream->avail_out = (uInt)most;
    if (deflate(c->stream, Z_FINISH) != Z_STREAM_END)
        return false;
    out->size = most - c->stream->avail_out;
    return true;
}

/* ---- who and what ---------------------------------------------------- */

/* "q=0", "q=0.0", ... */
static bool is_refused(const char *parameters, const char *end)
{
    const char *p = parameters;
    while (p < end && (*p == ';' || *p == ' ' || *p == '\t'))
        p++;
    if (end - p < 3 || (*p != 'q' && *p != 'Q') || p[1] != '=')
        return false;
    for (p += 2; p < end && *p != ' '; p++)
        if (*p != '0' && *p != '.')
            return false;
    return true;
}

bool compressor_is_accepted(const char *accepts)
{
    for (const char *p = accepts; p && *p;) {
        const char *end = p + strcspn(p, ",");
        p += strspn(p, " \t");
        const size_t len = strcspn(p, ",; \t");
        if (len == 4 && strncasecmp(p, "gzip", len) == 0)
            return !is_refused(p + len, end);
        p = *end ? end + 1 : end;
    }
    return false;
}

bool compressor_shrinks_type(const char *type)
{
    static const char *const texts[] = { "application/json",
                                         "application/x-ndjson",
                                         "application/x-chess-pgn", "text/" };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (strncmp(type, texts[i], strlen(texts[i])) == 0)
            return true;
    return false;
}
