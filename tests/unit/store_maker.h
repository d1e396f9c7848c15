/*
 * store_maker.h - small stores for tests, and the games that they are made of
 *
 * Everything is kept, so that tests can count the slow way.
 */
#ifndef TESTS_STORE_MAKER_H
#define TESTS_STORE_MAKER_H

#include "base/buf.h"
#include "store/tally.h"
#include "tabia/store.h"

/* One move of one game in one position: the last, if it came there again. */
struct made_event {
    struct tally_key key;
    struct tabia_pos pos;
    uint64_t game;
    tabia_move move;
};

struct made {
    uint64_t seed;
    size_t ngames;
    struct tally_game *rows;
    struct made_event *events; // by key, then by game
    size_t nevents;
    tabia_move *moves; // of all games, 'nplies' each
    size_t *lengths;   // of each game, in plies
    size_t nplies;
};

uint64_t made_random(uint64_t *seed);

/*
 * Random games of 'nplies' from the starting position, few moves to choose
 * from at each, so that they meet again. Fails the test for want of memory.
 */
void made_games(struct made *made, uint64_t seed, size_t ngames, size_t nplies);

/* The store of the games from 'first' up to 'end'. */
void made_store(const struct made *made, size_t first, size_t end, unsigned by,
                struct buf *out);

/*
 * Changes a bit of what made_store has made, so that it can be opened but fails
 * for the starting position.
 */
void made_damage(struct buf *store);

/* Opens what made_store has made; the bytes must outlive the store. */
struct tabia_store *made_open(const struct buf *buf);

void made_free(struct made *made);

/* What the store is told of a game, beside its row. */
void made_names(size_t game, char white[32], char black[32], char event[32]);

#endif
