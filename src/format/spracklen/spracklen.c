/*
 * spracklen.c - the opening tree in brackets
 *
 *     (e4(e5(Nf3(Nc6(Bb5a6)Bc4)Nf6)f4)(c5Nf3(d6d4)Nc6)e6)
 *
 * Kathe Spracklen's notation of 1983, after Ken Thompson, as J. F. White's
 * article shows it (docs/formats/spracklen.md). Moves are in SAN and follow
 * each other without anything between them; blanks and line ends mean
 * nothing.
 *
 *     book = { '(' list ')' }
 *     list = { '(' line ')' } [ line ]
 *     line = move list
 *
 * The outer pair holds the moves of the starting position. An alternative that
 * has a later sibling is wrapped together with its continuation; the last one
 * is not. Read, but never written: a last sibling that is wrapped, more than
 * one outer pair, check marks.
 *
 * Moves end by themselves, so a piece is never named by its whole square:
 * Nf3d6 is Nf3 and d6. Where SAN needs it, a '-' or an 'x' stands between:
 * Qf2-d4.
 */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/wording.h"
#include "format/formats.h"
#include "format/shared/prefix_tree.h"
#include "base/banned.h"

enum {
    NESTING_MAX = 10000, // open brackets
    FULL_LINE = 72,      // columns after which a line is broken
    LONG_SAN = 5,        // Qf2d4: a piece and two squares
    MOVE_MAX = 8,        // bytes of the longest move, or more
};

/* ---- the shape of a move --------------------------------------------- */

static bool is_file_at(const char *p, const char *end)
{
    return p < end && *p >= 'a' && *p <= 'h';
}

static bool is_rank_at(const char *p, const char *end)
{
    return p < end && *p >= '1' && *p <= '8';
}

static bool spracklen_is_square(const char *p, const char *end)
{
    return is_file_at(p, end) && is_rank_at(p + 1, end);
}

static bool is_one_of(const char *p, const char *end, const char *set)
{
    return p < end && *p && strchr(set, *p);
}

static const char *skip_one_of(const char *p, const char *end, const char *set)
{
    return is_one_of(p, end, set) ? p + 1 : p;
}

/* A capture or long form behind where the piece comes from. */
static const char *skip_target(const char *p, const char *end)
{
    p = skip_one_of(p, end, "x-");
    return spracklen_is_square(p, end) ? p + 2 : NULL;
}

/* The end of the move at 'p', or NULL where none stands. */
static const char *skip_move(const char *p, const char *end)
{
    static const char *const castling[] = { "O-O-O", "0-0-0", "O-O", "0-0" };
    const char *q = NULL;
    for (size_t i = 0; !q && i < COUNT_OF(castling); i++)
        if (text_begins(p, (size_t)(end - p), castling[i]))
            q = p + strlen(castling[i]);
    if (!q && is_one_of(p, end, "KQRBN")) { // Nf3, Nbd2, N1d2, Nb1xd2
        p++;
        if (spracklen_is_square(p, end) && !is_one_of(p + 2, end, "x-"))
            q = p + 2;
        else if (spracklen_is_square(p, end))
            q = skip_target(p + 2, end);
        else
            q = skip_target(p + (is_file_at(p, end) || is_rank_at(p, end)),
                            end);
    } else if (!q && is_file_at(p, end)) { // e4, exd5, e8=Q
        if (is_one_of(p + 1, end, "x"))
            q = skip_target(p + 1, end);
        else if (is_rank_at(p + 1, end))
            q = p + 2;
        if (q && is_one_of(q, end, "=") && is_one_of(q + 1, end, "QRBN"))
            q += 2;
    }
    return q ? skip_one_of(q, end, "+#") : NULL;
}

/* ---- detection ------------------------------------------------------- */

static enum format_match spracklen_detect(struct tabia_bytes bytes)
{
    const bool is_cut = bytes.size > FORMAT_DETECT_SIZE;
    struct text t;
    size_t nmoves = 0;
    long depth = 0;
    if (is_cut)
        bytes.size = FORMAT_DETECT_SIZE;
    if (!format_looks_like_text(bytes) || !text_init(&t, bytes, NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t)) {
        while (text_skip_blanks(&t)) {
            const char *end = NULL;
            // The last bytes of a text that was cut may be a part of a move.
            if (is_cut && t.end == t.src_end && t.end - t.p < MOVE_MAX)
                break;
            if (*t.p == '(' || *t.p == ')') {
                depth += *t.p == '(' ? 1 : -1;
                end = t.p + 1;
            } else if (depth > 0) {
                end = skip_move(t.p, t.end);
                nmoves++;
            }
            if (!end || depth < 0)
                return FORMAT_NO;
            t.p = end;
        }
    }
    return nmoves ? FORMAT_SURE : FORMAT_NO;
}

/* ---- reading --------------------------------------------------------- */

/* A bracket that is open, and where its alternative branches off. */
struct spracklen_level {
    struct tabia_builder_cursor at;
    uint64_t offset; // of the bracket
    uint32_t line, col;
};

struct spracklen_reader {
    struct text text;
    struct read_job *job;
    struct tabia_builder *out;
    struct tabia_builder_cursor cursor;
    struct spracklen_level *levels;
    size_t nlevels, room;
};

static bool open_bracket(struct spracklen_reader *r, struct tabia_error *err)
{
    struct text *t = &r->text;
    if (r->nlevels == NESTING_MAX)
        return text_fail(t, t->p, TABIA_ERR_LIMIT,
                         "brackets are nested more than %d deep", NESTING_MAX);
    if (!VEC_RESERVE(r->levels, r->room, r->nlevels + 1, NESTING_MAX, err))
        return false;
    r->levels[r->nlevels++] = (struct spracklen_level){
        .at = r->cursor,
        .offset = (uint64_t)(t->p - t->src),
        .line = t->line,
        .col = (uint32_t)(t->p - t->line_start) + 1,
    };
    t->p++;
    return true;
}

