/*
 * crafty_read.c - from the entries of a Crafty book to a book of moves
 *
 * Entries have no positions: the book is made by playing from the initial one
 * on, along all moves that are found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "format/crafty.h"
#include "format/place_list.h"
#include "base/banned.h"

#define KEY_VERSION "crafty-version"
#define KEY_ENTRIES "crafty-entries"

struct walker {
    struct tabia_bytes src;
    const struct tabia_read_options *options;
    struct tabia_builder *out;
    struct tabia_error *err;
    uint8_t *is_met; // a bit for each 16 bytes of the file
    uint32_t nmet;
    struct place_list places;
    size_t next;
};

/* No two entries begin in the same 16 bytes. */
static void meet(struct walker *w, size_t offset)
{
    const size_t i = offset / CRAFTY_ENTRY_SIZE;
    const uint8_t bit = (uint8_t)(1u << i % 8);
    w->nmet += !(w->is_met[i / 8] & bit);
    w->is_met[i / 8] |= bit;
}

static bool visit(struct walker *w, size_t i)
{
    const struct tabia_cursor from = place_list_at(&w->places, i);
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n = crafty_find(w->src, &from.pos, list);
    for (size_t k = 0; k < n; k++) {
        meet(w, list[k].data.col);
        if (!place_list_join(&w->places, w->out, &from, list[k].move,
                             &list[k].data, w->err))
            return false;
    }
    return true;
}

static bool visit_all(struct walker *w)
{
    for (; w->next < w->places.n; w->next++)
        if (!visit(w, w->next))
            return false;
    return true;
}

/* Are there entries of this position that nothing has led to? */
static bool is_new(const struct walker *w, const struct tabia_pos *pos)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n = crafty_find(w->src, pos, list);
    for (size_t i = 0; i < n; i++) {
        const size_t at = list[i].data.col / CRAFTY_ENTRY_SIZE;
        if (!(w->is_met[at / 8] >> at % 8 & 1))
            return true;
    }
    return false;
}

/*
 * A book that learns from its own games lacks some of the moves played
 * against it. A legal move to entries that nothing leads to is followed, and
 * counts as passive: known, not to be played.
 */
static bool bridge(struct walker *w, size_t i)
{
    static const struct tabia_move_data passive = {
        .has = 1u << TABIA_ATTR_MARK,
        .mark = TABIA_MARK_PASSIVE,
    };
    const struct tabia_cursor from = place_list_at(&w->places, i);
    tabia_move moves[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal(&from.pos, moves);
    for (size_t k = 0; k < n; k++) {
        struct tabia_pos next = from.pos;
        tabia_pos_play(&next, moves[k]);
        if (tabia_builder_child(w->out, &from, moves[k]) != TABIA_NONE ||
            !is_new(w, &next))
            continue;
        if (!place_list_join(&w->places, w->out, &from, moves[k], &passive,
                             w->err) ||
            !visit_all(w))
            return false;
    }
    return true;
}

static bool add_texts(struct walker *w, const struct crafty_counts *counts)
{
    char version[32], entries[96];
    snprintf(version, sizeof(version), "%u.%u", counts->version >> 16,
             counts->version & 0xFFFF);
    snprintf(entries, sizeof(entries), "%u in %u of %u clusters",
             counts->nentries, counts->nused, counts->nclusters);
    return tabia_builder_add_text(w->out, KEY_VERSION, version, strlen(version),
                                  w->err) &&
           tabia_builder_add_text(w->out, KEY_ENTRIES, entries, strlen(entries),
                                  w->err);
}

static bool walk(struct walker *w, const struct crafty_counts *counts)
{
    struct tabia_cursor start;
    if (!tabia_builder_start(w->out, NULL, &start, w->err) ||
        !place_list_add(&w->places, &start, w->err))
        return false;
    if (!visit_all(w))
        return false;
    for (size_t i = 0; i < w->places.n && w->nmet < counts->nentries; i++)
        if (!bridge(w, i))
            return false;
    if (!add_texts(w, counts))
        return false;
    if (w->nmet == counts->nentries)
        return true;
    struct tabia_error why = { 0 };
    error_set(&why, TABIA_LOSS,
              "entries that cannot be reached from the initial position: %u "
              "of %u",
              counts->nentries - w->nmet, counts->nentries);
    return format_problem(w->options, TABIA_PROBLEM_WARNING, &why, w->err);
}

bool crafty_read(struct tabia_bytes src,
                 const struct tabia_read_options *options,
                 struct tabia_builder *out, struct tabia_error *err)
{
    struct crafty_counts counts;
    struct walker w = {
        .src = src,
        .options = options,
        .places = { .options = options },
        .out = out,
        .err = err,
    };
    if (!crafty_check(src, &counts, err))
        return false;
    w.is_met = calloc(src.size / CRAFTY_ENTRY_SIZE / 8 + 1, 1);
    const bool is_done = w.is_met ? walk(&w, &counts) : error_nomem(err);
    free(w.is_met);
    place_list_clear(&w.places);
    return is_done;
}
