/*
 * ctg_read.c - from the pages of a CTG book to a graph of positions
 *
 * The pages hold positions with White to move, so whose turn it is and which
 * way round the board stands is known only by playing: from the initial
 * position along the moves. A position that nothing leads to becomes a root:
 * as it stands after some legal move of a known position, or else the way
 * round that soon meets most of what is known already, or else the one that a
 * game would more likely have come to. All others are met from there. The
 * order is that of moves and signatures, never that of pages, which change
 * when a book is written again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/plural.h"
#include "base/sort.h"
#include "chess/packed.h"
#include "format/ctg.h"
#include "base/banned.h"

enum {
    LOOK_MAX = 32,         // positions behind a root that are looked at
    FILTER_BITS = 1 << 18, // few enough to stay in the cache
};

/* A node, and the entry that it was read from. */
struct place {
    struct tabia_packed pos;
    uint32_t node, entry;
};

struct reader {
    const struct tabia_read_options *options;
    const struct ctg_entries *entries;
    uint8_t *met;     // by entry: a bit for each guise
    uint32_t *nleads; // by entry: moves that lead to it
    struct place *places;
    size_t nplaces, room, next;
    uint64_t ntwins; // entries that differ in no legal move
    struct tabia_builder *out;
    struct tabia_error *err;
};

/* A move of an entry, and what it leads to. */
struct step {
    tabia_move mv; // NONE: not legal
    uint32_t child;
    unsigned guise;
    struct ctg_child known;
};

/* ---- moves ----------------------------------------------------------- */

static void look_ahead(const struct reader *r, const struct tabia_pos *pos,
                       struct step *step)
{
    struct tabia_pos next = *pos;
    struct ctg_signature sig;
    tabia_pos_play(&next, step->mv);
    step->guise = ctg_signature_make(&next, &sig);
    step->child = ctg_entries_find(r->entries, &sig);
    if (step->child == HASHMAP_NONE)
        return;
    step->known.is_known = true;
    ctg_stats_load(r->entries->list[step->child].stats, &step->known.stats);
}

/* All moves of an entry in the position 'pos', which is one guise of it. */
static size_t find_steps(const struct reader *r, uint32_t entry,
                         const struct tabia_pos *pos, unsigned guise,
                         struct step list[CTG_MOVES_MAX])
{
    const struct ctg_entry *e = &r->entries->list[entry];
    for (size_t i = 0; i < e->nmoves; i++) {
        list[i] = (struct step){ .child = HASHMAP_NONE };
        list[i].mv = ctg_move_decode(pos, guise, e->moves[2 * i]);
        if (list[i].mv)
            look_ahead(r, pos, &list[i]);
    }
    return e->nmoves;
}

static bool has_green(const struct step *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].known.is_known && list[i].known.stats.flags & CTG_GREEN)
            return true;
    return false;
}

static bool tell_move(struct reader *r, const struct ctg_entry *entry, size_t i,
                      const char *what, const struct tabia_pos *pos)
{
    struct tabia_error problem = { 0 };
    char fen[TABIA_FEN_SIZE];
    const size_t offset = (size_t)(entry->moves + 2 * i - r->entries->src.data);
    tabia_pos_to_fen(pos, TABIA_FEN_NO_CLOCKS, fen);
    error_offset(&problem, TABIA_ILLEGAL, offset,
                 "page %zu: move code 0x%02X is %s in %s",
                 offset / CTG_PAGE_SIZE - 1, entry->moves[2 * i], what, fen);
    return format_problem(r->options, TABIA_PROBLEM_ERROR, &problem, r->err);
}

static bool add_place(struct reader *r, const struct tabia_cursor *c,
                      uint32_t entry)
{
    struct place *list = format_grow(r->options, r->places, &r->room,
                                     r->nplaces + 1, sizeof(*list), r->err);
    if (!list)
        return false;
    r->places = list;
    struct place *place = &list[r->nplaces++];
    tabia_pos_pack(&c->pos, &place->pos);
    place->node = c->node;
    place->entry = entry;
    return true;
}

