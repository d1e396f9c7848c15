/*
 * bench_keys.c - tabia-bench keys: looking positions up in a large .bin
 *
 * A PolyGlot book of 373 MB is written, the positions of games among random
 * keys, and mapped like any other. The positions are looked up in random order:
 * by halving, which is what most programs do and reads no more than keys, by
 * the search of the library, and with their moves decoded.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "chess/move_code.h"
#include "format/formats.h"
#include "format/polyglot/polyglot.h"
#include "format/table_io.h"
#include "io/input.h"
#include "tabia/pgn.h"

#include "source/source_internal.h"
#include "base/banned.h"

enum {
    ENTRIES = 23300000,
    ENTRIES_QUICK = 1000000,
    ASKED_MAX = 600000,
};

struct keys_entry {
    uint64_t key;
    uint16_t code;
};

struct keys_job {
    struct keys_entry *entries; // owned
    size_t n, room;
    struct tabia_pos *asked; // different ones; owned
    size_t nasked;
    struct hashmap map;      // of them, by key
    struct tabia_pos before; // the last move that was read
    uint64_t seed;           // of the random numbers
    struct tabia_error *err;
};

static uint64_t keys_random(struct keys_job *job)
{
    uint64_t x = job->seed += UINT64_C(0x9E3779B97F4A7C15); // splitmix64
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* ---- the book -------------------------------------------------------- */

static enum tabia_pgn_flow keys_begin(void *ctx, const struct tabia_pos *start)
{
    struct keys_job *job = ctx;
    job->before = *start;
    return TABIA_PGN_GO;
}

/* True if the position that is added was asked before, as 'id'. */
static bool keys_is_last(const void *ctx, uint32_t id)
{
    const struct keys_job *job = ctx;
    return tabia_pos_key(&job->asked[id]) ==
           tabia_pos_key(&job->asked[job->nasked]);
}

static enum tabia_pgn_flow keys_add_move(void *ctx,
                                         const struct tabia_pgn_move *move)
{
    struct keys_job *job = ctx;
    const struct tabia_pos before = job->before;
    job->before = *move->pos;
    if (!move->move)
        return TABIA_PGN_SKIP;
    const uint64_t key = tabia_pos_key(&before);
    job->asked[job->nasked] = before;
    if (hashmap_find(&job->map, key, keys_is_last, job) == HASHMAP_NONE &&
        !hashmap_insert(&job->map, key, (uint32_t)job->nasked++, job->err))
        return TABIA_PGN_STOP;
    job->entries[job->n++] = (struct keys_entry){
        .key = key,
        .code = move_code_encode(move->move),
    };
    return job->nasked < ASKED_MAX && job->n < job->room ? TABIA_PGN_GO
                                                         : TABIA_PGN_STOP;
}

static bool keys_collect(struct keys_job *job, const struct bench *b)
{
    static const struct tabia_pgn_visitor visitor = {
        .on_begin_moves = keys_begin,
        .on_move = keys_add_move,
    };
    struct input in;
    job->map.limit = ASKED_MAX;
    job->room = b->quick ? ENTRIES_QUICK : ENTRIES;
    job->entries = calloc(job->room, sizeof(*job->entries));
    job->asked = calloc(ASKED_MAX, sizeof(*job->asked));
    if (!job->entries || !job->asked)
        return error_nomem(job->err);
    if (!input_open(&in, b->games, NULL, job->err))
        return false;
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(in.bytes, NULL, job->err);
    while (pgn && tabia_pgn_next(pgn, &visitor, job, NULL))
        ;
    tabia_pgn_close(pgn);
    input_close(&in);
    hashmap_clear(&job->map);
    if (!pgn || job->err->status)
        return false;
    if (!job->nasked)
        return error_set(job->err, TABIA_ERR_SYNTAX, "no games in the file");
    while (job->n < job->room)
        job->entries[job->n++] = (struct keys_entry){
            .key = keys_random(job),
            .code = 0x031C, // e2e4
        };
    for (size_t i = job->nasked; i > 1; i--) { // Fisher and Yates
        const size_t k = (size_t)(keys_random(job) % i);
        const struct tabia_pos pos = job->asked[i - 1];
        job->asked[i - 1] = job->asked[k];
        job->asked[k] = pos;
    }
    return sort_radix(job->entries, job->n, sizeof(*job->entries),
                      offsetof(struct keys_entry, key), NULL, job->err);
}

