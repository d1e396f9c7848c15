/*
 * tally.h - what is counted of one position, and its bytes
 *
 *     tally_start(&t, key, turn);
 *     tally_add_games(&t, &rule, played, n, err);     // in any order
 *     tally_add_coded(&t, &rule, bytes, base, err);   // of other runs
 *     tally_encode(&t, &buf);
 *
 * A move's games are listed; with more than TALLY_LIST_MAX of them they become
 * sums, by group. Either is a function of the set of games alone: whatever the
 * order, the threads and the runs in between, the same games end as the same
 * bytes. Run files and the store hold tallies in the same coding.
 */
#ifndef STORE_TALLY_H
#define STORE_TALLY_H

#include "base/compiler.h"
#include "base/buf.h"
#include "store/store.h"

/* 80 bits: at 10^10 positions 4e-5 wrong answers are to be expected in all. */
struct tally_key {
    uint64_t hi; // the PolyGlot key, en passant only if the capture is legal
    uint16_t lo; // a second hash of the same, see tally_key
};

struct tally_key tally_key(const struct tabia_pos *pos);

/* Below, at or above 0. */
static inline int tally_key_compare(struct tally_key a, struct tally_key b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

/* What counting needs of a game: 16 bytes, in the file too. */
struct tally_game {
    uint32_t date;      // yyyymmdd, unknown parts 0
    uint16_t rating[2]; // by colour; 0: none
    uint8_t result;     // 0: White won, 1: drawn, 2: Black won
    uint8_t speed;      // enum tabia_speed
    uint8_t flags;      // TALLY_CASUAL
    uint8_t unused[5];  // zero
};

enum { TALLY_CASUAL = 1, TALLY_GAME_SIZE = 16 };

/* Games of one move that are listed; more are summed. */
enum { TALLY_LIST_MAX = 8 };

/* Are all fields within their bounds? */
bool tally_game_is_valid(const struct tally_game *row);

/* 0 without any rating; the one there is, where the other is missing. */
unsigned tally_game_mean(const struct tally_game *row);

/* The games so far, indexed by their number. */
struct tally_games {
    const struct tally_game *rows;
    uint64_t count;
};

/* The sums of one move, for one group of games. */
struct tally_cell {
    uint32_t group; // month << 8 | rating group << 4 | speed, as far as 'by'
    struct tabia_results results;
    uint64_t own_sum, own_rated, other_sum, other_rated;
    uint32_t first, last; // dates; 0: none known
};

/* Either listed (ncells == 0) or summed (ngames == 0). */
struct tally_move {
    tabia_move move;
    size_t ngames;
    uint64_t games[TALLY_LIST_MAX]; // ascending
    size_t ncells, cells_cap;
    struct tally_cell *cells; // ascending groups
};

struct tally_played {
    uint64_t game;
    tabia_move move;
};

/*
 * One position. Keep one and use it again: its arrays grow and stay. While no
 * move is summed, all games are known and there are no samples; afterwards
 * the samples are those of all games.
 */
struct tally {
    struct tally_key key;
    uint8_t turn; // enum tabia_color: whose ratings are "own"
    bool has_cells;
    size_t nmoves, moves_cap;
    struct tally_move *moves; // ascending
    size_t ntop, nrecent;
    struct tally_played top[STORE_TOP];       // see tally_is_better
    struct tally_played recent[STORE_RECENT]; // see tally_is_newer
};

/* How it is counted: the same for all tallies of a store. */
struct tally_rule {
    unsigned by; // TABIA_BY_ mask
    struct tally_games games;
};

void tally_init(struct tally *t);
void tally_free(struct tally *t);

/* Empties it for another position. */
void tally_start(struct tally *t, struct tally_key key, uint8_t turn);

/*
 * Adds games that played moves here. A game comes once per position: who
 * calls has left out all but its last move. False for want of memory, or for
 * a game that 'rule' does not know.
 */
bool tally_add_games(struct tally *t, const struct tally_rule *rule,
                     const struct tally_played *played, size_t n,
                     struct tabia_error *err);

/*
 * Adds a coded tally of the same position, the numbers of its games raised by
 * 'base'. Its side to move is taken over by an empty tally. Returns the bytes
 * used; 0 with an error when they are wrong.
 */
size_t tally_add_coded(struct tally *t, const struct tally_rule *rule,
                       struct tabia_bytes src, uint64_t base,
                       struct tabia_error *err);

/* Appends the coding of all but the key. A buf remembers its own failure. */
void tally_encode(const struct tally *t, struct buf *out);

/* Results, ratings and dates of all games of a move; 'group' is 0. */
struct tally_cell tally_move_sum(const struct tally *t,
                                 const struct tally_rule *rule,
                                 const struct tally_move *move);

/* ---- parts that the store's reader needs too ------------------------- */

uint32_t tally_group(unsigned by, const struct tally_game *row);

/* The bits of a group that may be set. */
uint32_t tally_group_mask(unsigned by);

void tally_cell_add_game(struct tally_cell *cell, uint8_t turn,
                         const struct tally_game *row);

void tally_cell_add(struct tally_cell *cell, const struct tally_cell *more);

/* Higher ratings first, then the lower number. */
bool tally_is_better(const struct tally_game *a, uint64_t a_game,
                     const struct tally_game *b, uint64_t b_game);

/* Later dates first, then the higher number. */
bool tally_is_newer(const struct tally_game *a, uint64_t a_game,
                    const struct tally_game *b, uint64_t b_game);

#endif
