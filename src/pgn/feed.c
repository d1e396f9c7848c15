/*
 * feed.c - files of games, packed or not, as a sequence of whole games
 *
 * One worker at a time is the reader: it cuts the next chunk off and gives the
 * part to whoever asks next. For a mapped file that takes no time; for a
 * packed one it is the unpacking, and those who wait meanwhile may unpack what
 * comes later (members.h). Nobody waits while there is something to do.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "pgn/cut.h"
#include "pgn/feed_def.h"
#include "base/banned.h"

#define MEMORY_PER_THREAD ((size_t)64 << 20)

/* ---- opening --------------------------------------------------------- */

static bool look_at_file(struct feed *feed, uint32_t i, struct tabia_error *err)
{
    const char *path = feed->options.paths[i];
    const bool is_stdin = strcmp(path, "-") == 0;
    struct feed_file *file = &feed->files[i];
    struct stat st;
    *file = (struct feed_file){
        .name = is_stdin ? "<stdin>" : path,
        .packing = "plain",
    };
    if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(path, &st)) != 0)
        error_system(err, errno, "cannot open");
    else if (S_ISDIR(st.st_mode))
        error_system(err, EISDIR, "cannot read");
    else if (S_ISREG(st.st_mode))
        file->size = (uint64_t)st.st_size;
    else if (feed->options.nparts > 1)
        error_set(err, TABIA_MISUSE, "a pipe cannot be divided into parts");
    else
        feed->is_size_known = false;
    return !err->status || error_in_file(err, file->name);
}

/* total * part / nparts, for totals of any size. */
static uint64_t share(uint64_t total, uint32_t part, uint32_t nparts)
{
    return total / nparts * part + total % nparts * part / nparts;
}

static bool look_at_files(struct feed *feed, struct tabia_error *err)
{
    const struct feed_options *o = &feed->options;
    uint64_t total = 0;
    feed->is_size_known = true;
    for (uint32_t i = 0; i < o->npaths; i++) {
        if (!look_at_file(feed, i, err))
            return false;
        feed->bases[i] = total;
        total += feed->files[i].size;
    }
    feed->begin = o->nparts ? share(total, o->part, o->nparts) : 0;
    feed->end = o->nparts ? share(total, o->part + 1, o->nparts) : total;
    atomic_store(&feed->done, feed->begin);
    return true;
}

static void set_defaults(struct feed_options *o)
{
    if (o->nthreads < 1)
        o->nthreads = 1;
    if (!o->memory)
        o->memory = MEMORY_PER_THREAD * (size_t)o->nthreads;
    if (!o->chunk_size)
        o->chunk_size = FEED_CHUNK_SIZE;
    if (!o->game_limit)
        o->game_limit = FEED_GAME_LIMIT;
}

struct feed *feed_open(const struct feed_options *options,
                       struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct feed *feed = calloc(1, sizeof(*feed));
    if (!feed) {
        error_nomem(err);
        return NULL;
    }
    feed->options = *options;
    set_defaults(&feed->options);
    pthread_mutex_init(&feed->lock, NULL);
    pthread_mutex_init(&feed->line_lock, NULL);
    pthread_cond_init(&feed->changed, NULL);
    feed->files = calloc(options->npaths + 1, sizeof(*feed->files));
    feed->bases = calloc(options->npaths + 1, sizeof(*feed->bases));
    feed->spare = calloc((size_t)feed->options.nthreads, sizeof(*feed->spare));
    if (!feed->files || !feed->bases || !feed->spare)
        error_nomem(&failure);
    else if (options->nparts && options->part >= options->nparts)
        error_set(&failure, TABIA_MISUSE, "there is no part %u of %u",
                  (unsigned)options->part + 1, (unsigned)options->nparts);
    else if (look_at_files(feed, &failure))
        return feed;
    feed_close(feed);
    error_pass(err, &failure);
    return NULL;
}

/* ---- files ----------------------------------------------------------- */

