/*
 * spracklen_bin.c - a Spracklen-Thompson tree in bytes
 *
 * The tree of spracklen.c, two bytes per move with the brackets in the spare
 * bits, or one byte with the place in the legal list. A line may end with a
 * JUMP to where the same position has its moves already. The records are told
 * in spracklen_bytes.h, the rest in docs/formats/spracklen.md. There is no
 * header: which of the two codings it is shows in the moves being legal.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "format/book_table.h"
#include "format/formats.h"
#include "format/jumps.h"
#include "format/movetree.h"
#include "format/spracklen_bytes.h"
#include "base/banned.h"

enum {
    LOOK_MOVES = 2000, // that detection plays
    LOOK_NESTING = 64, // open brackets that it follows
    LOOK_SURE = 8,     // legal moves that are hardly chance
    NESTING_MAX = 10000,
};

/* ---- detection ------------------------------------------------------- */

struct look {
    struct tabia_pos stack[LOOK_NESTING];
    struct tabia_pos pos;
    size_t depth, nmoves;
};

/* Plays one move; false if it makes no sense. */
static bool look_move(struct look *look, enum movecode_kind kind,
                      const struct spracklen_record *rec)
{
    tabia_move mv;
    if (!movecode_move(kind, &look->pos, rec->code, &mv))
        return false;
    if (rec->has_sibling)
        look->stack[look->depth++] = look->pos;
    tabia_pos_play(&look->pos, mv);
    look->nmoves++;
    return true;
}

/* How many legal moves the tree begins with; 0 if anything is wrong. */
static size_t look_at(struct tabia_bytes src, enum movecode_kind kind)
{
    struct spracklen_record rec = { 0 };
    struct look look;
    look.depth = look.nmoves = 0;
    tabia_pos_start(&look.pos);
    while (look.nmoves < LOOK_MOVES && look.depth < LOOK_NESTING) {
        const unsigned size = spracklen_load(src, kind, &rec);
        if (!size || (rec.is_jump ? rec.has_sibling || !rec.ends
                                  : !look_move(&look, kind, &rec)))
            return 0;
        rec.offset += size;
        if (!rec.ends)
            continue;
        if (!look.depth)
            return rec.offset == src.size ? look.nmoves : 0;
        look.pos = look.stack[--look.depth];
    }
    return look.nmoves;
}

static enum format_match spracklen_detect(struct tabia_bytes src)
{
    size_t nmoves = look_at(src, MOVECODE_FROM_TO);
    if (!nmoves)
        nmoves = look_at(src, MOVECODE_OFFSET);
    if (!nmoves)
        return FORMAT_NO;
    return nmoves >= LOOK_SURE ? FORMAT_LIKELY : FORMAT_MAYBE;
}

static bool is_set(const struct tabia_setting *settings, size_t n,
                   const char *name)
{
    return format_setting(settings, n, name) != NULL;
}

/* ---- reading: all records -------------------------------------------- */

struct reader {
    struct tabia_bytes src;
    enum movecode_kind kind;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct spracklen_record *records;
    size_t n, room;
    uint32_t *lists; // by record that starts a list: the node, or TABIA_NONE
    struct tabia_cursor cursor;
    struct tabia_cursor *stack;
    size_t depth, stack_room;
    struct tabia_error problem; // what is wrong with the file
};

/* Notes what is wrong with the file, and where. */
#define refuse(r, status, at, ...)                                             \
    error_offset(&(r)->problem, status, at, __VA_ARGS__)

static bool add_record(struct reader *r, const struct spracklen_record *rec,
                       struct tabia_error *err)
{
    struct spracklen_record *more =
        vec_grow(r->records, &r->room, r->n + 1, sizeof(*more), UINT32_MAX);
    if (!more)
        return error_nomem(err);
    r->records = more;
    more[r->n++] = *rec;
    return true;
}

static bool load_records(struct reader *r, struct tabia_error *err)
{
    struct spracklen_record rec = { 0 };
    while (rec.offset < r->src.size) {
        const unsigned size = spracklen_load(r->src, r->kind, &rec);
        if (!size)
            return refuse(r, TABIA_CORRUPT, rec.offset,
                          "the record is cut short");
        if (rec.is_jump && (rec.has_sibling || !rec.ends))
            return refuse(r, TABIA_CORRUPT, rec.offset,
                          "a jump that does not end its line");
        if (!add_record(r, &rec, err))
            return false;
        rec.offset += size;
    }
    return true;
}

