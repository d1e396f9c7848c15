/*
 * store_verify.c - reading all of a store once
 *
 * Every byte of the file is compared with a fixed value when the store is
 * opened, or covered by one of the checksums here, without a gap. Every game is
 * replayed by the rules of chess, and every position that games share is coded
 * again from the list of its games: the bytes must be the same.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/body_read.h"
#include "store/game_moves.h"
#include "store/store_def.h"
#include "store/store_evals.h"
#include "store/store_internal.h"
#include "base/banned.h"

struct file_range {
    uint64_t at, size;
};

struct store_verifier {
    const struct tabia_store *store;
    const struct tabia_store_verify_options *options;
    bool is_silent;  // the caller wants no more problems
    bool is_stopped; // and no more of anything
    uint64_t nproblems;
    struct tabia_error problem; // the first of them
    uint64_t nblocks;           // checked so far
    bool is_whole; // all blocks could be read: the counts must agree

    struct file_range *ranges; // of all sections and blocks
    size_t nranges, ranges_room;
    struct tally_game *rows; // of all games
    uint32_t first, last;    // dates
    uint64_t events;         // positions of games that count
    uint64_t positions, singles, moves, counted;

    /* The position that is coded again. */
    tally_played *played;
    size_t nplayed, played_room;
    bool has_no_memory; // for all ranges, or all games of a position
    struct body_encoder maker;
    struct buf body, list;
};

static void report_problem(struct store_verifier *v, struct tabia_error *err)
{
    v->nproblems++;
    error_in_file(err, v->store->file);
    error_pass(&v->problem, err);
    const struct tabia_store_verify_options *o = v->options;
    if (o->on_problem && !v->is_silent)
        v->is_silent = !o->on_problem(o->ctx, TABIA_SEVERITY_ERROR, err);
    *err = (struct tabia_error){ 0 };
}

static void report_problem_at(struct store_verifier *v, uint64_t at,
                              const char *what)
{
    struct tabia_error err = { 0 };
    error_at_offset(&err, TABIA_ERR_CORRUPT, at, "%s", what);
    report_problem(v, &err);
}

/* False if the caller wants it to end, and then it is not asked again. */
static bool verify_goes_on(struct store_verifier *v)
{
    const struct tabia_store_verify_options *o = v->options;
    v->is_stopped |= o->is_stopped && !v->is_stopped && o->is_stopped(o->ctx);
    return !v->is_stopped;
}

/* After every block of games, names, positions and evaluations. */
static void verify_count_block(struct store_verifier *v)
{
    const struct tabia_store_verify_options *o = v->options;
    const struct tabia_store *s = v->store;
    v->nblocks++;
    if (o->on_progress)
        o->on_progress(o->ctx, v->nblocks,
                       s->games.nblocks + s->players.nblocks +
                           s->events.nblocks + s->positions.nblocks +
                           s->evaluations.nblocks);
    (void)verify_goes_on(v);
}

/* ---- sections -------------------------------------------------------- */

static bool add_range(struct store_verifier *v, uint64_t at, uint64_t size)
{
    struct tabia_error err = { 0 };
    if (!VEC_RESERVE(v->ranges, v->ranges_room, v->nranges + 1, SIZE_MAX / 64,
                     &err)) {
        report_problem(v, &err);
        v->has_no_memory = true;
        return false;
    }
    v->ranges[v->nranges++] = (struct file_range){ at, size };
    return true;
}

static int compare_ranges(const void *a, const void *b, void *ctx)
{
    const struct file_range *x = a, *y = b;
    (void)ctx;
    return (x->at > y->at) - (x->at < y->at);
}

/* Sections and blocks follow each other from the front to the directory. */
static void check_ranges(struct store_verifier *v)
{
    struct tabia_error err = { 0 };
    uint64_t next = STORE_FRONT_SIZE;
    if (!sort_stable(v->ranges, v->nranges, sizeof(*v->ranges), compare_ranges,
                     NULL, NULL, &err)) {
        report_problem(v, &err);
        return;
    }
    for (size_t i = 0; i < v->nranges; i++) {
        if (v->ranges[i].at == next || v->ranges[i].size == 0) {
            next += v->ranges[i].size;
            continue;
        }
        report_problem_at(v, next, "the blocks do not follow each other");
        return;
    }
    if (next != v->store->tail.directory_at)
        report_problem_at(v, next, "the blocks do not fill the store");
}

