/*
 * verb_coverage.c - tabia coverage
 */
#include <string.h>

#include "base/compiler.h"
#include "base/buf.h"
#include "cli/books.h"
#include "cli/facts.h"
#include "cli/shared_options.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "study/coverage.h"

#include "base/banned.h"

enum { AGAINST, SIDE, TOP, WIDE, NAMES };

enum { MAX_PLY = 200 };

static const struct option_spec options[] = {
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .help = "book or store of likely replies (default: the "
                          "built-in book)" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_sides,
               .help = "side that plays from the book; if absent, the "
                       "side the book is for, else both in turn" },
    [TOP] = { .name = "top",
              .kind = OPTION_INT,
              .value = "N",
              .fallback = "10",
              .max = INT32_MAX,
              .help = "number of unanswered replies to print" },
    [WIDE] = { .name = "wide", .help = "also play avoided moves" },
    [NAMES] = SHARED_NAMES,
};

struct coverage_job {
    const struct args *args;
    struct book_file book, against;
    struct tabia_names *names;
    struct facts facts;
};

static const struct facts_column gap_columns[] = {
    { "share", "", 'r' }, { "ply", NULL, 'r' },   { "start", NULL, 'l' },
    { "line", "", 'l' },  { "known", NULL, 'l' }, { "eco", "", 'l' },
    { "name", "", 'l' },  { NULL, "", 'l' },
};

/* A gap as a row; the soonest is a line of text. */
static void state_gap(struct facts *f, const struct coverage_job *job,
                      const struct coverage *c, size_t n, bool is_soonest)
{
    const struct coverage_gap gap = coverage_gap_at(c, n);
    struct buf line = { .limit = 1 << 16 };
    struct tabia_name name = { 0 };
    struct tabia_pos usual;
    tabia_move moves[MAX_PLY + 2];
    char start[TABIA_FEN_SIZE] = "";
    coverage_line(c, n, moves);
    // "1.e4 e5 2.Nf3", or "2...Nf6 3.Nc3"
    struct tabia_pos pos = gap.start;
    for (size_t i = 0; i < (size_t)gap.ply; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, moves[i], san);
        if (i)
            buf_add_char(&line, ' ');
        if (pos.turn == TABIA_WHITE)
            buf_addf(&line, "%u.", pos.fullmove);
        else if (i == 0)
            buf_addf(&line, "%u...", pos.fullmove);
        buf_add_text(&line, san);
        tabia_pos_play(&pos, moves[i]);
    }
    tabia_pos_start(&usual);
    if (!tabia_pos_is_same(&gap.start, &usual))
        tabia_fen_print(&gap.start, TABIA_FEN_EP_LEGAL, start);
    tabia_names_line(job->names, &gap.start, moves, (size_t)gap.ply, &name,
                     NULL);
    if (is_soonest && !f->js) {
        facts_line(f, "shortest way out: %s (ply %d)%s%s", buf_text(&line),
                   gap.ply, *start ? " from " : "", start);
    } else {
        facts_cell(f, fact_share(gap.share, 2));
        facts_cell(f, fact_count((uint64_t)gap.ply));
        facts_cell(f, fact_some(start));
        facts_cell(f, fact_text(buf_text(&line)));
        facts_cell(f, fact_flag(gap.is_known));
        facts_cell(f, fact_text(name.eco));
        facts_cell(f, fact_text(name.name));
        facts_cell(f, fact_some(start));
    }
    buf_clear(&line);
}

/* ---- the verb -------------------------------------------------------- */

