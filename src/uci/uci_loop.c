/*
 * uci_loop.c - the proxy at work: standard input and output, and an engine
 *
 * One process, one poll(). Standard streams are shared with others and stay
 * blocking: they are read and written only when poll says so, and written in
 * pieces of PIPE_BUF, for which a pipe that is ready has room. Whoever does
 * not read holds up only the other side that writes to him.
 */
#include "uci/uci_loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "io/process.h"
#include "uci/uci_lines.h"
#include "uci/uci_signals.h"
#include "base/banned.h"

enum {
    CHUNK_SIZE = 65536,
    FULL_SIZE = 1 << 20, // bytes waiting to be read: stop adding more
    LOG_MAX = 1 << 20,
    GRACE_MAX_MS = 5000,   // for an engine to quit
    GRACE_SIGNAL_MS = 500, // after a signal to end
};

/* What poll looks at; a descriptor of -1 is ignored. */
enum { GUI_IN, GUI_OUT, ENGINE_IN, ENGINE_OUT, ENGINE_LOG, SIGNALS, NFDS };

struct loop {
    struct uci_proxy proxy;
    struct process engine;
    bool is_gui_open;
    bool is_out_open;     // our output is read
    bool has_failed;      // the engine's fault
    int signal;           // that asked us to end; 0: none
    uint64_t quit_at_ms;  // when the engine is killed; UCI_NEVER: not yet
    uint64_t stuck_at_ms; // when it has not read for too long
    struct uci_lines gui_lines, engine_lines;
    struct buf log;       // the engine's standard error, to be passed on
    char last_words[160]; // the end of it
};

static uint64_t now_ms(void)
{
    return clock_now_ns() / 1000000;
}

/* ---- writing --------------------------------------------------------- */

/* Writes what does not block; false when it is no longer read. */
static bool uci_loop_drain(int fd, struct buf *buf, bool is_ours)
{
    size_t sent = 0;
    bool is_open = true;
    while (sent < buf->size && is_open) {
        struct pollfd ready = { .fd = fd, .events = POLLOUT };
        size_t size = buf->size - sent;
        if (!is_ours && poll(&ready, 1, 0) != 1)
            break;
        if (!is_ours && size > PIPE_BUF)
            size = PIPE_BUF;
        const ssize_t n = write(fd, buf->data + sent, size);
        if (n > 0)
            sent += (size_t)n;
        else if (n < 0 && errno == EAGAIN)
            break;
        else if (n == 0 || errno != EINTR)
            is_open = false;
    }
    buf->size -= sent;
    if (sent > 0)
        memmove(buf->data, buf->data + sent, buf->size);
    return is_open;
}

static void write_gui(struct loop *l)
{
    if (l->is_out_open &&
        uci_loop_drain(STDOUT_FILENO, &l->proxy.to_gui, false))
        return;
    l->is_out_open = false;
    buf_reset(&l->proxy.to_gui);
    uci_proxy_gui_gone(&l->proxy);
}

static void uci_loop_log(struct loop *l)
{
    if (!uci_loop_drain(STDERR_FILENO, &l->log, false))
        buf_reset(&l->log);
}

/* ---- reading --------------------------------------------------------- */

static void take_gui(void *ctx, const char *line, size_t len)
{
    struct loop *l = ctx;
    if (!l->proxy.is_quitting)
        uci_proxy_gui_line(&l->proxy, line, len);
}

static void take_engine(void *ctx, const char *line, size_t len)
{
    struct loop *l = ctx;
    uci_proxy_engine_line(&l->proxy, line, len);
}

/* Bytes read; 0 at the end; -1 when there is nothing now. */
static ssize_t uci_loop_read(int fd, char chunk[CHUNK_SIZE])
{
    const ssize_t n = read(fd, chunk, CHUNK_SIZE);
    if (n >= 0)
        return n;
    return errno == EAGAIN || errno == EINTR ? -1 : 0;
}

static void read_gui(struct loop *l)
{
    char chunk[CHUNK_SIZE];
    const unsigned nskipped = l->gui_lines.nskipped;
    const ssize_t n = uci_loop_read(STDIN_FILENO, chunk);
    if (n > 0)
        uci_lines_feed(&l->gui_lines, chunk, (size_t)n, take_gui, l);
    if (l->gui_lines.nskipped > nskipped)
        uci_proxy_print_info(&l->proxy,
                             "a line of more than %d bytes was dropped",
                             UCI_LINE_MAX);
    if (n != 0)
        return;
    uci_lines_end(&l->gui_lines, take_gui, l);
    l->is_gui_open = false;
    uci_proxy_gui_gone(&l->proxy);
}

/* Keeps the last line that has something in it, for a report. */
static void keep_last_words(struct loop *l, const char *text, size_t len)
{
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        len--;
    const char *start = text + len;
    while (start > text && start[-1] != '\n')
        start--;
    const size_t size = (size_t)(text + len - start);
    if (size > 0)
        snprintf(l->last_words, sizeof(l->last_words), "%.*s",
                 (int)(size < INT_MAX ? size : INT_MAX), start);
}

