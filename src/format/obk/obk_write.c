/*
 * obk_write.c - writing a Chessmaster book
 *
 * A book that was read from .obk is a tree already and is written as it is.
 * In any other book a position counts wherever it occurs, but the programs
 * that read .obk only follow lines: such a book is folded, then expanded to a
 * tree in which the lines that meet have the same continuation, as far as the
 * budget goes. A tree with one root is written as it is as well; its siblings
 * are put in the order of their weights, unless it has the weights of an .obk
 * and so may have come from one, through another format.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "book/reach.h"
#include "format/obk/obk.h"
#include "format/obk/obk_weights.h"
#include "format/shared/book_as_tree.h"
#include "tabia/transform.h"
#include "base/banned.h"

/* ---- what kind of book it is ----------------------------------------- */

static bool obk_write_has_text(const struct tabia_book *book, const char *key,
                               const char *value)
{
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *k, *v;
        tabia_book_text_at(book, i, &k, &v);
        if (strcmp(k, key) == 0 && strcmp(v, value) == 0)
            return true;
    }
    return false;
}

/* ---- the moves in their order ---------------------------------------- */

struct obk_writer {
    const struct tabia_book *origin;
    const struct tabia_book *book; // a tree: the origin, or made of it
    struct obk_settings settings;
    bool is_sorted; // siblings by weight
    bool has_steps; // weights are steps already
    struct obk_plan plan;
    struct obk_plan_move *todo; // a stack
    size_t ntodo, todo_room;
    uint64_t nrounded;
    struct tabia_error *err;
};

static bool plan_add_move(struct obk_plan_move **list, size_t *n, size_t *room,
                          const struct obk_plan_move *mv,
                          struct tabia_error *err)
{
    if (!VEC_RESERVE(*list, *room, *n + 1, UINT32_MAX / 2, err))
        return false;
    (*list)[(*n)++] = *mv;
    return true;
}

/*
 * Puts the moves of a node on the stack, the first on top. 'count' is how
 * many there are.
 */
static bool push_moves(struct obk_writer *w, uint32_t node, size_t *count)
{
    struct tabia_pos pos;
    uint32_t first, nedges;
    *count = 0;
    tabia_book_node_edges(w->book, node, &first, &nedges);
    if (!nedges)
        return true;
    tabia_book_position_pos_at(w->book, tabia_book_node_position(w->book, node),
                               &pos);

    struct obk_weighed *list = calloc(nedges, sizeof(*list));
    if (!list)
        return error_nomem(w->err);
    size_t n = 0;
    for (uint32_t i = first; i < first + nedges; i++) {
        uint8_t bytes[OBK_MOVE_SIZE];
        if (obk_move_encode(&pos, tabia_book_edge_move(w->book, i), bytes))
            list[n++].edge = i;
    }
    bool ok = obk_weigh(w->book, list, n, w->has_steps, &w->settings,
                        w->is_sorted, w->err);
    for (size_t i = n; ok && i-- > 0;) {
        struct obk_plan_move mv = {
            tabia_book_edge_target(w->book, list[i].edge), list[i].edge, { 0 }
        };
        obk_move_encode(&pos, tabia_book_edge_move(w->book, mv.edge), mv.bytes);
        mv.bytes[0] |= i + 1 == n ? OBK_LAST_SIBLING : 0;
        mv.bytes[1] |= (uint8_t)(list[i].step << OBK_WEIGHT_SHIFT);
        w->nrounded += list[i].is_rounded;
        ok = plan_add_move(&w->todo, &w->ntodo, &w->todo_room, &mv, w->err);
    }
    *count = n;
    free(list);
    return ok;
}

static bool obk_make_plan(struct obk_writer *w)
{
    size_t count;
    const uint32_t root = book_as_tree_root(w->book, &(uint32_t){ 0 });
    if (root != TABIA_NUMBER_NONE && !push_moves(w, root, &count))
        return false;
    while (w->ntodo) {
        struct obk_plan_move mv = w->todo[--w->ntodo];
        if (!push_moves(w, mv.node, &count))
            return false;
        if (!count)
            mv.bytes[0] |= OBK_LINE_ENDS;
        if (!plan_add_move(&w->plan.moves, &w->plan.nmoves, &w->plan.room, &mv,
                           w->err))
            return false;
    }
    return true;
}

/* ---- what is lost ---------------------------------------------------- */

static bool report_unreached(const struct tabia_book *graph,
                             struct tabia_report *report,
                             struct tabia_error *err)
{
    const uint32_t nedges = tabia_book_edge_count(graph);
    struct reach ways;
    uint8_t *keep = malloc((size_t)nedges + 1);
    if (!keep || !reach_init(&ways, tabia_book_node_count(graph), err)) {
        free(keep);
        return error_nomem(err);
    }
    uint64_t nlost = 0;
    for (uint32_t i = 0; i < nedges; i++) {
        const unsigned type =
            tabia_move_promotion(tabia_book_edge_move(graph, i));
        keep[i] = type == TABIA_PIECE_NONE || type == TABIA_QUEEN;
        nlost += keep[i];
    }
    reach_add_initial_nodes(&ways, graph);
    reach_follow_nodes(&ways, graph, keep);
    for (uint32_t i = 0; i < ways.n; i++) {
        uint32_t first, count;
        tabia_book_node_edges(graph, ways.order[i], &first, &count);
        for (uint32_t edge = first; edge < first + count; edge++)
            nlost -= keep[edge];
    }
    report_add(
        report, nlost,
        "move that is unreachable from the starting position is dropped",
        "moves that are unreachable from the starting position are dropped");
    reach_clear(&ways);
    free(keep);
    return true;
}

