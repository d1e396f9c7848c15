/*
 * verb_review.c - tabia review
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/wording.h"
#include "chess/chess_words.h"
#include "chess/line_print.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/progress_bar.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "io/output.h"
#include "study/coverage/coverage.h"
#include "study/review/review_view.h"
#include "where/where.h"

#include "base/banned.h"

enum {
    BOOK,
    PLAYER,
    SIDE,
    WHERE,
    AGAINST,
    TOP,
    GAMES,
    DECK,
    MAX_PLY,
    WIDE,
    NAMES,
    THREADS,
    ZSTD_LONG,
};

static const struct option_spec options[] = {
    [BOOK] = { .name = "book",
               .letter = 'b',
               .kind = OPTION_TEXT,
               .value = "BOOK",
               .repeats = true,
               .help = "book, keyed file or store that should have been "
                       "followed (default: the built-in book); repeat it to "
                       "add more, of which the first that has a position "
                       "counts" },
    [PLAYER] = { .name = "player",
                 .kind = OPTION_TEXT,
                 .value = "NAME",
                 .repeats = true,
                 .help = "review the games of NAME, for the side that NAME "
                         "had; repeat it for several names" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "side that should follow the book; if absent, that of "
                       "--player, else the side the book is for, else both" },
    [WHERE] = { .name = "where",
                .kind = OPTION_TEXT,
                .value = "EXPR",
                .help = "review games whose tags match EXPR (docs/where.md)" },
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .repeats = true,
                  .help = "book or store whose scores and evaluations judge "
                          "moves; repeat it to add more" },
    [TOP] = { .name = "top",
              .kind = OPTION_INT,
              .value = "N",
              .default_value = "10",
              .max = INT32_MAX,
              .group = "Output",
              .help = "number of positions to print" },
    [GAMES] = { .name = "games", .help = "also list every game" },
    [DECK] = { .name = "deck",
               .kind = OPTION_TEXT,
               .value = "FILE",
               .help = "write the positions of all deviations to FILE, as EPD "
                       "with the book's moves" },
    [MAX_PLY] = { .name = "max-ply",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "200",
                  .min = 1,
                  .max = REVIEW_PLIES_MAX,
                  .group = "More",
                  .help = "follow games for N plies" },
    [WIDE] = { .name = "wide",
               .help = "avoided moves are also moves of the book" },
    [NAMES] = SHARED_NAMES,
    [THREADS] = SHARED_THREADS("0"),
    [ZSTD_LONG] = { .name = "zstd-long",
                    .help = "allow zstd windows of up to 2 GiB, which take "
                            "that much memory" },
};

/* Books that were opened, for the library. */
struct review_sources {
    struct source_file files[REVIEW_SOURCES_MAX];
    const struct tabia_source *list[REVIEW_SOURCES_MAX];
    const char *names[REVIEW_SOURCES_MAX];
    size_t n;
};

struct review_command {
    const struct args *args;
    struct review_sources books, against;
    struct tabia_names *names;
    struct where *where;
    struct progress_bar progress;
    struct output output;
    struct sink sink;
    struct tabia_error sink_err;
    struct review *review;
    struct verb_output out;
};

/* ---- text ------------------------------------------------------------ */

/* "7...c5 or 7...Be7" */
static void add_review_moves(struct buf *text, const struct tabia_pos *pos,
                             const struct review_choice *list, size_t n,
                             const char *last)
{
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(pos, list[i].move, san);
        buf_addf(text, "%s%u%s%s",
                 i == 0       ? ""
                 : i + 1 == n ? last
                              : ", ",
                 pos->fullmove, pos->turn == TABIA_WHITE ? "." : "...", san);
    }
}

/* "7...b6 in 5, 7...Nbd7 in 4" */
static void add_played_moves(struct buf *text, const struct review_departure *d)
{
    enum { SHOWN = 4 };
    for (size_t i = 0; i < d->nplayed && i < SHOWN; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&d->pos, d->played[i].move, san);
        buf_addf(text, "%s%s", i ? ", " : "", san);
        if (d->nplayed > 1)
            buf_addf(text, " in %" PRIu64, d->played[i].games.games);
        if (d->played[i].mark != TABIA_MARK_NONE)
            buf_addf(text, " (%s)",
                     d->played[i].mark == TABIA_MARK_PASSIVE ? "passive"
                                                             : "avoided");
    }
    if (d->nplayed > SHOWN)
        buf_add_text(text, ", ...");
}

