/*
 * keep_rule.h - which moves of a position are kept, and their weights
 */
#ifndef BUILD_KEEP_RULE_H
#define BUILD_KEEP_RULE_H

#include "build/move_counter.h"
#include "tabia/build.h"

struct keep_rule {
    uint64_t min_games;
    double min_score;   // percent
    double min_rate[2]; // percent, by colour
    bool is_own[2];     // by colour: the best move stays, whatever its rate
    unsigned top;       // 0: all
    enum tabia_build_weight weight;
    bool drops_zero; // drop moves of weight 0
};

struct kept_move {
    tabia_move move;
    uint64_t weight;
    uint64_t white, draws, black;
};

/* From the options; their 'min_rate_side' says whose rate is whose. */
struct keep_rule keep_rule_of(const struct tabia_build_options *options);

/* The moves kept, the heaviest first, then as PolyGlot codes them. */
size_t keep_rule_select(const struct keep_rule *rule, uint8_t turn,
                        const struct move_counter_move *list, size_t n,
                        struct kept_move kept[TABIA_MOVES_MAX]);

#endif
