/*
 * amateur.c - the bytes of the Amateur's book-opening routine
 *
 * J. F. White's format of 1990: move strings, each less the moves that it
 * shares with its predecessor. The article fixes two bytes per move, one per
 * token, and the mark at the end of a string; the rest is decided here and
 * described in docs/formats/amateur.md.
 *
 *     FROM-TO    0fffffff ettttttt   a move: from, to; e ends the string
 *                1nnnnnnn            a token: n moves of the string before
 *     offsets    e0iiiiii            a move: index in the legal list, to 62
 *                e0111111 iiiiiiii   a move: any index
 *                n1nnnnnn            a token
 *
 * Bit 6 of FROM and TO is the promotion (line_code.h). A token stands only at
 * the start of a string and is never 0. There is no header: which of the two
 * codings it is shows in the moves being legal. A book of offsets so short
 * that it is legal as FROM-TO as well needs an option to be read.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/wording.h"
#include "book/builder_def.h"
#include "format/amateur/amateur.h"
#include "format/formats.h"
#include "format/shared/line_builder.h"
#include "format/shared/position_index.h"
#include "format/shared/prefix_tree.h"
#include "base/banned.h"

enum {
    TOKEN_MAX = 127,    // moves; longer beginnings are shared in part
    LOOK_STRINGS = 256, // that detection plays
    LOOK_PLIES = 64,    // of each
    LOOK_LONGEST = 1 << 16,
    LOOK_SURE = 8, // legal moves that are hardly chance
    ESCAPE = 63,
    TOKEN_BIT = 0x40,
    HIGH_BIT = 0x80,
};

/* ---- detection ------------------------------------------------------- */

struct tabia_amateur_book amateur_book(struct tabia_bytes bytes,
                                       enum line_code_kind kind)
{
    return (struct tabia_amateur_book){
        .data = bytes.data,
        .size = bytes.size < UINT32_MAX ? (uint32_t)bytes.size : UINT32_MAX,
        .kind = kind == LINE_CODE_OFFSET ? TABIA_AMATEUR_OFFSETS
                                         : TABIA_AMATEUR_FROM_TO,
    };
}

/* How many legal moves the first strings have; 0 if anything is wrong. */
static size_t count_legal_moves(struct tabia_bytes bytes,
                                enum line_code_kind kind)
{
    const struct tabia_amateur_book book = amateur_book(bytes, kind);
    struct tabia_amateur_scan scan = { 0 };
    struct tabia_pos at[LOOK_PLIES + 1]; // of the string, as deep as this looks
    size_t n = 0, nbefore = 0; // moves of the string, of the one before
    size_t nmoves = 0, nstrings = 0;
    tabia_move mv;
    tabia_pos_set_start(&at[0]);
    while (nstrings < LOOK_STRINGS) {
        switch (tabia_amateur_next(&book, &scan)) {
        case TABIA_AMATEUR_END:
            return nmoves;
        case TABIA_AMATEUR_TOKEN:
            n = scan.value;
            if (n > nbefore)
                return 0;
            break;
        case TABIA_AMATEUR_MOVE:
            if (n++ >= LOOK_PLIES) { // taken on trust, but no game is that long
                if (n > LOOK_LONGEST)
                    return 0;
                break;
            }
            if (!line_code_decode(kind, &at[n - 1], scan.value, &mv))
                return 0;
            nmoves++;
            at[n] = at[n - 1];
            tabia_pos_play(&at[n], mv);
            break;
        default:
            return 0;
        }
        if (scan.ends) {
            nstrings++;
            nbefore = n;
            n = 0;
        }
    }
    return nmoves;
}

enum line_code_kind amateur_detect_kind(struct tabia_bytes bytes)
{
    const bool is_offsets = !count_legal_moves(bytes, LINE_CODE_FROM_TO) &&
                            count_legal_moves(bytes, LINE_CODE_OFFSET);
    return is_offsets ? LINE_CODE_OFFSET : LINE_CODE_FROM_TO;
}

