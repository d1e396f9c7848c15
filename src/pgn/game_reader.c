/*
 * game_reader.c - files of games, compressed or not, as pieces of whole games
 *
 * One worker at a time cuts the next piece off, and reads it while another one
 * cuts. For a mapped file cutting takes no time; for a compressed one it is the
 * decompression, and those who wait meanwhile may decompress what comes later
 * (compressed_members.h). No thread waits while there is something to do.
 */
#include "pgn/game_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/pool.h"
#include "base/vec.h"
#include "io/stream.h"
#include "pgn/cut.h"
#include "pgn/pgn_internal.h"
#include "tabia/pgn.h"

#include "base/banned.h"

#define MEMORY_PER_THREAD ((size_t)64 << 20)

enum { SLACK = 16 << 10 }; // text read beyond a cut, to find it

/* An open file. Pieces of a mapped one hold on to it. */
struct game_reader_input {
    struct stream stream;
    unsigned nusers; // the reader, and pieces of a mapped file
    uint64_t line_at;
    uint32_t line; // that begins at 'line_at'; of a mapped file
};

struct reader_buffer {
    uint8_t *data;
    size_t size, room;
};

struct game_reader {
    struct game_reader_options options;
    struct game_reader_file *files;
    uint64_t *bases;       // where the files begin, laid end to end
    uint64_t begin, end;   // the part of all that
    bool is_size_known;    // there are no pipes
    _Atomic uint64_t done; // bytes read of all that

    pthread_mutex_t lock;
    pthread_cond_t changed; // a thread stopped reading, or helping
    bool is_reading, is_over;
    unsigned nhelpers;
    struct tabia_error failure;
    struct reader_buffer *spare; // of 'nthreads'
    size_t nspare;
    uint64_t npieces;
    struct game_reader_input *input; // the current file; changed by the reader

    /* The reader's own. */
    uint32_t file;              // the current one
    uint32_t next_file;         // the one to open next
    uint64_t at, input_end;     // in the text; the end only of a mapped one
    uint32_t line;              // that begins there; of a compressed one
    struct reader_buffer carry; // read already, behind 'at'

    pthread_mutex_t line_lock;
};

/* ---- pieces ----------------------------------------------------------- */

/*
 * Of a mapped file a piece is a part of the map. Other texts are read into
 * buffers, somewhat beyond the cut; what is read too far is carried on to the
 * next piece.
 */

/*
 * Where a mapped text is cut: at the first game that begins at or behind the
 * first multiple of the piece size from 'at'.
 */
static uint64_t cut_at(const struct game_reader *reader, struct tabia_bytes map,
                       uint64_t at)
{
    const uint64_t unit = reader->options.piece_size;
    const uint64_t from = (at + unit - 1) / unit * unit;
    if (from == 0 || from >= map.size)
        return from ? map.size : 0;
    return cut_next(map, (size_t)from);
}

/*
 * The size of a piece of 'text'. One above the limit is the end of its file;
 * the games before the last one that begins in it are kept.
 */
static size_t apply_limit(struct game_reader *reader, struct tabia_bytes text)
{
    struct stream *stream = &reader->input->stream;
    const size_t limit = reader->options.game_limit;
    if (text.size <= limit)
        return text.size;
    const size_t size = cut_last((struct tabia_bytes){ text.data, limit });
    error_at_offset(&stream->damage, TABIA_ERR_LIMIT,
                    stream_is_map(stream) ? reader->at + size
                                          : stream_tell(stream),
                    "no game begins in %zu bytes of text", limit);
    return size;
}

/* ---- mapped files ---------------------------------------------------- */

/* A piece of a mapped file; an empty one is the end. */
static void cut_map(struct game_reader *reader, struct game_reader_piece *piece)
{
    struct game_reader_input *input = reader->input;
    const struct tabia_bytes map = input->stream.raw.map;
    if (reader->at == reader->input_end || input->stream.damage.status)
        return;
    const uint64_t end = cut_at(reader, map, reader->at + 1);
    struct tabia_bytes text = { map.data + reader->at,
                                (size_t)(end - reader->at) };
    text.size = apply_limit(reader, text);
    if (!text.size)
        return;
    piece->bytes = text;
    piece->input = input;
    raw_file_hash(&input->stream.raw, reader->at + text.size);
    pthread_mutex_lock(&reader->lock);
    input->nusers++;
    pthread_mutex_unlock(&reader->lock);
}

