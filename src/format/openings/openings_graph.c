/*
 * openings_graph.c - the states and transitions of a Chess Openings file
 *
 * A transition names a move, or the state that it leads to: then the move is
 * the one that leads there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "chess/fen.h"
#include "format/openings/openings.h"
#include "base/banned.h"

/* ---- states ---------------------------------------------------------- */

/* The position as the format sees it. */
static struct tabia_pos normalise_pos(const struct tabia_pos *pos)
{
    struct tabia_pos plain = *pos;
    plain.ep_file = TABIA_FILE_NONE;
    plain.halfmove = 0;
    plain.fullmove = 1;
    return plain;
}

static void make_key(const struct openings_graph *g,
                     const struct tabia_pos *pos,
                     uint8_t key[TABIA_PACKED_CORE_SIZE])
{
    struct tabia_pos plain = normalise_pos(pos);
    struct tabia_packed packed;
    if (g->is_bare)
        plain.castling = 0;
    tabia_pos_pack(&plain, &packed);
    memcpy(key, packed.bytes, TABIA_PACKED_CORE_SIZE);
}

struct wanted_node {
    const struct openings_state *nodes;
    uint8_t key[TABIA_PACKED_CORE_SIZE];
};

static bool openings_graph_is_wanted_node(const void *ctx, uint32_t id)
{
    const struct wanted_node *w = ctx;
    return memcmp(w->nodes[id].key, w->key, TABIA_PACKED_CORE_SIZE) == 0;
}

uint32_t openings_add_state(struct openings_graph *g,
                            const struct tabia_pos *pos,
                            struct tabia_error *err)
{
    struct wanted_node w = { .nodes = g->states };
    make_key(g, pos, w.key);
    const struct tabia_pos plain = normalise_pos(pos);
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < TABIA_PACKED_CORE_SIZE;
         i++) // FNV-1a; the map mixes it
        hash = (hash ^ w.key[i]) * UINT64_C(0x100000001B3);
    const uint32_t found =
        hashmap_find(&g->index, hash, openings_graph_is_wanted_node, &w);
    if (found != HASHMAP_NONE) {
        if (g->is_bare && pos->castling) // a FEN that has rights
            tabia_pos_pack(&plain, &g->states[found].packed);
        return found;
    }

    const uint32_t id = (uint32_t)g->nstates;
    if (!VEC_RESERVE(g->states, g->states_room, g->nstates + 1, UINT32_MAX / 2,
                     err) ||
        !hashmap_insert(&g->index, hash, id, err))
        return TABIA_NUMBER_NONE;
    struct openings_state *node = &g->states[id];
    *node = (struct openings_state){
        .first_transition = TABIA_NUMBER_NONE,
        .last_transition = TABIA_NUMBER_NONE,
        .first_variant = TABIA_NUMBER_NONE,
        .eval_text = TABIA_NUMBER_NONE,
    };
    memcpy(node->key, w.key, sizeof(w.key));
    tabia_pos_pack(&plain, &node->packed);
    g->nstates++;
    return id;
}

void openings_state_pos(const struct openings_graph *g, uint32_t node,
                        struct tabia_pos *pos)
{
    // What was packed from a position can always be unpacked.
    if (!tabia_pos_unpack(pos, &g->states[node].packed, NULL))
        tabia_pos_set_start(pos);
}

uint32_t openings_keep_text(struct openings_graph *g, struct openings_span text,
                            struct tabia_error *err)
{
    const size_t at = g->texts.size;
    buf_add(&g->texts, text.p, openings_span_len(text));
    buf_add_char(&g->texts, '\0');
    if (!g->texts.failed)
        return (uint32_t)at;
    buf_error(&g->texts, err);
    return TABIA_NUMBER_NONE;
}

void openings_clear(struct openings_graph *g)
{
    free(g->states);
    free(g->transitions);
    free(g->variants);
    hashmap_clear(&g->index);
    buf_clear(&g->texts);
}

/* ---- transitions ----------------------------------------------------- */

bool openings_add_transition(struct openings_graph *g,
                             const struct openings_transition *mv,
                             struct tabia_error *err)
{
    if (!VEC_RESERVE(g->transitions, g->transitions_room, g->ntransitions + 1,
                     UINT32_MAX / 2, err))
        return false;
    const uint32_t id = (uint32_t)g->ntransitions++;
    g->transitions[id] = *mv;
    g->transitions[id].next = TABIA_NUMBER_NONE;
    struct openings_state *node = &g->states[mv->from];
    if (node->last_transition == TABIA_NUMBER_NONE)
        node->first_transition = id;
    else
        g->transitions[node->last_transition].next = id;
    node->last_transition = id;
    return true;
}

void openings_transition_pos(const struct openings_graph *g,
                             const struct openings_transition *mv,
                             struct tabia_pos *pos)
{
    openings_state_pos(g, mv->from, pos);
    pos->ep_file = mv->ep_file;
}

/* The legal move to a state; 'is_loose' leaves castling rights aside. */
static tabia_move openings_graph_find_move(const struct openings_graph *g,
                                           const struct tabia_pos *pos,
                                           uint32_t target, bool is_loose)
{
    const struct openings_graph view = { .is_bare = g->is_bare || is_loose };
    tabia_move list[TABIA_MOVES_MAX];
    struct tabia_pos want;
    uint8_t want_key[TABIA_PACKED_CORE_SIZE], key[TABIA_PACKED_CORE_SIZE];
    openings_state_pos(g, target, &want);
    make_key(&view, &want, want_key);

    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i]);
        make_key(&view, &after, key);
        if (memcmp(key, want_key, sizeof(key)) == 0)
            return list[i];
    }
    return TABIA_MOVE_NONE;
}