static enum format_match amateur_detect(struct tabia_bytes bytes)
{
    size_t nmoves = count_legal_moves(bytes, LINE_CODE_FROM_TO);
    if (!nmoves)
        nmoves = count_legal_moves(bytes, LINE_CODE_OFFSET);
    if (!nmoves)
        return FORMAT_NO;
    return nmoves >= LOOK_SURE ? FORMAT_LIKELY : FORMAT_MAYBE;
}

/* ---- reading --------------------------------------------------------- */

struct amateur_reader {
    struct tabia_amateur_book book;
    struct tabia_amateur_scan scan;
    enum line_code_kind kind;
    struct line_builder lines;
    struct read_job *job;
    bool is_skipping; // to the end of a bad string
};

/* Reports damage at 'at'; the rest of the string is skipped. */
PRINTF_LIKE(5, 6)
static bool report_damage(struct amateur_reader *r, struct tabia_error *err,
                          enum tabia_status status, uint32_t at,
                          const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    r->is_skipping = true;
    const bool goes_on = format_problem_at_v(r->job, TABIA_SEVERITY_ERROR,
                                             status, at, err, fmt, ap);
    va_end(ap);
    return goes_on;
}

static bool amateur_read_move(struct amateur_reader *r, uint32_t at,
                              struct tabia_error *err)
{
    const uint32_t nedges = builder_edge_count(r->lines.out);
    struct tabia_error problem = { 0 };
    char text[LINE_CODE_TEXT_SIZE];
    tabia_move mv;
    if (!line_code_decode(r->kind, line_builder_pos(&r->lines), r->scan.value,
                          &mv))
        return report_damage(r, err, TABIA_ERR_ILLEGAL, at,
                             "not a legal move: %s",
                             line_code_print(r->kind, r->scan.value, text));
    if (!line_builder_play(&r->lines, mv, err))
        return false;
    if (r->lines.is_apart) {
        error_at_offset(
            &problem, TABIA_ERR_CORRUPT, at,
            "a similar string is further above, not next to this one");
        if (!format_problem(r->job, TABIA_SEVERITY_WARNING, &problem, err))
            return false;
    }
    const struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .col = at,
    };
    const bool is_new = builder_edge_count(r->lines.out) != nedges;
    return !is_new || !r->job->user->keep_location ||
           tabia_builder_set_move(r->lines.out, line_builder_edge(&r->lines),
                                  &data, err);
}

static bool read_strings(struct amateur_reader *r, struct tabia_error *err)
{
    bool is_new = true, ok = true;
    while (ok) {
        const uint32_t at = r->scan.at;
        const enum tabia_amateur_item item =
            tabia_amateur_next(&r->book, &r->scan);
        const size_t n = r->scan.value, most = line_builder_length(&r->lines);
        switch (item) {
        case TABIA_AMATEUR_END:
            return true;
        case TABIA_AMATEUR_TOKEN:
            line_builder_begin(&r->lines, n < most ? n : most);
            if (n > most)
                ok = report_damage(r, err, TABIA_ERR_CORRUPT, at,
                                   "a token for %zu %s after a string of %zu",
                                   n, plural(n, "move", "moves"), most);
            break;
        case TABIA_AMATEUR_MOVE:
            if (is_new)
                line_builder_begin(&r->lines, 0);
            ok = r->is_skipping || amateur_read_move(r, at, err);
            break;
        case TABIA_AMATEUR_BAD: // the scan cannot go on
            return r->scan.in_string
                       ? report_damage(
                             r, err, TABIA_ERR_CORRUPT, r->scan.at,
                             "expected a move, found a token (0x%02x)",
                             r->book.data[r->scan.at])
                       : report_damage(r, err, TABIA_ERR_CORRUPT, r->scan.at,
                                       "a token for 0 moves");
        case TABIA_AMATEUR_CUT:
            return report_damage(r, err, TABIA_ERR_CORRUPT, r->scan.at, "%s",
                                 r->scan.at < r->book.size
                                     ? "the move is truncated"
                                     : "the last string has no end mark");
        }
        is_new = r->scan.ends;
        r->is_skipping &= !is_new;
    }
    return false;
}

