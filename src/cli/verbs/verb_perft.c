/*
 * verb_perft.c - tabia perft
 *
 * With several threads the tree is cut two plies below the root: each pair of
 * moves is a task, and a free thread takes the next one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/pool.h"
#include "chess/pos.h"
#include "cli/cli_pos.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"

#include "base/banned.h"

enum { DEPTH, FEN, DIVIDE, THREADS };

static const struct option_spec options[] = {
    [DEPTH] = { .name = "depth",
                .letter = 'd',
                .kind = OPTION_INT,
                .value = "N",
                .default_value = "5",
                .max = 20,
                .help = "depth in plies" },
    [FEN] = SHARED_FEN,
    [DIVIDE] = { .name = "divide",
                 .help = "print a separate count for each move" },
    [THREADS] = SHARED_THREADS("1"),
};

/* A root move with what is below it. */
struct perft_branch {
    tabia_move mv;
    char uci[TABIA_UCI_SIZE];
    uint64_t nodes;
};

/* The subtree behind a root move and, if the depth allows, its reply. */
struct perft_task {
    size_t branch;
    tabia_move reply; // TABIA_MOVE_NONE: the subtree starts before it
    uint64_t nodes;
};

struct perft_count {
    struct tabia_pos pos;
    int depth;
    struct perft_branch branches[TABIA_MOVES_MAX];
    size_t nbranches;
    struct perft_task *tasks; // owned
    size_t ntasks;
    uint64_t nodes;
    uint64_t ns; // time taken
};

static int by_uci(const void *a, const void *b)
{
    const struct perft_branch *x = a, *y = b;
    return strcmp(x->uci, y->uci);
}

/* Fills in the tasks, or only counts them while there is no room yet. */
static void list_tasks(struct perft_count *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->nbranches; i++) {
        tabia_move replies[TABIA_MOVES_MAX] = { TABIA_MOVE_NONE };
        size_t nreplies = 1;
        if (c->depth >= 2) {
            struct tabia_pos pos = c->pos;
            tabia_pos_play(&pos, c->branches[i].mv);
            nreplies = tabia_pos_legal_moves(&pos, replies);
        }
        for (size_t k = 0; k < nreplies; k++, n++)
            if (c->tasks)
                c->tasks[n] =
                    (struct perft_task){ .branch = i, .reply = replies[k] };
    }
    c->ntasks = n;
}

static void run_task(void *ctx, size_t i)
{
    struct perft_count *c = ctx;
    struct perft_task *task = &c->tasks[i];
    struct tabia_pos pos = c->pos;
    int depth = c->depth - 1;
    tabia_pos_play(&pos, c->branches[task->branch].mv);
    if (task->reply != TABIA_MOVE_NONE) {
        tabia_pos_play(&pos, task->reply);
        depth--;
    }
    task->nodes = pos_perft(&pos, depth);
}

/* Counts by branches, with 'nthreads' threads. */
static bool count_split(struct perft_count *c, int nthreads,
                        struct tabia_error *err)
{
    list_tasks(c);
    c->tasks = calloc(c->ntasks + 1, sizeof(*c->tasks));
    if (!c->tasks)
        return error_nomem(err);
    list_tasks(c);

    struct pool *pool = pool_new(nthreads, err);
    if (!pool)
        return false;
    pool_run(pool, c->ntasks, run_task, c);
    pool_free(pool);

    for (size_t i = 0; i < c->ntasks; i++) {
        c->branches[c->tasks[i].branch].nodes += c->tasks[i].nodes;
        c->nodes += c->tasks[i].nodes;
    }
    return true;
}

static double perft_seconds(const struct perft_count *c)
{
    return (double)c->ns / 1e9;
}

static double nodes_per_second(const struct perft_count *c)
{
    return c->ns ? (double)c->nodes / perft_seconds(c) : 0;
}

static enum cli_status print_count(const struct args *args,
                                   const struct perft_count *c)
{
    static const struct verb_output_column columns[] = { { "uci", "", 'l' },
                                                         { "nodes", "", 'r' } };
    const bool divide = args->values[DIVIDE].given;
    struct verb_output out;
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(&c->pos, 0, fen);
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "fen", NULL, fact_text(fen));
    verb_output_add(&out, "depth", NULL, fact_count((uint64_t)c->depth));
    verb_output_add(&out, "nodes", NULL, fact_count(c->nodes));
    verb_output_add(&out, "seconds", NULL, fact_real(perft_seconds(c), 0));
    verb_output_add(&out, "nodes_per_second", NULL,
                    fact_count((uint64_t)nodes_per_second(c)));
    if (divide) {
        verb_output_table(&out, "moves", columns, COUNT_OF(columns));
        for (size_t i = 0; i < c->nbranches; i++) {
            verb_output_cell(&out, fact_text(c->branches[i].uci));
            verb_output_cell(&out, fact_count(c->branches[i].nodes));
        }
        verb_output_add(&out, NULL, "total", fact_count(c->nodes));
        verb_output_table_end(&out);
    } else {
        verb_output_line(&out, "%llu", (unsigned long long)c->nodes);
    }
    verb_output_end(&out);
    return verb_output_close(&out);
}

static enum cli_status run_perft(const struct args *args)
{
    const bool divide = args->values[DIVIDE].given;
    struct perft_count c = { .depth = (int)args->values[DEPTH].number };
    enum cli_status status = cli_pos_read(&c.pos, args->values[FEN].text);
    if (status != CLI_DONE)
        return status;

    struct tabia_error err = { 0 };
    if (c.depth > 0) {
        tabia_move moves[TABIA_MOVES_MAX];
        bool chess960 = cli_pos_is_chess960(&c.pos);
        c.nbranches = tabia_pos_legal_moves(&c.pos, moves);
        for (size_t i = 0; i < c.nbranches; i++) {
            c.branches[i].mv = moves[i];
            c.branches[i].nodes = 0;
            tabia_uci_print(&c.pos, moves[i], chess960, c.branches[i].uci);
        }
        // No two moves have the same name, so the order is total.
        qsort(c.branches, c.nbranches, sizeof(c.branches[0]), by_uci);
    }
    const int nthreads = (int)args->values[THREADS].number;
    const uint64_t start = clock_now_ns();
    bool ok = true;
    if (c.depth == 0 || (!divide && nthreads == 1))
        c.nodes = pos_perft(&c.pos, c.depth);
    else
        ok = count_split(&c, nthreads, &err);
    c.ns = clock_now_ns() - start;
    free(c.tasks);
    if (!ok)
        return cli_print_error(&err);

    status = print_count(args, &c);
    if (args->json)
        return status;
    fflush(stdout);
    cli_note(args, "%.3f s, %.1f million nodes per second", perft_seconds(&c),
             nodes_per_second(&c) / 1e6);
    return status;
}

const struct verb verb_perft = {
    .name = "perft",
    .group = VERB_GROUP_MORE,
    .summary = "count the leaves of the tree of legal moves",
    .operands = "",
    .description =
        "Counts the leaves of the tree of legal moves, the usual test of a "
        "move generator. The count goes to standard output, time and speed "
        "to standard error. Chess960 castling rights may be written as "
        "X-FEN or Shredder-FEN.",
    .example =
        "tabia perft --depth 6 --threads 0\n"
        "tabia perft -d 3 --divide --fen \"8/8/4k3/8/8/4K3/4P3/8 w - -\"",
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_perft,
};
