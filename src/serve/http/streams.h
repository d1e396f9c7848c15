/*
 * streams.h - responses that grow, on their connections
 *
 * A connection with nothing to send is suspended. One thread wakes all of them
 * ten times a second; then each asks its stream for news. So one that reads
 * slowly delays nobody, and gets only the newest state.
 */
#ifndef SERVE_STREAMS_H
#define SERVE_STREAMS_H

#include <microhttpd.h>
#include <pthread.h>

#include "serve/http/connections.h"
#include "serve/reply_stream.h"

struct streams {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct stream_out *first;   // suspended
    bool (*on_tidy)(void *ctx); // called now and then; false: not needed
    void *ctx;
    pthread_t thread;
    bool is_running, is_ending;
};

/* A stream and the connection that it is sent on. */
struct stream_out {
    struct stream_out *next; // suspended, too
    struct streams *all;
    struct reply_stream *stream; // owned; NULL: none
    struct MHD_Connection *con;
    struct connection *watched; // may be NULL
    struct buf text;            // not sent yet, from 'nsent' on
    size_t nsent;
    size_t nbytes; // sent so far
    bool is_over;  // the stream has ended
};

bool streams_start(struct streams *all, bool (*on_tidy)(void *ctx), void *ctx,
                   struct tabia_error *err);

/* Ends all streams; no connection is suspended any more. */
void streams_end_all(struct streams *all);

void streams_stop(struct streams *all);

/* Of 'out'; the callback that libmicrohttpd is given. */
ssize_t stream_out_read(void *cls, uint64_t pos, char *dst, size_t size);

/* Closes the stream. Accepts the zero value. */
void stream_out_clear(struct stream_out *out);

#endif
