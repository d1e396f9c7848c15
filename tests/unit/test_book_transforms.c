/*
 * test_book_transforms.c - what holds between the transforms, on random books
 *
 * The books are small and full of transpositions, cycles and several roots:
 * their moves come from few pieces.
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "book/attrs.h"
#include "book/move_list.h"
#include "book/walk_internal.h"
#include "book_text.h"
#include "random.h"
#include "tabia/builder.h"
#include "tabia/diff.h"
#include "tabia/transform.h"

enum { NBOOKS = 150, FAR = 1 << 30 };

#define ALL ((1u << TABIA_ATTR_COUNT) - 1)

/* ---- random books ---------------------------------------------------- */

/* A move of a knight to the files a to c, or of a pawn on a or h, if any. */
static tabia_move random_move(const struct tabia_pos *pos, uint64_t *rnd)
{
    tabia_move list[TABIA_MOVES_MAX], few[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    uint32_t nfew = 0;
    for (size_t i = 0; i < n; i++) {
        const tabia_square from = tabia_move_from(list[i]);
        const enum tabia_piece_type type =
            tabia_piece_type_of(pos->board[from]);
        const unsigned to_file = tabia_move_to(list[i]) & 7;
        if ((type == TABIA_KNIGHT && to_file <= 2) ||
            (type == TABIA_PAWN && (from & 7) % 7 == 0))
            few[nfew++] = list[i];
    }
    return nfew ? few[random_below(rnd, nfew)]
                : list[random_below(rnd, (uint32_t)n)];
}

static struct tabia_move_data random_data(uint64_t *rnd)
{
    static const char *const remarks[] = { "good", "bad", "odd" };
    return (struct tabia_move_data){
        .has = random_below(rnd, 16), // weight, results, mark, glyphs
        .weight = random_below(rnd, 10),
        .white = random_below(rnd, 5),
        .draws = random_below(rnd, 5),
        .black = random_below(rnd, 5),
        .mark = (enum tabia_mark)random_below(rnd, 3),
        .nags = { (uint8_t)(1 + random_below(rnd, 3)) },
        .comment = remarks[random_below(rnd, 3)],
    };
}

static void random_line(struct tabia_builder *b, struct tabia_builder_cursor c,
                        uint64_t *rnd)
{
    static const struct tabia_node_data name = { .has = TABIA_HAS_NAME,
                                                 .name = "Name" };
    struct tabia_error err = { 0 };
    const uint32_t how = random_below(rnd, 3);
    for (uint32_t n = 1 + random_below(rnd, 10); n; n--) {
        const tabia_move mv = random_move(&c.pos, rnd);
        const struct tabia_move_data data = random_data(rnd);
        if (how == 0)
            assert_true(tabia_builder_play_joined(b, &c, mv, &err));
        else if (how != 1 || !tabia_builder_follow(b, &c, mv))
            assert_true(tabia_builder_play(b, &c, mv, &err));
        assert_true(tabia_builder_set_move(b, c.edge, &data, &err));
        if (random_below(rnd, 8) == 0)
            assert_true(tabia_builder_set_node(b, c.node, &name, &err));
    }
}

static struct tabia_book *random_book(uint64_t seed)
{
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    struct tabia_builder_cursor roots[3];
    const uint32_t nroots = 1 + random_below(&seed, 3);
    for (uint32_t i = 0; i < nroots; i++) {
        struct tabia_pos pos;
        tabia_pos_set_start(&pos);
        for (uint32_t n = i ? random_below(&seed, 3) : 0; n; n--)
            tabia_pos_play(&pos, random_move(&pos, &seed));
        assert_true(tabia_builder_start(b, &pos, &roots[i], &err));
    }
    for (uint32_t n = random_below(&seed, 30); n; n--)
        random_line(b, roots[random_below(&seed, nroots)], &seed);
    return tabia_builder_freeze(b, &err);
}

/* ---- what holds ------------------------------------------------------ */

static void check_same(const char *name, uint64_t seed,
                       const struct tabia_book *a, const struct tabia_book *b,
                       unsigned attrs)
{
    struct tabia_diff_result counts;
    assert_true(
        tabia_book_diff(a, b, &(struct tabia_diff_options){ .ignored = ~attrs },
                        &counts, NULL));
    if (!counts.positions_a && !counts.positions_b && !counts.moves_a &&
        !counts.moves_b && counts.positions_equal == counts.positions_both)
        return;
    fail_msg("%s: book %llu differs", name, (unsigned long long)seed);
}

static void test_fold_keeps_what_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < NBOOKS; seed++) {
        struct tabia_book *book = random_book(seed);
        struct tabia_book *graph =
            tabia_book_fold(book, TABIA_MERGE_DEFAULT, NULL, NULL);
        check_same("fold", seed, book, graph, ALL);
        assert_int_equal(tabia_book_node_count(graph),
                         tabia_book_position_count(book));
        tabia_book_free(graph);
        tabia_book_free(book);
    }
}

