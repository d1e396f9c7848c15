/*
 * verb_puzzles.c - tabia puzzles
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/files/puzzle_set.h"
#include "cli/files/source_files.h"
#include "cli/files/target.h"
#include "cli/progress_bar.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "deck/deck.h"
#include "study/puzzle_maker.h"

#include "base/banned.h"

enum {
    STORE,
    MIN_GAMES,
    MARGIN,
    MAX_PLY,
    LIMIT,
    TRIES,
    MOVES,
    ENGINE,
    DEPTH,
    NODES,
    HASH,
    TIMEOUT,
};

static const struct option_spec options[] = {
    [STORE] = { .name = "store",
                .group = "Mistakes",
                .kind = OPTION_TEXT,
                .value = "STORE",
                .help = "also take moves that many games of STORE have and "
                        "that score worse than others, and the last moves of "
                        "who lost a short game" },
    [MIN_GAMES] = { .name = "min-games",
                    .kind = OPTION_INT,
                    .value = "N",
                    .default_value = "20",
                    .min = 1,
                    .max = INT64_MAX,
                    .help = "games of STORE that a mistake must have" },
    [MARGIN] = { .name = "margin",
                 .kind = OPTION_INT,
                 .value = "CP",
                 .default_value = "150",
                 .min = 1,
                 .max = 10000,
                 .help = "centipawns that a mistake must lose, and by which "
                         "its refutation must be better than other moves" },
    [MAX_PLY] = { .name = "max-ply",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "40",
                  .min = 1,
                  .max = 200,
                  .help = "look for mistakes in the first N plies" },
    [LIMIT] = { .name = "limit",
                .kind = OPTION_INT,
                .value = "N",
                .default_value = "50",
                .min = 1,
                .max = 1 << 20,
                .help = "stop after N puzzles" },
    [TRIES] = { .name = "tries",
                .kind = OPTION_INT,
                .value = "N",
                .min = 1,
                .max = 1 << 24,
                .help = "let the engine look at N mistakes at most (default: "
                        "100 for each puzzle of --limit)" },
    [MOVES] = { .name = "moves",
                .kind = OPTION_INT,
                .value = "N",
                .default_value = "3",
                .min = 1,
                .max = PUZZLE_SOLUTIONS,
                .help = "longest solution, in moves of the solver" },
    [ENGINE] = SHARED_ENGINE("UCI engine; it must have the option MultiPV"),
    [DEPTH] = SHARED_ENGINE_DEPTH("--nodes is not given"),
    [NODES] = SHARED_ENGINE_NODES,
    [HASH] = SHARED_ENGINE_HASH,
    [TIMEOUT] = SHARED_ENGINE_TIMEOUT,
};

/* What is written: a set of puzzles, or cards. */
struct puzzle_target {
    const char *name;
    enum puzzle_format puzzles; // NONE: cards
    enum deck_format deck;
};

static bool find_target(const struct args *args, const char *path,
                        struct puzzle_target *target)
{
    static const struct {
        const char *name, *suffix;
        enum deck_format format;
    } decks[] = {
        { "anki", ".apkg", DECK_ANKI },
        { "csv", ".csv", DECK_CSV },
    };
    *target = (struct puzzle_target){ .puzzles = PUZZLE_NONE };
    for (size_t i = 0; i < COUNT_OF(decks); i++) {
        if (args->to ? strcmp(args->to, decks[i].name) != 0
                     : !text_ends(path, strlen(path), decks[i].suffix))
            continue;
        target->name = decks[i].name;
        target->deck = decks[i].format;
        return true;
    }
    if (args->to)
        target->puzzles = puzzle_format_find(args->to);
    else
        target->puzzles = strcmp(path, "-") == 0 ? PUZZLE_TI_TEXT
                                                 : puzzle_format_for_path(path);
    target->name = puzzle_format_name(target->puzzles);
    return target->puzzles != PUZZLE_NONE;
}

/* The time of the cards; programs that build packages may set it. */
static int64_t time_of_cards(void)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    const long long given = text ? strtoll(text, NULL, 10) : 0;
    return given > 0 ? given : (int64_t)time(NULL);
}

