/*
 * verb_coverage.c - tabia coverage
 */
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "cli/books.h"
#include "cli/columns.h"
#include "cli/name_table.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "study/coverage.h"

#include "base/banned.h"

enum { AGAINST, SIDE, TOP, WIDE, NAMES };

enum { MAX_PLY = 200 };

static const struct option_spec options[] = {
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .help = "the replies that are likely (default those of the "
                          "book that comes with tabia)" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_sides,
               .help = "who plays from the book (default the side that it is "
                       "for, else both in turn)" },
    [TOP] = { .name = "top",
              .kind = OPTION_INT,
              .value = "N",
              .fallback = "10",
              .max = INT32_MAX,
              .help = "show so many replies that are not answered" },
    [WIDE] = { .name = "wide", .help = "avoided moves are played as well" },
    [NAMES] = SHARED_NAMES,
};

struct job {
    const struct args *args;
    struct book_file book, against;
    struct tabia_names *names;
    struct json *js;
    size_t ngaps; // of all sides
};

static const char *side_name(enum tabia_color side)
{
    return side == TABIA_WHITE ? "White" : "Black";
}

/* Adds "1.e4 e5 2.Nf3", or "2...Nf6 3.Nc3". */
static void add_line(struct buf *text, struct tabia_pos pos,
                     const tabia_move *moves, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, moves[i], san);
        if (i)
            buf_add_char(text, ' ');
        if (pos.turn == TABIA_WHITE)
            buf_addf(text, "%u.", pos.fullmove);
        else if (i == 0)
            buf_addf(text, "%u...", pos.fullmove);
        buf_add_text(text, san);
        tabia_pos_play(&pos, moves[i]);
    }
}

/* The line to a gap, in words, and what it is called. */
struct gap_view {
    struct coverage_gap gap;
    tabia_move moves[MAX_PLY + 2];
    struct tabia_name name;
    struct buf line;
    char start[TABIA_FEN_SIZE]; // "" for the usual one
};

static void print_start(const struct tabia_pos *pos, char fen[TABIA_FEN_SIZE])
{
    struct tabia_pos usual;
    tabia_pos_start(&usual);
    fen[0] = '\0';
    if (!tabia_pos_is_same(pos, &usual))
        tabia_pos_to_fen(pos, TABIA_FEN_EP_LEGAL, fen);
}

static void view_gap(struct gap_view *view, const struct job *job,
                     const struct coverage *c, size_t n)
{
    *view = (struct gap_view){ .line = { .limit = 1 << 16 } };
    view->gap = coverage_gap_at(c, n);
    coverage_line(c, n, view->moves);
    const size_t nmoves = (size_t)view->gap.ply;
    add_line(&view->line, view->gap.start, view->moves, nmoves);
    print_start(&view->gap.start, view->start);
    tabia_names_line(job->names, &view->gap.start, view->moves, nmoves,
                     &view->name, NULL);
}

static size_t shown_gaps(const struct job *job, const struct coverage *c)
{
    const size_t top = (size_t)job->args->values[TOP].number;
    const size_t n = coverage_gap_count(c);
    return n < top ? n : top;
}

/* ---- text ------------------------------------------------------------ */

static bool print_plies(const struct coverage *c)
{
    struct columns table;
    columns_init(&table, "rrrrr");
    static const char *const heads[] = { "ply", "positions", "moves", "breadth",
                                         "in book" };
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        columns_add(&table, "%s", heads[i]);
    for (size_t i = 0; i < coverage_ply_count(c); i++) {
        const struct coverage_ply ply = coverage_ply_at(c, i);
        columns_add(&table, "%zu", i);
        columns_add(&table, "%u", ply.positions);
        columns_add(&table, "%u", ply.moves);
        columns_add(&table, "%.2f", (double)ply.moves / ply.positions);
        columns_add(&table, "%.1f%%", 100 * ply.share);
    }
    const bool is_done = columns_print(&table, stdout);
    columns_clear(&table);
    return is_done;
}