static void test_expand_keeps_all_moves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < NBOOKS; seed++) {
        struct tabia_book *book = random_book(seed);
        const struct tabia_expand_options options = {
            .max_nodes = tabia_book_node_count(book) +
                         tabia_book_edge_count(book) + (uint32_t)seed * 10,
        };
        struct tabia_book *tree = tabia_book_expand(book, &options, NULL, NULL);
        check_same("expand", seed, book, tree, 0);
        assert_int_equal(tabia_book_node_count(tree),
                         tabia_book_edge_count(tree) +
                             tabia_book_root_count(tree));
        assert_in_range(tabia_book_node_count(tree), 1, options.max_nodes);
        tabia_book_free(tree);
        tabia_book_free(book);
    }
}

static void test_merge_with_itself(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < NBOOKS; seed++) {
        struct tabia_book *book = random_book(seed);
        const struct tabia_book *const books[] = { book, book, book };
        static const enum tabia_merge_policy policies[] = { TABIA_MERGE_FIRST,
                                                            TABIA_MERGE_MAX,
                                                            TABIA_MERGE_LAST };
        for (size_t i = 0; i < COUNT_OF(policies); i++) {
            struct tabia_book *same = tabia_book_merge(books, COUNT_OF(books),
                                                       policies[i], NULL, NULL);
            check_same("merge", seed, book, same, ALL);
            tabia_book_free(same);
        }
        tabia_book_free(book);
    }
}

/* Every folded move is shown once, every position gone into once. */
static void test_walk_shows_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < NBOOKS; seed++) {
        struct tabia_book *book = random_book(seed);
        struct tabia_book *graph =
            tabia_book_fold(book, TABIA_MERGE_DEFAULT, NULL, NULL);
        struct tabia_walk *walk = tabia_walk_new(book, NULL, NULL);
        struct tabia_walk_step step;
        uint32_t nmoves = 0, nnew = 0;
        while (tabia_walk_next(walk, &step, NULL)) {
            nmoves += step.ply > 0;
            nnew += !step.is_seen;
        }
        assert_true(walk_is_whole(walk, NULL));
        assert_int_equal(nmoves, tabia_book_edge_count(graph));
        assert_int_equal(nnew, tabia_book_position_count(book));
        tabia_walk_free(walk);
        tabia_book_free(graph);
        tabia_book_free(book);
    }
}

/* ---- filters, once more and slowly ----------------------------------- */

struct model {
    struct tabia_book *book;
    struct tabia_filter_options filter;
    int *ply;
};

/* One side's book has all answers, and the heaviest of its own moves. */
static bool is_limited(const struct model *m, uint32_t position)
{
    struct tabia_pos pos;
    tabia_book_position_pos_at(m->book, position, &pos);
    return m->filter.top && (!m->filter.side ||
                             pos.turn == (m->filter.side == TABIA_SIDE_BLACK));
}

