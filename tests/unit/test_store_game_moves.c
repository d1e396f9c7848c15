/*
 * test_store_game_moves.c - moves of games, coded and replayed
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "random.h"
#include "store/game_moves.h"

enum { PLIES_MAX = 1024 };

struct game {
    struct tabia_pos root;
    tabia_move moves[PLIES_MAX];
    size_t n;
    bool castles, promotes, takes_ep;
};

/* Any legal moves; those that are rare are chosen where there are any. */
static void play_random(struct game *game, size_t nplies, uint64_t *seed)
{
    struct tabia_pos pos = game->root;
    for (game->n = 0; game->n < nplies; game->n++) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&pos, list);
        if (n == 0)
            return;
        tabia_move mv = list[random_next(seed) % n];
        for (size_t i = 0; i < n && random_next(seed) % 2; i++) {
            const bool is_ep = pos.board[list[i] & 63] >> 1 == TABIA_PAWN &&
                               (list[i] & 7) != (list[i] >> 6 & 7) &&
                               !pos.board[list[i] >> 6 & 63];
            if (!is_ep && !tabia_pos_is_castling(&pos, list[i]) &&
                !tabia_move_promotion(list[i]))
                continue;
            mv = list[i];
            game->takes_ep |= is_ep;
        }
        game->castles |= tabia_pos_is_castling(&pos, mv);
        game->promotes |= tabia_move_promotion(mv) != 0;
        game->moves[game->n] = mv;
        tabia_pos_play(&pos, mv);
    }
}

/* Coded and replayed, it is the same; returns the bytes. */
static size_t check_game(const struct game *game)
{
    struct buf bytes = { .limit = 1 << 20 };
    struct game_moves at;
    struct tabia_pos pos = game->root;
    tabia_move mv;
    size_t n = 0;
    game_moves_encode(&game->root, game->moves, game->n, &bytes);
    assert_false(bytes.failed);
    game_moves_begin(&at, &game->root, buf_bytes(&bytes), (unsigned)game->n);
    for (; game_moves_next(&at, &mv); n++) {
        assert_true(tabia_pos_is_same(&at.pos, &pos));
        assert_int_equal(mv, game->moves[n]);
        game_moves_play(&at, mv);
        tabia_pos_play(&pos, mv);
    }
    assert_int_equal(n, game->n);
    assert_false(at.bits.failed);
    assert_int_equal((at.bits.at + 7) / 8, bytes.size);

    // Each position is found, with the move of its last visit.
    pos = game->root;
    for (size_t ply = 0; ply < game->n; ply += 1 + game->n / 20) {
        struct tabia_pos here = game->root, other = game->root;
        bool is_damaged;
        tabia_move want = TABIA_MOVE_NONE;
        for (size_t i = 0; i < ply; i++)
            tabia_pos_play(&here, game->moves[i]);
        here = tabia_pos_identity(&here);
        for (size_t i = 0; i < game->n; i++) {
            const struct tabia_pos same = tabia_pos_identity(&other);
            if (tabia_pos_is_same(&same, &here))
                want = game->moves[i];
            tabia_pos_play(&other, game->moves[i]);
        }
        const tabia_move found =
            game_moves_find(&game->root, buf_bytes(&bytes), (unsigned)game->n,
                            0, &here, &is_damaged);
        assert_false(is_damaged);
        assert_int_equal(found, want);
    }
    const size_t size = bytes.size;
    buf_clear(&bytes);
    return size;
}

static void test_random(void **state)
{
    static struct game game;
    uint64_t seed = 11;
    bool castles = false, promotes = false, takes_ep = false;
    (void)state;
    for (int i = 0; i < 300; i++) {
        game = (struct game){ .n = 0 };
        if (i % 3)
            tabia_pos_set_start960(&game.root, i * 7);
        else
            tabia_pos_set_start(&game.root);
        play_random(&game, i % 20 == 0 ? PLIES_MAX : 150, &seed);
        check_game(&game);
        castles |= game.castles;
        promotes |= game.promotes;
        takes_ep |= game.takes_ep;
    }
    assert_true(castles && promotes && takes_ep);
}

/* Shuffling knights: a long game, positions that recur. */
static void test_repeats(void **state)
{
    static struct game game;
    static const tabia_move loop[] = { 6 | 21 << 6, 62 | 45 << 6, 21 | 6 << 6,
                                       45 | 62 << 6 };
    (void)state;
    tabia_pos_set_start(&game.root);
    for (game.n = 0; game.n < PLIES_MAX; game.n++)
        game.moves[game.n] = loop[game.n % COUNT_OF(loop)];
    assert_in_range(check_game(&game), 300, 1100);

    // A visit before the first ply that counts is none.
    struct buf bytes = { .limit = 1 << 20 };
    bool is_damaged;
    game_moves_encode(&game.root, game.moves, 6, &bytes);
    assert_int_equal(game_moves_find(&game.root, buf_bytes(&bytes), 6, 4,
                                     &game.root, &is_damaged),
                     loop[0]);
    assert_int_equal(game_moves_find(&game.root, buf_bytes(&bytes), 6, 5,
                                     &game.root, &is_damaged),
                     TABIA_MOVE_NONE);
    buf_clear(&bytes);
}

/* Any bytes: pieces move as they can, or it fails. */
static void test_hostile(void **state)
{
    uint64_t seed = 5;
    size_t nfailed = 0, nplies = 0;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        uint8_t *bytes = malloc(64);
        struct tabia_pos root;
        struct game_moves at;
        tabia_move mv;
        assert_non_null(bytes);
        for (size_t k = 0; k < 64; k++)
            bytes[k] = (uint8_t)random_next(&seed);
        tabia_pos_set_start960(&root, i);
        game_moves_begin(&at, &root, (struct tabia_bytes){ bytes, 64 },
                         PLIES_MAX);
        while (game_moves_next(&at, &mv)) {
            assert_true(tabia_move_from(mv) != tabia_move_to(mv));
            game_moves_play(&at, mv);
            nplies++;
        }
        nfailed += at.bits.failed;
        free(bytes);
    }
    assert_int_equal(nfailed, 3000); // no 64 bytes hold so many plies
    assert_true(nplies > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
