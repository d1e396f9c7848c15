/*
 * connections.c - time limits for connections
 */
#include "serve/http/connections.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "base/error_internal.h"
#include "serve/metrics.h"

#include "base/banned.h"

/* The time limit of each phase, in multiples of the timeout; 0: none. */
static const unsigned phase_factors[CONNECTION_NPHASES] = {
    [CONNECTION_WAITING] = 1,
    [CONNECTION_BODY] = 4,
    [CONNECTION_WORKING] = 0,
    [CONNECTION_SENDING] = 8,
};

static void *watch_connections(void *ctx)
{
    struct connections *all = ctx;
    pthread_mutex_lock(&all->lock);
    while (!all->is_ending) {
        struct timespec at;
        // Both ends see an end of the stream; libmicrohttpd then closes it.
        const uint64_t now = clock_coarse_ns();
        for (struct connection *c = all->first; c; c = c->next) {
            const uint64_t limit =
                (uint64_t)phase_factors[atomic_load(&c->phase)] * all->timeout *
                1000000000u;
            const uint64_t since = atomic_load(&c->since_ns);
            if (limit == 0 || now < since || now - since < limit)
                continue;
            shutdown(c->fd, SHUT_RDWR);
            connection_enter(c, CONNECTION_WORKING); // once is enough
            atomic_fetch_add(&all->metrics->refused, 1);
        }
        clock_gettime(CLOCK_REALTIME, &at);
        at.tv_sec++;
        pthread_cond_timedwait(&all->end, &all->lock, &at);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

bool connections_start(struct connections *all, unsigned timeout,
                       struct metrics *metrics, struct tabia_error *err)
{
    *all = (struct connections){ .timeout = timeout, .metrics = metrics };
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->end, NULL);
    const int why = pthread_create(&all->thread, NULL, watch_connections, all);
    all->is_running = why == 0;
    return all->is_running || error_system(err, why, "cannot start a thread");
}

void connections_stop(struct connections *all)
{
    if (!all->is_running)
        return;
    pthread_mutex_lock(&all->lock);
    all->is_ending = true;
    pthread_cond_signal(&all->end);
    pthread_mutex_unlock(&all->lock);
    pthread_join(all->thread, NULL);
    pthread_cond_destroy(&all->end);
    pthread_mutex_destroy(&all->lock);
    all->is_running = false;
}

struct connection *connections_add(struct connections *all, int fd,
                                   const char *address, bool is_proxy)
{
    struct connection *c = calloc(1, sizeof(*c));
    if (!c)
        return NULL;
    c->fd = fd;
    c->is_proxy = is_proxy;
    snprintf(c->address, sizeof(c->address), "%s", address);
    connection_enter(c, CONNECTION_WAITING);
    pthread_mutex_lock(&all->lock);
    c->next = all->first;
    if (c->next)
        c->next->prev = c;
    all->first = c;
    pthread_mutex_unlock(&all->lock);
    atomic_fetch_add(&all->metrics->connections, 1);
    return c;
}

void connections_remove(struct connections *all, struct connection *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&all->lock);
    if (c->prev)
        c->prev->next = c->next;
    else
        all->first = c->next;
    if (c->next)
        c->next->prev = c->prev;
    pthread_mutex_unlock(&all->lock);
    atomic_fetch_sub(&all->metrics->connections, 1);
    free(c);
}

bool connection_is_gone(const struct connection *c)
{
    struct pollfd end = { .fd = c ? c->fd : -1, .events = POLLRDHUP };
    return c && poll(&end, 1, 0) > 0 &&
           end.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

void connection_enter(struct connection *c, enum connection_phase phase)
{
    if (!c)
        return;
    // In this order: a new phase must not be seen with an old time.
    atomic_store_explicit(&c->since_ns, clock_coarse_ns(),
                          memory_order_relaxed);
    atomic_store_explicit(&c->phase, (int)phase, memory_order_release);
}
