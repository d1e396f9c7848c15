/*
 * coverage.c - how far a book carries a player
 *
 * All games are followed at once, ply by ply. A layer holds the positions
 * that the book leads to after as many moves as the layer's number, each once,
 * with the share of games that are there.
 */
#include "study/coverage.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/values.h"
#include "tabia/transform.h"
#include "base/banned.h"

enum { MAX_PLY = 200, STEPS_MAX = 1 << 28 };

static const double SHARE_MIN = 1e-6; // of games that come back

/* A position that the book leads to. */
struct coverage_step {
    struct tabia_pos pos;
    uint32_t parent; // the step before, or TABIA_NONE
    tabia_move move; // that led here
    double share;
};

struct gap {
    double share;
    uint32_t parent; // the step in which the reply is played
    int ply;
    tabia_move reply;
    bool is_known;
};

struct coverage {
    struct coverage_step *steps;
    size_t nsteps, steps_room;
    struct gap *gaps;
    size_t ngaps, gaps_room;
    struct coverage_ply *plies;
    size_t nplies, plies_room;
    double mean, ended;
};

/* The work while it goes on. */
struct coverage_survey {
    struct coverage *c;
    const struct tabia_book *book, *against;
    struct tabia_pick_options select;
    struct hashmap map; // all steps, by position
    size_t next_layer;  // the first step of the next ply
    const struct tabia_pos *wanted;
    size_t wanted_from; // steps before this one do not count
    struct tabia_entry list[TABIA_MOVES_MAX], own[TABIA_MOVES_MAX];
    struct tabia_error *err;
};

/* ---- moves ----------------------------------------------------------- */

/* The moves of a book in a position; 0 of no book. */
static size_t find_book_moves(const struct tabia_book *book,
                              const struct tabia_pos *pos,
                              struct tabia_entry *list)
{
    const uint32_t position =
        book ? tabia_book_position_find(book, pos) : TABIA_NONE;
    if (position == TABIA_NONE)
        return 0;
    return tabia_book_position_moves(book, position, TABIA_MERGE_DEFAULT, list,
                                     TABIA_MOVES_MAX);
}

static uint64_t reply_weight(const struct coverage_survey *s,
                             const struct tabia_entry *list, size_t n, size_t i,
                             unsigned turn)
{
    struct tabia_pick_options select = s->select;
    select.turn = (enum tabia_color)turn;
    return tabia_pick_weight(list, n, i, &select);
}

static double sum_weights(const struct coverage_survey *s,
                          const struct tabia_entry *list, size_t n,
                          unsigned turn)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)reply_weight(s, list, n, i, turn);
    return sum;
}

/* True if the book has a move to play here. Uses 'own'. */
static bool is_answered(struct coverage_survey *s, const struct tabia_pos *pos)
{
    const size_t n = find_book_moves(s->book, pos, s->own);
    return sum_weights(s, s->own, n, pos->turn) > 0;
}

/* ---- the next layer -------------------------------------------------- */

static bool is_wanted_step(const void *ctx, uint32_t id)
{
    const struct coverage_survey *s = ctx;
    return id >= s->wanted_from &&
           tabia_pos_is_same(&s->c->steps[id].pos, s->wanted);
}

static uint32_t find_step(struct coverage_survey *s,
                          const struct tabia_pos *pos, size_t from)
{
    s->wanted = pos;
    s->wanted_from = from;
    return hashmap_find(&s->map, pos->key, is_wanted_step, s);
}

/*
 * Adds a position, or the share to one that is there already. One of an
 * earlier ply is gone into again only while enough games come back to it, so
 * that going round in circles ends.
 */
static bool survey_add_step(struct coverage_survey *s,
                            const struct tabia_pos *after, uint32_t parent,
                            tabia_move mv, double share)
{
    struct coverage *c = s->c;
    struct tabia_pos pos = tabia_pos_identity(after);
    const uint32_t id = find_step(s, &pos, s->next_layer);
    if (id != HASHMAP_NONE) {
        c->steps[id].share += share;
        return true;
    }
    if (share < SHARE_MIN && find_step(s, &pos, 0) != HASHMAP_NONE)
        return true;
    if (!VEC_RESERVE(c->steps, c->steps_room, c->nsteps + 1, STEPS_MAX, s->err))
        return false;
    c->steps[c->nsteps] = (struct coverage_step){ pos, parent, mv, share };
    return hashmap_insert(&s->map, pos.key, (uint32_t)c->nsteps++, s->err);
}

