/*
 * metrics.c - counters of what the server does, and its log
 */
#include "serve/metrics.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/json_writer.h"
#include "base/sink.h"

#include "base/banned.h"

enum { URI_LOGGED = 1000 }; // bytes

void metrics_add(struct metrics *m, const struct metrics_request *request)
{
    const unsigned class = request->status / 100;
    atomic_fetch_add_explicit(&m->requests[class < METRICS_CLASSES ? class : 0],
                              1, memory_order_relaxed);
    atomic_fetch_add_explicit(&m->bytes, request->bytes, memory_order_relaxed);
    atomic_fetch_add_explicit(&m->microseconds, request->ns / 1000,
                              memory_order_relaxed);
    if (request->is_damaged)
        atomic_fetch_add_explicit(&m->damaged, 1, memory_order_relaxed);
    if (request->is_cached)
        atomic_fetch_add_explicit(&m->cached, 1, memory_order_relaxed);
}

void metrics_log(const struct metrics_request *request)
{
    struct buf line = { .limit = 16384 };
    struct sink dst = sink_to_buf(&line, NULL);
    struct json_writer js;
    json_writer_init(&js, &dst, false);
    json_writer_begin_object(&js);

    struct timespec now;
    struct tm tm;
    char text[32] = "";
    clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &tm))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_writer_key(&js, "time");
    json_writer_put_text(&js, text);

    json_writer_key(&js, "address");
    json_writer_put_text(&js, request->address);
    json_writer_key(&js, "method");
    json_writer_put_text(&js, request->method);
    json_writer_key(&js, "uri");
    json_writer_put_string(&js, request->uri,
                           strnlen(request->uri, URI_LOGGED));
    json_writer_key(&js, "status");
    json_writer_put_uint(&js, request->status);
    json_writer_key(&js, "bytes");
    json_writer_put_uint(&js, request->bytes);
    json_writer_key(&js, "us");
    json_writer_put_uint(&js, request->ns / 1000);
    if (request->problem[0])
        json_writer_pair_text(&js, "problem", request->problem);
    json_writer_end(&js);
    if (!line.failed)
        (void)!write(STDERR_FILENO, line.data, line.size);
    buf_clear(&line);
}

void metrics_print(struct metrics *m, struct buf *text)
{
    const struct {
        const char *name, *help, *type;
        unsigned long long value;
    } rows[] = {
        { "tabia_cached_responses_total", "responses sent from the cache",
          "counter", atomic_load(&m->cached) },
        { "tabia_sent_bytes_total", "bytes of response bodies sent", "counter",
          atomic_load(&m->bytes) },
        { "tabia_busy_microseconds_total", "time spent on requests", "counter",
          atomic_load(&m->microseconds) },
        { "tabia_timed_out_connections_total",
          "connections closed by a timeout", "counter",
          atomic_load(&m->refused) },
        { "tabia_damaged_responses_total",
          "responses that lack damaged parts of a file", "counter",
          atomic_load(&m->damaged) },
        { "tabia_active_requests", "requests in progress", "gauge",
          atomic_load(&m->active) },
        { "tabia_connections", "open connections", "gauge",
          atomic_load(&m->connections) },
    };
    buf_add_text(text, "# HELP tabia_requests_total requests by status\n"
                       "# TYPE tabia_requests_total counter\n");
    for (unsigned i = 1; i < METRICS_CLASSES; i++)
        buf_addf(text, "tabia_requests_total{status=\"%uxx\"} %llu\n", i,
                 (unsigned long long)atomic_load(&m->requests[i]));
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        buf_addf(text, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", rows[i].name,
                 rows[i].help, rows[i].name, rows[i].type, rows[i].name,
                 rows[i].value);
}
