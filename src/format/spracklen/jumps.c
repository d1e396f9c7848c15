/*
 * jumps.c - finds where a tree can jump into itself instead of repeating moves
 *
 * Nodes are tried by the size of what is below them, the largest first. A
 * target and all before it are pinned, so that they stay where they are; what
 * is below a node that jumps is gone and can be no target. Among nodes of the
 * same size later ones jump to earlier ones.
 */
#include "format/spracklen/jumps.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/banned.h"

enum {
    CANDIDATES_MAX = 16, // targets tried for a node
    STEPS_FREE = 1 << 24,
    STEPS_PER_NODE = 256, // and these, before the search gives up
};

/* A node with moves below it. */
struct jump_candidate {
    uint64_t key;
    uint32_t node;
};

struct jump_finder {
    const struct prefix_tree *tree;
    uint32_t *to;
    uint32_t *size;  // moves below a node
    uint32_t *rank;  // of a node in depth-first order
    uint32_t *match; // scratch of may_jump
    uint32_t *place; // of a node's group in 'groups'
    bool *is_pinned, *is_gone;
    struct jump_candidate *groups; // by position, then size, the largest first
    struct jump_candidate *order;  // by size, the largest and latest first
    size_t n;                      // of both
    uint64_t nsteps;               // that comparing may still take
};

static bool list_candidates(struct jump_finder *f, uint32_t least,
                            struct tabia_error *err)
{
    for (size_t i = 1; i < f->tree->n; i++) {
        const struct prefix_tree_node *node = &f->tree->nodes[i];
        const uint32_t rest = UINT32_MAX - f->size[i];
        if (node->first == PREFIX_TREE_NONE || f->size[i] < least)
            continue;
        f->groups[f->n].key = (uint64_t)node->position << 32 | rest;
        f->groups[f->n].node = (uint32_t)i;
        f->order[f->n].key = (uint64_t)rest << 32 | (UINT32_MAX - i);
        f->order[f->n].node = (uint32_t)i;
        f->n++;
    }
    if (!sort_radix(f->groups, f->n, sizeof(f->groups[0]), 0, NULL, err) ||
        !sort_radix(f->order, f->n, sizeof(f->order[0]), 0, NULL, err))
        return false;
    size_t first = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (f->groups[i].key >> 32 != f->groups[first].key >> 32)
            first = i;
        f->place[f->groups[i].node] = (uint32_t)first;
    }
    return true;
}

/*
 * True if all moves below 'x' are below 'y' as well. Two long lines of which
 * each part looks like each other part are compared only as long as there are
 * steps left; without a jump nothing is lost but bytes.
 */
static bool may_jump(struct jump_finder *f, uint32_t x, uint32_t y)
{
    // What is below a node follows it in a row: 'y' must not lead to 'x'.
    if (y == x || f->is_gone[y] || f->size[y] < f->size[x] ||
        (f->rank[x] >= f->rank[y] && f->rank[x] - f->rank[y] <= f->size[y]))
        return false;
    uint32_t i = x;
    f->match[x] = y;
    for (uint32_t k = 0; k < f->size[x]; k++) {
        i = prefix_tree_next(f->tree, i);
        const struct prefix_tree_node *node = &f->tree->nodes[i];
        if (!f->nsteps)
            return false;
        f->nsteps--;
        f->match[i] =
            prefix_tree_child(f->tree, f->match[node->parent], node->move);
        if (f->match[i] == PREFIX_TREE_NONE)
            return false;
    }
    return true;
}

/* The largest target for 'x', or PREFIX_TREE_NONE. */
static uint32_t jumps_find_target(struct jump_finder *f, uint32_t x)
{
    const uint32_t position = f->tree->nodes[x].position;
    size_t i = f->place[x];
    for (size_t tries = 0; tries < CANDIDATES_MAX; tries++, i++) {
        if (i == f->n || f->groups[i].key >> 32 != position)
            break;
        if (may_jump(f, x, f->groups[i].node))
            return f->groups[i].node;
    }
    return PREFIX_TREE_NONE;
}

bool jumps_find(struct jumps *jumps, const struct prefix_tree *tree,
                uint32_t least, struct tabia_error *err)
{
    struct jump_finder f = {
        .tree = tree,
        .nsteps = STEPS_FREE + (uint64_t)STEPS_PER_NODE * tree->n,
    };
    *jumps = (struct jumps){ 0 };
    const size_t n = tree->n;
    f.to = malloc(n * sizeof(*f.to));
    f.size = calloc(n, sizeof(*f.size));
    f.rank = calloc(n, sizeof(*f.rank));
    f.match = calloc(n, sizeof(*f.match));
    f.place = calloc(n, sizeof(*f.place));
    f.is_pinned = calloc(n, sizeof(*f.is_pinned));
    f.is_gone = calloc(n, sizeof(*f.is_gone));
    f.groups = calloc(n, sizeof(*f.groups));
    f.order = calloc(n, sizeof(*f.order));
    bool ok = (f.to && f.size && f.rank && f.match && f.place && f.is_pinned &&
               f.is_gone && f.groups && f.order) ||
              error_nomem(err);
    for (size_t i = 0; ok && i < tree->n; i++)
        f.to[i] = PREFIX_TREE_NONE;
    if (ok) {
        // A child's number is above its parent's.
        for (size_t i = n; --i > 0;)
            f.size[tree->nodes[i].parent] += f.size[i] + 1;
        uint32_t rank = 0;
        for (uint32_t i = 0; i != PREFIX_TREE_NONE;
             i = prefix_tree_next(tree, i))
            f.rank[i] = rank++;
        ok = list_candidates(&f, least, err);
    }
    for (size_t i = 0; ok && i < f.n; i++) {
        const uint32_t x = f.order[i].node;
        const bool is_free = !f.is_pinned[x] && !f.is_gone[x];
        const uint32_t y =
            is_free ? jumps_find_target(&f, x) : PREFIX_TREE_NONE;
        if (y == PREFIX_TREE_NONE)
            continue;
        uint32_t below = x;
        f.to[x] = y;
        jumps->n++;
        for (uint32_t k = 0; k < f.size[x]; k++) {
            below = prefix_tree_next(tree, below);
            f.is_gone[below] = true;
        }
        for (uint32_t k = y; k && !f.is_pinned[k]; k = tree->nodes[k].parent)
            f.is_pinned[k] = true;
    }
    // All but 'to', which is the result.
    free(f.size);
    free(f.rank);
    free(f.match);
    free(f.place);
    free(f.is_pinned);
    free(f.is_gone);
    free(f.groups);
    free(f.order);
    jumps->to = f.to;
    if (!ok)
        jumps_clear(jumps);
    return ok;
}

void jumps_clear(struct jumps *jumps)
{
    free(jumps->to);
    *jumps = (struct jumps){ 0 };
}
