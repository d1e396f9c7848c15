/*
 * ctg_roots.c - positions of a CTG book that nothing leads to
 *
 * Each becomes a root: as it stands after some legal move of a known position,
 * or else the way round that soon meets most of what is known already, or else
 * the one that a game would more likely have come to. All others are met from
 * there.
 */
#include "format/ctg/ctg_roots.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "chess/packed.h"
#include "format/ctg/ctg_graph.h"
#include "base/banned.h"

enum {
    LOOK_MAX = 32,         // positions behind a root that are looked at
    FILTER_BITS = 1 << 18, // few enough to stay in the cache
};

/* ---- which way round -------------------------------------------------- */

/* What stands where at the start, on the first rank of a side. */
static const uint8_t home[8] = {
    TABIA_ROOK, TABIA_KNIGHT, TABIA_BISHOP, TABIA_QUEEN,
    TABIA_KING, TABIA_BISHOP, TABIA_KNIGHT, TABIA_ROOK,
};

/* The moves of one side that a position shows. */
static int count_tempi(const struct tabia_pos *pos, enum tabia_color color)
{
    static const uint8_t pawn_moves[8] = { 0, 0, 1, 1, 2, 3, 4, 0 };
    const unsigned turn = color == TABIA_BLACK ? 56 : 0;
    int n = 0;
    for (unsigned sq = 0; sq < 64; sq++) {
        const unsigned piece = pos->board[sq ^ turn];
        if (!piece || (piece & 1) != color)
            continue;
        if (piece >> 1 == TABIA_PAWN)
            n += pawn_moves[sq >> 3];
        else
            n += sq >= 8 || home[sq] != piece >> 1;
    }
    const unsigned king = tabia_piece_make(color, TABIA_KING);
    const unsigned rook = tabia_piece_make(color, TABIA_ROOK);
    const bool has_castled = // king and rook made one move, not two
        (pos->board[6 ^ turn] == king && pos->board[5 ^ turn] == rook) ||
        (pos->board[2 ^ turn] == king && pos->board[3 ^ turn] == rook);
    return n - has_castled;
}

/* How far a position is from what a game comes to that loses no time. */
static int pos_strangeness(const struct tabia_pos *pos)
{
    const int white = count_tempi(pos, TABIA_WHITE);
    const int black = count_tempi(pos, TABIA_BLACK);
    const int ahead = white - black - (pos->turn == TABIA_BLACK);
    return (white + black) * 64 + abs(ahead);
}

/* ---- what is met from here ------------------------------------------- */

static const struct ctg_entries *entries_of(const struct key_walk *w)
{
    const struct ctg_state *state = w->table.state;
    return &state->entries;
}

static void normal_position(const struct key_walk *w, uint32_t entry,
                            struct tabia_pos *pos)
{
    const struct ctg_entry *e = &entries_of(w)->list[entry];
    ctg_signature_parse(e->signature, e->nsignature, pos, NULL);
}

/* Positions behind a root, in the order in which they are met. */
struct ctg_sights {
    struct ctg_sight {
        struct tabia_packed pos;
        uint32_t entry;
        unsigned guise;
    } list[LOOK_MAX];
    size_t n;
};

static void add_sight(struct ctg_sights *look, const struct tabia_pos *pos,
                      uint32_t entry, unsigned guise)
{
    for (size_t i = 0; i < look->n; i++)
        if (look->list[i].entry == entry && look->list[i].guise == guise)
            return;
    if (look->n == LOOK_MAX)
        return;
    struct ctg_sight *sight = &look->list[look->n++];
    tabia_pos_pack(pos, &sight->pos);
    sight->entry = entry;
    sight->guise = guise;
}

/* How many moves from here on lead to what has been met, as it was met. */
static size_t count_met(const struct key_walk *w, uint32_t entry,
                        const struct tabia_pos *pos, unsigned guise)
{
    struct ctg_sights look = { .n = 0 };
    size_t nreached = 0;
    add_sight(&look, pos, entry, guise);
    for (size_t i = 0; i < look.n; i++) {
        const struct ctg_sight *from = &look.list[i];
        struct ctg_step list[CTG_MOVES_MAX];
        struct tabia_pos here;
        packed_unpack_unchecked(&here, &from->pos);
        const size_t n = ctg_graph_steps(entries_of(w), from->entry, &here,
                                         from->guise, list);
        for (size_t k = 0; k < n; k++) {
            struct tabia_pos next = here;
            if (!list[k].known.is_known)
                continue;
            tabia_pos_play(&next, list[k].mv);
            if (key_walk_is_reached(w, (size_t)list[k].child * CTG_GUISES +
                                           list[k].guise))
                nreached++;
            else
                add_sight(&look, &next, list[k].child, list[k].guise);
        }
    }
    return nreached;
}

/*
 * Starts at the best guise of an entry. 'has_to_meet': only if it meets
 * something that is known.
 */
