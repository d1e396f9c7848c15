/*
 * test_store_game_list.c - lists of games against all games, sorted slowly
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "store/dimensions.h"
#include "store/game_list.h"
#include "store/game_record.h"
#include "store/store_def.h"
#include "store_maker.h"

enum { BUF_MAX = 1 << 26, GAMES = 700, PLIES = 8 };

static struct made made;
static struct buf bytes = { .limit = BUF_MAX };
static struct tabia_store *store;

static int set_up(void **state)
{
    (void)state;
    made_games(&made, 31, GAMES, PLIES);
    made_store(&made, 0, made.ngames, 0, &bytes);
    store = made_open(&bytes);
    return store ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    store_close(store);
    made_free(&made);
    buf_clear(&bytes);
    return 0;
}

/* ---- the slow way ---------------------------------------------------- */

struct expected {
    uint64_t games[GAMES];
    tabia_move moves[GAMES];
    size_t n;
};

static enum tabia_store_order sorted_by;

static int compare_games(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    const struct tally_game *row = &made.rows[x], *other = &made.rows[y];
    if (x == y)
        return 0;
    const bool before = sorted_by == TABIA_STORE_ORDER_NEWEST
                            ? tally_is_newer(row, x, other, y)
                            : tally_is_better(row, x, other, y);
    return before ? -1 : 1;
}

static bool passes(const struct tabia_store_query *query, uint64_t game)
{
    const struct tally_game *row = &made.rows[game];
    const unsigned mode = row->flags & TALLY_CASUAL ? TABIA_GAME_MODE_CASUAL
                                                    : TABIA_GAME_MODE_RATED;
    const unsigned group = dimensions_rating_group(tally_game_mean(row));
    char name[2][32], event[32];
    const struct tabia_store_filter *filter = query->filter;
    const unsigned colors = game_list_colors(query->side);
    if (filter && ((filter->ratings && !(filter->ratings >> group & 1)) ||
                   (filter->speeds && !(filter->speeds >> row->speed & 1)) ||
                   (filter->since && row->date / 100 < filter->since)))
        return false;
    if (query->modes && !(query->modes & mode))
        return false;
    if (!query->player)
        return true;
    made_names(game, name[0], name[1], event);
    for (int color = 0; color < 2; color++)
        if ((!colors || colors >> color & 1) &&
            game_list_is_player(name[color], query->player))
            return true;
    return false;
}

static void expect(const struct tabia_store_query *query,
                   enum tabia_store_order order, struct expected *want)
{
    want->n = 0;
    for (size_t i = 0; i < made.nevents; i++)
        if (tabia_pos_is_same(&made.events[i].pos, query->pos) &&
            (!query->move || query->move == made.events[i].move) &&
            passes(query, made.events[i].game))
            want->games[want->n++] = made.events[i].game;
    sorted_by = order;
    qsort(want->games, want->n, sizeof(*want->games), compare_games);
}

/* ---- lists ----------------------------------------------------------- */

struct page {
    struct tabia_store_game_ref games[GAMES];
    size_t n;
    struct tabia_store_list_result result;
};

static bool add_game(void *ctx, const struct tabia_store_game_ref *game)
{
    struct page *page = ctx;
    page->games[page->n++] = *game;
    return true;
}

static void list(const struct tabia_store_query *query, struct page *page)
{
    struct tabia_error err = { 0 };
    page->n = 0;
    if (!tabia_store_list_games(store, query, add_game, page, &page->result,
                                &err))
        fail_msg("%s", err.msg);
}

/* All pages of a list, by their number and by what came before. */
static size_t check_pages(const char *name,
                          const struct tabia_store_query *query)
{
    static const enum tabia_store_order orders[] = {
        TABIA_STORE_ORDER_BEST,
        TABIA_STORE_ORDER_NEWEST,
    };
    static struct expected want;
    static struct page page, same;
    for (size_t k = 0; k < COUNT_OF(orders); k++) {
        struct tabia_store_query by_number = *query;
        by_number.order = orders[k];
        by_number.max = 7;
        struct tabia_store_query by_game = by_number;
        expect(query, orders[k], &want);
        for (size_t at = 0; at < want.n + 1; at += 7) {
            by_number.skip = at;
            list(&by_number, &page);
            list(&by_game, &same);
            assert_true(check_number(name, page.result.total, want.n));
            assert_true(check_number(name, same.result.total, want.n));
            const size_t n = want.n - at < 7 ? want.n - at : 7;
            assert_int_equal(page.n, n);
            assert_int_equal(same.n, n);
            for (size_t i = 0; i < n; i++) {
                assert_true(
                    check_number(name, page.games[i].game, want.games[at + i]));
                assert_int_equal(same.games[i].game, want.games[at + i]);
                by_game.has_after = true;
                by_game.after = same.games[i].game;
            }
        }
    }
    return want.n;
}

