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
    const unsigned sum = (unsigned)row->rating[0] + row->rating[1];
    return row->rating[0] && row->rating[1] ? sum : 2 * sum;
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

uint32_t tally_group(unsigned by, const struct tally_game *row)
{
    uint32_t group = 0;
    if (by & TABIA_DIMENSION_MONTH)
        group |= row->date / 100 << 8;
    if (by & TABIA_DIMENSION_RATING)
        group |= store_rating_group(tally_game_mean(row)) << 4;
    if (by & TABIA_DIMENSION_SPEED)
        group |= row->speed;
    return group;
}

/* ---- cells ----------------------------------------------------------- */

static void add_dates(struct tally_cell *cell, uint32_t first, uint32_t last)
{
    if (first && (!cell->first || first < cell->first))
        cell->first = first;
    if (last > cell->last)
        cell->last = last;
}

void tally_cell_add_game(struct tally_cell *cell, uint8_t turn,
                         const struct tally_game *row)
{
    const unsigned own = row->rating[turn], other = row->rating[turn ^ 1];
    cell->results.white += row->result == 0;
    cell->results.draws += row->result == 1;
    cell->results.black += row->result == 2;
    cell->own_sum += own;
    cell->own_rated += own != 0;
    cell->other_sum += other;
    cell->other_rated += other != 0;
    add_dates(cell, row->date, row->date);
}

void tally_cell_add(struct tally_cell *cell, const struct tally_cell *more)
{
    tabia_results_add(&cell->results, &more->results);
    cell->own_sum += more->own_sum;
    cell->own_rated += more->own_rated;
    cell->other_sum += more->other_sum;
    cell->other_rated += more->other_rated;
    add_dates(cell, more->first, more->last);
}
