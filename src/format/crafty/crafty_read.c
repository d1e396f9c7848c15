/*
 * crafty_read.c - from the entries of a Crafty book to a book of moves
 *
 * Entries have no positions: see key_walk.h. A book that learns from its own
 * games lacks some of the moves played against it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "format/crafty/crafty.h"
#include "format/key_walk.h"
#include "base/banned.h"

#define KEY_VERSION "crafty-version"
#define KEY_ENTRIES "crafty-entries"

struct walker {
    struct tabia_bytes src;
    uint8_t *is_met; // a bit for each 16 bytes: no two entries begin in these
    size_t nmet;
    struct crafty_counts counts;
    struct tabia_builder *out;
    struct tabia_error *err;
};

static enum key_walk_look look(void *ctx, const struct tabia_pos *pos)
{
    const struct walker *w = ctx;
    struct tabia_entry list[TABIA_MOVES_MAX];
    const size_t n = crafty_find(w->src, pos, list);
    for (size_t i = 0; i < n; i++) {
        const size_t at = list[i].data.col / CRAFTY_ENTRY_SIZE;
        if (!(w->is_met[at / 8] >> at % 8 & 1))
            return KEY_WALK_UNMET;
    }
    return n ? KEY_WALK_MET : KEY_WALK_NOTHING;
}

static bool visit(void *ctx, const struct tabia_pos *pos,
                  struct tabia_entry list[TABIA_MOVES_MAX], size_t *n)
{
    struct walker *w = ctx;
    *n = crafty_find(w->src, pos, list);
    for (size_t i = 0; i < *n; i++) {
        const size_t at = list[i].data.col / CRAFTY_ENTRY_SIZE;
        const uint8_t bit = (uint8_t)(1u << at % 8);
        w->nmet += !(w->is_met[at / 8] & bit);
        w->is_met[at / 8] |= bit;
    }
    return true;
}

static void count(void *ctx, size_t *nall, size_t *nvisited)
{
    const struct walker *w = ctx;
    *nall = w->counts.nentries;
    *nvisited = w->nmet;
}

static bool add_texts(struct walker *w)
{
    const struct crafty_counts *counts = &w->counts;
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

bool crafty_read(struct tabia_bytes src,
                 const struct tabia_read_options *options,
                 struct tabia_builder *out, struct tabia_error *err)
{
    struct walker w = { .src = src, .out = out, .err = err };
    const struct key_walk_file file = { look, visit, count, &w };
    struct key_walk_settings settings = { 0 };
    format_settings_get(crafty_rows, options, &settings);
    if (!crafty_check(src, &w.counts, err))
        return false;
    w.is_met = calloc(src.size / CRAFTY_ENTRY_SIZE / 8 + 1, 1);
    const bool is_done =
        w.is_met
            ? key_walk(&file, &settings, options, out, err) && add_texts(&w)
            : error_nomem(err);
    free(w.is_met);
    return is_done;
}
