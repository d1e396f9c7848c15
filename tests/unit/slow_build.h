/*
 * slow_build.h - games made up, and counted in the plainest way
 *
 * Nothing of the reader of PGN, of the build or of the store has a part in
 * it: moves are kept as they were made up, keys are taken from scratch, and
 * all that a game played is compared with all that it played later.
 */
#ifndef TESTS_SLOW_BUILD_H
#define TESTS_SLOW_BUILD_H

#include "base/buf.h"
#include "tabia/build.h"

enum { SLOW_PLIES = 120, SLOW_NAME = 16 };

struct slow_game {
    struct tabia_pos start;
    tabia_move moves[SLOW_PLIES];
    unsigned nmoves;
    char white[SLOW_NAME], black[SLOW_NAME];
    unsigned elo[2]; // 0: none
    unsigned year, month, day;
    unsigned result; // 0: White won, 1: drawn, 2: Black won, 3: none
    unsigned seconds;
    bool is_chess960, is_broken;
};

struct slow_games {
    struct slow_game *list;
    size_t n;
    uint64_t seed;
};

/* Makes up games: well-known openings, repetitions, copies, odd starts. */
void slow_games_make(struct slow_games *games, size_t n, uint64_t seed);

void slow_games_print(const struct slow_games *games, struct buf *text);

void slow_games_clear(struct slow_games *games);

/* ---- counting -------------------------------------------------------- */

/* How a header expression would be written in C; NULL: all games. */
typedef bool slow_where_fn(const struct slow_game *game);

struct slow_row {
    uint64_t key;
    struct tabia_pos pos; // before the move
    tabia_move move;
    uint64_t results[3];
    uint64_t own_rating_sum, own_rated_games;
    uint32_t first, last;
    double worth; // of the points, with older games weighing less
};

struct slow_table {
    struct slow_row *rows; // by key, then by move
    size_t n;
    uint64_t games; // counted
};

/*
 * Counts as the options ask: 'where' stands for the option of that name. Keys
 * are PolyGlot's; with 'legal_ep' en passant counts only if it is legal.
 */
void slow_count(const struct slow_games *games,
                const struct tabia_build_options *options, slow_where_fn *where,
                bool legal_ep, struct slow_table *table);

void slow_table_clear(struct slow_table *table);

/* The PolyGlot book that the options ask for. */
void slow_book(const struct slow_table *table,
               const struct tabia_build_options *options, struct buf *bytes);

#endif