static bool print_gaps(const struct job *job, const struct coverage *c)
{
    struct columns table;
    columns_init(&table, "rllll");
    for (size_t i = 0; i < shown_gaps(job, c); i++) {
        struct gap_view view;
        view_gap(&view, job, c, i);
        columns_add(&table, "%.2f%%", 100 * view.gap.share);
        columns_add(&table, "%s", buf_text(&view.line));
        columns_add(&table, "%s", view.name.eco ? view.name.eco : "");
        columns_add(&table, "%s", view.name.name ? view.name.name : "");
        columns_add(&table, "%s", view.start);
        buf_clear(&view.line);
    }
    const bool is_done = columns_print(&table, stdout);
    columns_clear(&table);
    const size_t nleft = coverage_gap_count(c) - shown_gaps(job, c);
    if (nleft)
        printf("... and %zu more: --top shows more\n", nleft);
    return is_done;
}

static void print_soonest(const struct job *job, const struct coverage *c)
{
    struct gap_view view;
    view_gap(&view, job, c, coverage_soonest(c));
    printf("soonest way out: %s (ply %d)%s%s\n", buf_text(&view.line),
           view.gap.ply, *view.start ? " from " : "", view.start);
    buf_clear(&view.line);
}

static enum cli_status print_text(const struct job *job,
                                  const struct coverage *c,
                                  enum tabia_color side)
{
    const size_t ngaps = coverage_gap_count(c);
    cli_line("%s for %s, against %s", job->book.name, side_name(side),
             job->against.name);
    putchar('\n');
    if (!print_plies(c))
        return cli_fail(CLI_FAILED, "out of memory");
    printf("\nmoves from the book on average: %.1f\n", coverage_mean(c));
    printf("games in which no reply is known at its end: %.1f%%\n",
           100 * coverage_ended(c));
    if (ngaps)
        print_soonest(job, c);
    printf("likely replies that are not answered: %zu\n", ngaps);
    return print_gaps(job, c) ? CLI_DONE
                              : cli_fail(CLI_FAILED, "out of memory");
}

/* ---- JSON ------------------------------------------------------------ */

static void put_gap(const struct job *job, const struct coverage *c, size_t n)
{
    struct json *js = job->js;
    struct gap_view view;
    view_gap(&view, job, c, n);
    json_begin_object(js);
    json_pair_double(js, "share", view.gap.share);
    json_pair_int(js, "ply", view.gap.ply);
    json_pair_text(js, "start", *view.start ? view.start : NULL);
    json_pair_text(js, "line", buf_text(&view.line));
    json_pair_bool(js, "known", view.gap.is_known);
    json_pair_text(js, "eco", view.name.eco);
    json_pair_text(js, "name", view.name.name);
    json_end(js);
    buf_clear(&view.line);
}

static void put_plies(struct json *js, const struct coverage *c)
{
    json_key(js, "plies");
    json_begin_array(js);
    for (size_t i = 0; i < coverage_ply_count(c); i++) {
        const struct coverage_ply ply = coverage_ply_at(c, i);
        json_begin_object(js);
        json_pair_uint(js, "positions", ply.positions);
        json_pair_uint(js, "moves", ply.moves);
        json_pair_double(js, "share", ply.share);
        json_end(js);
    }
    json_end(js);
}

static enum cli_status put_json(const struct job *job, const struct coverage *c,
                                enum tabia_color side)
{
    struct json *js = job->js;
    json_begin_object(js);
    json_pair_text(js, "book", job->book.name);
    json_pair_text(js, "against", job->against.name);
    json_pair_text(js, "side", shared_sides[side]);
    json_pair_double(js, "mean", coverage_mean(c));
    json_pair_double(js, "ended", coverage_ended(c));
    put_plies(js, c);
    json_pair_uint(js, "unanswered", coverage_gap_count(c));
    if (coverage_gap_count(c)) {
        json_key(js, "soonest");
        put_gap(job, c, coverage_soonest(c));
    }
    json_key(js, "gaps");
    json_begin_array(js);
    for (size_t i = 0; i < shown_gaps(job, c); i++)
        put_gap(job, c, i);
    json_end(js);
    json_end(js);
    return CLI_DONE;
}

