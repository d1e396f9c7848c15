/*
 * make_games.c - any number of games for tests that need many
 *
 *     make_games MEGABYTES [SEED [PLIES]] > GAMES.pgn
 *
 * Random, but the same on every machine; whole games with a result, ratings
 * and dates, whose openings are shared as those of real games are. PLIES is
 * the length of the longest.
 */
#include <stdio.h>
#include <stdlib.h>

#include "game_maker.h"

enum { GAMES_AT_ONCE = 100, MEGABYTE = 1000000 };

int main(int argc, char **argv)
{
    const long long megabytes = argc > 1 ? strtoll(argv[1], NULL, 10) : 0;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const unsigned long plies = argc > 3 ? strtoul(argv[3], NULL, 10) : 160;
    if (megabytes < 1 || plies > 1000) {
        fputs("usage: make_games MEGABYTES [SEED [PLIES]]\n", stderr);
        return 2;
    }
    struct game_maker maker = { .seed = seed, .is_rated = true };
    for (long long left = megabytes * MEGABYTE; left > 0;) {
        game_maker_add(&maker, GAMES_AT_ONCE, (unsigned)plies);
        left -= (long long)maker.text.size;
        fwrite(maker.text.data, 1, maker.text.size, stdout);
        buf_reset(&maker.text);
    }
    game_maker_clear(&maker);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