static bool write_cards(const struct puzzles *set,
                        const struct puzzle_target *target, const char *path,
                        const char *title, const struct output_options *how,
                        struct tabia_error *err)
{
    struct deck *deck = deck_new(title, err);
    const bool ok =
        deck && deck_add_puzzles(deck, set, err) &&
        deck_write(deck, target->deck, path, time_of_cards(), how, err);
    deck_free(deck);
    return ok;
}

static enum cli_status write_puzzles(const struct args *args,
                                     const struct puzzles *set,
                                     const struct puzzle_target *target,
                                     const char *path, const char *title)
{
    const struct output_options how = cli_output_options(args);
    struct tabia_report report = { 0 };
    struct tabia_error err = { 0 };
    if (target->puzzles != PUZZLE_NONE)
        return puzzle_set_write(args, set, target->puzzles, path, false,
                                &report);
    return write_cards(set, target, path, title, &how, &err)
               ? CLI_DONE
               : cli_print_error(&err);
}

static bool on_mistake(void *ctx, size_t done, size_t total)
{
    struct progress_bar *progress = ctx;
    progress->total = total;
    progress_bar_update(progress, done);
    return true;
}

static size_t count_mistakes(const struct puzzle_maker_result *result)
{
    return result->from_book + result->from_store + result->from_games;
}

static enum cli_status put_puzzles(const struct args *args,
                                   const struct source_file *book,
                                   const struct puzzles *set,
                                   const struct puzzle_maker_result *result,
                                   const struct puzzle_target *target,
                                   const char *path)
{
    const size_t n = puzzles_count(set), nmistakes = count_mistakes(result);
    cli_note(args,
             "%s: %zu %s from %zu %s; of %zu tried, %zu %s not refuted and "
             "%zu had no single answer%s",
             path, n, plural(n, "puzzle", "puzzles"), nmistakes,
             plural(nmistakes, "mistake", "mistakes"), result->tried,
             result->not_refuted, plural(result->not_refuted, "was", "were"),
             result->not_unique,
             result->is_cut ? "; not all positions were visited" : "");
    if (!args->json)
        return CLI_DONE;
    struct verb_output out;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "input", NULL, fact_text(book->name));
    verb_output_add(&out, "output", NULL, fact_text(path));
    verb_output_add(&out, "to", NULL, fact_text(target->name));
    verb_output_add(&out, "puzzles", NULL, fact_count(n));
    verb_output_add(&out, "positions", NULL, fact_count(result->positions));
    verb_output_add(&out, "complete", NULL, fact_flag(!result->is_cut));
    verb_output_add(&out, "from_book", NULL, fact_count(result->from_book));
    verb_output_add(&out, "from_store", NULL, fact_count(result->from_store));
    verb_output_add(&out, "from_games", NULL, fact_count(result->from_games));
    verb_output_add(&out, "tried", NULL, fact_count(result->tried));
    verb_output_add(&out, "not_refuted", NULL, fact_count(result->not_refuted));
    verb_output_add(&out, "not_unique", NULL, fact_count(result->not_unique));
    verb_output_end(&out);
    return verb_output_close(&out);
}

static enum cli_status make_puzzles(const struct args *args,
                                    const struct source_file *book,
                                    const struct source_file *store,
                                    const struct puzzle_target *target,
                                    const char *path)
{
    const struct option_value *v = args->values;
    struct progress_bar progress;
    const struct puzzle_maker_options how = {
        .engine = { .path = v[ENGINE].text,
                    .hash = (int)v[HASH].number,
                    .search_ms = (int)v[TIMEOUT].number * 1000 },
        .limits = { .depth = (int)v[DEPTH].number,
                    .nodes = (uint64_t)v[NODES].number },
        .margin = (int)v[MARGIN].number,
        .min_games = (uint64_t)v[MIN_GAMES].number,
        .limit = (size_t)v[LIMIT].number,
        .max_tried = (size_t)v[TRIES].number,
        .max_ply = (int)v[MAX_PLY].number,
        .moves = (int)v[MOVES].number,
        .on_progress = on_mistake,
        .ctx = &progress,
    };
    struct puzzle_maker_result result;
    struct tabia_error err = { 0 };
    struct puzzles *set = puzzles_new(&err);
    progress_bar_init(&progress, "trying", "mistakes", 0,
                      args->quiet || !isatty(STDERR_FILENO));
    const bool is_made = set && puzzle_maker_run(book->book, store->source,
                                                 &how, set, &result, &err);
    progress_bar_finish(&progress);
    enum cli_status status = is_made ? CLI_DONE : cli_print_error(&err);
    if (is_made && puzzles_count(set) == 0)
        status =
            cli_fail(CLI_NO,
                     "no puzzles: %zu %s found, %zu tried, none with one clear "
                     "refutation%s",
                     count_mistakes(&result),
                     plural(count_mistakes(&result), "mistake", "mistakes"),
                     result.tried,
                     store->source ? "" : "; --store adds mistakes of games");
    // An engine that fails does not take what it found before with it.
    const char *title = tabia_book_find_text(book->book, "title");
    const size_t nfound = set ? puzzles_count(set) : 0;
    enum cli_status written = CLI_NO;
    if (nfound)
        written = write_puzzles(args, set, target, path,
                                title && *title ? title : book->name);
    if (status == CLI_DONE)
        status = written == CLI_DONE
                     ? put_puzzles(args, book, set, &result, target, path)
                     : written;
    else if (written == CLI_DONE)
        cli_note(args, "%s: the %s found before that %s written", path,
                 plural(nfound, "puzzle", "puzzles"),
                 plural(nfound, "is", "are"));
    puzzles_free(set);
    return status;
}

