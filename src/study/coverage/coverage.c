/*
 * coverage.c - how far a book carries a player, and which holes it has
 *
 * Positions that were looked up are the nodes of a graph, each once, with the
 * moves that are played there and how likely each is. A survey follows all
 * games at once, ply by ply: a layer has the nodes that the games are at after
 * as many moves as its number, each once, with the share of games there.
 */
#include "study/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/move_list.h"
#include "chess/packed.h"
#include "source/source_internal.h"
#include "tabia/pick.h"
#include "base/banned.h"

enum {
    STEPS_MAX = 1 << 28,
    PROGRESS_STEPS = 256, // positions between two calls
};

static const double SHARE_MIN = 1e-6; // of games that come back

/* A position and the moves that are played there, once it is 'opened'. */
struct coverage_node {
    struct tabia_packed pos;
    tabia_key key;
    uint32_t first_move, nmoves; // in 'moves'
    uint32_t step;               // the last of this survey
    uint32_t hole;               // of this survey
    uint32_t survey;             // the last that came here; 0: none
    bool is_opened;
    bool is_measured; // the sources have a reply
    bool is_over;     // no legal move
    double reached;   // in the first survey
};

struct coverage_move {
    uint32_t target; // a node
    tabia_move move;
    bool is_known; // the book has it
    double share;  // of the games that are at the node
};

/* A node in a layer. */
struct coverage_step {
    uint32_t node;
    uint32_t parent; // the step before, or TABIA_NUMBER_NONE
    tabia_move move; // that led here
    double share;
    double from_parent; // the part of it that comes from there
};

struct hole_record {
    double share, from_parent;
    uint32_t node, parent; // after the reply; the step in which it is played
    int ply;
    tabia_move reply;
    bool is_known, is_end;
};

struct coverage {
    struct coverage_options options;
    struct likely_replies *own_replies; // NULL: those of the options are used
    // What was looked up.
    struct coverage_node *nodes;
    size_t nnodes, nodes_room;
    struct coverage_move *moves;
    size_t nmoves, moves_room;
    struct hashmap map; // of nodes
    size_t nopened;
    uint64_t lookups;
    tabia_move first_move; // that the book is about; or TABIA_MOVE_NONE
    struct tabia_answer own, known; // of the book
    // The last survey.
    const struct coverage_sources *sources; // during a call
    uint32_t survey;
    struct coverage_step *steps;
    size_t nsteps, steps_room;
    size_t next_layer; // the first step of the next ply
    struct hole_record *holes;
    size_t nholes, holes_room;
    struct coverage_ply *plies;
    size_t nplies, plies_room;
    double mean, ended, unanswered;
    bool is_cut, is_measured, has_choice;
};

/* ---- nodes ----------------------------------------------------------- */

struct wanted_node {
    const struct coverage *c;
    struct tabia_packed pos;
};

