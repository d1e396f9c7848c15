/*
 * fuzz_store.c - any bytes as a store
 *
 * Each input is tried as it is and, because checksums would keep all but one
 * in 2^64 from getting any further, with its checksums set right.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "build/merge_stores.h"
#include "round_trip.h"
#include "store/store_evals.h"
#include "store/store_internal.h"
#include "store/store_layout.h"
#include "store/store_write.h"
#include "tabia/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCKS_MAX = 4096, GAMES_ASKED = 300, PLIES = 12 };

/* ---- asking everything ----------------------------------------------- */

static bool move_counter_month(void *ctx, uint32_t yyyymm,
                               const struct tabia_tally *r)
{
    uint64_t *total = ctx;
    (void)yyyymm;
    *total += tabia_tally_games(r);
    return true;
}

static void ask(const struct tabia_store *store, const struct tabia_pos *pos,
                struct store_answer *answer)
{
    const struct tabia_store_filter filter = { .ratings = 0x1f8,
                                               .speeds = 0x3c,
                                               .since = 201402 };
    uint64_t total = 0;
    store_find(store, pos, &filter, answer, NULL);
    (void)!tabia_store_list_months(store, pos, NULL, move_counter_month, &total,
                                   NULL);
    if (!store_find(store, pos, NULL, answer, NULL))
        require(answer->nmoves == 0);
    struct tabia_eval eval;
    bool has_eval;
    if (store_find_eval(store, pos, &eval, &has_eval, NULL) && has_eval)
        require(eval.value != INT32_MIN && eval.depth <= INT32_MAX);
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

static bool count_game(void *ctx, const struct tabia_store_game_ref *sample)
{
    size_t *n = ctx;
    (void)sample;
    return ++*n < GAMES_ASKED;
}

static void ask_games(const struct tabia_store *store)
{
    struct tabia_pos pos;
    size_t n[3] = { 0, 0, 0 };
    tabia_pos_set_start(&pos);
    const struct tabia_store_query of_position = { .pos = &pos };
    const struct tabia_store_query of_players = { .player = "",
                                                  .is_prefix = true };
    const struct tabia_store_query of_both = { .pos = &pos,
                                               .player = "m",
                                               .is_prefix = true };
    (void)!tabia_store_list_games(store, &of_position, count_game, &n[0], NULL,
                                  NULL);
    (void)!tabia_store_list_games(store, &of_players, count_game, &n[1], NULL,
                                  NULL);
    (void)!tabia_store_list_games(store, &of_both, count_game, &n[2], NULL,
                                  NULL);
    static struct tabia_store_game game;
    uint64_t found;
    const uint64_t ngames = tabia_store_get_info(store).games;
    for (uint64_t i = 0; i < ngames && i < GAMES_ASKED; i++)
        if (tabia_store_get_game(store, i, &game, NULL))
            require(tabia_store_find_game(store, game.id, &found, NULL) &&
                    found == i);
}

/* A store without a fault can be written again with its own evaluations. */
static void evaluate(const struct tabia_store *store, struct tabia_bytes bytes,
                     bool is_sound)
{
    struct store_eval_source own = { .store = store };
    struct store_eval_merge merge = { .sources = &own, .n = 1 };
    struct buf out = { .limit = SIZE_MAX / 2 };
    struct tabia_error err = { 0 };
    struct sink dst = sink_to_buf(&out, &err);
    const bool is_done = store_write_evaluated(store, &merge, &dst, &err);
    store_eval_merge_clear(&merge);
    require(is_done || (err.status && !is_sound));
    if (is_sound) {
        struct tabia_store *again =
            store_open_bytes(buf_bytes(&out), NULL, &err);
        require(again && tabia_store_verify(again, NULL, NULL));
        store_close(again);
        require(merge.count || (out.size == bytes.size &&
                                memcmp(out.data, bytes.data, out.size) == 0));
    }
    buf_clear(&out);
}

/* A store without a fault can be merged with itself. */
static void merge(struct tabia_store *store, bool is_sound)
{
    const struct tabia_store *two[] = { store, store };
    struct tabia_error err = { 0 };
    struct sink nothing = sink_to_nothing();
    const struct tabia_build_options few = { .memory_limit = 1, .threads = 1 };
    struct tabia_build_result result;
    const bool is_done = merge_stores(two, 2, &few, &nothing, &result, &err);
    require(is_done || err.status);
    require(is_done || !is_sound || err.status == TABIA_ERR_CORRUPT ||
            err.status == TABIA_ERR_MISUSE);
}

static void try_bytes(struct tabia_bytes bytes)
{
    struct tabia_error err = { 0 };
    struct tabia_store *store = store_open_bytes(bytes, NULL, &err);
    require(store || err.status);
    if (!store)
        return;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    walk(store, pos);
    for (uint64_t i = 0; i < 4; i++)
        if (store_root_at(store, i, &pos, NULL))
            walk(store, pos);
    ask_games(store);
    const bool is_sound = tabia_store_verify(store, NULL, NULL);
    evaluate(store, bytes, is_sound);
    merge(store, is_sound);
    store_close(store);
    tabia_book_free(read_bytes(tabia_format_find("tabia", NULL), bytes, true));
}

/* ---- setting checksums right ----------------------------------------- */

static void seal_part(uint8_t *data, uint64_t end, uint64_t at, uint64_t size,
                      unsigned kind, uint64_t number)
{
    if (at > end || size > end - at || size < STORE_SUM_SIZE)
        return;
    put_le64(data + at, store_checksum(data + at + STORE_SUM_SIZE,
                                       size - STORE_SUM_SIZE, kind, number));
}

/* The blocks of a section, what belongs to them, and the section itself. */
static void seal_entry(uint8_t *data, uint64_t end,
                       struct store_directory_entry *entry)
{
    const bool is_index = entry->kind >= STORE_SECTION_ROOTS;
    if (entry->at > end || entry->size > end - entry->at)
        return;
    for (uint64_t i = 0;
         is_index && i < BLOCKS_MAX && STORE_LINE_SIZE * (i + 1) <= entry->size;
         i++) {
        const struct store_index_line line =
            store_line_decode(data + entry->at + STORE_LINE_SIZE * i);
        seal_part(data, end, line.at, line.size, entry->kind, i);
        if (line.at < end && line.size < end - line.at)
            seal_part(data, end, line.at + line.size, line.more,
                      entry->kind == STORE_SECTION_PLAYERS
                          ? STORE_SECTION_PLAYED
                          : STORE_SECTION_LISTS,
                      i);
    }
    entry->sum =
        store_checksum(data + entry->at, entry->size,
                       entry->kind + (is_index ? STORE_SECTION_INDEX : 0), 0);
}

/* Blocks first, then the directory, the tail last. */
static void seal(uint8_t *data, size_t size)
{
    struct store_tail t;
    uint8_t *tail = data + size - STORE_TAIL_SIZE;
    const uint64_t end = size - STORE_TAIL_SIZE;
    memcpy(tail + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC, STORE_MAGIC_SIZE);
    put_le64(tail + STORE_TAIL_SUM_AT,
             store_checksum(tail, STORE_TAIL_SUM_AT, STORE_SECTION_WHOLE, 1));
    if (!store_tail_decode(&t, tail))
        return;
    t.size = size;
    t.directory_at = end - (uint64_t)t.nentries * STORE_ENTRY_SIZE;
    if (t.directory_at > end)
        return;
    for (uint32_t i = 0; i < t.nentries; i++) {
        uint8_t *bytes = data + t.directory_at + i * STORE_ENTRY_SIZE;
        struct store_directory_entry entry;
        store_entry_decode(&entry, bytes);
        seal_entry(data, t.directory_at, &entry);
        store_entry_encode(&entry, bytes);
    }
    t.directory_sum =
        store_checksum(data + t.directory_at, end - t.directory_at,
                       STORE_SECTION_WHOLE, 0);
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