/* ---- texts that are read --------------------------------------------- */

static bool buffer_reserve(struct reader_buffer *buf, size_t size,
                           struct tabia_error *err)
{
    return VEC_RESERVE(buf->data, buf->room, size, SIZE_MAX / 2, err);
}

/* Reads up to where the text can be cut, and somewhat more. */
static bool find_cut(struct game_reader *reader, struct reader_buffer *buf,
                     size_t *cut, struct tabia_error *err)
{
    struct stream *stream = &reader->input->stream;
    // The first multiple of the piece size behind 'at', as seen from there.
    const uint64_t unit = reader->options.piece_size;
    const size_t goal = (size_t)(unit - reader->at % unit);
    size_t from = goal, want = goal + SLACK, got;
    for (;;) {
        if (want > buf->size) {
            if (!buffer_reserve(buf, want, err) ||
                !stream_read(stream, buf->data + buf->size, want - buf->size,
                             &got, err))
                return false;
            buf->size += got;
        }
        const struct tabia_bytes text = { buf->data, buf->size };
        const bool is_end = buf->size < want;
        *cut = buf->size > from ? cut_next(text, from) : buf->size;
        if (*cut < buf->size || buf->size > reader->options.game_limit + SLACK)
            return true;
        if (is_end && stream->damage.status)
            *cut = cut_whole(text);
        if (is_end)
            return true;
        from = cut_resume(text, goal);
        want = buf->size + SLACK + buf->size / 8;
    }
}

/* Takes a piece's memory back, for another one. */
static void keep_buffer(struct game_reader *reader, struct reader_buffer buf)
{
    pthread_mutex_lock(&reader->lock);
    const bool is_kept = reader->nspare < (size_t)reader->options.nthreads &&
                         buf.room <= 4 * reader->options.piece_size;
    if (is_kept)
        reader->spare[reader->nspare++] = buf;
    pthread_mutex_unlock(&reader->lock);
    if (!is_kept)
        free(buf.data);
}

static bool buffer_assign(struct reader_buffer *dst, const uint8_t *data,
                          size_t size, struct tabia_error *err)
{
    dst->size = 0;
    if (size == 0)
        return true;
    if (!buffer_reserve(dst, size, err))
        return false;
    memcpy(dst->data, data, size);
    dst->size = size;
    return true;
}

/* A piece of a text that is read; an empty one is the end. */
static bool cut_stream(struct game_reader *reader,
                       struct game_reader_piece *piece, struct tabia_error *err)
{
    size_t cut = 0;
    if (reader->input->stream.damage.status == TABIA_ERR_LIMIT)
        return true;
    struct reader_buffer buf = { 0 };
    pthread_mutex_lock(&reader->lock);
    if (reader->nspare)
        buf = reader->spare[--reader->nspare];
    pthread_mutex_unlock(&reader->lock);
    bool ok =
        buffer_assign(&buf, reader->carry.data, reader->carry.size, err) &&
        find_cut(reader, &buf, &cut, err);
    if (ok)
        cut = apply_limit(reader, (struct tabia_bytes){ buf.data, cut });
    ok = ok &&
         buffer_assign(&reader->carry, buf.data + cut, buf.size - cut, err);
    if (!ok || !cut) {
        keep_buffer(reader, buf);
        return ok;
    }
    piece->bytes = (struct tabia_bytes){ buf.data, cut };
    piece->owned = buf.data;
    piece->room = buf.room;
    piece->line = reader->line;
    reader->line += cut_count_lines(piece->bytes);
    return true;
}

/* ---- both ------------------------------------------------------------ */

/* The next piece of the current file; an empty one is its end. */
static bool cut_piece(struct game_reader *reader,
                      struct game_reader_piece *piece, struct tabia_error *err)
{
    const struct stream *stream = &reader->input->stream;
    const uint64_t base = reader->bases[reader->file];
    *piece = (struct game_reader_piece){
        .name = reader->files[reader->file].name,
        .file = reader->file,
        .offset = reader->at,
    };
    if (stream_is_map(stream))
        cut_map(reader, piece);
    else if (!cut_stream(reader, piece, err))
        return false;
    reader->at += piece->bytes.size;
    reader->files[reader->file].text_size += piece->bytes.size;
    atomic_store(&reader->done,
                 base + (stream_is_map(stream) ? reader->at
                                               : stream_tell(stream)));
    return true;
}

