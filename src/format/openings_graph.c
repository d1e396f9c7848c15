/*
 * openings_graph.c - from the states and transitions of a file to a book
 *
 * The format has one node for positions that differ only in en passant, the
 * book tells them apart where the capture is legal. So a state may have
 * several variants in the book: one for each such position that moves lead
 * to. Every variant has all moves of the state that are legal in it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "chess/fen.h"
#include "format/openings.h"
#include "base/banned.h"

/* ---- states ---------------------------------------------------------- */

/* The position as the format sees it. */
static struct tabia_pos normalise(const struct tabia_pos *pos)
{
    struct tabia_pos plain = *pos;
    plain.ep_file = TABIA_FILE_NONE;
    plain.halfmove = 0;
    plain.fullmove = 1;
    return plain;
}

static void make_key(const struct opening_graph *g, const struct tabia_pos *pos,
                     uint8_t key[TABIA_PACKED_CORE])
{
    struct tabia_pos plain = normalise(pos);
    struct tabia_packed packed;
    if (g->is_bare)
        plain.castling = 0;
    tabia_pos_pack(&plain, &packed);
    memcpy(key, packed.bytes, TABIA_PACKED_CORE);
}

struct wanted {
    const struct opening_node *nodes;
    uint8_t key[TABIA_PACKED_CORE];
};

static bool is_wanted(const void *ctx, uint32_t id)
{
    const struct wanted *w = ctx;
    return memcmp(w->nodes[id].key, w->key, TABIA_PACKED_CORE) == 0;
}

/* FNV-1a; the map mixes it further. */
static uint64_t hash_key(const uint8_t key[TABIA_PACKED_CORE])
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < TABIA_PACKED_CORE; i++)
        hash = (hash ^ key[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static bool grow_nodes(struct opening_graph *g, struct tabia_error *err)
{
    struct opening_node *p = vec_grow(g->nodes, &g->nodes_room, g->nnodes + 1,
                                      sizeof(*p), UINT32_MAX / 2);
    if (!p)
        return error_nomem(err);
    g->nodes = p;
    return true;
}

uint32_t openings_node(struct opening_graph *g, const struct tabia_pos *pos,
                       struct tabia_error *err)
{
    struct wanted w = { .nodes = g->nodes };
    make_key(g, pos, w.key);
    const uint64_t hash = hash_key(w.key);
    const uint32_t found = hashmap_find(&g->index, hash, is_wanted, &w);
    if (found != HASHMAP_NONE)
        return found;

    const uint32_t id = (uint32_t)g->nnodes;
    if (!grow_nodes(g, err) || !hashmap_insert(&g->index, hash, id, err))
        return TABIA_NONE;
    struct opening_node *node = &g->nodes[id];
    const struct tabia_pos plain = normalise(pos);
    *node = (struct opening_node){
        .first_move = TABIA_NONE,
        .last_move = TABIA_NONE,
        .first_variant = TABIA_NONE,
        .eval_text = TABIA_NONE,
    };
    memcpy(node->key, w.key, sizeof(w.key));
    tabia_pos_pack(&plain, &node->packed);
    g->nnodes++;
    return id;
}

void openings_node_pos(const struct opening_graph *g, uint32_t node,
                       struct tabia_pos *pos)
{
    // What was packed from a position can always be unpacked.
    if (!tabia_pos_unpack(pos, &g->nodes[node].packed, NULL))
        tabia_pos_start(pos);
}

uint32_t openings_keep(struct opening_graph *g, struct span text,
                       struct tabia_error *err)
{
    const size_t at = g->texts.size;
    buf_add(&g->texts, text.p, span_len(text));
    buf_add_char(&g->texts, '\0');
    if (!g->texts.failed)
        return (uint32_t)at;
    buf_error(&g->texts, err);
    return TABIA_NONE;
}

static const char *kept(const struct opening_graph *g, uint32_t text)
{
    return text == TABIA_NONE ? NULL : buf_text(&g->texts) + text;
}

void openings_clear(struct opening_graph *g)
{
    free(g->nodes);
    free(g->moves);
    free(g->variants);
    hashmap_clear(&g->index);
    buf_clear(&g->texts);
}

/* ---- transitions ----------------------------------------------------- */

bool openings_add_move(struct opening_graph *g, const struct opening_move *mv,
                       struct tabia_error *err)
{
    struct opening_move *p = vec_grow(g->moves, &g->moves_room, g->nmoves + 1,
                                      sizeof(*p), UINT32_MAX / 2);
    if (!p)
        return error_nomem(err);
    g->moves = p;
    const uint32_t id = (uint32_t)g->nmoves++;
    p[id] = *mv;
    p[id].next = TABIA_NONE;
    struct opening_node *node = &g->nodes[mv->from];
    if (node->last_move == TABIA_NONE)
        node->first_move = id;
    else
        p[node->last_move].next = id;
    node->last_move = id;
    return true;
}

/* The position that a transition leaves, with its double step. */
static void move_pos(const struct opening_graph *g,
                     const struct opening_move *mv, struct tabia_pos *pos)
{
    openings_node_pos(g, mv->from, pos);
    pos->ep_file = mv->ep_file;
}

/* The legal move to a state; 'is_loose' leaves castling rights aside. */
static tabia_move find_move(const struct opening_graph *g,
                            const struct tabia_pos *pos, uint32_t target,
                            bool is_loose)
{
    const struct opening_graph view = { .is_bare = g->is_bare || is_loose };
    tabia_move list[TABIA_MOVES_MAX];
    struct tabia_pos want;
    uint8_t want_key[TABIA_PACKED_CORE], key[TABIA_PACKED_CORE];
    openings_node_pos(g, target, &want);
    make_key(&view, &want, want_key);

    const size_t n = tabia_pos_legal(pos, list);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i]);
        make_key(&view, &after, key);
        if (memcmp(key, want_key, sizeof(key)) == 0)
            return list[i];
    }
    return TABIA_MOVE_NONE;
}

