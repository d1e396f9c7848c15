/*
 * spracklen_bin.c - a Spracklen-Thompson tree in bytes
 *
 * The tree of spracklen.c, two bytes per move with the brackets in the spare
 * bits, or one byte with the place in the legal list:
 *
 *     FROM-TO    vlffffff pptttttt   a move (p: promotion, line_code.h)
 *                01aaaaaa aaaaaaaa aaaaaaaa aaaaaaaa   JUMP, see below
 *     offsets    vliiiiii            a move: index in the legal list, to 61
 *                vl111111 iiiiiiii   a move: any index
 *                01111110 and 3 bytes                  JUMP
 *
 * v is a '(' before the move: a sibling follows later. l is a ')' after it:
 * the line ends, and the next record is the next sibling of the last open
 * bracket. A JUMP stands in place of the moves after a move, where the same
 * position has its moves already; its last three bytes are where in the file
 * these moves are, most significant byte first. As FROM-TO it is a piece that
 * does not move: the low six bits of its first byte are those of the second.
 *
 * There is no header: which of the two codings it is shows in the moves being
 * legal. More is in docs/formats/spracklen.md.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "format/format_io.h"
#include "format/formats.h"
#include "format/shared/line_code.h"
#include "format/shared/position_index.h"
#include "format/shared/prefix_tree.h"
#include "format/spracklen/jumps.h"
#include "base/banned.h"

enum {
    LOOK_MOVES = 2000,   // that detection plays
    LOOK_NESTING = 64,   // open brackets that it follows
    LOOK_SURE = 8,       // legal moves that are hardly chance
    TEXT_SIZE = 64,      // bytes that are all printed only in a text
    NESTING_MAX = 10000, // open brackets
    SIZE_LIMIT = 1 << 24 // bytes that a JUMP can reach
};

struct spracklen_settings {
    bool offsets, from_offsets;
    bool jumps;
};

static const struct setting_row rows[] = {
    LINE_CODE_SETTINGS(struct spracklen_settings, offsets, from_offsets),
    SETTING_FLAG(struct spracklen_settings, jumps, "jumps", TABIA_WHEN_WRITING,
                 "jump instead of repeating moves"),
    SETTING_END,
};

/* ---- records --------------------------------------------------------- */

enum {
    SIBLING_BIT = 0x80,
    END_BIT = 0x40,
    LOW_BITS = 0x3F,
    JUMP_INDEX = 62,
    ESCAPE = 63,
    JUMP_SIZE = 4,
    RECORD_MAX = 4,
};

struct spracklen_record {
    uint32_t offset; // in the file
    uint32_t target; // of a JUMP: an offset
    uint16_t code;   // of a move
    bool is_jump;
    bool has_sibling; // v
    bool ends;        // l
};

