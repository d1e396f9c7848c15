/*
 * ctg_read.c - from the pages of a CTG book to a graph of positions
 *
 * The pages hold positions with White to move, so whose turn it is and which
 * way round the board stands is known only by playing: from the initial
 * position along the moves, then from the positions that nothing leads to
 * (ctg_roots.c). The order is that of moves and signatures, never that of
 * pages, which change when a book is written again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/plural.h"
#include "book/builder_def.h"
#include "book/share.h"
#include "chess/packed.h"
#include "format/ctg/ctg_graph.h"
#include "base/banned.h"

/* ---- moves ----------------------------------------------------------- */

static void look_ahead(const struct ctg_graph *g, const struct tabia_pos *pos,
                       struct ctg_step *step)
{
    struct tabia_pos next = *pos;
    struct ctg_signature sig;
    tabia_pos_play(&next, step->mv);
    step->guise = ctg_signature_make(&next, &sig);
    step->child = ctg_entries_find(g->entries, &sig);
    if (step->child == HASHMAP_NONE)
        return;
    step->known.is_known = true;
    ctg_stats_load(g->entries->list[step->child].stats, &step->known.stats);
}

size_t ctg_graph_steps(const struct ctg_graph *g, uint32_t entry,
                       const struct tabia_pos *pos, unsigned guise,
                       struct ctg_step list[CTG_MOVES_MAX])
{
    const struct ctg_entry *e = &g->entries->list[entry];
    for (size_t i = 0; i < e->nmoves; i++) {
        list[i] = (struct ctg_step){ .child = HASHMAP_NONE };
        list[i].mv = ctg_move_decode(pos, guise, e->moves[2 * i]);
        if (list[i].mv)
            look_ahead(g, pos, &list[i]);
    }
    return e->nmoves;
}

static bool has_green(const struct ctg_step *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].known.is_known && list[i].known.stats.flags & CTG_GREEN)
            return true;
    return false;
}

static bool tell_move(struct ctg_graph *g, const struct ctg_entry *entry,
                      size_t i, const char *what, const struct tabia_pos *pos)
{
    struct tabia_error problem = { 0 };
    char fen[TABIA_FEN_SIZE];
    const size_t offset = (size_t)(entry->moves + 2 * i - g->entries->src.data);
    tabia_pos_to_fen(pos, TABIA_FEN_NO_CLOCKS, fen);
    error_offset(&problem, TABIA_ILLEGAL, offset,
                 "page %zu: move code 0x%02X is %s in %s",
                 offset / CTG_PAGE_SIZE - 1, entry->moves[2 * i], what, fen);
    return format_problem(g->options, TABIA_PROBLEM_ERROR, &problem, g->err);
}

static bool add_place(struct ctg_graph *g, const struct tabia_cursor *c,
                      uint32_t entry)
{
    struct ctg_place *list = format_grow(g->options, g->places, &g->room,
                                         g->nplaces + 1, sizeof(*list), g->err);
    if (!list)
        return false;
    g->places = list;
    struct ctg_place *place = &list[g->nplaces++];
    tabia_pos_pack(&c->pos, &place->pos);
    place->node = c->node;
    place->entry = entry;
    return true;
}

/* Goes to where a move leads; a node that is new is visited later. */
static bool add_step(struct ctg_graph *g, const struct tabia_cursor *from,
                     const struct ctg_step *step,
                     const struct tabia_move_data *data)
{
    const uint32_t before = builder_node_count(g->out);
    struct tabia_cursor c = *from;
    if (!tabia_builder_join(g->out, &c, step->mv, g->err) ||
        !tabia_builder_set_move(g->out, c.edge, data, g->err))
        return false;
    if (!step->known.is_known)
        return true;
    const uint8_t bit = (uint8_t)(1u << step->guise);
    const bool is_met = g->met[step->child] & bit;
    g->met[step->child] |= bit;
    g->nleads[step->child]++;
    if (builder_node_count(g->out) > before)
        return add_place(g, &c, step->child);
    g->ntwins += !is_met;
    return true;
}

static bool visit(struct ctg_graph *g, const struct ctg_place *place)
{
    const struct ctg_entry *entry = &g->entries->list[place->entry];
    struct tabia_cursor c = { .node = place->node, .edge = TABIA_NONE };
    struct ctg_signature sig;
    struct ctg_step list[CTG_MOVES_MAX];
    packed_restore(&c.pos, &place->pos);
    const unsigned guise = ctg_signature_make(&c.pos, &sig);
    const size_t n = ctg_graph_steps(g, place->entry, &c.pos, guise, list);
    const bool green = has_green(list, n);
    for (size_t i = 0; i < n; i++) {
        struct tabia_move_data data;
        const char *fault = NULL;
        if (!list[i].mv)
            fault = "not legal";
        else if (tabia_builder_child(g->out, &c, list[i].mv) != TABIA_NONE)
            fault = "there twice";
        if (fault) {
            if (!tell_move(g, entry, i, fault, &c.pos))
                return false;
            continue;
        }
        ctg_move_data(entry, i, (enum tabia_color)c.pos.turn, &list[i].known,
                      green, &data);
        data.has |= TABIA_HAS_SOURCE;
        data.col = (uint32_t)(entry->moves + 2 * i - g->entries->src.data);
        if (!add_step(g, &c, &list[i], &data))
            return false;
    }
    return true;
}

