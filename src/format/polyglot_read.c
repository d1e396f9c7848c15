/*
 * polyglot_read.c - from a PolyGlot book to positions
 *
 * The file knows positions only by their keys, so they have to be met on the
 * board: along the book's own moves from the initial position, then from
 * every other position that may be in it, in the order of how likely that is.
 * What is never met stays unknown, and is counted.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "format/place_list.h"
#include "format/polyglot.h"
#include "base/banned.h"

enum { NSTARTS = 960 };

struct reader {
    const struct tabia_read_options *options;
    struct polyglot_settings settings;
    struct polyglot_entries entries;
    uint8_t *is_met;          // a bit per entry
    size_t nmet;              // those that stand for moves
    struct place_list places; // all nodes, in the order of being met
    size_t next;              // the first whose moves were not looked up
    size_t near;              // the first whose surroundings were not looked at
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
        if (!polyglot_code_is_move(code) || polyglot_decode(pos, code))
            continue;
        char fen[TABIA_FEN_SIZE], squares[POLYGLOT_SQUARES_SIZE];
        const uint64_t offset = polyglot_offset(&r->entries, i);
        tabia_pos_to_fen(pos, TABIA_FEN_NO_CLOCKS, fen);
        if (!tell(r, kind, TABIA_ILLEGAL, offset,
                  "entry %llu: %s is not legal in %s",
                  (unsigned long long)offset / POLYGLOT_ENTRY_SIZE + 1,
                  polyglot_squares(code, squares), fen))
            return false;
    }
    return true;
}

/* ---- meeting positions ----------------------------------------------- */

static bool is_met(const struct reader *r, size_t i)
{
    return r->is_met[i / 8] >> i % 8 & 1;
}

/* The entries of a position that was not met before; else none. */
static struct polyglot_range find_new(const struct reader *r,
                                      const struct tabia_pos *pos)
{
    struct polyglot_range range =
        polyglot_find(&r->entries, tabia_pos_key(pos));
    if (range.first < range.end && is_met(r, range.first))
        range.end = range.first;
    return range;
}

/* Code 0 stands for no move: such entries end some books. */
static bool is_move(const struct reader *r, size_t i)
{
    return load_be16(polyglot_entry(&r->entries, i) + POLYGLOT_MOVE_AT);
}

static void mark(struct reader *r, struct polyglot_range range)
{
    for (size_t i = range.first; i < range.end; i++) {
        r->is_met[i / 8] |= (uint8_t)(1u << i % 8);
        r->nmet += is_move(r, i);
    }
}

static bool push(struct reader *r, const struct tabia_cursor *c)
{
    return place_list_add(&r->places, c, r->err);
}

/* Plays a move of the book from 'c', and notes what it leads to. */
static bool add_move(struct reader *r, const struct tabia_cursor *from,
                     tabia_move mv, const struct tabia_move_data *data)
{
    const uint32_t nnodes = tabia_builder_nodes(r->out);
    struct tabia_cursor c = *from;
    if (!tabia_builder_join(r->out, &c, mv, r->err) ||
        !tabia_builder_set_move(r->out, c.edge, data, r->err))
        return false;
    const struct polyglot_range range = find_new(r, &c.pos);
    return (c.node < nnodes && range.first == range.end) || push(r, &c);
}

static bool add_moves(struct reader *r, const struct tabia_cursor *c)
{
    const struct polyglot_range range = find_new(r, &c->pos);
    if (range.first == range.end)
        return true;
    mark(r, range);
    if (!tell_illegal(r, range, &c->pos))
        return false;
    struct tabia_entry moves[TABIA_MOVES_MAX];
    const size_t n = polyglot_moves(&r->entries, range, &c->pos, moves);
    for (size_t i = 0; i < n; i++)
        if (!add_move(r, c, moves[i].move, &moves[i].data))
            return false;
    return true;
}

/* Looks up all that was met, and what that leads to. */
static bool drain(struct reader *r)
{
    while (r->next < r->places.n) {
        const struct tabia_cursor c = place_list_at(&r->places, r->next++);
        if (!add_moves(r, &c))
            return false;
    }
    return true;
}

static bool start_at(struct reader *r, const struct tabia_pos *pos)
{
    struct tabia_cursor c;
    return tabia_builder_start(r->out, pos, &c, r->err) && push(r, &c) &&
           drain(r);
}