/* Goes to where a move leads; a node that is new is visited later. */
static bool add_step(struct reader *r, const struct tabia_cursor *from,
                     const struct step *step,
                     const struct tabia_move_data *data)
{
    const uint32_t before = tabia_builder_nodes(r->out);
    struct tabia_cursor c = *from;
    if (!tabia_builder_join(r->out, &c, step->mv, r->err) ||
        !tabia_builder_set_move(r->out, c.edge, data, r->err))
        return false;
    if (!step->known.is_known)
        return true;
    const uint8_t bit = (uint8_t)(1u << step->guise);
    const bool is_met = r->met[step->child] & bit;
    r->met[step->child] |= bit;
    r->nleads[step->child]++;
    if (tabia_builder_nodes(r->out) > before)
        return add_place(r, &c, step->child);
    r->ntwins += !is_met;
    return true;
}

static bool visit(struct reader *r, const struct place *place)
{
    const struct ctg_entry *entry = &r->entries->list[place->entry];
    struct tabia_cursor c = { .node = place->node, .edge = TABIA_NONE };
    struct ctg_signature sig;
    struct step list[CTG_MOVES_MAX];
    packed_restore(&c.pos, &place->pos);
    const unsigned guise = ctg_signature_make(&c.pos, &sig);
    const size_t n = find_steps(r, place->entry, &c.pos, guise, list);
    const bool green = has_green(list, n);
    for (size_t i = 0; i < n; i++) {
        struct tabia_move_data data;
        const char *fault = NULL;
        if (!list[i].mv)
            fault = "not legal";
        else if (tabia_builder_child(r->out, &c, list[i].mv) != TABIA_NONE)
            fault = "there twice";
        if (fault) {
            if (!tell_move(r, entry, i, fault, &c.pos))
                return false;
            continue;
        }
        ctg_move_data(entry, i, (enum tabia_color)c.pos.turn, &list[i].known,
                      green, &data);
        data.has |= 1u << TABIA_ATTR_SOURCE;
        data.col = (uint32_t)(entry->moves + 2 * i - r->entries->src.data);
        if (!add_step(r, &c, &list[i], &data))
            return false;
    }
    return true;
}

static bool visit_all(struct reader *r)
{
    while (r->next < r->nplaces) {
        const struct place place = r->places[r->next++];
        if (!visit(r, &place))
            return false;
    }
    return true;
}

static bool start_at(struct reader *r, uint32_t entry,
                     const struct tabia_pos *pos)
{
    struct tabia_cursor c;
    struct ctg_signature sig;
    r->met[entry] |= (uint8_t)(1u << ctg_signature_make(pos, &sig));
    return tabia_builder_start(r->out, pos, &c, r->err) &&
           add_place(r, &c, entry) && visit_all(r);
}

/* ---- what nothing leads to ------------------------------------------- */

static void normal_position(const struct reader *r, uint32_t entry,
                            struct tabia_pos *pos)
{
    const struct ctg_entry *e = &r->entries->list[entry];
    ctg_signature_parse(e->signature, e->nsignature, pos, NULL);
}

/* Positions behind a root, in the order in which they are met. */
struct look {
    struct sight {
        struct tabia_packed pos;
        uint32_t entry;
        unsigned guise;
    } list[LOOK_MAX];
    size_t n;
};

static void add_sight(struct look *look, const struct tabia_pos *pos,
                      uint32_t entry, unsigned guise)
{
    for (size_t i = 0; i < look->n; i++)
        if (look->list[i].entry == entry && look->list[i].guise == guise)
            return;
    if (look->n == LOOK_MAX)
        return;
    struct sight *sight = &look->list[look->n++];
    tabia_pos_pack(pos, &sight->pos);
    sight->entry = entry;
    sight->guise = guise;
}

/* How many moves from here on lead to what has been met, as it was met. */
static size_t count_met(const struct reader *r, uint32_t entry,
                        const struct tabia_pos *pos, unsigned guise)
{
    struct look look = { .n = 0 };
    size_t nmet = 0;
    add_sight(&look, pos, entry, guise);
    for (size_t i = 0; i < look.n; i++) {
        const struct sight *from = &look.list[i];
        struct step list[CTG_MOVES_MAX];
        struct tabia_pos here;
        packed_restore(&here, &from->pos);
        const size_t n = find_steps(r, from->entry, &here, from->guise, list);
        for (size_t k = 0; k < n; k++) {
            struct tabia_pos next = here;
            if (!list[k].known.is_known)
                continue;
            tabia_pos_play(&next, list[k].mv);
            if (r->met[list[k].child] >> list[k].guise & 1)
                nmet++;
            else
                add_sight(&look, &next, list[k].child, list[k].guise);
        }
    }
    return nmet;
}

