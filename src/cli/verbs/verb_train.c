/*
 * verb_train.c - tabia train
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "book/book_side.h"
#include "cli/cli_pos.h"
#include "cli/files/opening_names.h"
#include "cli/files/source_files.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/train/train_internal.h"
#include "cli/verbs/verbs.h"
#include "deck/deck.h"
#include "format/built_in.h"
#include "io/input.h"
#include "study/coverage/coverage.h"

#include "base/banned.h"

enum {
    SIDE,
    NEW,
    LIMIT,
    ORDER,
    AGAINST,
    FEN,
    MOVES,
    THROUGH,
    ONLY,
    AHEAD,
    OVERVIEW,
    PROGRESS,
    IMPORT,
    EXPORT,
    NOW,
    NAMES,
};

static const char *const exports[] = {
    [DECK_ANKI] = "anki",
    [DECK_CSV] = "csv",
    NULL,
};

enum { ORDER_LIKELY, ORDER_TREE };

static const char *const orders[] = {
    [ORDER_LIKELY] = "likely",
    [ORDER_TREE] = "tree",
    NULL,
};

static const struct option_spec options[] = {
    [SIDE] = { .name = "side",
               .group = "What is asked",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "side to practise (default: the side the book is for, "
                       "else white)" },
    [NEW] = { .name = "new",
              .kind = OPTION_INT,
              .value = "N",
              .default_value = "10",
              .max = 10000,
              .help = "new cards per day" },
    [LIMIT] = { .name = "limit",
                .kind = OPTION_INT,
                .value = "N",
                .min = 1,
                .max = INT32_MAX,
                .help = "ask for N cards, or puzzles, only" },
    [ORDER] = { .name = "order",
                .kind = OPTION_CHOICE,
                .value = "ORDER",
                .default_value = "likely",
                .choices = orders,
                .help = "order of new cards; without --against it is always "
                        "that of the tree" },
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .repeats = true,
                  .help = "book or store of likely replies; repeat it to add "
                          "more" },
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [THROUGH] = { .name = "through",
                  .help = "with --fen or --moves: also the positions on the "
                          "way" },
    [ONLY] = { .name = "only",
               .kind = OPTION_TEXT,
               .value = "DECK",
               .help = "only the positions of this book, such as an EPD "
                       "file" },
    [AHEAD] = { .name = "ahead",
                .help = "also ask for cards that are not due yet, and record "
                        "the answers; also for solved puzzles" },
    [OVERVIEW] = { .name = "overview",
                   .group = "Instead of asking",
                   .help = "print calendar, forecast and weakest positions" },
    [PROGRESS] = { .name = "progress",
                   .help = "print the text of the progress file" },
    [IMPORT] = { .name = "import",
                 .kind = OPTION_TEXT,
                 .value = "FILE",
                 .help = "add the answers of another progress file" },
    [EXPORT] = { .name = "export",
                 .kind = OPTION_CHOICE,
                 .value = "PROGRAM",
                 .choices = exports,
                 .help = "write the decisions to --output, as a deck of Anki "
                         "or as CSV for others" },
    [NOW] = { .name = "now",
              .group = "More",
              .kind = OPTION_TEXT,
              .value = "TIME",
              .help = "use this time, such as 2026-11-18T09:00:00+01:00" },
    [NAMES] = SHARED_NAMES,
};

/* ---- preparing --------------------------------------------------------- */