/* ---- the verb -------------------------------------------------------- */

static enum cli_status cover_side(struct job *job, enum tabia_color side)
{
    const struct coverage_options how = {
        .side = side,
        .against = job->against.book,
        .wide = job->args->values[WIDE].given,
        .max_ply = MAX_PLY,
    };
    struct tabia_error err = { 0 };
    struct coverage *c = coverage_new(job->book.book, &how, &err);
    if (!c)
        return cli_error_in(&err, "");
    const enum cli_status status =
        job->js ? put_json(job, c, side) : print_text(job, c, side);
    job->ngaps += coverage_gap_count(c);
    coverage_free(c);
    return status;
}

/* The side that the user names, else the book; -1: both. */
static int side_of(const struct job *job)
{
    const char *side = job->args->values[SIDE].text;
    if (!side)
        side = tabia_book_text_find(job->book.book, "side");
    for (int i = 0; side && shared_sides[i]; i++)
        if (strcmp(side, shared_sides[i]) == 0)
            return i;
    return -1;
}

static enum cli_status cover(struct job *job)
{
    const int side = side_of(job);
    enum cli_status status = CLI_DONE;
    for (int i = TABIA_WHITE; i <= TABIA_BLACK && status == CLI_DONE; i++) {
        if (side >= 0 && side != i)
            continue;
        if (i == TABIA_BLACK && side < 0 && !job->js)
            putchar('\n');
        status = cover_side(job, (enum tabia_color)i);
    }
    return status;
}

/* --from is about BOOK: the other one has a format of its own. */
static enum cli_status open_against(struct job *job)
{
    struct args args = *job->args;
    args.from = NULL;
    return books_open(&job->against, &args, args.values[AGAINST].text, NULL);
}

static enum cli_status run(const struct args *args)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    struct job job = { .args = args, .js = args->json ? &js : NULL };
    const char *against = args->values[AGAINST].text;

    if (against && strcmp(args->operands[0], "-") == 0 &&
        strcmp(against, "-") == 0)
        return cli_misuse(args->verb, "standard input can be read only once");
    enum cli_status status =
        books_open(&job.book, args, args->operands[0], NULL);
    if (status == CLI_DONE)
        status = open_against(&job);
    if (status == CLI_DONE)
        status = name_table_open(&job.names, args->values[NAMES].text);
    if (status == CLI_DONE) {
        json_init(&js, &dst, true);
        if (job.js)
            json_begin_array(&js);
        status = cover(&job);
        if (job.js)
            json_end(&js);
    }
    tabia_names_free(job.names);
    books_close(&job.against);
    books_close(&job.book);
    return status;
}

const struct verb verb_coverage = {
    .name = "coverage",
    .summary = "find the replies that a book does not answer",
    .operands = "BOOK",
    .description =
        "Follows all games in which one side plays from the book and the "
        "other what is likely, by the weights of the moves. For each ply it "
        "prints how many positions the book leads to, how many moves go on "
        "from there, and how many of the games are still in the book; then "
        "the soonest way out of it, and the likeliest replies that it has no "
        "move against, with the share of games that come to them.\n"
        "Games begin with the positions that the lines of the book begin "
        "with, equally often with each: the chapters of a study may start "
        "from a FEN.\n"
        "Replies are those of BOOK2 as long as it has any, then those of the "
        "book itself.",
    .example = "tabia coverage mine.txt --side white\n"
               "tabia coverage mine.bin --against games.bin --top 50",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
