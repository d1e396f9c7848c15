/*
 * ct800_compile.c - from a book to the records of the CT800
 *
 * Every move of the book that is not marked becomes an item of the raw list,
 * in the order of a walk in depth; for a book of lines that is the order of
 * the file. Sorted by key, the items of a position stand together.
 */
#include "format/ct800/ct800_compile.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/book_def.h"
#include "book/walk_internal.h"
#include "format/ct800/ct800_key.h"
#include "base/banned.h"

#define NO_KEY UINT64_MAX

/*
 * A place on the way from the root to the current node. What a way has in
 * common with the one before it is not played again.
 */
struct compile_step {
    struct tabia_pos pos;
    uint64_t key;   // or NO_KEY until it is needed
    unsigned flags; // by the moves that led here
    tabia_move mv;  // that led here
};

/* A position that has a key already, to find others with the same one. */
struct ct800_owner {
    uint64_t key, board;
};

struct ct800_compiler {
    const struct tabia_book *book;
    struct ct800_compiled *out;
    struct ct800_keys keys;
    struct compile_step *path;
    size_t path_room;
    size_t nplayed; // steps of 'path' that hold what their moves lead to
    uint64_t *items;
    size_t nitems, items_room;
    uint8_t *seen; // a bit per node
    struct hashmap owners_by_key;
    struct ct800_owner *owners;
    size_t owners_room;
    struct tabia_error *err;
};

/* ---- two positions with one key -------------------------------------- */

struct wanted_owner {
    const struct ct800_owner *owners;
    uint64_t key;
};

static bool is_wanted_owner(const void *ctx, uint32_t id)
{
    const struct wanted_owner *w = ctx;
    return w->owners[id].key == w->key;
}

/* The key of a step, which is computed once; counts keys of several boards. */
static bool ask_key(struct ct800_compiler *c, struct compile_step *step)
{
    if (step->key != NO_KEY)
        return true;
    step->key = ct800_key(&c->keys, &step->pos, step->flags);
    const struct wanted_owner wanted = { c->owners, step->key };
    const uint32_t id =
        hashmap_find(&c->owners_by_key, step->key, is_wanted_owner, &wanted);
    if (id != HASHMAP_NONE) {
        c->out->ncollisions += c->owners[id].board != step->pos.key;
        return true;
    }
    const uint32_t count = c->owners_by_key.count;
    if (!VEC_RESERVE(c->owners, c->owners_room, (size_t)count + 1,
                     UINT32_MAX - 1, c->err))
        return false;
    c->owners[count] = (struct ct800_owner){ step->key, step->pos.key };
    return hashmap_insert(&c->owners_by_key, step->key, count, c->err);
}

/* ---- the walk -------------------------------------------------------- */

/* Adds a move, unless it is marked or the engine takes it for another one. */
static bool compile_add_move(struct ct800_compiler *c,
                             struct compile_step *step, uint32_t edge,
                             tabia_move mv)
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    if ((promotion != TABIA_PIECE_NONE && promotion != TABIA_QUEEN) ||
        column_get(&c->book->columns[TABIA_ATTR_MARK], edge))
        return true;
    if (!ask_key(c, step) || !VEC_RESERVE(c->items, c->items_room,
                                          c->nitems + 1, UINT32_MAX, c->err))
        return false;
    c->items[c->nitems++] =
        step->key << CT800_ITEM_SHIFT | ct800_move_squares(&step->pos, mv);
    return true;
}

/* Makes 'path[depth + 1]' what 'mv' leads to from 'path[depth]'. */
static void compile_play(struct ct800_compiler *c, size_t depth, tabia_move mv)
{
    const struct compile_step *from = &c->path[depth];
    struct compile_step *to = &c->path[depth + 1];
    if (depth + 1 < c->nplayed && to->mv == mv)
        return;
    to->pos = from->pos;
    tabia_pos_play(&to->pos, mv);
    to->flags = ct800_flags_play(from->flags, &from->pos, mv);
    to->key = NO_KEY;
    to->mv = mv;
    c->nplayed = depth + 2;
}

static bool walk_root(struct ct800_compiler *c, struct node_walk *walk,
                      uint32_t root)
{
    uint32_t edge;
    if (bitset_add(c->seen, root) && !node_walk_enter(walk, root, 0, c->err))
        return false;
    while (node_walk_next(walk, &edge)) {
        const size_t depth = walk->n - 1;
        const tabia_move mv = tabia_book_edge_move(c->book, edge);
        const uint32_t node = tabia_book_edge_target(c->book, edge);
        if (!compile_add_move(c, &c->path[depth], edge, mv))
            return false;
        if (!bitset_add(c->seen, node))
            continue;
        if (!VEC_RESERVE(c->path, c->path_room, depth + 2, UINT32_MAX,
                         c->err) ||
            !node_walk_enter(walk, node, 0, c->err))
            return false;
        compile_play(c, depth, mv);
    }
    return true;
}