static struct tabia_pos pos_after(const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_pos after = *pos;
    tabia_pos_play(&after, mv);
    return after;
}

/* The side of the book plays. */
static bool play_own(struct coverage_survey *s, uint32_t at,
                     struct coverage_ply *ply)
{
    const struct coverage_step step = s->c->steps[at];
    const size_t n = find_book_moves(s->book, &step.pos, s->list);
    const double sum = sum_weights(s, s->list, n, step.pos.turn);
    for (size_t i = 0; i < n; i++) {
        const double w = (double)reply_weight(s, s->list, n, i, step.pos.turn);
        const tabia_move mv = s->list[i].move;
        const struct tabia_pos after = pos_after(&step.pos, mv);
        if (w <= 0)
            continue;
        ply->moves++;
        if (!survey_add_step(s, &after, at, mv, step.share * w / sum))
            return false;
    }
    return true;
}

/* One likely reply, played in a share of all games. */
static bool survey_reply(struct coverage_survey *s, uint32_t at, tabia_move mv,
                         double share, struct coverage_ply *ply)
{
    const struct tabia_pos pos = s->c->steps[at].pos;
    const struct tabia_pos after = pos_after(&pos, mv);
    if (is_answered(s, &after)) {
        ply->moves++;
        return survey_add_step(s, &after, at, mv, share);
    }
    if (share <= 0)
        return true;
    const size_t n = find_book_moves(s->book, &pos, s->own);
    const struct gap gap = {
        .share = share,
        .parent = at,
        .ply = (int)s->c->nplies + 1,
        .reply = mv,
        .is_known = values_has_move(s->own, n, mv),
    };
    struct coverage *c = s->c;
    if (!VEC_RESERVE(c->gaps, c->gaps_room, c->ngaps + 1, STEPS_MAX, s->err))
        return false;
    c->gaps[c->ngaps++] = gap;
    return true;
}

/* The opponent plays. */
static bool play_other(struct coverage_survey *s, uint32_t at,
                       struct coverage_ply *ply)
{
    const struct coverage_step step = s->c->steps[at];
    const unsigned turn = step.pos.turn;
    size_t n = find_book_moves(s->against, &step.pos, s->list);
    double sum = sum_weights(s, s->list, n, turn);
    if (sum <= 0) {
        n = find_book_moves(s->book, &step.pos, s->list);
        sum = sum_weights(s, s->list, n, turn);
    }
    if (sum <= 0)
        s->c->ended += step.share;
    for (size_t i = 0; i < n; i++) {
        const double w = (double)reply_weight(s, s->list, n, i, turn);
        const double share = sum > 0 ? step.share * w / sum : 0;
        if (!survey_reply(s, at, s->list[i].move, share, ply))
            return false;
    }
    // Unlikely replies of the book: they only count.
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t nknown = find_book_moves(s->book, &step.pos, list);
    for (size_t i = 0; i < nknown; i++) {
        const struct tabia_pos after = pos_after(&step.pos, list[i].move);
        if (values_has_move(s->list, n, list[i].move) ||
            !is_answered(s, &after))
            continue;
        ply->moves++;
        if (!survey_add_step(s, &after, at, list[i].move, 0))
            return false;
    }
    return true;
}

/* Goes from the steps from 'first' to 'end' to those of the next ply. */
static bool play_layer(struct coverage_survey *s, size_t first, size_t end,
                       enum tabia_color side)
{
    struct coverage *c = s->c;
    struct coverage_ply ply = { .positions = (uint32_t)(end - first) };
    s->next_layer = end;
    for (size_t i = first; i < end; i++) {
        ply.share += c->steps[i].share;
        const bool is_own = c->steps[i].pos.turn == (uint8_t)side;
        if (!(is_own ? play_own(s, (uint32_t)i, &ply)
                     : play_other(s, (uint32_t)i, &ply)))
            return false;
    }
    if (!VEC_RESERVE(c->plies, c->plies_room, c->nplies + 1, STEPS_MAX, s->err))
        return false;
    c->plies[c->nplies++] = ply;
    c->mean += c->nplies > 1 ? ply.share : 0;
    return true;
}