struct amateur_settings {
    bool offsets, from_offsets, sort;
};

static const struct setting_row rows[] = {
    LINE_CODE_SETTINGS(struct amateur_settings, offsets, from_offsets),
    PREFIX_TREE_SORT(struct amateur_settings, sort),
    SETTING_END,
};

static bool amateur_read(struct tabia_bytes bytes, struct read_job *job,
                         struct tabia_builder *out, struct tabia_error *err)
{
    struct amateur_settings settings = { 0 };
    format_settings_get(rows, job->user, &settings);
    const enum line_code_kind kind =
        settings.from_offsets ? LINE_CODE_OFFSET : amateur_detect_kind(bytes);
    struct amateur_reader r = {
        .book = amateur_book(bytes, kind),
        .kind = kind,
        .job = job,
    };
    if (bytes.size >= UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "larger than 4 GiB");
    if (!line_builder_init(&r.lines, out, err))
        return false;
    const bool ok = read_strings(&r, err);
    line_builder_clear(&r.lines);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

static void write_move(struct sink *dst, enum line_code_kind kind,
                       const struct tabia_pos *pos, tabia_move mv, bool ends)
{
    const unsigned code = line_code_encode(kind, pos, mv);
    const unsigned end = ends ? HIGH_BIT : 0;
    const bool is_long = kind == LINE_CODE_FROM_TO || code >= ESCAPE;
    uint8_t bytes[2];
    if (kind == LINE_CODE_FROM_TO) {
        bytes[0] = (uint8_t)code;
        bytes[1] = (uint8_t)(code >> 8 | end);
    } else {
        bytes[0] = (uint8_t)((is_long ? ESCAPE : code) | end);
        bytes[1] = (uint8_t)code;
    }
    sink_write(dst, bytes, is_long ? 2 : 1);
}

static bool amateur_write(const struct tabia_book *book,
                          const struct tabia_write_options *options,
                          struct sink *dst, struct tabia_report *report,
                          struct tabia_error *err)
{
    struct amateur_settings settings = { 0 };
    format_settings_get(rows, options, &settings);
    const enum line_code_kind kind =
        settings.offsets ? LINE_CODE_OFFSET : LINE_CODE_FROM_TO;
    struct prefix_tree tree;
    if (!prefix_tree_build(&tree, book,
                           settings.sort ? PREFIX_TREE_MERIT : PREFIX_TREE_KEEP,
                           report, err))
        return false;
    prefix_tree_report_apart(&tree, report);
    struct prefix_tree_walk w;
    tabia_move *line = calloc((size_t)tree.depth + 1, sizeof(*line)); // by ply
    const bool ok =
        line ? prefix_tree_walk_init(&w, &tree, err) : error_nomem(err);
    while (ok && sink_ok(dst) && prefix_tree_walk_next(&w)) {
        const struct prefix_tree_node *node = &tree.nodes[w.node];
        // What is shared beyond the reach of a token is written again.
        const uint32_t shared = w.starts_line ? node->depth - 1 : 0;
        const uint32_t n = shared < TOKEN_MAX ? shared : TOKEN_MAX;
        if (n)
            sink_put_char(dst,
                          (char)(kind == LINE_CODE_FROM_TO
                                     ? HIGH_BIT | n
                                     : TOKEN_BIT | (n & 63) | (n & 64) << 1));
        for (uint32_t depth = n; depth < shared; depth++)
            write_move(dst, kind, &w.stack[depth], line[depth], false);
        write_move(dst, kind, w.before, node->move, w.is_leaf);
        line[node->depth - 1] = node->move;
    }
    if (ok)
        prefix_tree_walk_clear(&w);
    free(line);
    prefix_tree_clear(&tree);
    return ok && sink_ok(dst);
}

static const char *const suffixes[] = { ".ama", NULL };

const struct tabia_format format_amateur = {
    .info = {
        .name = "amateur",
        .title = "the Amateur's book-opening routine, move strings",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .settings = rows,
    .has_routine = true,
    .detect = amateur_detect,
    .read = amateur_read,
    .write = amateur_write,
    .open = position_index_open_book,
};
