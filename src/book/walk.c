/*
 * walk.c - all lines of a book, depth first: by position and by node
 *
 * The path from the root is a stack of frames; the moves that each frame
 * still has to show stand on a second stack. Both grow on the heap, so the
 * depth of a book is limited by memory alone.
 */
#include "book/walk_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

/* A position on the path whose moves are being shown. */
struct walk_frame {
    struct tabia_pos pos; // raw
    uint32_t position;
    size_t first; // in 'entries'
    size_t next, end;
};

/* What the walk remembers about a position of the book. */
struct walk_meeting {
    uint32_t step; // that showed it, from 1; 0: none
    bool is_cut;   // it was not gone into, because of the ply
    bool is_leaf;
    bool is_root; // it was shown as a root
};

struct tabia_walk {
    const struct tabia_book *book;
    uint32_t max_ply;
    enum tabia_merge_policy policy;
    struct walk_rule rule;
    bool has_from;
    struct tabia_pos from;
    uint32_t root; // the next to be shown
    uint32_t nroots;
    uint32_t nsteps;
    struct walk_meeting *met; // by position
    struct walk_frame *frames;
    struct tabia_book_move *entries;
    tabia_move *line;
    size_t nframes, nentries, nline;
    size_t frames_room, entries_room, line_room;
    bool failed;
    struct tabia_book_move list[TABIA_MOVES_MAX];
};

/* ---- by position ----------------------------------------------------- */

/* The moves of a position that the walk shows, in 'list'; how many. */
static size_t walk_list_moves(struct tabia_walk *walk,
                              const struct tabia_walk_step *step)
{
    const size_t n =
        tabia_book_position_moves(walk->book, step->position, walk->policy,
                                  walk->list, TABIA_MOVES_MAX);
    return walk->rule.choose
               ? walk->rule.choose(walk->rule.ctx, step, walk->list, n)
               : n;
}

/* Goes into the position of a step, whose moves are in 'list'. */
static bool walk_push(struct tabia_walk *walk,
                      const struct tabia_walk_step *step, size_t n)
{
    const size_t first = walk->nentries;
    if (!VEC_RESERVE(walk->frames, walk->frames_room, walk->nframes + 1,
                     UINT32_MAX, NULL) ||
        !VEC_RESERVE(walk->entries, walk->entries_room, first + n, SIZE_MAX,
                     NULL)) {
        walk->failed = true;
        return false;
    }
    memcpy(&walk->entries[first], walk->list, n * sizeof(*walk->list));
    walk->nentries += n;
    walk->frames[walk->nframes++] = (struct walk_frame){
        .pos = step->after,
        .position = step->position,
        .first = first,
        .next = first,
        .end = first + n,
    };
    return true;
}

/* Completes a step to 'step->position', and goes into it if it is new. */
static bool walk_enter(struct tabia_walk *walk, struct tabia_walk_step *step)
{
    const uint32_t number = ++walk->nsteps;
    const bool is_cut = walk->max_ply && step->ply >= walk->max_ply;
    step->is_leaf = true;
    if (step->position == TABIA_NUMBER_NONE)
        return true;

    struct walk_meeting *met = &walk->met[step->position];
    size_t n = 0;
    if (!met->step) {
        n = walk_list_moves(walk, step);
        met->is_leaf = n == 0;
    }
    step->is_leaf = met->is_leaf;
    if (met->step && (!met->is_cut || is_cut || met->is_leaf)) {
        met->is_cut &= is_cut;
        step->is_seen = true;
        step->seen_step = met->step - 1;
        return true;
    }
    if (met->step)
        n = walk_list_moves(walk, step);
    const bool is_entered = !is_cut && !step->is_leaf;
    met->step = is_entered || !walk->rule.visits_every_line ? number : 0;
    met->is_cut = is_cut;
    return !is_entered || walk_push(walk, step, n);
}

static bool step_move(struct tabia_walk *walk, struct tabia_walk_step *step)
{
    if (!VEC_RESERVE(walk->line, walk->line_room, walk->nframes + 1, UINT32_MAX,
                     NULL)) {
        walk->failed = true;
        return false;
    }
    struct walk_frame *frame = &walk->frames[walk->nframes - 1];
    step->ply = (uint32_t)walk->nframes;
    step->book_move = walk->entries[frame->next++];
    step->is_last = frame->next == frame->end;
    step->before = frame->pos;
    step->after = frame->pos;
    tabia_pos_play(&step->after, step->book_move.move);
    step->position =
        tabia_book_node_position(walk->book, step->book_move.to_node);
    walk->nline = walk->nframes;
    walk->line[walk->nline - 1] = step->book_move.move;
    return walk_enter(walk, step);
}