static bool close_bracket(struct spracklen_reader *r)
{
    struct text *t = &r->text;
    if (!r->nlevels)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX, "unmatched ')'");
    const struct spracklen_level *open = &r->levels[r->nlevels - 1];
    if (r->nlevels > 1 && open->at.node == r->cursor.node)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected a move, found ')'");
    r->cursor = r->levels[--r->nlevels].at;
    t->p++;
    return true;
}

static bool spracklen_read_move(struct spracklen_reader *r,
                                struct tabia_error *err)
{
    struct text *t = &r->text;
    struct tabia_error why = { 0 };
    const size_t left = (size_t)(t->end - t->p);
    char buf[QUOTE_SIZE];
    tabia_move mv;
    if (!r->nlevels)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected '(': the moves are in brackets");
    const char *end = skip_move(t->p, t->end);
    if (!end)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected a move, found '%s'",
                         quote(t->p, left < 6 ? left : 6, buf));
    if (!tabia_san_parse(&r->cursor.pos, t->p, (size_t)(end - t->p), 0, &mv,
                         &why))
        return text_fail(t, t->p, why.status, "%s", why.msg);
    if (!tabia_builder_play(r->out, &r->cursor, mv, err))
        return false;
    const struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .line = t->line,
        .col = (uint32_t)(t->p - t->line_start) + 1,
    };
    t->p = end;
    return !r->job->user->keep_location ||
           tabia_builder_set_move(r->out, r->cursor.edge, &data, err);
}

/* After a fault nothing is known of the rest, so reading ends there. */
static bool spracklen_read(struct tabia_bytes bytes, struct read_job *job,
                           struct tabia_builder *out, struct tabia_error *err)
{
    struct spracklen_reader r = { .job = job, .out = out };
    struct tabia_error problem = { 0 };
    if (!text_init(&r.text, bytes, job->name, err) ||
        !tabia_builder_start(out, NULL, &r.cursor, err))
        return false;
    r.text.err = &problem;
    bool ok = true;
    while (ok && text_next_line(&r.text)) {
        while (ok && text_skip_blanks(&r.text)) {
            const char c = *r.text.p;
            ok = c == '('   ? open_bracket(&r, err)
                 : c == ')' ? close_bracket(&r)
                            : spracklen_read_move(&r, err);
        }
    }
    if (ok && r.nlevels) {
        const struct spracklen_level *open = &r.levels[r.nlevels - 1];
        ok = error_at_location(&problem, TABIA_ERR_SYNTAX, open->line,
                               open->col, open->offset, "unmatched '('");
    }
    free(r.levels);
    if (!ok && problem.status)
        ok = format_problem(job, TABIA_SEVERITY_ERROR, &problem, err);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

struct spracklen_writer {
    struct sink *dst;
    size_t column;
};

static void put_wrapped(struct spracklen_writer *w, const char *text,
                        size_t len)
{
    sink_write(w->dst, text, len);
    w->column += len;
}

/* A long book is broken into lines, before an alternative. */
static void spracklen_put_bracket(struct spracklen_writer *w)
{
    if (w->column >= FULL_LINE) {
        sink_put_char(w->dst, '\n');
        w->column = 0;
    }
    put_wrapped(w, "(", 1);
}

static bool spracklen_write(const struct tabia_book *book,
                            const struct tabia_write_options *options,
                            struct sink *dst, struct tabia_report *report,
                            struct tabia_error *err)
{
    struct spracklen_writer w = { .dst = dst };
    struct prefix_tree tree;
    struct prefix_tree_walk walk;
    (void)options;
    if (!prefix_tree_build(&tree, book, PREFIX_TREE_GROUP, report, err))
        return false;
    if (!prefix_tree_walk_init(&walk, &tree, err)) {
        prefix_tree_clear(&tree);
        return false;
    }
    spracklen_put_bracket(&w);
    while (sink_ok(dst) && prefix_tree_walk_next(&walk)) {
        char san[TABIA_SAN_SIZE];
        if (!walk.is_last)
            spracklen_put_bracket(&w);
        // SAN without check marks, and with a '-' behind a whole from square.
        size_t len =
            tabia_san_print(walk.before, tree.nodes[walk.node].move, san);
        while (len && (san[len - 1] == '+' || san[len - 1] == '#'))
            len--;
        if (len == LONG_SAN && spracklen_is_square(san + 1, san + len) &&
            spracklen_is_square(san + 3, san + len)) {
            put_wrapped(&w, san, 3);
            put_wrapped(&w, "-", 1);
            put_wrapped(&w, san + 3, 2);
        } else {
            put_wrapped(&w, san, len);
        }
        if (walk.is_leaf)
            put_wrapped(&w, ")", 1);
    }
    if (tree.n < 2) // no leaf has closed the outer pair
        put_wrapped(&w, ")", 1);
    sink_put_char(dst, '\n');
    prefix_tree_walk_clear(&walk);
    prefix_tree_clear(&tree);
    return sink_ok(dst);
}

static const char *const suffixes[] = { ".txt", ".spracklen", NULL };

const struct tabia_format format_spracklen = {
    .info = {
        .name = "spracklen",
        .title = "Spracklen-Thompson opening tree in brackets",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .detect = spracklen_detect,
    .read = spracklen_read,
    .write = spracklen_write,
};
