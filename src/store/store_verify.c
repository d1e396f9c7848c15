/*
 * store_verify.c - reading all of a store once
 *
 * Every byte of the file is either compared with a fixed value when the store
 * is opened, or covered by one of the checksums here: front, game blocks,
 * position blocks, texts, roots, both indexes, tail, without a gap.
 */
#include "base/error.h"
#include "base/utf8.h"
#include "store/store.h"
#include "store/store_def.h"
#include "base/banned.h"

struct verifier {
    const struct tabia_store *store;
    tabia_problem_fn *on_problem; // or NULL
    void *ctx;
    uint64_t nproblems;
    uint64_t positions, moves;
    uint32_t first, last; // dates
    bool is_whole;        // all blocks could be read: the counts must agree
};

static void report_problem(struct verifier *v, struct tabia_error *err)
{
    v->nproblems++;
    error_in_file(err, v->store->file);
    if (v->on_problem)
        (void)v->on_problem(v->ctx, TABIA_PROBLEM_ERROR, err);
}

static void report_problem_at(struct verifier *v, uint64_t at, const char *what)
{
    struct tabia_error err = { 0 };
    error_offset(&err, TABIA_ERR_CORRUPT, at, "%s", what);
    report_problem(v, &err);
}

/* ---- sections -------------------------------------------------------- */

static void check_section(struct verifier *v, uint64_t at, uint64_t end,
                          uint64_t number, uint64_t sum, const char *what)
{
    if (store_checksum(v->store->src.data + at, end - at, STORE_SECTION,
                       number) != sum)
        report_problem_at(v, at, what);
}

/* Do the blocks of an index fill their section from end to end? */
static void check_ends(struct verifier *v, uint64_t index_at, uint64_t nblocks,
                       uint64_t begin, uint64_t end)
{
    const uint8_t *index = v->store->src.data + index_at;
    if (load_le64(index) != begin || load_le64(index + 8 * nblocks) != end)
        report_problem_at(v, index_at, "the index does not cover its section");
}

static void check_sections(struct verifier *v)
{
    const struct tabia_store *store = v->store;
    const struct store_tail *t = &store->tail;
    check_section(v, t->texts_at, t->roots_at, 1, t->texts_sum,
                  "the texts of the store are damaged");
    check_section(v, t->roots_at, t->details_index_at, 2, t->roots_sum,
                  "the roots of the store are damaged");
    check_section(v, t->details_index_at, t->index_at, 3, t->details_index_sum,
                  "the index of the games is damaged");
    check_section(v, t->index_at, t->size - STORE_TAIL_SIZE, 4, t->index_sum,
                  "the index of the positions is damaged");
    check_ends(v, t->details_index_at, store->ngame_blocks, STORE_FRONT_SIZE,
               t->rows_at);
    check_ends(v, t->index_at, store->nblocks, t->tallies_at, t->texts_at);
}

static void check_roots(struct verifier *v)
{
    for (uint64_t i = 0; i < v->store->tail.nroots; i++) {
        struct tabia_error err = { 0 };
        struct tabia_pos pos;
        if (!store_root_at(v->store, i, &pos, &err))
            report_problem(v, &err);
        if (err.status == TABIA_ERR_CORRUPT)
            return;
    }
}

/* ---- games ----------------------------------------------------------- */

static bool check_shown(void *ctx, const struct store_shown *shown)
{
    bool *is_sound = ctx;
    for (size_t i = 0; i < COUNT_OF(shown->text); i++) {
        const char *text = (const char *)shown->text[i].text;
        const size_t len = shown->text[i].len;
        if (len && (!utf8_is_valid(text, len) || memchr(text, '\0', len)))
            *is_sound = false;
    }
    return true;
}

static void check_game_block(struct verifier *v, uint64_t number)
{
    struct tabia_error err = { 0 };
    const uint64_t first = number * STORE_GAMES_BLOCK;
    const uint64_t n = store_block_games(v->store, number);
    for (uint64_t i = 0; i < n && !err.status; i++) {
        struct tally_game row;
        if (store_row(v->store, first + i, &row, &err)) {
            if (row.date && (!v->first || row.date < v->first))
                v->first = row.date;
            if (row.date > v->last)
                v->last = row.date;
        }
    }
    if (err.status) {
        v->is_whole = false;
        report_problem(v, &err);
        return;
    }
    bool is_sound = true;
    if (!store_details(v->store, number, check_shown, &is_sound, &err))
        report_problem(v, &err);
    else if (!is_sound)
        report_problem_at(v, v->store->tail.details_index_at + 8 * number,
                          "a game of this block has a name that is no text");
}

/* ---- positions ------------------------------------------------------- */

static bool has_games(const struct tabia_store *store, const uint64_t *games,
                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (games[i] >= store->tail.games)
            return false;
    return true;
}

static bool has_samples(const struct tabia_store *store,
                        const struct tally_played *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].game >= store->tail.games)
            return false;
    return true;
}

static bool tally_is_sound(const struct tabia_store *store,
                           struct tabia_bytes body, size_t *nmoves)
{
    struct tally_reader r;
    struct tally_samples samples;
    bool is_sound = true;
    tally_reader_init(&r, body, store->tail.by);
    while (tally_reader_move(&r)) {
        is_sound &= has_games(store, r.games, r.ngames);
        while (r.cells_left && tally_reader_ok(&r)) {
            struct tally_cell cell;
            tally_reader_cell(&r, &cell);
        }
    }
    tally_reader_samples(&r, &samples);
    *nmoves = r.nmoves;
    return is_sound && tally_reader_ok(&r) &&
           tally_reader_used(&r) == body.size &&
           has_samples(store, samples.top, samples.ntop) &&
           has_samples(store, samples.recent, samples.nrecent);
}

static void check_block(struct verifier *v, uint64_t number)
{
    struct tabia_error err = { 0 };
    struct store_block block;
    if (!store_block_at(v->store, number, &block, &err)) {
        v->is_whole = false;
        report_problem(v, &err);
        return;
    }
    v->positions += block.n;
    struct store_place place;
    for (store_place_first(&block, &place); place.i < block.n;
         store_place_next(&block, &place)) {
        const struct tabia_bytes body = store_place_body(&block, &place);
        size_t nmoves;
        if (!tally_is_sound(v->store, body, &nmoves)) {
            store_bad_tally(v->store, body, &err);
            report_problem(v, &err);
            err.status = TABIA_OK;
        }
        v->moves += nmoves;
    }
}

/* ---- the whole ------------------------------------------------------- */

bool tabia_store_verify(const struct tabia_store *store,
                        tabia_problem_fn *on_problem, void *ctx)
{
    struct verifier v = {
        .store = store, .on_problem = on_problem, .ctx = ctx, .is_whole = true
    };
    check_sections(&v);
    check_roots(&v);
    for (uint64_t i = 0; i < store->ngame_blocks; i++)
        check_game_block(&v, i);
    for (uint64_t i = 0; i < store->nblocks; i++)
        check_block(&v, i);
    const struct store_tail *t = &v.store->tail;
    if (v.is_whole && (v.positions != t->positions || v.moves != t->moves ||
                       v.first != t->first || v.last != t->last))
        report_problem_at(&v, t->size - STORE_TAIL_SIZE,
                          "the counts in the tail are not those of the blocks");
    return v.nproblems == 0;
}
