/*
 * lines.c - lines of moves without anything between them
 *
 *     e2e4e7e5g1f3b8c6f1b5a7a6
 *     e2e4e7e5g1f3b8c6f1c4
 *
 * The notation in which J. F. White's book-opening routine of 1990 is typed
 * in (docs/formats/lines.md). Every line starts from the starting position.
 *
 *     line = { blank | move }
 *     move = from to [ promotion ]
 *
 * The original has neither blanks nor promotion letters. A promotion without
 * a letter is to a queen. A 'b' with a digit behind it is a file, not a
 * bishop: a7a8b1c3 is two moves.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "book/edges.h"
#include "book/reach.h"
#include "book/walk_internal.h"
#include "format/formats.h"
#include "format/shared/book_as_tree.h"
#include "format/shared/line_moves.h"
#include "tabia/walk.h"
#include "base/banned.h"

/* ---- detection ------------------------------------------------------- */

/*
 * Moves apart from each other are as well, and more often, CT800 lines. One
 * bad line in five is a damaged file; more are something else.
 */
static enum format_match lines_detect(struct tabia_bytes bytes)
{
    struct text t;
    size_t ngood = 0, nbad = 0;
    bool has_joint = false; // two moves without a blank between them
    bytes = format_first_lines(bytes);
    if (!format_looks_like_text(bytes) || !text_init(&t, bytes, NULL, NULL))
        return FORMAT_NO;
    while (text_next_line(&t)) {
        if (!text_skip_blanks(&t))
            continue;
        while (text_skip_blanks(&t) && line_skip_move(&t))
            has_joint |= line_is_move(t.p, t.end);
        ngood += text_is_at_end(&t);
        nbad += !text_is_at_end(&t);
    }
    if (!ngood || nbad * 4 > ngood)
        return FORMAT_NO;
    return has_joint ? FORMAT_LIKELY : FORMAT_MAYBE;
}

/* ---- reading --------------------------------------------------------- */

/*
 * A line that goes wrong keeps the moves before the fault; whether the book
 * is then used at all is for the caller's options to say.
 */
static bool lines_read(struct tabia_bytes bytes, struct read_job *job,
                       struct tabia_builder *out, struct tabia_error *err)
{
    struct text t;
    if (!text_init(&t, bytes, job->name, err))
        return false;
    while (text_next_line(&t)) {
        struct tabia_builder_cursor cursor = { .node = TABIA_NUMBER_NONE };
        struct tabia_error problem = { 0 };
        tabia_pos_set_start(&cursor.pos);
        while (text_skip_blanks(&t)) {
            const struct tabia_move_data source = {
                .has = TABIA_HAS_LOCATION,
                .line = t.line,
                .col = (uint32_t)(t.p - t.line_start) + 1,
            };
            tabia_move mv;
            t.err = &problem;
            if (!line_move_read(&t, &cursor.pos, &mv))
                break;
            if ((cursor.node == TABIA_NUMBER_NONE &&
                 !tabia_builder_start(out, NULL, &cursor, err)) ||
                !tabia_builder_play(out, &cursor, mv, err) ||
                (job->user->keep_location &&
                 !tabia_builder_set_move(out, cursor.edge, &source, err)))
                return false;
        }
        t.err = NULL;
        if (problem.status &&
            !format_problem(job, TABIA_SEVERITY_ERROR, &problem, err))
            return false;
    }
    return true;
}

/* ---- writing --------------------------------------------------------- */

static void print_line(struct sink *dst, const tabia_move *moves, size_t n)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n; i++) {
        line_move_print(dst, &pos, moves[i]);
        tabia_pos_play(&pos, moves[i]);
    }
    sink_put_char(dst, '\n');
}

static void report_dropped_moves(const struct tabia_book *book, uint64_t nmoves,
                                 struct tabia_report *report)
{
    const uint64_t rest = tabia_book_edge_count(book) - nmoves;
    report_add_lost_moves(
        report, rest,
        "move that is unreachable from the starting position is dropped",
        "moves that are unreachable from the starting position are dropped");
}

/* In a tree no line is longer than there are moves. */
static bool write_trees(const struct tabia_book *book, struct sink *dst,
                        struct tabia_report *report, struct tabia_error *err)
{
    const uint32_t initial = reach_find_initial(book);
    struct node_walk walk = { .book = book };
    uint64_t nmoves = 0;
    uint32_t edge;
    tabia_move *line =
        calloc((size_t)tabia_book_edge_count(book) + 1, sizeof(*line));
    bool ok = line || error_nomem(err);
    for (uint32_t i = 0; ok && i < tabia_book_root_count(book); i++) {
        const uint32_t root = tabia_book_root_at(book, i);
        if (!reach_is_root_at(book, i, initial))
            continue;
        ok = node_walk_enter(&walk, root, 0, err);
        while (ok && sink_ok(dst) && node_walk_next(&walk, &edge)) {
            const size_t n = walk.n;
            line[n - 1] = tabia_book_edge_move(book, edge);
            nmoves++;
            ok = node_walk_enter(&walk, tabia_book_edge_target(book, edge), 0,
                                 err);
            if (ok && walk.steps[n].first == walk.steps[n].end)
                print_line(dst, line, n);
        }
    }
    node_walk_clear(&walk);
    free(line);
    if (ok)
        report_dropped_moves(book, nmoves, report);
    return ok && sink_ok(dst);
}

/* Each position is gone into once; where lines meet, all but one end. */
static bool write_graph(const struct tabia_book *book, struct sink *dst,
                        struct tabia_report *report, struct tabia_error *err)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct tabia_walk_options options = { .from = &start };
    struct tabia_walk *walk = tabia_walk_new(book, &options, err);
    if (!walk)
        return false;

    struct tabia_walk_step step;
    uint64_t ncut = 0, nmoves = 0;
    while (sink_ok(dst) && tabia_walk_next(walk, &step, err)) {
        if (!step.is_seen && !step.is_leaf) {
            struct edges it = edges_of(book, step.position);
            struct tabia_book_move entry;
            while (edges_next(&it, &entry))
                nmoves++;
        }
        if (!step.ply || !(step.is_leaf || step.is_seen))
            continue;
        const tabia_move *moves;
        const size_t n = tabia_walk_line(walk, &moves);
        print_line(dst, moves, n);
        ncut += step.is_seen && !step.is_leaf;
    }
    const bool ok = walk_is_whole(walk, err) && sink_ok(dst);
    tabia_walk_free(walk);
    if (ok)
        report_dropped_moves(book, nmoves, report);
    report_add(
        report, ncut,
        "transposition is cut: the moves after it are in another line",
        "transpositions are cut: the moves after them are in another line");
    return ok;
}

static bool lines_write(const struct tabia_book *book,
                        const struct tabia_write_options *options,
                        struct sink *dst, struct tabia_report *report,
                        struct tabia_error *err)
{
    bool is_tree = true;
    (void)options;
    return book_as_tree_is_one(book, &is_tree, err) &&
           (is_tree ? write_trees : write_graph)(book, dst, report, err);
}

static const char *const suffixes[] = { ".txt", ".lines", NULL };

const struct tabia_format format_lines = {
    .info = {
        .name = "lines",
        .title = "lines of coordinate moves without spaces",
        .suffixes = suffixes,
        .can_skip_damage = true,
        .can_read = true,
        .can_write = true,
        .holds = TABIA_HOLDS_UNDERPROMOTION | TABIA_HOLDS_EN_PASSANT,
    },
    .detect = lines_detect,
    .read = lines_read,
    .write = lines_write,
};
