/*
 * games.h - counting the games of a feed
 *
 *     struct games games;
 *     if (!games_count(&games, feed, pool, &options, NULL, err))
 *         return false;
 *     ... games.ngames, games.fingerprint ...
 *     games_clear(&games);
 *
 * What comes out does not depend on the number of threads.
 */
#ifndef PGN_GAMES_H
#define PGN_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pgn/feed.h"
#include "tabia/error.h"
#include "tabia/pgn.h"

enum { GAMES_RESULTS = TABIA_PGN_OPEN + 1 };

/* All-zero means the defaults. */
struct games_options {
    bool prefix;         // broken games count too, up to what is wrong
    size_t max_problems; // to keep; the others are only counted
};

struct games_problem {
    enum tabia_pgn_fault fault;
    struct tabia_error err; // with the place in the unpacked file
};

struct games {
    uint64_t ngames;  // broken ones included
    uint64_t nbroken; // with a move that is not legal, or not to be read
    uint64_t results[GAMES_RESULTS]; // by enum tabia_pgn_result; not broken

    /*
     * The moves of the main lines, and the XOR of the PolyGlot keys of the
     * positions after each: of games that are legal throughout, and with
     * 'prefix' of the others as far as they are.
     */
    uint64_t nplies;
    uint64_t fingerprint;

    uint64_t nerrors, nwarnings;
    struct games_problem *problems; // the first ones, in the text's order
    size_t nproblems;
};

/*
 * Reads all games of 'feed' with the threads of 'pool'. 'progress' may be
 * NULL. Damaged files are the feed's to tell. On failure there is nothing to
 * clear.
 */
bool games_count(struct games *games, struct feed *feed, struct pool *pool,
                 const struct games_options *options, struct progress *progress,
                 struct tabia_error *err);

void games_clear(struct games *games);

#endif
