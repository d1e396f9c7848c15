/*
 * test_chess_perft.c - legal moves, counted
 */
#include "chess/pos.h"
#include "chess_table.h"
#include "perft_table.h"

static void test_table(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(perft_table); i++) {
        const struct perft_row *row = &perft_table[i];
        const struct tabia_pos pos = table_pos(row->fen);
        char got[32], want[32];
        snprintf(got, sizeof(got), "%llu",
                 (unsigned long long)pos_perft(&pos, row->depth));
        snprintf(want, sizeof(want), "%llu", (unsigned long long)row->nodes);
        nfailed += table_differs(row->name, got, want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_depth_zero(void **state)
{
    (void)state;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    assert_int_equal(pos_perft(&pos, 0), 1);
    assert_int_equal(pos_perft(&pos, 1), 20);
}

/* Bulk counting, the list and play must agree. */
static uint64_t count_by_list(const struct tabia_pos *pos, int depth)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    uint64_t nodes = 0;
    assert_int_equal(pos_count_legal_moves(pos), n);
    if (depth == 1)
        return n;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos next = *pos;
        tabia_pos_play(&next, list[i]);
        nodes += count_by_list(&next, depth - 1);
    }
    return nodes;
}

static void test_by_list(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(perft_table); i++) {
        const struct tabia_pos pos = table_pos(perft_table[i].fen);
        const int depth = perft_table[i].depth < 2 ? perft_table[i].depth : 2;
        assert_int_equal(count_by_list(&pos, depth), pos_perft(&pos, depth));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_depth_zero),
        cmocka_unit_test(test_by_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
