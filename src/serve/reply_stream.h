/*
 * reply_stream.h - a response that grows
 *
 * A handler leaves one in its reply ('reply->stream') when it cannot send
 * everything at once. It is a value that is polled: it holds no connection and
 * starts no thread. The sender of the response polls it now and then, and
 * closes it when the client is gone.
 */
#ifndef SERVE_REPLY_STREAM_H
#define SERVE_REPLY_STREAM_H

#include "base/buf.h"

enum reply_stream_state { REPLY_STREAM_OPEN, REPLY_STREAM_END };

struct reply_stream {
    /*
     * Adds what is new to 'text', whole events or nothing. Never waits. Call
     * it from any thread, one at a time, and not after REPLY_STREAM_END.
     */
    enum reply_stream_state (*poll)(struct reply_stream *stream,
                                    struct buf *text);

    /* Frees the stream, at its end or before it. Never waits. */
    void (*close)(struct reply_stream *stream);
};

#endif
