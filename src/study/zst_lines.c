/*
 * zst_lines.c - the lines of a text that may be compressed by zstd
 */
#include "study/zst_lines.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/error.h"
#include "base/banned.h"

enum { CHUNK_SIZE = 256 << 10, MAGIC_SIZE = 4 };

static bool is_compressed(struct tabia_bytes src)
{
    static const uint8_t magic[MAGIC_SIZE] = { 0x28, 0xB5, 0x2F, 0xFD };
    return src.size >= MAGIC_SIZE && memcmp(src.data, magic, MAGIC_SIZE) == 0;
}

bool zst_lines_open(struct zst_lines *lines, struct tabia_bytes src,
                    struct tabia_error *err)
{
    *lines = (struct zst_lines){
        .src = src,
        .is_whole = true,
        .line = { .limit = ZST_LINE_MAX },
    };
    if (!is_compressed(src))
        return true;
    lines->chunk = malloc(CHUNK_SIZE);
    lines->stream = lines->chunk ? ZSTD_createDStream() : NULL;
    if (lines->stream)
        return true;
    zst_lines_close(lines);
    return error_nomem(err);
}

void zst_lines_close(struct zst_lines *lines)
{
    ZSTD_freeDStream(lines->stream);
    free(lines->chunk);
    buf_clear(&lines->line);
    *lines = (struct zst_lines){ .is_whole = true };
}

static bool fail(struct zst_lines *lines)
{
    lines->failed = true;
    return false;
}

/* Decompresses more. False at the end, and for damaged data. */
static bool fill(struct zst_lines *lines, struct tabia_error *err)
{
    if (lines->src.size == 0 && lines->is_whole)
        return false;
    ZSTD_outBuffer out = { lines->chunk, CHUNK_SIZE, 0 };
    ZSTD_inBuffer in = { lines->src.data, lines->src.size, 0 };
    do {
        const size_t before = in.pos;
        const size_t left = ZSTD_decompressStream(lines->stream, &out, &in);
        if (ZSTD_isError(left)) {
            error_set(err, TABIA_CORRUPT, "the compressed data is damaged: %s",
                      ZSTD_getErrorName(left));
            return fail(lines);
        }
        lines->is_whole = left == 0;
        if (in.pos == before)
            break;
        // Asked once more after the last frame, it would wait for another.
    } while (out.pos == 0 && !(lines->is_whole && in.pos == in.size));
    lines->src.data += in.pos;
    lines->src.size -= in.pos;
    lines->chunk_at = 0;
    lines->chunk_size = out.pos;
    if (out.pos > 0)
        return true;
    if (lines->is_whole)
        return false;
    error_set(err, TABIA_CORRUPT, "the compressed data is cut short");
    return fail(lines);
}

/* Cuts a line from the start of 'text'; without an end, if there is none. */
static struct tabia_bytes cut_line(struct tabia_bytes *text, bool *has_end)
{
    const uint8_t *end =
        text->size ? memchr(text->data, '\n', text->size) : NULL;
    const size_t len = end ? (size_t)(end - text->data) : text->size;
    const struct tabia_bytes line = { text->data, len };
    *has_end = end != NULL;
    text->data += len + *has_end;
    text->size -= len + *has_end;
    return line;
}

static struct tabia_bytes without_return(struct tabia_bytes line)
{
    if (line.size > 0 && line.data[line.size - 1] == '\r')
        line.size--;
    return line;
}

static bool next_plain(struct zst_lines *lines, struct tabia_bytes *line)
{
    bool has_end;
    if (lines->src.size == 0)
        return false;
    *line = without_return(cut_line(&lines->src, &has_end));
    return true;
}

static bool next_compressed(struct zst_lines *lines, struct tabia_bytes *line,
                            struct tabia_error *err)
{
    buf_reset(&lines->line);
    for (;;) {
        bool has_end;
        if (lines->chunk_at == lines->chunk_size && !fill(lines, err))
            break;
        struct tabia_bytes rest = { lines->chunk + lines->chunk_at,
                                    lines->chunk_size - lines->chunk_at };
        const struct tabia_bytes part = cut_line(&rest, &has_end);
        lines->chunk_at = lines->chunk_size - rest.size;
        if (has_end && lines->line.size == 0) {
            *line = without_return(part);
            return true;
        }
        if (!buf_add(&lines->line, part.data, part.size)) {
            buf_error(&lines->line, err);
            return fail(lines);
        }
        if (has_end)
            break;
    }
    *line = without_return(buf_bytes(&lines->line));
    return !lines->failed && lines->line.size > 0;
}

bool zst_lines_next(struct zst_lines *lines, struct tabia_bytes *line,
                    struct tabia_error *err)
{
    if (lines->failed)
        return false;
    const bool is_there = lines->stream ? next_compressed(lines, line, err)
                                        : next_plain(lines, line);
    lines->number += is_there;
    return is_there;
}
