/*
 * explorer.h - answers in the shape of Lichess's opening explorer
 */
#ifndef SERVE_EXPLORER_H
#define SERVE_EXPLORER_H

#include "serve/api/api.h"

/* What differs between /masters, /lichess and /player. */
struct explorer_rules {
    bool has_speed;     // games tell their speed and mode
    bool has_opponents; // moves tell the opponents' rating, performance
    bool has_top, has_recent;
    bool needs_games; // a move's only game, unless no games are asked for
    unsigned moves, top, recent; // when the request does not say
    unsigned top_max;
};

struct explorer_move {
    tabia_move move;
    struct tabia_results results;
    uint64_t rating, opponent; // means; 0: not known
    uint64_t game;             // the only one, or TABIA_NO_GAME
};

/* The answer of a store or a book, before it is written. */
struct explorer_answer {
    struct explorer_move moves[TABIA_MOVES_MAX];
    size_t n;
    struct tabia_results all;
    bool is_synthetic; // counts are weights
    unsigned left_out; // moves that would have 0 games
    unsigned ignored;  // TABIA_BY_ mask: filters that the store cannot do
    struct tabia_answer found; // owned
};

/*
 * Asks for the request's position; counts of a book are its games, else its
 * weights. False with an error.
 */
bool explorer_ask(struct explorer_answer *answer, const struct loan *loan,
                  const struct query *q, struct tabia_error *err);

/*
 * "history": [...] of a store, in the open object; 'is_whole': with the newest
 * month, which may not be over.
 */
bool explorer_put_history(struct json *js, const struct loan *loan,
                          const struct query *q, bool is_whole,
                          struct tabia_error *err);

/* What a result in percent is worth in rating points, by FIDE's table. */
int explorer_rating_difference(unsigned percent);

#endif
