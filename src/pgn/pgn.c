/*
 * pgn.c - a text of games: its reader's life, and locations in it
 */
#include "pgn/pgn_def.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "pgn/byte_mask.h"
#include "pgn/pgn.h"

#include "base/banned.h"

enum { DEPTH_LIMIT = 1000 };

/* ---- life ------------------------------------------------------------ */

static game_next_fn *choose_next(void)
{
#ifdef TABIA_HAVE_GAME_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2"))
        return game_next_avx2;
#endif
    return game_next_plain;
}

struct tabia_pgn *tabia_pgn_open_bytes(struct tabia_bytes bytes,
                                       const struct tabia_pgn_options *options,
                                       struct tabia_error *err)
{
    static const struct tabia_pgn_options defaults;
    struct text text;
    if (!options)
        options = &defaults;
    if (!text_init(&text, bytes, options->name, err))
        return NULL;
    struct tabia_pgn *pgn = calloc(1, sizeof(*pgn));
    if (!pgn) {
        error_nomem(err);
        return NULL;
    }
    tabia_pos_set_start(&pgn->start);
    pgn->kernel = kernel_get();
    pgn->next = choose_next();
    scan_init(&pgn->scan, text.src, bytes.size);
    pgn->text = pgn->anchor = pgn->scan.p = text.p;
    pgn->anchor_line = options->first_line ? options->first_line : 1;
    pgn->offset = options->offset;
    pgn->file = options->name;
    pgn->depth_limit =
        options->depth_limit ? options->depth_limit : DEPTH_LIMIT;
    return pgn;
}

void tabia_pgn_close(struct tabia_pgn *pgn)
{
    if (!pgn)
        return;
    free(pgn->outer);
    free(pgn);
}

size_t pgn_offset(const struct tabia_pgn *pgn)
{
    return (size_t)(pgn->scan.p - pgn->scan.start);
}

void pgn_seek(struct tabia_pgn *pgn, size_t at)
{
    pgn->scan.p = pgn->scan.start + at;
}

bool tabia_pgn_next(struct tabia_pgn *pgn,
                    const struct tabia_pgn_visitor *visitor, void *ctx)
{
    return pgn->next(pgn, visitor, ctx);
}

/* ---- locations ------------------------------------------------------- */

static bool ends_line(const char *p, const char *end)
{
    return *p == '\n' || (*p == '\r' && !(end - p > 1 && p[1] == '\n'));
}

void pgn_location(struct tabia_pgn *pgn, const char *at, uint32_t *line,
                  uint32_t *col)
{
    const char *p = pgn->anchor, *end = pgn->scan.end;
    pgn->has_after &= p <= at;
    while (p > at) {
        p--; // the last byte of the line before
        while (p > pgn->text && !ends_line(p - 1, end))
            p--;
        pgn->anchor_line--;
    }
    pgn->anchor = p;
    for (;;) {
        if (!pgn->has_after) { // where the next line begins; NULL: nowhere
            p = byte_mask_find(pgn->anchor, end, '\n', '\r');
            const bool is_pair = end - p > 1 && *p == '\r' && p[1] == '\n';
            pgn->after = p == end ? NULL : p + 1 + is_pair;
            pgn->has_after = true;
        }
        if (!pgn->after || pgn->after > at)
            break;
        pgn->anchor = pgn->after;
        pgn->anchor_line++;
        pgn->has_after = false;
    }
    *line = pgn->anchor_line;
    *col = (uint32_t)(at - pgn->anchor) + 1;
}

size_t tabia_pgn_unescape(struct tabia_pgn_text value, char *buf, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < value.len; i++) {
        const bool is_escape = value.text[i] == '\\' && i + 1 < value.len &&
                               strchr("\"\\", value.text[i + 1]) &&
                               value.text[i + 1];
        i += is_escape;
        if (n + 1 < size)
            buf[n] = value.text[i];
        n++;
    }
    if (size)
        buf[n < size ? n : size - 1] = '\0';
    return n;
}
