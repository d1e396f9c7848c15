/*
 * oracle_dump.c - random positions with all their moves, for comparison
 *
 *     oracle_dump COUNT [SEED]
 *
 * Prints one line per position of random games of orthodox chess: the FEN, a
 * tab, and the legal moves as UCI=SAN in order of their numbers, separated by
 * blanks. tools/oracle/compare.mjs reads it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tabia/chess.h"

enum { GAME_PLIES = 240 };

/* splitmix64: small, seeded, the same everywhere. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void print_position(const struct tabia_pos *pos, const tabia_move *list,
                           size_t n)
{
    char fen[TABIA_FEN_SIZE], uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
    tabia_fen_print(pos, 0, fen);
    printf("%s\t", fen);
    for (size_t i = 0; i < n; i++) {
        tabia_uci_print(pos, list[i], false, uci);
        tabia_san_print(pos, list[i], san);
        printf("%s%s=%s", i ? " " : "", uci, san);
    }
    putchar('\n');
}

/* Plays one game and prints some of its positions; returns how many. */
static uint64_t dump_game(uint64_t *random, uint64_t max)
{
    struct tabia_pos pos;
    tabia_move list[TABIA_MOVES_MAX];
    uint64_t printed = 0;
    tabia_pos_set_start(&pos);
    for (int ply = 0; ply < GAME_PLIES && printed < max; ply++) {
        const size_t n = tabia_pos_legal_moves(&pos, list);
        const uint64_t bits = next_random(random);
        if (bits >> 60 == 0 || n == 0) { // one in 16, and every end
            print_position(&pos, list, n);
            printed++;
        }
        if (n == 0)
            break;
        tabia_pos_play(&pos, list[(bits & 0xffffffff) % n]);
    }
    return printed;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: oracle_dump COUNT [SEED]\n");
        return 2;
    }
    const uint64_t count = strtoull(argv[1], NULL, 10);
    uint64_t random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t printed = 0; printed < count;)
        printed += dump_game(&random, count - printed);
    return fflush(stdout) ? 3 : 0;
}