/* Blocks of a kind that is not known here have a checksum all the same. */
static void check_unknown(struct store_verifier *v,
                          const struct store_directory_entry *entry)
{
    const struct store_section section = { .entry = *entry,
                                           .nblocks =
                                               entry->size / STORE_LINE_SIZE };
    struct tabia_error err = { 0 };
    for (uint64_t i = 0; i < section.nblocks && verify_goes_on(v); i++) {
        struct store_block block;
        if (!store_fetch_block(v->store, &section, i, "block", &block, &err))
            report_problem(v, &err);
        store_block_clear(&block);
    }
}

/* The checksum of a section, and the ranges of its blocks. */
static void check_entry(struct store_verifier *v,
                        const struct store_directory_entry *entry)
{
    const bool is_index = entry->kind >= STORE_SECTION_ROOTS;
    struct tabia_error err = { 0 };
    struct store_fetched fetched;
    add_range(v, entry->at, entry->size);
    const uint8_t *data =
        store_range(v->store, entry->at, entry->size, &fetched, &err);
    if (!data) {
        report_problem(v, &err);
        return;
    }
    if (store_checksum(data, entry->size,
                       entry->kind + (is_index ? STORE_SECTION_INDEX : 0),
                       0) != entry->sum)
        report_problem_at(v, entry->at,
                          is_index ? "an index is damaged"
                                   : "the texts of the store are damaged");
    for (uint64_t i = 0; is_index && i < entry->size / STORE_LINE_SIZE; i++) {
        const struct store_index_line line =
            store_line_decode(data + i * STORE_LINE_SIZE);
        if (!add_range(v, line.at, (uint64_t)line.size + line.more))
            break;
    }
    store_fetched_clear(&fetched);
}

static void check_sections(struct store_verifier *v)
{
    const struct tabia_store *store = v->store;
    for (uint32_t i = 0; i < store->tail.nentries && verify_goes_on(v); i++) {
        const struct store_directory_entry *entry = &store->directory[i];
        check_entry(v, entry);
        if (entry->kind > STORE_SECTION_EVALUATIONS)
            check_unknown(v, entry);
    }
    if (!v->has_no_memory && !v->is_stopped)
        check_ranges(v);
    for (uint64_t i = 0; i < store->roots.entry.count; i++) {
        struct tabia_error err = { 0 };
        struct tabia_pos pos;
        if (i % STORE_BLOCK_ROOTS == 0 && !verify_goes_on(v))
            return;
        if (!store_root_at(store, i, &pos, &err))
            report_problem(v, &err);
    }
}

/* ---- games ----------------------------------------------------------- */

/* Replays a game by the rules; false if it breaks them. */
static bool check_moves(struct store_verifier *v,
                        const struct store_games *games, unsigned i,
                        const struct tabia_pos *root)
{
    const struct store_rule *rule = &v->store->tail.rule;
    const unsigned nplies =
        (unsigned)store_games_field(games, i, STORE_FIELD_PLIES);
    uint64_t keys[STORE_PLIES_MAX];
    struct game_moves at;
    tabia_move mv;
    unsigned ply = 0, window = 0;
    if (rule->max_ply && nplies > rule->max_ply)
        return false;
    game_moves_begin(&at, root, store_games_moves(games, i), nplies);
    struct tabia_pos pos = *root;
    for (; game_moves_next(&at, &mv); ply++) {
        if (!tabia_pos_is_legal(&pos, mv))
            return false;
        // A position that recurs in a game counts once.
        bool is_new =
            ply + 1 >= rule->min_ply &&
            (rule->side == TABIA_SIDE_BOTH ||
             (rule->side == TABIA_SIDE_WHITE) == (pos.turn == TABIA_WHITE));
        keys[ply] = is_new ? tally_key_of(&pos).hi : 0;
        for (unsigned back = 2; is_new && back <= window && back <= ply;
             back += 2)
            is_new = keys[ply - back] != keys[ply];
        v->events += is_new;
        tabia_pos_play(&pos, mv);
        window = pos.halfmove;
        at.pos = pos;
    }
    return !at.bits.failed;
}

