/*
 * tally.c - rows of games, and sums of them
 */
#include "store/tally.h"
#include "store/dimensions.h"

#include "base/banned.h"

uint32_t tally_date_pack(uint32_t date)
{
    return date / 10000 << 9 | date / 100 % 100 << 5 | date % 100;
}

/* ---- games ----------------------------------------------------------- */

bool tally_game_is_valid(const struct tally_game *row)
{
    return row->date / 10000 <= 9999 && row->date / 100 % 100 <= 12 &&
           row->date % 100 <= 31 && row->result <= 2 &&
           row->speed < TABIA_SPEED_COUNT && row->flags <= TALLY_CASUAL &&
           row->unused == 0;
}

/* Twice the mean, so that nothing is rounded. */
static unsigned tally_strength(const struct tally_game *row)
{
    const unsigned sum = (unsigned)row->ratings[0] + row->ratings[1];
    return row->ratings[0] && row->ratings[1] ? sum : 2 * sum;
}

unsigned tally_game_mean(const struct tally_game *row)
{
    return tally_strength(row) / 2;
}

bool tally_is_better(const struct tally_game *a, uint64_t a_game,
                     const struct tally_game *b, uint64_t b_game)
{
    const unsigned a_strength = tally_strength(a),
                   b_strength = tally_strength(b);
    return a_strength != b_strength ? a_strength > b_strength : a_game < b_game;
}

bool tally_is_newer(const struct tally_game *a, uint64_t a_game,
                    const struct tally_game *b, uint64_t b_game)
{
    return a->date != b->date ? a->date > b->date : a_game > b_game;
}

uint32_t tally_group(unsigned dimensions, const struct tally_game *row)
{
    uint32_t group = 0;
    if (dimensions & TABIA_DIMENSION_MONTH)
        group |= row->date / 100 << 8;
    if (dimensions & TABIA_DIMENSION_RATING)
        group |= dimensions_rating_group(tally_game_mean(row)) << 4;
    if (dimensions & TABIA_DIMENSION_SPEED)
        group |= row->speed;
    return group;
}

/* ---- cells ----------------------------------------------------------- */

static void add_dates(struct tally_cell *cell, uint32_t first, uint32_t last)
{
    if (first && (!cell->first_date || first < cell->first_date))
        cell->first_date = first;
    if (last > cell->last_date)
        cell->last_date = last;
}

void tally_cell_add_game(struct tally_cell *cell, uint8_t turn,
                         const struct tally_game *row)
{
    const unsigned own = row->ratings[turn], other = row->ratings[turn ^ 1];
    cell->results.white += row->result == 0;
    cell->results.draws += row->result == 1;
    cell->results.black += row->result == 2;
    cell->own_rating_sum += own;
    cell->own_rated_games += own != 0;
    cell->other_rating_sum += other;
    cell->other_rated_games += other != 0;
    add_dates(cell, row->date, row->date);
}

void tally_cell_add(struct tally_cell *cell, const struct tally_cell *more)
{
    tabia_tally_add(&cell->results, &more->results);
    cell->own_rating_sum += more->own_rating_sum;
    cell->own_rated_games += more->own_rated_games;
    cell->other_rating_sum += more->other_rating_sum;
    cell->other_rated_games += more->other_rated_games;
    add_dates(cell, more->first_date, more->last_date);
}
