/*
 * feed_cut.c - a feed's text cut into chunks of whole games
 *
 * Of a mapped file a chunk is a piece of the map. Other texts are read into
 * buffers, somewhat beyond the cut; what is read too far is carried on to the
 * next chunk.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "pgn/cut.h"
#include "pgn/feed_def.h"
#include "tabia/pgn.h"
#include "base/banned.h"

enum { SLACK = 16 << 10 }; // text read beyond a cut, to find it

uint64_t feed_cut_place(const struct feed *feed, struct tabia_bytes map,
                        uint64_t at)
{
    const uint64_t unit = feed->options.chunk_size;
    const uint64_t from = (at + unit - 1) / unit * unit;
    if (from == 0 || from >= map.size)
        return from ? map.size : 0;
    return tabia_pgn_boundary(map, (size_t)from);
}

/*
 * The size of a chunk of 'text'. One above the limit is the end of its file;
 * the games before the last one that begins in it are kept.
 */
static size_t apply_limit(struct feed *feed, struct tabia_bytes text)
{
    struct stream *stream = &feed->source->stream;
    const size_t limit = feed->options.game_limit;
    if (text.size <= limit)
        return text.size;
    const size_t size = cut_last((struct tabia_bytes){ text.data, limit });
    error_offset(&stream->damage, TABIA_LIMIT,
                 stream_is_map(stream) ? feed->at + size : stream_tell(stream),
                 "no game begins in %zu bytes of text", limit);
    return size;
}

/* ---- mapped files ---------------------------------------------------- */

/* A chunk of a mapped file; an empty one is the end. */
static void cut_map(struct feed *feed, struct feed_chunk *chunk)
{
    struct feed_source *source = feed->source;
    const struct tabia_bytes map = source->stream.raw.map;
    if (feed->at == feed->source_end || source->stream.damage.status)
        return;
    const uint64_t end = feed_cut_place(feed, map, feed->at + 1);
    struct tabia_bytes text = { map.data + feed->at, (size_t)(end - feed->at) };
    text.size = apply_limit(feed, text);
    if (!text.size)
        return;
    chunk->bytes = text;
    chunk->source = source;
    raw_sum(&source->stream.raw, feed->at + text.size);
    pthread_mutex_lock(&feed->lock);
    source->nusers++;
    pthread_mutex_unlock(&feed->lock);
}

/* ---- texts that are read --------------------------------------------- */

static bool make_room(struct buffer *buf, size_t size, struct tabia_error *err)
{
    return VEC_RESERVE(buf->data, buf->room, size, SIZE_MAX / 2, err);
}

/* Reads until there are 'want' bytes; less at the end of the text. */
static bool fill(struct feed *feed, struct buffer *buf, size_t want,
                 struct tabia_error *err)
{
    size_t got;
    if (want <= buf->size)
        return true;
    if (!make_room(buf, want, err) ||
        !stream_read(&feed->source->stream, buf->data + buf->size,
                     want - buf->size, &got, err))
        return false;
    buf->size += got;
    return true;
}

/* The first multiple of the chunk size behind 'at', as seen from there. */
static size_t next_goal(const struct feed *feed)
{
    const uint64_t unit = feed->options.chunk_size;
    return (size_t)(unit - feed->at % unit);
}

/* Reads up to a place where the text can be cut, and somewhat more. */
static bool find_cut(struct feed *feed, struct buffer *buf, size_t *cut,
                     struct tabia_error *err)
{
    const size_t goal = next_goal(feed);
    size_t from = goal;
    size_t want = goal + SLACK;
    for (;;) {
        if (!fill(feed, buf, want, err))
            return false;
        const struct tabia_bytes text = { buf->data, buf->size };
        const bool is_end = buf->size < want;
        *cut = buf->size > from ? tabia_pgn_boundary(text, from) : buf->size;
        if (*cut < buf->size || buf->size > feed->options.game_limit + SLACK)
            return true;
        if (is_end && feed->source->stream.damage.status)
            *cut = cut_whole(text);
        if (is_end)
            return true;
        from = cut_resume(text, goal);
        want = buf->size + SLACK + buf->size / 8;
    }
}

static struct buffer take_buffer(struct feed *feed)
{
    struct buffer buf = { 0 };
    pthread_mutex_lock(&feed->lock);
    if (feed->nspare)
        buf = feed->spare[--feed->nspare];
    pthread_mutex_unlock(&feed->lock);
    buf.size = 0;
    return buf;
}

void feed_give_buffer(struct feed *feed, struct buffer buf)
{
    pthread_mutex_lock(&feed->lock);
    const bool is_kept = feed->nspare < (size_t)feed->options.nthreads &&
                         buf.room <= 4 * feed->options.chunk_size;
    if (is_kept)
        feed->spare[feed->nspare++] = buf;
    pthread_mutex_unlock(&feed->lock);
    if (!is_kept)
        free(buf.data);
}

static bool copy_to(struct buffer *dst, const uint8_t *data, size_t size,
                    struct tabia_error *err)
{
    dst->size = 0;
    if (size == 0)
        return true;
    if (!make_room(dst, size, err))
        return false;
    memcpy(dst->data, data, size);
    dst->size = size;
    return true;
}

/* A chunk of a text that is read; an empty one is the end. */
static bool cut_stream(struct feed *feed, struct feed_chunk *chunk,
                       struct tabia_error *err)
{
    size_t cut = 0;
    if (feed->source->stream.damage.status == TABIA_LIMIT)
        return true;
    struct buffer buf = take_buffer(feed);
    bool ok = copy_to(&buf, feed->carry.data, feed->carry.size, err) &&
              find_cut(feed, &buf, &cut, err);
    if (ok)
        cut = apply_limit(feed, (struct tabia_bytes){ buf.data, cut });
    ok = ok && copy_to(&feed->carry, buf.data + cut, buf.size - cut, err);
    if (!ok || !cut) {
        feed_give_buffer(feed, buf);
        return ok;
    }
    chunk->bytes = (struct tabia_bytes){ buf.data, cut };
    chunk->owned = buf.data;
    chunk->room = buf.room;
    chunk->line = feed->line;
    feed->line += cut_lines(chunk->bytes);
    return true;
}

/* ---- both ------------------------------------------------------------ */

bool feed_cut_chunk(struct feed *feed, struct feed_chunk *chunk,
                    struct tabia_error *err)
{
    const struct stream *stream = &feed->source->stream;
    const uint64_t base = feed->bases[feed->file];
    *chunk = (struct feed_chunk){
        .name = feed->files[feed->file].name,
        .file = feed->file,
        .offset = feed->at,
    };
    if (stream_is_map(stream))
        cut_map(feed, chunk);
    else if (!cut_stream(feed, chunk, err))
        return false;
    feed->at += chunk->bytes.size;
    feed->files[feed->file].text_size += chunk->bytes.size;
    atomic_store(&feed->done,
                 base +
                     (stream_is_map(stream) ? feed->at : stream_tell(stream)));
    return true;
}
