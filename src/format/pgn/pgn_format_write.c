/*
 * pgn_format_write.c - a book as PGN
 *
 * Each root is a game: its first moves are the main line, their siblings
 * variations. Or each line is a game, then comments and glyphs stand where a
 * move is written first. A position that several moves lead to is continued
 * once: where it comes first when main lines are followed before variations,
 * although the text has them the other way round. So a main line stays whole.
 *
 * Names of positions go into the tags of the game that ends there; all others
 * become commands in comments, which only our reader understands.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/walk_internal.h"
#include "format/format_contract.h"
#include "format/pgn/pgn_format.h"
#include "format/pgn/pgn_moves.h"
#include "format/pgn/pgn_tags.h"
#include "format/shared/book_as_tree.h"
#include "base/banned.h"

enum { DEPTH_LIMIT = 1000 }; // what readers of variations can be expected to do

/* A move with siblings, while its variations are being written. */
struct pgn_branch {
    struct tabia_pos before, after;
    uint32_t first;     // the move that the variations replace
    uint32_t next, end; // its siblings still to come
};

struct pgn_writer {
    const struct tabia_book *book;
    const struct tabia_write_options *options;
    struct tabia_report *report;
    struct tabia_error *err;
    struct pgn_moves moves;
    struct game_tags_common common; // of all games
    uint8_t *seen;                  // a flag per node: continued already
    uint32_t *home;  // the move after which a node is; NULL: the first one
    uint32_t *order; // the roots as they are written
    uint64_t ncut, nskipped;
    bool is_tree;
    bool has_root; // its comment has been written

    struct pgn_branch *branches;
    size_t nbranches, room;
};

/* ---- moves ----------------------------------------------------------- */

/*
 * The moves of a node, unless they belong after another move than 'via', or
 * have been written: then none.
 */
static uint32_t pgn_write_enter_node(struct pgn_writer *w, uint32_t node,
                                     uint32_t via, uint32_t *first)
{
    uint32_t count;
    tabia_book_node_edges(w->book, node, first, &count);
    if (count && (w->seen[node] || (w->home && w->home[node] != via))) {
        w->ncut++;
        return 0;
    }
    w->seen[node] = true;
    return count;
}

/* ---- where positions are continued ----------------------------------- */

/*
 * Goes into a node, which is 'depth' variations deep, unless it has no moves
 * or they have been written.
 */
static bool walk_into_node(struct pgn_writer *w, struct node_walk *walk,
                           uint32_t node, uint32_t depth, bool *is_end)
{
    uint32_t first;
    *is_end = !pgn_write_enter_node(w, node, TABIA_NUMBER_NONE, &first);
    return *is_end || node_walk_enter(walk, node, depth, w->err);
}

/* Notes below which move each node belongs: the first that comes to it. */
static bool find_homes_below(struct pgn_writer *w, struct node_walk *walk,
                             uint32_t root, uint32_t *home)
{
    bool is_end;
    uint32_t edge;
    if (!walk_into_node(w, walk, root, 0, &is_end))
        return false;
    while (node_walk_next(walk, &edge)) {
        const struct node_step top = walk->steps[walk->n - 1];
        const uint32_t node = tabia_book_edge_target(w->book, edge);
        const uint32_t depth = top.mine + (edge != top.first);
        if (!walk_into_node(w, walk, node, depth, &is_end))
            return false;
        if (is_end)
            continue;
        struct node_step *step = &walk->steps[walk->n - 1];
        home[node] = edge;
        if (depth == DEPTH_LIMIT) // pgn_write_step skips the others
            step->end = step->first + 1;
    }
    return true;
}

/*
 * Roots that no move leads to come first. In a tree that is all of them; in a
 * graph many a root may be inside a line, and need not be a game of its own.
 */
static bool order_roots(struct pgn_writer *w)
{
    const uint32_t nroots = tabia_book_root_count(w->book);
    w->order = malloc(((size_t)nroots + 1) * sizeof(*w->order));
    if (!w->order)
        return error_nomem(w->err);
    for (uint32_t i = 0; i < tabia_book_edge_count(w->book); i++)
        w->seen[tabia_book_edge_target(w->book, i)] = true;
    uint32_t n = 0;
    for (int is_inside = 0; is_inside <= 1; is_inside++)
        for (uint32_t i = 0; i < nroots; i++)
            if (w->seen[tabia_book_root_at(w->book, i)] == is_inside)
                w->order[n++] = i;
    memset(w->seen, 0, tabia_book_node_count(w->book));
    return true;
}

/* True if the root is inside a line that has been written. */
static bool is_written(struct pgn_writer *w, uint32_t root)
{
    const bool is_seen = w->seen[tabia_book_root_at(w->book, root)];
    w->nskipped += is_seen;
    return is_seen;
}

