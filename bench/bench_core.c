/*
 * bench_core.c - tabia-bench core: move generation, SAN, making moves
 */
#include "base/wording.h"
#include "bench.h"
#include "chess/pos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/pool.h"
#include "io/input.h"
#include "tabia/format.h"

#include "base/banned.h"

/* ---- perft ----------------------------------------------------------- */

static const struct perft_case {
    const char *key, *what, *fen;
    int depth;
    const char *peer_key, *ratio_key;
} perft_cases[] = {
    { "perft_start", "perft from the start",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6,
      "stockfish_start", "ratio_start" },
    { "perft_kiwipete", "perft from Kiwipete",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
      "stockfish_kiwipete", "ratio_kiwipete" },
};

/* Stockfish's time for a perft; a failure leaves 0. */
static uint64_t time_stockfish(const char *fen, int depth)
{
    static const char *const argv[] = { "stockfish", NULL };
    char input[256];
    uint64_t ns;
    snprintf(input, sizeof(input), "position fen %s\ngo perft %d\nquit\n", fen,
             depth);
    return bench_run(argv, input, &ns) ? ns : 0;
}

static bool measure_perft(struct bench *b, const struct perft_case *test)
{
    const int depth = test->depth - (b->quick ? 2 : 0);
    struct tabia_pos pos;
    (void)!tabia_fen_parse(&pos, test->fen, strlen(test->fen), 0, NULL);
    uint64_t ours = 0, theirs = 0, start_up = 0, nodes = 0;
    for (int i = 0; i < b->rounds; i++) {
        const uint64_t begin = bench_now_ns();
        nodes = pos_perft(&pos, depth);
        ours = bench_best(ours, bench_now_ns() - begin);
        start_up = bench_best(start_up, time_stockfish(test->fen, 1));
        theirs = bench_best(theirs, time_stockfish(test->fen, depth));
    }
    const double speed = (double)nodes * 1e3 / (double)ours;
    bench_add(b, test->key, test->what, speed, "M nodes/s");
    if (theirs <= start_up) {
        if (theirs)
            bench_note(b, "%s: too short for a ratio", test->what);
        return theirs > 0;
    }
    const double peer = (double)nodes * 1e3 / (double)(theirs - start_up);
    bench_add(b, test->peer_key, "  Stockfish", peer, "M nodes/s");
    bench_add(b, test->ratio_key, "  ratio", speed / peer, "");
    return true;
}

/* ---- two threads ----------------------------------------------------- */

enum { SPLIT_MAX = 512, SPLIT_DEPTH = 6 };

/* The positions two plies on, each a task. */
struct split {
    struct tabia_pos list[SPLIT_MAX];
    uint64_t nodes[SPLIT_MAX];
    size_t n;
    int depth; // left below them
};

static void list_split(struct split *split)
{
    struct tabia_pos start;
    tabia_move first[TABIA_MOVES_MAX], second[TABIA_MOVES_MAX];
    tabia_pos_set_start(&start);
    const size_t n = tabia_pos_legal_moves(&start, first);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos = start;
        tabia_pos_play(&pos, first[i]);
        const size_t m = tabia_pos_legal_moves(&pos, second);
        for (size_t k = 0; k < m && split->n < SPLIT_MAX; k++) {
            split->list[split->n] = pos;
            tabia_pos_play(&split->list[split->n++], second[k]);
        }
    }
}

static void count_task(void *ctx, size_t i)
{
    struct split *split = ctx;
    split->nodes[i] = pos_perft(&split->list[i], split->depth);
}

static bool measure_threads(struct bench *b, struct tabia_error *err)
{
    uint64_t best[2] = { 0, 0 };
    struct split *split = calloc(1, sizeof(*split));
    if (!split)
        return error_nomem(err);
    list_split(split);
    split->depth = SPLIT_DEPTH - 2 - (b->quick ? 2 : 0);
    bool done = true;
    for (int i = 0; i < b->rounds && done; i++)
        for (int threads = 1; threads <= 2 && done; threads++) {
            struct pool *pool = pool_new(threads, err);
            done = pool != NULL;
            if (!done)
                break;
            const uint64_t begin = clock_now_ns();
            pool_run(pool, split->n, count_task, split);
            best[threads - 1] =
                bench_best(best[threads - 1], clock_now_ns() - begin);
            pool_free(pool);
        }
    free(split);
    if (done)
        bench_add(b, "threads_ratio", "perft with two threads, to one",
                  (double)best[0] / (double)best[1], "");
    return done;
}

/* ---- games ----------------------------------------------------------- */

/* What came out, so that no compiler leaves the work out. */
struct played_game {
    uint64_t keys;
    size_t nplies, nbad;
};

