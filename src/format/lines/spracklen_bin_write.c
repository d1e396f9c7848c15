/*
 * spracklen_bin_write.c - from a book to a Spracklen-Thompson tree in bytes
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/error.h"
#include "format/jumps.h"
#include "format/movetree.h"
#include "format/lines/spracklen_bin.h"
#include "format/lines/spracklen_bytes.h"
#include "base/banned.h"

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

bool spracklen_bin_write(const struct tabia_book *book,
                         const struct tabia_write_options *options,
                         struct sink *dst, struct tabia_report *report,
                         struct tabia_error *err)
{
    struct spracklen_bin_settings settings = { 0 };
    struct movetree tree;
    format_settings_get(spracklen_bin_rows, options, &settings);
    if (!movetree_build(&tree, book, MOVETREE_GROUP, report, err))
        return false;
    struct writer w = {
        .tree = &tree,
        .kind = settings.offsets ? MOVECODE_OFFSET : MOVECODE_FROM_TO,
        .bytes = { .limit = UINT32_MAX },
    };
    const bool ok = write_tree(&w, settings.jumps, dst, err);
    movetree_clear(&tree);
    return ok;
}
