/*
 * bench_uci_delay.c - how much later a line comes through the proxy
 *
 *     client <-- proxy <-- relay <-- Stockfish
 *
 * The relay is this program once more. It notes when each info line came from
 * Stockfish, the client when it came out of the proxy; both read the same
 * clock. The same without the proxy shows what of it is the machine's.
 *
 * Lines to and from cat show the same without an engine that is busy, and
 * where no Stockfish is installed: such a line goes through the proxy twice.
 */
#include "bench_uci.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"

#include "base/banned.h"

enum { LINES = 2000, LINES_QUICK = 200, SEARCHES = 20, SEARCHES_QUICK = 1 };

/* ---- the relay ------------------------------------------------------- */

struct relay {
    struct process engine;
    struct uci_lines lines;
    struct info_times times;
    uint64_t now_ns;
};

/* Waits where the other side is slow: the engine's pipes do not block. */
static bool write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        struct pollfd ready = { .fd = fd, .events = POLLOUT };
        const ssize_t n = write(fd, data, size);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (n < 0)
            poll(&ready, 1, -1);
        data += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void note_line(void *ctx, const char *line, size_t len)
{
    struct relay *r = ctx;
    if (info_line(line, len))
        info_times_add(&r->times, r->now_ns);
}

/* Passes on what is there; false at the end of either side. */
static bool pass(struct relay *r, const struct pollfd fds[2])
{
    char chunk[65536];
    if (fds[0].revents) {
        const ssize_t n = read(STDIN_FILENO, chunk, sizeof(chunk));
        if (n <= 0 || !write_all(r->engine.in, chunk, (size_t)n))
            return false;
    }
    if (fds[1].revents) {
        const ssize_t n = read(r->engine.out, chunk, sizeof(chunk));
        r->now_ns = clock_now_ns();
        if (n <= 0 || !write_all(STDOUT_FILENO, chunk, (size_t)n))
            return false;
        uci_lines_feed(&r->lines, chunk, (size_t)n, note_line, r);
    }
    return true;
}

static bool save_times(const struct info_times *times, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    const size_t n = fwrite(times->ns, sizeof(*times->ns), times->n, file);
    return (fclose(file) == 0) & (n == times->n);
}

enum bench_status bench_uci_relay(const struct bench *b)
{
    static char program[] = "stockfish";
    char *words[] = { program, NULL };
    struct relay r = { .now_ns = 0 };
    if (!process_start(&r.engine, words, PROCESS_LOG | PROCESS_NONBLOCK, NULL))
        return bench_fail(BENCH_FAILED, "stockfish is not installed");
    struct pollfd fds[2] = {
        { .fd = STDIN_FILENO, .events = POLLIN },
        { .fd = r.engine.out, .events = POLLIN },
    };
    while (poll(fds, COUNT_OF(fds), -1) > 0 && pass(&r, fds))
        continue;
    process_stop(&r.engine, 1000);
    uci_lines_clear(&r.lines);
    const bool is_saved = save_times(&r.times, b->stamps);
    info_times_clear(&r.times);
    return is_saved ? BENCH_DONE
                    : bench_fail(BENCH_FAILED, "no times were saved");
}

/* ---- Stockfish's lines ----------------------------------------------- */

static bool load_times(struct info_times *times, const char *path)
{
    uint64_t ns;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    while (fread(&ns, sizeof(ns), 1, file) == 1)
        if (!info_times_add(times, ns))
            break;
    fclose(file);
    return times->n > 0;
}

static bool search(struct peer *p, int nsearches)
{
    if (!peer_ask(p, "uci\n", "uciok") ||
        !peer_ask(p, "setoption name MultiPV value 4\nisready\n", "readyok"))
        return false;
    for (int i = 0; i < nsearches; i++)
        if (!peer_ask(p, "ucinewgame\nisready\n", "readyok") ||
            !peer_ask(p, "position startpos\ngo movetime 250\n", "bestmove"))
            return false;
    return true;
}

/*
 * The delays in microseconds from the relay to the client, sorted; the caller
 * frees them. NULL when no lines came, or not the same ones on both sides.
 */
