/*
 * verb_tree.c - tabia tree
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book/walk_internal.h"
#include "cli/cli_pos.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/move_view.h"
#include "cli/view/verb_output.h"
#include "cli/view/walk_lines.h"
#include "source/answer.h"
#include "source/source_internal.h"

#include "base/banned.h"

enum { DEPTH, FEN, MOVES, ASCII };

/* Two levels of JSON per ply must fit into JSON_WRITER_DEPTH_MAX. */
enum { DEPTH_MAX = 1000 };

static const struct option_spec options[] = {
    [DEPTH] = { .name = "depth",
                .letter = 'd',
                .kind = OPTION_INT,
                .value = "N",
                .default_value = "4",
                .min = 1,
                .max = DEPTH_MAX,
                .help = "number of plies to show" },
    [FEN] = { .name = "fen",
              .kind = OPTION_TEXT,
              .value = "FEN",
              .help = "start from this position (default: every root of "
                      "the book)" },
    [MOVES] = SHARED_MOVES,
    [ASCII] = { .name = "ascii", .help = "use ASCII characters only" },
};

/* How the branches look. */
struct tree_drawing {
    const char *fork, *last, *trunk, *empty, *more;
};

static const struct tree_drawing boxes = { "├─ ", "└─ ", "│  ", "   ", " …" };
static const struct tree_drawing ascii = { "|- ", "`- ", "|  ", "   ", " ..." };

struct tree_printer {
    const struct tabia_book *book;
    const struct tabia_names *names;
    const struct tree_drawing *drawing;
    uint32_t depth;
    struct walk_lines lines;
    struct buf text;
    bool is_last[DEPTH_MAX + 1]; // by ply, of the current line
};

/* Does the book go on below the last ply that is shown? */
static bool is_cut(const struct tree_printer *tree,
                   const struct tabia_walk_step *step)
{
    return step->ply == tree->depth && !step->is_leaf && !step->is_seen;
}

static struct move_view view_of(const struct tree_printer *tree,
                                const struct tabia_walk_step *step)
{
    struct move_view view;
    struct tabia_node_data after = { 0 };
    if (step->position != TABIA_NUMBER_NONE)
        after = tabia_book_position_data(tree->book, step->position);
    answer_add_name(&after, &step->after, tree->names);
    move_view_init(&view, &step->before, &step->book_move, after);
    return view;
}

/* ---- text ------------------------------------------------------------ */

/* Names the line that the step has joined. */
static void tree_add_joined(struct tree_printer *tree,
                            const struct tabia_walk_step *step)
{
    buf_add_text(&tree->text, " = ");
    walk_lines_print(&tree->lines, step->seen_step, &tree->text);
}

static bool print_tree(struct tree_printer *tree, struct tabia_walk *walk,
                       struct tabia_error *err)
{
    struct buf *text = &tree->text;
    struct tabia_walk_step step;
    while (tabia_walk_next(walk, &step, err)) {
        if (!walk_lines_add(&tree->lines, &step, err))
            return false;
        buf_reset(text);
        if (step.ply == 0) {
            struct tabia_pos start;
            char fen[TABIA_FEN_SIZE];
            tabia_pos_set_start(&start);
            tabia_fen_print(&step.after, 0, fen);
            buf_add_text(text, tabia_pos_is_same(&start, &step.after) ? "start"
                                                                      : fen);
            if (step.is_seen)
                tree_add_joined(tree, &step);
        } else {
            const struct move_view view = view_of(tree, &step);
            const struct walk_line_step *named =
                &tree->lines.steps[tree->lines.nsteps - 1];
            const struct tree_drawing *drawing = tree->drawing;
            tree->is_last[step.ply] = step.is_last;
            for (uint32_t ply = 1; ply < step.ply; ply++)
                buf_add_text(text, tree->is_last[ply] ? drawing->empty
                                                      : drawing->trunk);
            buf_add_text(text, step.is_last ? drawing->last : drawing->fork);
            walk_lines_print_move(text, named, true);
            buf_add_text(text, move_view_mark(view.data.mark));
            move_view_add_nags(text, &view.data);
            // What stands behind the move: values, name, where it leads.
            char eval[MOVE_VIEW_EVAL_SIZE];
            if (view.data.has & TABIA_HAS_WEIGHT)
                buf_addf(text, " [%u]", view.data.weight);
            if (view.data.has & TABIA_HAS_RESULTS) {
                buf_add_char(text, ' ');
                move_view_add_results(text, &view.data);
            }
            if (*move_view_eval(&view.after, eval))
                buf_addf(text, " %s", eval);
            if (step.is_seen) {
                tree_add_joined(tree, &step);
            } else if (view.after.name || view.after.eco) {
                buf_add_text(text, "  ");
                move_view_add_name(text, &view.after);
            }
            if (is_cut(tree, &step))
                buf_add_text(text, tree->drawing->more);
        }
        puts(buf_text(text));
    }
    return walk_is_whole(walk, err);
}

