/*
 * test_store.c - stores against counting by hand, whole and damaged
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "store/dimensions.h"
#include "store/game_moves.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "store/store_unit.h"
#include "store/store_write.h"
#include "store_maker.h"
#include "tabia/store.h"

enum { BUF_MAX = 1 << 26, BY_ALL = 7 };

/* ---- the slow way ---------------------------------------------------- */

static bool slow_month(uint32_t date, uint32_t since, uint32_t until)
{
    const uint32_t year = date / 10000, month = date / 100 % 100;
    if (!since && !until)
        return true;
    if (!year)
        return false;
    if (!month)
        return year >= since / 100 && (!until || year <= until / 100);
    return date / 100 >= since && (!until || date / 100 <= until);
}

static bool slow_passes(const struct tally_game *row,
                        const struct tabia_store_filter *f)
{
    const unsigned group = dimensions_rating_group(tally_game_mean(row));
    return (!f->ratings || f->ratings & 1u << group) &&
           (!f->speeds || f->speeds & 1u << row->speed) &&
           slow_month(row->date, f->since, f->until);
}

/* Sums of one move, or of all for TABIA_MOVE_NONE. */
static struct tabia_store_move slow_move(const struct made *made,
                                         const struct made_event *events,
                                         size_t n, tabia_move mv,
                                         const struct tabia_store_filter *f)
{
    struct tabia_store_move sum = { .move = mv, .game = TABIA_GAME_NONE };
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const struct tally_game *row = &made->rows[events[i].game];
        const int us = events[i].pos.turn;
        if ((mv && events[i].move != mv) || !slow_passes(row, f))
            continue;
        uint64_t *results[] = { &sum.results.white, &sum.results.draws,
                                &sum.results.black };
        ++*results[row->result];
        sum.own_rating_sum += row->ratings[us];
        sum.own_rated_games += row->ratings[us] != 0;
        sum.other_rating_sum += row->ratings[!us];
        sum.other_rated_games += row->ratings[!us] != 0;
        if (row->date && (!sum.first_date || row->date < sum.first_date))
            sum.first_date = row->date;
        if (row->date > sum.last_date)
            sum.last_date = row->date;
        sum.game = ++count == 1 ? events[i].game : TABIA_GAME_NONE;
    }
    return sum;
}

static uint64_t count_of(const struct tabia_tally *r)
{
    return r->white + r->draws + r->black;
}

/* The only game is always told, but for a filtered sum beyond the samples. */
static void check_found(const struct made *made,
                        const struct made_event *events, size_t n,
                        const struct tabia_store_filter *f, bool is_open,
                        const struct store_answer *answer)
{
    uint64_t last = UINT64_MAX, total = 0;
    for (size_t i = 0; i < answer->nmoves; i++) {
        struct tabia_store_move got = answer->moves[i];
        const struct tabia_store_move want =
            slow_move(made, events, n, got.move, f);
        if (!is_open && got.game == TABIA_GAME_NONE)
            got.game = want.game;
        assert_int_equal(got.game, want.game);
        assert_memory_equal(&got.results, &want.results, sizeof(got.results));
        assert_int_equal(got.own_rating_sum, want.own_rating_sum);
        assert_int_equal(got.own_rated_games, want.own_rated_games);
        assert_int_equal(got.other_rating_sum, want.other_rating_sum);
        assert_int_equal(got.other_rated_games, want.other_rated_games);
        assert_int_equal(got.first_date, want.first_date);
        assert_int_equal(got.last_date, want.last_date);
        assert_true(count_of(&got.results) <= last);
        last = count_of(&got.results);
        assert_true(last > 0);
        total += last;
    }
    const struct tabia_store_move all =
        slow_move(made, events, n, TABIA_MOVE_NONE, f);
    assert_memory_equal(&answer->total, &all.results, sizeof(all.results));
    assert_int_equal(total, count_of(&all.results)); // no move is missing
}

