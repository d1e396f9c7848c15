/*
 * test_store_tally_key.c - the two hashes of a position, and how they fit
 */
#include "chess/pos.h"
#include "chess_table.h"

#include "random.h"
#include "store/tally.h"

static void test_en_passant(void **state)
{
    (void)state;
    static const struct {
        const char *name, *with, *without;
        bool is_same;
    } rows[] = {
        { "nobody beside", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
          "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true },
        { "legal", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
          "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false },
        { "pinned on the rank", "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1",
          "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1", true },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct tabia_pos a = table_pos(rows[i].with);
        const struct tabia_pos b = table_pos(rows[i].without);
        const struct tally_key p = tally_key_of(&a), q = tally_key_of(&b);
        assert_true(check_number(rows[i].name, p.hi == q.hi, rows[i].is_same));
        assert_true(check_number(rows[i].name, p.lo == q.lo, rows[i].is_same));
        const struct tabia_pos known = tabia_pos_identity(&a);
        assert_true(check_number(rows[i].name, p.hi, pos_key_slow(&known)));
    }
}

/* The second hash stands in files, so it must never change. */
static void test_second_hash(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen;
        uint16_t want;
    } rows[] = {
        { "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          0x6fd2 },
        { "en passant", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 0xaf8f },
        { "Chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1", 0xe308 },
    };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct tabia_pos pos = table_pos(rows[i].fen);
        ok &= check_number(rows[i].name, tally_key_of(&pos).lo, rows[i].want);
    }
    assert_true(ok);
}

enum { NPLAYED = 1 << 17 };

/* Positions of random games, one after the other. */
static void play_keys(struct tally_key *keys)
{
    uint64_t seed = 99;
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < NPLAYED; i++) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&pos, list);
        keys[i] = tally_key_of(&pos);
        if (n == 0 || pos.fullmove > 60)
            tabia_pos_set_start(&pos);
        else
            tabia_pos_play(&pos, list[random_next(&seed) % n]);
    }
}

/* Do bits of the two hashes agree half of the time, with each other too? */
static void test_key_bits(void **state)
{
    (void)state;
    struct tally_key *keys = malloc(NPLAYED * sizeof(*keys));
    assert_non_null(keys);
    play_keys(keys);
    // 6 sigma of a fair coin thrown NPLAYED times is 1086.
    const long half = NPLAYED / 2, bound = 1500;
    for (unsigned b = 0; b < 16; b++) {
        for (unsigned a = 0; a < 64; a++) {
            long same = 0;
            for (size_t i = 0; i < NPLAYED; i++)
                same +=
                    (keys[i].hi >> a & 1) == ((unsigned)keys[i].lo >> b & 1);
            assert_in_range(same, half - bound, half + bound);
        }
        long flips = 0;
        for (size_t i = 1; i < NPLAYED; i++)
            flips += (keys[i].lo >> b & 1) != (keys[i - 1].lo >> b & 1);
        assert_in_range(flips, half - bound, half + bound);
    }
    free(keys);
}

static int compare_keys(const void *a, const void *b)
{
    return tally_key_compare(*(const struct tally_key *)a,
                             *(const struct tally_key *)b);
}

/*
 * Of positions that share the low bits of the PolyGlot key, so many share the
 * second hash as chance says: the pairs are independent.
 */
static void test_key_pairs(void **state)
{
    (void)state;
    struct tally_key *keys = malloc(NPLAYED * sizeof(*keys));
    assert_non_null(keys);
    play_keys(keys);
    qsort(keys, NPLAYED, sizeof(*keys), compare_keys);
    size_t n = 0;
    for (size_t i = 0; i < NPLAYED; i++) // each once
        if (i == 0 || compare_keys(&keys[i - 1], &keys[i]) != 0)
            keys[n++] = keys[i];
    uint64_t npairs = 0, nsame = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n && k < i + 400; k++) {
            if (keys[i].hi >> 57 != keys[k].hi >> 57)
                break;
            npairs++;
            nsame += keys[i].lo == keys[k].lo;
        }
    const double want = (double)npairs / 65536;
    assert_true(want > 300);
    assert_true((double)nsame > 0.7 * want && (double)nsame < 1.3 * want);
    free(keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_en_passant),
        cmocka_unit_test(test_second_hash),
        cmocka_unit_test(test_key_bits),
        cmocka_unit_test(test_key_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
