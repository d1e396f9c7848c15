/*
 * verb_coverage.c - tabia coverage
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book/book_side.h"
#include "chess/line_print.h"
#include "cli/files/against.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/progress_bar.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "format/json/json_data.h"
#include "study/coverage/candidates.h"
#include "study/coverage/coverage.h"

#include "base/banned.h"

enum { AGAINST, SIDE, TOP, MAX_PLY, BY_PLY, WIDE, NAMES };

enum { CANDIDATES = 3 };

static const struct option_spec options[] = {
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .repeats = true,
                  .help = "book or store of likely replies (default: the "
                          "built-in book); repeat it to add more" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "side that plays from the book; if absent, the "
                       "side the book is for, else both in turn" },
    [TOP] = { .name = "top",
              .kind = OPTION_INT,
              .value = "N",
              .default_value = "10",
              .max = INT32_MAX,
              .help = "number of holes to print" },
    [MAX_PLY] = { .name = "max-ply",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "200",
                  .min = 1,
                  .max = COVERAGE_PLIES_MAX,
                  .help = "follow games for N plies" },
    [BY_PLY] = { .name = "by-ply",
                 .help = "also print a table of what the book has at each "
                         "ply" },
    [WIDE] = { .name = "wide", .help = "also play avoided moves" },
    [NAMES] = SHARED_NAMES,
};

struct coverage_command {
    const struct args *args;
    struct source_file book;
    struct against_sources against;
    struct buf names_against; // of all, for people
    struct likely_replies *replies;
    struct tabia_names *names;
    struct progress_bar progress;
    struct verb_output out;
};

static const struct verb_output_column hole_columns[] = {
    { "share", "", 'r' }, { "ply", NULL, 'r' }, { "start", NULL, 'l' },
    { "line", "", 'l' },  { "fen", NULL, 'l' }, { "known", NULL, 'l' },
    { "eco", "", 'l' },   { "name", "", 'l' },  { NULL, "", 'l' },
    { NULL, "", 'l' }, // answers
};

/* ---- a hole ---------------------------------------------------------- */

/* "Nf3 54% of 812 +0.31, c4 52% of 91" */
static void print_answers(struct buf *text, const struct tabia_pos *pos,
                          const struct candidate *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(pos, list[i].move, san);
        buf_addf(text, "%s%s", i ? ", " : "", san);
        if (list[i].has_score)
            buf_addf(text, " %.0f%% of %" PRIu64, 100 * list[i].score,
                     list[i].games);
        if (list[i].has_eval && list[i].eval.kind == TABIA_EVAL_CP)
            buf_addf(text, " %+.2f", list[i].eval.value / 100.0);
        else if (list[i].has_eval)
            buf_addf(text, " #%d", (int)list[i].eval.value);
    }
}

