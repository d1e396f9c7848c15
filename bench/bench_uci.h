/*
 * bench_uci.h - talking to an engine that is measured, and to its stand-in
 */
#ifndef BENCH_UCI_H
#define BENCH_UCI_H

#include "bench.h"
#include "io/process.h"
#include "uci/uci_lines.h"

/* When lines "info depth ..." came, in nanoseconds. */
struct info_times {
    uint64_t *ns; // owned
    size_t n, room;
};

/* A program and the conversation with it. */
struct peer {
    struct process engine;
    struct uci_lines lines;
    const char *until; // the first word of the line that is waited for
    bool has_come;
    int64_t nodes;            // of the last info line
    uint64_t now_ns;          // when the last bytes came
    struct info_times *times; // borrowed; NULL: nobody wants to know
};

/* Opens an engine; with a path to the command, behind its proxy. */
bool peer_open(struct peer *p, char *tabia, char *const *engine);

/* Says 'text' and waits for a line that starts with 'until'. */
bool peer_ask(struct peer *p, const char *text, const char *until);

void peer_close(struct peer *p);

/* Is the line about a search? Then its time is noted on both sides. */
bool info_line(const char *line, size_t len);

bool info_times_add(struct info_times *times, uint64_t ns);

void info_times_clear(struct info_times *times);

/* Sorts ascending. */
void bench_uci_sort(double *list, size_t n);

/* ---- delay ----------------------------------------------------------- */

/*
 * Stands in for Stockfish: passes everything on, both ways, and writes the
 * times at which its info lines came to the file 'b->stamps' at the end.
 */
enum bench_status bench_uci_relay(const struct bench *b);

/* Adds how long a line takes through the proxy. */
void bench_uci_delay(struct bench *b);

#endif