/* ---- opening --------------------------------------------------------- */

/* total * part / nparts, for totals of any size. */
static uint64_t share_begin(uint64_t total, uint32_t part, uint32_t nparts)
{
    return total / nparts * part + total % nparts * part / nparts;
}

static bool look_at_files(struct game_reader *reader, struct tabia_error *err)
{
    const struct game_reader_options *o = &reader->options;
    uint64_t total = 0;
    reader->is_size_known = true;
    for (uint32_t i = 0; i < o->npaths; i++) {
        const char *path = o->paths[i];
        const bool is_stdin = strcmp(path, "-") == 0;
        struct game_reader_file *file = &reader->files[i];
        struct stat st;
        *file = (struct game_reader_file){
            .name = is_stdin ? "<stdin>" : path,
            .compression = "plain",
        };
        if ((is_stdin ? fstat(STDIN_FILENO, &st) : stat(path, &st)) != 0)
            error_system(err, errno, "cannot open");
        else if (S_ISDIR(st.st_mode))
            error_system(err, EISDIR, "cannot read");
        else if (S_ISREG(st.st_mode))
            file->size = (uint64_t)st.st_size;
        else if (o->nparts > 1)
            error_set(err, TABIA_ERR_MISUSE,
                      "a pipe cannot be divided into parts");
        else
            reader->is_size_known = false;
        if (err->status)
            return error_in_file(err, file->name);
        reader->bases[i] = total;
        total += file->size;
    }
    reader->begin = o->nparts ? share_begin(total, o->part, o->nparts) : 0;
    reader->end =
        o->nparts ? share_begin(total, o->part + 1, o->nparts) : total;
    atomic_store(&reader->done, reader->begin);
    return true;
}

struct game_reader *game_reader_open(const struct game_reader_options *options,
                                     struct tabia_error *err)
{
    struct tabia_error failure = { 0 };
    struct game_reader *reader = calloc(1, sizeof(*reader));
    if (!reader) {
        error_nomem(err);
        return NULL;
    }
    struct game_reader_options *o = &reader->options;
    *o = *options;
    if (o->nthreads < 1)
        o->nthreads = 1;
    if (!o->memory)
        o->memory = MEMORY_PER_THREAD * (size_t)o->nthreads;
    if (!o->piece_size)
        o->piece_size = GAME_READER_PIECE_SIZE;
    if (!o->game_limit)
        o->game_limit = GAME_READER_GAME_LIMIT;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_mutex_init(&reader->line_lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    reader->files = calloc(options->npaths + 1, sizeof(*reader->files));
    reader->bases = calloc(options->npaths + 1, sizeof(*reader->bases));
    reader->spare =
        calloc((size_t)reader->options.nthreads, sizeof(*reader->spare));
    if (!reader->files || !reader->bases || !reader->spare)
        error_nomem(&failure);
    else if (options->nparts && options->part >= options->nparts)
        error_set(&failure, TABIA_ERR_MISUSE, "there is no part %u of %u",
                  (unsigned)options->part + 1, (unsigned)options->nparts);
    else if (look_at_files(reader, &failure))
        return reader;
    game_reader_close(reader);
    error_pass(err, &failure);
    return NULL;
}

/* ---- files ----------------------------------------------------------- */

/* A user of the file is gone. */
static void release_input(struct game_reader *reader,
                          struct game_reader_input *input)
{
    pthread_mutex_lock(&reader->lock);
    const bool is_last = --input->nusers == 0;
    pthread_mutex_unlock(&reader->lock);
    if (!is_last)
        return;
    stream_close(&input->stream);
    free(input);
}

void game_reader_close(struct game_reader *reader)
{
    if (!reader)
        return;
    if (reader->input)
        release_input(reader, reader->input);
    for (size_t i = 0; i < reader->nspare; i++)
        free(reader->spare[i].data);
    free(reader->spare);
    free(reader->carry.data);
    free(reader->bases);
    free(reader->files);
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->line_lock);
    pthread_mutex_destroy(&reader->lock);
    free(reader);
}