static void read_log(struct loop *l)
{
    char chunk[CHUNK_SIZE];
    const ssize_t n = uci_loop_read(l->engine.log, chunk);
    if (n == 0) {
        close(l->engine.log);
        l->engine.log = -1;
    } else if (n > 0) {
        buf_add(&l->log, chunk, (size_t)n);
        keep_last_words(l, chunk, (size_t)n);
    }
}

/* ---- the engine ------------------------------------------------------ */

/* Reports what became of an engine that is no more, or no use. */
static void lose_engine(struct loop *l, const char *how)
{
    const char *name = l->proxy.setup.engine;
    const bool is_expected = l->proxy.is_quitting;
    char why[400];
    if (l->engine.log >= 0)
        read_log(l);
    process_stop(&l->engine, 0);
    snprintf(why, sizeof(why), "engine %s %s%s%s%s", name, how,
             *l->last_words ? " (" : "", l->last_words,
             *l->last_words ? ")" : "");
    if (!is_expected) {
        l->has_failed = true;
        buf_addf(&l->log, "tabia: %s\n", why);
    }
    uci_lines_end(&l->engine_lines, take_engine, l);
    uci_proxy_engine_gone(&l->proxy, why);
}

/* False at the end of what the engine says. */
static bool read_engine(struct loop *l)
{
    char chunk[CHUNK_SIZE];
    const unsigned nskipped = l->engine_lines.nskipped;
    const ssize_t n = uci_loop_read(l->engine.out, chunk);
    if (n > 0)
        uci_lines_feed(&l->engine_lines, chunk, (size_t)n, take_engine, l);
    if (l->engine_lines.nskipped > nskipped)
        uci_proxy_print_info(
            &l->proxy, "a line of more than %d bytes of the engine was dropped",
            UCI_LINE_MAX);
    return n != 0;
}

/* What it said before it died is still in the pipe. */
static void on_engine_dead(struct loop *l)
{
    char how[80];
    struct pollfd left = { .fd = l->engine.out, .events = POLLIN };
    while (left.fd >= 0 && poll(&left, 1, 0) == 1 && read_engine(l))
        continue;
    process_describe(&l->engine, how, sizeof(how));
    lose_engine(l, how);
}

static void on_engine_silent(struct loop *l)
{
    close(l->engine.out);
    l->engine.out = -1;
    if (l->proxy.is_quitting)
        return; // it may have something to put in order
    // It usually is about to end: then the reason can be given.
    for (int i = 0; i < 20 && !process_reap(&l->engine); i++)
        poll(NULL, 0, 5);
    if (l->engine.pid == 0)
        on_engine_dead(l);
    else
        lose_engine(l, "closed its output");
}

/* ---- the loop -------------------------------------------------------- */

static int timeout_ms(const struct loop *l)
{
    uint64_t at = uci_proxy_deadline(&l->proxy);
    if (l->quit_at_ms < at)
        at = l->quit_at_ms;
    if (l->stuck_at_ms < at)
        at = l->stuck_at_ms;
    const uint64_t now = now_ms();
    if (at == UCI_NEVER)
        return -1;
    if (at <= now)
        return 0;
    return at - now < 1000000 ? (int)(at - now) : 1000000;
}

static void uci_loop_handle(struct loop *l, int signals,
                            const struct pollfd fds[NFDS])
{
    int number;
    if (fds[GUI_OUT].revents & (POLLERR | POLLNVAL)) {
        l->is_out_open = false;
        uci_proxy_gui_gone(&l->proxy);
    }
    if (fds[ENGINE_OUT].revents && !read_engine(l))
        on_engine_silent(l);
    if (fds[ENGINE_LOG].revents && l->engine.log >= 0)
        read_log(l);
    if (fds[GUI_IN].revents)
        read_gui(l);
    while (fds[SIGNALS].revents && (number = uci_signals_next(signals)) != 0) {
        if (number == SIGCHLD)
            continue; // the engine is looked at below
        l->signal = number;
        l->quit_at_ms = UCI_NEVER;
        l->proxy.is_quitting = true;
        if (l->proxy.has_engine)
            buf_add_text(&l->proxy.to_engine, "quit\n");
    }
    if (l->proxy.has_engine && process_reap(&l->engine))
        on_engine_dead(l);
    else if (l->proxy.has_engine && l->stuck_at_ms <= l->proxy.now_ms)
        lose_engine(l, "does not read");
    else if (l->proxy.has_engine && l->quit_at_ms <= l->proxy.now_ms)
        lose_engine(l, "does not quit");
    uci_proxy_tick(&l->proxy);
}