static uint32_t root_position(const struct tabia_walk *walk, uint32_t n)
{
    if (walk->has_from)
        return tabia_book_find_position(walk->book, &walk->from);
    return tabia_book_node_position(walk->book,
                                    tabia_book_root_at(walk->book, n));
}

/* Shows a root, and moves on to the next whose position is another. */
static bool step_root(struct tabia_walk *walk, struct tabia_walk_step *step)
{
    step->position = root_position(walk, walk->root);
    if (walk->has_from)
        step->after = walk->from;
    else
        tabia_book_root_pos_at(walk->book, walk->root, &step->after);
    step->before = step->after;
    if (step->position != TABIA_NUMBER_NONE)
        walk->met[step->position].is_root = true;
    do
        walk->root++;
    while (walk->root < walk->nroots &&
           walk->met[root_position(walk, walk->root)].is_root);
    step->is_last = walk->root == walk->nroots;
    walk->nline = 0;
    return walk_enter(walk, step);
}

static bool walk_step(struct tabia_walk *walk, struct tabia_walk_step *step)
{
    *step = (struct tabia_walk_step){ .seen_step = TABIA_NUMBER_NONE };
    if (walk->failed)
        return false;
    while (walk->nframes) {
        const struct walk_frame *frame = &walk->frames[walk->nframes - 1];
        if (frame->next < frame->end)
            return step_move(walk, step);
        walk->nentries = frame->first;
        walk->nframes--;
        if (walk->rule.visits_every_line)
            walk->met[frame->position].step = 0;
    }
    return walk->root < walk->nroots && step_root(walk, step);
}

bool tabia_walk_next(struct tabia_walk *walk, struct tabia_walk_step *step,
                     struct tabia_error *err)
{
    if (walk_step(walk, step))
        return true;
    walk_is_whole(walk, err);
    return false;
}

struct tabia_walk *walk_new(const struct tabia_book *book,
                            const struct tabia_walk_options *options,
                            const struct walk_rule *rule,
                            struct tabia_error *err)
{
    struct tabia_walk *walk = calloc(1, sizeof(*walk));
    const size_t n = tabia_book_position_count(book);
    if (walk)
        walk->met = calloc(n + 1, sizeof(*walk->met));
    if (!walk || !walk->met) {
        tabia_walk_free(walk);
        error_nomem(err);
        return NULL;
    }
    walk->book = book;
    walk->nroots = tabia_book_root_count(book);
    if (rule)
        walk->rule = *rule;
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

struct tabia_walk *tabia_walk_new(const struct tabia_book *book,
                                  const struct tabia_walk_options *options,
                                  struct tabia_error *err)
{
    return walk_new(book, options, NULL, err);
}

size_t tabia_walk_line(const struct tabia_walk *walk, const tabia_move **moves)
{
    *moves = walk->line;
    return walk->nline;
}

bool walk_has_reached(const struct tabia_walk *walk, uint32_t position)
{
    return walk->met[position].step;
}

bool walk_has_entered(const struct tabia_walk *walk, uint32_t position)
{
    return walk->met[position].step && !walk->met[position].is_cut;
}

bool walk_is_whole(const struct tabia_walk *walk, struct tabia_error *err)
{
    return !walk->failed || error_nomem(err);
}

void tabia_walk_free(struct tabia_walk *walk)
{
    if (!walk)
        return;
    free(walk->met);
    free(walk->frames);
    free(walk->entries);
    free(walk->line);
    free(walk);
}

/* ---- by node --------------------------------------------------------- */

bool node_walk_enter(struct node_walk *walk, uint32_t node, uint32_t mine,
                     struct tabia_error *err)
{
    uint32_t first, count;
    if (walk->n == walk->room &&
        !VEC_RESERVE(walk->steps, walk->room, walk->n + 1, UINT32_MAX, err))
        return false;
    tabia_book_node_edges(walk->book, node, &first, &count);
    walk->steps[walk->n++] =
        (struct node_step){ first, first, first + count, mine };
    return true;
}

bool node_walk_next(struct node_walk *walk, uint32_t *edge)
{
    for (; walk->n; walk->n--) {
        struct node_step *step = &walk->steps[walk->n - 1];
        if (step->next < step->end) {
            *edge = step->next++;
            return true;
        }
    }
    return false;
}

void node_walk_clear(struct node_walk *walk)
{
    free(walk->steps);
    *walk = (struct node_walk){ .book = walk->book };
}