/* Reads the record at 'rec->offset'; returns its size, 0 if it is cut. */
static unsigned spracklen_load_record(struct tabia_bytes bytes,
                                      enum line_code_kind kind,
                                      struct spracklen_record *rec)
{
    const size_t left = bytes.size - rec->offset;
    const uint8_t *p = bytes.data + rec->offset;
    if (!left || (kind == LINE_CODE_FROM_TO && left < 2))
        return 0;
    const unsigned low = p[0] & LOW_BITS;
    *rec = (struct spracklen_record){
        .offset = rec->offset,
        .is_jump = kind == LINE_CODE_FROM_TO ? low == (p[1] & LOW_BITS)
                                             : low == JUMP_INDEX,
        .has_sibling = p[0] & SIBLING_BIT,
        .ends = p[0] & END_BIT,
    };
    if (rec->is_jump) {
        if (left < JUMP_SIZE)
            return 0;
        rec->target = (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        return JUMP_SIZE;
    }
    if (kind == LINE_CODE_FROM_TO) {
        const unsigned high = p[1];
        rec->code = (uint16_t)(low | (high & 0x40) | (high & LOW_BITS) << 8 |
                               (high & 0x80) << 7);
        return 2;
    }
    rec->code = (uint16_t)low;
    if (low != ESCAPE)
        return 1;
    if (left < 2)
        return 0;
    rec->code = p[1];
    return 2;
}

/* Writes a record; returns its size. */
static unsigned spracklen_store_record(const struct spracklen_record *rec,
                                       enum line_code_kind kind,
                                       uint8_t bytes[RECORD_MAX])
{
    const unsigned code = rec->code;
    bytes[0] = (uint8_t)((rec->has_sibling ? SIBLING_BIT : 0) |
                         (rec->ends ? END_BIT : 0));
    if (rec->is_jump) {
        bytes[1] = (uint8_t)(rec->target >> 16);
        bytes[2] = (uint8_t)(rec->target >> 8);
        bytes[3] = (uint8_t)rec->target;
        bytes[0] |=
            kind == LINE_CODE_FROM_TO ? bytes[1] & LOW_BITS : JUMP_INDEX;
        return JUMP_SIZE;
    }
    if (kind == LINE_CODE_FROM_TO) {
        bytes[0] |= code & LOW_BITS;
        bytes[1] = (uint8_t)((code >> 8 & LOW_BITS) | (code & 0x40) |
                             (code >> 7 & 0x80));
        return 2;
    }
    const bool is_long = code >= JUMP_INDEX;
    bytes[0] |= (uint8_t)(is_long ? ESCAPE : code);
    bytes[1] = (uint8_t)code;
    return is_long ? 2 : 1;
}

/* ---- detection ------------------------------------------------------- */

/* How many legal moves the tree begins with; 0 if anything is wrong. */
static size_t count_tree_moves(struct tabia_bytes bytes,
                               enum line_code_kind kind)
{
    struct spracklen_record rec = { 0 };
    struct tabia_pos stack[LOOK_NESTING], pos;
    size_t depth = 0, nmoves = 0;
    tabia_pos_set_start(&pos);
    while (nmoves < LOOK_MOVES && depth < LOOK_NESTING) {
        const unsigned size = spracklen_load_record(bytes, kind, &rec);
        if (!size || (rec.is_jump && (rec.has_sibling || !rec.ends)))
            return 0;
        if (!rec.is_jump) {
            tabia_move mv;
            if (!line_code_decode(kind, &pos, rec.code, &mv))
                return 0;
            if (rec.has_sibling)
                stack[depth++] = pos;
            tabia_pos_play(&pos, mv);
            nmoves++;
        }
        rec.offset += size;
        if (!rec.ends)
            continue;
        if (!depth)
            return rec.offset == bytes.size ? nmoves : 0;
        pos = stack[--depth];
    }
    return nmoves;
}

/* Blank lines can be read as moves, but no tree has only printed bytes. */
static enum format_match spracklen_bin_detect(struct tabia_bytes bytes)
{
    if (bytes.size > TEXT_SIZE && format_is_plain_text(bytes))
        return FORMAT_NO;
    size_t nmoves = count_tree_moves(bytes, LINE_CODE_FROM_TO);
    if (!nmoves)
        nmoves = count_tree_moves(bytes, LINE_CODE_OFFSET);
    if (!nmoves)
        return FORMAT_NO;
    return nmoves >= LOOK_SURE ? FORMAT_LIKELY : FORMAT_MAYBE;
}

/* ---- reading --------------------------------------------------------- */

/*
 * All records are found first, since a jump may lead forwards. Where a jump
 * leads, the book has one node for both: what is a graph there stays one.
 */
struct spracklen_bin_reader {
    struct tabia_bytes bytes;
    enum line_code_kind kind;
    struct read_job *job;
    struct tabia_builder *out;
    struct spracklen_record *records;
    size_t n, room;
    uint32_t
        *lists; // by record that starts a list: the node, or TABIA_NUMBER_NONE
    struct tabia_builder_cursor cursor;
    struct tabia_builder_cursor *stack;
    size_t depth, stack_room;
    struct tabia_error problem; // what is wrong with the file
};

/* Notes what is wrong with the file, and where. */
#define refuse(r, status, at, ...)                                             \
    error_at_offset(&(r)->problem, status, at, __VA_ARGS__)

/* Adds a move whose continuation is that of 'list', because of record 'i'. */
static bool spracklen_link_move(struct spracklen_bin_reader *r, size_t i,
                                tabia_move mv, size_t list,
                                struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    uint32_t *node = &r->lists[list];
    if (*node == TABIA_NUMBER_NONE) { // the list is still to come
        struct tabia_pos next = r->cursor.pos;
        tabia_pos_play(&next, mv);
        if (!tabia_builder_add_node(r->out, &next, node, err))
            return false;
    }
    if (tabia_builder_link(r->out, &r->cursor, mv, *node, &why))
        return true;
    if (why.status != TABIA_ERR_MISUSE)
        return error_pass(err, &why);
    return refuse(r, TABIA_ERR_CORRUPT, r->records[i].offset,
                  "a jump between different positions");
}

/* Adds the move of record 'i'; what follows it decides where it leads. */
static bool add_record_move(struct spracklen_bin_reader *r, size_t i,
                            struct tabia_error *err)
{
    const struct spracklen_record *rec = &r->records[i];
    const size_t next = i + 1;
    const bool goes_on = !rec->ends && next < r->n;
    char text[LINE_CODE_TEXT_SIZE];
    size_t list = next;
    tabia_move mv;
    if (!line_code_decode(r->kind, &r->cursor.pos, rec->code, &mv))
        return refuse(r, TABIA_ERR_ILLEGAL, rec->offset, "not a legal move: %s",
                      line_code_print(r->kind, rec->code, text));
    if (goes_on && r->records[next].is_jump) {
        const struct spracklen_record *jump = &r->records[next];
        size_t end = r->n;
        for (list = 0; list < end;) { // the first record there or behind it
            const size_t middle = list + (end - list) / 2;
            if (r->records[middle].offset < jump->target)
                list = middle + 1;
            else
                end = middle;
        }
        if (list == r->n || r->records[list].offset != jump->target ||
            r->records[list].is_jump || (list && r->records[list - 1].ends))
            return refuse(r, TABIA_ERR_CORRUPT, jump->offset,
                          "a jump to byte %lu, where no moves start",
                          (unsigned long)jump->target);
    }
    if (goes_on && (list != next || r->lists[list] != TABIA_NUMBER_NONE)) {
        if (!spracklen_link_move(r, list == next ? i : next, mv, list, err))
            return false;
    } else {
        if (!tabia_builder_play(r->out, &r->cursor, mv, err))
            return false;
        if (goes_on)
            r->lists[next] = r->cursor.node;
    }
    const struct tabia_move_data data = {
        .has = TABIA_HAS_LOCATION,
        .col = rec->offset,
    };
    return !r->job->user->keep_location ||
           tabia_builder_set_move(r->out, r->cursor.edge, &data, err);
}

/* Goes through the tree; the last line must end with the file. */
static bool build_tree(struct spracklen_bin_reader *r, struct tabia_error *err)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct spracklen_record *rec = &r->records[i];
        if (rec->is_jump) { // the move before has gone there
            if (i == 0)
                return refuse(r, TABIA_ERR_CORRUPT, rec->offset,
                              "a jump before the first move");
            if (r->records[i - 1].ends)
                return refuse(r, TABIA_ERR_CORRUPT, rec->offset,
                              "a jump without a move before it");
        } else {
            if (rec->has_sibling && r->depth == NESTING_MAX)
                return refuse(r, TABIA_ERR_LIMIT, rec->offset,
                              "brackets are nested more than %d deep",
                              NESTING_MAX);
            if (rec->has_sibling &&
                !VEC_RESERVE(r->stack, r->stack_room, r->depth + 1, NESTING_MAX,
                             err))
                return false;
            if (rec->has_sibling)
                r->stack[r->depth++] = r->cursor;
            if (!add_record_move(r, i, err))
                return false;
        }
        if (!rec->ends)
            continue;
        if (!r->depth && i + 1 < r->n)
            return refuse(r, TABIA_ERR_CORRUPT, r->records[i + 1].offset,
                          "records after the end of the tree");
        if (!r->depth)
            return true;
        r->cursor = r->stack[--r->depth];
    }
    return !r->n || refuse(r, TABIA_ERR_CORRUPT, r->bytes.size,
                           "the file ends before its tree does");
}