static bool find_homes(struct pgn_writer *w)
{
    const size_t nnodes = tabia_book_node_count(w->book);
    struct node_walk walk = { .book = w->book };
    uint32_t *home = malloc((nnodes + 1) * sizeof(*home));
    bool ok = home || error_nomem(w->err);
    for (size_t i = 0; ok && i < nnodes; i++)
        home[i] = TABIA_NUMBER_NONE;
    for (uint32_t i = 0; ok && i < tabia_book_root_count(w->book); i++)
        ok = find_homes_below(w, &walk,
                              tabia_book_root_at(w->book, w->order[i]), home);
    node_walk_clear(&walk);
    memset(w->seen, 0, nnodes);
    w->ncut = 0;
    w->home = home;
    return ok;
}

/* ---- one game with variations ---------------------------------------- */

/* Opens the next variation of the innermost branch; returns its move. */
static uint32_t open_variation(struct pgn_writer *w)
{
    struct pgn_branch *b = &w->branches[w->nbranches - 1];
    const uint32_t edge = b->next++;
    w->moves.pos = b->before;
    w->moves.is_numbered = true;
    text_flow_add(&w->moves.flow, "(", 1);
    pgn_moves_put(&w->moves, edge);
    return edge;
}

/* The line ends: the move to go on after, or TABIA_NUMBER_NONE. */
static uint32_t end_line(struct pgn_writer *w)
{
    if (!w->nbranches)
        return TABIA_NUMBER_NONE;
    struct pgn_branch *b = &w->branches[w->nbranches - 1];
    text_flow_glue(&w->moves.flow, ")");
    if (b->next < b->end)
        return open_variation(w);
    w->moves.pos = b->after;
    w->moves.is_numbered = true;
    w->nbranches--;
    return b->first;
}

/* Writes the next move of 'node' and begins its variations, or ends a line. */
static bool pgn_write_step(struct pgn_writer *w, uint32_t node, uint32_t *via)
{
    uint32_t first;
    const uint32_t count = pgn_write_enter_node(w, node, *via, &first);
    if (!count) {
        *via = end_line(w);
        return true;
    }
    struct pgn_branch b = {
        .before = w->moves.pos,
        .first = first,
        .next = first + 1,
        .end = first + count,
    };
    pgn_moves_put(&w->moves, first);
    b.after = w->moves.pos;
    *via = first;
    if (count == 1 || w->nbranches == DEPTH_LIMIT)
        return true;
    if (!VEC_RESERVE(w->branches, w->room, w->nbranches + 1, DEPTH_LIMIT,
                     w->err))
        return false;
    w->branches[w->nbranches++] = b;
    *via = open_variation(w);
    return true;
}

/* ---- games ----------------------------------------------------------- */

/* Where a game ends, and after how many moves; of a graph it is not known. */
struct main_line {
    uint32_t end;     // or TABIA_NUMBER_NONE
    long long nplies; // or -1
};

static const struct main_line no_main_line = { TABIA_NUMBER_NONE, -1 };

/* The first moves from 'node' on; only asked of trees. */
static struct main_line find_main_line(const struct tabia_book *book,
                                       uint32_t node)
{
    struct main_line line = { .end = node };
    for (;;) {
        uint32_t first, count;
        tabia_book_node_edges(book, line.end, &first, &count);
        if (!count)
            return line;
        line.end = tabia_book_edge_target(book, first);
        line.nplies++;
    }
}

/* Writes the tags of a game; they name its end if that can be read back. */
static bool pgn_put_tags(struct pgn_writer *w, uint32_t root,
                         struct main_line line, const char **result)
{
    struct tabia_pos pos;
    struct tabia_node_data data = { 0 };
    tabia_book_root_pos_at(w->book, root, &pos);
    if (line.end != TABIA_NUMBER_NONE)
        data = tabia_book_node_data(w->book, line.end);
    const struct pgn_game game = {
        .book = w->book,
        .options = w->options,
        .common = &w->common,
        .node = tabia_book_root_at(w->book, root),
        .start = &pos,
        .eco = data.eco,
        .opening = data.name,
        .nplies = line.nplies,
    };
    bool is_named;
    if (!pgn_tags_write(&game, w->moves.flow.dst, result, &is_named, w->err))
        return false;
    w->moves.named = is_named ? line.end : TABIA_NUMBER_NONE;
    w->moves.pos = pos;
    w->moves.is_numbered = true;
    return true;
}

static void pgn_write_put_end(struct pgn_writer *w, const char *result)
{
    text_flow_word(&w->moves.flow, result);
    text_flow_break(&w->moves.flow);
}