/* ---- bytes ----------------------------------------------------------- */

static bool obk_write_tree(struct obk_writer *w, struct sink *dst,
                           struct tabia_report *report)
{
    struct buf notes = { .limit = UINT32_MAX };
    bool ok = obk_make_plan(w);
    report_add(report, w->nrounded,
               "move gets another weight: 0, 25, 50 or 100",
               "moves get another weight: 0, 25, 50 or 100");
    if (ok && w->settings.version == OBK_OLD)
        report_add(
            report,
            (uint64_t)tabia_book_attr_count(w->origin, TABIA_ATTR_NAME) +
                tabia_book_attr_count(w->origin, TABIA_ATTR_ECO) +
                tabia_book_attr_count(w->origin, TABIA_ATTR_POSITION_COMMENT) +
                tabia_book_attr_count(w->origin, TABIA_ATTR_MOVE_COMMENT),
            "note is dropped: the old version has none",
            "notes are dropped: the old version has none");
    else if (ok)
        ok = obk_notes_write(w->book, &w->plan, &w->settings, &notes, report,
                             w->err);
    if (ok) {
        uint8_t header[OBK_NEW_HEADER_SIZE];
        const bool is_old = w->settings.version == OBK_OLD;
        memcpy(header, is_old ? obk_old_magic : obk_new_magic, 4);
        put_le32(header + OBK_COUNT_AT, (uint32_t)w->plan.nmoves);
        put_le32(header + OBK_NOTES_SIZE_AT, (uint32_t)notes.size);
        sink_write(dst, header,
                   is_old ? OBK_OLD_HEADER_SIZE : OBK_NEW_HEADER_SIZE);
        for (size_t i = 0; i < w->plan.nmoves; i++)
            sink_write(dst, w->plan.moves[i].bytes, OBK_MOVE_SIZE);
        ok = sink_write(dst, buf_text(&notes), notes.size);
    }
    buf_clear(&notes);
    free(w->todo);
    free(w->plan.moves);
    return ok;
}

/* ---- from any book to a tree ----------------------------------------- */

/* A tree of the whole book, which the caller frees. */
static struct tabia_book *expand_whole_book(const struct tabia_book *book,
                                            uint32_t max_nodes,
                                            struct tabia_report *report,
                                            struct tabia_error *err)
{
    struct tabia_transform_result folding = { 0 }, cutting = { 0 };
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, &folding, err);
    if (!graph)
        return NULL;
    const struct tabia_expand_options options = {
        .max_nodes = max_nodes ? max_nodes : tabia_book_node_count(graph),
    };
    struct tabia_book *tree = NULL;
    if (report_unreached(graph, report, err))
        tree = tabia_book_expand(graph, &options, &cutting, err);
    report_add(report, folding.conflicts,
               "conflicting value of a repeated move or position is joined",
               "conflicting values of repeated moves or positions are joined");
    report_add_cut(report, cutting.cut, "max-nodes");
    tabia_book_free(graph);
    return tree;
}

bool obk_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    struct obk_writer w = { .origin = book, .book = book, .err = err };
    struct tabia_book *tree = NULL;
    // One root at the starting position, and one way to every node.
    bool is_tree_already = false;
    uint32_t nroots;
    format_settings_get(obk_settings_table, options, &w.settings);
    book_as_tree_root(book, &nroots);
    if (nroots <= 1 && !book_as_tree_is_one(book, &is_tree_already, err))
        return false;
    // What the user left open is as it was in the file that the book is from.
    if (!w.settings.version)
        w.settings.version = obk_write_has_text(book, OBK_KEY_VERSION, "old")
                                 ? OBK_OLD
                                 : OBK_NEW;
    if (!w.settings.note_base)
        w.settings.note_base = obk_write_has_text(book, OBK_KEY_NOTE_BASE, "0")
                                   ? OBK_BASE_0
                                   : OBK_BASE_1;
    w.settings.note_utf8 = w.settings.note_utf8 ||
                           obk_write_has_text(book, OBK_KEY_NOTE_TEXT, "utf-8");
    const bool has_steps = obk_has_steps(book);
    w.has_steps = w.settings.rule == OBK_RULE_AUTO && has_steps;
    w.is_sorted = !is_tree_already ||
                  (!has_steps && !obk_write_has_text(book, "format", "obk"));
    if (w.settings.version != OBK_OLD) {
        uint64_t nstart = 0;
        for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
            const unsigned has =
                tabia_book_node_data(book, tabia_book_root_at(book, i)).has;
            nstart += (has & TABIA_HAS_NAME) != 0;
            nstart += (has & TABIA_HAS_ECO) != 0;
            nstart += (has & TABIA_HAS_POSITION_COMMENT) != 0;
        }
        report_add(report, nstart, "note at a starting position is dropped",
                   "notes at a starting position are dropped");
    }
    if (is_tree_already) {
        if (!report_unreached(book, report, err))
            return false;
    } else {
        tree = expand_whole_book(book, (uint32_t)w.settings.max_nodes, report,
                                 err);
        if (!tree)
            return false;
        w.book = tree;
    }
    const bool ok = obk_write_tree(&w, dst, report);
    tabia_book_free(tree);
    return ok;
}
