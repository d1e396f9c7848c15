/*
 * obk_tree.c - the parts of a Chessmaster book, and the walk over its moves
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "chess/move_code.h"
#include "format/format_io.h"
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
    const bool goes_on = format_problem_at_v(r->job, TABIA_SEVERITY_ERROR,
                                             status, offset, r->err, fmt, ap);
    va_end(ap);
    return goes_on;
}

bool obk_has_magic(struct tabia_bytes bytes, const char magic[4])
{
    return bytes.size >= 4 && memcmp(bytes.data, magic, 4) == 0;
}

bool obk_file_parse(struct obk_reader *r, struct tabia_bytes bytes)
{
    struct obk_file *f = &r->file;
    const bool is_old = obk_has_magic(bytes, obk_old_magic);
    *f = (struct obk_file){ .bytes = bytes, .is_old = is_old };
    if (!is_old && !obk_has_magic(bytes, obk_new_magic))
        return error_at_offset(r->err, TABIA_ERR_CORRUPT, 0,
                               "not a Chessmaster book: expected BOO! or UGWS");
    f->moves_at = is_old ? OBK_OLD_HEADER_SIZE : OBK_NEW_HEADER_SIZE;
    if (bytes.size >= OBK_OLD_HEADER_SIZE) {
        const size_t left =
            bytes.size < f->moves_at ? 0 : bytes.size - f->moves_at;
        const uint32_t count = load_le32(bytes.data + OBK_COUNT_AT);
        const size_t most = left / OBK_MOVE_SIZE;
        f->nmoves = count <= most ? count : (uint32_t)most;
        if (count > most &&
            !obk_fail(r, TABIA_ERR_CORRUPT, OBK_COUNT_AT,
                      "the header states %u %s, the file has room for %u",
                      count, plural(count, "move", "moves"), f->nmoves))
            return false;
    }
    if (bytes.size < f->moves_at)
        return error_at_offset(r->err, TABIA_ERR_CORRUPT, bytes.size,
                               "the header is truncated: %zu of %zu bytes",
                               bytes.size, f->moves_at);
    f->notes_at = f->moves_at + (size_t)f->nmoves * OBK_MOVE_SIZE;
    f->notes_end = f->notes_at;
    if (!is_old) {
        const size_t left = bytes.size - f->notes_at;
        const uint32_t nbytes = load_le32(bytes.data + OBK_NOTES_SIZE_AT);
        f->notes_end += nbytes < left ? nbytes : left;
        if (nbytes > left &&
            !obk_fail(r, TABIA_ERR_CORRUPT, OBK_NOTES_SIZE_AT,
                      "the header states %u %s of notes, the file has %zu",
                      nbytes, plural(nbytes, "byte", "bytes"), left))
            return false;
    }
    const size_t rest = bytes.size - f->notes_end;
    return !rest ||
           obk_fail(r, TABIA_ERR_CORRUPT, f->notes_end,
                    "after the %s there %s %zu more %s",
                    is_old ? "moves" : "notes", plural(rest, "is", "are"), rest,
                    plural(rest, "byte", "bytes"));
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

/* A walk under way. A cursor without a node is below a dropped move. */
struct obk_tree_walk {
    struct obk_reader *r;
    struct tabia_builder_cursor *open; // the branches that are still open
    size_t nopen, room;
    uint32_t nlost; // moves below dropped ones
};

/* The tree is complete before the moves are; some files fill up with 0. */
static bool skip_rest(struct obk_tree_walk *w, uint32_t index)
{
    struct obk_file *f = &w->r->file;
    const size_t at = obk_move_offset(f, index);
    size_t p = at;
    while (p < f->notes_at && f->bytes.data[p] == 0)
        p++;
    const uint32_t nrest = f->nmoves - index;
    if (p == f->notes_at)
        return format_warn_at(w->r->job, at,
                              "%u empty %s at the end %s skipped", nrest,
                              plural(nrest, "move", "moves"),
                              plural(nrest, "is", "are"));
    return obk_fail(w->r, TABIA_ERR_CORRUPT, at,
                    "the tree is complete, but %u more %s", nrest,
                    plural(nrest, "move follows", "moves follow"));
}

static bool check_end(struct obk_tree_walk *w, bool is_complete)
{
    struct obk_file *f = &w->r->file;
    if (w->nlost) {
        struct tabia_error lost = { 0 };
        error_at_offset(&lost, TABIA_ERR_LOSS, f->notes_at,
                        "%s after illegal ones %s dropped",
                        plural(w->nlost, "move", "moves"),
                        plural(w->nlost, "is", "are"));
        format_warn_count(w->r->job, w->nlost, &lost, NULL);
    }
    if (is_complete || !f->nmoves)
        return true;
    const size_t last = obk_move_offset(f, f->nmoves - 1);
    if (!(f->bytes.data[last] & OBK_LINE_ENDS))
        return obk_fail(w->r, TABIA_ERR_CORRUPT, last,
                        "the last move does not end its line");
    const size_t nopen = w->nopen + 1;
    return obk_fail(w->r, TABIA_ERR_CORRUPT, f->notes_at,
                    "after the last move %zu %s still open", nopen,
                    plural(nopen, "branch is", "branches are"));
}

static bool follow_tree(struct obk_tree_walk *w,
                        const struct tabia_builder_cursor *start,
                        obk_move_fn *on_move, void *ctx)
{
    struct obk_reader *r = w->r;
    const struct obk_file *f = &r->file;
    struct tabia_builder_cursor current = *start;
    for (uint32_t i = 0; i < f->nmoves; i++) {
        const size_t offset = obk_move_offset(f, i);
        const uint8_t *bytes = f->bytes.data + offset;
        struct tabia_builder_cursor next = current;
        const tabia_move mv = next.node == TABIA_NUMBER_NONE
                                  ? TABIA_MOVE_NONE
                                  : obk_move_decode(&next.pos, bytes);
        if (mv) {
            if (!on_move(ctx, &next, mv, i, r->err))
                return false;
        } else if (next.node == TABIA_NUMBER_NONE) {
            w->nlost++;
        } else {
            next.node = TABIA_NUMBER_NONE;
            if (!obk_fail(r, TABIA_ERR_ILLEGAL, offset,
                          "move %u, %s%s, is not legal", i + 1,
                          move_square_name(bytes[0] & OBK_SQUARE).text,
                          move_square_name(bytes[1] & OBK_SQUARE).text))
                return false;
        }
        if (!(bytes[0] & OBK_LAST_SIBLING)) {
            if (!FORMAT_RESERVE(r->job, w->open, w->room, w->nopen + 1, r->err))
                return false;
            w->open[w->nopen++] = current;
        }
        if (!(bytes[0] & OBK_LINE_ENDS))
            current = next;
        else if (w->nopen)
            current = w->open[--w->nopen];
        else
            return (i + 1 == f->nmoves || skip_rest(w, i + 1)) &&
                   check_end(w, true);
    }
    return check_end(w, false);
}

bool obk_walk(struct obk_reader *r, const struct tabia_builder_cursor *start,
              obk_move_fn *on_move, void *ctx)
{
    struct obk_tree_walk w = { .r = r };
    const bool ok = follow_tree(&w, start, on_move, ctx);
    free(w.open);
    return ok;
}
