/*
 * compressor.h - bodies compressed for clients that accept it
 *
 * A window of 8 kB costs no more than 3 percent of size on JSON and takes a
 * quarter of the time to set up; one state is used again for every body.
 */
#ifndef SERVE_COMPRESSOR_H
#define SERVE_COMPRESSOR_H

#include "base/buf.h"

enum { COMPRESSOR_MIN = 1024 }; // bytes; less is not worth it

struct compressor {
    struct z_stream_s *stream; // owned; NULL until it is needed
};

void compressor_clear(struct compressor *c);

/* Replaces 'out' by the gzip of a body; false if out of memory. */
bool compressor_run(struct compressor *c, struct tabia_bytes body,
                    struct buf *out);

/* True if Accept-Encoding (NULL: absent) accepts gzip. */
bool compressor_is_accepted(const char *accepts);

/* True if bodies of this content type become smaller. */
bool compressor_shrinks_type(const char *type);

#endif
