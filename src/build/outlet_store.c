/*
 * outlet_store.c - positions become a store
 */
#include "build/outlet_store.h"

#include "base/error.h"
#include "build/details.h"

#include "base/banned.h"

static uint64_t games_of(const struct outlet_store *o, const struct tally *t)
{
    uint64_t n = 0;
    for (size_t i = 0; i < t->nmoves; i++) {
        const struct tally_cell sum = tally_move_sum(t, o->rule, &t->moves[i]);
        n += tabia_results_games(&sum.results);
    }
    return n;
}

static bool take(struct outlet *base, struct gather_worker *w,
                 struct tabia_error *err)
{
    struct outlet_store *o = (struct outlet_store *)base;
    const struct tally *t = &w->count.tally;
    if (o->min_games > 1 && games_of(o, t) < o->min_games)
        return true;
    w->positions++;
    w->moves += t->nmoves;
    return store_writer_tally(o->writer, t, err);
}

void outlet_store_init(struct outlet_store *o, struct store_writer *writer,
                       const struct tally_rule *rule, uint64_t min_games)
{
    *o = (struct outlet_store){
        .base = { .in_turn = true, .take = take, .skip_below = min_games },
        .writer = writer,
        .rule = rule,
        .min_games = min_games,
    };
}

bool outlet_store_games(struct store_writer *writer,
                        const struct tally_games *games,
                        struct tabia_bytes details, struct tabia_error *err)
{
    for (uint64_t i = 0; i < games->count; i++) {
        struct store_detail detail;
        const size_t used = details_read(details, &detail);
        if (used == 0)
            return error_set(err, TABIA_CORRUPT,
                             "the file of names is damaged");
        if (!store_writer_game(writer, &games->rows[i], &detail, err))
            return false;
        details.data += used;
        details.size -= used;
    }
    return true;
}