static bool spracklen_bin_read(struct tabia_bytes bytes, struct read_job *job,
                               struct tabia_builder *out,
                               struct tabia_error *err)
{
    struct spracklen_settings settings = { 0 };
    format_settings_get(rows, job->user, &settings);
    const bool is_offsets =
        settings.from_offsets || (!count_tree_moves(bytes, LINE_CODE_FROM_TO) &&
                                  count_tree_moves(bytes, LINE_CODE_OFFSET));
    struct spracklen_bin_reader r = {
        .bytes = bytes,
        .kind = is_offsets ? LINE_CODE_OFFSET : LINE_CODE_FROM_TO,
        .job = job,
        .out = out,
    };
    if (bytes.size >= UINT32_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "larger than 4 GiB");
    struct spracklen_record rec = { 0 };
    bool is_whole = true;
    while (is_whole && rec.offset < bytes.size) {
        const unsigned size = spracklen_load_record(bytes, r.kind, &rec);
        if (!size)
            is_whole = refuse(&r, TABIA_ERR_CORRUPT, rec.offset,
                              "the record is truncated");
        else if (rec.is_jump && (rec.has_sibling || !rec.ends))
            is_whole = refuse(&r, TABIA_ERR_CORRUPT, rec.offset,
                              "a jump that does not end its line");
        else
            is_whole = FORMAT_RESERVE(job, r.records, r.room, r.n + 1, err);
        if (is_whole)
            r.records[r.n++] = rec;
        rec.offset += size;
    }
    bool ok = is_whole || job->user->lenient;
    if (ok) {
        r.lists = malloc((r.n + 1) * sizeof(*r.lists));
        ok = r.lists || error_nomem(err);
        for (size_t i = 0; ok && i < r.n; i++)
            r.lists[i] = TABIA_NUMBER_NONE;
    }
    if (ok && tabia_builder_start(out, NULL, &r.cursor, err)) {
        r.lists[0] = r.cursor.node;
        ok = build_tree(&r, err) && is_whole;
    } else {
        ok = false;
    }
    if (!ok && r.problem.status)
        ok = format_problem(job, TABIA_SEVERITY_ERROR, &r.problem, err);
    free(r.records);
    free(r.lists);
    free(r.stack);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

struct spracklen_bin_writer {
    const struct prefix_tree *tree;
    struct jumps jumps;
    enum line_code_kind kind;
    struct buf bytes;
    uint32_t *lists; // by node: where its moves start
    struct {
        uint32_t offset, node;
    } * fixups; // jumps, and whose moves they lead to
    size_t nfixups;
};

static void spracklen_bin_put_record(struct spracklen_bin_writer *w,
                                     const struct spracklen_record *rec)
{
    uint8_t bytes[RECORD_MAX];
    const unsigned size = spracklen_store_record(rec, w->kind, bytes);
    buf_add(&w->bytes, bytes, size);
}

static bool spracklen_bin_put_move_tree(struct spracklen_bin_writer *w,
                                        struct tabia_error *err)
{
    struct prefix_tree_walk walk;
    struct spracklen_record jump = { .is_jump = true, .ends = true };
    if (!prefix_tree_walk_init(&walk, w->tree, err))
        return false;
    while (!w->bytes.failed && prefix_tree_walk_next(&walk)) {
        const uint32_t to =
            w->jumps.to ? w->jumps.to[walk.node] : PREFIX_TREE_NONE;
        const struct spracklen_record move = {
            .code = line_code_encode(w->kind, walk.before,
                                     w->tree->nodes[walk.node].move),
            .has_sibling = !walk.is_last,
            .ends = walk.is_leaf,
        };
        spracklen_bin_put_record(w, &move);
        w->lists[walk.node] = (uint32_t)w->bytes.size;
        if (to == PREFIX_TREE_NONE)
            continue;
        w->fixups[w->nfixups].offset = (uint32_t)w->bytes.size;
        w->fixups[w->nfixups].node = to;
        w->nfixups++;
        spracklen_bin_put_record(w, &jump);
        prefix_tree_walk_skip(&walk);
    }
    prefix_tree_walk_clear(&walk);
    if (w->bytes.failed)
        return buf_error(&w->bytes, err);
    if (w->nfixups && w->bytes.size >= SIZE_LIMIT)
        return error_set(err, TABIA_ERR_LIMIT,
                         "a jump can reach %d bytes, but the book has %zu",
                         SIZE_LIMIT, w->bytes.size);