static void check_game_block(struct store_verifier *v, uint64_t number)
{
    struct tabia_error err = { 0 };
    struct store_games games;
    if (!store_fetch_games(v->store, number, &games, &err)) {
        v->is_whole = false;
        report_problem(v, &err);
        return;
    }
    // The moves of one game end where those of the next begin.
    for (unsigned i = 0; i < games.n; i++) {
        const uint64_t game = number * STORE_BLOCK_GAMES + i;
        struct tally_game *row = &v->rows[game];
        struct tabia_pos root;
        store_games_row(&games, i, row);
        if (row->date && (!v->first || row->date < v->first))
            v->first = row->date;
        if (row->date > v->last)
            v->last = row->date;
        if (store_root_at(v->store, row->root, &root, &err) &&
            check_moves(v, &games, i, &root))
            continue;
        v->is_whole = false;
        store_fail_block(v->store, games.block.at, "the moves of game", game,
                         &err);
        report_problem(v, &err);
    }
    store_block_clear(&games.block);
}

/* ---- names ----------------------------------------------------------- */

struct player_listing {
    struct store_verifier *v;
    uint64_t player, n;
    bool is_right;
};

/* Does the game name the player who names the game? */
static bool check_played(void *ctx, uint64_t game, enum tabia_color color)
{
    struct player_listing *listing = ctx;
    struct store_games games;
    if (!store_fetch_games(listing->v->store, game / STORE_BLOCK_GAMES, &games,
                           NULL))
        return true; // is reported elsewhere
    listing->is_right &=
        store_games_field(&games, (unsigned)(game % STORE_BLOCK_GAMES),
                          color == TABIA_WHITE
                              ? STORE_FIELD_WHITE
                              : STORE_FIELD_BLACK) == listing->player;
    store_block_clear(&games.block);
    return ++listing->n % STORE_BLOCK_GAMES || verify_goes_on(listing->v);
}

static void check_names(struct store_verifier *v)
{
    const struct tabia_store *store = v->store;
    const struct store_section *sections[] = { &store->players,
                                               &store->events };
    struct tabia_error err = { 0 };
    char name[TABIA_STORE_NAME_SIZE], last[TABIA_STORE_NAME_SIZE];
    uint64_t nplayed = 0;
    bool is_whole = v->is_whole;
    for (size_t k = 0; k < COUNT_OF(sections); k++)
        for (uint64_t i = 0; !v->is_stopped && i < sections[k]->entry.count;
             i++) {
            struct player_listing listing = { v, i, 0, true };
            bool goes_on;
            const bool is_first = i % STORE_BLOCK_NAMES == 0;
            if (is_first)
                verify_count_block(v);
            if (!store_get_name(store, sections[k], i, name, &err)) {
                report_problem(v, &err);
                is_whole = false;
                i += STORE_BLOCK_NAMES - 1 - i % STORE_BLOCK_NAMES;
                continue;
            }
            if (is_first && i &&
                store_name_compare(last, strlen(last), name, strlen(name)) >= 0)
                report_problem_at(v, sections[k]->entry.at,
                                  "the names are out of order");
            memcpy(last, name, sizeof(last));
            if (k > 0)
                continue;
            if (!store_list_player_games(store, i, check_played, &listing,
                                         &goes_on, &err)) {
                report_problem(v, &err);
                is_whole = false;
                i += STORE_BLOCK_NAMES - 1 - i % STORE_BLOCK_NAMES;
            } else if (!listing.is_right) {
                report_problem_at(
                    v, sections[k]->entry.at,
                    "the games listed for a player are not theirs");
            }
            nplayed += listing.n;
        }
    if (is_whole && !v->is_stopped && nplayed != 2 * store->tail.games)
        report_problem_at(v, store->players.entry.at,
                          "the games of the players are not all games");
}