static bool pgn_write_trees(struct pgn_writer *w)
{
    if (!w->is_tree && !find_homes(w))
        return false;
    for (uint32_t i = 0; i < tabia_book_root_count(w->book); i++) {
        const uint32_t root = tabia_book_root_at(w->book, w->order[i]);
        const char *result;
        if (is_written(w, w->order[i]))
            continue;
        if (i)
            sink_put_char(w->moves.flow.dst, '\n');
        if (!pgn_put_tags(w, w->order[i],
                          w->is_tree ? find_main_line(w->book, root)
                                     : no_main_line,
                          &result))
            return false;
        pgn_moves_put_root(&w->moves, root);
        uint32_t node = root, via = TABIA_NUMBER_NONE;
        w->nbranches = 0;
        do {
            if (!pgn_write_step(w, node, &via))
                return false;
            if (via != TABIA_NUMBER_NONE)
                node = tabia_book_edge_target(w->book, via);
        } while (via != TABIA_NUMBER_NONE && sink_ok(w->moves.flow.dst));
        pgn_write_put_end(w, result);
    }
    return true;
}

/* ---- one game per line ----------------------------------------------- */

/* The line ends where 'walk' stands. */
static bool put_walk_line(struct pgn_writer *w, uint32_t root,
                          const struct node_walk *walk)
{
    const char *result;
    const uint32_t start = tabia_book_root_at(w->book, root);
    struct main_line line = { start, (long long)walk->n };
    if (walk->n)
        line.end =
            tabia_book_edge_target(w->book, walk->steps[walk->n - 1].next - 1);
    if (w->moves.flow.dst->nbytes)
        sink_put_char(w->moves.flow.dst, '\n');
    if (!pgn_put_tags(w, root, w->is_tree ? line : no_main_line, &result))
        return false;
    if (!w->has_root)
        pgn_moves_put_root(&w->moves, start);
    w->has_root = true;
    for (size_t i = 0; i < walk->n; i++)
        pgn_moves_put(&w->moves, walk->steps[i].next - 1);
    pgn_write_put_end(w, result);
    return sink_ok(w->moves.flow.dst);
}

static bool write_root_lines(struct pgn_writer *w, uint32_t root,
                             struct node_walk *walk)
{
    bool is_end;
    uint32_t edge;
    w->has_root = false;
    if (!walk_into_node(w, walk, tabia_book_root_at(w->book, root), 0, &is_end))
        return false;
    if (is_end)
        return put_walk_line(w, root, walk);
    while (node_walk_next(walk, &edge)) {
        if (!walk_into_node(w, walk, tabia_book_edge_target(w->book, edge), 0,
                            &is_end) ||
            (is_end && !put_walk_line(w, root, walk)))
            return false;
    }
    return true;
}

static bool pgn_write_lines(struct pgn_writer *w)
{
    struct node_walk walk = { .book = w->book };
    bool ok = true;
    for (uint32_t i = 0; ok && i < tabia_book_root_count(w->book); i++)
        ok = is_written(w, w->order[i]) ||
             write_root_lines(w, w->order[i], &walk);
    node_walk_clear(&walk);
    return ok;
}

/* ---- the book -------------------------------------------------------- */

static void pgn_report_losses(struct pgn_writer *w)
{
    report_add_lost_moves(
        w->report, tabia_book_edge_count(w->book) - w->moves.nmoves,
        "move that is unreachable, or nested too deep, is dropped",
        "moves that are unreachable, or nested too deep, are dropped");
    report_add_moved(
        w->report, w->ncut,
        "transposition is cut: the moves after it are in another line",
        "transpositions are cut: the moves after them are in another line");
    report_add_moved(
        w->report, w->nskipped,
        "starting position is not written as a game: a line leads to it",
        "starting positions are not written as games: lines lead to them");
    for (unsigned i = 0; i < GAME_TAGS_NCOMMON; i++) // each game has its own
        if (i == GAME_TAGS_TITLE
                ? w->common.study.differs
                : w->common.values[i].differs &&
                      game_tags_common_is_everywhere(&w->common, i))
            report_addf(
                w->report,
                tabia_book_find_text(w->book, game_tags_common_text(i)) != NULL,
                "text of the whole book dropped: %s", game_tags_common_text(i));
}

bool pgn_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    struct pgn_writer w = {
        .book = book,
        .options = options,
        .report = report,
        .err = err,
        .seen = calloc((size_t)tabia_book_node_count(book) + 1, 1),
    };
    bool ok = w.seen || error_nomem(err);
    ok = ok && pgn_moves_init(&w.moves, book, dst, err) &&
         game_tags_common_of_book(&w.common, book, err) &&
         book_as_tree_is_one(book, &w.is_tree, err) && order_roots(&w);
    struct pgn_settings settings = { 0 };
    format_settings_get(pgn_settings_table, options, &settings);
    ok =
        ok &&
        (settings.shape == PGN_LINES ? pgn_write_lines : pgn_write_trees)(&w) &&
        pgn_moves_ok(&w.moves, err);
    if (ok) {
        pgn_moves_report(&w.moves, report);
        pgn_report_losses(&w);
    }
    pgn_moves_clear(&w.moves);
    game_tags_common_clear(&w.common);
    free(w.branches);
    free(w.home);
    free(w.order);
    free(w.seen);
    return ok;
}
