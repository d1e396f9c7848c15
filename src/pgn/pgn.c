/*
 * pgn.c - a text of games: its reader's life, and locations in it
 */
#include "pgn/pgn_def.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "pgn/byte_mask.h"
#include "pgn/pgn_internal.h"

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

static struct tabia_pgn *pgn_new(const struct tabia_pgn_options *options,
                                 struct tabia_error *err)
{
    struct tabia_pgn *pgn = calloc(1, sizeof(*pgn));
    if (!pgn) {
        error_nomem(err);
        return NULL;
    }
    tabia_pos_set_start(&pgn->start);
    pgn->movegen = movegen_get();
    pgn->next = choose_next();
    pgn->file = options->name;
    pgn->depth_limit =
        options->depth_limit ? options->depth_limit : DEPTH_LIMIT;
    return pgn;
}

/* Goes on with these bytes, which begin there in the file. */
static bool set_bytes(struct tabia_pgn *pgn, struct tabia_bytes bytes,
                      uint32_t line, uint64_t offset, struct tabia_error *err)
{
    struct text text;
    if (!text_init(&text, bytes, pgn->file, err))
        return false;
    scan_init(&pgn->scan, text.src, bytes.size);
    pgn->text = pgn->anchor = pgn->scan.p = text.p;
    pgn->anchor_line = line;
    pgn->has_anchor_next = false;
    pgn->offset = offset;
    return true;
}

struct tabia_pgn *tabia_pgn_open_bytes(struct tabia_bytes bytes,
                                       const struct tabia_pgn_options *options,
                                       struct tabia_error *err)
{
    static const struct tabia_pgn_options defaults;
    if (!options)
        options = &defaults;
    struct tabia_pgn *pgn = pgn_new(options, err);
    if (pgn &&
        set_bytes(pgn, bytes, options->first_line ? options->first_line : 1,
                  options->offset, err))
        return pgn;
    tabia_pgn_close(pgn);
    return NULL;
}

/* The next part of the file. False at its end, or with an error. */
static bool next_piece(struct tabia_pgn *pgn, struct tabia_error *err)
{
    uint32_t line = 1, col;
    if (pgn->has_piece) {
        pgn_location(pgn, pgn->scan.end, &line, &col);
        game_reader_release(pgn->reader, &pgn->piece);
    }
    // Whatever fails, nothing points to what was released.
    set_bytes(pgn, (struct tabia_bytes){ (const uint8_t *)"", 0 }, line, 0,
              err);
    pgn->has_piece = game_reader_next(pgn->reader, &pgn->piece, err);
    if (pgn->has_piece)
        return set_bytes(pgn, pgn->piece.bytes, line, pgn->piece.offset, err);
    const struct game_reader_file *file = game_reader_file_at(pgn->reader, 0);
    if (file->damage.status) {
        const struct tabia_error damage = game_reader_damage(file);
        error_pass(err, &damage);
    }
    return false;
}

struct tabia_pgn *tabia_pgn_open(const char *path,
                                 const struct tabia_pgn_options *options,
                                 struct tabia_error *err)
{
    static const struct tabia_pgn_options defaults;
    struct tabia_error failure = { 0 };
    struct tabia_pgn *pgn = pgn_new(options ? options : &defaults, &failure);
    if (pgn && !(pgn->path = strdup(path)))
        error_nomem(&failure);
    if (pgn && pgn->path) {
        const struct game_reader_options how = {
            .paths = (const char *const *)&pgn->path, .npaths = 1
        };
        pgn->reader = game_reader_open(&how, &failure);
    }
    if (pgn && pgn->reader) {
        if (!pgn->file)
            pgn->file = game_reader_file_at(pgn->reader, 0)->name;
        // Without a game the file is read to its end: see tabia_pgn_next.
        if (next_piece(pgn, &failure) || !failure.status)
            return pgn;
    }
    error_in_file(&failure, path);
    error_pass(err, &failure);
    tabia_pgn_close(pgn);
    return NULL;
}

void tabia_pgn_close(struct tabia_pgn *pgn)
{
    if (!pgn)
        return;
    if (pgn->has_piece)
        game_reader_release(pgn->reader, &pgn->piece);
    game_reader_close(pgn->reader);
    free(pgn->path);
    free(pgn->outer_lines);
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
                    const struct tabia_pgn_visitor *visitor, void *ctx,
                    struct tabia_error *err)
{
    while (!pgn->next(pgn, visitor, ctx))
        if (pgn->is_stopped || !pgn->has_piece || !next_piece(pgn, err))
            return false;
    pgn->piece.ngames++; // for game_reader_damage
    return true;
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
    pgn->has_anchor_next &= p <= at;
    while (p > at) {
        p--; // the last byte of the line before
        while (p > pgn->text && !ends_line(p - 1, end))
            p--;
        pgn->anchor_line--;
    }
    pgn->anchor = p;
    for (;;) {
        if (!pgn->has_anchor_next) { // the next line; NULL: none
            p = byte_mask_find(pgn->anchor, end, '\n', '\r');
            const bool is_pair = end - p > 1 && *p == '\r' && p[1] == '\n';
            pgn->anchor_next = p == end ? NULL : p + 1 + is_pair;
            pgn->has_anchor_next = true;
        }
        if (!pgn->anchor_next || pgn->anchor_next > at)
            break;
        pgn->anchor = pgn->anchor_next;
        pgn->anchor_line++;
        pgn->has_anchor_next = false;
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
