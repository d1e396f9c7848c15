/*
 * buf.h - a buffer of bytes that grows, up to a limit
 *
 *     struct buf buf = { .limit = 1 << 20 };
 *     buf_addf(&buf, "%d. %s", number, san);
 *     if (buf.failed) ...
 *     buf_clear(&buf);
 *
 * Sticky: after a failure nothing more is added, so it is enough to look at
 * 'failed' (or at the last call's result) once, at the end.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "tabia/error.h"

/* The zero value with a limit is an empty buffer. The buffer owns 'data'. */
struct buf {
    char *data;   // 'size' bytes and a NUL; NULL while nothing was added
    size_t size;  // without the NUL
    size_t room;  // allocated
    size_t limit; // the largest 'size' allowed
    bool failed;  // the limit was reached or memory ran out
    enum tabia_status why;
};

bool buf_add(struct buf *buf, const void *data, size_t size);

bool buf_add_text(struct buf *buf, const char *text);

bool buf_add_char(struct buf *buf, char c);

bool buf_addf(struct buf *buf, const char *fmt, ...) PRINTF_LIKE(2, 3);

bool buf_vaddf(struct buf *buf, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* True if 'size' more bytes and the NUL fit into the memory it has. */
static inline bool buf_has_room(const struct buf *buf, size_t size)
{
    return buf->data && !buf->failed && size < buf->room - buf->size &&
           buf->size <= buf->limit && size <= buf->limit - buf->size;
}

/* Makes room for 'size' more bytes, so that adding them cannot fail. */
bool buf_reserve(struct buf *buf, size_t size);

/* The text so far, never NULL. It lives until the buffer changes. */
const char *buf_text(const struct buf *buf);

struct tabia_bytes buf_bytes(const struct buf *buf);

/* Forgets the bytes and the failure, keeps the memory. */
void buf_reset(struct buf *buf);

/*
 * Records why 'buf' failed: TABIA_ERR_NOMEM or TABIA_ERR_LIMIT. Returns false.
 */
bool buf_error(const struct buf *buf, struct tabia_error *err);

/* Frees the memory; the buffer is then empty and usable. */
void buf_clear(struct buf *buf);

#endif
