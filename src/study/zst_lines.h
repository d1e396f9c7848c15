/*
 * zst_lines.h - the lines of a text that may be compressed by zstd
 *
 *     struct zst_lines lines;
 *     if (!zst_lines_open(&lines, src, err))
 *         return false;
 *     while (zst_lines_next(&lines, &line, err))
 *         ... line.data, line.size ...
 *     ok = !lines.failed;
 *     zst_lines_close(&lines);
 */
#ifndef STUDY_ZST_LINES_H
#define STUDY_ZST_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "tabia/error.h"

enum { ZST_LINE_MAX = 16 << 20 }; // bytes; longer is an error

/* All fields but 'number' and 'failed' are private. */
struct zst_lines {
    struct tabia_bytes src; // what is left of the input
    void *stream;           // NULL: the input is plain
    uint8_t *chunk;         // owned: what was decompressed
    size_t chunk_at, chunk_size;
    bool is_whole;   // the last frame ended
    struct buf line; // one that began in an earlier chunk
    uint32_t number; // of the line, from 1
    bool failed;
};

/* Borrows 'src' until it is closed. On failure there is nothing to close. */
bool zst_lines_open(struct zst_lines *lines, struct tabia_bytes src,
                    struct tabia_error *err);

/*
 * The next line without its end, which lives until the next call. False at
 * the end, and when the data is damaged: then 'failed' is set.
 */
bool zst_lines_next(struct zst_lines *lines, struct tabia_bytes *line,
                    struct tabia_error *err);

void zst_lines_close(struct zst_lines *lines);

#endif