static double *time_infos(char *self, char *proxy, char *path, int nsearches,
                          size_t *n)
{
    static char part[] = "uci", option[] = "--stamps";
    char *relay[] = { self, part, option, path, NULL };
    struct info_times out = { .n = 0 }, in = { .n = 0 };
    struct peer p;
    double *us = NULL;
    if (!peer_open(&p, proxy, relay))
        return NULL;
    p.times = &out;
    const bool is_done = search(&p, nsearches);
    peer_close(&p);
    if (is_done && load_times(&in, path) && in.n == out.n)
        us = calloc(in.n, sizeof(*us));
    for (size_t i = 0; us && i < in.n; i++)
        us[i] = (double)(out.ns[i] - in.ns[i]) / 1000;
    *n = in.n;
    info_times_clear(&in);
    info_times_clear(&out);
    if (us)
        bench_uci_sort(us, *n);
    return us;
}

static const char *const info_rows[2][4][2] = {
    { { "uci_info_bare_us", "an info line of Stockfish, bare, median" },
      { "uci_info_bare_99_us", "the same, 99 of 100 within" },
      { "uci_info_bare_max_us", "the same, slowest" },
      { NULL, NULL } },
    { { "uci_info_us", "an info line through the proxy, median" },
      { "uci_info_99_us", "the same, 99 of 100 within" },
      { "uci_info_max_us", "the same, slowest" },
      { "uci_info_lines", "lines measured" } },
};

static void add_infos(struct bench *b, int which, const double *us, size_t n)
{
    const double values[] = { us[n / 2], us[n * 99 / 100], us[n - 1],
                              (double)n };
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        const char *const *row = info_rows[which][i];
        if (row[0])
            bench_add(b, row[0], row[1], values[i], i < 3 ? "us" : "lines");
    }
}

static void delay_of_infos(struct bench *b)
{
    char path[] = "/tmp/tabia-bench-XXXXXX";
    const int fd = mkstemp(path);
    if (fd < 0)
        return;
    close(fd);
    for (int i = 0; i < 2; i++) {
        size_t n = 0;
        double *us = time_infos(b->self, i ? b->tabia : NULL, path,
                                b->quick ? SEARCHES_QUICK : SEARCHES, &n);
        if (us)
            add_infos(b, i, us, n);
        free(us);
    }
    unlink(path);
}

/* ---- lines of cat ---------------------------------------------------- */

static bool time_lines(struct peer *p, double *us, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char line[80], word[32];
        snprintf(word, sizeof(word), "line%zu", i);
        snprintf(line, sizeof(line), "%s depth 20 score cp 13\n", word);
        const uint64_t start = clock_now_ns();
        if (!peer_ask(p, line, word))
            return false;
        us[i] = (double)(clock_now_ns() - start) / 1000;
    }
    return true;
}

static void delay_of_lines(struct bench *b)
{
    static char program[] = "cat";
    static double us[2][LINES];
    const size_t n = b->quick ? LINES_QUICK : LINES;
    char *words[] = { program, NULL };
    for (int i = 0; i < 2; i++) {
        struct peer p;
        if (!peer_open(&p, i ? b->tabia : NULL, words))
            return;
        // The first line waits until the programs have started.
        const bool is_done =
            peer_ask(&p, "ready\n", "ready") && time_lines(&p, us[i], n);
        peer_close(&p);
        if (!is_done)
            return;
        bench_uci_sort(us[i], n);
    }
    bench_add(b, "uci_line_bare_us", "a line to cat and back, median",
              us[0][n / 2], "us");
    bench_add(b, "uci_line_us", "the same through the proxy, median",
              us[1][n / 2], "us");
    bench_add(b, "uci_line_99_us", "the same, 99 of 100 within",
              us[1][n * 99 / 100], "us");
    bench_add(b, "uci_line_max_us", "the same, slowest", us[1][n - 1], "us");
}

void bench_uci_delay(struct bench *b)
{
    delay_of_lines(b);
    delay_of_infos(b);
}
