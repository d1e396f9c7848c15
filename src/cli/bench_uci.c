/*
 * bench_uci.c - what the proxy costs: nodes of a search, delay of a line
 *
 * The engine is searched with and without the proxy, in turns, so that what
 * else the machine does falls on both alike. For the delay, the engine is
 * cat: a line that it sends back has gone through the proxy twice, so what an
 * engine says arrives in less than that time.
 */
#include "cli/bench.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "uci/uci_engine.h"
#include "uci/uci_lines.h"
#include "uci/uci_words.h"

#include "base/banned.h"

enum {
    WAIT_MS = 20000,
    PAIRS = 20,
    PAIRS_QUICK = 3,
    LINES = 2000,
    GRACE_MS = 2000,
};

/* A program and the conversation with it. */
struct peer {
    struct uci_engine engine;
    struct uci_lines lines;
    const char *until; // the first word of the line that is waited for
    bool has_come;
    int64_t nodes; // of the last info line
};

static void take(void *ctx, const char *line, size_t len)
{
    struct peer *p = ctx;
    struct uci_text rest = uci_text(line, len);
    struct uci_word word;
    if (!uci_next(&rest, &word))
        return;
    p->has_come |= uci_is(word, p->until);
    while (uci_next(&rest, &word))
        if (uci_is(word, "nodes") && uci_next(&rest, &word))
            uci_number(word, &p->nodes);
}

/* Says 'text' and waits for a line that starts with 'until'. */
static bool ask(struct peer *p, const char *text, const char *until)
{
    char chunk[65536];
    const ssize_t len = (ssize_t)strlen(text);
    p->until = until;
    p->has_come = false;
    if (write(p->engine.in, text, (size_t)len) != len)
        return false;
    while (!p->has_come) {
        struct pollfd ready = { .fd = p->engine.out, .events = POLLIN };
        if (poll(&ready, 1, WAIT_MS) != 1)
            return false;
        const ssize_t n = read(p->engine.out, chunk, sizeof(chunk));
        if (n <= 0)
            return false;
        uci_lines_feed(&p->lines, chunk, (size_t)n, take, p);
    }
    return true;
}

/* The program, behind the proxy if there is a path to this one. */
static bool open_peer(struct peer *p, char *self, char *program)
{
    static char verb[] = "uci", book[] = "--book", none[] = "<empty>",
                end[] = "--";
    char *bare[] = { program, NULL };
    char *behind[] = { self, verb, book, none, end, program, NULL };
    *p = (struct peer){ .until = "" };
    return uci_engine_open(&p->engine, self ? behind : bare, NULL);
}

static void close_peer(struct peer *p)
{
    uci_engine_close(&p->engine, GRACE_MS);
    uci_lines_clear(&p->lines);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *list, size_t n)
{
    qsort(list, n, sizeof(*list), compare_doubles);
}

/* ---- nodes ----------------------------------------------------------- */

static bool count_nodes(struct peer *p, int64_t *nodes)
{
    p->nodes = 0;
    if (!ask(p, "ucinewgame\nisready\n", "readyok") ||
        !ask(p, "position startpos\ngo movetime 500\n", "bestmove"))
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

/* The proxied nodes by the bare ones, pair by pair, who is first in turns. */
static size_t compare_nodes(struct peer peers[2], double *ratios, size_t npairs)
{
    for (size_t i = 0; i < npairs; i++) {
        int64_t nodes[2];
        const size_t first = i % 2;
        if (!count_nodes(&peers[first], &nodes[first]) ||
            !count_nodes(&peers[!first], &nodes[!first]))
            return i;
        ratios[i] = (double)nodes[1] / (double)nodes[0];
    }
    return npairs;
}

static void bench_nodes(struct bench *b, char *self)
{
    static char program[] = "stockfish";
    struct peer peers[2];
    double ratios[PAIRS], run_us = 0;
    size_t n = 0;
    if (!open_peer(&peers[0], NULL, program)) {
        cli_note(b->args, "stockfish is not installed: no nodes");
        return;
    }
    if (open_peer(&peers[1], self, program)) {
        if (ask(&peers[0], "uci\n", "uciok") &&
            ask(&peers[1], "uci\n", "uciok")) {
            run_us = -run_time_us(peers[1].engine.pid);
            n = compare_nodes(peers, ratios, b->quick ? PAIRS_QUICK : PAIRS);
            run_us += run_time_us(peers[1].engine.pid);
        }
        close_peer(&peers[1]);
    }
    close_peer(&peers[0]);
    if (n == 0)
        return;
    sort(ratios, n);
    bench_add(b, "uci_nodes_ratio", "nodes behind the proxy by bare nodes",
              n % 2 ? ratios[n / 2] : (ratios[n / 2 - 1] + ratios[n / 2]) / 2,
              "");
    bench_add(b, "uci_nodes_low", "lowest of the pairs", ratios[0], "");
    bench_add(b, "uci_nodes_high", "highest of the pairs", ratios[n - 1], "");
    bench_add(b, "uci_run_us", "processor time of the proxy in a search",
              run_us / (double)n, "us");
}

/* ---- delay ----------------------------------------------------------- */

static bool time_lines(struct peer *p, double *us, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char line[80], word[32];
        snprintf(word, sizeof(word), "line%zu", i);
        snprintf(line, sizeof(line), "%s depth 20 score cp 13\n", word);
        const uint64_t start = clock_now_ns();
        if (!ask(p, line, word))
            return false;
        us[i] = (double)(clock_now_ns() - start) / 1000;
    }
    return true;
}

static void bench_delay(struct bench *b, char *self)
{
    static char program[] = "cat";
    static double us[2][LINES];
    bool is_done = true;
    for (int i = 0; i < 2 && is_done; i++) {
        struct peer p;
        is_done = open_peer(&p, i ? self : NULL, program);
        if (!is_done)
            break;
        // The first line waits until the programs have started.
        is_done = ask(&p, "ready\n", "ready") && time_lines(&p, us[i], LINES);
        close_peer(&p);
        sort(us[i], LINES);
    }
    if (!is_done)
        return;
    bench_add(b, "uci_line_bare_us", "a line to cat and back, median",
              us[0][LINES / 2], "us");
    bench_add(b, "uci_line_us", "the same through the proxy, median",
              us[1][LINES / 2], "us");
    bench_add(b, "uci_line_99_us", "the same, 99 of 100 within",
              us[1][LINES * 99 / 100], "us");
    bench_add(b, "uci_line_max_us", "the same, slowest of 2000",
              us[1][LINES - 1], "us");
}

enum cli_status bench_uci(struct bench *b)
{
    char self[PATH_MAX];
    const ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (len <= 0)
        return cli_fail(CLI_FAILED, "no path to this program: %s",
                        strerror(errno));
    self[len] = '\0';
    bench_delay(b, self);
    bench_nodes(b, self);
    return CLI_DONE;
}
