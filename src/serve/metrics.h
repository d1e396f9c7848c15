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
    atomic_ullong damaged;   // answers without what is damaged in a file
    atomic_uint active;      // requests being answered
    atomic_uint connections; // open
    atomic_size_t uploading; // bytes of bodies held in memory
};

/* One answered request. */
struct metrics_request {
    const char *method, *uri, *address;
    const char *problem; // what whoever runs the server should know; or ""
    unsigned status;
    uint64_t bytes, ns;
    bool is_cached, is_damaged;
};

void metrics_add(struct metrics *m, const struct metrics_request *request);

/* A line of JSON on stderr, written at once. */
void metrics_log(const struct metrics_request *request);

/* Prometheus' text format. */
void metrics_print(struct metrics *m, struct buf *text);

#endif