/*
 * Full states as targets never tell the double step before, so a capture en
 * passant is found by trying all that are possible.
 */
static tabia_move find_ep_move(const struct opening_graph *g,
                               struct tabia_pos *pos, uint32_t target)
{
    char flaw[FEN_FLAW_SIZE];
    for (unsigned file = 0; file < 8; file++) {
        pos->ep_file = TABIA_FILE_NONE;
        if (!fen_ep_is_possible(pos, file, flaw))
            continue;
        pos->ep_file = (uint8_t)file;
        const tabia_move mv = find_move(g, pos, target, false);
        if (mv)
            return mv;
    }
    return TABIA_MOVE_NONE;
}

static tabia_move find_to_state(struct opening_graph *g, uint32_t move,
                                struct tabia_pos *pos)
{
    const uint32_t target = g->moves[move].target;
    tabia_move mv = find_move(g, pos, target, false);
    if (!mv && !g->is_bare) {
        mv = find_move(g, pos, target, true);
        if (mv && !g->nloose++)
            g->loose_move = move;
    }
    return mv ? mv : find_ep_move(g, pos, target);
}

bool openings_resolve(struct opening_graph *g, uint32_t move, bool *is_fatal,
                      struct tabia_error *err)
{
    struct opening_move *mv = &g->moves[move];
    struct tabia_pos pos;
    tabia_move found = TABIA_MOVE_NONE;
    *is_fatal = false;
    move_pos(g, mv, &pos);
    if (mv->is_state)
        found = find_to_state(g, move, &pos);
    else if (!tabia_san_parse(&pos, mv->move, mv->move_len, 0, &found, NULL))
        return false;
    if (!found)
        return false;

    mv->ep_file = pos.ep_file;
    tabia_pos_play(&pos, found);
    const uint32_t target = openings_node(g, &pos, err);
    *is_fatal = target == TABIA_NONE;
    if (*is_fatal)
        return false;
    mv->mv = found;
    mv->target = target;
    g->nodes[target].nincoming++;
    return true;
}

/* ---- rights that the file does not tell ------------------------------ */

/* Takes the rights that 'mv' leaves to its target, which is then known. */
static void hand_on(struct opening_graph *g, const struct opening_move *mv)
{
    struct tabia_pos pos;
    move_pos(g, mv, &pos);
    tabia_pos_play(&pos, mv->mv);
    const struct tabia_pos plain = normalise(&pos);
    tabia_pos_pack(&plain, &g->nodes[mv->target].packed);
}

/* Follows the moves of one state; adds the states met first to 'queue'. */
static bool follow_moves(struct opening_graph *g, uint32_t node, bool *is_met,
                         uint32_t *queue, size_t *nqueue,
                         struct tabia_error *err)
{
    uint32_t i = g->nodes[node].first_move;
    for (; i != TABIA_NONE; i = g->moves[i].next) {
        bool is_fatal;
        const size_t nnodes = g->nnodes;
        if (!openings_resolve(g, i, &is_fatal, err)) {
            if (is_fatal)
                return false;
            continue;
        }
        // A state that only a move names has the rights already.
        const uint32_t target = g->moves[i].target;
        if (target >= nnodes || is_met[target])
            continue;
        hand_on(g, &g->moves[i]);
        is_met[target] = true;
        queue[(*nqueue)++] = target;
    }
    return true;
}