static enum cli_status run_puzzles(const struct args *args)
{
    const char *path = args->output ? args->output : "-";
    const struct source_file_options load = { .mode = TABIA_OPEN_LOAD };
    const struct source_file_options find = { .mode = TABIA_OPEN_AUTO };
    struct source_file book = { 0 }, store = { 0 };
    struct puzzle_target target;
    if (!find_target(args, path, &target))
        return cli_misuse(args->verb,
                          "puzzles can be written as puzzles, epd, pgn, json, "
                          "tipuzzle, tipuzzle-92p, anki or csv, not as '%s'",
                          args->to ? args->to : path);
    enum cli_status status = target_check(args, path);
    if (status == CLI_DONE && strcmp(path, "-") != 0)
        status = target_try(args, path);
    if (status == CLI_DONE)
        status = source_file_open(&book, args, args->operands[0], &load);
    if (status == CLI_DONE && args->values[STORE].given) {
        struct args other = *args; // --from is about BOOK
        other.from = NULL;
        status =
            source_file_open(&store, &other, args->values[STORE].text, &find);
    }
    if (status == CLI_DONE)
        status = settings_check(args, &book.format, 1, NULL);
    if (status == CLI_DONE)
        status = make_puzzles(args, &book, &store, &target, path);
    source_file_close(&store);
    source_file_close(&book);
    return status;
}

const struct verb verb_puzzles = {
    .name = "puzzles",
    .group = VERB_GROUP_STUDY,
    .summary = "make puzzles from the mistakes of a book and of games",
    .operands = "BOOK",
    .description =
        "Looks for mistakes: moves that the book marks with ? or ??, and, "
        "with --store, moves that many players choose and that score worse "
        "than others, and the last moves of who lost a game of at most "
        "--max-ply plies. An engine must agree that the move loses by "
        "--margin, "
        "and that one answer is better than all others by as much. Each "
        "mistake that passes is a puzzle: the position after it, and the "
        "refutation as long as every move of the solver is the only one.",
    .notes =
        "OUT's name or --to chooses the format: puzzles (TI-Chess text), epd "
        "(bm), pgn (FEN and moves), json, tipuzzle, anki (.apkg) or csv. "
        "Without -o the text goes to standard output. Cards for Anki keep "
        "their identity from one export to the next.\n"
        "The book's own mistakes come first. Then come those of many games, "
        "whose score is the least likely to be chance, and those of short "
        "games, the last moves first: more of the kind that more puzzles came "
        "from so far. Positions are those of the book, those that the store "
        "reaches from there by moves with --min-games, and those of the first "
        "100,000 games that pass through the book. The "
        "engine searches with one thread: the same depth or nodes give the "
        "same puzzles.",
    .example = "tabia puzzles mine.pgn -o mine.apkg\n"
               "tabia puzzles mine.pgn --store games.tabia --limit 20 -o "
               "mistakes.txt\n"
               "tabia puzzles mine.pgn --depth 12 --to pgn",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_OUTPUT | WITH_FROM | WITH_TO | WITH_LENIENT |
              WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_puzzles,
};
