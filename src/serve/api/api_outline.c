/*
 * api_outline.c - a book as an annotated tree, part by part
 *
 * Every position is at one place of the tree, where the shortest line leads to
 * it (line_map.h); elsewhere it is a link to that place. So the places stay the
 * same, whatever part is asked for. Moves that are not to be played come after
 * the others; the book's own order stays as it is.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "book/game_tags.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    POSITIONS = 300, // whose moves are sent
    POSITIONS_MAX = 5000,
    ROOTS_MAX = 200,
    CHAPTER_PLIES = 60,
};

/* The positions whose moves are sent. */
struct outline {
    const struct edition *edition; // borrowed
    uint32_t *list;                // owned
    uint32_t n, limit;
    bool *is_listed; // by position; owned
    bool *is_passed; // on the main line of a chapter; owned
};

static void outline_add(struct outline *o, uint32_t position)
{
    if (o->n >= o->limit || o->is_listed[position])
        return;
    o->is_listed[position] = true;
    o->list[o->n++] = position;
}

/* The line from the root to a position. */
static void outline_add_way(struct outline *o, uint32_t position)
{
    const struct reach *reach = &o->edition->map.reach;
    const uint32_t first = o->n;
    for (uint32_t at = position; at != TABIA_NUMBER_NONE;
         at = reach->parent[at])
        outline_add(o, at);
    for (uint32_t a = first, b = o->n; a + 1 < b; a++) {
        const uint32_t last = o->list[--b];
        o->list[b] = o->list[a];
        o->list[a] = last;
    }
}

/* The positions of the line that was played, whatever its place is. */
static void outline_add_line(struct outline *o,
                             const struct request_params *params)
{
    struct tabia_pos pos = params->start;
    for (size_t i = 0; i <= params->nplayed; i++) {
        const uint32_t at = tabia_book_find_position(o->edition->book, &pos);
        if (at != TABIA_NUMBER_NONE)
            outline_add(o, at);
        if (i < params->nplayed)
            tabia_pos_play(&pos, params->played[i]);
    }
}

/* A move, and which it is of those of its position in the book. */
struct outline_move {
    struct tabia_book_move entry;
    size_t place;
};

/* The moves of a position as they are shown: marked ones last. */
static size_t outline_moves(const struct edition *edition, uint32_t position,
                            enum tabia_merge_policy policy,
                            struct outline_move moves[TABIA_MOVES_MAX])
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_book_position_moves(edition->book, position, policy,
                                               list, TABIA_MOVES_MAX);
    size_t k = 0;
    for (int is_marked = 0; is_marked < 2; is_marked++)
        for (size_t i = 0; i < n; i++)
            if ((list[i].data.mark != TABIA_MARK_NONE) == is_marked)
                moves[k++] = (struct outline_move){ list[i], i };
    return n;
}

static void outline_add_moves(struct outline *o, uint32_t position)
{
    const struct edition *edition = o->edition;
    struct outline_move list[TABIA_MOVES_MAX];
    const size_t n = outline_moves(edition, position, TABIA_MERGE_FIRST, list);
    for (size_t i = 0; i < n; i++) {
        const struct tabia_book_move *entry = &list[i].entry;
        const uint32_t to =
            tabia_book_node_position(edition->book, entry->to_node);
        if (line_map_has_move(&edition->map, edition->book, position,
                              entry->move, to))
            outline_add(o, to);
    }
}

/* What follows the positions from 'at' on, breadth first. */
static void outline_add_after(struct outline *o, uint32_t at)
{
    for (; at < o->n && o->n < o->limit; at++)
        outline_add_moves(o, o->list[at]);
}

/* The last position of the line that the book has; else its first root. */
static uint32_t outline_find_current(const struct edition *edition,
                                     const struct request_params *params)
{
    struct tabia_pos pos = params->start;
    uint32_t found = tabia_book_find_position(edition->book, &pos);
    for (size_t i = 0; i < params->nplayed; i++) {
        tabia_pos_play(&pos, params->played[i]);
        const uint32_t next = tabia_book_find_position(edition->book, &pos);
        if (next != TABIA_NUMBER_NONE)
            found = next;
    }
    return found != TABIA_NUMBER_NONE ? found : edition->map.reach.order[0];
}

