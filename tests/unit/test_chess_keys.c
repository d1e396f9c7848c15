/*
 * test_chess_keys.c - PolyGlot keys
 */
#include "chess/pos.h"
#include "chess_table.h"
#include "shared_file.h"

/* The examples of the PolyGlot book format's description. */
static const struct {
    const char *name, *fen;
    uint64_t key;
} known[] = {
    { "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      0x463b96181691fc9c },
    { "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
      0x823c9b50fd114196 },
    { "d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
      0x0756b94461c50fb0 },
    { "e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
      0x662fafb965db29d4 },
    { "f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
      0x22a48b5a8e47ff78 },
    { "Ke2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
      0x652a607ca3f242c1 },
    { "Kf7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
      0x00fdd303c946bdd9 },
    { "c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
      0x3c8123ea7b067637 },
    { "Ra3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
      0x5c3f9b829b279560 },
};

static int check_key(const char *name, const struct tabia_pos *pos,
                     uint64_t want_key)
{
    char got[32], slow[32], want[32];
    snprintf(got, sizeof(got), "%016llx",
             (unsigned long long)tabia_pos_key(pos));
    snprintf(slow, sizeof(slow), "%016llx",
             (unsigned long long)pos_key_slow(pos));
    snprintf(want, sizeof(want), "%016llx", (unsigned long long)want_key);
    return table_differs(name, got, want) + table_differs(name, slow, want);
}

static void test_known(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const struct tabia_pos pos = table_pos(known[i].fen);
        nfailed += check_key(known[i].name, &pos, known[i].key);
    }
    assert_int_equal(nfailed, 0);
}

/* The same keys, reached by the moves of two short games. */
static void test_played(void **state)
{
    (void)state;
    static const char *const games[2][8] = {
        { "e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7", NULL },
        { "a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3", NULL },
    };
    int nfailed = 0;
    for (size_t g = 0; g < 2; g++) {
        struct tabia_pos pos;
        tabia_pos_set_start(&pos);
        for (size_t i = 0; games[g][i]; i++) {
            tabia_move mv;
            assert_true(tabia_uci_parse(&pos, games[g][i], 4, &mv, NULL));
            tabia_pos_play(&pos, mv);
            if (g == 0)
                nfailed += check_key(games[g][i], &pos, known[i + 1].key);
            else if (i == 4 || i == 6)
                nfailed += check_key(games[g][i], &pos, known[5 + i / 2].key);
        }
    }
    assert_int_equal(nfailed, 0);
}

/* En passant counts only when an enemy pawn stands beside. */
static void test_en_passant(void **state)
{
    (void)state;
    const struct tabia_pos with =
        table_pos("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    const struct tabia_pos off = table_pos("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    const struct tabia_pos far =
        table_pos("4k3/8/8/3p2P1/8/8/8/4K3 w - d6 0 1");
    const struct tabia_pos none =
        table_pos("4k3/8/8/3p2P1/8/8/8/4K3 w - - 0 1");
    const struct tabia_pos edge = table_pos("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1");
    const struct tabia_pos calm = table_pos("4k3/8/8/p6P/8/8/8/4K3 w - - 0 1");
    assert_true(tabia_pos_key(&with) != tabia_pos_key(&off));
    assert_true(tabia_pos_key(&far) == tabia_pos_key(&none));
    assert_true(tabia_pos_key(&edge) == tabia_pos_key(&calm));
}

/* ---- all known keys, when the shared data is there ---------------------- */

static void test_shared(void **state)
{
    (void)state;
    int nfailed = 0;
    struct shared_keys keys;
    shared_keys_open(&keys);
    while (shared_keys_next(&keys)) {
        const struct tabia_pos pos = table_pos(keys.fen);
        nfailed += check_key(keys.fen, &pos, strtoull(keys.polyglot, NULL, 16));
    }
    assert_true(keys.n > 10);
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_played),
        cmocka_unit_test(test_en_passant),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