static void uci_loop_flush(struct loop *l)
{
    if (l->proxy.is_quitting && l->quit_at_ms == UCI_NEVER) {
        const int64_t most = l->signal ? GRACE_SIGNAL_MS : GRACE_MAX_MS;
        const int64_t grace_ms = l->proxy.setup.timeout_ms;
        l->quit_at_ms =
            l->proxy.now_ms + (uint64_t)(grace_ms < most ? grace_ms : most);
    }
    struct buf *buf = &l->proxy.to_engine;
    const size_t before = buf->size;
    if (l->engine.in < 0) {
        buf_reset(buf);
    } else if (!uci_loop_drain(l->engine.in, buf, true)) {
        // It may still have something to say.
        process_close_in(&l->engine);
        buf_reset(buf);
    }
    if (buf->size == 0)
        l->stuck_at_ms = UCI_NEVER;
    else if (buf->size < before || l->stuck_at_ms == UCI_NEVER)
        l->stuck_at_ms = l->proxy.now_ms + (uint64_t)l->proxy.setup.timeout_ms;
    // With "quit" said, the end of the input says the same once more.
    if (l->proxy.is_quitting && l->proxy.to_engine.size == 0)
        process_close_in(&l->engine);
    write_gui(l);
    uci_loop_log(l);
}

static bool run_loop(struct loop *l, int signals, struct tabia_error *err)
{
    uci_loop_flush(l);
    while (!(l->proxy.is_quitting && !l->proxy.has_engine)) {
        const struct uci_proxy *p = &l->proxy;
        const bool is_gui_full = p->to_gui.size >= FULL_SIZE;
        const bool is_engine_full = p->to_engine.size >= FULL_SIZE;
        struct pollfd fds[NFDS] = {
            [GUI_IN] = { .fd = l->is_gui_open && !is_gui_full && !is_engine_full
                                   ? STDIN_FILENO
                                   : -1,
                         .events = POLLIN },
            // Without anything to write it still says when the reader is gone.
            [GUI_OUT] = { .fd = l->is_out_open ? STDOUT_FILENO : -1,
                          .events = p->to_gui.size ? POLLOUT : 0 },
            [ENGINE_IN] = { .fd = p->to_engine.size ? l->engine.in : -1,
                            .events = POLLOUT },
            [ENGINE_OUT] = { .fd = is_gui_full ? -1 : l->engine.out,
                             .events = POLLIN },
            [ENGINE_LOG] = { .fd = l->log.size >= FULL_SIZE / 2 ? -1
                                                                : l->engine.log,
                             .events = POLLIN },
            [SIGNALS] = { .fd = signals, .events = POLLIN },
        };
        if (poll(fds, NFDS, timeout_ms(l)) < 0) {
            if (errno != EINTR)
                return error_system(err, errno, "poll");
            for (int i = 0; i < NFDS; i++)
                fds[i].revents = 0;
        }
        l->proxy.now_ms = now_ms();
        uci_loop_handle(l, signals, fds);
        if (l->proxy.to_gui.failed || l->proxy.to_engine.failed)
            return error_nomem(err);
        uci_loop_flush(l);
    }
    return true;
}

bool uci_loop_run(struct uci_proxy_setup *setup, char *const *engine,
                  struct tabia_error *err)
{
    struct uci_signals handlers;
    struct loop *l = calloc(1, sizeof(*l));
    if (!l || !uci_signals_open(&handlers, err)) {
        book_stack_clear(&setup->books);
        free(l);
        return error_nomem(err);
    }
    uci_proxy_init(&l->proxy, setup);
    l->proxy.now_ms = now_ms();
    l->engine = (struct process){ .in = -1, .out = -1, .log = -1 };
    l->is_gui_open = l->is_out_open = true;
    l->quit_at_ms = l->stuck_at_ms = UCI_NEVER;
    l->log.limit = LOG_MAX;
    struct tabia_error why = { 0 };
    if (engine && !process_start(&l->engine, engine,
                                 PROCESS_LOG | PROCESS_NONBLOCK, &why)) {
        l->has_failed = true;
        buf_addf(&l->log, "tabia: %s\n", why.msg);
        uci_proxy_engine_gone(&l->proxy, why.msg);
    }

    bool ok = run_loop(l, handlers.fd, err);
    // A GUI that still reads gets the last lines, within a second.
    const uint64_t end = now_ms() + 1000;
    while (l->is_out_open && l->proxy.to_gui.size > 0 && now_ms() < end) {
        struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
        poll(&out, 1, 100);
        write_gui(l);
    }
    uci_loop_log(l);
    ok = ok && !l->has_failed;
    const int number = l->signal;
    process_stop(&l->engine, 0);
    uci_lines_clear(&l->gui_lines);
    uci_lines_clear(&l->engine_lines);
    buf_clear(&l->log);
    uci_proxy_clear(&l->proxy);
    free(l);
    uci_signals_close(&handlers);
    if (number)
        raise(number); // the parent sees the true cause of the end
    return ok;
}
