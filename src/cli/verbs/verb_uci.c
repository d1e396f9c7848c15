/*
 * verb_uci.c - tabia uci
 */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/compiler.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "io/path.h"
#include "uci/uci_loop.h"

#include "base/banned.h"

enum {
    BOOK,
    METHOD,
    SEED,
    MAX_PLY,
    MIN_WEIGHT,
    MIN_GAMES,
    LEAVE_BEFORE,
    WIDE,
    REPEAT,
    ANALYSE,
    TRANSPOSITIONS,
    UNIVERSAL,
    FIRST,
    TIMEOUT,
};

static const struct option_spec options[] = {
    [BOOK] = { .name = "book",
               .letter = 'b',
               .kind = OPTION_TEXT,
               .value = "FILE[:SIDE]",
               .repeats = true,
               .help = "book to play from; repeat it to add books below; "
                       "append :white or :black to use it for one side "
                       "(default: the built-in book)" },
    [METHOD] = SHARED_METHOD,
    [SEED] = { .name = "seed",
               .kind = OPTION_INT,
               .value = "N",
               .default_value = "0",
               .max = INT32_MAX,
               .help = "seed of the random choices; 0 gives different "
                       "games every time" },
    [MAX_PLY] = { .name = "max-ply",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "0",
                  .max = 1000,
                  .help = "leave the book after N plies of the game; 0 means "
                          "no limit" },
    [MIN_WEIGHT] = { .name = "min-weight",
                     .kind = OPTION_INT,
                     .value = "N",
                     .default_value = "0",
                     .max = INT32_MAX,
                     .help = "ignore moves of lower weight" },
    [MIN_GAMES] = { .name = "min-games",
                    .kind = OPTION_INT,
                    .value = "N",
                    .default_value = "0",
                    .max = INT32_MAX,
                    .help = "ignore moves played in fewer than N games" },
    [LEAVE_BEFORE] = { .name = "leave-before",
                       .kind = OPTION_INT,
                       .value = "N",
                       .default_value = "0",
                       .max = 16,
                       .help = "leave the book N plies before its end" },
    [WIDE] = { .name = "wide",
               .help = "allow moves marked x; moves marked ? are never "
                       "played" },
    [REPEAT] = { .name = "repeat",
                 .help = "allow book moves that repeat a position of the "
                         "game" },
    [ANALYSE] = { .name = "analyse",
                  .help = "play book moves in UCI_AnalyseMode, too" },
    [TRANSPOSITIONS] = SHARED_TRANSPOSITIONS,
    [UNIVERSAL] = SHARED_UNIVERSAL,
    [FIRST] = SHARED_FIRST,
    [TIMEOUT] = { .name = "timeout",
                  .group = "Engine",
                  .kind = OPTION_INT,
                  .value = "MS",
                  .default_value = "10000",
                  .min = 1,
                  .max = 3600000,
                  .help = "milliseconds to wait for a silent engine before "
                          "answering for it" },
};

static bool open_books(struct book_stack *stack, const struct args *args,
                       struct tabia_error *err)
{
    static const char fallback[] = BOOK_STACK_BUILT_IN;
    static const int from[BOOK_STACK_RULE_COUNT] = {
        [BOOK_STACK_TRANSPOSITIONS] = TRANSPOSITIONS,
        [BOOK_STACK_UNIVERSAL] = UNIVERSAL,
        [BOOK_STACK_FIRST] = FIRST,
    };
    bool ok = true;
    for (int rule = 0; ok && rule < BOOK_STACK_RULE_COUNT; rule++) {
        const char *text = args->values[from[rule]].text;
        ok = !text || book_stack_set_rule(stack, (enum book_stack_rule)rule,
                                          text, strlen(text), err);
    }
    if (ok && args->nrepeated == 0)
        return book_stack_set(stack, fallback, strlen(fallback), err);
    for (size_t i = 0; ok && i < args->nrepeated; i++) {
        const char *spec = args->repeated[i].text;
        ok = book_stack_add(stack, spec, strlen(spec), err);
    }
    if (!ok)
        book_stack_clear(stack);
    return ok;
}

static enum cli_status run_uci(const struct args *args)
{
    const struct option_value *v = args->values;
    struct tabia_error err = { 0 };
    struct uci_proxy_setup setup = {
        .choice = {
            .own_book = true,
            .method = v[METHOD].number,
            .seed = v[SEED].number,
            .max_ply = v[MAX_PLY].number,
            .min_weight = v[MIN_WEIGHT].number,
            .min_games = v[MIN_GAMES].number,
            .leave_before = v[LEAVE_BEFORE].number,
            .allow_avoided = v[WIDE].given,
            .repeat = v[REPEAT].given,
            .analyse = v[ANALYSE].given,
        },
        .timeout_ms = v[TIMEOUT].number,
    };
    if (getrandom(&setup.random_seed, sizeof(setup.random_seed), 0) !=
        (ssize_t)sizeof(setup.random_seed))
        return cli_fail(CLI_FAILED, "no random seed: %s", strerror(errno));
    if (!open_books(&setup.books, args, &err))
        return cli_print_error(&err);
    // The words of the engine's command line end with a NULL of their own.
    char *engine[256] = { NULL };
    if (args->noperands >= (int)COUNT_OF(engine)) {
        book_stack_clear(&setup.books);
        return cli_misuse(args->verb, "the engine has too many arguments");
    }
    for (int i = 0; i < args->noperands; i++)
        engine[i] = args->operands[i];
    if (engine[0])
        setup.engine = path_name(engine[0]);
    if (uci_loop_run(&setup, engine[0] ? engine : NULL, &err))
        return CLI_DONE;
    return err.status ? cli_print_error(&err) : CLI_FAILED;
}

const struct verb verb_uci = {
    .name = "uci",
    .group = VERB_GROUP_PLAY,
    .summary = "play from books in front of any UCI engine",
    .operands = "[-- ENGINE [ARGUMENT...]]",
    .description =
        "A UCI engine for any chess program: moves that a book knows are "
        "played from it, all others come from ENGINE. The books are "
        "searched in order; the first with a playable move decides. Without "
        "ENGINE, only book moves are played, and the null move 0000 if there "
        "is none.",
    .notes = "Everything else passes between the program and ENGINE unchanged. "
             "The options are UCI options, too, and can be set at any time: "
             "OwnBook, Book File (several separated by semicolons), Book "
             "Method, Book Seed, Book Depth and more. docs/uci.md describes "
             "them.\n"
             "ENGINE is looked up in PATH, then in /usr/games. The exit status "
             "is 3 if it cannot be started or exits unexpectedly.",
    .example = "tabia uci --book repertoire.txt:white --book book.dat -- "
               "stockfish\n"
               "tabia uci --method best --max-ply 16 -- stockfish",
    .max_operands = -1,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_uci,
};