/* A departure as the numbered line to it and a sentence. */
static void print_departure(struct review_command *job, size_t n)
{
    const struct review_departure d = review_departure_at(job->review, n);
    const char *subject = job->args->values[PLAYER].given ? "You"
                          : d.color == TABIA_WHITE        ? "White"
                                                          : "Black";
    struct buf line = { .limit = 1 << 16 }, text = { .limit = 1 << 14 };
    struct verb_output *out = &job->out;
    char fen[TABIA_FEN_SIZE];
    if (d.nplay)
        line_print(&line, d.start, d.play, d.nplay);
    else
        buf_add_text(&line, "at the start");
    struct tabia_pos usual;
    tabia_pos_set_start(&usual);
    if (!tabia_pos_is_same(&usual, &d.start)) {
        tabia_fen_print(&d.start, TABIA_FEN_EP_LEGAL, fen);
        buf_addf(&line, ", from %s", fen);
    }
    verb_output_gap(out);
    verb_output_line(out, "%zu. %s%s%s", n + 1, buf_text(&line),
                     d.name ? "  " : "", d.name ? d.name : "");
    if (d.kind == REVIEW_DEVIATION) {
        buf_addf(&text, "%s forgot ", subject);
        add_review_moves(&text, &d.pos, d.book, d.nwanted, " or ");
    } else {
        buf_addf(&text, "%s had no answer to ", subject);
        add_review_moves(&text, &d.pos, d.played, d.nplayed, " or ");
    }
    buf_addf(&text, " in %" PRIu64 " of %" PRIu64 " %s", d.games.games,
             d.reached, plural(d.reached, "game", "games"));
    if (d.has_score)
        buf_addf(&text, " and scored %.0f%%", 100 * d.score);
    if (d.has_book_score && d.kind == REVIEW_DEVIATION)
        buf_addf(&text, "; the book's %s %.0f%% in %s",
                 d.nwanted == 1 ? "move scores" : "moves score",
                 100 * d.book_score, d.book_source);
    else if (d.has_book_score)
        buf_addf(&text, "; the position scores %.0f%% in %s",
                 100 * d.book_score, d.book_source);
    verb_output_line(out, "   %s.", buf_text(&text));
    buf_reset(&text);
    if (d.kind == REVIEW_DEVIATION) {
        buf_add_text(&text, "Played: ");
        add_played_moves(&text, &d);
    } else if (d.nbook) {
        buf_add_text(&text, "The book has ");
        add_review_moves(&text, &d.pos, d.book, d.nbook, " and ");
    } else {
        buf_add_text(&text, "The book answers other replies");
    }
    if (d.returned)
        buf_addf(&text, "; %" PRIu64 " came back", d.returned);
    if (d.measure != REVIEW_BY_NOTHING)
        buf_addf(&text, "; loss %.1f%% by %s, cost %.2f%%", 100 * d.loss,
                 d.measure == REVIEW_BY_EVAL ? "evaluation" : "score",
                 100 * d.cost);
    verb_output_line(out, "   %s.", buf_text(&text));
    buf_clear(&line);
    buf_clear(&text);
}

/* Which games were not reviewed, and why. */
static void print_skipped(struct verb_output *out,
                          const struct review_totals *t)
{
    const struct {
        uint64_t n;
        const char *why;
    } reasons[] = {
        { t->others, "of other players" },
        { t->other_side, "of the other side" },
        { t->filtered - t->others - t->other_side, "not selected" },
        { t->broken, "that cannot be read" },
    };
    char text[160] = "";
    size_t len = 0;
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if (reasons[i].n)
            len += (size_t)snprintf(text + len, sizeof(text) - len,
                                    "%s%" PRIu64 " %s", len ? ", " : "",
                                    reasons[i].n, reasons[i].why);
    if (len)
        verb_output_line(out, "skipped: %s", text);
}

