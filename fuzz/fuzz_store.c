/*
 * fuzz_store.c - any bytes as a store
 *
 * Each input is tried as it is and, because checksums would keep all but one
 * in 2^64 from getting any further, with its checksums set right.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "round_trip.h"
#include "store/store.h"
#include "store/store_layout.h"
#include "store/store_merge.h"
#include "tabia/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCKS_MAX = 4096, GAMES_ASKED = 300, PLIES = 12 };

/* ---- asking everything ----------------------------------------------- */

static void count_month(void *ctx, uint32_t yyyymm, struct tabia_results r)
{
    uint64_t *total = ctx;
    (void)yyyymm;
    *total += r.white + r.draws + r.black;
}

static void ask(const struct tabia_store *store, const struct tabia_pos *pos,
                struct store_answer *answer)
{
    const struct tabia_store_filter filter = { .ratings = 0x1f8,
                                               .speeds = 0x3c,
                                               .since = 201402 };
    uint64_t total = 0;
    store_find(store, pos, &filter, answer, NULL);
    tabia_store_history(store, pos, NULL, count_month, &total, NULL);
    if (!store_find(store, pos, NULL, answer, NULL))
        require(answer->nmoves == 0);
    for (size_t i = 0; i < answer->nmoves; i++)
        require(tabia_pos_is_legal(pos, answer->moves[i].move));
    for (size_t i = 0; i < answer->ntop; i++)
        require(tabia_pos_is_legal(pos, answer->top[i].move));
}

/* Follows the moves played most from a root. */
static void walk(const struct tabia_store *store, struct tabia_pos pos)
{
    static struct store_answer answer;
    for (size_t ply = 0; ply < PLIES; ply++) {
        ask(store, &pos, &answer);
        if (answer.nmoves == 0)
            return;
        tabia_pos_play(&pos, answer.moves[ply % answer.nmoves].move);
    }
}

static void ask_games(const struct tabia_store *store)
{
    static struct tabia_store_game game;
    const uint64_t n = tabia_store_get_info(store).games;
    for (uint64_t i = 0; i < n && i < GAMES_ASKED; i++)
        if (tabia_store_get_game(store, i, &game, NULL))
            require(tabia_store_game_find(store, game.id) == i);
}

/* A store without a fault can be merged with itself. */
static void merge(struct tabia_store *store, bool is_sound)
{
    const struct tabia_store *two[] = { store, store };
    struct tabia_error err = { 0 };
    struct sink nothing = sink_to_nothing();
    const bool is_done = store_merge(two, 2, &nothing, &err);
    require(is_done || err.status);
    require(is_done || !is_sound || err.status == TABIA_ERR_CORRUPT ||
            err.status == TABIA_ERR_MISUSE);
}

static void try_bytes(struct tabia_bytes src)
{
    struct tabia_error err = { 0 };
    struct tabia_store *store = store_open_bytes(src, &err);
    require(store || err.status);
    if (!store)
        return;
    struct tabia_pos pos;
    tabia_pos_start(&pos);
    walk(store, pos);
    for (uint64_t i = 0; i < 4; i++)
        if (store_root_at(store, i, &pos, NULL))
            walk(store, pos);
    ask_games(store);
    merge(store, tabia_store_verify(store, NULL, NULL));
    store_close(store);
    tabia_book_free(read_bytes(tabia_format_find("tabia"), src, true));
}

/* ---- setting checksums right ----------------------------------------- */

static void seal_part(uint8_t *data, size_t end, uint64_t at, uint64_t next,
                      enum store_kind kind, uint64_t number)
{
    if (at > end || next > end || next < at || next - at < STORE_SUM_SIZE)
        return;
    store_le64(data + at,
               store_checksum(data + at + STORE_SUM_SIZE,
                              next - at - STORE_SUM_SIZE, kind, number));
}

static void seal_blocks(uint8_t *data, size_t end, uint64_t index_at,
                        uint64_t index_end, enum store_kind kind)
{
    if (index_at > end || index_end > end)
        return;
    for (uint64_t i = 0; i < BLOCKS_MAX && index_at + 8 * i + 16 <= index_end;
         i++) {
        const uint8_t *line = data + index_at + 8 * i;
        seal_part(data, end, load_le64(line), load_le64(line + 8), kind, i);
    }
}

static void seal_section(const uint8_t *data, size_t end, uint64_t at,
                         uint64_t next, uint64_t number, uint64_t *sum)
{
    if (at <= next && next <= end)
        *sum = store_checksum(data + at, next - at, STORE_SECTION, number);
}

/* The tail as it is, then all sums, the tail's last. */
static void seal(uint8_t *data, size_t size)
{
    struct store_tail t;
    uint8_t *tail = data + size - STORE_TAIL_SIZE;
    const size_t end = size - STORE_TAIL_SIZE;
    memcpy(tail + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC, STORE_MAGIC_SIZE);
    store_le64(tail + STORE_TAIL_SUM_AT,
               store_checksum(tail, STORE_TAIL_SUM_AT, STORE_SECTION, 0));
    if (!store_tail_decode(&t, tail))
        return;
    t.size = size;
    seal_blocks(data, end, t.details_index_at, t.index_at, STORE_DETAILS);
    seal_blocks(data, end, t.index_at, end, STORE_TALLIES);
    for (uint64_t i = 0; i < BLOCKS_MAX && i * STORE_GAMES_BLOCK < t.games;
         i++) {
        const uint64_t at = t.rows_at + i * STORE_ROWS_SIZE;
        const uint64_t left = t.tallies_at - at;
        const uint64_t more = left < STORE_ROWS_SIZE ? left : STORE_ROWS_SIZE;
        seal_part(data, end, at, at + more, STORE_ROWS, i);
    }
    seal_section(data, end, t.texts_at, t.roots_at, 1, &t.texts_sum);
    seal_section(data, end, t.roots_at, t.details_index_at, 2, &t.roots_sum);
    seal_section(data, end, t.details_index_at, t.index_at, 3,
                 &t.details_index_sum);
    seal_section(data, end, t.index_at, end, 4, &t.index_sum);
    store_tail_encode(&t, tail);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes((struct tabia_bytes){ data, size });
    if (size < STORE_TAIL_SIZE)
        return 0;
    uint8_t *copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    seal(copy, size);
    try_bytes((struct tabia_bytes){ copy, size });
    free(copy);
    return 0;
}