static enum cli_status cover_side(struct coverage_job *job,
                                  enum tabia_color side)
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
        return cli_report(&err);
    struct facts *f = &job->facts;
    const size_t ngaps = coverage_gap_count(c);
    const size_t top = (size_t)job->args->values[TOP].number;
    const size_t shown = ngaps < top ? ngaps : top;
    facts_object(f, NULL);
    facts_add(f, "book", NULL, fact_text(job->book.name));
    facts_add(f, "against", NULL, fact_text(job->against.name));
    facts_add(f, "side", NULL, fact_text(shared_sides[side]));
    facts_line(f, "%s for %s, against %s", job->book.name,
               side == TABIA_WHITE ? "White" : "Black", job->against.name);
    facts_gap(f);
    facts_add(f, "mean", NULL, fact_real(coverage_mean(c), 1));
    facts_add(f, "ended", NULL, fact_share(coverage_ended(c), 1));
    static const struct facts_column columns[] = {
        { "ply", "ply", 'r' },       { "positions", "positions", 'r' },
        { "moves", "moves", 'r' },   { "breadth", "breadth", 'r' },
        { "share", "in book", 'r' },
    };
    facts_table(f, "plies", columns, COUNT_OF(columns));
    for (size_t i = 0; i < coverage_ply_count(c); i++) {
        const struct coverage_ply ply = coverage_ply_at(c, i);
        facts_cell(f, fact_count(i));
        facts_cell(f, fact_count(ply.positions));
        facts_cell(f, fact_count(ply.moves));
        facts_cell(f, fact_real((double)ply.moves / ply.positions, 2));
        facts_cell(f, fact_share(ply.share, 1));
    }
    facts_table_end(f);
    facts_gap(f);
    facts_line(f, "moves from the book on average: %.1f", coverage_mean(c));
    facts_line(f, "games that end without a known reply: %.1f%%",
               100 * coverage_ended(c));
    facts_add(f, "unanswered", NULL, fact_count(ngaps));
    if (ngaps && f->js)
        facts_row(f, "soonest", gap_columns, COUNT_OF(gap_columns));
    if (ngaps)
        state_gap(f, job, c, coverage_soonest(c), true);
    facts_line(f, "likely replies without an answer: %zu", ngaps);
    facts_table(f, "gaps", gap_columns, COUNT_OF(gap_columns));
    for (size_t i = 0; i < shown; i++)
        state_gap(f, job, c, i, false);
    facts_table_end(f);
    if (shown < ngaps)
        facts_line(f, "... and %zu more; use --top to show more",
                   ngaps - shown);
    facts_end(f);
    coverage_free(c);
    return CLI_DONE;
}

static enum cli_status run_coverage(const struct args *args)
{
    struct coverage_job job = { .args = args };
    const char *against = args->values[AGAINST].text;

    if (against && strcmp(args->operands[0], "-") == 0 &&
        strcmp(against, "-") == 0)
        return cli_misuse(args->verb, "standard input can be read only once");
    enum cli_status status =
        books_open(&job.book, args, args->operands[0], NULL);
    if (status == CLI_DONE) {
        // --from is about BOOK: the other one has a format of its own.
        struct args other = *args;
        other.from = NULL;
        status = books_open(&job.against, &other, against, NULL);
    }
    if (status == CLI_DONE)
        status = settings_check(args,
                                (const struct tabia_format *[]){
                                    job.book.format, job.against.format },
                                2, NULL);
    if (status == CLI_DONE)
        status = books_open_names(&job.names, args->values[NAMES].text);
    if (status == CLI_DONE) {
        facts_open(&job.facts, args->json);
        facts_array(&job.facts, NULL);
        // The side that the user names, else the book; else both.
        const char *side = args->values[SIDE].text;
        if (!side)
            side = tabia_book_text_find(job.book.book, "side");
        if (side && strcmp(side, shared_sides[TABIA_WHITE]) != 0 &&
            strcmp(side, shared_sides[TABIA_BLACK]) != 0)
            side = NULL;
        for (int i = TABIA_WHITE; i <= TABIA_BLACK && status == CLI_DONE; i++) {
            if (side && strcmp(side, shared_sides[i]) != 0)
                continue;
            if (i == TABIA_BLACK && !side)
                facts_gap(&job.facts);
            status = cover_side(&job, (enum tabia_color)i);
        }
        facts_end(&job.facts);
        const enum cli_status printed = facts_close(&job.facts);
        if (status == CLI_DONE)
            status = printed;
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
        "other plays likely replies. For each ply, it prints the positions "
        "that the book reaches, the moves that continue from there, and "
        "the share of games still in the book; then the shortest way out "
        "of the book, and the most likely replies without an answer, with "
        "the share of games that reach them.",
    .notes =
        "Games start from the positions that the book's lines start from, "
        "with equal chances: the chapters of a study may start from a FEN. "
        "Replies come from BOOK2 as long as it has any, then from the book "
        "itself; their weights decide how likely they are.",
    .example = "tabia coverage mine.txt --side white\n"
               "tabia coverage mine.bin --against games.bin --top 50",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_coverage,
};