static void print_totals(struct review_command *job)
{
    static const char *const labels[REVIEW_OUTCOME_COUNT] = {
        [REVIEW_DEVIATION] = "  deviation",
        [REVIEW_GAP] = "  gap",
        [REVIEW_COMPLETED] = "  completed",
        [REVIEW_NEVER] = "  never entered",
    };
    static const struct verb_output_column columns[] = {
        { NULL, "", 'l' },
        { NULL, "", 'r' },
        { NULL, "", 'r' },
        { NULL, "", 'l' },
    };
    const struct review_totals t = review_get_totals(job->review);
    // Where both sides are reviewed, only a move that left has a side.
    const bool has_scores = job->args->values[PLAYER].given ||
                            review_get_side(job->review) != TABIA_SIDE_BOTH;
    struct verb_output *out = &job->out;
    verb_output_table(out, NULL, columns, COUNT_OF(columns));
    verb_output_cell(out, fact_text("games reviewed"));
    verb_output_cell(out, fact_count(t.reviewed));
    verb_output_cell(out, fact_text(""));
    verb_output_cell(out, fact_text(""));
    for (int i = 0; i < REVIEW_OUTCOME_COUNT; i++) {
        char score[32] = "";
        double share;
        if (review_score_share(&t.outcomes[i], &share) &&
            (has_scores || i == REVIEW_DEVIATION))
            snprintf(score, sizeof(score), "score %.1f%%", 100 * share);
        verb_output_cell(out, fact_text(labels[i]));
        verb_output_cell(out, fact_count(t.outcomes[i].games));
        verb_output_cell(out, t.reviewed
                                  ? fact_share((double)t.outcomes[i].games /
                                                   (double)t.reviewed,
                                               1)
                                  : fact_text(""));
        verb_output_cell(out, fact_text(score));
    }
    verb_output_cell(out, fact_text("  came back"));
    verb_output_cell(out, fact_count(t.returned));
    verb_output_cell(out, fact_text(""));
    verb_output_cell(out, fact_text(""));
    verb_output_table_end(out);
    print_skipped(out, &t);
}

static void print_reviewed_games(struct review_command *job)
{
    static const struct verb_output_column columns[] = {
        { NULL, "game", 'r' },    { NULL, "white", 'l' },
        { NULL, "black", 'l' },   { NULL, "result", 'l' },
        { NULL, "outcome", 'l' }, { NULL, "ply", 'r' },
        { NULL, "back", 'r' },    { NULL, "book", 'l' },
        { NULL, "went on", 'l' },
    };
    struct verb_output *out = &job->out;
    verb_output_gap(out);
    verb_output_table(out, NULL, columns, COUNT_OF(columns));
    for (size_t i = 0; i < review_record_count(job->review); i++) {
        const struct review_record g = review_record_at(job->review, i);
        struct buf book = { .limit = 1 << 14 }, line = { .limit = 1 << 12 };
        const bool has_left = g.left != REVIEW_PLY_NONE;
        const size_t n = g.nwanted ? g.nwanted : g.nbook;
        for (size_t k = 0; k < n; k++) {
            char san[TABIA_SAN_SIZE];
            tabia_san_print(&g.before, g.book[k].move, san);
            buf_addf(&book, "%s%s", k ? " " : "", san);
        }
        line_print(&line, g.before, g.went_on, g.nwent_on);
        verb_output_cell(out, fact_count(g.number));
        verb_output_cell(out, fact_text(g.white));
        verb_output_cell(out, fact_text(g.black));
        verb_output_cell(out, fact_text(chess_words_result(g.result)));
        verb_output_cell(out, fact_text(g.outcome == REVIEW_NEVER
                                            ? "never entered"
                                            : review_outcome_name(g.outcome)));
        verb_output_cell(out, has_left ? fact_count(g.left) : fact_text("-"));
        verb_output_cell(out, g.returned != REVIEW_PLY_NONE
                                  ? fact_count(g.returned)
                                  : fact_text("-"));
        verb_output_cell(out, fact_text(buf_text(&book)));
        verb_output_cell(out, fact_text(buf_text(&line)));
        buf_clear(&book);
        buf_clear(&line);
    }
    verb_output_table_end(out);
}

static enum cli_status print_review(struct review_command *job)
{
    const struct args *args = job->args;
    struct verb_output *out = &job->out;
    const size_t total = review_departure_count(job->review);
    const size_t top = (size_t)args->values[TOP].number;
    verb_output_open(out, args->json);
    if (out->js) {
        review_view_put_json(job->review, top, out->js);
        return verb_output_close(out);
    }
    print_totals(job);
    for (size_t i = 0; i < total && i < top; i++)
        print_departure(job, i);
    if (total > top) {
        verb_output_gap(out);
        verb_output_line(out, "... and %zu more; use --top to show more",
                         total - top);
    }
    if (args->values[GAMES].given)
        print_reviewed_games(job);
    return verb_output_close(out);
}

/* ---- files ----------------------------------------------------------- */

static void update_review_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct review_command *job = ctx;
    job->progress.total = total;
    progress_bar_update(&job->progress, done);
}