/* The move after a transition's text or to its target, as 'pos' stands. */
static tabia_move find_after(const struct openings_graph *g,
                             const struct openings_transition *mv,
                             const struct tabia_pos *pos)
{
    tabia_move found = TABIA_MOVE_NONE;
    if (mv->is_state)
        return openings_graph_find_move(g, pos, mv->target, false);
    if (!tabia_san_parse(pos, mv->move_text, mv->move_text_len, 0, &found,
                         NULL))
        return TABIA_MOVE_NONE;
    return found;
}

enum { ALL_FILES = 0xFF };

/*
 * A capture en passant that the FEN does not allow is found by trying double
 * steps that could have been made, out of a set of files.
 */
static tabia_move find_ep_move(const struct openings_graph *g,
                               const struct openings_transition *mv,
                               struct tabia_pos *pos, unsigned files)
{
    char flaw[FEN_FLAW_SIZE];
    for (unsigned file = 0; file < 8; file++) {
        pos->ep_file = TABIA_FILE_NONE;
        if (!(files >> file & 1) || !fen_ep_is_possible(pos, file, flaw))
            continue;
        pos->ep_file = (uint8_t)file;
        const tabia_move found = find_after(g, mv, pos);
        if (found)
            return found;
    }
    return TABIA_MOVE_NONE;
}

bool openings_may_be_ep(const struct openings_graph *g, uint32_t move)
{
    const struct openings_transition *mv = &g->transitions[move];
    struct tabia_pos pos;
    openings_transition_pos(g, mv, &pos);
    return !mv->is_state && find_ep_move(g, mv, &pos, ALL_FILES);
}

/*
 * The double step before a full state that is a target was never written, so
 * any will do; a move in SAN needs one that stands in the file.
 */
static tabia_move find_transition(struct openings_graph *g, uint32_t move,
                                  struct tabia_pos *pos)
{
    const struct openings_transition *mv = &g->transitions[move];
    tabia_move found = find_after(g, mv, pos);
    if (!found && mv->is_state && !g->is_bare) {
        found = openings_graph_find_move(g, pos, mv->target, true);
        if (found && !g->nloose++)
            g->loose_move = move;
    }
    const unsigned files =
        mv->is_state ? ALL_FILES : g->states[mv->from].double_steps;
    return found ? found : find_ep_move(g, mv, pos, files);
}

bool openings_resolve(struct openings_graph *g, uint32_t move, bool *is_fatal,
                      struct tabia_error *err)
{
    struct openings_transition *mv = &g->transitions[move];
    struct tabia_pos pos;
    *is_fatal = false;
    openings_transition_pos(g, mv, &pos);
    const tabia_move found = find_transition(g, move, &pos);
    if (!found)
        return false;

    mv->ep_file = pos.ep_file;
    tabia_pos_play(&pos, found);
    const uint32_t target = openings_add_state(g, &pos, err);
    *is_fatal = target == TABIA_NUMBER_NONE;
    if (*is_fatal)
        return false;
    mv->move = found;
    mv->target = target;
    g->states[target].nincoming++;
    // Keeps in mind where a double step leads to, for captures en passant.
    if (pos.ep_file != TABIA_FILE_NONE)
        g->states[target].double_steps |= (uint8_t)(1u << pos.ep_file);
    return true;
}

/* ---- rights that the file does not have ------------------------------ */

/* Follows the moves of one state; adds the states met first to 'queue'. */
static bool follow_moves(struct openings_graph *g, uint32_t node, bool *is_met,
                         uint32_t *queue, size_t *nqueue,
                         struct tabia_error *err)
{
    uint32_t i = g->states[node].first_transition;
    for (; i != TABIA_NUMBER_NONE; i = g->transitions[i].next) {
        bool is_fatal;
        const size_t nnodes = g->nstates;
        if (!openings_resolve(g, i, &is_fatal, err)) {
            if (is_fatal)
                return false;
            continue;
        }
        // A state that only a move names has the rights already.
        const uint32_t target = g->transitions[i].target;
        if (target >= nnodes || is_met[target])
            continue;
        // The rights that the move leaves are those of its target.
        struct tabia_pos pos;
        openings_transition_pos(g, &g->transitions[i], &pos);
        tabia_pos_play(&pos, g->transitions[i].move);
        const struct tabia_pos plain = normalise_pos(&pos);
        tabia_pos_pack(&plain, &g->states[g->transitions[i].target].packed);
        is_met[target] = true;
        queue[(*nqueue)++] = target;
    }
    return true;
}

bool openings_restore_rights(struct openings_graph *g, struct tabia_error *err)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const uint32_t root = openings_add_state(g, &start, err);
    if (root == TABIA_NUMBER_NONE)
        return false;
    tabia_pos_pack(&start, &g->states[root].packed);

    const size_t ntold = g->nstates, room = g->nstates + g->ntransitions;
    bool *is_met = calloc(room, sizeof(*is_met));
    uint32_t *queue = calloc(room, sizeof(*queue));
    bool ok = is_met && queue;
    size_t nqueue = 0;
    if (ok) {
        is_met[root] = true;
        queue[nqueue++] = root;
    } else {
        error_nomem(err);
    }
    for (size_t i = 0; ok && i < nqueue; i++)
        ok = follow_moves(g, queue[i], is_met, queue, &nqueue, err);
    for (size_t i = 0; ok && i < ntold; i++)
        if (!is_met[i]) {
            struct tabia_pos pos;
            openings_state_pos(g, (uint32_t)i, &pos);
            g->nunreached += !pos.castling;
        }
    free(is_met);
    free(queue);
    return ok;
}