static bool visit_all(struct ctg_graph *g)
{
    while (g->next < g->nplaces) {
        const struct ctg_place place = g->places[g->next++];
        if (!visit(g, &place))
            return false;
    }
    return true;
}

bool ctg_graph_start(struct ctg_graph *g, uint32_t entry,
                     const struct tabia_pos *pos)
{
    struct tabia_cursor c;
    struct ctg_signature sig;
    g->met[entry] |= (uint8_t)(1u << ctg_signature_make(pos, &sig));
    return tabia_builder_start(g->out, pos, &c, g->err) &&
           add_place(g, &c, entry) && visit_all(g);
}

/* ---- the graph ------------------------------------------------------- */

/*
 * A position that several moves lead to says so even if it has no numbers of
 * its own: results stand at each of the moves, and are not to be added up.
 */
static bool add_comments(struct ctg_graph *g)
{
    for (size_t i = 0; i < g->nplaces; i++) {
        const struct ctg_place *place = &g->places[i];
        const uint32_t nleads = g->nleads[place->entry];
        struct ctg_stats stats;
        char text[CTG_COMMENT_SIZE];
        ctg_stats_load(g->entries->list[place->entry].stats, &stats);
        const bool has_results =
            stats.wins || stats.losses || stats.draws || stats.games;
        if (!ctg_comment_print(&stats, nleads > 0, text) &&
            !(nleads > 1 && has_results))
            continue;
        const struct tabia_node_data data = {
            .has = TABIA_HAS_COMMENT,
            .comment = text,
        };
        if (!tabia_builder_set_node(g->out, place->node, &data, g->err))
            return false;
    }
    return true;
}

static bool tell_twins(const struct ctg_graph *g)
{
    struct tabia_error problem = { 0 };
    if (!g->ntwins)
        return true;
    error_set(&problem, TABIA_LOSS,
              "%llu positions joined that differ in no legal move",
              (unsigned long long)g->ntwins);
    return format_problem(g->options, TABIA_PROBLEM_WARNING, &problem, g->err);
}

static bool read_graph(struct ctg_graph *g)
{
    struct tabia_pos start;
    struct ctg_signature sig;
    tabia_pos_start(&start);
    ctg_signature_make(&start, &sig);
    const uint32_t entry = ctg_entries_find(g->entries, &sig);
    return (entry == HASHMAP_NONE || ctg_graph_start(g, entry, &start)) &&
           ctg_roots_start(g) && add_comments(g) && tell_twins(g);
}

bool ctg_graph_read(const struct ctg_entries *entries,
                    const struct tabia_read_options *options,
                    struct tabia_builder *out, struct tabia_error *err)
{
    struct ctg_graph g = {
        .options = options,
        .entries = entries,
        .out = out,
        .err = err,
    };
    g.met = calloc(entries->n + 1, sizeof(*g.met));
    g.nleads = calloc(entries->n + 1, sizeof(*g.nleads));
    const bool is_done = g.met && g.nleads ? read_graph(&g) : error_nomem(err);
    free(g.met);
    free(g.nleads);
    free(g.places);
    return is_done;
}

/* ---- the book -------------------------------------------------------- */

/*
 * The graph counts a position once for each way round in which it is met, the
 * file once in all: the file's own numbers are told as a text.
 */
static bool add_header(const struct ctg_entries *entries,
                       struct tabia_builder *out, struct tabia_error *err)
{
    char text[CTG_HEADER_TEXT_SIZE];
    size_t nmoves = 0;
    for (size_t i = 0; i < entries->n; i++)
        nmoves += entries->list[i].nmoves;
    snprintf(text, sizeof(text), "%zu %s, %zu %s", entries->n,
             plural(entries->n, "position", "positions"), nmoves,
             plural(nmoves, "move", "moves"));
    if (!tabia_builder_add_text(out, CTG_KEY_ENTRIES, text, strlen(text),
                                err) ||
        !tabia_builder_add_text(out, SHARE_KEY, SHARE_CHESSBASE_TEXT,
                                strlen(SHARE_CHESSBASE_TEXT), err))
        return false;
    return !ctg_header_print(entries->src.data, text) ||
           tabia_builder_add_text(out, CTG_KEY_HEADER, text, strlen(text), err);
}

bool ctg_read(struct tabia_bytes src, const struct tabia_read_options *options,
              struct tabia_builder *out, struct tabia_error *err)
{
    struct ctg_file file;
    struct ctg_entries entries = { 0 };
    if (!ctg_file_open(&file, src, options, err))
        return false;
    const bool is_done = ctg_entries_read(&entries, &file, options, err) &&
                         ctg_graph_read(&entries, options, out, err) &&
                         add_header(&entries, out, err);
    ctg_entries_clear(&entries);
    ctg_file_close(&file);
    return is_done;
}