static enum cli_status open_sources(struct review_command *job, size_t option,
                                    bool has_default,
                                    struct review_sources *sources)
{
    const struct args *args = job->args;
    const struct source_file_options how = { .mode = TABIA_OPEN_AUTO };
    const char *paths[OPTIONS_REPEATED_MAX + 1];
    // --from is about the book.
    struct args other = *args;
    if (option != BOOK)
        other.from = NULL;
    options_collect(args, option, paths);
    for (size_t i = 0; (i == 0 && has_default) || paths[i]; i++) {
        if (i == REVIEW_SOURCES_MAX)
            return cli_misuse(args->verb, "at most %d --%s", REVIEW_SOURCES_MAX,
                              options[option].name);
        const enum cli_status status =
            source_file_open(&sources->files[i], &other, paths[i], &how);
        if (status != CLI_DONE)
            return status;
        sources->list[i] = sources->files[i].source;
        sources->names[i] = sources->files[i].name;
        sources->n++;
        if (!paths[i])
            break;
    }
    return CLI_DONE;
}

static enum cli_status check_review_input(const struct review_command *job)
{
    const struct tabia_format *formats[2 * REVIEW_SOURCES_MAX];
    size_t n = 0;
    for (size_t i = 0; i < job->books.n; i++)
        formats[n++] = job->books.files[i].format;
    for (size_t i = 0; i < job->against.n; i++)
        formats[n++] = job->against.files[i].format;
    return settings_check(job->args, formats, n, NULL);
}

/* Opens the outputs before the work begins. */
static enum cli_status open_outputs(struct review_command *job)
{
    const struct args *args = job->args;
    const struct output_options how = cli_output_options(args);
    const char *deck = args->values[DECK].text;
    struct tabia_error err = { 0 };
    if (deck && args->output && strcmp(deck, args->output) == 0)
        return cli_misuse(args->verb, "--deck and -o name the same file");
    if (deck && !output_try(deck, args->force, &err))
        return cli_print_error(&err);
    if (!args->output)
        return CLI_DONE;
    if (!output_open(&job->output, args->output, &how, &err))
        return cli_print_error(&err);
    job->sink = output_sink(&job->output, &job->sink_err);
    return CLI_DONE;
}

static enum cli_status write_deck(struct review_command *job)
{
    const struct args *args = job->args;
    const struct output_options how = cli_output_options(args);
    const char *path = args->values[DECK].text;
    struct output out;
    struct tabia_error err = { 0 };
    if (!output_open(&out, path, &how, &err))
        return cli_print_error(&err);
    struct sink dst = output_sink(&out, &err);
    review_view_put_epd(job->review, &dst);
    if (err.status)
        output_abort(&out);
    return !err.status && output_finish(&out, &err) ? CLI_DONE
                                                    : cli_print_error(&err);
}

