/*
 * pgn_write.c - a book as PGN
 *
 * Each root is a game: its first moves are the main line, their siblings
 * variations. Or each line is a game, then comments and glyphs stand where a
 * move is written first. A position that several moves lead to is continued
 * where it is met first.
 *
 * Names of positions go into the tags of the game that ends there; all others
 * become commands in comments, which only our reader understands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "base/vec.h"
#include "format/movetree.h"
#include "format/pgn_comment.h"
#include "format/pgn_flow.h"
#include "format/pgn_format.h"
#include "format/pgn_tags.h"
#include "base/banned.h"

enum {
    DEPTH_LIMIT = 1000, // what readers of variations can be expected to do
    TEXT_LIMIT = 1 << 30,
};

/* A move with siblings, while its variations are being written. */
struct branch {
    struct tabia_pos before, after;
    uint32_t node;      // that the first move leads to
    uint32_t next, end; // the siblings still to come
};

struct writer {
    const struct tabia_book *book;
    const struct tabia_write_options *options;
    struct tabia_report *report;
    struct tabia_error *err;
    struct pgn_flow flow;
    struct buf note;
    uint8_t *seen; // a flag per node: continued already
    uint8_t *done; // a flag per edge: written with what it carries
    uint64_t nmoves, ncut;
    uint64_t nbrackets, nchanged, nmoved; // see report_texts
    bool is_tree;

    struct branch *branches;
    size_t nbranches, room;

    struct tabia_pos pos;
    bool is_numbered; // the next move needs its number
    bool has_root;    // its comment has been written
    uint32_t named;   // the node that the tags name, or TABIA_NONE
};

/* ---- what moves and positions carry ---------------------------------- */

static bool has(unsigned mask, enum tabia_attr attr)
{
    return mask & 1u << attr;
}

static void add_command(struct writer *w, const char *name, const char *value)
{
    buf_addf(&w->note, "%s[%%%s ", w->note.size ? " " : "", name);
    for (; *value; value++) {
        const bool is_bad = *value == ']' || *value == '}';
        buf_add_char(&w->note, is_bad ? ')' : *value);
        w->nbrackets += is_bad;
    }
    buf_add_char(&w->note, ']');
}

/* The remark, in which a value of %eval that has changed is replaced. */
static void add_remark(struct writer *w, const char *remark,
                       const struct tabia_node_data *data)
{
    struct tabia_eval old;
    size_t start, end;
    char text[PGN_EVAL_SIZE];
    const bool has_eval = has(data->has, TABIA_ATTR_EVAL);
    const bool has_old = pgn_comment_eval(remark, &old, &start, &end);
    if (has_eval)
        pgn_comment_print_eval(&data->eval, text);
    if (has_eval && !has_old)
        add_command(w, "eval", text);
    if (*remark && w->note.size)
        buf_add_char(&w->note, ' ');
    if (!has_eval || !has_old || pgn_comment_same_eval(&old, &data->eval)) {
        buf_add_text(&w->note, remark);
        return;
    }
    buf_add(&w->note, remark, start);
    buf_add_text(&w->note, text);
    buf_add_text(&w->note, remark + end);
}

static void put_comment(struct writer *w, const char *text)
{
    if (!*text)
        return;
    w->nchanged += pgn_flow_comment(&w->flow, text);
    w->is_numbered = true;
}

/* The comment of a move or a root, and what is known of the position. */
static void put_note(struct writer *w, uint32_t node, const char *remark)
{
    const struct tabia_node_data data = tabia_node_data(w->book, node);
    buf_reset(&w->note);
    if (node != w->named && data.eco)
        add_command(w, "eco", data.eco);
    if (node != w->named && data.name)
        add_command(w, "opening", data.name);
    add_remark(w, remark, &data);
    put_comment(w, buf_text(&w->note));
}

static void put_nags(struct writer *w, const struct tabia_move_data *data)
{
    if (!has(data->has, TABIA_ATTR_NAGS))
        return;
    for (int i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++) {
        char text[8];
        snprintf(text, sizeof(text), "$%u", data->nags[i]);
        pgn_flow_word(&w->flow, text);
    }
}

/* Everything that a move carries, where it is written for the first time. */
static void put_data(struct writer *w, uint32_t edge)
{
    const struct tabia_move_data data = tabia_edge_data(w->book, edge);
    const uint32_t node = tabia_edge_target(w->book, edge);
    const struct tabia_node_data at = tabia_node_data(w->book, node);
    w->done[edge] = true;
    w->nmoves++;
    put_nags(w, &data);
    put_note(w, node, data.remark ? data.remark : "");
    if (!at.comment)
        return;
    put_comment(w, at.comment);
    w->nmoved++;
}

/* ---- moves ----------------------------------------------------------- */

static void put_number(struct writer *w)
{
    char text[16];
    const bool is_white = w->pos.turn == TABIA_WHITE;
    if (!is_white && !w->is_numbered)
        return;
    snprintf(text, sizeof(text), "%u%s", w->pos.fullmove,
             is_white ? "." : "...");
    pgn_flow_word(&w->flow, text);
}