static void put_outline_move(const struct outline *o, struct json_writer *js,
                             uint32_t from, const struct tabia_pos *pos,
                             const struct outline_move *shown, size_t index)
{
    const struct edition *edition = o->edition;
    const struct tabia_book_move *entry = &shown->entry;
    const uint32_t to = tabia_book_node_position(edition->book, entry->to_node);
    const bool is_way =
        line_map_has_move(&edition->map, edition->book, from, entry->move, to);
    json_writer_begin_object(js);
    json_view_put_move(js, pos, entry->move);
    json_view_put_data(js, &entry->data);
    json_writer_pair_uint(js, "to", to);
    json_writer_pair_uint(js, "below", edition->map.below[to]);
    if (shown->place != index)
        json_writer_pair_uint(js, "place", shown->place);
    if (is_way) {
        const struct tabia_node_data data =
            tabia_book_position_data(edition->book, to);
        json_view_put_node(js, &data);
    } else {
        json_writer_key(js, "same");
        json_writer_begin_object(js);
        json_view_put_line_to(js, edition, to);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_outline_position(const struct outline *o,
                                 struct json_writer *js, uint32_t position)
{
    struct outline_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        outline_moves(o->edition, position, TABIA_MERGE_DEFAULT, list);
    tabia_book_position_pos_at(o->edition->book, position, &pos);
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "id", position);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++)
        put_outline_move(o, js, position, &pos, &list[i], i);
    json_writer_end(js);
    json_writer_end(js);
}

/* Each position that starts a part of the book, once. */
static void put_outline_roots(const struct outline *o, struct json_writer *js)
{
    const struct edition *edition = o->edition;
    const struct reach *reach = &edition->map.reach;
    uint32_t n = 0;
    json_writer_key(js, "roots");
    json_writer_begin_array(js);
    for (uint32_t i = 0; i < reach->n && n < ROOTS_MAX; i++) {
        const uint32_t position = reach->order[i];
        if (reach->ply[position] > 0)
            break; // all roots come first
        tabia_move none[LINE_MAP_PLIES_MAX];
        struct tabia_pos pos;
        const struct tabia_node_data data =
            tabia_book_position_data(edition->book, position);
        line_map_line_to(&edition->map, edition->book, position, &pos, none);
        json_writer_begin_object(js);
        json_writer_pair_uint(js, "id", position);
        json_view_put_fen(js, "fen", &pos);
        json_view_put_node(js, &data);
        json_writer_pair_uint(js, "below", edition->map.below[position]);
        json_writer_end(js);
        n++;
    }
    json_writer_end(js);
}

/*
 * Where a chapter begins: the first position of its main line that no chapter
 * before it has there.
 */
static void put_chapter_way(const struct outline *o, struct json_writer *js,
                            uint32_t root)
{
    const struct tabia_book *book = o->edition->book;
    char play[CHAPTER_PLIES * (TABIA_UCI_SIZE + 1)];
    size_t len = 0;
    struct tabia_pos pos, start;
    uint32_t node = tabia_book_root_at(book, root), first, count;
    bool is_own = false;
    tabia_book_root_pos_at(book, root, &pos);
    tabia_pos_set_start(&start);
    if (!tabia_pos_is_same(&pos, &start))
        json_view_put_fen(js, "start", &pos);
    for (int ply = 0;; ply++) {
        bool *is_passed = &o->is_passed[tabia_book_node_position(book, node)];
        is_own |= !*is_passed;
        *is_passed = true;
        tabia_book_node_edges(book, node, &first, &count);
        if (count == 0 || ply == CHAPTER_PLIES)
            break;
        const tabia_move mv = tabia_book_edge_move(book, first);
        if (!is_own) {
            if (len > 0)
                play[len++] = ',';
            len += tabia_uci_print(&pos, mv, true, &play[len]);
        }
        tabia_pos_play(&pos, mv);
        node = tabia_book_edge_target(book, first);
    }
    json_writer_key(js, "play");
    json_writer_put_string(js, play, len);
}