/* Each sample is a game of the position that passes, in the right order. */
static void check_samples(const struct made *made,
                          const struct made_event *events, size_t n,
                          const struct tabia_store_filter *f,
                          const struct tabia_store_game_ref *list, size_t nlist,
                          bool by_date)
{
    for (size_t i = 0; i < nlist; i++) {
        size_t k = 0;
        while (k < n && events[k].game != list[i].game)
            k++;
        assert_true(k < n);
        assert_int_equal(events[k].move, list[i].move);
        assert_true(slow_passes(&made->rows[list[i].game], f));
        if (i == 0)
            continue;
        const struct tally_game *a = &made->rows[list[i - 1].game];
        const struct tally_game *b = &made->rows[list[i].game];
        if (by_date)
            assert_true(a->date >= b->date);
        else
            assert_true(2 * tally_game_mean(a) + 1 >= 2 * tally_game_mean(b));
    }
}

/* Twice the mean rating, or the one there is; or the date. */
static uint32_t slow_value(const struct tally_game *row, bool by_date)
{
    const uint32_t sum = (uint32_t)row->ratings[0] + row->ratings[1];
    const bool is_pair = row->ratings[0] && row->ratings[1];
    if (by_date)
        return row->date;
    return is_pair ? sum : 2 * sum;
}

/* How many games of the position come before this one. */
static size_t slow_rank(const struct made *made,
                        const struct made_event *events, size_t n,
                        uint64_t game, bool by_date)
{
    const uint32_t own = slow_value(&made->rows[game], by_date);
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t other = events[i].game;
        const uint32_t value = slow_value(&made->rows[other], by_date);
        const bool is_tie_won = by_date ? other > game : other < game;
        rank += value > own || (value == own && is_tie_won);
    }
    return rank;
}

/* Without a filter they are the first of all games. */
static void check_first(const struct made *made,
                        const struct made_event *events, size_t n,
                        const struct tabia_store_game_ref *list, size_t nlist,
                        size_t max, bool by_date)
{
    assert_int_equal(nlist, n < max ? n : max);
    for (size_t i = 0; i < nlist; i++)
        assert_int_equal(slow_rank(made, events, n, list[i].game, by_date), i);
}

static const struct tabia_store_filter filters[] = {
    { .ratings = 0 },
    { .ratings = 1u << 7 | 1u << 8 },
    { .ratings = 1u << TABIA_RATING_NONE | 3 },
    { .speeds = 1u << TABIA_SPEED_BLITZ | 1u << TABIA_SPEED_RAPID },
    { .since = 201203 },
    { .until = 201106 },
    { .since = 201105, .until = 201309 },
    { .ratings = 0x1fc, .speeds = 0x3e, .since = 201101, .until = 201412 },
};

static size_t end_of_position(const struct made *made, size_t i)
{
    size_t end = i;
    while (end < made->nevents &&
           tally_key_compare(made->events[end].key, made->events[i].key) == 0)
        end++;
    return end;
}

static void check_position(const struct tabia_store *store,
                           const struct made *made, size_t i, size_t end,
                           const struct tabia_store_filter *f)
{
    const struct made_event *events = made->events + i;
    struct store_answer answer;
    struct tabia_error err = { 0 };
    if (!store_find(store, &events->pos, f, &answer, &err))
        fail_msg("%s", err.msg);
    check_found(made, events, end - i, f, f == filters, &answer);
    check_samples(made, events, end - i, f, answer.top, answer.ntop, false);
    check_samples(made, events, end - i, f, answer.recent, answer.nrecent,
                  true);
    if (f != filters)
        return;
    check_first(made, events, end - i, answer.top, answer.ntop, STORE_TOP_MAX,
                false);
    check_first(made, events, end - i, answer.recent, answer.nrecent,
                STORE_RECENT_MAX, true);
}

