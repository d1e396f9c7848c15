/*
 * ctg_graph.c - from the pages of a CTG book to a graph of positions
 *
 * The pages hold positions with White to move, so whose turn it is and which
 * way round the board stands is known only by playing: from the starting
 * position along the moves, then from the positions that nothing leads to
 * (ctg_roots.c). The order is that of moves and signatures, never that of
 * pages, which change when a book is written again.
 */
#include "format/ctg/ctg_graph.h"

#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/wording.h"
#include "book/move_list.h"
#include "book/share.h"
#include "format/ctg/ctg_roots.h"
#include "base/banned.h"

/* ---- moves ----------------------------------------------------------- */

size_t ctg_graph_steps(const struct ctg_entries *entries, uint32_t entry,
                       const struct tabia_pos *pos, unsigned guise,
                       struct ctg_step list[CTG_MOVES_MAX])
{
    const struct ctg_entry *e = &entries->list[entry];
    for (size_t i = 0; i < e->nmoves; i++) {
        struct ctg_step *step = &list[i];
        struct ctg_signature sig;
        struct tabia_pos next = *pos;
        *step = (struct ctg_step){ .child = HASHMAP_NONE };
        step->mv = ctg_move_decode(pos, guise, e->moves[2 * i]);
        if (!step->mv)
            continue;
        tabia_pos_play(&next, step->mv);
        step->guise = ctg_signature_make(&next, &sig);
        step->child = ctg_entries_find(entries, &sig);
        step->known.is_known = step->child != HASHMAP_NONE;
        if (step->known.is_known)
            ctg_stats_decode(entries->list[step->child].stats,
                             &step->known.stats);
    }
    return e->nmoves;
}

static bool ctg_graph_report_move(struct key_walk *w,
                                  const struct ctg_entry *entry, size_t i,
                                  const char *what, const struct tabia_pos *pos)
{
    const struct ctg_state *state = w->table.state;
    struct tabia_error problem = { 0 };
    char fen[TABIA_FEN_SIZE];
    const size_t offset =
        (size_t)(entry->moves + 2 * i - state->entries.bytes.data);
    tabia_fen_print(pos, TABIA_FEN_NO_CLOCKS, fen);
    error_at_offset(&problem, TABIA_ERR_ILLEGAL, offset,
                    "page %zu: move code 0x%02X is %s in %s",
                    offset / CTG_PAGE_SIZE - 1, entry->moves[2 * i], what, fen);
    return format_problem(w->job, TABIA_SEVERITY_ERROR, &problem, w->err);
}

static bool ctg_find_moves(struct key_walk *w,
                           const struct tabia_builder_cursor *at,
                           struct key_rows rows, struct tabia_book_move *list,
                           size_t *n)
{
    const struct ctg_state *state = w->table.state;
    const uint32_t id = (uint32_t)(rows.first / CTG_GUISES);
    const struct ctg_entry *entry = &state->entries.list[id];
    struct ctg_step steps[CTG_MOVES_MAX];
    const size_t nsteps = ctg_graph_steps(&state->entries, id, &at->pos,
                                          rows.first % CTG_GUISES, steps);
    bool has_green = false;
    for (size_t i = 0; i < nsteps; i++)
        has_green |=
            steps[i].known.is_known && steps[i].known.stats.flags & CTG_GREEN;
    *n = 0;
    for (size_t i = 0; i < nsteps; i++) {
        const bool is_twice = move_list_has(list, *n, steps[i].mv);
        if (!steps[i].mv || is_twice) {
            if (!ctg_graph_report_move(w, entry, i,
                                       is_twice ? "a duplicate" : "not legal",
                                       &at->pos))
                return false;
            continue;
        }
        struct tabia_book_move *e = &list[(*n)++];
        *e = (struct tabia_book_move){ .move = steps[i].mv };
        ctg_move_data(entry, i, (enum tabia_color)at->pos.turn, &steps[i].known,
                      has_green, &e->data);
        e->data.has |= TABIA_HAS_LOCATION;
        e->data.col =
            (uint32_t)(entry->moves + 2 * i - state->entries.bytes.data);
        if (steps[i].known.is_known)
            state->nleads[steps[i].child]++;
    }
    return true;
}

