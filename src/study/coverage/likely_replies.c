/*
 * likely_replies.c - what opponents are likely to play
 */
#include "study/coverage/likely_replies.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/vec.h"
#include "tabia/pick.h"
#include "base/banned.h"

enum { POSITIONS_MAX = 1 << 26, MOVES_MAX = 1 << 30 };

/* A position that was looked up, and where its moves are. */
struct asked_position {
    struct tabia_packed pos;
    uint32_t first, n;
};

struct likely_replies {
    struct asked_position *asked;
    size_t nasked, asked_room;
    struct likely_move *moves;
    size_t nmoves, moves_room;
    struct hashmap map; // of 'asked'
    struct tabia_answer answer;
    uint64_t lookups;
    bool allow_avoided;
};

struct likely_replies *likely_replies_new(bool allow_avoided,
                                          struct tabia_error *err)
{
    struct likely_replies *r = calloc(1, sizeof(*r));
    if (!r) {
        error_nomem(err);
        return NULL;
    }
    r->allow_avoided = allow_avoided;
    r->map.limit = POSITIONS_MAX;
    return r;
}

void likely_replies_free(struct likely_replies *replies)
{
    if (!replies)
        return;
    free(replies->asked);
    free(replies->moves);
    hashmap_clear(&replies->map);
    tabia_answer_clear(&replies->answer);
    free(replies);
}

uint64_t likely_replies_lookup_count(const struct likely_replies *replies)
{
    return replies->lookups;
}

size_t likely_replies_weigh(const struct tabia_pos *pos,
                            const struct tabia_book_move *moves, size_t n,
                            bool allow_avoided, double shares[TABIA_MOVES_MAX])
{
    const struct tabia_pick_options options = { .allow_avoided =
                                                    allow_avoided };
    bool has_weights = false;
    uint64_t games = 0;
    for (size_t i = 0; i < n; i++) {
        has_weights |=
            moves[i].has_share || (moves[i].data.has & TABIA_HAS_WEIGHT);
        games += tabia_move_data_games(&moves[i].data);
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        // Results say how good a move is; how likely it is, its games say.
        const enum tabia_mark mark = moves[i].data.mark;
        const bool is_allowed = mark == TABIA_MARK_NONE ||
                                (allow_avoided && mark == TABIA_MARK_AVOIDED);
        if (has_weights || games == 0)
            shares[i] = (double)tabia_pick_weight(pos, moves, n, i, &options);
        else
            shares[i] =
                is_allowed ? (double)tabia_move_data_games(&moves[i].data) : 0;
        sum += shares[i];
    }
    size_t nlikely = 0;
    for (size_t i = 0; i < n; i++) {
        shares[i] = sum > 0 ? shares[i] / sum : 0;
        nlikely += shares[i] > 0;
    }
    return nlikely;
}

struct asked_key {
    const struct likely_replies *replies;
    const struct tabia_packed *pos;
};

static bool likely_replies_is_asked(const void *ctx, uint32_t id)
{
    const struct asked_key *key = ctx;
    return memcmp(key->replies->asked[id].pos.bytes, key->pos->bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

/* Adds the likely moves among those of the answer. */
static bool likely_replies_keep(struct likely_replies *r,
                                const struct tabia_pos *pos,
                                struct asked_position *asked,
                                struct tabia_error *err)
{
    const struct tabia_answer *answer = &r->answer;
    double shares[TABIA_MOVES_MAX];
    const size_t n = likely_replies_weigh(pos, answer->moves, answer->nmoves,
                                          r->allow_avoided, shares);
    if (!VEC_RESERVE(r->moves, r->moves_room, r->nmoves + n, MOVES_MAX, err))
        return false;
    for (size_t i = 0; i < answer->nmoves; i++)
        if (shares[i] > 0)
            r->moves[r->nmoves++] =
                (struct likely_move){ shares[i], answer->moves[i].move };
    asked->n = (uint32_t)n;
    return true;
}

/* Asks the sources in turn, until one has a likely move. */
static bool likely_replies_ask(struct likely_replies *r,
                               const struct likely_sources *from,
                               const struct tabia_pos *pos,
                               struct asked_position *asked,
                               struct tabia_error *err)
{
    const struct tabia_query query = { .filter = from->filter,
                                       .drop_filters = true };
    for (size_t i = 0; i < from->n && asked->n == 0; i++) {
        r->lookups++;
        if (!tabia_source_find(from->list[i], pos, &query, &r->answer, err) ||
            !likely_replies_keep(r, pos, asked, err))
            return false;
    }
    return true;
}

bool likely_replies_find(struct likely_replies *r,
                         const struct likely_sources *from,
                         const struct tabia_pos *pos,
                         const struct likely_move **list, size_t *n,
                         struct tabia_error *err)
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    struct asked_position asked = { .first = (uint32_t)r->nmoves };
    tabia_pos_pack(&identity, &asked.pos);
    const struct asked_key key = { r, &asked.pos };
    const uint32_t id =
        hashmap_find(&r->map, identity.key, likely_replies_is_asked, &key);
    if (id == HASHMAP_NONE) {
        if (!VEC_RESERVE(r->asked, r->asked_room, r->nasked + 1, POSITIONS_MAX,
                         err) ||
            !likely_replies_ask(r, from, pos, &asked, err) ||
            !hashmap_insert(&r->map, identity.key, (uint32_t)r->nasked, err))
            return false;
        r->asked[r->nasked++] = asked;
    } else {
        asked = r->asked[id];
    }
    *list = asked.n ? &r->moves[asked.first] : NULL;
    *n = asked.n;
    return true;
}
