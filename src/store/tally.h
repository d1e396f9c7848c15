/*
 * tally.h - what is counted: keys of positions, rows of games, sums of both
 *
 * A position's statistics are a function of the set of its games alone:
 * whatever the order, the threads and the runs in between, the same games end
 * as the same bytes.
 */
#ifndef STORE_TALLY_H
#define STORE_TALLY_H

#include "base/compiler.h"
#include "store/store_internal.h"

/* 80 bits: at 10^10 positions 4e-5 wrong answers are to be expected in all. */
struct tally_key {
    uint64_t hi; // the PolyGlot key, en passant only if the capture is legal
    uint16_t lo; // a second hash of the same, see tally_key_of
};

struct tally_key tally_key_of(const struct tabia_pos *pos);

/* Below, at or above 0. */
static inline int tally_key_compare(struct tally_key a, struct tally_key b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

/* What counting needs of a game: 16 bytes. */
struct tally_game {
    uint32_t date;       // yyyymmdd, unknown parts 0
    uint16_t ratings[2]; // by colour; 0: none
    uint8_t result;      // 0: White won, 1: drawn, 2: Black won
    uint8_t speed;       // enum tabia_speed
    uint8_t flags;       // TALLY_CASUAL
    uint8_t unused;      // zero
    uint32_t root;       // where it began: an index into the list of roots
};

enum { TALLY_CASUAL = 1 };

/* Are all fields within their bounds? */
bool tally_game_is_valid(const struct tally_game *row);

/* 0 without any rating; the one there is, where the other is missing. */
unsigned tally_game_mean(const struct tally_game *row);

/* The games so far, indexed by their number. */
struct tally_games {
    const struct tally_game *rows;
    uint64_t count;
};

/* A game and the move that it played in a position, which orders them. */
typedef uint64_t tally_played;

static inline tally_played tally_played_make(uint64_t game, tabia_move mv)
{
    return game << 16 | mv;
}

static inline uint64_t tally_played_game(tally_played played)
{
    return played >> 16;
}

static inline tabia_move tally_played_move(tally_played played)
{
    return (tabia_move)played;
}

/* The sums of one move, for one group of games. */
struct tally_cell {
    uint32_t group; // see tally_group
    struct tabia_tally results;
    uint64_t own_rating_sum, own_rated_games, other_rating_sum,
        other_rated_games;
    uint32_t first_date, last_date; // dates; 0: none known
};

/* How it is counted: the same for all positions of a store. */
struct tally_rule {
    unsigned dimensions; // TABIA_DIMENSION_ mask
    struct tally_games games;
};

/*
 * The group of a game: month << 8 | rating group << 4 | speed, with those that
 * 'dimensions', a TABIA_DIMENSION_ mask, does not have at 0.
 */
uint32_t tally_group(unsigned dimensions, const struct tally_game *row);

/* The bits of a group that may be set. */
static inline uint32_t tally_group_mask(unsigned dimensions)
{
    return (dimensions & TABIA_DIMENSION_MONTH ? UINT32_C(0xffffff00) : 0) |
           (dimensions & TABIA_DIMENSION_RATING ? 0xf0u : 0) |
           (dimensions & TABIA_DIMENSION_SPEED ? 0x0fu : 0);
}

void tally_cell_add_game(struct tally_cell *cell, uint8_t turn,
                         const struct tally_game *row);

void tally_cell_add(struct tally_cell *cell, const struct tally_cell *more);

/* Higher ratings first, then the lower number. */
bool tally_is_better(const struct tally_game *a, uint64_t a_game,
                     const struct tally_game *b, uint64_t b_game);

/* Later dates first, then the higher number. */
bool tally_is_newer(const struct tally_game *a, uint64_t a_game,
                    const struct tally_game *b, uint64_t b_game);

/* yyyymmdd and a number that is smaller and in the same order. */
uint32_t tally_date_pack(uint32_t date);

static inline uint32_t tally_date_unpack(uint32_t packed)
{
    return (packed >> 9) * 10000 + (packed >> 5 & 15) * 100 + (packed & 31);
}

#endif