bool openings_restore_rights(struct opening_graph *g, struct tabia_error *err)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    const uint32_t root = openings_node(g, &start, err);
    if (root == TABIA_NONE)
        return false;
    tabia_pos_pack(&start, &g->nodes[root].packed);

    const size_t ntold = g->nnodes, room = g->nnodes + g->nmoves;
    bool *is_met = calloc(room, sizeof(*is_met));
    uint32_t *queue = calloc(room, sizeof(*queue));
    bool is_done = is_met && queue;
    size_t nqueue = 0;
    if (is_done) {
        is_met[root] = true;
        queue[nqueue++] = root;
    } else {
        error_nomem(err);
    }
    for (size_t i = 0; is_done && i < nqueue; i++)
        is_done = follow_moves(g, queue[i], is_met, queue, &nqueue, err);
    for (size_t i = 0; is_done && i < ntold; i++)
        g->nunreached += !is_met[i];
    free(is_met);
    free(queue);
    return is_done;
}

/* ---- the book -------------------------------------------------------- */

struct build {
    struct opening_graph *g;
    struct tabia_builder *out;
    struct tabia_error *err;
    size_t nexpanded; // variants whose moves have been added
};

static bool set_data(struct build *b, const struct opening_node *state,
                     uint32_t node)
{
    if (!state->line)
        return true;
    struct tabia_node_data data = {
        .has = 1u << TABIA_ATTR_PLACE,
        .eval = state->eval,
        .place = { state->x, state->y, kept(b->g, state->x_text),
                   kept(b->g, state->y_text) },
    };
    data.eval.text = kept(b->g, state->eval_text);
    if (data.eval.text)
        data.has |= 1u << TABIA_ATTR_EVAL;
    return tabia_builder_set_node(b->out, node, &data, b->err);
}

enum occurrence { AS_ROOT, AS_TARGET };

/* Adds an occurrence of a state; its number in 'variants', or TABIA_NONE. */
static uint32_t add_variant(struct build *b, uint32_t state,
                            const struct tabia_pos *pos, enum occurrence how)
{
    struct opening_graph *g = b->g;
    struct opening_variant *p =
        vec_grow(g->variants, &g->variants_room, g->nvariants + 1, sizeof(*p),
                 UINT32_MAX / 2);
    if (!p) {
        error_nomem(b->err);
        return TABIA_NONE;
    }
    g->variants = p;

    struct opening_variant *v = &p[g->nvariants];
    struct tabia_cursor c = { 0 };
    const bool is_added =
        how == AS_ROOT ? tabia_builder_start(b->out, pos, &c, b->err)
                       : tabia_builder_add_node(b->out, pos, &c.node, b->err);
    if (!is_added || !set_data(b, &g->nodes[state], c.node))
        return TABIA_NONE;
    *v = (struct opening_variant){
        .state = state,
        .node = c.node,
        .next = g->nodes[state].first_variant,
    };
    tabia_pos_pack(pos, &v->packed);
    g->nodes[state].first_variant = (uint32_t)g->nvariants;
    return (uint32_t)g->nvariants++;
}

/* The variant of a state that 'pos', an identity, is; added if it is new. */
static uint32_t get_variant(struct build *b, uint32_t state,
                            const struct tabia_pos *pos, enum occurrence how)
{
    struct tabia_packed packed;
    tabia_pos_pack(pos, &packed);
    uint32_t i = b->g->nodes[state].first_variant;
    for (; i != TABIA_NONE; i = b->g->variants[i].next)
        if (memcmp(b->g->variants[i].packed.bytes, packed.bytes,
                   TABIA_PACKED_CORE) == 0)
            return i;
    return add_variant(b, state, pos, how);
}

static bool set_move(struct build *b, const struct opening_move *mv,
                     uint32_t edge)
{
    struct tabia_move_data data = {
        .has = 1u << TABIA_ATTR_SOURCE,
        .line = mv->line,
        .col = mv->col,
        .remark = kept(b->g, mv->comment),
    };
    if (data.remark)
        data.has |= 1u << TABIA_ATTR_REMARK;
    return tabia_builder_set_move(b->out, edge, &data, b->err);
}

