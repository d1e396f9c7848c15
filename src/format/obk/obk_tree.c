/*
 * obk_tree.c - the parts of a Chessmaster book, and the walk over its moves
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/plural.h"
#include "chess/move_code.h"
#include "format/obk/obk.h"
#include "base/banned.h"

const char obk_old_magic[4] = { 'U', 'G', 'W', 'S' };
const char obk_new_magic[4] = { 'B', 'O', 'O', '!' };
const uint8_t obk_steps[4] = { 0, 25, 50, 100 };

/* ---- the parts of a file --------------------------------------------- */

bool obk_fail(struct obk_reader *r, enum tabia_status status, uint64_t offset,
              const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const bool goes_on = format_problem_at_v(r->options, TABIA_PROBLEM_ERROR,
                                             status, offset, r->err, fmt, ap);
    va_end(ap);
    return goes_on;
}

bool obk_has_magic(struct tabia_bytes src, const char magic[4])
{
    return src.size >= 4 && memcmp(src.data, magic, 4) == 0;
}

/* How many moves there are, whatever the header counts. */
static bool count_moves(struct obk_reader *r)
{
    struct obk_file *f = &r->file;
    const size_t left =
        f->src.size < f->moves_at ? 0 : f->src.size - f->moves_at;
    const uint32_t count = load_le32(f->src.data + OBK_COUNT_AT);
    f->nmoves = count;
    if (count <= left / OBK_MOVE_SIZE)
        return true;
    f->nmoves = (uint32_t)(left / OBK_MOVE_SIZE);
    return obk_fail(r, TABIA_CORRUPT, OBK_COUNT_AT,
                    "the header counts %u %s, the file has room for %u", count,
                    plural(count, "move", "moves"), f->nmoves);
}

static bool measure_notes(struct obk_reader *r)
{
    struct obk_file *f = &r->file;
    f->notes_at = f->moves_at + (size_t)f->nmoves * OBK_MOVE_SIZE;
    f->notes_end = f->notes_at;
    if (f->is_old)
        return true;
    const size_t left = f->src.size - f->notes_at;
    const uint32_t nbytes = load_le32(f->src.data + OBK_NOTES_SIZE_AT);
    f->notes_end += nbytes < left ? nbytes : left;
    return nbytes <= left ||
           obk_fail(r, TABIA_CORRUPT, OBK_NOTES_SIZE_AT,
                    "the header counts %u %s of notes, the file has %zu",
                    nbytes, plural(nbytes, "byte", "bytes"), left);
}

bool obk_file_parse(struct obk_reader *r, struct tabia_bytes src)
{
    struct obk_file *f = &r->file;
    const bool is_old = obk_has_magic(src, obk_old_magic);
    *f = (struct obk_file){ .src = src, .is_old = is_old };
    if (!is_old && !obk_has_magic(src, obk_new_magic))
        return error_offset(r->err, TABIA_CORRUPT, 0,
                            "a Chessmaster book begins with BOO! or UGWS");
    f->moves_at = is_old ? OBK_OLD_HEADER_SIZE : OBK_NEW_HEADER_SIZE;
    if (src.size >= OBK_OLD_HEADER_SIZE && !count_moves(r))
        return false;
    if (src.size < f->moves_at)
        return error_offset(r->err, TABIA_CORRUPT, src.size,
                            "the header is cut short: %zu of %zu bytes",
                            src.size, f->moves_at);
    if (!measure_notes(r))
        return false;
    const size_t rest = src.size - f->notes_end;
    return !rest || obk_fail(r, TABIA_CORRUPT, f->notes_end, "%zu %s the %s",
                             rest, plural(rest, "byte follows", "bytes follow"),
                             is_old ? "moves" : "notes");
}

/* ---- moves ----------------------------------------------------------- */

tabia_move obk_move_decode(const struct tabia_pos *pos, const uint8_t *bytes)
{
    return move_find_plain(pos, bytes[0] & OBK_SQUARE, bytes[1] & OBK_SQUARE);
}

bool obk_move_encode(const struct tabia_pos *pos, tabia_move mv,
                     uint8_t bytes[OBK_MOVE_SIZE])
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    if (promotion && promotion != TABIA_QUEEN)
        return false;
    bytes[0] = tabia_move_from(mv);
    bytes[1] = move_target(pos, mv);
    return true;
}