/* Resolves and plays every move, and takes each position's key. */
static struct played_game play_words(const struct bench_games *games,
                                     tabia_move *moves)
{
    struct played_game played = { 0 };
    struct tabia_pos pos;
    bool is_lost = false; // until the next game
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < games->nwords; i++) {
        const struct bench_word *word = &games->words[i];
        moves[i] = TABIA_MOVE_NONE;
        if (word->len == 0) {
            tabia_pos_set_start(&pos);
            is_lost = false;
        } else if (!is_lost && tabia_san_play(&pos, games->text + word->at,
                                              word->len, &moves[i], NULL)) {
            played.keys ^= tabia_pos_key(&pos);
            played.nplies++;
        } else {
            is_lost = true;
            moves[i] = TABIA_MOVE_NONE;
            played.nbad++;
        }
    }
    return played;
}

/* The same moves again, but known: starts of games are the gaps. */
static uint64_t play_moves(const struct bench_games *games,
                           const tabia_move *moves)
{
    uint64_t keys = 0;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < games->nwords; i++) {
        if (games->words[i].len == 0) {
            tabia_pos_set_start(&pos);
        } else if (moves[i] != TABIA_MOVE_NONE) {
            tabia_pos_play(&pos, moves[i]);
            keys ^= pos.key;
        }
    }
    return keys;
}

static bool measure_games(struct bench *b, const struct bench_games *games,
                          struct tabia_error *err)
{
    tabia_move *moves = calloc(games->nwords + 1, sizeof(*moves));
    if (!moves)
        return error_nomem(err);
    struct played_game played = { 0 };
    uint64_t san_ns = 0, make_ns = 0, keys = 0;
    for (int i = 0; i < b->rounds + 2; i++) {
        uint64_t begin = bench_now_ns();
        played = play_words(games, moves);
        san_ns = bench_best(san_ns, bench_now_ns() - begin);
        begin = bench_now_ns();
        keys += play_moves(games, moves);
        make_ns = bench_best(make_ns, bench_now_ns() - begin);
    }
    free(moves);
    const double n = (double)played.nplies;
    bench_add(b, "plies", "plies of games", n, "");
    bench_add(b, "san_make_key", "SAN resolved, move made, key taken",
              n * 1e3 / (double)san_ns, "M/s");
    bench_add(b, "make", "moves made", n * 1e3 / (double)make_ns, "M/s");
    if (played.nbad > 0)
        bench_note(b, "%zu %s of the games %s", played.nbad,
                   plural(played.nbad, "word", "words"),
                   plural(played.nbad, "is no move", "are no moves"));
    // Both are sums over all positions; zero at once would be a wonder.
    return keys || played.keys || error_set(err, TABIA_ERR_CORRUPT, "no moves");
}

/* The games to play; the words are in 'in' or in 'text'. */
struct source {
    struct input in;
    struct buf text;
    struct bench_games games;
};

/* Games from the file, else the lines of the book that is built in. */
static bool open_source(struct source *source, const struct bench *b,
                        struct tabia_error *err)
{
    struct tabia_bytes bytes;
    *source = (struct source){ .text.limit = 1 << 28 };
    if (b->games) {
        if (!input_open(&source->in, b->games, NULL, err))
            return false;
        bytes = source->in.bytes;
    } else {
        bench_note(b, "no --games: the lines of the default book are used");
        struct tabia_book *book = tabia_book_load(NULL, NULL, err);
        const bool done = book && bench_games_print(book, &source->text, err);
        tabia_book_free(book);
        if (!done)
            return false;
        bytes = buf_bytes(&source->text);
    }
    if (!bench_games_scan(&source->games, bytes, err))
        return false;
    return source->games.nmoves > 0 ||
           error_set(err, TABIA_ERR_SYNTAX, "no games in the file");
}

static void close_source(struct source *source)
{
    bench_games_clear(&source->games);
    buf_clear(&source->text);
    input_close(&source->in);
}

static bool measure(struct bench *b, const struct source *source,
                    struct tabia_error *err)
{
    bool has_peer = true;
    for (size_t i = 0; i < COUNT_OF(perft_cases); i++)
        has_peer &= measure_perft(b, &perft_cases[i]);
    if (!has_peer)
        bench_note(b, "stockfish cannot be run: no ratio");
    return measure_threads(b, err) && measure_games(b, &source->games, err) &&
           (!b->games || input_check(&source->in, err));
}

/* The games come first: what is wrong with them is reported at once. */
enum bench_status bench_core(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct source source;
    const bool done =
        open_source(&source, b, &err) && measure(b, &source, &err);
    close_source(&source);
    if (b->games)
        error_in_file(&err, b->games);
    return done ? BENCH_DONE : bench_error(&err, (struct tabia_bytes){ 0 });
}
