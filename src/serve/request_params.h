/*
 * request_params.h - the parameters of a request, parsed and checked
 *
 *     struct request_params params;
 *     if (!request_params_parse(&params, &uri, 0, err))
 *         ... "bad request: " and err->msg ...
 *
 * One parser for all endpoints, because a parameter means the same in each of
 * them. Unknown parameters are ignored, as on Lichess.
 */
#ifndef SERVE_REQUEST_PARAMS_H
#define SERVE_REQUEST_PARAMS_H

#include "serve/uri.h"
#include "tabia/chess.h"
#include "tabia/store.h"

enum {
    PARAM_FEN_MAX = 200,   // bytes
    PARAM_PLIES_MAX = 600, // moves of 'play'
    PARAM_TEXT_MAX = 400,  // bytes of any other text
    PARAM_NUMBER_MAX = 1000000,
    PARAM_ABSENT = -1,
};

/* Texts are borrowed from the uri; NULL if absent. */
struct request_params {
    struct tabia_pos start; // 'fen'
    bool has_fen;
    struct tabia_pos pos; // after 'play'
    tabia_move played[PARAM_PLIES_MAX];
    size_t nplayed;

    // numbers; PARAM_ABSENT if not given
    int moves, top_games, recent_games, limit, depth, seed, page;

    struct tabia_store_filter filter; // ratings, speeds, since, until
    unsigned modes;                   // TABIA_GAME_MODE_ mask; 0: all
    bool wants_history;
    int player_color;   // 'color' or 'side': enum tabia_color, or PARAM_ABSENT
    bool sorts_by_date; // 'sort'; else by rating
    const char *book, *format, *id, *player, *source, *sources, *words;
    const char *after, *move; // of a list of games
    const char *imports;      // ids of imported books that the client knows
};

/* Parameters that an endpoint does not have: ignored, even if invalid. */
enum request_params_skip { PARAM_SKIP_RATINGS = 1, PARAM_SKIP_SPEEDS = 2 };

/* False, with an error in one sentence, if the request is invalid. */
bool request_params_parse(struct request_params *params, const struct uri *uri,
                          unsigned skips, struct tabia_error *err);

#endif