/* The branches that are still open. */
struct stack {
    struct tabia_cursor *list;
    size_t n, room;
};

static bool push(struct obk_reader *r, struct stack *stack,
                 const struct tabia_cursor *c)
{
    if (!FORMAT_RESERVE(r->options, stack->list, stack->room, stack->n + 1,
                        r->err))
        return false;
    stack->list[stack->n++] = *c;
    return true;
}

/* A walk under way. A cursor without a node is below a dropped move. */
struct walk {
    struct obk_reader *r;
    struct stack stack;
    obk_move_fn *each;
    void *ctx;
    uint32_t nlost; // moves below dropped ones
};

static bool play(struct walk *w, struct tabia_cursor *c, uint32_t index)
{
    const size_t offset = obk_move_offset(&w->r->file, index);
    const uint8_t *bytes = w->r->file.src.data + offset;
    if (c->node == TABIA_NONE) {
        w->nlost++;
        return true;
    }
    const tabia_move mv = obk_move_decode(&c->pos, bytes);
    if (mv)
        return w->each(w->ctx, c, mv, index, w->r->err);

    c->node = TABIA_NONE;
    return obk_fail(w->r, TABIA_ILLEGAL, offset, "move %u, %s%s, is not legal",
                    index + 1, square_name(bytes[0] & OBK_SQUARE).text,
                    square_name(bytes[1] & OBK_SQUARE).text);
}

/* The tree is complete before the moves are; some files fill up with 0. */
static bool skip_rest(struct walk *w, uint32_t index)
{
    struct obk_file *f = &w->r->file;
    const size_t at = obk_move_offset(f, index);
    size_t p = at;
    while (p < f->notes_at && f->src.data[p] == 0)
        p++;
    const uint32_t nrest = f->nmoves - index;
    if (p == f->notes_at)
        return format_warn_at(w->r->options, at,
                              "%u empty %s at the end %s left out", nrest,
                              plural(nrest, "move", "moves"),
                              plural(nrest, "is", "are"));
    return obk_fail(w->r, TABIA_CORRUPT, at,
                    "the tree is complete, but %u more %s", nrest,
                    plural(nrest, "move follows", "moves follow"));
}

static bool check_end(struct walk *w, bool is_complete)
{
    struct obk_file *f = &w->r->file;
    if (w->nlost)
        format_lost_at(w->r->options, f->notes_at,
                       "%u %s after those that are not legal %s dropped",
                       w->nlost, plural(w->nlost, "move", "moves"),
                       plural(w->nlost, "is", "are"));
    if (is_complete || !f->nmoves)
        return true;
    const size_t last = obk_move_offset(f, f->nmoves - 1);
    if (!(f->src.data[last] & OBK_LINE_ENDS))
        return obk_fail(w->r, TABIA_CORRUPT, last,
                        "the last move does not end its line");
    const size_t nopen = w->stack.n + 1;
    return obk_fail(w->r, TABIA_CORRUPT, f->notes_at,
                    "%zu %s left open at the end of the moves", nopen,
                    plural(nopen, "branch is", "branches are"));
}

static bool follow(struct walk *w, const struct tabia_cursor *start)
{
    const struct obk_file *f = &w->r->file;
    struct tabia_cursor current = *start;
    for (uint32_t i = 0; i < f->nmoves; i++) {
        const uint8_t flags = f->src.data[obk_move_offset(f, i)];
        struct tabia_cursor next = current;
        if (!play(w, &next, i))
            return false;
        if (!(flags & OBK_LAST_SIBLING) && !push(w->r, &w->stack, &current))
            return false;
        if (!(flags & OBK_LINE_ENDS)) {
            current = next;
        } else if (w->stack.n) {
            current = w->stack.list[--w->stack.n];
        } else {
            return (i + 1 == f->nmoves || skip_rest(w, i + 1)) &&
                   check_end(w, true);
        }
    }
    return check_end(w, false);
}

bool obk_walk(struct obk_reader *r, const struct tabia_cursor *start,
              obk_move_fn *each, void *ctx)
{
    struct walk w = { .r = r, .each = each, .ctx = ctx };
    const bool is_done = follow(&w, start);
    free(w.stack.list);
    return is_done;
}
