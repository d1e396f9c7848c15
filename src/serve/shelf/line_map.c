/*
 * line_map.c - the lines by which a frozen book reaches its positions
 */
#include "serve/shelf/line_map.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/edges.h"
#include "serve/shelf/name_index.h"

#include "base/banned.h"

enum { NAMES = TABIA_HAS_NAME | TABIA_HAS_ECO };

/* Each way adds what is after it to the position before it. */
static void count_below(struct line_map *map)
{
    const struct reach *reach = &map->reach;
    for (uint32_t i = reach->n; i > 0; i--) {
        const uint32_t at = reach->order[i - 1];
        const uint32_t parent = reach->parent[at];
        if (parent != TABIA_NUMBER_NONE)
            map->below[parent] += map->below[at] + 1;
    }
}

/* ---- the number of lines --------------------------------------------- */

#define LINES_OPEN UINT32_MAX // its moves are being followed

/* A position whose moves are followed, and those still to come. */
struct line_frame {
    uint32_t position;
    size_t next, end; // in the stack of targets
};

/* A search in depth, with its own stack: lines may be long. */
struct line_count {
    const struct tabia_book *book;
    uint32_t *nlines;          // by position
    struct line_frame *frames; // owned
    uint32_t *targets;         // owned: positions after the moves
    size_t nframes, frames_room, ntargets, targets_room;
    struct tabia_error *err;
};

static bool line_count_open(struct line_count *c, uint32_t position)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n =
        tabia_book_position_moves(c->book, position, TABIA_MERGE_FIRST, list,
                                  TABIA_MOVES_MAX);
    if (!VEC_RESERVE(c->frames, c->frames_room, c->nframes + 1, SIZE_MAX,
                     c->err) ||
        !VEC_RESERVE(c->targets, c->targets_room, c->ntargets + n, SIZE_MAX,
                     c->err))
        return false;
    c->frames[c->nframes++] = (struct line_frame){
        .position = position,
        .next = c->ntargets,
        .end = c->ntargets + n,
    };
    for (size_t i = 0; i < n; i++)
        c->targets[c->ntargets++] =
            tabia_book_node_position(c->book, list[i].to_node);
    c->nlines[position] = LINES_OPEN;
    return true;
}

/* The moves of the last frame are followed. */
static void line_count_close(struct line_count *c)
{
    const struct line_frame *frame = &c->frames[--c->nframes];
    uint32_t *nlines = c->nlines;
    uint64_t sum = 0;
    const size_t first = c->nframes ? c->frames[c->nframes - 1].end : 0;
    for (size_t i = first; i < frame->end; i++)
        if (nlines[c->targets[i]] != LINES_OPEN)
            sum += nlines[c->targets[i]];
    c->ntargets = first;
    nlines[frame->position] = sum == 0                   ? 1 // it ends here
                              : sum > LINE_MAP_LINES_MAX ? LINE_MAP_LINES_MAX
                                                         : (uint32_t)sum;
}

uint32_t *line_map_count_lines(const struct line_map *map,
                               const struct tabia_book *book,
                               struct tabia_error *err)
{
    struct line_count c = {
        .book = book,
        .nlines = calloc((size_t)map->npositions + 1, sizeof(*c.nlines)),
        .err = err,
    };
    bool ok = c.nlines || error_nomem(err);
    for (uint32_t i = 0; ok && i < map->npositions; i++) {
        if (c.nlines[map->reach.order[i]] == 0)
            ok = line_count_open(&c, map->reach.order[i]);
        while (ok && c.nframes > 0) {
            struct line_frame *frame = &c.frames[c.nframes - 1];
            if (frame->next == frame->end) {
                line_count_close(&c);
                continue;
            }
            const uint32_t to = c.targets[frame->next++];
            if (c.nlines[to] == 0)
                ok = line_count_open(&c, to);
        }
    }
    free(c.frames);
    free(c.targets);
    if (ok)
        return c.nlines;
    free(c.nlines);
    return NULL;
}

/* ---- places ---------------------------------------------------------- */

/* How good the way to a position is; the first difference counts. */
struct way_rank {
    uint32_t nmarks; // moves of the way that are marked
    uint32_t nusual; // that the set of names has so
    uint64_t weight; // of the last one
};

static bool way_is_better(const struct way_rank *a, const struct way_rank *b)
{
    if (a->nmarks != b->nmarks)
        return a->nmarks < b->nmarks;
    if (a->nusual != b->nusual)
        return a->nusual > b->nusual;
    return a->weight > b->weight;
}

/* The move by which a position is usually reached, and where it is played. */
struct usual_move {
    uint32_t from; // TABIA_NUMBER_NONE: not known
    tabia_move move;
};

static struct usual_move find_usual_move(const struct tabia_book *book,
                                         const struct name_index *names,
                                         uint32_t position)
{
    struct usual_move usual = { .from = TABIA_NUMBER_NONE };
    tabia_move moves[LINE_MAP_PLIES_MAX];
    struct tabia_pos pos;
    tabia_book_position_pos_at(book, position, &pos);
    const uint32_t same = tabia_book_find_position(names->book, &pos);
    const size_t n = same == TABIA_NUMBER_NONE
                         ? 0
                         : line_map_named_line_to(&names->map, names->book,
                                                  same, &pos, moves);
    if (n == 0)
        return usual;
    for (size_t i = 0; i + 1 < n; i++)
        tabia_pos_play(&pos, moves[i]);
    usual.from = tabia_book_find_position(book, &pos);
    usual.move = moves[n - 1];
    return usual;
}