static enum cli_status read_deck_file(struct train_command *job)
{
    const char *path = job->args->values[ONLY].text;
    struct source_file deck;
    struct args other = *job->args;
    struct tabia_error err = { 0 };
    if (!path)
        return CLI_DONE;
    other.from = NULL;
    const enum cli_status status = source_file_open(&deck, &other, path, NULL);
    if (status != CLI_DONE)
        return status;
    const bool ok =
        decisions_of_positions(deck.book, &job->only, &job->nonly, &err);
    source_file_close(&deck);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status read_place(struct train_command *job)
{
    const struct option_value *v = job->args->values;
    size_t n;
    enum cli_status status = cli_pos_read(&job->start, v[FEN].text);
    job->pos = job->start;
    if (status == CLI_DONE)
        status = cli_pos_play_list(&job->pos, v[MOVES].text, job->moves,
                                   DECISIONS_PLIES_MAX, &n);
    if (status != CLI_DONE)
        return status;
    if (n >= DECISIONS_PLIES_MAX)
        return cli_misuse(job->args->verb, "more than %d --moves",
                          DECISIONS_PLIES_MAX - 1);
    job->nmoves = n;
    return CLI_DONE;
}

static enum cli_status weigh_train(struct train_command *job)
{
    const struct coverage_options how = { .color = job->color };
    const struct coverage_sources from = {
        .book = job->book.source,
        .replies = { job->against.list, job->against.n, NULL },
    };
    struct tabia_error err = { 0 };
    if (job->against.n == 0)
        return CLI_DONE;
    struct coverage *c = coverage_new(&how, &err);
    const bool ok = c && coverage_survey(c, &from, NULL, &err);
    if (ok)
        decisions_weigh(&job->decisions, c);
    coverage_free(c);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status find_train_decisions(struct train_command *job)
{
    const struct option_value *v = job->args->values;
    const struct decisions_options how = {
        .color = job->color,
        .from = v[FEN].given || v[MOVES].given ? &job->pos : NULL,
        .start = &job->start,
        .moves = job->moves,
        .nmoves = job->nmoves,
        .wants_line = v[THROUGH].given,
        .only = job->only,
        .nonly = job->nonly,
    };
    struct tabia_error err = { 0 };
    if (how.from) {
        const struct tabia_pos pos = tabia_pos_identity(how.from);
        if (tabia_book_find_position(job->book.book, &pos) == TABIA_NUMBER_NONE)
            return cli_fail(CLI_NO, "%s: the book does not have this position",
                            job->book.name);
    }
    if (!decisions_find(&job->decisions, job->book.book, &how, &err))
        return cli_print_error(&err);
    return weigh_train(job);
}

/* Reads the progress: again before each session and after an import. */
static enum cli_status read_train_cards(struct train_command *job)
{
    struct tabia_error err = { 0 };
    cards_clear(&job->cards);
    buf_reset(&job->text);
    if (progress_file_read(&job->file, &job->text, &err) &&
        cards_read(&job->cards, buf_bytes(&job->text), &err))
        return CLI_DONE;
    error_in_file(&err, job->file.path);
    return cli_print_error(&err);
}

static enum cli_status find_train_file(struct train_command *job)
{
    const char *path = job->args->noperands ? job->args->operands[0] : NULL;
    const struct progress_place place = {
        .book_path = path && built_in_book_is_named(path) ? NULL : path,
        .name = job->book.name,
        .book = job->book.book,
        .puzzles = job->puzzles,
    };
    struct tabia_error err = { 0 };
    job->text.limit = CARDS_TEXT_MAX;
    if (!progress_file_find(&job->file, &place, &err))
        return cli_print_error(&err);
    return read_train_cards(job);
}

/* ---- the progress file ------------------------------------------------- */

static enum cli_status print_progress(const struct train_command *job)
{
    fwrite(job->text.data ? job->text.data : "", 1, job->text.size, stdout);
    return CLI_DONE;
}

static enum cli_status import_progress(struct train_command *job)
{
    const char *path = job->args->values[IMPORT].text;
    const struct input_options how = { .limit = CARDS_TEXT_MAX };
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    struct cards_import_result result;
    struct tabia_error err = { 0 };
    struct input in;
    if (!input_open(&in, path, &how, &err))
        return cli_print_error(&err);
    const bool ok = progress_import_lines(&job->file, in.bytes, &job->text,
                                          &result, &lines, &err);
    if (!ok)
        error_in_file(&err, path);
    input_close(&in);
    buf_clear(&lines);
    if (!ok)
        return cli_print_error(&err);
    cli_note(job->args, "added %zu %s; %zu known, %zu damaged", result.imported,
             plural(result.imported, "line", "lines"), result.skipped,
             result.damaged);
    return CLI_DONE;
}

static enum cli_status export_decisions(const struct train_command *job)
{
    const struct args *args = job->args;
    const struct output_options how = cli_output_options(args);
    const enum deck_format format =
        (enum deck_format)args->values[EXPORT].number;
    struct tabia_error err = { 0 };
    size_t ncards;
    if (!deck_export_book(job->book.book, job->color, args->output, format,
                          train_now(job).time, &how, &ncards, &err))
        return cli_print_error(&err);
    cli_note(args, "%s: %zu %s", args->output, ncards,
             plural(ncards, "card", "cards"));
    return CLI_DONE;
}

/* ---- the verb ---------------------------------------------------------- */

static enum cli_status check_train(struct train_command *job)
{
    const struct args *args = job->args;
    const struct option_value *v = args->values;
    if (args->noperands && strcmp(args->operands[0], "-") == 0)
        return cli_misuse(args->verb,
                          "standard input is for answers, not for the book");
    if (v[EXPORT].given != (args->output != NULL))
        return cli_misuse(args->verb, "--export and --output need each other");
    if (args->json && !v[OVERVIEW].given)
        return cli_misuse(args->verb, "--json needs --overview");
    if (v[NOW].text) {
        job->has_now = true;
        if (!moment_parse(v[NOW].text, strlen(v[NOW].text), &job->now))
            return cli_misuse(args->verb,
                              "--now: expected a time such as "
                              "2026-11-18T09:00:00+01:00, found '%s'",
                              v[NOW].text);
    }
    return CLI_DONE;
}

static enum cli_status train_on_book(struct train_command *job)
{
    const struct option_value *v = job->args->values;
    job->color = v[SIDE].text ? (enum tabia_color)v[SIDE].number
                              : book_color(job->book.book);
    enum cli_status status =
        settings_check(job->args,
                       (const struct tabia_format *[]){ job->book.format }, 1,
                       NULL);
    if (status == CLI_DONE && v[EXPORT].given)
        return export_decisions(job);
    if (status == CLI_DONE)
        status = against_open(&job->against, job->args, AGAINST, false);
    if (status == CLI_DONE)
        status = opening_names_open(&job->names, job->args, NAMES);
    if (status == CLI_DONE)
        status = read_place(job);
    if (status == CLI_DONE)
        status = read_deck_file(job);
    if (status == CLI_DONE)
        status = find_train_decisions(job);
    if (status == CLI_DONE)
        status = find_train_file(job);
    if (status == CLI_DONE)
        status = v[IMPORT].given     ? import_progress(job)
                 : v[PROGRESS].given ? print_progress(job)
                 : v[OVERVIEW].given ? train_overview(job)
                                     : train_session(job);
    return status;
}

/* Options that only a book has a use for. */
static enum cli_status check_puzzle_options(const struct args *args)
{
    static const int of_books[] = { SIDE,  NEW,     ORDER, AGAINST, FEN,
                                    MOVES, THROUGH, ONLY,  EXPORT,  NAMES };
    for (size_t i = 0; i < COUNT_OF(of_books); i++)
        if (args->values[of_books[i]].given)
            return cli_misuse(args->verb, "--%s applies to books only",
                              options[of_books[i]].name);
    return CLI_DONE;
}

static enum cli_status train_on_puzzles(struct train_command *job)
{
    const struct option_value *v = job->args->values;
    enum cli_status status = check_puzzle_options(job->args);
    if (status == CLI_DONE)
        status = source_file_load_puzzles(&job->book, job->args,
                                          &(struct source_file_options){ 0 },
                                          &job->puzzles);
    if (status == CLI_DONE)
        status = find_train_file(job);
    if (status == CLI_DONE)
        status = v[IMPORT].given     ? import_progress(job)
                 : v[PROGRESS].given ? print_progress(job)
                 : v[OVERVIEW].given ? train_puzzles_overview(job)
                                     : train_puzzles(job);
    return status;
}

static enum cli_status run_train(const struct args *args)
{
    static const struct source_file_options load = { .mode = TABIA_OPEN_LOAD };
    struct train_command *job = calloc(1, sizeof(*job));
    struct tabia_error err = { 0 };
    if (!job) {
        error_nomem(&err);
        return cli_print_error(&err);
    }
    job->args = args;
    job->new_per_day = (uint32_t)args->values[NEW].number;
    job->limit = args->values[LIMIT].given ? (size_t)args->values[LIMIT].number
                                           : SIZE_MAX;
    job->ahead = args->values[AHEAD].given;
    job->tree_order = args->values[ORDER].number == ORDER_TREE;
    job->file.fd = -1;
    enum cli_status status = check_train(job);
    if (status == CLI_DONE)
        status =
            source_file_recognise(&job->book, args,
                                  args->noperands ? args->operands[0] : NULL,
                                  &load);
    if (status == CLI_DONE) {
        if (source_could_be_puzzles(job->book.source))
            status = train_on_puzzles(job);
        else if ((status = source_file_finish_open(&job->book, args, &load)) ==
                 CLI_DONE)
            status = train_on_book(job);
        source_file_close(&job->book);
    }
    against_close(&job->against);
    tabia_names_free(job->names);
    decisions_clear(&job->decisions);
    progress_file_clear(&job->file);
    cards_clear(&job->cards);
    buf_clear(&job->text);
    free(job->only);
    free(job->line);
    free(job);
    return status;
}

const struct verb verb_train = {
    .name = "train",
    .group = VERB_GROUP_STUDY,
    .summary = "practise the moves of a book, or solve puzzles",
    .operands = "[BOOK]",
    .description =
        "Asks for the moves of one side, when they are about to be forgotten: "
        "shows a position of the book and waits for a move, in SAN or UCI. "
        "First come the cards that are due, then new ones, the likeliest "
        "first with --against. ? gives a hint, Enter means that you do not "
        "know the move, s skips a card and q quits. Wrong answers are repeated "
        "at the end. Progress is kept beside the book, in "
        "BOOK.tabia-progress, which the page of 'tabia serve' uses too.\n"
        "If BOOK is a set of puzzles, it asks for those that are not solved "
        "yet: each move is judged, and the defence replies. Enter shows the "
        "solution.",
    .notes =
        "A card is a position and one of the moves that the book would play "
        "there: not passive or avoided ones, mistakes (?) or moves of weight "
        "0. If there are several, each is right, and each gets its turn. "
        "Cards are scheduled by FSRS: wrong is "
        "'again', right after a hint 'hard', right 'good'. A right answer "
        "before its time is not recorded, except with --ahead.\n"
        "Progress is kept by position and move: it survives conversion to "
        "another format, new lines and another name. docs/train.md describes "
        "the file.",
    .example = "tabia train repertoire.pgn --side white\n"
               "tabia train repertoire.pgn --against games.tabia --new 5\n"
               "tabia train repertoire.pgn --moves \"e4 c5\" --through\n"
               "tabia train repertoire.pgn --overview\n"
               "tabia train puzzles.txt --limit 5\n"
               "tabia train repertoire.pgn --export anki -o repertoire.apkg",
    .max_operands = 1,
    .common =
        WITH_JSON | WITH_OUTPUT | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_train,
};