static struct key_rows ctg_find_rows(const struct table_impl *t,
                                     const struct tabia_pos *pos,
                                     uint32_t path_tag)
{
    const struct ctg_state *state = t->state;
    struct ctg_signature sig;
    (void)path_tag;
    const unsigned guise = ctg_signature_make(pos, &sig);
    const uint32_t entry = ctg_entries_find(&state->entries, &sig);
    if (entry == HASHMAP_NONE)
        return (struct key_rows){ 0 };
    const size_t row = (size_t)entry * CTG_GUISES + guise;
    return (struct key_rows){ row, row + 1 };
}

/* ---- the book -------------------------------------------------------- */

/* A starting position that is not in the book is none of its roots. */
static bool ctg_add_roots(struct key_walk *w)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const struct key_rows rows = ctg_find_rows(&w->table, &pos, 0);
    return rows.first == rows.end || key_walk_add_root(w, &pos);
}

/*
 * A position that several moves lead to says so even if it has no numbers of
 * its own: results stand at each of the moves, and are not to be added up.
 */
static bool add_comments(struct key_walk *w)
{
    const struct ctg_state *state = w->table.state;
    for (size_t i = 0; i < w->n; i++) {
        if (w->list[i].rows.first == w->list[i].rows.end)
            continue;
        const size_t entry = w->list[i].rows.first / CTG_GUISES;
        const uint32_t nleads = state->nleads[entry];
        struct ctg_stats stats;
        char text[CTG_COMMENT_SIZE];
        ctg_stats_decode(state->entries.list[entry].stats, &stats);
        const bool has_results =
            stats.wins || stats.losses || stats.draws || stats.games;
        if (!ctg_comment_print(&stats, nleads > 0, text) &&
            !(nleads > 1 && has_results))
            continue;
        const struct tabia_node_data data = {
            .has = TABIA_HAS_POSITION_COMMENT,
            .comment = text,
        };
        if (!tabia_builder_set_node(w->out, w->list[i].node, &data, w->err))
            return false;
    }
    return true;
}

/*
 * The graph counts a position once for each way round in which it is met, the
 * file once in all: the file's own numbers are given as a text.
 */
static bool ctg_add_header(struct key_walk *w)
{
    const struct ctg_state *state = w->table.state;
    const struct ctg_entries *entries = &state->entries;
    char text[CTG_HEADER_TEXT_SIZE];
    size_t nmoves = 0;
    for (size_t i = 0; i < entries->n; i++)
        nmoves += entries->list[i].nmoves;
    snprintf(text, sizeof(text), "%zu %s, %zu %s", entries->n,
             plural(entries->n, "position", "positions"), nmoves,
             plural(nmoves, "move", "moves"));
    if (!tabia_builder_add_text(w->out, CTG_KEY_ENTRIES, text, strlen(text),
                                w->err) ||
        !tabia_builder_add_text(w->out, SHARE_KEY, SHARE_CHESSBASE_TEXT,
                                strlen(SHARE_CHESSBASE_TEXT), w->err))
        return false;
    return !ctg_header_print(state->file.bytes.data, text) ||
           tabia_builder_add_text(w->out, CTG_KEY_HEADER, text, strlen(text),
                                  w->err);
}

static bool ctg_walk_finish(struct key_walk *w)
{
    const struct ctg_state *state = w->table.state;
    struct tabia_error problem = { 0 };
    if (!add_comments(w))
        return false;
    if (w->ntwins) {
        error_set(&problem, TABIA_ERR_LOSS,
                  "joined %zu positions that have the same legal moves",
                  w->ntwins);
        format_problem(w->job, TABIA_SEVERITY_WARNING, &problem, w->err);
    }
    return !state->file.bytes.data || ctg_add_header(w);
}

static void ctg_walk_count(const struct table_impl *t,
                           struct key_walk_counts *counts)
{
    const struct ctg_state *state = t->state;
    const struct ctg_entries *entries = &state->entries;
    counts->has_positions = true;
    counts->positions = entries->n;
    for (size_t i = 0; i < entries->n; i++)
        counts->moves += entries->list[i].nmoves;
}

const struct key_walk_rule ctg_walk = {
    .default_range = KEY_WALK_REST,
    .nodes = KEY_WALK_BY_POSITION,
    .counts_positions = true,
    .group = CTG_GUISES,
    .find_rows = ctg_find_rows,
    .list_moves = ctg_find_moves,
    .is_near = ctg_is_near,
    .add_roots = ctg_add_roots,
    .find_rest = ctg_roots_find_rest,
    .finish = ctg_walk_finish,
    .add_texts = ctg_add_header,
    .count = ctg_walk_count,
};