/* The record at an offset, or r->n. */
static size_t find_record(const struct reader *r, uint32_t offset)
{
    size_t low = 0, high = r->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (r->records[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->n && r->records[low].offset == offset ? low : r->n;
}

/* Do the moves of a position start with record 'i'? */
static bool is_list(const struct reader *r, size_t i)
{
    return i < r->n && !r->records[i].is_jump &&
           (i == 0 || !r->records[i - 1].ends);
}

/* ---- reading: the tree ----------------------------------------------- */

static bool push(struct reader *r, uint32_t offset, struct tabia_error *err)
{
    if (r->depth == NESTING_MAX)
        return refuse(r, TABIA_LIMIT, offset, "more than %d brackets are open",
                      NESTING_MAX);
    struct tabia_cursor *more = vec_grow(r->stack, &r->stack_room, r->depth + 1,
                                         sizeof(*more), NESTING_MAX);
    if (!more)
        return error_nomem(err);
    r->stack = more;
    more[r->depth++] = r->cursor;
    return true;
}

/* The list that the jump in record 'i' leads to. */
static bool find_list(struct reader *r, size_t i, size_t *list)
{
    const struct spracklen_record *jump = &r->records[i];
    *list = find_record(r, jump->target);
    return is_list(r, *list) ||
           refuse(r, TABIA_CORRUPT, jump->offset,
                  "a jump to byte %lu, where no moves start",
                  (unsigned long)jump->target);
}

/* The node of a list; one that is still to come is made now. */
static bool list_node(struct reader *r, size_t list, tabia_move mv,
                      uint32_t *node, struct tabia_error *err)
{
    *node = r->lists[list];
    if (*node != TABIA_NONE)
        return true;
    struct tabia_pos next = r->cursor.pos;
    tabia_pos_play(&next, mv);
    if (!tabia_builder_add_node(r->out, &next, node, err))
        return false;
    r->lists[list] = *node;
    return true;
}

/* Adds a move whose continuation is that of 'list'. */
static bool link_move(struct reader *r, size_t i, tabia_move mv, size_t list,
                      struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    uint32_t node;
    if (!list_node(r, list, mv, &node, err))
        return false;
    if (tabia_builder_link(r->out, &r->cursor, mv, node, &why))
        return true;
    if (why.status != TABIA_MISUSE)
        return error_pass(err, &why);
    return refuse(r, TABIA_CORRUPT, r->records[i].offset,
                  "a jump between different positions");
}

/* Adds the move of record 'i'; what follows it decides where it leads. */
static bool add_move(struct reader *r, size_t i, struct tabia_error *err)
{
    const struct spracklen_record *rec = &r->records[i];
    const size_t next = i + 1;
    const bool goes_on = !rec->ends && next < r->n;
    char text[MOVECODE_TEXT_SIZE];
    size_t list = next;
    tabia_move mv;
    if (!movecode_move(r->kind, &r->cursor.pos, rec->code, &mv))
        return refuse(r, TABIA_ILLEGAL, rec->offset, "no legal move: %s",
                      movecode_text(r->kind, rec->code, text));
    if (goes_on && r->records[next].is_jump && !find_list(r, next, &list))
        return false;
    const bool is_linked =
        goes_on && (list != next || r->lists[list] != TABIA_NONE);
    if (is_linked)
        return link_move(r, list == next ? i : next, mv, list, err);
    if (!tabia_builder_play(r->out, &r->cursor, mv, err))
        return false;
    if (goes_on)
        r->lists[next] = r->cursor.node;
    return true;
}

static bool keep_source(struct reader *r, size_t i, struct tabia_error *err)
{
    const struct tabia_move_data data = {
        .has = 1u << TABIA_ATTR_SOURCE,
        .col = r->records[i].offset,
    };
    return !r->options->keep_source ||
           tabia_builder_set_move(r->out, r->cursor.edge, &data, err);
}

static bool read_record(struct reader *r, size_t i, struct tabia_error *err)
{
    const struct spracklen_record *rec = &r->records[i];
    if (rec->is_jump) // the move before has gone there
        return i > 0 || refuse(r, TABIA_CORRUPT, rec->offset,
                               "a jump before the first move");
    if (rec->has_sibling && !push(r, rec->offset, err))
        return false;
    return add_move(r, i, err) && keep_source(r, i, err);
}

/* Goes through the tree; the last line must end with the file. */
static bool build(struct reader *r, struct tabia_error *err)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct spracklen_record *rec = &r->records[i];
        if (i && rec->is_jump && r->records[i - 1].ends)
            return refuse(r, TABIA_CORRUPT, rec->offset,
                          "a jump that no move leads to");
        if (!read_record(r, i, err))
            return false;
        if (!rec->ends)
            continue;
        if (!r->depth && i + 1 < r->n)
            return refuse(r, TABIA_CORRUPT, r->records[i + 1].offset,
                          "records after the end of the tree");
        if (r->depth)
            r->cursor = r->stack[--r->depth];
        else
            return true;
    }
    return !r->n || refuse(r, TABIA_CORRUPT, r->src.size,
                           "the file ends before its tree");
}

