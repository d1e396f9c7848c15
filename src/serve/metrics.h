/*
 * metrics.h - counters of what the server does, and its log
 */
#ifndef SERVE_METRICS_H
#define SERVE_METRICS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { METRICS_CLASSES = 6 }; // by the first digit of the status

/* The zero value counts from 0. */
struct metrics {
    atomic_ullong requests[METRICS_CLASSES];
    atomic_ullong cached, bytes, microseconds;
    atomic_ullong refused;   // connections closed because they took too long
    atomic_ullong damaged;   // responses that lack damaged parts of a file
    atomic_uint active;      // requests in progress
    atomic_uint connections; // open
    atomic_size_t uploading; // bytes of bodies held in memory
    atomic_size_t sending;   // bytes of large replies held in memory
};

/* One finished request. */
struct metrics_request {
    const char *method, *uri, *address;
    const char *problem; // for the operator; or ""
    unsigned status;
    uint64_t bytes, ns;
    bool is_cached, is_damaged;
};

void metrics_add(struct metrics *m, const struct metrics_request *request);

/* Logs a line of JSON to stderr, in a single write. */
void metrics_log(const struct metrics_request *request);

/* Prometheus' text format. */
void metrics_print(struct metrics *m, struct buf *text);

#endif
