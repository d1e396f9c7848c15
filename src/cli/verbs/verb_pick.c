/*
 * verb_pick.c - tabia pick
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "cli/cli_pos.h"
#include "cli/files/opening_names.h"
#include "cli/shared_options.h"
#include "cli/verbs/amateur_pick.h"
#include "cli/verbs/verbs.h"
#include "cli/view/answer_view.h"
#include "cli/view/verb_output.h"
#include "format/format_contract.h"

#include "tabia/pick.h"
#include "base/banned.h"

enum {
    FEN,
    MOVES,
    METHOD,
    SEED,
    WIDE,
    VERBOSE,
    TABLE,
    TRANSPOSITIONS,
    UNIVERSAL,
    FIRST,
    ALTERNATIVES,
    EXPLAIN,
};

enum { ALTERNATIVES_REPLACE, ALTERNATIVES_COLLECT };

static const char *const alternatives[] = {
    [ALTERNATIVES_REPLACE] = "replace",
    [ALTERNATIVES_COLLECT] = "collect",
    NULL,
};

static const struct option_spec options[] = {
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [METHOD] = SHARED_METHOD,
    [SEED] = { .name = "seed",
               .kind = OPTION_INT,
               .value = "N",
               .max = INT64_MAX,
               .help = "seed of the random choice; the same seed gives "
                       "the same move (default: a random seed)" },
    [WIDE] = { .name = "wide",
               .help = "allow moves marked x; moves marked ? are never "
                       "chosen" },
    [VERBOSE] = { .name = "verbose",
                  .letter = 'v',
                  .help = "also print the seed and the book" },
    [TABLE] = { .name = "table",
                .help = "search files in place instead of loading them" },
    [TRANSPOSITIONS] = SHARED_TRANSPOSITIONS,
    [UNIVERSAL] = SHARED_UNIVERSAL,
    [FIRST] = SHARED_FIRST,
    [ALTERNATIVES] = { .name = "alternatives",
                       .kind = OPTION_CHOICE,
                       .value = "HOW",
                       .default_value = "replace",
                       .choices = alternatives,
                       .help =
                           "whether later alternatives mostly replace earlier "
                           "ones, or all are collected" },
    [EXPLAIN] = { .name = "explain",
                  .help = "show the string that matched and the window" },
};

struct pick {
    const struct args *args;
    struct tabia_pick_options how;
    struct source_files books;
    tabia_move game[TABIA_AMATEUR_PLIES];
    size_t ngame;                // moves played from the initial position
    struct amateur_pick routine; // of an amateur book
    bool has_routine;            // it chose
    struct answer_view view;     // of the book that chose
    struct answer_view reply;
    size_t chosen;   // in 'view'
    size_t expected; // in 'reply'; reply.n: no answer is known
};

/* Is the book one for the routine, and nothing else asked for? */
static bool is_for_routine(const struct pick *p, const struct source_file *file)
{
    const struct option_value *values = p->args->values;
    return file->format && file->format->has_routine && !values[FEN].given &&
           !values[METHOD].given;
}

/* Lets the Amateur's routine choose and print its hint. */
static enum cli_status choose_routine_move(struct pick *p,
                                           const struct source_file *file,
                                           const struct tabia_pos *pos)
{
    const struct option_value *values = p->args->values;
    const struct amateur_pick_options how = {
        .transpositions = values[TRANSPOSITIONS].text,
        .universal = values[UNIVERSAL].text,
        .first = values[FIRST].text,
        .collect = values[ALTERNATIVES].number == ALTERNATIVES_COLLECT,
        .seed = (uint32_t)(p->how.seed ^ p->how.seed >> 32),
    };
    enum cli_status status =
        amateur_pick_ask(&p->routine, p->args, file, &how, p->game, p->ngame);
    p->has_routine =
        status == CLI_DONE && p->routine.choice.move != TABIA_MOVE_NONE;
    if (!p->has_routine)
        return status;
    struct tabia_pos after = *pos;
    tabia_pos_play(&after, p->routine.choice.move);
    p->chosen = p->expected = 0;
    status = answer_view_init_one(&p->view, file, pos, p->routine.choice.move);
    return status == CLI_DONE
               ? answer_view_init_one(&p->reply, file, &after,
                                      p->routine.choice.expected_reply)
               : status;
}

/* The first book that has a move to play decides; 'is_found': one has. */
static enum cli_status choose_book_move(struct pick *p,
                                        const struct tabia_pos *pos,
                                        bool *is_found)
{
    *is_found = true;
    for (size_t i = 0; i < p->books.n; i++) {
        const struct tabia_answer *found = &p->view.found;
        if (is_for_routine(p, &p->books.files[i])) {
            enum cli_status status =
                choose_routine_move(p, &p->books.files[i], pos);
            if (status != CLI_DONE || p->has_routine)
                return status;
            continue;
        }
        const enum cli_status status =
            answer_view_init_with(&p->view, &p->books, &p->books.files[i], pos,
                                  p->how.allow_avoided);
        if (status != CLI_DONE)
            return status;
        p->chosen = tabia_pick_move(pos, found->moves, found->nmoves, &p->how);
        if (p->chosen < found->nmoves)
            return CLI_DONE;
    }
    *is_found = false;
    return CLI_DONE;
}

/* Of an answer's moves the one at 'at'; there may be none. */
static void put_move(struct verb_output *out, const char *key,
                     const struct answer_view *view, size_t at)
{
    const struct move_view *move = &view->views[at];
    if (at >= view->found.nmoves) {
        verb_output_add(out, key, NULL, fact_none(""));
        return;
    }
    verb_output_line(out, "%s %s %s", key, move->san, move->uci);
    verb_output_object(out, key);
    if (out->js)
        move_view_put_json(out->js, move);
    verb_output_end(out);
}

