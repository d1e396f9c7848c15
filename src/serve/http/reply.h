/*
 * reply.h - what is answered, before it becomes bytes on a connection
 *
 *     struct json js;
 *     reply_begin(reply, &js);
 *     json_begin_object(&js);
 *     ...
 *     reply_end(reply);
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include "base/compiler.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/sink.h"
#include "tabia/error.h"

enum { REPLY_LIMIT = 256 << 20, REPLY_HEADERS = 4, REPLY_VALUE_SIZE = 160 };

/* By what they mean here: handlers know no library for HTTP. */
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
    HTTP_GONE_AWAY = 499, // for the log: the client, as nginx has it
    HTTP_FAILED = 500,
    HTTP_BUSY = 503,
};

/* The zero value is empty; see reply_init. */
struct reply {
    unsigned status;
    const char *type; // of the content; a constant
    struct buf body;
    struct sink dst;         // writes to 'body'
    struct tabia_error err;  // of 'dst'
    struct tabia_bytes text; // constant bytes in place of 'body', if any
    const char *etag;        // of constant bytes; NULL: computed
    char problem[TABIA_ERROR_MSG_SIZE]; // for the log; "": none
    bool is_damaged;                    // by what is wrong in a file
    bool is_gzip;                       // the constant bytes are packed
    bool is_immutable;                  // may be kept for ever
    size_t nheaders;
    struct {
        const char *name; // a constant
        char value[REPLY_VALUE_SIZE];
    } headers[REPLY_HEADERS];
};

/* Status 200, no bytes. */
void reply_init(struct reply *reply);

/* Starts JSON on one line in the body. */
void reply_begin(struct reply *reply, struct json *js);

/* Ends it: if it grew too large the reply is an error. */
void reply_end(struct reply *reply);

/*
 * One plain sentence; what was in the body is forgotten. Without memory for it
 * the reply is that there is none.
 */
void reply_error(struct reply *reply, unsigned status, const char *fmt, ...)
    ATTR_PRINTF(3, 4);

/*
 * The status that an error of the library stands for, 'bad' for one in what
 * the client sent, and its message.
 */
void reply_failure(struct reply *reply, unsigned bad,
                   const struct tabia_error *err);

/*
 * A part of the answer is missing, as a file is damaged: for the log and the
 * metrics. The first one counts.
 */
void reply_damage(struct reply *reply, const struct tabia_error *err);

/* Bytes that are not printable ASCII are left out of the value. */
void reply_header(struct reply *reply, const char *name, const char *fmt, ...)
    ATTR_PRINTF(3, 4);

/* Bytes of what is sent. */
size_t reply_size(const struct reply *reply);

void reply_clear(struct reply *reply);

#endif