/* The moves that pass on their own. */
static size_t passing(const struct model *m, uint32_t position,
                      struct tabia_book_move *list)
{
    const size_t all =
        tabia_book_position_moves(m->book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    size_t n = 0;
    for (size_t i = 0; i < all; i++) {
        const struct tabia_move_data *d = &list[i].data;
        if ((d->has & TABIA_HAS_WEIGHT && d->weight < m->filter.min_weight) ||
            (d->has & TABIA_HAS_RESULTS &&
             d->white + d->draws + d->black < m->filter.min_games))
            continue;
        list[n++] = list[i];
    }
    while (is_limited(m, position) && n > m->filter.top) {
        size_t lightest = 0;
        for (size_t i = 1; i < n; i++)
            if (!move_list_is_better(move_list_merit_of(&list[i]),
                                     move_list_merit_of(&list[lightest])))
                lightest = i;
        n--;
        memmove(&list[lightest], &list[lightest + 1],
                (n - lightest) * sizeof(*list));
    }
    return n;
}

static size_t playing(const struct model *m, uint32_t position,
                      struct tabia_book_move *list)
{
    if (m->filter.max_ply && m->ply[position] >= (int)m->filter.max_ply)
        return 0;
    return passing(m, position, list);
}

static size_t answered(const struct model *m, uint32_t position,
                       struct tabia_book_move *list)
{
    struct tabia_pos pos;
    struct tabia_book_move answers[TABIA_MOVES_MAX];
    const size_t all = playing(m, position, list);
    size_t n = 0;
    tabia_book_position_pos_at(m->book, position, &pos);
    for (size_t i = 0; i < all; i++)
        if (!m->filter.side ||
            pos.turn == (m->filter.side == TABIA_SIDE_BLACK) ||
            playing(m, tabia_book_node_position(m->book, list[i].to_node),
                    answers))
            list[n++] = list[i];
    return n;
}

/* Shortest ways, by trying until nothing gets shorter. */
static void find_ways(struct model *m)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    for (uint32_t i = 0; i < tabia_book_position_count(m->book); i++)
        m->ply[i] = FAR;
    for (uint32_t i = 0; i < tabia_book_root_count(m->book); i++)
        if (!m->filter.only_reachable)
            m->ply[tabia_book_node_position(m->book,
                                            tabia_book_root_at(m->book, i))] =
                0;
    m->ply[tabia_book_find_position(m->book, &start)] = 0;
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (uint32_t i = 0; i < tabia_book_position_count(m->book); i++) {
            struct tabia_book_move list[TABIA_MOVES_MAX];
            const size_t n = m->ply[i] == FAR ? 0 : playing(m, i, list);
            for (size_t k = 0; k < n; k++) {
                int *ply =
                    &m->ply[tabia_book_node_position(m->book, list[k].to_node)];
                if (*ply <= m->ply[i] + 1)
                    continue;
                *ply = m->ply[i] + 1;
                is_better = true;
            }
        }
    }
}

static void check_part(const struct model *m, const struct tabia_book *part,
                       uint64_t seed)
{
    for (uint32_t i = 0; i < tabia_book_position_count(m->book); i++) {
        struct tabia_book_move want[TABIA_MOVES_MAX], got[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        tabia_book_position_pos_at(m->book, i, &pos);
        const uint32_t same = tabia_book_find_position(part, &pos);
        const size_t n = m->ply[i] == FAR ? 0 : answered(m, i, want);
        const size_t ngot =
            tabia_book_position_moves(part, same, TABIA_MERGE_DEFAULT, got,
                                      TABIA_MOVES_MAX);
        if (n != ngot)
            fail_msg("book %llu, position %u: %zu moves, want %zu",
                     (unsigned long long)seed, i, ngot, n);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(got[k].move, want[k].move);
            assert_int_equal(attrs_diff_moves(&got[k].data, &want[k].data), 0);
        }
    }
}

/* 0 as often as not, or else a number below 'n'. */
static uint32_t sometimes(uint64_t *rnd, uint32_t n)
{
    return random_below(rnd, 2) ? random_below(rnd, n) : 0;
}

static void test_filters(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3 * NBOOKS; seed++) {
        uint64_t rnd = ~seed;
        struct model m = {
            .book = random_book(seed),
            .filter = {
                .max_ply = sometimes(&rnd, 6),
                .min_weight = sometimes(&rnd, 8),
                .min_games = sometimes(&rnd, 8),
                .top = sometimes(&rnd, 4),
                .side = (enum tabia_side)random_below(&rnd, 3),
                .only_reachable = random_below(&rnd, 2),
            },
        };
        m.ply = calloc(tabia_book_position_count(m.book), sizeof(*m.ply));
        assert_non_null(m.ply);
        find_ways(&m);
        struct tabia_book *part =
            tabia_book_filter(m.book, &m.filter, NULL, NULL);
        assert_non_null(part);
        check_part(&m, part, seed);
        tabia_book_free(part);
        free(m.ply);
        tabia_book_free(m.book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fold_keeps_what_is_found),
        cmocka_unit_test(test_expand_keeps_all_moves),
        cmocka_unit_test(test_merge_with_itself),
        cmocka_unit_test(test_walk_shows_all),
        cmocka_unit_test(test_filters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