static bool start_best(struct key_walk *w, uint32_t entry, bool has_to_meet)
{
    struct tabia_pos normal, best;
    unsigned best_guise = 0;
    normal_position(w, entry, &normal);
    best = normal;
    size_t nbest = count_met(w, entry, &normal, 0);
    for (unsigned guise = 1; guise < CTG_GUISES; guise++) {
        struct tabia_pos pos;
        if (guise & CTG_MIRRORED && normal.castling)
            continue;
        ctg_restore_guise(&normal, guise, &pos);
        const size_t n = count_met(w, entry, &pos, guise);
        // In openings the pieces are near the squares where they began, and
        // with White to move neither side is a move ahead of the other.
        if (n < nbest ||
            (n == nbest && pos_strangeness(&pos) >= pos_strangeness(&best)))
            continue;
        nbest = n;
        best = pos;
        best_guise = guise;
    }
    return (has_to_meet && !nbest) ||
           key_walk_follow_row(w, &best,
                               (size_t)entry * CTG_GUISES + best_guise);
}

/* ---- what nothing leads to ------------------------------------------- */

/*
 * Only what is in no guise met is looked for; and where all that nothing leads
 * to is known, that alone: the rest is met from there.
 */
bool ctg_is_near(struct key_walk *w, const struct tabia_pos *pos, tabia_move mv,
                 const struct tabia_pos *next, uint32_t path_tag)
{
    const struct ctg_state *state = w->table.state;
    const struct ctg_lone *lone = &state->lone;
    struct ctg_signature sig;
    (void)pos;
    (void)mv;
    (void)path_tag;
    const uint32_t at = (uint32_t)next->key % FILTER_BITS;
    if (lone->filter && !bitset_has(lone->filter, at))
        return false;
    ctg_signature_make(next, &sig);
    const uint32_t entry = ctg_entries_find(&state->entries, &sig);
    return entry != HASHMAP_NONE && !ctg_is_reached(w, entry) &&
           (!lone->is_lone || lone->is_lone[entry]);
}

/* Finds those of the entries that no move of them leads to. */
static void find_lone(const struct key_walk *w, const uint32_t *list, size_t n,
                      struct ctg_lone *lone)
{
    struct tabia_pos normal, pos;
    for (size_t i = 0; i < n; i++)
        lone->is_lone[list[i]] = 1;
    for (size_t i = 0; i < n; i++) {
        struct ctg_step steps[CTG_MOVES_MAX];
        normal_position(w, list[i], &pos);
        const size_t nsteps =
            ctg_graph_steps(entries_of(w), list[i], &pos, 0, steps);
        for (size_t k = 0; k < nsteps; k++)
            if (steps[k].known.is_known)
                lone->is_lone[steps[k].child] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (!lone->is_lone[list[i]])
            continue;
        normal_position(w, list[i], &normal);
        for (unsigned guise = 0; guise < CTG_GUISES; guise++) {
            ctg_restore_guise(&normal, guise, &pos);
            const uint32_t at = (uint32_t)pos.key % FILTER_BITS;
            bitset_add(lone->filter, at);
        }
    }
}

static int compare_signatures(const void *a, const void *b, void *ctx)
{
    const struct ctg_entries *entries = ctx;
    const struct ctg_entry *x = &entries->list[*(const uint32_t *)a];
    const struct ctg_entry *y = &entries->list[*(const uint32_t *)b];
    // The first byte has the length, so no two are equal as far as both go.
    const size_t n =
        x->nsignature < y->nsignature ? x->nsignature : y->nsignature;
    return memcmp(x->signature, y->signature, n);
}

static bool start_from(struct key_walk *w, uint32_t *list, size_t n)
{
    struct ctg_state *state = w->table.state;
    const unsigned range = w->range;
    if (!sort_stable(list, n, sizeof(*list), compare_signatures,
                     &state->entries, NULL, w->err))
        return false;
    find_lone(w, list, n, &state->lone);
    // A book for one side has no moves of the other one: a move that is not in
    // the book often leads back into it.
    bool ok = true;
    w->range &= ~(unsigned)KEY_WALK_JOIN;
    for (size_t i = 0; ok && i < w->n; i++)
        if (w->list[i].rows.first < w->list[i].rows.end)
            ok = key_walk_look_around(w, i);
    w->range = range;
    // Circles have no first position: what is left of them comes last.
    for (size_t i = 0; i < 3 * n && ok; i++) {
        const uint32_t entry = list[i % n];
        if (!ctg_is_reached(w, entry) &&
            (i >= 2 * n || state->lone.is_lone[entry]))
            ok = start_best(w, entry, i < n);
    }
    return ok;
}

bool ctg_roots_find_rest(struct key_walk *w)
{
    struct ctg_state *state = w->table.state;
    const size_t nentries = state->entries.n;
    uint32_t *list = malloc((nentries + 1) * sizeof(*list));
    size_t n = 0;
    for (uint32_t i = 0; list && i < nentries; i++)
        if (!ctg_is_reached(w, i))
            list[n++] = i;
    struct ctg_lone *lone = &state->lone;
    lone->is_lone = calloc(nentries + 1, 1);
    lone->filter = calloc(FILTER_BITS / 8, 1);
    const bool ok = list && lone->is_lone && lone->filter
                        ? start_from(w, list, n)
                        : error_nomem(w->err);
    free(lone->is_lone);
    free(lone->filter);
    *lone = (struct ctg_lone){ 0 };
    free(list);
    return ok;
}
