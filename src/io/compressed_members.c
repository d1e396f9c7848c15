/*
 * compressed_members.c - members of a file, decompressed at the same time
 */
#include "io/compressed_members.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

enum {
    SPAN_SIZE =
        128 << 10, // compressed bytes that are worth a turn of their own
    STEP_SIZE = 256 << 10, // text decompressed ahead at once
    LOOK_SIZE = 64 << 20,  // as far as the end of a member is looked for
};

enum member_state { WAITING, BUSY, READY };

/* Some whole members, one after the other; the last may be cut short. */
struct member_span {
    enum member_state state; // BUSY: belongs to the thread that set it
    void *unpacker;
    const uint8_t *p, *end; // what is left of its compressed bytes
    bool is_open;           // it ends where its first member does
    enum decompress_result outcome;
    const char *why;
    uint8_t *text; // owned: decompressed ahead
    size_t size, room;
    size_t given; // of 'text'
};

struct compressed_members {
    struct raw_file *raw;
    const struct decompress_method *method;
    struct decompress_options options;
    size_t limit; // of a span's text
    size_t look;  // the longest member whose end is looked for
    const uint8_t *next, *end;
    const uint8_t *at; // how far the reader has come

    pthread_mutex_t lock; // for the states and the ring's bounds
    pthread_cond_t freed; // a span is no longer BUSY
    size_t first, nspans, room;
    struct member_span spans[]; // a ring
};

struct compressed_members *compressed_members_new(
    struct raw_file *raw, const struct decompress_method *method,
    const struct decompress_options *options, int ahead, size_t memory,
    struct tabia_error *err)
{
    const size_t room = (size_t)ahead + 1;
    struct compressed_members *m =
        calloc(1, sizeof(*m) + room * sizeof(struct member_span));
    if (!m) {
        error_nomem(err);
        return NULL;
    }
    m->raw = raw;
    m->method = method;
    m->options = *options;
    m->limit = memory / room;
    m->look = memory < LOOK_SIZE ? memory : LOOK_SIZE;
    m->next = m->at = raw->map.data;
    m->end = raw->map.data + raw->map.size;
    m->room = room;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->freed, NULL);
    return m;
}

void compressed_members_free(struct compressed_members *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->room; i++) {
        m->method->close(m->spans[i].unpacker);
        free(m->spans[i].text);
    }
    pthread_cond_destroy(&m->freed);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

/* ---- spans ----------------------------------------------------------- */

static struct member_span *compressed_members_span_at(
    struct compressed_members *m, size_t i)
{
    return &m->spans[(m->first + i) % m->room];
}

/*
 * Sets where the span that begins at 'p' ends. The end of a member that is
 * long is found by reading it: looking for it is a pass over the file.
 */
static void find_span_end(const struct compressed_members *m, const uint8_t *p,
                          struct member_span *span)
{
    span->p = span->end = p;
    while (span->end < m->end && span->end - p < SPAN_SIZE) {
        const size_t left = (size_t)(m->end - span->end);
        const struct tabia_bytes rest = { span->end,
                                          left < m->look ? left : m->look };
        const size_t size = m->method->member_size(rest);
        if (!size)
            break;
        span->end += size;
    }
    span->is_open = span->end == p;
    if (span->is_open)
        span->end = m->end;
}

static void compressed_members_skip_padding(struct compressed_members *m)
{
    while (m->next < m->end && *m->next == 0)
        m->next++;
}

/* Fills the ring with spans that any thread may decompress. */
static bool add_spans(struct compressed_members *m, struct tabia_error *err)
{
    for (compressed_members_skip_padding(m);
         m->nspans < m->room && m->next < m->end;
         compressed_members_skip_padding(m)) {
        struct member_span *span = compressed_members_span_at(m, m->nspans);
        if (!span->unpacker)
            span->unpacker = m->method->open(&m->options);
        if (!span->unpacker)
            return error_nomem(err);
        find_span_end(m, m->next, span);
        m->next = span->end;
        span->outcome = DECOMPRESS_END;
        span->size = span->given = 0;
        pthread_mutex_lock(&m->lock);
        span->state = WAITING;
        m->nspans++;
        pthread_mutex_unlock(&m->lock);
    }
    return true;
}

static void drop_first(struct compressed_members *m)
{
    pthread_mutex_lock(&m->lock);
    m->first = (m->first + 1) % m->room;
    m->nspans--;
    pthread_mutex_unlock(&m->lock);
}

static bool is_over(const struct member_span *span)
{
    return span->outcome == DECOMPRESS_BAD ||
           span->outcome == DECOMPRESS_NOMEM ||
           (span->outcome == DECOMPRESS_END && span->p == span->end);
}