/* ---- the result ------------------------------------------------------ */

static int by_share(const void *a, const void *b, void *ctx)
{
    const struct gap *x = a, *y = b;
    (void)ctx;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return x->ply - y->ply;
}

struct coverage *coverage_new(const struct tabia_book *book,
                              const struct coverage_options *options,
                              struct tabia_error *err)
{
    const size_t max_ply =
        options->max_ply > 0 ? (size_t)options->max_ply : MAX_PLY;
    struct coverage *c = calloc(1, sizeof(*c));
    struct coverage_survey *s = calloc(1, sizeof(*s));
    if (!c || !s) {
        free(s);
        coverage_free(c);
        error_nomem(err);
        return NULL;
    }
    s->c = c;
    s->book = book;
    s->against = options->against;
    s->select.wide = options->wide;
    s->map.limit = STEPS_MAX;
    s->err = err;

    // Lines begin with these positions, each in an equal share of games.
    bool ok = true;
    for (uint32_t i = 0; ok && i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos(book, i, &pos);
        ok = survey_add_step(s, &pos, TABIA_NONE, TABIA_MOVE_NONE, 0);
    }
    for (size_t i = 0; i < c->nsteps; i++)
        c->steps[i].share = 1 / (double)c->nsteps;
    size_t first = 0, end = c->nsteps;
    while (ok && first < end && c->nplies <= max_ply) {
        ok = play_layer(s, first, end, options->side);
        first = end;
        end = c->nsteps;
    }
    ok = ok && sort_merge(c->gaps, c->ngaps, sizeof(*c->gaps), by_share, NULL,
                          NULL, err);
    hashmap_clear(&s->map);
    free(s);
    if (ok)
        return c;
    coverage_free(c);
    return NULL;
}

void coverage_free(struct coverage *coverage)
{
    if (!coverage)
        return;
    free(coverage->steps);
    free(coverage->gaps);
    free(coverage->plies);
    free(coverage);
}

size_t coverage_ply_count(const struct coverage *coverage)
{
    return coverage->nplies;
}

struct coverage_ply coverage_ply_at(const struct coverage *coverage, size_t ply)
{
    return coverage->plies[ply];
}

size_t coverage_gap_count(const struct coverage *coverage)
{
    return coverage->ngaps;
}

struct coverage_gap coverage_gap_at(const struct coverage *coverage, size_t n)
{
    const struct gap *gap = &coverage->gaps[n];
    uint32_t first = gap->parent;
    while (coverage->steps[first].parent != TABIA_NONE)
        first = coverage->steps[first].parent;
    return (struct coverage_gap){
        .share = gap->share,
        .ply = gap->ply,
        .is_known = gap->is_known,
        .start = coverage->steps[first].pos,
        .before = coverage->steps[gap->parent].pos,
        .reply = gap->reply,
    };
}

size_t coverage_soonest(const struct coverage *coverage)
{
    size_t best = 0;
    for (size_t i = 1; i < coverage->ngaps; i++)
        if (coverage->gaps[i].ply < coverage->gaps[best].ply)
            best = i;
    return best;
}

void coverage_line(const struct coverage *coverage, size_t n, tabia_move *moves)
{
    const struct gap *gap = &coverage->gaps[n];
    uint32_t step = gap->parent;
    for (int i = gap->ply - 1; i >= 0; i--) {
        moves[i] = i == gap->ply - 1 ? gap->reply : coverage->steps[step].move;
        if (i < gap->ply - 1)
            step = coverage->steps[step].parent;
    }
}

double coverage_mean(const struct coverage *coverage)
{
    return coverage->mean;
}

double coverage_ended(const struct coverage *coverage)
{
    return coverage->ended;
}