static const char *chapter_title(const struct tabia_book *book, uint32_t root)
{
    const struct tabia_node_data data =
        tabia_book_node_data(book, tabia_book_root_at(book, root));
    return game_tags_chapter(book, &data);
}

/* The games of a study, if there are several, and any has a title. */
static void put_outline_chapters(const struct outline *o,
                                 struct json_writer *js)
{
    const struct tabia_book *book = o->edition->book;
    const uint32_t n = tabia_book_root_count(book);
    uint32_t titled = 0;
    while (titled < n && !chapter_title(book, titled))
        titled++;
    if (n < 2 || titled == n)
        return;
    json_writer_key(js, "chapters");
    json_writer_begin_array(js);
    for (uint32_t i = 0; i < n && i < ROOTS_MAX; i++) {
        json_writer_begin_object(js);
        json_view_put_optional_text(js, "title", chapter_title(book, i));
        put_chapter_way(o, js, i);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_outline(const struct outline *o, struct reply *reply,
                        unsigned revision, uint32_t current)
{
    const struct reach *reach = &o->edition->map.reach;
    struct json_writer js;
    uint32_t root = current;
    while (root != TABIA_NUMBER_NONE &&
           reach->parent[root] != TABIA_NUMBER_NONE)
        root = reach->parent[root];
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_uint(&js, "revision", revision);
    json_writer_pair_bool(&js, "whole", o->n >= o->edition->map.reach.n);
    put_outline_roots(o, &js);
    put_outline_chapters(o, &js);
    if (root != TABIA_NUMBER_NONE)
        json_writer_pair_uint(&js, "root", root);
    else
        json_view_put_null(&js, "root");
    json_writer_key(&js, "positions");
    json_writer_begin_array(&js);
    for (uint32_t i = 0; i < o->n; i++)
        put_outline_position(o, &js, o->list[i]);
    json_writer_end(&js);
    json_writer_end(&js);
    reply_end(reply);
}

/* Of what is not a book in memory. */
static void put_empty_outline(struct reply *reply, unsigned revision)
{
    struct json_writer js;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_uint(&js, "revision", revision);
    json_writer_pair_bool(&js, "whole", true);
    json_writer_key(&js, "roots");
    json_writer_begin_array(&js);
    json_writer_end(&js);
    json_view_put_null(&js, "root");
    json_writer_key(&js, "positions");
    json_writer_begin_array(&js);
    json_writer_end(&js);
    json_writer_end(&js);
    reply_end(reply);
}

void api_outline(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct loan loan;
    if (!endpoint_borrow(srv, call, &loan, reply))
        return;
    if (!loan.edition) {
        put_empty_outline(reply, loan.status.revision);
        shelf_return(&loan);
        return;
    }
    struct tabia_error err = { 0 };
    if (!edition_map_lines(loan.edition, &err)) {
        reply_library_error(reply, HTTP_FAILED, &err);
        shelf_return(&loan);
        return;
    }
    const struct line_map *map = &loan.edition->map;
    struct outline o = {
        .edition = loan.edition,
        .limit = endpoint_number(call->params.limit, POSITIONS, POSITIONS_MAX),
    };
    o.list = calloc((size_t)o.limit + 1, sizeof(*o.list));
    o.is_listed = calloc((size_t)map->npositions + 1, sizeof(*o.is_listed));
    o.is_passed = calloc((size_t)map->npositions + 1, sizeof(*o.is_passed));
    if (o.list && o.is_listed && o.is_passed) {
        uint32_t current = TABIA_NUMBER_NONE;
        if (map->npositions > 0) {
            current = outline_find_current(loan.edition, &call->params);
            outline_add_line(&o, &call->params);
            outline_add_way(&o, current);
            const uint32_t next = o.n;
            outline_add_moves(&o, current);
            outline_add_after(&o, next);
            outline_add_after(&o, 0);
            for (uint32_t i = 0; i < map->reach.n; i++)
                outline_add(&o, map->reach.order[i]);
        }
        put_outline(&o, reply, loan.status.revision, current);
    } else {
        reply_error(reply, HTTP_FAILED, "out of memory");
    }
    free(o.list);
    free(o.is_listed);
    free(o.is_passed);
    shelf_return(&loan);
}