/* Among the shortest ways to each position, takes the best. */
static bool choose_ways(struct line_map *map, const struct tabia_book *book,
                        const struct name_index *names, struct tabia_error *err)
{
    struct reach *reach = &map->reach;
    const size_t room = (size_t)map->npositions + 1;
    struct way_rank *ranks = calloc(room, sizeof(*ranks));
    struct usual_move *usual = names ? calloc(room, sizeof(*usual)) : NULL;
    const bool ok = (ranks && (!names || usual)) || error_nomem(err);
    for (uint32_t i = 0; ok && usual && i < map->npositions; i++)
        usual[i] = find_usual_move(book, names, i);
    // All that lead to a position come before it, so its own rank is known.
    for (uint32_t i = 0; ok && i < reach->n; i++) {
        const uint32_t from = reach->order[i];
        struct edges it = edges_of(book, from);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry)) {
            const uint32_t to = tabia_book_node_position(book, entry.to_node);
            if (reach->ply[to] != reach->ply[from] + 1)
                continue;
            const bool has_results = entry.data.has & TABIA_HAS_RESULTS;
            const bool is_usual =
                usual && usual[to].from == from && usual[to].move == entry.move;
            const struct way_rank rank = {
                .nmarks =
                    ranks[from].nmarks + (entry.data.mark != TABIA_MARK_NONE),
                .nusual = ranks[from].nusual + is_usual,
                .weight = has_results ? tabia_move_data_games(&entry.data)
                                      : entry.data.weight,
            };
            if (entry.edge != reach->edge[to] &&
                !way_is_better(&rank, &ranks[to]))
                continue;
            ranks[to] = rank;
            reach->parent[to] = from;
            reach->edge[to] = entry.edge;
        }
    }
    free(ranks);
    free(usual);
    return ok;
}

bool line_map_init(struct line_map *map, const struct tabia_book *book,
                   const struct name_index *names, struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    *map = (struct line_map){
        .npositions = n,
        .below = calloc((size_t)n + 1, sizeof(*map->below)),
        .has_names = tabia_book_attrs(book) & NAMES,
    };
    if (!map->below || !reach_init(&map->reach, n, err) ||
        (map->has_names &&
         !reach_init(&map->node_reach, tabia_book_node_count(book), err))) {
        line_map_clear(map);
        return error_nomem(err);
    }
    if (map->has_names) {
        for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
            reach_add_start(&map->node_reach, tabia_book_root_at(book, i));
        reach_follow_nodes(&map->node_reach, book, NULL);
    }
    reach_add_roots(&map->reach, book);
    reach_follow(&map->reach, book, NULL, 0);
    uint32_t nordered = map->reach.n;
    for (uint32_t i = 0; i < n; i++)
        if (map->reach.ply[i] == TABIA_NUMBER_NONE)
            map->reach.order[nordered++] = i;
    if (!choose_ways(map, book, names, err)) {
        line_map_clear(map);
        return false;
    }
    count_below(map);
    return true;
}

void line_map_clear(struct line_map *map)
{
    free(map->below);
    reach_clear(&map->reach);
    reach_clear(&map->node_reach);
    *map = (struct line_map){ .npositions = 0 };
}

/* The raw position of the root that is an occurrence of 'position'. */
static void find_root(const struct tabia_book *book, uint32_t position,
                      struct tabia_pos *pos)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        if (tabia_book_node_position(book, tabia_book_root_at(book, i)) ==
            position) {
            tabia_book_root_pos_at(book, i, pos);
            return;
        }
    }
    tabia_book_position_pos_at(book, position, pos);
}

size_t line_map_line_to(const struct line_map *map,
                        const struct tabia_book *book, uint32_t position,
                        struct tabia_pos *root,
                        tabia_move moves[LINE_MAP_PLIES_MAX])
{
    const uint32_t ply = map->reach.ply[position];
    if (ply == TABIA_NUMBER_NONE || ply > LINE_MAP_PLIES_MAX) {
        tabia_book_position_pos_at(book, position, root);
        return 0;
    }
    for (uint32_t n = ply; n > 0; n--) {
        moves[n - 1] = reach_move(&map->reach, book, position);
        position = map->reach.parent[position];
    }
    find_root(book, position, root);
    return ply;
}

bool line_map_has_move(const struct line_map *map,
                       const struct tabia_book *book, uint32_t from,
                       tabia_move mv, uint32_t to)
{
    return map->reach.parent[to] == from &&
           reach_move(&map->reach, book, to) == mv;
}

size_t line_map_named_line_to(const struct line_map *map,
                              const struct tabia_book *book, uint32_t position,
                              struct tabia_pos *root,
                              tabia_move moves[LINE_MAP_PLIES_MAX])
{
    // The first occurrence that has the name.
    uint32_t node = TABIA_NUMBER_NONE, n = 0;
    if (map->has_names)
        while ((node = tabia_book_position_node_at(book, position, n)) !=
                   TABIA_NUMBER_NONE &&
               !(tabia_book_node_data(book, node).has & NAMES))
            n++;
    uint32_t top = node;
    n = 0;
    if (node != TABIA_NUMBER_NONE)
        for (; map->node_reach.parent[top] != TABIA_NUMBER_NONE; n++)
            top = map->node_reach.parent[top];
    if (n == 0 || n > LINE_MAP_PLIES_MAX)
        return line_map_line_to(map, book, position, root, moves);
    uint32_t at = node;
    for (uint32_t i = n; i > 0; i--) {
        moves[i - 1] = reach_move(&map->node_reach, book, at);
        at = map->node_reach.parent[at];
    }
    find_root(book, tabia_book_node_position(book, top), root);
    return n;
}