/*
 * Decompresses into 'out' as much as there is room for. Returns how much that
 * is; less means that the span is over.
 */
static size_t compressed_members_read_span(struct compressed_members *m,
                                           struct member_span *span,
                                           uint8_t *out, size_t size)
{
    struct decompress_io io = {
        .in = span->p,
        .nin = (size_t)(span->end - span->p),
        .out = out,
        .nout = size,
    };
    while (io.nout && !is_over(span)) {
        const size_t nin = io.nin, nout = io.nout;
        span->outcome = m->method->step(span->unpacker, &io, &span->why);
        span->p = io.in;
        if (span->is_open && span->outcome == DECOMPRESS_END)
            span->end = span->p;
        if (span->outcome != DECOMPRESS_GO || io.nin != nin || io.nout != nout)
            continue;
        span->outcome = DECOMPRESS_BAD;
        span->why = NULL; // it ends too soon
    }
    return size - io.nout;
}

/* As far as the limit. Without memory the rest is left to the reader. */
static void compressed_members_read_ahead(struct compressed_members *m,
                                          struct member_span *span)
{
    while (!is_over(span) && span->size < m->limit) {
        uint8_t *text =
            vec_grow(span->text, &span->room, span->size + STEP_SIZE, 1,
                     m->limit + STEP_SIZE);
        if (!text)
            return;
        span->text = text;
        span->size +=
            compressed_members_read_span(m, span, text + span->size, STEP_SIZE);
    }
}

/* ---- helping --------------------------------------------------------- */

static struct member_span *claim_waiting_span(struct compressed_members *m)
{
    for (size_t i = 0; i < m->nspans; i++) {
        struct member_span *span = compressed_members_span_at(m, i);
        if (span->state != WAITING)
            continue;
        span->state = BUSY;
        return span;
    }
    return NULL;
}

static void put_back(struct compressed_members *m, struct member_span *span)
{
    pthread_mutex_lock(&m->lock);
    span->state = READY;
    pthread_cond_broadcast(&m->freed);
    pthread_mutex_unlock(&m->lock);
}

bool compressed_members_help(struct compressed_members *m)
{
    pthread_mutex_lock(&m->lock);
    struct member_span *span = claim_waiting_span(m);
    pthread_mutex_unlock(&m->lock);
    if (!span)
        return false;
    compressed_members_read_ahead(m, span);
    put_back(m, span);
    return true;
}

/* ---- reading --------------------------------------------------------- */

static struct member_span *claim_first_span(struct compressed_members *m)
{
    struct member_span *span = compressed_members_span_at(m, 0);
    pthread_mutex_lock(&m->lock);
    while (span->state == BUSY)
        pthread_cond_wait(&m->freed, &m->lock);
    span->state = BUSY;
    pthread_mutex_unlock(&m->lock);
    return span;
}

static size_t read_span(struct compressed_members *m, struct member_span *span,
                        uint8_t *out, size_t size)
{
    const size_t left = span->size - span->given;
    if (!left)
        return compressed_members_read_span(m, span, out, size);
    if (size > left)
        size = left;
    memcpy(out, span->text + span->given, size);
    span->given += size;
    return size;
}

/* The first span has given all that it has. False: the system failed. */
static bool end_span(struct compressed_members *m,
                     const struct member_span *span, struct tabia_error *damage,
                     struct tabia_error *err)
{
    if (span->outcome == DECOMPRESS_NOMEM)
        return error_nomem(err);
    if (span->outcome == DECOMPRESS_BAD) {
        const uint64_t at = (uint64_t)(span->p - m->raw->map.data);
        decompress_describe(m->method, at, span->why, damage);
    }
    if (span->is_open) // the last one so far
        m->next = span->p;
    drop_first(m);
    return true;
}

bool compressed_members_read(struct compressed_members *m, uint8_t *out,
                             size_t size, size_t *got,
                             struct tabia_error *damage,
                             struct tabia_error *err)
{
    *got = 0;
    while (*got < size && !damage->status) {
        if (!add_spans(m, err))
            return false;
        if (!m->nspans)
            return true;
        struct member_span *span = claim_first_span(m);
        *got += read_span(m, span, out + *got, size - *got);
        m->at = span->p;
        raw_file_hash(m->raw, compressed_members_tell(m));
        if (span->given < span->size || !is_over(span))
            put_back(m, span);
        else if (!end_span(m, span, damage, err))
            return false;
    }
    return true;
}

uint64_t compressed_members_tell(const struct compressed_members *m)
{
    return (uint64_t)(m->at - m->raw->map.data);
}