/* Moves that several games have become one entry. */
static bool keys_write(const struct keys_job *job, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL;
    for (size_t i = 0; i < job->n && ok; i++) {
        const struct keys_entry *e = &job->entries[i];
        uint8_t bytes[POLYGLOT_ENTRY_SIZE] = { 0 };
        bool is_repeat = false;
        for (size_t k = i; k-- > 0 && job->entries[k].key == e->key;)
            is_repeat |= job->entries[k].code == e->code;
        if (is_repeat)
            continue;
        put_be64(bytes + POLYGLOT_KEY_AT, e->key);
        put_be16(bytes + POLYGLOT_MOVE_AT, e->code);
        put_be16(bytes + POLYGLOT_WEIGHT_AT, 1);
        ok = fwrite(bytes, sizeof(bytes), 1, file) == 1;
    }
    if (file)
        ok &= fclose(file) == 0;
    return ok || error_set(job->err, TABIA_ERR_IO, "cannot write %s", path);
}

/* ---- looking up ------------------------------------------------------ */

/* The first entry that is not below the key, by halving. */
static size_t keys_halve(const struct polyglot_entries *e, uint64_t key)
{
    size_t lo = 0, hi = e->n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (load_be64(polyglot_entry_at(e, mid)) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

enum { KEYS_HALVED, KEYS_FOUND, KEYS_DECODED, KEYS_WAYS };

/* One pass over all positions; returns how many were found. */
static size_t keys_pass(const struct keys_job *job, const struct table *t,
                        int way)
{
    const struct polyglot_entries *e = t->impl.state;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    size_t nfound = 0;
    for (size_t i = 0; i < job->nasked; i++) {
        const struct tabia_pos *pos = &job->asked[i];
        if (way == KEYS_DECODED) {
            nfound += table_find(t, pos, list) > 0;
        } else if (way == KEYS_FOUND) {
            const struct polyglot_range range =
                polyglot_find(e, tabia_pos_key(pos));
            nfound += range.first < range.end;
        } else {
            const uint64_t key = tabia_pos_key(pos);
            const size_t at = keys_halve(e, key);
            nfound += at < e->n && load_be64(polyglot_entry_at(e, at)) == key;
        }
    }
    return nfound;
}

static bool keys_measure(struct bench *b, const struct keys_job *job,
                         const char *path)
{
    static const char *const keys[] = { "halved", "found", "decoded" };
    static const char *const texts[] = {
        "a position, halving, key only",
        "  the search of the library, key only",
        "  with its moves decoded",
    };
    uint64_t best[KEYS_WAYS] = { 0 };
    const struct tabia_open_options options = {
        .mode = TABIA_OPEN_IN_PLACE,
        .read.format = &format_polyglot,
    };
    struct tabia_source *source = tabia_source_open(path, &options, job->err);
    if (!source)
        return false;
    struct table *t = source_table(source, NULL);
    bool ok = true;
    // In turn, so that what disturbs one disturbs the others.
    for (int round = 0; round < b->rounds + 2 && ok; round++)
        for (int way = 0; way < KEYS_WAYS && ok; way++) {
            const uint64_t start = bench_now_ns();
            ok = keys_pass(job, t, way) == job->nasked;
            best[way] = bench_best(best[way], bench_now_ns() - start);
        }
    bench_add(b, "size", "size of the book", (double)t->impl.bytes.size / 1e6,
              "MB");
    for (int way = 0; way < KEYS_WAYS; way++)
        bench_add(b, keys[way], texts[way],
                  (double)best[way] / (double)job->nasked, "ns");
    bench_add(b, "ratio", "  ratio of the two searches",
              (double)best[KEYS_HALVED] / (double)best[KEYS_FOUND], "");
    tabia_source_close(source);
    return ok ||
           error_set(job->err, TABIA_ERR_CORRUPT, "a position was not found");
}

enum bench_status bench_keys(struct bench *b)
{
    if (!b->games)
        return bench_fail(BENCH_MISUSE, "keys needs --games FILE");
    struct tabia_error err = { 0 };
    struct keys_job job = { .seed = 1, .err = &err };
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/tabia-bench-%ld.bin",
             folder ? folder : "/tmp", (long)getpid());
    const bool done = keys_collect(&job, b) && keys_write(&job, path) &&
                      keys_measure(b, &job, path);
    unlink(path);
    free(job.entries);
    free(job.asked);
    return done ? BENCH_DONE : bench_error(&err, (struct tabia_bytes){ 0 });
}