/* Writes a move and plays it. */
static void put_move(struct writer *w, uint32_t edge)
{
    const tabia_move mv = tabia_edge_move(w->book, edge);
    char san[TABIA_SAN_SIZE];
    tabia_san_print(&w->pos, mv, san);
    put_number(w);
    pgn_flow_word(&w->flow, san);
    tabia_pos_play(&w->pos, mv);
    w->is_numbered = false;
    if (!w->done[edge])
        put_data(w, edge);
}

/* The moves of a node, unless they have been written: then none. */
static uint32_t enter(struct writer *w, uint32_t node, uint32_t *first)
{
    uint32_t count;
    tabia_node_edges(w->book, node, first, &count);
    if (count && w->seen[node]) {
        w->ncut++;
        return 0;
    }
    w->seen[node] = true;
    return count;
}

/* ---- one game with variations ---------------------------------------- */

static bool push_branch(struct writer *w, const struct branch *branch)
{
    struct branch *more = vec_grow(w->branches, &w->room, w->nbranches + 1,
                                   sizeof(*more), DEPTH_LIMIT);
    if (!more)
        return error_nomem(w->err);
    w->branches = more;
    more[w->nbranches++] = *branch;
    return true;
}

/* Opens the next variation of the innermost branch; returns where it goes. */
static uint32_t open_variation(struct writer *w)
{
    struct branch *b = &w->branches[w->nbranches - 1];
    const uint32_t edge = b->next++;
    w->pos = b->before;
    w->is_numbered = true;
    pgn_flow_add(&w->flow, "(", 1);
    put_move(w, edge);
    return tabia_edge_target(w->book, edge);
}

/* The line ends: the node to go on with, or TABIA_NONE. */
static uint32_t end_line(struct writer *w)
{
    if (!w->nbranches)
        return TABIA_NONE;
    struct branch *b = &w->branches[w->nbranches - 1];
    pgn_flow_glue(&w->flow, ")");
    if (b->next < b->end)
        return open_variation(w);
    w->pos = b->after;
    w->is_numbered = true;
    w->nbranches--;
    return b->node;
}

static bool write_tree(struct writer *w, uint32_t node)
{
    w->nbranches = 0;
    while (node != TABIA_NONE && sink_ok(w->flow.dst)) {
        uint32_t first;
        const uint32_t count = enter(w, node, &first);
        if (!count) {
            node = end_line(w);
            continue;
        }
        struct branch b = {
            .before = w->pos,
            .node = tabia_edge_target(w->book, first),
            .next = first + 1,
            .end = first + count,
        };
        put_move(w, first);
        b.after = w->pos;
        node = b.node;
        if (count == 1 || w->nbranches == DEPTH_LIMIT)
            continue;
        if (!push_branch(w, &b))
            return false;
        node = open_variation(w);
    }
    return true;
}

/* ---- games ----------------------------------------------------------- */

/* The end of the first moves from 'node' on; only asked of trees. */
static uint32_t main_end(const struct tabia_book *book, uint32_t node)
{
    uint32_t first, count;
    for (;;) {
        tabia_node_edges(book, node, &first, &count);
        if (!count)
            return node;
        node = tabia_edge_target(book, first);
    }
}

/*
 * Writes the tags of a game that ends at 'end', which they name if that can
 * be read back.
 */
static bool put_tags(struct writer *w, uint32_t root, uint32_t end,
                     const char **result)
{
    struct tabia_pos pos;
    struct tabia_node_data data = { 0 };
    tabia_book_root_pos(w->book, root, &pos);
    if (end != TABIA_NONE)
        data = tabia_node_data(w->book, end);
    const struct pgn_game game = {
        .book = w->book,
        .options = w->options,
        .start = &pos,
        .eco = data.eco,
        .opening = data.name,
    };
    bool is_named;
    if (!pgn_tags_write(&game, w->flow.dst, result, &is_named, w->err))
        return false;
    w->named = is_named ? end : TABIA_NONE;
    w->pos = pos;
    w->is_numbered = true;
    return true;
}

static void put_root(struct writer *w, uint32_t node)
{
    const struct tabia_node_data data = tabia_node_data(w->book, node);
    put_note(w, node, data.comment ? data.comment : "");
}

static void put_end(struct writer *w, const char *result)
{
    pgn_flow_word(&w->flow, result);
    pgn_flow_break(&w->flow);
}

static bool write_trees(struct writer *w)
{
    for (uint32_t i = 0; i < tabia_book_roots(w->book); i++) {
        const uint32_t root = tabia_book_root(w->book, i);
        const char *result;
        if (i)
            sink_char(w->flow.dst, '\n');
        if (!put_tags(w, i, w->is_tree ? main_end(w->book, root) : TABIA_NONE,
                      &result))
            return false;
        put_root(w, root);
        if (!write_tree(w, root))
            return false;
        put_end(w, result);
    }
    return true;
}

/* ---- one game per line ----------------------------------------------- */

/* The way from a root to where the writer stands. */
struct path {
    struct path_step {
        uint32_t edge, end; // the move, and the end of its siblings
    } * steps;
    size_t n, room;
};

