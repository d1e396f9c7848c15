/*
 * test_store_query.c - games of positions and players, and stores that are
 * read piece by piece
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "store_maker.h"

enum { BUF_MAX = 1 << 26 };

static size_t end_of_position(const struct made *made, size_t i)
{
    size_t end = i;
    while (end < made->nevents &&
           tally_key_compare(made->events[end].key, made->events[i].key) == 0)
        end++;
    return end;
}

/* ---- games ------------------------------------------------------------ */

struct met {
    struct tabia_store_game_ref list[4096];
    size_t n, max;
};

static bool add_game(void *ctx, const struct tabia_store_game_ref *sample)
{
    struct met *met = ctx;
    met->list[met->n++] = *sample;
    return met->n < met->max;
}

static void ask(const struct tabia_store *store,
                const struct tabia_store_query *query, struct met *met)
{
    struct tabia_error err = { 0 };
    met->n = 0;
    if (!tabia_store_list_games(store, query, add_game, met, NULL, &err))
        fail_msg("%s", err.msg);
}

static bool has_game(const struct met *met, uint64_t game, tabia_move mv)
{
    for (size_t i = 0; i < met->n; i++)
        if (met->list[i].game == game)
            return met->list[i].move == mv;
    return false;
}

/* Every game of every position, and page by page the same. */
static void test_positions(void **state)
{
    static struct met all, page;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    size_t nlisted = 0;
    (void)state;
    made_games(&made, 21, 700, 9);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    all.max = COUNT_OF(all.list);
    for (size_t i = 0, end; i < made.nevents; i = end) {
        const struct made_event *event = &made.events[i];
        struct tabia_store_query query = { .pos = &event->pos };
        end = end_of_position(&made, i);
        ask(store, &query, &all);
        assert_int_equal(all.n, end - i);
        for (size_t k = i; k < end; k++)
            assert_true(
                has_game(&all, made.events[k].game, made.events[k].move));
        nlisted += all.n > STORE_INLINE_MAX;
        page.max = 7;
        for (size_t at = 0; at < all.n; at += page.n) {
            query.skip = at;
            ask(store, &query, &page);
            assert_true(page.n > 0);
            assert_memory_equal(page.list, all.list + at,
                                page.n * sizeof(*page.list));
        }
        // Those of one move only.
        size_t n = 0;
        query.skip = 0;
        query.move = event->move;
        for (size_t k = i; k < end; k++)
            n += made.events[k].move == event->move;
        page.max = COUNT_OF(page.list);
        ask(store, &query, &page);
        assert_int_equal(page.n, n);
    }
    assert_true(nlisted > 10);
    const struct tabia_store_query everything = { .skip = 5 };
    ask(store, &everything, &all);
    assert_int_equal(all.n, made.ngames - 5);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

struct players {
    char names[1024];
    size_t n, max;
    uint64_t games;
};

static bool add_player(void *ctx, const char *name, uint64_t games)
{
    struct players *players = ctx;
    strncat(players->names, name, 32);
    strncat(players->names, ";", 2);
    players->games += games;
    return ++players->n < players->max;
}

static void test_players(void **state)
{
    static const struct {
        const char *name, *prefix;
        bool is_whole;
        uint64_t first, end;
        size_t games; // 0: not asked
    } rows[] = {
        { "all", "", false, 0, 22, 700 }, // each once, though two play
        { "Black", "black", false, 0, 5, 700 },
        { "in capitals", "BLACK 3", true, 3, 4, 140 },
        { "White", "Wei\xc3\x9f", false, 5, 22, 700 },
        { "one", "wei\xc3\x9f 1", false, 6, 14, 0 },
        { "only one", "wei\xc3\x9f 1", true, 6, 14, 42 },
        { "nobody", "z", false, 22, 22, 0 },
        { "before all", "A", false, 0, 0, 0 },
    };
    static struct met met;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    (void)state;
    made_games(&made, 22, 700, 6);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    met.max = COUNT_OF(met.list);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint64_t first, end;
        const struct tabia_store_query query = { .player = rows[i].prefix,
                                                 .is_prefix =
                                                     !rows[i].is_whole };
        assert_true(
            store_find_players(store, rows[i].prefix, &first, &end, NULL));
        assert_true(check_number(rows[i].name, first, rows[i].first));
        assert_true(check_number(rows[i].name, end, rows[i].end));
        ask(store, &query, &met);
        if (rows[i].games || first == end)
            assert_true(check_number(rows[i].name, met.n, rows[i].games));
    }
    struct players players = { .max = 22 };
    uint64_t total;
    assert_true(tabia_store_list_players(store, "BLACK", add_player, &players,
                                         &total, NULL));
    assert_string_equal(players.names, "Black 0;Black 1;Black 2;Black 3;"
                                       "Black 4;");
    assert_int_equal(players.games, 700);
    assert_int_equal(total, 5);
    players = (struct players){ .max = 3 };
    assert_true(tabia_store_list_players(store, "", add_player, &players,
                                         &total, NULL));
    assert_int_equal(players.n, 3);
    assert_int_equal(total, 22);
    for (uint64_t i = 0; i < 22; i++) {
        char name[TABIA_STORE_NAME_SIZE];
        uint64_t n;
        assert_true(store_get_player(store, i, name, &n, NULL));
        struct tabia_store_query query = { .player = name };
        ask(store, &query, &met);
        assert_int_equal(met.n, n);
        for (size_t k = 0; k < met.n; k++) {
            struct tabia_store_game game;
            assert_true(
                tabia_store_get_game(store, met.list[k].game, &game, NULL));
            assert_true(strcmp(game.players[0], name) == 0 ||
                        strcmp(game.players[1], name) == 0);
        }
        // Each player has one colour here.
        const bool is_white = name[0] == 'W';
        query.side = TABIA_SIDE_BLACK;
        ask(store, &query, &met);
        assert_int_equal(met.n, is_white ? 0 : n);
        query.side = TABIA_SIDE_WHITE;
        ask(store, &query, &met);
        assert_int_equal(met.n, is_white ? n : 0);
        query.side = TABIA_SIDE_BOTH;
        // Of a position, too.
        const struct made_event *event = &made.events[made.nevents / 2];
        size_t want = 0;
        for (size_t k = 0; k < made.nevents; k++) {
            char white[32], black[32], text[32];
            made_names((size_t)made.events[k].game, white, black, text);
            want += tally_key_compare(made.events[k].key, event->key) == 0 &&
                    (strcmp(white, name) == 0 || strcmp(black, name) == 0);
        }
        query.pos = &event->pos;
        ask(store, &query, &met);
        assert_int_equal(met.n, want);
    }
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* The same games in any order, on any page, with the same total. */
static void test_orders(void **state)
{
    static struct met all, page;
    static const enum tabia_store_order orders[] = { TABIA_STORE_ORDER_STORED,
                                                     TABIA_STORE_ORDER_BEST,
                                                     TABIA_STORE_ORDER_NEWEST };
    const struct tabia_store_filter filter = { .speeds = 1u
                                                         << TABIA_SPEED_BLITZ };
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    (void)state;
    made_games(&made, 24, 700, 6);
    made_store(&made, 0, made.ngames, 0, &buf); // by nothing
    struct tabia_store *store = made_open(&buf);
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    all.max = page.max = COUNT_OF(all.list);
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct tabia_store_list_result result, again;
        struct tabia_store_query query = {
            .pos = &pos,
            .player = "BLACK3", // "Black 3"
            .side = TABIA_SIDE_BLACK,
            .filter = &filter,
            .order = orders[i],
        };
        all.n = 0;
        assert_true(tabia_store_list_games(store, &query, add_game, &all,
                                           &result, NULL));
        assert_true(all.n > 10 && all.n < 140);
        assert_int_equal(result.total, all.n);
        assert_false(result.is_cut);
        for (size_t k = 0; k < all.n; k++) {
            struct tabia_store_game game;
            assert_true(
                tabia_store_get_game(store, all.list[k].game, &game, NULL));
            assert_string_equal(game.players[TABIA_BLACK], "Black 3");
            assert_int_equal(game.speed, TABIA_SPEED_BLITZ);
        }
        query.skip = 4;
        query.max = 3;
        page.n = 0;
        assert_true(tabia_store_list_games(store, &query, add_game, &page,
                                           &again, NULL));
        assert_int_equal(page.n, 3);
        assert_int_equal(again.total, result.total);
        assert_memory_equal(page.list, all.list + 4, 3 * sizeof(*page.list));
        if (orders[i] == TABIA_STORE_ORDER_STORED)
            continue;
        query.skip = 0;
        query.has_after = true;
        query.after = all.list[3].game;
        ask(store, &query, &page);
        assert_memory_equal(page.list, all.list + 4, 3 * sizeof(*page.list));
    }
    const struct tabia_store_query few = { .pos = &pos, .max_read = 10 };
    struct tabia_store_list_result result;
    all.n = 0;
    assert_true(
        tabia_store_list_games(store, &few, add_game, &all, &result, NULL));
    assert_int_equal(all.n, 10);
    assert_true(result.is_cut);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* What would have no effect is refused. */
static void test_misuse(void **state)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const struct {
        const char *name;
        struct tabia_store_query query;
        enum tabia_status want;
    } rows[] = {
        { "a move without a position",
          { .move = tabia_move_make(12, 28, TABIA_PIECE_NONE) },
          TABIA_ERR_MISUSE },
        { "a side without a player",
          { .side = TABIA_SIDE_WHITE },
          TABIA_ERR_MISUSE },
        { "a prefix without a player",
          { .is_prefix = true },
          TABIA_ERR_MISUSE },
        { "an unknown order",
          { .order = (enum tabia_store_order)9 },
          TABIA_ERR_MISUSE },
        { "a game before, unsorted", { .has_after = true }, TABIA_ERR_MISUSE },
        { "behind no game",
          { .order = TABIA_STORE_ORDER_BEST,
            .has_after = true,
            .after = TABIA_GAME_NONE },
          TABIA_ERR_MISUSE },
        { "behind a game beyond the last",
          { .order = TABIA_STORE_ORDER_NEWEST, .has_after = true, .after = 20 },
          TABIA_ERR_MISUSE },
        { "a page too far",
          { .order = TABIA_STORE_ORDER_BEST, .skip = TABIA_STORE_PAGE_MAX + 1 },
          TABIA_ERR_LIMIT },
        { "a page too long",
          { .order = TABIA_STORE_ORDER_BEST,
            .skip = 1,
            .max = TABIA_STORE_PAGE_MAX },
          TABIA_ERR_LIMIT },
    };
    static struct met met;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    (void)state;
    made_games(&made, 25, 20, 4);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    bool ok = true;
    met.max = COUNT_OF(met.list);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_error err = { 0 };
        ok &= !tabia_store_list_games(store, &rows[i].query, add_game, &met,
                                      NULL, &err) &&
              check_number(rows[i].name, err.status, rows[i].want);
    }
    assert_true(ok);
    assert_int_equal(met.n, 0);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* The moves of a game are those that were played. */