static bool coverage_is_wanted_node(const void *ctx, uint32_t id)
{
    const struct wanted_node *wanted = ctx;
    return memcmp(wanted->c->nodes[id].pos.bytes, wanted->pos.bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

static uint32_t find_node(const struct coverage *c, const struct tabia_pos *pos,
                          struct wanted_node *wanted)
{
    wanted->c = c;
    tabia_pos_pack(pos, &wanted->pos);
    return hashmap_find(&c->map, pos->key, coverage_is_wanted_node, wanted);
}

/*
 * The node of a position, which is added if it is new; TABIA_NUMBER_NONE:
 * failed.
 */
static uint32_t add_node(struct coverage *c, const struct tabia_pos *after,
                         struct tabia_error *err)
{
    const struct tabia_pos pos = tabia_pos_identity(after);
    struct wanted_node wanted;
    const uint32_t id = find_node(c, &pos, &wanted);
    if (id != HASHMAP_NONE)
        return id;
    if (!VEC_RESERVE(c->nodes, c->nodes_room, c->nnodes + 1, STEPS_MAX, err) ||
        !hashmap_insert(&c->map, pos.key, (uint32_t)c->nnodes, err))
        return TABIA_NUMBER_NONE;
    c->nodes[c->nnodes] =
        (struct coverage_node){ .pos = wanted.pos, .key = pos.key };
    return (uint32_t)c->nnodes++;
}

static struct tabia_pos coverage_node_pos(const struct coverage *c,
                                          uint32_t node)
{
    struct tabia_pos pos;
    packed_unpack_unchecked(&pos, &c->nodes[node].pos);
    return pos;
}

static uint32_t add_node_after(struct coverage *c, const struct tabia_pos *pos,
                               tabia_move mv, struct tabia_error *err)
{
    struct tabia_pos after = *pos;
    tabia_pos_play(&after, mv);
    return add_node(c, &after, err);
}

static bool coverage_ask_book(struct coverage *c, const struct tabia_pos *pos,
                              struct tabia_answer *answer,
                              struct tabia_error *err)
{
    c->lookups++;
    return tabia_source_find(c->sources->book, pos, NULL, answer, err);
}

/* Adds a move to the node that is being opened. */
static bool coverage_add_move(struct coverage *c,
                              const struct coverage_move *mv,
                              struct tabia_error *err)
{
    if (!VEC_RESERVE(c->moves, c->moves_room, c->nmoves + 1, STEPS_MAX, err))
        return false;
    c->moves[c->nmoves++] = *mv;
    return true;
}

/* The moves of the book that are played, each in its share of games. */
static bool add_book_moves(struct coverage *c, const struct tabia_pos *pos,
                           const struct tabia_answer *book,
                           const double shares[TABIA_MOVES_MAX],
                           struct tabia_error *err)
{
    for (size_t i = 0; i < book->nmoves; i++) {
        if (shares[i] <= 0)
            continue;
        const struct coverage_move mv = {
            .target = add_node_after(c, pos, book->moves[i].move, err),
            .move = book->moves[i].move,
            .is_known = true,
            .share = shares[i],
        };
        if (mv.target == TABIA_NUMBER_NONE || !coverage_add_move(c, &mv, err))
            return false;
    }
    return true;
}

/* How often each move of the answer is picked by one who plays by it. */
static void weigh_own_moves(const struct coverage *c,
                            const struct tabia_pos *pos,
                            const struct tabia_answer *book,
                            double shares[TABIA_MOVES_MAX])
{
    const struct tabia_pick_options options = { .allow_avoided =
                                                    c->options.allow_avoided };
    double sum = 0;
    for (size_t i = 0; i < book->nmoves; i++) {
        shares[i] = (double)tabia_pick_weight(pos, book->moves, book->nmoves, i,
                                              &options);
        sum += shares[i];
    }
    for (size_t i = 0; i < book->nmoves && sum > 0; i++)
        shares[i] /= sum;
}

/* Opens a node in which the side of the book plays. */
static bool open_own_node(struct coverage *c, uint32_t node,
                          struct tabia_error *err)
{
    const struct tabia_pos pos = coverage_node_pos(c, node);
    const size_t first = c->nmoves;
    tabia_move legal[TABIA_MOVES_MAX];
    if (c->nodes[node].is_opened)
        return true;
    if (!coverage_ask_book(c, &pos, &c->own, err))
        return false;
    double shares[TABIA_MOVES_MAX];
    weigh_own_moves(c, &pos, &c->own, shares);
    if (!add_book_moves(c, &pos, &c->own, shares, err)) {
        c->nmoves = first;
        return false;
    }
    struct coverage_node *n = &c->nodes[node];
    n->first_move = (uint32_t)first;
    n->nmoves = (uint32_t)(c->nmoves - first);
    n->is_over = n->nmoves == 0 && tabia_pos_legal_moves(&pos, legal) == 0;
    n->is_opened = true;
    return true;
}

static bool has_coverage_move(const struct coverage *c, size_t first,
                              tabia_move mv)
{
    for (size_t i = first; i < c->nmoves; i++)
        if (c->moves[i].move == mv)
            return true;
    return false;
}

bool coverage_is_only_first(const struct tabia_pos *pos, enum tabia_color color,
                            size_t n)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    return n == 1 && color == TABIA_BLACK && tabia_pos_is_same(pos, &start);
}

/*
 * The replies of the sources, else of the book; then the replies of the book
 * that are unlikely.
 */
static bool coverage_add_replies(struct coverage *c,
                                 const struct tabia_pos *pos, bool *is_measured,
                                 struct tabia_error *err)
{
    struct likely_replies *replies =
        c->own_replies ? c->own_replies : c->options.replies;
    const struct likely_move *list;
    const size_t first = c->nmoves;
    size_t n;
    if (!coverage_ask_book(c, pos, &c->known, err))
        return false;
    if (coverage_is_only_first(pos, c->options.color, c->known.nmoves)) {
        const double shares[TABIA_MOVES_MAX] = { 1 };
        c->first_move = c->known.moves[0].move;
        return add_book_moves(c, pos, &c->known, shares, err);
    }
    if (!likely_replies_find(replies, &c->sources->replies, pos, &list, &n,
                             err))
        return false;
    *is_measured = n > 0;
    for (size_t i = 0; i < n; i++) {
        const struct coverage_move mv = {
            .target = add_node_after(c, pos, list[i].move, err),
            .move = list[i].move,
            .is_known =
                move_list_has(c->known.moves, c->known.nmoves, list[i].move),
            .share = list[i].share,
        };
        if (mv.target == TABIA_NUMBER_NONE || !coverage_add_move(c, &mv, err))
            return false;
    }
    if (n == 0) {
        double shares[TABIA_MOVES_MAX];
        likely_replies_weigh(pos, c->known.moves, c->known.nmoves,
                             c->options.allow_avoided, shares);
        if (!add_book_moves(c, pos, &c->known, shares, err))
            return false;
    }
    for (size_t i = 0; i < c->known.nmoves; i++) {
        const struct coverage_move mv = {
            .move = c->known.moves[i].move,
            .is_known = true,
        };
        if (!has_coverage_move(c, first, mv.move) &&
            (!coverage_add_move(c, &mv, err) ||
             (c->moves[c->nmoves - 1].target =
                  add_node_after(c, pos, mv.move, err)) == TABIA_NUMBER_NONE))
            return false;
    }
    return true;
}

/* Opens a node in which the other side plays, and all nodes after it. */
static bool open_other_node(struct coverage *c, uint32_t node,
                            struct tabia_error *err)
{
    const struct tabia_pos pos = coverage_node_pos(c, node);
    const size_t first = c->nmoves;
    bool is_measured = false;
    if (!coverage_add_replies(c, &pos, &is_measured, err)) {
        c->nmoves = first;
        return false;
    }
    struct coverage_node *n = &c->nodes[node];
    n->first_move = (uint32_t)first;
    n->nmoves = (uint32_t)(c->nmoves - first);
    n->is_opened = true;
    n->is_measured = is_measured;
    c->nopened++;
    return c->nopened % PROGRESS_STEPS || !c->options.on_progress ||
           c->options.on_progress(c->options.ctx, c->nopened) ||
           error_set(err, TABIA_ERR_STOPPED, "stopped");
}

/* ---- the next layer -------------------------------------------------- */

/*
 * Adds a node, or the share to one that is there already. One of an earlier
 * ply is gone into again only while enough games come back to it, so that going
 * round in circles ends.
 */
static bool survey_add_step(struct coverage *c, uint32_t node, uint32_t parent,
                            tabia_move mv, double share,
                            struct tabia_error *err)
{
    struct coverage_node *n = &c->nodes[node];
    const bool is_seen = n->survey == c->survey && n->step != TABIA_NUMBER_NONE;
    if (is_seen && n->step >= c->next_layer) {
        struct coverage_step *step = &c->steps[n->step];
        step->share += share;
        if (share > step->from_parent) {
            step->parent = parent;
            step->move = mv;
            step->from_parent = share;
        }
        return true;
    }
    if (is_seen && share < SHARE_MIN)
        return true;
    if (!VEC_RESERVE(c->steps, c->steps_room, c->nsteps + 1, STEPS_MAX, err))
        return false;
    if (n->survey != c->survey)
        n->hole = TABIA_NUMBER_NONE;
    n->survey = c->survey;
    n->step = (uint32_t)c->nsteps;
    c->steps[c->nsteps++] =
        (struct coverage_step){ node, parent, mv, share, share };
    return true;
}

/* A reply that is not answered; its line is a shortest, the likeliest one. */
static bool survey_add_hole(struct coverage *c, uint32_t at,
                            const struct coverage_move *mv, double share,
                            bool is_end, struct tabia_error *err)
{
    struct coverage_node *n = &c->nodes[mv->target];
    const int ply = (int)c->nplies + 1;
    if (n->survey != c->survey) {
        n->survey = c->survey;
        n->step = n->hole = TABIA_NUMBER_NONE;
    }
    c->unanswered += share;
    if (n->hole == TABIA_NUMBER_NONE) {
        if (!VEC_RESERVE(c->holes, c->holes_room, c->nholes + 1, STEPS_MAX,
                         err))
            return false;
        n->hole = (uint32_t)c->nholes++;
        c->holes[n->hole] = (struct hole_record){ .node = mv->target,
                                                  .ply = ply,
                                                  .is_end = true };
    }
    struct hole_record *hole = &c->holes[n->hole];
    hole->share += share;
    hole->is_known |= mv->is_known;
    hole->is_end &= is_end;
    if (hole->ply == ply && share > hole->from_parent) {
        hole->from_parent = share;
        hole->parent = at;
        hole->reply = mv->move;
    }
    return true;
}

/* The side of the book plays. */
static bool play_own(struct coverage *c, uint32_t at, struct coverage_ply *ply,
                     struct tabia_error *err)
{
    const struct coverage_step step = c->steps[at];
    if (!open_own_node(c, step.node, err))
        return false;
    const struct coverage_node node = c->nodes[step.node];
    for (uint32_t i = 0; i < node.nmoves; i++) {
        const struct coverage_move mv = c->moves[node.first_move + i];
        ply->moves++;
        c->has_choice |= mv.share > 0 && mv.share < 1;
        if (!survey_add_step(c, mv.target, at, mv.move, step.share * mv.share,
                             err))
            return false;
    }
    return true;
}

/* The opponent plays. */
static bool play_other(struct coverage *c, uint32_t at,
                       struct coverage_ply *ply, struct tabia_error *err)
{
    const struct coverage_step step = c->steps[at];
    const size_t limit = c->options.max_positions;
    if (!c->nodes[step.node].is_opened && limit && c->nopened >= limit) {
        c->is_cut = true;
        return true;
    }
    if (!c->nodes[step.node].is_opened && !open_other_node(c, step.node, err))
        return false;
    const struct coverage_node node = c->nodes[step.node];
    bool is_end = true, answers = false;
    c->is_measured |= node.is_measured;
    for (uint32_t i = 0; i < node.nmoves; i++) {
        const uint32_t target = c->moves[node.first_move + i].target;
        if (!open_own_node(c, target, err))
            return false;
        answers |= c->nodes[target].nmoves > 0;
    }
    for (uint32_t i = 0; i < node.nmoves; i++) {
        const struct coverage_move mv = c->moves[node.first_move + i];
        const double share = step.share * mv.share;
        bool ok = true;
        is_end &= mv.share <= 0;
        if (c->nodes[mv.target].nmoves > 0) {
            ply->moves++;
            ok = survey_add_step(c, mv.target, at, mv.move, share, err);
        } else if (c->nodes[mv.target].is_over) {
            c->ended += share;
        } else if (share > 0) {
            ply->unanswered += share;
            ok = survey_add_hole(c, at, &mv, share, !answers, err);
        }
        if (!ok)
            return false;
    }
    if (is_end)
        c->ended += step.share;
    return true;
}

/* Goes from the steps from 'first' to 'end' to those of the next ply. */
static bool play_layer(struct coverage *c, size_t first, size_t end,
                       struct tabia_error *err)
{
    struct coverage_ply ply = { .positions = (uint32_t)(end - first) };
    c->next_layer = end;
    for (size_t i = first; i < end; i++) {
        const uint32_t node = c->steps[i].node;
        const bool is_own =
            coverage_node_pos(c, node).turn == (uint8_t)c->options.color;
        ply.share += c->steps[i].share;
        if (c->survey == 1)
            c->nodes[node].reached += c->steps[i].share;
        if (!(is_own ? play_own(c, (uint32_t)i, &ply, err)
                     : play_other(c, (uint32_t)i, &ply, err)))
            return false;
    }
    if (!VEC_RESERVE(c->plies, c->plies_room, c->nplies + 1, STEPS_MAX, err))
        return false;
    c->plies[c->nplies++] = ply;
    c->mean += c->nplies > 1 ? ply.share : 0;
    return true;
}

/* ---- a survey -------------------------------------------------------- */

struct coverage *coverage_new(const struct coverage_options *options,
                              struct tabia_error *err)
{
    struct coverage *c = calloc(1, sizeof(*c));
    if (!c) {
        error_nomem(err);
        return NULL;
    }
    c->options = *options;
    c->map.limit = STEPS_MAX;
    if (options->max_ply <= 0)
        c->options.max_ply = COVERAGE_PLIES_MAX;
    if (!options->replies &&
        !(c->own_replies = likely_replies_new(options->allow_avoided, err))) {
        coverage_free(c);
        return NULL;
    }
    return c;
}

void coverage_free(struct coverage *coverage)
{
    if (!coverage)
        return;
    tabia_answer_clear(&coverage->own);
    tabia_answer_clear(&coverage->known);
    likely_replies_free(coverage->own_replies);
    hashmap_clear(&coverage->map);
    free(coverage->nodes);
    free(coverage->moves);
    free(coverage->steps);
    free(coverage->holes);
    free(coverage->plies);
    free(coverage);
}

static bool survey_add_start(struct coverage *c, const struct tabia_pos *pos,
                             struct tabia_error *err)
{
    const uint32_t node = add_node(c, pos, err);
    return node != TABIA_NUMBER_NONE &&
           survey_add_step(c, node, TABIA_NUMBER_NONE, TABIA_MOVE_NONE, 0, err);
}

/* Lines begin with these positions, each in an equal share of games. */
static bool survey_start(struct coverage *c, const struct tabia_pos *from,
                         struct tabia_error *err)
{
    const struct tabia_book *book = source_loaded_book(c->sources->book);
    const uint32_t nroots =
        book && !from ? tabia_book_root_count(book) : from || !book;
    struct tabia_pos pos;
    for (uint32_t i = 0; i < nroots; i++) {
        if (from)
            pos = *from;
        else if (book)
            tabia_book_root_pos_at(book, i, &pos);
        else
            tabia_pos_set_start(&pos);
        if (!survey_add_start(c, &pos, err))
            return false;
    }
    for (size_t i = 0; i < c->nsteps; i++)
        c->steps[i].share = 1 / (double)c->nsteps;
    return true;
}

static int by_share(const void *a, const void *b, void *ctx)
{
    const struct hole_record *x = a, *y = b;
    (void)ctx;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return x->ply - y->ply;
}

bool coverage_survey(struct coverage *c, const struct coverage_sources *sources,
                     const struct tabia_pos *from, struct tabia_error *err)
{
    c->sources = sources;
    c->survey++;
    c->nsteps = c->nholes = c->nplies = c->next_layer = 0;
    c->mean = c->ended = c->unanswered = 0;
    c->is_cut = c->is_measured = c->has_choice = false;
    bool ok = survey_start(c, from, err);
    size_t first = 0, end = c->nsteps;
    while (ok && first < end && c->nplies <= (size_t)c->options.max_ply) {
        ok = play_layer(c, first, end, err);
        first = end;
        end = c->nsteps;
    }
    c->sources = NULL;
    return ok && sort_stable(c->holes, c->nholes, sizeof(*c->holes), by_share,
                             NULL, NULL, err);
}

/* ---- the result ------------------------------------------------------ */

size_t coverage_ply_count(const struct coverage *coverage)
{
    return coverage->nplies;
}

struct coverage_ply coverage_ply_at(const struct coverage *coverage, size_t ply)
{
    return coverage->plies[ply];
}

tabia_move coverage_first_move(const struct coverage *coverage)
{
    return coverage->first_move;
}

size_t coverage_hole_count(const struct coverage *coverage)
{
    return coverage->nholes;
}

struct coverage_hole coverage_hole_at(const struct coverage *coverage, size_t n)
{
    const struct hole_record *hole = &coverage->holes[n];
    uint32_t first = hole->parent;
    while (coverage->steps[first].parent != TABIA_NUMBER_NONE)
        first = coverage->steps[first].parent;
    return (struct coverage_hole){
        .share = hole->share,
        .ply = hole->ply,
        .is_known = hole->is_known,
        .is_end = hole->is_end,
        .start = coverage_node_pos(coverage, coverage->steps[first].node),
        .pos = coverage_node_pos(coverage, hole->node),
    };
}

size_t coverage_find_soonest(const struct coverage *coverage)
{
    size_t best = 0;
    for (size_t i = 1; i < coverage->nholes; i++)
        if (coverage->holes[i].ply < coverage->holes[best].ply)
            best = i;
    return best;
}

void coverage_get_line(const struct coverage *coverage, size_t n,
                       tabia_move *moves)
{
    const struct hole_record *hole = &coverage->holes[n];
    uint32_t step = hole->parent;
    moves[hole->ply - 1] = hole->reply;
    for (int i = hole->ply - 2; i >= 0; i--) {
        moves[i] = coverage->steps[step].move;
        step = coverage->steps[step].parent;
    }
}

bool coverage_has_choice(const struct coverage *coverage)
{
    return coverage->has_choice;
}

bool coverage_is_measured(const struct coverage *coverage)
{
    return coverage->is_measured;
}

double coverage_mean_moves(const struct coverage *coverage)
{
    return coverage->mean;
}

double coverage_share_ended(const struct coverage *coverage)
{
    return coverage->ended;
}

double coverage_share_unanswered(const struct coverage *coverage)
{
    return coverage->unanswered;
}

/* The reply that is played at a ply: every second move is one. */
static size_t reply_at(size_t ply)
{
    return ply / 2 + 1;
}

double coverage_answered(const struct coverage *coverage, size_t n)
{
    double share = 1;
    for (size_t i = 0; i < coverage->nplies && reply_at(i) <= n; i++)
        share -= coverage->plies[i].unanswered;
    return share > 0 ? share : 0;
}

size_t coverage_reply_count(const struct coverage *coverage)
{
    size_t n = 0;
    for (size_t i = 0; i < coverage->nplies; i++)
        if (coverage->plies[i].unanswered > 0)
            n = reply_at(i);
    return n;
}

bool coverage_is_cut(const struct coverage *coverage, size_t *positions)
{
    if (positions) {
        *positions = 0;
        for (size_t i = 0; i < coverage->nnodes; i++)
            *positions += coverage->nodes[i].survey == coverage->survey &&
                          coverage->nodes[i].step != TABIA_NUMBER_NONE;
    }
    return coverage->is_cut;
}

double coverage_share_reached(const struct coverage *coverage,
                              const struct tabia_pos *pos)
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    struct wanted_node wanted;
    const uint32_t node = find_node(coverage, &identity, &wanted);
    return node == HASHMAP_NONE ? 0 : coverage->nodes[node].reached;
}

uint64_t coverage_lookup_count(const struct coverage *coverage)
{
    return coverage->lookups;
}

const struct likely_replies *coverage_replies(const struct coverage *coverage)
{
    return coverage->own_replies ? coverage->own_replies
                                 : coverage->options.replies;
}