/* Has the book legal moves here that were not met before? */
static bool is_new(const struct reader *r, const struct tabia_pos *pos)
{
    struct tabia_entry moves[TABIA_MOVES_MAX];
    const struct polyglot_range range = find_new(r, pos);
    return range.first < range.end &&
           polyglot_moves(&r->entries, range, pos, moves);
}

/* A position that may be in the book becomes a root if it is. */
static bool try_root(struct reader *r, const struct tabia_pos *pos)
{
    return !is_new(r, pos) || start_at(r, pos);
}

/* ---- where to look --------------------------------------------------- */

static bool try_starts960(struct reader *r)
{
    for (int i = 0; i < NSTARTS; i++) {
        struct tabia_pos pos;
        tabia_pos_start960(&pos, i);
        if (!try_root(r, &pos))
            return false;
    }
    return true;
}

static bool try_place(void *ctx, const struct tabia_pos *pos)
{
    return try_root(ctx, pos);
}

static bool try_file(struct reader *r)
{
    return polyglot_places(r->settings.positions, r->options, try_place, r,
                           r->err);
}

static bool try_default_book(struct reader *r)
{
    struct tabia_book *book = tabia_book_default(r->err);
    if (!book)
        return false;
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < tabia_book_positions(book); i++) {
        struct tabia_pos pos;
        tabia_book_position(book, i, &pos);
        is_done = try_root(r, &pos);
    }
    tabia_book_free(book);
    return is_done;
}

/* Steps from a known position to one that the book has. */
static bool try_step(struct reader *r, const struct tabia_cursor *c,
                     tabia_move mv)
{
    static const struct tabia_move_data passive = {
        .has = 1u << TABIA_ATTR_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    struct tabia_pos pos = c->pos;
    tabia_pos_play(&pos, mv);
    if (!is_new(r, &pos))
        return true;
    if (r->settings.walk < POLYGLOT_WALK_BRIDGE)
        return start_at(r, &pos);
    return add_move(r, c, mv, &passive) && drain(r);
}

/*
 * A book for one side has no moves of the other one, and books made by
 * merging have lost some: one move off the book often leads back into it.
 */
static bool try_near(struct reader *r)
{
    while (r->near < r->places.n) {
        const struct tabia_cursor c = place_list_at(&r->places, r->near++);
        tabia_move moves[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal(&c.pos, moves);
        for (size_t k = 0; k < n; k++)
            if (!try_step(r, &c, moves[k]))
                return false;
    }
    return true;
}

/* ---- the whole book -------------------------------------------------- */

static bool tell_unmet(struct reader *r, size_t nmoves)
{
    if (r->nmet == nmoves)
        return true;
    struct tabia_error problem = { 0 };
    const size_t rest = nmoves - r->nmet;
    error_set(&problem, TABIA_LOSS,
              "%zu of %zu %s %s not reached from known positions", rest, nmoves,
              plural(nmoves, "entry", "entries"), plural(rest, "is", "are"));
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &problem, r->err);
}

/* Each step only while there is something left to find. */
static bool walk(struct reader *r)
{
    size_t nmoves = 0;
    for (size_t i = r->entries.nheader; i < r->entries.n; i++)
        nmoves += is_move(r, i);
    const struct {
        enum polyglot_walk from;
        bool (*look)(struct reader *r);
    } steps[] = {
        { POLYGLOT_WALK_BRIDGE, try_near }, // first: the others stand alone
        { POLYGLOT_WALK_KNOWN, try_starts960 },
        { POLYGLOT_WALK_KNOWN, try_default_book },
        { POLYGLOT_WALK_NEAR, try_near },
    };
    if (!start_at(r, NULL) || (r->settings.positions && !try_file(r)))
        return false;
    for (size_t i = 0; i < COUNT_OF(steps) && r->nmet < nmoves; i++)
        if (r->settings.walk >= steps[i].from && !steps[i].look(r))
            return false;
    return tell_unmet(r, nmoves);
}

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
        .places = { .options = options },
        .out = out,
        .err = err,
    };
    if (!polyglot_settings_parse(options->settings, options->nsettings,
                                 &r.settings, err) ||
        !polyglot_entries_check(src, options, r.settings.repair, &r.entries,
                                err))
        return false;
    r.is_met = calloc(r.entries.n / 8 + 1, 1);
    bool is_done = r.is_met || error_nomem(err);
    is_done = is_done && add_header(&r) && walk(&r);
    free(r.is_met);
    place_list_clear(&r.places);
    polyglot_entries_clear(&r.entries);
    return is_done;
}