static void test_moves(void **state)
{
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    (void)state;
    made_games(&made, 23, 100, 30);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    for (size_t i = 0; i < made.ngames; i++) {
        struct tabia_pos start;
        tabia_move moves[30];
        size_t n;
        assert_true(
            tabia_store_get_moves(store, i, &start, moves, 30, &n, NULL));
        assert_int_equal(n, made.lengths[i]);
        assert_memory_equal(moves, made.moves + i * made.nplies,
                            n * sizeof(*moves));
    }
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

struct watched {
    unsigned ncalls, stops_at; // 0: never
    unsigned before;           // calls before the first block was counted
    uint64_t done, total;
};

static bool watch_calls(void *ctx)
{
    struct watched *w = ctx;
    return ++w->ncalls == w->stops_at;
}

static void watch_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct watched *w = ctx;
    assert_true(done == w->done + 1 && done <= total);
    if (done == 1)
        w->before = w->ncalls;
    w->done = done;
    w->total = total;
}

/* Checking can be stopped anywhere, and the reason is known. */
static void test_stop_verify(void **state)
{
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    struct watched w = { .stops_at = 0 };
    struct tabia_error err = { 0 };
    struct tabia_store_verify_options how = { .on_progress = watch_progress,
                                              .is_stopped = watch_calls,
                                              .ctx = &w };
    (void)state;
    made_games(&made, 26, 3000, 20);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    assert_true(tabia_store_verify(store, &how, &err));
    assert_true(w.before > 0); // among the sections
    assert_true(w.done == w.total);
    assert_int_equal(w.total, store->games.nblocks + store->players.nblocks +
                                  store->events.nblocks +
                                  store->positions.nblocks);
    const unsigned ncalls = w.ncalls;
    for (unsigned i = 1; i <= ncalls; i += 1 + i / 8) {
        w = (struct watched){ .stops_at = i };
        tabia_error_clear(&err);
        assert_false(tabia_store_verify(store, &how, &err));
        assert_int_equal(err.status, TABIA_ERR_STOPPED);
        assert_int_equal(w.ncalls, i);
    }
    store_close(store);
    buf.data[buf.size / 2] ^= 1;
    store = made_open(&buf);
    tabia_error_clear(&err);
    assert_false(tabia_store_verify(store, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- piece by piece --------------------------------------------------- */

struct counter {
    const struct buf *buf;
    size_t nreads, nbytes;
    size_t fails_at; // the read that fails; 0: none
};

static bool read_range(void *ctx, uint64_t at, void *dst, size_t size,
                       struct tabia_error *err)
{
    struct counter *c = ctx;
    assert_true(at + size <= c->buf->size);
    c->nreads++;
    c->nbytes += size;
    if (c->nreads == c->fails_at)
        return error_set(err, TABIA_ERR_IO, "the line is down");
    memcpy(dst, c->buf->data + at, size);
    return true;
}

static bool is_same_answer(const struct store_answer *a,
                           const struct store_answer *b)
{
    if (a->nmoves != b->nmoves || a->ntop != b->ntop)
        return false;
    for (size_t i = 0; i < a->nmoves; i++)
        if (a->moves[i].move != b->moves[i].move ||
            a->moves[i].own_rating_sum != b->moves[i].own_rating_sum ||
            a->moves[i].game != b->moves[i].game)
            return false;
    for (size_t i = 0; i < a->ntop; i++)
        if (a->top[i].game != b->top[i].game)
            return false;
    return true;
}

static void test_pieces(void **state)
{
    static struct store_answer want, got;
    static struct met met;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    struct counter c = { .buf = &buf };
    size_t nsingle = 0, nsingle_reads = 0, nmost = 0;
    (void)state;
    made_games(&made, 24, 800, 40);
    made_store(&made, 0, made.ngames, 0, &buf);
    const struct store_fetcher reader = { read_range, &c, buf.size };
    struct tabia_store *whole = made_open(&buf);
    struct tabia_store *store = store_open_fetcher(&reader, NULL);
    assert_non_null(store);
    // Front, tail, directory, texts, a line and the block of the first root.
    assert_int_equal(c.nreads, 6);
    assert_true(c.nbytes < 2000);
    assert_true(tabia_store_get_info(store).blocks > 8);
    met.max = COUNT_OF(met.list);
    for (size_t i = 0, end; i < made.nevents; i = end) {
        const struct tabia_pos *pos = &made.events[i].pos;
        end = end_of_position(&made, i);
        assert_true(store_find(whole, pos, NULL, &want, NULL));
        c.nreads = c.nbytes = 0;
        assert_true(store_find(store, pos, NULL, &got, NULL));
        assert_true(is_same_answer(&want, &got));
        nmost = c.nbytes > nmost ? c.nbytes : nmost;
        if (end - i == 1) {
            nsingle++;
            nsingle_reads += c.nreads;
            assert_true(c.nreads >= 4);
            continue;
        }
        assert_int_equal(c.nreads, 2); // a line and a block
        const struct tabia_store_query query = { .pos = pos };
        c.nreads = 0;
        ask(store, &query, &met);
        assert_int_equal(met.n, end - i);
        assert_int_equal(c.nreads, end - i > STORE_INLINE_MAX ? 3 : 2);
    }
    // A line and a block, and those of the game; rarely of another game.
    assert_true(nsingle > 1000);
    assert_true(nsingle_reads < 4 * nsingle + nsingle / 5);
    assert_true(nmost < 4 * 8192);
    assert_true(tabia_store_verify(store, NULL, NULL));
    store_close(store);

    // Any read that fails is an error, not an answer.
    for (size_t n = 1; n <= 6; n++) {
        struct tabia_error err = { 0 };
        c = (struct counter){ .buf = &buf, .fails_at = n };
        store = store_open_fetcher(&reader, &err);
        if (n <= 4) {
            assert_null(store);
            assert_string_equal(err.msg, "the line is down");
        }
        store_close(store);
    }
    c = (struct counter){ .buf = &buf };
    store = store_open_fetcher(&reader, NULL);
    for (size_t n = 1; n <= 4; n++) {
        struct tabia_error err = { 0 };
        size_t i = 0; // a position of one game
        while (end_of_position(&made, i) != i + 1)
            i = end_of_position(&made, i);
        c.nreads = 0;
        c.fails_at = n;
        assert_false(store_find(store, &made.events[i].pos, NULL, &got, &err));
        assert_string_equal(err.msg, "the line is down");
    }
    store_close(store);
    store_close(whole);
    made_free(&made);
    buf_clear(&buf);
}

/* A schema of before is named, and what to do. */
static void test_old(void **state)
{
    static const uint8_t old[200] = "Tabia\r\n\x1a\x01";
    struct tabia_error err = { 0 };
    (void)state;
    assert_null(
        store_open_bytes((struct tabia_bytes){ old, sizeof(old) }, NULL, &err));
    assert_string_equal(err.msg,
                        "the store has schema 1, but this program reads schema "
                        "2; build it again from its games");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions), cmocka_unit_test(test_players),
        cmocka_unit_test(test_orders),    cmocka_unit_test(test_stop_verify),
        cmocka_unit_test(test_misuse),    cmocka_unit_test(test_moves),
        cmocka_unit_test(test_pieces),    cmocka_unit_test(test_old),
    };
    return cmocka_run_group_tests_name("query", tests, NULL, NULL);
}