/* Finds out what of the current file is ours. False: nothing. */
static bool choose_range(struct game_reader *reader,
                         const struct stream *stream)
{
    const uint64_t base = reader->bases[reader->file];
    const uint64_t begin = reader->begin > base ? reader->begin - base : 0;
    const uint64_t end = reader->end - base;
    reader->line = 1;
    reader->carry.size = 0;
    reader->at = 0;
    if (!stream_is_map(stream))
        return begin == 0;
    reader->input_end = stream->raw.map.size;
    if (reader->options.nparts && end < stream->raw.map.size)
        reader->input_end = cut_at(reader, stream->raw.map, end);
    reader->at = cut_at(reader, stream->raw.map, begin);
    return reader->at < reader->input_end || !stream->raw.map.size;
}

/* Opens the next file. Its text may turn out to belong to another part. */
static bool open_next_input(struct game_reader *reader, struct tabia_error *err)
{
    const struct game_reader_options *o = &reader->options;
    const struct stream_options options = {
        .decompress = { .zstd_long = o->zstd_long },
        .nthreads = o->nthreads,
        .memory = o->memory,
        .wants_checksum = o->wants_checksums,
    };
    reader->file = reader->next_file++;
    const uint64_t begin = reader->bases[reader->file];
    const uint64_t size = reader->files[reader->file].size;
    const bool is_last = o->part + 1 == o->nparts;
    // An empty file belongs to one of the parts, too.
    if (o->nparts &&
        (size == 0 ? begin < reader->begin || (begin >= reader->end && !is_last)
                   : begin >= reader->end || begin + size <= reader->begin))
        return true;
    struct game_reader_input *input = calloc(1, sizeof(*input));
    if (!input)
        return error_nomem(err);
    if (!stream_open(&input->stream, o->paths[reader->file], &options, err)) {
        free(input);
        return false;
    }
    input->nusers = 1;
    input->line = 1;
    reader->files[reader->file].compression =
        stream_compression(&input->stream);
    if (!choose_range(reader, &input->stream)) {
        release_input(reader, input);
        return true;
    }
    pthread_mutex_lock(&reader->lock);
    reader->input = input;
    pthread_mutex_unlock(&reader->lock);
    return true;
}

/* ---- reading --------------------------------------------------------- */

/* What only the reader does. False at the end of all, or on a failure. */
static bool reader_read_piece(struct game_reader *reader,
                              struct game_reader_piece *piece,
                              struct tabia_error *err)
{
    for (;;) {
        if (!reader->input && reader->next_file == reader->options.npaths)
            return false;
        if (!reader->input && !open_next_input(reader, err))
            return false;
        if (!reader->input)
            continue;
        if (!cut_piece(reader, piece, err))
            return false;
        if (piece->bytes.size)
            return true;
        // The current file has given all that it has.
        struct game_reader_input *input = reader->input;
        struct stream *stream = &input->stream;
        struct game_reader_file *file = &reader->files[reader->file];
        pthread_mutex_lock(&reader->lock);
        reader->input = NULL;
        while (reader->nhelpers)
            pthread_cond_wait(&reader->changed, &reader->lock);
        pthread_mutex_unlock(&reader->lock);
        file->has_checksum = raw_file_checksum(&stream->raw, &file->checksum);
        file->size =
            stream->raw.is_mapped ? stream->raw.map.size : stream->raw.at;
        file->damage = stream->damage;
        error_set_file(&file->damage, file->name);
        release_input(reader, input);
    }
}

bool game_reader_next(struct game_reader *reader,
                      struct game_reader_piece *piece, struct tabia_error *err)
{
    pthread_mutex_lock(&reader->lock);
    while (reader->is_reading && !reader->is_over) {
        // Does something useful, or waits, until the one who reads is done.
        struct game_reader_input *input = reader->input;
        bool has_helped = false;
        if (input) {
            reader->nhelpers++;
            pthread_mutex_unlock(&reader->lock);
            has_helped = stream_help(&input->stream);
            pthread_mutex_lock(&reader->lock);
            if (--reader->nhelpers == 0)
                pthread_cond_broadcast(&reader->changed);
        }
        if (!has_helped && reader->is_reading && !reader->is_over)
            pthread_cond_wait(&reader->changed, &reader->lock);
    }
    if (reader->is_over) {
        const struct tabia_error failure = reader->failure;
        pthread_mutex_unlock(&reader->lock);
        return failure.status && error_pass(err, &failure);
    }
    reader->is_reading = true;
    pthread_mutex_unlock(&reader->lock);

