/*
 * walk.c - all lines of a book, depth first, each position once
 *
 * The path from the root is a stack of frames; the moves that each frame
 * still has to show stand on a second stack. Both grow on the heap, so the
 * depth of a book is limited by memory alone.
 */
#include "book/edges.h"
#include "tabia/transform.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/vec.h"
#include "base/banned.h"

/* A position on the path whose moves are being shown. */
struct frame {
    struct tabia_pos pos; // raw
    size_t first;         // in 'entries'
    size_t next, end;
};

/* What the walk remembers about a position of the book. */
struct meeting {
    uint32_t step; // that showed it, or TABIA_NONE
    bool is_cut;   // it was not gone into, because of the ply
    bool is_leaf;
    bool is_root; // it was shown as a root
};

struct tabia_walk {
    const struct tabia_book *book;
    int max_ply;
    enum tabia_policy policy;
    bool has_from;
    struct tabia_pos from;
    uint32_t root; // the next to be shown
    uint32_t nroots;
    uint32_t nsteps;
    struct meeting *met; // by position
    struct frame *frames;
    struct tabia_entry *entries;
    tabia_move *line;
    size_t nframes, nentries, nline;
    size_t frames_room, entries_room, line_room;
    bool failed;
    struct tabia_entry list[TABIA_MOVES_MAX];
};

static bool fail(struct tabia_walk *walk)
{
    walk->failed = true;
    return false;
}

/* ---- the stacks ------------------------------------------------------ */

static bool reserve_frame(struct tabia_walk *walk)
{
    struct frame *p = vec_grow(walk->frames, &walk->frames_room,
                               walk->nframes + 1, sizeof(*p), UINT32_MAX);
    if (p)
        walk->frames = p;
    return p;
}

static bool reserve_entries(struct tabia_walk *walk, size_t n)
{
    struct tabia_entry *p =
        vec_grow(walk->entries, &walk->entries_room, walk->nentries + n,
                 sizeof(*p), SIZE_MAX / sizeof(*p));
    if (p)
        walk->entries = p;
    return p;
}

static bool reserve_line(struct tabia_walk *walk)
{
    tabia_move *p = vec_grow(walk->line, &walk->line_room, walk->nframes + 1,
                             sizeof(*p), UINT32_MAX);
    if (p)
        walk->line = p;
    return p;
}

/* Goes into a position. */
static bool push(struct tabia_walk *walk, const struct tabia_pos *pos,
                 uint32_t position)
{
    const size_t n =
        tabia_position_moves(walk->book, position, walk->policy, walk->list);
    if (!reserve_frame(walk) || !reserve_entries(walk, n))
        return fail(walk);
    const size_t first = walk->nentries;
    for (size_t i = 0; i < n; i++)
        walk->entries[walk->nentries++] = walk->list[i];
    walk->frames[walk->nframes++] = (struct frame){
        .pos = *pos,
        .first = first,
        .next = first,
        .end = first + n,
    };
    return true;
}

static void pop(struct tabia_walk *walk)
{
    walk->nentries = walk->frames[--walk->nframes].first;
}

/* ---- steps ----------------------------------------------------------- */

static bool has_moves(const struct tabia_book *book, uint32_t position)
{
    struct edges it = edges_of(book, position);
    struct tabia_entry entry;
    return edges_next(&it, &entry);
}

/* Completes a step to 'step->position', and goes into it if it is new. */
static bool meet(struct tabia_walk *walk, struct tabia_step *step)
{
    const uint32_t number = walk->nsteps++;
    const bool is_cut = walk->max_ply && step->ply >= walk->max_ply;
    step->is_leaf = true;
    if (step->position == TABIA_NONE)
        return true;

    struct meeting *met = &walk->met[step->position];
    if (met->step == TABIA_NONE)
        met->is_leaf = !has_moves(walk->book, step->position);
    step->is_leaf = met->is_leaf;
    if (met->step != TABIA_NONE && (!met->is_cut || is_cut || met->is_leaf)) {
        step->is_seen = true;
        step->seen_step = met->step;
        return true;
    }
    met->step = number;
    met->is_cut = is_cut;
    if (is_cut || step->is_leaf)
        return true;
    return push(walk, &step->after, step->position);
}

static bool step_move(struct tabia_walk *walk, struct tabia_step *step)
{
    if (!reserve_line(walk))
        return fail(walk);
    struct frame *frame = &walk->frames[walk->nframes - 1];
    step->ply = (int)walk->nframes;
    step->entry = walk->entries[frame->next++];
    step->is_last = frame->next == frame->end;
    step->before = frame->pos;
    step->after = frame->pos;
    tabia_pos_play(&step->after, step->entry.move);
    step->position = tabia_node_position(walk->book, step->entry.to);
    walk->nline = walk->nframes;
    walk->line[walk->nline - 1] = step->entry.move;
    return meet(walk, step);
}

static uint32_t root_position(const struct tabia_walk *walk, uint32_t n)
{
    if (walk->has_from)
        return tabia_book_position_find(walk->book, &walk->from);
    return tabia_node_position(walk->book, tabia_book_root_at(walk->book, n));
}

/* Shows a root, and moves on to the next whose position is another. */
static bool step_root(struct tabia_walk *walk, struct tabia_step *step)
{
    step->position = root_position(walk, walk->root);
    if (walk->has_from)
        step->after = walk->from;
    else
        tabia_book_root_pos(walk->book, walk->root, &step->after);
    step->before = step->after;
    if (step->position != TABIA_NONE)
        walk->met[step->position].is_root = true;
    do
        walk->root++;
    while (walk->root < walk->nroots &&
           walk->met[root_position(walk, walk->root)].is_root);
    step->is_last = walk->root == walk->nroots;
    walk->nline = 0;
    return meet(walk, step);
}

bool tabia_walk_next(struct tabia_walk *walk, struct tabia_step *step)
{
    *step = (struct tabia_step){ .seen_step = TABIA_NONE };
    if (walk->failed)
        return false;
    while (walk->nframes) {
        const struct frame *frame = &walk->frames[walk->nframes - 1];
        if (frame->next < frame->end)
            return step_move(walk, step);
        pop(walk);
    }
    return walk->root < walk->nroots && step_root(walk, step);
}

/* ---- life ------------------------------------------------------------ */

struct tabia_walk *tabia_walk_open(const struct tabia_book *book,
                                   const struct tabia_walk_options *options,
                                   struct tabia_error *err)
{
    struct tabia_walk *walk = calloc(1, sizeof(*walk));
    const size_t n = tabia_book_position_count(book);
    if (walk)
        walk->met = calloc(n ? n : 1, sizeof(*walk->met));
    if (!walk || !walk->met) {
        tabia_walk_close(walk);
        error_nomem(err);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        walk->met[i].step = TABIA_NONE;
    walk->book = book;
    walk->nroots = tabia_book_root_count(book);
    if (!options)
        return walk;
    walk->max_ply = options->max_ply;
    walk->policy = options->policy;
    if (options->from) {
        walk->has_from = true;
        walk->from = *options->from;
        walk->nroots = 1;
    }
    return walk;
}

size_t tabia_walk_line(const struct tabia_walk *walk, const tabia_move **moves)
{
    *moves = walk->line;
    return walk->nline;
}

bool tabia_walk_ok(const struct tabia_walk *walk, struct tabia_error *err)
{
    return !walk->failed || error_nomem(err);
}

void tabia_walk_close(struct tabia_walk *walk)
{
    if (!walk)
        return;
    free(walk->met);
    free(walk->frames);
    free(walk->entries);
    free(walk->line);
    free(walk);
}
