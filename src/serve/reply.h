/*
 * reply.h - a response before it is sent
 *
 *     struct json_writer js;
 *     reply_begin_json(reply, &js);
 *     json_writer_begin_object(&js);
 *     ...
 *     reply_end(reply);
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include "base/buf.h"
#include "base/compiler.h"
#include "base/json_writer.h"
#include "base/sink.h"
#include "serve/reply_stream.h"
#include "tabia/error.h"

enum {
    REPLY_SIZE_MAX = 256 << 20,
    REPLY_HEADERS_MAX = 4,
    REPLY_VALUE_SIZE = 160
};

/* Named by their meaning here; handlers do not depend on libmicrohttpd. */
enum {
    HTTP_OK = 200,
    HTTP_NO_CONTENT = 204,
    HTTP_NOT_MODIFIED = 304,
    HTTP_BAD_REQUEST = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_BAD_METHOD = 405,
    HTTP_CONFLICT = 409,
    HTTP_TOO_LARGE = 413,
    HTTP_LONG_ADDRESS = 414,
    HTTP_TOO_MANY = 429,
    HTTP_GONE_AWAY = 499, // the client closed; only logged, as by nginx
    HTTP_FAILED = 500,
    HTTP_BUSY = 503,
};

/* The zero value is empty; see reply_init. */
struct reply {
    unsigned status;
    const char *type; // content type; a constant
    struct buf body;
    struct sink dst;               // writes to 'body'
    struct tabia_error err;        // of 'dst'
    struct reply_stream *stream;   // the body from now on; owned; NULL: none
    struct tabia_bytes fixed_body; // constant bytes in place of 'body', if any
    const char *etag;              // of constant bytes; NULL: computed
    char problem[TABIA_ERROR_MSG_SIZE]; // for the log; "": none
    const char *policy; // Content-Security-Policy; NULL: that of the page
    bool is_damaged;    // lacks damaged parts of a file
    bool is_gzip;       // the bytes are compressed
    bool varies;        // they depend on whether the client accepts gzip
    bool is_immutable;  // may be cached forever
    size_t nheaders;
    struct {
        const char *name; // a constant
        char value[REPLY_VALUE_SIZE];
    } headers[REPLY_HEADERS_MAX];
};

/* Status 200, no bytes. */
void reply_init(struct reply *reply);

/* Starts JSON on one line in the body. */
void reply_begin_json(struct reply *reply, struct json_writer *js);

/* Ends the JSON. The reply becomes an error if it grew too large. */
void reply_end(struct reply *reply);

/*
 * Replaces the body by an error message, one plain sentence; by "out of memory"
 * if there is no memory for it.
 */
void reply_error(struct reply *reply, unsigned status, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/*
 * Replies with the message of an error of the library and the status that fits;
 * 'bad_status' is the status for an error in what the client sent. What does
 * not exist is 404.
 */
void reply_library_error(struct reply *reply, unsigned bad_status,
                         const struct tabia_error *err);

/*
 * Records, for the log and the metrics, that part of the response is missing
 * because a file is damaged. Only the first problem is kept.
 */
void reply_damage(struct reply *reply, const struct tabia_error *err);

/* Drops bytes of the value that are not printable ASCII. */
void reply_header(struct reply *reply, const char *name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Size of the body, in bytes. */
size_t reply_size(const struct reply *reply);

void reply_clear(struct reply *reply);

#endif