static enum cli_status print_review_problems(const struct review_command *job)
{
    const struct tabia_error *list;
    uint64_t total;
    const size_t n = review_get_problems(job->review, &list, &total);
    for (size_t i = 0; i < n; i++)
        cli_print_problem(&list[i], "error", (struct tabia_bytes){ 0 });
    if (total > n)
        fprintf(stderr, "... and %" PRIu64 " more\n", total - n);
    return total ? CLI_NO : CLI_DONE;
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static enum cli_status review_all(struct review_command *job)
{
    const struct args *args = job->args;
    const char *players[OPTIONS_REPEATED_MAX + 1];
    size_t nplayers = 0;
    options_collect(args, PLAYER, players);
    while (players[nplayers])
        nplayers++;
    const struct review_options how = {
        .books = job->books.list,
        .book_names = job->books.names,
        .nbooks = job->books.n,
        .against = job->against.list,
        .against_names = job->against.names,
        .nagainst = job->against.n,
        .players = players,
        .nplayers = nplayers,
        .side = shared_options_side(&args->values[SIDE]),
        .where = job->where,
        .names = job->names,
        .allow_avoided = args->values[WIDE].given,
        .max_ply = (int)args->values[MAX_PLY].number,
        .nthreads = (int)args->values[THREADS].number,
        .zstd_long = args->values[ZSTD_LONG].given,
        .keep_games = args->values[GAMES].given,
        .annotated = args->output ? &job->sink : NULL,
        .on_progress = update_review_progress,
        .ctx = job,
    };
    struct tabia_error err = { 0 };
    job->review = review_new(&how, &err);
    progress_bar_init(&job->progress, "reviewing", "bytes", 0, args->quiet);
    const bool ok =
        job->review &&
        review_read_files(job->review, (const char *const *)args->operands,
                          (size_t)args->noperands, &err) &&
        review_finish(job->review, &err);
    progress_bar_finish(&job->progress);
    if (!ok)
        return cli_print_error(job->sink_err.status ? &job->sink_err : &err);
    const enum cli_status problems = print_review_problems(job);
    enum cli_status status = CLI_DONE;
    if (args->output && !output_finish(&job->output, &err))
        status = cli_print_error(&err);
    if (status == CLI_DONE && args->values[DECK].given)
        status = write_deck(job);
    // Standard output may be one of the files.
    if (status == CLI_DONE && !is_stdout(args->output) &&
        !is_stdout(args->values[DECK].text))
        status = print_review(job);
    return status == CLI_DONE ? problems : status;
}

static enum cli_status run_review(const struct args *args)
{
    struct review_command job = { .args = args };
    enum cli_status status = source_files_check_stdin(args);
    if (status == CLI_DONE)
        status =
            shared_options_read_where(args->values[WHERE].text, &job.where);
    if (status == CLI_DONE)
        status = open_sources(&job, BOOK, true, &job.books);
    if (status == CLI_DONE)
        status = open_sources(&job, AGAINST, false, &job.against);
    if (status == CLI_DONE)
        status = check_review_input(&job);
    if (status == CLI_DONE)
        status = opening_names_open(&job.names, args, NAMES);
    if (status == CLI_DONE)
        status = open_outputs(&job);
    if (status == CLI_DONE)
        status = review_all(&job);
    output_abort(&job.output);
    review_free(job.review);
    tabia_names_free(job.names);
    for (size_t i = 0; i < job.against.n; i++)
        source_file_close(&job.against.files[i]);
    for (size_t i = 0; i < job.books.n; i++)
        source_file_close(&job.books.files[i]);
    where_free(job.where);
    return status;
}

const struct verb verb_review = {
    .name = "review",
    .group = VERB_GROUP_STUDY,
    .summary = "find where games left a book",
    .operands = "GAMES...",
    .description =
        "Follows games through a book and reports where each left it: a "
        "deviation is a move of yours that is not the book's, a gap is a move "
        "of the opponent that the book does not answer; other games completed "
        "the book's line, or never entered the book. Prints the positions "
        "that cost most, with what the book wanted, what was played and how "
        "that scored. GAMES are PGN files, which may be compressed, stores, "
        "or - for standard input.",
    .notes =
        "Books are searched by position: it does not matter by which order of "
        "moves a game came there. Where it is your move, the book has a "
        "position if it has a move there that 'tabia pick' may choose; passive "
        "moves are never chosen, avoided ones only with --wide. Where it is "
        "the opponent's move, it has a position if it has any move there, or, "
        "for books that have the moves of one side only, if a legal move leads "
        "to a position that it answers. A game enters the book with the first "
        "move that is played in such a position, and leaves it with the first "
        "move after that which is yours and not the book's (deviation), which "
        "is the opponent's and not the book's (gap), or which follows the "
        "book's last move (completed). A move that the book does not have, but "
        "that leads to a position that it has, is a transposition and stays in "
        "it. A game that ends in the book is completed. A game came back if a "
        "later position is in the book again.\n"
        "Your side is that of --player; a game between two of your names is "
        "White's. Without --player it is --side, else the side that the books "
        "are for, else both: then every move should be the book's. With "
        "--player, --side selects games. A book for one side is only used in "
        "games of that side, so that two repertoires can be reviewed at "
        "once.\n"
        "Deviations are counted by position, gaps by position and reply: \"in "
        "9 of 14 games\" means that 14 games were there in the book and that "
        "9 left it there. The cost of a departure is its likelihood, the share "
        "of games that left there, times its loss. The loss is the difference "
        "between the evaluation after the best move of the book and those "
        "after the moves that were played, if --against or the book has them, "
        "each as the score that it lets expect (by Lichess's curve). Otherwise "
        "it is the difference between what the book's moves score, in the "
        "first of --against and the books that has games of them, and what "
        "you scored. Departures without either are sorted by games.\n"
        "-o writes the reviewed games as PGN, with a comment at the move that "
        "left, which names the book's moves, and one where the game came "
        "back; with -o - they are all that is printed. --deck writes positions "
        "as EPD, 'bm' with the book's moves: a list of what to practise, which "
        "is also a book. --where and --player select games of stores by the "
        "tags that a store has: names, ratings, date, event and result.",
    .example = "tabia review games.pgn --book mine.pgn --player 'Adler, M'\n"
               "tabia review games.pgn --book mine.bin --player Adler "
               "--against games.tabia\n"
               "tabia review games.pgn --book mine.txt --side white --deck "
               "todo.epd",
    .min_operands = 1,
    .max_operands = -1,
    .common =
        WITH_JSON | WITH_OUTPUT | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_review,
};
