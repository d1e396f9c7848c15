/*
 * game_maker.h - PGN of random games, and what is in it
 *
 * The counts come from playing the moves, with keys taken from scratch; the
 * reader of PGN has no part in them.
 */
#ifndef TESTS_GAME_MAKER_H
#define TESTS_GAME_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

struct game_maker {
    const char *line_end; // NULL: LF
    bool has_comments;
    bool is_rated; // finished games of known players, who share openings
    uint64_t seed;

    struct buf text; // its limit is set by game_maker_add
    uint64_t ngames, nplies, fingerprint;
};

/* Adds 'n' games of up to 'max_plies' plies. */
void game_maker_add(struct game_maker *maker, unsigned n, unsigned max_plies);

void game_maker_clear(struct game_maker *maker);

#endif