static bool read_tree(struct reader *r, struct tabia_error *err)
{
    const bool is_whole = load_records(r, err);
    if (!is_whole && !r->options->lenient)
        return false;
    r->lists = malloc((r->n + 1) * sizeof(*r->lists));
    if (!r->lists)
        return error_nomem(err);
    for (size_t i = 0; i < r->n; i++)
        r->lists[i] = TABIA_NONE;
    if (!tabia_builder_start(r->out, NULL, &r->cursor, err))
        return false;
    r->lists[0] = r->cursor.node;
    return build(r, err) && is_whole;
}

static bool spracklen_read(struct tabia_bytes src,
                           const struct tabia_read_options *options,
                           struct tabia_builder *out, struct tabia_error *err)
{
    const bool is_offsets =
        is_set(options->settings, options->nsettings, "from-offsets") ||
        (!look_at(src, MOVECODE_FROM_TO) && look_at(src, MOVECODE_OFFSET));
    struct reader r = {
        .src = src,
        .kind = is_offsets ? MOVECODE_OFFSET : MOVECODE_FROM_TO,
        .options = options,
        .out = out,
    };
    if (src.size >= UINT32_MAX)
        return error_set(err, TABIA_LIMIT, "larger than 4 GiB");
    bool ok = read_tree(&r, err);
    if (!ok && r.problem.status)
        ok = format_problem(options, TABIA_PROBLEM_ERROR, &r.problem, err);
    free(r.records);
    free(r.lists);
    free(r.stack);
    return ok;
}

/* ---- writing --------------------------------------------------------- */

struct writer {
    const struct movetree *tree;
    struct jumps jumps;
    enum movecode_kind kind;
    struct buf bytes;
    uint32_t *lists; // by node: where its moves start
    struct {
        uint32_t offset, node;
    } * fixups; // jumps, and whose moves they lead to
    size_t nfixups;
};

static void put(struct writer *w, const struct spracklen_record *rec)
{
    uint8_t bytes[SPRACKLEN_RECORD_MAX];
    const unsigned size = spracklen_store(rec, w->kind, bytes);
    buf_add(&w->bytes, bytes, size);
}

static void put_jump(struct writer *w, uint32_t target)
{
    const struct spracklen_record rec = { .is_jump = true, .ends = true };
    w->fixups[w->nfixups].offset = (uint32_t)w->bytes.size;
    w->fixups[w->nfixups].node = target;
    w->nfixups++;
    put(w, &rec);
}

static void put_move(struct writer *w, const struct movetree_walk *walk)
{
    const uint32_t to = w->jumps.to ? w->jumps.to[walk->node] : MOVETREE_NONE;
    const struct spracklen_record rec = {
        .code =
            movecode_of(w->kind, walk->before, w->tree->nodes[walk->node].mv),
        .has_sibling = !walk->is_last,
        .ends = walk->is_leaf,
    };
    put(w, &rec);
    w->lists[walk->node] = (uint32_t)w->bytes.size;
    if (to != MOVETREE_NONE)
        put_jump(w, to);
}

