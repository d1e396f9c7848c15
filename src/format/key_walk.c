/*
 * key_walk.c - from a file that knows positions by their keys to a book
 */
#include "format/key_walk.h"

#include <string.h>

#include "base/error.h"
#include "base/plural.h"
#include "book/builder_def.h"
#include "format/place_list.h"
#include "base/banned.h"

enum { NSTARTS = 960 };

struct walk {
    const struct key_walk_file *file;
    const struct key_walk_settings *settings;
    const struct tabia_read_options *options;
    struct place_list places; // all nodes, in the order of being met
    size_t next;              // the first whose moves were not looked up
    size_t near;              // the first whose surroundings were not looked at
    size_t nbridges;
    struct tabia_builder *out;
    struct tabia_error *err;
};

/* ---- meeting positions ----------------------------------------------- */

static enum key_walk_look look(const struct walk *w,
                               const struct tabia_pos *pos)
{
    return w->file->look(w->file->ctx, pos);
}

/* Plays a move from 'from', and notes what it leads to. */
static bool add_move(struct walk *w, const struct tabia_cursor *from,
                     tabia_move mv, const struct tabia_move_data *data)
{
    const uint32_t nnodes = builder_node_count(w->out);
    struct tabia_cursor c = *from;
    if (!tabia_builder_join(w->out, &c, mv, w->err) ||
        !tabia_builder_set_move(w->out, c.edge, data, w->err))
        return false;
    // A node may stand for several keys, by the double step before it.
    return (c.node < nnodes && look(w, &c.pos) < KEY_WALK_UNMET) ||
           place_list_add(&w->places, &c, w->err);
}

static bool add_moves(struct walk *w, const struct tabia_cursor *c)
{
    struct tabia_entry moves[TABIA_MOVES_MAX];
    size_t n;
    if (!w->file->visit(w->file->ctx, &c->pos, moves, &n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!add_move(w, c, moves[i].move, &moves[i].data))
            return false;
    return true;
}

/* Looks up all that was met, and what that leads to. */
static bool drain(struct walk *w)
{
    while (w->next < w->places.n) {
        const struct tabia_cursor c = place_list_at(&w->places, w->next++);
        if (look(w, &c.pos) >= KEY_WALK_UNMET && !add_moves(w, &c))
            return false;
    }
    return true;
}

static bool start_at(struct walk *w, const struct tabia_pos *pos)
{
    struct tabia_cursor c;
    return tabia_builder_start(w->out, pos, &c, w->err) &&
           place_list_add(&w->places, &c, w->err) && drain(w);
}

/* A position that may be in the file becomes a root if it is. */
static bool try_root(void *ctx, const struct tabia_pos *pos)
{
    struct walk *w = ctx;
    return look(w, pos) != KEY_WALK_UNMET || start_at(w, pos);
}

/* ---- where to look --------------------------------------------------- */

static bool try_starts960(struct walk *w)
{
    for (int i = 0; i < NSTARTS; i++) {
        struct tabia_pos pos;
        tabia_pos_start960(&pos, i);
        if (!try_root(w, &pos))
            return false;
    }
    return true;
}

static bool try_default_book(struct walk *w)
{
    struct tabia_book *book = tabia_book_default(w->err);
    if (!book)
        return false;
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < tabia_book_position_count(book); i++) {
        struct tabia_pos pos;
        tabia_book_position_at(book, i, &pos);
        is_done = try_root(w, &pos);
    }
    tabia_book_free(book);
    return is_done;
}

/* Adds a move that the file does not have. */
static bool add_bridge(struct walk *w, const struct tabia_cursor *c,
                       tabia_move mv)
{
    static const struct tabia_move_data passive = {
        .has = TABIA_HAS_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    w->nbridges++;
    return add_move(w, c, mv, &passive) && drain(w);
}

/* Looks one move around a place at what was not met. */
static bool look_around(struct walk *w, const struct tabia_cursor *c)
{
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(&c->pos, moves);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos = c->pos;
        tabia_pos_play(&pos, moves[i]);
        if (look(w, &pos) != KEY_WALK_UNMET)
            continue;
        if (w->settings->reach < KEY_WALK_BRIDGE ? !start_at(w, &pos)
                                                 : !add_bridge(w, c, moves[i]))
            return false;
    }
    return true;
}

/*
 * Books for one side lack moves of the other one, and books made by merging
 * have lost some: one move off the book often leads back into it.
 */
static bool try_near(struct walk *w)
{
    while (w->near < w->places.n) {
        const struct tabia_cursor c = place_list_at(&w->places, w->near++);
        if (!look_around(w, &c))
            return false;
    }
    return true;
}

/* ---- the whole walk -------------------------------------------------- */

static size_t count_rest(const struct walk *w, size_t *nall)
{
    size_t nvisited;
    w->file->count(w->file->ctx, nall, &nvisited);
    return *nall - nvisited;
}

static bool warn(struct walk *w, const struct tabia_error *problem)
{
    return format_problem(w->options, TABIA_PROBLEM_WARNING, problem, w->err);
}

static bool report_bridges(struct walk *w)
{
    struct tabia_error problem = { 0 };
    if (!w->nbridges)
        return true;
    error_set(&problem, TABIA_LOSS,
              "%zu passive %s added to join lines, which the file lacks",
              w->nbridges, plural(w->nbridges, "move is", "moves are"));
    return warn(w, &problem);
}

static bool report_unmet(struct walk *w)
{
    struct tabia_error problem = { 0 };
    size_t nall;
    const size_t rest = count_rest(w, &nall);
    if (!rest)
        return true;
    error_set(&problem, TABIA_LOSS,
              "%zu of %zu %s %s not reached from known positions", rest, nall,
              plural(nall, "entry", "entries"), plural(rest, "is", "are"));
    return warn(w, &problem);
}

/* Each step only while there is something left to find. */
static bool run_walk(struct walk *w)
{
    static const struct {
        enum key_walk_reach from;
        bool (*look)(struct walk *w);
    } steps[] = {
        { KEY_WALK_BRIDGE, try_near }, // first: the others stand alone
        { KEY_WALK_KNOWN, try_starts960 },
        { KEY_WALK_KNOWN, try_default_book },
        { KEY_WALK_NEAR, try_near },
    };
    const struct key_walk_settings *settings = w->settings;
    size_t nall;
    if (!start_at(w, NULL) || (settings->positions &&
                               !key_walk_places(settings->positions, w->options,
                                                try_root, w, w->err)))
        return false;
    for (size_t i = 0; i < COUNT_OF(steps) && count_rest(w, &nall); i++)
        if (settings->reach >= steps[i].from && !steps[i].look(w))
            return false;
    return report_bridges(w) && report_unmet(w);
}

bool key_walk(const struct key_walk_file *file,
              const struct key_walk_settings *settings,
              const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err)
{
    struct walk w = {
        .file = file,
        .settings = settings,
        .options = options,
        .places = { .options = options },
        .out = out,
        .err = err,
    };
    const bool is_done = run_walk(&w);
    place_list_clear(&w.places);
    return is_done;
}
