/*
 * query.h - the parameters of a request, parsed and checked
 *
 *     struct query q;
 *     if (!query_parse(&q, &uri, 0, err))
 *         ... "bad request: " and err->msg ...
 *
 * One parser for all endpoints, because a parameter means the same in each of
 * them. Unknown parameters are ignored, as on Lichess.
 */
#ifndef SERVE_QUERY_H
#define SERVE_QUERY_H

#include "serve/http/uri.h"
#include "tabia/chess.h"
#include "tabia/store.h"

enum {
    QUERY_FEN_MAX = 200,   // bytes
    QUERY_PLIES_MAX = 600, // moves of 'play'
    QUERY_TEXT_MAX = 400,  // bytes of any other text
    QUERY_NUMBER_MAX = 1000000,
    QUERY_ABSENT = -1,
};

/* Texts are borrowed from the uri; NULL if absent. */
struct query {
    struct tabia_pos start; // 'fen'
    bool has_fen;
    struct tabia_pos pos; // after 'play'
    tabia_move played[QUERY_PLIES_MAX];
    size_t nplayed;

    // numbers; QUERY_ABSENT if not given
    int moves, top_games, recent_games, limit, depth, seed, page;

    struct tabia_store_filter filter; // ratings, speeds, since, until
    unsigned modes;                   // TABIA_GAME_MODE_ mask; 0: all
    bool wants_history;
    int color;          // 'color' or 'side': enum tabia_color, or QUERY_ABSENT
    bool sorts_by_date; // 'sort'; else by rating
    const char *book, *format, *id, *player, *source, *sources, *words;
    const char *after, *move; // of a list of games
    const char *imports;      // ids of imported books that the client knows
};

/* Parameters that an endpoint does not have: ignored, even if invalid. */
enum query_skip { QUERY_SKIP_RATINGS = 1, QUERY_SKIP_SPEEDS = 2 };

/* False, with an error in one sentence, if the request is invalid. */
bool query_parse(struct query *q, const struct uri *uri, unsigned skips,
                 struct tabia_error *err);

#endif