static bool push_step(struct writer *w, struct path *path, uint32_t node,
                      bool *is_end)
{
    uint32_t first;
    const uint32_t count = enter(w, node, &first);
    *is_end = !count;
    if (!count)
        return true;
    struct path_step *more = vec_grow(path->steps, &path->room, path->n + 1,
                                      sizeof(*more), SIZE_MAX / 64);
    if (!more)
        return error_nomem(w->err);
    path->steps = more;
    more[path->n++] = (struct path_step){ first, first + count };
    return true;
}

static void step_on(struct path *path)
{
    while (path->n &&
           ++path->steps[path->n - 1].edge == path->steps[path->n - 1].end)
        path->n--;
}

static bool put_line(struct writer *w, uint32_t root, const struct path *path)
{
    const char *result;
    const uint32_t start = tabia_book_root(w->book, root);
    uint32_t end = start;
    if (path->n)
        end = tabia_edge_target(w->book, path->steps[path->n - 1].edge);
    if (w->flow.dst->nbytes)
        sink_char(w->flow.dst, '\n');
    if (!put_tags(w, root, w->is_tree ? end : TABIA_NONE, &result))
        return false;
    if (!w->has_root)
        put_root(w, start);
    w->has_root = true;
    for (size_t i = 0; i < path->n; i++)
        put_move(w, path->steps[i].edge);
    put_end(w, result);
    return sink_ok(w->flow.dst);
}

static bool write_root_lines(struct writer *w, uint32_t root, struct path *path)
{
    bool is_end;
    path->n = 0;
    w->has_root = false;
    if (!push_step(w, path, tabia_book_root(w->book, root), &is_end))
        return false;
    if (is_end)
        return put_line(w, root, path);
    while (path->n) {
        const uint32_t edge = path->steps[path->n - 1].edge;
        if (!push_step(w, path, tabia_edge_target(w->book, edge), &is_end))
            return false;
        if (!is_end)
            continue;
        if (!put_line(w, root, path))
            return false;
        step_on(path);
    }
    return true;
}

static bool write_lines(struct writer *w)
{
    struct path path = { 0 };
    bool is_done = true;
    for (uint32_t i = 0; is_done && i < tabia_book_roots(w->book); i++)
        is_done = write_root_lines(w, i, &path);
    free(path.steps);
    return is_done;
}

/* ---- the book -------------------------------------------------------- */

static void report_texts(struct writer *w)
{
    format_loss(w->report, w->nbrackets,
                "bracket in names becomes a parenthesis",
                "brackets in names become parentheses");
    format_loss(w->report, w->nchanged,
                "comment with line ends, double blanks or } is changed",
                "comments with line ends, double blanks or } are changed");
    format_loss(w->report, w->nmoved,
                "position comment becomes a comment of the move before",
                "position comments become comments of the move before");
}

static void report_rest(struct writer *w)
{
    const uint64_t rest = tabia_book_edges(w->book) - w->nmoves;
    format_loss(w->report, rest,
                "move that no line leads to, or too many variations deep, "
                "is dropped",
                "moves that no line leads to, or too many variations deep, "
                "are dropped");
    format_loss(
        w->report, w->ncut,
        "transposition is cut: the moves after it stand in another line",
        "transpositions are cut: the moves after them stand in another line");
    if (tabia_book_roots(w->book) > 1)
        tabia_report_add(w->report,
                         tabia_book_text_find(w->book, PGN_TAGS_KEY) != NULL,
                         "text of the whole book dropped: " PGN_TAGS_KEY);
}

static bool write_all(struct writer *w)
{
    const char *how =
        format_setting(w->options->settings, w->options->nsettings, "pgn");
    if (how && strcmp(how, "lines") == 0)
        return write_lines(w);
    if (how && strcmp(how, "tree") != 0)
        return error_set(w->err, TABIA_MISUSE,
                         "expected tree or lines, found '%.60s'", how);
    return write_trees(w);
}

bool pgn_write(const struct tabia_book *book,
               const struct tabia_write_options *options, struct sink *dst,
               struct tabia_report *report, struct tabia_error *err)
{
    struct writer w = {
        .book = book,
        .options = options,
        .report = report,
        .err = err,
        .flow = { .dst = dst, .word = { .limit = TEXT_LIMIT } },
        .note = { .limit = TEXT_LIMIT },
        .seen = calloc((size_t)tabia_book_nodes(book) + 1, 1),
        .done = calloc((size_t)tabia_book_edges(book) + 1, 1),
    };
    bool is_done = w.seen && w.done;
    if (!is_done)
        error_nomem(err);
    is_done = is_done && movetree_find_tree(book, &w.is_tree, err) &&
              write_all(&w) && sink_ok(dst);
    if (is_done && (w.flow.word.failed || w.note.failed))
        is_done = error_nomem(err);
    if (is_done) {
        report_texts(&w);
        report_rest(&w);
    }
    buf_clear(&w.flow.word);
    buf_clear(&w.note);
    free(w.branches);
    free(w.seen);
    free(w.done);
    return is_done;
}
