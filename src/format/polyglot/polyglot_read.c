/*
 * polyglot_read.c - from a PolyGlot book to positions: see key_walk.h
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "base/banned.h"

struct reader {
    const struct tabia_read_options *options;
    struct polyglot_settings settings;
    struct polyglot_entries entries;
    uint8_t *is_met; // a bit per entry
    size_t nmoves;   // entries that stand for moves
    size_t nmet;     // of these
    struct tabia_builder *out;
    struct tabia_error *err;
};

/* ---- problems -------------------------------------------------------- */

static bool tell(struct reader *r, enum tabia_problem kind,
                 enum tabia_status status, uint64_t offset, const char *fmt,
                 ...) ATTR_PRINTF(5, 6);

static bool tell(struct reader *r, enum tabia_problem kind,
                 enum tabia_status status, uint64_t offset, const char *fmt,
                 ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on =
        format_problem_at_v(r->options, kind, status, offset, r->err, fmt, ap);
    va_end(ap);
    return goes_on;
}

/* Names every entry of the position that is no legal move in it. */
static bool tell_illegal(struct reader *r, struct polyglot_range range,
                         const struct tabia_pos *pos)
{
    const enum tabia_problem kind =
        r->settings.repair ? TABIA_PROBLEM_WARNING : TABIA_PROBLEM_ERROR;
    for (size_t i = range.first; i < range.end; i++) {
        const uint8_t *p = polyglot_entry(&r->entries, i);
        const uint16_t code = load_be16(p + POLYGLOT_MOVE_AT);
        if (!move_code_is_possible(code) || move_code_decode(pos, code))
            continue;
        char fen[TABIA_FEN_SIZE], squares[TABIA_UCI_SIZE];
        const uint64_t offset = polyglot_offset(&r->entries, i);
        tabia_pos_to_fen(pos, TABIA_FEN_NO_CLOCKS, fen);
        if (!tell(r, kind, TABIA_ILLEGAL, offset,
                  "entry %llu: %s is not legal in %s",
                  (unsigned long long)offset / POLYGLOT_ENTRY_SIZE + 1,
                  move_code_print(code, squares), fen))
            return false;
    }
    return true;
}

/* ---- the file as the walk asks it ------------------------------------ */

static struct polyglot_range find_range(const struct reader *r,
                                        const struct tabia_pos *pos)
{
    return polyglot_find(&r->entries, tabia_pos_key(pos));
}

static enum key_walk_look look(void *ctx, const struct tabia_pos *pos)
{
    const struct reader *r = ctx;
    struct tabia_entry moves[TABIA_MOVES_MAX];
    const struct polyglot_range range = find_range(r, pos);
    const size_t i = range.first;
    if (i == range.end)
        return KEY_WALK_NOTHING;
    if (r->is_met[i / 8] >> i % 8 & 1)
        return KEY_WALK_MET;
    return polyglot_moves(&r->entries, range, pos, moves) ? KEY_WALK_UNMET
                                                          : KEY_WALK_ILLEGAL;
}

/* Code 0 stands for no move: such entries end some books. */
static bool is_move(const struct reader *r, size_t i)
{
    return load_be16(polyglot_entry(&r->entries, i) + POLYGLOT_MOVE_AT);
}

static bool visit(void *ctx, const struct tabia_pos *pos,
                  struct tabia_entry list[TABIA_MOVES_MAX], size_t *n)
{
    struct reader *r = ctx;
    const struct polyglot_range range = find_range(r, pos);
    for (size_t i = range.first; i < range.end; i++) {
        r->is_met[i / 8] |= (uint8_t)(1u << i % 8);
        r->nmet += is_move(r, i);
    }
    *n = polyglot_moves(&r->entries, range, pos, list);
    return tell_illegal(r, range, pos);
}

static void count(void *ctx, size_t *nall, size_t *nvisited)
{
    const struct reader *r = ctx;
    *nall = r->nmoves;
    *nvisited = r->nmet;
}

static bool walk(struct reader *r)
{
    const struct key_walk_file file = { look, visit, count, r };
    for (size_t i = r->entries.nheader; i < r->entries.n; i++)
        r->nmoves += is_move(r, i);
    return key_walk(&file, &r->settings.walk, r->options, r->out, r->err);
}

/* ---- the header ------------------------------------------------------ */

/* Makes bytes that are not UTF-8 '?'; returns how many there were. */
static size_t make_utf8(char *text, size_t size)
{
    size_t count = 0;
    for (size_t at = 0;; count++) {
        at += utf8_valid_prefix(text + at, size - at);
        if (at == size)
            return count;
        text[at++] = '?';
    }
}

static bool tell_header(struct reader *r, size_t nbad)
{
    return !nbad || tell(r, TABIA_PROBLEM_WARNING, TABIA_LOSS, 0,
                         "the header has %zu %s: each becomes '?'", nbad,
                         plural(nbad, "byte that is not UTF-8",
                                "bytes that are not UTF-8"));
}

/* The header's text, up to its NUL. */
static bool add_header(struct reader *r)
{
    const struct polyglot_entries *e = &r->entries;
    struct buf text = { .limit = e->nheader * POLYGLOT_TEXT_SIZE };
    for (size_t i = 0; i < e->nheader; i++)
        buf_add(&text, polyglot_entry(e, i) + POLYGLOT_MOVE_AT,
                POLYGLOT_TEXT_SIZE);
    if (text.failed) {
        buf_error(&text, r->err);
        buf_clear(&text);
        return false;
    }
    if (!text.size)
        return true;
    const size_t len = strlen(text.data);
    const bool is_done = tell_header(r, make_utf8(text.data, len)) &&
                         tabia_builder_add_text(r->out, POLYGLOT_KEY_HEADER,
                                                text.data, len, r->err);
    buf_clear(&text);
    return is_done;
}

bool polyglot_read(struct tabia_bytes src,
                   const struct tabia_read_options *options,
                   struct tabia_builder *out, struct tabia_error *err)
{
    struct reader r = {
        .options = options,
        .out = out,
        .err = err,
    };
    format_settings_get(polyglot_rows, options, &r.settings);
    if (!polyglot_entries_check(src, options, r.settings.repair, &r.entries,
                                err))
        return false;
    r.is_met = calloc(r.entries.n / 8 + 1, 1);
    bool is_done = r.is_met || error_nomem(err);
    is_done = is_done && add_header(&r) && walk(&r);
    free(r.is_met);
    polyglot_entries_clear(&r.entries);
    return is_done;
}
