/*
 * bench_uci_peer.c - a conversation with an engine, bare or behind the proxy
 */
#include "bench_uci.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "uci/uci_words.h"

#include "base/banned.h"

enum { WAIT_MS = 20000, GRACE_MS = 2000, WORDS_MAX = 16 };

bool info_times_add(struct info_times *times, uint64_t ns)
{
    if (times->n == times->room) {
        const size_t room = times->room ? 2 * times->room : 1024;
        uint64_t *list = reallocarray(times->ns, room, sizeof(*list));
        if (!list)
            return false;
        times->ns = list;
        times->room = room;
    }
    times->ns[times->n++] = ns;
    return true;
}

void info_times_clear(struct info_times *times)
{
    free(times->ns);
    *times = (struct info_times){ .n = 0 };
}

bool info_line(const char *line, size_t len)
{
    static const char start[] = "info depth ";
    return len >= sizeof(start) - 1 &&
           memcmp(line, start, sizeof(start) - 1) == 0;
}

static void take(void *ctx, const char *line, size_t len)
{
    struct peer *p = ctx;
    struct uci_rest rest = uci_rest_begin(line, len);
    struct uci_word word;
    if (p->times && info_line(line, len))
        info_times_add(p->times, p->now_ns);
    if (!uci_rest_next(&rest, &word))
        return;
    p->has_come |= uci_word_is(word, p->until);
    while (uci_rest_next(&rest, &word))
        if (uci_word_is(word, "nodes") && uci_rest_next(&rest, &word))
            uci_word_parse_number(word, &p->nodes);
}

bool peer_ask(struct peer *p, const char *text, const char *until)
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
        p->now_ns = clock_now_ns();
        uci_lines_feed(&p->lines, chunk, (size_t)n, take, p);
    }
    return true;
}

bool peer_open(struct peer *p, char *tabia, char *const *engine)
{
    static char verb[] = "uci", book[] = "--book", none[] = "<empty>",
                end[] = "--";
    char *words[WORDS_MAX] = { tabia, verb, book, none, end };
    size_t n = tabia ? 5 : 0;
    for (; *engine && n + 1 < WORDS_MAX; engine++)
        words[n++] = *engine;
    words[n] = NULL;
    *p = (struct peer){ .until = "" };
    return process_start(&p->engine, words, PROCESS_LOG | PROCESS_NONBLOCK,
                         NULL);
}

void peer_close(struct peer *p)
{
    process_stop(&p->engine, GRACE_MS);
    uci_lines_clear(&p->lines);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_uci_sort(double *list, size_t n)
{
    qsort(list, n, sizeof(*list), compare_doubles);
}
