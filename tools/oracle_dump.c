/*
 * oracle_dump.c - random positions with their legal moves, for a second look
 *
 *     oracle_dump COUNT SEED
 *
 * Prints COUNT lines: a FEN, then a tab and "uci=san" for each legal move in
 * ascending order of their UCI names. The positions come from games of random
 * moves, the same on every machine.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tabia/chess.h"

#include "base/banned.h"

enum { GAME_PLIES = 160, MOVE_SIZE = TABIA_UCI_SIZE + TABIA_SAN_SIZE };

struct game {
    struct tabia_pos pos;
    int plies;
    uint64_t state; // of the random numbers
};

/* One step of splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void print_position(const struct tabia_pos *pos, const tabia_move *moves,
                           size_t nmoves)
{
    char fen[TABIA_FEN_SIZE];
    char names[TABIA_MOVES_MAX][MOVE_SIZE];
    for (size_t i = 0; i < nmoves; i++) {
        char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
        tabia_uci_print(pos, moves[i], false, uci);
        tabia_san_print(pos, moves[i], san);
        snprintf(names[i], MOVE_SIZE, "%s=%s", uci, san);
    }
    qsort(names, nmoves, MOVE_SIZE, by_text);

    tabia_pos_to_fen(pos, TABIA_FEN_EP_LEGAL, fen);
    fputs(fen, stdout);
    for (size_t i = 0; i < nmoves; i++)
        printf("\t%s", names[i]);
    putchar('\n');
}

/* Prints the position and goes on; a finished game starts anew. */
static void step(struct game *game)
{
    tabia_move moves[TABIA_MOVES_MAX];
    size_t nmoves = tabia_pos_legal(&game->pos, moves);
    print_position(&game->pos, moves, nmoves);
    if (nmoves == 0 || ++game->plies == GAME_PLIES) {
        tabia_pos_start(&game->pos);
        game->plies = 0;
        return;
    }
    tabia_pos_play(&game->pos, moves[next_random(&game->state) % nmoves]);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: oracle_dump COUNT SEED\n");
        return 2;
    }
    long count = strtol(argv[1], NULL, 10);
    struct game game = { .state = strtoull(argv[2], NULL, 10) };
    tabia_pos_start(&game.pos);
    while (count-- > 0)
        step(&game);
    return fflush(stdout) == 0 ? 0 : 3;
}