/*
 * Starts at the best guise of an entry. 'has_to_meet': only if it meets
 * something that is known.
 */
static bool start_best(struct reader *r, uint32_t entry, bool has_to_meet)
{
    struct tabia_pos normal, best;
    normal_position(r, entry, &normal);
    best = normal;
    size_t nbest = count_met(r, entry, &normal, 0);
    for (unsigned guise = 1; guise < CTG_GUISES; guise++) {
        struct tabia_pos pos;
        if (guise & CTG_MIRRORED && normal.castling)
            continue;
        ctg_undress(&normal, guise, &pos);
        const size_t n = count_met(r, entry, &pos, guise);
        if (n < nbest || (n == nbest && !ctg_is_likelier(&pos, &best)))
            continue;
        nbest = n;
        best = pos;
    }
    return (has_to_meet && !nbest) || start_at(r, entry, &best);
}

/* Entries that nothing leads to, and a quick test for their positions. */
struct lone {
    uint8_t *is_lone; // by entry
    uint8_t *filter;  // a bit for each key
};

static void add_filter(const struct reader *r, struct lone *lone,
                       uint32_t entry)
{
    struct tabia_pos normal, pos;
    normal_position(r, entry, &normal);
    for (unsigned guise = 0; guise < CTG_GUISES; guise++) {
        ctg_undress(&normal, guise, &pos);
        const uint32_t at = (uint32_t)pos.key % FILTER_BITS;
        lone->filter[at / 8] |= (uint8_t)(1u << at % 8);
    }
}

/* Starts at what a move leads to, if it is an entry that nothing leads to. */
static bool try_move(struct reader *r, const struct tabia_pos *pos,
                     tabia_move mv, const struct lone *lone)
{
    struct tabia_pos next = *pos;
    struct ctg_signature sig;
    tabia_pos_play(&next, mv);
    const uint32_t at = (uint32_t)next.key % FILTER_BITS;
    if (!(lone->filter[at / 8] >> at % 8 & 1))
        return true;
    ctg_signature_make(&next, &sig);
    const uint32_t entry = ctg_entries_find(r->entries, &sig);
    if (entry == HASHMAP_NONE || !lone->is_lone[entry] || r->met[entry])
        return true;
    return start_at(r, entry, &next);
}

/*
 * A book for one side has no moves of the other one: a move that is not in
 * the book often leads back into it.
 */
static bool start_near(struct reader *r, const struct lone *lone)
{
    for (size_t i = 0; i < r->nplaces; i++) {
        tabia_move moves[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        packed_restore(&pos, &r->places[i].pos);
        const size_t n = tabia_pos_legal(&pos, moves);
        for (size_t k = 0; k < n; k++)
            if (!try_move(r, &pos, moves[k], lone))
                return false;
    }
    return true;
}

static int compare_signatures(const void *a, const void *b, void *ctx)
{
    const struct reader *r = ctx;
    const struct ctg_entry *x = &r->entries->list[*(const uint32_t *)a];
    const struct ctg_entry *y = &r->entries->list[*(const uint32_t *)b];
    // The first byte has the length, so no two are equal as far as both go.
    const size_t n =
        x->nsignature < y->nsignature ? x->nsignature : y->nsignature;
    return memcmp(x->signature, y->signature, n);
}

/* Finds those of the entries that no move of them leads to. */
static void find_lone(const struct reader *r, const uint32_t *list, size_t n,
                      struct lone *lone)
{
    for (size_t i = 0; i < n; i++)
        lone->is_lone[list[i]] = 1;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        struct step steps[CTG_MOVES_MAX];
        normal_position(r, list[i], &pos);
        const size_t nsteps = find_steps(r, list[i], &pos, 0, steps);
        for (size_t k = 0; k < nsteps; k++)
            if (steps[k].known.is_known)
                lone->is_lone[steps[k].child] = 0;
    }
    for (size_t i = 0; i < n; i++)
        if (lone->is_lone[list[i]])
            add_filter(r, lone, list[i]);
}

