/*
 * spracklen_bin_read.c - from a Spracklen-Thompson tree in bytes to a book
 *
 * All records are found first, since a jump may lead forwards. Where a jump
 * leads, the book has one node for both: what is a graph there stays one.
 */
#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "format/lines/spracklen_bin.h"
#include "format/lines/spracklen_bytes.h"
#include "base/banned.h"

enum { NESTING_MAX = 10000 }; // open brackets

/* ---- all records ----------------------------------------------------- */

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
    if (!FORMAT_RESERVE(r->options, r->records, r->room, r->n + 1, err))
        return false;
    r->records[r->n++] = *rec;
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

/* ---- the tree -------------------------------------------------------- */

static bool push(struct reader *r, uint32_t offset, struct tabia_error *err)
{
    if (r->depth == NESTING_MAX)
        return refuse(r, TABIA_LIMIT, offset, "more than %d brackets are open",
                      NESTING_MAX);
    if (!VEC_RESERVE(r->stack, r->stack_room, r->depth + 1, NESTING_MAX, err))
        return false;
    r->stack[r->depth++] = r->cursor;
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
        .has = TABIA_HAS_SOURCE,
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

bool spracklen_bin_read(struct tabia_bytes src,
                        const struct tabia_read_options *options,
                        struct tabia_builder *out, struct tabia_error *err)
{
    struct spracklen_bin_settings settings = { 0 };
    format_settings_get(spracklen_bin_rows, options, &settings);
    const bool is_offsets =
        settings.from_offsets || (!spracklen_bin_look(src, MOVECODE_FROM_TO) &&
                                  spracklen_bin_look(src, MOVECODE_OFFSET));
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
