/*
 * fuzz_reader.c - any bytes as a file of games: plain, packed, and from a pipe
 *
 * What comes out must be the same for every size of pieces, for a pipe, and
 * with somebody unpacking ahead.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pgn/game_counts.h"
#include "pgn/game_reader.h"
#include "require.h"

enum {
    TEXT_MAX = 1 << 20, // what is unpacked of one input
    PIPE_MAX = 60000,   // fits into a pipe before anybody reads
    GAME_LIMIT = 1 << 16,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct outcome {
    uint64_t size, sum; // of the text
    enum tabia_status damage;
    bool is_stopped; // at TEXT_MAX
    bool is_bz2;
};

static void add_piece(struct outcome *o, const struct game_reader_piece *piece)
{
    for (size_t i = 0; i < piece->bytes.size; i++)
        o->sum = (o->sum ^ piece->bytes.data[i]) * 0x100000001b3;
    o->size += piece->bytes.size;
}

static struct outcome read_path(const char *path, size_t piece_size)
{
    const struct game_reader_options options = {
        .paths = &path,
        .npaths = 1,
        .piece_size = piece_size,
        .game_limit = GAME_LIMIT,
    };
    struct game_reader_piece piece;
    struct outcome o = { 0 };
    struct tabia_error err = { 0 };
    struct game_reader *reader = game_reader_open(&options, NULL);
    require(reader);
    while (game_reader_next(reader, &piece, &err)) {
        require(piece.bytes.size && piece.offset == o.size);
        require(game_reader_line(reader, &piece) >= 1);
        add_piece(&o, &piece);
        if (o.size > TEXT_MAX)
            game_reader_stop(reader);
        game_reader_release(reader, &piece);
    }
    require(err.status == TABIA_OK);
    o.is_stopped = o.size > TEXT_MAX;
    o.damage = game_reader_file_at(reader, 0)->damage.status;
    o.is_bz2 = strcmp(game_reader_file_at(reader, 0)->compression, "bz2") == 0;
    require(o.is_stopped ||
            game_reader_file_at(reader, 0)->text_size == o.size);
    game_reader_close(reader);
    return o;
}

/*
 * A game above the limit ends the text at its own place; and where damage
 * follows soon, either may be met first, as larger pieces read further ahead.
 * How much comes of a bad block of bzip2 depends on the room that there is.
 */
static void require_same(const struct outcome *a, const struct outcome *b)
{
    if (a->is_stopped || b->is_stopped || a->damage == TABIA_ERR_LIMIT ||
        b->damage == TABIA_ERR_LIMIT)
        return;
    require(a->damage == b->damage && a->is_bz2 == b->is_bz2);
    if (!a->damage || !a->is_bz2)
        require(a->size == b->size && a->sum == b->sum);
}

static void read_pipe(const uint8_t *data, size_t size, const struct outcome *o)
{
    int ends[2];
    char path[40];
    require(pipe(ends) == 0);
    require(write(ends[1], data, size) == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", ends[0]);
    close(ends[1]);
    const struct outcome piped = read_path(path, 1000);
    require_same(&piped, o);
    close(ends[0]);
}

static struct game_counts count_path(const char *path, int nthreads)
{
    const struct game_counts_options options = {
        .paths = &path,
        .npaths = 1,
        .nthreads = nthreads,
        .max_problems = 3,
        .piece_size = 500,
        .game_limit = GAME_LIMIT,
    };
    struct game_counts games;
    require(game_counts_read(&games, &options, NULL));
    return games;
}

/* The counts must not depend on the threads. */
static void count_twice(const char *path)
{
    struct game_counts a = count_path(path, 1), b = count_path(path, 2);
    require(a.ngames == b.ngames && a.fingerprint == b.fingerprint &&
            a.nproblems == b.nproblems && a.nerrors == b.nerrors);
    for (size_t i = 0; i < a.nproblems; i++)
        require(a.problems[i].err.line == b.problems[i].err.line);
    game_counts_clear(&a);
    game_counts_clear(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[40];
    const int fd = memfd_create("games", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    const struct outcome small = read_path(path, 1);
    const struct outcome large = read_path(path, 5000);
    require_same(&small, &large);
    if (size <= PIPE_MAX)
        read_pipe(data, size, &large);
    if (!large.is_stopped)
        count_twice(path);
    close(fd);
    return 0;
}