static bool walk_roots(struct ct800_compiler *c)
{
    if (!VEC_RESERVE(c->path, c->path_room, 1, UINT32_MAX, c->err))
        return false;
    c->path[0] = (struct compile_step){ .key = NO_KEY };
    tabia_pos_set_start(&c->path[0].pos);
    c->nplayed = 1;
    struct node_walk walk = { .book = c->book };
    const uint32_t initial = tabia_book_find_position(c->book, &c->path[0].pos);
    bool ok = true;
    for (uint32_t i = 0; ok && i < tabia_book_root_count(c->book); i++) {
        const uint32_t root = tabia_book_root_at(c->book, i);
        if (tabia_book_node_position(c->book, root) == initial)
            ok = walk_root(c, &walk, root);
    }
    node_walk_clear(&walk);
    // The moves of all nodes that the walk has not come to.
    uint64_t n = 0;
    for (uint32_t node = 0; node < tabia_book_node_count(c->book); node++) {
        uint32_t first, count;
        if (bitset_has(c->seen, node))
            continue;
        tabia_book_node_edges(c->book, node, &first, &count);
        n += count;
    }

    c->out->nunreached = n;
    return ok;
}

/* ---- sorting --------------------------------------------------------- */

/* Swaps 'low' and 'high' where they are in disorder; true if any were. */
static ALWAYS_INLINE bool order_rows(uint64_t *restrict low,
                                     uint64_t *restrict high, size_t n)
{
    uint64_t any = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t is_swapped =
            0 - (uint64_t)(low[i] >
                           (high[i] | ((UINT64_C(1) << CT800_ITEM_SHIFT) - 1)));
        const uint64_t change = (low[i] ^ high[i]) & is_swapped;
        low[i] ^= change;
        high[i] ^= change;
        any |= is_swapped;
    }
    return any;
}

/*
 * One pass of the sort: insertion within every column of a table whose rows
 * have 'gap' items. Neighbouring columns do not touch each other, so eight go
 * side by side without branches that cannot be predicted.
 */
static void insertion_pass(uint64_t *items, size_t n, size_t gap)
{
    enum { WIDTH = 8 };
    for (size_t i = gap, width; i < n; i += width) {
        width = gap - i % gap; // to the end of the row
        if (width > n - i)
            width = n - i;
        if (width > WIDTH)
            width = WIDTH;
        for (size_t k = i; k >= gap; k -= gap) {
            uint64_t *low = items + k - gap, *high = items + k;
            if (!(width == WIDTH ? order_rows(low, high, WIDTH)
                                 : order_rows(low, high, width)))
                break;
        }
    }
}

/* n / 2.25, rounded to the nearest number, halves up. */
static size_t shrink_gap(size_t n)
{
    return (8 * n + 9) / 18;
}

void ct800_sort(uint64_t *items, size_t n)
{
    static const size_t gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
    const size_t enough = shrink_gap(n);
    size_t gap = gaps[0];
    while (gap < enough)
        gap = 2 * gap + gap / 4;
    for (; gap > gaps[0] + 1; gap = shrink_gap(gap))
        insertion_pass(items, n, gap);
    for (size_t i = 0; i < COUNT_OF(gaps); i++)
        insertion_pass(items, n, gaps[i]);
}

static int by_key(const void *a, const void *b, void *ctx)
{
    const uint64_t x = *(const uint64_t *)a >> CT800_ITEM_SHIFT;
    const uint64_t y = *(const uint64_t *)b >> CT800_ITEM_SHIFT;
    (void)ctx;
    return (x > y) - (x < y);
}

/* True if every root starts one line without branches. */
static bool has_plain_lines(const struct tabia_book *book)
{
    const uint32_t nnodes = tabia_book_node_count(book);
    for (uint32_t node = 0; node < nnodes; node++) {
        uint32_t first, count;
        tabia_book_node_edges(book, node, &first, &count);
        if (count > 1)
            return false;
    }
    return true;
}

/* ---- all of it ------------------------------------------------------- */

bool ct800_compile(const struct tabia_book *book, struct ct800_compiled *out,
                   struct tabia_error *err)
{
    *out = (struct ct800_compiled){ 0 };
    struct ct800_compiler *c = calloc(1, sizeof(*c));
    if (!c)
        return error_nomem(err);
    c->book = book;
    c->out = out;
    c->err = err;
    c->owners_by_key.limit = UINT32_MAX - 1;
    c->seen = calloc(bitset_size(tabia_book_node_count(book)), 1);
    ct800_keys_init(&c->keys);

    bool ok = c->seen ? walk_roots(c) : error_nomem(err);
    if (ok && has_plain_lines(book))
        ct800_sort(c->items, c->nitems);
    else if (ok)
        ok = sort_stable(c->items, c->nitems, sizeof(*c->items), by_key, NULL,
                         NULL, err);
    ok = ok && ct800_records_add(out, c->items, c->nitems, err);
    hashmap_clear(&c->owners_by_key);
    free(c->owners);
    free(c->items);
    free(c->seen);
    free(c->path);
    free(c);
    if (!ok)
        ct800_compiled_clear(out);
    return ok;
}

void ct800_compiled_clear(struct ct800_compiled *compiled)
{
    buf_clear(&compiled->records);
}