static void test_find(void **state)
{
    (void)state;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 1, 900, 12);
    made_store(&made, 0, made.ngames, BY_ALL, &buf);
    struct tabia_store *store = made_open(&buf);
    uint64_t npositions = 0;
    for (size_t i = 0; i < made.nevents; npositions++) {
        const size_t end = end_of_position(&made, i);
        for (size_t k = 0; k < COUNT_OF(filters); k++)
            check_position(store, &made, i, end, &filters[k]);
        i = end;
    }
    const struct tabia_store_info info = tabia_store_get_info(store);
    assert_int_equal(info.positions, npositions);
    assert_int_equal(info.games, made.ngames);
    assert_string_equal(info.provenance, "{\"made\":\"for a test\"}");
    assert_null(info.player);
    assert_true(tabia_store_verify(store, NULL, NULL));
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- history --------------------------------------------------------- */

struct seen {
    const struct made *made;
    const struct made_event *events;
    size_t n;
    const struct tabia_store_filter *filter;
    uint32_t last;
    bool is_first;
    uint64_t total;
};

static bool see_month(void *ctx, uint32_t yyyymm, const struct tabia_tally *got)
{
    struct seen *s = ctx;
    struct tabia_tally want = { 0, 0, 0 };
    for (size_t i = 0; i < s->n; i++) {
        const struct tally_game *row = &s->made->rows[s->events[i].game];
        uint64_t *results[] = { &want.white, &want.draws, &want.black };
        if (row->date / 100 == yyyymm && slow_passes(row, s->filter))
            ++*results[row->result];
    }
    assert_memory_equal(got, &want, sizeof(want));
    assert_true(s->is_first || yyyymm > s->last);
    s->is_first = false;
    s->last = yyyymm;
    s->total += count_of(got);
    return true;
}

static bool see_first(void *ctx, uint32_t yyyymm, const struct tabia_tally *got)
{
    (void)yyyymm;
    (void)got;
    ++*(size_t *)ctx;
    return false;
}

static bool add_month(void *ctx, uint32_t yyyymm, const struct tabia_tally *got)
{
    (void)yyyymm;
    *(uint64_t *)ctx += count_of(got);
    return true;
}