    for (size_t i = 0; i < w->nfixups; i++) { // now all has its place
        jump.target = w->lists[w->fixups[i].node];
        spracklen_store_record(&jump, w->kind,
                               (uint8_t *)w->bytes.data + w->fixups[i].offset);
    }
    return true;
}

static bool spracklen_bin_write(const struct tabia_book *book,
                                const struct tabia_write_options *options,
                                struct sink *dst, struct tabia_report *report,
                                struct tabia_error *err)
{
    struct spracklen_settings settings = { 0 };
    struct prefix_tree tree;
    format_settings_get(rows, options, &settings);
    if (!prefix_tree_build(&tree, book, PREFIX_TREE_GROUP, report, err))
        return false;
    struct spracklen_bin_writer w = {
        .tree = &tree,
        .kind = settings.offsets ? LINE_CODE_OFFSET : LINE_CODE_FROM_TO,
        .bytes = { .limit = UINT32_MAX },
    };
    // Fewer moves are smaller than a jump.
    const uint32_t least = JUMP_SIZE / (settings.offsets ? 1u : 2u) + 1;
    bool ok = !settings.jumps || jumps_find(&w.jumps, &tree, least, err);
    if (ok) {
        w.lists = calloc(tree.n, sizeof(*w.lists));
        w.fixups = calloc(w.jumps.n + 1, sizeof(*w.fixups));
        ok = (w.lists && w.fixups) || error_nomem(err);
    }
    ok = ok && spracklen_bin_put_move_tree(&w, err);
    if (ok && w.bytes.size)
        ok = sink_write(dst, w.bytes.data, w.bytes.size);
    jumps_clear(&w.jumps);
    buf_clear(&w.bytes);
    free(w.lists);
    free(w.fixups);
    prefix_tree_clear(&tree);
    return ok;
}

/* ---- the table ------------------------------------------------------- */

static const char *const suffixes[] = { ".spr", NULL };

const struct tabia_format format_spracklen_bin = {
    .info = {
        .name = "spracklen-bin",
        .title = "Spracklen-Thompson opening tree in bytes",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .settings = rows,
    .detect = spracklen_bin_detect,
    .read = spracklen_bin_read,
    .write = spracklen_bin_write,
    .open = position_index_open_book,
};
