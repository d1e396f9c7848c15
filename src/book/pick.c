/*
 * pick.c - choosing one of a position's moves
 *
 * The random number is the first output of SplitMix64 for the seed: 64-bit
 * sums, shifts and products alone, so it is the same on every machine.
 */
#include "tabia/pick.h"

#include "book/move_list.h"

#include "base/banned.h"

static const struct tabia_pick_options defaults;

/* ---- what may be played ---------------------------------------------- */

static bool is_allowed(const struct tabia_book_move *entry, bool allow_avoided)
{
    return entry->data.mark == TABIA_MARK_NONE ||
           (allow_avoided && entry->data.mark == TABIA_MARK_AVOIDED);
}

static bool is_zero(const struct tabia_book_move *entry)
{
    return entry->data.has & TABIA_HAS_WEIGHT
               ? entry->data.weight == 0
               : move_list_is_mistake(&entry->data);
}

/* The lists that may be chosen from, best first. */
enum pick_basis {
    BY_SHARE,
    BY_WEIGHT,
    BY_RESULTS,
    BY_NUMBER,
    BY_NUMBER_WITH_ZEROS,
    NBASES
};

static uint64_t pick_weight(const struct tabia_pos *pos,
                            const struct tabia_book_move *entry,
                            enum pick_basis basis,
                            const struct tabia_pick_options *o)
{
    const unsigned has = entry->data.has;
    if (entry->has_share) // a book's own rule leaves nothing to others
        return !is_allowed(entry, o->allow_avoided) ? 0
               : basis == BY_SHARE                  ? entry->share
               : basis >= BY_NUMBER                 ? entry->share > 0
                                                    : 0;
    if (!is_allowed(entry, o->allow_avoided) ||
        (is_zero(entry) && basis != BY_NUMBER_WITH_ZEROS))
        return 0;
    switch (basis) {
    case BY_SHARE:
        return 0;
    case BY_WEIGHT:
        return has & TABIA_HAS_WEIGHT ? entry->data.weight : 0;
    case BY_RESULTS:
        return has & TABIA_HAS_RESULTS
                   ? move_list_score(&entry->data, (enum tabia_color)pos->turn)
                   : 0;
    default:
        return 1;
    }
}

/* Cannot overflow: 256 moves of less than 2^42 each. */
static uint64_t total_weight(const struct tabia_pos *pos,
                             const struct tabia_book_move *list, size_t n,
                             enum pick_basis basis,
                             const struct tabia_pick_options *o)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += pick_weight(pos, &list[i], basis, o);
    return sum;
}

/* The first basis, from 'basis' on, by which there is something to choose. */
static enum pick_basis find_basis(const struct tabia_pos *pos,
                                  const struct tabia_book_move *list, size_t n,
                                  enum pick_basis basis,
                                  const struct tabia_pick_options *o)
{
    while (basis < NBASES && total_weight(pos, list, n, basis, o) == 0)
        basis++;
    return basis;
}

/* ---- choosing -------------------------------------------------------- */

/* A number below 'n'. Redraws what would make some numbers likelier. */
static uint64_t pick_random_below(uint64_t seed, uint64_t n)
{
    const uint64_t surplus = (UINT64_MAX % n + 1) % n; // 2^64 modulo n
    uint64_t x;
    do {
        seed += UINT64_C(0x9E3779B97F4A7C15);
        x = (seed ^ seed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
        x ^= x >> 31;
    } while (x > UINT64_MAX - surplus);
    return x % n;
}

size_t tabia_pick_move(const struct tabia_pos *pos,
                       const struct tabia_book_move *list, size_t n,
                       const struct tabia_pick_options *options)
{
    const struct tabia_pick_options *o = options ? options : &defaults;
    const bool by_weight =
        o->method == TABIA_PICK_WEIGHTED || o->method == TABIA_PICK_BEST;
    const enum pick_basis basis =
        find_basis(pos, list, n, by_weight ? BY_SHARE : BY_NUMBER, o);
    if (basis == NBASES || o->method > TABIA_PICK_FIRST)
        return n;
    size_t i = 0;
    if (o->method == TABIA_PICK_BEST || o->method == TABIA_PICK_FIRST) {
        for (size_t k = 1; k < n; k++)
            if (pick_weight(pos, &list[k], basis, o) >
                pick_weight(pos, &list[i], basis, o))
                i = k;
        return i;
    }
    uint64_t x =
        pick_random_below(o->seed, total_weight(pos, list, n, basis, o));
    for (; i + 1 < n; i++) {
        const uint64_t weight = pick_weight(pos, &list[i], basis, o);
        if (x < weight)
            break;
        x -= weight;
    }
    return i;
}

uint64_t tabia_pick_weight(const struct tabia_pos *pos,
                           const struct tabia_book_move *list, size_t n,
                           size_t i, const struct tabia_pick_options *o)
{
    if (!o)
        o = &defaults;
    const enum pick_basis basis = find_basis(pos, list, n, BY_SHARE, o);
    return basis == NBASES ? 0 : pick_weight(pos, &list[i], basis, o);
}
