/*
 * ctg_incoming.h - the numbers of a position, from the moves that lead to it
 */
#ifndef FORMAT_CTG_INCOMING_H
#define FORMAT_CTG_INCOMING_H

#include "format/ctg/ctg.h"

/* Counts for the report. */
struct ctg_losses {
    uint64_t third_pieces, surplus, nags, marks, avoided, comments, totals;
    uint64_t dropped; // moves, for any reason
    uint64_t results; // of moves, that become those of their position
    struct ctg_reread back;
};

/* What the moves that lead to an entry say about it. */
struct ctg_incoming {
    uint64_t wins, draws, losses, unknown; // added up
    // Those of the move with most games, and how many moves have just these.
    uint32_t top_wins, top_draws, top_losses, top_unknown;
    uint32_t ntop;
    uint32_t nmoves, nred;
    bool is_green;
    uint8_t nag;
};

/*
 * Adds a move to a position in which it is the turn of 'turn'. 'heaviest' is
 * the largest weight among the move and its alternatives.
 */
void ctg_incoming_add(struct ctg_incoming *incoming,
                      const struct tabia_move_data *data, uint32_t heaviest,
                      unsigned turn, struct ctg_losses *losses);

/* Of the glyphs behind a move's first, one that is about the position; or 0. */
uint8_t ctg_position_nag(const struct tabia_move_data *data);

/* The numbers of the position, whose comment may have some; may be NULL. */
void ctg_incoming_stats(const struct ctg_incoming *incoming,
                        const char *comment, struct ctg_stats *stats,
                        struct ctg_losses *losses);

#endif