/* Now that all is in its place, tells the jumps where to go. */
static void fix_jumps(struct writer *w)
{
    for (size_t i = 0; i < w->nfixups; i++) {
        const struct spracklen_record rec = {
            .is_jump = true,
            .ends = true,
            .target = w->lists[w->fixups[i].node],
        };
        uint8_t *at = (uint8_t *)w->bytes.data + w->fixups[i].offset;
        spracklen_store(&rec, w->kind, at);
    }
}

static bool put_tree(struct writer *w, struct tabia_error *err)
{
    struct movetree_walk walk;
    if (!movetree_walk_open(&walk, w->tree, err))
        return false;
    while (!w->bytes.failed && movetree_walk_next(&walk)) {
        put_move(w, &walk);
        if (w->jumps.to && w->jumps.to[walk.node] != MOVETREE_NONE)
            movetree_walk_skip(&walk);
    }
    movetree_walk_close(&walk);
    if (w->bytes.failed)
        return buf_error(&w->bytes, err);
    if (w->nfixups && w->bytes.size >= SPRACKLEN_SIZE_MAX)
        return error_set(err, TABIA_LIMIT,
                         "a jump reaches %d bytes, the book has %zu",
                         SPRACKLEN_SIZE_MAX, w->bytes.size);
    fix_jumps(w);
    return true;
}

/* Moves below this many bytes are cheaper than a jump. */
static uint32_t least_moves(enum movecode_kind kind)
{
    const uint32_t move = kind == MOVECODE_FROM_TO ? 2 : 1;
    return SPRACKLEN_JUMP_SIZE / move + 1;
}

static bool write_tree(struct writer *w, bool with_jumps, struct sink *dst,
                       struct tabia_error *err)
{
    const size_t n = w->tree->n;
    if (with_jumps &&
        !jumps_find(&w->jumps, w->tree, least_moves(w->kind), err))
        return false;
    w->lists = calloc(n, sizeof(*w->lists));
    w->fixups = calloc(w->jumps.n + 1, sizeof(*w->fixups));
    bool ok = (w->lists && w->fixups) || error_nomem(err);
    ok = ok && put_tree(w, err);
    if (ok && w->bytes.size)
        ok = sink_write(dst, w->bytes.data, w->bytes.size);
    jumps_clear(&w->jumps);
    buf_clear(&w->bytes);
    free(w->lists);
    free(w->fixups);
    return ok;
}

static bool spracklen_write(const struct tabia_book *book,
                            const struct tabia_write_options *options,
                            struct sink *dst, struct tabia_report *report,
                            struct tabia_error *err)
{
    const struct tabia_setting *settings = options->settings;
    const size_t n = options->nsettings;
    struct movetree tree;
    if (!movetree_build(&tree, book, MOVETREE_GROUP, report, err))
        return false;
    struct writer w = {
        .tree = &tree,
        .kind =
            is_set(settings, n, "offsets") ? MOVECODE_OFFSET : MOVECODE_FROM_TO,
        .bytes = { .limit = UINT32_MAX },
    };
    const bool ok = write_tree(&w, is_set(settings, n, "jumps"), dst, err);
    movetree_clear(&tree);
    return ok;
}

static bool spracklen_open(struct tabia_bytes src,
                           const struct tabia_read_options *options,
                           struct table_impl *table, struct tabia_error *err)
{
    return book_table_open(&format_spracklen_bin, src, options, table, err);
}

static const char *const suffixes[] = { ".spr", NULL };

static const struct tabia_format_option options[] = {
    { "offsets", NULL, MOVECODE_WRITE_HELP },
    { "from-offsets", NULL, MOVECODE_READ_HELP },
    { "jumps", NULL, "writing: jump where moves would be repeated" },
    FORMAT_LENIENT,
    { NULL, NULL, NULL },
};

const struct tabia_format format_spracklen_bin = {
    .info = {
        .name = "spracklen-bin",
        .title = "Spracklen-Thompson opening tree in bytes",
        .suffixes = suffixes,
        .options = options,
        .can_read = true,
        .can_write = true,
        .can_find = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .detect = spracklen_detect,
    .read = spracklen_read,
    .write = spracklen_write,
    .open = spracklen_open,
};