static void test_pages(void **state)
{
    struct tabia_pos start;
    (void)state;
    tabia_pos_set_start(&start);
    const struct tabia_store_filter ratings = { .ratings = 1u << 5 };
    const struct tabia_store_filter speeds = { .speeds = 1u << 3 };
    const struct tabia_store_filter since = { .since = 200601 };
    const struct tabia_pos *later = &made.events[made.nevents / 2].pos;
    const struct {
        const char *name;
        struct tabia_store_query query;
    } rows[] = {
        { "all", { .pos = &start } },
        { "one move", { .pos = &start, .move = made.events[0].move } },
        { "ratings", { .pos = &start, .filter = &ratings } },
        { "speeds", { .pos = &start, .filter = &speeds } },
        { "since", { .pos = &start, .filter = &since } },
        { "casual", { .pos = &start, .modes = TABIA_GAME_MODE_CASUAL } },
        { "rated", { .pos = &start, .modes = TABIA_GAME_MODE_RATED } },
        { "later", { .pos = later } },
        { "a player", { .pos = &start, .player = "black 3" } },
        { "spelt otherwise", { .pos = &start, .player = " BLACK3" } },
        { "as White",
          { .pos = &start, .player = "Black 3", .side = TABIA_SIDE_WHITE } },
        { "as Black",
          { .pos = &start, .player = "Black 3", .side = TABIA_SIDE_BLACK } },
        { "later, a player", { .pos = later, .player = "Black 3" } },
        { "nobody", { .pos = &start, .player = "Nobody" } },
        // So few games that they are replayed.
        { "replayed", { .pos = &start, .player = "wei\xc3\x9f 3" } },
        { "replayed, one move",
          { .pos = &start,
            .player = "Wei\xc3\x9f 3",
            .move = made.events[0].move } },
        { "replayed, as Black",
          { .pos = &start,
            .player = "Wei\xc3\x9f 3",
            .side = TABIA_SIDE_BLACK } },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        (void)check_pages(rows[i].name, &rows[i].query);
    // These have something to sort.
    assert_true(check_pages("all", &rows[0].query) == GAMES);
    assert_true(check_pages("a player", &rows[8].query) > 50);
    assert_true(check_pages("as White", &rows[10].query) == 0);
    assert_true(check_pages("nobody", &rows[13].query) == 0);
    assert_true(check_pages("replayed", &rows[14].query) > 30);
}

static void test_limits(void **state)
{
    static struct page page;
    struct tabia_error err = { 0 };
    struct tabia_pos start;
    (void)state;
    tabia_pos_set_start(&start);
    struct tabia_store_query query = { .pos = &start,
                                       .order = TABIA_STORE_ORDER_BEST,
                                       .max = 10,
                                       .max_read = 100 };
    list(&query, &page);
    assert_true(page.result.is_cut);
    assert_int_equal(page.result.total, 100);
    assert_int_equal(page.n, 10);
    query.max_read = GAMES;
    list(&query, &page);
    assert_false(page.result.is_cut);
    // Games of a player that are replayed count, whatever was played in them.
    query.move = made.moves[3 * PLIES];
    query.player = "Wei\xc3\x9f 3";
    query.max_read = GAMES / 17 - 1;
    list(&query, &page);
    assert_true(page.result.is_cut);
    assert_true(page.result.total > 0 && page.result.total < GAMES / 17 - 1);
    query = (struct tabia_store_query){ .pos = &start,
                                        .order = TABIA_STORE_ORDER_BEST,
                                        .max = 10 };
    query.skip = TABIA_STORE_PAGE_MAX;
    assert_false(
        tabia_store_list_games(store, &query, add_game, &page, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    query.skip = 0;
    query.has_after = true;
    query.after = GAMES;
    assert_false(
        tabia_store_list_games(store, &query, add_game, &page, NULL, NULL));
}

/* ---- sums ------------------------------------------------------------ */

/* What a player's games add up to, in every position. */
static void test_sums(void **state)
{
    static struct store_answer got;
    static struct expected want;
    (void)state;
    for (size_t i = 0; i < made.nevents; i += 37) {
        const struct tabia_pos *pos = &made.events[i].pos;
        const struct game_selection selection = { .pos = pos,
                                                  .player = "Black 1",
                                                  .colors = 1u << TABIA_BLACK };
        const struct tabia_store_query query = { .pos = pos,
                                                 .player = "Black 1",
                                                 .side = TABIA_SIDE_BLACK };
        struct tabia_tally all = { 0, 0, 0 };
        assert_true(game_list_sum(store, &selection, &got, NULL));
        expect(&query, TABIA_STORE_ORDER_NEWEST, &want);
        for (size_t k = 0; k < want.n; k++) {
            const uint8_t result = made.rows[want.games[k]].result;
            all.white += result == 0;
            all.draws += result == 1;
            all.black += result == 2;
        }
        assert_memory_equal(&all, &got.total, sizeof(all));
        assert_int_equal(got.nrecent,
                         want.n < STORE_RECENT_MAX ? want.n : STORE_RECENT_MAX);
        for (size_t k = 0; k < got.nrecent; k++)
            assert_int_equal(got.recent[k].game, want.games[k]);
        uint64_t sum = 0;
        for (size_t k = 0; k < got.nmoves; k++) {
            sum += tabia_tally_games(&got.moves[k].results);
            assert_true(tabia_pos_is_legal(pos, got.moves[k].move));
        }
        assert_int_equal(sum, want.n);
    }
}

static void test_has_player(void **state)
{
    static const struct {
        const char *player;
        unsigned colors;
        bool want;
    } rows[] = {
        { "Black 3", 0, true },
        { "black3", 2, true },
        { "Black 3", 1, false },
        { "Black", 0, false },
        { "", 0, false },
        { "Nobody", 0, false },
        { "Wei\xc3\x9f 1", 1, true },
        { "Wei\xc3\x9f 1", 2, false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        bool is_there;
        assert_true(game_list_has_player(store, rows[i].player, rows[i].colors,
                                         &is_there, NULL));
        assert_true(check_number(rows[i].player, is_there, rows[i].want));
    }
}

/* ---- one game -------------------------------------------------------- */

static void test_record(void **state)
{
    static struct game_record record;
    (void)state;
    for (uint64_t game = 0; game < GAMES; game += 13) {
        struct buf pgn = { .limit = BUF_MAX };
        char white[32], black[32], event[32];
        assert_true(game_record_read(store, game, &record, NULL));
        assert_int_equal(record.nmoves, made.lengths[game]);
        assert_memory_equal(record.moves, made.moves + game * made.nplies,
                            record.nmoves * sizeof(tabia_move));
        assert_false(record.is_cut);
        assert_true(game_record_print(&record, &pgn));
        made_names(game, white, black, event);
        assert_non_null(strstr(buf_text(&pgn), white));
        assert_non_null(strstr(buf_text(&pgn), black));
        assert_non_null(strstr(buf_text(&pgn), "\n\n1. "));
        buf_clear(&pgn);
    }
    assert_false(game_record_read(store, GAMES, &record, NULL));
}

static void test_tags(void **state)
{
    static struct game_record record;
    struct buf pgn = { .limit = BUF_MAX };
    const char fen[] = "8/8/8/8/8/k7/p7/K7 b - - 0 40";
    (void)state;
    assert_true(tabia_fen_parse(&record.start, fen, strlen(fen), 0, NULL));
    record.game = (struct tabia_store_game){ .date = 20240300,
                                             .ratings = { 0, 2100 },
                                             .result = TABIA_RESULT_BLACK,
                                             .players[0] = "A \"B\" \\ C",
                                             .event = "" };
    assert_true(tabia_uci_parse(&record.start, "a3b3", 4, record.moves, NULL));
    record.nmoves = 1;
    record.is_cut = true;
    assert_true(game_record_print(&record, &pgn));
    assert_string_equal(buf_text(&pgn),
                        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.03.??\"]\n"
                        "[Round \"?\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n"
                        "[Black \"?\"]\n[Result \"0-1\"]\n"
                        "[BlackElo \"2100\"]\n[SetUp \"1\"]\n"
                        "[FEN \"8/8/8/8/8/k7/p7/K7 b - - 0 40\"]\n\n"
                        "40... Kb3 {the store has no further moves} 0-1\n");
    buf_clear(&pgn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_sums),   cmocka_unit_test(test_has_player),
        cmocka_unit_test(test_record), cmocka_unit_test(test_tags),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