    struct tabia_error failure = { 0 };
    const bool got = reader_read_piece(reader, piece, &failure);

    pthread_mutex_lock(&reader->lock);
    reader->is_reading = false;
    if (got)
        piece->number = reader->npieces++;
    else
        reader->is_over = true;
    if (failure.status)
        reader->failure = failure;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    if (failure.status)
        error_pass(err, &failure);
    return got;
}

void game_reader_release(struct game_reader *reader,
                         struct game_reader_piece *piece)
{
    pthread_mutex_lock(&reader->lock);
    reader->files[piece->file].ngames += piece->ngames;
    pthread_mutex_unlock(&reader->lock);
    if (piece->input)
        release_input(reader, piece->input);
    else
        keep_buffer(reader, (struct reader_buffer){ .data = piece->owned,
                                                    .room = piece->room });
    *piece = (struct game_reader_piece){ 0 };
}

void game_reader_stop(struct game_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    reader->is_over = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
}

/* ---- what there is to know ------------------------------------------- */

uint32_t game_reader_line(struct game_reader *reader,
                          const struct game_reader_piece *piece)
{
    struct game_reader_input *input = piece->input;
    if (!input)
        return piece->line;
    const uint8_t *text = input->stream.raw.map.data;
    pthread_mutex_lock(&reader->line_lock);
    const uint64_t from = input->line_at, to = piece->offset;
    if (from <= to)
        input->line += cut_count_lines(
            (struct tabia_bytes){ text + from, (size_t)(to - from) });
    else
        input->line -= cut_count_lines(
            (struct tabia_bytes){ text + to, (size_t)(from - to) });
    input->line_at = to;
    const uint32_t line = input->line;
    pthread_mutex_unlock(&reader->line_lock);
    return line;
}

uint64_t game_reader_bytes_done(const struct game_reader *reader)
{
    const uint64_t done = atomic_load(&reader->done);
    return done > reader->begin ? done - reader->begin : 0;
}

uint64_t game_reader_bytes_total(const struct game_reader *reader)
{
    return reader->is_size_known ? reader->end - reader->begin : 0;
}

uint32_t game_reader_file_count(const struct game_reader *reader)
{
    return reader->options.npaths;
}

const struct game_reader_file *game_reader_file_at(
    const struct game_reader *reader, uint32_t file)
{
    return &reader->files[file];
}

struct piece_work {
    struct game_reader *reader;
    game_reader_task_fn *task;
    void *ctx;
    pthread_mutex_t lock; // for the failure
    struct tabia_error failure;
};

static void work_on_pieces(void *ctx, size_t worker)
{
    struct piece_work *work = ctx;
    struct game_reader_piece piece;
    struct tabia_error err = { 0 };
    bool ok = true;
    while (ok && game_reader_next(work->reader, &piece, &err)) {
        ok = work->task(work->ctx, (int)worker, &piece, &err);
        game_reader_release(work->reader, &piece);
    }
    if (!ok || err.status) {
        pthread_mutex_lock(&work->lock);
        error_pass(&work->failure, &err);
        pthread_mutex_unlock(&work->lock);
        game_reader_stop(work->reader);
    }
}

bool game_reader_each_piece(struct game_reader *reader, struct pool *pool,
                            game_reader_task_fn *task, void *ctx,
                            struct tabia_error *err)
{
    struct piece_work work = {
        .reader = reader,
        .task = task,
        .ctx = ctx,
    };
    pthread_mutex_init(&work.lock, NULL);
    pool_run(pool, (size_t)pool_thread_count(pool), work_on_pieces, &work);
    pthread_mutex_destroy(&work.lock);
    return !work.failure.status || error_pass(err, &work.failure);
}

struct tabia_error game_reader_damage(const struct game_reader_file *file)
{
    struct tabia_error err = file->damage;
    const size_t len = strlen(err.msg);
    snprintf(err.msg + len, sizeof(err.msg) - len,
             "; the %" PRIu64 " game%s before that %s kept", file->ngames,
             file->ngames == 1 ? "" : "s", file->ngames == 1 ? "is" : "are");
    return err;
}