/* A user of the file is gone. */
static void release(struct feed *feed, struct feed_source *source)
{
    pthread_mutex_lock(&feed->lock);
    const bool is_last = --source->nusers == 0;
    pthread_mutex_unlock(&feed->lock);
    if (!is_last)
        return;
    stream_close(&source->stream);
    free(source);
}

void feed_close(struct feed *feed)
{
    if (!feed)
        return;
    if (feed->source)
        release(feed, feed->source);
    for (size_t i = 0; i < feed->nspare; i++)
        free(feed->spare[i].data);
    free(feed->spare);
    free(feed->carry.data);
    free(feed->bases);
    free(feed->files);
    pthread_cond_destroy(&feed->changed);
    pthread_mutex_destroy(&feed->line_lock);
    pthread_mutex_destroy(&feed->lock);
    free(feed);
}

/* Finds out what of the current file is ours. False: nothing. */
static bool choose_range(struct feed *feed, const struct stream *stream)
{
    const uint64_t base = feed->bases[feed->file];
    const uint64_t begin = feed->begin > base ? feed->begin - base : 0;
    const uint64_t end = feed->end - base;
    feed->line = 1;
    feed->carry.size = 0;
    feed->at = 0;
    if (!stream_is_map(stream))
        return begin == 0;
    feed->source_end = stream->raw.map.size;
    if (feed->options.nparts && end < stream->raw.map.size)
        feed->source_end = feed_cut_place(feed, stream->raw.map, end);
    feed->at = feed_cut_place(feed, stream->raw.map, begin);
    return feed->at < feed->source_end || !stream->raw.map.size;
}

/* Has the part nothing to do with the file? An empty one has its place, too. */
static bool is_elsewhere(const struct feed *feed, uint32_t i)
{
    const struct feed_options *o = &feed->options;
    const uint64_t base = feed->bases[i], size = feed->files[i].size;
    const bool is_last = o->part + 1 == o->nparts;
    if (!o->nparts)
        return false;
    if (size == 0)
        return base < feed->begin || (base >= feed->end && !is_last);
    return base >= feed->end || base + size <= feed->begin;
}

/* Opens the next file. Its text may turn out to belong to another part. */
static bool open_source(struct feed *feed, struct tabia_error *err)
{
    const struct feed_options *o = &feed->options;
    const struct stream_options options = {
        .unpack = { .zstd_long = o->zstd_long },
        .nthreads = o->nthreads,
        .memory = o->memory,
        .checksum = o->checksums,
    };
    feed->file = feed->next_file++;
    if (is_elsewhere(feed, feed->file))
        return true;
    struct feed_source *source = calloc(1, sizeof(*source));
    if (!source)
        return error_nomem(err);
    if (!stream_open(&source->stream, o->paths[feed->file], &options, err)) {
        free(source);
        return false;
    }
    source->nusers = 1;
    source->line = 1;
    feed->files[feed->file].packing = stream_packing(&source->stream);
    if (!choose_range(feed, &source->stream)) {
        release(feed, source);
        return true;
    }
    pthread_mutex_lock(&feed->lock);
    feed->source = source;
    pthread_mutex_unlock(&feed->lock);
    return true;
}

/* The current file has given all that it has. */
static void end_source(struct feed *feed)
{
    struct feed_source *source = feed->source;
    struct stream *stream = &source->stream;
    struct feed_file *file = &feed->files[feed->file];
    pthread_mutex_lock(&feed->lock);
    feed->source = NULL;
    while (feed->nhelpers)
        pthread_cond_wait(&feed->changed, &feed->lock);
    pthread_mutex_unlock(&feed->lock);
    file->has_checksum = raw_checksum(&stream->raw, &file->checksum);
    file->size = stream->raw.is_mapped ? stream->raw.map.size : stream->raw.at;
    file->damage = stream->damage;
    file->damage.file = file->name;
    release(feed, source);
}

/* ---- reading --------------------------------------------------------- */