/* ---- JSON ------------------------------------------------------------ */

/* An object per step, in whose array "moves" the next steps stand. */
static bool print_tree_json(struct tree_printer *tree, struct tabia_walk *walk,
                            struct json_writer *js, struct tabia_error *err)
{
    struct tabia_walk_step step;
    int nopen = 0;
    json_writer_begin_array(js);
    while (tabia_walk_next(walk, &step, err)) {
        if (!walk_lines_add(&tree->lines, &step, err))
            return false;
        for (; nopen > (int)step.ply; nopen--) {
            json_writer_end(js);
            json_writer_end(js);
        }
        json_writer_begin_object(js);
        if (step.ply == 0) {
            char fen[TABIA_FEN_SIZE];
            tabia_fen_print(&step.after, 0, fen);
            json_writer_pair_text(js, "fen", fen);
        } else {
            const struct move_view view = view_of(tree, &step);
            move_view_put_json(js, &view);
        }
        if (is_cut(tree, &step))
            json_writer_pair_bool(js, "more", true);
        if (step.is_seen) {
            buf_reset(&tree->text);
            walk_lines_print(&tree->lines, step.seen_step, &tree->text);
            json_writer_pair_text(js, "joins", buf_text(&tree->text));
        }
        json_writer_key(js, "moves");
        json_writer_begin_array(js);
        nopen++;
    }
    for (; nopen > 0; nopen--) {
        json_writer_end(js);
        json_writer_end(js);
    }
    json_writer_end(js);
    return walk_is_whole(walk, err);
}

/* ---- the verb -------------------------------------------------------- */

static enum cli_status print_book_tree(const struct args *args,
                                       const struct source_file *file,
                                       const struct tabia_pos *from)
{
    struct tabia_error err = { 0 };
    if (from &&
        tabia_book_find_position(file->book, from) == TABIA_NUMBER_NONE) {
        cli_note(args, "not in the book");
        return CLI_NO;
    }
    struct tree_printer *tree = calloc(1, sizeof(*tree));
    if (!tree)
        return cli_fail(CLI_FAILED, "out of memory");
    tree->book = file->book;
    tree->names = file->names;
    tree->drawing = args->values[ASCII].given ? &ascii : &boxes;
    tree->depth = (uint32_t)args->values[DEPTH].number;
    tree->text.limit = 1 << 20;
    const struct tabia_walk_options how = {
        .max_ply = tree->depth,
        .from = from,
    };
    struct tabia_walk *walk = tabia_walk_new(tree->book, &how, &err);
    struct verb_output out;
    verb_output_open(&out, args->json);
    bool ok = walk && (out.js ? print_tree_json(tree, walk, out.js, &err)
                              : print_tree(tree, walk, &err));
    tabia_walk_free(walk);
    if (ok && !tree->lines.nsteps)
        cli_note(args, "no moves in the book");
    walk_lines_clear(&tree->lines);
    buf_clear(&tree->text);
    free(tree);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status run_tree(const struct args *args)
{
    const struct option_value *values = args->values;
    const bool has_from = values[FEN].given || values[MOVES].given;
    struct tabia_pos from;
    enum cli_status status = cli_pos_read(&from, values[FEN].text);
    if (status == CLI_DONE)
        status = cli_pos_play(&from, values[MOVES].text);
    if (status != CLI_DONE)
        return status;

    struct tabia_names *names;
    status = opening_names_open(&names, NULL, 0);
    if (status != CLI_DONE)
        return status;
    struct source_file file;
    const struct source_file_options how = { .mode = TABIA_OPEN_LOAD,
                                             .wants_lines = true,
                                             .names = names };
    const char *path = args->noperands > 0 ? args->operands[0] : NULL;
    status = source_file_open(&file, args, path, &how);
    if (status == CLI_DONE) {
        status = settings_check(args, &file.format, 1, NULL);
        if (status == CLI_DONE)
            status = print_book_tree(args, &file, has_from ? &from : NULL);
        source_file_close(&file);
    }
    tabia_names_free(names);
    return status;
}

const struct verb verb_tree = {
    .name = "tree",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "print a book as a tree",
    .operands = "[BOOK]",
    .description =
        "Prints the moves with their marks, weights (in brackets), results "
        "(White wins, draws, Black wins), evaluations and names. A move "
        "into a position that was shown before ends with = and the line it "
        "joins. Lines that continue below the depth end with ... . "
        "Without BOOK, it prints the built-in book.",
    .example = "tabia tree --moves \"e4 c6\" --depth 6\n"
               "tabia tree book.txt",
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_tree,
};
