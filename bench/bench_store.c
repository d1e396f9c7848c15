/*
 * bench_store.c - tabia-bench store: looking positions up in a store
 *
 * All positions of the store are met by walking from its roots. The same
 * moves make a PolyGlot book in memory, which is searched by halves, as most
 * programs do. Both are asked for the same positions in random order, and
 * both answers are read to the end.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/store_internal.h"
#include "tabia/store.h"

#include "base/banned.h"

enum { NFINDS = 1000000, NFINDS_QUICK = 10000, ENTRY_SIZE = 16 };

#define MET_MAX   ((size_t)1 << 26)
#define MOVES_MAX ((size_t)1 << 28)

/* An entry of a PolyGlot book, until it is written. */
struct entry {
    uint64_t key;
    uint16_t move, weight;
};

struct meeting {
    const struct tabia_store *store;
    struct tabia_packed *met; // owned, like all below
    size_t n, room;
    struct hashmap map;
    struct entry *entries;
    size_t nentries, entries_room;
    uint8_t *bin; // the book
    struct asked {
        struct tabia_pos *list;
        size_t n;
    } any, shared, single; // of any number of games, of several, of one
    struct store_answer answer;
    struct tabia_error *err;
};

/* ---- meeting all positions ------------------------------------------- */

static bool is_met(const void *ctx, uint32_t id)
{
    const struct meeting *m = ctx;
    return memcmp(m->met[id].bytes, m->met[m->n].bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

static bool meet(struct meeting *m, const struct tabia_pos *raw)
{
    const struct tabia_pos pos = tabia_pos_identity(raw);
    const uint64_t hash = tabia_pos_key(&pos);
    struct tabia_packed *more =
        vec_grow(m->met, &m->room, m->n + 1, sizeof(*more), MET_MAX);
    if (!more)
        return error_nomem(m->err);
    m->met = more;
    tabia_pos_pack(&pos, &m->met[m->n]);
    if (hashmap_find(&m->map, hash, is_met, m) != HASHMAP_NONE)
        return true;
    return hashmap_insert(&m->map, hash, (uint32_t)m->n++, m->err);
}

static bool add_entry(struct meeting *m, const struct tabia_pos *pos,
                      const struct tabia_store_move *move)
{
    const struct tabia_tally *r = &move->results;
    const uint64_t games = tabia_tally_games(r);
    struct entry *more = vec_grow(m->entries, &m->entries_room, m->nentries + 1,
                                  sizeof(*more), MOVES_MAX);
    if (!more)
        return error_nomem(m->err);
    m->entries = more;
    m->entries[m->nentries++] = (struct entry){
        .key = tabia_pos_key(pos),
        .move = move->move,
        .weight = (uint16_t)(games < UINT16_MAX ? games : UINT16_MAX),
    };
    return true;
}

static bool meet_next(struct meeting *m, size_t i)
{
    struct tabia_pos pos;
    if (!tabia_pos_unpack(&pos, &m->met[i], m->err) ||
        !store_find(m->store, &pos, NULL, &m->answer, m->err))
        return false;
    for (size_t k = 0; k < m->answer.nmoves; k++) {
        struct tabia_pos next = pos;
        tabia_pos_play(&next, m->answer.moves[k].move);
        if (!add_entry(m, &pos, &m->answer.moves[k]) || !meet(m, &next))
            return false;
    }
    return true;
}

static bool meet_all(struct meeting *m)
{
    const uint64_t nroots = tabia_store_get_info(m->store).roots;
    m->map.limit = MET_MAX;
    for (uint64_t i = 0; i < nroots; i++) {
        struct tabia_pos pos;
        if (!store_root_at(m->store, i, &pos, m->err) || !meet(m, &pos))
            return false;
    }
    for (size_t i = 0; i < m->n; i++)
        if (!meet_next(m, i))
            return false;
    return m->nentries > 0 ||
           error_set(m->err, TABIA_ERR_MISUSE, "the store has no moves");
}

static bool make_bin(struct meeting *m)
{
    if (!sort_radix(m->entries, m->nentries, sizeof(*m->entries),
                    offsetof(struct entry, key), NULL, m->err))
        return false;
    m->bin = calloc(m->nentries, ENTRY_SIZE);
    if (!m->bin)
        return error_nomem(m->err);
    for (size_t i = 0; i < m->nentries; i++) {
        uint8_t *p = m->bin + i * ENTRY_SIZE;
        put_be64(p, m->entries[i].key);
        put_be16(p + 8, m->entries[i].move);
        put_be16(p + 10, m->entries[i].weight);
    }
    return true;
}

/*
 * Positions with moves of so many games, any of them as likely. There may be
 * none: it gives up when it has met all of them several times.
 */
static bool choose(struct meeting *m, size_t n, uint64_t least, uint64_t most,
                   struct asked *asked)
{
    uint64_t state = 1;
    asked->list = calloc(n, sizeof(*asked->list));
    if (!asked->list)
        return error_nomem(m->err);
    for (size_t tries = 0; asked->n < n && tries < 4 * m->n + 4 * n; tries++) {
        struct tabia_pos *pos = &asked->list[asked->n];
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        if (!tabia_pos_unpack(pos, &m->met[(state >> 33) % m->n], m->err) ||
            !store_find(m->store, pos, NULL, &m->answer, m->err))
            return false;
        const uint64_t games = tabia_tally_games(&m->answer.total);
        asked->n += games >= least && games <= most;
    }
    return true;
}

/* ---- asking ---------------------------------------------------------- */

/* The games of a position in the book, found by halving. */
static uint64_t ask_bin(const struct meeting *m, const struct tabia_pos *pos)
{
    const uint64_t key = tabia_pos_key(pos);
    size_t lo = 0, hi = m->nentries;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (load_be64(m->bin + mid * ENTRY_SIZE) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    uint64_t games = 0;
    for (; lo < m->nentries && load_be64(m->bin + lo * ENTRY_SIZE) == key; lo++)
        if (tabia_pos_is_legal(pos, load_be16(m->bin + lo * ENTRY_SIZE + 8)))
            games += load_be16(m->bin + lo * ENTRY_SIZE + 10);
    return games;
}

static uint64_t ask_store(const struct meeting *m, const struct tabia_pos *pos)
{
    struct store_answer answer;
    if (!store_find(m->store, pos, NULL, &answer, NULL))
        return 0;
    return tabia_tally_games(&answer.total);
}

typedef uint64_t ask_fn(const struct meeting *m, const struct tabia_pos *pos);

static uint64_t time_asking(const struct meeting *m, ask_fn *ask,
                            const struct asked *asked)
{
    volatile uint64_t games = 0;
    const uint64_t start = bench_now_ns();
    for (size_t i = 0; i < asked->n; i++)
        games = games + ask(m, &asked->list[i]);
    return bench_now_ns() - start;
}

/* In turns, so that what else the machine does falls on both. */
static void add_times(struct bench *b, const struct meeting *m)
{
    uint64_t store = 0, bin = 0, shared = 0, single = 0;
    for (int round = 0; round < b->rounds; round++) {
        store = bench_best(store, time_asking(m, ask_store, &m->any));
        shared = bench_best(shared, time_asking(m, ask_store, &m->shared));
        single = bench_best(single, time_asking(m, ask_store, &m->single));
        bin = bench_best(bin, time_asking(m, ask_bin, &m->any));
    }
    const double n = (double)m->any.n;
    if (m->shared.n)
        bench_add(b, "find_shared", "a find where games share the position",
                  (double)shared / (double)m->shared.n, "ns");
    if (m->single.n)
        bench_add(b, "find_single", "  where one game has it",
                  (double)single / (double)m->single.n, "ns");
    bench_add(b, "find", "a find in the store", (double)store / n, "ns");
    bench_add(b, "halving", "  in a .bin of the same, by halving",
              (double)bin / n, "ns");
    bench_add(b, "ratio", "  ratio", store ? (double)bin / (double)store : 0,
              "");
}

static bool measure(struct bench *b, struct meeting *m)
{
    const struct tabia_store_info info = tabia_store_get_info(m->store);
    struct stat file;
    const size_t n = b->quick ? NFINDS_QUICK : NFINDS;
    if (!meet_all(m) || !make_bin(m) || !choose(m, n, 1, UINT64_MAX, &m->any) ||
        !choose(m, n / 20, 2, UINT64_MAX, &m->shared) ||
        !choose(m, n / 20, 1, 1, &m->single))
        return false;
    if (stat(b->book, &file) != 0)
        file.st_size = 0;
    bench_add(b, "positions", "positions", (double)info.positions, "");
    bench_add(b, "moves", "moves of positions", (double)info.moves, "");
    add_times(b, m);
    bench_add(b, "bytes", "bytes a move, games and names included",
              (double)file.st_size / (double)info.moves, "bytes");
    bench_add(b, "position_bytes", "  bytes a position",
              (double)file.st_size / (double)info.positions, "bytes");
    bench_add(b, "bin_bytes", "  in a .bin", ENTRY_SIZE, "bytes");
    return true;
}

enum bench_status bench_store(struct bench *b)
{
    if (!b->book)
        return bench_fail(BENCH_MISUSE, "store needs --book FILE");
    struct tabia_error err = { 0 };
    struct meeting *m = calloc(1, sizeof(*m));
    if (!m)
        return bench_fail(BENCH_FAILED, "out of memory");
    m->err = &err;
    struct tabia_store *store = store_open(b->book, &err);
    m->store = store;
    const bool done = store && measure(b, m);
    store_close(store);
    hashmap_clear(&m->map);
    free(m->met);
    free(m->entries);
    free(m->bin);
    free(m->any.list);
    free(m->shared.list);
    free(m->single.list);
    free(m);
    return done ? BENCH_DONE : bench_error(&err, (struct tabia_bytes){ 0 });
}