/* The routine's options without a book for it are a mistake. */
static enum cli_status check_pick_options(const struct pick *p)
{
    for (size_t i = 0; i < p->books.n; i++)
        if (is_for_routine(p, &p->books.files[i]))
            return CLI_DONE;
    for (size_t i = TRANSPOSITIONS; i < COUNT_OF(options); i++)
        if (p->args->values[i].given)
            return cli_misuse(p->args->verb,
                              "--%s applies to amateur books only, without "
                              "--fen and --method",
                              options[i].name);
    return CLI_DONE;
}

static enum cli_status pick_move(struct pick *p, const struct tabia_pos *pos)
{
    const struct option_value *seed = &p->args->values[SEED];
    p->how.seed = (uint64_t)seed->number;
    if (!seed->given) {
        if (getrandom(&p->how.seed, sizeof(p->how.seed), 0) !=
            (ssize_t)sizeof(p->how.seed))
            return cli_fail(CLI_FAILED, "no random seed: %s", strerror(errno));
        p->how.seed >>= 64 - 53; // --seed takes it, and JSON does not round it
    }
    if (p->args->values[VERBOSE].given)
        cli_note(p->args, "seed %llu", (unsigned long long)p->how.seed);
    bool is_found;
    enum cli_status status = choose_book_move(p, pos, &is_found);
    if (status != CLI_DONE)
        return status;
    if (!is_found)
        cli_note(p->args, "the %s no move to play here",
                 plural(p->books.n, "book has", "books have"));
    else if (p->args->values[VERBOSE].given)
        cli_note(p->args, "from %s", p->view.file->name);
    if (is_found && !p->has_routine) {
        // The opponent is expected to play what the book thinks best.
        struct tabia_pos after = p->view.pos;
        tabia_pos_play(&after, p->view.found.moves[p->chosen].move);
        const struct tabia_pick_options best = {
            .method = TABIA_PICK_BEST,
        };
        status = answer_view_init_with(&p->reply, &p->books, p->view.file,
                                       &after, false);
        if (status != CLI_DONE)
            return status;
        p->expected = tabia_pick_move(&after, p->reply.found.moves,
                                      p->reply.found.nmoves, &best);
    }
    struct verb_output out;
    verb_output_open(&out, p->args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "book", NULL,
                    fact_text(is_found ? p->view.file->name : NULL));
    verb_output_add(&out, "seed", NULL, fact_count(p->how.seed));
    put_move(&out, "move", &p->view, p->chosen);
    put_move(&out, "reply", &p->reply, p->expected);
    if (p->has_routine && p->args->values[EXPLAIN].given)
        amateur_pick_put(&out, &p->routine);
    verb_output_end(&out);
    verb_output_close(&out);
    return is_found ? CLI_DONE : CLI_NO;
}

static enum cli_status run_pick(const struct args *args)
{
    const struct option_value *values = args->values;
    struct tabia_names *names = NULL; // only JSON shows them
    struct tabia_pos pos;
    struct pick *p = calloc(1, sizeof(*p));
    if (!p)
        return cli_fail(CLI_FAILED, "out of memory");
    enum cli_status status = cli_pos_read(&pos, values[FEN].text);
    if (status == CLI_DONE)
        status = cli_pos_play_list(&pos, values[MOVES].text, p->game,
                                   TABIA_AMATEUR_PLIES, &p->ngame);
    if (status != CLI_DONE) {
        free(p);
        return status;
    }
    p->args = args;
    p->how = (struct tabia_pick_options){
        .method = (enum tabia_pick_method)values[METHOD].number,
        .allow_avoided = values[WIDE].given,
    };
    if (args->json)
        status = opening_names_open(&names, NULL, 0);
    const struct source_file_options how = {
        .mode = values[TABLE].given ? TABIA_OPEN_IN_PLACE : TABIA_OPEN_AUTO,
        .names = names,
    };
    if (status == CLI_DONE)
        status = source_files_open(&p->books, args, &how);
    if (status == CLI_DONE) {
        status = check_pick_options(p);
        if (status == CLI_DONE)
            status = pick_move(p, &pos);
        answer_view_clear(&p->view);
        answer_view_clear(&p->reply);
        source_files_close(&p->books);
    }
    tabia_names_free(names);
    free(p);
    return status;
}

const struct verb verb_pick = {
    .name = "pick",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "choose a move from a book",
    .operands = "[BOOK...]",
    .description =
        "Chooses a move and prints it in SAN and UCI notation, followed by "
        "the book's preferred reply. The first of several books that has a "
        "playable move decides. Without BOOK, it asks the built-in book. "
        "The exit status is 1 if there is no move to play.",
    .notes =
        "The methods: weighted picks at random in proportion to the "
        "weights, else to the results, else with equal chances; best picks "
        "the heaviest move; uniform gives all moves equal chances; first "
        "picks the book's first move.\n"
        "Several TI-Chess books are combined as on the calculator: their "
        "moves form one answer, and a move found in several files counts "
        "once for each.\n"
        "An amateur book is searched by its own routine: it follows the "
        "moves, not the position, and the reply is its hint. With --fen or "
        "--method, it is treated like any other book.",
    .example = "tabia pick --moves \"e4 c5\" --seed 7\n"
               "tabia pick --method best book.dat\n"
               "tabia pick --universal e7e5:d2d4,f2f4,g1f3 book.ama",
    .max_operands = -1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_pick,
};