/* The answers as objects, in the open row; only in JSON. */
static void put_answers(struct json_writer *js,
                        const struct coverage_command *job,
                        const struct tabia_pos *pos,
                        const struct candidate *list, size_t n)
{
    json_writer_key(js, "answers");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        const struct candidate *c = &list[i];
        char san[TABIA_SAN_SIZE];
        tabia_san_print(pos, c->move, san);
        json_writer_begin_object(js);
        json_writer_pair_text(js, "san", san);
        json_writer_pair_text(js, "source",
                              job->against.files[c->source_index].name);
        json_writer_pair_double(js, "share", c->share);
        if (c->games)
            json_writer_pair_uint(js, "games", c->games);
        if (c->has_score)
            json_writer_pair_double(js, "score", c->score);
        if (c->has_eval)
            json_data_put_score(js, &c->eval);
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* A hole as a row; the soonest is a line of text. */
static bool put_hole(struct verb_output *out,
                     const struct coverage_command *job,
                     const struct coverage *c, size_t n, bool is_soonest,
                     struct tabia_error *err)
{
    const struct coverage_hole hole = coverage_hole_at(c, n);
    const struct likely_sources from = { job->against.list, job->against.n,
                                         NULL };
    struct buf line = { .limit = 1 << 16 }, answers = { .limit = 1 << 12 };
    struct candidate list[CANDIDATES];
    size_t nlist = 0;
    struct tabia_name name = { 0 };
    struct tabia_pos usual;
    tabia_move moves[COVERAGE_PLIES_MAX + 2];
    char start[TABIA_FEN_SIZE] = "", fen[TABIA_FEN_SIZE];
    coverage_get_line(c, n, moves);
    line_print(&line, hole.start, moves, (size_t)hole.ply);
    tabia_pos_set_start(&usual);
    if (!tabia_pos_is_same(&hole.start, &usual))
        tabia_fen_print(&hole.start, TABIA_FEN_EP_LEGAL, start);
    tabia_fen_print(&hole.pos, TABIA_FEN_EP_LEGAL, fen);
    tabia_names_find_line(job->names, &hole.start, moves, (size_t)hole.ply,
                          &name, NULL);
    const bool ok = is_soonest || candidates_find(&from, &hole.pos, list,
                                                  CANDIDATES, &nlist, err);
    if (is_soonest && !out->js) {
        verb_output_line(out, "shortest way out: %s (ply %d)%s%s",
                         buf_text(&line), hole.ply, *start ? " from " : "",
                         start);
    } else if (ok) {
        print_answers(&answers, &hole.pos, list, nlist);
        verb_output_cell(out, fact_share(hole.share, 2));
        verb_output_cell(out, fact_count((uint64_t)hole.ply));
        verb_output_cell(out, fact_some(start));
        verb_output_cell(out, fact_text(buf_text(&line)));
        verb_output_cell(out, fact_text(fen));
        verb_output_cell(out, fact_flag(hole.is_known));
        verb_output_cell(out, fact_text(name.eco));
        verb_output_cell(out, fact_text(name.name));
        verb_output_cell(out, fact_some(start));
        if (out->js && !is_soonest)
            put_answers(out->js, job, &hole.pos, list, nlist);
        verb_output_cell(out, fact_text(buf_text(&answers)));
    }
    buf_clear(&line);
    buf_clear(&answers);
    return ok;
}

/* ---- the verb -------------------------------------------------------- */

static void put_plies(struct verb_output *out, const struct coverage *c)
{
    static const struct verb_output_column columns[] = {
        { "ply", "ply", 'r' },       { "positions", "positions", 'r' },
        { "moves", "moves", 'r' },   { "breadth", "breadth", 'r' },
        { "share", "in book", 'r' },
    };
    verb_output_gap(out);
    verb_output_table(out, "plies", columns, COUNT_OF(columns));
    for (size_t i = 0; i < coverage_ply_count(c); i++) {
        const struct coverage_ply ply = coverage_ply_at(c, i);
        verb_output_cell(out, fact_count(i));
        verb_output_cell(out, fact_count(ply.positions));
        verb_output_cell(out, fact_count(ply.moves));
        verb_output_cell(out, fact_real((double)ply.moves / ply.positions, 2));
        verb_output_cell(out, fact_share(ply.share, 1));
    }
    verb_output_table_end(out);
}

static bool put_coverage(struct coverage_command *job, enum tabia_color color,
                         const struct coverage *c, struct tabia_error *err)
{
    struct verb_output *out = &job->out;
    const size_t nholes = coverage_hole_count(c);
    const size_t top = (size_t)job->args->values[TOP].number;
    const size_t shown = nholes < top ? nholes : top;
    bool ok = true;
    verb_output_object(out, NULL);
    verb_output_add(out, "book", NULL, fact_text(job->book.name));
    const char *names[AGAINST_MAX];
    for (size_t i = 0; i < job->against.n; i++)
        names[i] = job->against.files[i].name;
    verb_output_texts(out, "against", names, job->against.n);
    verb_output_add(out, "side", NULL, fact_text(shared_colors[color]));
    verb_output_line(out, "%s for %s, against %s", job->book.name,
                     color == TABIA_WHITE ? "White" : "Black",
                     buf_text(&job->names_against));
    if (coverage_first_move(c) != TABIA_MOVE_NONE) {
        struct tabia_pos start;
        char san[TABIA_SAN_SIZE];
        tabia_pos_set_start(&start);
        tabia_san_print(&start, coverage_first_move(c), san);
        verb_output_add(out, "first_move", NULL, fact_text(san));
        verb_output_line(
            out, "only games with 1.%s, the only first move of the book", san);
    }
    verb_output_gap(out);
    verb_output_line(
        out, "likely replies without an answer: %zu, in %.1f%% of games",
        nholes, 100 * coverage_share_unanswered(c));
    verb_output_add(out, "unanswered", NULL, fact_count(nholes));
    verb_output_add(out, "unanswered_share", NULL,
                    fact_share(coverage_share_unanswered(c), 1));
    verb_output_table(out, "holes", hole_columns, COUNT_OF(hole_columns));
    for (size_t i = 0; i < shown && ok; i++)
        ok = put_hole(out, job, c, i, false, err);
    verb_output_table_end(out);
    if (shown < nholes)
        verb_output_line(out, "... and %zu more; use --top to show more",
                         nholes - shown);
    if (nholes && out->js)
        verb_output_row(out, "soonest", hole_columns, COUNT_OF(hole_columns));
    if (nholes)
        ok = ok && put_hole(out, job, c, coverage_find_soonest(c), true, err);
    verb_output_add(out, "mean", NULL, fact_real(coverage_mean_moves(c), 1));
    verb_output_add(out, "ended", NULL, fact_share(coverage_share_ended(c), 1));
    verb_output_line(out, "moves from the book on average: %.1f",
                     coverage_mean_moves(c));
    verb_output_line(out, "games that end without a known reply: %.1f%%",
                     100 * coverage_share_ended(c));
    if (job->args->values[BY_PLY].given)
        put_plies(out, c);
    verb_output_end(out);
    return ok;
}

static bool on_survey_progress(void *ctx, uint64_t positions)
{
    struct coverage_command *job = ctx;
    progress_bar_update(&job->progress, positions);
    return true;
}

static enum cli_status cover_side(struct coverage_command *job,
                                  enum tabia_color color)
{
    const struct coverage_options how = {
        .color = color,
        .allow_avoided = job->args->values[WIDE].given,
        .max_ply = (int)job->args->values[MAX_PLY].number,
        .replies = job->replies,
        .on_progress = on_survey_progress,
        .ctx = job,
    };
    const struct coverage_sources from = {
        .book = job->book.source,
        .replies = { job->against.list, job->against.n, NULL },
    };
    const struct tabia_book *book = job->book.book;
    struct tabia_error err = { 0 };
    struct coverage *c = coverage_new(&how, &err);
    progress_bar_init(&job->progress, "looking up", "positions",
                      book ? tabia_book_position_count(book) : 0,
                      job->args->quiet || !isatty(STDERR_FILENO));
    const bool is_surveyed = c && coverage_survey(c, &from, NULL, &err);
    progress_bar_finish(&job->progress);
    const bool ok = is_surveyed && put_coverage(job, color, c, &err);
    coverage_free(c);
    return ok ? CLI_DONE : cli_print_error(&err);
}

/* Their names, for people. */
static void name_against(struct coverage_command *job)
{
    job->names_against.limit = 1 << 16;
    for (size_t i = 0; i < job->against.n; i++)
        buf_addf(&job->names_against, "%s%s", i ? ", " : "",
                 job->against.files[i].name);
}

static enum cli_status check_coverage_input(const struct coverage_command *job,
                                            const struct args *args)
{
    const struct tabia_format *formats[AGAINST_MAX + 1] = { job->book.format };
    for (size_t i = 0; i < job->against.n; i++)
        formats[i + 1] = job->against.files[i].format;
    return settings_check(args, formats, job->against.n + 1, NULL);
}

static enum cli_status cover_book(struct coverage_command *job)
{
    enum cli_status status = CLI_DONE;
    verb_output_open(&job->out, job->args->json);
    verb_output_array(&job->out, NULL);
    // The side that the user names, else the book; else both.
    const struct option_value *given = &job->args->values[SIDE];
    const enum tabia_side side =
        given->given ? shared_options_side(given) : book_side(job->book.book);
    for (int i = TABIA_WHITE; i <= TABIA_BLACK && status == CLI_DONE; i++) {
        if (side == (i == TABIA_WHITE ? TABIA_SIDE_BLACK : TABIA_SIDE_WHITE))
            continue;
        if (i == TABIA_BLACK && side == TABIA_SIDE_BOTH)
            verb_output_gap(&job->out);
        status = cover_side(job, (enum tabia_color)i);
    }
    verb_output_end(&job->out);
    const enum cli_status printed = verb_output_close(&job->out);
    return status == CLI_DONE ? printed : status;
}

/* True if standard input is more than one of the files. */
static bool is_stdin_repeated(const struct args *args)
{
    const char *paths[OPTIONS_REPEATED_MAX + 1];
    int n = strcmp(args->operands[0], "-") == 0;
    options_collect(args, AGAINST, paths);
    for (size_t i = 0; paths[i]; i++)
        n += strcmp(paths[i], "-") == 0;
    return n > 1;
}

static enum cli_status run_coverage(const struct args *args)
{
    struct coverage_command job = { .args = args };
    const struct source_file_options how = { .mode = TABIA_OPEN_AUTO };
    struct tabia_error err = { 0 };
    if (is_stdin_repeated(args))
        return cli_misuse(args->verb, "standard input can be read only once");
    enum cli_status status =
        source_file_open(&job.book, args, args->operands[0], &how);
    if (status == CLI_DONE)
        status = against_open(&job.against, args, AGAINST, true);
    name_against(&job);
    if (status == CLI_DONE)
        status = check_coverage_input(&job, args);
    if (status == CLI_DONE)
        status = opening_names_open(&job.names, args, NAMES);
    if (status == CLI_DONE &&
        !(job.replies = likely_replies_new(args->values[WIDE].given, &err)))
        status = cli_print_error(&err);
    if (status == CLI_DONE)
        status = cover_book(&job);
    likely_replies_free(job.replies);
    tabia_names_free(job.names);
    against_close(&job.against);
    source_file_close(&job.book);
    buf_clear(&job.names_against);
    return status;
}

const struct verb verb_coverage = {
    .name = "coverage",
    .group = VERB_GROUP_STUDY,
    .summary = "find the replies that a book does not answer",
    .operands = "BOOK",
    .description =
        "Follows all games in which one side plays from the book and the "
        "other plays likely replies. Prints the holes: the most likely "
        "replies that the book does not answer, each with the share of games "
        "that reach it by any order of moves, its opening, and what is "
        "played against it, with the score and the evaluation if they are "
        "known. Then the shortest way out of the book, and how many moves it "
        "lasts on average.",
    .notes =
        "Games start from the positions that the book's lines start from, "
        "with equal chances: the chapters of a study may start from a FEN. A "
        "book for Black that has one first move of White, as one against 1.e4 "
        "does, is about games with that move only. Where the book has several "
        "moves of its side, each is played as often as its weight says, "
        "equally "
        "often without weights: a hole after one of two counts half. "
        "Replies come from the first BOOK2 that has any, then from the book "
        "itself; their weights or games decide how likely they are. Positions "
        "are looked up in their files: a store of any size takes little "
        "memory.\n"
        "--by-ply adds a table: for each ply, the positions that the book "
        "reaches, the moves that continue from there, and the share of games "
        "still in the book.",
    .example = "tabia coverage mine.txt --side white\n"
               "tabia coverage mine.pgn --against games.tabia --top 50\n"
               "tabia coverage mine.bin --against games.tabia --against "
               "book.bin",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_coverage,
};
