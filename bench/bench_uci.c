/*
 * bench_uci.c - what the proxy costs a search: nodes, processor time, delay
 *
 * The engine searches with and without the proxy, in turns, so that what else
 * the machine does falls on both alike; the bare searches among themselves
 * show how much that is. The processor time of the proxy is the sure bound:
 * it could take no more than that from the engine, even if both had to share
 * one core.
 */
#include "bench_uci.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"

#include "base/banned.h"

enum {
    ROUNDS = 20,
    ROUNDS_QUICK = 1,
    MOVETIME_MS = 500,
    MOVETIME_QUICK_MS = 50,
};

static int movetime_ms(const struct bench *b)
{
    return b->quick ? MOVETIME_QUICK_MS : MOVETIME_MS;
}

static bool count_nodes(struct peer *p, int movetime, int64_t *nodes)
{
    char text[80];
    snprintf(text, sizeof(text), "position startpos\ngo movetime %d\n",
             movetime);
    p->nodes = 0;
    if (!peer_ask(p, "ucinewgame\nisready\n", "readyok") ||
        !peer_ask(p, text, "bestmove"))
        return false;
    *nodes = p->nodes;
    return p->nodes > 0;
}

/* The processor time of a process alone, without its children; 0: unknown. */
static double run_time_us(pid_t pid)
{
    char path[64];
    unsigned long long ns = 0;
    snprintf(path, sizeof(path), "/proc/%ld/schedstat", (long)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    if (fscanf(file, "%llu", &ns) != 1)
        ns = 0;
    fclose(file);
    return (double)ns / 1000;
}

/* What one round of four searches shows: bare, proxied, proxied, bare. */
struct round {
    double effect;  // proxied nodes by bare ones
    double control; // the second bare search by the first
    double run_us;  // processor time of the proxy in a search
};

/* Both engines start anew: where one lies in memory changes its speed. */
static bool open_pair(struct peer peers[2], char *tabia, size_t first)
{
    static char program[] = "stockfish";
    char *words[] = { program, NULL };
    for (size_t i = 0; i < 2; i++) {
        const size_t which = i ^ first;
        if (peer_open(&peers[which], which ? tabia : NULL, words)) {
            if (peer_ask(&peers[which], "uci\n", "uciok"))
                continue;
            peer_close(&peers[which]);
        }
        if (i == 1)
            peer_close(&peers[first]);
        return false;
    }
    return true;
}

static bool search_four(struct peer peers[2], int movetime, struct round *round)
{
    static const int order[] = { 0, 1, 1, 0 };
    int64_t nodes[COUNT_OF(order)];
    const double before_us = run_time_us(peers[1].engine.pid);
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (!count_nodes(&peers[order[i]], movetime, &nodes[i]))
            return false;
    round->effect =
        (double)(nodes[1] + nodes[2]) / (double)(nodes[0] + nodes[3]);
    round->control = (double)nodes[3] / (double)nodes[0];
    round->run_us = (run_time_us(peers[1].engine.pid) - before_us) / 2;
    return true;
}

static bool search_round(char *tabia, size_t i, int movetime,
                         struct round *round)
{
    struct peer peers[2];
    if (!open_pair(peers, tabia, i % 2))
        return false;
    const bool is_done = search_four(peers, movetime, round);
    peer_close(&peers[0]);
    peer_close(&peers[1]);
    return is_done;
}

/* The median and the quartiles, in percent. */
static void add_spread(struct bench *b, double *list, size_t n,
                       const char *const names[3][2])
{
    bench_uci_sort(list, n);
    const double values[] = {
        50 * (list[(n - 1) / 2] + list[n / 2]),
        100 * list[n / 4],
        100 * list[n - 1 - n / 4],
    };
    for (size_t i = 0; i < COUNT_OF(values); i++)
        bench_add(b, names[i][0], names[i][1], values[i], "%");
}

static void add_nodes(struct bench *b, const struct round *rounds, size_t n)
{
    static const char *const effect[3][2] = {
        { "uci_nodes", "nodes behind the proxy by bare nodes, median" },
        { "uci_nodes_low", "lower quartile" },
        { "uci_nodes_high", "upper quartile" },
    };
    static const char *const control[3][2] = {
        { "uci_control", "bare nodes by bare nodes, median" },
        { "uci_control_low", "lower quartile" },
        { "uci_control_high", "upper quartile" },
    };
    double list[ROUNDS];
    for (size_t i = 0; i < n; i++)
        list[i] = rounds[i].effect;
    add_spread(b, list, n, effect);
    for (size_t i = 0; i < n; i++)
        list[i] = rounds[i].control;
    add_spread(b, list, n, control);
    for (size_t i = 0; i < n; i++)
        list[i] = rounds[i].run_us;
    bench_uci_sort(list, n);
    bench_add(b, "uci_run_us",
              "processor time of the proxy in a search, median", list[n / 2],
              "us");
    bench_add(b, "uci_run", "the same, of the time for the search",
              list[n / 2] / (10 * movetime_ms(b)), "%");
}

static void bench_nodes(struct bench *b)
{
    struct round rounds[ROUNDS];
    const size_t nrounds = b->quick ? ROUNDS_QUICK : ROUNDS;
    size_t n = 0;
    while (n < nrounds && search_round(b->tabia, n, movetime_ms(b), &rounds[n]))
        n++;
    if (n > 0)
        add_nodes(b, rounds, n);
    else
        bench_note(b, "stockfish is not installed: no nodes");
}

enum bench_status bench_uci(struct bench *b)
{
    if (b->stamps)
        return bench_uci_relay(b);
    bench_uci_delay(b);
    bench_nodes(b);
    return BENCH_DONE;
}