/* ---- positions ------------------------------------------------------- */

static bool add_played(void *ctx, uint64_t game, tabia_move mv)
{
    struct store_verifier *v = ctx;
    struct tabia_error err = { 0 };
    if (!VEC_RESERVE(v->played, v->played_room, v->nplayed + 1, SIZE_MAX / 16,
                     &err)) {
        report_problem(v, &err);
        v->has_no_memory = true;
        return false;
    }
    v->played[v->nplayed++] = tally_played_make(game, mv);
    return true;
}

/* Are these the bytes that the games of the position give? */
static bool gives_same_bytes(struct store_verifier *v,
                             const struct store_positions *p,
                             struct tabia_bytes body,
                             const struct body_reader *r,
                             struct tabia_error *err)
{
    const struct tally_games games = { v->rows, v->store->tail.games };
    struct store_fetched fetched;
    struct tabia_bytes list;
    buf_reset(&v->body);
    buf_reset(&v->list);
    if (v->nplayed != r->total ||
        !sort_radix(v->played, v->nplayed, sizeof(*v->played), 0, NULL, err))
        return false;
    for (size_t i = 1; i < v->nplayed; i++)
        if (v->played[i] >> 16 == v->played[i - 1] >> 16)
            return false;
    if (!body_encode(&v->maker, &v->store->rule, &games, r->turn, v->played,
                     v->nplayed, &v->body, &v->list, err) ||
        (v->body.failed && !buf_error(&v->body, err)) ||
        (v->list.failed && !buf_error(&v->list, err)))
        return false;
    const size_t fixed = r->is_listed ? 4 : 0; // where the list begins
    if (v->body.size != body.size ||
        memcmp(v->body.data, body.data, body.size - fixed) != 0 ||
        !store_fetch_list(v->store, p, r, &fetched, &list, err))
        return false;
    const bool same =
        !r->is_listed ||
        (v->list.size == list.size + STORE_SUM_SIZE &&
         memcmp(v->list.data + STORE_SUM_SIZE, list.data, list.size) == 0);
    store_fetched_clear(&fetched);
    return same;
}

static void check_shared(struct store_verifier *v,
                         const struct store_positions *p)
{
    struct tabia_error err = { 0 };
    struct store_cursor cur;
    uint64_t list_at = 0;
    for (store_cursor_first(p, &cur); cur.i < p->nshared;
         store_cursor_next(p, &cur)) {
        const struct tabia_bytes body = store_cursor_body(p, &cur);
        struct body_reader r;
        struct tally_cell cell;
        v->nplayed = 0;
        body_reader_init(&r, body, &v->store->rule);
        while (body_reader_move(&r))
            while (body_reader_cell(&r, &cell))
                continue;
        const bool is_sound =
            body_reader_end(&r) && (!r.is_listed || r.list_at == list_at);
        list_at += r.list_size;
        v->moves += r.nmoves;
        v->counted += r.total;
        if (is_sound &&
            !store_list_body_games(v->store, p, &r, add_played, v, &err))
            report_problem(v, &err);
        else if (!is_sound || (v->is_whole && !v->has_no_memory &&
                               !gives_same_bytes(v, p, body, &r, &err))) {
            if (err.status != TABIA_ERR_NOMEM) {
                err = (struct tabia_error){ 0 };
                store_fail_body(v->store, p, body, &err);
            }
            report_problem(v, &err);
        }
    }
    if (list_at != p->block.more)
        report_problem_at(v, p->block.at + p->block.size,
                          "the lists of games do not fill their block");
}