static bool start_at_all(struct reader *r, uint32_t *list, size_t n,
                         struct lone *lone)
{
    if (!sort_merge(list, n, sizeof(*list), compare_signatures, r, NULL,
                    r->err))
        return false;
    find_lone(r, list, n, lone);
    bool is_done = start_near(r, lone);
    // Circles have no first position: what is left of them comes last.
    for (size_t i = 0; i < 3 * n && is_done; i++) {
        const uint32_t entry = list[i % n];
        if (!r->met[entry] && (i >= 2 * n || lone->is_lone[entry]))
            is_done = start_best(r, entry, i < n);
    }
    return is_done;
}

static bool start_from(struct reader *r, uint32_t *list, size_t n)
{
    struct lone lone = {
        .is_lone = calloc(r->entries->n + 1, 1),
        .filter = calloc(FILTER_BITS / 8, 1),
    };
    const bool is_done = lone.is_lone && lone.filter
                             ? start_at_all(r, list, n, &lone)
                             : error_nomem(r->err);
    free(lone.is_lone);
    free(lone.filter);
    return is_done;
}

static bool start_others(struct reader *r)
{
    uint32_t *list = malloc((r->entries->n + 1) * sizeof(*list));
    size_t n = 0;
    if (!list)
        return error_nomem(r->err);
    for (uint32_t i = 0; i < r->entries->n; i++)
        if (!r->met[i])
            list[n++] = i;
    const bool is_done = n == 0 || start_from(r, list, n);
    free(list);
    return is_done;
}

/* ---- the graph ------------------------------------------------------- */

/*
 * A position that several moves lead to says so even if it has no numbers of
 * its own: results stand at each of the moves, and are not to be added up.
 */
static bool add_comments(struct reader *r)
{
    for (size_t i = 0; i < r->nplaces; i++) {
        const struct place *place = &r->places[i];
        const uint32_t nleads = r->nleads[place->entry];
        struct ctg_stats stats;
        char text[CTG_COMMENT_SIZE];
        ctg_stats_load(r->entries->list[place->entry].stats, &stats);
        const bool has_results = stats.wins || stats.losses || stats.draws;
        if (!ctg_comment_print(&stats, nleads > 0, text) &&
            !(nleads > 1 && has_results))
            continue;
        const struct tabia_node_data data = {
            .has = 1u << TABIA_ATTR_COMMENT,
            .comment = text,
        };
        if (!tabia_builder_set_node(r->out, place->node, &data, r->err))
            return false;
    }
    return true;
}

static bool tell_twins(const struct reader *r)
{
    struct tabia_error problem = { 0 };
    if (!r->ntwins)
        return true;
    error_set(&problem, TABIA_LOSS,
              "positions joined that differ in no legal move: %llu",
              (unsigned long long)r->ntwins);
    return format_problem(r->options, TABIA_PROBLEM_WARNING, &problem, r->err);
}

static bool read_graph(struct reader *r)
{
    struct tabia_pos start;
    struct ctg_signature sig;
    tabia_pos_start(&start);
    ctg_signature_make(&start, &sig);
    const uint32_t entry = ctg_entries_find(r->entries, &sig);
    return (entry == HASHMAP_NONE || start_at(r, entry, &start)) &&
           start_others(r) && add_comments(r) && tell_twins(r);
}

bool ctg_graph_read(const struct ctg_entries *entries,
                    const struct tabia_read_options *options,
                    struct tabia_builder *out, struct tabia_error *err)
{
    struct reader r = {
        .options = options,
        .entries = entries,
        .out = out,
        .err = err,
    };
    r.met = calloc(entries->n + 1, sizeof(*r.met));
    r.nleads = calloc(entries->n + 1, sizeof(*r.nleads));
    const bool is_done = r.met && r.nleads ? read_graph(&r) : error_nomem(err);
    free(r.met);
    free(r.nleads);
    free(r.places);
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
    if (!tabia_builder_add_text(out, CTG_KEY_ENTRIES, text, strlen(text), err))
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