/* Of one player, in a store that was not built by month. */
static void test_history_of_player(void **state)
{
    const struct tabia_store_months_options black_3 = { .player = "black 3" };
    const struct tabia_store_months_options wrong = { .side =
                                                          TABIA_SIDE_BLACK };
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    struct tabia_error err = { 0 };
    uint64_t n = 0;
    (void)state;
    made_games(&made, 2, 300, 6);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    for (size_t i = 0, end; i < made.nevents; i = end) {
        uint64_t want = 0, got = 0;
        end = end_of_position(&made, i);
        for (size_t k = i; k < end; k++)
            want += made.events[k].game % 5 == 3;
        assert_true(tabia_store_list_months(store, &made.events[i].pos,
                                            &black_3, add_month, &got, NULL));
        assert_int_equal(got, want);
    }
    assert_false(tabia_store_list_months(store, &made.events[0].pos, NULL,
                                         add_month, &n, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    tabia_error_clear(&err);
    assert_false(tabia_store_list_months(store, &made.events[0].pos, &wrong,
                                         add_month, &n, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

static void test_history(void **state)
{
    (void)state;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 2, 300, 6);
    made_store(&made, 0, made.ngames, BY_ALL, &buf);
    struct tabia_store *store = made_open(&buf);
    for (size_t i = 0; i < made.nevents;) {
        const size_t end = end_of_position(&made, i);
        for (size_t k = 0; k < COUNT_OF(filters); k++) {
            struct seen seen = { .made = &made,
                                 .events = made.events + i,
                                 .n = end - i,
                                 .filter = &filters[k],
                                 .is_first = true };
            struct store_answer answer;
            assert_true(tabia_store_list_months(
                store, &made.events[i].pos,
                &(struct tabia_store_months_options){ .filter = &filters[k] },
                see_month, &seen, NULL));
            assert_true(store_find(store, &made.events[i].pos, &filters[k],
                                   &answer, NULL));
            assert_int_equal(seen.total, count_of(&answer.total));
        }
        i = end;
    }
    size_t nmonths = 0;
    assert_true(tabia_store_list_months(store, &made.events[0].pos, NULL,
                                        see_first, &nmonths, NULL));
    assert_int_equal(nmonths, 1);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- what it was not built by ---------------------------------------- */

static void test_not_by(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct tabia_store_filter filter;
        const char *want;
    } rows[] = {
        { "nothing", { .ratings = 0 }, "" },
        { "ratings",
          { .ratings = 1 },
          "the store cannot be filtered by rating" },
        { "speeds", { .speeds = 1 }, "the store cannot be filtered by speed" },
        { "since",
          { .since = 201201 },
          "the store cannot be filtered by month" },
    };
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 3, 60, 6);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_error err = { 0 };
        struct store_answer answer;
        store_find(store, &made.events[0].pos, &rows[i].filter, &answer, &err);
        assert_true(check_text(rows[i].name, err.msg, rows[i].want));
    }
    for (size_t i = 0; i < made.nevents;) {
        const size_t end = end_of_position(&made, i);
        check_position(store, &made, i, end, &filters[0]);
        i = end;
    }
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- games ----------------------------------------------------------- */

static void test_games(void **state)
{
    (void)state;
    struct made made;
    uint64_t found;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 4, 700, 3);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    for (size_t i = 0; i < made.ngames; i++) {
        struct tabia_store_game game;
        char white[32], black[32], event[32];
        const struct tally_game *row = &made.rows[i];
        made_names(i, white, black, event);
        assert_true(tabia_store_get_game(store, i, &game, NULL));
        assert_string_equal(game.players[0], white);
        assert_string_equal(game.players[1], black);
        assert_string_equal(game.event, event);
        assert_string_equal(game.file, i % 2 ? "two.pgn" : "one.pgn");
        assert_int_equal(game.offset, 1000 * i);
        assert_int_equal(game.length, 900 + i % 7);
        assert_int_equal(game.date, row->date);
        assert_int_equal(game.ratings[1], row->ratings[1]);
        assert_int_equal(game.is_rated, !row->flags);
        assert_int_equal(game.result, row->result == 0   ? TABIA_RESULT_WHITE
                                      : row->result == 1 ? TABIA_RESULT_DRAW
                                                         : TABIA_RESULT_BLACK);
        assert_int_equal(strlen(game.id), 8);
        assert_true(tabia_store_find_game(store, game.id, &found, NULL));
        assert_int_equal(found, i);
    }
    static const char *const wrong[] = { "", "1234567", "123456789", "abc-efgh",
                                         "zzzzzzzz" };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct tabia_error none = { 0 };
        assert_true(
            check_number(wrong[i],
                         tabia_store_find_game(store, wrong[i], &found, &none),
                         false) &&
            check_number(wrong[i], none.status, TABIA_ERR_NOT_FOUND));
    }
    struct tabia_store_game game;
    struct tabia_error err = { 0 };
    assert_false(tabia_store_get_game(store, made.ngames, &game, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* Ids of neighbours have little in common, and none comes twice. */
static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, TABIA_GAME_ID_SIZE);
}

static void test_ids(void **state)
{
    (void)state;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 5, 5000, 1);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    char(*ids)[TABIA_GAME_ID_SIZE] = calloc(made.ngames, sizeof(*ids));
    assert_non_null(ids);
    size_t same = 0;
    for (size_t i = 0; i < made.ngames; i++) {
        struct tabia_store_game game;
        assert_true(tabia_store_get_game(store, i, &game, NULL));
        memcpy(ids[i], game.id, sizeof(*ids));
        for (int k = 0; i && k < 8; k++)
            same += ids[i][k] == ids[i - 1][k];
    }
    assert_true(same < made.ngames / 2); // chance: 8 / 62 a pair
    qsort(ids, made.ngames, sizeof(*ids), compare_ids);
    for (size_t i = 1; i < made.ngames; i++)
        assert_string_not_equal(ids[i], ids[i - 1]);
    free(ids);
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- many positions -------------------------------------------------- */

/* Enough for the writer to choose its blocks from the first positions. */
static void test_many(void **state)
{
    (void)state;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 6, 800, 40);
    made_store(&made, 0, made.ngames, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    const struct tabia_store_info info = tabia_store_get_info(store);
    assert_true(info.positions > 8192);
    assert_in_range(info.positions / info.blocks, 70, 1500);
    for (size_t i = 0; i < made.nevents;) {
        const size_t end = end_of_position(&made, i);
        check_position(store, &made, i, end, &filters[0]);
        i = end;
    }
    struct store_answer answer;
    struct tabia_pos pos;
    for (int i = 0; i < 960; i++) { // positions that are not there
        tabia_pos_set_start960(&pos, i);
        assert_true(store_find(store, &pos, NULL, &answer, NULL));
        assert_int_equal(answer.nmoves > 0, i == 518);
    }
    assert_true(store_root_at(store, 0, &pos, NULL));
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    assert_true(tabia_pos_is_same(&pos, &start));
    assert_false(store_root_at(store, 1, &pos, NULL));
    assert_true(tabia_store_verify(store, NULL, NULL));
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

static void test_empty(void **state)
{
    (void)state;
    struct made made;
    struct buf buf = { .limit = BUF_MAX };
    made_games(&made, 6, 1, 1);
    made_store(&made, 0, 0, 0, &buf);
    struct tabia_store *store = made_open(&buf);
    struct store_answer answer;
    assert_true(store_find(store, &made.events->pos, NULL, &answer, NULL));
    assert_int_equal(answer.nmoves, 0);
    assert_true(tabia_store_verify(store, NULL, NULL));
    store_close(store);
    made_free(&made);
    buf_clear(&buf);
}

/* ---- damage ---------------------------------------------------------- */

struct right {
    struct made made;
    struct buf buf;
    struct store_answer *answers; // one a position
    const struct made_event **at;
    size_t n;
};

static void make_right(struct right *right)
{
    memset(right, 0, sizeof(*right));
    right->buf.limit = BUF_MAX;
    made_games(&right->made, 8, 132, 9);
    made_store(&right->made, 0, right->made.ngames, TABIA_DIMENSION_SPEED,
               &right->buf);
    right->answers = calloc(right->made.nevents, sizeof(*right->answers));
    right->at = calloc(right->made.nevents, sizeof(*right->at));
    assert_true(right->answers && right->at);
    struct tabia_store *store = made_open(&right->buf);
    assert_true(tabia_store_get_info(store).blocks > 1);
    for (size_t i = 0; i < right->made.nevents;
         i = end_of_position(&right->made, i)) {
        right->at[right->n] = &right->made.events[i];
        assert_true(store_find(store, &right->made.events[i].pos, NULL,
                               &right->answers[right->n++], NULL));
    }
    store_close(store);
}

static void free_right(struct right *right)
{
    made_free(&right->made);
    buf_clear(&right->buf);
    free(right->answers);
    free((void *)right->at);
}

static bool same_answer(const struct store_answer *a,
                        const struct store_answer *b)
{
    if (a->nmoves != b->nmoves || a->ntop != b->ntop ||
        a->nrecent != b->nrecent ||
        memcmp(&a->total, &b->total, sizeof(a->total)))
        return false;
    for (size_t i = 0; i < a->nmoves; i++) {
        const struct tabia_store_move *x = &a->moves[i], *y = &b->moves[i];
        if (x->move != y->move || x->own_rating_sum != y->own_rating_sum ||
            x->other_rating_sum != y->other_rating_sum ||
            x->first_date != y->first_date || x->last_date != y->last_date ||
            x->game != y->game ||
            memcmp(&x->results, &y->results, sizeof(x->results)) != 0)
            return false;
    }
    for (size_t i = 0; i < a->ntop; i++)
        if (a->top[i].game != b->top[i].game)
            return false;
    return true;
}

static bool same_game(const struct right *right, const struct tabia_store *s,
                      size_t i)
{
    struct tabia_store_game game;
    char white[32], black[32], event[32];
    if (!tabia_store_get_game(s, i, &game, NULL))
        return true;
    made_names(i, white, black, event);
    return strcmp(game.players[0], white) == 0 &&
           strcmp(game.players[1], black) == 0 &&
           strcmp(game.event, event) == 0 && game.offset == 1000 * i &&
           game.date == right->made.rows[i].date &&
           strcmp(game.file, i % 2 ? "two.pgn" : "one.pgn") == 0;
}

/*
 * Asks a damaged store: right or an error. An eighth of all for each bit, so
 * that the bits of a byte see all of it. Returns the errors.
 */
static size_t ask_all(const struct right *right, const struct tabia_store *s,
                      size_t bit)
{
    size_t nerrors = 0;
    for (size_t i = bit % 8; i < right->n; i += 8) {
        struct store_answer answer;
        struct tabia_error err = { 0 };
        if (!store_find(s, &right->at[i]->pos, NULL, &answer, &err)) {
            assert_int_equal(err.status, TABIA_ERR_CORRUPT);
            nerrors++;
        } else if (!same_answer(&answer, &right->answers[i])) {
            fail_msg("bit %zu: a wrong answer for position %zu", bit, i);
        }
    }
    for (size_t i = bit % 16; i < right->made.ngames; i += 16)
        if (!same_game(right, s, i))
            fail_msg("bit %zu: a wrong game %zu", bit, i);
    return nerrors;
}

static bool count_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *err)
{
    size_t *n = ctx;
    assert_int_equal(severity, TABIA_SEVERITY_ERROR);
    assert_int_equal(err->status, TABIA_ERR_CORRUPT);
    ++*n;
    return true;
}

/*
 * Blocks have nothing but a checksum to tell, so every seventh of their bits is
 * enough; of all else every bit counts.
 */
static bool is_flipped(const struct store_tail *tail, size_t bit)
{
    const size_t at = bit / 8;
    return at < STORE_FRONT_SIZE || at >= tail->directory_at || bit % 7 == 0;
}

/* Any single bit: found by verify, and no answer is wrong. */
static void test_flips(void **state)
{
    (void)state;
    struct right right;
    make_right(&right);
    char *data = right.buf.data;
    size_t nflipped = 0, nopened = 0, nlost = 0;
    struct tabia_store *whole = made_open(&right.buf);
    const struct store_tail tail = whole->tail;
    store_close(whole);
    for (size_t bit = 0; bit < 8 * right.buf.size; bit++) {
        if (!is_flipped(&tail, bit))
            continue;
        nflipped++;
        data[bit / 8] = (char)(data[bit / 8] ^ 1 << bit % 8);
        struct tabia_store *store =
            store_open_bytes(buf_bytes(&right.buf), NULL, NULL);
        if (store) {
            size_t nproblems = 0;
            nopened++;
            const size_t nerrors = ask_all(&right, store, bit);
            nlost += nerrors;
            struct tabia_error err = { 0 };
            const struct tabia_store_verify_options how = { .on_problem =
                                                                count_problem,
                                                            .ctx = &nproblems };
            if (tabia_store_verify(store, &how, &err) || nproblems == 0 ||
                !err.status)
                fail_msg("bit %zu: not found by verify", bit);
        }
        store_close(store);
        data[bit / 8] = (char)(data[bit / 8] ^ 1 << bit % 8);
    }
    // Damage costs the answers of a block, not those of the store.
    assert_true(nopened > nflipped / 2);
    assert_true(nlost > 0 && nlost < nopened * right.n / 10);
    free_right(&right);
}

static void test_cut(void **state)
{
    (void)state;
    struct right right;
    make_right(&right);
    for (size_t size = 0; size < right.buf.size; size++) {
        uint8_t *exact = malloc(size + !size);
        assert_non_null(exact);
        memcpy(exact, right.buf.data, size);
        struct tabia_error err = { 0 };
        const struct tabia_bytes cut = { exact, size };
        assert_null(store_open_bytes(cut, NULL, &err));
        assert_int_equal(err.status, TABIA_ERR_CORRUPT);
        free(exact);
    }
    free_right(&right);
}

/* A block that was found sound speaks for no other. */
static void test_checked(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 24; i++) {
        _Atomic uint8_t bits[3] = { 0 };
        const struct store_section checked = { .checked = bits };
        store_set_checked(&checked, i);
        for (uint64_t k = 0; k < 24; k++)
            assert_true(store_is_checked(&checked, k) == (k == i));
    }
}

/* ---- the writer ------------------------------------------------------ */

static void test_writer(void **state)
{
    (void)state;
    static const char *const sources[] = { "a.pgn" };
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct store_config config = {
        .files = sources, .nfiles = 1, .roots = &start, .nroots = 1
    };
    const struct tally_game row = { .date = 20200101 };
    const struct tally_rule rule = { .games = { &row, 1 } };
    const tabia_move mv = tabia_move_make(12, 28, TABIA_PIECE_NONE);
    const tally_played played = tally_played_make(0, mv);
    char name[600];
    memset(name, 'x', sizeof(name));
    memcpy(name + 253, "\xe2\x82\xac", 4);
    struct buf buf = { .limit = BUF_MAX }, moves = { .limit = BUF_MAX };
    game_moves_encode(&start, &mv, 1, &moves);
    struct store_game_detail detail = { .players = { name, "\xff" },
                                        .nplies = 1,
                                        .moves = buf_bytes(&moves) };
    struct sink dst = sink_to_buf(&buf, NULL);
    struct store_writer *w = store_writer_new(&dst, &config, NULL);
    assert_true(store_writer_add_names(w, &detail, NULL));
    assert_true(store_writer_add_game(w, &row, &detail, NULL));
    assert_false(store_writer_add_names(w, &detail, NULL)); // too late
    detail.file = 1;
    assert_false(store_writer_add_game(w, &row, &detail, NULL));
    detail.file = 0;
    detail.event = "another";
    assert_false(store_writer_add_game(w, &row, &detail, NULL)); // no such name
    detail.event = NULL;

    struct store_unit *unit = store_unit_new(w, &rule, NULL);
    const struct tally_key key = tally_key_of(&start);
    const tally_played other = tally_played_make(1, mv);
    store_unit_begin(unit, 0);
    assert_false(store_unit_add(unit, key, 0, &played, 0, NULL)); // no moves
    assert_false(store_unit_add(unit, key, 0, &other, 1, NULL));  // no game
    assert_true(store_unit_add(unit, key, 0, &played, 1, NULL));
    assert_false(store_unit_add(unit, key, 0, &played, 1, NULL)); // again
    assert_true(store_unit_end(unit, NULL));
    assert_true(store_writer_append(w, unit, NULL));
    assert_false(store_writer_append(w, unit, NULL));            // again
    assert_false(store_writer_add_game(w, &row, &detail, NULL)); // too late
    assert_true(store_writer_end(w, NULL));
    store_writer_free(w);
    store_unit_free(unit);
    buf_clear(&moves);

    struct tabia_store *store = made_open(&buf);
    struct tabia_store_game game;
    assert_true(tabia_store_get_game(store, 0, &game, NULL));
    assert_int_equal(strlen(game.players[0]), 253); // the sign is not cut
    assert_string_equal(game.players[1], "");
    struct store_answer answer;
    assert_true(store_find(store, &start, NULL, &answer, NULL));
    assert_int_equal(answer.nmoves, 1);
    assert_true(tabia_store_verify(store, NULL, NULL));
    store_close(store);
    buf_clear(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_history_of_player),
        cmocka_unit_test(test_not_by),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_checked),
        cmocka_unit_test(test_writer),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
