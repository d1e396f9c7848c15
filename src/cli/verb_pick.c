/*
 * verb_pick.c - tabia pick
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/attr.h"
#include "base/json.h"
#include "cli/answers.h"
#include "cli/verbs.h"

#include "base/banned.h"

enum { FEN, MOVES, POLICY, SEED, WIDE, VERBOSE, TABLE };

static const char *const policies[] = { "weighted", "best", "uniform", "first",
                                        NULL };

/* In the order of 'policies'. */
static const enum tabia_choice choices[] = {
    TABIA_CHOICE_WEIGHTED,
    TABIA_CHOICE_BEST,
    TABIA_CHOICE_UNIFORM,
    TABIA_CHOICE_FIRST,
};

static const struct option_spec options[] = {
    [FEN] = { .name = "fen",
              .kind = OPTION_TEXT,
              .value = "FEN",
              .help = "the position (default the start of the game)" },
    [MOVES] = { .name = "moves",
                .kind = OPTION_TEXT,
                .value = "MOVES",
                .help = "moves to play first, SAN or UCI, in one word" },
    [POLICY] = { .name = "policy",
                 .kind = OPTION_CHOICE,
                 .value = "POLICY",
                 .fallback = "weighted",
                 .choices = policies,
                 .help = "how to choose" },
    [SEED] = { .name = "seed",
               .kind = OPTION_INT,
               .value = "N",
               .max = INT64_MAX,
               .help = "the same seed gives the same move; without it the "
                       "system gives one" },
    [WIDE] = { .name = "wide",
               .help = "moves marked x may be chosen; those marked ? never" },
    [VERBOSE] = { .name = "verbose",
                  .letter = 'v',
                  .help = "tell the seed and the book" },
    [TABLE] = { .name = "table",
                .help = "search in the files, do not load "
                        "them" },
};

struct pick {
    const struct args *args;
    struct tabia_select_options how;
    struct book_set books;
    struct answer answer; // of the book that chose
    struct answer reply;
    size_t chosen;   // in 'answer'
    size_t expected; // in 'reply'; reply.n: no answer is known
};

/* A seed that fits what --seed takes. */
static bool set_seed(struct pick *p)
{
    const struct option_value *seed = &p->args->values[SEED];
    p->how.seed = (uint64_t)seed->number;
    if (seed->given)
        return true;
    if (getrandom(&p->how.seed, sizeof(p->how.seed), 0) !=
        (ssize_t)sizeof(p->how.seed))
        return false;
    p->how.seed &= INT64_MAX;
    return true;
}

/* The first book that has a move to play decides. */
static bool choose(struct pick *p, const struct tabia_pos *pos)
{
    for (size_t i = 0; i < p->books.n; i++) {
        struct answer *answer = &p->answer;
        answer_init(answer, &p->books.files[i], pos, p->how.wide);
        p->chosen = tabia_select(answer->list, answer->n, &p->how);
        if (p->chosen < answer->n)
            return true;
    }
    return false;
}

/* The opponent is expected to play what the book thinks best. */
static void expect_reply(struct pick *p)
{
    const struct tabia_select_options best = { .choice = TABIA_CHOICE_BEST };
    struct tabia_pos after = p->answer.pos;
    tabia_pos_play(&after, p->answer.list[p->chosen].move);
    answer_init(&p->reply, p->answer.file, &after, false);
    p->expected = tabia_select(p->reply.list, p->reply.n, &best);
}

static void print_text(const struct pick *p)
{
    const struct move_view *move = &p->answer.views[p->chosen];
    printf("move %s %s\n", move->san, move->uci);
    if (p->expected < p->reply.n)
        printf("reply %s %s\n", p->reply.views[p->expected].san,
               p->reply.views[p->expected].uci);
}

static void print_json(const struct pick *p)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_key(&js, "book");
    json_put_text(&js, p->answer.file->name);
    json_key(&js, "seed");
    json_put_uint(&js, p->how.seed);
    json_key(&js, "move");
    json_begin_object(&js);
    move_view_json(&js, &p->answer.views[p->chosen]);
    json_end(&js);
    json_key(&js, "reply");
    if (p->expected < p->reply.n) {
        json_begin_object(&js);
        move_view_json(&js, &p->reply.views[p->expected]);
        json_end(&js);
    } else {
        json_put_null(&js);
    }
    json_end(&js);
}

static enum cli_status pick(struct pick *p, const struct tabia_pos *pos)
{
    if (!set_seed(p))
        return cli_fail(CLI_FAILED, "no random seed: %s", strerror(errno));
    if (p->args->values[VERBOSE].given)
        cli_note(p->args, "seed %llu", (unsigned long long)p->how.seed);
    if (!choose(p, pos)) {
        cli_note(p->args, "the book%s nothing to play here",
                 p->books.n == 1 ? " has" : "s have");
        return CLI_NO;
    }
    if (p->args->values[VERBOSE].given)
        cli_note(p->args, "from %s", p->answer.file->name);
    expect_reply(p);
    if (p->args->json)
        print_json(p);
    else
        print_text(p);
    return CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    const struct option_value *values = args->values;
    const struct books_options how = {
        .shape = values[TABLE].given ? BOOKS_TABLE : BOOKS_EITHER,
    };
    struct tabia_pos pos;
    enum cli_status status = cli_position(&pos, values[FEN].text);
    if (status == CLI_DONE)
        status = cli_play(&pos, values[MOVES].text);
    if (status != CLI_DONE)
        return status;

    struct pick *p = calloc(1, sizeof(*p));
    if (!p)
        return cli_fail(CLI_FAILED, "out of memory");
    p->args = args;
    p->how = (struct tabia_select_options){
        .choice = choices[values[POLICY].number],
        .wide = values[WIDE].given,
    };
    status = books_open_all(&p->books, args, &how);
    if (status == CLI_DONE) {
        status = pick(p, &pos);
        books_close_all(&p->books);
    }
    free(p);
    return status;
}

const struct verb verb_pick = {
    .name = "pick",
    .summary = "let a book choose a move",
    .operands = "[BOOK...]",
    .description =
        "Chooses one move and prints it as SAN and UCI, then the reply that "
        "the book thinks best. Of several books the first that has a move "
        "to play decides. Weighted is by the weight, else by the results, "
        "else all alike; best is the heaviest, first the first of the book. "
        "The status is 1 when nothing can be played. Without BOOK the book "
        "that comes with tabia chooses.",
    .example = "tabia pick --moves \"e4 c5\" --seed 7\n"
               "tabia pick --policy best book.dat",
    .max_operands = -1,
    .common = WITH_JSON | WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