static void check_position_block(struct store_verifier *v, uint64_t number)
{
    struct tabia_error err = { 0 };
    struct store_positions p;
    if (!store_fetch_positions(v->store, &v->store->positions, number, &p,
                               &err)) {
        v->is_whole = false;
        report_problem(v, &err);
        return;
    }
    v->positions += (uint64_t)p.nshared + p.nsingles;
    v->singles += p.nsingles;
    v->moves += p.nsingles;
    v->counted += p.nsingles;
    check_shared(v, &p);
    store_block_clear(&p.block);
}

/* ---- evaluations ----------------------------------------------------- */

static void check_evaluations(struct store_verifier *v)
{
    const struct store_section *section = &v->store->evaluations;
    struct tabia_error err = { 0 };
    bool is_whole = true;
    uint64_t n = 0, at;
    if (!store_evals_begin(v->store, &at, &err))
        report_problem(v, &err);
    for (uint64_t i = 0; !v->is_stopped && i < section->nblocks; i++) {
        struct store_positions p;
        struct store_cursor cur;
        struct store_eval eval;
        verify_count_block(v);
        if (!store_fetch_positions(v->store, section, i, &p, &err)) {
            is_whole = false;
            report_problem(v, &err);
            continue;
        }
        for (store_cursor_first(&p, &cur); cur.i < p.nshared;
             store_cursor_next(&p, &cur)) {
            const struct tabia_bytes body = store_cursor_body(&p, &cur);
            if (store_eval_decode(body, &eval))
                continue;
            store_fail_body(v->store, &p, body, &err);
            report_problem(v, &err);
        }
        n += p.nshared;
        store_block_clear(&p.block);
    }
    if (is_whole && !v->is_stopped && n != section->entry.count)
        report_problem_at(v, section->entry.at,
                          "the count of evaluations is not that of the blocks");
}

/* ---- the whole ------------------------------------------------------- */

static void check_blocks(struct store_verifier *v)
{
    const struct tabia_store *store = v->store;
    for (uint64_t i = 0; !v->is_stopped && i < store->games.nblocks; i++) {
        check_game_block(v, i);
        verify_count_block(v);
    }
    check_names(v);
    for (uint64_t i = 0; !v->is_stopped && i < store->positions.nblocks; i++) {
        check_position_block(v, i);
        verify_count_block(v);
    }
    check_evaluations(v);
}

bool tabia_store_verify(const struct tabia_store *store,
                        const struct tabia_store_verify_options *options,
                        struct tabia_error *err)
{
    static const struct tabia_store_verify_options defaults;
    const struct store_tail *t = &store->tail;
    struct store_verifier v = {
        .store = store,
        .options = options ? options : &defaults,
        .is_whole = true,
        .body.limit = SIZE_MAX / 2,
        .list.limit = SIZE_MAX / 2,
    };
    struct tabia_error failure = { 0 };
    input_expect_random(store->bytes, false);
    // A game takes more bytes than its row, so the size of the file bounds it.
    v.rows = t->games <= t->size ? calloc((size_t)t->games + 1, sizeof(*v.rows))
                                 : NULL;
    check_sections(&v);
    if (!v.rows && t->games <= t->size) {
        error_nomem(&failure);
        report_problem(&v, &failure);
    } else if (!v.rows) {
        report_problem_at(&v, t->size - STORE_TAIL_SIZE,
                          "impossible number of games");
    } else {
        check_blocks(&v);
        if (!v.is_stopped && v.is_whole &&
            (v.positions != t->positions || v.moves != t->moves ||
             v.singles != t->singles || v.first != t->first_date ||
             v.last != t->last_date || v.counted > v.events ||
             (t->rule.min_games <= 1 && v.counted != v.events)))
            report_problem_at(&v, t->size - STORE_TAIL_SIZE,
                              "the counts in the tail are not those of the "
                              "blocks");
    }
    free(v.ranges);
    free(v.rows);
    free(v.played);
    body_encoder_clear(&v.maker);
    buf_clear(&v.body);
    buf_clear(&v.list);
    if (v.is_stopped)
        return error_set(err, TABIA_ERR_STOPPED, "checking was stopped");
    return v.nproblems == 0 || error_pass(err, &v.problem);
}