/* What only the reader does. False at the end of all, or on a failure. */
static bool read_chunk(struct feed *feed, struct feed_chunk *chunk,
                       struct tabia_error *err)
{
    for (;;) {
        if (!feed->source && feed->next_file == feed->options.npaths)
            return false;
        if (!feed->source && !open_source(feed, err))
            return false;
        if (!feed->source)
            continue;
        if (!feed_cut_chunk(feed, chunk, err))
            return false;
        if (chunk->bytes.size)
            return true;
        end_source(feed);
    }
}

/* Does something useful, or waits, until the reader is done. With the lock. */
static void pass_time(struct feed *feed)
{
    struct feed_source *source = feed->source;
    bool has_helped = false;
    if (source) {
        feed->nhelpers++;
        pthread_mutex_unlock(&feed->lock);
        has_helped = stream_help(&source->stream);
        pthread_mutex_lock(&feed->lock);
        if (--feed->nhelpers == 0)
            pthread_cond_broadcast(&feed->changed);
    }
    if (!has_helped && feed->is_reading && !feed->is_over)
        pthread_cond_wait(&feed->changed, &feed->lock);
}

bool feed_next(struct feed *feed, struct feed_chunk *chunk,
               struct tabia_error *err)
{
    pthread_mutex_lock(&feed->lock);
    while (feed->is_reading && !feed->is_over)
        pass_time(feed);
    if (feed->is_over) {
        const struct tabia_error failure = feed->failure;
        pthread_mutex_unlock(&feed->lock);
        return failure.status && error_pass(err, &failure);
    }
    feed->is_reading = true;
    pthread_mutex_unlock(&feed->lock);

    struct tabia_error failure = { 0 };
    const bool got = read_chunk(feed, chunk, &failure);

    pthread_mutex_lock(&feed->lock);
    feed->is_reading = false;
    if (got)
        chunk->number = feed->nchunks++;
    else
        feed->is_over = true;
    if (failure.status)
        feed->failure = failure;
    pthread_cond_broadcast(&feed->changed);
    pthread_mutex_unlock(&feed->lock);
    if (failure.status)
        error_pass(err, &failure);
    return got;
}

void feed_done(struct feed *feed, struct feed_chunk *chunk)
{
    pthread_mutex_lock(&feed->lock);
    feed->files[chunk->file].ngames += chunk->ngames;
    pthread_mutex_unlock(&feed->lock);
    if (chunk->source)
        release(feed, chunk->source);
    else
        feed_give_buffer(feed, (struct buffer){ .data = chunk->owned,
                                                .room = chunk->room });
    *chunk = (struct feed_chunk){ 0 };
}

void feed_stop(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->is_over = true;
    pthread_cond_broadcast(&feed->changed);
    pthread_mutex_unlock(&feed->lock);
}

/* ---- what there is to know ------------------------------------------- */

uint32_t feed_line(struct feed *feed, const struct feed_chunk *chunk)
{
    struct feed_source *source = chunk->source;
    if (!source)
        return chunk->line;
    const uint8_t *text = source->stream.raw.map.data;
    pthread_mutex_lock(&feed->line_lock);
    const uint64_t from = source->line_at, to = chunk->offset;
    if (from <= to)
        source->line +=
            cut_lines((struct tabia_bytes){ text + from, (size_t)(to - from) });
    else
        source->line -=
            cut_lines((struct tabia_bytes){ text + to, (size_t)(from - to) });
    source->line_at = to;
    const uint32_t line = source->line;
    pthread_mutex_unlock(&feed->line_lock);
    return line;
}

uint64_t feed_bytes_done(const struct feed *feed)
{
    const uint64_t done = atomic_load(&feed->done);
    return done > feed->begin ? done - feed->begin : 0;
}

uint64_t feed_bytes_total(const struct feed *feed)
{
    return feed->is_size_known ? feed->end - feed->begin : 0;
}

uint32_t feed_files(const struct feed *feed)
{
    return feed->options.npaths;
}

const struct feed_file *feed_file(const struct feed *feed, uint32_t file)
{
    return &feed->files[file];
}