/* Adds a move at a variant in which it is legal. */
static bool link_move(struct build *b, const struct opening_variant *from,
                      const struct tabia_pos *pos, uint32_t move)
{
    const struct opening_move mv = b->g->moves[move];
    struct tabia_cursor c = { .pos = *pos, .node = from->node };
    uint32_t edge = tabia_builder_child(b->out, &c, mv.mv);
    b->g->moves[move].is_linked = true;
    if (edge != TABIA_NONE) {
        if (mv.comment != TABIA_NONE && !b->g->nreplaced++) {
            b->g->replaced_line = mv.line;
            b->g->replaced_col = mv.col;
        }
        return set_move(b, &mv, edge);
    }

    struct tabia_pos after = *pos;
    tabia_pos_play(&after, mv.mv);
    after = tabia_pos_identity(&after);
    after.halfmove = 0;
    after.fullmove = 1;
    const uint32_t to = get_variant(b, mv.target, &after, AS_TARGET);
    if (to == TABIA_NONE)
        return false;
    return tabia_builder_link(b->out, &c, mv.mv, b->g->variants[to].node,
                              b->err) &&
           set_move(b, &mv, c.edge);
}

static bool expand(struct build *b, size_t variant)
{
    const struct opening_variant v = b->g->variants[variant];
    struct tabia_pos pos;
    if (!tabia_pos_unpack(&pos, &v.packed, b->err))
        return false;
    uint32_t i = b->g->nodes[v.state].first_move;
    for (; i != TABIA_NONE; i = b->g->moves[i].next) {
        const tabia_move mv = b->g->moves[i].mv;
        if (mv && tabia_pos_is_legal(&pos, mv) && !link_move(b, &v, &pos, i))
            return false;
    }
    return true;
}

/* Adds all that the variants so far lead to. */
static bool expand_all(struct build *b)
{
    while (b->nexpanded < b->g->nvariants)
        if (!expand(b, b->nexpanded++))
            return false;
    return true;
}

/*
 * Makes the position that a transition leaves a root, with the double step
 * that any transition from there needs: the others are legal then, too.
 */
static bool add_root(struct build *b, const struct opening_move *mv)
{
    struct tabia_pos pos;
    move_pos(b->g, mv, &pos);
    uint32_t i = b->g->nodes[mv->from].first_move;
    for (; i != TABIA_NONE && tabia_pos_ep_legal(&pos) == TABIA_SQUARE_NONE;
         i = b->g->moves[i].next)
        if (b->g->moves[i].mv && !b->g->moves[i].is_linked)
            pos.ep_file = b->g->moves[i].ep_file;
    pos = tabia_pos_identity(&pos);
    return get_variant(b, mv->from, &pos, AS_ROOT) != TABIA_NONE &&
           expand_all(b);
}

static bool is_start(const struct opening_graph *g, uint32_t node)
{
    struct tabia_pos pos, start;
    openings_node_pos(g, node, &pos);
    tabia_pos_start(&start);
    return tabia_pos_is_same(&pos, &start);
}

/* Which transitions a round of roots takes. */
enum round { FROM_START, FROM_NOWHERE, FROM_ANYWHERE };

static bool is_root(const struct build *b, const struct opening_move *mv,
                    enum round round)
{
    if (!mv->mv || mv->is_linked)
        return false;
    if (round == FROM_START)
        return is_start(b->g, mv->from);
    return round == FROM_ANYWHERE || !b->g->nodes[mv->from].nincoming;
}

/*
 * The initial position comes first, then what no move leads to, then what is
 * left: circles, and captures en passant after a move that is not there.
 */
static bool add_roots(struct build *b)
{
    for (int round = FROM_START; round <= FROM_ANYWHERE; round++)
        for (size_t i = 0; i < b->g->nmoves; i++) {
            const struct opening_move mv = b->g->moves[i];
            if (is_root(b, &mv, (enum round)round) && !add_root(b, &mv))
                return false;
        }
    return true;
}

bool openings_build(struct opening_graph *g, struct tabia_builder *out,
                    struct tabia_error *err)
{
    struct build b = { .g = g, .out = out, .err = err };
    if (!add_roots(&b))
        return false;
    for (uint32_t i = 0; i < g->nnodes; i++) {
        struct tabia_pos pos;
        if (!g->nodes[i].line || g->nodes[i].first_variant != TABIA_NONE)
            continue;
        openings_node_pos(g, i, &pos);
        if (add_variant(&b, i, &pos, AS_TARGET) == TABIA_NONE)
            return false;
    }
    return true;
}
