/*
 * ct800_walk.c - from the records of a compiled CT800 book back to a book
 *
 * Records have keys only, so positions are found by playing: from the initial
 * position along the moves of each record, breadth first, every position
 * once. Where the source had a marked move there is none in the records, and
 * the walk ends although the reply to it is known. Such gaps of one move are
 * bridged: a legal move to a record that nothing else leads to is taken for a
 * passive one, which is what it is, known and never played.
 */
#include <stdlib.h>

#include "base/attr.h"
#include "base/error.h"
#include "book/builder_def.h"
#include "format/ct800/ct800_probe.h"
#include "base/banned.h"

/* A position that has been reached, and the flags of the way to it. */
struct place {
    struct tabia_cursor at;
    unsigned flags;
};

struct walker {
    struct ct800_probe probe;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct tabia_error *err;
    struct place *places; // in the order in which they were reached
    size_t nplaces, room;
    size_t nexpanded;  // places whose records have been read
    uint8_t *reached;  // a bit per offset of a record
    uint32_t nreached; // records
    uint32_t nbridges;
};

static bool add_place(struct walker *w, const struct tabia_cursor *at,
                      unsigned flags)
{
    struct place *more = format_grow(w->options, w->places, &w->room,
                                     w->nplaces + 1, sizeof(*more), w->err);
    if (!more)
        return false;
    w->places = more;
    more[w->nplaces++] = (struct place){ *at, flags };
    return true;
}

static bool is_reached(const struct walker *w, const struct ct800_record *rec)
{
    return w->reached[rec->offset >> 3] >> (rec->offset & 7) & 1;
}

static void set_reached(struct walker *w, const struct ct800_record *rec)
{
    if (!is_reached(w, rec))
        w->nreached++;
    w->reached[rec->offset >> 3] |= (uint8_t)(1u << (rec->offset & 7));
}

/*
 * The record of a position and its moves, first by the flags of the way, then
 * by all others that are possible. 0: it has none.
 */
static size_t find_moves(const struct walker *w, const struct place *place,
                         struct ct800_record *rec,
                         tabia_move list[CT800_RECORD_MOVES])
{
    const struct tabia_pos *pos = &place->at.pos;
    unsigned flags[CT800_VARIANTS_MAX + 1];
    const size_t n = 1 + ct800_flag_variants(pos, flags + 1);
    flags[0] = place->flags;
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = ct800_key(&w->probe.keys, pos, flags[i]);
        if ((i > 0 && flags[i] == flags[0]) ||
            !ct800_probe_find(&w->probe, key, rec))
            continue;
        const size_t nmoves =
            ct800_probe_moves(rec, pos, CT800_RECORD_MOVES, list);
        if (nmoves)
            return nmoves;
    }
    return 0;
}

/* Adds a move from a place; a position that is new becomes a place. */
static bool add_move(struct walker *w, size_t from, tabia_move mv,
                     uint32_t *edge)
{
    const struct place place = w->places[from];
    const uint32_t before = builder_node_count(w->out);
    struct tabia_cursor at = place.at;
    if (!tabia_builder_join(w->out, &at, mv, w->err))
        return false;
    *edge = at.edge;
    return builder_node_count(w->out) == before ||
           add_place(w, &at, ct800_flags_play(place.flags, &place.at.pos, mv));
}

/* Follows the records until no new position is reached. */
static bool expand(struct walker *w)
{
    for (; w->nexpanded < w->nplaces; w->nexpanded++) {
        struct ct800_record rec;
        tabia_move list[CT800_RECORD_MOVES];
        const size_t n = find_moves(w, &w->places[w->nexpanded], &rec, list);
        if (n)
            set_reached(w, &rec);
        uint32_t edge;
        for (size_t i = 0; i < n; i++)
            if (!add_move(w, w->nexpanded, list[i], &edge))
                return false;
    }
    return true;
}

/* Does the move lead to a record that nothing has led to so far? */
static bool is_bridge(const struct walker *w, const struct place *place,
                      tabia_move mv)
{
    const enum tabia_piece_type promotion = tabia_move_promotion(mv);
    if (promotion != TABIA_EMPTY && promotion != TABIA_QUEEN)
        return false;
    struct place next = { .at = { .pos = place->at.pos } };
    next.flags = ct800_flags_play(place->flags, &place->at.pos, mv);
    tabia_pos_play(&next.at.pos, mv);

    struct ct800_record rec;
    tabia_move list[CT800_RECORD_MOVES];
    const uint64_t key = ct800_key(&w->probe.keys, &next.at.pos, next.flags);
    return ct800_probe_find(&w->probe, key, &rec) && !is_reached(w, &rec) &&
           ct800_probe_moves(&rec, &next.at.pos, CT800_RECORD_MOVES, list);
}

static bool bridge(struct walker *w, size_t from)
{
    static const struct tabia_move_data passive = {
        .has = TABIA_HAS_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(&w->places[from].at.pos, list);
    for (size_t i = 0; i < n; i++) {
        if (!is_bridge(w, &w->places[from], list[i]))
            continue;
        uint32_t edge;
        if (!add_move(w, from, list[i], &edge) ||
            !tabia_builder_set_move(w->out, edge, &passive, w->err) ||
            !expand(w))
            return false;
        w->nbridges++;
    }
    return true;
}

static bool walk(struct walker *w)
{
    struct tabia_cursor start;
    if (!tabia_builder_start(w->out, NULL, &start, w->err) ||
        !add_place(w, &start, 0) || !expand(w))
        return false;
    for (size_t i = 0; i < w->nplaces && w->nreached < w->probe.nrecords; i++)
        if (!bridge(w, i))
            return false;
    return true;
}

static bool warn(const struct walker *w)
{
    const uint32_t nlost = w->probe.nrecords - w->nreached;
    struct tabia_error problem = { 0 };
    if (w->nbridges) { // a guess, but nothing is lost
        error_set(&problem, TABIA_AMBIGUOUS,
                  "moves taken for passive, because only the replies to them "
                  "are in the book: %u",
                  w->nbridges);
        format_problem(w->options, TABIA_PROBLEM_WARNING, &problem, w->err);
    }
    problem = (struct tabia_error){ 0 };
    if (nlost) {
        error_set(&problem, TABIA_LOSS,
                  "%u of %u positions cannot be reached from the initial one",
                  nlost, w->probe.nrecords);
        format_problem(w->options, TABIA_PROBLEM_WARNING, &problem, w->err);
    }
    return true;
}

bool ct800_records_read(struct tabia_bytes src,
                        const struct tabia_read_options *options,
                        struct tabia_builder *out, struct tabia_error *err)
{
    struct walker *w = calloc(1, sizeof(*w));
    if (!w)
        return error_nomem(err);
    w->options = options;
    w->out = out;
    w->err = err;
    bool is_done = ct800_probe_init(&w->probe, src, err);
    if (is_done) {
        w->reached = calloc(src.size / 8 + 1, 1);
        is_done = w->reached ? walk(w) && warn(w) : error_nomem(err);
    }
    free(w->reached);
    free(w->places);
    free(w);
    return is_done;
}
